//! Handles as C sees them: one small struct for each kind, so that a node cannot be passed for a number.

use glassbox::inspect::Handle;
use glassbox::inspect::kind::{Bool, Bytes, Double, Int, Kind, Node, Text, Uint};

/// A handle to a node. `GBX_ROOT` is the one that every tree hangs from.
///
/// Handles of every kind are plain numbers: copying one copies nothing, losing one deletes nothing. All zero is the
/// null handle, on which every function fails with `GBX_ERROR_NO_HANDLE`. A handle of a deleted value and one of
/// another writer are noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct gbx_node_t {
    /// The value's block in the file.
    pub block: u32,
    /// Tells this value from others that had or will have the block.
    pub check: u32,
}

/// A handle to a signed integer of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct gbx_int_t {
    /// The value's block in the file.
    pub block: u32,
    /// Tells this value from others that had or will have the block.
    pub check: u32,
}

/// A handle to an unsigned integer of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct gbx_uint_t {
    /// The value's block in the file.
    pub block: u32,
    /// Tells this value from others that had or will have the block.
    pub check: u32,
}

/// A handle to a floating-point number of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct gbx_double_t {
    /// The value's block in the file.
    pub block: u32,
    /// Tells this value from others that had or will have the block.
    pub check: u32,
}

/// A handle to a value that is true or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct gbx_bool_t {
    /// The value's block in the file.
    pub block: u32,
    /// Tells this value from others that had or will have the block.
    pub check: u32,
}

/// A handle to a text. Equal texts of one file share their memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct gbx_string_t {
    /// The value's block in the file.
    pub block: u32,
    /// Tells this value from others that had or will have the block.
    pub check: u32,
}

/// A handle to bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct gbx_bytes_t {
    /// The value's block in the file.
    pub block: u32,
    /// Tells this value from others that had or will have the block.
    pub check: u32,
}

/// A handle of C and its twin in `glassbox`.
pub trait CHandle: Copy {
    /// What it is a handle to.
    type Kind: Kind;
    /// The handle to nothing.
    const NULL: Self;
    /// From the twin.
    fn wrap(handle: Handle<Self::Kind>) -> Self;
    /// To the twin.
    fn unwrap(self) -> Handle<Self::Kind>;
}

macro_rules! handles {
    ($($handle:ident: $kind:ident;)*) => {$(
        impl $crate::inspect::handles::CHandle for $handle {
            type Kind = $kind;
            const NULL: Self = Self { block: 0, check: 0 };

            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn wrap(handle: ::glassbox::inspect::Handle<$kind>) -> Self {
                Self { block: handle.block(), check: handle.check() }
            }

            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn unwrap(self) -> ::glassbox::inspect::Handle<$kind> {
                ::glassbox::inspect::Handle::from_parts(self.block, self.check)
            }
        }
        static_assertions::assert_eq_size!($handle, u64);
        static_assertions::assert_eq_align!($handle, u32);
    )*};
}
pub(super) use handles;

handles! {
    gbx_node_t: Node;
    gbx_int_t: Int;
    gbx_uint_t: Uint;
    gbx_double_t: Double;
    gbx_bool_t: Bool;
    gbx_string_t: Text;
    gbx_bytes_t: Bytes;
}
