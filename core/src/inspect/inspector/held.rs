//! What an inspector holds: the writer under its lock, and a count of what could not be done.

use core::sync::atomic::{AtomicU32, Ordering};

use super::super::book::Config;
use super::super::error::Error;
use super::super::writer::Writer;
#[cfg(feature = "critical-section")]
use crate::lock::Critical;
#[cfg(feature = "spin")]
use crate::lock::Spin;
use crate::lock::{Exclusive, Lock};
use crate::memory::Memory;

/// The writer of an inspector, under the lock `L`.
pub struct Held<'m, L: Lock> {
    writer: L::Cell<Writer<'m>>,
    /// Number updates and deletions by handles that could not be done. Two contexts that count at once may count once.
    dropped: AtomicU32,
}

macro_rules! unstarted {
    ($lock:ident, $writer:ident => $cell:expr) => {
        impl<'m> Held<'m, $lock> {
            /// A writer that touches its memory only when it is started.
            pub const fn unstarted(region: Memory<'m>) -> Self {
                let $writer = Writer::unstarted(region);
                Self { writer: $cell, dropped: AtomicU32::new(0) }
            }
        }
    };
}

unstarted!(Exclusive, writer => core::cell::RefCell::new(writer));
#[cfg(feature = "spin")]
unstarted!(Spin, writer => spin::Mutex::new(writer));
#[cfg(feature = "critical-section")]
unstarted!(Critical, writer => critical_section::Mutex::new(core::cell::RefCell::new(writer)));

impl<'m, L: Lock> Held<'m, L> {
    /// A writer that has started.
    pub fn new(region: Memory<'m>, config: &Config<'m>) -> Result<Self, Error> {
        Ok(Self { writer: L::cell(Writer::new(region, config)?), dropped: AtomicU32::new(0) })
    }

    /// Runs `f` on the writer, under the lock.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn with<R>(&self, f: impl FnOnce(&mut Writer<'m>) -> Result<R, Error>) -> Result<R, Error> {
        L::with(&self.writer, f).unwrap_or(Err(Error::Busy))
    }

    /// The same. What it answers when the library is switched off is `_neutral`.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn ask<R>(&self, _neutral: R, f: impl FnOnce(&mut Writer<'m>) -> Result<R, Error>) -> Result<R, Error> {
        self.with(f)
    }

    /// What could not be done.
    pub fn dropped_updates(&self) -> u32 {
        self.dropped.load(Ordering::Relaxed)
    }

    #[cold]
    pub fn count_dropped(&self) {
        self.dropped.store(self.dropped_updates().saturating_add(1), Ordering::Relaxed);
    }
}
