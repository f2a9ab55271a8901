//! Selectors: which nodes and properties of which trees somebody wants to see. Section 15.4 of the format.
//!
//! A [`Selector`] is a view of the text that it was parsed from. Its first parts choose among components and their
//! trees, which the caller does; its last ones choose in a tree: [`Tree::keep`].

use core::fmt;

use super::path::ESCAPE;
use super::skeleton::{Next, Skeleton};
use super::tree::Tree;
use crate::inspect::decimal::Decimal;

/// What to show: `component:tree:property`, as in `core/net:root/radio:packets`.
///
/// ```
/// use glassbox::inspect::reader::Selector;
/// let selector = Selector::parse(r"core/**:[name=stats]root/sta*:rssi_*")?;
/// assert!(selector.matches_component("core/net") && selector.matches_component("core/a/b"));
/// assert!(selector.matches_tree("stats") && !selector.matches_tree("root"));
/// # Ok::<(), glassbox::inspect::reader::SelectorError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selector<'s> {
    component: &'s str,
    filter: Filter<'s>,
    tree: &'s str,
    property: Option<&'s str>,
}

/// Which of a component's trees are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filter<'s> {
    /// The one that is named `root`.
    Root,
    /// All.
    All,
    /// Those that are named by one of the items.
    Named(&'s str),
}

/// Why a text is no selector, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelectorError {
    /// The byte at which the text is wrong.
    pub offset: usize,
    /// What is wrong.
    pub kind: SelectorErrorKind,
}

/// What is wrong with a selector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SelectorErrorKind {
    /// There is a component only: no colon.
    MissingTree,
    /// There are more parts than a component, a tree and a property.
    TooManyParts,
    /// Nothing stands between two slashes, or in a part.
    EmptySegment,
    /// `**` stands elsewhere than at the end of a component.
    MisplacedStars,
    /// A space, a tab or a slash stands where it must have a backslash before it.
    BadCharacter,
    /// A backslash stands at the end.
    DanglingEscape,
    /// The list of tree names in brackets is not one.
    BadFilter,
    /// The source is not Inspect.
    UnsupportedSource,
}

impl fmt::Display for SelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            SelectorErrorKind::MissingTree => {
                "a selector is component:tree or component:tree:property; the tree is missing"
            }
            SelectorErrorKind::TooManyParts => {
                "there are too many parts; a colon inside a name takes a backslash before it"
            }
            SelectorErrorKind::EmptySegment => "a name is missing",
            SelectorErrorKind::MisplacedStars => "** may stand only at the end of a component",
            SelectorErrorKind::BadCharacter => "this character takes a backslash before it here",
            SelectorErrorKind::DanglingEscape => "nothing follows the backslash; for a backslash itself write two",
            SelectorErrorKind::BadFilter => "the list of tree names is [...] or [name=a,name=\"b c\"]",
            SelectorErrorKind::UnsupportedSource => "only INSPECT can be selected from",
        })?;
        f.write_str(", at byte ")?;
        f.write_str(Decimal::new(u64::try_from(self.offset).unwrap_or(u64::MAX)).as_str())
    }
}

impl core::error::Error for SelectorError {}

impl<'s> Selector<'s> {
    /// Parses a selector.
    ///
    /// # Errors
    /// [`SelectorError`], which says where the text is wrong.
    pub fn parse(text: &'s str) -> Result<Self, SelectorError> {
        let mut parser = Parser { text, offset: 0 };
        let component = parser.part(Part::Component)?;
        // A component may be called as a source is; then what follows is no whole selector.
        let source = Parser { ..parser };
        let is_source = |name| is(component, name);
        if ["INSPECT", "LOG", "LIFECYCLE"].into_iter().any(is_source)
            && let Ok(selector) = source.after_source()
        {
            return if is_source("INSPECT") {
                Ok(selector)
            } else {
                Err(SelectorError { offset: 0, kind: SelectorErrorKind::UnsupportedSource })
            };
        }
        parser.finish(component)
    }

    /// The selectors of a file: one a line; empty lines and what stands behind `//` do not count.
    pub fn parse_lines(text: &'s str) -> impl Iterator<Item = (usize, Result<Self, SelectorError>)> {
        let lines = text.lines().map(without_comment).zip(1..).filter(|(line, _)| !line.is_empty());
        lines.map(|(line, number)| (number, Self::parse(line)))
    }

    /// Whether a component of this moniker, or a file of this identifier, is meant.
    pub fn matches_component(&self, moniker: &str) -> bool {
        let mut names = moniker.split('/').filter(|name| !name.is_empty());
        for pattern in split(self.component, '/') {
            if is(pattern, "**") {
                return true;
            }
            if !names.next().is_some_and(|name| matches(pattern, name.chars())) {
                return false;
            }
        }
        names.next().is_none()
    }

    /// Whether a tree of this name is meant. A component's only tree is named `root`.
    pub fn matches_tree(&self, name: &str) -> bool {
        match self.filter {
            Filter::Root => is(name, "root"),
            Filter::All => true,
            Filter::Named(items) => {
                let mut rest = Parser { text: items, offset: 0 };
                core::iter::from_fn(|| rest.item()).any(|item| unescaped(item).eq(name.chars()))
            }
        }
    }
}

/// A line without its comment and the spaces around.
fn without_comment(line: &str) -> &str {
    let mut in_filter = false;
    let mut quoted = false;
    let mut escaped = false;
    let mut before = '\0';
    // Where the text ends, and where it ended in front of the last slash.
    let mut end = 0;
    let mut end_before_slash = 0;
    for (at, char) in line.char_indices() {
        if char == '/' && !escaped && !quoted {
            if before == '/' {
                end = end_before_slash;
                break;
            }
            end_before_slash = end;
        }
        in_filter = (in_filter || char == '[' && before == ':') && (char != ']' || quoted || escaped);
        quoted ^= char == '"' && in_filter && !escaped;
        before = if escaped { '\0' } else { char };
        if escaped || !char.is_ascii_whitespace() {
            end = at + char.len_utf8();
        }
        escaped = char == ESCAPE && !escaped;
    }
    line.get(..end).unwrap_or_default().trim_start()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Component,
    Tree,
    Property,
}

/// What is left of a selector to parse.
struct Parser<'s> {
    text: &'s str,
    /// The byte at which `text` begins.
    offset: usize,
}

impl<'s> Parser<'s> {
    fn error<T>(&self, at: usize, kind: SelectorErrorKind) -> Result<T, SelectorError> {
        Err(SelectorError { offset: self.offset + at, kind })
    }

    /// Whether the next character is this one of ASCII.
    fn is_at(&self, byte: u8) -> bool {
        self.text.as_bytes().first() == Some(&byte)
    }

    fn skip(&mut self, bytes: usize) -> &'s str {
        let (skipped, rest) = self.text.split_at_checked(bytes).unwrap_or((self.text, ""));
        self.text = rest;
        self.offset += skipped.len();
        skipped
    }

    /// Parses a part, up to its colon or the end, and checks its segments.
    fn part(&mut self, part: Part) -> Result<&'s str, SelectorError> {
        let mut segment = 0;
        let mut escaped = false;
        let mut end = self.text.len();
        for (at, char) in self.text.char_indices() {
            if escaped {
                escaped = false;
                continue;
            }
            match char {
                ESCAPE => escaped = true,
                ':' => {
                    end = at;
                    break;
                }
                '/' if part != Part::Property => {
                    self.segment(segment, at, None)?;
                    segment = at + 1;
                }
                '/' | ' ' | '\t' => return self.error(at, SelectorErrorKind::BadCharacter),
                _ => {}
            }
        }
        if escaped {
            return self.error(end.saturating_sub(1), SelectorErrorKind::DanglingEscape);
        }
        self.segment(segment, end, Some(part))?;
        Ok(self.skip(end))
    }

    /// Checks a segment; `last_of` is the part that it is the last one of.
    fn segment(&self, start: usize, end: usize, last_of: Option<Part>) -> Result<(), SelectorError> {
        match self.text.as_bytes().get(start..end) {
            None | Some([]) => self.error(start, SelectorErrorKind::EmptySegment),
            Some(b"**") if last_of != Some(Part::Component) => self.error(start, SelectorErrorKind::MisplacedStars),
            Some(_) => Ok(()),
        }
    }

    /// Parses what follows a source.
    fn after_source(mut self) -> Result<Selector<'s>, SelectorError> {
        self.colon()?;
        let component = self.part(Part::Component)?;
        self.finish(component)
    }

    fn colon(&mut self) -> Result<(), SelectorError> {
        if self.text.is_empty() {
            return self.error(0, SelectorErrorKind::MissingTree);
        }
        self.skip(1);
        Ok(())
    }

    /// Parses what follows the component.
    fn finish(mut self, component: &'s str) -> Result<Selector<'s>, SelectorError> {
        self.colon()?;
        let filter = if self.is_at(b'[') { self.filter()? } else { Filter::Root };
        let tree = self.part(Part::Tree)?;
        let mut property = None;
        if !self.text.is_empty() {
            self.colon()?;
            property = Some(self.part(Part::Property)?);
        }
        if !self.text.is_empty() {
            return self.error(0, SelectorErrorKind::TooManyParts);
        }
        Ok(Selector { component, filter, tree, property })
    }

    fn filter(&mut self) -> Result<Filter<'s>, SelectorError> {
        self.skip(1);
        if after(self.text, "...]").is_some() {
            self.skip(4);
            return Ok(Filter::All);
        }
        let start = self.text;
        loop {
            let before = self.offset;
            if self.item().is_none() {
                return self.error(0, SelectorErrorKind::BadFilter);
            }
            if self.is_at(b']') {
                let length = start.len() - self.text.len();
                self.skip(1);
                return Ok(Filter::Named(start.get(..length).unwrap_or_default()));
            }
            if !self.is_at(b',') || before == self.offset {
                return self.error(0, SelectorErrorKind::BadFilter);
            }
        }
    }

    /// Parses an item, with the comma before it if there is one, and gives the name in it.
    fn item(&mut self) -> Option<&'s str> {
        let before = self.text;
        let spaced = after(before, ",").unwrap_or(before).trim_start_matches(is_space);
        let rest = after(spaced, "name=")?;
        let (name, quote) = match after(rest, "\"") {
            Some(quoted) => (quoted, 1),
            None => (rest, 0),
        };
        let mut escaped = false;
        let end = name.find(|char| {
            let ends = !escaped && if quote == 0 { matches!(char, ',' | ']' | '"' | ' ' | '\t') } else { char == '"' };
            escaped = char == ESCAPE && !escaped;
            ends
        });
        // A quoted name ends with a quote, another one at the end of the list too.
        let end = if quote == 0 { end.unwrap_or(name.len()) } else { end? };
        self.skip(before.len() - name.len() + end + quote);
        name.get(..end).filter(|name| quote != 0 || !name.is_empty())
    }
}

/// What follows a prefix, if `text` begins with it.
///
/// It is compared byte by byte: for more at once compilers call functions that only a C library has, and what the
/// standard library does with a `char` may panic as far as they see.
fn after<'s>(text: &'s str, prefix: &str) -> Option<&'s str> {
    let rest = text.get(prefix.len()..)?;
    text.bytes().zip(prefix.bytes()).all(|(byte, expected)| byte == expected).then_some(rest)
}

const fn is_space(char: char) -> bool {
    char == ' '
}

fn is(text: &str, expected: &str) -> bool {
    after(text, expected).is_some_and(str::is_empty)
}

/// The segments of a part that has been checked.
fn split(part: &str, at: char) -> impl Iterator<Item = &str> {
    let mut escaped = false;
    part.split(move |char| {
        let ends = char == at && !escaped;
        escaped = char == ESCAPE && !escaped;
        ends
    })
}

/// The characters of a name that may hold backslashes.
fn unescaped(name: &str) -> impl Iterator<Item = char> {
    let mut chars = name.chars();
    core::iter::from_fn(move || match chars.next() {
        Some(ESCAPE) => chars.next(),
        char => char,
    })
}

/// Whether a name is as the segment `pattern` says. Each star is tried with as few characters as possible, and when
/// the rest does not fit, the last one takes one more.
fn matches(pattern: &str, name: impl Iterator<Item = char> + Clone) -> bool {
    let mut pattern = pattern.chars();
    let mut name = name;
    let mut retry = None;
    loop {
        let (expected, is_star) = match pattern.next() {
            Some('*') => (None, true),
            Some(ESCAPE) => (pattern.next(), false),
            expected => (expected, false),
        };
        if is_star {
            retry = Some((pattern.clone(), name.clone()));
            continue;
        }
        let found = name.next();
        if found == expected {
            if found.is_none() {
                return true;
            }
            continue;
        }
        let Some((behind_star, from)) = &mut retry else { return false };
        if from.next().is_none() {
            return false;
        }
        (pattern, name) = (behind_star.clone(), from.clone());
    }
}

impl Tree<'_> {
    /// Cuts the tree down to what one of the selectors selects, and the nodes above it. Says whether that is anything.
    ///
    /// Components and names of trees are not looked at: the caller gives the selectors that mean this tree. What is cut
    /// off does not come back, unless the file is read again.
    ///
    /// ```
    /// use glassbox::inspect::reader::{Options, Selector, Tree};
    /// use glassbox::inspect::{Config, NodeHandle, Writer};
    ///
    /// let region = glassbox::Region::<1024>::new();
    /// let mut writer = Writer::new(region.memory(), &Config::default())?;
    /// let radio = writer.create_node(NodeHandle::ROOT, "radio")?;
    /// writer.create_uint(radio, "packets", 7)?;
    /// writer.create_string(radio, "mode", "listening")?;
    ///
    /// let mut scratch = [0; 256];
    /// let mut tree = Tree::read(region.memory(), &mut scratch, Options::default(), &mut |_| {})?;
    /// assert!(tree.keep(&[Selector::parse("*:root/radio:p*")?]));
    /// assert_eq!(tree.json().to_string(), r#"{"root":{"radio":{"packets":7}}}"#);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn keep<'s>(&mut self, selectors: impl IntoIterator<Item = &'s Selector<'s>>) -> bool {
        let skeleton = &mut self.skeleton;
        let root = skeleton.root;
        let mut at = root;
        loop {
            skeleton.want(at, false);
            at = match skeleton.preorder(root, at) {
                0 => break,
                next => next,
            };
        }
        for selector in selectors {
            select(skeleton, selector);
        }
        prune(skeleton);
        skeleton.is_wanted(root) || skeleton.first(root) != 0
    }
}

/// Marks what a selector selects.
fn select(skeleton: &mut Skeleton<'_>, selector: &Selector<'_>) {
    let levels = split(selector.tree, '/').count();
    let mut depth = 0;
    let mut at = skeleton.root;
    loop {
        if skeleton.is_node(at)
            && let Some(pattern) = split(selector.tree, '/').nth(depth)
            && matches(pattern, skeleton.name(at).chars())
        {
            let first = skeleton.first(at);
            if depth + 1 < levels {
                if first != 0 {
                    at = first;
                    depth += 1;
                    continue;
                }
            } else if let Some(property) = selector.property {
                let mut entry = first;
                while entry != 0 && !skeleton.is_node(entry) {
                    if matches(property, skeleton.name(entry).chars()) {
                        skeleton.want(entry, true);
                    }
                    entry = skeleton.sibling(entry);
                }
            } else {
                skeleton.want(at, true);
            }
        }
        loop {
            if at == skeleton.root {
                return;
            }
            match skeleton.next(at) {
                Next::Sibling(next) => {
                    at = next;
                    break;
                }
                Next::Parent(parent) => {
                    at = parent;
                    depth = depth.saturating_sub(1);
                }
            }
        }
    }
}

/// Takes out of the tree what is not wanted: properties, and nodes that have nothing in them that is.
fn prune(skeleton: &mut Skeleton<'_>) {
    let mut at = skeleton.root;
    loop {
        if skeleton.is_node(at)
            && !skeleton.is_wanted(at)
            && let first @ 1.. = skeleton.first(at)
        {
            at = first;
            continue;
        }
        loop {
            if at == skeleton.root {
                return;
            }
            match skeleton.next(at) {
                Next::Sibling(next) => {
                    at = next;
                    break;
                }
                Next::Parent(parent) => {
                    skeleton.retain(parent, |skeleton, entry| {
                        skeleton.is_wanted(entry) || skeleton.is_node(entry) && skeleton.first(entry) != 0
                    });
                    at = parent;
                }
            }
        }
    }
}
