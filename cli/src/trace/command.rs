//! `glassbox trace ...`: what only traces have.

use std::io;

use super::{Settings, chrome, follow, lines, stats};
use crate::Outcome;
use crate::args::{TraceCommand, TraceFormat};
use crate::catalog::{self, CatalogFile};
use crate::detect::Format;
use crate::messages::{Found, Messages};
use crate::output::Output;
use crate::progress::Progress;
use crate::report::{Failure, Stop};
use crate::source::{Content, Source};

/// Runs one of the commands.
pub fn run(command: &TraceCommand, out: &mut Output, messages: &mut Messages) -> io::Result<Outcome> {
    match command {
        TraceCommand::Explain(arguments) => super::explain::run(arguments, out, messages),
        TraceCommand::Generate(arguments) => super::generate::run(arguments, out, messages),
        TraceCommand::Format(arguments) => {
            let source = Source::of(&arguments.file, None);
            match format(&source, arguments, out, messages) {
                Ok(found) => {
                    messages.problems(&source.name, &found);
                    Ok(found.outcome())
                }
                Err(Stop::Failure(failure)) => {
                    messages.error(&source.name, &failure.describe());
                    Ok(Outcome::Failed)
                }
                Err(Stop::Output(error)) => Err(error),
            }
        }
    }
}

fn format(source: &Source, arguments: &TraceFormat, out: &mut Output, messages: &mut Messages) -> Result<Found, Stop> {
    let TraceFormat { filter, times, .. } = arguments;
    let settings = Settings { filter, times, indent: arguments.indent, report: arguments.report };
    let catalogs = CatalogFile::load_all(&arguments.dats)?;
    if arguments.follow {
        catalog::read_all(&catalogs, |catalogs, of_catalogs| {
            messages.problems(&source.name, &of_catalogs.into_iter().collect());
            follow::follow(source, arguments, catalogs, out, messages)
        })?;
        return Ok(Found::default());
    }
    let Content::Trace(bytes) = source.load_as(Some(Format::Trace), 1)?.content else {
        return Err(Failure::unknown_format().into());
    };
    let bytes = bytes.watched(Progress::stderr(arguments.stats));
    let mut found = Found::default();
    catalog::read_all(&catalogs, |catalogs, of_catalogs| {
        super::open(&bytes, catalogs, &mut |problem| found.take(problem), |trace, problems| {
            if arguments.summary {
                Ok(lines::write_head(trace, out)?)
            } else if arguments.stats {
                let stats = stats::count(trace, settings, problems)?;
                Ok(if arguments.json { out.json(&stats) } else { stats.write_text(out) }?)
            } else if arguments.chrome {
                chrome::write(trace, settings, problems, out)
            } else if arguments.json {
                lines::write_json(trace, settings, None, problems, out)
            } else {
                lines::write_text(trace, settings, None, problems, out)
            }
        })?;
        found.extend(of_catalogs);
        Ok(())
    })?;
    Ok(found)
}
