//! Templates: printf-like text, and the printing of an entry's parameters through it (section 4).
//!
//! An entry holds the bare bytes of its parameters. The template of its tracepoint says what they are and how they read.
//! Numbers print exactly as C prints them, floating point to the last digit; text is escaped where it would break the
//! line. Nothing is allocated, and any bytes at all print something.

mod number;

use core::fmt;

use super::bytes::{ByteOrder, PointerSize, cut, position, position_of_either};
use super::digits::fill;
use super::float;
use super::text::{self, Text};
use number::Integer;

/// Widths and precisions above this one are taken as this one.
pub const LARGEST_WIDTH: u16 = 4096;

/// What prints in place of a parameter whose bytes are not there.
const MISSING: &str = "<missing in trace>";
/// What prints in place of a parameter of an entry that was recorded without any.
const MINIMAL: &str = "???";

/// How wide a parameter is, by the letters between precision and conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// No letter.
    Plain,
    /// `h`.
    Short,
    /// `l`.
    Long,
    /// `ll` or `L`.
    LongLong,
    /// `I64`.
    SixtyFour,
    /// `z` or `P`.
    Pointer,
}

/// What a conversion makes of its parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letter {
    /// `d`, `i`.
    Signed,
    /// `u`.
    Unsigned,
    /// `x`.
    Hex,
    /// `X`.
    UpperHex,
    /// `o`.
    Octal,
    /// `c`.
    Byte,
    /// `p`, `J`.
    Address,
    /// `e`.
    Exponent,
    /// `E`.
    UpperExponent,
    /// `f`.
    Fixed,
    /// `g`.
    General,
    /// `G`.
    UpperGeneral,
    /// `s`.
    String,
}

impl Letter {
    /// Whether the parameter is an integer.
    pub const fn is_integer(self) -> bool {
        matches!(self, Self::Signed | Self::Unsigned | Self::Hex | Self::UpperHex | Self::Octal)
    }

    /// Whether the parameter is a floating-point number.
    pub const fn is_float(self) -> bool {
        matches!(self, Self::Exponent | Self::UpperExponent | Self::Fixed | Self::General | Self::UpperGeneral)
    }
}

/// The digits behind a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// No dot.
    Unset,
    /// A number; a dot alone is 0.
    Digits(u16),
    /// `.*`: the parameter brings its own length.
    Star,
}

/// The flags behind a percent sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "C has five independent flags")]
pub struct Flags {
    /// `-`: pad on the right.
    pub left: bool,
    /// `+`: a sign in any case.
    pub plus: bool,
    /// A space in place of the sign.
    pub space: bool,
    /// `#`: the other form.
    pub alternate: bool,
    /// `0`: pad with zeros.
    pub zero: bool,
}

/// One conversion of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The flags.
    pub flags: Flags,
    /// The least width in bytes, at most [`LARGEST_WIDTH`].
    pub width: u16,
    /// Whether the width is a `*`, which is ignored and takes no parameter.
    pub star_width: bool,
    /// The precision.
    pub precision: Precision,
    /// The size.
    pub size: Size,
    /// The letter.
    pub letter: Letter,
    /// Whether the template has `0x` directly in front.
    pub after_0x: bool,
}

/// A part of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text that prints as it stands, but for what is not UTF-8.
    Text(&'a [u8]),
    /// A parameter.
    Conversion(Conversion),
    /// A percent sign, at this offset in the template, that begins no conversion. It prints as `%`.
    Impossible(usize),
}

/// The parts of a template, or of its body, in order.
pub fn pieces(template: &[u8]) -> Pieces<'_> {
    Pieces { template, at: 0 }
}

/// See [`pieces`].
#[derive(Clone, Debug)]
pub struct Pieces<'a> {
    template: &'a [u8],
    at: usize,
}

impl Pieces<'_> {
    /// Where the next part begins in the template.
    pub(super) const fn offset(&self) -> usize {
        self.at
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    #[inline]
    fn next(&mut self) -> Option<Piece<'a>> {
        let rest = self.template.get(self.at..)?;
        match rest {
            [] => None,
            [b'%', b'%', ..] => {
                self.at += 2;
                Some(Piece::Text(b"%"))
            }
            [b'%', after @ ..] => {
                let Some((mut conversion, len)) = parse(after) else {
                    let at = self.at;
                    self.at += 1;
                    return Some(Piece::Impossible(at));
                };
                conversion.after_0x =
                    self.template.get(..self.at).is_some_and(|before| matches!(before, [.., b'0', b'x']));
                self.at += 1 + len;
                Some(Piece::Conversion(conversion))
            }
            [b'\\', b'"', ..] => {
                self.at += 2;
                Some(Piece::Text(b"\""))
            }
            _ => {
                // The first byte is text, whatever it is: a backslash that escapes nothing may be it.
                let more = position_of_either(rest.get(1..)?, b'%', b'\\');
                let len = more.map_or(rest.len(), |more| more + 1);
                self.at += len;
                Some(Piece::Text(rest.get(..len)?))
            }
        }
    }
}

/// The conversion that follows a percent sign, and how many bytes it has.
fn parse(text: &[u8]) -> Option<(Conversion, usize)> {
    let mut rest = text;
    let mut flags = Flags::default();
    while let [byte, after @ ..] = rest {
        match byte {
            b'-' => flags.left = true,
            b'+' => flags.plus = true,
            b' ' => flags.space = true,
            b'#' => flags.alternate = true,
            b'0' => flags.zero = true,
            _ => break,
        }
        rest = after;
    }
    let star_width = take(&mut rest, b"*");
    let width = if star_width { 0 } else { take_number(&mut rest) };
    let precision = if !take(&mut rest, b".") {
        Precision::Unset
    } else if take(&mut rest, b"*") {
        Precision::Star
    } else {
        Precision::Digits(take_number(&mut rest))
    };
    let size = if take(&mut rest, b"ll") || take(&mut rest, b"L") {
        Size::LongLong
    } else if take(&mut rest, b"l") {
        Size::Long
    } else if take(&mut rest, b"h") {
        Size::Short
    } else if take(&mut rest, b"I64") {
        Size::SixtyFour
    } else if take(&mut rest, b"z") || take(&mut rest, b"P") {
        Size::Pointer
    } else {
        Size::Plain
    };
    let (letter, rest) = rest.split_first()?;
    let letter = match letter {
        b'd' | b'i' => Letter::Signed,
        b'u' => Letter::Unsigned,
        b'x' => Letter::Hex,
        b'X' => Letter::UpperHex,
        b'o' => Letter::Octal,
        b'c' => Letter::Byte,
        b'p' | b'J' => Letter::Address,
        b'e' => Letter::Exponent,
        b'E' => Letter::UpperExponent,
        b'f' => Letter::Fixed,
        b'g' => Letter::General,
        b'G' => Letter::UpperGeneral,
        b's' => Letter::String,
        _ => return None,
    };
    // A double is one with and without `l`, and there is no other. Bytes, addresses and text have one size each: letters
    // that say otherwise, as generators let pass, mean nothing.
    let sized = !letter.is_float() || matches!(size, Size::Plain | Size::Long);
    let starred = precision != Precision::Star || letter == Letter::String;
    if !sized || !starred {
        return None;
    }
    let conversion = Conversion { flags, width, star_width, precision, size, letter, after_0x: false };
    Some((conversion, text.len().checked_sub(rest.len())?))
}

fn take(rest: &mut &[u8], word: &[u8]) -> bool {
    // Byte by byte: some compilers call a function for a comparison, which a program without a C library lacks.
    match rest.split_at_checked(word.len()) {
        Some((before, after)) if before.iter().zip(word).all(|(a, b)| a == b) => {
            *rest = after;
            true
        }
        _ => false,
    }
}

/// Takes digits; none are 0, and too large a number is [`LARGEST_WIDTH`].
fn take_number(rest: &mut &[u8]) -> u16 {
    let mut number = 0_u16;
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        number = number.saturating_mul(10).saturating_add((digit & 0x0f).into()).min(LARGEST_WIDTH);
        *rest = after;
    }
    number
}

/// The parameter bytes of an entry, and how they were written.
#[derive(Clone, Copy, Debug)]
pub struct Parameters<'a> {
    /// The bytes, packed.
    pub bytes: &'a [u8],
    /// The order of the bytes of a number.
    pub order: ByteOrder,
    /// The size of an address.
    pub pointer: PointerSize,
}

/// A parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// A signed integer.
    Signed(i64),
    /// An unsigned integer, or an address.
    Unsigned(u64),
    /// A single byte.
    Byte(u8),
    /// A floating-point number.
    Float(f64),
    /// Text, without its NUL.
    String(&'a [u8]),
}

impl<'a> Parameters<'a> {
    /// Takes the next parameter. `None` when its bytes are not all there.
    #[inline]
    pub fn take(&mut self, conversion: &Conversion) -> Option<Value<'a>> {
        if conversion.letter == Letter::String {
            return self.take_string(conversion.precision == Precision::Star).map(Value::String);
        }
        if conversion.letter.is_float() {
            return Some(Value::Float(f64::from_bits(self.take_number(8)?)));
        }
        if conversion.letter == Letter::Byte {
            let [byte, ..] = self.take_number(1)?.to_le_bytes();
            return Some(Value::Byte(byte));
        }
        if conversion.letter == Letter::Address {
            return Some(Value::Unsigned(self.take_number(self.pointer.bytes())?));
        }
        let width = match conversion.size {
            Size::Short => 2,
            Size::Plain | Size::Long => 4,
            Size::LongLong | Size::SixtyFour => 8,
            Size::Pointer => self.pointer.bytes(),
        };
        let number = self.take_number(width)?;
        Some(if conversion.letter == Letter::Signed {
            Value::Signed(match (width, number.to_le_bytes()) {
                (2, [a, b, ..]) => i16::from_le_bytes([a, b]).into(),
                (4, [a, b, c, d, ..]) => i32::from_le_bytes([a, b, c, d]).into(),
                (_, bytes) => i64::from_le_bytes(bytes),
            })
        } else {
            Value::Unsigned(number)
        })
    }

    fn take_number(&mut self, width: usize) -> Option<u64> {
        let (bytes, rest) = self.bytes.split_at_checked(width)?;
        self.bytes = rest;
        let push = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        Some(match self.order {
            ByteOrder::Little => bytes.iter().rev().fold(0, push),
            ByteOrder::Big => bytes.iter().fold(0, push),
        })
    }

    fn take_string(&mut self, counted: bool) -> Option<&'a [u8]> {
        if counted {
            let mut after = *self;
            let len = usize::try_from(after.take_number(2)?).ok()?;
            let (bytes, rest) = after.bytes.split_at_checked(len)?;
            self.bytes = rest;
            return Some(bytes);
        }
        let end = position(self.bytes, 0)?;
        let (bytes, rest) = self.bytes.split_at_checked(end)?;
        self.bytes = rest.get(1..)?;
        Some(bytes)
    }
}

/// How the bytes of an entry fit its template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Each byte was used, or there were none.
    Exact,
    /// The template needs more bytes.
    Missing,
    /// There are more bytes than the template needs.
    Extra,
}

/// Prints `parameters` through `template`, or its body.
///
/// Without any parameter bytes each conversion prints `???`. Where they end too early, that conversion and all later ones
/// print `<missing in trace>`.
///
/// # Errors
/// What `out` returns.
pub fn print<W: fmt::Write + ?Sized>(
    template: &[u8],
    mut parameters: Parameters<'_>,
    out: &mut W,
) -> Result<Fit, fmt::Error> {
    let minimal = parameters.bytes.is_empty();
    let complete = print_with(template, minimal, |conversion| parameters.take(conversion), out)?;
    Ok(match (complete, parameters.bytes.is_empty()) {
        (false, _) => Fit::Missing,
        (true, true) => Fit::Exact,
        (true, false) => Fit::Extra,
    })
}

/// Prints the values that `take` gives, until it has no more. `false` when the template needs more.
pub(super) fn print_with<'v, W: fmt::Write + ?Sized>(
    template: &[u8],
    minimal: bool,
    mut take: impl FnMut(&Conversion) -> Option<Value<'v>>,
    out: &mut W,
) -> Result<bool, fmt::Error> {
    let mut missing = false;
    for piece in pieces(template) {
        match piece {
            Piece::Text(text) => Text(text).write(out)?,
            Piece::Impossible(_) => out.write_str("%")?,
            Piece::Conversion(_) if minimal => out.write_str(MINIMAL)?,
            Piece::Conversion(conversion) => {
                let value = if missing { None } else { take(&conversion) };
                missing = value.is_none();
                match value {
                    Some(value) => conversion.print(value, out)?,
                    None => out.write_str(MISSING)?,
                }
            }
        }
    }
    Ok(!missing)
}

impl Conversion {
    /// Prints one value as this conversion says.
    ///
    /// # Errors
    /// What `out` returns.
    pub fn print<W: fmt::Write + ?Sized>(&self, value: Value<'_>, out: &mut W) -> fmt::Result {
        match value {
            Value::Signed(number) => Integer::signed(number).print(self, out),
            Value::Unsigned(number) => Integer::unsigned(number).print(self, out),
            Value::Float(number) => float::print(number, self, out),
            Value::Byte(byte) => self.pad(1, out, |out| text::write_byte(byte, out)),
            Value::String(bytes) => {
                let len = match self.precision {
                    Precision::Digits(limit) => cut(bytes, limit.into()),
                    Precision::Unset | Precision::Star => bytes.len(),
                };
                let bytes = bytes.get(..len).unwrap_or(bytes);
                self.pad(len, out, |out| Text(bytes).write_escaped(out))
            }
        }
    }

    /// Prints with spaces on one side until `len` has become the width.
    fn pad<W: fmt::Write + ?Sized>(
        &self,
        len: usize,
        out: &mut W,
        print: impl FnOnce(&mut W) -> fmt::Result,
    ) -> fmt::Result {
        let spaces = usize::from(self.width).saturating_sub(len);
        if !self.flags.left {
            fill(out, ' ', spaces)?;
        }
        print(out)?;
        if self.flags.left {
            fill(out, ' ', spaces)?;
        }
        Ok(())
    }

    /// Pads a number: sign and prefix, zeros if the flag asks for them, then `len` characters of digits.
    pub(super) fn pad_number<W: fmt::Write + ?Sized>(
        &self,
        prefix: &str,
        len: usize,
        zeros_allowed: bool,
        out: &mut W,
        print: impl FnOnce(&mut W) -> fmt::Result,
    ) -> fmt::Result {
        let len = len.saturating_add(prefix.len());
        if self.flags.zero && zeros_allowed && !self.flags.left {
            out.write_str(prefix)?;
            fill(out, '0', usize::from(self.width).saturating_sub(len))?;
            return print(out);
        }
        self.pad(len, out, |out| {
            out.write_str(prefix)?;
            print(out)
        })
    }

    /// The sign of a number.
    pub(super) const fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.flags.plus, self.flags.space) {
            (true, _, _) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            (false, false, false) => "",
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::String;

    fn printed(template: &str, bytes: &[u8]) -> (String, Fit) {
        let mut out = String::new();
        let parameters = Parameters { bytes, order: ByteOrder::Little, pointer: PointerSize::Four };
        let fit = print(template.as_bytes(), parameters, &mut out).unwrap();
        (out, fit)
    }

    #[test]
    fn sizes_are_for_integers() {
        for (template, bytes, expected) in [
            ("%lf", 8, "0.000000"),
            ("%Lf", 8, "%Lf"),
            ("%hf", 8, "%hf"),
            ("%ls", 1, ""),
            ("%zp", 4, "0x0"),
            ("%hc", 1, "\\x00"),
            ("%hhd", 1, "%hhd"),
            ("%jd", 8, "%jd"),
            ("%td", 8, "%td"),
            ("%n", 4, "%n"),
            ("%.*d", 4, "%.*d"),
            ("%Lu", 8, "0"),
            ("%I64u", 8, "0"),
            ("%Px", 4, "0"),
            ("%", 1, "%"),
            ("%5", 1, "%5"),
            ("%5%", 1, "%5%"),
        ] {
            assert_eq!(printed(template, &std::vec![0; bytes]).0, expected, "{template}");
        }
    }

    #[test]
    fn what_is_missing_is_said_from_there_on() {
        assert_eq!(printed("%d %s %d", &[1, 0, 0, 0, b'a']).0, "1 <missing in trace> <missing in trace>");
        assert_eq!(printed("%.*s|", &[2, 0, b'a']), ("<missing in trace>|".into(), Fit::Missing));
        assert_eq!(printed("%5d", &[]), ("???".into(), Fit::Exact));
        assert_eq!(printed("%c", &[65, 66]), ("A".into(), Fit::Extra));
        assert_eq!(printed("none", &[]), ("none".into(), Fit::Exact));
    }

    #[test]
    fn backslashes_escape_quotes_and_nothing_else() {
        assert_eq!(printed(r#"\"a\" \n \\ \"#, &[]).0, r#""a" \n \\ \"#);
        assert_eq!(printed(r"\%c", &[65]).0, r"\A");
    }

    #[test]
    fn an_address_has_its_prefix_once() {
        let bytes = [0xef, 0xbe, 0xad, 0xde];
        assert_eq!(printed("%p", &bytes).0, "0xdeadbeef");
        assert_eq!(printed("0x%p", &bytes).0, "0xdeadbeef");
        assert_eq!(printed("0x %p", &bytes).0, "0x 0xdeadbeef");
    }

    #[test]
    fn widths_are_at_most_4096() {
        assert_eq!(printed("%99999999999d", &[0; 4]).0.len(), 4096);
        assert_eq!(printed("%.99999999999d", &[0; 4]).0.len(), 4096);
    }
}
