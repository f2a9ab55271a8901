//! What can go wrong when writing, each with what it leaves behind: nothing.

use crate::memory::BadMemory;

/// Why an operation of a writer was refused. The tree, its counts and its blocks are as they were (section 14.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The region has no space left for it.
    Full,
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
    /// The argument makes no sense here: the root cannot be deleted.
    InvalidArgument,
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
    /// The memory given for the writer's book is too small; it needs so many bytes.
    BufferTooSmall {
        /// The size that is needed, in bytes.
        needed: usize,
    },
}

impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Full => "the region is full; give it more memory or delete something",
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
            Self::BufferTooSmall { .. } => "the memory is too small for the writer's book",
        })
    }
}

impl core::error::Error for Error {}

impl From<BadMemory> for Error {
    fn from(reason: BadMemory) -> Self {
        Self::BadRegion(reason)
    }
}
