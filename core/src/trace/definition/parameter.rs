//! Parameters: what kinds of arguments a template asks for, and which conversions a tracepoint may have.

use super::MOST_PARAMETERS;
use crate::trace::template::{Conversion, Letter, Piece, Precision, Size, pieces};

/// The most arguments of an assertion.
pub(super) const MOST_ARGUMENTS: u32 = 16;

/// What a parameter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParameterKind {
    /// One byte.
    I8,
    /// Two bytes.
    I16,
    /// Four bytes.
    I32,
    /// Eight bytes.
    I64,
    /// As many bytes as an address has.
    Ptr,
    /// A double.
    F64,
    /// Text up to a NUL.
    Str,
    /// Text of a stated length.
    StrN,
}

impl ParameterKind {
    /// The name, as it stands in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::Ptr => "ptr",
            Self::F64 => "f64",
            Self::Str => "str",
            Self::StrN => "strn",
        }
    }

    /// The kind that a conversion takes.
    pub const fn of(conversion: &Conversion) -> Self {
        match (conversion.letter, conversion.size) {
            (Letter::String, _) => match conversion.precision {
                Precision::Star => Self::StrN,
                Precision::Unset | Precision::Digits(_) => Self::Str,
            },
            (Letter::Byte, _) => Self::I8,
            (Letter::Address, _) => Self::Ptr,
            (letter, _) if letter.is_float() => Self::F64,
            (_, Size::Short) => Self::I16,
            (_, Size::Plain | Size::Long) => Self::I32,
            (_, Size::LongLong | Size::SixtyFour) => Self::I64,
            (_, Size::Pointer) => Self::Ptr,
        }
    }
}

/// The kinds of the parameters of a template's body, in order.
pub fn parameters(body: &str) -> impl Iterator<Item = ParameterKind> + use<'_> {
    pieces(body.as_bytes()).filter_map(|piece| match piece {
        Piece::Conversion(conversion) => Some(ParameterKind::of(&conversion)),
        Piece::Text(_) | Piece::Impossible(_) => None,
    })
}

/// Why a template cannot be that of a tracepoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unusable {
    /// The conversion at this offset.
    Conversion(usize),
    /// There are more than [`MOST_PARAMETERS`].
    TooMany,
}

/// Checks a template's body by the rules for authors, which are stricter than a reader's.
pub(super) fn check(body: &str) -> Result<(), Unusable> {
    let mut count = 0;
    let mut pieces = pieces(body.as_bytes());
    loop {
        let at = pieces.offset();
        match pieces.next() {
            None => return Ok(()),
            Some(Piece::Text(_)) => {}
            Some(Piece::Impossible(at)) => return Err(Unusable::Conversion(at)),
            Some(Piece::Conversion(conversion)) => {
                let long = conversion.size == Size::Long && conversion.letter.is_integer();
                if conversion.star_width || conversion.size == Size::SixtyFour || long {
                    return Err(Unusable::Conversion(at));
                }
                count += if conversion.precision == Precision::Star { 2 } else { 1 };
                if count > MOST_PARAMETERS {
                    return Err(Unusable::TooMany);
                }
            }
        }
    }
}

/// The highest n of a word `Pn` in an expression.
pub(super) fn highest_argument(expression: &str) -> u32 {
    expression
        .split(|character: char| !character.is_ascii_alphanumeric() && character != '_')
        .filter_map(|word| word.strip_prefix('P'))
        .filter(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
        .map(|digits| digits.parse().unwrap_or(u32::MAX))
        .max()
        .unwrap_or(0)
}
