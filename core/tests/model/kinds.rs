//! Handles of any kind.

use glassbox::inspect::kind::{self, Kind};
use glassbox::inspect::{AnyHandle, Error, Handle, NodeHandle, Writer};

/// Defines a handle of any kind, and what can be done with it whatever its kind is.
macro_rules! kinds {
    ($($kind:ident),*) => {
        #[derive(Clone, Copy, Debug)]
        pub enum Any {
            $($kind(Handle<kind::$kind>),)*
        }

        impl Any {
            pub fn block(self) -> u32 {
                match self { $(Self::$kind(handle) => handle.block(),)* }
            }

            pub fn any(self) -> AnyHandle {
                match self { $(Self::$kind(handle) => handle.into(),)* }
            }

            pub fn delete(self, writer: &mut Writer) -> Result<(), Error> {
                match self { $(Self::$kind(handle) => writer.delete(handle),)* }
            }

            pub fn record(self, writer: &mut Writer) -> Result<(), Error> {
                match self { $(Self::$kind(handle) => writer.record(handle),)* }
            }

            pub fn reparent(self, writer: &mut Writer, parent: NodeHandle) -> Result<(), Error> {
                match self { $(Self::$kind(handle) => writer.reparent(handle, parent),)* }
            }

            pub fn name(self, writer: &Writer, buffer: &mut [u8]) -> Result<String, Error> {
                Ok(match self { $(Self::$kind(handle) => writer.get_name(handle, buffer)?,)* }.to_owned())
            }

            /// The same numbers with others in their place.
            pub fn with(self, change: impl FnOnce(u32, u32) -> (u32, u32)) -> Self {
                match self {
                    $(Self::$kind(handle) => {
                        let (block, check) = change(handle.block(), handle.check());
                        Self::$kind(Handle::from_parts(block, check))
                    })*
                }
            }

            /// Counts with it as if it were to a signed or, if it is, to an unsigned integer.
            pub fn add_as_other_kind(self, writer: &mut Writer) -> Result<(), Error> {
                if let Self::Int(handle) = self {
                    return writer.add::<kind::Uint>(other(handle), 1);
                }
                match self { $(Self::$kind(handle) => writer.add::<kind::Int>(other(handle), 1),)* }
            }

            /// Handles to what hangs below a node, by kinds.
            pub fn children(writer: &Writer, node: NodeHandle) -> Result<Vec<Self>, Error> {
                let mut all = Vec::new();
                $(all.extend(writer.children::<kind::$kind>(node)?.map(Self::$kind));)*
                Ok(all)
            }
        }
    };
}

kinds!(
    Node,
    Int,
    Uint,
    Double,
    Bool,
    Text,
    Bytes,
    FixedText,
    Link,
    IntArray,
    UintArray,
    DoubleArray,
    StringArray,
    IntLinear,
    UintLinear,
    DoubleLinear,
    IntExponential,
    UintExponential,
    DoubleExponential
);

pub fn other<K: Kind, O: Kind>(handle: Handle<K>) -> Handle<O> {
    Handle::from_parts(handle.block(), handle.check())
}

/// Does the same to a handle of any of some kinds.
macro_rules! of_kinds {
    ($any:expr, $handle:ident, [$($kind:ident)*] => $body:expr, $($rest:tt)*) => {
        match $any {
            $(Any::$kind($handle) => $body,)*
            $($rest)*
        }
    };
}
pub(crate) use of_kinds;
