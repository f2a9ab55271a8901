//! Strings in JSON quotes: section 15.2 of the format.

use core::fmt;

use super::content::{NOT_ASCII, Text};
use super::print::{Escapes, Out, below, equal};

/// Prints a text of the file in quotes.
pub(super) fn text(out: &mut Out<'_>, text: Text<'_>) -> fmt::Result {
    out.byte(b'"')?;
    out.text_with(text, &ESCAPES)?;
    out.byte(b'"')
}

/// Prints a text of the caller's in quotes.
#[cfg(feature = "json")]
pub(super) fn str(out: &mut Out<'_>, text: &str) -> fmt::Result {
    out.byte(b'"')?;
    out.str_with(text, &ESCAPES)?;
    out.byte(b'"')
}

const ESCAPES: Escapes = Escapes {
    is_plain: |word| {
        let special = below(word, b' ') | equal(word, b'"') | equal(word, b'\\');
        (special | word) & NOT_ASCII == 0
    },
    print: escaped,
};

fn escaped(out: &mut Out<'_>, byte: u8) -> fmt::Result {
    let short = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        0x0c => b'f',
        b'\r' => b'r',
        0..0x20 => {
            out.str("\\u00")?;
            return out.hex(byte);
        }
        _ => return out.byte(byte),
    };
    out.byte(b'\\')?;
    out.byte(short)
}
