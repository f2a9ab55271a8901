//! Doubles in decimal: the shortest digits that read back as the same double, and six digits behind the point.
//!
//! `core::fmt` of an `f64` links panics and 12 KB. The shortest digits come from the crate `zmij`; six digits behind
//! the point are exact, as C's `printf` has them, and take a number of 1024 bits on the stack.

use core::fmt;

use super::print::Out;

/// The exponents of ten from which on, and up to which, a number is printed without an exponent.
const PLAIN: core::ops::Range<i32> = -5..16;
/// The largest double, which stands for what JSON has no number for.
#[cfg(feature = "json")]
const LARGEST: f64 = f64::MAX;

/// Prints the shortest digits, in the shape of section 15.2 of the format. Infinities and NaN become the largest
/// double.
#[cfg(feature = "json")]
pub(super) fn json(out: &mut Out<'_>, number: f64) -> fmt::Result {
    shortest(
        out,
        if number.is_finite() {
            number
        } else if number == f64::NEG_INFINITY {
            -LARGEST
        } else {
            LARGEST
        },
    )
}

/// Prints the shortest digits, or `NaN`, `inf`, `-inf`.
#[cfg(feature = "text")]
pub(super) fn text(out: &mut Out<'_>, number: f64) -> fmt::Result {
    if number.is_finite() { shortest(out, number) } else { not_finite(out, number) }
}

#[cfg(feature = "text")]
fn not_finite(out: &mut Out<'_>, number: f64) -> fmt::Result {
    out.str(if number.is_nan() {
        "NaN"
    } else if number > 0.0 {
        "inf"
    } else {
        "-inf"
    })
}

/// Significant digits, and the exponent of ten of the first of them.
struct Digits {
    significant: [u8; Self::ROOM],
    count: usize,
    exponent: i32,
}

impl Digits {
    /// 17 digits are enough for every double.
    const ROOM: usize = 24;

    /// Takes apart a number in the notation of the crate `zmij`, whatever its shape.
    fn parse(printed: &str) -> Self {
        let mut this = Self { significant: [0; Self::ROOM], count: 0, exponent: -1 };
        // The search for a `char` of the standard library may panic as far as the compiler sees.
        let end = printed.bytes().position(|byte| byte == b'e').unwrap_or(printed.len());
        let (number, exponent) = printed.split_at_checked(end).unwrap_or((printed, ""));
        let exponent = exponent.get(1..).unwrap_or("0");
        let mut behind_point = false;
        for byte in number.bytes() {
            match byte {
                b'.' => behind_point = true,
                // Zeros in front of all digits move the point, and no more.
                b'0' if this.count == 0 => this.exponent -= i32::from(behind_point),
                b'0'..=b'9' => {
                    if let Some(digit) = this.significant.get_mut(this.count) {
                        *digit = byte;
                        this.count += 1;
                    }
                    this.exponent += i32::from(!behind_point);
                }
                _ => {}
            }
        }
        this.exponent += exponent.parse::<i32>().unwrap_or(0);
        while let Some(b'0') = this.count.checked_sub(1).and_then(|last| this.significant.get(last)) {
            this.count -= 1;
        }
        this
    }

    fn print(&self, out: &mut Out<'_>) -> fmt::Result {
        let digits = self.significant.get(..self.count).unwrap_or_default();
        let is_plain = PLAIN.contains(&self.exponent);
        // The exponent of the first digit that is printed, and of the one behind which the point stands.
        let first = if is_plain { self.exponent.max(0) } else { 0 };
        let mut place = first;
        let leading = if is_plain { self.exponent.min(0).unsigned_abs() } else { 0 };
        let all = (0..leading).map(|_| b'0').chain(digits.iter().copied());
        for digit in all {
            if place == -1 {
                out.byte(b'.')?;
            }
            out.byte(digit)?;
            place -= 1;
        }
        if is_plain {
            while place >= -1 {
                if place == -1 {
                    out.byte(b'.')?;
                }
                out.byte(b'0')?;
                place -= 1;
            }
            return Ok(());
        }
        out.byte(b'e')?;
        if self.exponent < 0 {
            out.byte(b'-')?;
        }
        out.decimal(u64::from(self.exponent.unsigned_abs()))
    }
}

fn shortest(out: &mut Out<'_>, number: f64) -> fmt::Result {
    if number.is_sign_negative() {
        out.byte(b'-')?;
    }
    if number == 0.0 {
        return out.str("0.0");
    }
    let mut buffer = zmij::Buffer::new();
    Digits::parse(buffer.format_finite(number.abs())).print(out)
}

/// Prints six digits behind the point, rounded to the nearest, a tie to the even one; or `NaN`, `inf`, `-inf`.
#[cfg(feature = "text")]
pub(super) fn six(out: &mut Out<'_>, number: f64) -> fmt::Result {
    const FRACTION_BITS: u32 = 52;
    const MILLION: u64 = 1_000_000;
    if !number.is_finite() {
        return not_finite(out, number);
    }
    if number.is_sign_negative() {
        out.byte(b'-')?;
    }
    let bits = number.abs().to_bits();
    let [exponent, _] = crate::generation::words(bits >> FRACTION_BITS);
    let fraction = bits & ((1 << FRACTION_BITS) - 1);
    // The number is `significand * 2^(exponent - 1075)`.
    let (significand, exponent) = if exponent == 0 { (fraction, 1) } else { (fraction | 1 << FRACTION_BITS, exponent) };
    if let Some(shift) = exponent.checked_sub(1075) {
        Big::new(significand, shift).print(out)?;
        return out.str(".000000");
    }
    let shift = 1075 - exponent;
    let whole = significand.checked_shr(shift).unwrap_or(0);
    let fraction = significand - whole.checked_shl(shift).unwrap_or(0);
    // Below 2^73: a shift by 75 and more leaves nothing, not even a half.
    let scaled = u128::from(fraction) * u128::from(MILLION);
    let millionths = scaled.checked_shr(shift).unwrap_or(0);
    let rest = scaled - millionths.checked_shl(shift).unwrap_or(0);
    let half = 1_u128.checked_shl(shift - 1).unwrap_or(u128::MAX);
    let rounds_up = rest > half || rest == half && millionths & 1 == 1;
    let millionths = u64::try_from(millionths).unwrap_or(0) + u64::from(rounds_up);
    out.decimal(whole + millionths / MILLION)?;
    out.byte(b'.')?;
    let mut place = MILLION / 10;
    for _ in 0..6 {
        let [digit, ..] = (millionths.checked_div(place).unwrap_or(0) % 10).to_le_bytes();
        out.byte(b'0' | digit)?;
        place /= 10;
    }
    Ok(())
}

/// An integer below 2^1024, lowest limb first.
#[cfg(feature = "text")]
struct Big([u32; 33]);

#[cfg(feature = "text")]
impl Big {
    /// `significand * 2^shift`, where `shift` is at most 971.
    fn new(significand: u64, shift: u32) -> Self {
        let mut this = Self([0; 33]);
        let [low, middle, high, ..] = split(u128::from(significand) << (shift % 32));
        for (limb, bits) in this.0.iter_mut().skip(usize::try_from(shift / 32).unwrap_or(0)).zip([low, middle, high]) {
            *limb = bits;
        }
        this
    }

    fn print(mut self, out: &mut Out<'_>) -> fmt::Result {
        // 309 digits, nine at a time, from the lowest.
        let mut groups = [0; 35];
        let mut count = 0;
        for (place, group) in groups.iter_mut().enumerate() {
            *group = self.divide();
            if *group != 0 {
                count = place + 1;
            }
        }
        let mut leads = true;
        for group in groups.iter().take(count).rev() {
            let mut place = 100_000_000;
            while place != 0 {
                let [digit, ..] = (group / place % 10).to_le_bytes();
                leads &= digit == 0;
                if !leads {
                    out.byte(b'0' | digit)?;
                }
                place /= 10;
            }
        }
        if leads { out.byte(b'0') } else { Ok(()) }
    }

    /// Divides by 10^9, and gives the remainder.
    fn divide(&mut self) -> u32 {
        const GROUP: u64 = 1_000_000_000;
        let mut rest = 0;
        for limb in self.0.iter_mut().rev() {
            let dividend = rest << 32 | u64::from(*limb);
            [*limb, _] = crate::generation::words(dividend / GROUP);
            rest = dividend % GROUP;
        }
        let [rest, _] = crate::generation::words(rest);
        rest
    }
}

#[cfg(feature = "text")]
fn split(number: u128) -> [u32; 4] {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = number.to_le_bytes();
    [[a, b, c, d], [e, f, g, h], [i, j, k, l], [m, n, o, p]].map(u32::from_le_bytes)
}
