//! Text of fixed capacity: set in place, in bounded time, without allocating. For interrupts and control loops.

use core::ffi::c_char;

use glassbox::inspect::kind::FixedText;

use super::handles::{CHandle, gbx_node_t, handles};
use super::texts::copy;
use super::{create, gbx_inspect_t};
use crate::pointer::{Pointer, vouched};
use crate::status::gbx_status_t;
use crate::text::gbx_str_t;

/// A handle to a text of fixed capacity. Unlike a string it has memory of its own, which is made at once: setting it
/// allocates nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct gbx_text_t {
    /// The value's block in the file.
    pub block: u32,
    /// Tells this value from others that had or will have the block.
    pub check: u32,
}

handles! {
    gbx_text_t: FixedText;
}

/// Creates an empty text below `parent` that can be set to up to `capacity` bytes. What its last block holds beyond
/// `capacity` can be used as well: a capacity of 8, 24, 56, 120, 248, 504, 1016 or a multiple of 2040 bytes is exact.
///
/// Context: writer. Time: short; that of clearing the capacity. Errors: of a creation, `GBX_ERROR_INVALID_ARGUMENT` (no
/// capacity).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_create_text(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    capacity: usize,
    out: *mut gbx_text_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    create(state, out, name.get(), |writer, name| writer.create_text(parent.unwrap(), name, capacity))
}

/// Sets a text of fixed capacity, in place.
///
/// Context: writer. Time: that of the longer one of the old and the new text. Errors: of the state, of the handle,
/// `GBX_ERROR_INVALID_UTF8`, `GBX_ERROR_OVER_CAPACITY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_text_set(
    state: *mut gbx_inspect_t,
    handle: gbx_text_t,
    value: gbx_str_t,
) -> gbx_status_t {
    vouched!(state, value);
    match value.get() {
        Ok(value) => state
            .quickly(|writer| writer.set_text(handle.unwrap(), value).ok(), || set_thoroughly(state, handle, value)),
        Err(status) => status,
    }
}

#[inline(never)]
fn set_thoroughly(state: Pointer<gbx_inspect_t>, handle: gbx_text_t, value: &str) -> gbx_status_t {
    state.with(|writer| writer.set_text(handle.unwrap(), value))
}

/// Copies a text of fixed capacity into `buffer`, as `gbx_inspect_string_get` does.
///
/// Context: writer. Time: that of its length. Errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_text_get(
    state: *mut gbx_inspect_t,
    handle: gbx_text_t,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> gbx_status_t {
    let buffer = buffer.cast::<u8>();
    vouched!(state, buffer, length);
    copy(state, buffer, capacity, length, |writer, buffer| writer.get_text(handle.unwrap(), buffer).map(str::len))
}

/// Deletes a text of fixed capacity. The handle is stale then.
///
/// Context: writer. Time: that of its capacity. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_text_delete(state: *mut gbx_inspect_t, handle: gbx_text_t) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.delete(handle.unwrap()))
}
