//! What can be wrong with a file: errors, for which there is no tree, and problems, beside which there is one.
//!
//! Sections 13.1 and 13.7 of the format. Names are pinned: tools print them, and scripts compare them.

use core::fmt;

use crate::generation::Unread;
use crate::inspect::block::BlockIndex;
use crate::inspect::decimal::Decimal;

/// Why a file as a whole cannot be read, or cannot be read here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// There are fewer bytes than the header has.
    TooShort,
    /// Block 0 is no header with the magic `INSP`.
    BadMagic,
    /// The file is of version 0, or of one above 2.
    UnsupportedVersion {
        /// The version.
        version: u16,
    },
    /// The generation is odd: a writer is inside a section, or died inside one.
    Locked {
        /// How often the generation was looked at.
        attempts: u32,
    },
    /// The header says that the file is longer than the bytes given.
    Truncated {
        /// The allocated size in bytes, as the header says.
        allocated: u32,
    },
    /// The writer was faster than each attempt to copy its file. Live memory only.
    Contended {
        /// The number of attempts.
        attempts: u32,
    },
    /// The caller's buffer cannot hold a copy of the file.
    BufferTooSmall {
        /// The bytes that the copy takes.
        needed: usize,
    },
    /// The caller's scratch memory cannot hold the index of the tree.
    ScratchTooSmall {
        /// The words that the index takes; where links are followed, how many to try next.
        needed: usize,
    },
}

impl ReadError {
    /// The error's name, as tools print it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TooShort => "too_short",
            Self::BadMagic => "bad_magic",
            Self::UnsupportedVersion { .. } => "unsupported_version",
            Self::Locked { .. } => "locked",
            Self::Truncated { .. } => "truncated",
            Self::Contended { .. } => "contended",
            Self::BufferTooSmall { .. } => "buffer_too_small",
            Self::ScratchTooSmall { .. } => "scratch_too_small",
        }
    }
}

impl From<Unread> for ReadError {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::Locked(attempts) => Self::Locked { attempts },
            Unread::Contended(attempts) => Self::Contended { attempts },
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, number, after) = match *self {
            Self::TooShort => ("the file ends inside its header; an Inspect file has at least 16 bytes", None, ""),
            Self::BadMagic => ("this is no Inspect file: it does not begin with a header that says INSP", None, ""),
            Self::UnsupportedVersion { version } => {
                ("the file is of version ", Some(u64::from(version)), "; only versions 1 and 2 are known")
            }
            Self::Locked { attempts } => (
                "the file was being written each of the ",
                Some(u64::from(attempts)),
                " times it was looked at, or its writer died; try again, or read it in recover mode",
            ),
            Self::Truncated { allocated } => {
                ("the header says ", Some(u64::from(allocated)), " bytes and there are fewer; recover mode reads them")
            }
            Self::Contended { attempts } => {
                ("the writer changed the file during each of ", Some(u64::from(attempts)), " attempts; try again")
            }
            Self::BufferTooSmall { needed } => {
                ("the buffer is too small for the file; it takes ", u64::try_from(needed).ok(), " bytes")
            }
            Self::ScratchTooSmall { needed } => {
                ("the scratch memory is too small; it takes ", u64::try_from(needed).ok(), " words of 32 bits")
            }
        };
        f.write_str(before)?;
        if let Some(number) = number {
            f.write_str(Decimal::new(number).as_str())?;
        }
        f.write_str(after)
    }
}

impl core::error::Error for ReadError {}

/// How much a problem matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Nothing was lost.
    Note,
    /// Something was left out, cut short, or shown in another way than the writer meant.
    Problem,
}

impl Severity {
    /// `note` or `problem`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Problem => "problem",
        }
    }
}

/// Something that is wrong in a file, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Problem<'a> {
    /// The identifier of the linked file that it is in; `None` for the file that was given to be read.
    pub file: Option<&'a str>,
    /// The block that it was found at.
    pub block: BlockIndex,
    /// What it is.
    pub kind: ProblemKind,
}

/// Takes each problem as it is found. Their order means nothing.
pub type Sink<'s> = &'s mut dyn FnMut(Problem<'_>);

macro_rules! problem_kinds {
    ($($kind:ident $name:literal $severity:ident $message:literal,)*) => {
        /// The kinds of problems. One kind is reported once for each block.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum ProblemKind {
            $(#[doc = concat!("`", $name, "`: ", $message, ".")] $kind,)*
        }

        impl ProblemKind {
            /// Every kind, in the order of the format's table.
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];

            /// The kind's name, as tools print it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)* }
            }

            /// Whether something was lost.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$kind => Severity::$severity,)* }
            }

            /// What is wrong and what became of it, for people.
            pub const fn message(self) -> &'static str {
                match self { $(Self::$kind => $message,)* }
            }
        }
    };
}

problem_kinds! {
    RecoveredLocked "recovered_locked" Problem "the generation is odd, so a writer was busy or died; the tree may be half-written",
    RecoveredTruncated "recovered_truncated" Problem "the header promises more bytes than there are; values at the end are missing",
    BadHeaderOrder "bad_header_order" Problem "the header block has an order above 1; no file size was read from it",
    BadHeaderSize "bad_header_size" Problem "the allocated size is smaller than the header; all bytes given were read",
    FileTooLong "file_too_long" Note "an index reaches 256 MiB; the bytes behind were not read",
    StrayHeader "stray_header" Problem "a second header block; it was skipped",
    BadOrder "bad_order" Problem "a block order above 7; blocks up to the next multiple of 2048 bytes are lost",
    BlockPastEnd "block_past_end" Problem "the block reaches past the end of the file; it was left out",
    UnknownType "unknown_type" Problem "a block type above 14; the block was skipped",
    ReservedBits "reserved_bits" Note "bits that must be zero are set; they were ignored",
    NameMissing "name_missing" Problem "the name index is no block; the value was left out",
    NameWrongType "name_wrong_type" Problem "the name index is a block that holds no text; the value was left out",
    NameTooLong "name_too_long" Problem "the name claims more bytes than its block holds; it was clipped",
    InvalidUtf8 "invalid_utf8" Problem "the text is not UTF-8; broken parts became replacement characters",
    ExtentShort "extent_short" Problem "the chain of extents ends before the length is reached; the contents were cut",
    ExtentMissing "extent_missing" Problem "the chain of extents leads to an index that is no block; the contents were cut",
    ExtentWrongType "extent_wrong_type" Problem "the chain of extents leads to a block that is no extent; the contents were cut",
    ExtentCycle "extent_cycle" Problem "the chain of extents comes back to itself; the contents were cut",
    ExtentShared "extent_shared" Problem "the chain runs into an extent of another chain; the contents were cut",
    BufferBadReference "buffer_bad_reference" Problem "the text's index is no string reference; the value was left out",
    BufferUnknownFormat "buffer_unknown_format" Problem "a buffer format above 2; shown as bytes",
    ArrayBadType "array_bad_type" Problem "the array's entry type is unknown; the value was left out",
    ArrayBadFormat "array_bad_format" Problem "the array's display format is unknown or not allowed; shown as a plain array",
    ArrayCountTooLarge "array_count_too_large" Problem "the array claims more slots than its block holds; clipped, and shown as a plain array",
    ArrayBadString "array_bad_string" Problem "a slot of the array is no string reference; shown as an empty string",
    HistogramTooShort "histogram_too_short" Problem "the histogram has too few slots; shown as a plain array",
    LinkBadContent "link_bad_content" Problem "the link's content index is no text; the link was left out",
    LinkUnknownDisposition "link_unknown_disposition" Problem "a link disposition above 1; taken as a child",
    Orphan "orphan" Problem "the parent is not a node; the value was left out",
    SelfParent "self_parent" Problem "the value is its own parent; it was left out",
    NodeCycle "node_cycle" Problem "the parents of these nodes form a circle; they and all below them were left out",
    LinkNotFound "link_not_found" Problem "no file of the link's identifier was given; the link was left out",
    LinkUnreadable "link_unreadable" Problem "the linked file cannot be read; the link was left out",
    LinkCycle "link_cycle" Problem "the linked file is inside itself here; the link was left out",
    LinkLimit "link_limit" Problem "too many links were expanded; this one was left out",
}
