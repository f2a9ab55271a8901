//! Random declarations, the files that our writer makes of them, and what `pminfo` must print.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context, Result};
use glassbox::Memory;
use glassbox::mmv::{
    Flags, Indom, Instance, Label, Metric, Registry, Semantics, Space, Target, Time, Type, Units, Version, Writer,
};
use serde_json::{Map, Value};

/// What `pminfo` adds to the labels of every metric: about the machine and the user.
const OF_THE_MACHINE: [&str; 6] = ["agent", "domainname", "groupid", "hostname", "machineid", "userid"];

/// Declarations, and the values that are set.
pub struct Declared {
    flags: Flags,
    cluster: u16,
    version: Option<Version>,
    pub metrics: Vec<DeclaredMetric>,
    indoms: Vec<DeclaredIndom>,
    labels: Vec<DeclaredLabel>,
}

pub struct DeclaredMetric {
    pub name: String,
    item: u16,
    value_type: Type,
    semantics: Semantics,
    units: (Units, &'static str),
    /// The place of its domain.
    indom: Option<usize>,
    short_help: String,
    long_help: String,
    /// A value for each instance, or one; `None` when it is not available.
    values: Vec<Option<Number>>,
}

/// A value to be set.
#[derive(Clone, Debug)]
enum Number {
    Whole(i128),
    Fraction(f32),
    Text(String),
    Nothing,
}

struct DeclaredIndom {
    serial: u32,
    instances: Vec<(i32, String)>,
    help: String,
}

struct DeclaredLabel {
    target: Target,
    name: String,
    value: Value,
}

/// Random numbers that are the same each time.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `limit`.
    fn below(&mut self, limit: u64) -> usize {
        usize::try_from(self.next() % limit).unwrap_or(0)
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    fn of<T: Clone>(&mut self, all: &[T]) -> T {
        let count = u64::try_from(all.len()).unwrap_or(1);
        all[self.below(count)].clone()
    }

    /// A text of letters, mostly short, sometimes as long as can be.
    fn text(&mut self, longest: usize) -> String {
        let length = match self.below(6) {
            0 => longest,
            1 => 64.min(longest),
            _ => 1 + self.below(20),
        };
        (0..length).map(|_| char::from(b'a' + u8::try_from(self.below(26)).unwrap_or(0))).collect()
    }

    fn help(&mut self) -> String {
        if self.one_in(2) { String::new() } else { self.text(255) }
    }
}

/// Units, and how PCP writes them.
fn units() -> [(Units, &'static str); 9] {
    [
        (Units::NONE, "none"),
        (Units::COUNT, "count"),
        (Units::NONE.count(1, 3), "count x 10^3"),
        (Units::BYTE, "byte"),
        (Units::KIBIBYTE, "Kbyte"),
        (Units::MEBIBYTE.time(-1, Time::Second), "Mbyte / sec"),
        (Units::KIBIBYTE.count(-1, 0), "Kbyte / count"),
        (Units::MILLISECOND, "millisec"),
        (Units::NONE.space(-1, Space::Yobibyte).time(-8, Time::Hour).count(7, -8), "count x 10^-8^7 / Ybyte hour^8"),
    ]
}

impl Declared {
    /// The declarations of number `seed`.
    pub fn random(seed: u64) -> Self {
        let mut dice = Dice(seed);
        let mut flags = Flags::empty();
        for flag in [Flags::NO_PREFIX, Flags::PROCESS, Flags::SENTINEL] {
            flags.set(flag, dice.one_in(3));
        }
        let longest = if dice.one_in(2) { 60 } else { 200 };
        let indoms: Vec<_> = (0..dice.below(4))
            .map(|place| {
                let instances = (0..dice.below(6)).map(|number| {
                    let id = i32::try_from(number).unwrap_or(0) * 1_000_003 - 3;
                    (id, format!("{number}-{}", dice.text(longest)))
                });
                let instances = instances.collect();
                let serial = u32::try_from(place * 600 + 1).unwrap_or(1);
                DeclaredIndom { serial, instances, help: dice.help() }
            })
            .collect();
        let metrics: Vec<_> = (0..=dice.below(14))
            .map(|place| DeclaredMetric::random(&mut dice, place, longest, &indoms, flags))
            .collect();
        let cluster = u16::try_from(1 + dice.below(4095)).unwrap_or(1);
        let version = dice.of(&[None, None, Some(Version::V3)]);
        let mut declared = Self { flags, cluster, version, metrics, indoms, labels: Vec::new() };
        if dice.one_in(2) {
            declared.add_labels(&mut dice);
        }
        declared
    }

    fn add_labels(&mut self, dice: &mut Dice) {
        let mut targets = vec![Target::Cluster];
        targets.extend(self.metrics.iter().map(|metric| Target::Item(u32::from(metric.item))));
        for indom in &self.indoms {
            targets.push(Target::Indom(indom.serial));
            targets.extend(indom.instances.iter().map(|(id, _)| Target::Instance { indom: indom.serial, id: *id }));
        }
        for target in targets {
            for name in ["app", "kind", "unit_2"] {
                if dice.one_in(3) {
                    let value = match dice.below(5) {
                        0 => Value::Null,
                        1 => Value::Bool(true),
                        2 => Value::from(dice.below(1000)),
                        3 => Value::from(vec![1, 2, dice.below(9)]),
                        _ => Value::from(dice.text(40)),
                    };
                    self.labels.push(DeclaredLabel { target, name: name.into(), value });
                }
            }
        }
    }

    /// Every name, help text and label's name.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let metrics = self.metrics.iter().flat_map(|metric| [&metric.name, &metric.short_help, &metric.long_help]);
        let instances = self.indoms.iter().flat_map(|indom| indom.instances.iter().map(|(_, name)| name));
        let helps = self.indoms.iter().map(|indom| &indom.help);
        metrics.chain(instances).chain(helps).chain(self.labels.iter().map(|label| &label.name)).map(String::as_str)
    }

    /// The number of values.
    pub fn values(&self) -> usize {
        self.metrics.iter().map(|metric| metric.values.len()).sum()
    }

    /// The file that our writer makes.
    ///
    /// # Errors
    /// When it refuses the declarations, or a value cannot be set.
    pub fn image(&self) -> Result<Vec<u8>> {
        let instances: Vec<Vec<_>> = self
            .indoms
            .iter()
            .map(|indom| indom.instances.iter().map(|(id, name)| Instance::new(*id, name)).collect())
            .collect();
        let indoms: Vec<_> = self
            .indoms
            .iter()
            .zip(&instances)
            .map(|(indom, instances)| Indom::new(indom.serial, instances).help(&indom.help, ""))
            .collect();
        let metrics: Vec<_> = self
            .metrics
            .iter()
            .map(|metric| {
                Metric::new(&metric.name, metric.item, metric.value_type, metric.semantics)
                    .units(metric.units.0)
                    .indom(metric.indom.map_or(0, |indom| self.indoms[indom].serial))
                    .help(&metric.short_help, &metric.long_help)
            })
            .collect();
        let values: Vec<_> = self.labels.iter().map(|label| label.value.to_string()).collect();
        let labels: Vec<_> = self
            .labels
            .iter()
            .zip(&values)
            .map(|(label, value)| Label::new(label.target, &label.name, value).optional())
            .collect();
        let process = i32::try_from(std::process::id())?;
        let mut registry = Registry::new(&metrics).indoms(&indoms).labels(&labels).cluster(self.cluster);
        registry = registry.flags(self.flags).process(process);
        if let Some(version) = self.version {
            registry = registry.version(version);
        }
        let size = registry.required_size();
        let mut bytes = vec![0xa5; size + 16];
        let start = bytes.as_ptr().align_offset(16);
        let memory = Memory::from_bytes(&mut bytes[start..start + size])?;
        let draft = Writer::lay_out(memory, &registry, 0x0000_0007_0000_0001)
            .map_err(|error| anyhow::anyhow!("the writer refuses it: {error}"))?;
        draft.set_unavailable();
        for (number, metric) in (0..).zip(&self.metrics) {
            for (place, value) in (0..).zip(&metric.values) {
                set(&draft, number, place, metric.value_type, value.as_ref())?;
            }
        }
        let writer = draft.publish();
        let mut file = vec![0; writer.memory().len()];
        writer.memory().copy_to(&mut file);
        file.truncate(writer.file_size());
        Ok(file)
    }

    /// What `pminfo -fdmtTl` must print of each metric, ordered.
    pub fn expected(&self, file: &str) -> Vec<String> {
        let prefix = if self.flags.contains(Flags::NO_PREFIX) { "mmv.".into() } else { format!("mmv.{file}.") };
        let mut blocks: Vec<_> = self.metrics.iter().map(|metric| self.block(&prefix, metric)).collect();
        blocks.sort();
        blocks
    }

    fn block(&self, prefix: &str, metric: &DeclaredMetric) -> String {
        let is_unsupported = metric.value_type == Type::NoSupport;
        // The collector finds the help of a metric by way of its values.
        let has_no_record = is_unsupported || metric.values.is_empty();
        let (short, long) = if has_no_record { ("", "") } else { (&*metric.short_help, &*metric.long_help) };
        let no_help = if has_no_record {
            "Error: Unknown or illegal metric identifier"
        } else {
            "Error: One-line or help text is not available"
        };
        let one_line = if short.is_empty() { format!("One-line Help: {no_help}") } else { format!("[{short}]") };
        let indom = metric.indom.map(|indom| &self.indoms[indom]);
        let domain = match indom {
            None => "PM_INDOM_NULL 0xffffffff".into(),
            Some(indom) => {
                // 22 bits of it.
                let number = (u32::from(self.cluster) << 11 | indom.serial) & 0x3f_ffff;
                format!("70.{number} {:#x}", 70 << 22 | number)
            }
        };
        let mut text = format!("{prefix}{} PMID: 70.{}.{} {one_line}\n", metric.name, self.cluster, metric.item);
        let _ = writeln!(text, "    Data Type: {}  InDom: {domain}", type_name(metric.value_type));
        let semantics = metric.semantics.name();
        let _ = writeln!(text, "    Semantics: {semantics}  Units: {}", metric.units.1);
        let mut labels = Map::new();
        if let Some(indom) = indom {
            self.merge(&mut labels, Target::Indom(indom.serial));
        }
        self.merge(&mut labels, Target::Cluster);
        self.merge(&mut labels, Target::Item(u32::from(metric.item)));
        let _ = writeln!(text, "    labels {}", Value::Object(labels.clone()));
        match (long.is_empty(), short.is_empty()) {
            (false, _) => writeln!(text, "Help:\n{long}"),
            (true, false) => writeln!(text, "Help:\n{short}"),
            (true, true) => writeln!(text, "Full Help: {no_help}"),
        }
        .unwrap_or_default();
        let mut lines = Vec::new();
        match indom {
            _ if is_unsupported => {
                text.push_str("Error: Metric not supported by this version of monitored application\n");
            }
            _ if metric.values.iter().all(Option::is_none) => text.push_str("No value(s) available!\n"),
            None => lines.extend(metric.values.iter().flatten().map(|value| format!("    value {}", value.shown()))),
            Some(indom) => {
                for ((id, name), value) in indom.instances.iter().zip(&metric.values) {
                    if let Some(value) = value {
                        lines.push(format!("    inst [{id} or {name:?}] value {}", value.shown()));
                    }
                }
            }
        }
        for (id, name) in indom.map_or(&[][..], |indom| &indom.instances) {
            let mut labels = labels.clone();
            self.merge(&mut labels, Target::Instance { indom: indom.map_or(0, |indom| indom.serial), id: *id });
            lines.push(format!("    inst [{id} or {name:?}] labels {}", Value::Object(labels)));
        }
        lines.sort();
        text.push_str(&lines.join("\n"));
        text.trim_end().into()
    }

    /// Adds the labels about `target`, which are more specific than those before.
    fn merge(&self, labels: &mut Map<String, Value>, target: Target) {
        // The number of a domain in PCP has no room for larger clusters, and its collector does not find these labels then.
        let is_about_instances = matches!(target, Target::Indom(_) | Target::Instance { .. });
        if is_about_instances && self.cluster > 2047 {
            return;
        }
        for label in self.labels.iter().filter(|label| label.target == target) {
            labels.insert(label.name.clone(), label.value.clone());
        }
    }
}

impl DeclaredMetric {
    fn random(dice: &mut Dice, place: usize, longest: usize, indoms: &[DeclaredIndom], flags: Flags) -> Self {
        const TYPES: [Type; 9] = [
            Type::I32,
            Type::U32,
            Type::I64,
            Type::U64,
            Type::Float,
            Type::Double,
            Type::String,
            Type::Elapsed,
            Type::NoSupport,
        ];
        let value_type = dice.of(&TYPES);
        let is_elapsed = value_type == Type::Elapsed;
        let is_unsupported = value_type == Type::NoSupport;
        let semantics = dice.of(&[Semantics::Counter, Semantics::Instant, Semantics::Discrete]);
        let indom = if indoms.is_empty() || is_unsupported || dice.one_in(2) {
            None
        } else {
            Some(dice.below(u64::try_from(indoms.len()).unwrap_or(1)))
        };
        let count = indom.map_or(1, |indom| indoms[indom].instances.len());
        // Not-a-number stands for "not available" in PCP 6.3 and later only, so fractions are always available here.
        let is_fraction = matches!(value_type, Type::Float | Type::Double);
        let values = (0..count).map(|_| {
            let is_missing = flags.contains(Flags::SENTINEL) && !is_fraction && dice.one_in(4);
            (!is_missing).then(|| Number::random(dice, value_type))
        });
        Self {
            values: values.collect(),
            name: format!("m{place}.{}", dice.text(longest)),
            item: u16::try_from(place * 70 + dice.below(70)).unwrap_or(0),
            value_type,
            semantics: if is_elapsed { Semantics::Counter } else { semantics },
            units: if is_elapsed { (Units::MICROSECOND, "microsec") } else { dice.of(&units()) },
            indom,
            short_help: if is_unsupported { String::new() } else { dice.help() },
            long_help: if is_unsupported { String::new() } else { dice.help() },
        }
    }
}

impl Number {
    fn random(dice: &mut Dice, value_type: Type) -> Self {
        let whole = |dice: &mut Dice, least: i128, most: i128| {
            let some = i128::from(dice.next()) % (most - least) + least;
            Self::Whole(dice.of(&[least, most, 0, some, some]))
        };
        match value_type {
            Type::I32 => whole(dice, i32::MIN.into(), i32::MAX.into()),
            Type::U32 => whole(dice, 0, u32::MAX.into()),
            Type::I64 => whole(dice, i64::MIN.into(), i64::MAX.into()),
            // All bits of it stand for "not available".
            Type::U64 => whole(dice, 0, i128::from(u64::MAX) - 1),
            Type::Elapsed => whole(dice, 0, i64::MAX.into()),
            Type::Float | Type::Double => Self::Fraction(dice.of(&[0.0, 0.5, -2.25, 1234.5, 65536.0])),
            // The empty one is not available where there is such a thing.
            Type::String => Self::Text(dice.text(255)),
            Type::NoSupport => Self::Nothing,
        }
    }

    fn shown(&self) -> String {
        match self {
            Self::Whole(number) => number.to_string(),
            Self::Fraction(number) => number.to_string(),
            Self::Text(text) => format!("{text:?}"),
            Self::Nothing => String::new(),
        }
    }
}

/// Sets a value through the handle of its type. One that is not available was made so before.
fn set(writer: &Writer<'_>, metric: u32, place: u32, value_type: Type, value: Option<&Number>) -> Result<()> {
    let Some(value) = value else { return Ok(()) };
    let handle = writer.value_at(metric, place)?;
    match (value_type, value) {
        (Type::I32, Number::Whole(number)) => writer.exclusive::<i32>(handle)?.set(i32::try_from(*number)?),
        (Type::U32, Number::Whole(number)) => writer.shared::<u32>(handle)?.set(u32::try_from(*number)?),
        (Type::I64, Number::Whole(number)) => writer.exclusive::<i64>(handle)?.set(i64::try_from(*number)?),
        (Type::U64, Number::Whole(number)) => writer.shared::<u64>(handle)?.set(u64::try_from(*number)?),
        (Type::Elapsed, Number::Whole(number)) => writer.interval(handle)?.set(u64::try_from(*number)?),
        (Type::Float, Number::Fraction(number)) => writer.exclusive::<f32>(handle)?.set(*number),
        (Type::Double, Number::Fraction(number)) => writer.exclusive::<f64>(handle)?.set(f64::from(*number)),
        (Type::String, Number::Text(text)) => {
            // Twice, so that it lies in the other one of its blocks, and its end shows when it is not cleared.
            writer.text(handle)?.set("a text that was there before")?;
            writer.text(handle)?.set(text)?;
        }
        _ => {}
    }
    Ok(())
}

const fn type_name(value_type: Type) -> &'static str {
    match value_type {
        Type::NoSupport => "Not Supported",
        Type::I32 => "32-bit int",
        Type::U32 => "32-bit unsigned int",
        Type::I64 | Type::Elapsed => "64-bit int",
        Type::U64 => "64-bit unsigned int",
        Type::Float => "float",
        Type::Double => "double",
        Type::String => "string",
    }
}

/// What `pminfo -fdmtTl` printed of each metric of a file, ordered, without the collector's own metrics, and without the
/// labels about the machine.
///
/// # Errors
/// When a label is no JSON.
pub fn blocks_of(output: &str) -> Result<Vec<String>> {
    let mut blocks = Vec::new();
    for block in output.split("\n\n").map(|block| block.trim_matches('\n')) {
        if block.is_empty() || block.starts_with("mmv.control.") {
            continue;
        }
        let mut head = Vec::new();
        let mut instances = Vec::new();
        for line in block.lines() {
            let line = match line.split_once("labels {") {
                Some((before, labels)) => format!("{before}labels {}", own_labels(&format!("{{{labels}"))?),
                None => line.into(),
            };
            if line.starts_with("    inst [") { instances.push(line) } else { head.push(line) }
        }
        instances.sort();
        head.extend(instances);
        blocks.push(head.join("\n"));
    }
    blocks.sort();
    Ok(blocks)
}

fn own_labels(labels: &str) -> Result<Value> {
    let all: BTreeMap<String, Value> =
        serde_json::from_str(labels).with_context(|| format!("pminfo printed {labels}"))?;
    Ok(all.into_iter().filter(|(name, _)| !OF_THE_MACHINE.contains(&name.as_str())).collect())
}
