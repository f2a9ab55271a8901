//! Tables of the caller's, and values that are made in scratch memory.

use core::mem::MaybeUninit;
use core::slice;

use super::{Constant, several};
use crate::status::gbx_status_t;
use crate::text::gbx_str_t;

/// Values that were made in scratch memory, and the rest of it.
pub type Carved<T> = (&'static [T], &'static mut [u32]);

/// Makes `count` values at the beginning of scratch memory. `None` when there is too little.
pub fn carve<T: Copy>(
    scratch: &'static mut [u32],
    count: usize,
    mut make: impl FnMut(usize) -> Result<T, gbx_status_t>,
) -> Result<Option<Carved<T>>, gbx_status_t> {
    let words = size_of::<T>().saturating_mul(count).saturating_add(align_of::<T>()).div_ceil(size_of::<u32>());
    let Some((front, rest)) = scratch.split_at_mut_checked(words) else { return Ok(None) };
    // SAFETY: the words are borrowed exclusively, for ever, and memory that may be uninitialised takes any bytes.
    let (_, slots, _) = unsafe { front.align_to_mut::<MaybeUninit<T>>() };
    let Some(slots) = slots.get_mut(..count) else { return Ok(None) };
    for (index, slot) in slots.iter_mut().enumerate() {
        slot.write(make(index)?);
    }
    // SAFETY: all of these slots were written just now, and they are borrowed for ever.
    let made = unsafe { slice::from_raw_parts(slots.as_ptr().cast::<T>(), count) };
    Ok(Some((made, rest)))
}

/// A struct of C in a table that the caller owns: numbers, texts, and tables of their own.
pub trait Entry: Copy + 'static {}

/// A table of the caller, who vouches for its entries and for all that they point to.
#[derive(Debug)]
pub struct Table<E: 'static>(&'static [E]);

impl<E> Clone for Table<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Table<E> {}

impl<E: Entry> Constant<E> {
    /// So many entries, which the caller promises to keep as they are until the function returns. NULL will do for none.
    #[inline]
    pub fn table(self, count: usize) -> Result<Table<E>, gbx_status_t> {
        let first = several(self.0, count)?;
        // SAFETY: the pointer is good, and the caller vouches for `count` entries that nobody changes.
        Ok(Table(unsafe { slice::from_raw_parts(first, count) }))
    }
}

impl<E: Entry> Table<E> {
    /// The number of entries.
    pub fn len(self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    /// All entries.
    pub fn entries(self) -> impl Iterator<Item = Row<E>> {
        self.0.iter().map(Row)
    }

    /// Entry `number`, from 0.
    #[inline]
    pub fn entry(self, number: u32) -> Option<Row<E>> {
        self.0.get(usize::try_from(number).ok()?).map(Row)
    }
}

/// An entry of a table.
#[derive(Debug)]
pub struct Row<E: 'static>(&'static E);

impl<E: Entry> core::ops::Deref for Row<E> {
    type Target = E;

    fn deref(&self) -> &E {
        self.0
    }
}

impl<E: Entry> Row<E> {
    /// The bytes of a text in the entry. NULL will do for none.
    #[inline]
    pub fn text(&self, get: fn(&E) -> gbx_str_t) -> Result<&'static [u8], gbx_status_t> {
        let gbx_str_t { data, size } = get(self.0);
        Constant(data.cast::<u8>()).slice(size)
    }

    /// A table in the entry.
    #[inline]
    pub fn table<I: Entry>(&self, get: fn(&E) -> (*const I, usize)) -> Result<Table<I>, gbx_status_t> {
        let (first, count) = get(self.0);
        Constant(first).table(count)
    }
}
