//! Integers as digits. `core::fmt` would do it too, and would bring its padding machinery and panics along.

use core::fmt::{self, Write};

/// The digits of a number, at the end of a buffer that holds 64 bits in any of the bases 8, 10 and 16.
pub(super) struct Digits {
    buffer: [u8; 22],
    len: usize,
}

/// The base of a number's digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    Octal,
    Decimal,
    /// Lower-case hexadecimal.
    Hex,
    /// Upper-case hexadecimal.
    UpperHex,
}

impl Digits {
    /// The digits of `number`; `0` has one.
    pub(super) fn new(number: u64, base: Base) -> Self {
        let mut digits = Self { buffer: [b'0'; 22], len: 0 };
        match base {
            Base::Decimal => digits.fill(number, |number| (number % 10, number / 10), b"0123456789abcdef"),
            Base::Octal => digits.fill(number, |number| (number & 7, number >> 3), b"0123456789abcdef"),
            Base::Hex => digits.fill(number, |number| (number & 15, number >> 4), b"0123456789abcdef"),
            Base::UpperHex => digits.fill(number, |number| (number & 15, number >> 4), b"0123456789ABCDEF"),
        }
        digits
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn fill(&mut self, mut number: u64, split: impl Fn(u64) -> (u64, u64), letters: &[u8; 16]) {
        for place in self.buffer.iter_mut().rev() {
            let (digit, rest) = split(number);
            let [digit, ..] = digit.to_le_bytes();
            *place = *letters.get(usize::from(digit)).unwrap_or(&b'0');
            self.len += 1;
            number = rest;
            if rest == 0 {
                break;
            }
        }
    }

    /// The digits as text.
    pub(super) fn as_str(&self) -> &str {
        let start = self.buffer.len().saturating_sub(self.len);
        self.buffer.get(start..).and_then(|digits| core::str::from_utf8(digits).ok()).unwrap_or_default()
    }

    /// The number of digits.
    pub(super) const fn len(&self) -> usize {
        self.len
    }
}

/// Writes `number` in decimal.
pub(super) fn write_decimal<W: Write + ?Sized>(number: u64, out: &mut W) -> fmt::Result {
    out.write_str(Digits::new(number, Base::Decimal).as_str())
}

/// Writes `number` with zeros in front until there are `width` digits.
pub(super) fn write_padded<W: Write + ?Sized>(number: u64, base: Base, width: usize, out: &mut W) -> fmt::Result {
    let digits = Digits::new(number, base);
    // The buffer has zeros in front of the digits already.
    let start = digits.buffer.len().checked_sub(width.max(digits.len));
    if let Some(text) = start.and_then(|start| digits.buffer.get(start..)) {
        return out.write_str(core::str::from_utf8(text).unwrap_or_default());
    }
    fill(out, '0', width.saturating_sub(digits.len()))?;
    out.write_str(digits.as_str())
}

/// Writes a byte as two lower-case hexadecimal digits.
pub(super) fn write_hex_byte<W: Write + ?Sized>(byte: u8, out: &mut W) -> fmt::Result {
    write_padded(byte.into(), Base::Hex, 2, out)
}

/// Writes `count` times `0` or a space.
pub(super) fn fill<W: Write + ?Sized>(out: &mut W, with: char, mut count: usize) -> fmt::Result {
    const SPACES: &str = "                                ";
    const ZEROS: &str = "00000000000000000000000000000000";
    let row = if with == '0' { ZEROS } else { SPACES };
    while count > 0 {
        let part = row.get(..count).unwrap_or(row);
        out.write_str(part)?;
        count = count.saturating_sub(part.len());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::{format, string::String};

    #[test]
    fn digits_are_those_of_the_standard_library() {
        for number in [0, 1, 7, 8, 9, 10, 15, 16, 255, 1 << 32, u64::MAX - 1, u64::MAX] {
            assert_eq!(Digits::new(number, Base::Decimal).as_str(), format!("{number}"));
            assert_eq!(Digits::new(number, Base::Octal).as_str(), format!("{number:o}"));
            assert_eq!(Digits::new(number, Base::Hex).as_str(), format!("{number:x}"));
            assert_eq!(Digits::new(number, Base::UpperHex).as_str(), format!("{number:X}"));
            let mut padded = String::new();
            write_padded(number, Base::Decimal, 40, &mut padded).unwrap();
            assert_eq!(padded, format!("{number:040}"));
        }
    }
}
