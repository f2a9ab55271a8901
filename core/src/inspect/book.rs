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

use core::ops::Range;

use super::block::BlockIndex;
use crate::generation::{join, words};
use crate::memory::Memory;

/// Regions below this have no room to spare for a book.
const SMALLEST_WITH_BOOK: u32 = 32;
/// Units of file for each string slot.
const UNITS_PER_SLOT: u32 = 8;
/// Slots in which a text may lie: half a cache line of them.
const BUCKET: u32 = 8;
/// The half in which the slots begin.
const FIRST_SLOT_HALF: u32 = 1;
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
    /// The number of string slots, rounded down to a power of two. 0 means that texts are never shared.
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
    /// Number of slots: a power of two, or 0.
    slots: u32,
    /// The half in which the serials begin, or 0 when there are none.
    serials: u32,
    /// The upper half of every handle's check: never zero.
    number: u16,
}

impl<'m> Book<'m> {
    /// The book of a writer that was not started.
    pub const NONE: Self = Self { memory: Memory::EMPTY, slots: 0, serials: 0, number: 0 };

    /// Finds room for a book; gives it, empty, and the memory that is left for the file.
    ///
    /// # Errors
    /// The number of bytes that a book elsewhere needs, when it has fewer.
    pub fn open(region: Memory<'m>, config: &Config<'m>) -> Result<(Self, Memory<'m>), usize> {
        let units = region.units();
        let slots: u32 = match config.string_slots.unwrap_or(units / UNITS_PER_SLOT) {
            0 => 0,
            slots => 1 << slots.ilog2(),
        };
        let halves = |file: u32| {
            let serials = if config.serials { u64::from(file).div_ceil(4) } else { 0 };
            u64::from(FIRST_SLOT_HALF) + u64::from(slots).div_ceil(2) + serials
        };
        let (memory, space) = match config.book {
            BookPlace::Nowhere => (Memory::EMPTY, region),
            BookPlace::InRegion if units < SMALLEST_WITH_BOOK => (Memory::EMPTY, region),
            BookPlace::InRegion => {
                // A unit of file takes an eighth of a unit of serials.
                let fixed = halves(0).div_ceil(2);
                let left = u64::from(units).saturating_sub(fixed);
                let file = if config.serials { left * 8 / 9 } else { left };
                let file = u32::try_from(file).unwrap_or(u32::MAX);
                (region.behind(file), region.truncated(file))
            }
            BookPlace::Elsewhere(memory) => {
                let needed = usize::try_from(halves(units) * 8).unwrap_or(usize::MAX);
                if memory.len() < needed {
                    return Err(needed);
                }
                (memory, region)
            }
        };
        if memory.is_empty() {
            return Ok((Self { number: number(region.address(), 0), ..Self::NONE }, space));
        }
        // The count outlives the writer, so that handles of the one before are foreign to the next.
        let opened = memory.half(0).unwrap_or(0).wrapping_add(1);
        memory.zero(0, memory.units().saturating_mul(2));
        memory.set_half(0, opened);
        let serials = if config.serials { FIRST_SLOT_HALF + slots.div_ceil(2) } else { 0 };
        Ok((Self { memory, slots, serials, number: number(region.address(), opened) }, space))
    }

    /// Whether blocks have serial numbers and recorded marks.
    pub const fn has_serials(&self) -> bool {
        self.serials != 0
    }

    /// What a handle to the block at `index` must carry: the writer's number, and the block's serial.
    #[inline(always)]
    pub fn check(&self, index: BlockIndex) -> u32 {
        u32::from(self.number) << 16 | u32::from(self.entry(index) & !RECORDED)
    }

    /// Whether a handle's check was made by this writer, for whatever block.
    pub fn is_ours(&self, check: u32) -> bool {
        check >> 16 == u32::from(self.number)
    }

    /// Counts the block's serial up, and takes its mark off: no handle to it is good any more.
    #[inline(always)]
    pub fn retire(&self, index: BlockIndex) {
        self.change(index, |entry| entry.wrapping_add(1) & !RECORDED);
    }

    /// Marks the block as recorded.
    #[inline(always)]
    pub fn record(&self, index: BlockIndex) {
        self.change(index, |entry| entry | RECORDED);
    }

    /// Whether the block is marked as recorded.
    pub fn is_recorded(&self, index: BlockIndex) -> bool {
        self.entry(index) & RECORDED != 0
    }

    #[inline(always)]
    fn entry(&self, index: BlockIndex) -> u16 {
        if !self.has_serials() {
            return 0;
        }
        let (half, shift) = self.place(index);
        let [low, high, ..] = (self.memory.half(half).unwrap_or(0) >> shift).to_le_bytes();
        u16::from_le_bytes([low, high])
    }

    #[inline(always)]
    fn change(&self, index: BlockIndex, change: impl FnOnce(u16) -> u16) {
        if !self.has_serials() {
            return;
        }
        let (half, shift) = self.place(index);
        let Some(word) = self.memory.half(half) else { return };
        let [low, high, ..] = (word >> shift).to_le_bytes();
        let entry = change(u16::from_le_bytes([low, high]));
        self.memory.set_half(half, word & !(0xffff << shift) | u64::from(entry) << shift);
    }

    #[inline(always)]
    fn place(&self, index: BlockIndex) -> (u32, u32) {
        (self.serials + index.get() / 4, index.get() % 4 * 16)
    }

    /// The text of this hash for which `is_it` holds.
    ///
    /// Texts of one hash share a bucket of slots, and no look-up goes beyond it. A slot holds the text's block and, in
    /// its upper bits, some of the hash, so that other texts of the bucket are hardly ever looked at.
    #[inline(always)]
    pub fn find(&self, hash: u64, is_it: impl Fn(BlockIndex) -> bool) -> Option<BlockIndex> {
        for half in self.bucket(hash) {
            for slot in words(self.memory.half(half)?) {
                if slot >> 24 == tag(hash)
                    && let Some(index) = text_of(slot)
                    && is_it(index)
                {
                    return Some(index);
                }
            }
        }
        None
    }

    /// Puts a text into the first empty slot of its bucket. When there is none, the text will not be shared.
    #[inline(always)]
    pub fn insert(&self, hash: u64, index: BlockIndex) {
        self.replace(hash, 0, tag(hash) << 24 | index.get());
    }

    /// Takes a text out of its bucket, if it is there.
    #[inline(always)]
    pub fn remove(&self, hash: u64, index: BlockIndex) {
        self.replace(hash, tag(hash) << 24 | index.get(), 0);
    }

    #[inline(always)]
    fn replace(&self, hash: u64, old: u32, new: u32) {
        for half in self.bucket(hash) {
            let Some(word) = self.memory.half(half) else { return };
            let [low, high] = words(word);
            let replaced = if low == old {
                join(new, high)
            } else if high == old {
                join(low, new)
            } else {
                continue;
            };
            self.memory.set_half(half, replaced);
            return;
        }
    }

    /// The halves in which the slots for this hash lie.
    #[inline(always)]
    fn bucket(&self, hash: u64) -> Range<u32> {
        let [low, _] = words(hash);
        // A multiple of the bucket's size, below the number of slots, which is a power of two or zero.
        let first = FIRST_SLOT_HALF + (low & self.slots.saturating_sub(1) & !(BUCKET - 1)) / 2;
        first..first + self.slots.min(BUCKET).div_ceil(2)
    }
}

#[inline(always)]
fn tag(hash: u64) -> u32 {
    let [_, high] = words(hash);
    high >> 24
}

#[inline(always)]
fn text_of(slot: u32) -> Option<BlockIndex> {
    BlockIndex::new(slot & 0xff_ffff).filter(|index| !index.is_zero())
}

/// A number that tells this region's handles from another's. It is never zero, so no handle's check is.
fn number(address: usize, opened: u64) -> u16 {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let address = u64::try_from(address).unwrap_or(0);
    let mixed = (address.wrapping_mul(SPREAD) ^ opened).wrapping_mul(SPREAD);
    let [.., low, high] = mixed.to_le_bytes();
    u16::from_le_bytes([low, high]).max(1)
}
