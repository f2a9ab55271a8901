//! Memory that somebody else can read and write beside the writer.

use glassbox::Memory;

#[cfg(not(any(glassbox_word32, not(target_has_atomic = "64"))))]
type Word = u64;
#[cfg(not(any(glassbox_word32, not(target_has_atomic = "64"))))]
type Cell = std::sync::atomic::AtomicU64;
#[cfg(any(glassbox_word32, not(target_has_atomic = "64")))]
type Word = u32;
#[cfg(any(glassbox_word32, not(target_has_atomic = "64")))]
type Cell = std::sync::atomic::AtomicU32;

/// Memory with a way around the writer.
pub struct Shared {
    pub cells: Vec<Cell>,
}

impl Shared {
    pub fn new(bytes: usize) -> Self {
        Self { cells: (0..bytes / size_of::<Cell>()).map(|_| Cell::default()).collect() }
    }

    pub fn memory(&self) -> Memory<'_> {
        let bytes = self.cells.as_ptr().cast_mut().cast();
        // SAFETY: the cells live as long as the borrow, allow shared writes, and are of the width that `Memory` has.
        unsafe { Memory::from_raw(bytes, size_of_val(&self.cells[..])) }.unwrap()
    }

    fn cell(&self, half: usize) -> &[Cell] {
        let count = 8 / size_of::<Cell>();
        &self.cells[half * count..][..count]
    }

    /// The word at `8 * half`.
    pub fn get(&self, half: usize) -> u64 {
        let order = std::sync::atomic::Ordering::Relaxed;
        let bytes: Vec<u8> = self.cell(half).iter().flat_map(|cell| cell.load(order).to_ne_bytes()).collect();
        u64::from_le_bytes(bytes.try_into().unwrap())
    }

    pub fn set(&self, half: usize, word: u64) {
        let bytes = word.to_le_bytes();
        for (cell, bytes) in self.cell(half).iter().zip(bytes.as_chunks().0) {
            cell.store(Word::from_ne_bytes(*bytes), std::sync::atomic::Ordering::Relaxed);
        }
    }
}
