//! Stitching: following links, so that trees of several files become one.
//!
//! Sections 8 and 13.6 of the format. Each file is indexed once, when a link first leads to it, and copied each time:
//! an *expansion* is a copy of how the file's entries hang together, since what joins them may differ from place to
//! place. An expansion is worked on until a link leads to another file; that one is finished before work goes on. No
//! stack is needed, because the root of an expansion says which link it is for.

use super::content::Text;
use super::image::Image;
use super::index::{self, Header, Report};
use super::order::{self, List, append, sort_list};
use super::problem::{ProblemKind, ReadError, Sink};
use super::skeleton::{Next, POSITION, Skeleton};
use super::table::{self, LAST, LINK, NODE, Pair};
use super::tree::Options;
use crate::inspect::block::LinkDisposition;

/// A file that links may lead to.
#[derive(Clone, Copy, Debug)]
pub struct LinkedFile<'a> {
    pub(super) identifier: &'a str,
    pub(super) image: Image<'a>,
}

impl<'a> LinkedFile<'a> {
    /// A file with the identifier that links name as their content.
    pub fn new(identifier: &'a str, image: impl Into<Image<'a>>) -> Self {
        Self { identifier, image: image.into() }
    }
}

/// Pairs of an entry.
const ENTRY: u32 = 3;
/// Pairs of a file's record: where its table is, in pairs, and how long; what is known of it.
const RECORD: u32 = 2;

// In the origin of an entry, beside its block.
/// The entry is a link.
const IS_LINK: u32 = 1 << 30;
/// Linked entries have joined this node.
const JOINED: u32 = 1 << 29;
/// A linked entry of the same name takes this one's place.
const REPLACED: u32 = 1 << 28;

// In the record of a file, beside its first link.
/// The file has been indexed.
const INDEXED: u32 = 1 << 31;
/// The file has an error.
const UNREADABLE: u32 = 1 << 30;
/// The file is being expanded.
const OPEN: u32 = 1 << 29;

/// Reads a file and all that it links to. Entries grow from the end of `pairs`, tables from the beginning.
pub(super) fn stitch<'a>(
    image: Image<'a>,
    files: &'a [LinkedFile<'a>],
    pairs: &'a mut [Pair],
    options: Options,
    sink: Sink<'_>,
) -> Result<(Skeleton<'a>, Header), ReadError> {
    let header = index::header(image, options.recover, &mut Report { sink: &mut *sink, file: None })?;
    // A link between entries has 31 bits.
    let reach = usize::try_from(POSITION).unwrap_or(usize::MAX).min(pairs.len());
    let pairs = pairs.get_mut(..reach).unwrap_or_default();
    let back = u32::try_from(pairs.len()).unwrap_or(0);
    let mut stitcher =
        Stitcher { skeleton: Skeleton::of(image, files, pairs), front: 0, back, options, sink, expansions: 0 };
    stitcher.sort_files()?;
    stitcher.index(0, &header)?;
    stitcher.skeleton.root = stitcher.run()?;
    Ok((stitcher.skeleton, header))
}

struct Stitcher<'a, 's> {
    skeleton: Skeleton<'a>,
    /// Where the next table begins.
    front: u32,
    /// Where the last entry begins.
    back: u32,
    options: Options,
    sink: Sink<'s>,
    expansions: u32,
}

impl Stitcher<'_, '_> {
    fn pair(&self, at: u32) -> Pair {
        self.skeleton.pair(at)
    }

    fn set(&mut self, at: u32, pair: Pair) {
        if let Some(place) = table::pair_mut(self.skeleton.pairs, at) {
            *place = pair;
        }
    }

    fn mark(&mut self, at: u32, bits: u32) {
        if let Some([word, _]) = table::pair_mut(self.skeleton.pairs, at) {
            *word |= bits;
        }
    }

    fn unmark(&mut self, at: u32, bits: u32) {
        if let Some([word, _]) = table::pair_mut(self.skeleton.pairs, at) {
            *word &= !bits;
        }
    }

    /// The error that `more` pairs are missing. It asks for twice of what there is, so that who asks again is soon
    /// done.
    fn too_small(&self, more: u32) -> ReadError {
        let given = self.skeleton.pairs.len();
        let used = usize::try_from(self.front).unwrap_or(0).saturating_add(given);
        let used = used.saturating_sub(usize::try_from(self.back).unwrap_or(0));
        let pairs = used.saturating_add(usize::try_from(more).unwrap_or(usize::MAX)).max(given.saturating_mul(2));
        ReadError::ScratchTooSmall { needed: pairs.saturating_mul(2) }
    }

    /// Takes pairs for a table or for records, all zero.
    fn take_front(&mut self, count: u32) -> Result<u32, ReadError> {
        let start = self.front;
        let end = start.checked_add(count).filter(|end| *end <= self.back).ok_or_else(|| self.too_small(count))?;
        for at in start..end {
            self.set(at, [0; 2]);
        }
        self.front = end;
        Ok(start)
    }

    /// Takes the pairs of an entry; `is_node` is [`NODE`] for a node.
    fn take_entry(&mut self, origin: Pair, is_node: u32) -> Result<u32, ReadError> {
        let at = self.back.checked_sub(ENTRY).filter(|at| *at >= self.front).ok_or_else(|| self.too_small(ENTRY))?;
        self.back = at;
        self.set(at, [0, is_node]);
        self.set(at + 1, origin);
        self.set(at + 2, [0; 2]);
        Ok(at)
    }

    /// Makes the records of the files, and sorts their numbers by identifier: the second word of a record's second pair
    /// holds the file that is at the record's place in that order.
    fn sort_files(&mut self) -> Result<(), ReadError> {
        let count = u32::try_from(self.skeleton.files.len()).unwrap_or(u32::MAX);
        self.take_front(count.saturating_add(1).saturating_mul(RECORD))?;
        for file in 1..count {
            self.set(RECORD * file + 1, [RECORD * (file + 1), 0]);
        }
        let list = if count == 0 { [0; 2] } else { [RECORD, RECORD * count] };
        let [mut at, _] = sort_list(&mut self.skeleton, 1, list, |skeleton, left, right| {
            identifier(skeleton, left / RECORD).cmp(identifier(skeleton, right / RECORD))
        });
        for file in 1..=count {
            let next = self.skeleton.sibling(at + 1);
            if let Some([_, sorted]) = table::pair_mut(self.skeleton.pairs, RECORD * file + 1) {
                *sorted = at / RECORD;
            }
            at = next;
        }
        for file in 1..=count {
            self.unmark(RECORD * file + 1, u32::MAX);
        }
        Ok(())
    }

    /// The number of the first file with the identifier `content`.
    fn find(&self, content: Text<'_>) -> Option<u32> {
        let at = |place: u32| {
            let [_, file] = self.pair(RECORD * place + 1);
            file
        };
        let count = u32::try_from(self.skeleton.files.len()).unwrap_or(u32::MAX);
        let (mut low, mut high) = (1, count + 1);
        while low < high {
            let middle = low + (high - low) / 2;
            if content.cmp_str(identifier(&self.skeleton, at(middle))).is_gt() {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let file = at(low);
        (low <= count && content.cmp_str(identifier(&self.skeleton, file)).is_eq()).then_some(file)
    }

    /// Indexes a file whose header is good.
    fn index(&mut self, file: u32, header: &Header) -> Result<(), ReadError> {
        let units = u32::try_from(header.end / 16).unwrap_or(u32::MAX);
        let base = self.take_front(units)?;
        self.set(RECORD * file, [base, units]);
        let image = self.skeleton.image(file).truncated(header.end);
        let mut report = Report { sink: &mut *self.sink, file: file_name(self.skeleton.files, file) };
        let range = self.skeleton.range(file);
        let table = self.skeleton.pairs.get_mut(range).unwrap_or_default();
        let first_link = index::index(image, header, table, &mut report);
        self.mark(RECORD * file + 1, INDEXED | first_link);
        Ok(())
    }

    /// Expands the file that was given to be read, and in it all others. Gives the root.
    fn run(&mut self) -> Result<u32, ReadError> {
        let mut root = self.expand(0, 0)?;
        loop {
            let [link, _] = self.pair(root);
            let [cause, end] = self.pair(root + 2);
            if link != end {
                self.set_first_word(root, link - ENTRY);
                if let Some(file) = self.follow(link)? {
                    root = self.expand(file, link)?;
                }
                continue;
            }
            self.close(root, end);
            if cause == 0 {
                return Ok(root);
            }
            // Back to the expansion that the link is in.
            let [_, file] = self.pair(root + 1);
            self.unmark(RECORD * file + 1, OPEN);
            self.set(cause, [root, 0]);
            [_, root] = self.pair(cause + 2);
        }
    }

    /// Copies how the entries of a file hang together, and makes an entry for each of its links, one behind the other.
    ///
    /// Until it is closed, the root holds its next link and their end, and `cause`, the link that it is for.
    fn expand(&mut self, file: u32, cause: u32) -> Result<u32, ReadError> {
        let base = u32::try_from(self.skeleton.range(file).start).unwrap_or(0);
        let root = self.take_entry([0, file], NODE)?;
        let mut node = root;
        while node != 0 {
            self.copy_entries(file, base, node)?;
            node = loop {
                match self.skeleton.preorder(root, node) {
                    next if next == 0 || self.skeleton.is_node(next) => break next,
                    next => node = next,
                }
            };
        }
        let entries_end = self.back;

        let [record, _] = self.pair(RECORD * file + 1);
        let mut block = record & LINK;
        while block != 0 {
            let [next, parent] = self.pair(base + block);
            let [_, parent] = self.pair(base + (parent & LINK));
            let link = self.take_entry([block | IS_LINK, file], 0)?;
            self.set(link + 2, [parent, root]);
            block = next & LINK;
        }

        // Where the copies of nodes are stood in their file's table, in place of their first entries.
        let mut at = root;
        while at >= entries_end {
            if self.skeleton.is_node(at) {
                let [origin, _] = self.pair(at + 1);
                let first = match self.skeleton.first(at) {
                    0 => 0,
                    first => {
                        let [origin, _] = self.pair(first + 1);
                        origin & LINK
                    }
                };
                self.set_second_word(base + (origin & LINK), NODE | first);
            }
            at -= ENTRY;
        }
        self.set_first_word(root, entries_end - ENTRY);
        self.set(root + 2, [cause, self.back - ENTRY]);
        self.mark(RECORD * file + 1, OPEN);
        Ok(root)
    }

    /// Copies the entries of one node, and leaves in the file's table where the copy of the node is.
    fn copy_entries(&mut self, file: u32, base: u32, node: u32) -> Result<(), ReadError> {
        let [origin, _] = self.pair(node + 1);
        let place = base + (origin & LINK);
        let [_, first] = self.pair(place);
        let mut block = first & LINK;
        let mut before = 0;
        while block != 0 {
            let [word, second] = self.pair(base + block);
            let copy = self.take_entry([block, file], second & NODE)?;
            if before == 0 {
                self.skeleton.set_first(node, copy);
            } else {
                self.skeleton.set_next(before, Next::Sibling(copy));
            }
            self.skeleton.set_next(copy, Next::Parent(node));
            before = copy;
            block = if word & LAST == 0 { word & LINK } else { 0 };
        }
        self.set_second_word(place, node);
        Ok(())
    }

    fn set_first_word(&mut self, at: u32, word: u32) {
        let [_, second] = self.pair(at);
        self.set(at, [word, second]);
    }

    fn set_second_word(&mut self, at: u32, word: u32) {
        let [first, _] = self.pair(at);
        self.set(at, [first, word]);
    }

    /// The file that a link leads to, if it can be expanded here: section 13.6, in this order.
    fn follow(&mut self, link: u32) -> Result<Option<u32>, ReadError> {
        let place = self.skeleton.place(link);
        let Some(file) = self.find(place.text(place.link().content())) else {
            self.tell(link, ProblemKind::LinkNotFound);
            return Ok(None);
        };
        let [record, _] = self.pair(RECORD * file + 1);
        if record & OPEN != 0 {
            self.tell(link, ProblemKind::LinkCycle);
            return Ok(None);
        }
        if self.expansions >= self.options.link_limit {
            self.tell(link, ProblemKind::LinkLimit);
            return Ok(None);
        }
        self.expansions += 1;
        if record & (INDEXED | UNREADABLE) == 0 {
            let mut report = Report { sink: &mut *self.sink, file: file_name(self.skeleton.files, file) };
            match index::header(self.skeleton.image(file), self.options.recover, &mut report) {
                Ok(header) => self.index(file, &header)?,
                Err(_) => self.mark(RECORD * file + 1, UNREADABLE),
            }
        }
        let [record, _] = self.pair(RECORD * file + 1);
        if record & UNREADABLE != 0 {
            self.tell(link, ProblemKind::LinkUnreadable);
            return Ok(None);
        }
        Ok(Some(file))
    }

    /// Tells a problem of a link, unless it was told when the link's file was expanded before.
    fn tell(&mut self, link: u32, kind: ProblemKind) {
        let [origin, file] = self.pair(link + 1);
        let block = origin & LINK;
        let base = u32::try_from(self.skeleton.range(file).start).unwrap_or(0);
        let told = match kind {
            ProblemKind::LinkNotFound => 1 << 28,
            ProblemKind::LinkCycle => 1 << 29,
            ProblemKind::LinkLimit => 1 << 30,
            _ => 1 << 31,
        };
        let [_, word] = self.pair(base + block);
        if word & told == 0 {
            self.set_second_word(base + block, word | told);
            Report { sink: &mut *self.sink, file: file_name(self.skeleton.files, file) }.tell(block, kind);
        }
    }

    /// Puts the finished trees of an expansion's links in their places. The links lie behind `end`, the last one first.
    fn close(&mut self, root: u32, end: u32) {
        self.set(root + 2, [0; 2]);
        for pass in [Self::let_wait, Self::let_join, Self::replace] {
            let mut link = end + ENTRY;
            while self.pair(link + 1)[0] & IS_LINK != 0 {
                let [tree, _] = self.pair(link);
                let [parent, _] = self.pair(link + 2);
                if tree != 0 {
                    pass(self, link, tree, parent);
                }
                link += ENTRY;
            }
        }
    }

    /// Puts what a link stands for in front of what waits to join its parent: a list that begins in the parent's work
    /// pair.
    fn let_wait(&mut self, link: u32, tree: u32, parent: u32) {
        let place = self.skeleton.place(link);
        let first = if place.link().disposition() == LinkDisposition::Inline {
            self.skeleton.first(tree)
        } else {
            // The root becomes a node that has the link's name.
            let [origin, file] = self.pair(link + 1);
            self.set(tree + 1, [origin & LINK, file]);
            self.skeleton.set_next(tree, Next::Sibling(0));
            tree
        };
        let [waiting, _] = self.pair(parent + 2);
        let mut last = 0;
        let mut at = first;
        while at != 0 {
            // The later the link, the further in front it lies.
            self.set(at + 2, [0, !link]);
            last = at;
            at = self.skeleton.sibling(at);
        }
        if last != 0 {
            self.skeleton.set_next(last, Next::Sibling(waiting));
            self.set(parent + 2, [first, 0]);
        }
    }

    /// Puts what waits behind the entries of the parent.
    fn let_join(&mut self, _link: u32, _tree: u32, parent: u32) {
        let [waiting, _] = self.pair(parent + 2);
        if waiting == 0 {
            return;
        }
        self.set(parent + 2, [0; 2]);
        self.mark(parent + 1, JOINED);
        let first = self.skeleton.first(parent);
        let [mut properties, mut children] = order::split(&mut self.skeleton, first);
        let [more_properties, more_children] = order::split(&mut self.skeleton, waiting);
        append(&mut self.skeleton, &mut properties, more_properties);
        append(&mut self.skeleton, &mut children, more_children);
        order::join(&mut self.skeleton, parent, properties, children);
    }

    /// Of the parent's entries of one name, keeps those that came by the last link.
    fn replace(&mut self, _link: u32, _tree: u32, parent: u32) {
        if self.pair(parent + 1)[0] & JOINED == 0 {
            return;
        }
        self.unmark(parent + 1, JOINED);
        // The work pairs hold a second list of the same entries, which is sorted by name.
        let mut at = self.skeleton.first(parent);
        let mut list: List = [at, at];
        while at != 0 {
            let next = self.skeleton.sibling(at);
            let [_, rank] = self.pair(at + 2);
            self.set(at + 2, [next, rank]);
            list[1] = at;
            at = next;
        }
        let [mut first, _] = sort_list(&mut self.skeleton, 2, list, order::by_name);
        while first != 0 {
            let mut highest = 0;
            let mut behind = first;
            while behind != 0 && order::by_name(&self.skeleton, first, behind).is_eq() {
                let [next, rank] = self.pair(behind + 2);
                highest = highest.max(rank);
                behind = next;
            }
            while first != behind {
                let [next, rank] = self.pair(first + 2);
                if rank < highest {
                    self.mark(first + 1, REPLACED);
                }
                first = next;
            }
        }
        self.skeleton.retain(parent, |skeleton, entry| {
            let [origin, _] = skeleton.pair(entry + 1);
            origin & REPLACED == 0
        });
    }
}

/// The identifier of a file by its number, from 1.
fn identifier<'a>(skeleton: &Skeleton<'a>, file: u32) -> &'a str {
    file_name(skeleton.files, file).unwrap_or_default()
}

fn file_name<'a>(files: &'a [LinkedFile<'a>], file: u32) -> Option<&'a str> {
    let place = usize::try_from(file).ok()?.checked_sub(1)?;
    files.get(place).map(|file| file.identifier)
}
