//! Values that are texts. A reader sees the old text or the new one.

use core::ffi::c_char;
use core::ptr::null;

use glassbox::mmv::{TEXT_MAXIMUM, TextValue};

use super::state::gbx_mmv_t;
use super::values::{gbx_mmv_value_t, reached};
use super::{give_handle, status};
use crate::pointer::{Constant, vouched};
use crate::status::gbx_status_t::{self, GBX_ERROR_BUFFER_TOO_SMALL};
use crate::text::gbx_str_t;

/// A value that is a text. All zero is the null handle.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_string_t {
    /// The writer.
    pub state: *const gbx_mmv_t,
    /// The library's.
    pub value: u32,
    /// The library's.
    pub stamp: u32,
}

fn text(value: gbx_mmv_string_t, state: Constant<gbx_mmv_t>) -> Result<TextValue<'static>, gbx_status_t> {
    let (held, handle) = reached(state, value.value, value.stamp)?;
    Ok(held.writer().text(handle)?)
}

/// The value as a text.
///
/// Context: any. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_WRONG_KIND` (the metric has
/// another type); `out` becomes the null handle then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_string(value: gbx_mmv_value_t, out: *mut gbx_mmv_string_t) -> gbx_status_t {
    let state = value.state;
    vouched!(state, out);
    let made = gbx_mmv_string_t { state: value.state, value: value.value, stamp: value.stamp };
    give_handle(out, gbx_mmv_string_t { state: null(), value: 0, stamp: 0 }, || text(made, state).map(|_| made))
}

/// Sets a text of at most 255 bytes without a NUL. In a file with `GBX_MMV_SENTINEL` the empty text says that there is
/// none.
///
/// Context: one for each value. Time: that of 256 bytes. Errors: of the handle, `GBX_ERROR_NULL`, `GBX_ERROR_TOO_LONG` (more
/// than 255 bytes, or a NUL among them).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_string_set(value: gbx_mmv_string_t, new_text: gbx_str_t) -> gbx_status_t {
    let state = value.state;
    vouched!(state, new_text);
    status(|| Ok(text(value, state)?.set_bytes(new_text.kept_bytes()?)?))
}

/// Copies the text and a NUL to `buffer`, and puts out its length without the NUL. When `capacity` bytes are too few,
/// `length` becomes that of the text, and nothing is copied.
///
/// Context: that which sets it. Time: that of 256 bytes. Errors: of the handle, `GBX_ERROR_NULL`,
/// `GBX_ERROR_BUFFER_TOO_SMALL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_string_get(
    value: gbx_mmv_string_t,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> gbx_status_t {
    let state = value.state;
    let buffer = buffer.cast::<u8>();
    vouched!(state, buffer, length);
    let mut buffer = buffer;
    status(|| {
        let (text, length) = (text(value, state)?, length.output()?);
        let mut copy = [0; TEXT_MAXIMUM + 1];
        let found = text.get(&mut copy);
        let buffer = buffer.buffer(capacity)?;
        length.put(found.len());
        let (place, rest) = buffer.split_at_mut_checked(found.len()).ok_or(GBX_ERROR_BUFFER_TOO_SMALL)?;
        let end = rest.first_mut().ok_or(GBX_ERROR_BUFFER_TOO_SMALL)?;
        for (to, from) in place.iter_mut().zip(found) {
            *to = *from;
        }
        *end = 0;
        Ok(())
    })
}
