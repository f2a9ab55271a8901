//! Kinds: what a handle can be to, so that a node cannot be passed for a number.

use super::block::{BlockType, BufferFormat, BufferWord};

/// What a handle can be to.
pub trait Kind: sealed::Sealed {
    /// The type of the value's block.
    const TYPE: BlockType;
    /// The number of the kind, which tells kinds of one block type apart: 1 to [`MAXIMUM_NUMBER`].
    const NUMBER: u16;

    /// Whether a block of that type with this second word is of this kind.
    #[doc(hidden)]
    #[inline(always)]
    fn fits(_payload: u64) -> bool {
        true
    }
}

/// The largest number that a kind may have.
pub const MAXIMUM_NUMBER: u16 = 31;

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

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $number:literal, $block_type:ident $($fits:expr)?;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, PartialEq, Eq, Hash)]
        pub enum $kind {}
        impl sealed::Sealed for $kind {}
        impl Kind for $kind {
            const TYPE: BlockType = BlockType::$block_type;
            const NUMBER: u16 = $number;
            $(
                #[inline(always)]
                fn fits(payload: u64) -> bool {
                    BufferWord(payload).raw_format() == $fits as u8
                }
            )?
        }
    )*};
}

kinds! {
    /// A node: it has children.
    Node = 1, Node;
    /// A signed integer of 64 bits.
    Int = 2, Int;
    /// An unsigned integer of 64 bits.
    Uint = 3, Uint;
    /// A floating-point number of 64 bits.
    Double = 4, Double;
    /// True or false.
    Bool = 5, Bool;
    /// A string: a text in an interned string reference.
    Text = 6, Buffer BufferFormat::Reference;
    /// Bytes, in a chain of their own.
    Bytes = 7, Buffer BufferFormat::Bytes;
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
