//! Texts and bytes: interned string references, and chains of extents.
//!
//! Names, text values, link contents and string slots are one field each that names a STRING_REFERENCE; equal texts share
//! one, which counts its users (section 5 of the format). What does not fit in a block goes on in a chain of extents
//! (section 6). A text never changes while it has users.

use super::block::{BlockIndex, BlockType, Head, LARGEST_BLOCK, MAXIMUM_USERS, Order, TextWord, UNIT};
use super::book::Book;
use super::error::Error;
use super::heap::{Allocation, Heap};
use crate::generation::Locked;

/// Words behind the first four bytes of a text that go into its hash.
const HASHED_WORDS: usize = 8;
const HASHED_WORDS_32: u32 = 8;
/// Bytes at the end of a text that go into its hash.
const HASHED_END: usize = 16;
/// Bytes of text that lie beside the length, in a string reference's second word.
const FIRST: usize = 4;

/// A string reference with this text, with one user more. `None` when there is no room for it.
#[inline]
pub(super) fn intern(heap: &mut Heap<'_>, book: &Book<'_>, text: &str, locked: &Locked) -> Option<BlockIndex> {
    let bytes = text.as_bytes();
    let hash = hash_of(bytes);
    if let Some(index) = book.find(hash, |index| holds(heap, index, bytes)) {
        let unit = heap.unit(index)?;
        let head = Head(unit.low());
        unit.set_low(head.with_users(head.users().saturating_add(1).min(MAXIMUM_USERS)).0);
        return Some(index);
    }
    let index = write(heap, bytes, locked)?;
    book.insert(hash, index);
    Some(index)
}

/// Takes one user from a string reference, and frees it when that was the last.
#[inline]
pub(super) fn release(heap: &mut Heap<'_>, book: &Book<'_>, index: BlockIndex, locked: &Locked) {
    let Some(unit) = heap.unit(index) else { return };
    let head = Head(unit.low());
    if !head.is(BlockType::StringReference) || head.users() == MAXIMUM_USERS {
        return;
    }
    if head.users() > 1 {
        unit.set_low(head.with_users(head.users() - 1).0);
        return;
    }
    book.remove(hash_in(heap, index, head, TextWord(unit.high())), index);
    heap.free(index, locked);
    free_chain(heap, head.next(), locked);
}

/// Whether the block at `index` is a string reference with exactly these bytes.
#[inline(always)]
pub(super) fn holds(heap: &Heap<'_>, index: BlockIndex, bytes: &[u8]) -> bool {
    let Some(unit) = heap.unit(index) else { return false };
    let head = Head(unit.low());
    let (first, rest) = first_of(bytes);
    let Some(word) = word_of(bytes, first) else { return false };
    head.is(BlockType::StringReference)
        && unit.high() == word.0
        && (rest.is_empty() || holds_rest(heap, index, head, rest))
}

/// Whether the text of a string reference goes on with `rest` behind its first four bytes.
fn holds_rest(heap: &Heap<'_>, index: BlockIndex, head: Head, rest: &[u8]) -> bool {
    let Some(order) = head.order() else { return false };
    let (inline, mut rest) = split(rest, rest_room(order));
    if !heap.file().equals(index.payload_half() + 1, inline) {
        return false;
    }
    let mut next = head.next();
    while !rest.is_empty() {
        let Some((head, order)) = extent(heap, next) else { return false };
        let (part, behind) = split(rest, order.payload());
        if !heap.file().equals(next.payload_half(), part) {
            return false;
        }
        rest = behind;
        next = head.next();
    }
    true
}

/// A new string reference with one user.
fn write(heap: &mut Heap<'_>, bytes: &[u8], locked: &Locked) -> Option<BlockIndex> {
    let length = u32::try_from(bytes.len()).ok()?;
    let (first, rest) = first_of(bytes);
    let block = heap.allocate(length.saturating_add(12), locked)?;
    let (inline, overflow) = split(rest, rest_room(block.order));
    let Some(extents) = write_chain(heap, overflow, locked) else {
        heap.free(block.index, locked);
        return None;
    };
    block.unit.set_high(word_of(bytes, first)?.0);
    fill(heap, block, 1, inline);
    block.unit.set_low(Head::string_reference(block.order, extents, 1).0);
    Some(block.index)
}

/// A new chain of extents that holds `bytes`; index 0 for none. `None`, and nothing allocated, when there is no room.
pub(super) fn write_chain<'m>(heap: &mut Heap<'m>, bytes: &[u8], locked: &Locked) -> Option<BlockIndex> {
    let mut first = BlockIndex::ZERO;
    let mut last: Option<Allocation<'m>> = None;
    let mut rest = bytes;
    while !rest.is_empty() {
        let size = u32::try_from(rest.len()).unwrap_or(LARGEST_BLOCK).saturating_add(8);
        let Some(block) = heap.allocate(size, locked) else {
            free_chain(heap, first, locked);
            return None;
        };
        let (part, behind) = split(rest, block.order.payload());
        fill(heap, block, 0, part);
        block.unit.set_low(Head::extent(block.order, BlockIndex::ZERO).0);
        match last {
            Some(last) => last.unit.set_low(Head::extent(last.order, block.index).0),
            None => first = block.index,
        }
        last = Some(block);
        rest = behind;
    }
    Some(first)
}

/// Frees a chain of extents. It ends at the first block that is no extent, so damage cannot make it go on for ever.
pub(super) fn free_chain(heap: &mut Heap<'_>, first: BlockIndex, locked: &Locked) {
    let mut next = first;
    while let Some((head, _)) = extent(heap, next) {
        heap.free(next, locked);
        next = head.next();
    }
}

/// Copies the text of a string reference into `buffer`, and gives what was copied.
///
/// # Errors
/// `BufferTooSmall` with the length of the text.
pub(super) fn copy_text<'b>(heap: &Heap<'_>, index: BlockIndex, buffer: &'b mut [u8]) -> Result<&'b mut [u8], Error> {
    let Some(unit) = heap.unit(index) else { return Ok(&mut []) };
    let (head, word) = (Head(unit.low()), TextWord(unit.high()));
    let text = take(buffer, word.length())?;
    let (first, rest) = text.split_at_mut_checked(FIRST).unwrap_or((&mut [], &mut []));
    if first.is_empty() {
        fill_from(text, word.first());
        return Ok(text);
    }
    fill_from(first, word.first());
    let room = head.order().and_then(|order| usize::try_from(rest_room(order)).ok()).unwrap_or(0).min(rest.len());
    if let Some((inline, overflow)) = rest.split_at_mut_checked(room) {
        heap.file().copy_out(index.payload_half() + 1, inline);
        copy_extents(heap, head.next(), overflow);
    }
    Ok(text)
}

/// Copies the first `length` bytes of a chain of extents into `buffer`, and gives what was copied.
///
/// # Errors
/// `BufferTooSmall` with the length.
pub(super) fn copy_chain<'b>(
    heap: &Heap<'_>,
    first: BlockIndex,
    length: u32,
    buffer: &'b mut [u8],
) -> Result<&'b mut [u8], Error> {
    let bytes = take(buffer, length)?;
    copy_extents(heap, first, bytes);
    Ok(bytes)
}

fn copy_extents(heap: &Heap<'_>, first: BlockIndex, bytes: &mut [u8]) {
    let mut rest = bytes;
    let mut next = first;
    while !rest.is_empty() {
        let Some((head, order)) = extent(heap, next) else { return };
        let room = usize::try_from(order.payload()).unwrap_or(0).min(rest.len());
        let Some((part, behind)) = rest.split_at_mut_checked(room) else { return };
        heap.file().copy_out(next.payload_half(), part);
        rest = behind;
        next = head.next();
    }
}

fn take(buffer: &mut [u8], length: u32) -> Result<&mut [u8], Error> {
    let needed = usize::try_from(length).unwrap_or(usize::MAX);
    buffer.get_mut(..needed).ok_or(Error::BufferTooSmall { needed })
}

fn fill_from(to: &mut [u8], from: [u8; FIRST]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = from;
    }
}

fn extent(heap: &Heap<'_>, index: BlockIndex) -> Option<(Head, Order)> {
    let head = Head(heap.unit(index)?.low());
    Some((head, head.order().filter(|_| head.is(BlockType::Extent))?))
}

/// Writes `bytes` to a block from the half `skip` behind its first word on, and zeros to its end.
#[inline(always)]
fn fill(heap: &Heap<'_>, block: Allocation<'_>, skip: u32, bytes: &[u8]) {
    let start = block.index.payload_half() + skip;
    let halves = block.order.units() * 2 - 1 - skip;
    if halves == 0 {
        return;
    }
    heap.file().copy_in(start, bytes);
    let used = u32::try_from(bytes.len().div_ceil(8)).unwrap_or(halves);
    heap.file().zero(start + used, halves.saturating_sub(used));
}

/// Bytes of text behind the first unit of a string reference.
const fn rest_room(order: Order) -> u32 {
    order.bytes() - UNIT
}

fn split(bytes: &[u8], at: u32) -> (&[u8], &[u8]) {
    usize::try_from(at).ok().and_then(|at| bytes.split_at_checked(at)).unwrap_or((bytes, &[]))
}

/// The first four bytes, or all and zeros, and what follows.
#[inline(always)]
fn first_of(bytes: &[u8]) -> ([u8; FIRST], &[u8]) {
    if let Some((first, rest)) = bytes.split_first_chunk() {
        return (*first, rest);
    }
    let mut first = [0; FIRST];
    for (to, from) in first.iter_mut().zip(bytes) {
        *to = *from;
    }
    (first, &[])
}

#[inline(always)]
fn word_of(bytes: &[u8], first: [u8; FIRST]) -> Option<TextWord> {
    Some(TextWord::new(u32::try_from(bytes.len()).ok()?, first))
}

/// A number that spreads texts over the string index: of the length, the first 68 bytes and the last 16.
///
/// It is taken of words as they lie in a string reference, the second one of the block first, so that it can be read back
/// cheaply when the text is released.
#[inline(always)]
fn hash_of(bytes: &[u8]) -> u64 {
    let (first, rest) = first_of(bytes);
    let mut hash = Hash::new(word_of(bytes, first).map_or(0, |word| word.0));
    let (words, last) = rest.as_chunks();
    for word in words.iter().take(HASHED_WORDS) {
        hash.add(u64::from_le_bytes(*word));
    }
    if words.len() < HASHED_WORDS && !last.is_empty() {
        let mut word = [0; 8];
        for (to, from) in word.iter_mut().zip(last) {
            *to = *from;
        }
        hash.add(u64::from_le_bytes(word));
    }
    if rest.len() > HASHED_WORDS * 8
        && let Some(end) = bytes.last_chunk()
    {
        hash.add_end(*end);
    }
    hash.finish()
}

/// The same number, of a text that is in the file. It is inline as far as the hash takes its beginning.
#[inline(always)]
fn hash_in(heap: &Heap<'_>, index: BlockIndex, head: Head, word: TextWord) -> u64 {
    let mut hash = Hash::new(word.0);
    let rest = word.length().saturating_sub(4);
    let words = rest.div_ceil(8);
    for number in 1..=words.min(HASHED_WORDS_32) {
        hash.add(heap.file().half(index.payload_half() + number).unwrap_or(0));
    }
    if words > HASHED_WORDS_32 {
        hash.add_end(end_in(heap, index, head, word.length()));
    }
    hash.finish()
}

/// The last bytes of a long text in the file.
///
/// Its pieces are the string reference, whose payload begins with the length, and then the extents.
fn end_in(heap: &Heap<'_>, index: BlockIndex, head: Head, length: u32) -> [u8; HASHED_END] {
    let mut end = [0; HASHED_END];
    let mut piece = index;
    let mut next = head.next();
    let mut room = head.order().map_or(0, Order::payload);
    let mut position = length.saturating_add(4).saturating_sub(16);
    for byte in &mut end {
        while position >= room {
            let Some((head, order)) = extent(heap, next) else { return end };
            position -= room;
            room = order.payload();
            piece = next;
            next = head.next();
        }
        let half = heap.file().half(piece.payload_half() + position / 8).unwrap_or(0);
        [*byte, ..] = (half >> (position % 8 * 8)).to_le_bytes();
        position += 1;
    }
    end
}

/// A running hash of 64-bit words.
struct Hash(u64);

impl Hash {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

    #[inline(always)]
    const fn new(word: u64) -> Self {
        Self(word.wrapping_mul(Self::SPREAD))
    }

    #[inline(always)]
    const fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(Self::SPREAD);
    }

    const fn add_end(&mut self, bytes: [u8; HASHED_END]) {
        let [a, b, c, d, e, f, g, h, rest @ ..] = bytes;
        self.add(u64::from_le_bytes([a, b, c, d, e, f, g, h]));
        self.add(u64::from_le_bytes(rest));
    }

    /// The upper bits of a product depend on all bits of the factors; the lower ones choose the bucket.
    #[inline(always)]
    const fn finish(self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
