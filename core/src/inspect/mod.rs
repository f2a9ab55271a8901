//! Inspect: a tree of named, typed properties in memory, which others read while it is written.

pub mod block;
