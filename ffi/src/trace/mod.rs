//! Tracepoints from C.

// In the order in which the header is to show them.
mod engine;

mod context;

mod component;

mod snapshot;

pub use component::{
    GBX_TRACE_BYTES, GBX_TRACE_COUNTED, GBX_TRACE_TEXT, gbx_trace_component_t, gbx_trace_group_t, gbx_trace_hits,
    gbx_trace_parameter_t,
};
pub use context::{
    GBX_TRACE_CONTEXT_WORDS, gbx_trace_assertion, gbx_trace_attach, gbx_trace_context_t, gbx_trace_counts,
    gbx_trace_counts_t, gbx_trace_detach, gbx_trace_flush, gbx_trace_point, gbx_trace_resume, gbx_trace_suspend,
};
pub use engine::{
    GBX_TRACE_EXCEPTION_RING, GBX_TRACE_STATE_WORDS, GBX_TRACE_STREAM, gbx_trace_clock_t, gbx_trace_config_t,
    gbx_trace_deinit, gbx_trace_end_start, gbx_trace_hooks_t, gbx_trace_info, gbx_trace_info_t, gbx_trace_init,
    gbx_trace_option_error_t, gbx_trace_register, gbx_trace_reopen, gbx_trace_set, gbx_trace_t, gbx_trace_ticks_t,
};
pub use snapshot::{gbx_trace_snapshot, gbx_trace_snapshot_t};

use glassbox::trace::engine::{Context, Engine};

use crate::pointer::CallersLock;
use engine::CallersClock;

/// The components that an engine has room for.
const COMPONENTS: usize = 16;
/// The items that it remembers for components that are not there yet.
const ITEMS: usize = 16;

/// cbindgen:ignore
type CallersEngine = Engine<'static, CallersLock, CallersClock, COMPONENTS, ITEMS>;
/// cbindgen:ignore
type CallersContext = Context<'static, 'static, CallersLock, CallersClock, COMPONENTS, ITEMS>;
