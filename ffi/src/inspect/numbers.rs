//! Values that are one word: signed and unsigned integers, floating-point numbers, true and false.

use super::handles::{CHandle, gbx_bool_t, gbx_double_t, gbx_int_t, gbx_node_t, gbx_uint_t};
use super::{add, create, gbx_inspect_t, get, record, set, subtract};
use crate::pointer::vouched;
use crate::status::gbx_status_t;
use crate::text::gbx_str_t;

/// Creates a signed integer below `parent`.
///
/// Context: writer. Time: short. Errors: of a creation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_create_int(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    value: i64,
    out: *mut gbx_int_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    create(state, out, name.get(), |writer, name| writer.create_int(parent.unwrap(), name, value))
}

/// Creates a signed integer that stays until `parent` is deleted, and goes with it.
///
/// Context: writer. Time: short. Errors: of a creation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_record_int(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    value: i64,
) -> gbx_status_t {
    vouched!(state, name);
    record(state, name.get(), |writer, name| writer.create_int(parent.unwrap(), name, value))
}

/// Sets a signed integer.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_int_set(state: *mut gbx_inspect_t, handle: gbx_int_t, value: i64) -> gbx_status_t {
    vouched!(state);
    set(state, handle, value)
}

/// Adds to a signed integer. It stays at the ends of its type instead of wrapping.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_int_add(state: *mut gbx_inspect_t, handle: gbx_int_t, by: i64) -> gbx_status_t {
    vouched!(state);
    add(state, handle, by)
}

/// Subtracts from a signed integer. It stays at the ends of its type instead of wrapping.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_int_subtract(
    state: *mut gbx_inspect_t,
    handle: gbx_int_t,
    by: i64,
) -> gbx_status_t {
    vouched!(state);
    subtract(state, handle, by)
}

/// Reads a signed integer back.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`value`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_int_get(
    state: *mut gbx_inspect_t,
    handle: gbx_int_t,
    value: *mut i64,
) -> gbx_status_t {
    vouched!(state, value);
    get(state, value, |writer| writer.get(handle.unwrap()))
}

/// Deletes a signed integer. The handle is stale then.
///
/// Context: writer. Time: short. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_int_delete(state: *mut gbx_inspect_t, handle: gbx_int_t) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.delete(handle.unwrap()))
}

/// Creates an unsigned integer below `parent`.
///
/// Context: writer. Time: short. Errors: of a creation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_create_uint(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    value: u64,
    out: *mut gbx_uint_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    create(state, out, name.get(), |writer, name| writer.create_uint(parent.unwrap(), name, value))
}

/// Creates an unsigned integer that stays until `parent` is deleted, and goes with it.
///
/// Context: writer. Time: short. Errors: of a creation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_record_uint(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    value: u64,
) -> gbx_status_t {
    vouched!(state, name);
    record(state, name.get(), |writer, name| writer.create_uint(parent.unwrap(), name, value))
}

/// Sets an unsigned integer.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_uint_set(
    state: *mut gbx_inspect_t,
    handle: gbx_uint_t,
    value: u64,
) -> gbx_status_t {
    vouched!(state);
    set(state, handle, value)
}

/// Adds to an unsigned integer. It stays at 2^64 - 1 instead of wrapping.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_uint_add(state: *mut gbx_inspect_t, handle: gbx_uint_t, by: u64) -> gbx_status_t {
    vouched!(state);
    add(state, handle, by)
}

/// Subtracts from an unsigned integer. It stays at 0 instead of wrapping.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_uint_subtract(
    state: *mut gbx_inspect_t,
    handle: gbx_uint_t,
    by: u64,
) -> gbx_status_t {
    vouched!(state);
    subtract(state, handle, by)
}

/// Reads an unsigned integer back.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`value`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_uint_get(
    state: *mut gbx_inspect_t,
    handle: gbx_uint_t,
    value: *mut u64,
) -> gbx_status_t {
    vouched!(state, value);
    get(state, value, |writer| writer.get(handle.unwrap()))
}

/// Deletes an unsigned integer. The handle is stale then.
///
/// Context: writer. Time: short. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_uint_delete(state: *mut gbx_inspect_t, handle: gbx_uint_t) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.delete(handle.unwrap()))
}

/// Creates a floating-point number below `parent`.
///
/// Context: writer. Time: short. Errors: of a creation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_create_double(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    value: f64,
    out: *mut gbx_double_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    create(state, out, name.get(), |writer, name| writer.create_double(parent.unwrap(), name, value))
}

/// Creates a floating-point number that stays until `parent` is deleted, and goes with it.
///
/// Context: writer. Time: short. Errors: of a creation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_record_double(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    value: f64,
) -> gbx_status_t {
    vouched!(state, name);
    record(state, name.get(), |writer, name| writer.create_double(parent.unwrap(), name, value))
}

/// Sets a floating-point number.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_double_set(
    state: *mut gbx_inspect_t,
    handle: gbx_double_t,
    value: f64,
) -> gbx_status_t {
    vouched!(state);
    set(state, handle, value)
}

/// Adds to a floating-point number.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_double_add(
    state: *mut gbx_inspect_t,
    handle: gbx_double_t,
    by: f64,
) -> gbx_status_t {
    vouched!(state);
    add(state, handle, by)
}

/// Subtracts from a floating-point number.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_double_subtract(
    state: *mut gbx_inspect_t,
    handle: gbx_double_t,
    by: f64,
) -> gbx_status_t {
    vouched!(state);
    subtract(state, handle, by)
}

/// Reads a floating-point number back.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`value`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_double_get(
    state: *mut gbx_inspect_t,
    handle: gbx_double_t,
    value: *mut f64,
) -> gbx_status_t {
    vouched!(state, value);
    get(state, value, |writer| writer.get(handle.unwrap()))
}

/// Deletes a floating-point number. The handle is stale then.
///
/// Context: writer. Time: short. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_double_delete(state: *mut gbx_inspect_t, handle: gbx_double_t) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.delete(handle.unwrap()))
}

/// Creates a value that is true or false below `parent`.
///
/// Context: writer. Time: short. Errors: of a creation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_create_bool(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    value: bool,
    out: *mut gbx_bool_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    create(state, out, name.get(), |writer, name| writer.create_bool(parent.unwrap(), name, value))
}

/// Creates a value that is true or false that stays until `parent` is deleted, and goes with it.
///
/// Context: writer. Time: short. Errors: of a creation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_record_bool(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    value: bool,
) -> gbx_status_t {
    vouched!(state, name);
    record(state, name.get(), |writer, name| writer.create_bool(parent.unwrap(), name, value))
}

/// Sets a value that is true or false.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_bool_set(
    state: *mut gbx_inspect_t,
    handle: gbx_bool_t,
    value: bool,
) -> gbx_status_t {
    vouched!(state);
    set(state, handle, value)
}

/// Reads a value that is true or false back.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`value`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_bool_get(
    state: *mut gbx_inspect_t,
    handle: gbx_bool_t,
    value: *mut bool,
) -> gbx_status_t {
    vouched!(state, value);
    get(state, value, |writer| writer.get(handle.unwrap()))
}

/// Deletes a value that is true or false. The handle is stale then.
///
/// Context: writer. Time: short. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_bool_delete(state: *mut gbx_inspect_t, handle: gbx_bool_t) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.delete(handle.unwrap()))
}
