//! Declarations that tests make up or read from files, and memory to lay them out in.
#![allow(dead_code, reason = "each test uses a part of it")]

pub mod any;

use glassbox::mmv::read::{Image, Value};
use glassbox::mmv::{
    Buffering, FileEntry, Flags, Handle, IndomEntry, InstanceEntry, LabelEntry, MetricEntry, Scope, Tables, Target,
    Type, Units, Version, Writer,
};
use glassbox::{BadMemory, Memory};

/// A metric with everything its own.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnMetric {
    pub name: Vec<u8>,
    pub item: u32,
    pub type_code: i32,
    pub semantics_code: i32,
    pub units: u32,
    pub indom: u32,
    pub short_help: Vec<u8>,
    pub long_help: Vec<u8>,
}

impl OwnMetric {
    pub fn new(name: &str, item: u32, value_type: Type) -> Self {
        let is_elapsed = value_type == Type::Elapsed;
        Self {
            name: name.into(),
            item,
            type_code: value_type.code(),
            semantics_code: if is_elapsed { 1 } else { 3 },
            units: if is_elapsed { Units::MICROSECOND.bits() } else { 0 },
            indom: 0,
            short_help: Vec::new(),
            long_help: Vec::new(),
        }
    }

    pub fn of_indom(self, indom: u32) -> Self {
        Self { indom, ..self }
    }
}

/// An instance domain with everything its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnIndom {
    pub serial: u32,
    pub instances: Vec<(i32, Vec<u8>)>,
    pub spares: u32,
    pub short_help: Vec<u8>,
    pub long_help: Vec<u8>,
}

impl OwnIndom {
    pub fn new(serial: u32, instances: &[(i32, &str)]) -> Self {
        let instances = instances.iter().map(|(id, name)| (*id, name.as_bytes().to_vec())).collect();
        Self { serial, instances, ..Self::default() }
    }
}

/// A label with everything its own.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnLabel {
    pub target: Target,
    pub name: Vec<u8>,
    pub value: Vec<u8>,
    pub optional: bool,
}

impl OwnLabel {
    pub fn new(target: Target, name: &str, value: &str) -> Self {
        Self { target, name: name.into(), value: value.into(), optional: false }
    }
}

/// Declarations with everything their own.
#[derive(Clone, Debug)]
pub struct Own {
    pub file: FileEntry,
    pub metrics: Vec<OwnMetric>,
    pub indoms: Vec<OwnIndom>,
    pub labels: Vec<OwnLabel>,
}

impl Own {
    pub fn new(metrics: Vec<OwnMetric>) -> Self {
        let file =
            FileEntry { flags: Flags::empty(), cluster: 321, process: 0, version: None, strings: Buffering::Double };
        Self { file, metrics, indoms: Vec::new(), labels: Vec::new() }
    }

    pub fn with_indom(mut self, indom: OwnIndom) -> Self {
        self.indoms.push(indom);
        self
    }

    /// What a file declares.
    pub fn of_image(image: &Image<'_>) -> Self {
        let text =
            |text: Option<glassbox::mmv::Text<'_>>| text.map(|text| text.as_bytes().to_vec()).unwrap_or_default();
        let metrics = image.metrics().map(|metric| OwnMetric {
            name: text(metric.name),
            item: metric.item,
            type_code: metric.type_code,
            semantics_code: metric.semantics_code,
            units: metric.units.bits(),
            indom: metric.indom.unwrap_or(0),
            short_help: text(metric.short_help),
            long_help: text(metric.long_help),
        });
        let indoms = image.indoms().map(|indom| OwnIndom {
            serial: indom.serial,
            instances: image.instances(&indom).map(|instance| (instance.id, text(instance.name))).collect(),
            spares: 0,
            short_help: text(indom.short_help),
            long_help: text(indom.long_help),
        });
        let labels = image.labels().map(|label| {
            let payload = label.payload.to_str().unwrap();
            let (name, value) = payload.strip_prefix("{\"").unwrap().split_once("\":").unwrap();
            OwnLabel {
                target: match label.scope {
                    Scope::Cluster => Target::Cluster,
                    Scope::Indom => Target::Indom(label.identity),
                    Scope::Item => Target::Item(label.identity),
                    Scope::Instances => Target::Instance { indom: label.identity, id: label.instance.unwrap() },
                },
                name: name.into(),
                value: value.strip_suffix('}').unwrap().into(),
                optional: label.optional,
            }
        });
        Self {
            file: FileEntry {
                flags: image.flags(),
                cluster: image.cluster().try_into().unwrap(),
                process: image.process(),
                version: Some(image.version()),
                strings: Buffering::Single,
            },
            metrics: metrics.collect(),
            indoms: indoms.collect(),
            labels: labels.collect(),
        }
    }

    /// The instance names of a metric, or one `None` for a singular one.
    pub fn instances_of(&self, metric: &OwnMetric) -> Vec<Option<&[u8]>> {
        match self.indoms.iter().find(|indom| indom.serial == metric.indom) {
            None => vec![None],
            Some(indom) => indom.instances.iter().map(|(_, name)| Some(name.as_slice())).collect(),
        }
    }
}

impl Tables for Own {
    fn file(&self) -> FileEntry {
        self.file
    }

    fn metrics(&self) -> u32 {
        self.metrics.len().try_into().unwrap()
    }

    fn metric(&self, number: u32) -> Option<MetricEntry<'_>> {
        let metric = self.metrics.get(number as usize)?;
        Some(MetricEntry {
            name: &metric.name,
            item: metric.item,
            type_code: metric.type_code,
            semantics_code: metric.semantics_code,
            units: Units::from_bits(metric.units),
            indom: metric.indom,
            short_help: &metric.short_help,
            long_help: &metric.long_help,
        })
    }

    fn indoms(&self) -> u32 {
        self.indoms.len().try_into().unwrap()
    }

    fn indom(&self, number: u32) -> Option<IndomEntry<'_>> {
        let indom = self.indoms.get(number as usize)?;
        Some(IndomEntry {
            serial: indom.serial,
            instances: indom.instances.len().try_into().unwrap(),
            spares: indom.spares,
            short_help: &indom.short_help,
            long_help: &indom.long_help,
        })
    }

    fn instance(&self, indom: u32, number: u32) -> Option<InstanceEntry<'_>> {
        let (id, name) = self.indoms.get(indom as usize)?.instances.get(number as usize)?;
        Some(InstanceEntry { id: *id, name })
    }

    fn labels(&self) -> u32 {
        self.labels.len().try_into().unwrap()
    }

    fn label(&self, number: u32) -> Option<LabelEntry<'_>> {
        let label = self.labels.get(number as usize)?;
        Some(LabelEntry { target: label.target, name: &label.name, value: &label.value, optional: label.optional })
    }
}

/// A value that can be set and is its own.
#[derive(Clone, Debug, PartialEq)]
pub enum OwnValue {
    I32(i32),
    U32(u32),
    I64(i64),
    U64(u64),
    Float(u32),
    Double(u64),
    String(Vec<u8>),
    Elapsed(u64, Option<u64>),
    Unavailable,
}

impl OwnValue {
    pub fn of(value: Option<Value<'_>>) -> Self {
        match value {
            None => Self::Unavailable,
            Some(Value::I32(number)) => Self::I32(number),
            Some(Value::U32(number)) => Self::U32(number),
            Some(Value::I64(number)) => Self::I64(number),
            Some(Value::U64(number)) => Self::U64(number),
            Some(Value::Float(number)) => Self::Float(number.to_bits()),
            Some(Value::Double(number)) => Self::Double(number.to_bits()),
            Some(Value::String(text)) => Self::String(text.as_bytes().to_vec()),
            Some(Value::Elapsed { accumulated, open_since }) => Self::Elapsed(accumulated.cast_unsigned(), open_since),
        }
    }

    /// Sets the value through the handle of its type.
    pub fn set(&self, writer: &Writer<'_>, handle: Handle, value_type: Type) {
        match self {
            Self::I32(number) => writer.exclusive(handle).unwrap().set(*number),
            Self::U32(number) => writer.exclusive(handle).unwrap().set(*number),
            Self::I64(number) => writer.exclusive(handle).unwrap().set(*number),
            Self::U64(number) => writer.exclusive(handle).unwrap().set(*number),
            Self::Float(bits) => writer.exclusive(handle).unwrap().set(f32::from_bits(*bits)),
            Self::Double(bits) => writer.exclusive(handle).unwrap().set(f64::from_bits(*bits)),
            Self::String(text) => writer.text(handle).unwrap().set_bytes(text).unwrap(),
            Self::Elapsed(total, open_since) => {
                let interval = writer.interval(handle).unwrap();
                interval.set(*total);
                if let Some(start) = open_since {
                    assert!(interval.start(*start));
                }
            }
            Self::Unavailable => {
                let done = match value_type {
                    Type::I32 => writer.exclusive::<i32>(handle).unwrap().set_unavailable(),
                    Type::U32 => writer.exclusive::<u32>(handle).unwrap().set_unavailable(),
                    Type::I64 => writer.exclusive::<i64>(handle).unwrap().set_unavailable(),
                    Type::U64 => writer.exclusive::<u64>(handle).unwrap().set_unavailable(),
                    Type::Float => writer.exclusive::<f32>(handle).unwrap().set_unavailable(),
                    Type::Double => writer.exclusive::<f64>(handle).unwrap().set_unavailable(),
                    Type::String => writer.text(handle).unwrap().set("").is_ok(),
                    Type::Elapsed => writer.interval(handle).unwrap().set_unavailable(),
                    Type::NoSupport => true,
                };
                assert!(done, "{value_type:?}");
            }
        }
    }
}

/// Bytes that begin at a multiple of 16, with something in them.
pub struct Bytes {
    bytes: Vec<u8>,
    start: usize,
}

impl Bytes {
    pub fn new(size: usize) -> Self {
        let bytes = vec![0xa5; size + 16];
        let start = bytes.as_ptr().align_offset(16);
        Self { bytes, start }
    }

    /// Memory that holds `bytes`.
    pub fn holding(bytes: &[u8]) -> Self {
        let mut new = Self::new(bytes.len());
        new.bytes[new.start..new.start + bytes.len()].copy_from_slice(bytes);
        new
    }

    pub fn memory(&mut self) -> Result<Memory<'_>, BadMemory> {
        let size = self.bytes.len() - 16;
        Memory::from_bytes(&mut self.bytes[self.start..self.start + size])
    }
}

/// The bytes of a region.
pub fn bytes_of(memory: Memory<'_>) -> Vec<u8> {
    let mut bytes = vec![0; memory.len()];
    memory.copy_to(&mut bytes);
    bytes
}

/// The lowest version that can hold the declarations, by the rules of the format.
pub fn lowest_version(own: &Own) -> Version {
    let mut names = own.metrics.iter().map(|metric| &metric.name);
    let mut instances = own.indoms.iter().flat_map(|indom| &indom.instances).map(|(_, name)| name);
    if !own.labels.is_empty() {
        Version::V3
    } else if names.any(|name| name.len() > 63) || instances.any(|name| name.len() > 63) {
        Version::V2
    } else {
        Version::V1
    }
}
