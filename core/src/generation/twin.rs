//! The two generations of a trace record: equal means complete.
//!
//! A writer that is about to change a record stores the next number to the first, *begin*; when it is done it stores the
//! same number to the second, *end*. A reader notes *end*, copies, and keeps the copy when *begin* is that number still.
//! What a writer died in the middle of shows as a *begin* that is one ahead.
//!
//! # Why these orderings
//!
//! They are those of the odd and even counter: *begin* is stored and then a release fence issued, so that a reader whose
//! copy saw any store of the change and that then issues its acquire fence cannot still find the old number there; *end*
//! is stored with release order, so that whoever reads it with acquire order sees all that the change stored.
//!
//! On targets without 64-bit atomics the low words alone count; the others stay zero.

use super::{Cell, words};

/// The two generations of a record.
pub(crate) trait Twin {
    /// Takes the record away from readers. Stores that follow are seen by no reader that still accepts the number before.
    fn begin(&self, number: u64);
    /// Gives the record to readers, with all stores so far.
    fn end(&self, number: u64);
    /// The number that the last change ended with; loads that follow see at least what it published.
    fn look(&self) -> u64;
    /// Whether no change has begun since, after all loads so far.
    fn unmoved(&self, seen: u64) -> bool;
}

/// The cells of the two generations: all of each, or the low words.
pub(crate) struct Cells<C> {
    pub begin: C,
    pub end: C,
}

/// A number that a cell can hold: the low part of a generation.
pub(crate) trait Part: Copy + PartialEq {
    fn of(number: u64) -> Self;
    fn number(self) -> u64;
}

impl Part for u64 {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn of(number: u64) -> Self {
        number
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn number(self) -> u64 {
        self
    }
}

impl Part for u32 {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn of(number: u64) -> Self {
        let [low, _] = words(number);
        low
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn number(self) -> u64 {
        self.into()
    }
}

impl<C: Cell<Word: Part>> Twin for Cells<C> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn begin(&self, number: u64) {
        self.begin.store(C::Word::of(number));
        C::fence_release();
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn end(&self, number: u64) {
        self.end.store_release(C::Word::of(number));
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn look(&self) -> u64 {
        self.end.load_acquire().number()
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn unmoved(&self, seen: u64) -> bool {
        C::fence_acquire();
        self.begin.load().number() == seen
    }
}
