//! Groups of values that belong together: health, statistics, lists.

use super::super::error::Error;
use super::super::handle::NodeHandle;
use super::super::kind::Kind;
use super::super::writer::{AnyHandle, BoundedList, Health, Stats, Writer};
use super::Inspector;
use super::property::{Node, Property};
use crate::lock::Lock;

/// How a component says that it is well, or why not: the node `fuchsia.inspect.Health`, which goes when this is dropped.
#[derive(Debug)]
#[must_use = "the health node is deleted when its handle is dropped"]
pub struct HealthNode<'i, 'm, L: Lock> {
    inspector: &'i Inspector<'m, L>,
    health: Health,
}

impl<L: Lock> HealthNode<'_, '_, L> {
    /// Sets the status to `OK`, without a message.
    ///
    /// # Errors
    /// As [`Writer::set_health`], and [`Error::Busy`].
    pub fn set_ok(&mut self) -> Result<(), Error> {
        self.set("OK", None)
    }

    /// Sets the status to `UNHEALTHY`, with the reason.
    ///
    /// # Errors
    /// As [`Writer::set_health`], and [`Error::Busy`].
    pub fn set_unhealthy(&mut self, message: &str) -> Result<(), Error> {
        self.set("UNHEALTHY", Some(message))
    }

    /// Sets the status to a text of the caller's, with a message or without one, in one section.
    ///
    /// # Errors
    /// As [`Writer::set_health`], and [`Error::Busy`].
    pub fn set(&mut self, status: &str, message: Option<&str>) -> Result<(), Error> {
        self.inspector.run(|writer| writer.set_health(&mut self.health, status, message))
    }
}

impl<L: Lock> Drop for HealthNode<'_, '_, L> {
    fn drop(&mut self) {
        self.inspector.delete_on_drop(self.health.node);
    }
}

/// What the writer has done, as a part of its own tree: the node `fuchsia.inspect.Stats`, which goes when this is dropped.
#[derive(Debug)]
#[must_use = "the statistics are deleted when their handle is dropped"]
pub struct StatsNode<'i, 'm, L: Lock> {
    inspector: &'i Inspector<'m, L>,
    stats: Stats,
}

impl<L: Lock> StatsNode<'_, '_, L> {
    /// Brings the statistics up to date, in one section.
    ///
    /// # Errors
    /// As [`Writer::update_stats`], and [`Error::Busy`].
    pub fn update(&self) -> Result<(), Error> {
        let dropped = self.inspector.dropped_updates();
        self.inspector.run(|writer| writer.update_stats(&self.stats, dropped.into()))
    }
}

impl<L: Lock> Drop for StatsNode<'_, '_, L> {
    fn drop(&mut self) {
        self.inspector.delete_on_drop(self.stats.node);
    }
}

/// A node that keeps its `N` newest children; it goes with them when this is dropped.
#[derive(Debug)]
#[must_use = "the list is deleted when its handle is dropped"]
pub struct BoundedListNode<'i, 'm, L: Lock, const N: usize> {
    inspector: &'i Inspector<'m, L>,
    list: BoundedList<[NodeHandle; N]>,
}

impl<'m, L: Lock, const N: usize> BoundedListNode<'_, 'm, L, N> {
    /// Appends an entry, and lets `fill` put values below its node. When there are `N` already, the oldest goes first. All
    /// of it is one section; the lock is held meanwhile, so `fill` gets the writer itself.
    ///
    /// # Errors
    /// As [`Writer::push_entry`], and [`Error::Busy`].
    pub fn push(&mut self, fill: impl FnOnce(&mut Writer<'m>, NodeHandle) -> Result<(), Error>) -> Result<(), Error> {
        self.inspector.run(|writer| writer.push_entry(&mut self.list, fill).map(|_| ()))
    }
}

impl<L: Lock, const N: usize> Drop for BoundedListNode<'_, '_, L, N> {
    fn drop(&mut self) {
        self.inspector.delete_on_drop(self.list.node());
    }
}

/// Up to `N` values that go together, in one section, when this is dropped or [cleared](Self::clear).
#[derive(Debug)]
pub struct ValueList<'i, 'm, L: Lock, const N: usize> {
    inspector: &'i Inspector<'m, L>,
    values: [AnyHandle; N],
    count: usize,
}

impl<'i, 'm, L: Lock, const N: usize> ValueList<'i, 'm, L, N> {
    /// A list without values.
    pub const fn new(inspector: &'i Inspector<'m, L>) -> Self {
        Self { inspector, values: [AnyHandle::NULL; N], count: 0 }
    }

    /// Hands a property over to the list.
    ///
    /// # Errors
    /// The property itself, when there are `N` already.
    pub fn add<K: Kind>(&mut self, property: Property<'i, 'm, L, K>) -> Result<(), Property<'i, 'm, L, K>> {
        let Some(place) = self.values.get_mut(self.count) else { return Err(property) };
        *place = property.into_handle().0.into();
        self.count += 1;
        Ok(())
    }

    /// Deletes all values, in one section.
    ///
    /// # Errors
    /// As [`Writer::delete_all`], and [`Error::Busy`]; the values stay in the list then.
    pub fn clear(&mut self) -> Result<(), Error> {
        let values = self.values.get_mut(..self.count).unwrap_or_default();
        self.inspector.run(|writer| writer.delete_all(values))?;
        self.count = 0;
        Ok(())
    }
}

impl<L: Lock, const N: usize> Drop for ValueList<'_, '_, L, N> {
    fn drop(&mut self) {
        if self.count != 0 {
            self.inspector.count_dropped(self.clear());
        }
    }
}

impl<'i, 'm, L: Lock> Node<'i, 'm, L> {
    /// Creates the node `fuchsia.inspect.Health` below this one, with the status `STARTING_UP`. `now` is the time in
    /// nanoseconds, of a clock of the caller's.
    ///
    /// # Errors
    /// As [`Writer::create_health`], and [`Error::Busy`].
    pub fn create_health(&self, now: i64) -> Result<HealthNode<'i, 'm, L>, Error> {
        let health = self.inspector().ask(Health::NONE, |writer| writer.create_health(self.handle(), now))?;
        Ok(HealthNode { inspector: self.inspector(), health })
    }

    /// Creates the node `fuchsia.inspect.Stats` below this one.
    ///
    /// # Errors
    /// As [`Writer::create_stats`], and [`Error::Busy`].
    pub fn create_stats(&self) -> Result<StatsNode<'i, 'm, L>, Error> {
        let dropped = self.inspector().dropped_updates();
        let stats = self.inspector().ask(Stats::NONE, |writer| writer.create_stats(self.handle(), dropped.into()))?;
        Ok(StatsNode { inspector: self.inspector(), stats })
    }

    /// Creates a node below this one that keeps its `N` newest children.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] when `N` is 0; as [`Writer::create_node`], and [`Error::Busy`].
    pub fn create_bounded_list<const N: usize>(&self, name: &str) -> Result<BoundedListNode<'i, 'm, L, N>, Error> {
        let node = self.create_node(name)?;
        let list = BoundedList::new(node.handle(), [NodeHandle::NULL; N])?;
        let (_, inspector) = node.into_handle();
        Ok(BoundedListNode { inspector, list })
    }
}
