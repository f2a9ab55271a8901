//! The numbers of the format: versions, flags, types, semantics, label scopes, and the limits that go with them
//! (sections 3 and 4 of the format).

use bitflags::bitflags;

/// Bytes of a name inside a record of version 1, without its NUL.
pub const INLINE_NAME_MAXIMUM: usize = 63;
/// Bytes of a text in a string block, without its NUL: names from version 2 on, help, and string values.
pub const TEXT_MAXIMUM: usize = 255;
/// Bytes of a label's payload, `{"name":value}`, without its NUL.
pub const LABEL_MAXIMUM: usize = 243;
/// The largest number of a metric in its file.
pub const ITEM_MAXIMUM: u32 = 1023;
/// The largest number of a file.
pub const CLUSTER_MAXIMUM: u32 = 4095;
/// The largest serial number of an instance domain.
pub const SERIAL_MAXIMUM: u32 = 4_194_303;
/// The largest serial number that keeps to its own bits in PCP's identifiers.
pub const SERIAL_SAFE: u32 = 2047;
/// The largest number of metrics in a file.
pub const METRICS_MAXIMUM: usize = 1023;
/// The largest number of instance domains in a file.
pub const INDOMS_MAXIMUM: usize = 1023;
/// The largest number of labels in a file.
pub const LABELS_MAXIMUM: usize = 255;
/// How deep a label's payload may be nested, its own braces included.
pub const LABEL_DEPTH_MAXIMUM: u32 = 32;

/// The version of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum Version {
    /// Names inside the records, at most 63 bytes long.
    V1 = 1,
    /// Names in string blocks, at most 255 bytes long.
    V2 = 2,
    /// As version 2, and labels.
    V3 = 3,
}

impl Version {
    /// The version of number `number`, or `None`.
    pub const fn new(number: u32) -> Option<Self> {
        match number {
            1 => Some(Self::V1),
            2 => Some(Self::V2),
            3 => Some(Self::V3),
            _ => None,
        }
    }

    /// The number.
    pub const fn number(self) -> u32 {
        self as u32
    }

    /// Bytes of an instance record.
    pub(crate) const fn instance_size(self) -> usize {
        match self {
            Self::V1 => 80,
            Self::V2 | Self::V3 => 24,
        }
    }

    /// Bytes of a metric record.
    pub(crate) const fn metric_size(self) -> usize {
        self.metric_name_size() + 40
    }

    /// Bytes of a metric record before its item: the name, or the offset of the name.
    pub(crate) const fn metric_name_size(self) -> usize {
        match self {
            Self::V1 => 64,
            Self::V2 | Self::V3 => 8,
        }
    }
}

bitflags! {
    /// The flags of a file. A reader delivers unknown bits too.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Flags: u32 {
        /// Export as `mmv.NAME` instead of `mmv.FILE.NAME`.
        const NO_PREFIX = 1;
        /// Export only while the process exists whose number is in the header.
        const PROCESS = 2;
        /// Values can be "not available" (section 5.6).
        const SENTINEL = 4;
    }
}

bitflags! {
    /// The flags of a label: exactly one scope, and `OPTIONAL` if wanted.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct LabelFlags: u32 {
        /// About an instance domain.
        const INDOM = 4;
        /// About the whole file.
        const CLUSTER = 8;
        /// About a metric.
        const ITEM = 16;
        /// About one instance of an instance domain.
        const INSTANCES = 32;
        /// Says nothing that the identity of the metric depends on.
        const OPTIONAL = 128;
    }
}

/// What a label is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// An instance domain.
    Indom,
    /// The whole file.
    Cluster,
    /// A metric.
    Item,
    /// One instance of an instance domain.
    Instances,
}

impl Scope {
    /// The flag of this scope.
    pub const fn flag(self) -> LabelFlags {
        match self {
            Self::Indom => LabelFlags::INDOM,
            Self::Cluster => LabelFlags::CLUSTER,
            Self::Item => LabelFlags::ITEM,
            Self::Instances => LabelFlags::INSTANCES,
        }
    }

    /// The scope that `flags` name, or `None` when they do not name exactly one or hold anything else but `OPTIONAL`.
    pub const fn new(flags: LabelFlags) -> Option<Self> {
        match flags.bits() & !LabelFlags::OPTIONAL.bits() {
            4 => Some(Self::Indom),
            8 => Some(Self::Cluster),
            16 => Some(Self::Item),
            32 => Some(Self::Instances),
            _ => None,
        }
    }

    /// The name in lower case, as tools print it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Indom => "indom",
            Self::Cluster => "cluster",
            Self::Item => "item",
            Self::Instances => "instances",
        }
    }
}

/// The type of a metric's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum Type {
    /// A metric that never has a value.
    NoSupport = -1,
    /// 32 bits, signed.
    I32 = 0,
    /// 32 bits, unsigned.
    U32 = 1,
    /// 64 bits, signed.
    I64 = 2,
    /// 64 bits, unsigned.
    U64 = 3,
    /// 32 bits, IEEE 754.
    Float = 4,
    /// 64 bits, IEEE 754.
    Double = 5,
    /// Text of at most 255 bytes.
    String = 6,
    /// Microseconds spent in intervals.
    Elapsed = 9,
}

impl Type {
    /// The type of code `code`, or `None`.
    pub const fn new(code: i32) -> Option<Self> {
        match code {
            -1 => Some(Self::NoSupport),
            0 => Some(Self::I32),
            1 => Some(Self::U32),
            2 => Some(Self::I64),
            3 => Some(Self::U64),
            4 => Some(Self::Float),
            5 => Some(Self::Double),
            6 => Some(Self::String),
            9 => Some(Self::Elapsed),
            _ => None,
        }
    }

    /// The code.
    pub const fn code(self) -> i32 {
        self as i32
    }

    /// The name in lower case, as tools print it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoSupport => "nosupport",
            Self::I32 => "i32",
            Self::U32 => "u32",
            Self::I64 => "i64",
            Self::U64 => "u64",
            Self::Float => "float",
            Self::Double => "double",
            Self::String => "string",
            Self::Elapsed => "elapsed",
        }
    }
}

/// How a metric's values change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum Semantics {
    /// Only grows, and wraps around.
    Counter = 1,
    /// Goes up and down.
    Instant = 3,
    /// Changes seldom, and stays what it is in between.
    Discrete = 4,
}

impl Semantics {
    /// The semantics of code `code`, or `None`. Code 0 is exported as a counter.
    pub const fn new(code: i32) -> Option<Self> {
        match code {
            0 | 1 => Some(Self::Counter),
            3 => Some(Self::Instant),
            4 => Some(Self::Discrete),
            _ => None,
        }
    }

    /// The code.
    pub const fn code(self) -> i32 {
        self as i32
    }

    /// The name in lower case, as tools print it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Instant => "instant",
            Self::Discrete => "discrete",
        }
    }
}

/// A section of the table of contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Section {
    Indoms,
    Instances,
    Metrics,
    Values,
    Strings,
    Labels,
}

impl Section {
    /// Every section, in the order of a file.
    pub(crate) const ALL: [Self; 6] =
        [Self::Indoms, Self::Instances, Self::Metrics, Self::Values, Self::Strings, Self::Labels];

    /// The section of type `code`, or `None`.
    #[cfg(feature = "read")]
    pub(crate) const fn new(code: i32) -> Option<Self> {
        match code {
            1 => Some(Self::Indoms),
            2 => Some(Self::Instances),
            3 => Some(Self::Metrics),
            4 => Some(Self::Values),
            5 => Some(Self::Strings),
            6 => Some(Self::Labels),
            _ => None,
        }
    }

    /// The number to choose a row of a table with, from 0.
    pub(crate) const fn row(self) -> usize {
        self as usize
    }

    /// The number in the table of contents.
    pub(crate) const fn code(self) -> u32 {
        self as u32 + 1
    }

    /// Bytes of one record.
    pub(crate) const fn record_size(self, version: Version) -> usize {
        match self {
            Self::Indoms | Self::Values => 32,
            Self::Instances => version.instance_size(),
            Self::Metrics => version.metric_size(),
            Self::Strings | Self::Labels => BLOCK,
        }
    }
}

/// Bytes of the header.
pub(crate) const HEADER: usize = 40;
/// Bytes of an entry of the table of contents.
pub(crate) const TOC_ENTRY: usize = 16;
/// Bytes of a string block, and of a label.
pub(crate) const BLOCK: usize = 256;
/// `MMV` and NUL.
pub(crate) const MAGIC: [u8; 4] = *b"MMV\0";
/// An indom serial that says "singular", beside 0.
pub(crate) const NO_INDOM: u32 = u32::MAX;
/// The instance id that no instance may have.
pub(crate) const NO_INSTANCE: i32 = -1;
/// The eight bytes that stand for "not available", for integers and elapsed times.
pub(crate) const NOT_AVAILABLE: u64 = u64::MAX;
