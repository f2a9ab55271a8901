//! `glassbox check`: reads all of each file, and says what is wrong with it.

use std::io::{self, Write};

use glassbox::inspect::reader::Sequence;

use crate::Outcome;
use crate::args::{Check, Reading};
use crate::detect::Format;
use crate::inspect;
use crate::messages::Messages;
use crate::output::Output;
use crate::report::{Failure, Report, Summary};
use crate::source::{Loaded, Source, expand};

/// Runs the command.
pub fn run(arguments: &Check, out: &mut Output, messages: &mut Messages) -> io::Result<Outcome> {
    let mut outcome = Outcome::Fine;
    for source in expand(&arguments.reading.sources) {
        let report = match source {
            Ok(source) => check(&source, &arguments.reading, messages),
            Err((name, failure)) => Report::failed(&name, None, failure),
        };
        outcome = outcome.max(report.outcome());
        if let Some(error) = &report.error {
            messages.error(&report.file, &error.describe());
        }
        if arguments.json {
            out.json(&report)?;
        } else {
            print(&report, out)?;
        }
    }
    Ok(outcome)
}

fn check(source: &Source, reading: &Reading, messages: &mut Messages) -> Report {
    let Loaded { format, copy } = match source.load(reading) {
        Ok(loaded) => loaded,
        Err(failure) => return Report::failed(&source.name, None, failure),
    };
    messages.how_it_was_read(&source.name, &copy, reading.verbose);
    let checked = match format {
        Format::Inspect => inspect::read(&copy, reading, Sequence::Blocks, |tree, problems| Report {
            file: source.name.clone(),
            format: Some(format),
            error: None,
            recovered: problems.iter().any(inspect::is_recovery),
            problems,
            summary: Some(Summary::Inspect(inspect::Summary::of(tree))),
        }),
        Format::Mmv | Format::Trace | Format::Dat | Format::Tdf => Err(Failure::unknown_format()),
    };
    checked.unwrap_or_else(|failure| Report::failed(&source.name, Some(format), failure))
}

/// Prints a report for people.
fn print(report: &Report, out: &mut Output) -> io::Result<()> {
    let Some(summary) = &report.summary else { return Ok(()) };
    let notes = report.problems.iter().filter(|problem| problem.is_note()).count();
    let found = match (report.problems.len() - notes, notes) {
        (0, 0) => String::from("no problems"),
        (problems, 0) => counted(problems, "problem"),
        (0, notes) => counted(notes, "note"),
        (problems, notes) => format!("{}, {}", counted(problems, "problem"), counted(notes, "note")),
    };
    writeln!(out, "{}: {}; {found}", report.file, summary.describe())?;
    for problem in &report.problems {
        writeln!(out, "  {}: {}", problem.severity, problem.describe())?;
    }
    Ok(())
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
