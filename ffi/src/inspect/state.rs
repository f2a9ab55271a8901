//! The writer's state: where it lies, how it starts and ends, and what it counts.

use core::ffi::c_void;

use glassbox::Memory;
use glassbox::inspect::{BookPlace, Config, Writer};

use super::{both, get};
use crate::lock::gbx_lock_t;
use crate::pointer::{Constant, Opaque, Pointer, vouched};
use crate::status::gbx_status_t::{self, GBX_ERROR_INVALID_ARGUMENT, GBX_ERROR_NULL};

/// The size of a state, in words of 64 bits.
#[cfg(target_pointer_width = "64")]
pub const GBX_INSPECT_STATE_WORDS: usize = 32;
/// The size of a state, in words of 64 bits.
#[cfg(not(target_pointer_width = "64"))]
pub const GBX_INSPECT_STATE_WORDS: usize = 24;

/// A writer of one Inspect file. The caller owns it: a static, a member, anything that lives as long as it is used. Its
/// contents are the library's, it must not be copied or moved, and it must be all zero or initialised when it is first
/// given to a function other than `gbx_inspect_init`.
#[derive(Debug)]
#[repr(C)]
pub struct gbx_inspect_t {
    /// The library's.
    pub opaque: [u64; GBX_INSPECT_STATE_WORDS],
}

impl Opaque for gbx_inspect_t {
    type Writer = Writer<'static>;
    const OPEN: usize = 0x4758_4230;
}

/// For `flags` of the configuration: no serial numbers, which take 2 bytes for each 16 bytes of file. A stale handle is
/// then noticed only when its block is of another type by now, and deleting a node deletes all that is below it.
pub const GBX_INSPECT_NO_SERIALS: u32 = 1;
/// For `flags` of the configuration: equal texts are not shared.
pub const GBX_INSPECT_NO_SHARING: u32 = 2;
/// For `flags` of the configuration: no book at all. As the two others together; the file can grow to the whole region.
pub const GBX_INSPECT_NO_BOOK: u32 = 4;

/// How a writer is to work. All zero is right for most programs that have one context that writes.
///
/// The writer's *book* is what it must remember that the format has no room for: which texts there are, which handles
/// are stale, which values were recorded.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_inspect_config_t {
    /// The lock; all zero for none.
    pub lock: gbx_lock_t,
    /// Memory for the book, aligned to 8 bytes, in use for as long as the state is. NULL puts the book at the end of
    /// the region (one of less than 512 bytes has none).
    pub book: *mut c_void,
    /// The size of `book` in bytes.
    pub book_size: usize,
    /// The number of texts that the book has room for, at 4 bytes each; texts beyond are stored, but not shared. 0 is
    /// one for each 128 bytes of region. Rounded down to a power of two.
    pub string_slots: u32,
    /// `GBX_INSPECT_NO_...`, joined by `|`.
    pub flags: u32,
}

/// What a writer has counted.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct gbx_inspect_counters_t {
    /// The generation of the file: the even number that the last section ended with.
    pub generation: u64,
    /// The size of the file now, in bytes.
    pub current_size: u64,
    /// The size that the file can grow to, in bytes.
    pub maximum_size: u64,
    /// Blocks that were ever allocated, the header included.
    pub allocated_blocks: u64,
    /// Blocks that were ever freed.
    pub deallocated_blocks: u64,
    /// Operations that failed for want of space.
    pub failed_allocations: u64,
    /// Updates of numbers, arrays and histograms that could not be done, whether somebody looked at the status or not.
    /// It stays at 2^32 - 1.
    pub dropped_updates: u64,
}

/// Writes a valid, empty file to the start of `region`, whatever was there, and makes `state` its writer.
///
/// `region` is aligned to 8 bytes and has 64 bytes to 128 MiB; `GBX_REGION` defines one. Until `gbx_inspect_deinit` the
/// program must not write to it, and read it through this library only; other programs read it as they like. `config`
/// may be NULL, which is as good as all zero. Handles that an earlier writer of this region made are foreign to the new
/// one.
///
/// Context: one, before any other is given `state` or `region`. Time: that of clearing the book, 1/9 of the region at
/// most. Errors: `GBX_ERROR_NULL` (`state`, `region`, or one function of the lock), `GBX_ERROR_INVALID_ARGUMENT` (an
/// unknown flag, a misaligned pointer), `GBX_ERROR_BAD_REGION` (`region` or the book: misaligned or of a bad size),
/// `GBX_ERROR_BUFFER_TOO_SMALL` (the book; `GBX_INSPECT_BOOK_SIZE` is enough). After an error, `state` is as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_init(
    state: *mut gbx_inspect_t,
    region: *mut c_void,
    size: usize,
    config: *const gbx_inspect_config_t,
) -> gbx_status_t {
    let region = region.cast::<u8>();
    vouched!(state, region, config);
    init(state, region, size, config).into()
}

fn init(
    state: Pointer<gbx_inspect_t>,
    region: Pointer<u8>,
    size: usize,
    config: Constant<gbx_inspect_config_t>,
) -> Result<(), gbx_status_t> {
    let Settings { region, lock, config } = settings(state, region, size, config)?;
    state.establish(lock, Writer::new(region, &config)?)
}

/// What a writer is to work with, of which nothing was touched yet.
pub(super) struct Settings {
    pub region: Memory<'static>,
    pub lock: gbx_lock_t,
    pub config: Config<'static>,
}

/// Checks all that a state is to be made of.
pub(super) fn settings(
    state: Pointer<gbx_inspect_t>,
    region: Pointer<u8>,
    size: usize,
    config: Constant<gbx_inspect_config_t>,
) -> Result<Settings, gbx_status_t> {
    state.check()?;
    let config = config.copied()?;
    let region = region.region(size)?;
    let Some(config) = config else {
        return Ok(Settings { region, lock: gbx_lock_t::NONE, config: Config::default() });
    };
    if config.flags & !(GBX_INSPECT_NO_SERIALS | GBX_INSPECT_NO_SHARING | GBX_INSPECT_NO_BOOK) != 0 {
        return Err(GBX_ERROR_INVALID_ARGUMENT);
    }
    let lock = config.lock;
    if lock.acquire.is_some() != lock.release.is_some() {
        return Err(GBX_ERROR_NULL);
    }
    let has = |flag: u32| config.flags & flag != 0;
    let book = if has(GBX_INSPECT_NO_BOOK) {
        BookPlace::Nowhere
    } else if config.book.is_null() {
        BookPlace::InRegion
    } else {
        // The promise for `config` includes what it points to.
        let book = config.book.cast::<u8>();
        vouched!(book);
        BookPlace::Elsewhere(book.region(config.book_size)?)
    };
    let string_slots = match config.string_slots {
        _ if has(GBX_INSPECT_NO_SHARING) => Some(0),
        0 => None,
        slots => Some(slots),
    };
    let config = Config { book, string_slots, serials: !has(GBX_INSPECT_NO_SERIALS) };
    Ok(Settings { region, lock, config })
}

/// Ends the work of a writer. The file stays as it is, readable; `state` is as if never initialised, and its memory and
/// the region are the caller's again.
///
/// Context: one, after all others are done with `state`. Time: constant. Errors: of the state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_deinit(state: *mut gbx_inspect_t) -> gbx_status_t {
    vouched!(state);
    state.abandon()
}

/// Begins a transaction: until it ends, readers see nothing of what is done. Transactions nest; a long one keeps
/// readers out. The lock is not held in between: what other contexts do meanwhile joins the transaction.
///
/// Context: writer. Time: constant. Errors: of the state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_begin_transaction(state: *mut gbx_inspect_t) -> gbx_status_t {
    vouched!(state);
    state.with(Writer::begin_transaction)
}

/// Ends a transaction; with the outermost one, readers see all of it.
///
/// Context: writer. Time: constant. Errors: of the state, `GBX_ERROR_NOT_IN_TRANSACTION`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_end_transaction(state: *mut gbx_inspect_t) -> gbx_status_t {
    vouched!(state);
    state.with(Writer::end_transaction)
}

/// What the writer has counted so far.
///
/// Context: writer. Time: constant. Errors: of the state, `GBX_ERROR_NULL` (`counters`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_counters(
    state: *mut gbx_inspect_t,
    counters: *mut gbx_inspect_counters_t,
) -> gbx_status_t {
    vouched!(state, counters);
    get(state, counters, |writer| {
        Ok(gbx_inspect_counters_t {
            generation: writer.generation(),
            current_size: number(writer.current_size()),
            maximum_size: number(writer.maximum_size()),
            allocated_blocks: writer.allocated_blocks(),
            deallocated_blocks: writer.deallocated_blocks(),
            failed_allocations: writer.failed_allocations(),
            dropped_updates: state.dropped_updates().into(),
        })
    })
}

/// Where the file is, for a debugger, a crash dump or a reader in the same program: the start of the region, and the
/// size of the file now in bytes.
///
/// Context: writer. Time: constant. Errors: of the state, `GBX_ERROR_NULL` (`address`, `size`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_file(
    state: *mut gbx_inspect_t,
    address: *mut *const c_void,
    size: *mut usize,
) -> gbx_status_t {
    vouched!(state, address, size);
    match both(address.output(), size.output()) {
        Ok((address, size)) => state.with(|writer| {
            let file = writer.file();
            address.put(core::ptr::with_exposed_provenance(file.address()));
            size.put(file.len());
            Ok::<_, gbx_status_t>(())
        }),
        Err(status) => status,
    }
}

fn number(size: usize) -> u64 {
    u64::try_from(size).unwrap_or(u64::MAX)
}
