//! Bounded lists: nodes that keep their newest entries.
//!
//! Pushing is one function with a callback, and not a pair of one that begins and one that ends: whoever forgets the
//! second one, or leaves between them, would keep readers out for ever. Here the section ends when the callback returns,
//! and an entry that could not be filled is taken out again. The lock is not held meanwhile, so the callback may use all
//! functions.

use core::ffi::c_void;

use glassbox::inspect::{BoundedList, NodeHandle};

use super::handles::{CHandle, gbx_node_t};
use super::{both, gbx_inspect_t};
use crate::pointer::{Holder, holds, vouched};
use crate::status::gbx_status_t::{self, GBX_ERROR_INVALID_ARGUMENT, GBX_ERROR_STOPPED, GBX_OK};
use crate::text::gbx_str_t;

/// The size of a list, in words of 64 bits.
#[cfg(target_pointer_width = "64")]
pub const GBX_INSPECT_LIST_WORDS: usize = 6;
/// The size of a list, in words of 64 bits.
#[cfg(not(target_pointer_width = "64"))]
pub const GBX_INSPECT_LIST_WORDS: usize = 5;

/// A node that keeps its newest entries. The caller owns it, and its contents are the library's. The state's lock covers
/// it. It must not be copied or moved, and it must be all zero or created when it is first given to a function other
/// than `gbx_inspect_create_list`.
#[derive(Debug)]
#[repr(C)]
pub struct gbx_inspect_list_t {
    /// The library's.
    pub opaque: [u64; GBX_INSPECT_LIST_WORDS],
}

impl Holder for gbx_inspect_list_t {
    type Held = BoundedList<&'static mut [NodeHandle]>;
    const MARK: usize = 0x4758_424c;
}
static_assertions::const_assert!(holds::<gbx_inspect_list_t>());

/// Creates values below the node of a new entry. `gbx_inspect_record_...` is right for them, since they go with the
/// entry. Gives true to keep the entry, and false to take it out again.
pub type gbx_inspect_fill_t = Option<extern "C" fn(context: *mut c_void, entry: gbx_node_t) -> bool>;

/// Creates a node below `parent` that keeps its `capacity` newest entries. `entries` has room for as many handles, and
/// is the library's for as long as the list is in use.
///
/// Context: writer. Time: short; that of clearing `entries`. Errors: of a creation, `GBX_ERROR_NULL` (`entries`, `list`),
/// `GBX_ERROR_INVALID_ARGUMENT` (no capacity); `list` is one that was never created then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_create_list(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    entries: *mut gbx_node_t,
    capacity: usize,
    list: *mut gbx_inspect_list_t,
) -> gbx_status_t {
    vouched!(state, name, entries, list);
    let arguments = list.release().and_then(|()| both(name.get(), entries.several(capacity)));
    let (name, entries) = match arguments {
        Ok((_, [])) => return GBX_ERROR_INVALID_ARGUMENT,
        Ok(arguments) => arguments,
        Err(status) => return status,
    };
    state.with(|writer| {
        let node = writer.create_node(parent.unwrap(), name)?;
        list.hold(BoundedList::new(node, entries)?)
    })
}

/// Appends an entry to a list: a node named with the next number of a counter, from 0. When the list is full the oldest
/// entry goes first. `fill` is called with `context` and the new node. Readers see nothing until it has returned: making
/// room, creating and filling are one transaction.
///
/// The lock is not held while `fill` runs: what other contexts do meanwhile joins the transaction. Only this list is
/// closed to them.
///
/// Context: writer. Time: that of deleting the oldest entry, and of `fill`. Errors: of the state, of the handle,
/// `GBX_ERROR_NULL` (`list`, `fill`), `GBX_ERROR_NOT_INITIALISED` (`list` was not created), `GBX_ERROR_BUSY` (an entry of
/// this list is being filled), `GBX_ERROR_FULL`, `GBX_ERROR_STOPPED` (`fill` gave false). After an error there is no new
/// entry, but the oldest one may have gone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_list_push(
    state: *mut gbx_inspect_t,
    list: *mut gbx_inspect_list_t,
    fill: gbx_inspect_fill_t,
    context: *mut c_void,
) -> gbx_status_t {
    vouched!(state, list);
    let Some(fill) = fill else { return gbx_status_t::GBX_ERROR_NULL };
    let mut entry = gbx_node_t::NULL;
    let begun = state.with(|writer| {
        let mut list = list;
        entry = gbx_node_t::wrap(writer.begin_entry(list.held_mut()?)?);
        Ok::<_, gbx_status_t>(())
    });
    if begun != GBX_OK {
        return begun;
    }
    let keep = fill(context, entry);
    let ended = state.with(|writer| {
        let mut list = list;
        writer.end_entry(list.held_mut()?, keep).map_err(gbx_status_t::from)
    });
    if ended == GBX_OK && !keep { GBX_ERROR_STOPPED } else { ended }
}

/// Deletes a list with all its entries; `list` is one that was never created then, and `entries` the caller's again.
///
/// Context: writer. Time: as `gbx_inspect_node_delete_tree`. Errors: of the state, of the handle, `GBX_ERROR_NULL`
/// (`list`), `GBX_ERROR_NOT_INITIALISED` (it was not created).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_list_delete(
    state: *mut gbx_inspect_t,
    list: *mut gbx_inspect_list_t,
) -> gbx_status_t {
    vouched!(state, list);
    state.with(|writer| {
        let mut held = list;
        writer.delete_tree(held.held_mut()?.node())?;
        list.release()
    })
}
