//! Reading an MMV file of any version and byte order: a snapshot of live memory, the file, what is wrong with it, and its
//! views.

use core::ffi::c_void;

use glassbox::DEFAULT_ATTEMPTS;
use glassbox::mmv::read::{ByteOrder, Image, Severity, snapshot};

use super::{give, status};
use crate::pointer::{Constant, Holder, Pointer, holds, vouched};
use crate::sink::{Sink, gbx_sink_t};
use crate::status::gbx_status_t::{self, GBX_ERROR_BUFFER_TOO_SMALL, GBX_ERROR_INVALID_ARGUMENT, GBX_ERROR_NULL};
use crate::text::gbx_str_t;

/// A copy of a live MMV file.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_snapshot_t {
    /// Its size in bytes.
    pub size: usize,
    /// The number of texts and elapsed times that never stood still: they may be mixed of two.
    pub unsettled: usize,
    /// How often the copy was begun.
    pub attempts: u32,
}

/// Copies the MMV file in `region` to `buffer` while its writer runs, with all metadata as they were at one moment, and
/// each value as it was at one.
///
/// `region` may be longer than the file, and be mapped for reading only; all of it is copied, up to a multiple of 16.
/// It is aligned to 8 bytes and has 64 of them at least. When the metadata change meanwhile the copy is begun again,
/// `attempts` times in all; 0 means 1024 times. When `capacity` bytes are too few, `snapshot->size` becomes what is
/// needed.
///
/// Context: any. Time: that of `attempts` copies. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_BAD_REGION`,
/// `GBX_ERROR_BUFFER_TOO_SMALL`, `GBX_ERROR_IN_FLUX` (it was never complete), `GBX_ERROR_CONTENDED` (it changed every
/// time), `GBX_ERROR_BAD_MAGIC`, `GBX_ERROR_UNSUPPORTED_VERSION`, `GBX_ERROR_TOC_OUTSIDE_FILE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_snapshot(
    region: *const c_void,
    size: usize,
    attempts: u32,
    buffer: *mut c_void,
    capacity: usize,
    snapshot: *mut gbx_mmv_snapshot_t,
) -> gbx_status_t {
    let (region, buffer) = (region.cast_mut().cast::<u8>(), buffer.cast::<u8>());
    vouched!(region, buffer, snapshot);
    take(region, size, attempts, buffer, capacity, snapshot)
}

fn take(
    region: Pointer<u8>,
    size: usize,
    attempts: u32,
    mut buffer: Pointer<u8>,
    capacity: usize,
    out: Pointer<gbx_mmv_snapshot_t>,
) -> gbx_status_t {
    status(|| {
        let (memory, out) = (region.region(size)?, out.output()?);
        let buffer = buffer.buffer(capacity)?;
        if buffer.len() < memory.len() {
            out.put(gbx_mmv_snapshot_t { size: memory.len(), unsettled: 0, attempts: 0 });
            return Err(GBX_ERROR_BUFFER_TOO_SMALL);
        }
        let attempts = if attempts == 0 { DEFAULT_ATTEMPTS } else { attempts };
        let taken = snapshot(&memory, buffer, attempts, core::hint::spin_loop)?;
        let (unsettled, attempts) = (taken.unsettled, taken.attempts);
        out.put(gbx_mmv_snapshot_t { size: memory.len(), unsettled, attempts });
        Ok(())
    })
}

/// The size of an image, in words of 64 bits.
pub const GBX_MMV_IMAGE_WORDS: usize = 32;

/// An MMV file that is read. The caller owns it, its contents are the library's, and it must not be copied or moved. The
/// bytes that it was made of must stay as they are for as long as it is used.
#[derive(Debug)]
#[repr(C)]
pub struct gbx_mmv_image_t {
    /// The library's.
    pub opaque: [u64; GBX_MMV_IMAGE_WORDS],
}

impl Holder for gbx_mmv_image_t {
    type Held = Image<'static>;
    const MARK: usize = 0x4758_4d49;
}
static_assertions::const_assert!(holds::<gbx_mmv_image_t>());

/// For `flags` of how an MMV file is read: read on although its writer is at work on its metadata, or died at it. It is a
/// problem then and no error.
pub const GBX_MMV_RECOVER: u32 = 1;

/// What an MMV file says about itself.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_image_info_t {
    /// The generation.
    pub generation: u64,
    /// The version, 1 to 3.
    pub version: u32,
    /// `GBX_MMV_NO_PREFIX` and the like; unknown ones too.
    pub flags: u32,
    /// The number of the process that wrote it.
    pub process: i32,
    /// The cluster, meant to be 0 to 4095.
    pub cluster: i32,
    /// Whether the machine that wrote it stores the highest byte of a number first.
    pub is_big_endian: bool,
    /// Whether it was read with `GBX_MMV_RECOVER` although its generations do not match.
    pub is_in_flux: bool,
}

/// Something that is wrong in an MMV file. The texts live for ever.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_problem_t {
    /// What it is, in one word of lower case: `missing_value`. The words are for ever.
    pub name: gbx_str_t,
    /// What is wrong and what became of it, for people.
    pub message: gbx_str_t,
    /// The offset of the record that is wrong, in bytes.
    pub offset: usize,
    /// Whether something was lost. False for a mere note.
    pub is_loss: bool,
}

/// Takes a problem. Their order means nothing. The problem is gone when the function returns.
pub type gbx_mmv_problem_function_t = Option<extern "C" fn(context: *mut c_void, problem: *const gbx_mmv_problem_t)>;

/// The size in bytes of the scratch memory with which a file of `size` bytes can be read fast; NULL will do instead.
///
/// Context: any. Time: constant.
#[unsafe(no_mangle)]
pub extern "C" fn gbx_mmv_scratch_size(image_size: usize) -> usize {
    // Three words for each metric of 48 bytes or more, and one for each value of 32; the sections may overlap.
    (image_size / 16).saturating_add(image_size / 32).saturating_mul(size_of::<u32>())
}

/// Reads an MMV file: bytes that nobody changes, such as a snapshot, aligned in any way. Any bytes will do;
/// `gbx_mmv_image_check` says what is wrong with them, and what can be trusted is delivered.
///
/// `scratch` is for an index, `gbx_mmv_scratch_size(size)` bytes aligned to 4. It may be NULL: then finding the values of
/// a metric means looking at all. `flags` is `GBX_MMV_RECOVER` or 0. After an error, `image` is no image.
///
/// Context: any, each with an image of its own. Time: without scratch memory constant, with it that of a look at each
/// record and of sorting the names. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT` (an unknown flag, a misaligned
/// pointer), `GBX_ERROR_SCRATCH_TOO_SMALL`, `GBX_ERROR_TOO_SHORT`, `GBX_ERROR_BAD_MAGIC`, `GBX_ERROR_UNSUPPORTED_VERSION`,
/// `GBX_ERROR_IN_FLUX`, `GBX_ERROR_TOC_OUTSIDE_FILE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_image_read(
    image: *mut gbx_mmv_image_t,
    bytes: *const c_void,
    size: usize,
    scratch: *mut c_void,
    scratch_size: usize,
    flags: u32,
) -> gbx_status_t {
    let has_scratch = !scratch.is_null();
    let (bytes, scratch) = (bytes.cast::<u8>(), scratch.cast::<u32>());
    vouched!(image, bytes, scratch);
    status(|| {
        image.release()?;
        if flags & !GBX_MMV_RECOVER != 0 {
            return Err(GBX_ERROR_INVALID_ARGUMENT);
        }
        let bytes = bytes.slice(size)?;
        let read = if flags == GBX_MMV_RECOVER { Image::recover(bytes)? } else { Image::read(bytes)? };
        if !has_scratch {
            return image.hold(read);
        }
        let words = scratch.scratch(scratch_size)?;
        if words.len() < read.index_len() {
            return Err(gbx_status_t::GBX_ERROR_SCRATCH_TOO_SMALL);
        }
        image.hold(read.with_index(words))
    })
}

/// What an MMV file says about itself.
///
/// Context: any. Time: constant. Errors: of the image, `GBX_ERROR_NULL` (`info`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_image_info(
    image: *const gbx_mmv_image_t,
    info: *mut gbx_mmv_image_info_t,
) -> gbx_status_t {
    vouched!(image, info);
    give(info, || {
        let image = image.held()?;
        Ok(gbx_mmv_image_info_t {
            generation: image.generation(),
            version: image.version().number(),
            flags: image.flags().bits(),
            process: image.process(),
            cluster: image.cluster(),
            is_big_endian: image.byte_order() == ByteOrder::Big,
            is_in_flux: image.is_in_flux(),
        })
    })
}

/// Tells everything that is wrong in an MMV file to a function.
///
/// Context: any. Time: that of a look at each record, and of comparing names. Errors: of the image, `GBX_ERROR_NULL` (the
/// function).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_image_check(
    image: *const gbx_mmv_image_t,
    on_problem: gbx_mmv_problem_function_t,
    context: *mut c_void,
) -> gbx_status_t {
    vouched!(image);
    status(|| {
        let image = image.held()?;
        let on_problem = on_problem.ok_or(GBX_ERROR_NULL)?;
        image.check(&mut |problem| {
            let told = gbx_mmv_problem_t {
                name: problem.kind.name().into(),
                message: problem.kind.message().into(),
                offset: problem.offset,
                is_loss: problem.kind.severity() == Severity::Problem,
            };
            on_problem(context, &raw const told);
        });
        Ok(())
    })
}

/// Prints an MMV file as JSON in one line, piece by piece into a sink.
///
/// Context: any. Time: that of what is printed; without scratch memory that of a look at all values for each metric.
/// Errors: of the image, `GBX_ERROR_NULL` (`sink` or its function), `GBX_ERROR_STOPPED` (the sink).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_image_json(image: *const gbx_mmv_image_t, sink: *const gbx_sink_t) -> gbx_status_t {
    vouched!(image, sink);
    print(image, sink, |image, out| image.write_json(out))
}

/// Prints an MMV file as text for people, in the manner of `pminfo`, piece by piece into a sink. `prefix` goes before each
/// name: PCP puts `mmv.FILE.` there.
///
/// Context, time and errors: as `gbx_mmv_image_json`, and `GBX_ERROR_INVALID_UTF8` (`prefix`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_image_text(
    image: *const gbx_mmv_image_t,
    prefix: gbx_str_t,
    sink: *const gbx_sink_t,
) -> gbx_status_t {
    vouched!(image, prefix, sink);
    match prefix.get() {
        Ok(prefix) => print(image, sink, |image, out| image.write_text(prefix, out)),
        Err(status) => status,
    }
}

fn print(
    image: Constant<gbx_mmv_image_t>,
    sink: Constant<gbx_sink_t>,
    f: impl FnOnce(&Image<'_>, &mut dyn core::fmt::Write) -> core::fmt::Result,
) -> gbx_status_t {
    status(|| {
        let image = image.held()?;
        let sink = sink.copied()?.ok_or(GBX_ERROR_NULL)?;
        Sink::print(sink, |out| f(image, out))
    })
}
