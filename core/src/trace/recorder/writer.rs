//! The writer of one record: entries go in, byte by byte as the format has them (sections 5.2 to 5.4).
//!
//! Each change is made between the two generations of the record, so that a copy can tell whether it is whole. A ring
//! goes round and round. A stream hands its record over when it is full and goes on in the same place; what nobody takes
//! is lost, and the next record begins by saying how much.

use super::super::Kind;
use super::super::bytes::{position, shortened};
use super::Layout;
use super::layout::{RecordState, store};
use super::parameter::Parameter;
use crate::generation::twin::Twin;
use crate::memory::Memory;
#[cfg(target_pointer_width = "64")]
use crate::memory::{Half, tail_word};

/// Bytes of the longest entry, without its extension.
const LONGEST_ENTRY: u32 = 65_523;
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

    /// The address of the first byte, for programs that read it in place. Nobody writes it until the hook returns.
    pub fn address(&self) -> usize {
        self.memory.address() + self.base as usize * 8
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
    pub component: &'n [u8],
    pub container: Option<&'n [u8]>,
}

/// The writer of a record. Places count bytes from the record's first.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about the record")]
pub(in crate::trace) struct Writer {
    record: u32,
    /// The half at which the record begins.
    base: u32,
    /// Bytes of the longest entry that the record can take, without its extension.
    longest: u32,
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
        let name = name.get(..shortened(name, longest)).unwrap_or_default();
        let first = HEAD + 1 + u32::try_from(name.len()).unwrap_or(0);
        let longest = match layout.kind {
            Kind::Stream => LONGEST_ENTRY,
            Kind::Ring => layout.size.saturating_sub(first).saturating_sub(16).min(LONGEST_ENTRY),
        };
        let mut writer = Self {
            record,
            base,
            longest,
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
    #[inline]
    pub fn entry(
        &mut self,
        layout: &Layout<'_>,
        subscriber: Subscriber<'_>,
        now: u64,
        name: Name<'_>,
        id: Id,
        parameters: &[Parameter<'_>],
    ) -> Recorded {
        #[cfg(target_pointer_width = "64")]
        if self.short_entry(layout, now, name, id, parameters).is_some() {
            return Recorded::Whole;
        }
        self.any_entry(layout, subscriber, now, name, id, parameters)
    }

    /// As [`Self::entry`], whatever the entry is like.
    #[inline(never)]
    fn any_entry(
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
        let longest = usize::try_from(self.longest).unwrap_or(usize::MAX);
        let Some(mut spare) = longest.checked_sub(fixed) else { return Recorded::Lost };
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

        let mut entry = Pieces { writer: self, layout, subscriber, total: 1 };
        let [_, a, b, c] = id.0.to_be_bytes();
        let [t, u, v, w, ..] = now.to_le_bytes();
        let [n, o, ..] = name_len.to_le_bytes();
        entry.put(&[a, b, c, t, u, v, w, n, o, 0, 0]);
        entry.put(name.component);
        if let Some(container) = name.container {
            entry.put(b"(");
            entry.put(container);
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
        let was_lost = self.discarding;
        self.ended(layout, subscriber);
        self.end(layout);
        if was_lost { Recorded::Lost } else { recorded }
    }

    /// Records an entry that is short, lies in one piece before the end of the record and needs no time wrap, as nearly
    /// all are: the bytes go straight into words, and the words into memory. `None`, and nothing is done, for others.
    ///
    /// Small machines do without: there the size of the code counts, and words are narrow.
    #[cfg(target_pointer_width = "64")]
    #[inline(never)]
    fn short_entry(
        &mut self,
        layout: &Layout<'_>,
        now: u64,
        name: Name<'_>,
        id: Id,
        parameters: &[Parameter<'_>],
    ) -> Option<()> {
        if name.container.is_some() || upper_half(now) != self.upper {
            return None;
        }
        let name = name.component;
        let mut total = 12 + name.len();
        for parameter in parameters {
            total += match parameter {
                Parameter::Bytes(bytes) => bytes.len(),
                _ => parameter.fixed() + parameter.text().len(),
            };
        }
        let total = u32::try_from(total).ok().filter(|total| *total <= self.longest.min(255))?;
        let end = self.position + total;
        // Exactly at the end a record may have to be handed over.
        if end >= layout.size {
            return None;
        }
        let base = self.base;
        let [sequence, _, _, _, _, begin, end_of_change, places] = layout.memory.eight_halves(base)?;
        let mut words = Words::new(layout.memory, base * 8 + self.position)?;
        let twin = begin.twin(end_of_change);
        let (first, generation) = (self.first, self.generation.wrapping_add(1));
        twin.begin(generation);

        let [a, b, c, _] = id.0.to_le_bytes();
        let [t, u, v, w, ..] = now.to_le_bytes();
        let [n, ..] = name.len().to_le_bytes();
        words.put(u64::from_le_bytes([c, b, a, t, u, v, w, n]), 8)?;
        if name.len() < 6 {
            words.put(tail_word(name) << 24, 3 + u32::from(n))?;
        } else {
            words.put(0, 3)?;
            words.put_bytes(name)?;
        }
        for parameter in parameters {
            match parameter {
                Parameter::Bytes(bytes) => words.put_bytes(bytes)?,
                Parameter::Text(_) => {
                    words.put_bytes(parameter.text())?;
                    words.put(0, 1)?;
                }
                Parameter::Counted(text) => {
                    words.put(u64::try_from(text.len()).unwrap_or(0), 2)?;
                    words.put_bytes(text)?;
                }
            }
        }
        words.put(total.into(), 1)?;
        words.end()?;

        // Out of registers: to read back what was stored in halves would stall.
        let newest = end - 1;
        sequence.set(now);
        places.set(u64::from(first) | u64::from(newest) << 32);
        twin.end(generation);
        self.generation = generation;
        self.position = end;
        self.newest = newest;
        self.has_end = true;
        self.has_entries = true;
        self.now = now;
        Some(())
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
        let name = Name { component: INTERNAL_NAME, container: None };
        self.entry(layout, subscriber, now, name, Id(END_OF_THREAD), &[]);
        self.flush(layout, subscriber, now);
    }

    /// Gives the record back, with all that is in it.
    pub fn release(&self, layout: &Layout<'_>) {
        layout.set_state(self.record, RecordState::Finished);
    }

    fn begin(&mut self, layout: &Layout<'_>) {
        self.generation = self.generation.wrapping_add(1);
        if let Some(twin) = twin(layout, self.base) {
            twin.begin(self.generation);
        }
    }

    /// Publishes: the time of the newest entry, then where it ends, then the generation.
    fn end(&self, layout: &Layout<'_>) {
        let base = self.base;
        if self.has_end {
            layout.memory.set_half(base, self.now);
        }
        self.set_places(layout, self.newest);
        if let Some(twin) = twin(layout, self.base) {
            twin.end(self.generation);
        }
    }

    fn set_places(&self, layout: &Layout<'_>, newest: u32) {
        let base = self.base;
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
            store(layout.memory, self.base * 8 + self.position, part);
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
                store(layout.memory, self.base * 8 + self.first, &[0]);
            } else {
                self.start_fresh(layout);
            }
        }
    }

    /// Gives the record to the subscriber. `false`, and one more is lost, when it is not taken.
    fn hand_over(&mut self, layout: &Layout<'_>, subscriber: Subscriber<'_>) -> bool {
        let base = self.base;
        layout.memory.set_half(base, self.now);
        // A record in which nothing begins and nothing ends is the middle of an entry: -1.
        self.set_places(layout, if self.has_end || self.has_slot { self.newest } else { u32::MAX });
        if let Some(twin) = twin(layout, self.base) {
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
        let base = self.base;
        layout.memory.set_half(base, self.now);
        layout.memory.set_half(base + 1, self.now);
    }

    /// Begins a record of its own: with the slot byte, and with what was lost before it.
    fn start_fresh(&mut self, layout: &Layout<'_>) {
        self.start_record(layout);
        self.has_slot = true;
        self.has_entries = false;
        self.upper = upper_half(self.now);
        let at = self.base * 8 + self.first;
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

fn twin<'m>(layout: &Layout<'m>, base: u32) -> Option<impl Twin + use<'m>> {
    let [.., begin, end, _] = layout.memory.eight_halves(base)?;
    Some(begin.twin(end))
}

fn upper_half(time: u64) -> u32 {
    let [_, upper] = crate::generation::words(time);
    upper
}

/// Bytes on their way into whole words of memory. The first and the last word keep their other bytes.
#[cfg(target_pointer_width = "64")]
struct Words<I> {
    halves: I,
    /// The word that is being filled, and how many of its bits are.
    word: u64,
    bits: u32,
}

#[cfg(target_pointer_width = "64")]
impl<'m> Words<()> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn new(memory: Memory<'m>, at: u32) -> Option<Words<impl Iterator<Item = Half<'m>> + use<'m>>> {
        let bits = at % 8 * 8;
        let word = memory.half(at / 8)? & ((1 << bits) - 1);
        Some(Words { halves: memory.halves(at / 8)?, word, bits })
    }
}

#[cfg(target_pointer_width = "64")]
impl<'m, I: Iterator<Item = Half<'m>>> Words<I> {
    /// Puts the lowest `bytes` bytes of `value`, whose others are zero.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn put(&mut self, value: u64, bytes: u32) -> Option<()> {
        self.word |= value << self.bits;
        let bits = self.bits + bytes * 8;
        if bits >= 64 {
            self.halves.next()?.set(self.word);
            // Nothing is left of a value that began with the word.
            self.word = value.checked_shr(64 - self.bits).unwrap_or(0);
        }
        self.bits = bits & 63;
        Some(())
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn put_bytes(&mut self, bytes: &[u8]) -> Option<()> {
        let (words, tail) = bytes.as_chunks();
        for word in words {
            self.put(u64::from_le_bytes(*word), 8)?;
        }
        if tail.is_empty() { Some(()) } else { self.put(tail_word(tail), u32::try_from(tail.len()).ok()?) }
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn end(mut self) -> Option<()> {
        if self.bits > 0 {
            let last = self.halves.next()?;
            last.set(last.get() & (u64::MAX << self.bits) | self.word);
        }
        Some(())
    }
}

/// An entry on its way into the record, piece by piece.
struct Pieces<'w, 'l, 'm> {
    writer: &'w mut Writer,
    layout: &'l Layout<'m>,
    subscriber: Subscriber<'l>,
    /// Bytes so far, and one for the length.
    total: usize,
}

impl Pieces<'_, '_, '_> {
    fn put(&mut self, bytes: &[u8]) {
        self.total += bytes.len();
        self.writer.put(self.layout, self.subscriber, bytes);
    }
}

#[cfg(test)]
#[cfg(target_pointer_width = "64")]
mod tests {
    extern crate std;
    use super::super::Config;
    use super::*;
    use crate::Region;
    use std::cell::RefCell;
    use std::vec::Vec;

    const ENTRIES: u64 = if cfg!(miri) { 300 } else { 20_000 };
    const TEXT: &[u8] =
        b"a text that is cut at many places, and is long enough that some entries have more than 255 bytes, which \
        never go the short way; others end in the middle of a word, at the end of one, or at the end of the record";

    /// The whole memory after entries of many shapes, and the records that were handed over meanwhile.
    fn recorded(kind: Kind, record_size: u32, may_be_short: bool) -> (Vec<u8>, Vec<Vec<u8>>) {
        let region = Region::<8192>::new();
        let memory = region.memory();
        let config = Config { kind, record_size, ..Config::new(1_000_000_000) };
        let layout = Layout::create(memory, &config, 1).unwrap();
        let taken = RefCell::new(Vec::new());
        let take = |full: FullRecord<'_>| {
            let mut bytes = std::vec![0; usize::try_from(full.size).unwrap()];
            full.memory.copy_out(full.base, &mut bytes).unwrap();
            taken.borrow_mut().push(bytes);
            true
        };
        let mut writer = Writer::new(&layout, 0, 1, "main", 7);
        let mut random = 1_u64;
        for number in 0..ENTRIES {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let [a, b, c, d, ..] = random.to_be_bytes();
            let text = &TEXT[..usize::from(a) % TEXT.len()];
            let component = &TEXT[..usize::from(b % 13)];
            let parameters = [
                Parameter::Bytes(&text[..text.len().min(usize::from(c % 23))]),
                if d & 1 == 0 { Parameter::Text(Some(text)) } else { Parameter::Text(None) },
                Parameter::Counted(&text[..usize::from(c).min(text.len())]),
            ];
            let parameters = &parameters[..usize::from(d / 2 % 4)];
            let name = Name { component, container: (d > 250).then_some(b"in") };
            let (now, id) =
                (number << (if number % 64 == 0 { 30 } else { 20 }), Id::new(number as u32 % 9, d & 64 == 0));
            if may_be_short {
                writer.entry(&layout, &take, now, name, id, parameters);
            } else {
                writer.any_entry(&layout, &take, now, name, id, parameters);
            }
        }
        let mut bytes = std::vec![0; 8192];
        memory.copy_out(0, &mut bytes).unwrap();
        (bytes, taken.into_inner())
    }

    #[test]
    fn the_short_way_leaves_the_same_bytes() {
        for kind in [Kind::Ring, Kind::Stream] {
            for record_size in [256, 300, 1024, 4099] {
                let (short, other) = (recorded(kind, record_size, true), recorded(kind, record_size, false));
                assert!(short == other, "{kind:?} with records of {record_size} bytes");
            }
        }
    }
}
