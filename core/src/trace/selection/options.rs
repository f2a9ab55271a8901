//! Options: the string taken apart into what it asks for (section 8).

use super::item::{Item, MOST_NESTED, digits, items};
use super::trigger::{Clause, number};
use super::{SelectionError, SelectionErrorKind as Kind, Span, error};
use crate::trace::component::Activity;

/// The largest record, in bytes.
const LARGEST_BUFFER: u32 = 1 << 30;
/// The smallest record that an option may ask for.
const SMALLEST_BUFFER: u32 = 1000;

/// Something that a string asks for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change<'s> {
    /// Bits of some tracepoints are set or cleared.
    Bits {
        item: Item<'s>,
        bits: u8,
        clear: bool,
    },
    /// All bits of all tracepoints are cleared.
    ClearAll,
    Trigger(Clause<'s>),
    BufferSize(u32),
    Dynamic(bool),
    Suspended(bool),
    /// The count that new contexts begin with, and whether `suspendcount` said so.
    Count {
        count: i32,
        suspends: bool,
    },
    FatalAssert(bool),
    Indented,
    Output(Span<'s>),
}

/// What an option is followed by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// Items that get these bits.
    Bits(Activity),
    /// Items that are printed, as deep as they are nested.
    Indented,
    /// Nothing, or items that lose all bits.
    None,
    Trigger,
    Buffers,
    Count {
        suspends: bool,
    },
    Output,
    /// No value.
    Nothing(Flag),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Flag {
    Suspended(bool),
    FatalAssert(bool),
}

const OPTIONS: [(&str, Takes); 17] = [
    ("minimal", Takes::Bits(Activity::MINIMAL)),
    ("maximal", Takes::Bits(Activity::MAXIMAL)),
    ("count", Takes::Bits(Activity::COUNT)),
    ("print", Takes::Bits(Activity::PRINT)),
    ("iprint", Takes::Indented),
    ("exception", Takes::Bits(Activity::EXCEPTION)),
    ("external", Takes::Bits(Activity::EXTERNAL)),
    ("none", Takes::None),
    ("trigger", Takes::Trigger),
    ("buffers", Takes::Buffers),
    ("suspendcount", Takes::Count { suspends: true }),
    ("resumecount", Takes::Count { suspends: false }),
    ("output", Takes::Output),
    ("suspend", Takes::Nothing(Flag::Suspended(true))),
    ("resume", Takes::Nothing(Flag::Suspended(false))),
    ("fatalassert", Takes::Nothing(Flag::FatalAssert(true))),
    ("nofatalassert", Takes::Nothing(Flag::FatalAssert(false))),
];

fn option(name: &str) -> Option<Takes> {
    OPTIONS.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, takes)| takes)
}

/// What each change is handed to, with the offset of its option.
pub(super) type Changed<'f, 's> = &'f mut dyn FnMut(Change<'s>, usize) -> Result<(), SelectionError>;

/// Parses a string of options.
pub(super) fn parse<'s>(text: &'s str, run_time: bool, changed: Changed<'_, 's>) -> Result<(), SelectionError> {
    check_braces(text)?;
    let whole = Span { text, offset: 0 };
    let prefix = "-xtrace:";
    let has_prefix = text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
    let mut rest = if has_prefix { whole.from(prefix.len()) } else { whole };
    while !rest.is_empty() {
        let end = option_end(rest);
        one(rest.get(0, end).trimmed(), run_time, changed)?;
        rest = rest.from(end.saturating_add(1));
    }
    Ok(())
}

/// Checks that all braces of the string are closed in order.
fn check_braces(text: &str) -> Result<(), SelectionError> {
    // A bit for each open brace: whether it is a round one.
    let mut round = 0_u32;
    let mut depth = 0_u32;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' | b'(' => {
                if depth == MOST_NESTED {
                    return error(Kind::TooDeep, at);
                }
                round = round << 1 | u32::from(byte == b'(');
                depth += 1;
            }
            b'}' | b')' => {
                if depth == 0 || round & 1 != u32::from(byte == b')') {
                    return error(Kind::UnbalancedBrace, at);
                }
                round >>= 1;
                depth -= 1;
            }
            _ => {}
        }
    }
    if depth == 0 {
        return Ok(());
    }
    // The innermost open brace is the last one that nothing behind it closes.
    let mut closed = 0_u32;
    let open = text.bytes().rposition(|byte| match byte {
        b'}' | b')' => {
            closed += 1;
            false
        }
        b'{' | b'(' if closed > 0 => {
            closed -= 1;
            false
        }
        b'{' | b'(' => true,
        _ => false,
    });
    error(Kind::UnclosedBrace, open.unwrap_or(0))
}

/// Where the option that `rest` begins with ends: at a colon, or at a comma behind which another one begins.
fn option_end(rest: Span<'_>) -> usize {
    let mut depth = 0_u32;
    let mut has_value = false;
    for (at, byte) in rest.text.bytes().enumerate() {
        match byte {
            b'{' | b'(' => depth = depth.saturating_add(1),
            b'}' | b')' => depth = depth.saturating_sub(1),
            b'=' => has_value = true,
            b':' if depth == 0 => return at,
            b',' if depth == 0 && (!has_value || begins_with_option(rest.from(at + 1))) => return at,
            _ => {}
        }
    }
    rest.text.len()
}

/// Whether a known option and an equals sign follow.
fn begins_with_option(rest: Span<'_>) -> bool {
    // No name is so long that more than its first bytes need to be looked at: the whole stays linear.
    let start = rest.trimmed();
    let Some(equals) = start.text.bytes().take(32).position(|byte| byte == b'=') else { return false };
    option(start.get(0, equals).trimmed().text).is_some()
}

/// Parses one option.
fn one<'s>(span: Span<'s>, run_time: bool, changed: Changed<'_, 's>) -> Result<(), SelectionError> {
    if span.is_empty() {
        return Ok(());
    }
    let at = span.offset;
    let equals = span.find(b"=");
    let name = equals.map_or(span, |equals| span.get(0, equals)).trimmed();
    let value = equals.map(|equals| span.from(equals + 1).trimmed());
    if name.is_empty() {
        return error(Kind::EmptyOptionName, at);
    }
    let Some(takes) = option(name.text) else { return error(Kind::UnknownOption, at) };
    if takes == Takes::Buffers && run_time {
        return error(Kind::NotAtRunTime, at);
    }
    if let Takes::Nothing(flag) = takes {
        return match (value, flag) {
            (Some(value), _) => error(Kind::UnexpectedArgument, value.offset),
            (None, Flag::Suspended(suspended)) => changed(Change::Suspended(suspended), at),
            (None, Flag::FatalAssert(fatal)) => changed(Change::FatalAssert(fatal), at),
        };
    }
    let value = match value {
        Some(value) if !value.is_empty() => value,
        None if takes == Takes::None => return changed(Change::ClearAll, at),
        _ => return error(Kind::MissingArgument, at),
    };
    let set = |bits: Activity, changed: Changed<'_, 's>| {
        items(value, &mut |item, clear| changed(Change::Bits { item, bits: bits.bits(), clear }, at))
    };
    match takes {
        Takes::Bits(bits) => set(bits, changed),
        Takes::Indented => {
            set(Activity::PRINT, changed)?;
            changed(Change::Indented, at)
        }
        Takes::None => items(value, &mut |item, _| changed(Change::Bits { item, bits: u8::MAX, clear: true }, at)),
        Takes::Trigger => {
            for clause in value.split(b',').map(Span::trimmed).filter(|clause| !clause.is_empty()) {
                changed(Change::Trigger(Clause::parse(clause)?), at)?;
            }
            Ok(())
        }
        Takes::Buffers => {
            for part in value.split(b',').map(Span::trimmed) {
                changed(buffers(part)?, at)?;
            }
            Ok(())
        }
        Takes::Count { suspends } => {
            let given = number(value, -99_999)?;
            let count = if suspends { given - 1 } else { -given };
            changed(Change::Count { count, suspends }, at)
        }
        Takes::Output => changed(Change::Output(value), at),
        Takes::Nothing(_) => Ok(()),
    }
}

/// A part of the value of `buffers`: a size, or whether it may grow.
fn buffers(part: Span<'_>) -> Result<Change<'_>, SelectionError> {
    if part.is_empty() {
        return error(Kind::EmptyItem, part.offset);
    }
    for (word, dynamic) in [("dynamic", true), ("nodynamic", false)] {
        if part.text.eq_ignore_ascii_case(word) {
            return Ok(Change::Dynamic(dynamic));
        }
    }
    let end = part.text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, suffix) = (part.get(0, end), part.from(end).text);
    if number.is_empty() || number.text.len() > 10 {
        return error(Kind::BadNumber, part.offset);
    }
    let unit = match suffix.as_bytes() {
        [] => 1,
        [b'k' | b'K'] => 1 << 10,
        [b'm' | b'M'] => 1 << 20,
        _ => return error(Kind::BadSuffix, part.offset),
    };
    let size = digits(number.text).and_then(|number| number.checked_mul(unit)).unwrap_or(u32::MAX);
    match size {
        0..SMALLEST_BUFFER => error(Kind::BufferTooSmall, part.offset),
        SMALLEST_BUFFER..=LARGEST_BUFFER => Ok(Change::BufferSize(size)),
        _ => error(Kind::NumberOutOfRange, part.offset),
    }
}
