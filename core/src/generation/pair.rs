//! The pair of generations with which an MMV file is published: equal and not zero means complete.
//!
//! A writer that is about to change what readers rely on stores zero to the second of the pair; when it is done it
//! stores a new generation to the first and then to the second. No generation may come twice.
//!
//! # Why these orderings
//!
//! *Begin* stores the zero, then issues a release fence: a reader whose copy saw any store of the edit and that then
//! issues its acquire fence cannot still find the old generation in the second of the pair. *End* stores the second with
//! release order: whoever reads it with acquire order sees the first and everything that the edit stored.
//!
//! Where a generation takes two 32-bit words ([`SplitPair`]), both words of the second are stored with release order and
//! read with acquire order. A reader may find one word of the old and one word of the new generation there, and take
//! them for the new one when both have that word in common. But then it has read the word that is new, and sees the
//! whole edit. Neither word of a generation is zero, so a half-stored zero never looks like a generation either.

use super::{Cell, words};

/// The two generations of a file.
pub(crate) trait Pair {
    /// Takes the file away from readers. Stores that follow are seen by no reader that still accepts the old generation.
    fn begin(&self);
    /// Gives the file to readers, with all stores so far and with `generation`, which is not zero.
    fn end(&self, generation: u64);
    /// The generation, when the file is complete; loads that follow see at least what it published.
    #[cfg(any(test, feature = "read"))]
    fn look(&self) -> Option<u64>;
    /// Whether the file is still complete with the generation `seen`, after all loads so far.
    #[cfg(any(test, feature = "read"))]
    fn unmoved(&self, seen: u64) -> bool;
}

/// Generations in one 64-bit cell each.
#[cfg(any(test, not(any(glassbox_word32, not(target_has_atomic = "64")))))]
pub(crate) struct WidePair<C> {
    pub first: C,
    pub second: C,
}

#[cfg(any(test, not(any(glassbox_word32, not(target_has_atomic = "64")))))]
impl<C: Cell<Word = u64>> Pair for WidePair<C> {
    fn begin(&self) {
        self.second.store(0);
        C::fence_release();
    }

    fn end(&self, generation: u64) {
        self.first.store(generation);
        self.second.store_release(generation);
    }

    #[cfg(any(test, feature = "read"))]
    fn look(&self) -> Option<u64> {
        let second = self.second.load_acquire();
        (second != 0 && self.first.load() == second).then_some(second)
    }

    #[cfg(any(test, feature = "read"))]
    fn unmoved(&self, seen: u64) -> bool {
        C::fence_acquire();
        self.second.load() == seen && self.first.load() == seen
    }
}

/// Generations in two 32-bit cells each, for targets without 64-bit atomics. The low word comes first.
#[cfg(any(test, glassbox_word32, not(target_has_atomic = "64")))]
pub(crate) struct SplitPair<C> {
    pub first: [C; 2],
    pub second: [C; 2],
}

#[cfg(any(test, glassbox_word32, not(target_has_atomic = "64")))]
impl<C: Cell<Word = u32>> Pair for SplitPair<C> {
    fn begin(&self) {
        for word in &self.second {
            word.store(0);
        }
        C::fence_release();
    }

    fn end(&self, generation: u64) {
        for (cell, word) in self.first.iter().zip(words(generation)) {
            cell.store(word);
        }
        for (cell, word) in self.second.iter().zip(words(generation)) {
            cell.store_release(word);
        }
    }

    #[cfg(any(test, feature = "read"))]
    fn look(&self) -> Option<u64> {
        let second = self.second.each_ref().map(Cell::load_acquire);
        let first = self.first.each_ref().map(Cell::load);
        let [low, high] = second;
        (first == second && low != 0 && high != 0).then(|| super::join(low, high))
    }

    #[cfg(any(test, feature = "read"))]
    fn unmoved(&self, seen: u64) -> bool {
        C::fence_acquire();
        let is_seen = |cells: &[C; 2]| cells.each_ref().map(Cell::load) == words(seen);
        is_seen(&self.second) && is_seen(&self.first)
    }
}

/// Whether `generation` can be published: it is not zero, and neither is a word of it where it takes two.
pub(crate) const fn is_possible(generation: u64) -> bool {
    let [low, high] = words(generation);
    if cfg!(any(glassbox_word32, not(target_has_atomic = "64"))) { low != 0 && high != 0 } else { generation != 0 }
}
