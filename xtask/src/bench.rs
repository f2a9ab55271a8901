//! `bench`: runs the benchmarks of a format and prints one table.
//!
//! A benchmark program is `core/benches/FORMAT.rs` or `c-tests/benches/FORMAT.c`. Called with `--json-lines` it prints
//! one [`Measurement`] a line. Called with `--single NAME --iterations N` it does that operation `N` times and nothing
//! else that depends on `N`, so that the instructions of one are the difference between two counts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::archive::{self, Level};
use crate::c_compiler::Dialect;
use crate::pcp;
use crate::process;
use crate::tools::{self, Tool};
use crate::workspace::Workspace;
use crate::{Verdict, setup};

/// What benchmarks need.
pub const NEEDS: &[&Tool] = &[&tools::GCC, &tools::VALGRIND, &tools::PCP];

/// Measure what each operation of a format costs
#[derive(Args)]
#[command(after_help = "Examples:\n  cargo xtask bench inspect\n  cargo xtask bench mmv --json mmv.json\n\n\
                        `ratio` is the time divided by that of `against`; `bar` is the largest that is allowed, and a \
                        ratio above it is marked. The numbers mean something on an idle machine only.")]
pub struct Arguments {
    /// The format
    #[arg(default_value = "inspect")]
    format: String,

    /// Write the measurements to FILE, as a list
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Do not count instructions, which takes longest
    #[arg(long)]
    no_instructions: bool,
}

/// What one operation costs.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
struct Measurement {
    name: String,
    /// Nanoseconds for one operation.
    ns: f64,
    /// `ns` divided by the nanoseconds of `against`.
    ratio: Option<f64>,
    /// The name of what it is compared with.
    against: Option<String>,
    /// The largest ratio that is allowed.
    bar: Option<f64>,
    /// Instructions for one operation.
    instructions: Option<u64>,
    /// Operations in one run of what a program measures; 0 for what cannot be run alone.
    #[serde(default = "one", skip_serializing)]
    units: u32,
}

const fn one() -> u32 {
    1
}

/// # Errors
/// When a benchmark cannot be built or run, or prints what is not understood.
pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<Verdict> {
    let programs = programs(workspace, &arguments.format)?;
    let mut measurements = Vec::new();
    for program in &programs {
        eprintln!("measuring: {}", program.display());
        let mut command = Command::new(program);
        show_peers(workspace, &mut command)?;
        let lines = process::stdout(command.arg("--json-lines"))?;
        measurements.extend(parsed(&lines)?.into_iter().map(|measurement| (program, measurement)));
    }
    if !arguments.no_instructions {
        if setup::missing(&[&tools::VALGRIND]).is_empty() {
            let scratch = workspace.scratch("callgrind")?;
            let count = measurements.len();
            for (number, (program, measurement)) in measurements.iter_mut().enumerate() {
                if measurement.units == 0 {
                    continue;
                }
                eprintln!("counting instructions, {} of {count}: {}", number + 1, measurement.name);
                measurement.instructions = Some(instructions(workspace, &scratch, program, measurement)?);
            }
        } else {
            eprintln!("no valgrind here, so instructions are not counted: cargo xtask setup");
        }
    }
    let measurements: Vec<_> = measurements.into_iter().map(|(_, measurement)| measurement).collect();
    print!("{}", table(&measurements));
    if let Some(file) = &arguments.json {
        let list = serde_json::to_string_pretty(&measurements)? + "\n";
        fs::write(file, list).with_context(|| format!("{} cannot be written", file.display()))?;
    }
    Ok(Verdict::Fine)
}

/// Compiles every benchmark, so that none rots unseen. The Rust ones are not optimised, which takes long.
///
/// # Errors
/// What the compilers say.
pub fn compile_all(workspace: &Workspace) -> Result<String> {
    let mut build = process::cargo(["build", "--quiet", "--package", "glassbox", "--benches", "--features"]);
    process::run(build.arg(workspace.core_features()?).current_dir(&workspace.root))?;
    let sources = workspace.files("c-tests/benches", "c")?;
    for source in &sources {
        c_program(workspace, source)?;
    }
    let count = workspace.package("glassbox")?.targets("bench").count() + sources.len();
    Ok(format!("{count} programs"))
}

/// Builds the benchmarks of a format.
fn programs(workspace: &Workspace, format: &str) -> Result<Vec<PathBuf>> {
    let mut programs = Vec::new();
    if workspace.package("glassbox")?.targets("bench").any(|name| name == format) {
        programs.push(rust_program(workspace, format)?);
    }
    let source = workspace.root.join(format!("c-tests/benches/{format}.c"));
    if source.is_file() {
        programs.push(c_program(workspace, &source)?);
    }
    if programs.is_empty() {
        bail!("there is no benchmark {format}: neither core/benches/{format}.rs nor c-tests/benches/{format}.c");
    }
    Ok(programs)
}

fn rust_program(workspace: &Workspace, name: &str) -> Result<PathBuf> {
    let features = workspace.core_features()?;
    workspace.built(&["bench", "--package", "glassbox", "--bench", name, "--no-run", "--features", &features], name)
}

fn c_program(workspace: &Workspace, source: &Path) -> Result<PathBuf> {
    let archive = archive::build(workspace, Level::Speed)?;
    let program = workspace.scratch("c-benches")?.join(source.file_stem().unwrap_or_default());
    process::run(&mut Dialect::USUAL.linked(workspace, source, &archive, &program)?)?;
    Ok(program)
}

/// Lets a benchmark find the real libraries that it compares with, where they are.
fn show_peers(workspace: &Workspace, command: &mut Command) -> Result<()> {
    if pcp::is_there() {
        pcp::prepare_peer(workspace, command)?;
    }
    Ok(())
}

fn parsed(lines: &str) -> Result<Vec<Measurement>> {
    let parse = |line| serde_json::from_str(line).with_context(|| format!("a benchmark printed this: {line}"));
    lines.lines().filter(|line| !line.trim().is_empty()).map(parse).collect()
}

/// Counts the instructions of one operation.
fn instructions(workspace: &Workspace, scratch: &Path, program: &Path, measurement: &Measurement) -> Result<u64> {
    let iterations = iterations(measurement.ns * f64::from(measurement.units));
    let count = |iterations: u64| -> Result<u64> {
        let file = scratch.join("out");
        let mut command = Command::new("valgrind");
        command.arg("--tool=callgrind").arg(format!("--callgrind-out-file={}", file.display())).arg(program);
        show_peers(workspace, &mut command)?;
        command.args(["--single", &measurement.name, "--iterations", &iterations.to_string()]);
        process::run(&mut command)?;
        total(&fs::read_to_string(&file)?).with_context(|| format!("{} holds no total", file.display()))
    };
    let (once, twice) = (count(iterations)?, count(2 * iterations)?);
    Ok(twice.saturating_sub(once).div_ceil(iterations * u64::from(measurement.units)))
}

/// How often something that takes `ns` nanoseconds is run to count its instructions: long enough to drown what differs between two runs, and
/// not much longer, since the counting machine is fifty times slower.
fn iterations(ns: f64) -> u64 {
    let few_enough = |count: &u32| ns * f64::from(*count) <= 10_000_000.0;
    [10_000, 1_000, 100, 10].into_iter().find(few_enough).unwrap_or(2).into()
}

/// The number of instructions that callgrind counted in all.
fn total(report: &str) -> Option<u64> {
    let line = report.lines().rev().find_map(|line| line.strip_prefix("totals:").or(line.strip_prefix("summary:")))?;
    line.trim().parse().ok()
}

fn table(measurements: &[Measurement]) -> String {
    let dash = || String::from("-");
    let mut rows = vec![["name", "ns", "ratio", "against", "bar", "instructions"].map(String::from)];
    rows.extend(measurements.iter().map(|m| {
        let over = m.ratio.zip(m.bar).is_some_and(|(ratio, bar)| ratio > bar);
        [
            m.name.clone(),
            format!("{:.2}", m.ns),
            m.ratio.map_or_else(dash, |ratio| format!("{}{ratio:.2}", if over { "! " } else { "" })),
            m.against.clone().unwrap_or_else(dash),
            m.bar.map_or_else(dash, |bar| format!("{bar:.2}")),
            m.instructions.map_or_else(dash, |count| count.to_string()),
        ]
    }));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 6] = std::array::from_fn(width);
    let line = |row: &[String; 6]| {
        let cells = row.iter().zip(widths).enumerate().map(|(column, (cell, width))| {
            // Names to the left, numbers to the right.
            if matches!(column, 0 | 3) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string() + "\n"
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = r#"
        {"name":"locked increment","ns":5.0,"ratio":null,"against":null,"bar":null,"instructions":null}
        {"name":"add","ns":3.5,"ratio":0.7,"against":"locked increment","bar":0.65,"instructions":null}
    "#;

    #[test]
    fn a_ratio_above_its_bar_is_marked() {
        let measurements = parsed(LINES).unwrap();
        let expected = "\
            name                ns  ratio  against            bar  instructions\n\
            locked increment  5.00      -  -                    -             -\n\
            add               3.50  ! 0.70  locked increment  0.65             -\n";
        let table = table(&measurements);
        assert_eq!(table.split_whitespace().collect::<Vec<_>>(), expected.split_whitespace().collect::<Vec<_>>());
    }

    #[test]
    fn a_line_that_is_no_measurement_is_shown() {
        let error = parsed("{\"name\":\"add\"}").unwrap_err().to_string();
        assert!(error.contains("{\"name\":\"add\"}"), "{error}");
    }

    #[test]
    fn the_total_of_a_callgrind_report_is_found() {
        assert_eq!(total("events: Ir\nsummary: 90\n\nfn=(1) main\n1 7\ntotals: 1234\n"), Some(1234));
        assert_eq!(total("events: Ir\n"), None);
    }
}
