//! The index of a file: two words for each 16-byte unit, in the caller's scratch memory.
//!
//! A word has a *link* of 24 bits, which is a block index, and eight bits of facts. What they mean depends on the
//! block:
//!
//! | block | first word | second word |
//! |---|---|---|
//! | not a block | zero | zero |
//! | any | bits 24..27: its type, plus one | |
//! | value in the tree | link: next sibling; with [`LAST`]: the parent | |
//! | node | [`KEPT`], [`ON_PATH`], [`DONE`]: for finding circles | [`NODE`]; link: first entry |
//! | name, string reference | [`BROKEN`]: not UTF-8 | bytes that can be read |
//! | buffer | [`BROKEN`]: not UTF-8 | bytes that can be read |
//! | extent | | link: the block whose chain it belongs to |
//! | link | link: next link | link: the parent |
//!
//! Block 0, the header, stands for the root. Because the last sibling points back to its parent, a walk needs no stack.

use crate::inspect::block::BlockType;

/// The words of one unit.
pub(super) type Pair = [u32; 2];

/// The bits of a link.
pub(super) const LINK: u32 = 0xff_ffff;
/// In the first word of an entry: it has no next sibling, and the link leads to its parent.
pub(super) const LAST: u32 = 1 << 31;
/// In the second word of an entry: it is a node.
pub(super) const NODE: u32 = 1 << 31;
/// In the first word of a text: it is not UTF-8.
pub(super) const BROKEN: u32 = 1 << 28;
/// In the first word of a node: it has a name and a parent.
pub(super) const KEPT: u32 = 1 << 28;
/// In the first word of a node: it is above the node at which the search for a circle began.
pub(super) const ON_PATH: u32 = 1 << 29;
/// In the first word of a node: it needs no further search.
pub(super) const DONE: u32 = 1 << 30;
/// The bits of a length in the second word. The longest text is shorter than the longest file.
pub(super) const LENGTH: u32 = 0xfff_ffff;

const KIND_SHIFT: u32 = 24;
const KIND: u32 = 0xf << KIND_SHIFT;

/// The bits that say that a block is of this type.
#[inline]
pub(super) const fn kind(block_type: BlockType) -> u32 {
    (block_type as u32 + 1) << KIND_SHIFT
}

/// The number of the type of the block that a first word is of, plus one; 0 for no block.
#[inline]
pub(super) const fn kind_number(word: u32) -> u32 {
    (word & KIND) >> KIND_SHIFT
}

/// Whether a first word is that of a block of this type.
#[inline]
pub(super) const fn is(word: u32, block_type: BlockType) -> bool {
    word & KIND == kind(block_type)
}

/// Whether a first word is that of a block.
#[inline]
pub(super) const fn is_block(word: u32) -> bool {
    word & KIND != 0
}

/// Whether a first word is that of a block that holds a text.
#[inline]
pub(super) const fn is_text(word: u32) -> bool {
    is(word, BlockType::StringReference) || is(word, BlockType::Name)
}

/// The pair at `index`; that of no block beyond the end.
#[inline]
pub(super) fn pair(table: &[Pair], index: u32) -> Pair {
    usize::try_from(index).ok().and_then(|index| table.get(index)).copied().unwrap_or_default()
}

/// The pair at `index`, to be changed.
#[inline]
pub(super) fn pair_mut(table: &mut [Pair], index: u32) -> Option<&mut Pair> {
    table.get_mut(usize::try_from(index).ok()?)
}
