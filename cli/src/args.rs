//! The command line.
#![expect(clippy::doc_markdown, reason = "the comments are the help, where back-ticks would show")]
#![expect(clippy::struct_excessive_bools, reason = "the flags of a command line are independent of each other")]

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{ArgGroup, Args, Parser, Subcommand};
use glassbox::trace::definition::Mode;

use crate::detect::Format;
use crate::trace::{Filter, Times};

/// How often a live file is tried by default.
const ATTEMPTS: u32 = glassbox::DEFAULT_ATTEMPTS;

/// Look into programs: the state, metrics and events that they keep in plain memory
///
/// Exit status: 0 when all is well, 1 when problems were found or something was left out, 2 when it could not be done.
#[derive(Debug, Parser)]
#[command(
    name = "glassbox",
    version,
    arg_required_else_help = true,
    after_help = "\
Examples:
  glassbox show radio.inspect         the state of a running program, as a tree
  glassbox check --json dumps/        what is wrong with each file of a directory"
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print what files hold
    Show(Show),
    /// Read all of each file and list what is wrong with it
    Check(Check),
    /// Compare two files, or two moments of one
    Diff(Diff),
    /// Find what programs keep in a dump of memory
    Find(Find),
    /// Print traces
    #[command(subcommand)]
    Trace(TraceCommand),
}

/// Compare two files, or two moments of one
///
/// Each difference is a line: + for what only the second has, - for what only the first has, ~ for what changed. Exit status:
/// 0 when there is none, 1 when there are some or a file has problems, 2 when they cannot be compared.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  glassbox diff before.inspect after.inspect
  glassbox diff --json before.mmv after.mmv")]
pub struct Diff {
    /// The first file, or - for standard input
    #[arg(value_name = "A")]
    pub old: PathBuf,
    /// The second file
    #[arg(value_name = "B")]
    pub new: PathBuf,
    /// How they are read.
    #[command(flatten)]
    pub reading: Reading,
    /// Print JSON, one object a line for each difference
    #[arg(long)]
    pub json: bool,
}

/// Find what programs keep in a dump of memory
///
/// The dump is raw bytes, the core dump of a process, or another ELF file. Listed are the regions that the program has in its
/// table, and what else begins as a file does. Exit status: 0 when all of it can be read, 1 when some is damaged or cut, 2
/// when there is none.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  glassbox find --base 0x20000000 ram.bin
  glassbox find core.1234 && glassbox show core.1234@state")]
pub struct Find {
    /// The dump
    #[arg(value_name = "DUMP")]
    pub dump: PathBuf,
    /// The address of the first byte of raw bytes
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub base: Option<u64>,
    /// Print JSON, one object a line for each region
    #[arg(long)]
    pub json: bool,
}

/// What to do with traces.
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  glassbox trace format --dat orc.dat radio.trc
  glassbox trace format --stats radio.trc")]
pub enum TraceCommand {
    /// Print the entries of a trace, in the order of time
    Format(TraceFormat),
    /// Make trace calls and the catalog of a program from the definitions of its components
    Generate(TraceGenerate),
    /// Say which tracepoints a selection would switch on
    Explain(TraceExplain),
}

/// Say which tracepoints a selection would switch on
///
/// The options are tried on the components of definition files, as a program would take them. Where they are wrong, a mark
/// stands under the place.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  glassbox trace explain maximal=orc.3-7 --tdf orc.tdf
  glassbox trace explain --steps steps.json --tdf orc.tdf --tdf orcsub.tdf --json")]
pub struct TraceExplain {
    /// The options, as a program is given them
    #[arg(
        value_name = "OPTIONS",
        required_unless_present = "steps",
        conflicts_with = "steps",
        allow_hyphen_values = true
    )]
    pub options: Option<String>,
    /// A definition file of the components (may be repeated)
    #[arg(long = "tdf", value_name = "FILE", required = true, num_args = 1..)]
    pub tdfs: Vec<PathBuf>,
    /// Take the steps in this file, in order: a list of {"register":NAME} and {"set":OPTIONS,"runtime":true}
    ///
    /// A component is unknown until its step.
    #[arg(long, value_name = "FILE.json")]
    pub steps: Option<PathBuf>,
    /// Take the options as if the program had started already
    #[arg(long, conflicts_with = "steps")]
    pub runtime: bool,
    /// Forgive what old definition files get wrong: bad numbers, doubled symbols, unknown keywords
    #[arg(long)]
    pub lenient: bool,
    /// Print JSON: errors, the active bytes of each component, and the other settings
    #[arg(long)]
    pub json: bool,
}

/// Make trace calls and the catalog of a program from the definitions of its components
///
/// For C there are ut_NAME.h, with a macro for each tracepoint, and ut_NAME.c; for Rust there is ut_NAME.rs. A catalog that is
/// there already is only ever added to, because older traces are printed with it too: a tracepoint that is gone or became
/// another is an error. Files that would not change are left alone.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("made").args(["c", "rust", "dat"]).required(true).multiple(true), after_help = "\
Examples:
  glassbox trace generate orc.tdf orcsub.tdf --c src --dat OrcTraceFormat.dat
  glassbox trace generate orc.tdf --rust src --module crate::traces --dat -")]
pub struct TraceGenerate {
    /// A definition file, or several that share a catalog; a component inside another is given together with it
    #[arg(value_name = "FILE.tdf", required = true)]
    pub files: Vec<PathBuf>,
    /// Write C files to this directory
    #[arg(long, value_name = "DIR")]
    pub c: Option<PathBuf>,
    /// Write Rust modules to this directory
    #[arg(long, value_name = "DIR")]
    pub rust: Option<PathBuf>,
    /// Write the catalog to this file, or to standard output for -
    #[arg(long, value_name = "FILE|-")]
    pub dat: Option<PathBuf>,
    /// The path of the module that the Rust modules are in
    #[arg(long, value_name = "PATH", default_value = "crate")]
    pub module: String,
    /// The highest overhead that is compiled into Rust programs; C programs set GBX_TRACE_OVERHEAD
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threshold: u32,
    /// Link the templates into the program, so that it prints lines without a catalog
    #[arg(long)]
    pub templates: bool,
    /// Give the program a counter for each tracepoint
    #[arg(long)]
    pub counters: bool,
    /// Forgive what old definition files get wrong: bad numbers, doubled symbols, unknown keywords
    #[arg(long)]
    pub lenient: bool,
}

impl TraceGenerate {
    /// How much definition files are forgiven.
    pub const fn mode(&self) -> Mode {
        if self.lenient { Mode::Lenient } else { Mode::Strict }
    }
}

/// Print the entries of a trace, in the order of time
///
/// Without other options each entry is a line: time, thread, tracepoint, type, and what the catalog makes of its parameters.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  glassbox trace format --dat orc.dat --dat other.dat radio.trc
  glassbox trace format --dat orc.dat --component orc --id 3-7 --chrome radio.trc > radio.json")]
pub struct TraceFormat {
    /// A trace file, or - for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// A catalog that says what the entries mean; the first that has a tracepoint counts (may be repeated)
    #[arg(long = "dat", value_name = "FILE")]
    pub dats: Vec<PathBuf>,
    /// Put the summary and a heading before the lines
    #[arg(long, conflicts_with_all = ["summary", "stats", "chrome", "json"])]
    pub report: bool,
    /// Print only the summary: who wrote the trace, when and where, and the threads
    #[arg(long, conflicts_with_all = ["stats", "chrome", "json"])]
    pub summary: bool,
    /// Count the entries of each tracepoint and each thread instead of printing them
    #[arg(long, conflicts_with = "chrome")]
    pub stats: bool,
    /// Print JSON, one object a line for each entry
    #[arg(long, conflicts_with = "chrome")]
    pub json: bool,
    /// Print a timeline for Perfetto or Chrome
    #[arg(long)]
    pub chrome: bool,
    /// Print what is recorded as it comes, until interrupted: of a ring in a mapped file, or of a file that grows
    #[arg(long, conflicts_with_all = ["report", "summary", "stats", "chrome", "indent"])]
    pub follow: bool,
    /// Indent lines by the functions that a thread is in
    #[arg(long)]
    pub indent: bool,
    /// Which tracepoints.
    #[command(flatten)]
    pub filter: Filter,
    /// Which entries.
    #[command(flatten)]
    pub times: Times,
}

/// How files are read.
#[derive(Debug, Args)]
pub struct Reading {
    /// Read what a writer left half-done, or what is cut, as far as it goes
    #[arg(long)]
    pub recover: bool,
    /// Take the sources for files of this format, whatever is in them
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// The file that links to ID lead to; in a directory, links lead to its files by name (Inspect; may be repeated)
    #[arg(long = "link", value_name = "ID=FILE", value_parser = OsStringValueParser::new().try_map(link))]
    pub links: Vec<(String, PathBuf)>,
    /// How often to try when a program is writing the file meanwhile
    #[arg(long, value_name = "N", default_value_t = ATTEMPTS, value_parser = clap::value_parser!(u32).range(1..))]
    pub attempts: u32,
    /// The address of the first byte, where a source is DUMP@NAME or DUMP@ADDRESS and the dump raw bytes
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub base: Option<u64>,
    /// Say of each file how it was read
    #[arg(long, short)]
    pub verbose: bool,
}

/// Print what files hold
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  glassbox show radio.inspect
  glassbox show --json --link other=other.inspect main.inspect")]
pub struct Show {
    /// A file, a directory (every file in it, by name), DUMP@NAME or DUMP@ADDRESS for a region of a dump, or - for
    /// standard input
    #[arg(value_name = "SOURCE", required = true)]
    pub sources: Vec<PathBuf>,
    /// How they are read.
    #[command(flatten)]
    pub reading: Reading,
    /// A catalog that says what the entries of a trace mean; the first that has a tracepoint counts (may be repeated)
    #[arg(long = "dat", value_name = "FILE")]
    pub dats: Vec<PathBuf>,
    /// Print JSON, one line for each file
    #[arg(long)]
    pub json: bool,
    /// Keep the order of the file instead of sorting by name (Inspect)
    #[arg(long)]
    pub file_order: bool,
    /// Print only what this selects, as main.inspect:root/radio:packets or *:root/sta* (Inspect; may be repeated)
    #[arg(long, value_name = "SELECTOR")]
    pub select: Vec<String>,
    /// Print only what the selectors in this file select, one a line (Inspect; may be repeated)
    #[arg(long, value_name = "FILE")]
    pub select_file: Vec<PathBuf>,
    /// Print where each tree comes from around it (Inspect)
    #[arg(long)]
    pub envelope: bool,
    /// Indent by the functions that a thread is in (traces)
    #[arg(long)]
    pub indent: bool,
    /// Which tracepoints.
    #[command(flatten)]
    pub filter: Filter,
    /// Which entries.
    #[command(flatten)]
    pub times: Times,
}

/// Read all of each file and list what is wrong with it
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  glassbox check radio.inspect
  glassbox check --json --recover dumps/")]
pub struct Check {
    /// A file, a directory (every file in it, by name), DUMP@NAME or DUMP@ADDRESS for a region of a dump, or - for
    /// standard input
    #[arg(value_name = "SOURCE", required = true)]
    pub sources: Vec<PathBuf>,
    /// How they are read.
    #[command(flatten)]
    pub reading: Reading,
    /// A catalog that says what the entries of a trace mean; the first that has a tracepoint counts (may be repeated)
    #[arg(long = "dat", value_name = "FILE")]
    pub dats: Vec<PathBuf>,
    /// Print JSON, one object a line for each file
    #[arg(long)]
    pub json: bool,
    /// Forgive what old definition files get wrong: bad numbers, doubled symbols, unknown keywords
    #[arg(long)]
    pub lenient: bool,
}

/// An address, as it may be written.
fn address(text: &str) -> Result<u64, &'static str> {
    crate::dump::address(text).ok_or("write a number, as 0x20000000 or 536870912")
}

/// Takes `ID=FILE` apart.
fn link(argument: OsString) -> Result<(String, PathBuf), String> {
    const WANTED: &str = "write ID=FILE, as in --link other=other.inspect";
    let argument = argument.into_string().map_err(|_| format!("this is not UTF-8; {WANTED}"))?;
    let (id, file) = argument.split_once('=').ok_or_else(|| format!("there is no = in it; {WANTED}"))?;
    if file.is_empty() {
        return Err(format!("there is no file behind the =; {WANTED}"));
    }
    Ok((id.to_owned(), file.into()))
}
