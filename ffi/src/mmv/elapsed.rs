//! Values that are elapsed times: microseconds spent in intervals.

use core::ptr::null;

use glassbox::mmv::Interval;

use super::state::gbx_mmv_t;
use super::values::{gbx_mmv_value_t, reached};
use super::{give, give_handle, status};
use crate::pointer::{Constant, vouched};
use crate::status::gbx_status_t::{self, GBX_ERROR_NOT_AVAILABLE, GBX_ERROR_UNSUPPORTED, GBX_ERROR_WRONG_STATE};

/// A value that is an elapsed time. All zero is the null handle. Times are microseconds since 1970, from whatever clock
/// the program has; readers add the interval that is open by theirs.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_elapsed_t {
    /// The writer.
    pub state: *const gbx_mmv_t,
    /// The library's.
    pub value: u32,
    /// The library's.
    pub stamp: u32,
}

fn interval(value: gbx_mmv_elapsed_t, state: Constant<gbx_mmv_t>) -> Result<Interval<'static>, gbx_status_t> {
    let (held, handle) = reached(state, value.value, value.stamp)?;
    Ok(held.writer().interval(handle)?)
}

/// Does what `f` says was done, or was not because of the interval.
fn act(value: gbx_mmv_elapsed_t, state: Constant<gbx_mmv_t>, f: impl FnOnce(&Interval<'_>) -> bool) -> gbx_status_t {
    status(|| if f(&interval(value, state)?) { Ok(()) } else { Err(GBX_ERROR_WRONG_STATE) })
}

/// The value as an elapsed time.
///
/// Context: any. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_WRONG_KIND` (the metric has
/// another type); `out` becomes the null handle then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_elapsed(value: gbx_mmv_value_t, out: *mut gbx_mmv_elapsed_t) -> gbx_status_t {
    let state = value.state;
    vouched!(state, out);
    let made = gbx_mmv_elapsed_t { state: value.state, value: value.value, stamp: value.stamp };
    give_handle(out, gbx_mmv_elapsed_t { state: null(), value: 0, stamp: 0 }, || interval(made, state).map(|_| made))
}

/// Opens an interval at `now`, microseconds since 1970.
///
/// Context: one for each value. Time: constant. Errors: of the handle, `GBX_ERROR_WRONG_STATE` (an interval is open).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_elapsed_start(value: gbx_mmv_elapsed_t, now: u64) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    act(value, state, |interval| interval.start(now))
}

/// Closes the interval at `now` and adds its time. An interval that ends before it starts adds nothing. For an instant a
/// reader sees the total without it.
///
/// Context: one for each value. Time: constant. Errors: of the handle, `GBX_ERROR_WRONG_STATE` (no interval is open).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_elapsed_end(value: gbx_mmv_elapsed_t, now: u64) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    act(value, state, |interval| interval.end(now))
}

/// Closes the interval, if one is open, and adds nothing: what is right after a reset.
///
/// Context: one for each value. Time: constant. Errors: of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_elapsed_discard(value: gbx_mmv_elapsed_t) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    act(value, state, |interval| {
        interval.discard();
        true
    })
}

/// Sets the time spent in intervals, and closes the one that is open, whose time does not count.
///
/// Context: one for each value. Time: constant. Errors: of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_elapsed_set(value: gbx_mmv_elapsed_t, microseconds: u64) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    act(value, state, |interval| {
        interval.set(microseconds);
        true
    })
}

/// Adds to the time spent in intervals.
///
/// Context: one for each value. Time: constant. Errors: of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_elapsed_add(value: gbx_mmv_elapsed_t, microseconds: u64) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    act(value, state, |interval| {
        interval.add(microseconds);
        true
    })
}

/// The microseconds spent in intervals that have ended.
///
/// Context: that which sets it. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`),
/// `GBX_ERROR_NOT_AVAILABLE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_elapsed_get(value: gbx_mmv_elapsed_t, out: *mut u64) -> gbx_status_t {
    let state = value.state;
    vouched!(state, out);
    give(out, || interval(value, state)?.get().ok_or(GBX_ERROR_NOT_AVAILABLE))
}

/// When the interval that is open began.
///
/// Context: that which sets it. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`),
/// `GBX_ERROR_WRONG_STATE` (no interval is open).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_elapsed_open_since(value: gbx_mmv_elapsed_t, out: *mut u64) -> gbx_status_t {
    let state = value.state;
    vouched!(state, out);
    give(out, || interval(value, state)?.open_since().ok_or(GBX_ERROR_WRONG_STATE))
}

/// Makes the value "not available", and closes the interval that is open.
///
/// Context: one for each value. Time: constant. Errors: of the handle, `GBX_ERROR_UNSUPPORTED` (the file has not
/// `GBX_MMV_SENTINEL`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_elapsed_set_unavailable(value: gbx_mmv_elapsed_t) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    status(|| if interval(value, state)?.set_unavailable() { Ok(()) } else { Err(GBX_ERROR_UNSUPPORTED) })
}
