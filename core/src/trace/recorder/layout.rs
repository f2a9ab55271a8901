//! The layout of a region: the header that it begins with, and where its records lie.
//!
//! Behind the sections, still inside the header, lies a table with the state of each record. Readers skip it. The header
//! is as long as the region leaves it, so that the last record ends where the region does.

use super::super::Kind;
use super::super::bytes::copy;
use super::{LARGEST_RECORD, SMALLEST_RECORD, TraceError};
use crate::memory::Memory;

/// What the header says of the machine: numbers of section 5, or 0 for unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Machine {
    /// The family of processors.
    pub architecture: i32,
    /// The number of processors.
    pub processors: i32,
    /// The processor itself.
    pub subtype: i32,
}

/// How a region is made.
#[derive(Clone, Copy, Debug)]
pub struct Config<'c> {
    /// Whether each context has one record that it writes round and round, or hands full ones over.
    pub kind: Kind,
    /// Bytes in a record, at least 256. Rounded up to a multiple of 64.
    pub record_size: u32,
    /// Whether there is one more record, which all contexts share for exceptions.
    pub exception_ring: bool,
    /// Ticks of the clock in a second.
    pub frequency: u64,
    /// Milliseconds since 1970 at the start; 0 when nobody knows.
    pub wall_clock: u64,
    /// The options that the program was started with, LF between them.
    pub startup: &'c str,
    /// The trace options, as typed.
    pub options: &'c str,
    /// The machine.
    pub machine: Machine,
}

impl Config<'_> {
    /// Rings of 1 KiB, without anything that is optional, for a clock of `frequency` ticks a second.
    pub const fn new(frequency: u64) -> Self {
        Self {
            kind: Kind::Ring,
            record_size: 1024,
            exception_ring: false,
            frequency,
            wall_clock: 0,
            startup: "",
            options: "",
            machine: Machine { architecture: 0, processors: 1, subtype: 0 },
        }
    }
}

/// What the service section says.
const SERVICE: &str = concat!("Glassbox ", env!("CARGO_PKG_VERSION"));
/// Bytes that each section begins with.
const SECTION: usize = 16;
/// Bytes of the first section, and the offset of the second.
const TRACE: usize = 48;
/// The offset of the third.
const SERVICE_AT: usize = 96;
const PROCESSOR: usize = 80;

/// Bytes of a section with this text and a NUL.
const fn text_section(text: &str, empty_is_nothing: bool) -> usize {
    if text.is_empty() && empty_is_nothing { SECTION } else { SECTION + (text.len() + 1).next_multiple_of(4) }
}

/// The bytes of a region with `records` records of `record_size` bytes, and texts of `texts` bytes in its header.
///
/// A multiple of 64. `usize::MAX` when there is no such number.
pub const fn size_for(records: u32, record_size: u32, texts: usize) -> usize {
    let record = (record_size as usize).next_multiple_of(64);
    let sections = SERVICE_AT + text_section(SERVICE, false) + PROCESSOR + 2 * SECTION + 8;
    let header = sections.saturating_add(texts.saturating_add(16)).saturating_add((records as usize).saturating_mul(8));
    match record.checked_mul(records as usize) {
        Some(all) => header.saturating_add(63).saturating_add(all) / 64 * 64,
        None => usize::MAX,
    }
}

/// Whether a record belongs to a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::trace) enum RecordState {
    /// Nothing was ever recorded in it.
    Unused = 0,
    /// Its context has ended; what it recorded stays until the record is needed.
    Finished = 1,
    /// A context writes it.
    Live = 2,
}

/// A region whose header is written.
#[derive(Clone, Copy, Debug)]
pub(in crate::trace) struct Layout<'m> {
    pub memory: Memory<'m>,
    pub kind: Kind,
    /// Bytes in front of the first record.
    pub header: u32,
    /// Bytes in a record.
    pub size: u32,
    /// The number of records, that for exceptions included.
    pub records: u32,
    /// The half at which the table of states begins.
    table: u32,
    /// What the clock's count is multiplied by.
    pub scale: u64,
    /// Ticks in a millisecond.
    pub rate: u64,
    /// Ticks at the start.
    pub start: u64,
    /// Milliseconds since 1970 at the start.
    pub wall_clock: u64,
}

impl<'m> Layout<'m> {
    /// Writes the header and makes all records unused. `count` is what the clock says now.
    pub fn create(memory: Memory<'m>, config: &Config<'_>, count: u64) -> Result<Self, TraceError> {
        let (mut layout, sections) = Self::plan(memory, config)?;
        // A start of 0 would mean that the rate is not known.
        layout.start = count.wrapping_mul(layout.scale).max(1);
        layout.wall_clock = config.wall_clock;
        layout.memory.set_half(0, 0).ok_or(TraceError::TooLarge)?;
        layout.memory.zero(1, layout.header / 8 - 1).ok_or(TraceError::TooLarge)?;
        sections.write(&layout, config).ok_or(TraceError::TooLarge)?;
        for record in 0..layout.records {
            layout.unuse(record).ok_or(TraceError::TooLarge)?;
        }
        // The eyecatcher comes last: now it is a trace file.
        layout.memory.set_half(0, head_word(layout.header)).ok_or(TraceError::TooLarge)?;
        Ok(layout)
    }

    /// Takes over a region that survived its program. Its records stay, and time goes on behind the newest entry.
    pub fn reopen(memory: Memory<'m>, config: &Config<'_>) -> Result<(Self, u64), TraceError> {
        let (mut layout, _) = Self::plan(memory, config)?;
        let half = |at: u32| layout.memory.half(at / 8).ok_or(TraceError::NotTheSame);
        let low = |word: u64| word & 0xffff_ffff;
        let is_same = half(0)? == head_word(layout.header)
            && low(half(16)?) == u64::from(layout.size)
            && half(16)? >> 32 == 0x1234_5678
            && low(half(80)?) == kind_number(layout.kind);
        if !is_same {
            return Err(TraceError::NotTheSame);
        }
        layout.start = half(64)?;
        layout.wall_clock = half(72)?;
        let mut newest = layout.start;
        for record in 0..layout.records {
            let base = layout.base(record);
            let read = |at: u32| layout.memory.half(base + at).ok_or(TraceError::NotTheSame);
            if read(2)? != layout.start.wrapping_add(layout.rate.wrapping_mul(1000)) {
                return Err(TraceError::NotTheSame);
            }
            if layout.state(record) == RecordState::Live {
                layout.set_state(record, RecordState::Finished);
            }
            newest = newest.max(read(0)?);
        }
        // By the wall clock if somebody knows it, and in any case later than all that was recorded.
        let elapsed = config.wall_clock.saturating_sub(layout.wall_clock);
        let now = layout.start.wrapping_add(elapsed.wrapping_mul(layout.rate));
        Ok((layout, now.max(newest.wrapping_add(1))))
    }

    /// Works out where everything lies.
    fn plan(memory: Memory<'m>, config: &Config<'_>) -> Result<(Self, Sections), TraceError> {
        if config.record_size < SMALLEST_RECORD || config.record_size > LARGEST_RECORD {
            return Err(TraceError::BadRecordSize);
        }
        let (scale, rate) = scale_and_rate(config.frequency).ok_or(TraceError::BadFrequency)?;
        let size = config.record_size.next_multiple_of(64);
        let sections = Sections::new(config);
        let table = sections.end.next_multiple_of(8);
        let bytes = memory.len() / 64 * 64;
        let number = |bytes: usize| u32::try_from(bytes).ok().filter(|bytes| i32::try_from(*bytes).is_ok());
        let (bytes, table) = number(bytes).zip(number(table)).ok_or(TraceError::TooLarge)?;
        // Each record takes its bytes and a place in the table.
        let records = bytes.saturating_sub(table.next_multiple_of(64)) / (size + 8);
        let least = 1 + u32::from(config.exception_ring);
        if records < least {
            let texts = config.startup.len().saturating_add(config.options.len());
            return Err(TraceError::RegionTooSmall(size_for(least, size, texts)));
        }
        let header = bytes - records * size;
        let memory = memory.truncated(bytes / 16);
        let kind = config.kind;
        let layout =
            Self { memory, kind, header, size, records, table: table / 8, scale, rate, start: 0, wall_clock: 0 };
        Ok((layout, sections))
    }

    /// The half at which a record begins.
    pub const fn base(&self, record: u32) -> u32 {
        (self.header + record * self.size) / 8
    }

    pub fn state(&self, record: u32) -> RecordState {
        match self.memory.half(self.table + record) {
            Some(1) => RecordState::Finished,
            Some(2) => RecordState::Live,
            _ => RecordState::Unused,
        }
    }

    pub fn set_state(&self, record: u32, state: RecordState) {
        self.memory.set_half(self.table + record, state as u64);
    }

    /// The thread that a record belongs to.
    pub fn thread(&self, record: u32) -> Option<u64> {
        self.memory.half(self.base(record) + 4)
    }

    /// Writes the head of a record that nothing was recorded in: accepted by all readers, and shown by none.
    fn unuse(&self, record: u32) -> Option<()> {
        let base = self.base(record);
        let thread = u64::from(record) + 1;
        let platform = self.start.wrapping_add(self.rate.wrapping_mul(1000));
        let system = self.wall_clock.wrapping_add(1000);
        let places = u64::from(EMPTY_FIRST) | u64::from(EMPTY_FIRST) << 32;
        for (at, value) in (0..).zip([0, 0, platform, system, thread, 0, 0, places, 0]) {
            self.memory.set_half(base + at, value)?;
        }
        self.set_state(record, RecordState::Unused);
        Some(())
    }
}

/// Where the slot byte of a record without a name lies.
const EMPTY_FIRST: u32 = 65;

/// The eyecatcher and the length of the header.
fn head_word(header: u32) -> u64 {
    u64::from(u32::from_le_bytes(*b"UTTH")) | u64::from(header) << 32
}

const fn kind_number(kind: Kind) -> u64 {
    match kind {
        Kind::Ring => 0,
        Kind::Stream => 1,
    }
}

/// What to multiply a count by so that its rate is a whole number of ticks a millisecond, and that number.
fn scale_and_rate(frequency: u64) -> Option<(u64, u64)> {
    let (mut a, mut b) = (frequency, 1000_u64);
    while let Some(rest) = a.checked_rem(b) {
        (a, b) = (b, rest);
    }
    let scale = 1000_u64.checked_div(a)?;
    let rate = frequency.checked_mul(scale)? / 1000;
    (rate > 0).then_some((scale, rate))
}

/// Where the sections lie.
struct Sections {
    startup: usize,
    options: usize,
    processor: usize,
    end: usize,
}

impl Sections {
    fn new(config: &Config<'_>) -> Self {
        let startup = SERVICE_AT + text_section(SERVICE, false);
        let options = startup.saturating_add(text_section(config.startup, true));
        let processor = options.saturating_add(text_section(config.options, true));
        Self { startup, options, processor, end: processor.saturating_add(PROCESSOR) }
    }

    /// Writes all sections, but for the first eight bytes.
    fn write(&self, layout: &Layout<'_>, config: &Config<'_>) -> Option<()> {
        let memory = layout.memory;
        let number = |value: usize| u32::try_from(value).unwrap_or(0);
        let mut head = Bytes::<TRACE>::new();
        head.put(8, 5);
        head.put(16, layout.size);
        head.put(20, 0x1234_5678);
        for (at, offset) in (24..).step_by(4).zip([TRACE, SERVICE_AT, self.startup, self.options, self.processor]) {
            head.put(at, number(offset));
        }
        let Bytes(bytes) = head;
        store(memory, 8, bytes.get(8..)?)?;

        let mut trace = Bytes::<48>::section(*b"UTTS");
        trace.put_long(16, layout.start);
        trace.put_long(24, layout.wall_clock);
        trace.put(32, u32::from(layout.kind == Kind::Stream));
        trace.put(40, usize::BITS / 8);
        store(memory, number(TRACE), &trace.0)?;

        for (at, end, eyecatcher, text) in [
            (SERVICE_AT, self.startup, *b"UTSS", SERVICE),
            (self.startup, self.options, *b"UTSO", config.startup),
            (self.options, self.processor, *b"UTTA", config.options),
        ] {
            let mut section = Bytes::<SECTION>::section(eyecatcher);
            section.put(4, number(end - at));
            store(memory, number(at), &section.0)?;
            store(memory, number(at + SECTION), text.as_bytes())?;
        }

        let mut processor = Bytes::<PROCESSOR>::section(*b"UTPR");
        processor.put_nested(16, *b"PINF", 64);
        let signed = i32::cast_unsigned;
        processor.put(32, signed(config.machine.architecture));
        processor.put(40, usize::BITS);
        processor.put(44, signed(config.machine.processors));
        processor.put_nested(48, *b"PIN\0", 24);
        processor.put(64, signed(config.machine.subtype));
        processor.put(68, 7);
        store(memory, number(self.processor), &processor.0)
    }
}

/// The bytes of a section, little-endian.
struct Bytes<const N: usize>([u8; N]);

impl<const N: usize> Bytes<N> {
    const fn new() -> Self {
        Self([0; N])
    }

    /// A section of its own length, version 5.
    fn section(eyecatcher: [u8; 4]) -> Self {
        let mut bytes = Self::new();
        bytes.put_nested(0, eyecatcher, u32::try_from(N).unwrap_or(0));
        bytes
    }

    fn put_nested(&mut self, at: usize, eyecatcher: [u8; 4], len: u32) {
        self.put(at, u32::from_le_bytes(eyecatcher));
        self.put(at + 4, len);
        self.put(at + 8, 5);
    }

    fn put(&mut self, at: usize, number: u32) {
        copy(self.0.get_mut(at..).unwrap_or_default(), &number.to_le_bytes());
    }

    fn put_long(&mut self, at: usize, number: u64) {
        copy(self.0.get_mut(at..).unwrap_or_default(), &number.to_le_bytes());
    }
}

/// Stores bytes anywhere, and leaves their neighbours as they are. `None` beyond the end.
pub(super) fn store(memory: Memory<'_>, at: u32, bytes: &[u8]) -> Option<()> {
    let mut half = at / 8;
    let mut skip = at % 8;
    let mut rest = bytes;
    while !rest.is_empty() {
        let len = usize::try_from(8 - skip).unwrap_or(8).min(rest.len());
        let (part, behind) = rest.split_at_checked(len)?;
        let word = match part.first_chunk() {
            Some(whole) => u64::from_le_bytes(*whole),
            None => merged(memory.half(half)?, skip, part),
        };
        memory.set_half(half, word)?;
        (half, skip, rest) = (half + 1, 0, behind);
    }
    Some(())
}

/// A word in which fewer than 8 bytes are others, `skip` bytes behind its first.
fn merged(word: u64, skip: u32, bytes: &[u8]) -> u64 {
    let mut merged = word.to_le_bytes();
    let place = merged.get_mut(usize::try_from(skip).unwrap_or(0)..).unwrap_or_default();
    copy(place, bytes);
    u64::from_le_bytes(merged)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::Region;

    #[test]
    fn bytes_are_stored_anywhere_and_their_neighbours_stay() {
        for at in 0..24_u8 {
            for len in 0..40_u8 {
                let region = Region::<128>::new();
                let memory = region.memory();
                for half in 0..16 {
                    memory.set_half(half, u64::MAX).unwrap();
                }
                let bytes: std::vec::Vec<u8> = (1..=len).collect();
                store(memory, at.into(), &bytes).unwrap();
                let mut whole = [0; 128];
                memory.copy_out(0, &mut whole).unwrap();
                let (at, len) = (usize::from(at), usize::from(len));
                assert_eq!(whole[at..at + len], bytes);
                assert!(whole[..at].iter().chain(&whole[at + len..]).all(|byte| *byte == 0xff), "{at} {len}");
            }
        }
    }

    #[test]
    fn rates_are_whole_numbers_a_millisecond() {
        assert_eq!(scale_and_rate(1_000_000_000), Some((1, 1_000_000)));
        assert_eq!(scale_and_rate(32_768), Some((125, 4096)));
        assert_eq!(scale_and_rate(1), Some((1000, 1)));
        assert_eq!(scale_and_rate(999), Some((1000, 999)));
        assert_eq!(scale_and_rate(0), None);
        assert_eq!(scale_and_rate(u64::MAX), None);
    }

    #[test]
    fn a_region_of_the_stated_size_has_the_records() {
        static MEMORY: Region<65_536> = Region::new();
        for records in 1..9 {
            for size in [256, 300, 1000] {
                for (startup, options) in [("", ""), ("a", "maximal=all"), ("", "abc")] {
                    let config = Config { record_size: size, startup, options, ..Config::new(1000) };
                    let needed = size_for(records, size, startup.len() + options.len());
                    assert_eq!(needed % 64, 0);
                    let memory = MEMORY.memory().truncated(u32::try_from(needed / 16).unwrap());
                    let layout = Layout::create(memory, &config, 1).unwrap();
                    assert!(layout.records >= records, "{records} of {size}");
                    assert_eq!(layout.header + layout.records * layout.size, u32::try_from(needed).unwrap());
                    assert_eq!(layout.header % 64, 0);
                }
            }
        }
    }
}
