//! Numbers and texts for views and messages, through `core::fmt::Write` and without the formatting machinery, which links panics.

use core::fmt::{self, Write};

use super::text::Text;

/// Where a view is written to.
pub(crate) struct Printer<'w> {
    out: &'w mut dyn Write,
}

impl<'w> Printer<'w> {
    pub(crate) fn new(out: &'w mut dyn Write) -> Self {
        Self { out }
    }

    pub(crate) fn raw(&mut self, text: &str) -> fmt::Result {
        self.out.write_str(text)
    }

    /// Each of `texts`, one behind the other.
    pub(crate) fn all(&mut self, texts: &[&str]) -> fmt::Result {
        texts.iter().try_for_each(|text| self.raw(text))
    }

    pub(crate) fn decimal(&mut self, number: u64) -> fmt::Result {
        self.digits(number, 10, 1)
    }

    pub(crate) fn signed(&mut self, number: i64) -> fmt::Result {
        if number < 0 {
            self.raw("-")?;
        }
        self.decimal(number.unsigned_abs())
    }

    /// At least `width` hexadecimal digits.
    pub(crate) fn hexadecimal(&mut self, number: u64, width: usize) -> fmt::Result {
        self.digits(number, 16, width)
    }

    fn digits(&mut self, number: u64, base: u8, width: usize) -> fmt::Result {
        let mut buffer = [b'0'; 20];
        let mut rest = number;
        let mut used = 0;
        for slot in buffer.iter_mut().rev() {
            if rest == 0 && used >= width {
                break;
            }
            let digit = rest % u64::from(base.max(2));
            rest /= u64::from(base.max(2));
            *slot = u8::try_from(digit).map_or(b'?', |digit| if digit < 10 { b'0' + digit } else { b'a' + digit - 10 });
            used += 1;
        }
        let start = buffer.len().saturating_sub(used);
        self.raw(buffer.get(start..).and_then(|digits| core::str::from_utf8(digits).ok()).unwrap_or_default())
    }

    /// The text, with U+FFFD for what is not UTF-8, and with `\x1b` and the like for what a terminal would obey.
    pub(crate) fn text(&mut self, text: Text<'_>) -> fmt::Result {
        text.pieces(|piece| {
            piece.chars().try_for_each(|char| {
                if char.is_control() && char != '\n' && char != '\t' {
                    self.raw("\\x")?;
                    return self.hexadecimal(u64::from(u32::from(char)), 2);
                }
                self.out.write_char(char)
            })
        })
    }

    /// The text in quotes, with what JSON wants escaped.
    #[cfg(feature = "json")]
    pub(crate) fn json_string(&mut self, text: Text<'_>) -> fmt::Result {
        self.raw("\"")?;
        text.pieces(|piece| {
            piece.chars().try_for_each(|char| match char {
                '"' => self.raw("\\\""),
                '\\' => self.raw("\\\\"),
                '\0'..' ' => {
                    self.raw("\\u")?;
                    self.hexadecimal(u64::from(u32::from(char)), 4)
                }
                _ => self.out.write_char(char),
            })
        })?;
        self.raw("\"")
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::String;

    fn printed(print: impl FnOnce(&mut Printer<'_>) -> fmt::Result) -> String {
        let mut text = String::new();
        print(&mut Printer::new(&mut text)).unwrap();
        text
    }

    #[test]
    fn numbers_have_the_digits_of_the_standard_library() {
        for number in [0, 1, 9, 10, 99, 100, 1 << 32, u64::MAX - 1, u64::MAX] {
            assert_eq!(printed(|p| p.decimal(number)), std::format!("{number}"));
            assert_eq!(printed(|p| p.hexadecimal(number, 1)), std::format!("{number:x}"));
            assert_eq!(printed(|p| p.hexadecimal(number, 8)), std::format!("{number:08x}"));
        }
        for number in [0, -1, i64::MIN, i64::MAX] {
            assert_eq!(printed(|p| p.signed(number)), std::format!("{number}"));
        }
    }

    #[test]
    fn text_cannot_command_a_terminal() {
        assert_eq!(printed(|p| p.text(Text(b"a\tb\nc\x1b[2J\r\xc2\x9b\xff"))), "a\tb\nc\\x1b[2J\\x0d\\x9b\u{fffd}");
    }

    #[cfg(feature = "json")]
    #[test]
    fn json_strings_are_escaped_and_are_always_utf8() {
        assert_eq!(
            printed(|p| p.json_string(Text(b"a\"\\\n\x1f\x7f \xc3\xa9\xff"))),
            "\"a\\\"\\\\\\u000a\\u001f\x7f é\u{fffd}\""
        );
    }
}
