//! Numbers in the byte order of whoever wrote them, and addresses of their size.

/// The order of the bytes of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ByteOrder {
    /// The lowest byte first.
    #[default]
    Little,
    /// The highest byte first.
    Big,
}

impl ByteOrder {
    /// The number in `bytes`.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn u32(self, bytes: [u8; 4]) -> u32 {
        match self {
            Self::Little => u32::from_le_bytes(bytes),
            Self::Big => u32::from_be_bytes(bytes),
        }
    }

    /// The signed number in `bytes`.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn i32(self, bytes: [u8; 4]) -> i32 {
        match self {
            Self::Little => i32::from_le_bytes(bytes),
            Self::Big => i32::from_be_bytes(bytes),
        }
    }

    /// The number in `bytes`.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn u64(self, bytes: [u8; 8]) -> u64 {
        match self {
            Self::Little => u64::from_le_bytes(bytes),
            Self::Big => u64::from_be_bytes(bytes),
        }
    }

    /// The bytes of `number`.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub const fn bytes_of(self, number: u32) -> [u8; 4] {
        match self {
            Self::Little => number.to_le_bytes(),
            Self::Big => number.to_be_bytes(),
        }
    }
}

/// The bytes of an address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointerSize {
    /// 4 bytes.
    Four,
    /// 8 bytes.
    #[default]
    Eight,
}

impl PointerSize {
    /// The number of bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Self::Four => 4,
            Self::Eight => 8,
        }
    }
}

/// The four bytes at `at`. `None` when they are not all there.
#[cfg(feature = "read")]
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(super) fn four(bytes: &[u8], at: usize) -> Option<[u8; 4]> {
    bytes.get(at..)?.first_chunk().copied()
}

/// The eight bytes at `at`. `None` when they are not all there.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(super) fn eight(bytes: &[u8], at: usize) -> Option<[u8; 8]> {
    bytes.get(at..)?.first_chunk().copied()
}

/// Copies what fits.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(super) fn copy(to: &mut [u8], from: &[u8]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = *from;
    }
}

/// The place of the first `byte`.
#[inline]
pub(super) fn position(bytes: &[u8], byte: u8) -> Option<usize> {
    position_of_either(bytes, byte, byte)
}

/// The place of the first byte that is `a` or `b`, looked for eight bytes at a time.
#[cfg(target_pointer_width = "64")]
#[inline]
pub(super) fn position_of_either(bytes: &[u8], a: u8, b: u8) -> Option<usize> {
    let (words, rest) = bytes.as_chunks::<8>();
    for (row, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let found = zeros(word ^ repeated(a)) | zeros(word ^ repeated(b));
        if found != 0 {
            return Some(row * 8 + usize::try_from(found.trailing_zeros() / 8).unwrap_or(0));
        }
    }
    rest.iter().position(|byte| *byte == a || *byte == b).map(|at| words.len() * 8 + at)
}

/// The place of the first byte that is `a` or `b`. Small machines want small code.
#[cfg(not(target_pointer_width = "64"))]
pub(super) fn position_of_either(bytes: &[u8], a: u8, b: u8) -> Option<usize> {
    bytes.iter().position(|byte| *byte == a || *byte == b)
}

#[cfg(target_pointer_width = "64")]
const ONES: u64 = 0x0101_0101_0101_0101;

#[cfg(target_pointer_width = "64")]
const fn repeated(byte: u8) -> u64 {
    ONES * byte as u64
}

/// Sets the highest bit of the first byte that is zero; of later bytes perhaps too.
#[cfg(target_pointer_width = "64")]
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & (ONES << 7)
}

/// The length of the longest beginning of `bytes` that has at most `limit` bytes and ends in front of a character, if
/// the bytes are UTF-8.
pub(super) fn shortened(bytes: &[u8], limit: usize) -> usize {
    let begins = |at: &usize| bytes.get(*at).is_none_or(|byte| byte & 0xc0 != 0x80);
    let limit = limit.min(bytes.len());
    (limit.saturating_sub(3)..=limit).rev().find(begins).unwrap_or(limit)
}

/// The length of the longest beginning of `bytes` that has at most `limit` bytes and does not end inside a character.
#[cfg(feature = "read")]
pub(super) fn cut(bytes: &[u8], limit: usize) -> usize {
    if limit >= bytes.len() {
        return bytes.len();
    }
    for back in 1..=3 {
        let Some(start) = limit.checked_sub(back) else { break };
        let Some(rest) = bytes.get(start..) else { break };
        let Some(first) = rest.first() else { break };
        if *first & 0xc0 == 0x80 {
            continue;
        }
        let width = match first {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => 1,
        };
        let whole = rest.get(..width).is_some_and(|character| core::str::from_utf8(character).is_ok());
        return if whole && width > back { start } else { limit };
    }
    limit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_found_wherever_they_are() {
        for len in 0..40_usize {
            for at in 0..=len {
                let mut bytes = [0x80; 40];
                bytes[at..].fill(0x0a);
                let expected = (at < len).then_some(at);
                assert_eq!(position(&bytes[..len], 0x0a), expected);
                assert_eq!(position_of_either(&bytes[..len], 0xff, 0x0a), expected);
                assert_eq!(position(&bytes[..len], 0x0b), None, "a byte that is off by one is another");
            }
        }
    }

    #[test]
    #[cfg(feature = "read")]
    fn a_cut_never_splits_a_character() {
        let text = "aé€😀z".as_bytes();
        let boundaries = [0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11];
        for (limit, expected) in boundaries.into_iter().enumerate() {
            assert_eq!(cut(text, limit), expected, "limit {limit}");
            assert_eq!(shortened(text, limit), expected, "limit {limit}");
        }
        assert_eq!(cut(text, 99), text.len());
        assert_eq!(cut(b"\xa9\xa9\xa9\xa9", 3), 3, "bytes that belong to no character can be cut anywhere");
        assert_eq!(cut(b"a\xe2\x82zz", 2), 2, "half a character is none");
    }
}
