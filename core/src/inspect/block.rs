//! Blocks: the bit fields of an Inspect file, and the typed numbers that say where they are.
//!
//! A block begins with the word `h`; many types keep their contents in a second word, `p`. This file is the only one
//! that knows which bits mean what (sections 3 and 4 of the format). It reads and makes words; it touches no memory.

/// Bytes in a unit, by which block indexes count.
pub const UNIT: u32 = 16;
/// Bytes in the largest block.
pub const LARGEST_BLOCK: u32 = 2048;
/// `INSP`, as a number.
pub const MAGIC: u32 = 0x5053_4e49;
/// The version that is written.
pub const VERSION: u16 = 2;
/// The largest number of users that a string reference counts. There it stays.
pub const MAXIMUM_USERS: u32 = 0xff_ffff;
/// The largest block index that a link can name its content by.
pub const MAXIMUM_LINK_CONTENT: u32 = 0xf_ffff;
/// The largest number of slots of an array.
pub const MAXIMUM_SLOTS: u8 = u8::MAX;

const BITS_24: u64 = 0xff_ffff;
const DOOMED: u64 = 1 << 63;
const ONE_USER: u64 = 1 << 40;

/// The bits of `word` from `shift` on that fit the mask 2^32 - 1.
#[expect(clippy::cast_possible_truncation, reason = "the upper bits are another field's")]
#[cfg_attr(target_pointer_width = "64", inline(always))]
const fn low_32(word: u64) -> u32 {
    word as u32
}

#[cfg_attr(target_pointer_width = "64", inline(always))]
const fn field_24(word: u64, shift: u32) -> u32 {
    low_32((word >> shift) & BITS_24)
}

#[cfg_attr(target_pointer_width = "64", inline(always))]
const fn field_8(word: u64, shift: u32) -> u8 {
    let [byte, ..] = (word >> shift).to_le_bytes();
    byte
}

/// The position of a block, in units of 16 bytes. It has 24 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockIndex(u32);

impl BlockIndex {
    /// Index 0: the header as a block, the root as a parent, and "none" as a content.
    pub const ZERO: Self = Self(0);
    /// The first index that is too large.
    pub const END: u32 = 1 << 24;
    /// The bits of an index.
    pub const MASK: u32 = Self::END - 1;

    /// The index `index`, or `None` when it has more than 24 bits.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn new(index: u32) -> Option<Self> {
        if index < Self::END { Some(Self(index)) } else { None }
    }

    /// The index in the lower 24 bits of `index`.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn masked(index: u32) -> Self {
        Self(index & Self::MASK)
    }

    /// The number.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Whether this is index 0.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The number of the half unit at which the block's second word lies, and with it an extent's or a name's payload.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn payload_half(self) -> u32 {
        self.0 * 2 + 1
    }

    /// The index of the block that this one of order `order` was split from together with the present one.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn buddy(self, order: Order) -> Self {
        Self(self.0 ^ order.units())
    }

    /// The lower of this block of order `order` and its buddy.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn merged(self, order: Order) -> Self {
        Self(self.0 & !order.units())
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    const fn bits(self) -> u64 {
        self.0 as u64
    }
}

/// The size class of a block, 0 to 7: it has `16 << order` bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Order(u8);

impl Order {
    /// The order of the smallest block, of 16 bytes.
    pub const MINIMUM: Self = Self(0);
    /// The order of the largest block, of 2048 bytes.
    pub const MAXIMUM: Self = Self(7);
    /// The number of orders.
    pub const COUNT: usize = 8;

    /// The order `order`, or `None` above 7.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn new(order: u8) -> Option<Self> {
        if order <= Self::MAXIMUM.0 { Some(Self(order)) } else { None }
    }

    /// The smallest order whose blocks hold `bytes` bytes; the largest order when none does.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn fitting(bytes: u32) -> Self {
        if bytes <= UNIT {
            return Self(0);
        }
        if bytes > LARGEST_BLOCK {
            return Self::MAXIMUM;
        }
        // 17 to 32 bytes have the highest bit of `bytes - 1` at 4, which is order 1.
        let [order, ..] = (28 - (bytes - 1).leading_zeros()).to_le_bytes();
        Self(order)
    }

    /// The number.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The number, to choose a row of a table with.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn row(self) -> usize {
        self.0 as usize
    }

    /// Bytes of a block of this order.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn bytes(self) -> u32 {
        UNIT << self.0
    }

    /// Units of a block of this order.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn units(self) -> u32 {
        1 << self.0
    }

    /// The next lower order.
    pub const fn halved(self) -> Option<Self> {
        match self.0 {
            0 => None,
            order => Some(Self(order - 1)),
        }
    }

    /// The next higher order.
    pub const fn doubled(self) -> Option<Self> {
        Self::new(self.0 + 1)
    }

    /// Bytes of text in a NAME, or of payload in an EXTENT.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn payload(self) -> u32 {
        self.bytes() - 8
    }

    /// Bytes of text inside a STRING_REFERENCE.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn inline_text(self) -> u32 {
        self.bytes() - 12
    }

    /// Slots of `width` bytes in an ARRAY.
    pub const fn slots(self, width: SlotWidth) -> u32 {
        (self.bytes() - UNIT) / width.bytes()
    }
}

/// Bytes of an array's slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotWidth {
    /// 4 bytes: the index of a STRING_REFERENCE.
    Index,
    /// 8 bytes: a number.
    Number,
}

impl SlotWidth {
    /// The number of bytes.
    pub const fn bytes(self) -> u32 {
        match self {
            Self::Index => 4,
            Self::Number => 8,
        }
    }
}

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum BlockType {
    /// Not in use.
    Free = 0,
    /// Allocated, type not set yet.
    Reserved = 1,
    /// Block 0.
    Header = 2,
    /// A value that has children.
    Node = 3,
    /// An `i64`.
    Int = 4,
    /// A `u64`.
    Uint = 5,
    /// An `f64`.
    Double = 6,
    /// Text or bytes.
    Buffer = 7,
    /// A part of a long byte string.
    Extent = 8,
    /// A short text in one block.
    Name = 9,
    /// A deleted node with living children.
    Tombstone = 10,
    /// Numbers, a histogram, or strings.
    Array = 11,
    /// The tree of another file.
    Link = 12,
    /// True or false.
    Bool = 13,
    /// A text, shared and counted.
    StringReference = 14,
}

impl BlockType {
    /// Every type, by its number.
    pub const ALL: [Self; 15] = [
        Self::Free,
        Self::Reserved,
        Self::Header,
        Self::Node,
        Self::Int,
        Self::Uint,
        Self::Double,
        Self::Buffer,
        Self::Extent,
        Self::Name,
        Self::Tombstone,
        Self::Array,
        Self::Link,
        Self::Bool,
        Self::StringReference,
    ];

    /// The type of number `number`, or `None` above 14.
    pub fn new(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// Whether the block is in the tree, with a name and a parent.
    pub const fn is_value(self) -> bool {
        matches!(
            self,
            Self::Node | Self::Int | Self::Uint | Self::Double | Self::Buffer | Self::Array | Self::Link | Self::Bool
        )
    }

    /// The type's name in lower case, as tools print it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Reserved => "reserved",
            Self::Header => "header",
            Self::Node => "node",
            Self::Int => "int",
            Self::Uint => "uint",
            Self::Double => "double",
            Self::Buffer => "buffer",
            Self::Extent => "extent",
            Self::Name => "name",
            Self::Tombstone => "tombstone",
            Self::Array => "array",
            Self::Link => "link",
            Self::Bool => "bool",
            Self::StringReference => "string_reference",
        }
    }
}

/// The word `h` with which every block begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head(pub u64);

impl Head {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    const fn new(block_type: BlockType, order: Order) -> Self {
        Self(order.0 as u64 | (block_type as u64) << 8)
    }

    /// A FREE block; `next` is the next one of its order.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn free(order: Order, next: BlockIndex) -> Self {
        Self(Self::new(BlockType::Free, order).0 | next.bits() << 16)
    }

    /// A block that is allocated and has no type yet.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn reserved(order: Order) -> Self {
        Self::new(BlockType::Reserved, order)
    }

    /// The header of a file with an allocated size.
    pub const fn header() -> Self {
        let order = Order(1);
        Self(Self::new(BlockType::Header, order).0 | (VERSION as u64) << 16 | (MAGIC as u64) << 32)
    }

    /// A value of any type.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn value(block_type: BlockType, order: Order, parent: BlockIndex, name: BlockIndex) -> Self {
        Self(Self::new(block_type, order).0 | parent.bits() << 16 | name.bits() << 40)
    }

    /// A TOMBSTONE.
    pub const fn tombstone(order: Order) -> Self {
        Self::new(BlockType::Tombstone, order)
    }

    /// An EXTENT; `next` goes on with its chain.
    pub const fn extent(order: Order, next: BlockIndex) -> Self {
        Self(Self::new(BlockType::Extent, order).0 | next.bits() << 16)
    }

    /// A STRING_REFERENCE with its first overflow extent and its users, of whom the format counts 24 bits.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn string_reference(order: Order, extent: BlockIndex, users: u32) -> Self {
        Self(Self::new(BlockType::StringReference, order).0 | extent.bits() << 16 | (users as u64 & BITS_24) << 40)
    }

    /// The same word of a TOMBSTONE, with a mark that no reader looks at: its children are being deleted too.
    pub const fn doomed(self) -> Self {
        Self(self.0 | DOOMED)
    }

    /// Whether this is a TOMBSTONE with the mark of [`doomed`](Self::doomed).
    pub const fn is_doomed(self) -> bool {
        self.is(BlockType::Tombstone) && self.0 & DOOMED != 0
    }

    /// The order, 0 to 15 in damaged files.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn raw_order(self) -> u8 {
        field_8(self.0, 0) & 0xf
    }

    /// The order, unless it is above 7.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn order(self) -> Option<Order> {
        Order::new(self.raw_order())
    }

    /// The number of the type, whether known or not.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn raw_type(self) -> u8 {
        field_8(self.0, 8)
    }

    /// The type, unless it is unknown.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn block_type(self) -> Option<BlockType> {
        BlockType::new(self.raw_type())
    }

    /// Whether the block is of this type.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn is(self, block_type: BlockType) -> bool {
        self.raw_type() == block_type as u8
    }

    /// A value's parent.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn parent(self) -> BlockIndex {
        BlockIndex(field_24(self.0, 16))
    }

    /// A value's name.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn name(self) -> BlockIndex {
        BlockIndex(field_24(self.0, 40))
    }

    /// The next block: of a FREE block's list, or of an extent's or a string reference's chain.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn next(self) -> BlockIndex {
        BlockIndex(field_24(self.0, 16))
    }

    /// The users of a STRING_REFERENCE.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn users(self) -> u32 {
        field_24(self.0, 40)
    }

    /// The length of a NAME in bytes.
    pub const fn name_length(self) -> u32 {
        field_24(self.0, 16) & 0xfff
    }

    /// The version of a HEADER.
    pub const fn version(self) -> u16 {
        let [_, _, low, high, ..] = self.0.to_le_bytes();
        u16::from_le_bytes([low, high])
    }

    /// The magic of a HEADER.
    pub const fn magic(self) -> u32 {
        low_32(self.0 >> 32)
    }

    /// The same word with another parent.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn with_parent(self, parent: BlockIndex) -> Self {
        Self(self.0 & !(BITS_24 << 16) | parent.bits() << 16)
    }

    /// The same word with one user more, or with the most that can be counted.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn with_user_more(self) -> Self {
        if self.users() == MAXIMUM_USERS { self } else { Self(self.0 + ONE_USER) }
    }

    /// The same word with one user less, of which there is one at least.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn with_user_less(self) -> Self {
        Self(self.0 - ONE_USER)
    }

    /// The same word with another number of users.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn with_users(self, users: u32) -> Self {
        Self(self.0 & !(BITS_24 << 40) | (users as u64 & BITS_24) << 40)
    }

    /// The same word with another next block.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn with_next(self, next: BlockIndex) -> Self {
        self.with_parent(next)
    }
}

/// How a BUFFER keeps its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum BufferFormat {
    /// UTF-8 in a chain of its own.
    Text = 0,
    /// Bytes in a chain of its own.
    Bytes = 1,
    /// Text in a string reference.
    Reference = 2,
}

/// The word `p` of a BUFFER.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BufferWord(pub u64);

impl BufferWord {
    /// A buffer of `length` bytes whose contents begin at `content`.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn new(format: BufferFormat, length: u32, content: BlockIndex) -> Self {
        Self(length as u64 | content.bits() << 32 | (format as u64) << 60)
    }

    /// The length in bytes.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn length(self) -> u32 {
        low_32(self.0)
    }

    /// The 28 bits of the content index. Those above 24 bits name no block.
    pub const fn raw_content(self) -> u32 {
        low_32(self.0 >> 32) & 0xfff_ffff
    }

    /// The first extent, or the string reference.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn content(self) -> Option<BlockIndex> {
        BlockIndex::new(self.raw_content())
    }

    /// The number of the format, 0 to 15.
    pub const fn raw_format(self) -> u8 {
        field_8(self.0, 60)
    }
}

/// What the slots of an ARRAY mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ArrayFormat {
    /// Values, one beside the other.
    Plain = 0,
    /// Floor, step, then counts of buckets of one width.
    LinearHistogram = 1,
    /// Floor, initial step, multiplier, then counts of buckets that grow.
    ExponentialHistogram = 2,
}

/// The word `p` of an ARRAY.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayWord(pub u64);

impl ArrayWord {
    /// An array of `slots` entries of type `entry`.
    pub const fn new(entry: BlockType, format: ArrayFormat, slots: u8) -> Self {
        Self(entry as u64 & 0xf | (format as u64) << 4 | (slots as u64) << 8)
    }

    /// The number of the entries' type.
    pub const fn raw_entry(self) -> u8 {
        field_8(self.0, 0) & 0xf
    }

    /// The number of the display format.
    pub const fn raw_format(self) -> u8 {
        field_8(self.0, 4) & 0xf
    }

    /// The count of slots.
    pub const fn slots(self) -> u8 {
        field_8(self.0, 8)
    }
}

/// How the tree of a LINK joins this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum LinkDisposition {
    /// As a node of the link's name.
    Child = 0,
    /// Its properties and children join the link's parent.
    Inline = 1,
}

/// The word `p` of a LINK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkWord(pub u64);

impl LinkWord {
    /// A link to the file that the text in block `content` names. `None` when 20 bits cannot hold the index.
    pub const fn new(content: BlockIndex, disposition: LinkDisposition) -> Option<Self> {
        if content.0 > MAXIMUM_LINK_CONTENT {
            return None;
        }
        Some(Self(content.bits() | (disposition as u64) << 60))
    }

    /// The block of the content's text.
    pub const fn content(self) -> BlockIndex {
        BlockIndex(low_32(self.0) & MAXIMUM_LINK_CONTENT)
    }

    /// The number of the disposition.
    pub const fn raw_disposition(self) -> u8 {
        field_8(self.0, 60)
    }

    /// The disposition. Unknown numbers are taken as [`Child`](LinkDisposition::Child).
    pub const fn disposition(self) -> LinkDisposition {
        if self.raw_disposition() == LinkDisposition::Inline as u8 {
            LinkDisposition::Inline
        } else {
            LinkDisposition::Child
        }
    }
}

/// The second word of a STRING_REFERENCE: its length, and the first four bytes of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextWord(pub u64);

impl TextWord {
    /// A text of `length` bytes that begins with `first`.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn new(length: u32, first: [u8; 4]) -> Self {
        Self(length as u64 | (u32::from_le_bytes(first) as u64) << 32)
    }

    /// The length of the whole text in bytes.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn length(self) -> u32 {
        low_32(self.0)
    }

    /// The first four bytes of the text.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn first(self) -> [u8; 4] {
        low_32(self.0 >> 32).to_le_bytes()
    }
}

/// Bits of `h` that must be zero, for each block type: section 13.2 of the format, step 6.
pub const fn reserved_head_bits(block_type: BlockType) -> u64 {
    const EVERYWHERE: u64 = 0xf0;
    match block_type {
        BlockType::Extent => EVERYWHERE | BITS_24 << 40,
        BlockType::Name => EVERYWHERE | !0 << 28,
        _ => EVERYWHERE,
    }
}

/// Bits of `p` that must be zero, for each block type: section 13.2 of the format, step 6.
pub const fn reserved_payload_bits(block_type: BlockType) -> u64 {
    match block_type {
        BlockType::Array => !0 << 16,
        BlockType::Link => 0xff_ffff_ffff << 20,
        BlockType::Bool => !1,
        _ => 0,
    }
}
