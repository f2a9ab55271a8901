//! Freezing: copies that say that nobody changes them any more, and the last word of a writer.

use super::super::error::Error;
use super::{Life, Writer};
use crate::generation::{Counter, FROZEN};

/// Where the generation lies in a file, in bytes.
const GENERATION: core::ops::Range<usize> = 8..16;

impl Writer<'_> {
    /// Copies the file into `buffer`, and gives the copy, whose generation says that it is frozen. The file itself stays as
    /// it is.
    ///
    /// # Errors
    /// [`Error::InTransaction`] inside a transaction, [`Error::BufferTooSmall`] with the size of the file,
    /// [`Error::NotInitialised`], [`Error::Frozen`].
    pub fn frozen_copy<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], Error> {
        self.header()?;
        if self.generation.is_open() {
            return Err(Error::InTransaction);
        }
        let needed = self.current_size();
        let copy = buffer.get_mut(..needed).ok_or(Error::BufferTooSmall { needed })?;
        self.heap.file().copy_to(copy);
        if let Some(generation) = copy.get_mut(GENERATION) {
            for (to, from) in generation.iter_mut().zip(FROZEN.to_le_bytes()) {
                *to = from;
            }
        }
        Ok(copy)
    }

    /// Freezes the file for good. Every later operation is [`Error::Frozen`].
    ///
    /// # Errors
    /// [`Error::InTransaction`] inside a transaction, [`Error::NotInitialised`], [`Error::Frozen`].
    pub fn freeze(&mut self) -> Result<(), Error> {
        let header = self.header()?;
        if self.generation.is_open() {
            return Err(Error::InTransaction);
        }
        let even = self.generation.last();
        // A counter of two words changes its upper one only while the lower one is odd.
        header.counter().begin(even);
        header.counter().end(even, FROZEN);
        self.heap.close();
        self.life = Life::Frozen;
        Ok(())
    }
}
