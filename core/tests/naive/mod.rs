//! A reader of Inspect files that does what section 13 of the format says, step by step, with all the memory and
//! recursion that it likes: what the real reader is compared with.
#![allow(clippy::cast_possible_truncation, reason = "fields of known width")]

use std::collections::{BTreeMap, BTreeSet};

/// What is in a node, in the order of blocks: properties first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    pub properties: Vec<(String, String)>,
    pub children: Vec<(String, Node)>,
}

/// An answer: an error's name, or a tree, problems, and links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub error: Option<&'static str>,
    pub tree: Node,
    pub problems: BTreeSet<(u32, &'static str)>,
    /// Block, name, content, and whether inline.
    pub links: Vec<(u32, String, String, bool)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Block {
    kind: u8,
    order: u8,
}

struct Naive<'b> {
    bytes: &'b [u8],
    blocks: BTreeMap<u32, Block>,
    /// What each text and each private chain holds, as far as it can be read.
    contents: BTreeMap<u32, Vec<u8>>,
    problems: BTreeSet<(u32, &'static str)>,
}

const NODE: u8 = 3;
const BUFFER: u8 = 7;
const EXTENT: u8 = 8;
const NAME: u8 = 9;
const TOMBSTONE: u8 = 10;
const ARRAY: u8 = 11;
const LINK: u8 = 12;
const BOOL: u8 = 13;
const REFERENCE: u8 = 14;

fn failed(error: &'static str) -> Answer {
    Answer { error: Some(error), tree: Node::default(), problems: BTreeSet::new(), links: vec![] }
}

/// Reads a file.
pub fn read(bytes: &[u8], recover: bool) -> Answer {
    let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    let mut problems = BTreeSet::new();
    if bytes.len() < 16 {
        return failed("too_short");
    }
    let head = word(0);
    if head >> 8 & 0xff != 2 || head >> 32 != 0x5053_4e49 {
        return failed("bad_magic");
    }
    if !(1..=2).contains(&(head >> 16 & 0xffff)) {
        return failed("unsupported_version");
    }
    let order = head & 0xf;
    if (1..=7).contains(&order) && bytes.len() < 16 << order {
        return failed("too_short");
    }
    if word(8) & 1 == 1 {
        if !recover {
            return failed("locked");
        }
        problems.insert((0, "recovered_locked"));
    }
    let mut end = bytes.len();
    if order == 1 {
        let allocated = (word(16) & 0xffff_ffff) as usize;
        if allocated > end {
            if !recover {
                return failed("truncated");
            }
            problems.insert((0, "recovered_truncated"));
        } else if allocated < 32 {
            problems.insert((0, "bad_header_size"));
        } else {
            end = allocated;
        }
    } else if order > 1 {
        problems.insert((0, "bad_header_order"));
    }
    if head & 0xf0 != 0 {
        problems.insert((0, "reserved_bits"));
    }
    let mut naive = Naive { bytes: &bytes[..end], blocks: BTreeMap::new(), contents: BTreeMap::new(), problems };
    naive.blocks.insert(0, Block { kind: 2, order: order.min(7) as u8 });
    naive.find_blocks(if order > 7 { 2048 } else { 16 << order });
    naive.gather_contents();
    naive.answer()
}

impl Naive<'_> {
    fn word(&self, at: usize) -> u64 {
        u64::from_le_bytes(self.bytes[at..at + 8].try_into().unwrap())
    }

    fn head(&self, block: u32) -> u64 {
        self.word(block as usize * 16)
    }

    fn payload(&self, block: u32) -> u64 {
        self.word(block as usize * 16 + 8)
    }

    fn size(&self, block: u32) -> usize {
        16 << self.blocks[&block].order
    }

    fn tell(&mut self, block: u32, kind: &'static str) {
        self.problems.insert((block, kind));
    }

    fn is(&self, block: u32, kind: u8) -> bool {
        self.blocks.get(&block).is_some_and(|found| found.kind == kind)
    }

    fn is_text(&self, block: u32) -> bool {
        self.is(block, NAME) || self.is(block, REFERENCE)
    }

    fn find_blocks(&mut self, first: usize) {
        let mut at = first;
        while at < self.bytes.len() {
            let block = (at / 16) as u32;
            if self.bytes.len() - at < 16 {
                self.tell(block, "block_past_end");
                return;
            }
            let head = self.word(at);
            let order = (head & 0xf) as u8;
            if order > 7 {
                self.tell(block, "bad_order");
                at = (at / 2048 + 1) * 2048;
                continue;
            }
            if self.bytes.len() - at < 16 << order {
                self.tell(block, "block_past_end");
                return;
            }
            let kind = (head >> 8 & 0xff) as u8;
            self.blocks.insert(block, Block { kind, order });
            let payload = self.word(at + 8);
            let reserved = match kind {
                0..=7 | TOMBSTONE | REFERENCE => head & 0xf0,
                EXTENT => head & 0xf0 | head >> 40,
                NAME => head & 0xf0 | head >> 28,
                ARRAY => head & 0xf0 | payload >> 16,
                LINK => head & 0xf0 | payload >> 20 & 0xff_ffff_ffff,
                BOOL => head & 0xf0 | payload & !1,
                _ => 0,
            };
            if kind > 14 {
                self.tell(block, "unknown_type");
            } else if reserved != 0 {
                self.tell(block, "reserved_bits");
            }
            if kind == 2 {
                self.tell(block, "stray_header");
            }
            at += 16 << order;
        }
    }

    fn gather_contents(&mut self) {
        let mut owners: BTreeMap<u32, u32> = BTreeMap::new();
        let blocks: Vec<u32> = self.blocks.keys().copied().filter(|block| *block != 0).collect();
        for block in blocks {
            let start = block as usize * 16;
            let (head, payload, size) = (self.head(block), self.payload(block), self.size(block));
            let mut contents;
            let missing;
            let mut next;
            let is_text;
            match self.blocks[&block].kind {
                NAME => {
                    let mut length = (head >> 16 & 0xfff) as usize;
                    if length > size - 8 {
                        self.tell(block, "name_too_long");
                        length = size - 8;
                    }
                    contents = self.bytes[start + 8..start + 8 + length].to_vec();
                    (missing, next, is_text) = (0, 0, true);
                }
                REFERENCE => {
                    let length = (payload & 0xffff_ffff) as usize;
                    let inline = length.min(size - 12);
                    contents = self.bytes[start + 12..start + 12 + inline].to_vec();
                    (missing, next, is_text) = (length - inline, head >> 16 & 0xff_ffff, true);
                }
                BUFFER if payload >> 60 != 2 => {
                    contents = vec![];
                    let length = (payload & 0xffff_ffff) as usize;
                    (missing, next, is_text) = (length, payload >> 32 & 0xfff_ffff, payload >> 60 == 0);
                }
                _ => continue,
            }
            let mut missing = missing;
            while missing > 0 {
                let at = next as u32;
                let problem = if at == 0 {
                    "extent_short"
                } else if !self.blocks.contains_key(&at) {
                    "extent_missing"
                } else if !self.is(at, EXTENT) {
                    "extent_wrong_type"
                } else if let Some(owner) = owners.get(&at) {
                    if *owner == block { "extent_cycle" } else { "extent_shared" }
                } else {
                    owners.insert(at, block);
                    let taken = missing.min(self.size(at) - 8);
                    let start = at as usize * 16 + 8;
                    contents.extend(&self.bytes[start..start + taken]);
                    missing -= taken;
                    next = self.head(at) >> 16 & 0xff_ffff;
                    continue;
                };
                self.tell(block, problem);
                break;
            }
            if is_text && std::str::from_utf8(&contents).is_err() {
                self.tell(block, "invalid_utf8");
            }
            self.contents.insert(block, contents);
        }
    }

    fn text(&self, block: u32) -> String {
        self.contents.get(&block).map_or(String::new(), |bytes| String::from_utf8_lossy(bytes).into_owned())
    }

    /// The parent of a value, if its name and its parent are good.
    fn parent(&mut self, block: u32) -> Option<u32> {
        let head = self.head(block);
        let (parent, name) = ((head >> 16 & 0xff_ffff) as u32, (head >> 40) as u32);
        let problem = if !self.blocks.contains_key(&name) {
            "name_missing"
        } else if !self.is_text(name) {
            "name_wrong_type"
        } else if parent == block {
            "self_parent"
        } else if self.is(parent, TOMBSTONE) {
            return None;
        } else if parent != 0 && !self.is(parent, NODE) {
            "orphan"
        } else {
            return Some(parent);
        };
        self.tell(block, problem);
        None
    }

    /// What a value shows, or `None` when its contents leave it out.
    fn value(&mut self, block: u32) -> Option<String> {
        let payload = self.payload(block);
        Some(match self.blocks[&block].kind {
            4 => format!("Int({})", payload.cast_signed()),
            5 => format!("Uint({payload})"),
            6 => format!("Double({payload:#x})"),
            BOOL => format!("Bool({})", payload != 0),
            BUFFER => match payload >> 60 {
                0 => format!("Text({:?})", self.text(block)),
                2 => {
                    let at = (payload >> 32 & 0xfff_ffff) as u32;
                    if !self.is(at, REFERENCE) {
                        self.tell(block, "buffer_bad_reference");
                        return None;
                    }
                    format!("Text({:?})", self.text(at))
                }
                format => {
                    if format != 1 {
                        self.tell(block, "buffer_unknown_format");
                    }
                    format!("Bytes({:?})", self.contents[&block])
                }
            },
            _ => return self.array(block),
        })
    }

    fn array(&mut self, block: u32) -> Option<String> {
        let payload = self.payload(block);
        let entry = payload & 0xf;
        let width = match entry {
            4..=6 => 8,
            14 => 4,
            _ => {
                self.tell(block, "array_bad_type");
                return None;
            }
        };
        let mut format = payload >> 4 & 0xf;
        if format > 2 || entry == 14 && format != 0 {
            self.tell(block, "array_bad_format");
            format = 0;
        }
        let mut count = (payload >> 8 & 0xff) as usize;
        let room = (self.size(block) - 16) / width;
        if count > room {
            self.tell(block, "array_count_too_large");
            (count, format) = (room, 0);
        }
        if format == 1 && count < 5 || format == 2 && count < 6 {
            self.tell(block, "histogram_too_short");
            format = 0;
        }
        let start = block as usize * 16 + 16;
        let slots: Vec<String> = (0..count)
            .map(|slot| {
                if entry == 14 {
                    let at = start + slot * 4;
                    let index = u32::from_le_bytes(self.bytes[at..at + 4].try_into().unwrap());
                    if index != 0 && !self.is(index, REFERENCE) {
                        self.tell(block, "array_bad_string");
                        return "\"\"".into();
                    }
                    return format!("{:?}", if index == 0 { String::new() } else { self.text(index) });
                }
                let word = self.word(start + slot * 8);
                match entry {
                    4 => format!("{}", word.cast_signed()),
                    5 => format!("{word}"),
                    _ => format!("{word:#x}"),
                }
            })
            .collect();
        Some(format!("{}[{}]", ["Array", "Linear", "Exponential"][format as usize], slots.join(",")))
    }

    fn answer(mut self) -> Answer {
        let blocks: Vec<u32> = self.blocks.keys().copied().filter(|block| *block != 0).collect();
        let mut nodes: BTreeMap<u32, u32> = BTreeMap::new();
        let mut values: BTreeMap<u32, (u32, String)> = BTreeMap::new();
        let mut links: Vec<(u32, u32)> = vec![];
        for block in blocks {
            match self.blocks[&block].kind {
                NODE => {
                    if let Some(parent) = self.parent(block) {
                        nodes.insert(block, parent);
                    }
                }
                LINK => {
                    let Some(parent) = self.parent(block) else { continue };
                    let payload = self.payload(block);
                    if !self.is_text((payload & 0xf_ffff) as u32) {
                        self.tell(block, "link_bad_content");
                        continue;
                    }
                    if payload >> 60 > 1 {
                        self.tell(block, "link_unknown_disposition");
                    }
                    links.push((block, parent));
                }
                4..=7 | ARRAY | BOOL => {
                    if let Some(parent) = self.parent(block)
                        && let Some(value) = self.value(block)
                    {
                        values.insert(block, (parent, value));
                    }
                }
                _ => {}
            }
        }
        self.find_circles(&nodes);
        let is_in_tree = |block: u32| {
            let mut at = block;
            for _ in 0..=nodes.len() {
                match nodes.get(&at) {
                    _ if at == 0 => return true,
                    Some(parent) => at = *parent,
                    None => return false,
                }
            }
            false
        };
        let links = links
            .into_iter()
            .filter(|(_, parent)| is_in_tree(*parent))
            .map(|(block, _)| {
                let payload = self.payload(block);
                let name = self.text((self.head(block) >> 40) as u32);
                (block, name, self.text((payload & 0xf_ffff) as u32), payload >> 60 == 1)
            })
            .collect();
        let tree = self.node(0, &nodes, &values);
        Answer { error: None, tree, problems: self.problems, links }
    }

    fn find_circles(&mut self, nodes: &BTreeMap<u32, u32>) {
        for start in nodes.keys() {
            // A circle that comes back to where it began, and has been nowhere lower.
            let mut at = *start;
            let mut lowest = *start;
            for _ in 0..nodes.len() {
                let Some(parent) = nodes.get(&at) else { break };
                at = *parent;
                lowest = lowest.min(at);
                if at == *start {
                    if lowest == *start {
                        self.tell(*start, "node_cycle");
                    }
                    break;
                }
            }
        }
    }

    fn node(&self, block: u32, nodes: &BTreeMap<u32, u32>, values: &BTreeMap<u32, (u32, String)>) -> Node {
        let name = |at: u32| self.text((self.head(at) >> 40) as u32);
        Node {
            properties: values
                .iter()
                .filter(|(_, (parent, _))| *parent == block)
                .map(|(at, (_, value))| (name(*at), value.clone()))
                .collect(),
            children: nodes
                .iter()
                .filter(|(_, parent)| **parent == block)
                .map(|(at, _)| (name(*at), self.node(*at, nodes, values)))
                .collect(),
        }
    }
}
