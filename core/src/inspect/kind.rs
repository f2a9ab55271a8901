//! Kinds: what a handle can be to, so that a node cannot be passed for a number.

use super::block::{ArrayFormat, ArrayWord, BlockType, BufferFormat, BufferWord, SlotWidth};
use super::buckets::Bucketed;

/// What a handle can be to.
pub trait Kind: sealed::Sealed {
    /// The type of the value's block.
    const TYPE: BlockType;
    /// The number of the kind, which tells kinds of one block type apart: 1 to [`MAXIMUM_NUMBER`].
    const NUMBER: u16;

    /// Whether a block of that type with this second word is of this kind.
    #[doc(hidden)]
    #[cfg_attr(target_pointer_width = "64", inline(always))]
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

/// A kind whose block holds slots.
pub trait Array: Kind {
    /// The type of the entries.
    const ENTRY: BlockType;
    /// What the slots mean.
    const FORMAT: ArrayFormat;
    /// The width of a slot.
    const WIDTH: SlotWidth;
}

/// An array of numbers.
pub trait NumberArray: Array {
    /// The kind of number.
    type Element: Number;
}

/// A histogram.
pub trait Histogram: Array {
    /// The kind of number that is counted, and that counts.
    type Element: Bucketed;
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
                #[cfg_attr(target_pointer_width = "64", inline(always))]
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
    /// A text of fixed capacity, in a chain of its own.
    FixedText = 18, Buffer BufferFormat::Text;
    /// A link to the tree of another file.
    Link = 19, Link;
}

macro_rules! arrays {
    ($($(#[$doc:meta])* $kind:ident = $number:literal, $element:ident $format:ident $width:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, PartialEq, Eq, Hash)]
        pub enum $kind {}
        impl sealed::Sealed for $kind {}
        impl Kind for $kind {
            const TYPE: BlockType = BlockType::Array;
            const NUMBER: u16 = $number;
            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn fits(payload: u64) -> bool {
                let word = ArrayWord(payload);
                word.raw_entry() == Self::ENTRY as u8 && word.raw_format() == Self::FORMAT as u8
            }
        }
        impl Array for $kind {
            const ENTRY: BlockType = BlockType::$element;
            const FORMAT: ArrayFormat = ArrayFormat::$format;
            const WIDTH: SlotWidth = SlotWidth::$width;
        }
    )*};
}

arrays! {
    /// An array of signed integers.
    IntArray = 8, Int Plain Number;
    /// An array of unsigned integers.
    UintArray = 9, Uint Plain Number;
    /// An array of floating-point numbers.
    DoubleArray = 10, Double Plain Number;
    /// An array of strings.
    StringArray = 11, StringReference Plain Index;
    /// A histogram of signed integers, with buckets of one width.
    IntLinear = 12, Int LinearHistogram Number;
    /// A histogram of unsigned integers, with buckets of one width.
    UintLinear = 13, Uint LinearHistogram Number;
    /// A histogram of floating-point numbers, with buckets of one width.
    DoubleLinear = 14, Double LinearHistogram Number;
    /// A histogram of signed integers, with buckets that grow by a factor.
    IntExponential = 15, Int ExponentialHistogram Number;
    /// A histogram of unsigned integers, with buckets that grow by a factor.
    UintExponential = 16, Uint ExponentialHistogram Number;
    /// A histogram of floating-point numbers, with buckets that grow by a factor.
    DoubleExponential = 17, Double ExponentialHistogram Number;
}

/// Whether a block of this type with this second word is of the kind with this number.
pub(super) fn fits(number: u16, block_type: BlockType, payload: u64) -> bool {
    macro_rules! any_of {
        ($($kind:ident)*) => {
            match number {
                $($kind::NUMBER => block_type == $kind::TYPE && $kind::fits(payload),)*
                _ => false,
            }
        };
    }
    any_of!(
        Node Int Uint Double Bool Text Bytes FixedText Link IntArray UintArray DoubleArray StringArray
        IntLinear UintLinear DoubleLinear IntExponential UintExponential DoubleExponential
    )
}

macro_rules! elements {
    ($($element:ident: $array:ident $($histogram:ident)*;)*) => {$(
        impl NumberArray for $array {
            type Element = $element;
        }
        $(
            impl Histogram for $histogram {
                type Element = $element;
            }
        )*
    )*};
}

elements! {
    Int: IntArray IntLinear IntExponential;
    Uint: UintArray UintLinear UintExponential;
    Double: DoubleArray DoubleLinear DoubleExponential;
}

macro_rules! scalars {
    ($($kind:ident $value:ty: $to:expr, $from:expr;)*) => {$(
        impl Scalar for $kind {
            type Value = $value;
            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn to_word(value: $value) -> u64 {
                $to(value)
            }
            #[cfg_attr(target_pointer_width = "64", inline(always))]
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
            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn plus(value: $value, by: $value) -> $value {
                $plus(value, by)
            }
            #[cfg_attr(target_pointer_width = "64", inline(always))]
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
