//! Filters: which tracepoints and entries somebody wants to see.

use std::cmp::Ordering;
use std::str::FromStr;

use clap::Args;
use glassbox::trace::catalog::Point;
use glassbox::trace::file::{Clock, Entry};
use glassbox::trace::template;

use super::Trace;

/// Which tracepoints to show. What is not given excludes nothing.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Filters (catalogs and traces)")]
pub struct Filter {
    /// Only tracepoints of this component (may be repeated)
    #[arg(long = "component", value_name = "NAME")]
    components: Vec<String>,
    /// Only tracepoints with these numbers, as 3-7 or 3 (may be repeated)
    #[arg(long = "id", value_name = "N[-M]")]
    ids: Vec<Range>,
    /// Only tracepoints of this level and below
    #[arg(long, value_name = "N")]
    level: Option<u32>,
    /// Only tracepoints of this type: event, exception, entry, exit, mem, debug, perf, assert, or a number (may be repeated)
    #[arg(long = "type", value_name = "TYPE")]
    types: Vec<Kind>,
    /// Only what has this text in it
    #[arg(long, value_name = "TEXT")]
    grep: Option<String>,
}

/// Which entries to show, by where and when they were recorded.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Filters (traces)")]
pub struct Times {
    /// Only entries of this thread, as 4096 or 0x1000 (may be repeated)
    #[arg(long = "thread", value_name = "NUMBER", value_parser = thread)]
    threads: Vec<u64>,
    /// Only entries from this time on: of day as 22:13:20.5, or with the date as 2026-11-30T22:13:20.5Z
    #[arg(long, value_name = "TIME")]
    since: Option<Moment>,
    /// Only entries up to this time
    #[arg(long, value_name = "TIME")]
    until: Option<Moment>,
    /// Print times of day, and take them, as they are east of UTC: +02:00, or -5
    #[arg(long, value_name = "HOURS", default_value = "+00:00", allow_hyphen_values = true)]
    utc_offset: East,
}

impl Filter {
    /// Whether a tracepoint is wanted. One that no catalog has is of no type and no level.
    pub fn takes_point(&self, component: &[u8], id: u32, point: Option<&Point<'_>>) -> bool {
        (self.components.is_empty() || self.components.iter().any(|wanted| wanted.as_bytes() == component))
            && (self.ids.is_empty() || self.ids.iter().any(|range| range.0 <= id && id <= range.1))
            && self.level.is_none_or(|level| point.is_some_and(|point| point.level <= level))
            && (self.types.is_empty() || point.is_some_and(|point| self.types.iter().any(|kind| kind.takes(point))))
    }

    /// Whether a text is wanted. `contains` is asked for a part of it.
    pub fn takes_text(&self, contains: impl FnOnce(&str) -> bool) -> bool {
        self.grep.as_deref().is_none_or(contains)
    }

    /// Whether an entry is wanted.
    pub fn takes_entry(&self, entry: &Entry<'_>, trace: &Trace<'_>) -> bool {
        if self.components.is_empty()
            && self.ids.is_empty()
            && self.level.is_none()
            && self.types.is_empty()
            && self.grep.is_none()
        {
            return true;
        }
        let point = trace.point(entry);
        self.takes_point(entry.component().as_bytes(), entry.id, point.as_ref())
            && self.takes_text(|pattern| {
                let mut text = String::new();
                point.is_some_and(|point| template::print(point.template.0, entry.parameters, &mut text).is_ok())
                    && text.contains(pattern)
            })
    }
}

impl Times {
    /// Whether an entry is wanted.
    pub fn take(&self, entry: &Entry<'_>, clock: &Clock) -> bool {
        (self.threads.is_empty() || self.threads.contains(&entry.thread))
            && self.since.is_none_or(|since| self.compare(entry.time, clock, since).is_some_and(Ordering::is_ge))
            && self.until.is_none_or(|until| self.compare(entry.time, clock, until).is_some_and(Ordering::is_le))
    }

    /// How many seconds east of UTC times of day are printed.
    pub const fn east(&self) -> i32 {
        self.utc_offset.0
    }

    /// How an entry's time stands to a moment. `None` where its clock does not tell.
    fn compare(&self, ticks: u64, clock: &Clock, moment: Moment) -> Option<Ordering> {
        match moment {
            Moment::Instant(instant) => Some(clock.nanoseconds(ticks)?.cmp(&instant)),
            Moment::OfDay(wanted) => {
                let time = clock.time_of_day(ticks)?.east(self.east());
                let nanoseconds = if time.digits == 12 { time.fraction / 1000 } else { time.fraction };
                Some((u64::from(time.seconds) * 1_000_000_000 + nanoseconds).cmp(&wanted))
            }
        }
    }
}

/// Numbers from the first to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range(u32, u32);

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse().map_err(|_| format!("{text:?} is not a number; write 3 or 3-7"));
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let range = Self(number(first)?, number(last)?);
        if range.0 > range.1 {
            return Err(format!("the range is reversed; write {}-{}", range.1, range.0));
        }
        Ok(range)
    }
}

/// A type as a formatted line shows it, or its number.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Word(&'static str),
    Number(u32),
}

impl Kind {
    fn takes(&self, point: &Point<'_>) -> bool {
        match self {
            Self::Word(word) => point.kind.word() == Some(word),
            Self::Number(number) => point.kind.0 == *number,
        }
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const WORDS: [&str; 8] = ["Event", "Exception", "Entry", "Exit", "Mem", "Debug", "Perf", "Assert"];
        if let Ok(number) = text.parse() {
            return Ok(Self::Number(number));
        }
        let word = WORDS.into_iter().find(|word| word.eq_ignore_ascii_case(text));
        word.map(Self::Word).ok_or_else(|| format!("there is no such type; the types are {}", WORDS.join(", ")))
    }
}

fn thread(text: &str) -> Result<u64, String> {
    let parsed = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| String::from("write the number of a thread as 4096 or 0x1000"))
}

/// A time that entries are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    /// Nanoseconds since 1970.
    Instant(u64),
    /// Nanoseconds of a day.
    OfDay(u64),
}

impl FromStr for Moment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(time) = text.parse::<jiff::civil::Time>() {
            let since_midnight = time.duration_since(jiff::civil::Time::midnight()).as_nanos();
            return u64::try_from(since_midnight).map(Self::OfDay).map_err(|error| error.to_string());
        }
        let instant: jiff::Timestamp =
            text.parse().map_err(|_| String::from("write a time as 22:13:20.5 or 2026-11-30T22:13:20.5Z"))?;
        let since_1970 = u64::try_from(instant.as_nanosecond());
        since_1970.map(Self::Instant).map_err(|_| String::from("the time lies before 1970"))
    }
}

/// Seconds east of UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct East(i32);

impl FromStr for East {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || String::from("write hours east of UTC as +02:00 or -5");
        let (sign, digits) = match text.split_at_checked(1) {
            Some(("-", digits)) => (-1, digits),
            Some(("+", digits)) => (1, digits),
            _ => (1, text),
        };
        let (hours, minutes) = digits.split_once(':').unwrap_or((digits, "0"));
        let number =
            |text: &str, below: i32| text.parse().ok().filter(|number| (0..below).contains(number)).ok_or_else(wrong);
        Ok(Self(sign * (number(hours, 24)? * 3600 + number(minutes, 60)? * 60)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_numbers_or_two_of_them() {
        assert_eq!("3-7".parse(), Ok(Range(3, 7)));
        assert_eq!("5".parse(), Ok(Range(5, 5)));
        for wrong in ["", "a", "3-", "-3", "3-7-9"] {
            assert!(wrong.parse::<Range>().unwrap_err().contains("is not a number"), "{wrong}");
        }
        assert!("7-3".parse::<Range>().unwrap_err().contains("3-7"));
    }

    #[test]
    fn types_are_words_of_any_case_or_numbers() {
        assert_eq!("ENTRY".parse(), Ok(Kind::Word("Entry")));
        assert_eq!("99".parse(), Ok(Kind::Number(99)));
        assert!("odd".parse::<Kind>().unwrap_err().contains("Exception"));
    }

    #[test]
    fn threads_are_decimal_or_hexadecimal() {
        assert_eq!(thread("4096"), Ok(4096));
        assert_eq!(thread("0x1000"), Ok(4096));
        assert!(thread("main").is_err());
    }

    #[test]
    fn times_are_of_a_day_or_of_a_date() {
        assert_eq!("22:13:20.5".parse(), Ok(Moment::OfDay(80_000_500_000_000)));
        assert_eq!("1970-01-02T00:00:00Z".parse(), Ok(Moment::Instant(86_400_000_000_000)));
        assert!("yesterday".parse::<Moment>().is_err());
    }

    #[test]
    fn offsets_are_hours_with_or_without_minutes() {
        for (text, seconds) in [("+02:00", 7200), ("-5", -18_000), ("05:30", 19_800), ("0", 0), ("-00:30", -1800)] {
            assert_eq!(text.parse(), Ok(East(seconds)), "{text}");
        }
        for wrong in ["", "+", "24", "1:60", "+-1", "1:-1", "UTC"] {
            assert!(wrong.parse::<East>().is_err(), "{wrong}");
        }
    }
}
