//! The writer of one record: entries go in, byte by byte as the format has them (sections 5.2 to 5.4).
//!
//! Each change is made between the two generations of the record, so that a copy can tell whether it is whole. A ring
//! goes round and round. A stream hands its record over when it is full and goes on in the same place; what nobody takes
//! is lost, and the next record begins by saying how much.

use super::super::Kind;
use super::super::bytes::{copy, cut, position};
use super::Layout;
use super::layout::{RecordState, store};
use super::parameter::Parameter;
use crate::generation::twin::Twin;
use crate::memory::Memory;

/// Bytes of the longest entry, without its extension.
const LONGEST_ENTRY: usize = 65_523;
/// What is added to ids.
const FIRST_ID: u32 = 257;
/// The bit of an assertion's id.
const ASSERTION: u32 = 0x4000;
/// The most bytes of a thread's name.
const LONGEST_NAME: usize = 512;
/// Bytes of a head.
const HEAD: u32 = 64;
/// The name of the engine's own component, and the id by which a thread ends.
const INTERNAL_NAME: &[u8] = b"INTERNALTRACECOMPONENT";
const END_OF_THREAD: u32 = 262;

/// A full record of a stream, for a subscriber.
#[derive(Clone, Copy, Debug)]
pub struct FullRecord<'m> {
    memory: Memory<'m>,
    base: u32,
    size: u32,
}

impl FullRecord<'_> {
    /// The number of bytes.
    pub const fn len(&self) -> usize {
        self.size as usize
    }

    /// Whether there is nothing to copy. There always is.
    pub const fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// Copies all of the record into the first bytes of `buffer`. `None` when that is too small.
    pub fn copy_to(&self, buffer: &mut [u8]) -> Option<()> {
        self.memory.copy_out(self.base, buffer.get_mut(..self.len())?)
    }
}

/// What became of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::trace) enum Recorded {
    Whole,
    /// A text of it was shortened.
    Clipped,
    /// It does not fit, or the record that it began in was lost.
    Lost,
}

/// Takes full records. `false` when it cannot.
pub(in crate::trace) type Subscriber<'s> = &'s dyn Fn(FullRecord<'_>) -> bool;

/// The name of a component in entries.
#[derive(Clone, Copy, Debug)]
pub(in crate::trace) struct Name<'n> {
    pub component: &'n str,
    pub container: Option<&'n str>,
}

/// The writer of a record. Places count bytes from the record's first.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about the record")]
pub(in crate::trace) struct Writer {
    record: u32,
    first: u32,
    /// The last byte of the last whole entry.
    newest: u32,
    /// Where the next byte goes.
    position: u32,
    generation: u64,
    /// The upper half of the time of the last entry.
    upper: u32,
    /// Whether an entry came before, so that a new upper half must be said.
    has_entries: bool,
    /// Whether an entry has ended in this record.
    has_end: bool,
    /// Whether the record begins with the slot byte, and not with an entry.
    has_slot: bool,
    /// Whether the rest of the entry is left out, since its beginning was lost.
    discarding: bool,
    /// Records that were lost since the last one that was taken.
    lost: u32,
    /// When the entry that is being written was recorded.
    now: u64,
}

impl Writer {
    /// Takes a record for a thread. Readers find it empty.
    pub fn new(layout: &Layout<'_>, record: u32, thread: u64, name: &str, now: u64) -> Self {
        let base = layout.base(record);
        let memory = layout.memory;
        let generation = memory.half(base + 5).unwrap_or(0);
        // Room for entries stays in the smallest record too.
        let longest = LONGEST_NAME.min(usize::try_from((layout.size - HEAD) / 2).unwrap_or(0));
        let end = position(name.as_bytes(), 0).unwrap_or(name.len());
        let name = name.as_bytes().get(..end).unwrap_or_default();
        let name = name.get(..cut(name, longest)).unwrap_or_default();
        let first = HEAD + 1 + u32::try_from(name.len()).unwrap_or(0);
        let mut writer = Self {
            record,
            first,
            newest: first,
            position: first + 1,
            generation,
            upper: upper_half(now),
            has_entries: false,
            has_end: false,
            has_slot: true,
            discarding: false,
            lost: 0,
            now,
        };
        writer.begin(layout);
        let at = base * 8;
        store(memory, at + HEAD, name);
        store(memory, at + first - 1, &[0]);
        memory.set_half(base + 2, layout.start.wrapping_add(layout.rate.wrapping_mul(1000)));
        memory.set_half(base + 3, layout.wall_clock.wrapping_add(1000));
        memory.set_half(base + 4, thread);
        writer.start_fresh(layout);
        writer.end(layout);
        layout.set_state(record, RecordState::Live);
        writer
    }

    pub const fn record(&self) -> u32 {
        self.record
    }

    /// Records one entry.
    pub fn entry(
        &mut self,
        layout: &Layout<'_>,
        subscriber: Subscriber<'_>,
        now: u64,
        name: Name<'_>,
        id: Id,
        parameters: &[Parameter<'_>],
    ) -> Recorded {
        let name_len = name.component.len() + name.container.map_or(0, |container| container.len() + 2);
        let fixed = parameters.iter().fold(12 + name_len, |sum, parameter| sum.saturating_add(parameter.fixed()));
        let Some(mut spare) = self.longest(layout).checked_sub(fixed) else { return Recorded::Lost };
        self.begin(layout);
        self.now = now;
        let upper = upper_half(now);
        if upper != self.upper && self.has_entries {
            let [a, b, c, d] = self.upper.to_le_bytes();
            self.put(layout, subscriber, &[0, 0, 0, a, b, c, d, 8]);
            self.ended(layout, subscriber);
        }
        self.upper = upper;
        self.has_entries = true;

        let mut entry = Pieces { writer: self, layout, subscriber, buffer: [0; 64], used: 0, total: 1 };
        let [_, a, b, c] = id.0.to_be_bytes();
        let [t, u, v, w, ..] = now.to_le_bytes();
        let [n, o, ..] = name_len.to_le_bytes();
        entry.put(&[a, b, c, t, u, v, w, n, o, 0, 0]);
        entry.put(name.component.as_bytes());
        if let Some(container) = name.container {
            entry.put(b"(");
            entry.put(container.as_bytes());
            entry.put(b")");
        }
        let mut recorded = Recorded::Whole;
        for parameter in parameters {
            if let Parameter::Bytes(bytes) = parameter {
                entry.put(bytes);
                continue;
            }
            let fitted = parameter.fit(spare);
            if fitted.is_clipped {
                recorded = Recorded::Clipped;
            }
            spare = spare.saturating_sub(fitted.len());
            if matches!(parameter, Parameter::Counted(_)) {
                let [low, high, ..] = fitted.len().to_le_bytes();
                entry.put(&[low, high]);
            }
            entry.put(fitted.text);
            entry.put(fitted.mark);
            if matches!(parameter, Parameter::Text(_)) {
                entry.put(&[0]);
            }
        }
        let [low, high, ..] = entry.total.to_le_bytes();
        let (length, extension) = ([low], [low, 0, 0, high, 4]);
        entry.put(if high == 0 { &length } else { &extension });
        entry.flush();
        let was_lost = self.discarding;
        self.ended(layout, subscriber);
        self.end(layout);
        if was_lost { Recorded::Lost } else { recorded }
    }

    /// Hands the record over as it is, unless no entry has ended in it.
    pub fn flush(&mut self, layout: &Layout<'_>, subscriber: Subscriber<'_>, now: u64) {
        if layout.kind == Kind::Ring || !self.has_end {
            return;
        }
        self.begin(layout);
        self.hand_over(layout, subscriber);
        self.now = now;
        self.start_fresh(layout);
        self.end(layout);
    }

    /// Ends the thread: records that it did, and hands over what there is.
    pub fn finish(&mut self, layout: &Layout<'_>, subscriber: Subscriber<'_>, now: u64) {
        let name = Name { component: core::str::from_utf8(INTERNAL_NAME).unwrap_or_default(), container: None };
        self.entry(layout, subscriber, now, name, Id(END_OF_THREAD), &[]);
        self.flush(layout, subscriber, now);
    }

    /// Gives the record back, with all that is in it.
    pub fn release(&self, layout: &Layout<'_>) {
        layout.set_state(self.record, RecordState::Finished);
    }

    /// Bytes of the longest entry that the record can take.
    fn longest(&self, layout: &Layout<'_>) -> usize {
        match layout.kind {
            Kind::Stream => LONGEST_ENTRY,
            Kind::Ring => {
                let room = layout.size.saturating_sub(self.first).saturating_sub(16);
                usize::try_from(room).unwrap_or(0).min(LONGEST_ENTRY)
            }
        }
    }

    fn begin(&mut self, layout: &Layout<'_>) {
        self.generation = self.generation.wrapping_add(1);
        if let Some(twin) = twin(layout, self.record) {
            twin.begin(self.generation);
        }
    }

    /// Publishes: the time of the newest entry, then where it ends, then the generation.
    fn end(&self, layout: &Layout<'_>) {
        let base = layout.base(self.record);
        if self.has_end {
            layout.memory.set_half(base, self.now);
        }
        self.set_places(layout, self.newest);
        if let Some(twin) = twin(layout, self.record) {
            twin.end(self.generation);
        }
    }

    fn set_places(&self, layout: &Layout<'_>, newest: u32) {
        let base = layout.base(self.record);
        layout.memory.set_half(base + 7, u64::from(self.first) | u64::from(newest) << 32);
    }

    /// Puts bytes of an entry at the position, round the ring or on into the next record.
    fn put(&mut self, layout: &Layout<'_>, subscriber: Subscriber<'_>, bytes: &[u8]) {
        let mut rest = bytes;
        while !rest.is_empty() && !self.discarding {
            if self.position >= layout.size {
                self.turn(layout, subscriber);
                continue;
            }
            let room = usize::try_from(layout.size - self.position).unwrap_or(0);
            let Some((part, behind)) = rest.split_at_checked(room.min(rest.len())) else { return };
            store(layout.memory, layout.base(self.record) * 8 + self.position, part);
            self.position += u32::try_from(part.len()).unwrap_or(0);
            rest = behind;
        }
    }

    /// The record is full in the middle of an entry.
    fn turn(&mut self, layout: &Layout<'_>, subscriber: Subscriber<'_>) {
        self.position = self.first;
        if layout.kind == Kind::Ring {
            return;
        }
        if self.hand_over(layout, subscriber) {
            self.start_record(layout);
        } else {
            // The beginning of the entry is gone, so its end is of no use.
            self.discarding = true;
        }
    }

    /// An entry has ended.
    fn ended(&mut self, layout: &Layout<'_>, subscriber: Subscriber<'_>) {
        if self.discarding {
            self.discarding = false;
            self.start_fresh(layout);
            return;
        }
        self.newest = self.position - 1;
        self.has_end = true;
        if self.position < layout.size {
            return;
        }
        self.position = self.first;
        if layout.kind == Kind::Stream {
            if self.hand_over(layout, subscriber) {
                // The next entry goes to the very first byte: until then that says that there is none.
                self.start_record(layout);
                store(layout.memory, layout.base(self.record) * 8 + self.first, &[0]);
            } else {
                self.start_fresh(layout);
            }
        }
    }

    /// Gives the record to the subscriber. `false`, and one more is lost, when it is not taken.
    fn hand_over(&mut self, layout: &Layout<'_>, subscriber: Subscriber<'_>) -> bool {
        let base = layout.base(self.record);
        layout.memory.set_half(base, self.now);
        // A record in which nothing begins and nothing ends is the middle of an entry: -1.
        self.set_places(layout, if self.has_end || self.has_slot { self.newest } else { u32::MAX });
        if let Some(twin) = twin(layout, self.record) {
            twin.end(self.generation);
        }
        let taken = subscriber(FullRecord { memory: layout.memory, base, size: layout.size });
        self.begin(layout);
        if taken {
            self.lost = 0;
        } else {
            self.lost = self.lost.saturating_add(1);
        }
        taken
    }

    /// Begins a record that goes on where the one before ended.
    fn start_record(&mut self, layout: &Layout<'_>) {
        self.newest = self.first;
        self.has_end = false;
        self.has_slot = false;
        let base = layout.base(self.record);
        layout.memory.set_half(base, self.now);
        layout.memory.set_half(base + 1, self.now);
    }

    /// Begins a record of its own: with the slot byte, and with what was lost before it.
    fn start_fresh(&mut self, layout: &Layout<'_>) {
        self.start_record(layout);
        self.has_slot = true;
        self.has_entries = false;
        self.upper = upper_half(self.now);
        let at = layout.base(self.record) * 8 + self.first;
        store(layout.memory, at, &[0]);
        self.position = self.first + 1;
        if self.lost > 0 {
            let [a, b, c, d] = self.lost.to_le_bytes();
            store(layout.memory, at + 1, &[0, 1, 0, a, b, c, d, 8]);
            self.newest = self.first + 8;
            self.position = self.first + 9;
            self.has_end = true;
        }
    }
}

/// The number of a tracepoint as it stands in an entry.
#[derive(Clone, Copy, Debug)]
pub(in crate::trace) struct Id(u32);

impl Id {
    pub const fn new(id: u32, is_assertion: bool) -> Self {
        let bits = id.wrapping_add(FIRST_ID) & (ASSERTION - 1);
        Self(if is_assertion { bits | ASSERTION } else { bits })
    }
}

fn twin<'m>(layout: &Layout<'m>, record: u32) -> Option<impl Twin + use<'m>> {
    let base = layout.base(record);
    layout.memory.twin(base + 5, base + 6)
}

fn upper_half(time: u64) -> u32 {
    let [_, upper] = crate::generation::words(time);
    upper
}

/// An entry on its way into the record: short pieces are put together first, because each way into memory has a price.
struct Pieces<'w, 'l, 'm> {
    writer: &'w mut Writer,
    layout: &'l Layout<'m>,
    subscriber: Subscriber<'l>,
    buffer: [u8; 64],
    used: usize,
    /// Bytes so far, and one for the length.
    total: usize,
}

impl Pieces<'_, '_, '_> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.total += bytes.len();
        if let Some(place) = self.buffer.get_mut(self.used..).and_then(|free| free.get_mut(..bytes.len())) {
            copy(place, bytes);
            self.used += bytes.len();
            return;
        }
        self.flush();
        self.writer.put(self.layout, self.subscriber, bytes);
    }

    fn flush(&mut self) {
        let bytes = self.buffer.get(..self.used).unwrap_or_default();
        self.writer.put(self.layout, self.subscriber, bytes);
        self.used = 0;
    }
}
