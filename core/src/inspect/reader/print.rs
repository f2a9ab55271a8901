//! Printing without the formatting machinery of the standard library, which links panics: a buffer in front of the
//! caller's writer.

use core::fmt::{self, Write};

use super::content::Text;
#[cfg(any(feature = "json", feature = "text"))]
use crate::inspect::decimal::Decimal;

/// A buffer in front of a writer, so that a view may print byte by byte.
///
/// It only ever passes on whole characters.
pub(super) struct Out<'w> {
    to: &'w mut dyn Write,
    buffer: [u8; ROOM],
    len: usize,
}

/// Bytes of the buffer.
const ROOM: usize = 128;
/// Bytes of the longest character.
const CHARACTER: usize = 4;

impl<'w> Out<'w> {
    pub(super) fn new(to: &'w mut dyn Write) -> Self {
        Self { to, buffer: [0; ROOM], len: 0 }
    }

    /// Passes on what is in the buffer.
    pub(super) fn flush(&mut self) -> fmt::Result {
        let bytes = self.buffer.get(..self.len).unwrap_or_default();
        self.len = 0;
        self.to.write_str(str::from_utf8(bytes).map_err(|_| fmt::Error)?)
    }

    /// Prints one byte of UTF-8; the others of its character must follow.
    #[inline]
    pub(super) fn byte(&mut self, byte: u8) -> fmt::Result {
        let continues = byte & 0xc0 == 0x80;
        if self.len + CHARACTER > ROOM && !continues {
            self.flush()?;
        }
        *self.buffer.get_mut(self.len).ok_or(fmt::Error)? = byte;
        self.len += 1;
        Ok(())
    }

    /// Prints a text as it is.
    pub(super) fn text(&mut self, text: Text<'_>) -> fmt::Result {
        self.text_with(text, Self::byte)
    }

    /// Prints a text of which each byte goes through `print`. Only bytes below 0x80 may be printed in another way.
    pub(super) fn text_with(&mut self, text: Text<'_>, print: fn(&mut Self, u8) -> fmt::Result) -> fmt::Result {
        if !text.is_broken() {
            return text.bytes().try_for_each(|byte| print(self, byte));
        }
        for char in text.chars() {
            for byte in char.encode_utf8(&mut [0; CHARACTER]).bytes() {
                print(self, byte)?;
            }
        }
        Ok(())
    }
}

/// What the views print.
#[cfg(any(feature = "json", feature = "text"))]
impl Out<'_> {
    pub(super) fn str(&mut self, text: &str) -> fmt::Result {
        text.bytes().try_for_each(|byte| self.byte(byte))
    }

    pub(super) fn integer(&mut self, number: i64) -> fmt::Result {
        if number < 0 {
            self.byte(b'-')?;
        }
        self.decimal(number.unsigned_abs())
    }

    pub(super) fn decimal(&mut self, number: u64) -> fmt::Result {
        self.str(Decimal::new(number).as_str())
    }

    pub(super) fn hex(&mut self, byte: u8) -> fmt::Result {
        for digit in [byte >> 4, byte & 0xf] {
            self.byte(if digit < 10 { b'0' + digit } else { b'a' - 10 + digit })?;
        }
        Ok(())
    }
}
