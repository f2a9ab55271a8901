//! The bytes of a file, wherever they lie: in a slice, or in memory that is read in place.
//!
//! A reader sees 16-byte units of two little-endian words. It never holds a reference to bytes of live memory, and a
//! place beyond the end reads as `None`, so no index from a file can do harm.

use crate::inspect::block::BlockIndex;
use crate::memory::Memory;

/// A unit as it lies in a slice.
type Bytes = [[u8; 8]; 2];

/// The bytes of an Inspect file, or what somebody claims to be one.
///
/// Made from a slice of any alignment, or from [`Memory`] whose writer is quiet.
#[derive(Clone, Copy, Debug)]
pub struct Image<'a> {
    units: Units<'a>,
    len: usize,
}

#[derive(Clone, Copy, Debug)]
enum Units<'a> {
    Slice(&'a [Bytes]),
    Memory(Memory<'a>),
}

impl<'a> From<&'a [u8]> for Image<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::from_slice(bytes)
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for Image<'a> {
    fn from(bytes: &'a [u8; N]) -> Self {
        Self::from_slice(bytes)
    }
}

impl<'a> From<&'a mut [u8]> for Image<'a> {
    fn from(bytes: &'a mut [u8]) -> Self {
        Self::from_slice(bytes)
    }
}

impl<'a> From<Memory<'a>> for Image<'a> {
    fn from(memory: Memory<'a>) -> Self {
        Self { units: Units::Memory(memory), len: memory.len() }
    }
}

impl<'a> Image<'a> {
    pub(super) const fn from_slice(bytes: &'a [u8]) -> Self {
        let (words, _) = bytes.as_chunks::<8>();
        let (units, _) = words.as_chunks::<2>();
        Self { units: Units::Slice(units), len: bytes.len() }
    }

    /// The number of bytes.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no bytes.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The memory that is read in place, if that is what this image is.
    pub(super) const fn memory(&self) -> Option<Memory<'a>> {
        match self.units {
            Units::Memory(memory) => Some(memory),
            Units::Slice(_) => None,
        }
    }

    /// The first `bytes` bytes, of which whole units can be read; all of it when there are fewer.
    pub(super) fn truncated(self, bytes: usize) -> Self {
        let units = match self.units {
            Units::Slice(units) => Units::Slice(units.get(..bytes / 16).unwrap_or(units)),
            Units::Memory(memory) => Units::Memory(memory.truncated(u32::try_from(bytes / 16).unwrap_or(u32::MAX))),
        };
        Self { units, len: self.len.min(bytes) }
    }

    /// The two words of the unit at `index`.
    // Small machines want one body of this, large ones want none.
    #[cfg_attr(target_pointer_width = "32", inline(never))]
    #[cfg_attr(not(target_pointer_width = "32"), inline)]
    pub(super) fn unit(&self, index: u32) -> Option<[u64; 2]> {
        match self.units {
            Units::Slice(units) => {
                let [low, high] = units.get(usize::try_from(index).ok()?)?;
                Some([u64::from_le_bytes(*low), u64::from_le_bytes(*high)])
            }
            Units::Memory(memory) => {
                let unit = memory.unit(index)?;
                Some([unit.low(), unit.high()])
            }
        }
    }

    /// The word `h` of the block at `index`; zero, which is a free block, beyond the end.
    #[inline]
    pub(super) fn head(&self, index: BlockIndex) -> u64 {
        self.unit(index.get()).map_or(0, |[head, _]| head)
    }

    /// The word at `8 * half`.
    #[inline]
    pub(super) fn half(&self, half: u32) -> Option<u64> {
        let [low, high] = self.unit(half / 2)?;
        Some(if half.is_multiple_of(2) { low } else { high })
    }
}
