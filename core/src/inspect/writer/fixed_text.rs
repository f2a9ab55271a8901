//! Text of fixed capacity: set in place, in bounded time, without allocating. For interrupts and control loops.

use super::super::block::{BlockIndex, BlockType, BufferFormat, BufferWord, UNIT};
use super::super::error::Error;
use super::super::handle::{FixedTextHandle, NodeHandle};
use super::super::strings;
use super::Writer;
use super::values::check_length;

impl Writer<'_> {
    /// Creates an empty text below `parent` that can be set to up to `capacity` bytes.
    ///
    /// Its blocks are made at once. What the last of them holds beyond `capacity` can be used as well: a capacity of 8, 24,
    /// 56, 120, 248, 504, 1016 or a multiple of 2040 bytes is exact.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for a capacity of 0, [`Error::TooLong`] above 2^32 - 1; as
    /// [`create_node`](Self::create_node).
    pub fn create_text(&mut self, parent: NodeHandle, name: &str, capacity: usize) -> Result<FixedTextHandle, Error> {
        if capacity == 0 {
            return Err(Error::InvalidArgument);
        }
        check_length(capacity)?;
        let index = self.create_block(parent, name, BlockType::Buffer, UNIT, |writer, _, locked| {
            let chain = strings::empty_chain(&mut writer.heap, capacity, locked)?;
            Some(BufferWord::new(BufferFormat::Text, 0, chain).0)
        })?;
        Ok(self.handle(index))
    }

    /// Sets a text of fixed capacity, in place.
    ///
    /// Time: bounded by the longer one of the old and the new text.
    ///
    /// # Errors
    /// [`Error::OverCapacity`], and nothing changes; those of a bad handle, [`Error::NotInitialised`], [`Error::Frozen`].
    pub fn set_text(&mut self, handle: FixedTextHandle, text: &str) -> Result<(), Error> {
        let value = self.value(handle)?;
        let word = BufferWord(value.unit.high());
        let chain = word.content().unwrap_or(BlockIndex::ZERO);
        let length = u32::try_from(text.len()).map_err(|_| Error::OverCapacity)?;
        let file = self.heap.file();
        let in_first = strings::first_holds(file, chain, length.max(word.length()));
        if !in_first && !strings::chain_holds(file, chain, length) {
            return Err(Error::OverCapacity);
        }
        let locked = self.begin()?;
        if in_first {
            strings::overwrite(file, chain, text.as_bytes(), word.length(), &locked);
        } else {
            strings::overwrite_chain(file, chain, text.as_bytes(), word.length(), &locked);
        }
        value.unit.set_high(BufferWord::new(BufferFormat::Text, length, chain).0);
        self.end(locked);
        Ok(())
    }

    /// Copies a text of fixed capacity into `buffer`, and gives the text there.
    ///
    /// # Errors
    /// As [`get_string`](Self::get_string).
    pub fn get_text<'b>(&self, handle: FixedTextHandle, buffer: &'b mut [u8]) -> Result<&'b str, Error> {
        let word = BufferWord(self.value(handle)?.unit.high());
        let chain = word.content().unwrap_or(BlockIndex::ZERO);
        let bytes = strings::copy_chain(self.heap.file(), chain, word.length(), buffer)?;
        core::str::from_utf8(bytes).map_err(|_| Error::StaleHandle)
    }
}
