//! Deleting values, and what is below a node.
//!
//! The format keeps no list of a node's children (section 9): they are found by looking at the parents of all blocks. A
//! node that goes together with its children first becomes a TOMBSTONE with a bit that readers do not look at, *doomed*;
//! whoever is found to name a doomed block as parent goes too, and a doomed block goes with its last child. So no list of
//! what is still to be done is needed, however deep the tree is.

use super::super::block::{BlockIndex, BlockType, BufferFormat, BufferWord, Head, LinkWord, Order};
use super::super::blocks::Blocks;
use super::super::error::Error;
use super::super::handle::{Handle, NodeHandle};
use super::super::heap::HEADER_UNITS;
use super::super::kind::Kind;
use super::super::strings;
use super::{AnyHandle, Value, Writer};
use crate::generation::Locked;
use crate::memory::Unit;

/// Units of the neighbourhood in which children are looked for first: those of a node that was made in a used place lie
/// around it. Every block begins at a multiple of its size, and a value is smaller than this, so each neighbourhood of a
/// value begins with a block.
const NEIGHBOURHOOD: u32 = 32;

/// Which children go with their node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Children {
    Recorded,
    All,
}

impl<'m> Writer<'m> {
    /// Deletes a value. What was recorded below a node goes with it, and what is recorded below that; values there that
    /// still have a handle stay usable outside of the tree until they are deleted. Where the book keeps no marks, all that
    /// is below the node goes.
    ///
    /// Time: constant, but for a node with children, which are found by a look at the blocks of the file.
    ///
    /// # Errors
    /// Those of a bad handle, [`Error::InvalidArgument`] for the root, [`Error::NotInitialised`], [`Error::Frozen`].
    #[inline]
    pub fn delete<K: Kind>(&mut self, handle: Handle<K>) -> Result<(), Error> {
        let value = self.deletable(handle)?;
        self.delete_value(value, K::TYPE == BlockType::Node)
    }

    /// Deletes a value of any kind, as [`delete`](Self::delete) does.
    ///
    /// # Errors
    /// As [`delete`](Self::delete).
    pub fn delete_any(&mut self, handle: AnyHandle) -> Result<(), Error> {
        let value = self.any_value(handle)?;
        self.delete_value(value, Head(value.unit.low()).is(BlockType::Node))
    }

    fn delete_value(&mut self, value: Value<'m>, is_node: bool) -> Result<(), Error> {
        let locked = self.begin()?;
        if is_node && value.unit.high() != 0 {
            let children = if self.book.has_serials() { Children::Recorded } else { Children::All };
            self.remove_with(value, children, &locked);
        } else {
            self.remove(value, &locked);
        }
        self.end(locked);
        Ok(())
    }

    /// Deletes a node and all that is below it, in one section. Handles to what was below become stale.
    ///
    /// Time: short where the children lie around their node and behind it; at worst a look at all blocks of the file for each
    /// level.
    ///
    /// # Errors
    /// As [`delete`](Self::delete).
    pub fn delete_tree(&mut self, node: NodeHandle) -> Result<(), Error> {
        let value = self.deletable(node)?;
        let locked = self.begin()?;
        self.remove_with(value, Children::All, &locked);
        self.end(locked);
        Ok(())
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(super) fn deletable<K: Kind>(&self, handle: Handle<K>) -> Result<Value<'m>, Error> {
        if handle.is_root() {
            return self.header().and(Err(Error::InvalidArgument));
        }
        self.value(handle)
    }

    /// Removes a value; a node with children becomes a TOMBSTONE.
    #[inline]
    pub(super) fn remove(&mut self, value: Value<'m>, locked: &Locked) {
        let head = Head(value.unit.low());
        self.release_contents(value, head, locked);
        self.leave(head.parent(), locked);
        strings::release(&mut self.heap, &self.book, head.name(), locked);
        self.book.retire(value.index);
        match head.order() {
            Some(order) if head.is(BlockType::Node) && value.unit.high() != 0 => {
                value.unit.set_low(Head::tombstone(order).0);
            }
            _ => self.heap.free(value.index, locked),
        }
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn release_contents(&mut self, value: Value<'m>, head: Head, locked: &Locked) {
        if head.is(BlockType::Buffer) || head.is(BlockType::Array) || head.is(BlockType::Link) {
            self.release_blocks(value, head, locked);
        }
    }

    /// Out of line, because most values have no blocks, and are deleted faster without its registers.
    #[inline(never)]
    fn release_blocks(&mut self, value: Value<'m>, head: Head, locked: &Locked) {
        if head.is(BlockType::Array) {
            self.release_slots(value, locked);
        } else if head.is(BlockType::Link) {
            self.links = self.links.saturating_sub(1);
            strings::release(&mut self.heap, &self.book, LinkWord(value.unit.high()).content(), locked);
        } else {
            self.release_content(value.unit.high(), locked);
        }
    }

    /// Releases what the second word of a BUFFER names.
    pub(super) fn release_content(&mut self, word: u64, locked: &Locked) {
        let word = BufferWord(word);
        match word.content() {
            Some(content) if word.raw_format() == BufferFormat::Reference as u8 => {
                strings::release(&mut self.heap, &self.book, content, locked);
            }
            Some(content) => strings::free_chain(&mut self.heap, content, locked),
            None => {}
        }
    }

    /// Takes one child from a node. A tombstone goes with its last child.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(super) fn leave(&mut self, parent: BlockIndex, locked: &Locked) {
        if parent.is_zero() {
            return;
        }
        let Some(unit) = self.heap.unit(parent) else { return };
        let count = unit.high().saturating_sub(1);
        unit.set_high(count);
        if count == 0 && Head(unit.low()).is(BlockType::Tombstone) {
            self.heap.free(parent, locked);
        }
    }

    /// Removes a node with children that go with it, and with theirs.
    fn remove_with(&mut self, node: Value<'m>, children: Children, locked: &Locked) {
        // Children that nobody has looked at yet. One that stays is seen again in a second round, so then nobody knows.
        let mut unseen = Some(self.doom(node, locked));
        let mut survivors = false;
        let mut is_first_round = true;
        let mut at = neighbourhood(node.index);
        // Once around from the last doomed node, nothing more can be found.
        let mut left = self.heap.file().units();
        while left > 0 && unseen != Some(0) {
            let Some((index, unit)) = self.block_at(at) else {
                at = HEADER_UNITS;
                left -= HEADER_UNITS.min(left);
                is_first_round = false;
                unseen = unseen.filter(|_| !survivors);
                continue;
            };
            let head = Head(unit.low());
            let units = head.order().map_or(1, Order::units);
            at += units;
            left -= units.min(left);
            if !self.is_child_of_doomed(head) {
                continue;
            }
            unseen = unseen.map(|unseen| unseen.saturating_sub(1));
            let value = Value { index, unit };
            if children == Children::Recorded && !self.book.is_recorded(index) {
                survivors = true;
                unseen = unseen.filter(|_| is_first_round);
            } else if head.is(BlockType::Node) && unit.high() != 0 {
                let more = self.doom(value, locked);
                unseen = unseen.map(|unseen| unseen.saturating_add(more));
                left = self.heap.file().units();
                if children == Children::All {
                    at = neighbourhood(index);
                }
            } else {
                self.remove(value, locked);
            }
        }
        if survivors {
            self.pardon();
        }
    }

    /// Makes a node a doomed tombstone, and says how many children it has. One without any is gone.
    fn doom(&mut self, node: Value<'m>, locked: &Locked) -> u64 {
        let children = node.unit.high();
        self.remove(node, locked);
        if children != 0 {
            node.unit.set_low(Head(node.unit.low()).doomed().0);
        }
        children
    }

    /// Makes the doomed tombstones that kept a child ordinary ones.
    fn pardon(&self) {
        for (_, unit, head) in Blocks::of(self.heap.file()) {
            if let (Some(order), true) = (head.order(), head.is_doomed()) {
                unit.set_low(Head::tombstone(order).0);
            }
        }
    }

    /// Whether the block is a value whose parent is doomed. Most blocks are found not to be by their first word alone.
    ///
    /// One of no order could not be freed, and would be found again and again.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn is_child_of_doomed(&self, head: Head) -> bool {
        !head.parent().is_zero()
            && self.heap.unit(head.parent()).is_some_and(|parent| Head(parent.low()).is_doomed())
            && head.block_type().is_some_and(BlockType::is_value)
            && head.order().is_some()
    }

    fn block_at(&self, at: u32) -> Option<(BlockIndex, Unit<'m>)> {
        let index = BlockIndex::new(at)?;
        Some((index, self.heap.unit(index)?))
    }
}

/// Where the neighbourhood of a value begins. The one of the header is looked at from behind the header on.
fn neighbourhood(index: BlockIndex) -> u32 {
    (index.get() & !(NEIGHBOURHOOD - 1)).max(HEADER_UNITS)
}
