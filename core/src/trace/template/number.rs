//! Integers and addresses, as C prints them.

use core::fmt;

use super::{Conversion, Letter, Precision};
use crate::trace::digits::{Base, Digits, fill};

/// A sign and a magnitude.
pub(super) struct Integer {
    negative: bool,
    magnitude: u64,
}

impl Integer {
    pub(super) const fn signed(number: i64) -> Self {
        Self { negative: number < 0, magnitude: number.unsigned_abs() }
    }

    pub(super) const fn unsigned(number: u64) -> Self {
        Self { negative: false, magnitude: number }
    }

    pub(super) fn print<W: fmt::Write + ?Sized>(&self, conversion: &Conversion, out: &mut W) -> fmt::Result {
        let base = match conversion.letter {
            Letter::Octal => Base::Octal,
            Letter::Hex | Letter::Address => Base::Hex,
            Letter::UpperHex => Base::UpperHex,
            _ => Base::Decimal,
        };
        let digits = Digits::new(self.magnitude, base);
        let mut text = digits.as_str();
        let precision = match conversion.precision {
            Precision::Digits(digits) => Some(usize::from(digits)),
            Precision::Unset | Precision::Star => None,
        };
        if self.magnitude == 0 && precision == Some(0) {
            text = "";
        }
        let mut zeros = precision.unwrap_or(0).saturating_sub(text.len());
        let prefix = match conversion.letter {
            Letter::Signed => conversion.sign(self.negative),
            Letter::Address if !conversion.after_0x => "0x",
            Letter::Hex if conversion.flags.alternate && self.magnitude != 0 => "0x",
            Letter::UpperHex if conversion.flags.alternate && self.magnitude != 0 => "0X",
            Letter::Octal if conversion.flags.alternate && zeros == 0 && text.as_bytes().first() != Some(&b'0') => {
                zeros = 1;
                ""
            }
            _ => "",
        };
        conversion.pad_number(prefix, zeros.saturating_add(text.len()), precision.is_none(), out, |out| {
            fill(out, '0', zeros)?;
            out.write_str(text)
        })
    }
}
