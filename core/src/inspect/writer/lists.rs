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
        Ok(Self { node, next: 0, entries })
    }

    /// The number of the next entry, which is also how many there have been.
    pub const fn next(&self) -> u64 {
        self.next
    }

    /// The node of the list.
    pub const fn node(&self) -> NodeHandle {
        self.node
    }
}

/// A handle to a value of some kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnyHandle {
    block: u32,
    check: u32,
}

impl AnyHandle {
    /// The handle to nothing.
    pub const NULL: Self = Self { block: 0, check: 0 };

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
        self.parent(list.node)?;
        self.in_one_section(|writer| {
            let entries = list.entries.as_mut();
            let place = u64::try_from(entries.len()).ok().and_then(|capacity| list.next.checked_rem(capacity));
            let entry = place
                .and_then(|place| usize::try_from(place).ok())
                .and_then(|place| entries.get_mut(place))
                .ok_or(Error::InvalidArgument)?;
            if !entry.is_null() {
                // The program may have deleted it by itself.
                match writer.delete_tree(*entry) {
                    Ok(()) | Err(Error::StaleHandle) => *entry = NodeHandle::NULL,
                    Err(reason) => return Err(reason),
                }
            }
            let node = writer.create_node(list.node, Decimal::new(list.next).as_str())?;
            if let Err(reason) = fill(writer, node) {
                return writer.delete_tree(node).and(Err(reason));
            }
            *entry = node;
            list.next = list.next.wrapping_add(1);
            Ok(node)
        })
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
