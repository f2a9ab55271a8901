//! How values are found: a handle says which value is meant, for as long as its file keeps its layout.

use core::ffi::c_void;
use core::ptr::null;

use glassbox::mmv::Handle;

use super::state::{Held, gbx_mmv_t};
use super::{give, give_handle};
use crate::pointer::{Constant, vouched};
use crate::status::gbx_status_t::{self, GBX_ERROR_NO_HANDLE, GBX_ERROR_NULL};
use crate::text::gbx_str_t;

/// Which value of which file is meant, whatever its type. All zero is the null handle, which all functions refuse.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_value_t {
    /// The writer.
    pub state: *const gbx_mmv_t,
    /// The library's.
    pub value: u32,
    /// The library's.
    pub stamp: u32,
}

impl gbx_mmv_value_t {
    /// The null handle.
    const NULL: Self = Self { state: null(), value: 0, stamp: 0 };
}

/// The state and the value of a handle of two words; the state is vouched for.
pub(super) fn reached(
    state: Constant<gbx_mmv_t>,
    value: u32,
    stamp: u32,
) -> Result<(&'static Held, Handle), gbx_status_t> {
    if stamp == 0 {
        return Err(GBX_ERROR_NO_HANDLE);
    }
    let held = state.held().map_err(|status| if status == GBX_ERROR_NULL { GBX_ERROR_NO_HANDLE } else { status })?;
    Ok((held, Handle::from_parts(value, stamp)))
}

/// Finds the value of a metric by name. `instance` is for a metric with instances; `GBX_NO_STR` for one without.
///
/// Context: any. Time: O(log n) comparisons for n metrics and instances that were declared; for an instance that got its
/// name later, the number of such instances is added. Errors: of the state, `GBX_ERROR_NULL` (`out`, a text),
/// `GBX_ERROR_NOT_FOUND`; `out` becomes the null handle then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_find(
    state: *const gbx_mmv_t,
    metric: gbx_str_t,
    instance: gbx_str_t,
    out: *mut gbx_mmv_value_t,
) -> gbx_status_t {
    let has_instance = !instance.data.is_null() || instance.size != 0;
    let address = state;
    vouched!(state, metric, instance, out);
    give_handle(out, gbx_mmv_value_t::NULL, || {
        let writer = state.held()?.writer();
        let instance = if has_instance { Some(instance.kept_bytes()?) } else { None };
        let handle = writer.look_up(metric.kept_bytes()?, instance)?;
        Ok(gbx_mmv_value_t { state: address, value: handle.value(), stamp: handle.stamp() })
    })
}

/// The value of metric `metric` for instance `instance` of its domain, both counted from 0 as declared. A metric without
/// instances has one value, whatever the instance.
///
/// Context: any. Time: O(log n) steps for n values. Errors: of the state, `GBX_ERROR_NULL` (`out`),
/// `GBX_ERROR_NOT_FOUND`; `out` becomes the null handle then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_value_at(
    state: *const gbx_mmv_t,
    metric: u32,
    instance: u32,
    out: *mut gbx_mmv_value_t,
) -> gbx_status_t {
    let address = state;
    vouched!(state, out);
    give_handle(out, gbx_mmv_value_t::NULL, || {
        let handle = state.held()?.writer().value_at(metric, instance)?;
        Ok(gbx_mmv_value_t { state: address, value: handle.value(), stamp: handle.stamp() })
    })
}

/// Where the record of a value lies: eight bytes that hold the number, and what belongs to a text or an elapsed time. It
/// stays there for as long as the file keeps its layout.
///
/// Context: any. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_value_record(value: gbx_mmv_value_t, out: *mut *mut c_void) -> gbx_status_t {
    let state = value.state;
    vouched!(state, out);
    give(out, || {
        let (held, handle) = reached(state, value.value, value.stamp)?;
        Ok(held.address(held.writer().offset(handle)?).cast())
    })
}

/// The value whose record lies at `record`, which is only compared with where the file lies.
///
/// Context: any. Time: constant. Errors: of the state, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_STALE_HANDLE` (no value lies
/// there); `out` becomes the null handle then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_value_of_record(
    state: *const gbx_mmv_t,
    record: *const c_void,
    out: *mut gbx_mmv_value_t,
) -> gbx_status_t {
    let address = state;
    vouched!(state, out);
    give_handle(out, gbx_mmv_value_t::NULL, || {
        let held = state.held()?;
        let handle = held.writer().handle_at(held.offset(record.cast_mut()))?;
        Ok(gbx_mmv_value_t { state: address, value: handle.value(), stamp: handle.stamp() })
    })
}

/// The type of a value, a `gbx_mmv_type_t`.
///
/// Context: any. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_value_type(value: gbx_mmv_value_t, out: *mut i32) -> gbx_status_t {
    let state = value.state;
    vouched!(state, out);
    give(out, || {
        let (held, handle) = reached(state, value.value, value.stamp)?;
        Ok(held.writer().value_type(handle)?.code())
    })
}
