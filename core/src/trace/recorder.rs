//! The recorder: a region of memory that is a trace file at every moment (sections 5 and 7).
//!
//! The region begins with the sections of a header; records follow at once, one for each context that records. Each
//! record has one writer, which shares nothing with others but the region, so recording takes no lock. A raw copy of the
//! region, or a dump of a dead program's memory, is a file that readers understand.

mod layout;
mod parameter;
mod snapshot;
mod writer;

pub use layout::{Config, Machine, size_for};
pub(super) use layout::{Layout, RecordState};
pub use parameter::Parameter;
pub use snapshot::{BadRegion, snapshot};
pub use writer::FullRecord;
pub(super) use writer::{Id, Name, Recorded, Writer};

/// The smallest record in bytes.
pub const SMALLEST_RECORD: u32 = 256;
/// The largest record in bytes.
pub const LARGEST_RECORD: u32 = 1 << 30;

/// Why something of the trace engine could not be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TraceError {
    /// The memory holds no header and record of the size. Holds the bytes that are needed.
    RegionTooSmall(usize),
    /// A record has from 256 bytes to 1 GiB.
    BadRecordSize,
    /// The clock's frequency is 0, or too high for 64 bits.
    BadFrequency,
    /// The texts of the header, or the region, are larger than a file can say.
    TooLarge,
    /// The memory holds no region of this configuration to go on with.
    NotTheSame,
    /// A thread's number is larger than the number of records, below 2^63, and no other thread's.
    BadThreadId,
    /// All records are in use.
    NoFreeRecord,
    /// The engine's table of components is full.
    TooManyComponents,
    /// The calling context is inside the engine already.
    Busy,
}

impl TraceError {
    /// The name, as it stands in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RegionTooSmall(_) => "region_too_small",
            Self::BadRecordSize => "bad_record_size",
            Self::BadFrequency => "bad_frequency",
            Self::TooLarge => "too_large",
            Self::NotTheSame => "not_the_same",
            Self::BadThreadId => "bad_thread_id",
            Self::NoFreeRecord => "no_free_record",
            Self::TooManyComponents => "too_many_components",
            Self::Busy => "busy",
        }
    }
}

impl core::fmt::Display for TraceError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::RegionTooSmall(_) => {
                "the memory is too small for a header and one record; give more, or smaller records"
            }
            Self::BadRecordSize => "a record must have from 256 bytes to 1 GiB",
            Self::BadFrequency => "the frequency of the clock is 0, or too high",
            Self::TooLarge => "the texts of the header, or the region, are larger than a trace file can say",
            Self::NotTheSame => "the memory holds no trace region of this configuration; start a new one",
            Self::BadThreadId => {
                "a thread's number must be larger than the number of records, below 2^63, and no other thread's"
            }
            Self::NoFreeRecord => "all records are in use; end a context, or give more memory",
            Self::TooManyComponents => "the table of components is full; give the engine a larger one",
            Self::Busy => "this context is inside the trace engine already",
        })
    }
}

impl core::error::Error for TraceError {}

/// The number of a thread where the system has none of its own: firmware counts its contexts 0, 1, 2.
pub const fn thread_id(context: u32) -> u64 {
    0x1000 + context as u64
}
