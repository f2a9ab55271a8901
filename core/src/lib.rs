//! Glassbox: a program's state, metrics and events, visible in plain memory that the program owns.
#![no_std]
#![deny(unsafe_code, missing_docs)]
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::unreachable,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss
)]
// Tests state facts; a wrong one should stop them, and their numbers are their own.
#![cfg_attr(
    test,
    allow(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss
    )
)]
// The closures and accessors of the hot paths must vanish, and the optimiser alone does not promise it. Where pointers have 32
// bits, code that is shared counts for more than speed, and the optimiser decides.
#![allow(clippy::inline_always)]

// The rooms that all formats share: each uses a part of them.
#[cfg_attr(not(all(feature = "inspect", feature = "mmv", feature = "read")), allow(dead_code))]
mod generation;
#[cfg(feature = "inspect")]
pub mod inspect;
pub mod lock;
#[cfg_attr(not(all(feature = "inspect", feature = "mmv", feature = "read")), allow(dead_code))]
mod memory;
#[cfg(feature = "mmv")]
pub mod mmv;
pub mod registry;
#[cfg(feature = "trace")]
pub mod trace;

pub use generation::{Consistent, DEFAULT_ATTEMPTS, FROZEN, Unread};
#[cfg(glassbox_store_log)]
pub use memory::store_log;
pub use memory::{BadMemory, MEMORY_ALIGNMENT, MEMORY_MINIMUM, Memory, Region};

/// The examples of the README are compiled and run.
#[cfg(all(doctest, feature = "inspect"))]
#[doc = include_str!("../../README.md")]
struct Readme;
