//! Arrays of strings: each slot names a text that others may share.

use core::ffi::c_char;

use glassbox::inspect::kind::StringArray;

use super::handles::{CHandle, gbx_node_t, handles};
use super::texts::copy;
use super::{create, gbx_inspect_t, with};
use crate::pointer::vouched;
use crate::status::gbx_status_t;
use crate::text::gbx_str_t;

/// A handle to an array of strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct gbx_string_array_t {
    /// The value's block in the file.
    pub block: u32,
    /// Tells this value from others that had or will have the block.
    pub check: u32,
}

handles! {
    gbx_string_array_t: StringArray;
}

/// Creates an array of strings below `parent`, all empty. It has 1 to 255 slots.
///
/// Context: writer. Time: short. Errors: of a creation, `GBX_ERROR_INVALID_ARGUMENT` (no slots),
/// `GBX_ERROR_TOO_MANY_SLOTS`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_create_string_array(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    slots: usize,
    out: *mut gbx_string_array_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    create(state, out, name.get(), |writer, name| writer.create_string_array(parent.unwrap(), name, slots))
}

/// Sets a string of an array, whole or not at all. Slots count from 0. The empty text clears a slot, and takes no
/// memory.
///
/// Context: writer. Time: that of its length. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`,
/// `GBX_ERROR_INVALID_UTF8`, `GBX_ERROR_TOO_LONG`, `GBX_ERROR_FULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_string_array_set(
    state: *mut gbx_inspect_t,
    handle: gbx_string_array_t,
    index: usize,
    value: gbx_str_t,
) -> gbx_status_t {
    vouched!(state, value);
    with(state, value.get(), |writer, value| writer.string_array_set(handle.unwrap(), index, value))
}

/// Copies a string of an array into `buffer`, as `gbx_inspect_string_get` does.
///
/// Context: writer. Time: that of its length. Errors: as there, and `GBX_ERROR_OUT_OF_RANGE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_string_array_get(
    state: *mut gbx_inspect_t,
    handle: gbx_string_array_t,
    index: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> gbx_status_t {
    let buffer = buffer.cast::<u8>();
    vouched!(state, buffer, length);
    copy(state, buffer, capacity, length, |writer, buffer| {
        writer.string_array_get(handle.unwrap(), index, buffer).map(str::len)
    })
}

/// Deletes an array of strings. The handle is stale then.
///
/// Context: writer. Time: that of its slots. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_string_array_delete(
    state: *mut gbx_inspect_t,
    handle: gbx_string_array_t,
) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.delete(handle.unwrap()))
}
