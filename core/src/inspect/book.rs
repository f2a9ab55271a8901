//! The writer's book: what the writer must remember that the format has no room for.
//!
//! It holds a serial number for each unit of the file, which tells a stale handle from a living one; a mark beside it
//! that says that a value was *recorded* and goes with its node; and the slots of the string index. It normally lies at
//! the end of the caller's region, behind the largest size that the file can grow to, where readers do not look. It is
//! reached through the same atomic words as everything else, and every look-up in it takes constant time.
//!
//! ```text
//! | opening count | string slots, 4 bytes each | serials, 2 bytes for each unit of the file |
//! ```

use super::block::BlockIndex;
use super::error::Error;
use super::kind::MAXIMUM_NUMBER;
use crate::generation::{join, words};
use crate::memory::{BadMemory, MEMORY_MINIMUM, Memory, Unit};

/// Regions below this have no room to spare for a book.
const SMALLEST_WITH_BOOK: u32 = 32;
/// Units of file for each string slot.
const UNITS_PER_SLOT: u32 = 8;
/// Slots in a bucket, which is one unit.
const BUCKET: u32 = 4;
/// The half of a file that holds its generation.
const GENERATION_HALF: u32 = 1;
/// The unit in which the buckets begin.
const FIRST_BUCKET: u32 = 1;
/// The bit of a serial that marks a recorded value.
const RECORDED: u16 = 0x8000;

/// Where the writer's book lies, and how much it remembers.
///
/// The default is right for most programs: a book at the end of the region, with serial numbers, and one string slot for
/// each 8 units (128 bytes) of the region, rounded down to a power of two. A region of less than 512 bytes has no book.
#[derive(Clone, Copy, Debug)]
pub struct Config<'m> {
    /// Where the book lies.
    pub book: BookPlace<'m>,
    /// The number of string slots, rounded down to a power of two from 4 on. 0 means that texts are never shared.
    pub string_slots: Option<u32>,
    /// Whether blocks have serial numbers and recorded marks, at 2 bytes for each 16 bytes of file. Without them a stale
    /// handle is noticed only when its block is of another type by now, and deleting a node deletes all that is below it.
    pub serials: bool,
}

impl Default for Config<'_> {
    fn default() -> Self {
        Self { book: BookPlace::InRegion, string_slots: None, serials: true }
    }
}

/// Where the writer's book lies.
#[derive(Clone, Copy, Debug)]
pub enum BookPlace<'m> {
    /// At the end of the region. The file can grow to what is left.
    InRegion,
    /// In memory of its own; the file can grow to the whole region.
    Elsewhere(Memory<'m>),
    /// There is none: texts are not shared, stale handles are noticed by the type of their block only, and deleting a
    /// node deletes all that is below it.
    Nowhere,
}

/// The book of one writer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Book<'m> {
    memory: Memory<'m>,
    /// The serials: empty when there are none, so that one comparison says whether a block has one.
    serials: Memory<'m>,
    /// Number of buckets: a power of two, or 0.
    buckets: u32,
    /// The upper half of every handle's check, but for the kind.
    number: u16,
}

impl<'m> Book<'m> {
    /// The book of a writer that was not started.
    pub const NONE: Self = Self { memory: Memory::EMPTY, serials: Memory::EMPTY, buckets: 0, number: 0 };

    /// Finds room for a book; gives it, and the memory that is left for the file. Nothing is written.
    ///
    /// # Errors
    /// [`Error::BufferTooSmall`] when the book is to lie in memory that is too small, [`Error::BadRegion`] when it leaves no
    /// room for a file.
    pub fn plan(region: Memory<'m>, config: &Config<'m>) -> Result<(Self, Memory<'m>), Error> {
        let units = region.units();
        let buckets: u32 = match config.string_slots.unwrap_or(units / UNITS_PER_SLOT) {
            0 => 0,
            slots => (1 << slots.ilog2()).max(BUCKET) / BUCKET,
        };
        let fixed = FIRST_BUCKET + buckets;
        let (memory, space) = match config.book {
            BookPlace::Nowhere => (Memory::EMPTY, region),
            BookPlace::InRegion if units < SMALLEST_WITH_BOOK => (Memory::EMPTY, region),
            BookPlace::InRegion => {
                let left = units.saturating_sub(fixed);
                // Each unit of file takes an eighth of a unit of serials.
                let file = if config.serials { left - left.div_ceil(9) } else { left };
                (region.behind(file), region.truncated(file))
            }
            BookPlace::Elsewhere(memory) => {
                let serials = if config.serials { units.div_ceil(8) } else { 0 };
                let needed = fixed.saturating_add(serials);
                if memory.units() < needed {
                    let needed = usize::try_from(needed).unwrap_or(usize::MAX).saturating_mul(16);
                    return Err(Error::BufferTooSmall { needed });
                }
                (memory, region)
            }
        };
        if space.len() < MEMORY_MINIMUM {
            return Err(Error::BadRegion(BadMemory::TooSmall));
        }
        // The count outlives the writer, so that handles of the one before are foreign to the next. Without a book, the
        // generation of the file of before does.
        let opened = memory.half(0).or(region.half(GENERATION_HALF)).unwrap_or(0).wrapping_add(1);
        let number = number(region.address(), opened);
        if memory.is_empty() {
            return Ok((Self { number, ..Self::NONE }, space));
        }
        let serials = if config.serials { memory.behind(fixed) } else { Memory::EMPTY };
        Ok((Self { memory, serials, buckets, number }, space))
    }

    /// Makes the book empty, and counts that it was opened.
    pub fn erase(&self) {
        let opened = self.memory.half(0).unwrap_or(0);
        self.memory.zero(0, self.memory.units().saturating_mul(2));
        self.memory.set_half(0, opened.wrapping_add(1));
    }

    /// Whether blocks have serial numbers and recorded marks.
    pub const fn has_serials(&self) -> bool {
        !self.serials.is_empty()
    }

    /// What a handle of kind `kind` to the block at `index` must carry: the writer's number mixed with that of the kind, and
    /// the block's serial.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn check(&self, kind: u16, index: BlockIndex) -> u32 {
        self.mixed(kind) | u32::from(self.serial(index.get()).unwrap_or(0))
    }

    /// What every handle of kind `kind` carries above the serial.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn mixed(&self, kind: u16) -> u32 {
        u32::from(self.number ^ kind) << 16
    }

    /// The serial of the block at `index`, where blocks have serials.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn serial(&self, index: u32) -> Option<u16> {
        self.entry(index).map(|entry| entry & !RECORDED)
    }

    /// The number of the kind for which a handle's check was made, if this writer made it.
    pub fn kind_of(&self, check: u32) -> Option<u16> {
        let [.., low, high] = check.to_le_bytes();
        let kind = u16::from_le_bytes([low, high]) ^ self.number;
        (1..=MAXIMUM_NUMBER).contains(&kind).then_some(kind)
    }

    /// Counts the block's serial up, and takes its mark off: no handle to it is good any more.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn retire(&self, index: BlockIndex) {
        self.change(index, |entry| entry.wrapping_add(1) & !RECORDED);
    }

    /// Marks the block as recorded.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn record(&self, index: BlockIndex) {
        self.change(index, |entry| entry | RECORDED);
    }

    /// Whether the block is marked as recorded.
    pub fn is_recorded(&self, index: BlockIndex) -> bool {
        self.entry(index.get()).is_some_and(|entry| entry & RECORDED != 0)
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn entry(&self, index: u32) -> Option<u16> {
        let [low, high, ..] = (self.serials.half(index / 4)? >> shift(index)).to_le_bytes();
        Some(u16::from_le_bytes([low, high]))
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn change(&self, index: BlockIndex, change: impl FnOnce(u16) -> u16) {
        let (half, shift) = (index.get() / 4, shift(index.get()));
        let Some(word) = self.serials.half(half) else { return };
        let [low, high, ..] = (word >> shift).to_le_bytes();
        let entry = change(u16::from_le_bytes([low, high]));
        self.serials.set_half(half, word & !(0xffff << shift) | u64::from(entry) << shift);
    }

    /// The text of this hash for which `is_it` gives something, and that.
    ///
    /// Texts of one hash share a bucket of slots, and no look-up goes beyond it. A slot holds the text's block and, in
    /// its upper bits, some of the hash, so that other texts of the bucket are hardly ever looked at.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn find<T>(&self, hash: u64, is_it: impl Fn(BlockIndex) -> Option<T>) -> Option<(BlockIndex, T)> {
        let tag = tag(hash);
        let unit = self.bucket(hash)?;
        let [first, second] = words(unit.low());
        let [third, fourth] = words(unit.high());
        // The bits of the slots whose tags are equal, the first slot's lowest.
        let mut equal = 0_u32;
        for (slot, bit) in [(first, 1), (second, 2), (third, 4), (fourth, 8)] {
            if slot & !BlockIndex::MASK == tag {
                equal |= bit;
            }
        }
        while equal != 0 {
            let slot = match equal.trailing_zeros() {
                0 => first,
                1 => second,
                2 => third,
                _ => fourth,
            };
            equal &= equal - 1;
            let index = BlockIndex::masked(slot);
            if !index.is_zero()
                && let Some(found) = is_it(index)
            {
                return Some((index, found));
            }
        }
        None
    }

    /// Puts a text into the first empty slot of its bucket. When there is none, the text will not be shared.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn insert(&self, hash: u64, index: BlockIndex) {
        self.replace(hash, 0, tag(hash) | index.get());
    }

    /// Takes a text out of its bucket, if it is there.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn remove(&self, hash: u64, index: BlockIndex) {
        self.replace(hash, tag(hash) | index.get(), 0);
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn replace(&self, hash: u64, old: u32, new: u32) {
        let Some(unit) = self.bucket(hash) else { return };
        let [first, second] = words(unit.low());
        let [third, fourth] = words(unit.high());
        if first == old {
            unit.set_low(join(new, second));
        } else if second == old {
            unit.set_low(join(first, new));
        } else if third == old {
            unit.set_high(join(new, fourth));
        } else if fourth == old {
            unit.set_high(join(third, new));
        }
    }

    /// The slots in which a text of this hash may lie.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn bucket(&self, hash: u64) -> Option<Unit<'m>> {
        let [low, _] = words(hash);
        // The number of buckets is a power of two, or zero.
        let last = self.buckets.checked_sub(1)?;
        self.memory.unit(FIRST_BUCKET + (low & last))
    }
}

/// Where in its word of serials a block's entry lies.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn shift(index: u32) -> u32 {
    index % 4 * 16
}

/// The part of a hash that stands in a slot, above the index.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn tag(hash: u64) -> u32 {
    let [_, high] = words(hash);
    high & !BlockIndex::MASK
}

/// A number that tells this region's handles from another's. Mixed with a kind's number it is never zero.
fn number(address: usize, opened: u64) -> u16 {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let address = u64::try_from(address).unwrap_or(0);
    let mixed = (address.wrapping_mul(SPREAD) ^ opened).wrapping_mul(SPREAD);
    let [.., low, high] = mixed.to_le_bytes();
    u16::from_le_bytes([low, high]).max(MAXIMUM_NUMBER + 1)
}
