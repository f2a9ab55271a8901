//! The head of a record: whose it is, when it was written, and where its entries lie (section 5.1).

use super::super::bytes::{ByteOrder, eight, four};
use super::super::problem::ProblemKind;

/// Bytes in a head.
pub(super) const HEAD: usize = 64;

/// A head, decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Ticks of the newest entry.
    pub(super) sequence: u64,
    pub(super) write_platform: u64,
    pub(super) write_system: u64,
    pub(super) thread: u64,
    /// The two generation words differ. Only a file by Glassbox means something by that.
    pub(super) generations_differ: bool,
    /// The offset of the slot byte, or of the first byte of data.
    pub(super) first: u32,
    pub(super) last: Last,
}

/// Where the last entry of a record ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// At this offset, which is that of its last byte.
    At(u32),
    /// Not in this record, which is wholly the middle of an entry.
    Beyond,
}

/// What a head says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// Nothing: all 64 bytes are zero.
    Unwritten,
    /// Something impossible.
    Bad(ProblemKind),
    /// A record. Whether it is empty shows in its slot byte.
    Sound(Head),
}

impl Head {
    pub(super) fn decode(bytes: &[u8; HEAD], order: ByteOrder, record_size: u32) -> Seen {
        if bytes.iter().all(|byte| *byte == 0) {
            return Seen::Unwritten;
        }
        let number = |at| four(bytes, at).map_or(0, |bytes| order.i32(bytes));
        let long = |at| eight(bytes, at).map_or(0, |bytes| order.u64(bytes));
        let first = match u32::try_from(number(56)) {
            Ok(first) if first >= 65 && first < record_size => first,
            _ => return Seen::Bad(ProblemKind::BadFirstEntry),
        };
        let last = match (number(60), u32::try_from(number(60))) {
            (-1, _) => Last::Beyond,
            (_, Ok(next)) if next >= first && next <= record_size => Last::At(next.min(record_size - 1)),
            _ => return Seen::Bad(ProblemKind::BadNextEntry),
        };
        Seen::Sound(Self {
            sequence: long(0),
            write_platform: long(16),
            write_system: long(24),
            thread: long(32),
            generations_differ: long(40) != long(48),
            first,
            last,
        })
    }

    /// Whether only the slot byte, which the caller reads, decides that there is no entry.
    pub(super) fn may_be_empty(&self) -> bool {
        self.last == Last::At(self.first)
    }
}
