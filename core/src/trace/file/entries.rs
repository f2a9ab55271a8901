//! The second pass: each thread's records are taken apart one at a time, and the threads merged by time.

use core::ops::Range;

use super::super::Kind;
use super::super::bytes::ByteOrder;
use super::super::problem::{Problem, ProblemKind};
use super::super::template::Parameters;
use super::entry::{Contents, Entry, SPECIAL, Special};
use super::index::{Index, RecordSlot};
use super::record::{HEAD, Head, Last, Seen};
use super::tail::Tail;
use super::walk::{Step, Walk};
use super::{FileError, Source};

/// Bytes that the longest entry takes, its extension included.
const LONGEST_ENTRY: usize = 65_535 + 4;

/// One place of the memory in which threads are followed. What it holds is the reader's own business.
#[derive(Clone, Debug)]
pub struct ThreadSlot {
    id: u64,
    first_record: u64,
    records: Range<usize>,
    /// The place in the index of the record to load next.
    at: usize,
    open: Open,
    /// What is left over behind the open record.
    tail: Tail,
    next: Option<Next>,
    /// Not this thread's: the thread that stands at this place of the heap.
    heap: usize,
}

impl ThreadSlot {
    /// A place that holds nothing yet.
    pub const EMPTY: Self = Self::new(0, 0, 0..0);

    pub(super) const fn new(id: u64, first_record: u64, records: Range<usize>) -> Self {
        Self {
            id,
            first_record,
            at: records.start,
            records,
            open: Open::NOTHING,
            tail: Tail::NOTHING,
            next: None,
            heap: 0,
        }
    }

    pub(super) const fn id(&self) -> u64 {
        self.id
    }

    pub(super) const fn first_record(&self) -> u64 {
        self.first_record
    }

    pub(super) fn records(&self) -> Range<usize> {
        self.records.clone()
    }
}

/// The record of a thread that is being read. Places in its data count from the oldest byte.
#[derive(Clone, Debug)]
struct Open {
    /// The offset of the record in the file.
    offset: u64,
    /// Bytes of data.
    len: usize,
    /// How many of them lie behind the newest entry: in a ring, the oldest ones.
    wrapped: usize,
    /// Where the newest entry ends in the record, and where the data begins.
    newest: usize,
    first: usize,
    /// The first entry, when it begins in a tail.
    joined: Option<(Tail, usize)>,
    /// Where the next entry starts.
    position: usize,
    /// The upper half of the time.
    upper: u32,
}

impl Open {
    const NOTHING: Self =
        Self { offset: 0, len: 0, wrapped: 0, newest: 0, first: 0, joined: None, position: 0, upper: 0 };

    /// Where in the record a byte of data lies.
    #[inline]
    const fn place(&self, at: usize) -> usize {
        if at < self.wrapped {
            self.newest.saturating_add(1).saturating_add(at)
        } else {
            self.first.saturating_add(at - self.wrapped)
        }
    }

    #[inline]
    fn byte(&self, record: &[u8], at: usize) -> u8 {
        record.get(self.place(at)).copied().unwrap_or(0)
    }

    fn file_offset(&self, at: usize) -> u64 {
        self.offset.saturating_add(u64::try_from(self.place(at)).unwrap_or(0))
    }
}

/// The entry that a thread offers to the merge.
#[derive(Clone, Copy, Debug)]
struct Next {
    time: u64,
    offset: u64,
    at: Extent,
}

/// Where the bytes of an entry lie.
#[derive(Clone, Copy, Debug)]
enum Extent {
    /// In the data, from and to these places.
    Data(usize, usize),
    /// In a tail, and in the data up to this place.
    Joined(Tail, usize),
}

/// The entries of all threads by time. See [`Index::entries`].
#[derive(Debug)]
pub struct Entries<'s, 'i, 't, S> {
    index: Index<'s, 'i, S>,
    threads: &'t mut [ThreadSlot],
    /// For each thread its open record, then the starts of the entries in it, a bit for each byte.
    records: &'t mut [u8],
    /// An entry that does not lie in one piece.
    pieces: &'t mut [u8],
    waiting: usize,
    /// The thread whose entry was given out last.
    given: Option<usize>,
}

pub(super) fn scratch_bytes<S: Source>(index: &Index<'_, '_, S>) -> usize {
    let threads = index.threads().saturating_mul(stride(index));
    threads.saturating_add(pieces_bytes(index))
}

/// Bytes for one thread.
fn stride<S: Source>(index: &Index<'_, '_, S>) -> usize {
    let record = index.record_bytes();
    record.saturating_add(record.div_ceil(8))
}

fn pieces_bytes<S: Source>(index: &Index<'_, '_, S>) -> usize {
    let all = usize::try_from(index.file.source.len()).unwrap_or(usize::MAX);
    let longest = match index.kind {
        Kind::Ring => index.record_bytes(),
        Kind::Stream => all,
    };
    longest.min(LONGEST_ENTRY)
}

impl<'s, 'i, 't, S: Source> Entries<'s, 'i, 't, S> {
    pub(super) fn new(
        index: Index<'s, 'i, S>,
        threads: &'t mut [ThreadSlot],
        scratch: &'t mut [u8],
        problem: &mut dyn FnMut(Problem),
    ) -> Result<Self, FileError> {
        let threads = index.list_threads(threads)?;
        let records = index.threads().saturating_mul(stride(&index));
        let (records, rest) = scratch.split_at_mut_checked(records).ok_or(FileError::ScratchTooSmall)?;
        let pieces = rest.get_mut(..pieces_bytes(&index)).ok_or(FileError::ScratchTooSmall)?;
        let mut entries = Self { index, threads, records, pieces, waiting: 0, given: None };
        for thread in 0..entries.threads.len() {
            entries.advance(thread, problem);
            if entries.next_time(thread).is_some() {
                if let Some(place) = entries.threads.get_mut(entries.waiting) {
                    place.heap = thread;
                }
                entries.waiting += 1;
            }
        }
        for root in (0..entries.waiting / 2).rev() {
            entries.sift_down(root);
        }
        Ok(entries)
    }

    /// The threads in order of first appearance.
    pub fn threads(&self) -> &[ThreadSlot] {
        self.threads
    }

    /// The index that this reads.
    pub const fn index(&self) -> &Index<'s, 'i, S> {
        &self.index
    }

    /// The next entry: of all threads' next ones the earliest; among equals that of the thread which appears first.
    pub fn next(&mut self, problem: &mut dyn FnMut(Problem)) -> Option<Entry<'_>> {
        if let Some(thread) = self.given.take() {
            self.advance(thread, problem);
            if self.next_time(thread).is_none() {
                self.waiting = self.waiting.saturating_sub(1);
                let last = self.waiting_thread(self.waiting);
                if let (Some(last), Some(top)) = (last, self.threads.first_mut()) {
                    top.heap = last;
                }
            }
            self.sift_down(0);
        }
        if self.waiting == 0 {
            return None;
        }
        let thread_index = self.threads.first()?.heap;
        self.given = Some(thread_index);
        let slot = self.threads.get(thread_index)?;
        let next = slot.next?;
        let (record, _) = thread_memory(self.records, thread_index, &self.index)?;
        let bytes = bytes_of(&self.index, &slot.open, record, next.at, self.pieces)?;
        let order = self.index.file.header.order;
        let contents = Contents::parse(bytes, order).ok()?;
        Some(Entry {
            offset: next.offset,
            time: next.time,
            thread: slot.id,
            thread_index,
            name: contents.name,
            id: contents.id,
            parameters: Parameters { bytes: contents.parameters, order, pointer: self.index.file.header.pointer },
        })
    }

    fn waiting_thread(&self, place: usize) -> Option<usize> {
        self.threads.get(place).map(|slot| slot.heap)
    }

    fn next_time(&self, thread: usize) -> Option<u64> {
        self.threads.get(thread)?.next.map(|next| next.time)
    }

    /// The place of the heap whose thread comes first.
    fn comes_before(&self, a: usize, b: usize) -> bool {
        let key = |place| self.waiting_thread(place).map(|thread| (self.next_time(thread), thread));
        key(a) < key(b)
    }

    fn sift_down(&mut self, mut root: usize) {
        loop {
            let mut first = root;
            for child in [2 * root + 1, 2 * root + 2] {
                if child < self.waiting && self.comes_before(child, first) {
                    first = child;
                }
            }
            if first == root {
                return;
            }
            if let Ok([a, b]) = self.threads.get_disjoint_mut([root, first]) {
                core::mem::swap(&mut a.heap, &mut b.heap);
            }
            root = first;
        }
    }

    /// Finds the next entry of a thread that prints.
    fn advance(&mut self, thread: usize, problem: &mut dyn FnMut(Problem)) {
        let order = self.index.file.header.order;
        let Some(slot) = self.threads.get_mut(thread) else { return };
        let Some((record, starts)) = thread_memory(self.records, thread, &self.index) else { return };
        slot.next = loop {
            let Some((at, offset)) = slot.open.step(&self.index, starts) else {
                if load(&self.index, slot, record, starts, problem) {
                    continue;
                }
                break None;
            };
            let Some(bytes) = bytes_of(&self.index, &slot.open, record, at, self.pieces) else { continue };
            if bytes.len() == SPECIAL {
                match Special::parse(bytes, order) {
                    // What the walk left here is the upper half from here on.
                    Some(Special::Wrap(upper)) if matches!(at, Extent::Data(..)) => slot.open.upper = upper,
                    Some(Special::Wrap(_)) => {}
                    Some(Special::Lost(count)) => problem(Problem { kind: ProblemKind::LostRecords { count }, offset }),
                    None => problem(Problem { kind: ProblemKind::BadSpecial, offset }),
                }
                continue;
            }
            match Contents::parse(bytes, order) {
                Ok(contents) => {
                    let time = u64::from(slot.open.upper) << 32 | u64::from(contents.time);
                    break Some(Next { time, offset, at });
                }
                Err(kind) => problem(Problem { kind, offset }),
            }
        };
    }
}

/// The memory of one thread: its open record, and the starts of entries.
fn thread_memory<'a, S: Source>(
    records: &'a mut [u8],
    thread: usize,
    index: &Index<'_, '_, S>,
) -> Option<(&'a mut [u8], &'a mut [u8])> {
    let stride = stride(index);
    let start = thread.checked_mul(stride)?;
    records.get_mut(start..start.checked_add(stride)?)?.split_at_mut_checked(index.record_bytes())
}

/// The bytes of an entry, put together in `pieces` if they do not lie together.
fn bytes_of<'b, S: Source>(
    index: &Index<'_, '_, S>,
    open: &Open,
    record: &'b [u8],
    at: Extent,
    pieces: &'b mut [u8],
) -> Option<&'b [u8]> {
    match at {
        Extent::Data(start, end) if start >= open.wrapped || end <= open.wrapped => {
            let place = open.place(start);
            record.get(place..place.checked_add(end.checked_sub(start)?)?)
        }
        Extent::Data(start, end) => {
            let pieces = pieces.get_mut(..end.checked_sub(start)?)?;
            for (to, at) in pieces.iter_mut().zip(start..end) {
                *to = open.byte(record, at);
            }
            Some(pieces)
        }
        Extent::Joined(tail, end) => {
            let (front, back) =
                pieces.get_mut(..tail.left.len.checked_add(end)?)?.split_at_mut_checked(tail.left.len)?;
            if !tail.read(index, front) {
                return None;
            }
            super::super::bytes::copy(back, record.get(open.first..)?);
            pieces.get(..tail.left.len.checked_add(end)?)
        }
    }
}

impl Open {
    /// The next entry of the open record, and the offset of its first byte.
    fn step<S: Source>(&mut self, index: &Index<'_, '_, S>, starts: &[u8]) -> Option<(Extent, u64)> {
        if let Some((tail, end)) = self.joined.take() {
            return Some((Extent::Joined(tail, end), tail.file_offset(index)));
        }
        let start = self.position;
        if start >= self.len {
            return None;
        }
        let end = next_bit(starts, start + 1).map_or(self.len, |end| end.min(self.len));
        self.position = end;
        Some((Extent::Data(start, end), self.file_offset(start)))
    }
}

/// Opens the next record of a thread that has entries. `false` when there is none.
fn load<S: Source>(
    index: &Index<'_, '_, S>,
    slot: &mut ThreadSlot,
    record: &mut [u8],
    starts: &mut [u8],
    problem: &mut dyn FnMut(Problem),
) -> bool {
    let file = &index.file;
    while slot.at < slot.records.end {
        let at = slot.at;
        slot.at += 1;
        let Some(RecordSlot { record: number, is_empty, .. }) = index.slots.get(at).copied() else { return false };
        if is_empty && index.kind == Kind::Ring {
            continue;
        }
        let (offset, present) = file.extent(number);
        let is_whole = u32::try_from(present).is_ok_and(|present| present == file.header.record_size);
        let Some(record) = record.get_mut(..present) else { continue };
        let Some(is_of_one_moment) = file.read_record(offset, record) else {
            problem(Problem { kind: ProblemKind::PartialRecord, offset });
            continue;
        };
        let head = match record.first_chunk::<HEAD>() {
            Some(head) => Head::decode(head, file.header.order, file.header.record_size),
            None => continue,
        };
        let head = match head {
            Seen::Sound(head) if head.thread == slot.id => head,
            // Since the first pass it became something else.
            _ => {
                problem(Problem { kind: ProblemKind::Torn, offset });
                continue;
            }
        };
        if !is_of_one_moment && !is_empty {
            problem(Problem { kind: ProblemKind::Torn, offset });
        }
        let Ok(first) = usize::try_from(head.first) else { continue };
        let newest = match head.last {
            Last::At(newest) => usize::try_from(newest).unwrap_or(usize::MAX),
            Last::Beyond if index.kind == Kind::Ring => {
                problem(Problem { kind: ProblemKind::FragmentInRing, offset });
                continue;
            }
            Last::Beyond => {
                slot.tail.extend(at, first, record);
                continue;
            }
        };
        let Some(from_first) = newest.checked_sub(first).map(|len| len.saturating_add(1)) else { continue };
        let behind = present.saturating_sub(newest.saturating_add(1));
        let upper = head.sequence.to_be_bytes().first_chunk().map_or(0, |upper| u32::from_be_bytes(*upper));
        let mut open = Open { offset, newest, first, upper, ..Open::NOTHING };
        let before = slot.tail;
        let walk = match index.kind {
            Kind::Stream => {
                open.len = from_first;
                slot.tail = Tail::new(at, newest.saturating_add(1), record);
                if let Some(upper) = slot.tail.opens_wrap(index, slot.id, slot.at) {
                    open.upper = upper;
                }
                Walk::stream(open.len, before.left)
            }
            Kind::Ring => {
                // The oldest bytes of a record that was cut off are not there.
                open.wrapped = if is_whole { behind } else { 0 };
                open.len = from_first.saturating_add(open.wrapped);
                Walk::ring(open.len)
            }
        };
        open.take_apart(walk, before, record, starts, file.header.order, problem);
        slot.open = open;
        return true;
    }
    false
}

impl Open {
    /// Marks the starts of all entries, and leaves in each time wrap the upper half that holds from there on.
    fn take_apart(
        &mut self,
        mut walk: Walk,
        before: Tail,
        record: &mut [u8],
        starts: &mut [u8],
        order: ByteOrder,
        problem: &mut dyn FnMut(Problem),
    ) {
        for byte in starts.iter_mut().take(self.len.div_ceil(8)) {
            *byte = 0;
        }
        self.position = self.len;
        loop {
            let (kind, offset) = match walk.step(|at| self.byte(record, at)) {
                Step::Entry { start, end } => {
                    set_bit(starts, start);
                    self.position = start;
                    if end - start == SPECIAL {
                        self.exchange_upper(record, start, order);
                    }
                    if start == 0 {
                        return;
                    }
                    continue;
                }
                Step::Joined { end } => {
                    self.joined = Some((before, end));
                    return;
                }
                Step::Over => return,
                Step::Mismatch => (ProblemKind::FragmentMismatch, self.file_offset(0)),
                Step::BadLength(at) => (ProblemKind::BadEntryLength, self.file_offset(at)),
                Step::BadLong(at) => (ProblemKind::BadLongEntry, self.file_offset(at)),
            };
            problem(Problem { kind, offset });
            return;
        }
    }

    /// A time wrap holds the upper half before it. On the way back that is where it is learned; on the way forth the
    /// other is needed.
    fn exchange_upper(&mut self, record: &mut [u8], start: usize, order: ByteOrder) {
        if (0..3).any(|at| self.byte(record, start + at) != 0) {
            return;
        }
        let mut before = [0; 4];
        for ((byte, after), at) in before.iter_mut().zip(order.bytes_of(self.upper)).zip(start + 3..) {
            if let Some(place) = record.get_mut(self.place(at)) {
                *byte = *place;
                *place = after;
            }
        }
        self.upper = order.u32(before);
    }
}

fn set_bit(bits: &mut [u8], at: usize) {
    if let Some(byte) = bits.get_mut(at / 8) {
        *byte |= 1 << (at % 8);
    }
}

/// The first bit from `from` on that is set.
#[inline]
fn next_bit(bits: &[u8], from: usize) -> Option<usize> {
    let mut row = from / 8;
    let mut byte = bits.get(row)? & (0xff << (from % 8));
    while byte == 0 {
        row += 1;
        byte = *bits.get(row)?;
    }
    Some(row * 8 + usize::try_from(byte.trailing_zeros()).unwrap_or(0))
}
