//! Text as MMV files keep it: bytes that are UTF-8 by convention, not by rule.

use core::fmt;

/// Text as it lies in a file: bytes, by convention UTF-8.
///
/// `Display` shows what is not UTF-8 as U+FFFD.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text<'a>(pub(crate) &'a [u8]);

impl<'a> Text<'a> {
    /// The bytes.
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The text, when it is UTF-8.
    pub fn to_str(self) -> Option<&'a str> {
        core::str::from_utf8(self.0).ok()
    }

    /// Hands out the text in pieces, with U+FFFD for what is not UTF-8.
    pub(crate) fn pieces(self, mut piece: impl FnMut(&str) -> fmt::Result) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            piece(chunk.valid())?;
            if !chunk.invalid().is_empty() {
                piece("\u{fffd}")?;
            }
        }
        Ok(())
    }
}

/// Whether two texts are the same.
///
/// Comparing slices would do, but where a C library is at hand the compiler makes a call of `bcmp` of it, which no
/// small device has. Names differ at their ends more often than at their beginnings.
#[inline(never)]
pub(crate) fn same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).rev().all(|(one, other)| one == other)
}

/// What comes behind `start` in `text`, when that begins so.
pub(crate) fn behind<'a>(start: &[u8], text: &'a [u8]) -> Option<&'a [u8]> {
    let (beginning, rest) = text.split_at_checked(start.len())?;
    start.iter().zip(beginning).all(|(one, other)| one == other).then_some(rest)
}

impl Text<'_> {
    /// Whether the text has these bytes.
    pub fn is(self, bytes: &[u8]) -> bool {
        same(self.0, bytes)
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces(|piece| f.write_str(piece))
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        self.pieces(|piece| piece.escape_debug().try_for_each(|char| fmt::Write::write_char(f, char)))?;
        f.write_str("\"")
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Self(text.as_bytes())
    }
}
