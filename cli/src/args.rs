//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::detect::Format;

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
}

/// Which files to read, and how.
#[derive(Debug, Args)]
pub struct Reading {
    /// A file, a directory (every file in it, by name), or - for standard input
    #[arg(value_name = "SOURCE", required = true)]
    pub sources: Vec<PathBuf>,
    /// Read what a writer left half-done, or what is cut, as far as it goes
    #[arg(long)]
    pub recover: bool,
    /// Take the sources for files of this format, whatever is in them
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// How often to try when a program is writing the file meanwhile
    #[arg(long, value_name = "N", default_value_t = ATTEMPTS, value_parser = clap::value_parser!(u32).range(1..))]
    pub attempts: u32,
    /// Say of each file how it was read
    #[arg(long, short)]
    pub verbose: bool,
}

/// Print what files hold
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  glassbox show radio.inspect
  glassbox show --json --file-order main.inspect")]
pub struct Show {
    /// The files, and how they are read.
    #[command(flatten)]
    pub reading: Reading,
    /// Print JSON, one line for each file
    #[arg(long)]
    pub json: bool,
    /// Keep the order of the file instead of sorting by name (Inspect)
    #[arg(long)]
    pub file_order: bool,
    /// Print where each tree comes from around it (Inspect)
    #[arg(long)]
    pub envelope: bool,
}

/// Read all of each file and list what is wrong with it
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  glassbox check radio.inspect
  glassbox check --json --recover dumps/")]
pub struct Check {
    /// The files, and how they are read.
    #[command(flatten)]
    pub reading: Reading,
    /// Print JSON, one object a line for each file
    #[arg(long)]
    pub json: bool,
}
