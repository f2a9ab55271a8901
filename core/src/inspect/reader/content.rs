//! Text and bytes, which lie in pieces: a part in their own block, and the rest in a chain of extents.
//!
//! Nothing is joined in memory. A piece is read word by word, and text is decoded as it is read, so that a character
//! may lie across two blocks. What is not UTF-8 becomes U+FFFD, one for each maximal part, as
//! `String::from_utf8_lossy` does.

use core::cmp::Ordering;
use core::fmt;

use super::image::Image;
use super::table::{self, Pair};
use crate::inspect::block::{BlockIndex, BlockType, BufferWord, Head};

/// The highest bit of each byte.
pub(super) const NOT_ASCII: u64 = 0x8080_8080_8080_8080;

/// A byte string in pieces, and how far it has been read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces<'t> {
    image: Image<'t>,
    /// Where the next byte lies.
    at: u32,
    /// Bytes left in this block.
    run: u32,
    /// Bytes left at all.
    left: u32,
    /// The extent behind this block.
    next: BlockIndex,
}

impl<'t> Pieces<'t> {
    /// The contents of a chain that begins with the extent `first` and gives `length` bytes.
    pub(super) const fn chain(image: Image<'t>, first: BlockIndex, length: u32) -> Self {
        Self { image, at: 0, run: 0, left: length, next: first }
    }

    /// The number of bytes that are left, as far as the file says.
    pub(super) const fn left(&self) -> u32 {
        self.left
    }

    /// The first `length` bytes of the text in block `index`, a NAME or a STRING_REFERENCE.
    #[inline]
    pub(super) fn text(image: Image<'t>, index: BlockIndex, length: u32) -> Self {
        let head = Head(image.head(index));
        let Some(order) = head.order() else { return Self::chain(image, BlockIndex::ZERO, 0) };
        let (offset, run) = if head.is(BlockType::Name) { (8, order.payload()) } else { (12, order.inline_text()) };
        Self { image, at: index.get() * 16 + offset, run, left: length, next: head.next() }
    }

    /// The next one to eight bytes, the first of them lowest, and their number.
    // One body on small machines, as for the words of an image.
    #[cfg_attr(target_pointer_width = "32", inline(never))]
    #[cfg_attr(not(target_pointer_width = "32"), inline)]
    pub(super) fn next_word(&mut self) -> Option<(u64, u32)> {
        if self.left == 0 {
            return None;
        }
        if self.run == 0 {
            self.follow()?;
        }
        let skipped = self.at % 8;
        let count = (8 - skipped).min(self.run).min(self.left);
        let word = self.image.half(self.at / 8)? >> (skipped * 8) & u64::MAX >> (64 - 8 * count);
        self.at += count;
        self.run -= count;
        self.left -= count;
        Some((word, count))
    }

    fn follow(&mut self) -> Option<()> {
        let head = Head(self.image.head(self.next));
        if !head.is(BlockType::Extent) {
            return None;
        }
        self.at = self.next.get() * 16 + 8;
        self.run = head.order()?.payload();
        self.next = head.next();
        Some(())
    }
}

/// Bytes of a file, from first to last.
#[derive(Clone, Debug)]
pub struct Bytes<'t> {
    pieces: Pieces<'t>,
    word: u64,
    count: u32,
}

impl<'t> Bytes<'t> {
    pub(super) const fn new(pieces: Pieces<'t>) -> Self {
        Self { pieces, word: 0, count: 0 }
    }

    /// The number of bytes that are left.
    pub const fn len(&self) -> u32 {
        self.pieces.left + self.count
    }

    /// Whether no byte is left.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        if self.count == 0 {
            (self.word, self.count) = self.pieces.next_word()?;
        }
        let [byte, ..] = self.word.to_le_bytes();
        Some(byte)
    }

    #[inline]
    pub(super) fn advance(&mut self) {
        self.word >>= 8;
        self.count = self.count.saturating_sub(1);
    }

    /// Compares what is left of two byte strings, some bytes at a time.
    #[inline(never)]
    pub(super) fn compare(mut self, mut other: Self) -> Ordering {
        loop {
            match (self.peek(), other.peek()) {
                (Some(_), Some(_)) => {}
                (left, right) => return left.is_some().cmp(&right.is_some()),
            }
            let count = self.count.min(other.count);
            let unused = 64 - 8 * count;
            let ordering = (self.word.swap_bytes() >> unused).cmp(&(other.word.swap_bytes() >> unused));
            if ordering.is_ne() {
                return ordering;
            }
            for side in [&mut self, &mut other] {
                side.word = side.word.checked_shr(8 * count).unwrap_or(0);
                side.count -= count;
            }
        }
    }

    /// Copies as many bytes as fit to the beginning of `to`, and says how many.
    pub fn copy_to(&mut self, to: &mut [u8]) -> usize {
        to.iter_mut().zip(self).map(|(to, from)| *to = from).count()
    }
}

impl Iterator for Bytes<'_> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.advance();
        Some(byte)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, usize::try_from(self.len()).ok())
    }
}

/// A part of a text that is not UTF-8.
pub(super) struct Broken;

/// The characters of a text, broken parts as U+FFFD.
#[derive(Clone, Debug)]
pub struct Chars<'t>(Bytes<'t>);

impl Chars<'_> {
    /// The next character, or the next maximal part that is none.
    #[inline(never)]
    fn decode(&mut self) -> Option<Result<char, Broken>> {
        let first = self.0.next()?;
        // How many bytes follow, and what the first of these may be (table 3-7 of the Unicode standard).
        let (following, lowest, highest) = match first {
            0..=0x7f => return Some(Ok(char::from(first))),
            0xc2..=0xdf => (1_u8, 0x80, 0xbf),
            0xe0 => (2, 0xa0, 0xbf),
            0xed => (2, 0x80, 0x9f),
            0xe1..=0xef => (2, 0x80, 0xbf),
            0xf0 => (3, 0x90, 0xbf),
            0xf1..=0xf3 => (3, 0x80, 0xbf),
            0xf4 => (3, 0x80, 0x8f),
            _ => return Some(Err(Broken)),
        };
        let mut code = u32::from(first) & (0x3f >> following);
        let mut allowed = lowest..=highest;
        for _ in 0..following {
            match self.0.peek() {
                Some(byte) if allowed.contains(&byte) => code = code << 6 | u32::from(byte & 0x3f),
                _ => return Some(Err(Broken)),
            }
            self.0.advance();
            allowed = 0x80..=0xbf;
        }
        Some(char::from_u32(code).ok_or(Broken))
    }
}

impl Iterator for Chars<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        Some(self.decode()?.unwrap_or(char::REPLACEMENT_CHARACTER))
    }
}

/// A text of a file.
#[derive(Clone, Copy)]
pub struct Text<'t> {
    pieces: Pieces<'t>,
    broken: bool,
}

/// The name of the root, which has no block.
static ROOT: [u8; 16] = *b"root\0\0\0\0\0\0\0\0\0\0\0\0";

impl<'t> Text<'t> {
    pub(super) const fn root() -> Self {
        let image = Image::from_slice(&ROOT);
        Self { pieces: Pieces { image, at: 0, run: 4, left: 4, next: BlockIndex::ZERO }, broken: false }
    }

    pub(super) const fn empty(image: Image<'t>) -> Self {
        Self { pieces: Pieces::chain(image, BlockIndex::ZERO, 0), broken: false }
    }

    /// The text in block `index`, a NAME or a STRING_REFERENCE that has been checked.
    #[inline]
    pub(super) fn named(image: Image<'t>, table: &[Pair], index: BlockIndex) -> Self {
        let [word, length] = table::pair(table, index.get());
        if !table::is_text(word) {
            return Self::empty(image);
        }
        Self { pieces: Pieces::text(image, index, length & table::LENGTH), broken: word & table::BROKEN != 0 }
    }

    /// The text of block `index`, a BUFFER of format 0 that has been checked.
    pub(super) fn buffered(image: Image<'t>, table: &[Pair], index: BlockIndex, buffer: BufferWord) -> Self {
        let [word, _] = table::pair(table, index.get());
        Self { pieces: chain_of_buffer(image, table, index, buffer), broken: word & table::BROKEN != 0 }
    }

    /// Whether the pieces are UTF-8, for a text that has not been checked.
    pub(super) fn check(pieces: Pieces<'t>) -> Result<(), Broken> {
        let mut chars = Chars(Bytes::new(pieces));
        while chars.0.peek().is_some() {
            if chars.0.word & NOT_ASCII == 0 {
                chars.0.count = 0;
            } else {
                chars.decode().unwrap_or(Ok(char::REPLACEMENT_CHARACTER))?;
            }
        }
        Ok(())
    }

    pub(super) const fn pieces(&self) -> Pieces<'t> {
        self.pieces
    }

    /// Whether some of it is not UTF-8, and is shown as U+FFFD.
    pub const fn is_broken(&self) -> bool {
        self.broken
    }

    /// The number of bytes that the text has in the file.
    pub const fn len(&self) -> u32 {
        self.pieces.left
    }

    /// Whether the text has no characters.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Compares with a text of the caller's, by the bytes of the UTF-8 that is shown.
    pub(super) fn cmp_str(&self, other: &str) -> Ordering {
        if self.broken { self.chars().cmp(other.chars()) } else { self.bytes().cmp(other.bytes()) }
    }

    /// The characters.
    pub fn chars(&self) -> Chars<'t> {
        Chars(self.bytes())
    }

    /// The bytes as they are in the file, broken ones too.
    pub fn bytes(&self) -> Bytes<'t> {
        Bytes::new(self.pieces)
    }
}

/// The bytes of block `index`, a BUFFER whose chain has been checked.
pub(super) fn chain_of_buffer<'t>(
    image: Image<'t>,
    table: &[Pair],
    index: BlockIndex,
    buffer: BufferWord,
) -> Pieces<'t> {
    let [_, length] = table::pair(table, index.get());
    Pieces::chain(image, buffer.content().unwrap_or_default(), length & table::LENGTH)
}

/// By the bytes of the UTF-8 that is shown.
impl Ord for Text<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.broken || other.broken {
            // The order of code points is the order of their UTF-8.
            return compare(self.chars(), other.chars());
        }
        self.bytes().compare(other.bytes())
    }
}

#[inline(never)]
fn compare(mut left: Chars<'_>, mut right: Chars<'_>) -> Ordering {
    loop {
        let (left, right) = (left.next(), right.next());
        if left.is_none() || left != right {
            return left.cmp(&right);
        }
    }
}

impl PartialOrd for Text<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Text<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Text<'_> {}

impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        self.cmp_str(other).is_eq()
    }
}

impl PartialEq<&str> for Text<'_> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = super::print::Out::new(f);
        out.text(*self)?;
        out.flush()
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
