//! Targeted reads: one value of a live file, without a copy of the file.
//!
//! A path is resolved once, over a snapshot; what remains is a [`Location`], which says where the value lies and what
//! must lie around it. Reading takes some loads between two looks at the generation (section 11.2 of the format), a
//! window of some nanoseconds, so that it succeeds beside a writer that never rests.
//!
//! A block may be freed and used again, even for a value of the same type and under the same parent, and so may the
//! block of its name. A location therefore holds a digest of the value's first word and name and of those of the nodes
//! above it, and every read makes it anew from the live memory.

use super::content::Pieces;
use super::image::Image;
use super::snapshot::Patience;
use super::tree::Property;
use super::value::{Number, Shape};
use crate::generation::{self, Consistent, Unread};
use crate::inspect::block::{ArrayWord, BlockIndex, BlockType, BufferFormat, BufferWord, Head, TextWord};
use crate::memory::Memory;

/// Levels that a digest covers: the value, and the nodes above it.
const LEVELS: u32 = 8;
/// Units of a name that a digest covers.
const NAME_UNITS: u32 = 4;

/// Where a value lies in a file, and by what to know it again.
///
/// A location costs nothing to keep, and stays good as long as its value is not deleted, however much else is written.
/// It is good for the memory that its snapshot was taken of, and for every later copy of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    block: BlockIndex,
    head: Head,
    digest: u64,
}

/// Why a located value cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LocationError {
    /// The writer was inside a section at each attempt, or died inside one.
    Locked {
        /// The number of attempts.
        attempts: u32,
    },
    /// The writer was faster than each attempt.
    Contended {
        /// The number of attempts.
        attempts: u32,
    },
    /// The value is gone: its block, its name or a node above it is free, or something else.
    Reused,
    /// The value is of another kind than what was asked for.
    WrongKind,
    /// The array has no such slot.
    OutOfRange,
    /// The buffer cannot hold the contents.
    BufferTooSmall {
        /// The number of bytes.
        needed: usize,
    },
}

impl From<Unread> for LocationError {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::Locked(attempts) => Self::Locked { attempts },
            Unread::Contended(attempts) => Self::Contended { attempts },
        }
    }
}

impl core::fmt::Display for LocationError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Locked { .. } => "the file was being written at each attempt, or its writer died; try again",
            Self::Contended { .. } => "the writer changed the file during each attempt; try again",
            Self::Reused => "the value is not there any more; resolve its path again",
            Self::WrongKind => "the value is of another kind; read it by the function for its kind",
            Self::OutOfRange => "the array has no slot of this index",
            Self::BufferTooSmall { .. } => "the buffer is too small for the contents",
        })
    }
}

impl core::error::Error for LocationError {}

/// A value that is one word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// A number.
    Number(Number),
    /// True or false.
    Bool(bool),
}

impl Property<'_> {
    /// Where the value lies, to read it again from live memory.
    ///
    /// What tells it apart is its own name and those of the seven nodes above it, of each the first 52 bytes.
    pub fn location(&self) -> Location {
        let place = self.place();
        Location {
            block: place.block,
            head: place.head(),
            digest: digest(|index| place.image.unit(index), place.head().0),
        }
    }
}

impl Location {
    /// The block of the value.
    pub const fn block(&self) -> BlockIndex {
        self.block
    }

    /// Reads an int, a uint, a double or a bool.
    ///
    /// Time: constant for each attempt. May be called while the writer runs, from any thread or process.
    ///
    /// ```
    /// use glassbox::inspect::reader::{Number, Options, Patience, Scalar, Snapshot, Tree, scratch_words};
    /// use glassbox::inspect::{Config, NodeHandle, Writer};
    ///
    /// static MEMORY: glassbox::Region<4096> = glassbox::Region::new();
    /// let mut writer = Writer::new(MEMORY.memory(), &Config::default())?;
    /// let radio = writer.create_node(NodeHandle::ROOT, "radio")?;
    /// let packets = writer.create_uint(radio, "packets", 7)?;
    ///
    /// // Once: find the value in a snapshot.
    /// let mut buffer = [0; 4096];
    /// let mut scratch = [0; scratch_words(4096)];
    /// let snapshot = Snapshot::take(MEMORY.memory(), &mut buffer, Patience::default())?;
    /// let tree = Tree::read(snapshot.bytes(), &mut scratch, Options::default(), &mut |_| {})?;
    /// let property = tree.find("radio/packets").and_then(|entry| entry.property()).ok_or("no packets")?;
    /// let location = property.location();
    ///
    /// // As often as needed: read it where it lies.
    /// writer.add(packets, 1)?;
    /// let read = location.read(MEMORY.memory(), Patience::default())?;
    /// assert_eq!(read.value, Scalar::Number(Number::Uint(8)));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// `WrongKind` for values of other kinds; `Reused`, `Locked`, `Contended`.
    pub fn read(&self, memory: Memory<'_>, patience: Patience) -> Result<Consistent<Scalar>, LocationError> {
        // No more than a word is handed out of the attempt, so that it stays in registers.
        let header = memory.unit(0).ok_or(LocationError::Reused)?;
        let Consistent { value: payload, generation, attempts } =
            generation::read(&header.counter(), patience.attempts, patience.pause, || self.payload(memory))?;
        let payload = payload.ok_or(LocationError::Reused)?;
        let value = match self.head.block_type() {
            Some(BlockType::Int) => Scalar::Number(Number::Int(payload.cast_signed())),
            Some(BlockType::Uint) => Scalar::Number(Number::Uint(payload)),
            Some(BlockType::Double) => Scalar::Number(Number::Double(f64::from_bits(payload))),
            Some(BlockType::Bool) => Scalar::Bool(payload != 0),
            _ => return Err(LocationError::WrongKind),
        };
        Ok(Consistent { value, generation, attempts })
    }

    /// Reads one slot of an array or a histogram of numbers. A histogram's parameters come first.
    ///
    /// Time: constant for each attempt.
    ///
    /// # Errors
    /// `WrongKind` for values of other kinds; `OutOfRange`; `Reused`, `Locked`, `Contended`.
    pub fn read_slot(
        &self,
        memory: Memory<'_>,
        slot: u32,
        patience: Patience,
    ) -> Result<Consistent<Number>, LocationError> {
        self.attempt(memory, patience, |image, payload| {
            let order = self.head.order().filter(|_| self.head.is(BlockType::Array));
            let shape =
                order.and_then(|order| Shape::new(order, ArrayWord(payload))).ok_or(LocationError::WrongKind)?;
            if slot >= shape.slots {
                return Err(LocationError::OutOfRange);
            }
            let word = image.half(self.block.get() * 2 + 2 + slot).ok_or(LocationError::OutOfRange)?;
            Number::new(shape.entry, word).ok_or(LocationError::WrongKind)
        })
    }

    /// Copies a text or bytes to the beginning of `buffer`, and says how many bytes there are.
    ///
    /// Time: proportional to the bytes, for each attempt. A text is not checked to be UTF-8.
    ///
    /// # Errors
    /// `WrongKind` for values of other kinds; `BufferTooSmall`; `Reused`, `Locked`, `Contended`.
    pub fn read_bytes(
        &self,
        memory: Memory<'_>,
        buffer: &mut [u8],
        patience: Patience,
    ) -> Result<Consistent<usize>, LocationError> {
        self.attempt(memory, patience, |image, payload| {
            if !self.head.is(BlockType::Buffer) {
                return Err(LocationError::WrongKind);
            }
            let buffer_word = BufferWord(payload);
            let content = buffer_word.content().unwrap_or_default();
            let pieces = if buffer_word.raw_format() == BufferFormat::Reference as u8 {
                let [head, payload] = image.unit(content.get()).unwrap_or_default();
                if !Head(head).is(BlockType::StringReference) {
                    return Err(LocationError::Reused);
                }
                Pieces::text(image, content, TextWord(payload).length())
            } else {
                Pieces::chain(image, content, buffer_word.length())
            };
            copy(pieces, buffer)
        })
    }

    /// Runs `read` on the value's second word until nothing was written meanwhile.
    #[inline]
    fn attempt<T>(
        &self,
        memory: Memory<'_>,
        patience: Patience,
        mut read: impl FnMut(Image<'_>, u64) -> Result<T, LocationError>,
    ) -> Result<Consistent<T>, LocationError> {
        let header = memory.unit(0).ok_or(LocationError::Reused)?;
        let image = Image::from(memory);
        let Consistent { value, generation, attempts } =
            generation::read(&header.counter(), patience.attempts, patience.pause, || {
                read(image, self.payload(memory).ok_or(LocationError::Reused)?)
            })?;
        Ok(Consistent { value: value?, generation, attempts })
    }

    /// The value's second word, if the value is what it was.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn payload(&self, memory: Memory<'_>) -> Option<u64> {
        let unit = |index| memory.unit(index).map(|unit| [unit.low(), unit.high()]);
        let [head, payload] = unit(self.block.get())?;
        (head == self.head.0 && digest(unit, head) == self.digest).then_some(payload)
    }
}

/// Copies a byte string of which the length is only claimed. Reads no more than fits.
fn copy(mut pieces: Pieces<'_>, buffer: &mut [u8]) -> Result<usize, LocationError> {
    let needed = usize::try_from(pieces.left()).unwrap_or(usize::MAX);
    let mut rest = buffer.get_mut(..needed).ok_or(LocationError::BufferTooSmall { needed })?;
    let mut copied = 0;
    while let Some((word, count)) = pieces.next_word() {
        let count = usize::try_from(count).unwrap_or(8);
        let Some((now, later)) = rest.split_at_mut_checked(count) else { break };
        for (to, from) in now.iter_mut().zip(word.to_le_bytes()) {
            *to = from;
        }
        rest = later;
        copied += count;
    }
    Ok(copied)
}

/// What tells a value apart from all others that may come to lie in its block: its first word and its name, and those
/// of the nodes above it. `head` is that word, and `unit` gives the words of a unit.
///
/// Of a name's block the text is enough: it is in use as long as the value is. The words are added up, each times an
/// odd factor, so that no change of one word goes unseen; and the products do not wait for each other, which is why
/// this is no hash of a more usual kind.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn digest(unit: impl Fn(u32) -> Option<[u64; 2]> + Copy, head: u64) -> u64 {
    let mut digest: u64 = 0;
    let mut head = head;
    for _ in 0..LEVELS {
        let name_at = Head(head).name().get();
        let [name, payload] = unit(name_at).unwrap_or_default();
        let mut sum = mixed(head, 0).wrapping_add(mixed(payload, 1));
        let order = Head(name).raw_order();
        if order != 0 {
            // Two units hold 20 bytes, which is enough for most names.
            sum = sum.wrapping_add(unit_sum(unit(name_at + 1)));
            if order != 1 {
                sum = sum.wrapping_add(long_name(unit, name_at));
            }
        }
        digest = digest.rotate_left(29) ^ sum;
        let parent = Head(head).parent();
        if parent.is_zero() {
            break;
        }
        [head, _] = unit(parent.get()).unwrap_or_default();
    }
    digest
}

/// The units of a long name behind its second one.
#[cold]
#[inline(never)]
fn long_name(unit: impl Fn(u32) -> Option<[u64; 2]>, name_at: u32) -> u64 {
    (2..NAME_UNITS).fold(0, |sum: u64, behind| sum.rotate_left(17).wrapping_add(unit_sum(unit(name_at + behind))))
}

#[cfg_attr(target_pointer_width = "64", inline(always))]
fn unit_sum(unit: Option<[u64; 2]>) -> u64 {
    let [low, high] = unit.unwrap_or_default();
    mixed(low, 2).wrapping_add(mixed(high, 3))
}

/// A word times the factor for its place.
#[cfg_attr(target_pointer_width = "64", inline(always))]
const fn mixed(word: u64, place: u64) -> u64 {
    const FIRST: u64 = 0x9e37_79b9_7f4a_7c15;
    const STEP: u64 = 0xd1b5_4a32_d192_ed02;
    word.wrapping_mul(FIRST.wrapping_add(STEP.wrapping_mul(place)))
}
