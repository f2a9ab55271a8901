//! Arrays: numbers or strings, side by side in one block.

use super::super::block::{ArrayWord, BlockIndex, BlockType, MAXIMUM_SLOTS, Order, SlotWidth, UNIT};
use super::super::error::Error;
use super::super::handle::{Handle, NodeHandle, StringArrayHandle};
use super::super::kind::{self, Array, Number, NumberArray, Scalar};
use super::super::strings;
use super::{Value, Writer};
use crate::generation::{Locked, join, words};

impl<'m> Writer<'m> {
    /// Creates an array of `slots` numbers, all zero, below `parent`.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for no slots, [`Error::TooManySlots`] above 254; as [`create_node`](Self::create_node).
    pub fn create_array<K: NumberArray>(
        &mut self,
        parent: NodeHandle,
        name: &str,
        slots: usize,
    ) -> Result<Handle<K>, Error> {
        self.create_slots(parent, name, slots, &[])
    }

    /// Creates an array of `slots` strings, all empty, below `parent`.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for no slots, [`Error::TooManySlots`] above 255; as [`create_node`](Self::create_node).
    pub fn create_string_array(
        &mut self,
        parent: NodeHandle,
        name: &str,
        slots: usize,
    ) -> Result<StringArrayHandle, Error> {
        self.create_slots(parent, name, slots, &[])
    }

    /// Sets the number in slot `index`, from 0.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for an index behind the last slot, those of a bad handle, [`Error::NotInitialised`],
    /// [`Error::Frozen`].
    #[inline]
    pub fn array_set<K: NumberArray>(
        &mut self,
        handle: Handle<K>,
        index: usize,
        value: <K::Element as Scalar>::Value,
    ) -> Result<(), Error> {
        self.change_slot(handle, index, |_| value).ok_or_else(|| self.diagnose_slot(handle))
    }

    /// Adds to the number in slot `index`. Integers stay at the end of their type.
    ///
    /// # Errors
    /// As [`array_set`](Self::array_set).
    #[inline]
    pub fn array_add<K: NumberArray>(
        &mut self,
        handle: Handle<K>,
        index: usize,
        by: <K::Element as Scalar>::Value,
    ) -> Result<(), Error> {
        self.change_slot(handle, index, |value| K::Element::plus(value, by)).ok_or_else(|| self.diagnose_slot(handle))
    }

    /// Subtracts from the number in slot `index`. Integers stay at the end of their type.
    ///
    /// # Errors
    /// As [`array_set`](Self::array_set).
    #[inline]
    pub fn array_subtract<K: NumberArray>(
        &mut self,
        handle: Handle<K>,
        index: usize,
        by: <K::Element as Scalar>::Value,
    ) -> Result<(), Error> {
        self.change_slot(handle, index, |value| K::Element::minus(value, by)).ok_or_else(|| self.diagnose_slot(handle))
    }

    /// The number in slot `index`.
    ///
    /// # Errors
    /// As [`array_set`](Self::array_set).
    pub fn array_get<K: NumberArray>(
        &self,
        handle: Handle<K>,
        index: usize,
    ) -> Result<<K::Element as Scalar>::Value, Error> {
        let half = slot_half(self.value(handle)?, index).ok_or(Error::OutOfRange)?;
        Ok(K::Element::from_word(self.heap.file().half(half).unwrap_or(0)))
    }

    /// The number of slots of an array or a histogram, parameters of a histogram included.
    ///
    /// # Errors
    /// Those of a bad handle, [`Error::NotInitialised`], [`Error::Frozen`].
    pub fn slots<K: Array>(&self, handle: Handle<K>) -> Result<usize, Error> {
        Ok(usize::from(slots_of(self.value(handle)?)))
    }

    /// Sets the string in slot `index`, whole or not at all. The empty text takes no block.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for an index behind the last slot; as [`set_string`](Self::set_string).
    pub fn string_array_set(&mut self, handle: StringArrayHandle, index: usize, text: &str) -> Result<(), Error> {
        let array = self.value(handle)?;
        let slot = index_slot(array, index)?;
        super::values::check_length(text.len())?;
        let old = BlockIndex::masked(self.index_in(slot));
        if self.is_in_slot(old, text) {
            return Ok(());
        }
        let locked = self.begin()?;
        let new = if text.is_empty() {
            Some(BlockIndex::ZERO)
        } else {
            strings::intern(&mut self.heap, &self.book, text, &locked)
        };
        if let Some(new) = new {
            self.set_index_in(slot, new, &locked);
            self.release_slot(old, &locked);
        }
        self.finish(new.map(|_| ()), locked)
    }

    /// Copies the string in slot `index` into `buffer`, and gives the text there.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for an index behind the last slot; as [`get_string`](Self::get_string).
    pub fn string_array_get<'b>(
        &self,
        handle: StringArrayHandle,
        index: usize,
        buffer: &'b mut [u8],
    ) -> Result<&'b str, Error> {
        let array = self.value(handle)?;
        let content = BlockIndex::masked(self.index_in(index_slot(array, index)?));
        if content.is_zero() {
            return Ok("");
        }
        let bytes = strings::copy_text(self.heap.file(), content, buffer)?;
        core::str::from_utf8(bytes).map_err(|_| Error::StaleHandle)
    }

    /// Creates a value with slots, all zero but for the first ones, which hold `parameters`.
    pub(super) fn create_slots<K: Array>(
        &mut self,
        parent: NodeHandle,
        name: &str,
        slots: usize,
        parameters: &[u64],
    ) -> Result<Handle<K>, Error> {
        let room = Order::MAXIMUM.slots(K::WIDTH).min(u32::from(MAXIMUM_SLOTS));
        let slots = match u8::try_from(slots) {
            Ok(0) => return Err(Error::InvalidArgument),
            Ok(slots) if u32::from(slots) <= room => slots,
            _ => return Err(Error::TooManySlots),
        };
        let word = ArrayWord::new(K::ENTRY, K::FORMAT, slots);
        let index = self.create_array_block(parent, name, u32::from(slots) * K::WIDTH.bytes(), word, parameters)?;
        Ok(self.handle(index))
    }

    fn create_array_block(
        &mut self,
        parent: NodeHandle,
        name: &str,
        bytes: u32,
        word: ArrayWord,
        parameters: &[u64],
    ) -> Result<BlockIndex, Error> {
        self.create_block(parent, name, BlockType::Array, UNIT + bytes, |writer, block, _| {
            let file = writer.heap.file();
            let first = first_slot(block.index);
            file.zero(first, block.order.units() * 2 - 2);
            for (value, half) in parameters.iter().zip(first..) {
                file.set_half(half, *value);
            }
            Some(word.0)
        })
    }

    /// Changes the number in slot `index` to what `change` makes of it.
    ///
    /// `None` when it cannot be done, as with [`change`](Self::change).
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn change_slot<K: NumberArray>(
        &mut self,
        handle: Handle<K>,
        index: usize,
        change: impl FnOnce(<K::Element as Scalar>::Value) -> <K::Element as Scalar>::Value,
    ) -> Option<()> {
        let half = slot_half(self.good(handle)?, index)?;
        let locked = self.begin().ok()?;
        let file = self.heap.file();
        let old = K::Element::from_word(file.half(half).unwrap_or(0));
        file.set_half(half, K::Element::to_word(change(old)));
        self.end(locked);
        Some(())
    }

    /// Why a slot could not be changed.
    #[cold]
    fn diagnose_slot<K: NumberArray>(&self, handle: Handle<K>) -> Error {
        self.value(handle).err().unwrap_or(Error::OutOfRange)
    }

    /// Releases the texts of all slots of a string array.
    pub(super) fn release_slots(&mut self, array: Value<'m>, locked: &Locked) {
        if ArrayWord(array.unit.high()).raw_entry() != <kind::StringArray as Array>::ENTRY as u8 {
            return;
        }
        for index in 0..usize::from(slots_of(array)) {
            let Ok(slot) = index_slot(array, index) else { return };
            let text = BlockIndex::masked(self.index_in(slot));
            self.release_slot(text, locked);
        }
    }

    fn release_slot(&mut self, text: BlockIndex, locked: &Locked) {
        if !text.is_zero() {
            strings::release(&mut self.heap, &self.book, text, locked);
        }
    }

    fn is_in_slot(&self, old: BlockIndex, text: &str) -> bool {
        if old.is_zero() {
            return text.is_empty();
        }
        strings::Words::new(text).is_some_and(|words| strings::holds(self.heap.file(), old, &words).is_some())
    }

    fn index_in(&self, (half, upper): IndexSlot) -> u32 {
        let [low, high] = words(self.heap.file().half(half).unwrap_or(0));
        if upper { high } else { low }
    }

    fn set_index_in(&self, (half, upper): IndexSlot, index: BlockIndex, _locked: &Locked) {
        let file = self.heap.file();
        let [low, high] = words(file.half(half).unwrap_or(0));
        file.set_half(half, if upper { join(low, index.get()) } else { join(index.get(), high) });
    }
}

/// Where a slot of 4 bytes lies: its half, and whether it is the upper part of that.
type IndexSlot = (u32, bool);

/// The half in which the slots of the array in this block begin.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(super) const fn first_slot(array: BlockIndex) -> u32 {
    array.get() * 2 + 2
}

#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(super) fn slots_of(array: Value<'_>) -> u8 {
    ArrayWord(array.unit.high()).slots()
}

#[cfg_attr(target_pointer_width = "64", inline(always))]
fn slot_half(array: Value<'_>, index: usize) -> Option<u32> {
    let index = u8::try_from(index).ok().filter(|index| *index < slots_of(array))?;
    Some(first_slot(array.index) + u32::from(index))
}

#[cfg_attr(target_pointer_width = "64", inline(always))]
fn index_slot(array: Value<'_>, index: usize) -> Result<IndexSlot, Error> {
    let index = u8::try_from(index).ok().filter(|index| *index < slots_of(array)).ok_or(Error::OutOfRange)?;
    Ok((first_slot(array.index) + u32::from(index / 2), index % 2 == 1))
}

const _: () = assert!(SlotWidth::Index.bytes() * 2 == 8, "two strings' slots make a half");
