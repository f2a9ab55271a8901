//! The tool `glassbox`: shows and checks what programs keep in plain memory, while they run or after.
//!
//! The formats are read by the crate `glassbox`. This crate knows where bytes come from ([`source`], [`live`], [`dump`]), which
//! format they are of ([`detect`]), and how people and programs want to see what was read ([`show`], [`check`]).

mod args;
mod catalog;
mod check;
mod definitions;
mod detect;
mod diff;
mod dump;
mod inspect;
mod links;
mod live;
mod messages;
mod mmv;
mod output;
mod progress;
mod report;
mod selectors;
mod show;
mod source;
mod trace;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Command};
use messages::Messages;
use output::Output;

/// How a command ended. Of several sources the highest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// Nothing is wrong; there may be notes.
    Fine = 0,
    /// Problems were found, or something was left out.
    Problems = 1,
    /// It could not be done.
    Failed = 2,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(outcome as u8)
    }
}

fn main() -> ExitCode {
    let Arguments { command } = Arguments::parse();
    let mut out = Output::stdout();
    let mut messages = Messages::stderr();
    let done = match command {
        Command::Show(arguments) => show::run(&arguments, &mut out, &mut messages),
        Command::Check(arguments) => check::run(&arguments, &mut out, &mut messages),
        Command::Diff(arguments) => diff::run(&arguments, &mut out, &mut messages),
        Command::Find(arguments) => dump::find::run(&arguments, &mut out, &mut messages),
        Command::Trace(command) => trace::run(&command, &mut out, &mut messages),
    };
    let outcome = match done.and_then(|outcome| out.flush().map(|()| outcome)) {
        Ok(outcome) => outcome,
        // Whoever reads the results has seen enough.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Outcome::Fine,
        Err(error) => {
            messages.error("standard output", &format!("the results cannot be written: {error}"));
            Outcome::Failed
        }
    };
    outcome.into()
}
