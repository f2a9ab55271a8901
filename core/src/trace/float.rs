//! Floating-point numbers as C prints them: every digit exact, and rounded to the nearest, ties to even.
//!
//! A double is a whole number times a power of two, so it has a finite decimal expansion: at most 309 digits before the
//! point and 1074 behind it. The number is unfolded into *limbs* of nine digits each, on the stack; multiplying or
//! dividing them by small powers of two is exact. `core::fmt` would round correctly too, but it links panics, and knows
//! neither `%e` nor `%g`.

use core::fmt;
use core::num::NonZeroU32;

use super::digits::{Base, Digits, fill};
use super::template::{Conversion, Letter, Precision};

/// Digits in a limb.
const DIGITS: usize = 9;
/// What a limb counts to.
const BASE: NonZeroU32 = NonZeroU32::new(1_000_000_000).unwrap();
/// Limbs before the point: 309 digits.
const WHOLE: usize = 35;
/// Limbs behind the point: 1074 digits.
const FRACTION: usize = 120;
/// The powers of ten within a limb, from the highest digit's.
const POWERS: [NonZeroU32; DIGITS] = [
    NonZeroU32::new(100_000_000).unwrap(),
    NonZeroU32::new(10_000_000).unwrap(),
    NonZeroU32::new(1_000_000).unwrap(),
    NonZeroU32::new(100_000).unwrap(),
    NonZeroU32::new(10_000).unwrap(),
    NonZeroU32::new(1_000).unwrap(),
    NonZeroU32::new(100).unwrap(),
    NonZeroU32::new(10).unwrap(),
    NonZeroU32::new(1).unwrap(),
];
/// Digits before the point.
const POINT: usize = WHOLE * DIGITS;
/// All digits.
const ALL: usize = (WHOLE + FRACTION) * DIGITS;

/// A number that is not negative, as decimal digits around a fixed point. Digit 0 is the highest.
struct Decimal {
    limbs: [u32; WHOLE + FRACTION],
}

impl Decimal {
    /// The exact value of `mantissa * 2^exponent`.
    fn new(mantissa: u64, exponent: i32) -> Self {
        let mut decimal = Self { limbs: [0; WHOLE + FRACTION] };
        let mut rest = mantissa;
        for limb in decimal.limbs.iter_mut().take(WHOLE).rev() {
            *limb = low_32(rest % u64::from(BASE.get()));
            rest /= u64::from(BASE.get());
            if rest == 0 {
                break;
            }
        }
        let mut steps = exponent.unsigned_abs();
        while steps > 0 {
            // A limb and a carry below 2^29 stay within 64 bits; 2^9 divides the base, so that no remainder is lost.
            let step = steps.min(if exponent > 0 { 29 } else { 9 });
            if exponent > 0 {
                decimal.multiply(step);
            } else {
                decimal.divide(step);
            }
            steps = steps.saturating_sub(step);
        }
        decimal
    }

    fn multiply(&mut self, by_power: u32) {
        let mut carry = 0_u64;
        for limb in self.limbs.iter_mut().take(WHOLE).rev() {
            let product = (u64::from(*limb) << by_power) + carry;
            *limb = low_32(product % u64::from(BASE.get()));
            carry = product / u64::from(BASE.get());
        }
    }

    fn divide(&mut self, by_power: u32) {
        let mut carry = 0_u32;
        let scale = BASE.get() >> by_power;
        let mask = (1 << by_power) - 1;
        let first = self.limbs.iter().position(|limb| *limb != 0).unwrap_or_default();
        for limb in self.limbs.iter_mut().skip(first) {
            let remainder = *limb & mask;
            *limb = (*limb >> by_power) + carry;
            carry = remainder * scale;
        }
    }

    /// The digit at `place`, zero outside of the number.
    fn digit(&self, place: usize) -> u32 {
        let Some(limb) = self.limbs.get(place / DIGITS) else { return 0 };
        let Some(power) = POWERS.get(place % DIGITS) else { return 0 };
        *limb / *power % 10
    }

    /// The place of the first digit that is not zero; of the digit before the point when there is none.
    fn first(&self) -> usize {
        let Some(limb) = self.limbs.iter().position(|limb| *limb != 0) else { return POINT - 1 };
        let start = limb * DIGITS;
        (start..start + DIGITS).find(|place| self.digit(*place) != 0).unwrap_or(start)
    }

    /// The place behind the last digit that is not zero, or 0.
    fn end(&self) -> usize {
        let Some(limb) = self.limbs.iter().rposition(|limb| *limb != 0) else { return 0 };
        let start = limb * DIGITS;
        (start..start + DIGITS).rfind(|place| self.digit(*place) != 0).map_or(0, |place| place + 1)
    }

    /// Rounds so that nothing but zeros is left from `place` on.
    fn round(&mut self, place: usize) {
        let end = self.end();
        if end <= place {
            return;
        }
        let up = match self.digit(place) {
            0..=4 => false,
            5 if end == place + 1 => place.checked_sub(1).is_some_and(|before| self.digit(before) % 2 == 1),
            _ => true,
        };
        let (row, column) = (place / DIGITS, place % DIGITS);
        for (index, limb) in self.limbs.iter_mut().enumerate().skip(row) {
            let keep = if index == row { column } else { 0 };
            let below = keep.checked_sub(1).and_then(|last| POWERS.get(last)).map_or(BASE, |power| *power);
            *limb -= *limb % below;
        }
        if up && let Some(last) = place.checked_sub(1) {
            self.add_one(last);
        }
    }

    /// Adds one to the digit at `place`.
    fn add_one(&mut self, place: usize) {
        let mut add = POWERS.get(place % DIGITS).map_or(0, |power| power.get());
        for limb in self.limbs.iter_mut().take(place / DIGITS + 1).rev() {
            *limb += add;
            if *limb < BASE.get() {
                return;
            }
            *limb -= BASE.get();
            add = 1;
        }
    }

    /// Writes the digits of `places`.
    fn write<W: fmt::Write + ?Sized>(&self, places: core::ops::Range<usize>, out: &mut W) -> fmt::Result {
        // A precision may ask for thousands of digits behind the last one.
        let zeros = places.end.saturating_sub(places.start.max(ALL));
        for place in places.start..places.end.min(ALL) {
            let [digit, ..] = self.digit(place).to_le_bytes();
            out.write_char(char::from(b'0' + digit))?;
        }
        fill(out, '0', zeros)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the callers pass remainders of a division by 10^9")]
const fn low_32(number: u64) -> u32 {
    number as u32
}

/// Prints `number` as `conversion`, one of the five for floating-point numbers, says.
pub(super) fn print<W: fmt::Write + ?Sized>(number: f64, conversion: &Conversion, out: &mut W) -> fmt::Result {
    let upper = matches!(conversion.letter, Letter::UpperExponent | Letter::UpperGeneral);
    let sign = conversion.sign(number.is_sign_negative());
    if !number.is_finite() {
        let word = match (number.is_nan(), upper) {
            (true, false) => "nan",
            (true, true) => "NAN",
            (false, false) => "inf",
            (false, true) => "INF",
        };
        return conversion.pad_number(sign, word.len(), false, out, |out| out.write_str(word));
    }
    let bits = number.to_bits();
    let biased = i32::try_from(bits >> 52 & 0x7ff).unwrap_or_default();
    let fraction = bits & ((1 << 52) - 1);
    let (mantissa, exponent) = if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    // Fewer steps for numbers with few bits; zero has none at all.
    let spare = mantissa.trailing_zeros().min(exponent.min(0).unsigned_abs());
    let decimal = if mantissa == 0 {
        Decimal::new(0, 0)
    } else {
        Decimal::new(mantissa >> spare, exponent.saturating_add_unsigned(spare))
    };
    let precision = match conversion.precision {
        Precision::Digits(digits) => usize::from(digits),
        Precision::Unset | Precision::Star => 6,
    };
    let point = conversion.flags.alternate;
    match conversion.letter {
        Letter::Fixed => Shape::fixed(decimal, precision, point).print(sign, upper, conversion, out),
        Letter::Exponent | Letter::UpperExponent => {
            Shape::exponent(decimal, precision, point).print(sign, upper, conversion, out)
        }
        _ => Shape::general(decimal, precision, point).print(sign, upper, conversion, out),
    }
}

/// A rounded number, and how it is laid out.
struct Shape {
    decimal: Decimal,
    /// The first digit that prints.
    first: usize,
    /// Digits before the point.
    whole: usize,
    /// Digits behind the point.
    fraction: usize,
    /// Whether a point prints though no digit follows.
    point: bool,
    exponent: Option<i32>,
}

impl Shape {
    fn fixed(mut decimal: Decimal, precision: usize, point: bool) -> Self {
        decimal.round(POINT + precision);
        let first = decimal.first().min(POINT - 1);
        Self { first, whole: POINT - first, fraction: precision, point, exponent: None, decimal }
    }

    fn exponent(mut decimal: Decimal, precision: usize, point: bool) -> Self {
        let first = round_to(&mut decimal, precision + 1);
        Self { first, whole: 1, fraction: precision, point, exponent: Some(power_of(first)), decimal }
    }

    fn general(mut decimal: Decimal, precision: usize, point: bool) -> Self {
        let precision = precision.max(1);
        let first = round_to(&mut decimal, precision);
        let power = power_of(first);
        // Trailing zeros go, unless the flag keeps them.
        let significant = if point { precision } else { decimal.end().saturating_sub(first).clamp(1, precision) };
        let in_range = i32::try_from(precision).is_ok_and(|precision| power < precision) && power >= -4;
        if !in_range {
            let fraction = significant - 1;
            return Self { first, whole: 1, fraction, point, exponent: Some(power), decimal };
        }
        let end = first + significant;
        let first = first.min(POINT - 1);
        Self { first, whole: POINT - first, fraction: end.saturating_sub(POINT), point, exponent: None, decimal }
    }

    fn print<W: fmt::Write + ?Sized>(
        &self,
        sign: &str,
        upper: bool,
        conversion: &Conversion,
        out: &mut W,
    ) -> fmt::Result {
        let point = self.point || self.fraction > 0;
        let power = self.exponent.map(|power| (power, Digits::new(power.unsigned_abs().into(), Base::Decimal)));
        let tail = power.as_ref().map_or(0, |(_, digits)| 2 + digits.len().max(2));
        let len = self.whole.saturating_add(usize::from(point)).saturating_add(self.fraction).saturating_add(tail);
        conversion.pad_number(sign, len, true, out, |out| {
            let behind = self.first.saturating_add(self.whole);
            self.decimal.write(self.first..behind, out)?;
            if point {
                out.write_char('.')?;
            }
            self.decimal.write(behind..behind.saturating_add(self.fraction), out)?;
            if let Some((power, digits)) = &power {
                out.write_char(if upper { 'E' } else { 'e' })?;
                out.write_char(if *power < 0 { '-' } else { '+' })?;
                fill(out, '0', 2_usize.saturating_sub(digits.len()))?;
                out.write_str(digits.as_str())?;
            }
            Ok(())
        })
    }
}

/// Rounds to so many significant digits, and gives the place of the first one, which rounding may have moved.
fn round_to(decimal: &mut Decimal, digits: usize) -> usize {
    let first = decimal.first();
    decimal.round(first + digits);
    decimal.first()
}

/// The power of ten of the digit at `place`.
fn power_of(place: usize) -> i32 {
    const ONES: i32 = 314;
    const { assert!(ONES.unsigned_abs() as usize == POINT - 1) };
    ONES - i32::try_from(place).unwrap_or_default()
}
