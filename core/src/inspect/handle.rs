//! Handles: small typed numbers that name a value of one writer's file.
//!
//! A handle holds the value's block, and a check that mixes the block's serial number with a number of the writer. So a
//! handle to a value that is gone, and one that another writer made, are both noticed in constant time.

use core::marker::PhantomData;

use super::kind;

/// A handle to a value of the kind `K`. It is a plain number: copying it copies no value, dropping it deletes none.
#[derive(PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Handle<K> {
    block: u32,
    check: u32,
    kind: PhantomData<fn() -> K>,
}

impl<K> Clone for Handle<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Handle<K> {}

impl<K> core::fmt::Debug for Handle<K> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Handle").field("block", &self.block).field("check", &self.check).finish()
    }
}

impl<K> Handle<K> {
    /// The handle to nothing, on which every operation fails with `NoHandle`.
    pub const NULL: Self = Self::from_parts(0, 0);

    /// A handle of these two numbers, as [`block`](Self::block) and [`check`](Self::check) gave them.
    #[must_use]
    pub const fn from_parts(block: u32, check: u32) -> Self {
        Self { block, check, kind: PhantomData }
    }

    /// The index of the value's block.
    pub const fn block(self) -> u32 {
        self.block
    }

    /// The number that is compared with the writer's.
    pub const fn check(self) -> u32 {
        self.check
    }

    /// Whether this is the null handle.
    pub const fn is_null(self) -> bool {
        self.block == 0 && self.check == 0
    }

    /// Whether this is the root, whatever kind the handle says.
    pub(super) const fn is_root(self) -> bool {
        self.block == 0 && self.check == 1
    }
}

impl NodeHandle {
    /// The root, from which every tree hangs. It has no block, and every writer has one.
    pub const ROOT: Self = Self::from_parts(0, 1);
}

/// A handle to a node.
pub type NodeHandle = Handle<kind::Node>;
/// A handle to a signed integer.
pub type IntHandle = Handle<kind::Int>;
/// A handle to an unsigned integer.
pub type UintHandle = Handle<kind::Uint>;
/// A handle to a floating-point number.
pub type DoubleHandle = Handle<kind::Double>;
/// A handle to a bool.
pub type BoolHandle = Handle<kind::Bool>;
/// A handle to a string.
pub type StringHandle = Handle<kind::Text>;
/// A handle to bytes.
pub type BytesHandle = Handle<kind::Bytes>;
/// A handle to an array of signed integers.
pub type IntArrayHandle = Handle<kind::IntArray>;
/// A handle to an array of unsigned integers.
pub type UintArrayHandle = Handle<kind::UintArray>;
/// A handle to an array of floating-point numbers.
pub type DoubleArrayHandle = Handle<kind::DoubleArray>;
/// A handle to an array of strings.
pub type StringArrayHandle = Handle<kind::StringArray>;
/// A handle to a text of fixed capacity.
pub type FixedTextHandle = Handle<kind::FixedText>;
/// A handle to a link.
pub type LinkHandle = Handle<kind::Link>;
