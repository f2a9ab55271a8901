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
    /// Where the bytes go that have been begun.
    half: u32,
    /// Those of them that make no whole half yet.
    bytes: [u8; 8],
    /// The number of those.
    used: usize,
}

impl<'m> Pen<'m> {
    /// A pen that stores.
    pub(crate) const fn writing(memory: Memory<'m>) -> Self {
        Self { memory, is_comparing: false, differs: false, half: 0, bytes: [0; 8], used: 0 }
    }

    /// A pen that stores nothing, and finds out whether the words are there.
    pub(crate) const fn comparing(memory: Memory<'m>) -> Self {
        Self { is_comparing: true, ..Self::writing(memory) }
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

    /// A text, and zeros behind it up to `halves` halves.
    pub(crate) fn text(&mut self, half: u32, halves: u32, text: &[u8]) {
        self.begin(half);
        self.bytes(text);
        self.fill_up_to(half.saturating_add(halves));
    }

    /// Begins bytes at `half`; they end with [`Pen::fill_up_to`].
    pub(crate) fn begin(&mut self, half: u32) {
        self.half = half;
        self.used = 0;
    }

    /// Bytes behind those since the beginning.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.byte(*byte);
        }
    }

    /// A byte behind those since the beginning.
    pub(crate) fn byte(&mut self, byte: u8) {
        if let Some(slot) = self.bytes.get_mut(self.used) {
            *slot = byte;
        }
        self.used = self.used.wrapping_add(1);
        if self.used == self.bytes.len() {
            self.word(self.half, u64::from_ne_bytes(self.bytes));
            self.begin(self.half.wrapping_add(1));
        }
    }

    /// Zeros behind the bytes since the beginning, up to `half`.
    pub(crate) fn fill_up_to(&mut self, half: u32) {
        while self.half < half {
            self.byte(0);
        }
    }
}
