//! Inspect files made by hand, block by block, for tests that want what no writer would write.
#![allow(dead_code, reason = "each test uses its part")]

use glassbox::inspect::block::{BlockIndex, BlockType, Head, LinkDisposition, LinkWord, Order, TextWord};

/// A file in the making. Its header has order 0, so that it needs no size.
pub struct File {
    bytes: Vec<u8>,
}

pub fn index(index: u32) -> BlockIndex {
    BlockIndex::new(index).unwrap()
}

impl File {
    pub fn new() -> Self {
        let mut bytes = vec![0, 2, 2, 0];
        bytes.extend(b"INSP");
        bytes.extend(0_u64.to_le_bytes());
        Self { bytes }
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The index of the next block.
    pub fn next(&self) -> u32 {
        u32::try_from(self.bytes.len() / 16).unwrap()
    }

    /// Adds a block of any words, and gives its index.
    pub fn block(&mut self, head: Head, payload: u64) -> u32 {
        let at = self.next();
        self.bytes.extend(head.0.to_le_bytes());
        self.bytes.extend(payload.to_le_bytes());
        let order = head.order().unwrap();
        self.bytes.resize(self.bytes.len() + order.bytes() as usize - 16, 0);
        at
    }

    /// Adds a text that fits one block.
    pub fn text(&mut self, text: &str) -> u32 {
        let order = Order::fitting(u32::try_from(text.len() + 12).unwrap());
        let length = u32::try_from(text.len()).unwrap();
        let head = Head::string_reference(order, BlockIndex::ZERO, 1);
        let at = self.block(head, TextWord::new(length, [0; 4]).0);
        let start = at as usize * 16 + 12;
        self.bytes[start..start + text.len()].copy_from_slice(text.as_bytes());
        at
    }

    /// Adds a value under the node in block `parent`, and its name behind it.
    pub fn value(&mut self, block_type: BlockType, parent: u32, name: &str, payload: u64) -> u32 {
        let name_at = index(self.next() + 1);
        let at = self.block(Head::value(block_type, Order::MINIMUM, index(parent), name_at), payload);
        self.text(name);
        at
    }

    pub fn node(&mut self, parent: u32, name: &str) -> u32 {
        self.value(BlockType::Node, parent, name, 0)
    }

    pub fn int(&mut self, parent: u32, name: &str, value: i64) -> u32 {
        self.value(BlockType::Int, parent, name, value.cast_unsigned())
    }

    pub fn link(&mut self, parent: u32, name: &str, content: &str, disposition: LinkDisposition) -> u32 {
        let content = self.text(content);
        self.value(BlockType::Link, parent, name, LinkWord::new(index(content), disposition).unwrap().0)
    }
}
