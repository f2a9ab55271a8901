//! Catalogs: the `.dat` files that say what the entries of a trace mean (section 2).
//!
//! A catalog is one line of text for each tracepoint, under a version. It is read where it lies, from a slice of bytes:
//! what is kept is an index of its lines, sorted by component and id, in memory that the caller gives. The index lets a
//! device with a catalog in flash print its own trace, and a tool look up a million entries a second.
//!
//! ```
//! use glassbox::trace::catalog::{Catalog, CatalogSlot, slots_needed};
//!
//! let file = b"5.1\nj9bcu.2 4 1 1 N Trc_BCU_internalDefineClass_Exit \" <internalDefineClass %p ->\"\n";
//! let mut slots = vec![CatalogSlot::EMPTY; slots_needed(file)];
//! let catalog = Catalog::read(file, &mut slots, &mut |problem| panic!("{problem:?}"))?;
//! let point = catalog.find(b"j9bcu", 2).unwrap();
//! assert_eq!(point.kind.word(), Some("Exit"));
//! assert_eq!(point.template.0, b" <internalDefineClass %p ->");
//! # Ok::<(), glassbox::trace::catalog::CatalogError>(())
//! ```

mod line;
mod write;

use core::cmp::Ordering;

use super::PointType;
use super::problem::{Problem, ProblemKind};
use super::sort::heap_sort;
use super::template::{Piece, pieces};
use super::text::Text;
use line::{Layout, Line, Lines, Numbering};
pub use write::{write_point, write_version};

/// The version of a catalog: the format of its lines, in the main.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// The number before the dot.
    pub major: u16,
    /// The number after the dot.
    pub minor: u16,
}

impl Version {
    /// The version that is written.
    pub const WRITTEN: Self = Self { major: 5, minor: 1 };
}

/// Why a catalog could not be read at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CatalogError {
    /// The file holds nothing but white space.
    Empty,
    /// The first line is no version from 0.1 to 9999.9999.
    BadVersion,
    /// The index has fewer slots than [`slots_needed`] says. Holds that number.
    IndexTooSmall(usize),
}

impl CatalogError {
    /// The name, as it stands in reports and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Empty => "dat_empty",
            Self::BadVersion => "dat_bad_version",
            Self::IndexTooSmall(_) => "index_too_small",
        }
    }
}

impl core::fmt::Display for CatalogError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Empty => "the catalog is empty; its first line should be a version such as 5.1",
            Self::BadVersion => "the first line is not a version such as 5.1; is this a catalog?",
            Self::IndexTooSmall(_) => "the memory for the index of the catalog is too small",
        })
    }
}

impl core::error::Error for CatalogError {}

/// One place of an index. What it holds is the index's own business.
#[derive(Clone, Copy, Debug)]
pub struct CatalogSlot {
    /// The first bytes of the component's name, so that most comparisons are one of numbers.
    prefix: u64,
    /// Where the line begins, and with it the component's name.
    line: usize,
    /// Bytes in the component's name.
    component: u32,
    id: u32,
}

impl CatalogSlot {
    /// A place that holds nothing yet.
    pub const EMPTY: Self = Self { prefix: 0, line: 0, component: 0, id: 0 };
}

/// The number of slots that an index of this catalog needs at most: one for each line but the first.
pub fn slots_needed(file: &[u8]) -> usize {
    Lines::new(file).skip(1).filter(|(_, line)| !line::is_blank(line)).count()
}

/// A tracepoint as its catalog line describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point<'a> {
    /// The component's name; empty in catalogs before 5.0.
    pub component: Text<'a>,
    /// The number within the component.
    pub id: u32,
    /// What the tracepoint marks.
    pub kind: PointType,
    /// The compile-time threshold at which it is left out: 0 to 10 in practice.
    pub overhead: u32,
    /// The level up to which it is selected: 0 to 10 in practice.
    pub level: u32,
    /// The name of its macro.
    pub symbol: Text<'a>,
    /// The template, its two flags first. See [`Point::parts`].
    pub template: Text<'a>,
}

/// A template taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts<'a> {
    /// `*` for what deserves attention, else a space.
    pub mark: char,
    /// `>` where a function is entered, `<` where it is left, else a space.
    pub direction: char,
    /// The rest.
    pub body: &'a [u8],
}

impl<'a> Point<'a> {
    const fn of(line: &Line<'a>, id: u32) -> Self {
        let Line { component, kind, overhead, level, symbol, template, .. } = *line;
        Self {
            component: Text(component),
            id,
            kind: PointType(kind),
            overhead,
            level,
            symbol: Text(symbol),
            template: Text(template),
        }
    }

    /// The two flags of the template and its body. A template of fewer than two characters is all body.
    pub fn parts(&self) -> Parts<'a> {
        parts(self.template.0).unwrap_or(Parts { mark: ' ', direction: ' ', body: self.template.0 })
    }
}

fn parts(template: &[u8]) -> Option<Parts<'_>> {
    let (mark, rest) = line::split_character(template)?;
    let (direction, body) = line::split_character(rest)?;
    Some(Parts { mark, direction, body })
}

/// A catalog and its index.
#[derive(Clone, Copy, Debug)]
pub struct Catalog<'a> {
    file: &'a [u8],
    version: Version,
    layout: Layout,
    slots: &'a [CatalogSlot],
}

impl<'a> Catalog<'a> {
    /// Reads a catalog, and builds its index in `slots`, of which there must be [`slots_needed`].
    ///
    /// Problems are handed to `problem` in file order. Takes O(n log n) time in the number of lines.
    ///
    /// # Errors
    /// [`CatalogError`] when nothing can be read. No problems are reported then.
    pub fn read(
        file: &'a [u8],
        slots: &'a mut [CatalogSlot],
        problem: &mut dyn FnMut(Problem),
    ) -> Result<Self, CatalogError> {
        if file.iter().all(u8::is_ascii_whitespace) {
            return Err(CatalogError::Empty);
        }
        let version = Lines::new(file).next().and_then(|(_, line)| line::version(line));
        let version = version.ok_or(CatalogError::BadVersion)?;
        let layout = Layout::of(version);

        let mut used = 0;
        let mut sound = true;
        for (offset, text, line) in Numbered::new(file, layout) {
            let Ok(line) = line else {
                sound = false;
                continue;
            };
            sound &= line.is_sound() && Text(text).is_valid();
            let Some(slot) = slots.get_mut(used) else {
                return Err(CatalogError::IndexTooSmall(slots_needed(file)));
            };
            let component = u32::try_from(line.component.len()).unwrap_or(u32::MAX);
            *slot = CatalogSlot { prefix: prefix(line.component), line: offset, component, id: line.id };
            used += 1;
        }
        let (slots, _) = slots.split_at_mut_checked(used).unwrap_or_default();
        heap_sort(slots, |a, b| {
            order(file, a, b.prefix, b.id, || component_of(file, b)).then(a.line.cmp(&b.line)).is_lt()
        });

        // Before doubles go, the first of their lines is known: the others are the ones to report.
        let doubled = slots.iter().zip(slots.iter().skip(1)).any(|(a, b)| is_same(file, a, b));
        if !sound || doubled {
            Catalog { file, version, layout, slots: &*slots }.report(problem);
        }
        let kept = keep_last(file, slots);
        Ok(Self { file, version, layout, slots: slots.get(..kept).unwrap_or_default() })
    }

    /// The version that the file states.
    pub const fn version(&self) -> Version {
        self.version
    }

    /// The number of tracepoints.
    pub const fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is no tracepoint.
    pub const fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The tracepoint `component.id`. Takes O(log n) time.
    pub fn find(&self, component: &[u8], id: u32) -> Option<Point<'a>> {
        let slot = self.slots.get(self.position(component, id))?;
        let point = self.point(slot)?;
        (point.id == id && point.component.0 == component).then_some(point)
    }

    /// All tracepoints, by component and id.
    pub fn points(&self) -> impl Iterator<Item = Point<'a>> {
        self.slots.iter().filter_map(|slot| self.point(slot))
    }

    /// The tracepoint of each line that can be read, in file order. Of two lines of one tracepoint both come.
    pub fn lines(&self) -> impl Iterator<Item = Point<'a>> + use<'a> {
        let layout = self.layout;
        Numbered::new(self.file, layout).filter_map(move |(_, text, numbered)| {
            let numbered = numbered.ok()?;
            Some(Point::of(&Line::parse(text, layout)?, numbered.id))
        })
    }

    /// How many slots are below the tracepoint `component.id`.
    fn position(&self, component: &[u8], id: u32) -> usize {
        let wanted = prefix(component);
        self.slots.partition_point(|slot| order(self.file, slot, wanted, id, || component).is_lt())
    }

    fn point(&self, slot: &CatalogSlot) -> Option<Point<'a>> {
        let line = Line::parse(line::at(self.file, slot.line), self.layout)?;
        Some(Point::of(&line, slot.id))
    }

    /// Reports what is wrong with each line, doubles included: `self` must still have them all.
    fn report(&self, problem: &mut dyn FnMut(Problem)) {
        for (offset, text, line) in Numbered::new(self.file, self.layout) {
            let mut found = |kind| problem(Problem { kind, offset: offset_of(offset) });
            if !Text(text).is_valid() {
                found(ProblemKind::BadUtf8);
            }
            let Ok(line) = line else {
                found(ProblemKind::BadLine);
                continue;
            };
            if line.lacks_id {
                found(ProblemKind::MissingId);
            }
            if parts(line.template).is_none() {
                found(ProblemKind::ShortTemplate);
            }
            let template_at = offset.saturating_add(line.template_at);
            for piece in pieces(line.template) {
                if let Piece::Impossible(at) = piece {
                    let offset = offset_of(template_at.saturating_add(at));
                    problem(Problem { kind: ProblemKind::BadConversion, offset });
                }
            }
            let mut found = |kind| problem(Problem { kind, offset: offset_of(offset) });
            if PointType(line.kind).word().is_none() {
                found(ProblemKind::UnknownType);
            }
            let first = self.slots.get(self.position(line.component, line.id));
            if first.is_some_and(|first| first.line != offset) {
                found(ProblemKind::DuplicateId);
            }
        }
    }
}

fn offset_of(offset: usize) -> u64 {
    u64::try_from(offset).unwrap_or(u64::MAX)
}

/// The first 8 bytes of a name as a number that orders as they do.
fn prefix(component: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    for (to, from) in bytes.iter_mut().zip(component) {
        *to = *from;
    }
    u64::from_be_bytes(bytes)
}

fn component_of<'a>(file: &'a [u8], slot: &CatalogSlot) -> &'a [u8] {
    let len = usize::try_from(slot.component).unwrap_or(usize::MAX);
    file.get(slot.line..).and_then(|line| line.get(..len)).unwrap_or_default()
}

/// How the name in `slot` stands to another, of which the component in full is rarely needed.
#[inline]
fn order<'a>(
    file: &'a [u8],
    slot: &CatalogSlot,
    prefix: u64,
    id: u32,
    component: impl FnOnce() -> &'a [u8],
) -> Ordering {
    let by_prefix = slot.prefix.cmp(&prefix);
    if by_prefix.is_ne() {
        return by_prefix;
    }
    // A name of up to 7 bytes leaves a zero in the prefix, and is all in it.
    let by_name = match prefix & 0xff {
        0 => Ordering::Equal,
        _ => component_of(file, slot).cmp(component()),
    };
    by_name.then(slot.id.cmp(&id))
}

/// Whether two slots name the same tracepoint.
fn is_same(file: &[u8], a: &CatalogSlot, b: &CatalogSlot) -> bool {
    a.id == b.id && order(file, a, b.prefix, b.id, || component_of(file, b)).is_eq()
}

/// Keeps the last slot of each run of equal names, and says how many are kept.
fn keep_last(file: &[u8], slots: &mut [CatalogSlot]) -> usize {
    let mut kept = 0;
    for at in 0..slots.len() {
        let Some(slot) = slots.get(at).copied() else { break };
        if slots.get(at + 1).is_some_and(|next| is_same(file, &slot, next)) {
            continue;
        }
        if let Some(place) = slots.get_mut(kept) {
            *place = slot;
        }
        kept += 1;
    }
    kept
}

/// A line together with the id that it has or gets.
struct NumberedLine<'a> {
    component: &'a [u8],
    id: u32,
    lacks_id: bool,
    kind: u32,
    template: &'a [u8],
    template_at: usize,
}

impl NumberedLine<'_> {
    /// Whether there is nothing to report of the line itself.
    fn is_sound(&self) -> bool {
        !self.lacks_id
            && PointType(self.kind).word().is_some()
            && parts(self.template).is_some()
            && !pieces(self.template).any(|piece| matches!(piece, Piece::Impossible(_)))
    }
}

/// Says that a line does not parse.
struct Unreadable;

/// The lines behind the version that are not blank, each with its offset and its bytes.
struct Numbered<'a> {
    lines: Lines<'a>,
    layout: Layout,
    numbering: Numbering<'a>,
}

impl<'a> Numbered<'a> {
    fn new(file: &'a [u8], layout: Layout) -> Self {
        let mut lines = Lines::new(file);
        lines.next();
        Self { lines, layout, numbering: Numbering::default() }
    }
}

impl<'a> Iterator for Numbered<'a> {
    type Item = (usize, &'a [u8], Result<NumberedLine<'a>, Unreadable>);

    fn next(&mut self) -> Option<Self::Item> {
        let (offset, text) = self.lines.by_ref().find(|(_, line)| !line::is_blank(line))?;
        let line = Line::parse(text, self.layout).and_then(|line| {
            Some(NumberedLine {
                component: line.component,
                id: self.numbering.number(line.component, line.id)?,
                lacks_id: line.id.is_none() && self.layout.has_ids(),
                kind: line.kind,
                template: line.template,
                template_at: line.template_at,
            })
        });
        Some((offset, text, line.ok_or(Unreadable)))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::{format, string::String, vec, vec::Vec};

    type Read = (Vec<String>, Vec<(&'static str, u64)>);

    fn read(file: &[u8]) -> Result<Read, CatalogError> {
        let mut problems = Vec::new();
        let mut slots = vec![CatalogSlot::EMPTY; slots_needed(file)];
        let catalog = Catalog::read(file, &mut slots, &mut |p| problems.push((p.kind.name(), p.offset)))?;
        for point in catalog.points() {
            assert_eq!(catalog.find(point.component.0, point.id), Some(point));
        }
        let points = catalog.points().map(|p| format!("{}.{} {}", p.component, p.id, p.symbol)).collect();
        Ok((points, problems))
    }

    #[test]
    fn versions_are_one_or_two_numbers_of_up_to_four_digits() {
        for (file, version) in [
            (&b"5.1"[..], Some((5, 1))),
            (b"5.1  \t\r\n", Some((5, 1))),
            (b"6\n", Some((6, 0))),
            (b"0.1", Some((0, 1))),
            (b"9999.9999", Some((9999, 9999))),
            (b"0.0", None),
            (b"0", None),
            (b"12345.1", None),
            (b" 5.1", None),
            (b"5.", None),
            (b".1", None),
            (b"5.1.1", None),
            (b"+5.1", None),
            (b"5,1", None),
            (b"\n5.1\n", None),
        ] {
            let read = Catalog::read(file, &mut [], &mut |_| {}).map(|catalog| catalog.version());
            let expected = version.map(|(major, minor)| Version { major, minor }).ok_or(CatalogError::BadVersion);
            assert_eq!(read, expected, "{}", Text(file));
        }
        assert_eq!(Catalog::read(b" \r\n\t", &mut [], &mut |_| {}).err(), Some(CatalogError::Empty));
        assert_eq!(Catalog::read(b"", &mut [], &mut |_| {}).err(), Some(CatalogError::Empty));
    }

    #[test]
    fn an_index_that_is_too_small_is_refused_with_the_number_needed() {
        let file = b"5.1\n\na.0 0 1 1 N A \"  \"\nbad\n";
        assert_eq!(Catalog::read(file, &mut [], &mut |_| {}).err(), Some(CatalogError::IndexTooSmall(2)));
    }

    #[test]
    fn fields_are_separated_by_exactly_one_space() {
        let good = "a.0 0 1 1 N A \"  \"";
        assert_eq!(read(format!("5.1\n{good}\n").as_bytes()).unwrap().0, ["a.0 A"]);
        for at in good.match_indices(' ').map(|(at, _)| at).take(6) {
            let double = format!("5.1\n{} {}\n", &good[..at], &good[at..]);
            assert_eq!(read(double.as_bytes()).unwrap(), (vec![], vec![("bad_line", 4)]), "{double}");
        }
    }

    #[test]
    fn a_version_between_1_2_and_5_0_has_hexadecimal_ids_and_no_component() {
        let (points, problems) = read(b"4.9\n1f 0 1 1 N A \"  \"\nxyz 0 1 1 N B \"  \"\n").unwrap();
        assert_eq!((points, problems), (vec![".31 A".into()], vec![("bad_line", 22)]));
    }

    #[test]
    fn a_version_before_1_2_has_no_level() {
        let file = b"1.1\nA0 2 Sym \" >enter\"\n";
        let mut slots = [CatalogSlot::EMPTY; 1];
        let catalog = Catalog::read(file, &mut slots, &mut |_| {}).unwrap();
        let point = catalog.find(b"", 0xa0).unwrap();
        assert_eq!((point.level, point.overhead, point.kind), (1, 0, PointType::ENTRY));
    }

    #[test]
    fn in_version_5_0_ids_count_from_0_and_restart_with_each_component() {
        let file = b"5.0\na.b 0 1 1 N A \"  \"\na.b 0 1 1 N B \"  \"\nc 0 1 1 N C \"  \"\n";
        assert_eq!(read(file).unwrap(), (vec!["a.b.0 A".into(), "a.b.1 B".into(), "c.0 C".into()], vec![]));
    }

    #[test]
    fn problems_of_one_line_come_in_their_order() {
        let file = b"5.1\na.0 0 1 1 N A \"  \"\na.0 77 1 1 N \xff \"%\"\nb 77 1 1 N \xff \"%q %\"\n";
        assert_eq!(
            read(file).unwrap().1,
            [
                ("bad_utf8", 23),
                ("short_template", 23),
                ("bad_conversion", 39),
                ("unknown_type", 23),
                ("duplicate_id", 23),
                ("bad_utf8", 42),
                ("missing_id", 42),
                ("bad_conversion", 56),
                ("bad_conversion", 59),
                ("unknown_type", 42),
            ]
        );
    }

    #[test]
    fn names_that_begin_alike_are_told_apart() {
        let file = b"5.1\nabcdefghX.0 0 1 1 N A \"  \"\nabcdefgh.0 0 1 1 N B \"  \"\nabcdefg.0 0 1 1 N C \"  \"\n";
        let (points, problems) = read(file).unwrap();
        assert_eq!(points, ["abcdefg.0 C", "abcdefgh.0 B", "abcdefghX.0 A"]);
        assert_eq!(problems, []);
    }

    #[test]
    fn flags_are_characters_and_not_bytes() {
        let file = "5.1\na.0 0 1 1 N A \"é→x\"\na.1 0 1 1 N B \"é\"\n".as_bytes();
        let mut slots = [CatalogSlot::EMPTY; 2];
        let catalog = Catalog::read(file, &mut slots, &mut |_| {}).unwrap();
        assert_eq!(catalog.find(b"a", 0).unwrap().parts(), Parts { mark: 'é', direction: '→', body: b"x" });
        let short = catalog.find(b"a", 1).unwrap().parts();
        assert_eq!(short, Parts { mark: ' ', direction: ' ', body: "é".as_bytes() });
    }
}
