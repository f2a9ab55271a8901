//! Arrays of numbers: slots of one type, side by side in one block.

use glassbox::inspect::kind::{DoubleArray, IntArray, Number, NumberArray, Scalar, UintArray};

use super::handles::{CHandle, gbx_node_t, handles};
use super::{create, gbx_inspect_t, get};
use crate::pointer::{Pointer, vouched};
use crate::status::gbx_status_t;
use crate::text::gbx_str_t;

/// A handle to an array of signed integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct gbx_int_array_t {
    /// The value's block in the file.
    pub block: u32,
    /// Tells this value from others that had or will have the block.
    pub check: u32,
}

/// A handle to an array of unsigned integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct gbx_uint_array_t {
    /// The value's block in the file.
    pub block: u32,
    /// Tells this value from others that had or will have the block.
    pub check: u32,
}

/// A handle to an array of floating-point numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct gbx_double_array_t {
    /// The value's block in the file.
    pub block: u32,
    /// Tells this value from others that had or will have the block.
    pub check: u32,
}

handles! {
    gbx_int_array_t: IntArray;
    gbx_uint_array_t: UintArray;
    gbx_double_array_t: DoubleArray;
}

/// Creates an array of signed integers below `parent`, all zero. It has 1 to 254 slots.
///
/// Context: writer. Time: short. Errors: of a creation, `GBX_ERROR_INVALID_ARGUMENT` (no slots),
/// `GBX_ERROR_TOO_MANY_SLOTS`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_create_int_array(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    slots: usize,
    out: *mut gbx_int_array_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    create(state, out, name.get(), |writer, name| writer.create_array(parent.unwrap(), name, slots))
}

/// Sets a signed integer of an array. Slots count from 0.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_int_array_set(
    state: *mut gbx_inspect_t,
    handle: gbx_int_array_t,
    index: usize,
    value: i64,
) -> gbx_status_t {
    vouched!(state);
    set_slot(state, handle, index, value)
}

/// Adds to a signed integer of an array. It stays at the ends of its type instead of wrapping.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_int_array_add(
    state: *mut gbx_inspect_t,
    handle: gbx_int_array_t,
    index: usize,
    by: i64,
) -> gbx_status_t {
    vouched!(state);
    add_to_slot(state, handle, index, by)
}

/// Subtracts from a signed integer of an array. It stays at the ends of its type instead of wrapping.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_int_array_subtract(
    state: *mut gbx_inspect_t,
    handle: gbx_int_array_t,
    index: usize,
    by: i64,
) -> gbx_status_t {
    vouched!(state);
    subtract_from_slot(state, handle, index, by)
}

/// Reads a signed integer of an array back.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`, `GBX_ERROR_NULL`
/// (`value`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_int_array_get(
    state: *mut gbx_inspect_t,
    handle: gbx_int_array_t,
    index: usize,
    value: *mut i64,
) -> gbx_status_t {
    vouched!(state, value);
    get(state, value, |writer| writer.array_get(handle.unwrap(), index))
}

/// Deletes an array of signed integers. The handle is stale then.
///
/// Context: writer. Time: short. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_int_array_delete(
    state: *mut gbx_inspect_t,
    handle: gbx_int_array_t,
) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.delete(handle.unwrap()))
}

/// Creates an array of unsigned integers below `parent`, all zero. It has 1 to 254 slots.
///
/// Context: writer. Time: short. Errors: of a creation, `GBX_ERROR_INVALID_ARGUMENT` (no slots),
/// `GBX_ERROR_TOO_MANY_SLOTS`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_create_uint_array(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    slots: usize,
    out: *mut gbx_uint_array_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    create(state, out, name.get(), |writer, name| writer.create_array(parent.unwrap(), name, slots))
}

/// Sets an unsigned integer of an array. Slots count from 0.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_uint_array_set(
    state: *mut gbx_inspect_t,
    handle: gbx_uint_array_t,
    index: usize,
    value: u64,
) -> gbx_status_t {
    vouched!(state);
    set_slot(state, handle, index, value)
}

/// Adds to an unsigned integer of an array. It stays at 2^64 - 1 instead of wrapping.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_uint_array_add(
    state: *mut gbx_inspect_t,
    handle: gbx_uint_array_t,
    index: usize,
    by: u64,
) -> gbx_status_t {
    vouched!(state);
    add_to_slot(state, handle, index, by)
}

/// Subtracts from an unsigned integer of an array. It stays at 0 instead of wrapping.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_uint_array_subtract(
    state: *mut gbx_inspect_t,
    handle: gbx_uint_array_t,
    index: usize,
    by: u64,
) -> gbx_status_t {
    vouched!(state);
    subtract_from_slot(state, handle, index, by)
}

/// Reads an unsigned integer of an array back.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`, `GBX_ERROR_NULL`
/// (`value`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_uint_array_get(
    state: *mut gbx_inspect_t,
    handle: gbx_uint_array_t,
    index: usize,
    value: *mut u64,
) -> gbx_status_t {
    vouched!(state, value);
    get(state, value, |writer| writer.array_get(handle.unwrap(), index))
}

/// Deletes an array of unsigned integers. The handle is stale then.
///
/// Context: writer. Time: short. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_uint_array_delete(
    state: *mut gbx_inspect_t,
    handle: gbx_uint_array_t,
) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.delete(handle.unwrap()))
}

/// Creates an array of floating-point numbers below `parent`, all zero. It has 1 to 254 slots.
///
/// Context: writer. Time: short. Errors: of a creation, `GBX_ERROR_INVALID_ARGUMENT` (no slots),
/// `GBX_ERROR_TOO_MANY_SLOTS`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_create_double_array(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    slots: usize,
    out: *mut gbx_double_array_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    create(state, out, name.get(), |writer, name| writer.create_array(parent.unwrap(), name, slots))
}

/// Sets a floating-point number of an array. Slots count from 0.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_double_array_set(
    state: *mut gbx_inspect_t,
    handle: gbx_double_array_t,
    index: usize,
    value: f64,
) -> gbx_status_t {
    vouched!(state);
    set_slot(state, handle, index, value)
}

/// Adds to a floating-point number of an array.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_double_array_add(
    state: *mut gbx_inspect_t,
    handle: gbx_double_array_t,
    index: usize,
    by: f64,
) -> gbx_status_t {
    vouched!(state);
    add_to_slot(state, handle, index, by)
}

/// Subtracts from a floating-point number of an array.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_double_array_subtract(
    state: *mut gbx_inspect_t,
    handle: gbx_double_array_t,
    index: usize,
    by: f64,
) -> gbx_status_t {
    vouched!(state);
    subtract_from_slot(state, handle, index, by)
}

/// Reads a floating-point number of an array back.
///
/// Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`, `GBX_ERROR_NULL`
/// (`value`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_double_array_get(
    state: *mut gbx_inspect_t,
    handle: gbx_double_array_t,
    index: usize,
    value: *mut f64,
) -> gbx_status_t {
    vouched!(state, value);
    get(state, value, |writer| writer.array_get(handle.unwrap(), index))
}

/// Deletes an array of floating-point numbers. The handle is stale then.
///
/// Context: writer. Time: short. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_double_array_delete(
    state: *mut gbx_inspect_t,
    handle: gbx_double_array_t,
) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.delete(handle.unwrap()))
}

/// What the slots of an array hold.
type Element<H> = <<<H as CHandle>::Kind as NumberArray>::Element as Scalar>::Value;

#[cfg_attr(target_pointer_width = "64", inline(always))]
fn set_slot<H: CHandle>(state: Pointer<gbx_inspect_t>, handle: H, index: usize, value: Element<H>) -> gbx_status_t
where
    H::Kind: NumberArray,
{
    state.quickly(
        |writer| writer.change_slot(handle.unwrap(), index, |_| value),
        || set_thoroughly(state, handle, index, value),
    )
}

#[inline(never)]
fn set_thoroughly<H: CHandle>(state: Pointer<gbx_inspect_t>, handle: H, index: usize, value: Element<H>) -> gbx_status_t
where
    H::Kind: NumberArray,
{
    state.update(|writer| writer.array_set(handle.unwrap(), index, value))
}

#[cfg_attr(target_pointer_width = "64", inline(always))]
fn add_to_slot<H: CHandle>(state: Pointer<gbx_inspect_t>, handle: H, index: usize, by: Element<H>) -> gbx_status_t
where
    H::Kind: NumberArray,
{
    state.quickly(
        |writer| writer.change_slot(handle.unwrap(), index, |value| <H::Kind as NumberArray>::Element::plus(value, by)),
        || add_thoroughly(state, handle, index, by),
    )
}

#[inline(never)]
fn add_thoroughly<H: CHandle>(state: Pointer<gbx_inspect_t>, handle: H, index: usize, by: Element<H>) -> gbx_status_t
where
    H::Kind: NumberArray,
{
    state.update(|writer| writer.array_add(handle.unwrap(), index, by))
}

#[cfg_attr(target_pointer_width = "64", inline(always))]
fn subtract_from_slot<H: CHandle>(
    state: Pointer<gbx_inspect_t>,
    handle: H,
    index: usize,
    by: Element<H>,
) -> gbx_status_t
where
    H::Kind: NumberArray,
{
    state.quickly(
        |writer| {
            writer.change_slot(handle.unwrap(), index, |value| <H::Kind as NumberArray>::Element::minus(value, by))
        },
        || subtract_thoroughly(state, handle, index, by),
    )
}

#[inline(never)]
fn subtract_thoroughly<H: CHandle>(
    state: Pointer<gbx_inspect_t>,
    handle: H,
    index: usize,
    by: Element<H>,
) -> gbx_status_t
where
    H::Kind: NumberArray,
{
    state.update(|writer| writer.array_subtract(handle.unwrap(), index, by))
}
