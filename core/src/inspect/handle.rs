//! Handles: small typed numbers that name a value of one writer's file.
//!
//! A handle holds the value's block, and a check that mixes the block's serial number with a number of the writer. So a
//! handle to a value that is gone, and one that another writer made, are both noticed in constant time.

use core::marker::PhantomData;

use super::block::{BlockIndex, BlockType, BufferFormat, BufferWord};

/// What a handle can be to.
pub trait Kind: sealed::Sealed {
    /// The type of the value's block.
    const TYPE: BlockType;

    /// Whether a block of that type with this second word is of this kind.
    #[doc(hidden)]
    #[inline(always)]
    fn fits(_payload: u64) -> bool {
        true
    }
}

/// A kind whose value is one word: numbers and bool.
pub trait Scalar: Kind {
    /// The value.
    type Value: Copy;
    /// The word that the block holds.
    fn to_word(value: Self::Value) -> u64;
    /// The value of a word.
    fn from_word(word: u64) -> Self::Value;
}

/// A kind that can be counted with.
pub trait Number: Scalar {
    /// The sum. Integers stay at the ends of their type instead of wrapping.
    fn plus(value: Self::Value, by: Self::Value) -> Self::Value;
    /// The difference. Integers stay at the ends of their type instead of wrapping.
    fn minus(value: Self::Value, by: Self::Value) -> Self::Value;
}

mod sealed {
    pub trait Sealed {}
}

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

    pub(super) const fn index(self) -> Option<BlockIndex> {
        BlockIndex::new(self.block)
    }
}

impl Handle<Node> {
    /// The root, from which every tree hangs. It has no block, and every writer has one.
    pub const ROOT: Self = Self::from_parts(0, 1);
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $alias:ident $block_type:ident $($fits:expr)?;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, PartialEq, Eq, Hash)]
        pub enum $kind {}
        impl sealed::Sealed for $kind {}
        impl Kind for $kind {
            const TYPE: BlockType = BlockType::$block_type;
            $(
                #[inline(always)]
                fn fits(payload: u64) -> bool {
                    BufferWord(payload).raw_format() == $fits as u8
                }
            )?
        }
        #[doc = concat!("A handle to a value of the kind [`", stringify!($kind), "`].")]
        pub type $alias = Handle<$kind>;
    )*};
}

kinds! {
    /// A node: it has children.
    Node NodeHandle Node;
    /// A signed integer of 64 bits.
    Int IntHandle Int;
    /// An unsigned integer of 64 bits.
    Uint UintHandle Uint;
    /// A floating-point number of 64 bits.
    Double DoubleHandle Double;
    /// True or false.
    Bool BoolHandle Bool;
    /// A string: a text in an interned string reference.
    Text StringHandle Buffer BufferFormat::Reference;
    /// Bytes, in a chain of their own.
    Bytes BytesHandle Buffer BufferFormat::Bytes;
}

macro_rules! scalars {
    ($($kind:ident $value:ty: $to:expr, $from:expr;)*) => {$(
        impl Scalar for $kind {
            type Value = $value;
            #[inline(always)]
            fn to_word(value: $value) -> u64 {
                $to(value)
            }
            #[inline(always)]
            fn from_word(word: u64) -> $value {
                $from(word)
            }
        }
    )*};
}

scalars! {
    Int i64: i64::cast_unsigned, u64::cast_signed;
    Uint u64: core::convert::identity, core::convert::identity;
    Double f64: f64::to_bits, f64::from_bits;
    Bool bool: u64::from, |word| word != 0;
}

macro_rules! numbers {
    ($($kind:ident $value:ty: $plus:expr, $minus:expr;)*) => {$(
        impl Number for $kind {
            #[inline(always)]
            fn plus(value: $value, by: $value) -> $value {
                $plus(value, by)
            }
            #[inline(always)]
            fn minus(value: $value, by: $value) -> $value {
                $minus(value, by)
            }
        }
    )*};
}

numbers! {
    Int i64: i64::saturating_add, i64::saturating_sub;
    Uint u64: u64::saturating_add, u64::saturating_sub;
    Double f64: core::ops::Add::add, core::ops::Sub::sub;
}
