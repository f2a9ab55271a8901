//! The first pass: the heads of all records, grouped by thread.

use super::super::Kind;
use super::super::problem::{Problem, ProblemKind};
use super::super::sort::heap_sort;
use super::super::text::Text;
use super::clock::{Clock, Written};
use super::entries::{Entries, ThreadSlot};
use super::header::{Header, TraceFile};
use super::record::{HEAD, Head, Last, Seen};
use super::{FileError, Source};

/// One place of an index. What it holds is the index's own business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RecordSlot {
    pub(super) thread: u64,
    /// The number of the record in the file.
    pub(super) record: u64,
    /// No entry ends in the record. In a stream the first one may yet begin in it.
    pub(super) is_empty: bool,
}

impl RecordSlot {
    /// A place that holds nothing yet.
    pub const EMPTY: Self = Self { thread: 0, record: 0, is_empty: true };
}

impl<'s, S: Source> TraceFile<'s, S> {
    /// The number of records, a cut-off one at the end included: so many slots an index needs.
    ///
    /// At most `usize::MAX`, which no memory holds.
    pub fn records_to_index(&self) -> usize {
        usize::try_from(self.records()).unwrap_or(usize::MAX)
    }

    /// The number of whole records.
    pub fn whole_records(&self) -> u64 {
        let size = u64::from(self.header.record_size);
        self.record_bytes().checked_div(size).unwrap_or(0)
    }

    fn records(&self) -> u64 {
        match self.header.record_size {
            0 => 0,
            size => self.record_bytes().div_ceil(size.into()),
        }
    }

    fn record_bytes(&self) -> u64 {
        self.source.len().saturating_sub(self.header.len)
    }

    /// The offset of a record, and how many of its bytes are there.
    pub(super) fn extent(&self, record: u64) -> (u64, usize) {
        let size = u64::from(self.header.record_size);
        let offset = record.saturating_mul(size).saturating_add(self.header.len);
        let present = self.source.len().saturating_sub(offset).min(size);
        (offset, usize::try_from(present).unwrap_or(usize::MAX))
    }

    /// Looks at the head of each record, and sorts the records by thread into `slots`.
    ///
    /// # Errors
    /// [`FileError::ScratchTooSmall`] when there are fewer slots than [`TraceFile::records_to_index`].
    pub fn index<'i>(
        self,
        slots: &'i mut [RecordSlot],
        problem: &mut dyn FnMut(Problem),
    ) -> Result<Index<'s, 'i, S>, FileError> {
        let mut used = 0;
        let mut written = None;
        for record in 0..self.records() {
            let Some((head, is_empty)) = self.look(record, problem) else { continue };
            if !is_empty {
                let so_far = written.get_or_insert(Written { platform: 0, system: 0 });
                so_far.platform = so_far.platform.max(head.write_platform);
                so_far.system = so_far.system.max(head.write_system);
            }
            let slot = slots.get_mut(used).ok_or(FileError::ScratchTooSmall)?;
            *slot = RecordSlot { thread: head.thread, record, is_empty };
            used += 1;
        }
        let (slots, _) = slots.split_at_mut_checked(used).unwrap_or_default();
        heap_sort(slots, |a, b| a < b);
        let Grouped { kept, threads, shared } = drop_idle_threads(slots);
        let clock = Clock::of(&self.header, written).unwrap_or_else(|raw| {
            problem(Problem { kind: ProblemKind::BadClock, offset: 0 });
            raw
        });
        let kind = if self.header.says_stream || shared { Kind::Stream } else { Kind::Ring };
        Ok(Index { slots: slots.get(..kept).unwrap_or_default(), threads, kind, clock, file: self })
    }

    /// The head of a record, and whether there is no entry behind it. `None` when the record cannot be used.
    fn look(&self, record: u64, problem: &mut dyn FnMut(Problem)) -> Option<(Head, bool)> {
        let (offset, present) = self.extent(record);
        let is_whole = u32::try_from(present).is_ok_and(|present| present == self.header.record_size);
        if !is_whole {
            problem(Problem { kind: ProblemKind::PartialRecord, offset });
        }
        let mut bytes = [0; HEAD];
        if !self.source.read(offset, &mut bytes) {
            if is_whole {
                problem(Problem { kind: ProblemKind::PartialRecord, offset });
            }
            return None;
        }
        let head = match Head::decode(&bytes, self.header.order, self.header.record_size) {
            Seen::Unwritten => return None,
            Seen::Bad(kind) => {
                problem(Problem { kind, offset });
                return None;
            }
            Seen::Sound(head) => head,
        };
        let reaches = match head.last {
            Last::At(last) => usize::try_from(last).is_ok_and(|last| last < present),
            Last::Beyond => is_whole,
        };
        if !reaches {
            return None;
        }
        let is_empty = head.may_be_empty() && {
            let mut slot = [0];
            self.source.read(offset.checked_add(head.first.into())?, &mut slot) && slot == [0]
        };
        Some((head, is_empty))
    }
}

/// What is left once threads without any entry are gone.
struct Grouped {
    kept: usize,
    threads: usize,
    /// A thread has two records with entries.
    shared: bool,
}

/// Drops the records of threads that have no entry at all, as those of unused records of a region.
fn drop_idle_threads(slots: &mut [RecordSlot]) -> Grouped {
    let mut grouped = Grouped { kept: 0, threads: 0, shared: false };
    let mut start = 0;
    while let Some(thread) = slots.get(start).map(|slot| slot.thread) {
        let run = slots.get(start..).unwrap_or_default().iter().take_while(|slot| slot.thread == thread);
        let (len, used) = run.fold((0, 0), |(len, used), slot| (len + 1, used + usize::from(!slot.is_empty)));
        if used > 0 {
            for at in start..start + len {
                let slot = slots.get(at).copied();
                if let (Some(place), Some(slot)) = (slots.get_mut(grouped.kept), slot) {
                    *place = slot;
                    grouped.kept += 1;
                }
            }
            grouped.threads += 1;
            grouped.shared |= used > 1;
        }
        start += len;
    }
    grouped
}

/// The records of a file, by thread.
#[derive(Debug)]
pub struct Index<'s, 'i, S> {
    pub(super) file: TraceFile<'s, S>,
    pub(super) slots: &'i [RecordSlot],
    threads: usize,
    pub(super) kind: Kind,
    clock: Clock,
}

impl<S> Clone for Index<'_, '_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Index<'_, '_, S> {}

impl<'s, 'i, S: Source> Index<'s, 'i, S> {
    /// The file.
    pub const fn file(&self) -> &TraceFile<'s, S> {
        &self.file
    }

    /// The header of the file.
    pub const fn header(&self) -> &Header {
        &self.file.header
    }

    /// Whether the file is a stream, by its header or because a thread has two records.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// How ticks become time.
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The number of threads that have entries: so many slots [`Index::entries`] needs.
    pub const fn threads(&self) -> usize {
        self.threads
    }

    /// The bytes of a record that can be there: a file may claim larger ones than it has bytes.
    pub(super) fn record_bytes(&self) -> usize {
        let size = u64::from(self.file.header.record_size).min(self.file.record_bytes());
        usize::try_from(size).unwrap_or(usize::MAX)
    }

    /// Bytes of scratch memory that [`Index::entries`] needs: 9/8 of a record for each thread, and room for one entry that
    /// does not lie in one piece.
    pub fn scratch_bytes(&self) -> usize {
        super::entries::scratch_bytes(self)
    }

    /// The second pass: the entries of all threads, in time order.
    ///
    /// # Errors
    /// [`FileError::ScratchTooSmall`] when there are fewer than [`Index::threads`] slots or [`Index::scratch_bytes`] bytes.
    pub fn entries<'t>(
        &self,
        threads: &'t mut [ThreadSlot],
        scratch: &'t mut [u8],
        problem: &mut dyn FnMut(Problem),
    ) -> Result<Entries<'s, 'i, 't, S>, FileError> {
        Entries::new(*self, threads, scratch, problem)
    }

    /// Fills `threads` with the threads in order of their first appearance, and gives those that were filled.
    ///
    /// # Errors
    /// [`FileError::ScratchTooSmall`] when there are fewer than [`Index::threads`] slots.
    pub fn list_threads<'t>(&self, threads: &'t mut [ThreadSlot]) -> Result<&'t mut [ThreadSlot], FileError> {
        let threads = threads.get_mut(..self.threads).ok_or(FileError::ScratchTooSmall)?;
        let mut start = 0;
        for place in threads.iter_mut() {
            let run = self.slots.get(start..).unwrap_or_default();
            let Some(RecordSlot { thread, record, .. }) = run.first().copied() else { break };
            let end = start + run.iter().take_while(|slot| slot.thread == thread).count();
            *place = ThreadSlot::new(thread, record, start..end);
            start = end;
        }
        heap_sort(threads, |a, b| a.first_record() < b.first_record());
        Ok(threads)
    }

    /// What is known of a listed thread.
    pub fn thread<'a>(&'a self, slot: &ThreadSlot) -> Thread<'a, S> {
        Thread { file: &self.file, slots: self.slots.get(slot.records()).unwrap_or_default(), id: slot.id() }
    }
}

/// A thread of a file.
#[derive(Clone, Copy, Debug)]
pub struct Thread<'a, S> {
    file: &'a TraceFile<'a, S>,
    slots: &'a [RecordSlot],
    id: u64,
}

/// The most bytes of a thread's name.
pub(super) const LONGEST_NAME: usize = 512;

impl<S: Source> Thread<'_, S> {
    /// The number that tells it from others.
    pub const fn id(&self) -> u64 {
        self.id
    }

    /// Calls `f` with each name that the thread's records bear, in file order, until it returns `false`.
    ///
    /// A name is not repeated, as long as a thread has no more than 16 of them.
    pub fn names(&self, mut f: impl FnMut(Text<'_>) -> bool) {
        let mut seen: [Option<u64>; 16] = [None; 16];
        let mut oldest = 0;
        for slot in self.slots.iter().filter(|slot| !slot.is_empty) {
            let mut bytes = [0; LONGEST_NAME];
            let Some(name) = self.name(slot, &mut bytes) else { continue };
            let hash = fnv(name);
            if seen.contains(&Some(hash)) {
                continue;
            }
            if let Some(place) = seen.get_mut(oldest % 16) {
                *place = Some(hash);
            }
            oldest += 1;
            if !f(Text(name)) {
                return;
            }
        }
    }

    /// The name in one record.
    fn name<'b>(&self, slot: &RecordSlot, bytes: &'b mut [u8; LONGEST_NAME]) -> Option<&'b [u8]> {
        let (offset, _) = self.file.extent(slot.record);
        let mut head = [0; HEAD];
        let order = self.file.header.order;
        if !self.file.source.read(offset, &mut head) {
            return None;
        }
        let Seen::Sound(head) = Head::decode(&head, order, self.file.header.record_size) else { return None };
        let longest = usize::try_from(head.first).ok()?.checked_sub(HEAD + 1)?.min(LONGEST_NAME);
        let bytes = bytes.get_mut(..longest)?;
        if !self.file.source.read(offset.checked_add(64)?, bytes) {
            return None;
        }
        let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(longest);
        bytes.get(..end)
    }
}

/// Tells names apart well enough not to print one twice.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
