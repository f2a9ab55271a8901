//! Bytes as text: what is not UTF-8 shows as U+FFFD, once for each maximal invalid part, and what would break a line is
//! escaped.

use core::fmt;

/// Bytes that ought to be UTF-8. Prints U+FFFD where they are not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text<'a>(pub &'a [u8]);

impl Text<'_> {
    /// Whether all of it is UTF-8.
    pub fn is_valid(self) -> bool {
        core::str::from_utf8(self.0).is_ok()
    }

    /// Writes the text.
    ///
    /// # Errors
    /// What `out` returns.
    pub fn write<W: fmt::Write + ?Sized>(self, out: &mut W) -> fmt::Result {
        if let Ok(text) = core::str::from_utf8(self.0) {
            return out.write_str(text);
        }
        for chunk in self.0.utf8_chunks() {
            out.write_str(chunk.valid())?;
            if !chunk.invalid().is_empty() {
                out.write_char(char::REPLACEMENT_CHARACTER)?;
            }
        }
        Ok(())
    }

    /// Writes the text on one line: LF as `\n`, CR as `\r`, other control bytes but TAB as `\xNN` (section 4).
    pub(super) fn write_escaped<W: fmt::Write + ?Sized>(self, out: &mut W) -> fmt::Result {
        if let Ok(text) = core::str::from_utf8(self.0) {
            return write_escaped(text, out);
        }
        for chunk in self.0.utf8_chunks() {
            write_escaped(chunk.valid(), out)?;
            if !chunk.invalid().is_empty() {
                out.write_char(char::REPLACEMENT_CHARACTER)?;
            }
        }
        Ok(())
    }
}

fn write_escaped<W: fmt::Write + ?Sized>(text: &str, out: &mut W) -> fmt::Result {
    let mut rest = text;
    while let Some((plain, byte, after)) = split_at_control(rest) {
        out.write_str(plain)?;
        write_control(byte, out)?;
        rest = after;
    }
    out.write_str(rest)
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        self.write_escaped(f)?;
        f.write_str("\"")
    }
}

const fn is_control(byte: u8) -> bool {
    byte < 0x20 && byte != b'\t' || byte == 0x7f
}

fn split_at_control(text: &str) -> Option<(&str, u8, &str)> {
    let at = text.bytes().position(is_control)?;
    let (plain, rest) = text.split_at_checked(at)?;
    Some((plain, *rest.as_bytes().first()?, rest.get(1..)?))
}

fn write_control<W: fmt::Write + ?Sized>(byte: u8, out: &mut W) -> fmt::Result {
    match byte {
        b'\n' => out.write_str("\\n"),
        b'\r' => out.write_str("\\r"),
        _ => write_hex_escape(byte, out),
    }
}

/// Writes one byte as a character of its own: those from 0x80 on are none.
pub(super) fn write_byte<W: fmt::Write + ?Sized>(byte: u8, out: &mut W) -> fmt::Result {
    if byte >= 0x80 {
        write_hex_escape(byte, out)
    } else if is_control(byte) {
        write_control(byte, out)
    } else {
        out.write_char(char::from(byte))
    }
}

fn write_hex_escape<W: fmt::Write + ?Sized>(byte: u8, out: &mut W) -> fmt::Result {
    out.write_str("\\x")?;
    super::digits::write_hex_byte(byte, out)
}

/// The length of `bytes` without a character at the end that may go on behind them.
pub(super) fn cut_incomplete(bytes: &[u8]) -> usize {
    let end = bytes.utf8_chunks().last().map_or(&[][..], |chunk| chunk.invalid());
    match core::str::from_utf8(end) {
        Err(error) if error.error_len().is_none() => bytes.len().saturating_sub(end.len()),
        _ => bytes.len(),
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::{String, ToString};

    fn escaped(bytes: &[u8]) -> String {
        let mut out = String::new();
        Text(bytes).write_escaped(&mut out).unwrap();
        out
    }

    #[test]
    fn text_stays_on_one_line() {
        assert_eq!(escaped(b"a\nb\rc\td\x1b\x7f\0"), "a\\nb\\rc\td\\x1b\\x7f\\x00");
    }

    #[test]
    fn each_maximal_invalid_part_shows_once() {
        assert_eq!(escaped(b"a\xff\xfeb\xe2\x82c"), "a\u{fffd}\u{fffd}b\u{fffd}c");
        assert_eq!(Text(b"\xf0\x9f\x98").to_string(), "\u{fffd}");
    }
}
