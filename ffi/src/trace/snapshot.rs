//! Snapshots: a copy of a live trace region.

use core::ffi::c_void;

use glassbox::trace::recorder::{BadRegion, snapshot};

use crate::pointer::{Pointer, vouched};
use crate::status::gbx_status_t::{self, GBX_ERROR_BAD_MAGIC, GBX_ERROR_BUFFER_TOO_SMALL};

/// What a copy of a trace region is like.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_trace_snapshot_t {
    /// Its size in bytes.
    pub size: usize,
    /// Records that changed during each of 100 attempts to copy them. A reader says of them that they are torn.
    pub torn: u32,
}

/// Copies the trace file in `region` to `buffer`, each record of it true at one moment, while contexts write.
///
/// `region` may be longer than the file, and be mapped for reading only. No lock is taken and nothing is written to
/// the region, so a fault handler or a signal handler may do this. When `capacity` bytes are too few, `snapshot->size`
/// becomes what is needed.
///
/// Context: any. Time: that of 100 copies at most. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT` (misaligned),
/// `GBX_ERROR_BAD_REGION`, `GBX_ERROR_BAD_MAGIC` (no trace region), `GBX_ERROR_BUFFER_TOO_SMALL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_trace_snapshot(
    region: *const c_void,
    size: usize,
    buffer: *mut c_void,
    capacity: usize,
    snapshot: *mut gbx_trace_snapshot_t,
) -> gbx_status_t {
    let (region, buffer) = (region.cast_mut().cast::<u8>(), buffer.cast::<u8>());
    vouched!(region, buffer, snapshot);
    take(region, size, buffer, capacity, snapshot).into()
}

fn take(
    region: Pointer<u8>,
    size: usize,
    mut buffer: Pointer<u8>,
    capacity: usize,
    out: Pointer<gbx_trace_snapshot_t>,
) -> Result<(), gbx_status_t> {
    let out = out.output()?;
    let mut torn = 0;
    match snapshot(region.region(size)?, buffer.buffer(capacity)?, &mut |_| torn += 1) {
        Ok(size) => {
            out.put(gbx_trace_snapshot_t { size, torn });
            Ok(())
        }
        Err(BadRegion::BufferTooSmall(size)) => {
            out.put(gbx_trace_snapshot_t { size, torn: 0 });
            Err(GBX_ERROR_BUFFER_TOO_SMALL)
        }
        Err(BadRegion::NotATrace) => Err(GBX_ERROR_BAD_MAGIC),
    }
}
