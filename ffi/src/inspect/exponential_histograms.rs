//! Exponential histograms: they count values in buckets that grow by a factor.

use glassbox::inspect::kind::{DoubleExponential, IntExponential, UintExponential};

use super::counting::count;
use super::handles::{CHandle, gbx_node_t, handles};
use super::{create, gbx_inspect_t};
use crate::pointer::vouched;
use crate::status::gbx_status_t;
use crate::text::gbx_str_t;

/// A handle to a histogram of signed integers, with buckets that grow by a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct gbx_int_exponential_histogram_t {
    /// The value's block in the file.
    pub block: u32,
    /// Tells this value from others that had or will have the block.
    pub check: u32,
}

/// A handle to a histogram of unsigned integers, with buckets that grow by a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct gbx_uint_exponential_histogram_t {
    /// The value's block in the file.
    pub block: u32,
    /// Tells this value from others that had or will have the block.
    pub check: u32,
}

/// A handle to a histogram of floating-point numbers, with buckets that grow by a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct gbx_double_exponential_histogram_t {
    /// The value's block in the file.
    pub block: u32,
    /// Tells this value from others that had or will have the block.
    pub check: u32,
}

handles! {
    gbx_int_exponential_histogram_t: IntExponential;
    gbx_uint_exponential_histogram_t: UintExponential;
    gbx_double_exponential_histogram_t: DoubleExponential;
}

/// Creates a histogram of signed integers below `parent`: the first of 1 to 249 buckets goes from `floor` to `floor +
/// initial`, and each next one ends `multiplier` times as far from the floor. What is below and above the buckets is
/// counted too.
///
/// Context: writer. Time: short. Errors: of a creation, `GBX_ERROR_INVALID_ARGUMENT` (no bucket, an initial step that
/// is not above zero, a multiplier that is not above one), `GBX_ERROR_TOO_MANY_SLOTS`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_create_int_exponential_histogram(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    floor: i64,
    initial: i64,
    multiplier: i64,
    buckets: usize,
    out: *mut gbx_int_exponential_histogram_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    create(state, out, name.get(), |writer, name| {
        writer.create_exponential_histogram(parent.unwrap(), name, floor, initial, multiplier, buckets)
    })
}

/// Counts a signed integer.
///
/// Context: writer. Time: constant: at most eight steps to find the bucket. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_int_exponential_histogram_insert(
    state: *mut gbx_inspect_t,
    handle: gbx_int_exponential_histogram_t,
    value: i64,
) -> gbx_status_t {
    vouched!(state);
    count(state, handle, value, 1)
}

/// Counts a signed integer `times` times. Counts stay at the end of their type.
///
/// Context: writer. Time: constant: at most eight steps to find the bucket. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_int_exponential_histogram_insert_multiple(
    state: *mut gbx_inspect_t,
    handle: gbx_int_exponential_histogram_t,
    value: i64,
    times: u64,
) -> gbx_status_t {
    vouched!(state);
    count(state, handle, value, times)
}

/// Sets all counts to zero. The parameters stay.
///
/// Context: writer. Time: that of its buckets. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_int_exponential_histogram_clear(
    state: *mut gbx_inspect_t,
    handle: gbx_int_exponential_histogram_t,
) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.clear(handle.unwrap()))
}

/// Deletes a histogram. The handle is stale then.
///
/// Context: writer. Time: short. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_int_exponential_histogram_delete(
    state: *mut gbx_inspect_t,
    handle: gbx_int_exponential_histogram_t,
) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.delete(handle.unwrap()))
}

/// Creates a histogram of unsigned integers below `parent`: the first of 1 to 249 buckets goes from `floor` to `floor +
/// initial`, and each next one ends `multiplier` times as far from the floor. What is below and above the buckets is
/// counted too.
///
/// Context: writer. Time: short. Errors: of a creation, `GBX_ERROR_INVALID_ARGUMENT` (no bucket, an initial step that
/// is not above zero, a multiplier that is not above one), `GBX_ERROR_TOO_MANY_SLOTS`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_create_uint_exponential_histogram(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    floor: u64,
    initial: u64,
    multiplier: u64,
    buckets: usize,
    out: *mut gbx_uint_exponential_histogram_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    create(state, out, name.get(), |writer, name| {
        writer.create_exponential_histogram(parent.unwrap(), name, floor, initial, multiplier, buckets)
    })
}

/// Counts an unsigned integer.
///
/// Context: writer. Time: constant: at most eight steps to find the bucket. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_uint_exponential_histogram_insert(
    state: *mut gbx_inspect_t,
    handle: gbx_uint_exponential_histogram_t,
    value: u64,
) -> gbx_status_t {
    vouched!(state);
    count(state, handle, value, 1)
}

/// Counts an unsigned integer `times` times. Counts stay at the end of their type.
///
/// Context: writer. Time: constant: at most eight steps to find the bucket. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_uint_exponential_histogram_insert_multiple(
    state: *mut gbx_inspect_t,
    handle: gbx_uint_exponential_histogram_t,
    value: u64,
    times: u64,
) -> gbx_status_t {
    vouched!(state);
    count(state, handle, value, times)
}

/// Sets all counts to zero. The parameters stay.
///
/// Context: writer. Time: that of its buckets. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_uint_exponential_histogram_clear(
    state: *mut gbx_inspect_t,
    handle: gbx_uint_exponential_histogram_t,
) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.clear(handle.unwrap()))
}

/// Deletes a histogram. The handle is stale then.
///
/// Context: writer. Time: short. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_uint_exponential_histogram_delete(
    state: *mut gbx_inspect_t,
    handle: gbx_uint_exponential_histogram_t,
) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.delete(handle.unwrap()))
}

/// Creates a histogram of floating-point numbers below `parent`: the first of 1 to 249 buckets goes from `floor` to
/// `floor + initial`, and each next one ends `multiplier` times as far from the floor. What is below and above the
/// buckets is counted too.
///
/// Context: writer. Time: short. Errors: of a creation, `GBX_ERROR_INVALID_ARGUMENT` (no bucket, an initial step that
/// is not above zero, a multiplier that is not above one, or a number that is not finite), `GBX_ERROR_TOO_MANY_SLOTS`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_create_double_exponential_histogram(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    floor: f64,
    initial: f64,
    multiplier: f64,
    buckets: usize,
    out: *mut gbx_double_exponential_histogram_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    create(state, out, name.get(), |writer, name| {
        writer.create_exponential_histogram(parent.unwrap(), name, floor, initial, multiplier, buckets)
    })
}

/// Counts a floating-point number. NaN is below all buckets.
///
/// Context: writer. Time: constant: at most eight steps to find the bucket. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_double_exponential_histogram_insert(
    state: *mut gbx_inspect_t,
    handle: gbx_double_exponential_histogram_t,
    value: f64,
) -> gbx_status_t {
    vouched!(state);
    count(state, handle, value, 1)
}

/// Counts a floating-point number `times` times.
///
/// Context: writer. Time: constant: at most eight steps to find the bucket. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_double_exponential_histogram_insert_multiple(
    state: *mut gbx_inspect_t,
    handle: gbx_double_exponential_histogram_t,
    value: f64,
    times: u64,
) -> gbx_status_t {
    vouched!(state);
    count(state, handle, value, times)
}

/// Sets all counts to zero. The parameters stay.
///
/// Context: writer. Time: that of its buckets. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_double_exponential_histogram_clear(
    state: *mut gbx_inspect_t,
    handle: gbx_double_exponential_histogram_t,
) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.clear(handle.unwrap()))
}

/// Deletes a histogram. The handle is stale then.
///
/// Context: writer. Time: short. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_double_exponential_histogram_delete(
    state: *mut gbx_inspect_t,
    handle: gbx_double_exponential_histogram_t,
) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.delete(handle.unwrap()))
}
