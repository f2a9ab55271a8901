//! Inspect: a tree of named, typed properties in memory, which others read while it is written.

pub mod block;
mod book;
mod error;
mod handle;
mod heap;
mod inspector;
pub mod kind;
#[cfg(feature = "read")]
pub mod reader;
mod strings;
mod writer;

pub use book::{BookPlace, Config};
pub use error::Error;
pub use handle::{BoolHandle, BytesHandle, DoubleHandle, Handle, IntHandle, NodeHandle, StringHandle, UintHandle};
pub use inspector::{Bool, Bytes, Double, Inspector, Int, Node, Property, StringProperty, Uint};
pub use writer::Writer;
