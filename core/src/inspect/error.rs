//! What can go wrong when writing, each with what it leaves behind: nothing.

#[cfg(feature = "read")]
use super::writer::Unfit;
use crate::memory::BadMemory;

/// Why an operation of a writer was refused. The tree, its counts and its blocks are as they were (section 14.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The region has no space left for it.
    Full,
    /// An array has more slots than its format or a block can hold, or a histogram more buckets.
    TooManySlots,
    /// The index is behind the last slot of the array.
    OutOfRange,
    /// A text or byte string is longer than 2^32 - 1 bytes.
    TooLong,
    /// The handle is the null handle.
    NoHandle,
    /// The handle is to a value of another kind.
    WrongKind,
    /// The handle was made by another writer.
    ForeignHandle,
    /// The value that the handle was to is gone.
    StaleHandle,
    /// The argument makes no sense here: an array without slots, buckets that do not grow, the root where it cannot be
    /// deleted.
    InvalidArgument,
    /// A text of fixed capacity was to become longer than that.
    OverCapacity,
    /// A node was to become a child of itself, or of a node below itself.
    WouldCycle,
    /// The file cannot be copied or frozen inside a transaction.
    InTransaction,
    /// A link can only name contents in the first 16 MiB of the file, and there is no room there.
    LinkContentTooFar,
    /// The writer was not started.
    NotInitialised,
    /// The file was frozen, and changes no more.
    Frozen,
    /// The writer is at work in the calling context already.
    Busy,
    /// A transaction was ended that was not begun.
    NotInTransaction,
    /// The memory cannot serve as a region.
    BadRegion(BadMemory),
    /// The file in the region cannot be adopted, for this reason.
    #[cfg(feature = "read")]
    NotAdoptable(Unfit),
    /// The scratch memory is too small.
    #[cfg(feature = "read")]
    ScratchTooSmall {
        /// The number of words that is needed.
        needed: usize,
    },
    /// The memory given is too small for what should go there.
    BufferTooSmall {
        /// The size that is needed, in bytes.
        needed: usize,
    },
}

impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Full => "the region is full; give it more memory or delete something",
            Self::TooManySlots => "an array has at most 255 slots, and a histogram at most 250 or 249 buckets",
            Self::OutOfRange => "the index is behind the last slot of the array",
            Self::OverCapacity => "the text is longer than the capacity it was created with",
            Self::WouldCycle => "a node cannot become a child of itself or of a node below itself",
            Self::InTransaction => {
                "the file cannot be copied or frozen inside a transaction; end the transaction first"
            }
            Self::LinkContentTooFar => "the first 16 MiB of the file, where a link's content must lie, are full",
            Self::TooLong => "the text is longer than 2^32 - 1 bytes",
            Self::NoHandle => "the handle is null; its creation failed, or it was never created",
            Self::WrongKind => "the handle is to a value of another kind",
            Self::ForeignHandle => "the handle was made by another writer",
            Self::StaleHandle => "the value of this handle was deleted",
            Self::InvalidArgument => "the argument makes no sense here",
            Self::NotInitialised => "the writer was not started",
            Self::Frozen => "the file is frozen; nothing in it changes any more",
            Self::Busy => "the writer is at work in this context already; use a lock that covers this context",
            Self::NotInTransaction => "a transaction was ended that was not begun",
            Self::BadRegion(reason) => return reason.fmt(f),
            #[cfg(feature = "read")]
            Self::NotAdoptable(reason) => return reason.fmt(f),
            #[cfg(feature = "read")]
            Self::ScratchTooSmall { .. } => "the scratch memory is too small; `scratch_words` says how much is needed",
            Self::BufferTooSmall { .. } => "the memory given is too small for what should go there",
        })
    }
}

impl core::error::Error for Error {}

impl From<BadMemory> for Error {
    fn from(reason: BadMemory) -> Self {
        Self::BadRegion(reason)
    }
}
