//! The inspector: a writer under a lock, with handles that delete their property when they are dropped.

use core::sync::atomic::{AtomicU32, Ordering};

use super::book::Config;
use super::error::Error;
use super::handle::{Handle, NodeHandle};
use super::kind::{self, Kind, Number, Scalar};
use super::writer::Writer;
#[cfg(feature = "critical-section")]
use crate::lock::Critical;
#[cfg(feature = "spin")]
use crate::lock::Spin;
use crate::lock::{Exclusive, Lock};
use crate::memory::Memory;

/// A tree of a program's state, written to memory that the program owns.
///
/// The lock `L` says which contexts may write: see [`lock`](crate::lock). Anybody may read at any time.
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
    writer: L::Cell<Writer<'m>>,
    /// Number updates and deletions by handles that could not be done. Two contexts that count at once may count once.
    dropped: AtomicU32,
}

impl<L: Lock> core::fmt::Debug for Inspector<'_, L> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Inspector").finish_non_exhaustive()
    }
}

macro_rules! unstarted {
    ($lock:ident, $writer:ident => $cell:expr) => {
        impl<'m> Inspector<'m, $lock> {
            /// An inspector for a `static`, which touches its memory only when it is [started](Inspector::start). Until
            /// then every operation fails with [`Error::NotInitialised`].
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

impl<'m, L: Lock> Inspector<'m, L> {
    /// Writes a valid, empty file to the start of `region`.
    ///
    /// # Errors
    /// As [`Writer::start`].
    pub fn new(region: Memory<'m>, config: &Config<'m>) -> Result<Self, Error> {
        Ok(Self { writer: L::cell(Writer::new(region, config)?), dropped: AtomicU32::new(0) })
    }

    /// Writes a valid, empty file to the start of the region. Handles of before become foreign.
    ///
    /// # Errors
    /// As [`Writer::start`], and [`Error::Busy`].
    pub fn start(&self, config: &Config<'m>) -> Result<(), Error> {
        self.with(|writer| writer.start(config))
    }

    /// The root of the tree.
    pub const fn root(&self) -> Node<'_, 'm, L> {
        Node { inspector: self, handle: NodeHandle::ROOT }
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
                self.0.count_dropped(self.0.with(Writer::end_transaction));
            }
        }
        self.with(Writer::begin_transaction)?;
        let _end = End(self);
        Ok(f())
    }

    /// Runs `f` on the writer, under the lock.
    ///
    /// # Errors
    /// [`Error::Busy`] when the calling context is inside such a call already, and what `f` gives.
    #[inline(always)]
    pub fn with<R>(&self, f: impl FnOnce(&mut Writer<'m>) -> Result<R, Error>) -> Result<R, Error> {
        L::with(&self.writer, f).unwrap_or(Err(Error::Busy))
    }

    /// Number updates and deletions through handles, which return nothing, that could not be done.
    pub fn dropped_updates(&self) -> u32 {
        self.dropped.load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn count_dropped(&self, result: Result<(), Error>) {
        if result.is_err() {
            self.count_one();
        }
    }

    #[cold]
    fn count_one(&self) {
        self.dropped.store(self.dropped.load(Ordering::Relaxed).saturating_add(1), Ordering::Relaxed);
    }
}

/// A property of an inspector's tree. Dropping it deletes the property.
///
/// Each operation is one section of the generation protocol, and may be called from wherever the inspector's lock may be
/// taken.
#[must_use = "a property is deleted when its handle is dropped; `record` leaves it in the tree"]
pub struct Property<'i, 'm, L: Lock, K: Kind> {
    inspector: &'i Inspector<'m, L>,
    handle: Handle<K>,
}

/// A node below which there are other values.
pub type Node<'i, 'm, L> = Property<'i, 'm, L, kind::Node>;
/// A signed integer.
pub type Int<'i, 'm, L> = Property<'i, 'm, L, kind::Int>;
/// An unsigned integer.
pub type Uint<'i, 'm, L> = Property<'i, 'm, L, kind::Uint>;
/// A floating-point number.
pub type Double<'i, 'm, L> = Property<'i, 'm, L, kind::Double>;
/// A bool.
pub type Bool<'i, 'm, L> = Property<'i, 'm, L, kind::Bool>;
/// A string.
pub type StringProperty<'i, 'm, L> = Property<'i, 'm, L, kind::Text>;
/// Bytes.
pub type Bytes<'i, 'm, L> = Property<'i, 'm, L, kind::Bytes>;

impl<L: Lock, K: Kind> core::fmt::Debug for Property<'_, '_, L, K> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.handle.fmt(f)
    }
}

impl<L: Lock, K: Kind> Drop for Property<'_, '_, L, K> {
    #[inline]
    fn drop(&mut self) {
        if !self.handle.is_root() {
            self.inspector.count_dropped(self.inspector.with(|writer| writer.delete(self.handle)));
        }
    }
}

impl<'i, 'm, L: Lock, K: Kind> Property<'i, 'm, L, K> {
    /// The plain handle, for operations on the [`Writer`]. The property still goes when `self` is dropped.
    pub const fn handle(&self) -> Handle<K> {
        self.handle
    }

    /// Leaves the property in the tree for as long as its node is there.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::StaleHandle`], [`Error::Frozen`]; the property stays then as well.
    pub fn record(self) -> Result<(), Error> {
        let handle = self.into_handle();
        handle.1.with(|writer| writer.record(handle.0))
    }

    /// Deletes the property, and tells what went wrong, which dropping does not.
    ///
    /// # Errors
    /// As [`Writer::delete`], and [`Error::Busy`].
    pub fn delete(self) -> Result<(), Error> {
        let handle = self.into_handle();
        handle.1.with(|writer| writer.delete(handle.0))
    }

    fn into_handle(self) -> (Handle<K>, &'i Inspector<'m, L>) {
        let parts = (self.handle, self.inspector);
        core::mem::forget(self);
        parts
    }
}

impl<L: Lock, K: Scalar> Property<'_, '_, L, K> {
    /// Sets the value. What cannot be done is counted.
    #[inline(always)]
    pub fn set(&self, value: K::Value) {
        self.inspector.count_dropped(self.try_set(value));
    }

    /// Sets the value.
    ///
    /// # Errors
    /// As [`Writer::set`], and [`Error::Busy`].
    #[inline(always)]
    pub fn try_set(&self, value: K::Value) -> Result<(), Error> {
        self.inspector.with(|writer| writer.set(self.handle, value))
    }

    /// The value.
    ///
    /// # Errors
    /// As [`Writer::get`], and [`Error::Busy`].
    pub fn get(&self) -> Result<K::Value, Error> {
        self.inspector.with(|writer| writer.get(self.handle))
    }
}

impl<L: Lock, K: Number> Property<'_, '_, L, K> {
    /// Adds to the value; integers stay at the end of their type. What cannot be done is counted.
    #[inline(always)]
    pub fn add(&self, by: K::Value) {
        self.inspector.count_dropped(self.try_add(by));
    }

    /// Adds to the value.
    ///
    /// # Errors
    /// As [`Writer::add`], and [`Error::Busy`].
    #[inline(always)]
    pub fn try_add(&self, by: K::Value) -> Result<(), Error> {
        self.inspector.with(|writer| writer.add(self.handle, by))
    }

    /// Subtracts from the value; integers stay at the end of their type. What cannot be done is counted.
    #[inline(always)]
    pub fn subtract(&self, by: K::Value) {
        self.inspector.count_dropped(self.try_subtract(by));
    }

    /// Subtracts from the value.
    ///
    /// # Errors
    /// As [`Writer::subtract`], and [`Error::Busy`].
    #[inline(always)]
    pub fn try_subtract(&self, by: K::Value) -> Result<(), Error> {
        self.inspector.with(|writer| writer.subtract(self.handle, by))
    }
}

impl<L: Lock> StringProperty<'_, '_, L> {
    /// Sets the string.
    ///
    /// # Errors
    /// As [`Writer::set_string`], and [`Error::Busy`].
    pub fn set(&self, text: &str) -> Result<(), Error> {
        self.inspector.with(|writer| writer.set_string(self.handle, text))
    }

    /// Copies the string into `buffer`, and gives the text there.
    ///
    /// # Errors
    /// As [`Writer::get_string`], and [`Error::Busy`].
    pub fn get<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b str, Error> {
        self.inspector.with(|writer| writer.get_string(self.handle, buffer))
    }
}

impl<L: Lock> Bytes<'_, '_, L> {
    /// Sets the bytes.
    ///
    /// # Errors
    /// As [`Writer::set_bytes`], and [`Error::Busy`].
    pub fn set(&self, bytes: &[u8]) -> Result<(), Error> {
        self.inspector.with(|writer| writer.set_bytes(self.handle, bytes))
    }

    /// Copies the bytes into `buffer`, and gives what was copied.
    ///
    /// # Errors
    /// As [`Writer::get_bytes`], and [`Error::Busy`].
    pub fn get<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b [u8], Error> {
        self.inspector.with(|writer| writer.get_bytes(self.handle, buffer))
    }
}

macro_rules! children {
    ($($(#[$doc:meta])* $create:ident $record:ident($value:ident: $type:ty) -> $kind:ident;)*) => {
        impl<'i, 'm, L: Lock> Node<'i, 'm, L> {$(
            $(#[$doc])*
            ///
            /// # Errors
            /// As [`Writer::create_node`], and [`Error::Busy`].
            pub fn $create(&self, name: &str, $value: $type) -> Result<Property<'i, 'm, L, kind::$kind>, Error> {
                self.create(|writer, node| writer.$create(node, name, $value))
            }

            $(#[$doc])*
            /// It stays until this node is deleted.
            ///
            /// # Errors
            /// As [`Writer::create_node`], and [`Error::Busy`].
            pub fn $record(&self, name: &str, $value: $type) -> Result<(), Error> {
                self.$create(name, $value)?.record()
            }
        )*}
    };
}

children! {
    /// Creates a signed integer below this node.
    create_int record_int(value: i64) -> Int;
    /// Creates an unsigned integer below this node.
    create_uint record_uint(value: u64) -> Uint;
    /// Creates a floating-point number below this node.
    create_double record_double(value: f64) -> Double;
    /// Creates a bool below this node.
    create_bool record_bool(value: bool) -> Bool;
    /// Creates a string below this node.
    create_string record_string(text: &str) -> Text;
    /// Creates bytes below this node.
    create_bytes record_bytes(bytes: &[u8]) -> Bytes;
}

impl<'i, 'm, L: Lock> Node<'i, 'm, L> {
    /// Creates a node below this one.
    ///
    /// # Errors
    /// As [`Writer::create_node`], and [`Error::Busy`].
    pub fn create_node(&self, name: &str) -> Result<Self, Error> {
        self.create(|writer, node| writer.create_node(node, name))
    }

    /// Creates a node below this one that stays until this one is deleted, and lets `fill` put values below it.
    ///
    /// # Errors
    /// As [`Writer::create_node`], and [`Error::Busy`]; or what `fill` gives, and the new node is gone then.
    pub fn record_node(&self, name: &str, fill: impl FnOnce(&Self) -> Result<(), Error>) -> Result<(), Error> {
        let node = self.create_node(name)?;
        match fill(&node) {
            Ok(()) => node.record(),
            Err(reason) => node.delete_tree().and(Err(reason)),
        }
    }

    /// Deletes this node and all that is below it, in one section. Handles to what was below become stale.
    ///
    /// # Errors
    /// As [`Writer::delete_tree`], and [`Error::Busy`].
    pub fn delete_tree(self) -> Result<(), Error> {
        let handle = self.into_handle();
        handle.1.with(|writer| writer.delete_tree(handle.0))
    }

    #[inline(always)]
    fn create<K: Kind>(
        &self,
        create: impl FnOnce(&mut Writer<'m>, NodeHandle) -> Result<Handle<K>, Error>,
    ) -> Result<Property<'i, 'm, L, K>, Error> {
        let handle = self.inspector.with(|writer| create(writer, self.handle))?;
        Ok(Property { inspector: self.inspector, handle })
    }
}
