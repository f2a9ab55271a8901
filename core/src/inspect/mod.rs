//! Inspect: a tree of named, typed properties in memory, which others read while it is written.

pub mod block;
mod blocks;
mod book;
mod buckets;
mod decimal;
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
pub use handle::{
    BoolHandle, BytesHandle, DoubleArrayHandle, DoubleHandle, FixedTextHandle, Handle, IntArrayHandle, IntHandle,
    LinkHandle, NodeHandle, StringArrayHandle, StringHandle, UintArrayHandle, UintHandle,
};
pub use inspector::{
    Bool, BoundedListNode, Bytes, Double, DoubleArray, FixedText, HealthNode, Inspector, Int, IntArray, Link, Node,
    Property, StatsNode, StringArray, StringProperty, Uint, UintArray, ValueList,
};
#[cfg(feature = "read")]
pub use writer::{Adoption, Unfit};
pub use writer::{AnyHandle, BoundedList, Health, MAXIMUM_EXPONENTIAL_BUCKETS, MAXIMUM_LINEAR_BUCKETS, Stats, Writer};
