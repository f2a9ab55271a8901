//! Values of any kind: what is done to all of them alike.

use core::ffi::c_char;

use glassbox::inspect::{AnyHandle, Writer};

use super::handles::{CHandle, gbx_node_t};
use super::texts::copy;
use super::{gbx_inspect_t, with};
use crate::pointer::vouched;
use crate::status::gbx_status_t;
use crate::text::gbx_str_t;

/// A handle to a value of any kind: `GBX_ANY(handle)` makes one of any other handle, which stays good beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct gbx_any_t {
    /// The value's block in the file.
    pub block: u32,
    /// Tells this value from others that had or will have the block.
    pub check: u32,
}

static_assertions::assert_eq_size!(gbx_any_t, AnyHandle);
static_assertions::assert_eq_align!(gbx_any_t, AnyHandle);

impl gbx_any_t {
    const fn unwrap(self) -> AnyHandle {
        AnyHandle::from_parts(self.block, self.check)
    }
}

/// Gives up the handle to a value: it stays until its node is deleted, and goes with it. The `gbx_inspect_record_...`
/// functions do the same at once.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_INVALID_ARGUMENT` (the root).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_record(state: *mut gbx_inspect_t, value: gbx_any_t) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.record_any(value.unwrap()))
}

/// Moves a value, with all that is below it, to another node.
///
/// Context: writer. Time: that of a walk from `parent` up to the root. Errors: of the state, of both handles,
/// `GBX_ERROR_WOULD_CYCLE` (`parent` is the value itself or below it), `GBX_ERROR_INVALID_ARGUMENT` (the root).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_reparent(
    state: *mut gbx_inspect_t,
    value: gbx_any_t,
    parent: gbx_node_t,
) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.reparent_any(value.unwrap(), parent.unwrap()))
}

/// Copies the name of a value into `buffer`, as `gbx_inspect_string_get` copies a string.
///
/// Context: writer. Time: that of its length. Errors: as there, and `GBX_ERROR_INVALID_ARGUMENT` (the root).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_name(
    state: *mut gbx_inspect_t,
    value: gbx_any_t,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> gbx_status_t {
    let buffer = buffer.cast::<u8>();
    vouched!(state, buffer, length);
    copy(state, buffer, capacity, length, |writer, buffer| writer.get_any_name(value.unwrap(), buffer).map(str::len))
}

/// Deletes a value of any kind, as the function for its kind does.
///
/// Context: writer. Time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_delete(state: *mut gbx_inspect_t, value: gbx_any_t) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.delete_any(value.unwrap()))
}

/// Deletes `count` values that belong together; readers see all of them go at once. Their handles in `values` become
/// null. Null handles, and values that are gone already, are passed over. `values` may be NULL when `count` is 0.
///
/// Context: writer. Time: that of deleting each. Errors: of the state, `GBX_ERROR_NULL` (`values`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_delete_all(
    state: *mut gbx_inspect_t,
    values: *mut gbx_any_t,
    count: usize,
) -> gbx_status_t {
    vouched!(state, values);
    with(state, values.several(count), Writer::delete_all)
}

/// Puts `prefix` and the next number of the writer's counter, from 0, into `buffer`, without a terminating zero: a name
/// that no value had from it before. When `capacity` bytes are too few, `length` becomes what is needed, and the number
/// is not used up.
///
/// Context: writer. Time: that of its length. Errors: of the state, `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_UTF8`,
/// `GBX_ERROR_BUFFER_TOO_SMALL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_unique_name(
    state: *mut gbx_inspect_t,
    prefix: gbx_str_t,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> gbx_status_t {
    let buffer = buffer.cast::<u8>();
    vouched!(state, prefix, buffer, length);
    match prefix.get() {
        Ok(prefix) => {
            copy(state, buffer, capacity, length, |writer, buffer| writer.unique_name(prefix, buffer).map(str::len))
        }
        Err(status) => status,
    }
}
