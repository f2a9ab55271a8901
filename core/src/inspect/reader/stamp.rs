//! The beginning of a live file, for somebody who copies it by other means than memory: with `pread`, or over a wire.
//!
//! The rule is that of every reader (section 11.2 of the format): take a stamp, copy, take another stamp, and keep the
//! copy when the two are equal and not locked.

use super::image::Image;
use crate::inspect::block::{BlockType, Head, MAGIC, UNIT, VERSION};

/// Bytes that block indexes reach.
const REACH: u64 = 1 << 28;

/// What the beginning of a file says to who is about to copy it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    generation: u64,
    allocated: Option<u32>,
}

impl Stamp {
    /// Bytes that a stamp is taken from.
    pub const BYTES: usize = 32;

    /// Takes a stamp from the first bytes of a file. `None` when these are no header of a version that can be read:
    /// then no copy will be readable, and [`Tree::read`](super::Tree::read) tells why.
    pub fn of(beginning: &[u8]) -> Option<Self> {
        let image = Image::from_slice(beginning);
        let [head, generation] = image.unit(0)?;
        let head = Head(head);
        if !head.is(BlockType::Header) || head.magic() != MAGIC || !(1..=VERSION).contains(&head.version()) {
            return None;
        }
        let [allocated, _] = crate::generation::words(image.half(2).unwrap_or(0));
        let is_told = head.raw_order() == 1 && allocated >= 2 * UNIT;
        Some(Self { generation, allocated: is_told.then_some(allocated) })
    }

    /// The generation.
    pub const fn generation(self) -> u64 {
        self.generation
    }

    /// Whether the writer is inside a section, or died inside one.
    pub const fn is_locked(self) -> bool {
        self.generation & 1 != 0
    }

    /// How many bytes to copy where `present` are at hand: as many as the header says, or all that indexes reach and a
    /// little more, so that the reader can tell that there is more.
    pub fn len(self, present: u64) -> u64 {
        present.min(self.allocated.map_or(REACH + u64::from(UNIT), u64::from))
    }
}
