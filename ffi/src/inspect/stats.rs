//! The statistics node: what the writer has done, as a part of the tree that it writes.

use glassbox::inspect::{Error, Stats};

use super::handles::{CHandle, gbx_node_t, gbx_uint_t};
use super::{gbx_inspect_t, with};
use crate::pointer::vouched;
use crate::status::gbx_status_t::{self, GBX_ERROR_NULL};

/// The number of statistics.
pub const GBX_INSPECT_STATISTICS: usize = 8;

/// A statistics node, `fuchsia.inspect.Stats`. The caller owns it; all zero is none.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_inspect_stats_t {
    /// The node.
    pub node: gbx_node_t,
    /// `current_size`, `maximum_size`, `utilization_per_ten_k`, `total_dynamic_children` (links), `allocated_blocks`,
    /// `deallocated_blocks`, `failed_allocations`, `dropped_updates`.
    pub properties: [gbx_uint_t; GBX_INSPECT_STATISTICS],
}

impl gbx_inspect_stats_t {
    const NONE: Self = Self { node: gbx_node_t::NULL, properties: [gbx_uint_t::NULL; GBX_INSPECT_STATISTICS] };

    fn wrap(stats: &Stats) -> Self {
        Self { node: gbx_node_t::wrap(stats.node), properties: stats.properties.map(gbx_uint_t::wrap) }
    }

    fn unwrap(self) -> Stats {
        Stats { node: self.node.unwrap(), properties: self.properties.map(gbx_uint_t::unwrap) }
    }
}

/// Creates the node `fuchsia.inspect.Stats` below `parent`, with all its properties.
///
/// Context: writer. Time: short. Errors: of a creation; `stats` becomes all zero then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_create_stats(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    stats: *mut gbx_inspect_stats_t,
) -> gbx_status_t {
    vouched!(state, stats);
    let out = match stats.output() {
        Ok(out) => out,
        Err(status) => return status,
    };
    out.put(gbx_inspect_stats_t::NONE);
    state.with(|writer| {
        let stats = writer.create_stats(parent.unwrap(), state.dropped_updates().into())?;
        out.put(gbx_inspect_stats_t::wrap(&stats));
        Ok::<_, Error>(())
    })
}

/// Brings a statistics node up to date; readers see all of it or nothing.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`stats`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_stats_update(
    state: *mut gbx_inspect_t,
    stats: *const gbx_inspect_stats_t,
) -> gbx_status_t {
    vouched!(state, stats);
    let stats = stats.copied().and_then(|stats| stats.ok_or(GBX_ERROR_NULL));
    with(state, stats, |writer, stats| writer.update_stats(&stats.unwrap(), state.dropped_updates().into()))
}

/// Deletes a statistics node; `stats` becomes all zero.
///
/// Context: writer. Time: short. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`stats`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_stats_delete(
    state: *mut gbx_inspect_t,
    stats: *mut gbx_inspect_stats_t,
) -> gbx_status_t {
    vouched!(state, stats);
    with(state, stats.output(), |writer, stats| {
        writer.delete_tree(stats.current().node.unwrap())?;
        stats.put(gbx_inspect_stats_t::NONE);
        Ok(())
    })
}
