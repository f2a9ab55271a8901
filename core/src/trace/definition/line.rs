//! The lines of a definition file.

use super::parameter::{self, Unusable};
use super::{Definition, DefinitionError, DefinitionErrorKind as Kind, Definitions, Mode};
use crate::trace::{ASSERT_TEMPLATE, PointType};

/// A line, without LF or CRLF.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    pub(super) offset: usize,
    /// From 1.
    pub(super) number: usize,
}

impl Line<'_> {
    /// An error at byte `at` of the line.
    pub(super) fn error(&self, kind: Kind, at: usize) -> DefinitionError {
        DefinitionError { kind, offset: self.offset.saturating_add(at), line: self.number }
    }

    /// An error where `rest`, the end of the line, begins.
    fn error_at(&self, kind: Kind, rest: &str) -> DefinitionError {
        self.error(kind, self.text.len().saturating_sub(rest.len()))
    }
}

/// The lines of a file. Searching for a `char` itself would link a panic.
pub(super) fn lines(file: &str) -> impl Iterator<Item = Line<'_>> {
    let mut offset = 0_usize;
    file.split_inclusive(['\n']).enumerate().map(move |(index, whole)| {
        let line = Line { text: whole.trim_end_matches(['\r', '\n']), offset, number: index + 1 };
        offset = offset.saturating_add(whole.len());
        line
    })
}

/// Whether `text` begins with `word`, in whatever case.
pub(super) fn starts_with(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// The types of tracepoints by the words that begin their lines.
const TYPES: [(&str, PointType); 13] = [
    ("TraceEvent", PointType::EVENT),
    ("TraceException", PointType::EXCEPTION),
    ("TraceEntry", PointType::ENTRY),
    ("TraceEntry-Exception", PointType::ENTRY_EXCEPTION),
    ("TraceExit", PointType::EXIT),
    ("TraceExit-Exception", PointType::EXIT_EXCEPTION),
    ("TraceMem", PointType::MEM),
    ("TraceMemException", PointType::MEM_EXCEPTION),
    ("TraceDebug", PointType::DEBUG),
    ("TraceDebug-Exception", PointType::DEBUG_EXCEPTION),
    ("TracePerf", PointType::PERF),
    ("TracePerf-Exception", PointType::PERF_EXCEPTION),
    ("TraceAssert", PointType::ASSERT),
];

/// Takes in one line: a key goes into `found`, a tracepoint is returned.
pub(super) fn parse<'a>(
    line: &Line<'a>,
    mode: Mode,
    found: &mut Definitions<'a>,
    warning: &mut dyn FnMut(DefinitionError),
) -> Result<Option<Definition<'a>>, DefinitionError> {
    let text = line.text;
    if text.trim_ascii().is_empty() || text.starts_with("//") {
        return Ok(None);
    }
    if starts_with(text, "trace") {
        return Point { line, mode, warning, seen: 0 }.parse(text).map(Some);
    }
    if text.trim_ascii_end().eq_ignore_ascii_case("auxiliary") {
        found.auxiliary = true;
        return Ok(None);
    }
    let key = text.split_once(['=']).map(|(key, value)| (key, value.trim_ascii()));
    match key {
        Some((key, value)) if key.eq_ignore_ascii_case("executable") => found.component = value,
        Some((key, value)) if key.eq_ignore_ascii_case("datfilename") => found.catalog = value,
        Some((key, value)) if key.eq_ignore_ascii_case("submodules") => found.submodules = value,
        _ => warning(line.error(Kind::UnknownLine, 0)),
    }
    Ok(None)
}

/// A keyword of a tracepoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keyword {
    Overhead,
    Level,
    Group,
    Template,
    Assert,
    NoEnv,
    Test,
    Obsolete,
    Explicit,
}

const KEYWORDS: [(&str, Keyword); 9] = [
    ("Overhead=", Keyword::Overhead),
    ("Level=", Keyword::Level),
    ("Group=", Keyword::Group),
    ("Template=", Keyword::Template),
    ("Assert=", Keyword::Assert),
    ("NoEnv", Keyword::NoEnv),
    ("Test", Keyword::Test),
    ("Obsolete", Keyword::Obsolete),
    ("Explicit", Keyword::Explicit),
];

/// The keyword that `text` begins with, and its length.
fn keyword(text: &str) -> Option<(Keyword, usize)> {
    let (word, keyword) = KEYWORDS.into_iter().find(|(word, _)| starts_with(text, word))?;
    let ends = word.ends_with('=') || text.get(word.len()..)?.chars().next().is_none_or(is_blank);
    ends.then_some((keyword, word.len()))
}

const fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

/// The text up to the next blank, and the rest.
fn split_word(text: &str) -> (&str, &str) {
    text.find(is_blank).and_then(|end| text.split_at_checked(end)).unwrap_or((text, ""))
}

/// The parser of one tracepoint.
struct Point<'l, 'a, 'w> {
    line: &'l Line<'a>,
    mode: Mode,
    warning: &'w mut dyn FnMut(DefinitionError),
    /// A bit for each keyword that was given.
    seen: u16,
}

impl<'a> Point<'_, 'a, '_> {
    fn parse(mut self, text: &'a str) -> Result<Definition<'a>, DefinitionError> {
        let line = self.line;
        let end = text.find(|character| character == '=' || is_blank(character)).unwrap_or(text.len());
        let (word, rest) = text.split_at_checked(end).unwrap_or((text, ""));
        let Some((_, kind)) = TYPES.into_iter().find(|(name, _)| *name == word) else {
            return Err(line.error(Kind::UnknownTraceType, 0));
        };
        let Some(rest) = rest.strip_prefix('=').filter(|rest| !rest.starts_with(is_blank)) else {
            return Err(line.error(Kind::BadLine, end));
        };
        let (symbol, mut rest) = split_word(rest);
        if !is_identifier(symbol) {
            return Err(line.error(Kind::BadSymbol, end + 1));
        }
        let mut point = Definition { kind, symbol, offset: line.offset, line: line.number, ..Definition::EMPTY };
        let mut template = None;
        loop {
            rest = rest.trim_start_matches(is_blank);
            if rest.is_empty() {
                break;
            }
            let Some((keyword, len)) = keyword(rest) else {
                self.forgive(Kind::UnknownKeyword, rest)?;
                (_, rest) = split_word(rest);
                continue;
            };
            self.note(keyword, rest)?;
            let value = rest.get(len..).unwrap_or_default();
            match keyword {
                Keyword::NoEnv => point.no_env = true,
                Keyword::Test => point.test = true,
                Keyword::Obsolete => point.obsolete = true,
                Keyword::Explicit => (self.warning)(line.error_at(Kind::ObsoleteKeyword, rest)),
                Keyword::Overhead => point.overhead = self.number(value)?.unwrap_or(point.overhead),
                Keyword::Level => point.level = self.number(value)?.unwrap_or(point.level),
                Keyword::Group => (point.group_list, _) = split_word(value),
                Keyword::Template | Keyword::Assert => {
                    let (quoted, after) = self.quoted(value)?;
                    if keyword == Keyword::Template {
                        template = Some(quoted);
                    } else {
                        point.assertion = Some(quoted);
                    }
                    rest = after;
                    continue;
                }
            }
            (_, rest) = split_word(value);
        }
        self.finish(point, template)
    }

    /// Checks what only the whole line tells.
    fn finish(self, mut point: Definition<'a>, template: Option<&'a str>) -> Result<Definition<'a>, DefinitionError> {
        let line = self.line;
        if point.kind == PointType::ASSERT {
            if point.assertion.is_none() {
                return Err(line.error(Kind::MissingAssert, 0));
            }
            if point.assertion_arguments() > parameter::MOST_ARGUMENTS {
                return Err(line.error(Kind::TooManyParameters, 0));
            }
            point.body = ASSERT_TEMPLATE.get(point.kind.flags().len()..).unwrap_or_default();
            return Ok(point);
        }
        let Some(body) = template else {
            (self.warning)(line.error(Kind::MissingTemplate, 0));
            return Ok(point);
        };
        // The body is a part of the line, so the distance between the two is where it begins.
        let at = body.as_ptr().addr().saturating_sub(line.text.as_ptr().addr());
        match parameter::check(body) {
            Ok(()) => {}
            Err(Unusable::Conversion(offset)) => return Err(line.error(Kind::BadConversion, at + offset)),
            Err(Unusable::TooMany) => return Err(line.error(Kind::TooManyParameters, at)),
        }
        point.body = body;
        Ok(point)
    }

    /// An error; in lenient mode a warning.
    fn forgive(&mut self, kind: Kind, rest: &str) -> Result<(), DefinitionError> {
        let error = self.line.error_at(kind, rest);
        match self.mode {
            Mode::Strict => Err(error),
            Mode::Lenient => {
                (self.warning)(error);
                Ok(())
            }
        }
    }

    /// Notes that a keyword was given, which it may be once.
    fn note(&mut self, keyword: Keyword, rest: &str) -> Result<(), DefinitionError> {
        let bit = 1 << keyword as u16;
        if self.seen & bit != 0 {
            return Err(self.line.error_at(Kind::DuplicateKeyword, rest));
        }
        self.seen |= bit;
        Ok(())
    }

    /// The number that `value` begins with. `None` when a bad one is forgiven.
    fn number(&mut self, value: &str) -> Result<Option<u32>, DefinitionError> {
        let (digits, _) = split_word(value);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            self.forgive(Kind::BadNumber, value)?;
            return Ok(None);
        }
        match digits.parse() {
            Ok(number @ 0..=10) => Ok(Some(number)),
            _ => Err(self.line.error_at(Kind::NumberOutOfRange, value)),
        }
    }

    /// The text between quotation marks, and what follows it.
    fn quoted(&self, value: &'a str) -> Result<(&'a str, &'a str), DefinitionError> {
        let unbalanced = self.line.error_at(Kind::UnbalancedQuote, value);
        let inside = value.strip_prefix('"').ok_or(unbalanced)?;
        let mut before = '"';
        let end = inside.find(|character| {
            let closes = character == '"' && before != '\\';
            before = character;
            closes
        });
        let (text, after) = end.and_then(|end| inside.split_at_checked(end)).ok_or(unbalanced)?;
        let after = after.strip_prefix('"').unwrap_or_default();
        let rest = after.trim_start_matches(is_blank);
        // A comment may follow, and a semicolon of its own in front of it.
        let rest = match rest.strip_prefix(';') {
            Some(behind) if behind.is_empty() || behind.starts_with(is_blank) || behind.starts_with("//") => {
                behind.trim_start_matches(is_blank)
            }
            _ => rest,
        };
        if rest.starts_with("//") {
            return Ok((text, ""));
        }
        let begins_at_once = rest.len() == after.len() && !rest.is_empty();
        if begins_at_once && keyword(rest).is_none() {
            return Err(self.line.error_at(Kind::UnescapedQuote, after));
        }
        Ok((text, rest))
    }
}

fn is_identifier(word: &str) -> bool {
    let mut bytes = word.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
