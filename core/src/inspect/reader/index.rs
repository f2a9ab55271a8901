//! Indexing a file: four passes that find its blocks, texts, values and tree, and tell what is wrong with them.
//!
//! Sections 13.1 to 13.5 of the format. The first pass walks over the blocks once and strings the values on lists, so
//! that the others look only at what concerns them. Values are hung under their parents from the last block to the
//! first, nodes before properties, which puts a node's properties before its child nodes and each in block order.

use super::content::{NOT_ASCII, Pieces, Text, chain_of_buffer};
use super::image::Image;
use super::problem::{Problem, ProblemKind, ReadError, Sink};
use super::table::{
    self, BROKEN, DONE, KEPT, LAST, LENGTH, LINK, NODE, ON_PATH, Pair, is, is_block, is_text, kind, pair,
};
use super::value::{Shape, is_reference, text_slot};
use crate::generation::FROZEN;
use crate::inspect::block::{
    ArrayWord, BlockIndex, BlockType, BufferFormat, BufferWord, Head, LARGEST_BLOCK, LinkDisposition, LinkWord, MAGIC,
    Order, TextWord, UNIT, reserved_head_bits, reserved_payload_bits,
};

/// Units between the places where a block surely starts.
const LARGEST_UNITS: u32 = LARGEST_BLOCK / UNIT;
/// Bytes that block indexes reach.
const REACH: usize = 1 << 28;
/// The number of the type of a string reference.
const REFERENCE: u8 = BlockType::StringReference as u8;

/// The words of scratch memory that [`Tree::read`](super::Tree::read) takes for a file of `image_bytes` bytes: two for
/// each 16 bytes.
///
/// It is enough for any file that is not longer, and is what a `static` array is sized by.
pub const fn scratch_words(image_bytes: usize) -> usize {
    let bytes = if image_bytes > REACH { REACH } else { image_bytes };
    bytes / 16 * 2
}

/// Scratch memory for reading any Inspect file of up to so many bytes: an array of
/// [`scratch_words`](crate::inspect::reader::scratch_words) words, all zero.
///
/// ```
/// let mut scratch = glassbox::scratch_for!(4096);
/// assert_eq!(scratch.len(), 512);
/// ```
#[macro_export]
macro_rules! scratch_for {
    ($image_bytes:expr) => {
        [0_u32; $crate::inspect::reader::scratch_words($image_bytes)]
    };
}

/// What the header of a file says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    pub(super) version: u16,
    pub(super) generation: u64,
    /// Where the file ends, in bytes.
    pub(super) end: usize,
    /// The block behind the header.
    first: u32,
}

impl Header {
    pub(super) const fn is_frozen(&self) -> bool {
        self.generation == FROZEN
    }

    pub(super) const fn is_locked(&self) -> bool {
        self.generation & 1 != 0
    }
}

/// Tells the sink about the problems of one file.
pub(super) struct Report<'s> {
    pub(super) sink: Sink<'s>,
    pub(super) file: Option<&'s str>,
}

impl Report<'_> {
    #[inline(never)]
    pub(super) fn tell(&mut self, block: u32, kind: ProblemKind) {
        let block = BlockIndex::new(block).unwrap_or_default();
        (self.sink)(Problem { file: self.file, block, kind });
    }
}

/// Reads the header: section 13.1 and the first steps of section 13.2.
pub(super) fn header(image: Image<'_>, recover: bool, report: &mut Report<'_>) -> Result<Header, ReadError> {
    let [head, generation] = image.unit(0).ok_or(ReadError::TooShort)?;
    let head = Head(head);
    if !head.is(BlockType::Header) || head.magic() != MAGIC {
        return Err(ReadError::BadMagic);
    }
    let version = head.version();
    if version == 0 || version > crate::inspect::block::VERSION {
        return Err(ReadError::UnsupportedVersion { version });
    }
    let order = head.order();
    let units = order.map_or(LARGEST_UNITS, Order::units);
    if order.is_some() && image.unit(units - 1).is_none() {
        return Err(ReadError::TooShort);
    }
    if generation & 1 != 0 {
        if !recover {
            return Err(ReadError::Locked { attempts: 1 });
        }
        report.tell(0, ProblemKind::RecoveredLocked);
    }
    let mut end = image.len();
    if units == 2 {
        let [allocated, _] = crate::generation::words(image.half(2).unwrap_or(0));
        let bytes = usize::try_from(allocated).unwrap_or(usize::MAX);
        if bytes > end {
            if !recover {
                return Err(ReadError::Truncated { allocated });
            }
            report.tell(0, ProblemKind::RecoveredTruncated);
        } else if allocated < 2 * UNIT {
            report.tell(0, ProblemKind::BadHeaderSize);
        } else {
            end = bytes;
        }
    } else if units != 1 {
        report.tell(0, ProblemKind::BadHeaderOrder);
    }
    if end > REACH {
        end = REACH;
        report.tell(0, ProblemKind::FileTooLong);
    }
    if head.0 & reserved_head_bits(BlockType::Header) != 0 {
        report.tell(0, ProblemKind::ReservedBits);
    }
    Ok(Header { version, generation, end, first: units })
}

/// Indexes the file in `image`, which is cut to the header's `end`. `table` has a pair for each unit, all zero.
///
/// Gives the first of the links that hang in the tree; the others follow in block order.
pub(super) fn index(image: Image<'_>, header: &Header, table: &mut [Pair], report: &mut Report<'_>) -> u32 {
    let mut indexer = Indexer { image, table, report, found: Found::default() };
    indexer.find(header.first);
    let found = core::mem::take(&mut indexer.found);
    indexer.follow_chains(found.chains);
    if indexer.hang_nodes(found.nodes) {
        indexer.find_circles();
    }
    indexer.hang_properties(found.properties);
    indexer.hang_links(found.links)
}

/// The lists that the first pass makes. The values go from the last block to the first.
#[derive(Default)]
struct Found {
    nodes: u32,
    properties: u32,
    links: u32,
    /// Owners of chains, in block order: the first, and the last.
    chains: u32,
    last_chain: u32,
}

struct Indexer<'i, 'r, 's> {
    image: Image<'i>,
    table: &'i mut [Pair],
    report: &'r mut Report<'s>,
    found: Found,
}

impl Indexer<'_, '_, '_> {
    #[inline]
    fn set(&mut self, index: u32, pair: Pair) {
        if let Some(place) = table::pair_mut(self.table, index) {
            *place = pair;
        }
    }

    #[inline]
    fn mark(&mut self, index: u32, bits: u32) {
        if let Some([word, _]) = table::pair_mut(self.table, index) {
            *word |= bits;
        }
    }

    /// The type of the block at `index`, as the first word of its pair says it.
    #[inline]
    fn word(&self, index: BlockIndex) -> u32 {
        let [word, _] = pair(self.table, index.get());
        word
    }

    /// Pass 1: blocks, reserved bits, and texts that lie in one block.
    #[inline(never)]
    fn find(&mut self, first: u32) {
        let mut at = first;
        let image = self.image;
        self.set(0, [kind(BlockType::Header), NODE]);
        while let Some([head, payload]) = image.unit(at) {
            // Most blocks of most files are numbers, and short texts of ASCII. Where the next block begins follows from
            // a branch then, which is known before the block has come from memory.
            let [order, block_type, ..] = head.to_le_bytes();
            let [length, text] = crate::generation::words(payload);
            if order == 0 {
                if block_type.wrapping_sub(BlockType::Int as u8) <= BlockType::Double as u8 - BlockType::Int as u8 {
                    let before = core::mem::replace(&mut self.found.properties, at);
                    self.set(at, [(u32::from(block_type) + 1) << 24 | before, 0]);
                    at += 1;
                    continue;
                }
                if block_type == REFERENCE && length <= 4 && u64::from(text) & NOT_ASCII == 0 {
                    self.set(at, [kind(BlockType::StringReference), length]);
                    at += 1;
                    continue;
                }
            } else if order == 1
                && block_type == REFERENCE
                && length <= 20
                && let Some([low, high]) = image.unit(at + 1)
                && (low | high | u64::from(text)) & NOT_ASCII == 0
            {
                self.set(at, [kind(BlockType::StringReference), length]);
                at += 2;
                continue;
            }
            let head = Head(head);
            let Some(order) = head.order() else {
                self.report.tell(at, ProblemKind::BadOrder);
                at = (at / LARGEST_UNITS + 1) * LARGEST_UNITS;
                continue;
            };
            if image.unit(at + (order.units() - 1)).is_none() {
                self.report.tell(at, ProblemKind::BlockPastEnd);
                return;
            }
            self.take_block(at, head, order, payload);
            at += order.units();
        }
        if !self.image.len().is_multiple_of(16) && usize::try_from(at).is_ok_and(|at| at == self.image.len() / 16) {
            self.report.tell(at, ProblemKind::BlockPastEnd);
        }
    }

    /// Looks at any block that is wholly in the file.
    #[inline(never)]
    fn take_block(&mut self, at: u32, head: Head, order: Order, payload: u64) {
        let Some(block_type) = head.block_type() else {
            self.set(at, [kind(BlockType::Free), 0]);
            self.report.tell(at, ProblemKind::UnknownType);
            return;
        };
        if head.0 & reserved_head_bits(block_type) != 0 || payload & reserved_payload_bits(block_type) != 0 {
            self.report.tell(at, ProblemKind::ReservedBits);
        }
        let mut word = kind(block_type);
        let mut second = 0;
        let mut is_chain = false;
        match block_type {
            BlockType::Free | BlockType::Reserved | BlockType::Tombstone | BlockType::Extent => {}
            BlockType::Header => self.report.tell(at, ProblemKind::StrayHeader),
            BlockType::Node => {
                word |= core::mem::replace(&mut self.found.nodes, at);
                second = NODE;
            }
            BlockType::Link => word |= core::mem::replace(&mut self.found.links, at),
            BlockType::Int
            | BlockType::Uint
            | BlockType::Double
            | BlockType::Bool
            | BlockType::Array
            | BlockType::Buffer => {
                word |= core::mem::replace(&mut self.found.properties, at);
                is_chain = block_type == BlockType::Buffer && owns_chain(BufferWord(payload));
            }
            BlockType::Name => {
                second = head.name_length();
                if second > order.payload() {
                    second = order.payload();
                    self.report.tell(at, ProblemKind::NameTooLong);
                }
            }
            BlockType::StringReference => {
                let claimed = TextWord(payload).length();
                is_chain = claimed > order.inline_text();
                second = if is_chain { 0 } else { claimed };
            }
        }
        if is_text(word) && second != 0 && !self.is_utf8(at, second) {
            word |= BROKEN;
        }
        self.set(at, [word, second]);
        if is_chain {
            let before = core::mem::replace(&mut self.found.last_chain, at);
            if before == 0 {
                self.found.chains = at;
            } else if let Some([_, chain]) = table::pair_mut(self.table, before) {
                *chain = at;
            }
        }
    }

    fn is_utf8(&mut self, at: u32, length: u32) -> bool {
        let index = BlockIndex::new(at).unwrap_or_default();
        self.check_text(at, Pieces::text(self.image, index, length))
    }

    fn check_text(&mut self, at: u32, pieces: Pieces<'_>) -> bool {
        let checked = Text::check(pieces);
        if checked.is_err() {
            self.report.tell(at, ProblemKind::InvalidUtf8);
        }
        checked.is_ok()
    }

    /// Pass 2: the chains, each of which takes its extents.
    fn follow_chains(&mut self, first: u32) {
        let mut owner = first;
        while let Some(index) = BlockIndex::new(owner).filter(|index| !index.is_zero()) {
            let [word, next_owner] = pair(self.table, owner);
            let [head, payload] = self.image.unit(owner).unwrap_or_default();
            let reference = is(word, BlockType::StringReference);
            let buffer = BufferWord(payload);
            let (length, inline, extent) = if reference {
                let inline = Head(head).order().map_or(0, Order::inline_text);
                (TextWord(payload).length(), inline, Some(Head(head).next()))
            } else {
                (buffer.length(), 0, buffer.content())
            };
            let missing = self.take_extents(owner, length.saturating_sub(inline), extent);
            let length = length.saturating_sub(missing) & LENGTH;
            self.set(owner, [word, length]);
            let pieces = if reference {
                Some(Pieces::text(self.image, index, length))
            } else if buffer.raw_format() == BufferFormat::Text as u8 {
                Some(chain_of_buffer(self.image, self.table, index, buffer))
            } else {
                None
            };
            if pieces.is_some_and(|pieces| !self.check_text(owner, pieces)) {
                self.mark(owner, BROKEN);
            }
            owner = next_owner;
        }
    }

    /// Takes the extents from `extent` on for `owner`, until they hold `missing` bytes. Gives what they lack.
    fn take_extents(&mut self, owner: u32, mut missing: u32, mut extent: Option<BlockIndex>) -> u32 {
        while missing != 0 {
            let at = extent.filter(|index| is_block(self.word(*index)));
            let problem = match (extent, at) {
                (Some(BlockIndex::ZERO), _) => Some(ProblemKind::ExtentShort),
                (_, None) => Some(ProblemKind::ExtentMissing),
                (_, Some(index)) => {
                    let [word, taken] = pair(self.table, index.get());
                    if !is(word, BlockType::Extent) {
                        Some(ProblemKind::ExtentWrongType)
                    } else if taken == owner {
                        Some(ProblemKind::ExtentCycle)
                    } else if taken != 0 {
                        Some(ProblemKind::ExtentShared)
                    } else {
                        self.set(index.get(), [word, owner]);
                        let head = Head(self.image.head(index));
                        missing = missing.saturating_sub(head.order().map_or(0, Order::payload));
                        extent = Some(head.next());
                        None
                    }
                }
            };
            if let Some(problem) = problem {
                self.report.tell(owner, problem);
                return missing;
            }
        }
        0
    }

    /// Pass 3 for nodes, from the last to the first. Says whether some parent lies behind its child: only then can
    /// there be a circle.
    fn hang_nodes(&mut self, last: u32) -> bool {
        let mut circles = false;
        let mut at = last;
        while at != 0 {
            let [word, _] = pair(self.table, at);
            if let Some(parent) = self.parent(at) {
                self.mark(at, KEPT);
                self.hang(at, parent);
                circles |= parent > at;
            }
            at = word & LINK;
        }
        circles
    }

    /// Pass 3 for properties, from the last to the first.
    #[inline(never)]
    fn hang_properties(&mut self, last: u32) {
        let mut at = last;
        while at != 0 {
            let [word, _] = pair(self.table, at);
            if let Some(parent) = self.parent(at)
                && (!(is(word, BlockType::Buffer) || is(word, BlockType::Array)) || self.has_contents(at, word))
            {
                self.hang(at, parent);
            }
            at = word & LINK;
        }
    }

    /// The parent of a value, if it has a name and is not left out: section 13.4, steps 1 and 2.
    #[inline]
    fn parent(&mut self, at: u32) -> Option<u32> {
        let head = Head(self.image.head(BlockIndex::new(at)?));
        let name = self.word(head.name());
        let parent = head.parent().get();
        let [parent_word, _] = pair(self.table, parent);
        if is_text(name) && parent != at && (parent == 0 || is(parent_word, BlockType::Node)) {
            return Some(parent);
        }
        self.leave_out(at, name, parent, parent_word);
        None
    }

    #[cold]
    fn leave_out(&mut self, at: u32, name: u32, parent: u32, parent_word: u32) {
        let problem = if !is_block(name) {
            ProblemKind::NameMissing
        } else if !is_text(name) {
            ProblemKind::NameWrongType
        } else if parent == at {
            ProblemKind::SelfParent
        } else if is(parent_word, BlockType::Tombstone) {
            return;
        } else {
            ProblemKind::Orphan
        };
        self.report.tell(at, problem);
    }

    /// Puts an entry before the others of its parent.
    #[inline]
    fn hang(&mut self, at: u32, parent: u32) {
        let Some([_, first]) = table::pair_mut(self.table, parent) else { return };
        let next = if *first & LINK == 0 { parent | LAST } else { *first & LINK };
        *first = at | NODE;
        if let Some([word, _]) = table::pair_mut(self.table, at) {
            *word = *word & !LINK | next;
        }
    }

    /// Whether a buffer or an array can be shown: section 13.4, step 3.
    fn has_contents(&mut self, at: u32, word: u32) -> bool {
        let [head, payload] = self.image.unit(at).unwrap_or_default();
        if is(word, BlockType::Buffer) {
            return self.has_buffer(at, BufferWord(payload));
        }
        let shape = Head(head).order().and_then(|order| Shape::new(order, ArrayWord(payload)));
        let Some(shape) = shape else {
            self.report.tell(at, ProblemKind::ArrayBadType);
            return false;
        };
        let index = BlockIndex::new(at).unwrap_or_default();
        let is_bad = |slot| match text_slot(self.image, index, slot) {
            Some(text) => !text.is_zero() && !is_reference(self.table, text),
            None => true,
        };
        let bad_string = shape.is_text() && (0..shape.slots).any(is_bad);
        for (found, kind) in [
            (shape.bad_format, ProblemKind::ArrayBadFormat),
            (shape.clipped, ProblemKind::ArrayCountTooLarge),
            (shape.too_short, ProblemKind::HistogramTooShort),
            (bad_string, ProblemKind::ArrayBadString),
        ] {
            if found {
                self.report.tell(at, kind);
            }
        }
        true
    }

    fn has_buffer(&mut self, at: u32, buffer: BufferWord) -> bool {
        const REFERENCE: u8 = BufferFormat::Reference as u8;
        match buffer.raw_format() {
            0..REFERENCE => {}
            REFERENCE => {
                if !buffer.content().is_some_and(|index| is_reference(self.table, index)) {
                    self.report.tell(at, ProblemKind::BufferBadReference);
                    return false;
                }
            }
            _ => self.report.tell(at, ProblemKind::BufferUnknownFormat),
        }
        true
    }

    /// Pass 3 for links, which go on a list of their own, and of which those outside the tree are dropped.
    fn hang_links(&mut self, last: u32) -> u32 {
        let mut first = 0;
        let mut at = last;
        if at != 0 {
            self.mark_reached();
        }
        while at != 0 {
            let [word, _] = pair(self.table, at);
            let next = word & LINK;
            if let Some(parent) = self.parent(at) {
                let [_, payload] = self.image.unit(at).unwrap_or_default();
                let link = LinkWord(payload);
                let [parent_word, _] = pair(self.table, parent);
                if link.raw_disposition() > LinkDisposition::Inline as u8 && is_text(self.word(link.content())) {
                    self.report.tell(at, ProblemKind::LinkUnknownDisposition);
                }
                if !is_text(self.word(link.content())) {
                    self.report.tell(at, ProblemKind::LinkBadContent);
                } else if parent == 0 || parent_word & ON_PATH != 0 {
                    self.set(at, [word & !LINK | first, parent]);
                    first = at;
                }
            }
            at = next;
        }
        first
    }

    /// Marks the nodes that hang in the tree with [`ON_PATH`].
    fn mark_reached(&mut self) {
        let mut at = 0;
        loop {
            let [_, second] = pair(self.table, at);
            let mut next = 0;
            if second & NODE != 0 {
                self.mark(at, ON_PATH);
                next = second & LINK;
            }
            let mut up = at;
            while next == 0 {
                if up == 0 {
                    return;
                }
                let [word, _] = pair(self.table, up);
                if word & LAST == 0 {
                    next = word & LINK;
                } else {
                    up = word & LINK;
                }
            }
            at = next;
        }
    }

    /// Pass 4: circles of parents. Every node is looked at once, and marked on the way up to the root.
    fn find_circles(&mut self) {
        let mut at = 0;
        while usize::try_from(at).is_ok_and(|at| at < self.table.len()) {
            self.find_circle(at);
            at += 1;
        }
    }

    fn find_circle(&mut self, node: u32) {
        let (met, _) = self.climb(node, 0, ON_PATH);
        if self.state(met) == Some(ON_PATH) {
            // The way up came back to itself: once round from there.
            let (_, lowest) = self.climb(met, ON_PATH, DONE);
            self.report.tell(lowest, ProblemKind::NodeCycle);
        }
        self.climb(node, ON_PATH, DONE);
    }

    /// Goes up from `node` as long as nodes are in the state `from`, and puts them in the state `to`.
    ///
    /// Gives where it ended, and the lowest node that it passed.
    fn climb(&mut self, node: u32, from: u32, to: u32) -> (u32, u32) {
        let mut lowest = node;
        let mut at = node;
        while self.state(at) == Some(from) {
            if let Some([word, _]) = table::pair_mut(self.table, at) {
                *word = *word & !(ON_PATH | DONE) | to;
            }
            lowest = lowest.min(at);
            at = Head(self.image.head(BlockIndex::new(at).unwrap_or_default())).parent().get();
        }
        (at, lowest)
    }

    /// How far the search for circles has come at a node. `None` for what is no node, and for one that was left out.
    fn state(&self, at: u32) -> Option<u32> {
        let [word, _] = pair(self.table, at);
        (is(word, BlockType::Node) && word & KEPT != 0).then_some(word & (ON_PATH | DONE))
    }
}

/// Whether a buffer has a chain of extents of its own.
const fn owns_chain(buffer: BufferWord) -> bool {
    buffer.raw_format() != BufferFormat::Reference as u8 && buffer.length() != 0
}
