//! `glassbox check`: reads all of each file, and says what is wrong with it.

use std::io::{self, Write};

use glassbox::inspect::reader::{Options, Sequence};
use glassbox::trace::definition::Mode;

use crate::args::Check;
use crate::catalog::{self, CatalogFile};
use crate::detect::Format;
use crate::links::{self, Named, Neighbours};
use crate::live::Copy;
use crate::messages::Messages;
use crate::output::Output;
use crate::progress::Progress;
use crate::report::{Failure, Problem, Report, Stop, Summary};
use crate::source::{Content, Loaded, Source, expand};
use crate::{Outcome, definitions, inspect, mmv, trace};

/// Runs the command.
pub fn run(arguments: &Check, out: &mut Output, messages: &mut Messages) -> io::Result<Outcome> {
    let catalogs = CatalogFile::load_all(&arguments.dats);
    let links = links::load(&arguments.reading.links, arguments.reading.attempts);
    let mut outcome = Outcome::Fine;
    let sources = expand(&arguments.sources, arguments.reading.base);
    let total = sources.len() as u64;
    let mut progress = Progress::stderr(false);
    for (done, source) in (0..).zip(sources) {
        progress.tell(done, total, "files");
        let in_folder = source.as_ref().is_ok_and(|source| source.folder.is_some());
        let report = match source {
            Ok(source) => {
                Checking { source: &source, arguments, catalogs: &catalogs, links: &links }.check(messages)?
            }
            Err((name, failure)) => Report::failed(&name, None, failure),
        };
        if let Some(failure) = report.error.as_ref().filter(|failure| in_folder && failure.is_absence()) {
            progress.wipe();
            messages.problem(&report.file, &format!("{}; it was left out", failure.describe()));
            outcome = outcome.max(Outcome::Problems);
            continue;
        }
        outcome = outcome.max(report.outcome());
        if report.error.is_some() {
            progress.wipe();
        }
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

/// The check of one source.
struct Checking<'c> {
    source: &'c Source,
    arguments: &'c Check,
    catalogs: &'c Result<Vec<CatalogFile>, Failure>,
    links: &'c Result<Vec<Named>, Failure>,
}

type Checked = Result<(Summary, Vec<Problem>), Stop>;

impl Checking<'_> {
    fn check(&self, messages: &mut Messages) -> io::Result<Report> {
        let reading = &self.arguments.reading;
        let Loaded { format, content } = match self.source.load_as(reading.format, reading.attempts) {
            Ok(loaded) => loaded,
            Err(failure) => return Ok(Report::failed(&self.source.name, None, failure)),
        };
        let checked = match content {
            Content::Trace(bytes) => self.trace(&bytes.watched(Progress::stderr(true))),
            Content::Copy(copy) => {
                messages.how_it_was_read(&self.source.name, &copy, reading.verbose);
                self.copy(format, &copy)
            }
        };
        Ok(match checked {
            Ok((summary, problems)) => Report {
                file: self.source.name.clone(),
                format: Some(format),
                error: None,
                recovered: problems.iter().any(Problem::is_recovery),
                problems,
                summary: Some(summary),
            },
            Err(Stop::Failure(failure)) => Report::failed(&self.source.name, Some(format), failure),
            Err(Stop::Output(error)) => return Err(error),
        })
    }

    fn copy(&self, format: Format, copy: &Copy) -> Checked {
        let reading = &self.arguments.reading;
        match format {
            Format::Inspect => {
                let neighbours = Neighbours::of(self.source, self.links, reading.attempts)?;
                let options = Options { recover: reading.recover, sequence: Sequence::Blocks, ..Options::default() };
                inspect::read(copy, neighbours, options, |tree, problems| {
                    Ok((Summary::Inspect(inspect::Summary::of(tree)), problems))
                })
            }
            Format::Mmv => mmv::read(copy, reading.recover, |image, problems| {
                Ok((Summary::Mmv(mmv::Summary::of(image)), problems))
            }),
            Format::Dat => catalog::read(&copy.bytes, |catalog, problems| {
                Ok((Summary::Dat(catalog::Summary::of(&catalog)), problems))
            }),
            Format::Tdf => {
                let mode = if self.arguments.lenient { Mode::Lenient } else { Mode::Strict };
                definitions::read(&copy.bytes, mode, |definitions, warnings| {
                    Ok((Summary::Tdf(definitions::Summary::of(definitions, warnings.len())), warnings))
                })
            }
            Format::Trace => Err(Failure::unknown_format().into()),
        }
    }

    fn trace(&self, bytes: &trace::Bytes) -> Checked {
        let catalogs = self.catalogs.as_ref().map_err(Failure::clone)?;
        catalog::read_all(catalogs, |catalogs, of_catalogs| {
            let (summary, mut problems) = trace::check(bytes, catalogs)?;
            problems.extend(of_catalogs);
            Ok((Summary::Trace(summary), problems))
        })
    }
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
