//! Adopting: a new writer takes over a file that survived its old one, as after a warm reset (section 12 of the format).
//!
//! First the file is read as any reader would, and nothing is written before it has been found to be without fault. Then
//! the writer's own numbers are made anew from the blocks: which of them are used, by how many others, and what is free. What
//! nobody can reach any more is freed: reserved blocks, unused texts, and all that hangs below tombstones, because the
//! handles to it died with the old writer.

use super::super::block::{
    ArrayWord, BlockIndex, BlockType, BufferFormat, BufferWord, Head, LinkWord, MAXIMUM_USERS, Order, UNIT, VERSION,
};
use super::super::blocks::Blocks;
use super::super::book::{Book, Config};
use super::super::error::Error;
use super::super::heap::Heap;
use super::super::reader::{Options, ProblemKind, ReadError, Sequence, Tree};
use super::super::strings;
use super::{Life, Writer};
use crate::generation::{Generation, Locked};
use crate::memory::{BadMemory, Memory, Unit};

/// Why a file cannot be adopted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unfit {
    /// It cannot be read.
    Unreadable(ReadError),
    /// The reader found a problem, this one first.
    Problem {
        /// The problem's kind.
        kind: ProblemKind,
        /// The block that it was found at.
        block: BlockIndex,
    },
    /// It was frozen.
    Frozen,
    /// It is of an older version, or its header holds no size.
    Older,
    /// Its allocated size reaches into the writer's book, or behind the region.
    TooLarge,
    /// A block does not lie at a multiple of its size.
    Misplaced(BlockIndex),
}

impl Unfit {
    /// The name of the reason: that of a read error or of a problem, or `frozen`, `older`, `too_large`, `misplaced`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unreadable(reason) => reason.name(),
            Self::Problem { kind, .. } => kind.name(),
            Self::Frozen => "frozen",
            Self::Older => "older",
            Self::TooLarge => "too_large",
            Self::Misplaced(_) => "misplaced",
        }
    }

    /// The block that is wrong; the header, 0, when it is the file as a whole.
    pub const fn block(self) -> BlockIndex {
        match self {
            Self::Problem { block, .. } | Self::Misplaced(block) => block,
            Self::Unreadable(_) | Self::Frozen | Self::Older | Self::TooLarge => BlockIndex::ZERO,
        }
    }
}

impl core::fmt::Display for Unfit {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Unreadable(reason) => reason.fmt(f),
            Self::Problem { kind, .. } => f.write_str(kind.message()),
            Self::Frozen => f.write_str("the file is frozen"),
            Self::Older => f.write_str("the file is of an older version, or its header holds no size"),
            Self::TooLarge => f.write_str("the file reaches into the writer's book, or behind the region"),
            Self::Misplaced(_) => f.write_str("a block does not lie at a multiple of its size"),
        }
    }
}

/// What became of a file that was to be adopted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adoption {
    /// It was adopted, as its writer left it.
    Whole,
    /// Its writer died inside a section. Nothing else was wrong, so the section was closed and the file adopted; what the
    /// section changed may be half done.
    Closed,
    /// It could not be adopted, for this reason; an empty file was written in its place.
    Fresh(Unfit),
}

impl<'m> Writer<'m> {
    /// Takes over the file in the region, with all that is in its tree. All values count as recorded; handles come from
    /// [`find`](Self::find). Handles of before are foreign or stale.
    ///
    /// `scratch` holds [`scratch_words`](crate::inspect::reader::scratch_words) words for the file's size. Time: some looks
    /// at each block.
    ///
    /// # Errors
    /// [`Error::NotAdoptable`] with the first thing that is wrong, [`Error::ScratchTooSmall`] with the words that are
    /// needed; as [`start`](Self::start). Nothing was written then, and the writer is as it was.
    pub fn adopt(&mut self, config: &Config<'m>, scratch: &mut [u32]) -> Result<(), Error> {
        self.adopt_with(config, scratch, false)
    }

    /// As [`adopt`](Self::adopt), for a program that goes on in any case: a file whose writer died inside a section, and
    /// that has no other fault, is adopted too; where nothing can be adopted, an empty file is [started](Self::start).
    ///
    /// Who wants to keep the old file copies it out first.
    ///
    /// # Errors
    /// [`Error::ScratchTooSmall`] with the words that are needed; as [`start`](Self::start).
    pub fn adopt_or_start(&mut self, config: &Config<'m>, scratch: &mut [u32]) -> Result<Adoption, Error> {
        match self.adopt_with(config, scratch, false) {
            Ok(()) => return Ok(Adoption::Whole),
            Err(Error::NotAdoptable(Unfit::Unreadable(ReadError::Locked { .. }))) => {}
            Err(Error::NotAdoptable(reason)) => return self.start(config).map(|()| Adoption::Fresh(reason)),
            Err(reason) => return Err(reason),
        }
        match self.adopt_with(config, scratch, true) {
            Ok(()) => Ok(Adoption::Closed),
            Err(Error::NotAdoptable(reason)) => self.start(config).map(|()| Adoption::Fresh(reason)),
            Err(reason) => Err(reason),
        }
    }

    fn adopt_with(&mut self, config: &Config<'m>, scratch: &mut [u32], recover: bool) -> Result<(), Error> {
        if Heap::is_too_large(self.region) {
            return Err(Error::BadRegion(BadMemory::TooLarge));
        }
        let (book, space) = Book::plan(self.region, config)?;
        let (file, generation) = validate(self.region, space, scratch, recover)?;
        let mut survey = Survey { file, notes: scratch, fault: None };
        survey.run();
        if let Some(fault) = survey.fault {
            return Err(Error::NotAdoptable(fault));
        }
        book.erase();
        let mut writer = Self {
            heap: Heap::new(space),
            book,
            generation: Generation::at(generation & !1),
            life: Life::Running,
            ..Self::unstarted(self.region)
        };
        writer.heap.adopt(file);
        let locked = writer.begin()?;
        writer.rebuild(scratch, &locked);
        writer.end(locked);
        *self = writer;
        Ok(())
    }

    /// Sets the counts that the survey found, frees what it did not reach, and fills the book.
    fn rebuild(&mut self, notes: &[u32], locked: &Locked) {
        self.heap.write_size(locked);
        for (index, unit, head) in Blocks::of(self.heap.file()) {
            let note = Note::of(notes, index);
            if !note.keep {
                // No free block is free before the lists are made, or it would be merged with one that is on none.
                unit.set_low(Head::reserved(head.order().unwrap_or(Order::MINIMUM)).0);
                continue;
            }
            self.heap.allocated += 1;
            match head.block_type() {
                Some(BlockType::Node) => unit.set_high(u64::from(note.users)),
                Some(BlockType::StringReference) => {
                    unit.set_low(head.with_users(note.users.min(MAXIMUM_USERS)).0);
                    strings::share(self.heap.file(), &self.book, index);
                    self.next_unique = self.next_unique.max(strings::number_at_end(self.heap.file(), index));
                }
                Some(BlockType::Link) => self.links += 1,
                Some(BlockType::Buffer) => {
                    // A writer that died while it set a text of fixed capacity has left more behind the text.
                    let word = BufferWord(unit.high());
                    if word.raw_format() == BufferFormat::Text as u8 {
                        let chain = word.content().unwrap_or_default();
                        strings::clear_behind(self.heap.file(), chain, word.length(), locked);
                    }
                }
                _ => {}
            }
            if head.block_type().is_some_and(BlockType::is_value) {
                self.book.record(index);
            }
        }
        for (index, _, head) in Blocks::of(self.heap.file()) {
            if head.is(BlockType::Reserved) {
                self.heap.free(index, locked);
            }
        }
        self.heap.deallocated = 0;
    }
}

/// Reads the file strictly, and gives its bytes and its generation.
fn validate<'m>(
    region: Memory<'m>,
    space: Memory<'m>,
    scratch: &mut [u32],
    recover: bool,
) -> Result<(Memory<'m>, u64), Error> {
    let unfit = |reason| Err(Error::NotAdoptable(reason));
    let mut first = None;
    let options = Options { recover, sequence: Sequence::Blocks, ..Options::default() };
    let tree = Tree::read(region, scratch, options, &mut |problem| {
        if !(recover && problem.kind == ProblemKind::RecoveredLocked) {
            first.get_or_insert(Unfit::Problem { kind: problem.kind, block: problem.block });
        }
    });
    let (generation, version, size) = match tree {
        Err(ReadError::ScratchTooSmall { needed }) => return Err(Error::ScratchTooSmall { needed }),
        Err(reason) => return unfit(Unfit::Unreadable(reason)),
        Ok(tree) if tree.is_frozen() => return unfit(Unfit::Frozen),
        Ok(tree) => (tree.generation(), tree.version(), tree.len()),
    };
    let has_size = region.unit(0).is_some_and(|unit| Head(unit.low()).raw_order() == 1);
    if version != VERSION || !has_size {
        return unfit(Unfit::Older);
    }
    if size > space.len() {
        return unfit(Unfit::TooLarge);
    }
    if let Some(problem) = first {
        return unfit(problem);
    }
    let file = space.truncated(u32::try_from(size).unwrap_or(u32::MAX) / UNIT);
    for (index, _, head) in Blocks::of(file) {
        let units = head.order().map_or(1, Order::units);
        if !index.get().is_multiple_of(units) {
            return unfit(Unfit::Misplaced(index));
        }
    }
    Ok((file, generation))
}

/// What the survey found out about a unit: whether a block begins there, is in use, and by how many others.
#[derive(Clone, Copy, Default)]
struct Note {
    begins: bool,
    keep: bool,
    dead: bool,
    users: u32,
}

impl Note {
    const KEEP: u32 = 1 << 31;
    const DEAD: u32 = 1 << 30;
    const BEGINS: u32 = 1 << 29;

    fn of(notes: &[u32], index: BlockIndex) -> Self {
        let note = usize::try_from(index.get()).ok().and_then(|index| notes.get(index)).copied().unwrap_or(0);
        Self {
            begins: note & Self::BEGINS != 0,
            keep: note & Self::KEEP != 0,
            dead: note & Self::DEAD != 0,
            users: note & (Self::BEGINS - 1),
        }
    }
}

/// Finds out which blocks are in use: those of the values that hang from the root, and what these need.
///
/// The file has no fault, so a walk up from a value ends, and one along a chain too.
struct Survey<'m, 's> {
    file: Memory<'m>,
    /// A word for each unit.
    notes: &'s mut [u32],
    /// The first thing that is wrong with a chain behind the bytes that a reader takes from it.
    fault: Option<Unfit>,
}

impl Survey<'_, '_> {
    fn run(&mut self) {
        self.notes.fill(0);
        for (index, ..) in Blocks::of(self.file) {
            self.set(index, Note::BEGINS);
        }
        self.keep(BlockIndex::ZERO);
        for (index, unit, head) in Blocks::of(self.file) {
            if head.block_type().is_some_and(BlockType::is_value) && self.is_in_tree(index) {
                self.keep(index);
                self.use_block(head.parent());
                self.use_block(head.name());
                self.use_contents(index, unit, head);
            }
        }
        for (index, _, head) in Blocks::of(self.file) {
            if head.is(BlockType::StringReference) && self.note(index).keep {
                self.keep_chain(index, head.next());
            }
        }
    }

    /// Whether a value hangs from the root. The answer is noted at each node on the way, so that all walks together take
    /// no more steps than there are blocks.
    fn is_in_tree(&mut self, value: BlockIndex) -> bool {
        let mut at = value;
        let in_tree = loop {
            let note = self.note(at);
            if at.is_zero() || note.keep && self.is_node(at) {
                break true;
            }
            if note.dead || at != value && !self.is_node(at) {
                break false;
            }
            at = self.head(at).parent();
        };
        let end = at;
        at = value;
        while at != end {
            if !in_tree {
                self.set(at, Note::DEAD);
            } else if self.is_node(at) {
                self.keep(at);
            }
            at = self.head(at).parent();
        }
        in_tree
    }

    fn use_contents(&mut self, index: BlockIndex, unit: Unit<'_>, head: Head) {
        match head.block_type() {
            Some(BlockType::Link) => self.use_block(LinkWord(unit.high()).content()),
            Some(BlockType::Buffer) => {
                let word = BufferWord(unit.high());
                let Some(content) = word.content() else {
                    return self.note_fault(ProblemKind::ExtentMissing, index);
                };
                if word.raw_format() == BufferFormat::Reference as u8 {
                    self.use_block(content);
                } else {
                    self.keep_chain(index, content);
                }
            }
            Some(BlockType::Array) => {
                let word = ArrayWord(unit.high());
                if word.raw_entry() != BlockType::StringReference as u8 {
                    return;
                }
                for slot in 0..u32::from(word.slots()) {
                    let half = self.file.half(super::arrays::first_slot(index) + slot / 2).unwrap_or(0);
                    let [low, high] = crate::generation::words(half);
                    self.use_block(BlockIndex::masked(if slot % 2 == 0 { low } else { high }));
                }
            }
            _ => {}
        }
    }

    fn use_block(&mut self, index: BlockIndex) {
        if index.is_zero() {
            return;
        }
        self.keep(index);
        if let Some(note) = self.place(index) {
            *note += 1;
        }
    }

    /// Keeps all of a chain. A reader stops where it has enough; who frees the chain, or sets a text of fixed capacity, does
    /// not, so what lies behind must be good too.
    fn keep_chain(&mut self, owner: BlockIndex, first: BlockIndex) {
        let mut at = first;
        while !at.is_zero() {
            let note = self.note(at);
            let kind = match self.head(at) {
                _ if !note.begins => ProblemKind::ExtentMissing,
                _ if note.keep => ProblemKind::ExtentShared,
                head if !head.is(BlockType::Extent) => ProblemKind::ExtentWrongType,
                head => {
                    self.keep(at);
                    at = head.next();
                    continue;
                }
            };
            return self.note_fault(kind, owner);
        }
    }

    fn note_fault(&mut self, kind: ProblemKind, block: BlockIndex) {
        self.fault.get_or_insert(Unfit::Problem { kind, block });
    }

    fn keep(&mut self, index: BlockIndex) {
        self.set(index, Note::KEEP);
    }

    fn set(&mut self, index: BlockIndex, mark: u32) {
        if let Some(note) = self.place(index) {
            *note |= mark;
        }
    }

    fn place(&mut self, index: BlockIndex) -> Option<&mut u32> {
        self.notes.get_mut(usize::try_from(index.get()).ok()?)
    }

    fn note(&self, index: BlockIndex) -> Note {
        Note::of(self.notes, index)
    }

    fn head(&self, index: BlockIndex) -> Head {
        Head(self.file.unit(index.get()).map_or(0, Unit::low))
    }

    fn is_node(&self, index: BlockIndex) -> bool {
        self.head(index).is(BlockType::Node)
    }
}
