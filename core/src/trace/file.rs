//! Trace files: a header of sections, then records of one size, each of one thread (section 5).
//!
//! A file is read in two passes. The first looks at the head of each record: which thread it belongs to, whether the file
//! is a stream or a set of rings, how fast the clock went. The second walks each thread's records and merges the entries
//! of all threads by time. Between them only an index of 16 bytes a record is kept; the second pass holds one record for
//! each thread. All of it lies in memory that the caller gives, so a file may be far larger than memory, and a device can
//! read its own.
//!
//! ```
//! use glassbox::trace::file::{RecordSlot, ThreadSlot, TraceFile};
//! # let bytes: &[u8] = include_bytes!("../../tests/data/trace/trc/seed.trc");
//!
//! let mut problem = |problem| eprintln!("{problem:?}");
//! let file = TraceFile::open(&bytes, &mut problem)?;
//! let mut slots = vec![RecordSlot::EMPTY; file.records_to_index()];
//! let index = file.index(&mut slots, &mut problem)?;
//! let mut threads = vec![ThreadSlot::EMPTY; index.threads()];
//! let mut scratch = vec![0; index.scratch_bytes()];
//! let mut entries = index.entries(&mut threads, &mut scratch, &mut problem)?;
//! let mut count = 0;
//! while let Some(entry) = entries.next(&mut problem) {
//!     println!("{} {}.{}", entry.time, entry.name, entry.id);
//!     count += 1;
//! }
//! assert_eq!(count, 4);
//! # Ok::<(), glassbox::trace::file::FileError>(())
//! ```

mod clock;
mod entries;
mod entry;
mod header;
mod index;
mod record;
mod tail;
mod walk;

pub use clock::{Clock, TimeOfDay};
pub use entries::{Entries, ThreadSlot};
pub use entry::{Entry, INTERNAL_COMPONENT};
pub use header::{Header, Processor, Section, TraceFile};
pub use index::{Index, RecordSlot, Thread};

/// Where the bytes of a trace file come from.
pub trait Source {
    /// The number of bytes.
    fn len(&self) -> u64;

    /// Whether there is nothing at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Fills all of `into` with the bytes from `offset` on. `false` when they are not all there (any more).
    fn read(&self, offset: u64, into: &mut [u8]) -> bool;
}

impl Source for &[u8] {
    fn len(&self) -> u64 {
        u64::try_from(<[u8]>::len(self)).unwrap_or(u64::MAX)
    }

    #[inline]
    fn read(&self, offset: u64, into: &mut [u8]) -> bool {
        let from = usize::try_from(offset).ok().and_then(|offset| self.get(offset..));
        let Some(from) = from.and_then(|from| from.get(..into.len())) else { return false };
        super::bytes::copy(into, from);
        true
    }
}

/// Why nothing of a file could be read (section 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileError {
    /// The file ends inside its header.
    TooShort,
    /// The file does not begin with `UTTH`.
    BadEyecatcher,
    /// The number that gives the byte order reads wrong in either.
    BadEndian,
    /// The header says that a section lies outside of it.
    BadSectionOffset,
    /// The memory that the caller gave is too small.
    ScratchTooSmall,
}

impl FileError {
    /// The name, as it stands in reports and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TooShort => "too_short",
            Self::BadEyecatcher => "bad_eyecatcher",
            Self::BadEndian => "bad_endian",
            Self::BadSectionOffset => "bad_section_offset",
            Self::ScratchTooSmall => "scratch_too_small",
        }
    }
}

impl core::fmt::Display for FileError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::TooShort => "the file ends inside its header; it was cut off, or is no trace file",
            Self::BadEyecatcher => "the file does not begin with UTTH; it is no trace file",
            Self::BadEndian => "the signature at offset 20 is wrong in either byte order; the header is damaged",
            Self::BadSectionOffset => "the header says that a section lies outside of it; it is damaged",
            Self::ScratchTooSmall => "the memory given to read the file with is too small",
        })
    }
}

impl core::error::Error for FileError {}
