//! Properties: handles that borrow their inspector, and delete their value when they are dropped.

use super::super::error::Error;
use super::super::handle::Handle;
use super::super::kind::{self, Histogram, Kind, Number, NumberArray, Scalar};
use super::Inspector;
use crate::lock::Lock;

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
/// A text of fixed capacity.
pub type FixedText<'i, 'm, L> = Property<'i, 'm, L, kind::FixedText>;
/// An array of signed integers.
pub type IntArray<'i, 'm, L> = Property<'i, 'm, L, kind::IntArray>;
/// An array of unsigned integers.
pub type UintArray<'i, 'm, L> = Property<'i, 'm, L, kind::UintArray>;
/// An array of floating-point numbers.
pub type DoubleArray<'i, 'm, L> = Property<'i, 'm, L, kind::DoubleArray>;
/// An array of strings.
pub type StringArray<'i, 'm, L> = Property<'i, 'm, L, kind::StringArray>;
/// A link to the tree of another file.
pub type Link<'i, 'm, L> = Property<'i, 'm, L, kind::Link>;

impl<L: Lock, K: Kind> core::fmt::Debug for Property<'_, '_, L, K> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.handle.fmt(f)
    }
}

impl<L: Lock, K: Kind> Drop for Property<'_, '_, L, K> {
    #[inline]
    fn drop(&mut self) {
        if !self.handle.is_root() {
            self.inspector.count_undeleted(self.inspector.run(|writer| writer.delete(self.handle)));
        }
    }
}

impl<'i, 'm, L: Lock, K: Kind> Property<'i, 'm, L, K> {
    pub(super) const fn of(inspector: &'i Inspector<'m, L>, handle: Handle<K>) -> Self {
        Self { inspector, handle }
    }

    /// The inspector that the property belongs to.
    pub const fn inspector(&self) -> &'i Inspector<'m, L> {
        self.inspector
    }

    /// Moves the property, with all that is below it, to another node.
    ///
    /// # Errors
    /// As [`Writer::reparent`](crate::inspect::Writer::reparent), and [`Error::Busy`].
    pub fn reparent(&self, parent: &Node<'_, '_, L>) -> Result<(), Error> {
        self.inspector.run(|writer| writer.reparent(self.handle, parent.handle))
    }

    /// The plain handle, for operations on the [`Writer`](crate::inspect::Writer). The property still goes when `self` is dropped.
    pub const fn handle(&self) -> Handle<K> {
        self.handle
    }

    /// Leaves the property in the tree for as long as its node is there.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::StaleHandle`], [`Error::Frozen`]; the property stays then as well.
    pub fn record(self) -> Result<(), Error> {
        let handle = self.into_handle();
        handle.1.run(|writer| writer.record(handle.0))
    }

    /// Deletes the property, and tells what went wrong, which dropping does not.
    ///
    /// # Errors
    /// As [`Writer::delete`](crate::inspect::Writer::delete), and [`Error::Busy`].
    pub fn delete(self) -> Result<(), Error> {
        let handle = self.into_handle();
        handle.1.run(|writer| writer.delete(handle.0))
    }

    pub(super) fn into_handle(self) -> (Handle<K>, &'i Inspector<'m, L>) {
        let parts = (self.handle, self.inspector);
        core::mem::forget(self);
        parts
    }
}

impl<L: Lock, K: Scalar> Property<'_, '_, L, K> {
    /// Sets the value. What cannot be done is counted.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn set(&self, value: K::Value) {
        self.inspector.count_dropped(self.try_set(value));
    }

    /// Sets the value.
    ///
    /// # Errors
    /// As [`Writer::set`](crate::inspect::Writer::set), and [`Error::Busy`].
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn try_set(&self, value: K::Value) -> Result<(), Error> {
        self.inspector.run(|writer| writer.set(self.handle, value))
    }

    /// The value.
    ///
    /// # Errors
    /// As [`Writer::get`](crate::inspect::Writer::get), and [`Error::Busy`].
    pub fn get(&self) -> Result<K::Value, Error> {
        self.inspector.ask(K::from_word(0), |writer| writer.get(self.handle))
    }
}

impl<L: Lock, K: Number> Property<'_, '_, L, K> {
    /// Adds to the value; integers stay at the end of their type. What cannot be done is counted.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn add(&self, by: K::Value) {
        self.inspector.count_dropped(self.try_add(by));
    }

    /// Adds to the value.
    ///
    /// # Errors
    /// As [`Writer::add`](crate::inspect::Writer::add), and [`Error::Busy`].
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn try_add(&self, by: K::Value) -> Result<(), Error> {
        self.inspector.run(|writer| writer.add(self.handle, by))
    }

    /// Subtracts from the value; integers stay at the end of their type. What cannot be done is counted.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn subtract(&self, by: K::Value) {
        self.inspector.count_dropped(self.try_subtract(by));
    }

    /// Subtracts from the value.
    ///
    /// # Errors
    /// As [`Writer::subtract`](crate::inspect::Writer::subtract), and [`Error::Busy`].
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn try_subtract(&self, by: K::Value) -> Result<(), Error> {
        self.inspector.run(|writer| writer.subtract(self.handle, by))
    }
}

impl<L: Lock> StringProperty<'_, '_, L> {
    /// Sets the string.
    ///
    /// # Errors
    /// As [`Writer::set_string`](crate::inspect::Writer::set_string), and [`Error::Busy`].
    pub fn set(&self, text: &str) -> Result<(), Error> {
        self.inspector.run(|writer| writer.set_string(self.handle, text))
    }

    /// Copies the string into `buffer`, and gives the text there.
    ///
    /// # Errors
    /// As [`Writer::get_string`](crate::inspect::Writer::get_string), and [`Error::Busy`].
    pub fn get<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b str, Error> {
        self.inspector.ask("", |writer| writer.get_string(self.handle, buffer))
    }
}

impl<L: Lock> Bytes<'_, '_, L> {
    /// Sets the bytes.
    ///
    /// # Errors
    /// As [`Writer::set_bytes`](crate::inspect::Writer::set_bytes), and [`Error::Busy`].
    pub fn set(&self, bytes: &[u8]) -> Result<(), Error> {
        self.inspector.run(|writer| writer.set_bytes(self.handle, bytes))
    }

    /// Copies the bytes into `buffer`, and gives what was copied.
    ///
    /// # Errors
    /// As [`Writer::get_bytes`](crate::inspect::Writer::get_bytes), and [`Error::Busy`].
    pub fn get<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b [u8], Error> {
        self.inspector.ask(&[], |writer| writer.get_bytes(self.handle, buffer))
    }
}

impl<L: Lock> FixedText<'_, '_, L> {
    /// Sets the text, in place and in bounded time.
    ///
    /// # Errors
    /// As [`Writer::set_text`](crate::inspect::Writer::set_text), and [`Error::Busy`].
    pub fn set(&self, text: &str) -> Result<(), Error> {
        self.inspector.run(|writer| writer.set_text(self.handle, text))
    }

    /// Copies the text into `buffer`, and gives it.
    ///
    /// # Errors
    /// As [`Writer::get_text`](crate::inspect::Writer::get_text), and [`Error::Busy`].
    pub fn get<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b str, Error> {
        self.inspector.ask("", |writer| writer.get_text(self.handle, buffer))
    }
}

/// The number in a slot of an array of kind `K`.
type Element<K> = <<K as NumberArray>::Element as Scalar>::Value;

impl<L: Lock, K: NumberArray> Property<'_, '_, L, K> {
    /// Sets the number in slot `index`. What cannot be done is counted.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn set_at(&self, index: usize, value: Element<K>) {
        self.inspector.count_dropped(self.try_set_at(index, value));
    }

    /// Sets the number in slot `index`.
    ///
    /// # Errors
    /// As [`Writer::array_set`](crate::inspect::Writer::array_set), and [`Error::Busy`].
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn try_set_at(&self, index: usize, value: Element<K>) -> Result<(), Error> {
        self.inspector.run(|writer| writer.array_set(self.handle, index, value))
    }

    /// Adds to the number in slot `index`. What cannot be done is counted.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn add_at(&self, index: usize, by: Element<K>) {
        self.inspector.count_dropped(self.try_add_at(index, by));
    }

    /// Adds to the number in slot `index`.
    ///
    /// # Errors
    /// As [`Writer::array_add`](crate::inspect::Writer::array_add), and [`Error::Busy`].
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn try_add_at(&self, index: usize, by: Element<K>) -> Result<(), Error> {
        self.inspector.run(|writer| writer.array_add(self.handle, index, by))
    }

    /// Subtracts from the number in slot `index`. What cannot be done is counted.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn subtract_at(&self, index: usize, by: Element<K>) {
        self.inspector.count_dropped(self.try_subtract_at(index, by));
    }

    /// Subtracts from the number in slot `index`.
    ///
    /// # Errors
    /// As [`Writer::array_subtract`](crate::inspect::Writer::array_subtract), and [`Error::Busy`].
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn try_subtract_at(&self, index: usize, by: Element<K>) -> Result<(), Error> {
        self.inspector.run(|writer| writer.array_subtract(self.handle, index, by))
    }

    /// The number in slot `index`.
    ///
    /// # Errors
    /// As [`Writer::array_get`](crate::inspect::Writer::array_get), and [`Error::Busy`].
    pub fn get_at(&self, index: usize) -> Result<Element<K>, Error> {
        self.inspector.ask(K::Element::from_word(0), |writer| writer.array_get(self.handle, index))
    }
}

impl<L: Lock> StringArray<'_, '_, L> {
    /// Sets the string in slot `index`; the empty text clears it.
    ///
    /// # Errors
    /// As [`Writer::string_array_set`](crate::inspect::Writer::string_array_set), and [`Error::Busy`].
    pub fn set_at(&self, index: usize, text: &str) -> Result<(), Error> {
        self.inspector.run(|writer| writer.string_array_set(self.handle, index, text))
    }

    /// Copies the string in slot `index` into `buffer`, and gives the text there.
    ///
    /// # Errors
    /// As [`Writer::string_array_get`](crate::inspect::Writer::string_array_get), and [`Error::Busy`].
    pub fn get_at<'b>(&self, index: usize, buffer: &'b mut [u8]) -> Result<&'b str, Error> {
        self.inspector.ask("", |writer| writer.string_array_get(self.handle, index, buffer))
    }
}

/// The number that a histogram of kind `K` counts.
type Counted<K> = <<K as Histogram>::Element as Scalar>::Value;

impl<L: Lock, K: Histogram> Property<'_, '_, L, K> {
    /// Counts a value. What cannot be done is counted.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn insert(&self, value: Counted<K>) {
        self.inspector.count_dropped(self.try_insert(value));
    }

    /// Counts a value.
    ///
    /// # Errors
    /// As [`Writer::insert`](crate::inspect::Writer::insert), and [`Error::Busy`].
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn try_insert(&self, value: Counted<K>) -> Result<(), Error> {
        self.inspector.run(|writer| writer.insert(self.handle, value))
    }

    /// Counts a value `count` times. What cannot be done is counted.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn insert_multiple(&self, value: Counted<K>, count: u64) {
        self.inspector.count_dropped(self.try_insert_multiple(value, count));
    }

    /// Counts a value `count` times.
    ///
    /// # Errors
    /// As [`Writer::insert_multiple`](crate::inspect::Writer::insert_multiple), and [`Error::Busy`].
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn try_insert_multiple(&self, value: Counted<K>, count: u64) -> Result<(), Error> {
        self.inspector.run(|writer| writer.insert_multiple(self.handle, value, count))
    }

    /// Sets all counts to zero.
    ///
    /// # Errors
    /// As [`Writer::clear`](crate::inspect::Writer::clear), and [`Error::Busy`].
    pub fn clear(&self) -> Result<(), Error> {
        self.inspector.run(|writer| writer.clear(self.handle))
    }
}
