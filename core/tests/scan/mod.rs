//! A second, strict decoder of Inspect files, for tests of the writer.
//!
//! It shares no code with the crate's, and accepts only what a healthy writer leaves behind: no gap, no block that nobody
//! owns, no count that is off by one, no byte of old contents in a block that is in use. What it finds wrong it panics
//! with. The file is [`decode`]d between two operations.
#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::cast_possible_truncation)]

pub mod shared;
pub mod shown;

use std::collections::BTreeMap;

use glassbox::Memory;

const FREE: u8 = 0;
const HEADER: u8 = 2;
const NODE: u8 = 3;
const INT: u8 = 4;
const UINT: u8 = 5;
const DOUBLE: u8 = 6;
const BUFFER: u8 = 7;
const EXTENT: u8 = 8;
const TOMBSTONE: u8 = 10;
const ARRAY: u8 = 11;
const LINK: u8 = 12;
const BOOL: u8 = 13;
const TEXT: u8 = 14;
/// Not a number of the format: no block begins here.
const NOTHING: u8 = 255;

const MAXIMUM_USERS: u64 = 0xff_ffff;

/// A value with its name. Entries are kept sorted, because their order in the file says nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    pub name: String,
    pub value: Value,
}

/// What a value is. Doubles are their bits, see [`bits_of_double`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    Node(Vec<Entry>),
    Int(i64),
    Uint(u64),
    Double(u64),
    Bool(bool),
    Text(String),
    Bytes(Vec<u8>),
    Array(Array),
    Link { content: String, inline: bool },
}

/// The slots of an array, and its display format.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Array {
    pub format: u8,
    pub slots: Slots,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slots {
    Int(Vec<i64>),
    Uint(Vec<u64>),
    Double(Vec<u64>),
    Text(Vec<String>),
}

/// The bits of a double, but of any that is not a number always the same: which one a machine makes is its own affair.
pub fn bits_of_double(double: f64) -> u64 {
    if double.is_nan() { f64::NAN.to_bits() } else { double.to_bits() }
}

/// Everything that a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub generation: u64,
    /// What hangs from the root.
    pub root: Vec<Entry>,
    /// The values by their blocks, in the tree or not; nodes without what is below them.
    pub values: BTreeMap<u32, Entry>,
    /// The block that each value names as its parent.
    pub parents: BTreeMap<u32, u32>,
    /// The number of blocks that are not FREE.
    pub used: u64,
    /// The number of string references with each text.
    pub texts: BTreeMap<String, u32>,
    /// The largest order of which there is a FREE block.
    pub largest_free: Option<u8>,
}

/// Where the writer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Between two sections: the generation is even.
    AtRest,
    /// Between two operations of a transaction: the generation is odd.
    InTransaction,
}

/// Decodes the file at the start of `bytes`, which a writer made by itself.
pub fn decode(bytes: &[u8], moment: Moment) -> File {
    decode_as(bytes, moment, false)
}

/// Decodes a file that a writer has adopted. Others may have made blocks of it, larger than they need be, and with more in
/// them than they show.
pub fn decode_adopted(bytes: &[u8]) -> File {
    decode_as(bytes, Moment::AtRest, true)
}

fn decode_as(bytes: &[u8], moment: Moment, roomy: bool) -> File {
    let size = u32::from_le_bytes(bytes[16..20].try_into().unwrap()) as usize;
    assert!(size <= bytes.len(), "the header says {size} bytes and there are {}", bytes.len());
    assert_eq!(size % 16, 0, "the file is a row of whole units");
    let decoder = Decoder { roomy, ..Decoder::walk(&bytes[..size]) };
    decoder.header(moment);
    decoder.free_lists();
    let children = decoder.children();
    let mut contents = Contents::new(&decoder);
    contents.read_texts();
    let values = contents.read_values();
    contents.check_owners();
    let mut texts = BTreeMap::new();
    for text in contents.texts.into_values() {
        *texts.entry(text).or_default() += 1;
    }
    let parents = decoder.blocks.iter().filter(|block| block.is_value());
    File {
        generation: decoder.blocks[0].p,
        root: entries(0, &decoder, &children, &values),
        values,
        parents: parents.map(|block| (block.index, block.field(16))).collect(),
        used: decoder.blocks.iter().filter(|block| block.kind != FREE).count() as u64,
        texts,
        largest_free: decoder.blocks.iter().filter(|block| block.kind == FREE).map(|block| block.order).max(),
    }
}

/// What hangs below a block.
fn entries(parent: u32, decoder: &Decoder, children: &[Vec<usize>], values: &BTreeMap<u32, Entry>) -> Vec<Entry> {
    let below = children[parent as usize].iter().map(|place| {
        let index = decoder.blocks[*place].index;
        let mut entry = values[&index].clone();
        if let Value::Node(nodes) = &mut entry.value {
            *nodes = entries(index, decoder, children, values);
        }
        entry
    });
    let mut entries: Vec<_> = below.collect();
    entries.sort();
    entries
}

/// Index and bytes of each block in use, the header left out.
pub fn in_use(bytes: &[u8]) -> Vec<(u32, Vec<u8>)> {
    let size = u32::from_le_bytes(bytes[16..20].try_into().unwrap()) as usize;
    let decoder = Decoder::walk(&bytes[..size]);
    let used = decoder.blocks.iter().filter(|block| block.kind != FREE && block.kind != HEADER);
    used.map(|block| (block.index, decoder.bytes_of(*block).to_vec())).collect()
}

/// Memory of `size` of the bytes, from a multiple of 8 on. There must be seven more.
pub fn aligned(bytes: &mut [u8], size: usize) -> Memory<'_> {
    let skip = bytes.as_ptr().addr().wrapping_neg() % 8;
    Memory::from_bytes(&mut bytes[skip..skip + size]).unwrap()
}

/// Runs `test` on memory that holds `contents`.
pub fn in_memory<R>(contents: &[u8], test: impl FnOnce(Memory) -> R) -> R {
    let mut bytes = vec![0; contents.len() + 8];
    let skip = bytes.as_ptr().addr().wrapping_neg() % 8;
    bytes[skip..skip + contents.len()].copy_from_slice(contents);
    test(aligned(&mut bytes, contents.len()))
}

/// What lies in memory.
pub fn copy(memory: Memory) -> Vec<u8> {
    let mut bytes = vec![0; memory.len()];
    memory.copy_to(&mut bytes);
    bytes
}

/// The places of the bytes that mean something: all of a block in use, and the first word of a FREE one.
pub fn meaningful(bytes: &[u8]) -> Vec<usize> {
    let blocks = Decoder::walk(bytes).blocks;
    let places = blocks.iter().flat_map(|block| {
        let start = block.index as usize * 16;
        start..start + if block.kind == FREE { 8 } else { 16 << block.order }
    });
    places.collect()
}

#[derive(Clone, Copy)]
struct Block {
    index: u32,
    order: u8,
    kind: u8,
    h: u64,
    p: u64,
}

impl Block {
    fn field(self, shift: u32) -> u32 {
        (self.h >> shift & 0xff_ffff) as u32
    }

    fn is_value(self) -> bool {
        matches!(self.kind, NODE | INT | UINT | DOUBLE | BUFFER | ARRAY | LINK | BOOL)
    }
}

struct Decoder<'b> {
    bytes: &'b [u8],
    blocks: Vec<Block>,
    /// For each unit, the place in `blocks` of the block that begins there.
    at: Vec<Option<usize>>,
    /// Whether blocks may be larger than what they hold needs.
    roomy: bool,
}

/// The order of a block for `bytes` bytes, as section 10 of the format has it.
fn order_for(bytes: usize) -> u8 {
    (0..7).find(|order| 16 << order >= bytes).unwrap_or(7)
}

impl<'b> Decoder<'b> {
    /// Finds the blocks, and checks all that can be said of one by itself.
    fn walk(bytes: &'b [u8]) -> Self {
        let units = bytes.len() / 16;
        let word = |half: usize| u64::from_le_bytes(bytes[half * 8..half * 8 + 8].try_into().unwrap());
        let (mut blocks, mut at) = (Vec::new(), vec![None; units]);
        let mut index = 0;
        while index < units {
            let (h, p) = (word(index * 2), word(index * 2 + 1));
            let (order, kind) = ((h & 0xf) as u8, (h >> 8) as u8);
            assert!(order <= 7, "block {index}: order {order}");
            assert_eq!(h & 0xf0, 0, "block {index}: bits 4..7");
            assert!(index % (1 << order) == 0, "block {index} of order {order} does not lie at a multiple of its size");
            assert!(index + (1 << order) <= units, "block {index} of order {order} reaches past the end");
            assert!(
                matches!(kind, FREE | HEADER | NODE..=EXTENT | TOMBSTONE..=TEXT),
                "block {index}: a writer leaves no block of type {kind}"
            );
            at[index] = Some(blocks.len());
            blocks.push(Block { index: index as u32, order, kind, h, p });
            index += 1 << order;
        }
        Self { bytes, blocks, at, roomy: false }
    }

    fn block(&self, index: u32) -> Option<Block> {
        self.at.get(index as usize).copied().flatten().map(|place| self.blocks[place])
    }

    /// Checks the order of a block for `bytes` bytes.
    fn fits(&self, block: Block, bytes: usize) {
        let Block { index, order, .. } = block;
        let right = order == order_for(bytes) || self.roomy && order > order_for(bytes);
        assert!(right, "block {index}: order {order} for {bytes} bytes");
    }

    /// Checks what lies behind the contents of a block.
    fn is_clear(&self, index: u32, behind: &[u8]) {
        assert!(self.roomy || behind.iter().all(|byte| *byte == 0), "block {index}: leftovers");
    }

    fn kind(&self, index: u32) -> u8 {
        self.block(index).map_or(NOTHING, |block| block.kind)
    }

    fn bytes_of(&self, block: Block) -> &'b [u8] {
        let start = block.index as usize * 16;
        &self.bytes[start..start + (16 << block.order)]
    }

    fn header(&self, moment: Moment) {
        let header = self.blocks[0];
        assert_eq!((header.kind, header.order), (HEADER, 1), "block 0 is the header");
        assert_eq!(header.h >> 16, 0x5053_4e49_0002, "magic and version");
        assert!(self.bytes[20..32].iter().all(|byte| *byte == 0), "the rest of the header is zero");
        assert!(self.blocks[1..].iter().all(|block| block.kind != HEADER), "there is one header");
        assert_eq!(header.p & 1, u64::from(moment == Moment::InTransaction), "the generation is even at rest");
    }

    /// Each list holds the FREE blocks of its order, all of them, once, with a way back; and no two are buddies.
    fn free_lists(&self) {
        for order in 0..=7 {
            let list: Vec<_> = self.blocks.iter().filter(|block| block.kind == FREE && block.order == order).collect();
            let mut heads: Vec<_> = list.iter().map(|block| block.index).collect();
            for block in &list {
                assert_eq!(block.h >> 40, 0, "block {}: FREE has zeros behind the next index", block.index);
                let buddy = self.block(block.index ^ 1 << order);
                assert!(
                    order == 7 || !buddy.is_some_and(|buddy| buddy.kind == FREE && buddy.order == order),
                    "block {} and its buddy are both free and were not merged",
                    block.index
                );
                let next = block.field(16);
                if next == 0 {
                    continue;
                }
                let other = self.block(next).filter(|other| other.kind == FREE && other.order == order);
                let Some(other) = other else { panic!("block {}: the free list leads to block {next}", block.index) };
                assert_eq!(other.p, u64::from(block.index), "block {next}: the way back in its free list");
                let named = heads.iter().position(|head| *head == next);
                heads.remove(named.unwrap_or_else(|| panic!("block {next} is in its free list twice")));
            }
            assert_eq!(heads.len(), usize::from(!list.is_empty()), "one list of order {order}: heads {heads:?}");
            // As each block but one is named once, what the head does not lead to would be a circle.
            let mut left = list.len();
            let mut next = heads.first().copied().unwrap_or(0);
            while next != 0 {
                left -= 1;
                next = self.block(next).unwrap().field(16);
            }
            assert_eq!(left, 0, "the list of order {order} leads to each of its blocks");
        }
    }

    /// The values below each block, after a check of all parents and counts.
    fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.at.len()];
        for (place, block) in self.blocks.iter().enumerate().filter(|(_, block)| block.is_value()) {
            let parent = block.field(16);
            assert!(
                parent == 0 || matches!(self.kind(parent), NODE | TOMBSTONE),
                "block {}: its parent {parent} is neither a node nor a tombstone",
                block.index
            );
            children[parent as usize].push(place);
        }
        for block in &self.blocks {
            let count = children[block.index as usize].len() as u64;
            match block.kind {
                NODE => assert_eq!(block.p, count, "block {}: the node's count", block.index),
                TOMBSTONE => {
                    assert_eq!(block.p, count, "block {}: the tombstone's count", block.index);
                    assert_ne!(count, 0, "block {}: a tombstone without children", block.index);
                    assert_eq!(block.h >> 16, 0, "block {}: a tombstone's h 16..63", block.index);
                }
                _ => {}
            }
        }
        children
    }
}

/// What lies in blocks of its own: texts with their users, and extents with their owners.
struct Contents<'d, 'b> {
    decoder: &'d Decoder<'b>,
    /// The text of each string reference.
    texts: BTreeMap<u32, String>,
    /// How many values name a string reference, for each unit.
    users: Vec<u64>,
    /// The block that an extent belongs to, for each unit.
    owners: Vec<Option<u32>>,
}

impl<'d, 'b> Contents<'d, 'b> {
    fn new(decoder: &'d Decoder<'b>) -> Self {
        let units = decoder.at.len();
        Self { decoder, texts: BTreeMap::new(), users: vec![0; units], owners: vec![None; units] }
    }

    fn read_texts(&mut self) {
        for block in self.decoder.blocks.iter().filter(|block| block.kind == TEXT) {
            let length = block.p as u32 as usize;
            self.decoder.fits(*block, length + 12);
            let inline = &self.decoder.bytes_of(*block)[12..];
            let (text, behind) = inline.split_at(length.min(inline.len()));
            self.decoder.is_clear(block.index, behind);
            let mut text = text.to_vec();
            text.extend(self.chain(block.index, block.field(16), length - text.len(), true));
            self.texts.insert(block.index, String::from_utf8(text).expect("text is UTF-8"));
        }
    }

    /// The first `length` bytes of a chain, which was made for them or, if not, for a number of bytes that the file does not
    /// say.
    fn chain(&mut self, owner: u32, first: u32, length: usize, made_for_them: bool) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut next = first;
        while next != 0 {
            let Some(extent) = self.decoder.block(next).filter(|block| block.kind == EXTENT) else {
                panic!("block {owner}: its chain leads to block {next}, which is no extent")
            };
            assert_eq!(extent.h >> 40, 0, "block {next}: an extent's h 40..63");
            let before = self.owners[next as usize].replace(owner);
            assert_eq!(before, None, "block {next}: an extent of two chains, the second that of block {owner}");
            next = extent.field(16);
            if made_for_them {
                let rest = length.saturating_sub(bytes.len());
                assert!(rest > 0 || self.decoder.roomy, "block {owner}: the chain goes on behind its last byte");
                self.decoder.fits(extent, rest + 8);
            } else {
                let right = next == 0 || extent.order == 7 || self.decoder.roomy;
                assert!(right, "block {}: an extent of order {} has a next one", extent.index, extent.order);
            }
            bytes.extend(&self.decoder.bytes_of(extent)[8..]);
        }
        assert!(length <= bytes.len(), "block {owner}: {length} bytes in a chain of {}", bytes.len());
        self.decoder.is_clear(owner, &bytes.split_off(length));
        bytes
    }

    /// The text that the block `by` names, which is one user more.
    fn text(&mut self, by: u32, index: u32, what: &str) -> String {
        let Some(text) = self.texts.get(&index) else {
            panic!("block {by}: its {what}, block {index}, is no string reference")
        };
        self.users[index as usize] += 1;
        text.clone()
    }

    /// The values by their blocks; nodes without what is below them.
    fn read_values(&mut self) -> BTreeMap<u32, Entry> {
        let blocks = self.decoder.blocks.iter().filter(|block| block.is_value());
        let entries = blocks.map(|block| {
            let name = self.text(block.index, block.field(40), "name");
            (block.index, Entry { name, value: self.value(*block) })
        });
        entries.collect()
    }

    fn value(&mut self, block: Block) -> Value {
        let Block { index, order, kind, p, .. } = block;
        assert!(kind == ARRAY || order == 0 || self.decoder.roomy, "block {index} of type {kind} has order {order}");
        match kind {
            NODE => Value::Node(Vec::new()),
            INT => Value::Int(p.cast_signed()),
            UINT => Value::Uint(p),
            DOUBLE => Value::Double(bits_of_double(f64::from_bits(p))),
            BOOL => {
                assert!(p <= 1, "block {index}: a bool of {p}");
                Value::Bool(p == 1)
            }
            BUFFER => self.buffer(block),
            LINK => {
                assert_eq!(p >> 20 & 0xff_ffff_ffff, 0, "block {index}: a link's p 20..59");
                let content = self.text(index, (p & 0xf_ffff) as u32, "content");
                assert!(p >> 60 <= 1, "block {index}: a disposition of {}", p >> 60);
                Value::Link { content, inline: p >> 60 == 1 }
            }
            _ => self.array(block),
        }
    }

    fn buffer(&mut self, Block { index, p, .. }: Block) -> Value {
        let (length, content) = (p as u32, (p >> 32) as u32 & 0xfff_ffff);
        match p >> 60 {
            0 => {
                assert!(content != 0 || self.decoder.roomy, "block {index}: a text of fixed capacity without any");
                let bytes = self.chain(index, content, length as usize, false);
                Value::Text(String::from_utf8(bytes).expect("text is UTF-8"))
            }
            1 => Value::Bytes(self.chain(index, content, length as usize, true)),
            2 => {
                assert!(length == 0 || self.decoder.roomy, "block {index}: a length beside a string reference");
                Value::Text(self.text(index, content, "text"))
            }
            format => panic!("block {index}: a writer leaves no buffer of format {format}"),
        }
    }

    fn array(&mut self, block: Block) -> Value {
        let Block { index, p, .. } = block;
        let (entry, format, count) = (p & 0xf, (p >> 4) as u8 & 0xf, (p >> 8) as usize & 0xff);
        assert_eq!(p >> 16, 0, "block {index}: an array's p 16..63");
        assert!(count > 0, "block {index}: an array without slots");
        let width = if entry == 14 { 4 } else { 8 };
        self.decoder.fits(block, 16 + count * width);
        let (slots, behind) = self.decoder.bytes_of(block)[16..].split_at(count * width);
        self.decoder.is_clear(index, behind);
        let numbers = || slots.as_chunks().0.iter().map(|slot| u64::from_le_bytes(*slot));
        let slots = match entry {
            4 => Slots::Int(numbers().map(u64::cast_signed).collect()),
            5 => Slots::Uint(numbers().collect()),
            6 => Slots::Double(numbers().map(|slot| bits_of_double(f64::from_bits(slot))).collect()),
            14 => Slots::Text(slots.as_chunks().0.iter().map(|slot| self.slot(index, *slot)).collect()),
            entry => panic!("block {index}: an array of type {entry}"),
        };
        assert!(format <= 2, "block {index}: an array of format {format}");
        assert!(format == 0 || entry != 14, "block {index}: a histogram of texts");
        Value::Array(Array { format, slots })
    }

    fn slot(&mut self, by: u32, slot: [u8; 4]) -> String {
        let index = u32::from_le_bytes(slot);
        if index == 0 {
            return String::new();
        }
        let text = self.text(by, index, "slot");
        assert!(!text.is_empty(), "block {by}: a slot names an empty text");
        text
    }

    /// Every text has as many users as it says and at least one, and every extent has an owner.
    fn check_owners(&self) {
        for Block { index, kind, h, .. } in &self.decoder.blocks {
            let at = *index as usize;
            match *kind {
                TEXT => {
                    let (counted, users) = (h >> 40, self.users[at]);
                    let right = counted == users || counted == MAXIMUM_USERS;
                    assert!(right, "block {index}: {counted} users are counted and there are {users}");
                    assert_ne!(counted, 0, "block {index}: a text without users");
                }
                EXTENT => assert!(self.owners[at].is_some(), "block {index}: an extent that nobody owns"),
                _ => {}
            }
        }
    }
}
