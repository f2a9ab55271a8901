//! The lines of a catalog, and the fields of a line.

use super::Version;
use crate::trace::bytes::position;

/// The lines of a file with their offsets, without LF or CRLF. A last line without LF counts; an empty one does not.
#[derive(Clone, Debug)]
pub(super) struct Lines<'a> {
    rest: &'a [u8],
    offset: usize,
}

impl<'a> Lines<'a> {
    pub(super) const fn new(file: &'a [u8]) -> Self {
        Self { rest: file, offset: 0 }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let offset = self.offset;
        let (line, rest) = match position(self.rest, b'\n') {
            Some(end) => (self.rest.get(..end)?, self.rest.get(end + 1..)?),
            None => (self.rest, &[][..]),
        };
        self.offset = offset.saturating_add(self.rest.len()).saturating_sub(rest.len());
        self.rest = rest;
        Some((offset, line.strip_suffix(b"\r").unwrap_or(line)))
    }
}

/// The line that begins at `offset`.
pub(super) fn at(file: &[u8], offset: usize) -> &[u8] {
    let rest = file.get(offset..).unwrap_or_default();
    Lines::new(rest).next().map_or(&[], |(_, line)| line)
}

/// Whether a line holds nothing but white space.
pub(super) fn is_blank(line: &[u8]) -> bool {
    line.iter().all(u8::is_ascii_whitespace)
}

/// The version in the first line.
pub(super) fn version(line: &[u8]) -> Option<Version> {
    let text = line.trim_ascii_end();
    let dot = text.iter().position(|byte| *byte == b'.');
    let (major, minor) = match dot {
        Some(dot) => (text.get(..dot)?, text.get(dot + 1..)?),
        None => (text, &b"0"[..]),
    };
    let part = |digits: &[u8]| if digits.len() <= 4 { u16::try_from(decimal(digits)?).ok() } else { None };
    let version = Version { major: part(major)?, minor: part(minor)? };
    (version > Version { major: 0, minor: 0 }).then_some(version)
}

/// Up to 9 decimal digits.
pub(super) fn decimal(digits: &[u8]) -> Option<u32> {
    number(digits, 10)
}

fn number(digits: &[u8], radix: u32) -> Option<u32> {
    if digits.is_empty() || digits.len() > 9 {
        return None;
    }
    digits
        .iter()
        .try_fold(0_u32, |number, digit| number.checked_mul(radix)?.checked_add(char::from(*digit).to_digit(radix)?))
}

/// The first character of `text` and what follows. What is not UTF-8 counts as U+FFFD, one for each invalid part.
pub(super) fn split_character(text: &[u8]) -> Option<(char, &[u8])> {
    let chunk = text.utf8_chunks().next()?;
    let (character, len) = match chunk.valid().chars().next() {
        Some(character) => (character, character.len_utf8()),
        None => (char::REPLACEMENT_CHARACTER, chunk.invalid().len()),
    };
    Some((character, text.get(len..)?))
}

/// What the lines of a version look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// From 5.1: `component.id type overhead level explicit symbol "template"`.
    Named,
    /// 5.0: the same, but the first word is a component; ids are counted.
    Counted,
    /// From 1.2: the first word is a hexadecimal id; no component.
    Numbered,
    /// Before 1.2: `id type symbol "template"`.
    Short,
}

impl Layout {
    pub(super) fn of(version: Version) -> Self {
        match (version.major, version.minor) {
            (0, _) | (1, 0 | 1) => Self::Short,
            (1..=4, _) => Self::Numbered,
            (5, 0) => Self::Counted,
            _ => Self::Named,
        }
    }

    /// Whether lines state their ids.
    pub(super) fn has_ids(self) -> bool {
        self != Self::Counted
    }
}

/// The fields of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub(super) component: &'a [u8],
    /// The id, where the line states one.
    pub(super) id: Option<u32>,
    pub(super) kind: u32,
    pub(super) overhead: u32,
    pub(super) level: u32,
    pub(super) symbol: &'a [u8],
    pub(super) template: &'a [u8],
    /// Where the template begins in the line.
    pub(super) template_at: usize,
}

impl<'a> Line<'a> {
    pub(super) fn parse(line: &'a [u8], layout: Layout) -> Option<Self> {
        let mut fields = Fields { rest: line };
        let (component, id) = name(fields.word()?, layout)?;
        let kind = decimal(fields.word()?)?;
        let (mut overhead, mut level) = (0, 1);
        if layout != Layout::Short {
            overhead = decimal(fields.word()?)?;
            level = decimal(fields.word()?)?;
            fields.word()?;
        }
        let symbol = fields.word()?;
        let template = fields.rest.strip_prefix(b"\"")?;
        let end = template.iter().rposition(|byte| *byte == b'"')?;
        let template_at = line.len().checked_sub(template.len())?;
        Some(Self { component, id, kind, overhead, level, symbol, template: template.get(..end)?, template_at })
    }
}

/// The component and the id in the first word of a line.
fn name(word: &[u8], layout: Layout) -> Option<(&[u8], Option<u32>)> {
    match layout {
        Layout::Named => match word.iter().rposition(|byte| *byte == b'.') {
            Some(0) => None,
            Some(dot) => Some((word.get(..dot)?, Some(decimal(word.get(dot + 1..)?)?))),
            None => Some((word, None)),
        },
        Layout::Counted => Some((word, None)),
        Layout::Numbered | Layout::Short => Some((&[], Some(number(word, 16)?))),
    }
}

struct Fields<'a> {
    rest: &'a [u8],
}

impl<'a> Fields<'a> {
    /// The next word, which a space must follow.
    fn word(&mut self) -> Option<&'a [u8]> {
        let space = position(self.rest, b' ')?;
        let word = self.rest.get(..space)?;
        self.rest = self.rest.get(space + 1..)?;
        (!word.is_empty()).then_some(word)
    }
}

/// Gives ids to lines that state none: the one after the previous line's, or 0 where the component changes.
#[derive(Debug, Default)]
pub(super) struct Numbering<'a> {
    component: Option<&'a [u8]>,
    last: u32,
}

impl<'a> Numbering<'a> {
    pub(super) fn number(&mut self, component: &'a [u8], stated: Option<u32>) -> Option<u32> {
        self.last = match stated {
            Some(id) => id,
            None if self.component == Some(component) => self.last.checked_add(1)?,
            None => 0,
        };
        self.component = Some(component);
        Some(self.last)
    }
}
