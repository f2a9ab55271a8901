//! Declarations in Rust: constant tables of metrics, instance domains and labels, which can stand in a `static`.

use super::codes::{Flags, INLINE_NAME_MAXIMUM, NO_INDOM, Semantics, Type, Version};
use super::tables::{
    Buffering, Counts, FileEntry, IndomEntry, InstanceEntry, LabelEntry, MetricEntry, Tables, Target, texts,
};
use super::units::Units;

/// A metric to be declared.
#[derive(Clone, Copy, Debug)]
pub struct Metric<'a> {
    name: &'a str,
    item: u16,
    value_type: Type,
    semantics: Semantics,
    units: Units,
    indom: u32,
    short_help: &'a str,
    long_help: &'a str,
}

impl<'a> Metric<'a> {
    /// A metric `name`, with item `item` in its file.
    ///
    /// The name has components separated by dots, each a letter followed by letters, digits or `_`, and 255 bytes at
    /// most; 64 bytes or more make a file of version 2. The item is 0 to 1023 and unique.
    #[must_use]
    pub const fn new(name: &'a str, item: u16, value_type: Type, semantics: Semantics) -> Self {
        Self { name, item, value_type, semantics, units: Units::NONE, indom: 0, short_help: "", long_help: "" }
    }

    /// A metric that counts: it only grows, and wraps around.
    #[must_use]
    pub const fn counter(name: &'a str, item: u16, value_type: Type) -> Self {
        Self::new(name, item, value_type, Semantics::Counter)
    }

    /// A metric that goes up and down.
    #[must_use]
    pub const fn instant(name: &'a str, item: u16, value_type: Type) -> Self {
        Self::new(name, item, value_type, Semantics::Instant)
    }

    /// A metric that changes seldom.
    #[must_use]
    pub const fn discrete(name: &'a str, item: u16, value_type: Type) -> Self {
        Self::new(name, item, value_type, Semantics::Discrete)
    }

    /// The time spent in intervals: a counter of microseconds.
    #[must_use]
    pub const fn elapsed(name: &'a str, item: u16) -> Self {
        Self::counter(name, item, Type::Elapsed).units(Units::MICROSECOND)
    }

    /// The same metric with these units.
    #[must_use]
    pub const fn units(mut self, units: Units) -> Self {
        self.units = units;
        self
    }

    /// The same metric with a value for each instance of the domain of serial `serial`.
    #[must_use]
    pub const fn indom(mut self, serial: u32) -> Self {
        self.indom = serial;
        self
    }

    /// The same metric with help: one line, and all of it. Each has 255 bytes at most; an empty one is left out.
    #[must_use]
    pub const fn help(mut self, short: &'a str, long: &'a str) -> Self {
        self.short_help = short;
        self.long_help = long;
        self
    }
}

/// An instance to be declared: one member of an instance domain.
#[derive(Clone, Copy, Debug)]
pub struct Instance<'a> {
    id: i32,
    name: &'a str,
}

impl<'a> Instance<'a> {
    /// An instance with the internal number `id`, anything but -1, and the name `name` of 1 to 255 bytes; 64 bytes or
    /// more make a file of version 2. Both are unique in the domain.
    ///
    /// PCP's tools look names up to the first blank only, so names should differ before it.
    #[must_use]
    pub const fn new(id: i32, name: &'a str) -> Self {
        Self { id, name }
    }
}

/// An instance domain to be declared: the things that a metric has values for.
#[derive(Clone, Copy, Debug)]
pub struct Indom<'a> {
    serial: u32,
    instances: &'a [Instance<'a>],
    spares: u16,
    short_help: &'a str,
    long_help: &'a str,
}

impl<'a> Indom<'a> {
    /// The domain of serial `serial`, 1 to 4194303 and unique, with these instances. Above 2047, serials may collide
    /// with those of other files.
    #[must_use]
    pub const fn new(serial: u32, instances: &'a [Instance<'a>]) -> Self {
        Self { serial, instances, spares: 0, short_help: "", long_help: "" }
    }

    /// The same domain with room for so many instances that get their names later.
    #[must_use]
    pub const fn spares(mut self, spares: u16) -> Self {
        self.spares = spares;
        self
    }

    /// The same domain with help: one line, and all of it. Each has 255 bytes at most; an empty one is left out.
    #[must_use]
    pub const fn help(mut self, short: &'a str, long: &'a str) -> Self {
        self.short_help = short;
        self.long_help = long;
        self
    }
}

/// A label to be declared: a name and a JSON value about something.
#[derive(Clone, Copy, Debug)]
pub struct Label<'a> {
    target: Target,
    name: &'a str,
    value: &'a str,
    optional: bool,
}

impl<'a> Label<'a> {
    /// A label about `target`: `name` is a letter followed by letters, digits or `_`, `value` is JSON, such as `"text"`
    /// with its quotes. Both, with braces, quotes and colon, have 243 bytes at most; blanks in the value do not count.
    #[must_use]
    pub const fn new(target: Target, name: &'a str, value: &'a str) -> Self {
        Self { target, name, value, optional: false }
    }

    /// The same label, on which the identity of the metric does not depend.
    #[must_use]
    pub const fn optional(mut self) -> Self {
        self.optional = true;
        self
    }
}

/// All declarations of a file. It can stand in a `static`, and so can the tables that it names.
///
/// ```
/// use glassbox::Region;
/// use glassbox::mmv::{Indom, Instance, Metric, Registry, Type, Units, Writer};
///
/// static CORES: [Indom; 1] = [Indom::new(1, &[Instance::new(0, "core0"), Instance::new(1, "core1")])];
/// static METRICS: [Metric; 2] = [
///     Metric::counter("packets", 1, Type::U64).units(Units::COUNT).help("packets received", ""),
///     Metric::instant("load", 2, Type::Double).indom(1),
/// ];
/// static REGISTRY: Registry = Registry::new(&METRICS).indoms(&CORES).cluster(321);
/// static MEMORY: Region<{ REGISTRY.required_size() }> = Region::new();
///
/// // A generation that no file before had, such as a time in nanoseconds. No 32 bits of it may be all zero.
/// let generation = 1_796_000_000_000_000_001;
/// let writer = Writer::new(MEMORY.memory(), &REGISTRY, generation).unwrap();
/// let packets = writer.exclusive::<u64>(writer.find("packets").unwrap()).unwrap();
/// packets.inc();
/// let load = writer.exclusive::<f64>(writer.find_instance("load", "core1").unwrap()).unwrap();
/// load.set(0.75);
/// assert_eq!((packets.get(), load.get()), (Some(1), Some(0.75)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Registry<'a> {
    metrics: &'a [Metric<'a>],
    indoms: &'a [Indom<'a>],
    labels: &'a [Label<'a>],
    file: FileEntry,
}

impl<'a> Registry<'a> {
    /// A file with these metrics, cluster 0 and no flags.
    #[must_use]
    pub const fn new(metrics: &'a [Metric<'a>]) -> Self {
        let file =
            FileEntry { flags: Flags::empty(), cluster: 0, process: 0, version: None, strings: Buffering::Double };
        Self { metrics, indoms: &[], labels: &[], file }
    }

    /// The same file with these instance domains.
    #[must_use]
    pub const fn indoms(mut self, indoms: &'a [Indom<'a>]) -> Self {
        self.indoms = indoms;
        self
    }

    /// The same file with these labels, which make it version 3.
    #[must_use]
    pub const fn labels(mut self, labels: &'a [Label<'a>]) -> Self {
        self.labels = labels;
        self
    }

    /// The same file with this cluster, 0 to 4095. With 0 PCP chooses one, which may be another's.
    #[must_use]
    pub const fn cluster(mut self, cluster: u16) -> Self {
        self.file.cluster = cluster as u32;
        self
    }

    /// The same file with these flags.
    #[must_use]
    pub const fn flags(mut self, flags: Flags) -> Self {
        self.file.flags = flags;
        self
    }

    /// The same file with the number of the writing process, which counts with [`Flags::PROCESS`].
    #[must_use]
    pub const fn process(mut self, process: i32) -> Self {
        self.file.process = process;
        self
    }

    /// The same file in this version, instead of the lowest that can hold it.
    #[must_use]
    pub const fn version(mut self, version: Version) -> Self {
        self.file.version = Some(version);
        self
    }

    /// The same file with its text values kept so.
    #[must_use]
    pub const fn strings(mut self, strings: Buffering) -> Self {
        self.file.strings = strings;
        self
    }

    /// The bytes of memory that the image needs, for [`Region`](crate::Region): a multiple of 16.
    pub const fn required_size(&self) -> usize {
        let version = match self.file.version {
            Some(version) => version,
            None => self.lowest_version(),
        };
        self.counts().size(version, self.file.strings)
    }

    /// The lowest version that can hold the content.
    const fn lowest_version(&self) -> Version {
        if !self.labels.is_empty() {
            return Version::V3;
        }
        let mut metrics = self.metrics;
        while let [metric, rest @ ..] = metrics {
            if metric.name.len() > INLINE_NAME_MAXIMUM {
                return Version::V2;
            }
            metrics = rest;
        }
        let mut indoms = self.indoms;
        while let [indom, rest @ ..] = indoms {
            let mut instances = indom.instances;
            while let [instance, rest @ ..] = instances {
                if instance.name.len() > INLINE_NAME_MAXIMUM {
                    return Version::V2;
                }
                instances = rest;
            }
            indoms = rest;
        }
        Version::V1
    }

    /// How much is declared.
    pub const fn counts(&self) -> Counts {
        let mut counts = Counts {
            indoms: self.indoms.len(),
            instances: 0,
            metrics: self.metrics.len(),
            values: 0,
            spare_values: 0,
            string_values: 0,
            metric_texts: 0,
            indom_texts: 0,
            labels: self.labels.len(),
        };
        let mut indoms = self.indoms;
        while let [indom, rest @ ..] = indoms {
            counts.instances =
                counts.instances.saturating_add(indom.instances.len().saturating_add(indom.spares as usize));
            let texts = texts(indom.short_help.as_bytes(), indom.long_help.as_bytes());
            counts.indom_texts = counts.indom_texts.saturating_add(texts);
            indoms = rest;
        }
        let mut metrics = self.metrics;
        while let [metric, rest @ ..] = metrics {
            let (declared, spare) = self.values_of(metric);
            let values = declared.saturating_add(spare);
            counts.values = counts.values.saturating_add(values);
            counts.spare_values = counts.spare_values.saturating_add(spare);
            if matches!(metric.value_type, Type::String) {
                counts.string_values = counts.string_values.saturating_add(values);
            }
            let texts = texts(metric.short_help.as_bytes(), metric.long_help.as_bytes());
            counts.metric_texts = counts.metric_texts.saturating_add(texts);
            metrics = rest;
        }
        counts
    }

    /// The values of a metric: those declared, and those of spare instances.
    const fn values_of(&self, metric: &Metric<'_>) -> (usize, usize) {
        if metric.indom == 0 || metric.indom == NO_INDOM {
            return (1, 0);
        }
        let mut indoms = self.indoms;
        while let [indom, rest @ ..] = indoms {
            if indom.serial == metric.indom {
                return (indom.instances.len(), indom.spares as usize);
            }
            indoms = rest;
        }
        (0, 0)
    }
}

fn entry<T>(entries: &[T], number: u32) -> Option<&T> {
    entries.get(usize::try_from(number).ok()?)
}

fn len<T>(entries: &[T]) -> u32 {
    u32::try_from(entries.len()).unwrap_or(u32::MAX)
}

impl Tables for Registry<'_> {
    fn file(&self) -> FileEntry {
        self.file
    }

    fn metrics(&self) -> u32 {
        len(self.metrics)
    }

    fn metric(&self, number: u32) -> Option<MetricEntry<'_>> {
        let metric = entry(self.metrics, number)?;
        Some(MetricEntry {
            name: metric.name.as_bytes(),
            item: u32::from(metric.item),
            type_code: metric.value_type.code(),
            semantics_code: metric.semantics.code(),
            units: metric.units,
            indom: metric.indom,
            short_help: metric.short_help.as_bytes(),
            long_help: metric.long_help.as_bytes(),
        })
    }

    fn indoms(&self) -> u32 {
        len(self.indoms)
    }

    fn indom(&self, number: u32) -> Option<IndomEntry<'_>> {
        let indom = entry(self.indoms, number)?;
        Some(IndomEntry {
            serial: indom.serial,
            instances: len(indom.instances),
            spares: u32::from(indom.spares),
            short_help: indom.short_help.as_bytes(),
            long_help: indom.long_help.as_bytes(),
        })
    }

    fn instance(&self, indom: u32, number: u32) -> Option<InstanceEntry<'_>> {
        let instance = entry(entry(self.indoms, indom)?.instances, number)?;
        Some(InstanceEntry { id: instance.id, name: instance.name.as_bytes() })
    }

    fn labels(&self) -> u32 {
        len(self.labels)
    }

    fn label(&self, number: u32) -> Option<LabelEntry<'_>> {
        let label = entry(self.labels, number)?;
        Some(LabelEntry {
            target: label.target,
            name: label.name.as_bytes(),
            value: label.value.as_bytes(),
            optional: label.optional,
        })
    }
}
