//! The table of regions, which `GBX_REGISTRY` defines.

use core::ffi::c_void;

use glassbox::registry::{self, Error, Format};

use crate::pointer::vouched;
use crate::status::gbx_status_t::{
    self, GBX_ERROR_FULL, GBX_ERROR_INVALID_ARGUMENT, GBX_ERROR_NOT_FOUND, GBX_ERROR_NULL, GBX_ERROR_TOO_LONG,
};
use crate::text::gbx_str_t;

/// The longest name of a region, in bytes.
pub const GBX_REGISTRY_NAME: usize = 24;

/// For `format`: the region is an Inspect file.
pub const GBX_FORMAT_INSPECT: u32 = 1;
/// For `format`: the region is an MMV file.
pub const GBX_FORMAT_MMV: u32 = 2;
/// For `format`: the region is a trace.
pub const GBX_FORMAT_TRACE: u32 = 3;

/// What a table begins with, before its slots. `GBX_REGISTRY` fills it in.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_registry_t {
    /// What a table is found by.
    pub magic: [u8; 8],
    /// The version of the layout.
    pub version: u16,
    /// The size of a pointer.
    pub pointer_size: u8,
    /// Zero.
    pub reserved: u8,
    /// How many slots there are.
    pub slots: u32,
}

/// A place for one region in a table.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_registry_slot_t {
    /// The name, filled up with zeros.
    pub name: [u32; 6],
    /// Where the region is.
    pub address: usize,
    /// How many bytes it has.
    pub size: usize,
    /// Its format.
    pub format: u32,
    /// 1 while the slot is in use.
    pub state: u32,
}

/// Lists the region of `size` bytes at `address` under a name of 1 to `GBX_REGISTRY_NAME` bytes, so that it is found in a
/// dump of the memory. `registry` is `&gbx_registry.head`. A region that is listed already is listed anew.
///
/// Context: one at a time. Time: that of looking at all slots. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT`
/// (no table, no format, no byte, no name), `GBX_ERROR_INVALID_UTF8`, `GBX_ERROR_TOO_LONG` (the name),
/// `GBX_ERROR_FULL` (no slot is left).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_registry_add(
    registry: *mut gbx_registry_t,
    name: gbx_str_t,
    format: u32,
    address: *const c_void,
    size: usize,
) -> gbx_status_t {
    vouched!(registry, name);
    let add = || {
        let format = match format {
            GBX_FORMAT_INSPECT => Format::Inspect,
            GBX_FORMAT_MMV => Format::Mmv,
            GBX_FORMAT_TRACE => Format::Trace,
            _ => return Err(GBX_ERROR_INVALID_ARGUMENT),
        };
        let name = name.get()?;
        if address.is_null() {
            return Err(GBX_ERROR_NULL);
        }
        registry::add(registry.slots()?, name, format, address.addr(), size).map_err(|error| match error {
            Error::Full => GBX_ERROR_FULL,
            Error::NameTooLong => GBX_ERROR_TOO_LONG,
            Error::Empty => GBX_ERROR_INVALID_ARGUMENT,
        })
    };
    add().into()
}

/// Takes the region at `address` out of the table.
///
/// Context: one at a time. Time: that of looking at all slots. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT` (no
/// table), `GBX_ERROR_NOT_FOUND` (the region is not listed).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_registry_remove(registry: *mut gbx_registry_t, address: *const c_void) -> gbx_status_t {
    vouched!(registry);
    let remove = || {
        let is_out = registry::remove(registry.slots()?, address.addr());
        if is_out { Ok(()) } else { Err(GBX_ERROR_NOT_FOUND) }
    };
    remove().into()
}
