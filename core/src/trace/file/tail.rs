//! Tails: the bytes behind the last whole entry of a stream's record, which the thread's next record continues.
//!
//! A tail is not copied. It is remembered by where it begins, and read again when the entry that it opens is printed:
//! there is at most one such entry a record.

use super::super::bytes::ByteOrder;
use super::index::{Index, RecordSlot};
use super::record::{HEAD, Head, Last, Seen};
use super::walk::{Left, Step, Walk};
use super::{Source, TraceFile};

/// Bytes of a time wrap.
const WRAP: usize = 8;

/// Where a tail begins, and what a walk must know of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tail {
    /// The place in the index of the record that it begins in.
    slot: usize,
    /// Where in that record it begins.
    offset: usize,
    pub(super) left: Left,
}

impl Tail {
    /// No tail at all.
    pub(super) const NOTHING: Self = Self { slot: 0, offset: 0, left: Left { len: 0, last: [0; 4] } };

    /// The tail that goes from `offset` to the end of the record at `slot`.
    pub(super) fn new(slot: usize, offset: usize, record: &[u8]) -> Self {
        let mut tail = Self::NOTHING;
        tail.extend(slot, offset, record);
        tail
    }

    /// Adds the bytes of one more record, from `offset` on.
    pub(super) fn extend(&mut self, slot: usize, offset: usize, record: &[u8]) {
        if self.left.len == 0 {
            (self.slot, self.offset) = (slot, offset);
        }
        let bytes = record.get(offset..).unwrap_or_default();
        for byte in bytes.get(bytes.len().saturating_sub(4)..).unwrap_or_default() {
            let [_, a, b, c] = self.left.last;
            self.left.last = [a, b, c, *byte];
        }
        self.left.len = self.left.len.saturating_add(bytes.len());
    }

    /// The offset in the file of the first byte.
    pub(super) fn file_offset<S: Source>(&self, index: &Index<'_, '_, S>) -> u64 {
        let record = index.slots.get(self.slot).map_or(0, |slot| slot.record);
        let (offset, _) = index.file.extent(record);
        offset.saturating_add(u64::try_from(self.offset).unwrap_or(0))
    }

    /// Fills `into` with the first bytes of the tail. `false` when they are not there any more.
    pub(super) fn read<S: Source>(&self, index: &Index<'_, '_, S>, mut into: &mut [u8]) -> bool {
        let mut from = Some(self.offset);
        for slot in index.slots.iter().skip(self.slot) {
            if into.is_empty() {
                break;
            }
            let (offset, present) = index.file.extent(slot.record);
            let start = from.take().or_else(|| {
                let head = look(&index.file, slot)?;
                usize::try_from(head.first).ok()
            });
            let Some(start) = start else { return false };
            let len = present.saturating_sub(start).min(into.len());
            let Some((part, rest)) = into.split_at_mut_checked(len) else { return false };
            let at = u64::try_from(start).ok().and_then(|start| offset.checked_add(start));
            if !at.is_some_and(|at| index.file.source.read(at, part)) {
                return false;
            }
            into = rest;
        }
        into.is_empty()
    }

    /// The value of the time wrap that begins in this tail and ends in the thread's next record, `next` in the index,
    /// if that is what the tail is.
    pub(super) fn opens_wrap<S: Source>(&self, index: &Index<'_, '_, S>, thread: u64, next: usize) -> Option<u32> {
        let mut bytes = [0; WRAP];
        let mut known = self.left.len;
        if known == 0 || known >= WRAP || !self.read(index, bytes.get_mut(..known)?) {
            return None;
        }
        let mut left = self.left;
        for slot in index.slots.iter().skip(next).take_while(|slot| slot.thread == thread) {
            if slot.is_empty {
                return None;
            }
            let (offset, present) = index.file.extent(slot.record);
            let head = look(&index.file, slot)?;
            let first = usize::try_from(head.first).ok()?;
            let last = match head.last {
                Last::At(last) => usize::try_from(last).ok()?,
                Last::Beyond => present.checked_sub(1)?,
            };
            let len = last.checked_sub(first)?.checked_add(1)?;
            let at = |place: usize| offset.checked_add(u64::try_from(first.checked_add(place)?).ok()?);
            let (_, missing) = bytes.split_at_mut_checked(known)?;
            let wanted = missing.get_mut(..missing_len(known).min(len))?;
            if !index.file.source.read(at(0)?, wanted) {
                return None;
            }
            let got = wanted.len();
            if bytes.iter().take(3).any(|byte| *byte != 0) {
                return None;
            }
            if head.last == Last::Beyond {
                // All of this record belongs to the entry, which is too long if that is more than a wrap has.
                if known + len >= WRAP {
                    return None;
                }
                for byte in bytes.iter().skip(known).take(got) {
                    let [_, a, b, c] = left.last;
                    left.last = [a, b, c, *byte];
                }
                known += got;
                left.len = known;
                continue;
            }
            let end = missing_len(known);
            return joins_at(&index.file, Walk::stream(len, left), end, at)
                .then(|| wrap_value(bytes, index.file.header.order));
        }
        None
    }
}

const fn missing_len(known: usize) -> usize {
    WRAP.saturating_sub(known)
}

/// Whether a walk back through a record that is not in memory ends with an entry joined from `end` bytes of it.
fn joins_at<S: Source>(file: &TraceFile<'_, S>, mut walk: Walk, end: usize, at: impl Fn(usize) -> Option<u64>) -> bool {
    loop {
        let step = walk.step(|place| {
            let mut byte = [0];
            at(place).filter(|at| file.source.read(*at, &mut byte));
            let [byte] = byte;
            byte
        });
        match step {
            Step::Entry { .. } => {}
            Step::Joined { end: joined } => return joined == end,
            _ => return false,
        }
    }
}

/// The number in a time wrap.
fn wrap_value(bytes: [u8; WRAP], order: ByteOrder) -> u32 {
    let [_, _, _, a, b, c, d, _] = bytes;
    order.u32([a, b, c, d])
}

/// The head of a record of the index.
fn look<S: Source>(file: &TraceFile<'_, S>, slot: &RecordSlot) -> Option<Head> {
    let mut bytes = [0; HEAD];
    let (offset, _) = file.extent(slot.record);
    if !file.source.read(offset, &mut bytes) {
        return None;
    }
    match Head::decode(&bytes, file.header.order, file.header.record_size) {
        Seen::Sound(head) => Some(head),
        Seen::Unwritten | Seen::Bad(_) => None,
    }
}
