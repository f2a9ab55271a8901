//! Values that are texts, set so that a reader sees the old text or the new one.
//!
//! Each text value has two blocks (section 10 of the format). A new text goes into the block that the value does not
//! point at, and one store then makes the value point there; the old text stays whole until the next one is set. Two sets
//! during one copy could still put a mix into a reader's hands, so the value's first eight bytes, which no other reader
//! uses for texts, count the sets: the reader of this crate looks at them before and after.
//!
//! With [`Buffering::Single`] there is one block. Then the text is written over the old one, and a reader may see the
//! beginning of the one and the end of the other; the last byte written is the one that ends the text.

use core::cell::Cell;
use core::marker::PhantomData;

use super::codes::{TEXT_MAXIMUM, Type};
use super::layout::{BLOCK_HALVES, half_of, offset_of};
use super::tables::Buffering;
use super::validate::is_text;
use super::writer::{Handle, LookUpError, Writer};
use crate::memory::{Memory, Native, fence_release};

/// The text is longer than 255 bytes or holds a NUL; the old one stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BadText;

impl core::fmt::Display for BadText {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("a text is at most 255 bytes, none of them NUL; the old text stays")
    }
}

impl core::error::Error for BadText {}

/// The value of a text, which one context writes.
///
/// It cannot be copied, nor used by two threads at once.
pub struct TextValue<'w> {
    memory: Memory<'w>,
    union: Native<'w>,
    extra: Native<'w>,
    /// The half of the first of the value's blocks.
    first: u32,
    buffering: Buffering,
    /// Not `Sync`.
    context: PhantomData<Cell<()>>,
}

impl TextValue<'_> {
    /// Sets the text. In an image with [`Flags::SENTINEL`](super::Flags::SENTINEL) the empty text says that there is
    /// none.
    ///
    /// # Errors
    /// [`BadText`] above 255 bytes.
    #[inline]
    pub fn set(&self, text: &str) -> Result<(), BadText> {
        self.set_bytes(text.as_bytes())
    }

    /// Sets the text, which may be no UTF-8.
    ///
    /// # Errors
    /// [`BadText`] above 255 bytes, and with a NUL among them.
    pub fn set_bytes(&self, text: &[u8]) -> Result<(), BadText> {
        if !is_text(text) {
            return Err(BadText);
        }
        let length = u32::try_from(text.len()).unwrap_or(0);
        let [_, count] = crate::generation::words(self.union.load());
        let union = crate::generation::join(length, count.wrapping_add(1));
        match self.buffering {
            Buffering::Double => {
                let second = self.first.wrapping_add(BLOCK_HALVES);
                let block = if self.block() == self.first { second } else { self.first };
                // What was published before must be seen by all who see the block change.
                fence_release();
                self.fill(block, text);
                self.union.store(union);
                self.extra.publish(offset_of(block));
            }
            Buffering::Single => {
                self.fill(self.first, text);
                self.union.store(union);
            }
        }
        Ok(())
    }

    /// Copies the text into `buffer`, and gives as much of it as has room there.
    pub fn get<'b>(&self, buffer: &'b mut [u8; TEXT_MAXIMUM + 1]) -> &'b [u8] {
        self.memory.copy_out(self.block(), buffer);
        buffer.split(|byte| *byte == 0).next().unwrap_or_default()
    }

    /// The half of the block that readers look at.
    fn block(&self) -> u32 {
        half_of(self.extra.load()).unwrap_or(self.first)
    }

    /// Writes a text and zeros behind it.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn fill(&self, block: u32, text: &[u8]) {
        self.memory.copy_in(block, text);
        let used = u32::try_from(text.len().div_ceil(8)).unwrap_or(BLOCK_HALVES);
        self.memory.zero(block.wrapping_add(used), BLOCK_HALVES.saturating_sub(used));
    }
}

impl Writer<'_> {
    /// The value of a text, for one context to write.
    ///
    /// # Errors
    /// [`LookUpError::StaleHandle`], and [`LookUpError::WrongType`] when the metric has another type.
    pub fn text(&self, handle: Handle) -> Result<TextValue<'_>, LookUpError> {
        let record = self.record_of(handle, Type::String)?;
        self.text_of(record).ok_or(LookUpError::StaleHandle)
    }

    /// The text whose value record is at half `record`.
    pub(super) fn text_of(&self, record: u32) -> Option<TextValue<'_>> {
        let values = self.layout.string_values;
        let [union, extra] = [self.memory.native(record)?, self.memory.native(record.wrapping_add(1))?];
        let number = half_of(extra.load())?.checked_sub(values.start)?.checked_div(values.halves)?;
        (number < values.count).then_some(())?;
        Some(TextValue {
            memory: self.memory,
            union,
            extra,
            first: values.record(number),
            buffering: self.layout.buffering,
            context: PhantomData,
        })
    }
}

impl core::fmt::Debug for TextValue<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        super::Text(self.get(&mut [0; TEXT_MAXIMUM + 1])).fmt(f)
    }
}
