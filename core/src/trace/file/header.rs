//! The header: what it says of the file as a whole, and the sections it is made of.

use super::super::bytes::{ByteOrder, PointerSize, eight, four};
use super::super::problem::{Problem, ProblemKind};
use super::{FileError, Source};

/// Bytes of the first section, and so of the shortest header.
const SHORTEST: u64 = 48;
/// The smallest size of records: a head, a name's NUL, the slot byte.
const SMALLEST_RECORD: u32 = 72;

/// Where a section's contents lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The offset in the file of the first byte behind the 16 that all sections begin with.
    pub offset: u64,
    /// The number of bytes from there.
    pub len: u64,
}

/// What the header says of the machine. Numbers that have a name have it in the spec's section 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Processor {
    /// The family of processors.
    pub architecture: i32,
    /// Whether numbers have their highest byte first.
    pub big_endian: bool,
    /// Bits in a word.
    pub word_size: i32,
    /// The number of processors.
    pub processors: i32,
    /// The processor itself.
    pub subtype: i32,
    /// What counts the ticks.
    pub clock: i32,
}

/// The header of a trace file. Where a section is absent or damaged, its values are the defaults.
#[derive(Clone, Copy, Debug)]
pub struct Header {
    /// The offset of the first record.
    pub len: u64,
    /// Bytes in a record; 0 when the header's number makes no sense.
    pub record_size: u32,
    /// The byte order of the writer.
    pub order: ByteOrder,
    /// Version and modification of the format.
    pub version: (i32, i32),
    /// The size of an address.
    pub pointer: PointerSize,
    /// Ticks at the start.
    pub start_platform: u64,
    /// Milliseconds since 1970 at the start.
    pub start_system: u64,
    /// Whether the header says that the file is a stream. [`super::Index::kind`] knows better.
    pub says_stream: bool,
    /// How many files the trace is spread over; 0 for one.
    pub generations: i32,
    /// The text that says who wrote the file, NUL-terminated.
    pub service: Option<Section>,
    /// The options that the program was started with.
    pub startup: Option<Section>,
    /// The trace options, each NUL-terminated.
    pub active: Option<Section>,
    /// The machine.
    pub processor: Option<Processor>,
}

impl Header {
    /// The kind of clock: the default where the header does not say.
    pub fn clock_kind(&self) -> i32 {
        self.processor.map_or(7, |processor| processor.clock)
    }
}

/// A trace file whose header is sound.
#[derive(Debug)]
pub struct TraceFile<'s, S> {
    pub(super) source: &'s S,
    pub(super) header: Header,
    /// Whether the service text says that Glassbox wrote the file.
    pub(super) is_own: bool,
}

impl<S> Clone for TraceFile<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for TraceFile<'_, S> {}

/// A section as the header lists it: the offset of its offset, its eyecatcher, its smallest size.
const SECTIONS: [(usize, [u8; 4], u64); 5] =
    [(24, *b"UTTS", 44), (28, *b"UTSS", 16), (32, *b"UTSO", 16), (36, *b"UTTA", 16), (40, *b"UTPR", 72)];

impl<'s, S: Source> TraceFile<'s, S> {
    /// Reads the header.
    ///
    /// # Errors
    /// [`FileError`], and no problems, when the file as a whole cannot be read.
    pub fn open(source: &'s S, problem: &mut dyn FnMut(Problem)) -> Result<Self, FileError> {
        let mut head = [0; 48];
        if !source.read(0, &mut head) {
            return Err(FileError::TooShort);
        }
        if !head.starts_with(b"UTTH") {
            return Err(FileError::BadEyecatcher);
        }
        let number = |order: ByteOrder, at| four(&head, at).map_or(0, |bytes| order.i32(bytes));
        let order = [ByteOrder::Little, ByteOrder::Big].into_iter().find(|order| number(*order, 20) == 0x1234_5678);
        let order = order.ok_or(FileError::BadEndian)?;
        let number = |at| number(order, at);

        let len = u64::try_from(number(4)).unwrap_or(0);
        if len > source.len() {
            return Err(FileError::TooShort);
        }
        let fits = |(at, _, smallest): (usize, _, u64)| match number(at) {
            0 => true,
            offset => u64::try_from(offset).is_ok_and(|offset| offset.saturating_add(smallest) <= len),
        };
        if len < SHORTEST || !SECTIONS.into_iter().all(fits) {
            return Err(FileError::BadSectionOffset);
        }

        let record_size = u32::try_from(number(16)).unwrap_or(0);
        let usable = record_size >= SMALLEST_RECORD;
        if !usable {
            problem(Problem { kind: ProblemKind::BadBufferSize, offset: 16 });
        }
        let mut file = Self {
            source,
            header: Header {
                len,
                record_size: if usable { record_size } else { 0 },
                order,
                version: (number(8), number(12)),
                pointer: PointerSize::Eight,
                start_platform: 0,
                start_system: 0,
                says_stream: false,
                generations: 0,
                service: None,
                startup: None,
                active: None,
                processor: None,
            },
            is_own: false,
        };
        for (at, eyecatcher, smallest) in SECTIONS {
            let kind = match u64::try_from(number(at)) {
                Ok(0) => Some((ProblemKind::MissingSection, u64::try_from(at).unwrap_or(0))),
                Ok(offset) if file.take_section(offset, eyecatcher, smallest).is_none() => {
                    Some((ProblemKind::BadSection, offset))
                }
                _ => None,
            };
            if let Some((kind, offset)) = kind {
                problem(Problem { kind, offset });
            }
        }
        file.is_own = file.service_begins_with(*b"Glassbox");
        Ok(file)
    }

    /// The header.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The bytes of the file.
    pub const fn source(&self) -> &'s S {
        self.source
    }

    /// Reads one section into the header. `None` when it is damaged.
    fn take_section(&mut self, offset: u64, eyecatcher: [u8; 4], smallest: u64) -> Option<()> {
        let order = self.header.order;
        let mut bytes = [0; 72];
        let bytes = bytes.get_mut(..usize::try_from(smallest).ok()?)?;
        if !self.source.read(offset, bytes) || !bytes.starts_with(&eyecatcher) {
            return None;
        }
        let number = |at| four(bytes, at).map_or(0, |bytes| order.i32(bytes));
        let long = |at| eight(bytes, at).map_or(0, |bytes| order.u64(bytes));
        let len = u64::try_from(number(4)).ok()?;
        if len < smallest || offset.checked_add(len)? > self.header.len {
            return None;
        }
        let section = Some(Section { offset: offset.checked_add(16)?, len: len.checked_sub(16)? });
        match &eyecatcher {
            b"UTTS" => {
                self.header.pointer = match number(40) {
                    4 => PointerSize::Four,
                    8 => PointerSize::Eight,
                    _ => return None,
                };
                self.header.start_platform = long(16);
                self.header.start_system = long(24);
                self.header.says_stream = number(32) != 0;
                self.header.generations = number(36);
            }
            b"UTSS" => self.header.service = section,
            b"UTSO" => self.header.startup = section,
            b"UTTA" => self.header.active = section,
            _ => {
                self.header.processor = Some(Processor {
                    architecture: number(32),
                    big_endian: number(36) != 0,
                    word_size: number(40),
                    processors: number(44),
                    subtype: number(64),
                    clock: number(68),
                });
            }
        }
        Some(())
    }

    fn service_begins_with(&self, text: [u8; 8]) -> bool {
        let mut bytes = [0; 8];
        self.header
            .service
            .is_some_and(|service| service.len >= 8 && self.source.read(service.offset, &mut bytes) && bytes == text)
    }
}
