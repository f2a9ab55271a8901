//! Files of the MMV writer before the real Performance Co-Pilot: every file of a broad made-up set is read by PCP's
//! `mmvdump` and `pminfo`, and names, types, semantics, units, instances, values, help and labels must be those declared.
//!
//! ```text
//! cargo run --package glassbox --example mmv_pcp -- [--count N] [--seed N] [--pcp DIR]
//! ```
//!
//! PCP is taken from the system, or from the directory into which its packages were extracted. Ends with status 0 when
//! all files agree, 1 when one does not, 2 when PCP is not there.

#[path = "../tests/mmv_common/mod.rs"]
mod mmv_common;

use glassbox::mmv::read::Image;
use glassbox::mmv::{Flags, Target, Type, Writer, required_size};
use mmv_common::any::{Filled, filled, plain_text};
use mmv_common::{Bytes, Own, OwnMetric, OwnValue, bytes_of};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};
use std::time::SystemTime;
use std::{env, fs};

const GENERATION: u64 = 0x6ac0_0001_0000_0001;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let option = |name: &str| arguments.windows(2).find(|pair| pair[0] == name).map(|pair| pair[1].as_str());
    let number = |name: &str, default: u64| option(name).map_or(default, |text| text.parse().expect("a number"));
    let Some(pcp) = Pcp::new(option("--pcp").map(Path::new)) else {
        eprintln!("mmv_pcp: pminfo, mmvdump or pmda_mmv.so is missing; install pcp, or give its directory with --pcp");
        return ExitCode::from(2);
    };
    let (count, seed) = (number("--count", 200), number("--seed", 1));
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let strategy = filled(plain_text());
    let mut metrics = 0;
    let mut values = 0;
    let mut failed = 0;
    for number in 0..count {
        let filled = strategy.new_tree(&mut runner).expect("declarations can be made up").current();
        let expected = Expected::new(&filled);
        metrics += expected.metrics.len();
        values += expected.metrics.iter().map(|metric| metric.values.len()).sum::<usize>();
        let differences = pcp.differences(&expected);
        if !differences.is_empty() {
            failed += 1;
            let kept = env::temp_dir().join(format!("glassbox-mmv-pcp-{seed}-{number}.mmv"));
            fs::write(&kept, &expected.bytes).expect("there is a temporary directory");
            eprintln!("file {number} of seed {seed}, kept as {}:\n  {}", kept.display(), differences.join("\n  "));
        }
    }
    println!(
        "mmv_pcp: {count} files with {metrics} metrics and {values} values, {failed} of them read otherwise by PCP"
    );
    ExitCode::from(u8::from(failed > 0))
}

/// What PCP should say of a metric.
struct ExpectedMetric<'o> {
    metric: &'o OwnMetric,
    /// The instance, unless the metric is singular, and the value.
    values: Vec<(Option<(i32, String)>, OwnValue)>,
}

/// A file, and what PCP should say of it.
struct Expected<'o> {
    own: &'o Own,
    bytes: Vec<u8>,
    metrics: Vec<ExpectedMetric<'o>>,
    /// For each metric, the lines on semantics and units that this crate's own view has.
    descriptions: Vec<String>,
}

impl<'o> Expected<'o> {
    /// Lays the declarations out, sets the values, and names a spare instance of each domain that has one.
    fn new(filled: &'o Filled) -> Self {
        let own = &filled.own;
        let mut region = Bytes::new(required_size(own).expect("the declarations keep the rules"));
        let memory = region.memory().expect("the memory is aligned");
        let draft = Writer::lay_out(memory, own, GENERATION).expect("the declarations keep the rules");
        let mut given = filled.values.iter();
        let mut metrics = Vec::new();
        for metric in &own.metrics {
            let mut values = Vec::new();
            for instance in own.instances_of(metric) {
                let handle = draft.look_up(&metric.name, instance).expect("the value is declared");
                let value = given.next().expect("there is a value for each record");
                value.set(&draft, handle, value_type(metric));
                let indom = own.indoms.iter().find(|indom| indom.serial == metric.indom);
                let id = indom.and_then(|indom| indom.instances.iter().find(|(_, name)| Some(&name[..]) == instance));
                values.push((id.map(|(id, name)| (*id, text(name))), value.clone()));
            }
            metrics.push(ExpectedMetric { metric, values });
        }
        let writer = draft.publish();
        name_spares(&writer, own, &mut metrics);
        let mut bytes = bytes_of(memory);
        bytes.truncate(writer.file_size() + usize::from(own.file.cluster.is_multiple_of(2)) * bytes.len());
        let descriptions = descriptions(&bytes);
        Self { own, bytes, metrics, descriptions }
    }
}

fn name_spares(writer: &Writer<'_>, own: &Own, metrics: &mut [ExpectedMetric<'_>]) {
    let edit = writer.edit(GENERATION + 1).expect("no edit is open");
    for indom in own.indoms.iter().filter(|indom| indom.spares > 0) {
        let id = (100..200).find(|id| indom.instances.iter().all(|(other, _)| other != id)).expect("a free number");
        let name = format!("spare-{id}");
        edit.name_instance(indom.serial, id, name.as_bytes()).expect("there is a spare");
        for expected in metrics.iter_mut().filter(|expected| expected.metric.indom == indom.serial) {
            let handle = writer.look_up(&expected.metric.name, Some(name.as_bytes())).expect("it has just been named");
            let value = match value_type(expected.metric) {
                Type::I32 => OwnValue::I32(-7),
                Type::U32 => OwnValue::U32(7),
                Type::I64 => OwnValue::I64(-7),
                Type::U64 => OwnValue::U64(7),
                Type::Float => OwnValue::Float(7.0_f32.to_bits()),
                Type::Double => OwnValue::Double(7.0_f64.to_bits()),
                Type::String => OwnValue::String(b"seven".to_vec()),
                Type::Elapsed => OwnValue::Elapsed(7, None),
                Type::NoSupport => OwnValue::Unavailable,
            };
            value.set(writer, handle, value_type(expected.metric));
            expected.values.push((Some((id, name.clone())), value));
        }
    }
}

fn value_type(metric: &OwnMetric) -> Type {
    Type::new(metric.type_code).expect("the code is one of the format's")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("texts are made up in UTF-8")
}

/// The line on semantics and units of each metric, in the order of the file.
fn descriptions(bytes: &[u8]) -> Vec<String> {
    let image = Image::read(bytes).expect("the image is complete");
    image.check(&mut |problem| panic!("{problem:?}"));
    let mut view = String::new();
    image.write_text("", &mut view).expect("a string takes everything");
    view.lines().filter(|line| line.starts_with("    Semantics: ")).map(str::to_owned).collect()
}

/// The installed or extracted PCP, and a directory for its files.
struct Pcp {
    pminfo: PathBuf,
    mmvdump: PathBuf,
    collector: PathBuf,
    /// What an extracted PCP must be told.
    environment: Vec<(&'static str, PathBuf)>,
    directory: PathBuf,
}

impl Pcp {
    fn new(extracted: Option<&Path>) -> Option<Self> {
        let directory = env::temp_dir().join(format!("glassbox-mmv-pcp-{}", std::process::id()));
        fs::create_dir_all(directory.join("mmv")).ok()?;
        fs::write(directory.join("root_mmv"), "root {\n    mmv\t70:*:*\n}\n").ok()?;
        let mut environment = vec![("PCP_TMP_DIR", directory.clone())];
        let root = extracted.unwrap_or(Path::new("/"));
        if let Some(extracted) = extracted {
            let settings = fs::read_to_string(extracted.join("etc/pcp.conf")).ok()?;
            let local = directory.join("pcp.conf");
            fs::write(&local, settings.replace("=/", &format!("={}/", extracted.display()))).ok()?;
            environment.extend([("PCP_CONF", local), ("LD_LIBRARY_PATH", extracted.join("usr/lib"))]);
        }
        let find = |places: &[&str]| places.iter().map(|place| root.join(place)).find(|path| path.exists());
        Some(Self {
            pminfo: find(&["usr/bin/pminfo"])?,
            mmvdump: find(&["usr/lib/pcp/pmdas/mmv/mmvdump", "usr/libexec/pcp/pmdas/mmv/mmvdump"])?,
            collector: find(&["var/lib/pcp/pmdas/mmv/pmda_mmv.so", "usr/lib/pcp/pmdas/mmv/pmda_mmv.so"])?,
            environment,
            directory,
        })
    }

    fn run(&self, command: &mut Command) -> Output {
        for (name, value) in &self.environment {
            command.env(name, value);
        }
        command.output().expect("the program is there and can be run")
    }

    /// What PCP says otherwise than expected.
    fn differences(&self, expected: &Expected<'_>) -> Vec<String> {
        let file = self.directory.join("mmv/glassbox");
        fs::write(&file, &expected.bytes).expect("the directory is there");
        let mut found = self.dump_differences(&file, expected);
        found.extend(self.info_differences(expected));
        fs::remove_file(&file).expect("the file is there");
        found
    }

    fn dump_differences(&self, file: &Path, expected: &Expected<'_>) -> Vec<String> {
        let output = self.run(Command::new(&self.mmvdump).arg(file));
        let [out, error] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let mut found = Vec::new();
        // It complains of sections without records, and takes the file all the same.
        let complaint = out.lines().find(|line| line.starts_with("Bad ") && !line.ends_with(": invalid entry count 0"));
        if !output.status.success() || !error.is_empty() || complaint.is_some() {
            found.push(format!("mmvdump ended with {}: {error}{}", output.status, complaint.unwrap_or_default()));
        }
        for ExpectedMetric { metric, .. } in &expected.metrics {
            let name = text(&metric.name);
            let is_its =
                |line: &str| line.starts_with(&format!("  [{}/", metric.item)) && line.ends_with(&format!("] {name}"));
            if !out.lines().any(is_its) {
                found.push(format!("mmvdump does not list {name}"));
            }
        }
        let values = out.lines().filter(|line| line.starts_with("  [") && line.contains(" = "));
        let values = values.filter(|line| !line.contains("] instance = ")).count();
        let wanted: usize = expected.metrics.iter().map(|metric| metric.values.len()).sum();
        // Strings have lines of their own, which may look like values.
        if values < wanted {
            found.push(format!("mmvdump lists {values} values instead of {wanted}"));
        }
        found
    }

    fn info_differences(&self, expected: &Expected<'_>) -> Vec<String> {
        let before = now();
        let output = self.run(
            Command::new(&self.pminfo)
                .arg("-n")
                .arg(self.directory.join("root_mmv"))
                .args(["-L", "-K", "clear", "-K"])
                .arg(format!("add,70,{},mmv_init", self.collector.display()))
                .args(["-fdmtTl", "mmv"]),
        );
        let window = before..=now();
        let [out, error] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let mut found = Vec::new();
        if !output.status.success() || !error.is_empty() {
            found.push(format!("pminfo ended with {}: {error}", output.status));
        }
        let blocks: BTreeMap<&str, Vec<&str>> = out
            .split("\n\n")
            .filter_map(|block| {
                let block = block.trim_start_matches('\n');
                Some((block.split_once(' ')?.0, block.lines().collect()))
            })
            .collect();
        let prefix = if expected.own.file.flags.contains(Flags::NO_PREFIX) { "mmv." } else { "mmv.glassbox." };
        let own = blocks.keys().filter(|name| !name.starts_with("mmv.control.")).count();
        if own != expected.metrics.len() {
            found.push(format!("pminfo lists {own} metrics instead of {}", expected.metrics.len()));
        }
        for (metric, description) in expected.metrics.iter().zip(&expected.descriptions) {
            let name = format!("{prefix}{}", text(&metric.metric.name));
            match blocks.get(name.as_str()) {
                None => found.push(format!("pminfo does not list {name}")),
                Some(lines) => {
                    let block = Block { expected, metric, lines, window: &window };
                    found.extend(
                        block.differences(description).map(|what| format!("{name}: {what}\n{}", lines.join("\n"))),
                    );
                }
            }
        }
        found
    }
}

impl Drop for Pcp {
    fn drop(&mut self) {
        // What is left behind in the temporary directory harms nobody.
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// Microseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("it is later than 1970");
    i64::try_from(since.as_micros()).expect("it is earlier than the year 292277")
}

/// What pminfo says of one metric.
struct Block<'b> {
    expected: &'b Expected<'b>,
    metric: &'b ExpectedMetric<'b>,
    lines: &'b [&'b str],
    /// When pminfo ran.
    window: &'b std::ops::RangeInclusive<i64>,
}

impl Block<'_> {
    fn differences(&self, description: &str) -> impl Iterator<Item = String> {
        let metric = self.metric.metric;
        let cluster = self.expected.own.file.cluster;
        let mut found = Vec::new();
        let mut want = |is_good: bool, what: String| {
            if !is_good {
                found.push(what);
            }
        };
        let head = self.lines[0];
        let identity = format!(" PMID: 70.{cluster}.{} ", metric.item);
        want(head.contains(&identity), format!("no {identity}"));
        // The collector knows no help of a metric without values.
        let has_values = !self.metric.values.is_empty();
        let short = match metric.short_help.as_slice() {
            help if has_values && !help.is_empty() => format!("[{}]", text(help)),
            _ => "One-line Help: Error".to_owned(),
        };
        want(head.contains(&short), format!("no short help {short}"));
        let name = match value_type(metric) {
            Type::NoSupport => "Not Supported",
            Type::I32 => "32-bit int",
            Type::U32 => "32-bit unsigned int",
            Type::I64 | Type::Elapsed => "64-bit int",
            Type::U64 => "64-bit unsigned int",
            Type::Float => "float",
            Type::Double => "double",
            Type::String => "string",
        };
        let indom = match metric.indom {
            0 => "PM_INDOM_NULL".to_owned(),
            // 22 bits are left for the two.
            serial => format!("70.{}", (cluster << 11 | serial) & 0x3f_ffff),
        };
        let wanted = format!("    Data Type: {name}  InDom: {indom} ");
        want(self.lines[1].starts_with(&wanted), format!("no {wanted}"));
        want(self.lines[2] == description, format!("no {description}"));
        let help = if metric.long_help.is_empty() { &metric.short_help } else { &metric.long_help };
        let mut lines = self.lines.iter();
        let has_help = lines.any(|line| *line == "Help:") && lines.next() == Some(&text(help).as_str());
        want(has_help == (has_values && !help.is_empty()), format!("no help {}", text(help)));
        for what in self.value_differences() {
            want(false, what);
        }
        for what in self.label_differences() {
            want(false, what);
        }
        found.into_iter()
    }

    fn value_differences(&self) -> Vec<String> {
        let has_sentinel = self.expected.own.file.flags.contains(Flags::SENTINEL);
        let mut found = Vec::new();
        let mut listed = 0;
        for (instance, value) in &self.metric.values {
            let head = match instance {
                None => "    value ".to_owned(),
                Some((id, name)) => format!("    inst [{id} or \"{name}\"] value "),
            };
            let seen = self.lines.iter().find_map(|line| line.strip_prefix(&head));
            listed += usize::from(seen.is_some());
            if !self.is_value(value, seen, has_sentinel) {
                found.push(format!("{head}{seen:?} instead of {value:?}"));
            }
        }
        let lines = self.lines.iter().filter(|line| line.starts_with("    value ") || line.contains("] value "));
        if lines.count() != listed {
            found.push("there are values of other instances".to_owned());
        }
        found
    }

    fn is_value(&self, value: &OwnValue, seen: Option<&str>, has_sentinel: bool) -> bool {
        let Some(seen) = seen else { return *value == OwnValue::Unavailable && has_sentinel };
        match value {
            // PCP 6.0 exports the NaN, later ones nothing.
            OwnValue::Unavailable => {
                matches!(value_type(self.metric.metric), Type::Float | Type::Double) && seen.contains("nan")
            }
            OwnValue::I32(number) => seen == number.to_string(),
            OwnValue::U32(number) => seen == number.to_string(),
            OwnValue::I64(number) => seen == number.to_string(),
            OwnValue::U64(number) => seen == number.to_string(),
            // pminfo prints 8 and 16 digits.
            OwnValue::Float(bits) => is_near(f64::from(f32::from_bits(*bits)), seen, 1e-7),
            OwnValue::Double(bits) => is_near(f64::from_bits(*bits), seen, 1e-15),
            OwnValue::String(wanted) => seen == format!("\"{}\"", text(wanted)),
            OwnValue::Elapsed(total, None) => seen == total.cast_signed().to_string(),
            OwnValue::Elapsed(total, Some(start)) => {
                let at = |now: i64| total.cast_signed().wrapping_add(now).wrapping_sub(start.cast_signed());
                seen.parse().is_ok_and(|seen: i64| (at(*self.window.start())..=at(*self.window.end())).contains(&seen))
            }
        }
    }

    fn label_differences(&self) -> Vec<String> {
        let mut found = Vec::new();
        let metric = self.metric.metric;
        // Clusters above 2047 do not fit the collector's numbers of domains, whose labels it then does not find.
        let finds_domains = self.expected.own.file.cluster < 2048;
        let of_metric = |target: &Target| match target {
            Target::Indom(serial) => (finds_domains && *serial == metric.indom).then_some(0),
            Target::Cluster => Some(1),
            Target::Item(item) => (*item == metric.item).then_some(2),
            Target::Instance { .. } => None,
        };
        self.compare_labels("    labels ", self.wanted_labels(of_metric), &mut found);
        for (instance, _) in &self.metric.values {
            let Some((id, name)) = instance else { continue };
            let target = Target::Instance { indom: metric.indom, id: *id };
            let is_its = |found: &Target| finds_domains && *found == target;
            let wanted = self.wanted_labels(|found| if is_its(found) { Some(3) } else { of_metric(found) });
            self.compare_labels(&format!("    inst [{id} or \"{name}\"] labels "), wanted, &mut found);
        }
        found
    }

    /// The labels about the metric; the more specific one wins.
    fn wanted_labels(&self, level: impl Fn(&Target) -> Option<u8>) -> BTreeMap<String, Json> {
        let labels = &self.expected.own.labels;
        let mut labels: Vec<_> = labels.iter().filter_map(|label| Some((level(&label.target)?, label))).collect();
        labels.sort_by_key(|(level, _)| *level);
        let mut wanted = BTreeMap::new();
        for (_, label) in labels {
            let name = text(&label.name);
            // A map comes out flattened; the made-up ones have one member.
            wanted.retain(|other: &String, _| *other != name && !other.starts_with(&format!("{name}.")));
            match serde_json::from_slice(&label.value).expect("values of labels are JSON") {
                Json::Object(members) => {
                    wanted.extend(members.into_iter().map(|(member, value)| (format!("{name}.{member}"), value)));
                }
                value => {
                    wanted.insert(name, value);
                }
            }
        }
        wanted
    }

    fn compare_labels(&self, head: &str, wanted: BTreeMap<String, Json>, found: &mut Vec<String>) {
        // Domains without instances have no labels in PCP either; neither has a metric that nothing is said about.
        let line = self.lines.iter().find_map(|line| line.strip_prefix(head)).unwrap_or("{}");
        let Ok(seen) = serde_json::from_str::<BTreeMap<String, Json>>(line) else {
            found.push(format!("{head}{line} is no JSON"));
            return;
        };
        for (name, value) in wanted {
            if seen.get(&name) != Some(&value) {
                found.push(format!("{head}{name} is {:?} instead of {value}", seen.get(&name)));
            }
        }
    }
}

/// Whether pminfo's digits stand for `number`.
fn is_near(number: f64, seen: &str, precision: f64) -> bool {
    let Ok(seen) = seen.parse::<f64>() else { return false };
    let is_same = seen.total_cmp(&number).is_eq() || seen.is_nan() && number.is_nan();
    is_same || ((seen - number) / number).abs() <= precision
}
