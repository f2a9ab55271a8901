//! Nodes: what has children.

use super::handles::{CHandle, gbx_node_t};
use super::{create, gbx_inspect_t};
use crate::pointer::vouched;
use crate::status::gbx_status_t;
use crate::text::gbx_str_t;

/// Creates a node below `parent`.
///
/// Context: writer. Time: short. Errors: of a creation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_create_node(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_node_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    create(state, out, name.get(), |writer, name| writer.create_node(parent.unwrap(), name))
}

/// Creates a node that stays until `parent` is deleted, and goes with it and with what was recorded below it. Its
/// handle is for creating what is below it.
///
/// Context: writer. Time: short. Errors: of a creation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_record_node(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_node_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    create(state, out, name.get(), |writer, name| {
        let node = writer.create_node(parent.unwrap(), name)?;
        writer.record(node).map(|()| node)
    })
}

/// Deletes a node, and what was recorded below it. Values below it that still have a handle are in no tree any more,
/// but stay usable until they are deleted. Where the writer's book keeps no serial numbers, all that is below the node
/// is deleted.
///
/// Context: writer. Time: short; with children, that of a look at all blocks of the file, for each level that goes.
/// Errors: of the state, of the handle, `GBX_ERROR_INVALID_ARGUMENT` (the root).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_node_delete(state: *mut gbx_inspect_t, handle: gbx_node_t) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.delete(handle.unwrap()))
}

/// Deletes a node and all that is below it; readers see all of it go at once. Handles to it are stale then.
///
/// Context: writer. Time: as `gbx_inspect_node_delete`. Errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_node_delete_tree(state: *mut gbx_inspect_t, handle: gbx_node_t) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.delete_tree(handle.unwrap()))
}
