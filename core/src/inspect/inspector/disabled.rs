//! What an inspector holds when the library is switched off: nothing, in no bytes.
//!
//! Every operation answers at once that it was done, and the optimiser sees that nothing was. The interface is the same,
//! so that all arguments are still checked by the compiler.

use core::marker::PhantomData;

use super::super::book::Config;
use super::super::error::Error;
use super::super::writer::Writer;
use crate::lock::Lock;
use crate::memory::Memory;

/// In place of a writer under the lock `L`: shared between contexts as that would be.
pub struct Held<'m, L: Lock>(PhantomData<L::Cell<Writer<'m>>>);

impl<'m, L: Lock> Held<'m, L> {
    /// Nothing. The memory is not touched.
    pub const fn unstarted(_region: Memory<'m>) -> Self {
        Self(PhantomData)
    }

    /// Nothing. The memory is not touched.
    #[expect(clippy::unnecessary_wraps, reason = "a writer may fail to start")]
    pub const fn new(_region: Memory<'m>, _config: &Config<'m>) -> Result<Self, Error> {
        Ok(Self(PhantomData))
    }

    /// Runs `f` on a writer that was never started.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[expect(clippy::unused_self, reason = "a writer would be in it")]
    pub fn with<R>(&self, f: impl FnOnce(&mut Writer<'m>) -> Result<R, Error>) -> Result<R, Error> {
        f(&mut Writer::unstarted(Memory::EMPTY))
    }

    /// The answer that changes nothing.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "a writer would be in it, and might fail")]
    pub fn ask<R>(&self, neutral: R, _f: impl FnOnce(&mut Writer<'m>) -> Result<R, Error>) -> Result<R, Error> {
        Ok(neutral)
    }

    /// None.
    #[expect(clippy::unused_self, reason = "a count would be in it")]
    pub const fn dropped_updates(&self) -> u32 {
        0
    }

    #[expect(clippy::unused_self, reason = "a count would be in it")]
    pub const fn count_dropped(&self) {}
}
