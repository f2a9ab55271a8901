//! Trace: numbered tracepoints, recorded in compact binary, printed with the help of a catalog of templates.
//!
//! A tracepoint is a place in a program, named `component.id`. What it records is an *entry*: a time, the name, and the
//! bare bytes of its parameters. How these read to a person stands elsewhere, in the *catalog*, so that recording costs
//! little and a file of entries is small.

mod bytes;
#[cfg(feature = "read")]
pub mod catalog;
pub mod component;
#[cfg(feature = "read")]
mod console;
#[cfg(feature = "read")]
pub mod definition;
#[cfg(feature = "read")]
mod digits;
pub mod engine;
#[cfg(feature = "read")]
pub mod file;
#[cfg(feature = "read")]
mod float;
#[cfg(feature = "read")]
pub mod format;
#[cfg(feature = "read")]
pub mod generate;
#[cfg(feature = "read")]
pub mod problem;
pub mod recorder;
pub mod selection;
#[cfg(feature = "read")]
mod sort;
#[cfg(feature = "read")]
pub mod template;
#[cfg(feature = "read")]
pub mod text;

pub use bytes::{ByteOrder, PointerSize};

/// The template of every assertion, its flags included.
pub const ASSERT_TEMPLATE: &str = "* ** ASSERTION FAILED ** at %s:%d: %s";

/// How the records of a file hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Each thread has one record, which it writes round and round.
    Ring,
    /// Each thread has a row of records; entries go on from one to the next.
    Stream,
}

impl Kind {
    /// `ring` or `stream`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ring => "ring",
            Self::Stream => "stream",
        }
    }
}

/// What a tracepoint marks: the second field of a catalog line (section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PointType(pub u32);

impl PointType {
    /// Something happened.
    pub const EVENT: Self = Self(0);
    /// Something went wrong.
    pub const EXCEPTION: Self = Self(1);
    /// A function was entered.
    pub const ENTRY: Self = Self(2);
    /// A function was entered, and that is an exception.
    pub const ENTRY_EXCEPTION: Self = Self(3);
    /// A function was left.
    pub const EXIT: Self = Self(4);
    /// A function was left, and that is an exception.
    pub const EXIT_EXCEPTION: Self = Self(5);
    /// Memory was handled.
    pub const MEM: Self = Self(6);
    /// Memory was handled, and that is an exception.
    pub const MEM_EXCEPTION: Self = Self(7);
    /// Of use to whoever debugs.
    pub const DEBUG: Self = Self(8);
    /// Of use to whoever debugs, and an exception.
    pub const DEBUG_EXCEPTION: Self = Self(9);
    /// A measurement.
    pub const PERF: Self = Self(10);
    /// A measurement, and an exception.
    pub const PERF_EXCEPTION: Self = Self(11);
    /// An assertion failed.
    pub const ASSERT: Self = Self(12);

    /// The word that a formatted line shows: twins with and without exception share one. `None` from 13 on.
    pub const fn word(self) -> Option<&'static str> {
        Some(match self.0 {
            0 => "Event",
            1 => "Exception",
            2 | 3 => "Entry",
            4 | 5 => "Exit",
            6 | 7 => "Mem",
            8 | 9 => "Debug",
            10 | 11 => "Perf",
            12 => "Assert",
            _ => return None,
        })
    }

    /// The two characters that a template begins with.
    pub const fn flags(self) -> &'static str {
        match self.0 {
            2 => " >",
            3 => "*>",
            4 => " <",
            5 => "*<",
            1 | 7 | 9 | 11 | 12 => "* ",
            _ => "  ",
        }
    }

    /// Whether a function was entered: later lines of the thread are indented by one more step.
    pub const fn enters(self) -> bool {
        matches!(self.0, 2 | 3)
    }

    /// Whether a function was left.
    pub const fn leaves(self) -> bool {
        matches!(self.0, 4 | 5)
    }
}
