//! Items: which tracepoints an option is about (section 8.1).

use core::sync::atomic::Ordering;

use super::{SelectionError, SelectionErrorKind as Kind, Span, error};
use crate::trace::component::Tracepoints;

/// How deep braces can be nested.
pub const MOST_NESTED: u32 = 32;

/// What an item is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<'s> {
    /// The whole item, without `!`.
    pub(super) span: Span<'s>,
    /// The component that it names; `None` for `all`.
    pub(super) component: Option<&'s str>,
    pub(super) part: Part<'s>,
}

/// Which points of a component.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part<'s> {
    All,
    /// These and all between them.
    Range(u32, u32),
    /// Up to this level.
    Level(u32),
    /// The members of these groups, separated by semicolons.
    Groups(Span<'s>),
}

impl<'s> Item<'s> {
    /// Parses one item that is neither a list nor of several ids.
    pub(super) fn parse(span: Span<'s>) -> Result<Self, SelectionError> {
        let Some(end) = span.find(b".{(") else {
            let component = if is_all(span.text) { None } else { Some(identifier(span, span)?) };
            return Ok(Self { span, component, part: Part::All });
        };
        if span.text.as_bytes().get(end) == Some(&b'.') {
            return Self::parse_id(span);
        }
        let name = span.get(0, end).trimmed();
        if name.text.eq_ignore_ascii_case("tpid") {
            return error(Kind::UnknownSelector, span.offset);
        }
        let component = if is_all(name.text) { None } else { Some(identifier(name, span)?) };
        let (inside, after) = span.braces(end);
        let inside = inside.trimmed();
        if inside.is_empty() {
            return error(Kind::EmptyBraces, span.from(end).offset);
        }
        if !after.is_empty() {
            // What stands in more braces belongs to them; the extra byte is the one behind.
            let behind = after.text.bytes().rposition(|byte| matches!(byte, b'}' | b')')).map_or(0, |last| last + 1);
            return error(Kind::TrailingText, after.from(behind).offset);
        }
        let mut part = Part::Groups(inside);
        let is_list = inside.find(b";").is_some();
        for word in inside.split(b';').map(Span::trimmed) {
            match level_of(word)? {
                Some(_) if is_list => return error(Kind::BadLevel, word.offset),
                Some(level) => part = Part::Level(level),
                None => {}
            }
        }
        Ok(Self { span, component, part })
    }

    /// Parses `component.first` or `component.first-last`.
    pub(super) fn parse_id(span: Span<'s>) -> Result<Self, SelectionError> {
        let Some(dot) = span.find(b".") else { return error(Kind::BadTpnid, span.offset) };
        let name = span.get(0, dot).trimmed();
        if is_all(name.text) {
            return error(Kind::BadComponent, span.offset);
        }
        let component = Some(identifier(name, span)?);
        let range = span.from(dot + 1).trimmed();
        let (first, last) = match range.find(b"-") {
            Some(dash) => (range.get(0, dash).trimmed(), Some(range.from(dash + 1).trimmed())),
            None => (range, None),
        };
        let Some(first) = digits(first.text) else { return error(Kind::BadTpnid, span.offset) };
        let last = match last {
            None => first,
            Some(last) => match digits(last.text) {
                Some(last) if last < first => return error(Kind::ReversedRange, span.offset),
                Some(last) => last,
                None => return error(Kind::BadRange, span.offset),
            },
        };
        Ok(Self { span, component, part: Part::Range(first, last) })
    }

    /// Checks the item against a component that it is about.
    pub(super) fn check(&self, component: &dyn Tracepoints) -> Result<(), SelectionError> {
        if component.is_auxiliary() && self.component.is_some() {
            return error(Kind::AuxiliaryComponent, self.span.offset);
        }
        match self.part {
            Part::Range(_, last) if usize::try_from(last).is_ok_and(|last| last >= component.active().len()) => {
                error(Kind::IdOutOfRange, self.span.offset)
            }
            Part::Groups(list) if self.component.is_some() => {
                let mut names = list.split(b';').map(Span::trimmed).filter(|name| !name.is_empty());
                match names.find(|name| component.group(name.text).is_none()) {
                    Some(unknown) => error(Kind::UnknownGroup, unknown.offset),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// Sets bits of the points that the item is about, or clears them.
    pub(super) fn apply(&self, component: &dyn Tracepoints, bits: u8, clear: bool) {
        if component.is_auxiliary() {
            return;
        }
        let change = |id: usize| change(component, id, bits, clear);
        match self.part {
            Part::All => (0..component.active().len()).for_each(change),
            Part::Range(first, last) => {
                let range = usize::try_from(first).ok().zip(usize::try_from(last).ok());
                if let Some((first, last)) = range {
                    (first..=last.min(component.active().len())).for_each(change);
                }
            }
            Part::Level(level) => {
                let levels = component.levels().iter().enumerate();
                levels.filter(|(_, own)| u32::from(**own) <= level).for_each(|(id, _)| change(id));
            }
            Part::Groups(list) => {
                for name in list.split(b';').map(Span::trimmed) {
                    set_group(component, name.text, bits, clear);
                }
            }
        }
    }
}

/// Changes the bits of a group's members, if the component has the group.
pub(super) fn set_group(component: &dyn Tracepoints, name: &str, bits: u8, clear: bool) {
    if let Some(members) = component.group(name) {
        for id in members {
            change(component, usize::from(*id), bits, clear);
        }
    }
}

/// Changes one active byte. The engine's lock is held, so nobody else does.
fn change(component: &dyn Tracepoints, id: usize, bits: u8, clear: bool) {
    if let Some(byte) = component.active().get(id) {
        let old = byte.load(Ordering::Relaxed);
        byte.store(if clear { old & !bits } else { old | bits }, Ordering::Relaxed);
    }
}

/// Calls `item` with each item of a spec, and whether it has a `!`. Lists of items and of ids are taken apart.
pub(super) fn items<'s>(
    spec: Span<'s>,
    item: &mut dyn FnMut(Item<'s>, bool) -> Result<(), SelectionError>,
) -> Result<(), SelectionError> {
    // A bit for each open list: whether a `!` reaches into it.
    let mut negated = 0_u32;
    let mut rest = spec;
    loop {
        rest = rest.trimmed();
        match rest.text.as_bytes() {
            [] => return Ok(()),
            [b',', ..] => rest = rest.from(1),
            [b'}', ..] => {
                negated >>= 1;
                rest = rest.from(1).trimmed();
                if !matches!(rest.text.as_bytes(), [] | [b',' | b'}', ..]) {
                    return error(Kind::TrailingText, rest.offset);
                }
            }
            [first, ..] => {
                let has_mark = *first == b'!';
                let mut not = negated & 1 != 0;
                if has_mark {
                    not = true;
                    rest = rest.from(1).trimmed();
                }
                if rest.begins_with(b'{') {
                    let (inside, _) = rest.braces(0);
                    if inside.trimmed().is_empty() {
                        return error(Kind::EmptyBraces, rest.offset);
                    }
                    negated = negated << 1 | u32::from(not);
                    rest = rest.from(1);
                    continue;
                }
                let end = item_end(rest);
                one(rest.get(0, end).trimmed(), not, item)?;
                rest = rest.from(end);
            }
        }
    }
}

/// Where the item that `rest` begins with ends: at a comma, or at a brace that it does not open.
fn item_end(rest: Span<'_>) -> usize {
    let mut depth = 0_u32;
    let end = rest.text.bytes().position(|byte| match byte {
        b'{' | b'(' => {
            depth = depth.saturating_add(1);
            false
        }
        b'}' | b')' if depth > 0 => {
            depth = depth.saturating_sub(1);
            false
        }
        b',' => depth == 0,
        b'}' | b')' => true,
        _ => false,
    });
    end.unwrap_or(rest.text.len())
}

/// One item, or the ids of a `tpnid{...}`.
fn one<'s>(
    span: Span<'s>,
    not: bool,
    item: &mut dyn FnMut(Item<'s>, bool) -> Result<(), SelectionError>,
) -> Result<(), SelectionError> {
    let open = match span.find(b".{(") {
        Some(open) if span.get(0, open).trimmed().text.eq_ignore_ascii_case("tpnid") => open,
        _ => return item(Item::parse(span)?, not),
    };
    if span.text.as_bytes().get(open) == Some(&b'.') {
        return item(Item::parse(span)?, not);
    }
    let (inside, after) = span.braces(open);
    if inside.trimmed().is_empty() {
        return error(Kind::EmptyBraces, span.from(open).offset);
    }
    if !after.is_empty() {
        return error(Kind::TrailingText, after.offset);
    }
    for id in inside.split(b',').map(Span::trimmed).filter(|id| !id.is_empty()) {
        let (id, own) = if id.begins_with(b'!') { (id.from(1).trimmed(), true) } else { (id, false) };
        item(Item::parse_id(id)?, not || own)?;
    }
    Ok(())
}

/// The level that a word of braces is. `None` when it is a group.
fn level_of(word: Span<'_>) -> Result<Option<u32>, SelectionError> {
    let after = |name: &str| {
        let start = word.text.get(..name.len()).filter(|start| start.eq_ignore_ascii_case(name))?;
        word.text.get(start.len()..)
    };
    let number = |rest: &str| {
        let equals = usize::from(rest.bytes().next() == Some(b'='));
        rest.get(equals..).and_then(digits)
    };
    if let Some(rest) = after("level") {
        return match number(rest) {
            Some(level) => Ok(Some(level)),
            None if rest.bytes().next().is_some_and(|next| next.is_ascii_alphabetic() || next == b'_') => Ok(None),
            None => error(Kind::BadLevel, word.offset),
        };
    }
    Ok(after("l").and_then(number))
}

/// A number of digits alone; a very large one is the largest.
pub(super) fn digits(text: &str) -> Option<u32> {
    if text.is_empty() {
        return None;
    }
    text.bytes().try_fold(0_u32, |number, byte| {
        let digit = u32::from(byte).checked_sub(u32::from(b'0')).filter(|digit| *digit < 10)?;
        Some(number.saturating_mul(10).saturating_add(digit))
    })
}

fn is_all(name: &str) -> bool {
    name.eq_ignore_ascii_case("all")
}

/// The name, if it can be a component's; what is wrong is said of `item`.
fn identifier<'s>(name: Span<'s>, item: Span<'_>) -> Result<&'s str, SelectionError> {
    let mut bytes = name.text.bytes();
    let good = bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if good { Ok(name.text) } else { error(Kind::BadComponent, item.offset) }
}
