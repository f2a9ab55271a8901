//! The pen: writes an image, or compares one with what it would write.
//!
//! Adopting a region after a reset needs the same walk over the declarations as laying them out. So the walk is written
//! once, and the pen either stores words or looks whether they are there.

use crate::memory::{Memory, of_parts};

/// A place to write to, or to compare.
pub(crate) struct Pen<'m> {
    memory: Memory<'m>,
    is_comparing: bool,
    differs: bool,
}

impl<'m> Pen<'m> {
    /// A pen that stores.
    pub(crate) const fn writing(memory: Memory<'m>) -> Self {
        Self { memory, is_comparing: false, differs: false }
    }

    /// A pen that stores nothing, and finds out whether the words are there.
    pub(crate) const fn comparing(memory: Memory<'m>) -> Self {
        Self { memory, is_comparing: true, differs: false }
    }

    pub(crate) const fn is_comparing(&self) -> bool {
        self.is_comparing
    }

    pub(crate) const fn memory(&self) -> Memory<'m> {
        self.memory
    }

    /// Whether a word was another one than it would have been.
    pub(crate) const fn differs(&self) -> bool {
        self.differs
    }

    /// A number of 64 bits.
    pub(crate) fn word(&mut self, half: u32, number: u64) {
        let Some(cell) = self.memory.native(half) else {
            self.differs = true;
            return;
        };
        if self.is_comparing {
            self.differs |= cell.load() != number;
        } else {
            cell.store(number);
        }
    }

    /// Two numbers of 32 bits.
    pub(crate) fn pair(&mut self, half: u32, first: u32, last: u32) {
        self.word(half, of_parts(first, last));
    }

    /// Bytes, and zeros behind them up to `halves` halves.
    pub(crate) fn bytes(&mut self, half: u32, halves: u32, bytes: impl Iterator<Item = u8>) {
        let mut bytes = bytes.fuse();
        for at in half..half.saturating_add(halves) {
            let word = core::array::from_fn(|_| bytes.next().unwrap_or(0));
            self.word(at, u64::from_ne_bytes(word));
        }
    }

    /// A text, and zeros behind it up to `halves` halves.
    pub(crate) fn text(&mut self, half: u32, halves: u32, text: &[u8]) {
        self.bytes(half, halves, text.iter().copied());
    }
}
