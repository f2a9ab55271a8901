//! Freezing: copies that say that nobody changes them any more, and the last word of a writer.

use core::ffi::c_void;

use glassbox::inspect::Writer;

use super::gbx_inspect_t;
use super::texts::copy;
use crate::pointer::vouched;
use crate::status::gbx_status_t;

/// Copies the file into `buffer`, and puts its size into `length`. The copy says that it is frozen; the file itself goes
/// on. When `capacity` bytes are too few, `length` becomes what is needed, and `buffer` is left alone.
///
/// Context: writer. Time: that of the copy. Errors: of the state, `GBX_ERROR_NULL`, `GBX_ERROR_IN_TRANSACTION`,
/// `GBX_ERROR_BUFFER_TOO_SMALL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_frozen_copy(
    state: *mut gbx_inspect_t,
    buffer: *mut c_void,
    capacity: usize,
    length: *mut usize,
) -> gbx_status_t {
    let buffer = buffer.cast::<u8>();
    vouched!(state, buffer, length);
    copy(state, buffer, capacity, length, |writer, buffer| writer.frozen_copy(buffer).map(|copy| copy.len()))
}

/// Freezes the file for good. Every later operation fails with `GBX_ERROR_FROZEN`.
///
/// Context: writer. Time: constant. Errors: of the state, `GBX_ERROR_IN_TRANSACTION`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_freeze(state: *mut gbx_inspect_t) -> gbx_status_t {
    vouched!(state);
    state.with(Writer::freeze)
}
