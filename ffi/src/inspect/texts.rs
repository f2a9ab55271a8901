//! Strings and bytes: values whose contents have a length.

use core::ffi::{c_char, c_void};

use glassbox::inspect::{Error, Writer};

use super::handles::{CHandle, gbx_bytes_t, gbx_node_t, gbx_string_t};
use super::{both, create, gbx_inspect_t, record, with};
use crate::pointer::{Pointer, vouched};
use crate::status::gbx_status_t;
use crate::text::gbx_str_t;

/// Creates a string below `parent`.
///
/// Context: writer. Time: that of its length. Errors: of a creation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_create_string(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    value: gbx_str_t,
    out: *mut gbx_string_t,
) -> gbx_status_t {
    vouched!(state, name, value, out);
    create(state, out, both(name.get(), value.get()), |writer, (name, value)| {
        writer.create_string(parent.unwrap(), name, value)
    })
}

/// Creates a string that stays until `parent` is deleted, and goes with it.
///
/// Context: writer. Time: that of its length. Errors: of a creation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_record_string(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    value: gbx_str_t,
) -> gbx_status_t {
    vouched!(state, name, value);
    record(state, both(name.get(), value.get()), |writer, (name, value)| {
        writer.create_string(parent.unwrap(), name, value)
    })
}

/// Sets a string, whole or not at all. Old and new text exist side by side for a moment.
///
/// Context: writer. Time: that of its length. Errors: of the state, of the handle, `GBX_ERROR_INVALID_UTF8`,
/// `GBX_ERROR_TOO_LONG`, `GBX_ERROR_FULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_string_set(
    state: *mut gbx_inspect_t,
    handle: gbx_string_t,
    value: gbx_str_t,
) -> gbx_status_t {
    vouched!(state, value);
    with(state, value.get(), |writer, value| writer.set_string(handle.unwrap(), value))
}

/// Copies a string into `buffer`, without a terminating zero, and puts the length into `length`. When `capacity` bytes
/// are too few, `length` becomes what is needed, and `buffer` is left alone. `buffer` may be NULL when `capacity` is 0.
///
/// Context: writer. Time: that of its length. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`buffer`,
/// `length`), `GBX_ERROR_BUFFER_TOO_SMALL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_string_get(
    state: *mut gbx_inspect_t,
    handle: gbx_string_t,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> gbx_status_t {
    let buffer = buffer.cast::<u8>();
    vouched!(state, buffer, length);
    copy(state, buffer, capacity, length, |writer, buffer| writer.get_string(handle.unwrap(), buffer).map(str::len))
}

/// Deletes a string. The handle is stale then.
///
/// Context: writer. Time: that of its length. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_string_delete(state: *mut gbx_inspect_t, handle: gbx_string_t) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.delete(handle.unwrap()))
}

/// Creates bytes below `parent`. `data` may be NULL when `size` is 0.
///
/// Context: writer. Time: that of its length. Errors: of a creation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_create_bytes(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    data: *const c_void,
    size: usize,
    out: *mut gbx_bytes_t,
) -> gbx_status_t {
    let data = data.cast::<u8>();
    vouched!(state, name, data, out);
    create(state, out, both(name.get(), data.bytes(size)), |writer, (name, value)| {
        writer.create_bytes(parent.unwrap(), name, value)
    })
}

/// Creates bytes that stay until `parent` is deleted, and go with it.
///
/// Context: writer. Time: that of its length. Errors: of a creation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_record_bytes(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    data: *const c_void,
    size: usize,
) -> gbx_status_t {
    let data = data.cast::<u8>();
    vouched!(state, name, data);
    record(state, both(name.get(), data.bytes(size)), |writer, (name, value)| {
        writer.create_bytes(parent.unwrap(), name, value)
    })
}

/// Sets bytes, whole or not at all. Old and new bytes exist side by side for a moment. `data` may be NULL when `size`
/// is 0.
///
/// Context: writer. Time: that of its length. Errors: of the state, of the handle, `GBX_ERROR_TOO_LONG`,
/// `GBX_ERROR_FULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_bytes_set(
    state: *mut gbx_inspect_t,
    handle: gbx_bytes_t,
    data: *const c_void,
    size: usize,
) -> gbx_status_t {
    let data = data.cast::<u8>();
    vouched!(state, data);
    with(state, data.bytes(size), |writer, value| writer.set_bytes(handle.unwrap(), value))
}

/// Copies bytes into `buffer`, and puts the length into `length`. When `capacity` bytes are too few,
/// `length` becomes what is needed, and `buffer` is left alone. `buffer` may be NULL when `capacity` is 0.
///
/// Context: writer. Time: that of its length. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`buffer`,
/// `length`), `GBX_ERROR_BUFFER_TOO_SMALL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_bytes_get(
    state: *mut gbx_inspect_t,
    handle: gbx_bytes_t,
    buffer: *mut c_void,
    capacity: usize,
    length: *mut usize,
) -> gbx_status_t {
    let buffer = buffer.cast::<u8>();
    vouched!(state, buffer, length);
    copy(state, buffer, capacity, length, |writer, buffer| writer.get_bytes(handle.unwrap(), buffer).map(<[u8]>::len))
}

/// Deletes bytes. The handle is stale then.
///
/// Context: writer. Time: that of its length. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_bytes_delete(state: *mut gbx_inspect_t, handle: gbx_bytes_t) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.delete(handle.unwrap()))
}

/// Lets `f` fill the caller's buffer, and puts out the length, or the one that is needed.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(super) fn copy(
    state: Pointer<gbx_inspect_t>,
    mut buffer: Pointer<u8>,
    capacity: usize,
    length: Pointer<usize>,
    f: impl FnOnce(&mut Writer<'static>, &mut [u8]) -> Result<usize, Error>,
) -> gbx_status_t {
    with(state, both(length.output(), buffer.buffer(capacity)), |writer, (length, buffer)| {
        let copied = f(writer, buffer);
        if let Ok(size) | Err(Error::BufferTooSmall { needed: size }) = copied {
            length.put(size);
        }
        copied.map(drop)
    })
}
