//! What a program declares, as validation and layout see it.
//!
//! The declarations may be Rust's [`Registry`](super::Registry) or arrays of structs in C; the writer asks either for one
//! entry after the other. Codes are raw numbers here, because C can pass any.

use super::codes::{Flags, HEADER, NO_INDOM, Section, TOC_ENTRY, Type, Version};

/// The declarations of a file.
///
/// Entries are asked for again and again, and must be the same each time. Entries below the counts must exist; what is
/// not there is left out.
pub trait Tables {
    /// What holds for the whole file.
    fn file(&self) -> FileEntry;
    /// The number of metrics.
    fn metrics(&self) -> u32;
    /// Metric `number`, from 0.
    fn metric(&self, number: u32) -> Option<MetricEntry<'_>>;
    /// The number of instance domains.
    fn indoms(&self) -> u32;
    /// Instance domain `number`, from 0.
    fn indom(&self, number: u32) -> Option<IndomEntry<'_>>;
    /// Instance `number`, from 0, of instance domain `indom`.
    fn instance(&self, indom: u32, number: u32) -> Option<InstanceEntry<'_>>;
    /// The number of labels.
    fn labels(&self) -> u32;
    /// Label `number`, from 0.
    fn label(&self, number: u32) -> Option<LabelEntry<'_>>;
}

/// What holds for a whole file.
#[derive(Clone, Copy, Debug)]
pub struct FileEntry {
    /// The flags.
    pub flags: Flags,
    /// The cluster, 0 to 4095.
    pub cluster: u32,
    /// The number of the writing process, or 0.
    pub process: i32,
    /// The version asked for; `None` for the lowest that can hold the content.
    pub version: Option<Version>,
    /// How text values are kept.
    pub strings: Buffering,
}

/// How text values are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Buffering {
    /// Two blocks for each: a reader sees the old text or the new one.
    #[default]
    Double,
    /// One block for each, 256 bytes less: while a text is set, a reader may see its beginning and the end of the old.
    Single,
}

impl Buffering {
    /// String blocks of one text value.
    pub(crate) const fn blocks(self) -> usize {
        match self {
            Self::Double => 2,
            Self::Single => 1,
        }
    }
}

/// A metric.
#[derive(Clone, Copy, Debug)]
pub struct MetricEntry<'t> {
    /// The name.
    pub name: &'t [u8],
    /// The item, 0 to 1023.
    pub item: u32,
    /// The code of the type.
    pub type_code: i32,
    /// The code of the semantics.
    pub semantics_code: i32,
    /// The units, as the file has them.
    pub units: super::Units,
    /// The serial of its instance domain; 0 or `u32::MAX` for a singular metric.
    pub indom: u32,
    /// One line of help; empty for none.
    pub short_help: &'t [u8],
    /// The whole help; empty for none.
    pub long_help: &'t [u8],
}

impl MetricEntry<'_> {
    /// The serial of its instance domain, unless it is singular.
    pub(crate) const fn serial(&self) -> Option<u32> {
        match self.indom {
            0 | NO_INDOM => None,
            serial => Some(serial),
        }
    }
}

/// An instance domain.
#[derive(Clone, Copy, Debug)]
pub struct IndomEntry<'t> {
    /// The serial, 1 to 4194303.
    pub serial: u32,
    /// The number of instances.
    pub instances: u32,
    /// The number of instances that can be named later.
    pub spares: u32,
    /// One line of help; empty for none.
    pub short_help: &'t [u8],
    /// The whole help; empty for none.
    pub long_help: &'t [u8],
}

/// An instance.
#[derive(Clone, Copy, Debug)]
pub struct InstanceEntry<'t> {
    /// The internal number, anything but -1.
    pub id: i32,
    /// The name.
    pub name: &'t [u8],
}

/// A label.
#[derive(Clone, Copy, Debug)]
pub struct LabelEntry<'t> {
    /// What it is about.
    pub target: Target,
    /// The name.
    pub name: &'t [u8],
    /// The value, as JSON.
    pub value: &'t [u8],
    /// Whether the identity of the metric does not depend on it.
    pub optional: bool,
}

/// What a label is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// The whole file.
    Cluster,
    /// The instance domain of this serial.
    Indom(u32),
    /// The metric of this item.
    Item(u32),
    /// An instance.
    Instance {
        /// The serial of its instance domain.
        indom: u32,
        /// Its internal number.
        id: i32,
    },
}

/// How much a file holds; its size follows from that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Instance domains.
    pub indoms: usize,
    /// Instances, spare ones included, summed over the instance domains.
    pub instances: usize,
    /// Metrics.
    pub metrics: usize,
    /// Values, those of spare instances included: one for a singular metric, one for each instance otherwise.
    pub values: usize,
    /// Values of spare instances, among those.
    pub spare_values: usize,
    /// Values that are texts, among those.
    pub string_values: usize,
    /// Help texts of metrics, short and long.
    pub metric_texts: usize,
    /// Help texts of instance domains, short and long.
    pub indom_texts: usize,
    /// Labels.
    pub labels: usize,
}

impl Counts {
    /// String blocks, with `blocks` for each text value.
    pub(crate) const fn strings(&self, version: Version, buffering: Buffering) -> usize {
        let names = match version {
            Version::V1 => 0,
            Version::V2 | Version::V3 => self.instances.saturating_add(self.metrics),
        };
        let texts = self.metric_texts.saturating_add(self.indom_texts);
        names.saturating_add(self.string_values.saturating_mul(buffering.blocks())).saturating_add(texts)
    }

    /// Records of a section.
    pub(crate) const fn of(&self, section: Section, version: Version, buffering: Buffering) -> usize {
        match section {
            Section::Indoms => self.indoms,
            Section::Instances => self.instances,
            Section::Metrics => self.metrics,
            Section::Values => self.values,
            Section::Strings => self.strings(version, buffering),
            Section::Labels => self.labels,
        }
    }

    /// Whether the table of contents lists a section.
    pub(crate) const fn lists(&self, section: Section, version: Version, buffering: Buffering) -> bool {
        match section {
            Section::Metrics | Section::Values => true,
            // The two come together.
            Section::Instances => self.indoms > 0,
            _ => self.of(section, version, buffering) > 0,
        }
    }

    /// Bytes of a number in the orders of names behind the last section.
    pub(crate) const fn order_width(&self) -> usize {
        if self.instances > 0xffff { 4 } else { 2 }
    }

    /// Bytes of the sections, with the header and the table of contents.
    pub(crate) const fn file_size(&self, version: Version, buffering: Buffering) -> usize {
        let mut size = HEADER;
        let mut rest: &[Section] = &Section::ALL;
        while let [section, behind @ ..] = rest {
            let records = self.of(*section, version, buffering);
            size = size.saturating_add(records.saturating_mul(section.record_size(version)));
            if self.lists(*section, version, buffering) {
                size = size.saturating_add(TOC_ENTRY);
            }
            rest = behind;
        }
        size
    }

    /// Bytes of memory that the image needs: the sections, the orders of names, and what makes it a multiple of 16.
    ///
    /// A size that an address cannot span is `usize::MAX`.
    pub const fn size(&self, version: Version, buffering: Buffering) -> usize {
        let names = self.metrics.saturating_add(self.instances);
        let order = names.saturating_mul(self.order_width()).saturating_add(7) & !7;
        match self.file_size(version, buffering).checked_add(order) {
            Some(size) => match size.checked_next_multiple_of(16) {
                Some(size) => size,
                None => usize::MAX,
            },
            None => usize::MAX,
        }
    }
}

/// Counts what is declared. Metrics of unknown instance domains count no values.
pub(crate) fn count(tables: &(impl Tables + ?Sized)) -> Counts {
    let number = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let mut counts = Counts {
        indoms: number(tables.indoms()),
        metrics: number(tables.metrics()),
        labels: number(tables.labels()),
        ..Counts::default()
    };
    for indom in (0..tables.indoms()).filter_map(|indom| tables.indom(indom)) {
        counts.instances =
            counts.instances.saturating_add(number(indom.instances)).saturating_add(number(indom.spares));
        counts.indom_texts = counts.indom_texts.saturating_add(texts(indom.short_help, indom.long_help));
    }
    for metric in (0..tables.metrics()).filter_map(|metric| tables.metric(metric)) {
        let indom = metric.serial().map(|serial| indom_of_serial(tables, serial));
        let (declared, spare) = match indom {
            None => (1, 0),
            Some(None) => (0, 0),
            Some(Some((_, indom))) => (number(indom.instances), number(indom.spares)),
        };
        let values = declared.saturating_add(spare);
        counts.values = counts.values.saturating_add(values);
        counts.spare_values = counts.spare_values.saturating_add(spare);
        if metric.type_code == Type::String.code() {
            counts.string_values = counts.string_values.saturating_add(values);
        }
        counts.metric_texts = counts.metric_texts.saturating_add(texts(metric.short_help, metric.long_help));
    }
    counts
}

/// The instance domain of serial `serial`, and its number.
pub(crate) fn indom_of_serial(tables: &(impl Tables + ?Sized), serial: u32) -> Option<(u32, IndomEntry<'_>)> {
    (0..tables.indoms())
        .filter_map(|number| Some((number, tables.indom(number)?)))
        .find(|(_, indom)| indom.serial == serial)
}

/// How many of two help texts are there.
pub(crate) const fn texts(short_help: &[u8], long_help: &[u8]) -> usize {
    !short_help.is_empty() as usize + !long_help.is_empty() as usize
}
