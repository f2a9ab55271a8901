//! The heap: which blocks of the file are in use, and growth.
//!
//! A buddy allocator with one free list for each order, last in first out (section 10 of the format). The lists lie in
//! the FREE blocks themselves: `h` names the next block, and `p`, which no reader looks at, the one before, so that a
//! buddy is taken off its list in constant time. The exact choices are the format's customs, and files depend on them.
//!
//! The heap trusts its own numbers, and checks what it reads from memory just enough that damage by somebody else cannot
//! lead it outside of the file or into a loop without end.

use super::block::{BlockIndex, BlockType, Head, Order};
use crate::generation::Locked;
use crate::memory::{Memory, Unit};

/// Units by which the file grows: 4096 bytes.
const PAGE: u32 = 256;
/// Units of the header, which is the first block.
pub(super) const HEADER_UNITS: u32 = 2;
/// The half of the header that holds the allocated size.
const SIZE_HALF: u32 = 2;
/// The largest file that is written: 128 MiB.
const LARGEST_FILE: u32 = 8 << 20;

/// The blocks of one file.
#[derive(Debug)]
pub(super) struct Heap<'m> {
    /// The memory into which the file may grow.
    space: Memory<'m>,
    /// What is allocated of it: the file.
    file: Memory<'m>,
    heads: [BlockIndex; Order::COUNT],
    /// Blocks ever allocated, the header included.
    pub allocated: u64,
    /// Blocks ever freed.
    pub deallocated: u64,
}

impl<'m> Heap<'m> {
    /// A heap over `space` with no file in it yet.
    pub const fn new(space: Memory<'m>) -> Self {
        Self { space, file: Memory::EMPTY, heads: [BlockIndex::ZERO; Order::COUNT], allocated: 0, deallocated: 0 }
    }

    /// Whether `space` is more than a file may have.
    pub fn is_too_large(space: Memory<'_>) -> bool {
        space.units() > LARGEST_FILE
    }

    /// Lays out an empty file: the header, and the first page as free blocks.
    pub fn format(&mut self, locked: &Locked) {
        *self = Self::new(self.space);
        self.allocated = 1;
        if let Some(header) = self.space.unit(0) {
            header.set_low(Head::header().0);
        }
        self.extend(HEADER_UNITS, PAGE.min(self.space.units()), locked);
    }

    /// Takes over the file that is at the start of the space already, with no block free and none counted.
    #[cfg(feature = "read")]
    pub fn adopt(&mut self, file: Memory<'m>) {
        self.file = file;
    }

    /// Writes the size of the file to the header, and zeros behind it, where readers look at nothing.
    pub fn write_size(&self, _locked: &Locked) {
        self.file.set_half(SIZE_HALF, u64::from(self.file.units()) * u64::from(super::block::UNIT));
        self.file.set_half(SIZE_HALF + 1, 0);
    }

    /// The file as it is now.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn file(&self) -> Memory<'m> {
        self.file
    }

    /// Bytes that the file can grow to.
    pub const fn maximum_size(&self) -> usize {
        self.space.len()
    }

    /// Ends the file's life for its writer: no index is inside it any more.
    pub fn close(&mut self) {
        self.file = Memory::EMPTY;
    }

    /// The first two words of a block.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn unit(&self, index: BlockIndex) -> Option<Unit<'m>> {
        self.file.unit(index.get())
    }

    /// A RESERVED block of at least `bytes` bytes, or of the largest size. `None` when the file cannot grow any more.
    #[inline]
    pub fn allocate(&mut self, bytes: u32, locked: &Locked) -> Option<Allocation<'m>> {
        let order = Order::fitting(bytes);
        let allocation = match self.pop(order) {
            Some((index, unit)) => Allocation { index, order, unit },
            None => self.split(order, locked)?,
        };
        allocation.unit.set_low(Head::reserved(order).0);
        self.allocated = self.allocated.wrapping_add(1);
        Some(allocation)
    }

    /// As [`allocate`](Self::allocate), of a block whose index is below `end`. Time: a walk over the free blocks.
    pub fn allocate_below(&mut self, bytes: u32, end: u32, _locked: &Locked) -> Option<Allocation<'m>> {
        let order = Order::fitting(bytes);
        let mut found = order;
        let (index, unit) = loop {
            match self.free_below(found, end) {
                Some(block) => break block,
                None => found = found.doubled()?,
            }
        };
        self.unlink(index, unit, found);
        let unit = self.cut(index, found, order)?;
        unit.set_low(Head::reserved(order).0);
        self.allocated = self.allocated.wrapping_add(1);
        Some(Allocation { index, order, unit })
    }

    /// The first free block of an order whose index is below `end`. A list is no longer than the file has units.
    fn free_below(&self, order: Order, end: u32) -> Option<(BlockIndex, Unit<'m>)> {
        let mut index = self.head(order);
        for _ in 0..self.file.units() {
            let unit = self.unit(index).filter(|_| !index.is_zero())?;
            let head = Head(unit.low());
            if !is_free(head, order) {
                return None;
            }
            if index.get() < end {
                return Some((index, unit));
            }
            index = head.next();
        }
        None
    }

    /// Frees a block, and merges it with its buddies.
    #[inline]
    pub fn free(&mut self, index: BlockIndex, _locked: &Locked) {
        let Some(unit) = self.unit(index) else { return };
        let Some(order) = Head(unit.low()).order() else { return };
        self.deallocated = self.deallocated.wrapping_add(1);
        let buddy = index.buddy(order);
        match self.unit(buddy) {
            Some(other) if is_free(Head(other.low()), order) && order < Order::MAXIMUM => {
                self.merge(index, order, unit);
            }
            _ => self.push(index, unit, order),
        }
    }

    /// Frees a block whose buddy is free.
    ///
    /// The words in the middle of a FREE block stay behind; this one's must not look like a value to whoever is walking over
    /// the blocks just now.
    #[inline(never)]
    fn merge(&mut self, mut index: BlockIndex, mut order: Order, unit: Unit<'m>) {
        unit.set_low(Head::free(order, BlockIndex::ZERO).0);
        while let Some(larger) = order.doubled() {
            let buddy = index.buddy(order);
            match self.unit(buddy) {
                Some(unit) if is_free(Head(unit.low()), order) => self.unlink(buddy, unit, order),
                _ => break,
            }
            index = index.merged(order);
            order = larger;
        }
        if let Some(unit) = self.unit(index) {
            self.push(index, unit, order);
        }
    }

    /// Cuts a larger block down to `order`, and grows the file when there is none.
    #[inline(never)]
    fn split(&mut self, order: Order, locked: &Locked) -> Option<Allocation<'m>> {
        let mut found = self.pop_from(order.doubled());
        if found.is_none() {
            self.grow(locked)?;
            found = self.pop_from(Some(order));
        }
        let (index, found) = found?;
        Some(Allocation { index, order, unit: self.cut(index, found, order)? })
    }

    /// Cuts a block that is on no list down to `order`, and frees the upper halves.
    fn cut(&mut self, index: BlockIndex, found: Order, order: Order) -> Option<Unit<'m>> {
        let mut found = found;
        while found > order {
            found = found.halved()?;
            let upper = index.buddy(found);
            let unit = self.unit(upper)?;
            self.push(upper, unit, found);
        }
        self.unit(index)
    }

    /// A block of the smallest order from `order` on that has one.
    fn pop_from(&mut self, order: Option<Order>) -> Option<(BlockIndex, Order)> {
        let mut order = order?;
        loop {
            if let Some((index, _)) = self.pop(order) {
                return Some((index, order));
            }
            order = order.doubled()?;
        }
    }

    /// Makes the file a page larger. `None` when it fills its memory already.
    fn grow(&mut self, locked: &Locked) -> Option<()> {
        let size = self.file.units();
        let limit = self.space.units();
        if size >= limit {
            return None;
        }
        self.extend(size, size.saturating_add(PAGE).min(limit), locked);
        Some(())
    }

    /// Makes the units `from..to` free blocks, as large as they can be, and the file end with them.
    ///
    /// The blocks go before the old lists, the lowest index first. So they are cut from the end down.
    fn extend(&mut self, from: u32, to: u32, locked: &Locked) {
        self.file = self.space.truncated(to);
        self.write_size(locked);
        let mut end = to;
        while end > from {
            let mut order = Order::MAXIMUM;
            while !end.is_multiple_of(order.units()) || end - order.units().min(end) < from {
                match order.halved() {
                    Some(smaller) => order = smaller,
                    None => break,
                }
            }
            end -= order.units();
            if let (Some(index), Some(unit)) = (BlockIndex::new(end), self.file.unit(end)) {
                let buddy = index.buddy(order);
                // An adopted file may have ended in the middle of a page.
                match self.unit(buddy) {
                    Some(other) if buddy.get() < from && is_free(Head(other.low()), order) => {
                        self.merge(index, order, unit);
                    }
                    _ => self.push(index, unit, order),
                }
            }
        }
    }

    /// The head of the list of `order`, if it is what the list says.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn head(&self, order: Order) -> BlockIndex {
        self.heads.get(order.row()).copied().unwrap_or_default()
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn set_head(&mut self, order: Order, index: BlockIndex) {
        if let Some(head) = self.heads.get_mut(order.row()) {
            *head = index;
        }
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn pop(&mut self, order: Order) -> Option<(BlockIndex, Unit<'m>)> {
        let index = self.head(order);
        if index.is_zero() {
            return None;
        }
        let unit = self.unit(index)?;
        let head = Head(unit.low());
        if !is_free(head, order) {
            self.set_head(order, BlockIndex::ZERO);
            return None;
        }
        self.set_head(order, head.next());
        Some((index, unit))
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn push(&mut self, index: BlockIndex, unit: Unit<'m>, order: Order) {
        let next = self.head(order);
        unit.set_low(Head::free(order, next).0);
        unit.set_high(0);
        if !next.is_zero()
            && let Some(unit) = self.unit(next)
        {
            unit.set_high(u64::from(index.get()));
        }
        self.set_head(order, index);
    }

    /// Takes a FREE block out of the middle of its list.
    fn unlink(&mut self, index: BlockIndex, unit: Unit<'m>, order: Order) {
        let next = Head(unit.low()).next();
        if self.head(order) == index {
            self.set_head(order, next);
            return;
        }
        let previous = unit.high();
        let before = u32::try_from(previous).ok().and_then(|index| self.file.unit(index));
        if let Some(before) = before {
            before.set_low(Head(before.low()).with_next(next).0);
        }
        if !next.is_zero()
            && let Some(after) = self.unit(next)
        {
            after.set_high(previous);
        }
    }
}

/// A block that was just allocated.
#[derive(Clone, Copy)]
pub(super) struct Allocation<'m> {
    pub index: BlockIndex,
    pub order: Order,
    pub unit: Unit<'m>,
}

#[cfg_attr(target_pointer_width = "64", inline(always))]
fn is_free(head: Head, order: Order) -> bool {
    head.is(BlockType::Free) && head.raw_order() == order.get()
}
