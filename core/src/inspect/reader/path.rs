//! Paths: the names from below the root down to an entry, with `/` between them.

use super::content::Text;
use super::tree::{Entry, Tree};

/// The character that makes the one behind it ordinary.
pub(super) const ESCAPE: char = '\\';

impl Tree<'_> {
    /// The entry at a path: names from below the root on, with `/` between them, as in `radio/packets`.
    ///
    /// A backslash makes a `/` or a backslash behind it a part of a name; elsewhere it makes no difference, and at the
    /// very end it stands for itself. The empty path is the root. Where several entries have one name, the first
    /// counts in the order of the tree; on the way only nodes count.
    ///
    /// Time: a look at each entry of each node on the way.
    pub fn find(&self, path: &str) -> Option<Entry<'_>> {
        let mut node = self.root();
        if path.is_empty() {
            return Some(node.into());
        }
        let mut segments = Segments { rest: Some(path) };
        while let Some(segment) = segments.next() {
            if segments.rest.is_none() {
                return node.entries().find(|entry| segment.is(entry.name()));
            }
            node = node.children().find(|child| segment.is(child.name()))?;
        }
        None
    }
}

/// The segments of a path.
struct Segments<'p> {
    rest: Option<&'p str>,
}

impl<'p> Iterator for Segments<'p> {
    type Item = Segment<'p>;

    fn next(&mut self) -> Option<Segment<'p>> {
        let rest = self.rest?;
        let mut escaped = false;
        let end = rest.find(|char| {
            let ends = char == '/' && !escaped;
            escaped = char == ESCAPE && !escaped;
            ends
        });
        let (segment, rest) = match end.and_then(|end| rest.split_at_checked(end)) {
            Some((segment, slash)) => (segment, slash.get(1..)),
            None => (rest, None),
        };
        self.rest = rest;
        Some(Segment(segment))
    }
}

/// A name, as a path writes it.
struct Segment<'p>(&'p str);

impl Segment<'_> {
    fn is(&self, name: Text<'_>) -> bool {
        let mut written = self.0.chars();
        let mut chars = name.chars();
        loop {
            let expected = match written.next() {
                Some(ESCAPE) => written.next().or(Some(ESCAPE)),
                expected => expected,
            };
            let found = chars.next();
            if found != expected || found.is_none() {
                return found == expected;
            }
        }
    }
}
