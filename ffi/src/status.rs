//! What functions return: a number that says whether it was done, and if not, why not.

use core::ffi::{CStr, c_char};

use glassbox::Unread;
use glassbox::inspect::Error;
use glassbox::inspect::reader::{LocationError, ReadError};
use glassbox::mmv::read::{FileError, LiveError};
use glassbox::mmv::{BadText, LookUpError};
use glassbox::trace::recorder::TraceError;

/// What became of a call: 0 when it was done, a negative number that says why not otherwise.
///
/// The numbers are for ever: none is changed or used again. After an error nothing has changed, unless the function
/// says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum gbx_status_t {
    /// It was done.
    GBX_OK = 0,
    /// A pointer is NULL that must not be.
    GBX_ERROR_NULL = -1,
    /// The state was not initialised, or not successfully, or it was given up.
    GBX_ERROR_NOT_INITIALISED = -2,
    /// The writer is at work in the calling context already, or the lock said that it cannot be taken here.
    GBX_ERROR_BUSY = -3,
    /// The region has no space left for it. Give it more memory, or delete something.
    GBX_ERROR_FULL = -4,
    /// A text or byte string is longer than 2^32 - 1 bytes, or than half of the address space.
    GBX_ERROR_TOO_LONG = -5,
    /// A text is not UTF-8.
    GBX_ERROR_INVALID_UTF8 = -6,
    /// An argument makes no sense here, or a pointer is not aligned for its type.
    GBX_ERROR_INVALID_ARGUMENT = -7,
    /// The handle is the null handle: its creation failed, or it was never created.
    GBX_ERROR_NO_HANDLE = -8,
    /// The handle is to a value of another kind.
    GBX_ERROR_WRONG_KIND = -9,
    /// The handle was made by another writer.
    GBX_ERROR_FOREIGN_HANDLE = -10,
    /// The value of the handle was deleted.
    GBX_ERROR_STALE_HANDLE = -11,
    /// The file is frozen; nothing in it changes any more.
    GBX_ERROR_FROZEN = -12,
    /// This cannot be done inside a transaction.
    GBX_ERROR_IN_TRANSACTION = -13,
    /// A transaction was ended that was not begun.
    GBX_ERROR_NOT_IN_TRANSACTION = -14,
    /// The memory cannot serve: it is misaligned, too small or too large.
    GBX_ERROR_BAD_REGION = -15,
    /// The caller's buffer is too small; the size that is needed was given.
    GBX_ERROR_BUFFER_TOO_SMALL = -16,
    /// The caller's scratch memory is too small; the size that is needed was given.
    GBX_ERROR_SCRATCH_TOO_SMALL = -17,
    /// The file is inside a section that did not end: it is being written, or its writer is gone.
    GBX_ERROR_LOCKED = -18,
    /// The file changed during every attempt to read it.
    GBX_ERROR_CONTENDED = -19,
    /// An array of more slots than the format can hold.
    GBX_ERROR_TOO_MANY_SLOTS = -20,
    /// There is no slot of that index.
    GBX_ERROR_OUT_OF_RANGE = -21,
    /// The text is longer than its fixed capacity.
    GBX_ERROR_OVER_CAPACITY = -22,
    /// No block that a link can name is left for its content.
    GBX_ERROR_LINK_CONTENT_TOO_FAR = -23,
    /// The node would hang below itself.
    GBX_ERROR_WOULD_CYCLE = -24,
    /// The region does not hold a file that a writer can take over.
    GBX_ERROR_NOT_ADOPTABLE = -25,
    /// The file is shorter than its header.
    GBX_ERROR_TOO_SHORT = -26,
    /// The bytes are no file of this format.
    GBX_ERROR_BAD_MAGIC = -27,
    /// The file has a version of the format that is not known.
    GBX_ERROR_UNSUPPORTED_VERSION = -28,
    /// Bytes are missing at the end of the file.
    GBX_ERROR_TRUNCATED = -29,
    /// Nothing of that name is there.
    GBX_ERROR_NOT_FOUND = -30,
    /// A function of the program's said that it is enough: a sink, or one that fills an entry.
    GBX_ERROR_STOPPED = -31,
    /// The declarations, or what was to be made of them, break a rule; the refusal names it.
    GBX_ERROR_REFUSED = -32,
    /// The machine has no atomic operations of that width, or the file was not declared so that it could be.
    GBX_ERROR_UNSUPPORTED = -33,
    /// The writer of the file is at work on its metadata, or died at it.
    GBX_ERROR_IN_FLUX = -34,
    /// The file's table of contents reaches beyond its end.
    GBX_ERROR_TOC_OUTSIDE_FILE = -35,
    /// The value is not available.
    GBX_ERROR_NOT_AVAILABLE = -36,
    /// It is not the time for this: the file is published already or not yet, an interval is open already or none is.
    GBX_ERROR_WRONG_STATE = -37,
    /// A string of options has something wrong in it; what and where was put out.
    GBX_ERROR_BAD_OPTION = -38,
    /// A thread's number is no larger than the number of records, or 2^63 or more, or another thread's.
    GBX_ERROR_BAD_THREAD_ID = -39,
    /// All records of the trace region are in use.
    GBX_ERROR_NO_FREE_RECORD = -40,
    /// The engine has no room for another component.
    GBX_ERROR_TOO_MANY_COMPONENTS = -41,
}

/// The names, in the order of the numbers: 0, -1, -2 ...
const NAMES: &[&CStr] = &[
    c"GBX_OK",
    c"GBX_ERROR_NULL",
    c"GBX_ERROR_NOT_INITIALISED",
    c"GBX_ERROR_BUSY",
    c"GBX_ERROR_FULL",
    c"GBX_ERROR_TOO_LONG",
    c"GBX_ERROR_INVALID_UTF8",
    c"GBX_ERROR_INVALID_ARGUMENT",
    c"GBX_ERROR_NO_HANDLE",
    c"GBX_ERROR_WRONG_KIND",
    c"GBX_ERROR_FOREIGN_HANDLE",
    c"GBX_ERROR_STALE_HANDLE",
    c"GBX_ERROR_FROZEN",
    c"GBX_ERROR_IN_TRANSACTION",
    c"GBX_ERROR_NOT_IN_TRANSACTION",
    c"GBX_ERROR_BAD_REGION",
    c"GBX_ERROR_BUFFER_TOO_SMALL",
    c"GBX_ERROR_SCRATCH_TOO_SMALL",
    c"GBX_ERROR_LOCKED",
    c"GBX_ERROR_CONTENDED",
    c"GBX_ERROR_TOO_MANY_SLOTS",
    c"GBX_ERROR_OUT_OF_RANGE",
    c"GBX_ERROR_OVER_CAPACITY",
    c"GBX_ERROR_LINK_CONTENT_TOO_FAR",
    c"GBX_ERROR_WOULD_CYCLE",
    c"GBX_ERROR_NOT_ADOPTABLE",
    c"GBX_ERROR_TOO_SHORT",
    c"GBX_ERROR_BAD_MAGIC",
    c"GBX_ERROR_UNSUPPORTED_VERSION",
    c"GBX_ERROR_TRUNCATED",
    c"GBX_ERROR_NOT_FOUND",
    c"GBX_ERROR_STOPPED",
    c"GBX_ERROR_REFUSED",
    c"GBX_ERROR_UNSUPPORTED",
    c"GBX_ERROR_IN_FLUX",
    c"GBX_ERROR_TOC_OUTSIDE_FILE",
    c"GBX_ERROR_NOT_AVAILABLE",
    c"GBX_ERROR_WRONG_STATE",
    c"GBX_ERROR_BAD_OPTION",
    c"GBX_ERROR_BAD_THREAD_ID",
    c"GBX_ERROR_NO_FREE_RECORD",
    c"GBX_ERROR_TOO_MANY_COMPONENTS",
];

/// The name of a status as it is written in this header, for messages: `"GBX_ERROR_FULL"`. For a number that is no
/// status, `"GBX_ERROR_UNKNOWN"`. Never NULL; the text lives for ever.
///
/// Context: any. Time: constant.
#[unsafe(no_mangle)]
pub extern "C" fn gbx_status_name(status: i32) -> *const c_char {
    let index = usize::try_from(status.unsigned_abs()).ok().filter(|_| status <= 0);
    index.and_then(|index| NAMES.get(index)).unwrap_or(&c"GBX_ERROR_UNKNOWN").as_ptr()
}

impl From<Error> for gbx_status_t {
    #[inline]
    fn from(error: Error) -> Self {
        match error {
            Error::Full => Self::GBX_ERROR_FULL,
            Error::TooLong => Self::GBX_ERROR_TOO_LONG,
            Error::NoHandle => Self::GBX_ERROR_NO_HANDLE,
            Error::WrongKind => Self::GBX_ERROR_WRONG_KIND,
            Error::ForeignHandle => Self::GBX_ERROR_FOREIGN_HANDLE,
            Error::StaleHandle => Self::GBX_ERROR_STALE_HANDLE,
            Error::NotInitialised => Self::GBX_ERROR_NOT_INITIALISED,
            Error::Frozen => Self::GBX_ERROR_FROZEN,
            Error::Busy => Self::GBX_ERROR_BUSY,
            Error::NotInTransaction => Self::GBX_ERROR_NOT_IN_TRANSACTION,
            Error::BadRegion(_) => Self::GBX_ERROR_BAD_REGION,
            Error::BufferTooSmall { .. } => Self::GBX_ERROR_BUFFER_TOO_SMALL,
            Error::ScratchTooSmall { .. } => Self::GBX_ERROR_SCRATCH_TOO_SMALL,
            Error::TooManySlots => Self::GBX_ERROR_TOO_MANY_SLOTS,
            Error::OutOfRange => Self::GBX_ERROR_OUT_OF_RANGE,
            Error::OverCapacity => Self::GBX_ERROR_OVER_CAPACITY,
            Error::LinkContentTooFar => Self::GBX_ERROR_LINK_CONTENT_TOO_FAR,
            Error::WouldCycle => Self::GBX_ERROR_WOULD_CYCLE,
            Error::InTransaction => Self::GBX_ERROR_IN_TRANSACTION,
            Error::NotAdoptable(_) => Self::GBX_ERROR_NOT_ADOPTABLE,
            Error::InvalidArgument | _ => Self::GBX_ERROR_INVALID_ARGUMENT,
        }
    }
}

impl From<LookUpError> for gbx_status_t {
    fn from(error: LookUpError) -> Self {
        match error {
            LookUpError::UnknownMetric | LookUpError::UnknownInstance => Self::GBX_ERROR_NOT_FOUND,
            LookUpError::StaleHandle => Self::GBX_ERROR_STALE_HANDLE,
            LookUpError::WrongType => Self::GBX_ERROR_WRONG_KIND,
        }
    }
}

impl From<FileError> for gbx_status_t {
    fn from(error: FileError) -> Self {
        match error {
            FileError::TooShort => Self::GBX_ERROR_TOO_SHORT,
            FileError::BadMagic => Self::GBX_ERROR_BAD_MAGIC,
            FileError::UnsupportedVersion => Self::GBX_ERROR_UNSUPPORTED_VERSION,
            FileError::InFlux => Self::GBX_ERROR_IN_FLUX,
            FileError::TocOutsideFile => Self::GBX_ERROR_TOC_OUTSIDE_FILE,
        }
    }
}

impl From<LiveError> for gbx_status_t {
    fn from(error: LiveError) -> Self {
        match error {
            LiveError::Unread(Unread::Locked(_)) => Self::GBX_ERROR_IN_FLUX,
            LiveError::Unread(Unread::Contended(_)) => Self::GBX_ERROR_CONTENDED,
            LiveError::File(error) => error.into(),
            LiveError::Gone => Self::GBX_ERROR_TRUNCATED,
        }
    }
}

impl From<BadText> for gbx_status_t {
    fn from(_: BadText) -> Self {
        Self::GBX_ERROR_TOO_LONG
    }
}

impl From<ReadError> for gbx_status_t {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::TooShort => Self::GBX_ERROR_TOO_SHORT,
            ReadError::UnsupportedVersion { .. } => Self::GBX_ERROR_UNSUPPORTED_VERSION,
            ReadError::Locked { .. } => Self::GBX_ERROR_LOCKED,
            ReadError::Truncated { .. } => Self::GBX_ERROR_TRUNCATED,
            ReadError::Contended { .. } => Self::GBX_ERROR_CONTENDED,
            ReadError::BufferTooSmall { .. } => Self::GBX_ERROR_BUFFER_TOO_SMALL,
            ReadError::ScratchTooSmall { .. } => Self::GBX_ERROR_SCRATCH_TOO_SMALL,
            ReadError::BadMagic | _ => Self::GBX_ERROR_BAD_MAGIC,
        }
    }
}

impl From<LocationError> for gbx_status_t {
    fn from(error: LocationError) -> Self {
        match error {
            LocationError::Locked { .. } => Self::GBX_ERROR_LOCKED,
            LocationError::Contended { .. } => Self::GBX_ERROR_CONTENDED,
            LocationError::WrongKind => Self::GBX_ERROR_WRONG_KIND,
            LocationError::OutOfRange => Self::GBX_ERROR_OUT_OF_RANGE,
            LocationError::BufferTooSmall { .. } => Self::GBX_ERROR_BUFFER_TOO_SMALL,
            LocationError::Reused | _ => Self::GBX_ERROR_STALE_HANDLE,
        }
    }
}

impl From<TraceError> for gbx_status_t {
    fn from(error: TraceError) -> Self {
        match error {
            TraceError::RegionTooSmall(_) => Self::GBX_ERROR_BAD_REGION,
            TraceError::TooLarge => Self::GBX_ERROR_TOO_LONG,
            TraceError::NotTheSame => Self::GBX_ERROR_NOT_ADOPTABLE,
            TraceError::BadThreadId => Self::GBX_ERROR_BAD_THREAD_ID,
            TraceError::NoFreeRecord => Self::GBX_ERROR_NO_FREE_RECORD,
            TraceError::TooManyComponents => Self::GBX_ERROR_TOO_MANY_COMPONENTS,
            TraceError::Busy => Self::GBX_ERROR_BUSY,
            TraceError::BadRecordSize | TraceError::BadFrequency | _ => Self::GBX_ERROR_INVALID_ARGUMENT,
        }
    }
}

impl From<Result<(), gbx_status_t>> for gbx_status_t {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn from(result: Result<(), gbx_status_t>) -> Self {
        match result {
            Ok(()) => Self::GBX_OK,
            Err(status) => status,
        }
    }
}
