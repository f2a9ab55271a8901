//! The statistics node: what the writer has done, as a part of the tree that it writes.

use super::super::error::Error;
use super::super::handle::{NodeHandle, UintHandle};
use super::Writer;

/// The names of the statistics, in the order of [`Writer::statistics`].
const NAMES: [&str; 8] = [
    "current_size",
    "maximum_size",
    "utilization_per_ten_k",
    "total_dynamic_children",
    "allocated_blocks",
    "deallocated_blocks",
    "failed_allocations",
    "dropped_updates",
];

/// The handles of a statistics node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats {
    /// The node `fuchsia.inspect.Stats`.
    pub node: NodeHandle,
    /// Its properties, in the order of section 14.5 of the format.
    pub properties: [UintHandle; 8],
}

impl Stats {
    /// The handles of no node.
    pub(crate) const NONE: Self = Self { node: NodeHandle::NULL, properties: [UintHandle::NULL; 8] };
}

impl Writer<'_> {
    /// Creates the node `fuchsia.inspect.Stats` below `parent`, with all its properties.
    ///
    /// # Errors
    /// As [`create_node`](Self::create_node); nothing is created then.
    pub fn create_stats(&mut self, parent: NodeHandle, dropped_updates: u64) -> Result<Stats, Error> {
        self.parent(parent)?;
        self.in_one_section(|writer| {
            let node = writer.create_node(parent, "fuchsia.inspect.Stats")?;
            let mut properties = [UintHandle::NULL; 8];
            for (property, name) in properties.iter_mut().zip(NAMES) {
                match writer.create_uint(node, name, 0) {
                    Ok(created) => *property = created,
                    Err(reason) => return writer.delete_tree(node).and(Err(reason)),
                }
            }
            let stats = Stats { node, properties };
            writer.store_stats(&stats, dropped_updates)?;
            Ok(stats)
        })
    }

    /// Brings a statistics node up to date, in one section.
    ///
    /// # Errors
    /// Those of a bad handle, [`Error::NotInitialised`], [`Error::Frozen`].
    pub fn update_stats(&mut self, stats: &Stats, dropped_updates: u64) -> Result<(), Error> {
        for property in stats.properties {
            self.value(property)?;
        }
        self.in_one_section(|writer| writer.store_stats(stats, dropped_updates))
    }

    fn store_stats(&mut self, stats: &Stats, dropped_updates: u64) -> Result<(), Error> {
        for (property, value) in stats.properties.into_iter().zip(self.statistics(dropped_updates)) {
            self.set(property, value)?;
        }
        Ok(())
    }

    /// The statistics of section 14.5 of the format, in its order.
    pub fn statistics(&self, dropped_updates: u64) -> [u64; 8] {
        let size = |bytes: usize| u64::try_from(bytes).unwrap_or(u64::MAX);
        let (current, maximum) = (size(self.current_size()), size(self.maximum_size()));
        [
            current,
            maximum,
            (current * 10_000).checked_div(maximum).unwrap_or(0),
            self.links,
            self.allocated_blocks(),
            self.deallocated_blocks(),
            self.failed_allocations(),
            dropped_updates,
        ]
    }
}
