//! Texts and bytes: interned string references, and chains of extents.
//!
//! Names, text values, link contents and string slots are one field each that names a STRING_REFERENCE; equal texts share
//! one, which counts its users (section 5 of the format). What does not fit in a block goes on in a chain of extents
//! (section 6). A text never changes while it has users.

use super::block::{BlockIndex, BlockType, Head, MAXIMUM_USERS, Order, TextWord, UNIT};
use super::book::Book;
use super::error::Error;
use super::heap::{Allocation, Heap};
use crate::generation::Locked;
use crate::memory::{Memory, Unit, tail_word};

/// Words behind those that go into a text's hash.
const HASHED_WORDS: usize = 6;
/// Bytes at the end of a long text that go into its hash.
const HASHED_END: usize = 16;

/// A text, as it lies in a string reference.
///
/// Most texts are names of up to 20 bytes. They are three words, which are hashed, compared and stored without a loop.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    /// The second word of the block.
    word: TextWord,
    /// The second unit of the block, with zeros behind the text. A block for up to four bytes has none.
    second: [u64; 2],
    /// What lies behind.
    more: &'a [u8],
}

impl<'a> Words<'a> {
    /// The words of a text; `None` when it is longer than 2^32 - 1 bytes.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn new(text: &'a str) -> Option<Self> {
        let bytes = text.as_bytes();
        let length = u32::try_from(bytes.len()).ok()?;
        let Some((first, rest)) = bytes.split_first_chunk() else {
            let word = TextWord(u64::from(length) | tail_word(bytes) << 32);
            return Some(Self { word, second: [0; 2], more: &[] });
        };
        let word = TextWord::new(length, *first);
        if let Some((second, more)) = rest.split_first_chunk::<16>() {
            let [a, b, c, d, e, f, g, h, last @ ..] = *second;
            let second = [u64::from_le_bytes([a, b, c, d, e, f, g, h]), u64::from_le_bytes(last)];
            return Some(Self { word, second, more });
        }
        let second = match rest.split_first_chunk() {
            // The last eight bytes hold the tail and bytes before it, which are shifted out.
            Some((start, tail)) => [u64::from_le_bytes(*start), last_bytes(rest, tail.len())],
            None => [last_bytes(bytes, rest.len()), 0],
        };
        Some(Self { word, second, more: &[] })
    }

    /// Bytes of the block that would hold all of the text.
    const fn block_bytes(&self) -> u32 {
        self.word.length().saturating_add(12)
    }

    const fn is_inside_a_unit(&self) -> bool {
        self.word.length() <= 4
    }

    /// A number that spreads texts over the string index: of the length, the first 68 bytes and the last 16.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn hash(&self) -> u64 {
        let hash = Hash::new(self.word, self.second);
        if self.more.is_empty() { hash.finish() } else { self.hash_more(hash).finish() }
    }

    /// Out of line, like all that is for long texts: short ones are faster without its registers.
    #[inline(never)]
    fn hash_more(&self, mut hash: Hash) -> Hash {
        let (words, tail) = self.more.as_chunks();
        for word in words.iter().take(HASHED_WORDS) {
            hash.add(u64::from_le_bytes(*word));
        }
        if words.len() < HASHED_WORDS {
            hash.add(tail_word(tail));
        } else if let Some(end) = self.more.last_chunk() {
            hash.add_end(*end);
        }
        hash
    }
}

/// The last `count` of `bytes`, 0 to 7 of them, as a number. There are at least four bytes, and eight where more than three
/// are asked for.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn last_bytes(bytes: &[u8], count: usize) -> u64 {
    let (word, len) = match (bytes.last_chunk(), bytes.last_chunk()) {
        (Some(word), _) => (u64::from_le_bytes(*word), 8),
        (None, Some(word)) => (u64::from(u32::from_le_bytes(*word)), 4),
        (None, None) => return 0,
    };
    match count {
        0 => 0,
        count => word >> ((len - count) * 8 % 64),
    }
}

/// A string reference with this text, with one user more. `None` when there is no room for it.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(super) fn intern(heap: &mut Heap<'_>, book: &Book<'_>, text: &str, locked: &Locked) -> Option<BlockIndex> {
    let text = Words::new(text)?;
    let hash = text.hash();
    if let Some((index, unit)) = book.find(hash, |index| holds(heap.file(), index, &text)) {
        unit.set_low(Head(unit.low()).with_user_more().0);
        return Some(index);
    }
    let index = write(heap, &text, locked)?;
    book.insert(hash, index);
    Some(index)
}

/// Takes one user from a string reference, and frees it when that was the last.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(super) fn release(heap: &mut Heap<'_>, book: &Book<'_>, index: BlockIndex, locked: &Locked) {
    let Some(unit) = heap.unit(index) else { return };
    let head = Head(unit.low());
    if head.is(BlockType::StringReference) && head.users().wrapping_sub(2) < MAXIMUM_USERS - 2 {
        unit.set_low(head.with_user_less().0);
        return;
    }
    release_last(heap, book, index, unit, locked);
}

/// As [`release`], of a text with one user or none left, or with more than can be counted, which stays.
#[inline(never)]
fn release_last(heap: &mut Heap<'_>, book: &Book<'_>, index: BlockIndex, unit: Unit<'_>, locked: &Locked) {
    let head = Head(unit.low());
    if !head.is(BlockType::StringReference) || head.users() == MAXIMUM_USERS {
        return;
    }
    book.remove(hash_in(heap.file(), index, head, TextWord(unit.high())), index);
    heap.free(index, locked);
    if !head.next().is_zero() {
        free_chain(heap, head.next(), locked);
    }
}

/// Puts a text that is in the file into the string index.
#[cfg(feature = "read")]
pub(super) fn share(file: Memory<'_>, book: &Book<'_>, index: BlockIndex) {
    let Some(unit) = file.unit(index.get()) else { return };
    book.insert(hash_in(file, index, Head(unit.low()), TextWord(unit.high())), index);
}

/// The number behind the number that ends a text, or 0 when no digits do. What does not fit into 64 bits is none.
#[cfg(feature = "read")]
pub(super) fn number_at_end(file: Memory<'_>, index: BlockIndex) -> u64 {
    let Some(unit) = file.unit(index.get()) else { return 0 };
    let mut end = [0; HASHED_END];
    match copy_text(file, index, &mut end) {
        Ok(text) => {
            let behind = HASHED_END.saturating_sub(text.len());
            end.rotate_right(behind);
        }
        Err(_) => end = end_in(file, index, Head(unit.low()), TextWord(unit.high()).length()),
    }
    let digits = end.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let start = end.len().saturating_sub(digits);
    let digits = end.get(start..).and_then(|digits| core::str::from_utf8(digits).ok()).unwrap_or("");
    digits.parse::<u64>().map_or(0, |number| number.saturating_add(1))
}

/// Whether the block at `index` is a string reference with this text, and its first unit.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(super) fn holds<'m>(file: Memory<'m>, index: BlockIndex, text: &Words) -> Option<Unit<'m>> {
    let unit = file.unit(index.get())?;
    let head = Head(unit.low());
    let is_it = head.is(BlockType::StringReference)
        && unit.high() == text.word.0
        && (text.is_inside_a_unit() || holds_second(file, index, text))
        && (text.more.is_empty() || holds_more(file, index, head, text.more));
    is_it.then_some(unit)
}

#[cfg_attr(target_pointer_width = "64", inline(always))]
fn holds_second(file: Memory<'_>, index: BlockIndex, text: &Words) -> bool {
    file.unit(index.get() + 1).is_some_and(|unit| [unit.low(), unit.high()] == text.second)
}

/// Whether the text of a string reference goes on with `rest` behind its first 20 bytes.
#[inline(never)]
fn holds_more(file: Memory<'_>, index: BlockIndex, head: Head, rest: &[u8]) -> bool {
    let Some(order) = head.order() else { return false };
    let (inline, mut rest) = split(rest, more_room(order));
    if !file.equals(more_half(index), inline) {
        return false;
    }
    let mut next = head.next();
    while !rest.is_empty() {
        let Some((head, order)) = extent(file, next) else { return false };
        let (part, behind) = split(rest, order.payload());
        if !file.equals(next.payload_half(), part) {
            return false;
        }
        rest = behind;
        next = head.next();
    }
    true
}

/// A new string reference with one user, in a block below `end`, which others do not share.
pub(super) fn write_below(heap: &mut Heap<'_>, text: &str, end: u32, locked: &Locked) -> Option<BlockIndex> {
    let text = Words::new(text)?;
    let block = heap.allocate_below(text.block_bytes(), end, locked)?;
    write_to(heap, block, &text, locked)
}

/// A new string reference with one user.
#[inline(never)]
fn write(heap: &mut Heap<'_>, text: &Words, locked: &Locked) -> Option<BlockIndex> {
    let block = heap.allocate(text.block_bytes(), locked)?;
    write_to(heap, block, text, locked)
}

fn write_to(heap: &mut Heap<'_>, block: Allocation<'_>, text: &Words, locked: &Locked) -> Option<BlockIndex> {
    let mut extents = BlockIndex::ZERO;
    if !text.more.is_empty() {
        let (inline, overflow) = split(text.more, more_room(block.order));
        let Some(chain) = write_chain(heap, overflow, locked) else {
            heap.free(block.index, locked);
            return None;
        };
        extents = chain;
        fill(heap, block, MORE_HALVES, inline);
    }
    if !text.is_inside_a_unit()
        && let Some(unit) = heap.file().unit(block.index.get() + 1)
    {
        let [low, high] = text.second;
        unit.set_low(low);
        unit.set_high(high);
    }
    block.unit.set_high(text.word.0);
    block.unit.set_low(Head::string_reference(block.order, extents, 1).0);
    Some(block.index)
}

/// A new chain of extents that holds `bytes`; index 0 for none. `None`, and nothing allocated, when there is no room.
pub(super) fn write_chain(heap: &mut Heap<'_>, bytes: &[u8], locked: &Locked) -> Option<BlockIndex> {
    let mut rest = bytes;
    new_chain(heap, bytes.len(), locked, |heap, block| {
        let (part, behind) = split(rest, block.order.payload());
        fill(heap, block, 0, part);
        rest = behind;
    })
}

/// A new chain of extents, all zero, with room for `capacity` bytes.
pub(super) fn empty_chain(heap: &mut Heap<'_>, capacity: usize, locked: &Locked) -> Option<BlockIndex> {
    new_chain(heap, capacity, locked, |heap, block| fill(heap, block, 0, &[]))
}

#[cfg_attr(target_pointer_width = "64", inline(always))]
fn new_chain<'m>(
    heap: &mut Heap<'m>,
    bytes: usize,
    locked: &Locked,
    mut fill: impl FnMut(&Heap<'m>, Allocation<'m>),
) -> Option<BlockIndex> {
    let mut first = BlockIndex::ZERO;
    let mut last: Option<Allocation<'m>> = None;
    let mut left = u32::try_from(bytes).ok()?;
    while left > 0 {
        let Some(block) = heap.allocate(left.saturating_add(8), locked) else {
            free_chain(heap, first, locked);
            return None;
        };
        fill(heap, block);
        block.unit.set_low(Head::extent(block.order, BlockIndex::ZERO).0);
        match last {
            Some(last) => last.unit.set_low(Head::extent(last.order, block.index).0),
            None => first = block.index,
        }
        last = Some(block);
        left = left.saturating_sub(block.order.payload());
    }
    Some(first)
}

/// Whether the first extent of a chain alone has room for `length` bytes.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(super) fn first_holds(file: Memory<'_>, first: BlockIndex, length: u32) -> bool {
    extent(file, first).is_some_and(|(_, order)| length <= order.payload())
}

/// Puts `bytes` over `before` bytes, at the start of a block that has room for both, and zeros over what was longer.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(super) fn overwrite(file: Memory<'_>, extent: BlockIndex, bytes: &[u8], before: u32, _locked: &Locked) {
    file.copy_in(extent.payload_half(), bytes);
    let written = u32::try_from(bytes.len().div_ceil(8)).unwrap_or(u32::MAX);
    let old = before.div_ceil(8);
    if old > written {
        file.zero(extent.payload_half() + written, old - written);
    }
}

/// Whether a chain of extents has room for `length` bytes.
pub(super) fn chain_holds(file: Memory<'_>, first: BlockIndex, length: u32) -> bool {
    let mut next = first;
    let mut left = length;
    while left > 0 {
        let Some((head, order)) = extent(file, next) else { return false };
        left = left.saturating_sub(order.payload());
        next = head.next();
    }
    true
}

/// Puts `bytes` into a chain of extents that has room for them, and zeros over what was longer before.
pub(super) fn overwrite_chain(file: Memory<'_>, first: BlockIndex, bytes: &[u8], before: u32, locked: &Locked) {
    let mut next = first;
    let mut rest = bytes;
    // No text is longer than the file, whatever somebody else has written there.
    let mut before = before.min(u32::try_from(file.len()).unwrap_or(u32::MAX));
    while !rest.is_empty() || before > 0 {
        let Some((head, order)) = extent(file, next) else { return };
        let (part, behind) = split(rest, order.payload());
        overwrite(file, next, part, before.min(order.payload()), locked);
        before = before.saturating_sub(order.payload());
        rest = behind;
        next = head.next();
    }
}

/// Sets all to zero that lies in a chain of extents behind its first `length` bytes.
#[cfg(feature = "read")]
pub(super) fn clear_behind(file: Memory<'_>, first: BlockIndex, length: u32, _locked: &Locked) {
    let mut next = first;
    let mut used = length;
    while let Some((head, order)) = extent(file, next) {
        let here = used.min(order.payload());
        let cut = next.payload_half() + here / 8;
        if here % 8 != 0 {
            let word = file.half(cut).unwrap_or(0);
            file.set_half(cut, word & !(u64::MAX << (here % 8 * 8)));
        }
        file.zero(next.payload_half() + here.div_ceil(8), (order.payload() - here) / 8);
        used -= here;
        next = head.next();
    }
}

/// Frees a chain of extents. It ends at the first block that is no extent, so damage cannot make it go on for ever.
pub(super) fn free_chain(heap: &mut Heap<'_>, first: BlockIndex, locked: &Locked) {
    let mut next = first;
    while let Some((head, _)) = extent(heap.file(), next) {
        heap.free(next, locked);
        next = head.next();
    }
}

/// Copies the text of a string reference into `buffer`, and gives what was copied.
///
/// # Errors
/// `BufferTooSmall` with the length of the text.
pub(super) fn copy_text<'b>(file: Memory<'_>, index: BlockIndex, buffer: &'b mut [u8]) -> Result<&'b mut [u8], Error> {
    let Some(unit) = file.unit(index.get()) else { return Ok(&mut []) };
    let (head, word) = (Head(unit.low()), TextWord(unit.high()));
    let text = take(buffer, word.length())?;
    // The first four bytes lie beside the length.
    let mut to = text.iter_mut();
    for (byte, to) in word.first().into_iter().zip(to.by_ref()) {
        *to = byte;
    }
    let rest = to.into_slice();
    let room =
        usize::try_from(head.order().map_or(0, Order::inline_text)).unwrap_or(0).saturating_sub(4).min(rest.len());
    if let Some((inline, overflow)) = rest.split_at_mut_checked(room) {
        file.copy_out(index.payload_half() + 1, inline);
        copy_extents(file, head.next(), overflow);
    }
    Ok(text)
}

/// Copies the first `length` bytes of a chain of extents into `buffer`, and gives what was copied.
///
/// # Errors
/// `BufferTooSmall` with the length.
pub(super) fn copy_chain<'b>(
    file: Memory<'_>,
    first: BlockIndex,
    length: u32,
    buffer: &'b mut [u8],
) -> Result<&'b mut [u8], Error> {
    let bytes = take(buffer, length)?;
    copy_extents(file, first, bytes);
    Ok(bytes)
}

fn copy_extents(file: Memory<'_>, first: BlockIndex, bytes: &mut [u8]) {
    let mut rest = bytes;
    let mut next = first;
    while !rest.is_empty() {
        let Some((head, order)) = extent(file, next) else { return };
        let room = usize::try_from(order.payload()).unwrap_or(0).min(rest.len());
        let Some((part, behind)) = rest.split_at_mut_checked(room) else { return };
        file.copy_out(next.payload_half(), part);
        rest = behind;
        next = head.next();
    }
}

fn take(buffer: &mut [u8], length: u32) -> Result<&mut [u8], Error> {
    let needed = usize::try_from(length).unwrap_or(usize::MAX);
    buffer.get_mut(..needed).ok_or(Error::BufferTooSmall { needed })
}

fn extent(file: Memory<'_>, index: BlockIndex) -> Option<(Head, Order)> {
    let head = Head(file.unit(index.get())?.low());
    Some((head, head.order().filter(|_| head.is(BlockType::Extent))?))
}

/// Writes `bytes` to a block from the half `skip` behind its first word on, and zeros to its end.
#[cfg_attr(target_pointer_width = "64", inline(always))]
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

/// Halves of a string reference in front of what lies behind its first 20 bytes, its first word not counted.
const MORE_HALVES: u32 = 3;

/// The half of a string reference where the text behind its first 20 bytes lies.
const fn more_half(index: BlockIndex) -> u32 {
    index.payload_half() + MORE_HALVES
}

/// Bytes of text behind the first two units of a string reference.
const fn more_room(order: Order) -> u32 {
    order.bytes().saturating_sub(2 * UNIT)
}

fn split(bytes: &[u8], at: u32) -> (&[u8], &[u8]) {
    usize::try_from(at).ok().and_then(|at| bytes.split_at_checked(at)).unwrap_or((bytes, &[]))
}

/// The hash of a text that is in the file. It is inline as far as the hash takes its beginning.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn hash_in(file: Memory<'_>, index: BlockIndex, head: Head, word: TextWord) -> u64 {
    let second = match file.unit(index.get() + 1) {
        Some(unit) if word.length() > 4 => [unit.low(), unit.high()],
        _ => [0; 2],
    };
    let hash = Hash::new(word, second);
    if word.length() > 20 { hash_more_in(hash, file, index, head, word.length()).finish() } else { hash.finish() }
}

#[inline(never)]
fn hash_more_in(mut hash: Hash, file: Memory<'_>, index: BlockIndex, head: Head, length: u32) -> Hash {
    let (words, tail) = ((length - 20) / 8, (length - 20) & 7);
    let hashed = u32::try_from(HASHED_WORDS).unwrap_or(0);
    let word_at = |number| file.half(more_half(index) + number).unwrap_or(0);
    for number in 0..words.min(hashed) {
        hash.add(word_at(number));
    }
    if words < hashed {
        // What lies behind a full block is not the text's.
        hash.add(if tail == 0 { 0 } else { word_at(words) });
    } else {
        hash.add_end(end_in(file, index, head, length));
    }
    hash
}

/// The last bytes of a long text in the file.
///
/// Its pieces are the string reference, whose payload begins with the length, and then the extents.
fn end_in(file: Memory<'_>, index: BlockIndex, head: Head, length: u32) -> [u8; HASHED_END] {
    let mut end = [0; HASHED_END];
    if usize::try_from(length).is_ok_and(|length| length > file.len()) {
        // Somebody else has written here.
        return end;
    }
    let mut piece = index;
    let mut next = head.next();
    let mut room = head.order().map_or(0, Order::payload);
    let mut position = length.saturating_add(4).saturating_sub(16);
    for byte in &mut end {
        while position >= room {
            let Some((head, order)) = extent(file, next) else { return end };
            position -= room;
            room = order.payload();
            piece = next;
            next = head.next();
        }
        let half = file.half(piece.payload_half() + position / 8).unwrap_or(0);
        [*byte, ..] = (half >> (position % 8 * 8)).to_le_bytes();
        position += 1;
    }
    end
}

/// A running hash of 64-bit words.
struct Hash(u64);

impl Hash {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

    /// Every text begins with three words, so that the products of two need not wait for each other.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    const fn new(word: TextWord, [low, high]: [u64; 2]) -> Self {
        let start = word.0.wrapping_mul(Self::SPREAD) ^ low.rotate_left(32).wrapping_mul(Self::SPREAD | 0xff00);
        Self((start ^ high.rotate_left(16)).wrapping_mul(Self::SPREAD))
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    const fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(Self::SPREAD);
    }

    const fn add_end(&mut self, bytes: [u8; HASHED_END]) {
        let [a, b, c, d, e, f, g, h, rest @ ..] = bytes;
        self.add(u64::from_le_bytes([a, b, c, d, e, f, g, h]));
        self.add(u64::from_le_bytes(rest));
    }

    /// The upper bits of a product depend on all bits of the factors; the lower ones choose the bucket.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    const fn finish(self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
