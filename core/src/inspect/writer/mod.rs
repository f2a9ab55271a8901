//! The writer: the one context at a time that changes a file.
//!
//! A [`Writer`] has no lock and hands out plain handles; it is what an `Inspector` and the C interface keep behind their
//! locks. Each operation is one section of the generation protocol. All that can be refused is refused before the
//! section, but for [`Error::Full`].

#[cfg(feature = "read")]
mod adopt;
mod arrays;
mod delete;
mod find;
mod fixed_text;
mod freeze;
mod health;
mod histograms;
mod links;
mod lists;
mod names;
mod stats;
mod text;
mod values;

#[cfg(feature = "read")]
pub use adopt::{Adoption, Unfit};
pub use health::Health;
pub use histograms::{MAXIMUM_EXPONENTIAL_BUCKETS, MAXIMUM_LINEAR_BUCKETS};
pub use lists::{AnyHandle, BoundedList};
pub use stats::Stats;

use super::block::{BlockIndex, BlockType, Head, MAGIC};
use super::book::{Book, Config};
use super::error::Error;
use super::handle::{Handle, NodeHandle};
use super::heap::Heap;
use super::kind::{self, Kind};
use crate::generation::{FROZEN, Generation, Locked};
use crate::memory::{BadMemory, Memory, Unit};

/// What a writer is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Life {
    Unstarted,
    Running,
    Frozen,
}

/// A writer of one Inspect file in memory that the caller owns.
///
/// It needs `&mut` for everything, allocates nothing, and holds no lock. Reads of the file by others need none either.
#[derive(Debug)]
pub struct Writer<'m> {
    region: Memory<'m>,
    heap: Heap<'m>,
    book: Book<'m>,
    generation: Generation,
    life: Life,
    /// Links that are in the file.
    links: u64,
    /// The number of the next unique name.
    next_unique: u64,
    /// Operations that failed for want of space.
    failed_allocations: u64,
}

impl<'m> Writer<'m> {
    /// A writer that has not touched its memory yet. Every operation fails with [`Error::NotInitialised`] until
    /// [`start`](Self::start).
    pub const fn unstarted(region: Memory<'m>) -> Self {
        Self {
            region,
            heap: Heap::new(Memory::EMPTY),
            book: Book::NONE,
            generation: Generation::at(0),
            life: Life::Unstarted,
            links: 0,
            next_unique: 0,
            failed_allocations: 0,
        }
    }

    /// A writer that has written a valid, empty file to the start of `region`.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn new(region: Memory<'m>, config: &Config<'m>) -> Result<Self, Error> {
        let mut writer = Self::unstarted(region);
        writer.start(config)?;
        Ok(writer)
    }

    /// Writes a valid, empty file to the start of the region, whatever was there. Handles of before become foreign.
    ///
    /// The first file in a region has generation 0. Over an older file the generation goes on from there, so that a reader
    /// in the middle of a copy notices.
    ///
    /// # Errors
    /// [`Error::BadRegion`] when the file could become larger than 128 MiB, or the book leaves less than 64 bytes for it;
    /// [`Error::BufferTooSmall`] when the book is to lie in memory that is too small. Nothing was written then.
    pub fn start(&mut self, config: &Config<'m>) -> Result<(), Error> {
        if Heap::is_too_large(self.region) {
            return Err(Error::BadRegion(BadMemory::TooLarge));
        }
        let (book, space) = Book::plan(self.region, config)?;
        // In memory without a file, the generation before 0.
        let fresh = FROZEN.wrapping_sub(2);
        let even = self.region.unit(0).map_or(fresh, |header| {
            let head = Head(header.low());
            if head.is(BlockType::Header) && head.magic() == MAGIC { header.high() & !1 } else { fresh }
        });
        *self = Self {
            heap: Heap::new(space),
            book,
            generation: Generation::at(even),
            life: Life::Running,
            ..Self::unstarted(self.region)
        };
        if let Some(header) = space.unit(0) {
            let locked = self.generation.begin(&header.counter());
            // The file of before may reach into it.
            self.book.erase();
            self.heap.format(&locked);
            self.generation.end(&header.counter(), locked);
        }
        Ok(())
    }

    /// Bytes that the file can grow to.
    pub const fn maximum_size(&self) -> usize {
        self.heap.maximum_size()
    }

    /// Bytes of the file as it is now: the allocated size in its header.
    pub const fn current_size(&self) -> usize {
        self.heap.file().len()
    }

    /// Blocks that were ever allocated, the header included.
    pub const fn allocated_blocks(&self) -> u64 {
        self.heap.allocated
    }

    /// Blocks that were ever freed.
    pub const fn deallocated_blocks(&self) -> u64 {
        self.heap.deallocated
    }

    /// Operations that failed for want of space.
    pub const fn failed_allocations(&self) -> u64 {
        self.failed_allocations
    }

    /// The generation of the last section that was published.
    pub const fn generation(&self) -> u64 {
        self.generation.last()
    }

    /// The bytes of the file, for readers in the same program.
    pub const fn file(&self) -> Memory<'m> {
        self.heap.file()
    }

    /// Begins a transaction: until it ends, readers see nothing of what is done. Transactions nest; a long one keeps
    /// readers out.
    ///
    /// # Errors
    /// [`Error::NotInitialised`], [`Error::Frozen`].
    pub fn begin_transaction(&mut self) -> Result<(), Error> {
        let header = self.header()?;
        self.generation.open(&header.counter());
        Ok(())
    }

    /// Ends a transaction; with the outermost one, readers see all of it.
    ///
    /// # Errors
    /// [`Error::NotInTransaction`] when none was begun, [`Error::NotInitialised`], [`Error::Frozen`].
    pub fn end_transaction(&mut self) -> Result<(), Error> {
        let header = self.header()?;
        self.generation.close(&header.counter()).ok_or(Error::NotInTransaction)
    }

    /// Runs `f` as one section: a transaction that ends even when `f` panics.
    fn in_one_section<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        struct End<'w, 'm>(&'w mut Writer<'m>);
        impl Drop for End<'_, '_> {
            fn drop(&mut self) {
                // It was begun, and `f` cannot have ended it without an error of its own.
                let _ended = self.0.end_transaction();
            }
        }
        self.begin_transaction()?;
        f(End(self).0)
    }

    /// The first two words of the file.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn header(&self) -> Result<Unit<'m>, Error> {
        self.heap.unit(BlockIndex::ZERO).ok_or_else(|| self.not_running())
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn begin(&mut self) -> Result<Locked, Error> {
        let header = self.header()?;
        Ok(self.generation.begin(&header.counter()))
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn end(&mut self, locked: Locked) {
        if let Ok(header) = self.header() {
            self.generation.end(&header.counter(), locked);
        }
    }

    /// Ends the section of an operation that may have run out of space.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn finish<T>(&mut self, result: Option<T>, locked: Locked) -> Result<T, Error> {
        self.end(locked);
        if result.is_none() {
            self.failed_allocations = self.failed_allocations.wrapping_add(1);
        }
        result.ok_or(Error::Full)
    }

    #[cold]
    fn not_running(&self) -> Error {
        match self.life {
            Life::Unstarted => Error::NotInitialised,
            Life::Running | Life::Frozen => Error::Frozen,
        }
    }

    /// The block of a value, if the handle is good.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn value<K: Kind>(&self, handle: Handle<K>) -> Result<Value<'m>, Error> {
        self.good(handle).ok_or_else(|| self.diagnose(handle.block(), handle.check(), K::NUMBER))
    }

    /// The same, without a look at what is wrong with a handle that is not good.
    ///
    /// Where blocks have serials, the handle's check says all: it was made for this kind, and the block was not freed since.
    /// Elsewhere the block itself must at least look like one of this kind.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn good<K: Kind>(&self, handle: Handle<K>) -> Option<Value<'m>> {
        let unit = self.heap.file().unit(handle.block())?;
        let serial = handle.check() ^ self.book.mixed(K::NUMBER);
        let is_good = match self.book.serial(handle.block()) {
            Some(expected) => serial == u32::from(expected),
            None => serial == 0 && Head(unit.low()).is(K::TYPE) && K::fits(unit.high()),
        };
        is_good.then_some(Value { index: BlockIndex::masked(handle.block()), unit })
    }

    /// The block of a value of whatever kind, if the handle is good. The root has none.
    fn any_value(&self, handle: AnyHandle) -> Result<Value<'m>, Error> {
        let (block, check) = handle.parts();
        if NodeHandle::from_parts(block, check).is_root() {
            return self.header().and(Err(Error::InvalidArgument));
        }
        let index = BlockIndex::masked(block);
        let kind = self.book.kind_of(check).unwrap_or(0);
        if let Some(unit) = self.heap.file().unit(block)
            && kind != 0
            && check == self.book.check(kind, index)
            && let Some(block_type) = Head(unit.low()).block_type()
            && (self.book.has_serials() && block_type.is_value() || kind::fits(kind, block_type, unit.high()))
        {
            return Ok(Value { index, unit });
        }
        Err(self.diagnose(block, check, kind))
    }

    /// What is wrong with a handle that is not good.
    #[cold]
    #[inline(never)]
    fn diagnose(&self, block: u32, check: u32, kind: u16) -> Error {
        if let Err(reason) = self.header() {
            return reason;
        }
        match (block, check) {
            (0, 0) => return Error::NoHandle,
            (0, 1) => return Error::WrongKind,
            _ => {}
        }
        match self.book.kind_of(check) {
            None => Error::ForeignHandle,
            Some(made_for) if made_for == kind => Error::StaleHandle,
            Some(_) => Error::WrongKind,
        }
    }

    /// The block of a node that is to have children: 0 for the root.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn parent(&self, parent: NodeHandle) -> Result<BlockIndex, Error> {
        if parent.is_root() {
            return self.header().map(|_| BlockIndex::ZERO);
        }
        Ok(self.value::<kind::Node>(parent)?.index)
    }

    /// A handle to the value in a block.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn handle<K: Kind>(&self, index: BlockIndex) -> Handle<K> {
        Handle::from_parts(index.get(), self.book.check(K::NUMBER, index))
    }
}

/// The block of a value that a good handle names.
#[derive(Clone, Copy)]
struct Value<'m> {
    index: BlockIndex,
    unit: Unit<'m>,
}
