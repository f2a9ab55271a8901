//! Nodes: below which values are made.

use super::super::block::LinkDisposition;
use super::super::error::Error;
use super::super::handle::{Handle, NodeHandle};
use super::super::kind::{self, Kind};
use super::super::writer::Writer;
use super::property::{Node, Property};
use crate::lock::Lock;

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

macro_rules! arrays {
    ($($(#[$doc:meta])* $create:ident -> $kind:ident;)*) => {
        impl<'i, 'm, L: Lock> Node<'i, 'm, L> {$(
            $(#[$doc])*
            ///
            /// # Errors
            /// As [`Writer::create_array`], and [`Error::Busy`].
            pub fn $create(&self, name: &str, slots: usize) -> Result<Property<'i, 'm, L, kind::$kind>, Error> {
                self.create(|writer, node| writer.create_array(node, name, slots))
            }
        )*}
    };
}

arrays! {
    /// Creates an array of signed integers below this node, all zero.
    create_int_array -> IntArray;
    /// Creates an array of unsigned integers below this node, all zero.
    create_uint_array -> UintArray;
    /// Creates an array of floating-point numbers below this node, all zero.
    create_double_array -> DoubleArray;
}

macro_rules! histograms {
    ($($value:ty: $linear:ident -> $linear_kind:ident, $exponential:ident -> $exponential_kind:ident;)*) => {
        impl<'i, 'm, L: Lock> Node<'i, 'm, L> {$(
            /// Creates a histogram below this node whose `buckets` buckets are `step` wide, from `floor` on.
            ///
            /// # Errors
            /// As [`Writer::create_linear_histogram`], and [`Error::Busy`].
            pub fn $linear(
                &self,
                name: &str,
                floor: $value,
                step: $value,
                buckets: usize,
            ) -> Result<Property<'i, 'm, L, kind::$linear_kind>, Error> {
                self.create(|writer, node| writer.create_linear_histogram(node, name, floor, step, buckets))
            }

            /// Creates a histogram below this node whose first bucket is `initial` wide, from `floor` on, and each next one
            /// ends `multiplier` times as far from there.
            ///
            /// # Errors
            /// As [`Writer::create_exponential_histogram`], and [`Error::Busy`].
            pub fn $exponential(
                &self,
                name: &str,
                floor: $value,
                initial: $value,
                multiplier: $value,
                buckets: usize,
            ) -> Result<Property<'i, 'm, L, kind::$exponential_kind>, Error> {
                self.create(|writer, node| {
                    writer.create_exponential_histogram(node, name, floor, initial, multiplier, buckets)
                })
            }
        )*}
    };
}

histograms! {
    i64: create_int_linear_histogram -> IntLinear, create_int_exponential_histogram -> IntExponential;
    u64: create_uint_linear_histogram -> UintLinear, create_uint_exponential_histogram -> UintExponential;
    f64: create_double_linear_histogram -> DoubleLinear, create_double_exponential_histogram -> DoubleExponential;
}

impl<'i, 'm, L: Lock> Node<'i, 'm, L> {
    /// Creates a node below this one.
    ///
    /// # Errors
    /// As [`Writer::create_node`], and [`Error::Busy`].
    pub fn create_node(&self, name: &str) -> Result<Self, Error> {
        self.create(|writer, node| writer.create_node(node, name))
    }

    /// Creates an array of strings below this node, all empty.
    ///
    /// # Errors
    /// As [`Writer::create_string_array`], and [`Error::Busy`].
    pub fn create_string_array(
        &self,
        name: &str,
        slots: usize,
    ) -> Result<Property<'i, 'm, L, kind::StringArray>, Error> {
        self.create(|writer, node| writer.create_string_array(node, name, slots))
    }

    /// Creates an empty text of fixed capacity below this node, for interrupts and control loops.
    ///
    /// # Errors
    /// As [`Writer::create_text`], and [`Error::Busy`].
    pub fn create_text(&self, name: &str, capacity: usize) -> Result<Property<'i, 'm, L, kind::FixedText>, Error> {
        self.create(|writer, node| writer.create_text(node, name, capacity))
    }

    /// Creates a link below this node to the file with the identifier `content`.
    ///
    /// # Errors
    /// As [`Writer::create_link`], and [`Error::Busy`].
    pub fn create_link(
        &self,
        name: &str,
        content: &str,
        disposition: LinkDisposition,
    ) -> Result<Property<'i, 'm, L, kind::Link>, Error> {
        self.create(|writer, node| writer.create_link(node, name, content, disposition))
    }

    /// The first child of this node of kind `K` that is called `name`: for what was there before, in an adopted file. It goes
    /// when the handle that this gives is dropped; [`record`](Property::record) leaves it.
    ///
    /// # Errors
    /// As [`Writer::find`], and [`Error::Busy`].
    pub fn find<K: Kind>(&self, name: &str) -> Result<Option<Property<'i, 'm, L, K>>, Error> {
        let found = self.inspector().ask(None, |writer| writer.find(self.handle(), name))?;
        Ok(found.map(|handle| Property::of(self.inspector(), handle)))
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
        handle.1.run(|writer| writer.delete_tree(handle.0))
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn create<K: Kind>(
        &self,
        create: impl FnOnce(&mut Writer<'m>, NodeHandle) -> Result<Handle<K>, Error>,
    ) -> Result<Property<'i, 'm, L, K>, Error> {
        let handle = self.inspector().ask(Handle::NULL, |writer| create(writer, self.handle()))?;
        Ok(Property::of(self.inspector(), handle))
    }
}
