//! The lock that a program gives to a writer: a context and two functions.

use core::ffi::c_void;

/// Takes a lock. Gives true when it holds it, and false when it cannot be taken in the calling context; then the
/// function that needed it returns `GBX_ERROR_BUSY`. What it puts into `key`, for example the interrupt mask that it
/// found, is given back to the release.
pub type gbx_lock_acquire_t = Option<extern "C" fn(context: *mut c_void, key: *mut usize) -> bool>;

/// Gives a lock back, with the key that the acquire put out.
pub type gbx_lock_release_t = Option<extern "C" fn(context: *mut c_void, key: usize)>;

/// A lock between the contexts that use one writer. All zero means that there is none: one context at a time uses the
/// writer, and a call from an interrupt in between is refused with `GBX_ERROR_BUSY`. `glassbox_locks.h` has examples.
///
/// Both functions are called by every function that takes the state, so they must not block an interrupt that may not
/// be blocked. They must not use the state. The lock must order memory, as locks of operating systems do.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_lock_t {
    /// Given to both functions.
    pub context: *mut c_void,
    /// Takes the lock.
    pub acquire: gbx_lock_acquire_t,
    /// Gives it back.
    pub release: gbx_lock_release_t,
}

impl gbx_lock_t {
    /// No lock.
    pub(crate) const NONE: Self = Self { context: core::ptr::null_mut(), acquire: None, release: None };
}
