//! The generation protocol: how one writer and any number of readers share memory without a lock.
//!
//! A counter stands at an even number while the memory is at rest and at an odd one while the writer is inside a
//! *section*. A reader notes the counter, copies, looks again, and keeps the copy when the counter was even and did not
//! move. Because nobody else ever stores to the counter, the writer needs no read-modify-write and no compare-and-swap:
//! it knows the last value that it stored, and never loads it back.
//!
//! # Why these orderings
//!
//! *Begin* stores the odd number, then issues a release fence. A reader whose copy saw any store of the section and
//! that then issues its acquire fence is ordered behind the odd store, so its second look cannot still find the old even
//! number. A release *store* of the odd number would not do: it orders what came before it, and the danger is a payload
//! store that becomes visible too early. *End* stores the next even number with release order: whoever reads that number
//! with acquire order sees everything that the section stored. The model in `generation/model.rs` loses a copy when any
//! one of the orderings is weakened.
//!
//! Where a counter takes two 32-bit words ([`Split`]), parity lives in the low word, and the high word changes only while
//! the low one is odd.
//!
//! The file is written over [`Cell`], so that the very same code is checked by a model checker.

#[cfg(feature = "mmv")]
pub(crate) mod pair;
#[cfg(feature = "trace")]
pub(crate) mod twin;

/// The generation that says that nobody will write any more. It is even, and no section ever ends with it.
pub const FROZEN: u64 = 0xffff_ffff_ffff_fffe;

/// How often a reader tries by default before it gives up.
pub const DEFAULT_ATTEMPTS: u32 = 1024;

/// An atomic cell, with exactly the operations and orderings that the protocol uses.
pub(crate) trait Cell {
    /// The number in the cell.
    type Word;
    /// Loads with acquire order.
    fn load_acquire(&self) -> Self::Word;
    /// Loads with relaxed order.
    fn load(&self) -> Self::Word;
    /// Stores with relaxed order.
    fn store(&self, value: Self::Word);
    /// Stores with release order.
    fn store_release(&self, value: Self::Word);
    /// An acquire fence.
    fn fence_acquire();
    /// A release fence.
    fn fence_release();
}

/// The counter of a file, in one cell or in two.
pub(crate) trait Counter {
    /// Makes the counter odd: `even + 1`. Stores that follow are seen by no reader that still accepts `even`.
    fn begin(&self, even: u64);
    /// Publishes the stores of the section together with the number `next`. `even` is what the section began with.
    fn end(&self, even: u64, next: u64);
    /// What the counter says now; loads that follow see at least what it published.
    fn look(&self) -> u64;
    /// Whether the counter still says `seen`, after all loads so far.
    fn unmoved(&self, seen: u64) -> bool;
}

/// A counter in one 64-bit cell.
#[cfg(any(test, not(any(glassbox_word32, not(target_has_atomic = "64")))))]
pub(crate) struct Wide<C>(pub C);

#[cfg(any(test, not(any(glassbox_word32, not(target_has_atomic = "64")))))]
impl<C: Cell<Word = u64>> Counter for Wide<C> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn begin(&self, even: u64) {
        self.0.store(even | 1);
        C::fence_release();
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn end(&self, _even: u64, next: u64) {
        self.0.store_release(next);
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn look(&self) -> u64 {
        self.0.load_acquire()
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn unmoved(&self, seen: u64) -> bool {
        C::fence_acquire();
        self.0.load() == seen
    }
}

/// A counter in two 32-bit cells, for targets without 64-bit atomics.
#[cfg(any(test, glassbox_word32, not(target_has_atomic = "64")))]
pub(crate) struct Split<C> {
    /// The low word, which holds the parity.
    pub low: C,
    /// The high word, which changes only while the low one is odd.
    pub high: C,
}

#[cfg(any(test, glassbox_word32, not(target_has_atomic = "64")))]
impl<C: Cell<Word = u32>> Counter for Split<C> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn begin(&self, even: u64) {
        let [low, _] = words(even);
        self.low.store(low | 1);
        C::fence_release();
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn end(&self, even: u64, next: u64) {
        let [_, old_high] = words(even);
        let [low, high] = words(next);
        if high != old_high {
            self.high.store(high);
        }
        self.low.store_release(low);
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn look(&self) -> u64 {
        let low = self.low.load_acquire();
        join(low, self.high.load())
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn unmoved(&self, seen: u64) -> bool {
        C::fence_acquire();
        let high = self.high.load();
        join(self.low.load(), high) == seen
    }
}

/// The low and the high word of a number.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(crate) const fn words(number: u64) -> [u32; 2] {
    let [a, b, c, d, e, f, g, h] = number.to_le_bytes();
    [u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h])]
}

/// The number of this low and this high word.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(crate) fn join(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

/// The generation after `even`: the next even number that is not [`FROZEN`].
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(crate) const fn next(even: u64) -> u64 {
    let next = even.wrapping_add(2);
    if next == FROZEN { 0 } else { next }
}

/// Proof that the counter is odd: stores to the file may happen while one is borrowed.
#[derive(Debug)]
#[must_use = "a section that is not ended keeps readers out for ever"]
pub(crate) struct Locked(());

/// The writer's side of a counter: the last even number it stored, and how many transactions are open.
#[derive(Debug)]
pub(crate) struct Generation {
    even: u64,
    transactions: u32,
}

impl Generation {
    /// A writer's side that goes on from `even`, the number in the file.
    pub(crate) const fn at(even: u64) -> Self {
        Self { even, transactions: 0 }
    }

    /// The even number that the last section ended with.
    pub(crate) const fn last(&self) -> u64 {
        self.even
    }

    /// Whether a transaction is open.
    pub(crate) const fn is_open(&self) -> bool {
        self.transactions != 0
    }

    /// Begins the section of one operation; inside a transaction there is one already.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn begin(&self, counter: &impl Counter) -> Locked {
        if self.transactions == 0 {
            counter.begin(self.even);
        }
        Locked(())
    }

    /// Ends the section of one operation, and publishes what it stored; inside a transaction that comes later.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn end(&mut self, counter: &impl Counter, Locked(()): Locked) {
        if self.transactions == 0 {
            let next = next(self.even);
            counter.end(self.even, next);
            self.even = next;
        }
    }

    /// Opens a transaction: the sections until it is closed are one.
    pub(crate) fn open(&mut self, counter: &impl Counter) {
        let Locked(()) = self.begin(counter);
        self.transactions = self.transactions.saturating_add(1);
    }

    /// Closes the innermost transaction; the outermost one publishes. `None` when there is none.
    pub(crate) fn close(&mut self, counter: &impl Counter) -> Option<()> {
        self.transactions = self.transactions.checked_sub(1)?;
        self.end(counter, Locked(()));
        Some(())
    }
}

/// Why no attempt of a reader succeeded. Both hold the number of attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// The counter was odd each time, or the two generations of an MMV file differed: the writer was inside a section, or
    /// died inside one.
    Locked(u32),
    /// The generation moved during each attempt that began with a file at rest.
    Contended(u32),
}

/// What a consistent read gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Consistent<T> {
    /// What was read.
    pub value: T,
    /// The generation at which all of it was true.
    pub generation: u64,
    /// The number of attempts that it took, from 1.
    pub attempts: u32,
}

/// Runs `copy` until the counter stands still and even around it, at most `attempts` times.
///
/// Between attempts it spins with a hint, and backs off: 1, 2, 4 ... 64 hints, then calls `pause`, with which a hosted
/// caller may yield.
#[inline]
pub(crate) fn read<T>(
    counter: &impl Counter,
    attempts: u32,
    pause: impl FnMut(),
    copy: impl FnMut() -> T,
) -> Result<Consistent<T>, Unread> {
    let look = || Some(counter.look()).filter(|generation| generation & 1 == 0);
    read_between(look, |generation| counter.unmoved(generation), attempts, pause, copy)
}

/// As [`read`], with a first look that gives the generation of a file at rest, and a second one that tells whether it is
/// the same still.
#[inline]
pub(crate) fn read_between<T>(
    mut look: impl FnMut() -> Option<u64>,
    mut unmoved: impl FnMut(u64) -> bool,
    attempts: u32,
    pause: impl FnMut(),
    mut copy: impl FnMut() -> T,
) -> Result<Consistent<T>, Unread> {
    // The first attempt stands apart: it mostly succeeds, and what the others need would cost it registers.
    let mut seen_at_rest = false;
    if attempts != 0
        && let Some(generation) = look()
    {
        seen_at_rest = true;
        let value = copy();
        if unmoved(generation) {
            return Ok(Consistent { value, generation, attempts: 1 });
        }
    }
    read_again(look, unmoved, attempts, seen_at_rest, pause, copy)
}

/// The attempts behind the first one.
#[cold]
#[inline(never)]
fn read_again<T>(
    mut look: impl FnMut() -> Option<u64>,
    mut unmoved: impl FnMut(u64) -> bool,
    attempts: u32,
    mut seen_at_rest: bool,
    mut pause: impl FnMut(),
    mut copy: impl FnMut() -> T,
) -> Result<Consistent<T>, Unread> {
    let mut hints: u32 = 1;
    for attempt in 2..=attempts {
        for _ in 0..hints {
            core::hint::spin_loop();
        }
        hints = (hints * 2).min(64);
        pause();
        if let Some(generation) = look() {
            seen_at_rest = true;
            let value = copy();
            if unmoved(generation) {
                return Ok(Consistent { value, generation, attempts: attempt });
            }
        }
    }
    Err(if seen_at_rest { Unread::Contended(attempts) } else { Unread::Locked(attempts) })
}

#[cfg(test)]
mod model;
#[cfg(test)]
mod pair_model;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentinel_is_never_published_as_a_generation() {
        assert_eq!(next(FROZEN - 2), 0);
        assert_eq!(next(FROZEN - 4), FROZEN - 2);
        assert_eq!(next(0), 2);
    }
}
