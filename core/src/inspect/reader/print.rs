//! Printing without the formatting machinery of the standard library, which links panics: a buffer in front of the
//! caller's writer.

use core::fmt::{self, Write};

use super::content::{NOT_ASCII, Text};
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
        self.text_with(text, &NO_ESCAPES)
    }

    /// Prints a text, and some of its characters in another way.
    pub(super) fn text_with(&mut self, text: Text<'_>, escapes: &Escapes) -> fmt::Result {
        if text.is_broken() {
            for char in text.chars() {
                for byte in char.encode_utf8(&mut [0; CHARACTER]).bytes() {
                    (escapes.print)(self, byte)?;
                }
            }
            return Ok(());
        }
        let mut pieces = text.pieces();
        while let Some((word, count)) = pieces.next_word() {
            let count = usize::try_from(count).unwrap_or(size_of::<u64>());
            // What lies behind the end of the text is taken for spaces, which are plain in every view.
            let behind = SPACES.checked_shl(8 * u32::try_from(count).unwrap_or(8)).unwrap_or(0);
            if (escapes.is_plain)(word | behind) {
                self.word(word, count)?;
            } else {
                for byte in word.to_le_bytes().into_iter().take(count) {
                    (escapes.print)(self, byte)?;
                }
            }
        }
        Ok(())
    }

    /// Prints the lowest `count` bytes of a word that is ASCII.
    fn word(&mut self, word: u64, count: usize) -> fmt::Result {
        if self.len + size_of::<u64>() > ROOM {
            self.flush()?;
        }
        let rest = self.buffer.get_mut(self.len..).and_then(|rest| rest.first_chunk_mut());
        *rest.ok_or(fmt::Error)? = word.to_le_bytes();
        self.len += count;
        Ok(())
    }
}

/// Eight spaces.
const SPACES: u64 = 0x2020_2020_2020_2020;

/// How a view prints characters. Only those of ASCII may be printed in another way than as they are.
pub(super) struct Escapes {
    /// Whether all bytes of a word are characters of ASCII that are printed as they are.
    pub(super) is_plain: fn(u64) -> bool,
    /// Prints a byte.
    pub(super) print: fn(&mut Out<'_>, u8) -> fmt::Result,
}

const NO_ESCAPES: Escapes = Escapes { is_plain: |word| word & NOT_ASCII == 0, print: |out, byte| out.byte(byte) };

/// What the views print.
#[cfg(any(feature = "json", feature = "text", feature = "serde"))]
impl Out<'_> {
    pub(super) fn str(&mut self, text: &str) -> fmt::Result {
        if self.len + text.len() > ROOM {
            self.flush()?;
        }
        if text.len() > ROOM {
            return self.to.write_str(text);
        }
        let rest = self.buffer.get_mut(self.len..).unwrap_or_default();
        self.len += rest.iter_mut().zip(text.bytes()).map(|(to, from)| *to = from).count();
        Ok(())
    }
}

#[cfg(any(feature = "json", feature = "text"))]
impl Out<'_> {
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

    /// Prints a text of the caller's, and some of its characters in another way.
    pub(super) fn str_with(&mut self, text: &str, escapes: &Escapes) -> fmt::Result {
        text.bytes().try_for_each(|byte| (escapes.print)(self, byte))
    }
}

/// Which bytes of a word of ASCII are below `limit`, which is at most 0x80: their highest bits are set.
#[cfg(any(feature = "json", feature = "text"))]
pub(super) const fn below(word: u64, limit: u8) -> u64 {
    // No byte borrows from the next one, since its highest bit is set first.
    !((word | NOT_ASCII) - limit as u64 * EACH) & NOT_ASCII
}

/// Which bytes of a word of ASCII are `byte`.
#[cfg(any(feature = "json", feature = "text"))]
pub(super) const fn equal(word: u64, byte: u8) -> u64 {
    below(word ^ (byte as u64 * EACH), 1)
}

/// One in each byte.
#[cfg(any(feature = "json", feature = "text"))]
const EACH: u64 = 0x0101_0101_0101_0101;
