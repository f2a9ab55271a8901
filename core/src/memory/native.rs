//! Numbers in the byte order of this machine, as everything in an MMV image has them.
//!
//! Where a number of 64 bits takes two cells, only the parts of it that change are stored, and the caller chooses which
//! of them first.

use core::sync::atomic::{Ordering, fence};

use super::{CELLS_PER_HALF, Cell, Memory, Unit, Word, load, store};
#[cfg(any(glassbox_word32, not(target_has_atomic = "64")))]
use crate::generation::pair::SplitPair;
#[cfg(not(any(glassbox_word32, not(target_has_atomic = "64"))))]
use crate::generation::pair::WidePair;
use crate::generation::{self, pair::Pair};

/// Orders all stores so far before all stores that follow.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(crate) fn fence_release() {
    fence(Ordering::Release);
}

/// 8 bytes that hold a number in the byte order of this machine, as everything in an MMV image does.
///
/// A number of 32 bits lies in the first four of them.
#[derive(Clone, Copy)]
pub struct Native<'m>(&'m [Cell; CELLS_PER_HALF]);

impl<'m> Memory<'m> {
    /// The 8 bytes at `8 * index`.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn native(self, index: u32) -> Option<Native<'m>> {
        let Unit([low, high]) = self.unit(index / 2)?;
        Some(Native(if index.is_multiple_of(2) { low } else { high }))
    }
}

#[cfg(not(any(glassbox_word32, not(target_has_atomic = "64"))))]
impl<'m> Native<'m> {
    /// The generations in this number and in `second`.
    pub(crate) fn pair(self, second: Self) -> impl Pair + use<'m> {
        let (Self([first]), Self([second])) = (self, second);
        WidePair { first: NativeCell(first), second: NativeCell(second) }
    }
}

#[cfg(any(glassbox_word32, not(target_has_atomic = "64")))]
impl<'m> Native<'m> {
    /// The generations in this number and in `second`.
    pub(crate) fn pair(self, second: Self) -> impl Pair + use<'m> {
        let low_first = |Self([first, last])| {
            if cfg!(target_endian = "big") { [last, first] } else { [first, last] }.map(NativeCell)
        };
        SplitPair { first: low_first(self), second: low_first(second) }
    }
}

#[cfg(not(any(glassbox_word32, not(target_has_atomic = "64"))))]
impl Native<'_> {
    /// The number.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn load(self) -> u64 {
        let Self([cell]) = self;
        load(cell)
    }

    /// The number of 32 bits in the first four bytes.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn load_first(self) -> u32 {
        parts(self.load())[0]
    }

    /// Stores a number.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn store(self, number: u64) {
        let Self([cell]) = self;
        store(cell, number);
    }

    /// Stores a number of 32 bits in the first four bytes, and zeros behind it.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn store_first(self, number: u32) {
        self.store(of_parts(number, 0));
    }

    /// Stores a number, in two parts where there are two cells: the first four bytes first.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn store_forward(self, number: u64) {
        self.store(number);
    }

    /// Stores a number, in two parts where there are two cells: the last four bytes first.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn store_backward(self, number: u64) {
        self.store(number);
    }

    /// Stores a number behind all stores so far.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn publish(self, number: u64) {
        let Self([cell]) = self;
        generation::Cell::store_release(&NativeCell(cell), number);
    }

    /// Adds to the number, around its end, and loses nothing that others add at the same time.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn fetch_add(self, delta: u64) {
        let Self([cell]) = self;
        let _before = cell.fetch_add(delta, Ordering::Relaxed);
        #[cfg(glassbox_store_log)]
        super::store_log::push(core::ptr::from_ref(cell).addr(), _before.wrapping_add(delta));
    }

    /// Replaces the number by what `next` makes of it, as if nobody else had stored in between.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn update(self, mut next: impl FnMut(u64) -> u64) {
        let Self([cell]) = self;
        let mut seen = load(cell);
        loop {
            let number = next(seen);
            match cell.compare_exchange_weak(seen, number, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => {
                    #[cfg(glassbox_store_log)]
                    super::store_log::push(core::ptr::from_ref(cell).addr(), number);
                    return;
                }
                Err(found) => seen = found,
            }
        }
    }
}

#[cfg(any(glassbox_word32, not(target_has_atomic = "64")))]
impl Native<'_> {
    /// The number. Between its halves another store may come.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn load(self) -> u64 {
        let Self([first, last]) = self;
        of_parts(load(first), load(last))
    }

    /// The number of 32 bits in the first four bytes.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn load_first(self) -> u32 {
        let Self([first, _]) = self;
        load(first)
    }

    /// Stores a number: only the parts of it that change, so that a counter can be seen torn at a carry alone.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn store(self, number: u64) {
        self.store_forward(number);
    }

    /// Stores a number of 32 bits in the first four bytes.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn store_first(self, number: u32) {
        let Self([first, _]) = self;
        store(first, number);
    }

    /// Stores a number, in two parts where there are two cells: the first four bytes first.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn store_forward(self, number: u64) {
        let Self([first, last]) = self;
        let [first_number, last_number] = parts(number);
        store_changed(first, first_number);
        store_changed(last, last_number);
    }

    /// Stores a number, in two parts where there are two cells: the last four bytes first.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn store_backward(self, number: u64) {
        let Self([first, last]) = self;
        let [first_number, last_number] = parts(number);
        store_changed(last, last_number);
        store_changed(first, first_number);
    }

    /// Stores a number behind all stores so far. Neither it nor the one before it is 2^32 or more.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn publish(self, number: u64) {
        let Self([first, last]) = self;
        let low = if cfg!(target_endian = "big") { last } else { first };
        let [number, _] = generation::words(number);
        generation::Cell::store_release(&NativeCell(low), number);
    }

    /// Replaces the number of 32 bits in the first four bytes by what `next` makes of it and of the last four, as if
    /// nobody else had stored in between, and leaves zeros behind it.
    #[cfg(target_has_atomic = "32")]
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn update_first(self, mut next: impl FnMut(u32, u32) -> u32) {
        let Self([first, last]) = self;
        let mut seen = load(first);
        loop {
            let number = next(seen, load(last));
            match first.compare_exchange_weak(seen, number, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => {
                    #[cfg(glassbox_store_log)]
                    super::store_log::push(core::ptr::from_ref(first).addr(), number);
                    break;
                }
                Err(found) => seen = found,
            }
        }
        store_changed(last, 0);
    }
}

#[cfg(any(glassbox_word32, not(target_has_atomic = "64")))]
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn store_changed(cell: &Cell, value: Word) {
    if load(cell) != value {
        store(cell, value);
    }
}

/// The numbers in the first and in the last four bytes of a number.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(crate) const fn parts(number: u64) -> [u32; 2] {
    let [a, b, c, d, e, f, g, h] = number.to_ne_bytes();
    [u32::from_ne_bytes([a, b, c, d]), u32::from_ne_bytes([e, f, g, h])]
}

/// The number with these in its first and its last four bytes.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(crate) const fn of_parts(first: u32, last: u32) -> u64 {
    let ([a, b, c, d], [e, f, g, h]) = (first.to_ne_bytes(), last.to_ne_bytes());
    u64::from_ne_bytes([a, b, c, d, e, f, g, h])
}

/// A cell that holds one word of a generation in the byte order of this machine.
pub(crate) struct NativeCell<'m>(&'m Cell);

impl generation::Cell for NativeCell<'_> {
    type Word = Word;

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn load_acquire(&self) -> Word {
        self.0.load(Ordering::Acquire)
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn load(&self) -> Word {
        load(self.0)
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn store(&self, value: Word) {
        store(self.0, value);
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn store_release(&self, value: Word) {
        self.0.store(value, Ordering::Release);
        #[cfg(glassbox_store_log)]
        super::store_log::push(core::ptr::from_ref(self.0).addr(), value);
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn fence_acquire() {
        fence(Ordering::Acquire);
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn fence_release() {
        fence(Ordering::Release);
    }
}
