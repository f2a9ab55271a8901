//! Targeted reads: one value of a live file, without a copy of the file.

use core::ffi::c_void;

use glassbox::inspect::reader::{Location, LocationError, Number, Patience, Scalar, Step};

use super::cursor::{ZERO, gbx_inspect_cursor_t, gbx_inspect_kind_t, gbx_inspect_number_t, gbx_inspect_value_t, here};
use crate::pointer::{Holder, Pointer, holds, vouched};
use crate::status::gbx_status_t::{self, GBX_ERROR_WRONG_KIND};

/// The size of a location, in words of 64 bits.
pub const GBX_INSPECT_LOCATION_WORDS: usize = 4;

/// Where a value lies in a file, and by what to know it again. The caller owns it, and its contents are the library's;
/// it may be copied. It is good for as long as the value is not deleted, however much else is written.
#[derive(Debug)]
#[repr(C)]
pub struct gbx_inspect_location_t {
    /// The library's.
    pub opaque: [u64; GBX_INSPECT_LOCATION_WORDS],
}

impl Holder for gbx_inspect_location_t {
    type Held = Location;
    const MARK: usize = 0x4758_424f;
}
static_assertions::const_assert!(holds::<gbx_inspect_location_t>());

/// Notes where the property lies that a cursor is on, to read it again from live memory. The cursor's tree is of a
/// snapshot of that memory.
///
/// Context: the cursor's. Time: constant. Errors: of the cursor, `GBX_ERROR_NULL` (`location`), `GBX_ERROR_WRONG_KIND`
/// (it is on a node).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_cursor_locate(
    cursor: *const gbx_inspect_cursor_t,
    location: *mut gbx_inspect_location_t,
) -> gbx_status_t {
    vouched!(cursor, location);
    let locate = || match here(cursor)? {
        Step::Property(property) => location.hold(property.location()),
        Step::Enter(_) | Step::Leave(_) => Err(GBX_ERROR_WRONG_KIND),
    };
    locate().into()
}

/// Reads a number, or true or false, where it lies, while its writer runs. `attempts` as in `gbx_inspect_snapshot`.
///
/// Context: any. Time: constant for each attempt. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_BAD_REGION`,
/// `GBX_ERROR_NOT_INITIALISED` (`location`), `GBX_ERROR_WRONG_KIND`, `GBX_ERROR_STALE_HANDLE` (the value is gone),
/// `GBX_ERROR_LOCKED`, `GBX_ERROR_CONTENDED`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_location_read(
    location: *const gbx_inspect_location_t,
    region: *const c_void,
    size: usize,
    attempts: u32,
    value: *mut gbx_inspect_value_t,
) -> gbx_status_t {
    let region = region.cast_mut().cast::<u8>();
    vouched!(location, region, value);
    let read = || {
        let out = value.output()?;
        let location = location.held()?;
        let read = location.read(region.region(size)?, patience(attempts))?;
        let (kind, number) = match read.value {
            Scalar::Number(number) => (kind_of(number), number.into()),
            Scalar::Bool(as_bool) => {
                let mut number = ZERO;
                number.as_bool = as_bool;
                (gbx_inspect_kind_t::GBX_KIND_BOOL, number)
            }
        };
        out.put(gbx_inspect_value_t { number, kind, block: location.block().get(), length: 0 });
        Ok(())
    };
    read().into()
}

/// Reads one slot of an array or a histogram of numbers where it lies. A histogram's parameters come first.
///
/// Context: any. Time: constant for each attempt. Errors: as `gbx_inspect_location_read`, `GBX_ERROR_OUT_OF_RANGE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_location_read_slot(
    location: *const gbx_inspect_location_t,
    region: *const c_void,
    size: usize,
    attempts: u32,
    slot: u32,
    number: *mut gbx_inspect_number_t,
) -> gbx_status_t {
    let region = region.cast_mut().cast::<u8>();
    vouched!(location, region, number);
    let read = || {
        let out = number.output()?;
        out.put(location.held()?.read_slot(region.region(size)?, slot, patience(attempts))?.value.into());
        Ok(())
    };
    read().into()
}

/// Copies a text or bytes where they lie into `buffer`, and puts their length into `length`. When `capacity` bytes are
/// too few, `length` becomes what is needed. A text is not checked to be UTF-8.
///
/// Context: any. Time: that of the length for each attempt. Errors: as `gbx_inspect_location_read`,
/// `GBX_ERROR_BUFFER_TOO_SMALL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_location_read_bytes(
    location: *const gbx_inspect_location_t,
    region: *const c_void,
    size: usize,
    attempts: u32,
    buffer: *mut c_void,
    capacity: usize,
    length: *mut usize,
) -> gbx_status_t {
    let (region, buffer) = (region.cast_mut().cast::<u8>(), buffer.cast::<u8>());
    vouched!(location, region, buffer, length);
    let read = |mut buffer: Pointer<u8>| {
        let out = length.output()?;
        let (region, buffer) = (region.region(size)?, buffer.buffer(capacity)?);
        let read = location.held()?.read_bytes(region, buffer, patience(attempts));
        match read {
            Ok(read) => out.put(read.value),
            Err(LocationError::BufferTooSmall { needed }) => out.put(needed),
            Err(_) => {}
        }
        Ok(read.map(drop)?)
    };
    read(buffer).into()
}

const fn kind_of(number: Number) -> gbx_inspect_kind_t {
    match number {
        Number::Int(_) => gbx_inspect_kind_t::GBX_KIND_INT,
        Number::Uint(_) => gbx_inspect_kind_t::GBX_KIND_UINT,
        Number::Double(_) => gbx_inspect_kind_t::GBX_KIND_DOUBLE,
    }
}

/// So many attempts, or the usual number for 0.
pub(super) fn patience(attempts: u32) -> Patience {
    let usual = Patience::default();
    if attempts == 0 { usual } else { Patience { attempts, ..usual } }
}
