//! The skeleton of a tree: how its entries hang together, and in which block of which file each of them stands.
//!
//! A file that is read alone has an entry for each block, so that an entry *is* a block index and its links are the
//! pair in the [table](super::table) of the file. Where links are followed, a file may be in the tree more than once;
//! the pairs then hold the tables of all files, and three pairs for each entry of the tree:
//!
//! | pair | first word | second word |
//! |---|---|---|
//! | links | next sibling; with [`LAST`], the parent | for a node: [`NODE`], and the first entry, 0 for none |
//! | origin | block | number of the file, 0 for the one that was given to be read |
//! | work | what [`stitch`](super::stitch) needs | |
//!
//! An entry is then the position of its first pair. Position 0 is no entry in either case but the root of a file read
//! alone.

use super::content::Text;
use super::image::Image;
use super::stitch::LinkedFile;
use super::table::{self, LAST, LINK, NODE, Pair, pair};
use super::value::{Place, Value};
use crate::inspect::block::BlockIndex;

/// The bits of a position.
pub(super) const POSITION: u32 = !LAST;

/// In the first word of an entry of a file that is read alone, and in the origin of any other: it is wanted.
const WANTED: u32 = table::ON_PATH;

/// What comes behind an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Sibling(u32),
    Parent(u32),
}

pub(super) struct Skeleton<'a> {
    pub(super) pairs: &'a mut [Pair],
    /// The file that was given to be read.
    pub(super) image: Image<'a>,
    pub(super) files: &'a [LinkedFile<'a>],
    pub(super) root: u32,
    /// The bits of a link: those of a block index, or of a position.
    mask: u32,
}

impl<'a> Skeleton<'a> {
    /// The skeleton of a file that is read alone, whose table is `pairs`.
    pub(super) const fn alone(image: Image<'a>, pairs: &'a mut [Pair]) -> Self {
        Self { pairs, image, files: &[], root: 0, mask: LINK }
    }

    /// A skeleton of entries from several files.
    pub(super) const fn of(image: Image<'a>, files: &'a [LinkedFile<'a>], pairs: &'a mut [Pair]) -> Self {
        Self { pairs, image, files, root: 0, mask: POSITION }
    }

    const fn is_stitched(&self) -> bool {
        self.mask == POSITION
    }

    #[inline]
    pub(super) fn pair(&self, at: u32) -> Pair {
        pair(self.pairs, at)
    }

    /// The number of the file that an entry comes from.
    pub(super) fn file(&self, at: u32) -> u32 {
        if self.is_stitched() {
            let [_, file] = self.pair(at + 1);
            file
        } else {
            0
        }
    }

    /// The bytes of a file.
    pub(super) fn image(&self, file: u32) -> Image<'a> {
        let linked = usize::try_from(file).ok().and_then(|file| self.files.get(file.checked_sub(1)?));
        linked.map_or(self.image, |linked| linked.image)
    }

    /// Where the table of a file lies among the pairs. Those of all files stand behind two pairs for each of them.
    pub(super) fn range(&self, file: u32) -> core::ops::Range<usize> {
        if !self.is_stitched() {
            return 0..self.pairs.len();
        }
        let [base, units] = self.pair(2 * file);
        let (base, units) = (usize::try_from(base).unwrap_or(0), usize::try_from(units).unwrap_or(0));
        base..base.saturating_add(units)
    }

    /// The table of a file.
    pub(super) fn table(&self, file: u32) -> &[Pair] {
        self.pairs.get(self.range(file)).unwrap_or_default()
    }

    /// Where an entry stands.
    #[inline]
    pub(super) fn place(&self, at: u32) -> Place<'_> {
        if self.is_stitched() {
            return self.place_in_file(at);
        }
        Place { image: self.image, table: self.pairs, block: BlockIndex::new(at).unwrap_or_default() }
    }

    #[inline(never)]
    fn place_in_file(&self, at: u32) -> Place<'_> {
        let [block, file] = self.pair(at + 1);
        let block = BlockIndex::new(block & LINK).unwrap_or_default();
        Place { image: self.image(file), table: self.table(file), block }
    }

    /// What the property at `at` holds.
    #[inline]
    pub(super) fn value(&self, at: u32) -> Value<'_> {
        if self.is_stitched() {
            return self.value_in_file(at);
        }
        Place { image: self.image, table: self.pairs, block: BlockIndex::new(at).unwrap_or_default() }.value()
    }

    // Apart, so that the common case need not make a place that could be in any file.
    #[inline(never)]
    fn value_in_file(&self, at: u32) -> Value<'_> {
        self.place_in_file(at).value()
    }

    #[inline]
    pub(super) fn is_node(&self, at: u32) -> bool {
        let [_, second] = self.pair(at);
        second & NODE != 0
    }

    pub(super) fn name(&self, at: u32) -> Text<'_> {
        if at == self.root { Text::root() } else { self.place(at).name() }
    }

    /// The first entry of a node, 0 if it has none.
    #[inline]
    pub(super) fn first(&self, node: u32) -> u32 {
        let [_, first] = self.pair(node);
        first & POSITION
    }

    /// What comes behind an entry: its sibling, or the parent to go back to.
    #[inline]
    pub(super) fn next(&self, at: u32) -> Next {
        let [word, _] = self.pair(at);
        if word & LAST == 0 { Next::Sibling(word & self.mask) } else { Next::Parent(word & self.mask) }
    }

    /// The sibling behind an entry, 0 if there is none.
    #[inline]
    pub(super) fn sibling(&self, at: u32) -> u32 {
        match self.next(at) {
            Next::Sibling(next) => next,
            Next::Parent(_) => 0,
        }
    }

    /// The entry behind `at` in a walk that takes nodes before their entries, up to the end of `root`; 0 at the end.
    pub(super) fn preorder(&self, root: u32, at: u32) -> u32 {
        if self.is_node(at)
            && let first @ 1.. = self.first(at)
        {
            return first;
        }
        let mut up = at;
        while up != root {
            match self.next(up) {
                Next::Sibling(next) => return next,
                Next::Parent(parent) => up = parent,
            }
        }
        0
    }

    /// Puts `next` behind an entry.
    pub(super) fn set_next(&mut self, at: u32, next: Next) {
        let mask = self.mask;
        let bits = match next {
            Next::Sibling(at) => at,
            Next::Parent(at) => at | LAST,
        };
        if let Some([word, _]) = table::pair_mut(self.pairs, at) {
            *word = *word & !(mask | LAST) | bits;
        }
    }

    /// Keeps those entries of a node that `keep` is true for.
    pub(super) fn retain(&mut self, node: u32, keep: impl Fn(&Self, u32) -> bool) {
        let mut last = 0;
        let mut at = self.first(node);
        self.set_first(node, 0);
        while at != 0 {
            let next = self.sibling(at);
            if keep(self, at) {
                if last == 0 {
                    self.set_first(node, at);
                } else {
                    self.set_next(last, Next::Sibling(at));
                }
                self.set_next(at, Next::Parent(node));
                last = at;
            }
            at = next;
        }
    }

    /// Says of an entry whether it is wanted.
    pub(super) fn want(&mut self, at: u32, is_wanted: bool) {
        let at = if self.is_stitched() { at + 1 } else { at };
        if let Some([word, _]) = table::pair_mut(self.pairs, at) {
            *word = if is_wanted { *word | WANTED } else { *word & !WANTED };
        }
    }

    pub(super) fn is_wanted(&self, at: u32) -> bool {
        let [word, _] = self.pair(if self.is_stitched() { at + 1 } else { at });
        word & WANTED != 0
    }

    pub(super) fn set_first(&mut self, node: u32, first: u32) {
        if let Some([_, word]) = table::pair_mut(self.pairs, node) {
            *word = NODE | first;
        }
    }
}
