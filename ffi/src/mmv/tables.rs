//! Declarations in C: arrays of structs, which can be constant. The core asks for one entry after the other.

use glassbox::mmv::{
    Buffering, FileEntry, Flags, IndomEntry, InstanceEntry, LabelEntry, MetricEntry, Tables, Target, Units, Version,
};

use crate::pointer::{Constant, Entry, Row, Table};
use crate::status::gbx_status_t::{self, GBX_ERROR_INVALID_ARGUMENT, GBX_ERROR_NULL};
use crate::text::gbx_str_t;

/// The type of a metric's values.
#[derive(Clone, Copy, Debug)]
#[repr(i32)]
pub enum gbx_mmv_type_t {
    /// The metric never has a value.
    GBX_MMV_NOSUPPORT = -1,
    /// 32 bits, signed.
    GBX_MMV_I32 = 0,
    /// 32 bits, unsigned.
    GBX_MMV_U32 = 1,
    /// 64 bits, signed.
    GBX_MMV_I64 = 2,
    /// 64 bits, unsigned.
    GBX_MMV_U64 = 3,
    /// 32 bits, IEEE 754.
    GBX_MMV_FLOAT = 4,
    /// 64 bits, IEEE 754.
    GBX_MMV_DOUBLE = 5,
    /// Text of at most 255 bytes.
    GBX_MMV_STRING = 6,
    /// Microseconds spent in intervals: a counter in `GBX_MMV_MICROSECONDS`.
    GBX_MMV_ELAPSED = 9,
}

/// How a metric's values change.
#[derive(Clone, Copy, Debug)]
#[repr(i32)]
pub enum gbx_mmv_semantics_t {
    /// They only grow, and wrap around.
    GBX_MMV_COUNTER = 1,
    /// They go up and down.
    GBX_MMV_INSTANT = 3,
    /// They change seldom, and stay what they are in between.
    GBX_MMV_DISCRETE = 4,
}

/// What a label is about.
#[derive(Clone, Copy, Debug)]
#[repr(i32)]
pub enum gbx_mmv_scope_t {
    /// An instance domain.
    GBX_MMV_ABOUT_INDOM = 4,
    /// The whole file.
    GBX_MMV_ABOUT_CLUSTER = 8,
    /// A metric.
    GBX_MMV_ABOUT_ITEM = 16,
    /// One instance of an instance domain.
    GBX_MMV_ABOUT_INSTANCE = 32,
}

/// For `flags` of a file: export as `mmv.NAME` instead of `mmv.FILE.NAME`.
pub const GBX_MMV_NO_PREFIX: u32 = 1;
/// For `flags` of a file: export only while the process exists whose number is in the file.
pub const GBX_MMV_PROCESS: u32 = 2;
/// For `flags` of a file: values can be "not available".
pub const GBX_MMV_SENTINEL: u32 = 4;

/// For `options` of a file: text values have one block each instead of two, which saves 256 bytes. While a text is set,
/// a reader may then see its beginning and the end of the old one.
pub const GBX_MMV_SINGLE_BUFFERED: u32 = 1;

/// A metric to be declared; `GBX_MMV_METRIC` makes one.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_metric_t {
    /// Parts separated by dots, each a letter followed by letters, digits or `_`; 255 bytes at most. 64 bytes or more
    /// make a file of version 2.
    pub name: gbx_str_t,
    /// The number in its file: 0 to 1023 and unique.
    pub item: u32,
    /// A `gbx_mmv_type_t`.
    pub type_code: i32,
    /// A `gbx_mmv_semantics_t`.
    pub semantics: i32,
    /// What `GBX_MMV_UNITS` makes.
    pub units: u32,
    /// The serial of the instance domain for whose instances it has values; 0 for a single value.
    pub indom: u32,
    /// One line of help, at most 255 bytes; empty for none.
    pub short_help: gbx_str_t,
    /// All of the help, at most 255 bytes; empty for none.
    pub long_help: gbx_str_t,
}

/// An instance to be declared, one member of a domain; `GBX_MMV_INSTANCE` makes one.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_instance_t {
    /// 1 to 255 bytes and unique in the domain. 64 bytes or more make a file of version 2. Tools of PCP look names up to
    /// the first blank only, so names should differ before it.
    pub name: gbx_str_t,
    /// Any number but -1, unique in the domain.
    pub id: i32,
}

/// An instance domain to be declared, the things that a metric has values for; `GBX_MMV_INDOM` makes one.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_indom_t {
    /// The instances.
    pub instances: *const gbx_mmv_instance_t,
    /// How many they are.
    pub instance_count: usize,
    /// 1 to 4194303 and unique. Above 2047, serials may collide with those of other files.
    pub serial: u32,
    /// Room for so many instances that get their names later; at most 65535.
    pub spares: u32,
    /// One line of help, at most 255 bytes; empty for none.
    pub short_help: gbx_str_t,
    /// All of the help, at most 255 bytes; empty for none.
    pub long_help: gbx_str_t,
}

/// A label to be declared; `GBX_MMV_LABEL` makes one.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_label_t {
    /// A letter followed by letters, digits or `_`.
    pub name: gbx_str_t,
    /// JSON: a text with its quotes, a number, `true`. Name and value, with braces, quotes and colon, have 243 bytes at
    /// most.
    pub value: gbx_str_t,
    /// A `gbx_mmv_scope_t`.
    pub scope: i32,
    /// The item of the metric, or the serial of the instance domain. Not looked at for the whole file.
    pub identity: u32,
    /// The number of the instance. Looked at for an instance only.
    pub instance: i32,
    /// Whether the identity of the metric does not depend on it.
    pub is_optional: bool,
}

/// All declarations of a file. They are looked at while it is laid out, and not any more then.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_tables_t {
    /// The metrics; at least one, and 1023 at most.
    pub metrics: *const gbx_mmv_metric_t,
    /// How many they are.
    pub metric_count: usize,
    /// The instance domains, 1023 at most.
    pub indoms: *const gbx_mmv_indom_t,
    /// How many they are.
    pub indom_count: usize,
    /// The labels, 255 at most. They make a file of version 3.
    pub labels: *const gbx_mmv_label_t,
    /// How many they are.
    pub label_count: usize,
    /// The number of the file, 0 to 4095. With 0 PCP chooses one, which may be another's.
    pub cluster: u32,
    /// `GBX_MMV_NO_PREFIX`, `GBX_MMV_PROCESS` and `GBX_MMV_SENTINEL`, joined by `|`.
    pub flags: u32,
    /// The number of the writing process, or 0.
    pub process: i32,
    /// The version of the file, 1 to 3; 0 for the lowest that can hold it.
    pub version: u32,
    /// `GBX_MMV_SINGLE_BUFFERED`, or 0.
    pub options: u32,
}

impl Entry for gbx_mmv_tables_t {}
impl Entry for gbx_mmv_metric_t {}
impl Entry for gbx_mmv_indom_t {}
impl Entry for gbx_mmv_instance_t {}
impl Entry for gbx_mmv_label_t {}

/// Tables of C whose pointers are all good.
#[derive(Debug)]
pub(super) struct Declarations {
    file: FileEntry,
    metrics: Table<gbx_mmv_metric_t>,
    indoms: Table<gbx_mmv_indom_t>,
    labels: Table<gbx_mmv_label_t>,
}

impl Declarations {
    /// Looks at every pointer of the tables, and at what has no rule because Rust cannot say it.
    pub(super) fn read(tables: Constant<gbx_mmv_tables_t>) -> Result<Self, gbx_status_t> {
        let tables = tables.table(1)?;
        let tables = tables.entry(0).ok_or(GBX_ERROR_NULL)?;
        let metrics = tables.table(|tables| (tables.metrics, tables.metric_count))?;
        for metric in metrics.entries() {
            metric.text(|metric| metric.name)?;
            metric.text(|metric| metric.short_help)?;
            metric.text(|metric| metric.long_help)?;
        }
        let indoms = tables.table(|tables| (tables.indoms, tables.indom_count))?;
        for indom in indoms.entries() {
            indom.text(|indom| indom.short_help)?;
            indom.text(|indom| indom.long_help)?;
            for instance in instances(&indom)?.entries() {
                instance.text(|instance| instance.name)?;
            }
            if indom.spares > u32::from(u16::MAX) {
                return Err(GBX_ERROR_INVALID_ARGUMENT);
            }
        }
        let labels = tables.table(|tables| (tables.labels, tables.label_count))?;
        for label in labels.entries() {
            label.text(|label| label.name)?;
            label.text(|label| label.value)?;
            target(&label).ok_or(GBX_ERROR_INVALID_ARGUMENT)?;
        }
        let version = match tables.version {
            0 => None,
            number => Some(Version::new(number).ok_or(GBX_ERROR_INVALID_ARGUMENT)?),
        };
        let strings = match tables.options {
            0 => Buffering::Double,
            GBX_MMV_SINGLE_BUFFERED => Buffering::Single,
            _ => return Err(GBX_ERROR_INVALID_ARGUMENT),
        };
        let flags = Flags::from_bits_retain(tables.flags);
        let file = FileEntry { flags, cluster: tables.cluster, process: tables.process, version, strings };
        Ok(Self { file, metrics, indoms, labels })
    }
}

fn instances(indom: &Row<gbx_mmv_indom_t>) -> Result<Table<gbx_mmv_instance_t>, gbx_status_t> {
    indom.table(|indom| (indom.instances, indom.instance_count))
}

const fn target(label: &gbx_mmv_label_t) -> Option<Target> {
    const INDOM: i32 = gbx_mmv_scope_t::GBX_MMV_ABOUT_INDOM as i32;
    const CLUSTER: i32 = gbx_mmv_scope_t::GBX_MMV_ABOUT_CLUSTER as i32;
    const ITEM: i32 = gbx_mmv_scope_t::GBX_MMV_ABOUT_ITEM as i32;
    const INSTANCE: i32 = gbx_mmv_scope_t::GBX_MMV_ABOUT_INSTANCE as i32;
    match label.scope {
        INDOM => Some(Target::Indom(label.identity)),
        CLUSTER => Some(Target::Cluster),
        ITEM => Some(Target::Item(label.identity)),
        INSTANCE => Some(Target::Instance { indom: label.identity, id: label.instance }),
        _ => None,
    }
}

impl Tables for Declarations {
    fn file(&self) -> FileEntry {
        self.file
    }

    fn metrics(&self) -> u32 {
        self.metrics.len()
    }

    fn metric(&self, number: u32) -> Option<MetricEntry<'_>> {
        let metric = self.metrics.entry(number)?;
        Some(MetricEntry {
            name: metric.text(|metric| metric.name).ok()?,
            item: metric.item,
            type_code: metric.type_code,
            semantics_code: metric.semantics,
            units: Units::from_bits(metric.units),
            indom: metric.indom,
            short_help: metric.text(|metric| metric.short_help).ok()?,
            long_help: metric.text(|metric| metric.long_help).ok()?,
        })
    }

    fn indoms(&self) -> u32 {
        self.indoms.len()
    }

    fn indom(&self, number: u32) -> Option<IndomEntry<'_>> {
        let indom = self.indoms.entry(number)?;
        Some(IndomEntry {
            serial: indom.serial,
            instances: instances(&indom).ok()?.len(),
            spares: indom.spares,
            short_help: indom.text(|indom| indom.short_help).ok()?,
            long_help: indom.text(|indom| indom.long_help).ok()?,
        })
    }

    fn instance(&self, indom: u32, number: u32) -> Option<InstanceEntry<'_>> {
        let instance = instances(&self.indoms.entry(indom)?).ok()?.entry(number)?;
        Some(InstanceEntry { id: instance.id, name: instance.text(|instance| instance.name).ok()? })
    }

    fn labels(&self) -> u32 {
        self.labels.len()
    }

    fn label(&self, number: u32) -> Option<LabelEntry<'_>> {
        let label = self.labels.entry(number)?;
        Some(LabelEntry {
            target: target(&label)?,
            name: label.text(|label| label.name).ok()?,
            value: label.text(|label| label.value).ok()?,
            optional: label.is_optional,
        })
    }
}
