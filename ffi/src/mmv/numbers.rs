//! Values that are numbers.
//!
//! What is done millions of times a second is inline in the header where the compiler has the atomic operations, over
//! the address that a handle holds. Elsewhere the header calls the functions here, which reach the same bytes through the
//! core.

use core::ptr::{null, null_mut};

use glassbox::mmv::{Exclusive, Handle, Number};

use super::state::{Held, gbx_mmv_t, has_sentinel};
use super::values::{gbx_mmv_value_t, reached};
use super::{give, give_handle, status};
use crate::pointer::{Constant, Pointer, vouched};
use crate::status::gbx_status_t::{
    self, GBX_ERROR_NO_HANDLE, GBX_ERROR_NOT_AVAILABLE, GBX_ERROR_NULL, GBX_ERROR_UNSUPPORTED,
};

/// A value that is an `int32_t`. All zero is the null handle. It is good for as long as its file keeps its layout.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_i32_t {
    /// Where the number lies.
    pub cell: *mut u64,
    /// The writer.
    pub state: *const gbx_mmv_t,
    /// 1 when the value can be "not available", 0 otherwise.
    pub has_sentinel: u32,
}

/// A value that is a `uint32_t`. All zero is the null handle. It is good for as long as its file keeps its layout.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_u32_t {
    /// Where the number lies.
    pub cell: *mut u64,
    /// The writer.
    pub state: *const gbx_mmv_t,
    /// 1 when the value can be "not available", 0 otherwise.
    pub has_sentinel: u32,
}

/// A value that is an `int64_t`. All zero is the null handle. It is good for as long as its file keeps its layout.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_i64_t {
    /// Where the number lies.
    pub cell: *mut u64,
    /// The writer.
    pub state: *const gbx_mmv_t,
    /// 1 when the value can be "not available", 0 otherwise.
    pub has_sentinel: u32,
}

/// A value that is a `uint64_t`. All zero is the null handle. It is good for as long as its file keeps its layout.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_u64_t {
    /// Where the number lies.
    pub cell: *mut u64,
    /// The writer.
    pub state: *const gbx_mmv_t,
    /// 1 when the value can be "not available", 0 otherwise.
    pub has_sentinel: u32,
}

/// A value that is a `float`. All zero is the null handle. It is good for as long as its file keeps its layout.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_float_t {
    /// Where the number lies.
    pub cell: *mut u64,
    /// The writer.
    pub state: *const gbx_mmv_t,
    /// 1 when the value can be "not available", 0 otherwise.
    pub has_sentinel: u32,
}

/// A value that is a `double`. All zero is the null handle. It is good for as long as its file keeps its layout.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_double_t {
    /// Where the number lies.
    pub cell: *mut u64,
    /// The writer.
    pub state: *const gbx_mmv_t,
    /// 1 when the value can be "not available", 0 otherwise.
    pub has_sentinel: u32,
}

/// Where a number lies, which writer's it is, and whether it can be "not available".
type Parts = (*mut u64, *const gbx_mmv_t, u32);

/// Makes the typed handle of a value.
fn resolve<T: Number, H: Copy>(
    value: gbx_mmv_value_t,
    state: Constant<gbx_mmv_t>,
    out: Pointer<H>,
    make: fn(Parts) -> H,
) -> gbx_status_t {
    give_handle(out, make((null_mut(), null(), 0)), || {
        let (held, handle) = reached(state, value.value, value.stamp)?;
        held.writer().exclusive::<T>(handle)?;
        let offset = held.writer().offset(handle)?;
        #[expect(clippy::cast_ptr_alignment, reason = "regions and records are aligned to 8 bytes")]
        let cell = held.address(offset).cast::<u64>();
        Ok(make((cell, value.state, u32::from(has_sentinel(held)))))
    })
}

/// The value whose number lies at `cell`, which is only compared with where the file lies.
fn reach(state: Constant<gbx_mmv_t>, cell: *mut u64) -> Result<(&'static Held, Handle), gbx_status_t> {
    if cell.is_null() {
        return Err(GBX_ERROR_NO_HANDLE);
    }
    let held = state.held().map_err(|status| if status == GBX_ERROR_NULL { GBX_ERROR_NO_HANDLE } else { status })?;
    Ok((held, held.writer().handle_at(held.offset(cell))?))
}

fn exclusive<T: Number>(state: Constant<gbx_mmv_t>, cell: *mut u64) -> Result<Exclusive<'static, T>, gbx_status_t> {
    let (held, handle) = reach(state, cell)?;
    Ok(held.writer().exclusive(handle)?)
}

fn change<T: Number>(state: Constant<gbx_mmv_t>, cell: *mut u64, f: impl FnOnce(&Exclusive<'_, T>)) -> gbx_status_t {
    status(|| {
        f(&exclusive(state, cell)?);
        Ok(())
    })
}

fn get<T: Number>(state: Constant<gbx_mmv_t>, cell: *mut u64, out: Pointer<T>) -> gbx_status_t {
    give(out, || exclusive::<T>(state, cell)?.get().ok_or(GBX_ERROR_NOT_AVAILABLE))
}

fn set_unavailable<T: Number>(state: Constant<gbx_mmv_t>, cell: *mut u64) -> gbx_status_t {
    status(|| if exclusive::<T>(state, cell)?.set_unavailable() { Ok(()) } else { Err(GBX_ERROR_UNSUPPORTED) })
}

/// Adds to a number that others add to, where this machine can.
macro_rules! add_shared {
    ($number:ident, $state:ident, $cell:expr, $by:ident, where $($condition:tt)*) => {{
        #[cfg($($condition)*)]
        let done = status(|| {
            let (held, handle) = reach($state, $cell)?;
            held.writer().shared::<$number>(handle)?.add($by);
            Ok(())
        });
        #[cfg(not($($condition)*))]
        let done = status(|| {
            let _ = ($by, reach($state, $cell)?);
            Err(GBX_ERROR_UNSUPPORTED)
        });
        done
    }};
}

/// The value as an `int32_t`.
///
/// Context: any. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_WRONG_KIND` (the metric has
/// another type); `out` becomes the null handle then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_i32(value: gbx_mmv_value_t, out: *mut gbx_mmv_i32_t) -> gbx_status_t {
    let state = value.state;
    vouched!(state, out);
    resolve::<i32, _>(value, state, out, |(cell, state, has_sentinel)| gbx_mmv_i32_t { cell, state, has_sentinel })
}

/// What `gbx_mmv_i32_set` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_i32_set(value: gbx_mmv_i32_t, number: i32) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    change::<i32>(state, value.cell, |value| value.set(number))
}

/// What `gbx_mmv_i32_add` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_i32_add(value: gbx_mmv_i32_t, by: i32) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    change::<i32>(state, value.cell, |value| value.add(by))
}

/// What `gbx_mmv_i32_add_shared` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_i32_add_shared(value: gbx_mmv_i32_t, by: i32) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    add_shared!(i32, state, value.cell, by, where target_has_atomic = "32")
}

/// What `gbx_mmv_i32_get` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_i32_get(value: gbx_mmv_i32_t, out: *mut i32) -> gbx_status_t {
    let state = value.state;
    vouched!(state, out);
    get(state, value.cell, out)
}

/// Makes the value "not available".
///
/// Context: one for each value. Time: constant. Errors: of the handle, `GBX_ERROR_UNSUPPORTED` (the file has not
/// `GBX_MMV_SENTINEL`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_i32_set_unavailable(value: gbx_mmv_i32_t) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    set_unavailable::<i32>(state, value.cell)
}

/// The value as a `uint32_t`.
///
/// Context: any. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_WRONG_KIND` (the metric has
/// another type); `out` becomes the null handle then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_u32(value: gbx_mmv_value_t, out: *mut gbx_mmv_u32_t) -> gbx_status_t {
    let state = value.state;
    vouched!(state, out);
    resolve::<u32, _>(value, state, out, |(cell, state, has_sentinel)| gbx_mmv_u32_t { cell, state, has_sentinel })
}

/// What `gbx_mmv_u32_set` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_u32_set(value: gbx_mmv_u32_t, number: u32) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    change::<u32>(state, value.cell, |value| value.set(number))
}

/// What `gbx_mmv_u32_add` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_u32_add(value: gbx_mmv_u32_t, by: u32) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    change::<u32>(state, value.cell, |value| value.add(by))
}

/// What `gbx_mmv_u32_add_shared` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_u32_add_shared(value: gbx_mmv_u32_t, by: u32) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    add_shared!(u32, state, value.cell, by, where target_has_atomic = "32")
}

/// What `gbx_mmv_u32_get` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_u32_get(value: gbx_mmv_u32_t, out: *mut u32) -> gbx_status_t {
    let state = value.state;
    vouched!(state, out);
    get(state, value.cell, out)
}

/// Makes the value "not available".
///
/// Context: one for each value. Time: constant. Errors: of the handle, `GBX_ERROR_UNSUPPORTED` (the file has not
/// `GBX_MMV_SENTINEL`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_u32_set_unavailable(value: gbx_mmv_u32_t) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    set_unavailable::<u32>(state, value.cell)
}

/// The value as an `int64_t`.
///
/// Context: any. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_WRONG_KIND` (the metric has
/// another type); `out` becomes the null handle then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_i64(value: gbx_mmv_value_t, out: *mut gbx_mmv_i64_t) -> gbx_status_t {
    let state = value.state;
    vouched!(state, out);
    resolve::<i64, _>(value, state, out, |(cell, state, has_sentinel)| gbx_mmv_i64_t { cell, state, has_sentinel })
}

/// What `gbx_mmv_i64_set` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_i64_set(value: gbx_mmv_i64_t, number: i64) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    change::<i64>(state, value.cell, |value| value.set(number))
}

/// What `gbx_mmv_i64_add` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_i64_add(value: gbx_mmv_i64_t, by: i64) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    change::<i64>(state, value.cell, |value| value.add(by))
}

/// What `gbx_mmv_i64_add_shared` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_i64_add_shared(value: gbx_mmv_i64_t, by: i64) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    add_shared!(i64, state, value.cell, by, where all(target_has_atomic = "64", not(glassbox_word32)))
}

/// What `gbx_mmv_i64_get` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_i64_get(value: gbx_mmv_i64_t, out: *mut i64) -> gbx_status_t {
    let state = value.state;
    vouched!(state, out);
    get(state, value.cell, out)
}

/// Makes the value "not available".
///
/// Context: one for each value. Time: constant. Errors: of the handle, `GBX_ERROR_UNSUPPORTED` (the file has not
/// `GBX_MMV_SENTINEL`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_i64_set_unavailable(value: gbx_mmv_i64_t) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    set_unavailable::<i64>(state, value.cell)
}

/// The value as a `uint64_t`.
///
/// Context: any. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_WRONG_KIND` (the metric has
/// another type); `out` becomes the null handle then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_u64(value: gbx_mmv_value_t, out: *mut gbx_mmv_u64_t) -> gbx_status_t {
    let state = value.state;
    vouched!(state, out);
    resolve::<u64, _>(value, state, out, |(cell, state, has_sentinel)| gbx_mmv_u64_t { cell, state, has_sentinel })
}

/// What `gbx_mmv_u64_set` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_u64_set(value: gbx_mmv_u64_t, number: u64) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    change::<u64>(state, value.cell, |value| value.set(number))
}

/// What `gbx_mmv_u64_add` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_u64_add(value: gbx_mmv_u64_t, by: u64) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    change::<u64>(state, value.cell, |value| value.add(by))
}

/// What `gbx_mmv_u64_add_shared` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_u64_add_shared(value: gbx_mmv_u64_t, by: u64) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    add_shared!(u64, state, value.cell, by, where all(target_has_atomic = "64", not(glassbox_word32)))
}

/// What `gbx_mmv_u64_get` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_u64_get(value: gbx_mmv_u64_t, out: *mut u64) -> gbx_status_t {
    let state = value.state;
    vouched!(state, out);
    get(state, value.cell, out)
}

/// Makes the value "not available".
///
/// Context: one for each value. Time: constant. Errors: of the handle, `GBX_ERROR_UNSUPPORTED` (the file has not
/// `GBX_MMV_SENTINEL`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_u64_set_unavailable(value: gbx_mmv_u64_t) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    set_unavailable::<u64>(state, value.cell)
}

/// The value as a `float`.
///
/// Context: any. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_WRONG_KIND` (the metric has
/// another type); `out` becomes the null handle then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_float(value: gbx_mmv_value_t, out: *mut gbx_mmv_float_t) -> gbx_status_t {
    let state = value.state;
    vouched!(state, out);
    resolve::<f32, _>(value, state, out, |(cell, state, has_sentinel)| gbx_mmv_float_t { cell, state, has_sentinel })
}

/// What `gbx_mmv_float_set` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_float_set(value: gbx_mmv_float_t, number: f32) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    change::<f32>(state, value.cell, |value| value.set(number))
}

/// What `gbx_mmv_float_add` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_float_add(value: gbx_mmv_float_t, by: f32) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    change::<f32>(state, value.cell, |value| value.add(by))
}

/// What `gbx_mmv_float_add_shared` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_float_add_shared(value: gbx_mmv_float_t, by: f32) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    add_shared!(f32, state, value.cell, by, where target_has_atomic = "32")
}

/// What `gbx_mmv_float_get` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_float_get(value: gbx_mmv_float_t, out: *mut f32) -> gbx_status_t {
    let state = value.state;
    vouched!(state, out);
    get(state, value.cell, out)
}

/// Makes the value "not available".
///
/// Context: one for each value. Time: constant. Errors: of the handle, `GBX_ERROR_UNSUPPORTED` (the file has not
/// `GBX_MMV_SENTINEL`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_float_set_unavailable(value: gbx_mmv_float_t) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    set_unavailable::<f32>(state, value.cell)
}

/// The value as a `double`.
///
/// Context: any. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_WRONG_KIND` (the metric has
/// another type); `out` becomes the null handle then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_double(value: gbx_mmv_value_t, out: *mut gbx_mmv_double_t) -> gbx_status_t {
    let state = value.state;
    vouched!(state, out);
    resolve::<f64, _>(value, state, out, |(cell, state, has_sentinel)| gbx_mmv_double_t { cell, state, has_sentinel })
}

/// What `gbx_mmv_double_set` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_double_set(value: gbx_mmv_double_t, number: f64) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    change::<f64>(state, value.cell, |value| value.set(number))
}

/// What `gbx_mmv_double_add` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_double_add(value: gbx_mmv_double_t, by: f64) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    change::<f64>(state, value.cell, |value| value.add(by))
}

/// What `gbx_mmv_double_add_shared` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_double_add_shared(value: gbx_mmv_double_t, by: f64) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    add_shared!(f64, state, value.cell, by, where all(target_has_atomic = "64", not(glassbox_word32)))
}

/// What `gbx_mmv_double_get` is where it is not inline. Context, time and errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_call_double_get(value: gbx_mmv_double_t, out: *mut f64) -> gbx_status_t {
    let state = value.state;
    vouched!(state, out);
    get(state, value.cell, out)
}

/// Makes the value "not available".
///
/// Context: one for each value. Time: constant. Errors: of the handle, `GBX_ERROR_UNSUPPORTED` (the file has not
/// `GBX_MMV_SENTINEL`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_double_set_unavailable(value: gbx_mmv_double_t) -> gbx_status_t {
    let state = value.state;
    vouched!(state);
    set_unavailable::<f64>(state, value.cell)
}
