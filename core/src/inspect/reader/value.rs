//! Values: what a property holds, read from its block.
//!
//! Everything here was checked when the file was indexed; what was wrong has been told, and is shown in the way that
//! section 13.4 of the format says.

use super::content::{Bytes, Text, chain_of_buffer};
use super::image::Image;
use super::table::{self, Pair};
use crate::inspect::block::{
    ArrayFormat, ArrayWord, BlockIndex, BlockType, BufferFormat, BufferWord, Head, LinkWord, Order, SlotWidth,
};

/// A block of a file that has been indexed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'t> {
    pub(super) image: Image<'t>,
    pub(super) table: &'t [Pair],
    pub(super) block: BlockIndex,
}

impl<'t> Place<'t> {
    pub(super) fn head(&self) -> Head {
        Head(self.image.head(self.block))
    }

    /// The text in block `index` of the same file.
    pub(super) fn text(&self, index: BlockIndex) -> Text<'t> {
        Text::named(self.image, self.table, index)
    }

    pub(super) fn name(&self) -> Text<'t> {
        self.text(self.head().name())
    }

    /// The second word of a LINK.
    pub(super) fn link(&self) -> LinkWord {
        LinkWord(self.image.unit(self.block.get()).map_or(0, |[_, word]| word))
    }

    #[inline]
    pub(super) fn value(&self) -> Value<'t> {
        const INT: u32 = BlockType::Int as u32 + 1;
        const UINT: u32 = BlockType::Uint as u32 + 1;
        const DOUBLE: u32 = BlockType::Double as u32 + 1;
        const BOOL: u32 = BlockType::Bool as u32 + 1;
        const BUFFER: u32 = BlockType::Buffer as u32 + 1;
        let [head, payload] = self.image.unit(self.block.get()).unwrap_or_default();
        let [word, _] = table::pair(self.table, self.block.get());
        match table::kind_number(word) {
            INT => Value::Int(payload.cast_signed()),
            UINT => Value::Uint(payload),
            DOUBLE => Value::Double(f64::from_bits(payload)),
            BOOL => Value::Bool(payload != 0),
            BUFFER => self.buffer(BufferWord(payload)),
            _ => self.array(Head(head), ArrayWord(payload)),
        }
    }

    fn buffer(&self, buffer: BufferWord) -> Value<'t> {
        const TEXT: u8 = BufferFormat::Text as u8;
        const REFERENCE: u8 = BufferFormat::Reference as u8;
        match buffer.raw_format() {
            TEXT => Value::Text(Text::buffered(self.image, self.table, self.block, buffer)),
            REFERENCE => Value::Text(self.text(buffer.content().unwrap_or_default())),
            _ => Value::Bytes(Bytes::new(chain_of_buffer(self.image, self.table, self.block, buffer))),
        }
    }

    fn array(&self, head: Head, word: ArrayWord) -> Value<'t> {
        let shape = head.order().and_then(|order| Shape::new(order, word));
        let Some(shape) = shape else {
            // The memory has changed since it was indexed.
            return Value::Bytes(Bytes::new(super::content::Pieces::chain(self.image, BlockIndex::ZERO, 0)));
        };
        let array = Array { place: *self, entry: shape.entry, first: 0, slots: shape.slots };
        match shape.histogram {
            None => Value::Array(array),
            Some(kind) => Value::Histogram(Histogram { slots: array, kind }),
        }
    }
}

/// What a property holds.
#[derive(Clone, Debug)]
pub enum Value<'t> {
    /// A signed integer.
    Int(i64),
    /// An unsigned integer.
    Uint(u64),
    /// A double, as its bits are: NaN and infinities too.
    Double(f64),
    /// True or false.
    Bool(bool),
    /// A text.
    Text(Text<'t>),
    /// Bytes.
    Bytes(Bytes<'t>),
    /// Numbers or texts, one beside the other.
    Array(Array<'t>),
    /// Counts of values in buckets.
    Histogram(Histogram<'t>),
}

/// A number of an array or a histogram.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A signed integer.
    Int(i64),
    /// An unsigned integer.
    Uint(u64),
    /// A double.
    Double(f64),
}

impl Number {
    /// The number in a slot; `None` where slots hold texts.
    pub(super) fn new(entry: EntryType, word: u64) -> Option<Self> {
        match entry {
            EntryType::Int => Some(Self::Int(word.cast_signed())),
            EntryType::Uint => Some(Self::Uint(word)),
            EntryType::Double => Some(Self::Double(f64::from_bits(word))),
            EntryType::Text => None,
        }
    }

    /// Whether it is not zero. NaN is not zero, -0.0 is.
    pub const fn is_nonzero(self) -> bool {
        match self {
            Self::Int(number) => number != 0,
            Self::Uint(number) => number != 0,
            Self::Double(number) => number != 0.0,
        }
    }
}

/// What a slot of an array holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Element<'t> {
    /// A number.
    Number(Number),
    /// A text.
    Text(Text<'t>),
}

/// The type of an array's slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryType {
    Int,
    Uint,
    Double,
    Text,
}

/// The slots of an array, from first to last. All are of one type.
#[derive(Clone, Debug)]
pub struct Array<'t> {
    place: Place<'t>,
    entry: EntryType,
    /// The next slot.
    first: u32,
    /// The end of the slots.
    slots: u32,
}

impl<'t> Array<'t> {
    /// The number of slots that are left, at most 255.
    pub const fn len(&self) -> u32 {
        self.slots - self.first
    }

    /// Whether no slot is left.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the slots hold texts.
    pub const fn is_text(&self) -> bool {
        matches!(self.entry, EntryType::Text)
    }

    /// The slot at `index`, or `None` behind the last one.
    pub fn get(&self, index: u32) -> Option<Element<'t>> {
        let slot = self.first.checked_add(index).filter(|slot| *slot < self.slots)?;
        Some(match self.entry {
            EntryType::Text => Element::Text(self.text(slot)),
            _ => Element::Number(self.number(slot)),
        })
    }

    /// The half at which the slots begin.
    const fn start(&self) -> u32 {
        self.place.block.get() * 2 + 2
    }

    /// The number in a slot; zero beyond the end of the file.
    fn number(&self, slot: u32) -> Number {
        let word = self.place.image.half(self.start() + slot).unwrap_or(0);
        Number::new(self.entry, word).unwrap_or(Number::Uint(word))
    }

    fn text(&self, slot: u32) -> Text<'t> {
        match text_slot(self.place.image, self.place.block, slot) {
            Some(index) if is_reference(self.place.table, index) => self.place.text(index),
            _ => Text::empty(self.place.image),
        }
    }
}

impl<'t> Iterator for Array<'t> {
    type Item = Element<'t>;

    fn next(&mut self) -> Option<Element<'t>> {
        let element = self.get(0)?;
        self.first += 1;
        Some(element)
    }
}

/// The index in slot `slot` of the string array at `block`, unless it has more than 24 bits.
pub(super) fn text_slot(image: Image<'_>, block: BlockIndex, slot: u32) -> Option<BlockIndex> {
    let word = image.half(block.get() * 2 + 2 + slot / 2)?;
    let [low, high] = crate::generation::words(word);
    BlockIndex::new(if slot.is_multiple_of(2) { low } else { high })
}

pub(super) fn is_reference(table: &[Pair], index: BlockIndex) -> bool {
    let [word, _] = table::pair(table, index.get());
    table::is(word, BlockType::StringReference)
}

/// How the buckets of a histogram grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistogramKind {
    /// All buckets have one width.
    Linear,
    /// Bounds move away from the floor by one factor after the other.
    Exponential,
}

impl HistogramKind {
    /// The number of slots before the counts.
    const fn parameters(self) -> u32 {
        match self {
            Self::Linear => 2,
            Self::Exponential => 3,
        }
    }

    /// The fewest slots: the parameters, one bucket, underflow and overflow.
    const fn minimum(self) -> u32 {
        self.parameters() + 3
    }
}

/// A histogram.
#[derive(Clone, Debug)]
pub struct Histogram<'t> {
    slots: Array<'t>,
    kind: HistogramKind,
}

impl<'t> Histogram<'t> {
    /// How its buckets grow.
    pub const fn kind(&self) -> HistogramKind {
        self.kind
    }

    /// The lower bound of the first bucket.
    pub fn floor(&self) -> Number {
        self.slots.number(0)
    }

    /// The width of each bucket, or of the first one if the histogram is exponential.
    pub fn step(&self) -> Number {
        self.slots.number(1)
    }

    /// The factor by which the bounds of an exponential histogram grow.
    pub fn multiplier(&self) -> Option<Number> {
        (self.kind == HistogramKind::Exponential).then(|| self.slots.number(2))
    }

    /// The counts: underflow, one for each bucket, overflow. An array of numbers.
    pub fn counts(&self) -> Counts<'t> {
        let slots = Array { first: self.kind.parameters(), ..self.slots.clone() };
        Counts(slots)
    }
}

/// The counts of a histogram.
#[derive(Clone, Debug)]
pub struct Counts<'t>(Array<'t>);

impl Counts<'_> {
    /// The number of counts that are left.
    pub const fn len(&self) -> u32 {
        self.0.len()
    }

    /// Whether no count is left.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Iterator for Counts<'_> {
    type Item = Number;

    fn next(&mut self) -> Option<Number> {
        if self.0.is_empty() {
            return None;
        }
        let number = self.0.number(self.0.first);
        self.0.first += 1;
        Some(number)
    }
}

/// How an array is shown, and what is wrong with it: section 13.4 of the format, step 3.
pub(super) struct Shape {
    pub(super) entry: EntryType,
    pub(super) histogram: Option<HistogramKind>,
    pub(super) slots: u32,
    pub(super) bad_format: bool,
    pub(super) clipped: bool,
    pub(super) too_short: bool,
}

impl Shape {
    /// `None` when the entry type is unknown.
    pub(super) fn new(order: Order, word: ArrayWord) -> Option<Self> {
        const LINEAR: u8 = ArrayFormat::LinearHistogram as u8;
        const EXPONENTIAL: u8 = ArrayFormat::ExponentialHistogram as u8;
        let (entry, width) = match BlockType::new(word.raw_entry())? {
            BlockType::Int => (EntryType::Int, SlotWidth::Number),
            BlockType::Uint => (EntryType::Uint, SlotWidth::Number),
            BlockType::Double => (EntryType::Double, SlotWidth::Number),
            BlockType::StringReference => (EntryType::Text, SlotWidth::Index),
            _ => return None,
        };
        let histogram = match word.raw_format() {
            LINEAR if entry != EntryType::Text => Some(HistogramKind::Linear),
            EXPONENTIAL if entry != EntryType::Text => Some(HistogramKind::Exponential),
            _ => None,
        };
        let bad_format = histogram.is_none() && word.raw_format() != 0;
        let claimed = u32::from(word.slots());
        let slots = claimed.min(order.slots(width));
        let clipped = slots < claimed;
        let too_short = !clipped && histogram.is_some_and(|kind| slots < kind.minimum());
        let histogram = histogram.filter(|_| !clipped && !too_short);
        Some(Self { entry, histogram, slots, bad_format, clipped, too_short })
    }

    pub(super) fn is_text(&self) -> bool {
        self.entry == EntryType::Text
    }
}
