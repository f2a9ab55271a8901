//! `glassbox show`: prints what files hold.

use std::io::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use glassbox::inspect::reader::{Envelope, Origin, Sequence, Tree};

use crate::Outcome;
use crate::args::Show;
use crate::detect::Format;
use crate::inspect;
use crate::live::Copy;
use crate::messages::Messages;
use crate::output::Output;
use crate::report::{Failure, Problem};
use crate::source::{Loaded, Source, expand};

/// Runs the command.
pub fn run(arguments: &Show, out: &mut Output, messages: &mut Messages) -> io::Result<Outcome> {
    let mut outcome = Outcome::Fine;
    let sources = expand(&arguments.reading.sources);
    let is_one = sources.len() == 1;
    let mut is_first = true;
    for source in sources {
        let source = match source {
            Ok(source) => source,
            Err((name, failure)) => {
                messages.error(&name, &failure.describe());
                outcome = Outcome::Failed;
                continue;
            }
        };
        if !is_one && !arguments.json {
            let before = if is_first { "" } else { "\n" };
            writeln!(out, "{before}==> {} <==", source.name)?;
            is_first = false;
        }
        let shown = Showing { source: &source, arguments, messages }.show(out)?;
        outcome = outcome.max(shown);
    }
    Ok(outcome)
}

/// The showing of one source.
struct Showing<'s> {
    source: &'s Source,
    arguments: &'s Show,
    messages: &'s mut Messages,
}

impl Showing<'_> {
    fn show(&mut self, out: &mut Output) -> io::Result<Outcome> {
        let Loaded { format, copy } = match self.source.load(&self.arguments.reading) {
            Ok(loaded) => loaded,
            Err(failure) => return self.fail(&failure, None, out),
        };
        self.messages.how_it_was_read(&self.source.name, &copy, self.arguments.reading.verbose);
        match format {
            Format::Inspect => self.inspect(&copy, out),
            Format::Mmv | Format::Trace | Format::Dat | Format::Tdf => {
                self.fail(&Failure::unknown_format(), Some(format), out)
            }
        }
    }

    fn inspect(&mut self, copy: &Copy, out: &mut Output) -> io::Result<Outcome> {
        let sequence = if self.arguments.file_order { Sequence::Blocks } else { Sequence::Canonical };
        let shown = inspect::read(copy, &self.arguments.reading, sequence, |tree, problems| {
            self.messages.problems(&self.source.name, &problems);
            for link in inspect::links(tree) {
                self.messages.note(&self.source.name, &link.describe());
            }
            self.tree(tree, out)?;
            let is_fine = problems.iter().all(Problem::is_note);
            Ok(if is_fine { Outcome::Fine } else { Outcome::Problems })
        });
        shown.unwrap_or_else(|failure| self.fail(&failure, Some(Format::Inspect), out))
    }

    fn tree(&self, tree: &Tree<'_>, out: &mut Output) -> io::Result<()> {
        if self.arguments.envelope {
            return self.envelope(Some(tree), &[], out);
        }
        if self.arguments.json {
            out.view(|to| tree.json().write(to))?;
            return out.write_all(b"\n");
        }
        out.view(|to| tree.text().write(to))
    }

    /// Prints where a tree comes from, with the tree or with what kept it from being read.
    fn envelope(&self, tree: Option<&Tree<'_>>, errors: &[&str], out: &mut Output) -> io::Result<()> {
        let identifier = self.source.identifier();
        let url = self.source.url();
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let envelope = Envelope {
            moniker: &identifier,
            component_url: &url,
            timestamp: u64::try_from(since.as_nanos()).unwrap_or(u64::MAX),
            origin: self.source.path().map(|_| Origin::Filename(&identifier)),
            errors,
        };
        if self.arguments.json {
            out.view(|to| envelope.json(tree).write(to))?;
            return out.write_all(b"\n");
        }
        out.view(|to| envelope.text(tree).write(to))
    }

    fn fail(&mut self, failure: &Failure, format: Option<Format>, out: &mut Output) -> io::Result<Outcome> {
        self.messages.error(&self.source.name, &failure.describe());
        if self.arguments.envelope && format == Some(Format::Inspect) {
            self.envelope(None, &[&failure.describe()], out)?;
        }
        Ok(Outcome::Failed)
    }
}
