//! Strings and bytes: values whose contents lie in blocks of their own.

use super::super::block::BufferWord;
use super::super::error::Error;
use super::super::handle::{BytesHandle, NodeHandle, StringHandle};
use super::super::kind;
use super::super::strings::{self, Words};
use super::Writer;
use super::values::{Content, check_length};

impl Writer<'_> {
    /// Creates a string below `parent`. Equal texts of one file share their blocks.
    ///
    /// # Errors
    /// As [`create_node`](Self::create_node).
    pub fn create_string(&mut self, parent: NodeHandle, name: &str, value: &str) -> Result<StringHandle, Error> {
        self.create::<kind::Text>(parent, name, Content::Text(value))
    }

    /// Creates bytes below `parent`.
    ///
    /// # Errors
    /// As [`create_node`](Self::create_node).
    pub fn create_bytes(&mut self, parent: NodeHandle, name: &str, value: &[u8]) -> Result<BytesHandle, Error> {
        self.create::<kind::Bytes>(parent, name, Content::Bytes(value))
    }

    /// Sets a string, whole or not at all. Setting it to what it is does nothing.
    ///
    /// # Errors
    /// [`Error::Full`]: old and new text exist side by side for a moment. [`Error::TooLong`], those of a bad handle,
    /// [`Error::NotInitialised`], [`Error::Frozen`].
    pub fn set_string(&mut self, handle: StringHandle, text: &str) -> Result<(), Error> {
        let value = self.value(handle)?;
        check_length(text.len())?;
        let old = BufferWord(value.unit.high()).content();
        if let (Some(old), Some(text)) = (old, Words::new(text))
            && strings::holds(self.heap.file(), old, &text).is_some()
        {
            return Ok(());
        }
        let locked = self.begin()?;
        let word = self.content_word(Content::Text(text), &locked);
        if let Some(word) = word {
            value.unit.set_high(word);
            if let Some(old) = old {
                strings::release(&mut self.heap, &self.book, old, &locked);
            }
        }
        self.finish(word.map(|_| ()), locked)
    }

    /// Sets bytes, whole or not at all.
    ///
    /// # Errors
    /// [`Error::Full`]: old and new bytes exist side by side for a moment. [`Error::TooLong`], those of a bad handle,
    /// [`Error::NotInitialised`], [`Error::Frozen`].
    pub fn set_bytes(&mut self, handle: BytesHandle, bytes: &[u8]) -> Result<(), Error> {
        let value = self.value(handle)?;
        check_length(bytes.len())?;
        let old = BufferWord(value.unit.high()).content();
        let locked = self.begin()?;
        let word = self.content_word(Content::Bytes(bytes), &locked);
        if let Some(word) = word {
            value.unit.set_high(word);
            if let Some(old) = old {
                strings::free_chain(&mut self.heap, old, &locked);
            }
        }
        self.finish(word.map(|_| ()), locked)
    }

    /// Copies a string into `buffer`, and gives the text there.
    ///
    /// # Errors
    /// [`Error::BufferTooSmall`] with the length of the text, those of a bad handle, [`Error::NotInitialised`],
    /// [`Error::Frozen`].
    pub fn get_string<'b>(&self, handle: StringHandle, buffer: &'b mut [u8]) -> Result<&'b str, Error> {
        let value = self.value(handle)?;
        let content = BufferWord(value.unit.high()).content().ok_or(Error::StaleHandle)?;
        let bytes = strings::copy_text(self.heap.file(), content, buffer)?;
        core::str::from_utf8(bytes).map_err(|_| Error::StaleHandle)
    }

    /// Copies bytes into `buffer`, and gives what was copied.
    ///
    /// # Errors
    /// [`Error::BufferTooSmall`] with the length of the bytes, those of a bad handle, [`Error::NotInitialised`],
    /// [`Error::Frozen`].
    pub fn get_bytes<'b>(&self, handle: BytesHandle, buffer: &'b mut [u8]) -> Result<&'b [u8], Error> {
        let value = self.value(handle)?;
        let word = BufferWord(value.unit.high());
        let content = word.content().ok_or(Error::StaleHandle)?;
        strings::copy_chain(self.heap.file(), content, word.length(), buffer).map(|bytes| &*bytes)
    }
}
