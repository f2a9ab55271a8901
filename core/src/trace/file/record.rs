//! The head of a record: whose it is, when it was written, and where its entries lie (section 5.1).

use core::sync::atomic::{Ordering, fence};

use super::super::bytes::{ByteOrder, eight, four};
use super::super::problem::ProblemKind;
use super::Source;
use super::header::TraceFile;

/// Bytes in a head.
pub(super) const HEAD: usize = 64;
/// Where the two generations of a record are, which its writer stores before and behind each change.
const BEGIN: u64 = 40;
const END: u64 = 48;
/// How often a record is read that changes meanwhile.
const ATTEMPTS: u32 = 100;

/// A head, decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Ticks of the newest entry.
    pub(super) sequence: u64,
    pub(super) write_platform: u64,
    pub(super) write_system: u64,
    pub(super) thread: u64,
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
            first,
            last,
        })
    }

    /// Whether only the slot byte, which the caller reads, decides that there is no entry.
    pub(super) fn may_be_empty(&self) -> bool {
        self.last == Last::At(self.first)
    }
}

impl<S: Source> TraceFile<'_, S> {
    /// Reads a record, and says whether all of it is of one moment (section 7). `None` when its bytes are not there.
    ///
    /// The writer stores the generation at the beginning before it changes anything, and the one at the end behind it;
    /// reading them in the other order shows every change in between. Other writers keep something else there.
    pub(super) fn read_record(&self, offset: u64, record: &mut [u8]) -> Option<bool> {
        let read = |offset, into: &mut [u8]| self.source.read(offset, into).then_some(());
        if !self.is_own || record.len() < HEAD {
            return read(offset, record).map(|()| true);
        }
        for _ in 0..ATTEMPTS {
            let [mut begin, mut end] = [[0; 8]; 2];
            read(offset.checked_add(END)?, &mut end)?;
            fence(Ordering::Acquire);
            read(offset, record)?;
            fence(Ordering::Acquire);
            read(offset.checked_add(BEGIN)?, &mut begin)?;
            if begin == end {
                return Some(true);
            }
        }
        Some(false)
    }
}
