//! Contexts: what each thread, interrupt or core traces through.

use core::ffi::c_char;

use glassbox::trace::recorder::Parameter;

use super::{CallersContext, gbx_trace_component_t, gbx_trace_parameter_t, gbx_trace_t};
use crate::pointer::{Constant, Opaque, Pointer, Text, vouched};
use crate::status::gbx_status_t;
use crate::text::gbx_str_t;

/// The size of a context, in words of 64 bits.
#[cfg(target_pointer_width = "64")]
pub const GBX_TRACE_CONTEXT_WORDS: usize = 16;
/// The size of a context, in words of 64 bits.
#[cfg(not(target_pointer_width = "64"))]
pub const GBX_TRACE_CONTEXT_WORDS: usize = 14;

/// The trace of one thread, interrupt or core. The caller owns it. Its contents are the library's, it must not be copied
/// or moved, and it must be all zero or attached when it is first given to a function other than `gbx_trace_attach`.
///
/// Contexts of different cores should not share a cache line: each entry changes its context.
#[derive(Debug)]
#[repr(C)]
pub struct gbx_trace_context_t {
    /// The library's.
    pub opaque: [u64; GBX_TRACE_CONTEXT_WORDS],
}

impl Opaque for gbx_trace_context_t {
    type Writer = CallersContext;
    const OPEN: usize = 0x4758_5434;
}

/// What a context could not record, since it was attached.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_trace_counts_t {
    /// Entries that were left out: inside of a hook, too large for the record, in a record that nobody took, or for a
    /// lock that was taken.
    pub lost: u32,
    /// Entries of which a text was shortened.
    pub clipped: u32,
}

/// The most parameters that a template has.
const MOST_PARAMETERS: usize = 16;

/// Gives a record of the engine's to a context. `thread` is a number that no other context has, above the number of
/// records and below 2^63: the system's number of the thread, or `GBX_TRACE_THREAD(0)`, `(1)` and so on. A thread that
/// was attached before gets the record that it had, if that is still there.
///
/// `state` must stay initialised until `gbx_trace_detach`.
///
/// Context: writer. Time: that of looking through the records. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT`
/// (misaligned), `GBX_ERROR_NOT_INITIALISED`, `GBX_ERROR_INVALID_UTF8`, `GBX_ERROR_TOO_LONG`,
/// `GBX_ERROR_BAD_THREAD_ID`, `GBX_ERROR_NO_FREE_RECORD`, `GBX_ERROR_BUSY`. After an error, `context` is as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_trace_attach(
    state: *const gbx_trace_t,
    thread: u64,
    name: gbx_str_t,
    context: *mut gbx_trace_context_t,
) -> gbx_status_t {
    vouched!(state, name, context);
    attach(state, thread, &name, context).into()
}

fn attach(
    state: Constant<gbx_trace_t>,
    thread: u64,
    name: &Text,
    context: Pointer<gbx_trace_context_t>,
) -> Result<(), gbx_status_t> {
    let engine = state.held()?;
    context.check()?;
    context.establish(crate::lock::gbx_lock_t::NONE, engine.attach(thread, name.get()?)?)
}

/// Ends a context: its last entry says so, and a stream hands over what it holds. What it recorded stays until its
/// record is needed.
///
/// Context: that of `context`. Time: short, and the hook's. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT`
/// (misaligned), `GBX_ERROR_NOT_INITIALISED`, `GBX_ERROR_BUSY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_trace_detach(context: *mut gbx_trace_context_t) -> gbx_status_t {
    vouched!(context);
    context.dismiss().map(CallersContext::finish).into()
}

/// Does what is selected for the tracepoint `id`. Generated code calls it, after it looked at the active byte. Of more
/// than 16 parameters the first are taken. With no context, or one that is not attached, it does nothing; inside of a
/// tracepoint of the same context, it counts one lost.
///
/// Context: that of `context`. Time: that of copying the parameters; takes the lock only when something else than
/// recording is selected.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_trace_point(
    context: *mut gbx_trace_context_t,
    component: *const gbx_trace_component_t,
    id: u32,
    parameters: *const gbx_trace_parameter_t,
    count: u32,
) {
    vouched!(context, component, parameters);
    let Ok(tables) = component.twin() else { return };
    let traced = context.through_open_gate(|context| {
        let mut room = [Parameter::Bytes(&[]); MOST_PARAMETERS];
        context.trace(tables, id, parameters.parameters(count, &mut room));
        Some(())
    });
    if traced.is_none() {
        context.count_dropped();
    }
}

/// Reports that an assertion failed: prints that, does what is selected for the tracepoint `id`, and calls the hook
/// `fatal` unless options forbid it. Generated code calls it. `file` and `expression` end with a zero.
///
/// Context: that of `context`. Time: short, and the hooks'. Takes the lock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_trace_assertion(
    context: *mut gbx_trace_context_t,
    component: *const gbx_trace_component_t,
    id: u32,
    file: *const c_char,
    line: u32,
    expression: *const c_char,
) {
    let (file, expression) = (file.cast::<u8>(), expression.cast::<u8>());
    vouched!(context, component, file, expression);
    let Ok(tables) = component.twin() else { return };
    let reported = context.through_open_gate(|context| {
        context.assertion_failed(tables, id, file.terminated(), line, expression.terminated());
        Some(())
    });
    if reported.is_none() {
        context.count_dropped();
    }
}

/// Takes one from the context's count: below zero it does not record.
///
/// Context: that of `context`. Time: constant. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT` (misaligned),
/// `GBX_ERROR_NOT_INITIALISED`, `GBX_ERROR_BUSY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_trace_suspend(context: *mut gbx_trace_context_t) -> gbx_status_t {
    vouched!(context);
    context.with(|context| {
        context.suspend();
        Ok::<_, gbx_status_t>(())
    })
}

/// Adds one to the context's count.
///
/// Context, time and errors: as `gbx_trace_suspend`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_trace_resume(context: *mut gbx_trace_context_t) -> gbx_status_t {
    vouched!(context);
    context.with(|context| {
        context.resume();
        Ok::<_, gbx_status_t>(())
    })
}

/// Hands over what a stream's record holds so far. Rings have nothing to hand over.
///
/// Context: that of `context`. Time: that of the hook `full`. Errors: as `gbx_trace_suspend`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_trace_flush(context: *mut gbx_trace_context_t) -> gbx_status_t {
    vouched!(context);
    context.with(|context| {
        context.flush();
        Ok::<_, gbx_status_t>(())
    })
}

/// What the context could not record.
///
/// Context: that of `context`. Time: constant. Errors: as `gbx_trace_suspend`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_trace_counts(
    context: *mut gbx_trace_context_t,
    counts: *mut gbx_trace_counts_t,
) -> gbx_status_t {
    vouched!(context, counts);
    match counts.output() {
        Ok(counts) => context.with(|writer| {
            let found = writer.counts();
            let lost = found.lost.saturating_add(context.dropped_updates());
            counts.put(gbx_trace_counts_t { lost, clipped: found.clipped });
            Ok::<_, gbx_status_t>(())
        }),
        Err(status) => status,
    }
}
