//! The engine: its region, its components, and what is selected of them.

use core::ffi::c_void;
use core::mem::ManuallyDrop;

use glassbox::Memory;
use glassbox::trace::Kind;
use glassbox::trace::engine::{Hooks, NoHooks, TickSource};
use glassbox::trace::recorder::{Config, Machine, TraceError};
use glassbox::trace::selection::SelectionError;

use super::{CallersEngine, gbx_trace_component_t};
use crate::lock::gbx_lock_t;
use crate::pointer::{CallersHooks, Constant, Holder, Pointer, Text, holds, vouched};
use crate::sink::gbx_sink_write_t;
use crate::status::gbx_status_t::{self, GBX_ERROR_BAD_OPTION, GBX_ERROR_INVALID_ARGUMENT, GBX_ERROR_NULL};
use crate::text::gbx_str_t;

/// The size of an engine, in words of 64 bits.
#[cfg(target_pointer_width = "64")]
pub const GBX_TRACE_STATE_WORDS: usize = 400;
/// The size of an engine, in words of 64 bits.
#[cfg(not(target_pointer_width = "64"))]
pub const GBX_TRACE_STATE_WORDS: usize = 336;

/// A trace engine: for up to 16 components, and up to 16 items that are selected ahead of them. The caller owns it. Its
/// contents are the library's, it must not be copied or moved, and it must be all zero or initialised when it is first
/// given to a function other than `gbx_trace_init` and `gbx_trace_reopen`.
#[derive(Debug)]
#[repr(C)]
pub struct gbx_trace_t {
    /// The library's.
    pub opaque: [u64; GBX_TRACE_STATE_WORDS],
}

impl Holder for gbx_trace_t {
    // What an engine has needs no end: its tables are its own bytes.
    type Held = ManuallyDrop<CallersEngine>;
    const MARK: usize = 0x4758_5431;
}

const _: () = assert!(holds::<gbx_trace_t>());

/// Gives the count of a clock that never goes back. Called inside of each entry, by every context.
pub type gbx_trace_ticks_t = Option<extern "C" fn(context: *mut c_void) -> u64>;

/// A monotonic clock.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_trace_clock_t {
    /// Given to the function.
    pub context: *mut c_void,
    /// Gives the count.
    pub ticks: gbx_trace_ticks_t,
    /// Counts in a second.
    pub frequency: u64,
}

/// What the program does for an engine. Each function may be NULL. Any context may call them, inside of a tracepoint; a
/// tracepoint of the same context is left out meanwhile, and counted as lost.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_trace_hooks_t {
    /// Given to each function.
    pub context: *mut c_void,
    /// Takes a full record of a stream, which lies in the region and is not written until the function returns. False
    /// when it cannot: then the record is lost, and the next one says so.
    pub full: Option<extern "C" fn(context: *mut c_void, record: *const c_void, size: usize) -> bool>,
    /// Takes a piece of a line that is printed; lines end with LF. Called under the engine's lock, so it must not trace
    /// through another context, and not use the engine.
    pub line: gbx_sink_write_t,
    /// A trigger with the action `callback` fired.
    pub callback: Option<extern "C" fn(context: *mut c_void, component: gbx_str_t, id: u32)>,
    /// A trigger with the action `snap` fired: the records may be copied now.
    pub snap: Option<extern "C" fn(context: *mut c_void)>,
    /// An assertion failed, and that is fatal.
    pub fatal: Option<extern "C" fn(context: *mut c_void)>,
}

/// For `flags` of the configuration: each context hands full records over, instead of writing one round and round.
pub const GBX_TRACE_STREAM: u32 = 1;
/// For `flags` of the configuration: one more record, which all contexts share for exceptions.
pub const GBX_TRACE_EXCEPTION_RING: u32 = 2;

/// How an engine is to work. All zero but for the clock is right for many programs.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_trace_config_t {
    /// The lock around what is rare: options, registrations, triggers, printed lines, exceptions. All zero when one
    /// context does all that.
    pub lock: gbx_lock_t,
    /// The clock. It must be there.
    pub clock: gbx_trace_clock_t,
    /// Milliseconds since 1970 now; 0 when nobody knows.
    pub wall_clock: u64,
    /// What the program does for the engine; in use for as long as the engine is. NULL for nothing.
    pub hooks: *const gbx_trace_hooks_t,
    /// The options that the program was started with, LF between them, for the header of the file.
    pub startup: gbx_str_t,
    /// The trace options, as typed, for the header of the file. `gbx_trace_set` is what applies them.
    pub options: gbx_str_t,
    /// Bytes in the record of a context, at least 256; 0 is 1024. Rounded up to a multiple of 64.
    pub record_size: u32,
    /// `GBX_TRACE_STREAM`, `GBX_TRACE_EXCEPTION_RING`, joined by `|`.
    pub flags: u32,
    /// The family of processors, as a number of the format; 0 for unknown.
    pub architecture: i32,
    /// The number of processors.
    pub processors: i32,
    /// The processor itself, as a number of the format; 0 for unknown.
    pub subtype: i32,
}

/// The clock of a program in C.
#[derive(Debug)]
pub struct CallersClock {
    context: *mut c_void,
    ticks: extern "C" fn(*mut c_void) -> u64,
}

impl TickSource for CallersClock {
    #[inline(always)]
    fn ticks(&self) -> u64 {
        (self.ticks)(self.context)
    }
}

/// What is wrong with a string of options, and where.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_trace_option_error_t {
    /// The name, as it stands in reports: `"unknown_option"`. Empty when nothing is wrong.
    pub name: gbx_str_t,
    /// What was expected, for people.
    pub message: gbx_str_t,
    /// Where, in bytes from the beginning of the string.
    pub offset: usize,
}

impl From<SelectionError> for gbx_trace_option_error_t {
    fn from(error: SelectionError) -> Self {
        Self { name: error.kind.name().into(), message: error.kind.text().into(), offset: error.offset }
    }
}

/// How a region is divided.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_trace_info_t {
    /// The first byte of the region: it is a trace file at every moment.
    pub address: *const c_void,
    /// Its size in bytes.
    pub size: usize,
    /// Bytes of the header. A stream's file is the header, then each record that was handed over.
    pub header_size: usize,
    /// Bytes in a record.
    pub record_size: usize,
    /// The number of records, that for exceptions included.
    pub records: u32,
}

/// Starts an engine over `region`, whatever was there, with nothing selected.
///
/// `region` is aligned to 8 bytes; `GBX_TRACE_SIZE` says how large it must be. Until `gbx_trace_deinit` the program
/// must not write to it. Texts of `config` are in use until the function returns.
///
/// Context: one, before any other is given `state` or `region`. Time: that of clearing the header. Errors:
/// `GBX_ERROR_NULL` (`state`, `region`, `config`, its clock, one function of the lock, the hook `full` of a stream),
/// `GBX_ERROR_INVALID_ARGUMENT` (an unknown flag, a record of fewer than 256 bytes or more than 1 GiB, a frequency of 0
/// or beyond 64 bits, a misaligned pointer), `GBX_ERROR_BAD_REGION` (misaligned, or too small for a header and one
/// record), `GBX_ERROR_TOO_LONG`, `GBX_ERROR_INVALID_UTF8`. After an error, `state` is as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_trace_init(
    state: *mut gbx_trace_t,
    region: *mut c_void,
    size: usize,
    config: *const gbx_trace_config_t,
) -> gbx_status_t {
    let region = region.cast::<u8>();
    vouched!(state, region, config);
    start(state, region, size, config, CallersEngine::new).into()
}

/// As `gbx_trace_init`, over a region that survived a reset of the program: what was recorded stays until its records
/// are needed, and new entries get later times.
///
/// Context: as `gbx_trace_init`. Time: that of looking at the header. Errors: as `gbx_trace_init`, and
/// `GBX_ERROR_NOT_ADOPTABLE` when the region holds no trace file of this configuration; then call `gbx_trace_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_trace_reopen(
    state: *mut gbx_trace_t,
    region: *mut c_void,
    size: usize,
    config: *const gbx_trace_config_t,
) -> gbx_status_t {
    let region = region.cast::<u8>();
    vouched!(state, region, config);
    start(state, region, size, config, CallersEngine::reopen).into()
}

type Make =
    fn(Memory<'static>, &Config<'_>, CallersClock, &'static (dyn Hooks + Sync)) -> Result<CallersEngine, TraceError>;

fn start(
    state: Pointer<gbx_trace_t>,
    region: Pointer<u8>,
    size: usize,
    config: Constant<gbx_trace_config_t>,
    make: Make,
) -> Result<(), gbx_status_t> {
    state.usable()?;
    let given = config.copied()?.ok_or(GBX_ERROR_NULL)?;
    let region = region.region(size)?;
    if given.flags & !(GBX_TRACE_STREAM | GBX_TRACE_EXCEPTION_RING) != 0 {
        return Err(GBX_ERROR_INVALID_ARGUMENT);
    }
    let ticks = given.clock.ticks.ok_or(GBX_ERROR_NULL)?;
    if given.lock.acquire.is_some() != given.lock.release.is_some() {
        return Err(GBX_ERROR_NULL);
    }
    // The promise for `config` includes what it points to.
    let (hooks, startup, options) = (given.hooks, given.startup, given.options);
    vouched!(hooks, startup, options);
    let hooks = match hooks.twin() {
        Err(GBX_ERROR_NULL) => None,
        hooks => Some(hooks?),
    };
    let kind = if given.flags & GBX_TRACE_STREAM == 0 { Kind::Ring } else { Kind::Stream };
    if kind == Kind::Stream && !hooks.is_some_and(CallersHooks::takes_records) {
        return Err(GBX_ERROR_NULL);
    }
    let config = Config {
        kind,
        record_size: if given.record_size == 0 { 1024 } else { given.record_size },
        exception_ring: given.flags & GBX_TRACE_EXCEPTION_RING != 0,
        frequency: given.clock.frequency,
        wall_clock: given.wall_clock,
        startup: startup.optional()?.unwrap_or_default(),
        options: options.optional()?.unwrap_or_default(),
        machine: Machine { architecture: given.architecture, processors: given.processors, subtype: given.subtype },
    };
    let clock = CallersClock { context: given.clock.context, ticks };
    let hooks: &'static (dyn Hooks + Sync) = match hooks {
        Some(hooks) => hooks,
        None => &NoHooks,
    };
    let engine = make(region, &config, clock, hooks)?;
    engine.lock().set_lock(given.lock);
    state.hold(ManuallyDrop::new(engine))
}

/// Ends an engine. What was recorded stays, readable; `state` is as if never initialised, and its memory and the region
/// are the caller's again.
///
/// Context: one, after all contexts are detached. Time: constant. Errors: `GBX_ERROR_NULL`,
/// `GBX_ERROR_INVALID_ARGUMENT` (misaligned), `GBX_ERROR_NOT_INITIALISED`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_trace_deinit(state: *mut gbx_trace_t) -> gbx_status_t {
    let constant = state.cast_const();
    vouched!(state, constant);
    constant.held().and_then(|_| state.release()).into()
}

/// Makes a component known, and applies to it what was selected so far. What of that turns out wrong is left out; the
/// first of it is put out to `error`, which may be NULL.
///
/// `component` and all that it points to stay as they are until `gbx_trace_deinit`.
///
/// Context: writer. Time: that of looking through the component's tables. Errors: `GBX_ERROR_NULL`,
/// `GBX_ERROR_NOT_INITIALISED`, `GBX_ERROR_INVALID_ARGUMENT` (a table is missing, a text is not UTF-8, a misaligned
/// pointer), `GBX_ERROR_TOO_MANY_COMPONENTS`, `GBX_ERROR_BUSY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_trace_register(
    state: *const gbx_trace_t,
    component: *const gbx_trace_component_t,
    error: *mut gbx_trace_option_error_t,
) -> gbx_status_t {
    vouched!(state, component, error);
    let register = || {
        let engine = state.held()?;
        let tables = component.twin()?;
        let error = error.optional_output()?;
        if !tables.is_sound() {
            return Err(GBX_ERROR_INVALID_ARGUMENT);
        }
        let mut first = None;
        engine.register(tables, &mut |wrong| first = first.or(Some(wrong)))?;
        if let Some(error) = error {
            error.put(first.map_or(NOTHING, gbx_trace_option_error_t::from));
        }
        Ok(())
    };
    register().into()
}

/// That nothing is wrong.
const NOTHING: gbx_trace_option_error_t = gbx_trace_option_error_t {
    name: gbx_str_t { data: core::ptr::null(), size: 0 },
    message: gbx_str_t { data: core::ptr::null(), size: 0 },
    offset: 0,
};

/// Applies a string of options, for example `"maximal=orc.1-3,print=all{level5}"`, wholly or not at all. What is wrong
/// is put out to `error`, which may be NULL.
///
/// Until `gbx_trace_end_start`, options that belong to the start are allowed.
///
/// Context: writer. Time: that of the string for each component and point that it selects. Errors: `GBX_ERROR_NULL`,
/// `GBX_ERROR_NOT_INITIALISED`, `GBX_ERROR_INVALID_UTF8`, `GBX_ERROR_TOO_LONG`, `GBX_ERROR_INVALID_ARGUMENT`
/// (misaligned), `GBX_ERROR_BAD_OPTION`, `GBX_ERROR_BUSY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_trace_set(
    state: *const gbx_trace_t,
    options: gbx_str_t,
    error: *mut gbx_trace_option_error_t,
) -> gbx_status_t {
    vouched!(state, options, error);
    set(state, &options, error).into()
}

fn set(
    state: Constant<gbx_trace_t>,
    options: &Text,
    error: Pointer<gbx_trace_option_error_t>,
) -> Result<(), gbx_status_t> {
    let engine = state.held()?;
    let error = error.optional_output()?;
    let mut wrong = None;
    engine.set(options.get()?, &mut |found| wrong = Some(found))?;
    if let Some(error) = error {
        error.put(wrong.map_or(NOTHING, gbx_trace_option_error_t::from));
    }
    if wrong.is_some() { Err(GBX_ERROR_BAD_OPTION) } else { Ok(()) }
}

/// The start is over: options that belong to it are refused from now on.
///
/// Context: writer. Time: constant. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT` (misaligned),
/// `GBX_ERROR_NOT_INITIALISED`, `GBX_ERROR_BUSY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_trace_end_start(state: *const gbx_trace_t) -> gbx_status_t {
    vouched!(state);
    state.held().and_then(|engine| Ok(engine.end_start()?)).into()
}

/// Where the trace file is and how it is divided.
///
/// Context: any. Time: constant. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT` (misaligned),
/// `GBX_ERROR_NOT_INITIALISED`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_trace_info(state: *const gbx_trace_t, info: *mut gbx_trace_info_t) -> gbx_status_t {
    vouched!(state, info);
    let look = || {
        let engine = state.held()?;
        info.output()?.put(gbx_trace_info_t {
            address: core::ptr::with_exposed_provenance(engine.memory().address()),
            size: engine.memory().len(),
            header_size: engine.header_bytes(),
            record_size: engine.record_bytes(),
            records: engine.records(),
        });
        Ok(())
    };
    look().into()
}
