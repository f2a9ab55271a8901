//! The row of blocks that a file is, for the writer, which knows that it is one.

use super::block::{BlockIndex, Head};
use crate::memory::{Memory, Unit};

/// The blocks of a file from one on, one behind the other, as far as their orders make sense.
///
/// The block that was given last may be freed meanwhile: where the next one begins is known already.
#[derive(Clone, Debug)]
pub(super) struct Blocks<'m> {
    file: Memory<'m>,
    at: u32,
}

impl<'m> Blocks<'m> {
    /// All blocks of `file`, the header first.
    pub const fn of(file: Memory<'m>) -> Self {
        Self { file, at: 0 }
    }
}

impl<'m> Iterator for Blocks<'m> {
    type Item = (BlockIndex, Unit<'m>, Head);

    fn next(&mut self) -> Option<Self::Item> {
        let index = BlockIndex::new(self.at)?;
        let unit = self.file.unit(self.at)?;
        let head = Head(unit.low());
        self.at += head.order()?.units();
        Some((index, unit, head))
    }
}
