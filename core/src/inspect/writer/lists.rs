//! Lists: nodes of which the oldest go, and values that go together.

use super::super::decimal::Decimal;
use super::super::error::Error;
use super::super::handle::{Handle, NodeHandle};
use super::Writer;

/// A node that keeps its newest children: entries named by a number that is never used twice.
///
/// `S` holds the handles of the entries: an array or a slice of node handles, as many as the list may have entries.
#[derive(Debug)]
pub struct BoundedList<S> {
    node: NodeHandle,
    next: u64,
    entries: S,
    /// An entry was begun and not ended.
    is_open: bool,
}

impl<S: AsMut<[NodeHandle]>> BoundedList<S> {
    /// A list below `node`, which should have no other children. `entries` is overwritten.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] when `entries` has no room for any.
    pub fn new(node: NodeHandle, mut entries: S) -> Result<Self, Error> {
        if entries.as_mut().is_empty() {
            return Err(Error::InvalidArgument);
        }
        entries.as_mut().fill(NodeHandle::NULL);
        Ok(Self { node, next: 0, entries, is_open: false })
    }

    /// The number of the next entry, which is also how many there have been.
    pub const fn next(&self) -> u64 {
        self.next
    }

    /// The node of the list.
    pub const fn node(&self) -> NodeHandle {
        self.node
    }

    /// Where the handle of the next entry goes: in place of the oldest.
    fn place(&mut self) -> Option<&mut NodeHandle> {
        let entries = self.entries.as_mut();
        let place = self.next.checked_rem(u64::try_from(entries.len()).ok()?)?;
        entries.get_mut(usize::try_from(place).ok()?)
    }
}

/// A handle to a value of some kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct AnyHandle {
    block: u32,
    check: u32,
}

impl AnyHandle {
    /// The handle to nothing.
    pub const NULL: Self = Self { block: 0, check: 0 };

    /// A handle of these two numbers, as [`parts`](Self::parts) gave them.
    #[must_use]
    pub const fn from_parts(block: u32, check: u32) -> Self {
        Self { block, check }
    }

    /// The index of the value's block, and the number that is compared with the writer's.
    pub const fn parts(self) -> (u32, u32) {
        (self.block, self.check)
    }
}

impl<K> From<Handle<K>> for AnyHandle {
    fn from(handle: Handle<K>) -> Self {
        Self { block: handle.block(), check: handle.check() }
    }
}

impl Writer<'_> {
    /// Appends an entry to a bounded list, and lets `fill` put values below it. When the list is full, the oldest entry goes
    /// first. All of it is one section.
    ///
    /// # Errors
    /// As [`create_node`](Self::create_node), or what `fill` gives; then the new entry is not there, but the oldest one may
    /// have gone. [`Error::StaleHandle`] when the list's node is gone.
    pub fn push_entry<S: AsMut<[NodeHandle]>>(
        &mut self,
        list: &mut BoundedList<S>,
        fill: impl FnOnce(&mut Self, NodeHandle) -> Result<(), Error>,
    ) -> Result<NodeHandle, Error> {
        self.check_list(list)?;
        self.in_one_section(|writer| {
            let node = writer.open_entry(list)?;
            let filled = fill(writer, node);
            writer.close_entry(list, filled.is_ok()).and(filled).map(|()| node)
        })
    }

    /// The first half of [`push_entry`](Self::push_entry), for a caller that cannot fill an entry inside of a call: begins a
    /// transaction, makes room, and gives the node of the new entry. [`end_entry`](Self::end_entry) has to follow.
    ///
    /// # Errors
    /// [`Error::Busy`] when the list's last entry was begun and is not ended; as [`push_entry`](Self::push_entry). There is
    /// nothing to end then.
    pub fn begin_entry<S: AsMut<[NodeHandle]>>(&mut self, list: &mut BoundedList<S>) -> Result<NodeHandle, Error> {
        self.check_list(list)?;
        self.begin_transaction()?;
        let opened = self.open_entry(list);
        match opened {
            Ok(_) => list.is_open = true,
            Err(_) => self.end_transaction()?,
        }
        opened
    }

    /// The second half: keeps the entry, or takes it out again, and ends the transaction.
    ///
    /// # Errors
    /// [`Error::NotInTransaction`] when no entry was begun, [`Error::NotInitialised`], [`Error::Frozen`].
    pub fn end_entry<S: AsMut<[NodeHandle]>>(&mut self, list: &mut BoundedList<S>, keep: bool) -> Result<(), Error> {
        self.header()?;
        if !core::mem::take(&mut list.is_open) {
            return Err(Error::NotInTransaction);
        }
        let closed = self.close_entry(list, keep);
        self.end_transaction().and(closed)
    }

    /// Refuses what can be refused before the section.
    fn check_list<S>(&self, list: &BoundedList<S>) -> Result<(), Error> {
        self.parent(list.node)?;
        if list.is_open { Err(Error::Busy) } else { Ok(()) }
    }

    /// Makes room for an entry, and creates its node.
    fn open_entry<S: AsMut<[NodeHandle]>>(&mut self, list: &mut BoundedList<S>) -> Result<NodeHandle, Error> {
        let (node, next) = (list.node, list.next);
        let entry = list.place().ok_or(Error::InvalidArgument)?;
        self.remove_entry(entry)?;
        *entry = self.create_node(node, Decimal::new(next).as_str())?;
        Ok(*entry)
    }

    /// Counts the entry that was made last, or deletes it.
    fn close_entry<S: AsMut<[NodeHandle]>>(&mut self, list: &mut BoundedList<S>, keep: bool) -> Result<(), Error> {
        if keep {
            list.next = list.next.wrapping_add(1);
            return Ok(());
        }
        list.place().map_or(Ok(()), |entry| self.remove_entry(entry))
    }

    /// Deletes an entry with all that is below it, unless the program has done so by itself.
    fn remove_entry(&mut self, entry: &mut NodeHandle) -> Result<(), Error> {
        if !entry.is_null() {
            match self.delete_tree(*entry) {
                Ok(()) | Err(Error::StaleHandle) => *entry = NodeHandle::NULL,
                Err(reason) => return Err(reason),
            }
        }
        Ok(())
    }

    /// Deletes all values of a list, in one section, and makes their handles null. Those that are gone already are passed
    /// over.
    ///
    /// # Errors
    /// [`Error::NotInitialised`], [`Error::Frozen`].
    pub fn delete_all(&mut self, values: &mut [AnyHandle]) -> Result<(), Error> {
        self.in_one_section(|writer| {
            for handle in values {
                // A value may have gone with its node.
                let _gone = writer.delete_any(*handle);
                *handle = AnyHandle::NULL;
            }
            Ok(())
        })
    }
}
