//! The inspector: a writer under a lock, with handles that delete their property when they are dropped.

mod groups;
#[cfg_attr(feature = "disabled", path = "disabled.rs")]
mod held;
mod node;
mod property;

pub use groups::{BoundedListNode, HealthNode, StatsNode, ValueList};
pub use property::{
    Bool, Bytes, Double, DoubleArray, FixedText, Int, IntArray, Link, Node, Property, StringArray, StringProperty,
    Uint, UintArray,
};

use super::book::Config;
use super::error::Error;
use super::handle::NodeHandle;
#[cfg(feature = "read")]
use super::writer::Adoption;
use super::writer::Writer;
#[cfg(feature = "critical-section")]
use crate::lock::Critical;
#[cfg(feature = "spin")]
use crate::lock::Spin;
use crate::lock::{Exclusive, Lock};
use crate::memory::Memory;
use held::Held;

/// A tree of a program's state, written to memory that the program owns.
///
/// The lock `L` says which contexts may write: see [`lock`](crate::lock). Anybody may read at any time.
///
/// With the feature `disabled` an inspector and all its handles do nothing: it takes no bytes, touches no memory, and each
/// operation answers with what changes nothing (`Ok`, null handles, zeros, empty texts). Closures that only fill something
/// by a [`Writer`] are not run. The feature is for whoever builds the final program, since it holds for all crates in it.
///
/// ```
/// use glassbox::Region;
/// use glassbox::inspect::{Config, Inspector};
/// use glassbox::lock::Exclusive;
///
/// let region = Region::<4096>::new();
/// let inspector = Inspector::<Exclusive>::new(region.memory(), &Config::default())?;
/// let radio = inspector.root().create_node("radio")?;
/// let packets = radio.create_uint("packets", 0)?;
/// packets.add(1);
/// radio.record_string("firmware", "4.2.1")?;
/// inspector.transaction(|| {
///     packets.add(1);
///     radio.record_bool("on", true)
/// })??;
/// assert_eq!(packets.get()?, 2);
/// # Ok::<(), glassbox::inspect::Error>(())
/// ```
pub struct Inspector<'m, L: Lock> {
    held: Held<'m, L>,
}

impl<L: Lock> core::fmt::Debug for Inspector<'_, L> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Inspector").finish_non_exhaustive()
    }
}

macro_rules! unstarted {
    ($($(#[$condition:meta])* $lock:ident;)*) => {$(
        $(#[$condition])*
        impl<'m> Inspector<'m, $lock> {
            /// An inspector for a `static`, which touches its memory only when it is [started](Inspector::start). Until
            /// then every operation fails with [`Error::NotInitialised`].
            pub const fn unstarted(region: Memory<'m>) -> Self {
                Self { held: Held::<$lock>::unstarted(region) }
            }
        }
    )*};
}

unstarted! {
    Exclusive;
    #[cfg(feature = "spin")]
    Spin;
    #[cfg(feature = "critical-section")]
    Critical;
}

impl<'m, L: Lock> Inspector<'m, L> {
    /// Writes a valid, empty file to the start of `region`.
    ///
    /// # Errors
    /// As [`Writer::start`].
    pub fn new(region: Memory<'m>, config: &Config<'m>) -> Result<Self, Error> {
        Ok(Self { held: Held::new(region, config)? })
    }

    /// Writes a valid, empty file to the start of the region. Handles of before become foreign.
    ///
    /// # Errors
    /// As [`Writer::start`], and [`Error::Busy`].
    pub fn start(&self, config: &Config<'m>) -> Result<(), Error> {
        self.run(|writer| writer.start(config))
    }

    /// The root of the tree.
    pub const fn root(&self) -> Node<'_, 'm, L> {
        Node::of(self, NodeHandle::ROOT)
    }

    /// Runs `f`; readers see all that it does to the tree, or nothing of it.
    ///
    /// The lock is not held meanwhile: what other contexts write joins the transaction. While it is open, readers that take
    /// a snapshot wait, so keep it short. If `f` panics, the transaction ends with what was done.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::NotInitialised`], [`Error::Frozen`]; `f` is not run then.
    pub fn transaction<R>(&self, f: impl FnOnce() -> R) -> Result<R, Error> {
        /// Ends the transaction however `f` is left.
        struct End<'i, 'm, L: Lock>(&'i Inspector<'m, L>);
        impl<L: Lock> Drop for End<'_, '_, L> {
            fn drop(&mut self) {
                self.0.count_dropped(self.0.run(Writer::end_transaction));
            }
        }
        self.run(Writer::begin_transaction)?;
        let _end = End(self);
        Ok(f())
    }

    /// Freezes the file for good: see [`Writer::freeze`].
    ///
    /// # Errors
    /// As [`Writer::freeze`], and [`Error::Busy`].
    pub fn freeze(&self) -> Result<(), Error> {
        self.run(Writer::freeze)
    }

    /// Copies the file into `buffer`, and gives the frozen copy: see [`Writer::frozen_copy`].
    ///
    /// # Errors
    /// As [`Writer::frozen_copy`], and [`Error::Busy`].
    pub fn frozen_copy<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], Error> {
        self.ask(Default::default(), |writer| writer.frozen_copy(buffer))
    }

    /// Takes over the file in the region: see [`Writer::adopt`].
    ///
    /// # Errors
    /// As [`Writer::adopt`], and [`Error::Busy`].
    #[cfg(feature = "read")]
    pub fn adopt(&self, config: &Config<'m>, scratch: &mut [u32]) -> Result<(), Error> {
        self.run(|writer| writer.adopt(config, scratch))
    }

    /// Takes over the file in the region, or starts a fresh one: see [`Writer::adopt_or_start`].
    ///
    /// # Errors
    /// As [`Writer::adopt_or_start`], and [`Error::Busy`].
    #[cfg(feature = "read")]
    pub fn adopt_or_start(&self, config: &Config<'m>, scratch: &mut [u32]) -> Result<Adoption, Error> {
        self.ask(Adoption::Whole, |writer| writer.adopt_or_start(config, scratch))
    }

    /// A name that was not used before: `prefix` and the next number of a counter, in `buffer`.
    ///
    /// # Errors
    /// As [`Writer::unique_name`], and [`Error::Busy`].
    pub fn unique_name<'b>(&self, prefix: &str, buffer: &'b mut [u8]) -> Result<&'b str, Error> {
        self.ask("", |writer| writer.unique_name(prefix, buffer))
    }

    /// Runs `f` on the writer, under the lock.
    ///
    /// # Errors
    /// [`Error::Busy`] when the calling context is inside such a call already, and what `f` gives. With the feature
    /// `disabled`, what a writer gives that was never started.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn with<R>(&self, f: impl FnOnce(&mut Writer<'m>) -> Result<R, Error>) -> Result<R, Error> {
        self.held.with(f)
    }

    /// Does something with the writer.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn run(&self, f: impl FnOnce(&mut Writer<'m>) -> Result<(), Error>) -> Result<(), Error> {
        self.held.ask((), f)
    }

    /// Asks the writer for something. Without a writer, the answer is `neutral`.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn ask<R>(&self, neutral: R, f: impl FnOnce(&mut Writer<'m>) -> Result<R, Error>) -> Result<R, Error> {
        self.held.ask(neutral, f)
    }

    /// Number updates and deletions through handles, which return nothing, that could not be done.
    pub fn dropped_updates(&self) -> u32 {
        self.held.dropped_updates()
    }

    /// Deletes a node and all that is below it, for who cannot tell anybody what went wrong.
    fn delete_on_drop(&self, node: NodeHandle) {
        self.count_undeleted(self.run(|writer| writer.delete_tree(node)));
    }

    /// Counts a deletion that could not be done. What is gone already needs none.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn count_undeleted(&self, result: Result<(), Error>) {
        if result != Err(Error::StaleHandle) {
            self.count_dropped(result);
        }
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn count_dropped(&self, result: Result<(), Error>) {
        if result.is_err() {
            self.held.count_dropped();
        }
    }
}
