//! Inspect: a tree of named, typed properties in memory, which others read while it is written.

pub mod block;
mod book;
mod error;
mod handle;
mod heap;
mod strings;
mod writer;

pub use book::{BookPlace, Config};
pub use error::Error;
pub use handle::{
    Bool, BoolHandle, Bytes, BytesHandle, Double, DoubleHandle, Handle, Int, IntHandle, Kind, Node, NodeHandle, Number,
    Scalar, StringHandle, Text, Uint, UintHandle,
};
pub use writer::Writer;
