//! The C interface of Glassbox.
//!
//! This crate only converts: pointers to references, errors to numbers. What it offers is `include/glassbox.h`, which
//! is generated from it, and its rules are written there. All names are those of C, so that whoever looks for a
//! function of the header finds it here.
//!
//! One module holds the danger: `pointer` turns the pointers that C gives into Rust references. No other has an unsafe
//! block. The functions themselves are `unsafe` to call from Rust, because they believe what the header
//! asks of the caller: that a pointer which is neither NULL nor misaligned points to what its type says, for as long as
//! the header says.
#![no_std]
#![deny(missing_docs)]
#![allow(non_camel_case_types, reason = "types are named as in C")]
#![allow(clippy::missing_safety_doc, reason = "the header's rules for pointers are the contract of every function")]
#![allow(
    clippy::inline_always,
    reason = "the closures of the hot paths must vanish, and the optimiser does not promise it; small machines share code"
)]

mod pointer;

// In the order in which the header is to show them.
mod status;
mod text;
mod version;

mod lock;
mod registry;
mod sink;

pub mod inspect;
pub mod trace;

pub mod mmv;

pub use lock::{gbx_lock_acquire_t, gbx_lock_release_t, gbx_lock_t};
pub use registry::{
    GBX_FORMAT_INSPECT, GBX_FORMAT_MMV, GBX_FORMAT_TRACE, GBX_REGISTRY_NAME, gbx_registry_add, gbx_registry_remove,
    gbx_registry_slot_t, gbx_registry_t,
};
pub use sink::{gbx_sink_t, gbx_sink_write_t};
pub use status::{gbx_status_name, gbx_status_t};
pub use text::gbx_str_t;
pub use version::{VERSION, gbx_version};

#[cfg(feature = "panic-handler")]
mod panic_handler;
