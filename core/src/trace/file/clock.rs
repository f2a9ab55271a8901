//! Time: what the ticks of an entry mean, by the rate that the records show (section 6.2).

use core::fmt;
use core::num::NonZeroU64;

use super::super::digits::{Base, write_padded};
use super::header::Header;

const MILLISECONDS_A_DAY: u64 = 86_400_000;
const SECONDS_A_DAY: i64 = 86_400;

/// How ticks become time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// A counter of known rate, paired with the wall clock at the start.
    Counter {
        /// Ticks in a millisecond.
        rate: NonZeroU64,
        /// Ticks at the start.
        start_platform: u64,
        /// Milliseconds since 1970 at the start.
        start_system: u64,
    },
    /// Seconds above, nanoseconds in the low 32 bits (kind 3).
    Seconds,
    /// Microseconds above, 4096ths of them in the low 12 bits (kind 6).
    Microseconds,
    /// No time at all: the ticks print as they are.
    Raw,
}

/// A time of day, UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeOfDay {
    /// Seconds since midnight, below 86,400.
    pub seconds: u32,
    /// The fraction of a second, in units of 10 to the power of minus [`TimeOfDay::digits`].
    pub fraction: u64,
    /// Digits of the fraction: 9 or 12.
    pub digits: u8,
}

impl TimeOfDay {
    /// The time of day somewhere else, `seconds` east of here.
    pub fn east(self, seconds: i32) -> Self {
        let here = i64::from(self.seconds);
        let there = here.saturating_add(i64::from(seconds)).rem_euclid(SECONDS_A_DAY);
        Self { seconds: u32::try_from(there).unwrap_or(self.seconds), ..self }
    }

    /// Writes `hh:mm:ss.fraction`.
    ///
    /// # Errors
    /// What `out` returns.
    pub fn write<W: fmt::Write + ?Sized>(self, out: &mut W) -> fmt::Result {
        let mut text = *b"00:00:00.";
        let numbers = [self.seconds / 3600 % 24, self.seconds / 60 % 60, self.seconds % 60];
        for (number, [tens, ones, _]) in numbers.into_iter().zip(text.as_chunks_mut().0) {
            let [number, ..] = number.to_le_bytes();
            *tens += number / 10;
            *ones += number % 10;
        }
        out.write_str(core::str::from_utf8(&text).unwrap_or_default())?;
        write_padded(self.fraction, Base::Decimal, self.digits.into(), out)
    }
}

/// The latest pair of ticks and wall clock that the records hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) platform: u64,
    pub(super) system: u64,
}

impl Clock {
    /// The clock of a file. `Err` when it ought to have a rate and that is not positive.
    pub(super) fn of(header: &Header, written: Option<Written>) -> Result<Self, Self> {
        match header.clock_kind() {
            3 => return Ok(Self::Seconds),
            6 => return Ok(Self::Microseconds),
            2 | 4 | 5 | 7 if header.version >= (1, 1) => {}
            _ => return Ok(Self::Raw),
        }
        let (start_platform, start_system) = (header.start_platform, header.start_system);
        let rate = match written {
            Some(written) if start_platform != 0 => {
                let ticks = written.platform.abs_diff(start_platform);
                let forward = written.platform >= start_platform;
                match NonZeroU64::new(written.system.abs_diff(start_system)) {
                    None => ticks * u64::from(forward),
                    // Both ways back, and the quotient is positive all the same.
                    Some(milliseconds) if (written.system >= start_system) == forward => ticks / milliseconds,
                    Some(_) => 0,
                }
            }
            _ => 1000,
        };
        match NonZeroU64::new(rate) {
            Some(rate) => Ok(Self::Counter { rate, start_platform, start_system }),
            None => Err(Self::Raw),
        }
    }

    /// A counter of `rate` ticks in a millisecond.
    pub(in crate::trace) fn counter(rate: u64, start_platform: u64, start_system: u64) -> Self {
        NonZeroU64::new(rate).map_or(Self::Raw, |rate| Self::Counter { rate, start_platform, start_system })
    }

    /// The time of day of an entry. `None` where ticks have no meaning.
    pub fn time_of_day(&self, ticks: u64) -> Option<TimeOfDay> {
        match self {
            Self::Counter { rate, start_platform, start_system } => {
                let (milliseconds, rest) = since_start(ticks, *start_platform, *rate);
                let day = MILLISECONDS_A_DAY;
                let offset = milliseconds.magnitude % day;
                let offset = if milliseconds.negative { day - offset } else { offset };
                let of_day = (start_system % day + offset) % day;
                let fraction = of_day % 1000 * 1_000_000 + scaled(rest, *rate);
                Some(TimeOfDay { seconds: seconds_of(of_day / 1000), fraction, digits: 9 })
            }
            Self::Seconds => {
                let seconds = seconds_of((ticks >> 32) % 86_400);
                Some(TimeOfDay { seconds, fraction: ticks & 0xffff_ffff, digits: 9 })
            }
            Self::Microseconds => {
                let microseconds = ticks >> 12;
                let fraction = (microseconds % 1_000_000) << 12 | ticks & 0xfff;
                let seconds = seconds_of(microseconds / 1_000_000 % 86_400);
                Some(TimeOfDay { seconds, fraction: fraction * 244_140_625 / 1_000_000, digits: 12 })
            }
            Self::Raw => None,
        }
    }

    /// Nanoseconds since 1970. `None` where ticks do not tell, or the time lies before 1970 or after 2554.
    pub fn nanoseconds(&self, ticks: u64) -> Option<u64> {
        match self {
            Self::Counter { rate, start_platform, start_system } => {
                let (milliseconds, rest) = since_start(ticks, *start_platform, *rate);
                let milliseconds = if milliseconds.negative {
                    start_system.checked_sub(milliseconds.magnitude)?
                } else {
                    start_system.checked_add(milliseconds.magnitude)?
                };
                milliseconds.checked_mul(1_000_000)?.checked_add(scaled(rest, *rate))
            }
            Self::Seconds => Some((ticks >> 32) * 1_000_000_000 + (ticks & 0xffff_ffff)),
            // This clock counts from 1900.
            Self::Microseconds | Self::Raw => None,
        }
    }

    /// Writes the time of an entry: of day, or the ticks as 16 hexadecimal digits.
    ///
    /// # Errors
    /// What `out` returns.
    pub fn write<W: fmt::Write + ?Sized>(&self, ticks: u64, out: &mut W) -> fmt::Result {
        self.write_east(ticks, 0, out)
    }

    /// As [`Clock::write`], but the time of day somewhere else, `seconds` east of UTC.
    ///
    /// # Errors
    /// What `out` returns.
    pub fn write_east<W: fmt::Write + ?Sized>(&self, ticks: u64, seconds: i32, out: &mut W) -> fmt::Result {
        match self.time_of_day(ticks) {
            Some(time) => time.east(seconds).write(out),
            None => write_padded(ticks, Base::Hex, 16, out),
        }
    }
}

struct Difference {
    negative: bool,
    magnitude: u64,
}

/// Whole milliseconds from the start to `ticks`, rounded down, and the ticks that are left, below `rate`.
fn since_start(ticks: u64, start: u64, rate: NonZeroU64) -> (Difference, u64) {
    let distance = ticks.abs_diff(start);
    let (magnitude, rest) = (distance / rate, distance % rate);
    if ticks >= start {
        (Difference { negative: false, magnitude }, rest)
    } else if rest == 0 {
        (Difference { negative: true, magnitude }, 0)
    } else {
        (Difference { negative: true, magnitude: magnitude.saturating_add(1) }, rate.get() - rest)
    }
}

const MILLION: u64 = 1_000_000;

/// `rest` of `rate`, in millionths. `rest` is below `rate`.
fn scaled(rest: u64, rate: NonZeroU64) -> u64 {
    match rest.checked_mul(MILLION) {
        Some(product) => product / rate,
        None => long_scaled(rest, rate.get()),
    }
}

/// The same one bit of the million after the other, for products beyond 64 bits: a division of 128 bits is large code,
/// and not every machine has it.
#[cold]
fn long_scaled(rest: u64, rate: u64) -> u64 {
    let (mut quotient, mut remainder) = (0, 0);
    // Adds what is below the rate to the remainder, which stays below it.
    let add = |quotient: &mut u64, number: u64, remainder: u64| match remainder.checked_sub(rate - number) {
        Some(left) => {
            *quotient += 1;
            left
        }
        None => remainder + number,
    };
    for bit in (0..u64::BITS - MILLION.leading_zeros()).rev() {
        quotient <<= 1;
        remainder = add(&mut quotient, remainder, remainder);
        if MILLION >> bit & 1 == 1 {
            remainder = add(&mut quotient, rest, remainder);
        }
    }
    quotient
}

/// A number of seconds that the caller has brought below a day.
fn seconds_of(number: u64) -> u32 {
    u32::try_from(number).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::String;

    fn written(clock: Clock, ticks: u64) -> String {
        let mut out = String::new();
        clock.write(ticks, &mut out).unwrap();
        out
    }

    #[test]
    fn millionths_of_any_rate_are_exact() {
        let rates = [
            1,
            2,
            999_999,
            1_000_000,
            1 << 44,
            (1 << 45) + 7,
            u64::MAX / 1_000_000,
            u64::MAX / 3,
            u64::MAX - 1,
            u64::MAX,
        ];
        for rate in rates {
            for rest in [0, 1, rate / 7, rate / 2, rate - rate / 3, rate.saturating_sub(2), rate - 1] {
                let exact = u128::from(rest.min(rate - 1)) * 1_000_000 / u128::from(rate);
                let rest = rest.min(rate - 1);
                assert_eq!(u128::from(scaled(rest, NonZeroU64::new(rate).unwrap())), exact, "{rest} of {rate}");
                assert_eq!(u128::from(long_scaled(rest, rate)), exact, "{rest} of {rate}, bit by bit");
            }
        }
    }

    #[test]
    fn ticks_before_the_start_are_rounded_down() {
        let clock = Clock::counter(1000, 5000, 10_000);
        assert_eq!(written(clock, 5000), "00:00:10.000000000");
        assert_eq!(written(clock, 4999), "00:00:09.999999000");
        assert_eq!(written(clock, 3999), "00:00:09.998999000");
        assert_eq!(written(clock, 4000), "00:00:09.999000000");
        assert_eq!(written(Clock::counter(1, 20_000, 0), 0), "23:59:40.000000000", "hours are counted modulo 24");
        assert_eq!(clock.nanoseconds(4999), Some(9_999_999_000));
        assert_eq!(Clock::counter(1, 20_000, 0).nanoseconds(0), None);
    }

    #[test]
    fn times_of_day_elsewhere_go_round_midnight() {
        let clock = Clock::counter(1000, 0, 3_600_000);
        let east = |seconds| {
            let mut out = String::new();
            clock.write_east(5, seconds, &mut out).unwrap();
            out
        };
        assert_eq!(east(7200), "03:00:00.000005000");
        assert_eq!(east(-7200), "23:00:00.000005000");
        assert_eq!(east(23 * 3600), "00:00:00.000005000");
        let mut raw = String::new();
        Clock::Raw.write_east(0xabc, 3600, &mut raw).unwrap();
        assert_eq!(raw, "0000000000000abc");
    }

    #[test]
    fn fast_clocks_lose_no_digit() {
        let rate = 1 << 62;
        assert_eq!(written(Clock::counter(rate, 0, 0), rate / 2), "00:00:00.000500000");
        assert_eq!(written(Clock::counter(rate, 0, 86_399_999), rate), "00:00:00.000000000");
    }

    #[test]
    fn other_counters_have_their_own_rules() {
        assert_eq!(written(Clock::Seconds, 3661 << 32 | 5), "01:01:01.000000005");
        assert_eq!(written(Clock::Microseconds, 3_661_000_001 << 12 | 0x800), "01:01:01.000001500000");
        assert_eq!(written(Clock::Raw, 0xabc), "0000000000000abc");
    }
}
