//! `glassbox show`: prints what files hold.

use std::io::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use glassbox::inspect::reader::{Envelope, Options, Origin, Sequence, Tree};

use crate::args::Show;
use crate::catalog::{self, CatalogFile};
use crate::detect::Format;
use crate::links::{self, Named, Neighbours};
use crate::live::Copy;
use crate::messages::{Found, Messages};
use crate::output::Output;
use crate::report::{Failure, Stop};
use crate::selectors::{Selected, Selectors, Texts};
use crate::source::{Content, Loaded, Source, expand};
use crate::{Outcome, inspect, mmv, trace};

/// Runs the command.
pub fn run(arguments: &Show, out: &mut Output, messages: &mut Messages) -> io::Result<Outcome> {
    let catalogs = CatalogFile::load_all(&arguments.dats);
    let links = links::load(&arguments.reading.links, arguments.reading.attempts);
    let texts = match Texts::load(&arguments.select, &arguments.select_file) {
        Ok(texts) => texts,
        Err(failure) => {
            messages.error("--select-file", &failure.describe());
            return Ok(Outcome::Failed);
        }
    };
    let Some(selectors) = texts.parse(messages) else { return Ok(Outcome::Failed) };
    let mut outcome = Outcome::Fine;
    let sources = expand(&arguments.sources, arguments.reading.base);
    let is_one = sources.len() == 1;
    let mut before = "";
    let is_selecting = !arguments.select.is_empty() || !arguments.select_file.is_empty();
    let mut is_anything = false;
    for source in sources {
        let source = match source {
            Ok(source) => source,
            Err((name, failure)) => {
                messages.error(&name, &failure.describe());
                outcome = Outcome::Failed;
                continue;
            }
        };
        let heading = (!is_one && !arguments.json).then(|| format!("{before}==> {} <==\n", source.name));
        let mut showing = Showing {
            source: &source,
            heading,
            arguments,
            catalogs: &catalogs,
            links: &links,
            selectors: &selectors,
            is_anything: &mut is_anything,
            messages,
        };
        outcome = outcome.max(showing.show(out)?);
        if showing.heading.is_none() {
            before = "\n";
        }
    }
    if is_selecting && !is_anything && outcome != Outcome::Failed {
        messages.problem("--select", "nothing matches; a selector begins with the name of the file, or with *");
        outcome = outcome.max(Outcome::Problems);
    }
    Ok(outcome)
}

/// The showing of one source.
struct Showing<'s> {
    source: &'s Source,
    /// What goes before the first of its results.
    heading: Option<String>,
    arguments: &'s Show,
    catalogs: &'s Result<Vec<CatalogFile>, Failure>,
    links: &'s Result<Vec<Named>, Failure>,
    selectors: &'s Selectors<'s>,
    /// Whether anything was selected so far.
    is_anything: &'s mut bool,
    messages: &'s mut Messages,
}

impl Showing<'_> {
    fn show(&mut self, out: &mut Output) -> io::Result<Outcome> {
        let reading = &self.arguments.reading;
        let Loaded { format, content } = match self.source.load_as(reading.format, reading.attempts) {
            Ok(loaded) => loaded,
            Err(failure) if self.source.folder.is_some() && failure.is_absence() => {
                self.messages.problem(&self.source.name, &format!("{}; it was left out", failure.describe()));
                return Ok(Outcome::Problems);
            }
            Err(failure) => return self.fail(&failure, None, out),
        };
        let found = match &content {
            Content::Trace(bytes) => self.trace(bytes, out),
            Content::Copy(copy) => {
                self.messages.how_it_was_read(&self.source.name, copy, reading.verbose);
                self.copy(format, copy, out)
            }
        };
        match found {
            Ok(found) => {
                self.messages.problems(&self.source.name, &found);
                Ok(found.outcome())
            }
            Err(Stop::Failure(failure)) => self.fail(&failure, Some(format), out),
            Err(Stop::Output(error)) => Err(error),
        }
    }

    fn begin(&mut self, out: &mut Output) -> io::Result<()> {
        out.write_all(self.heading.take().unwrap_or_default().as_bytes())
    }

    fn copy(&mut self, format: Format, copy: &Copy, out: &mut Output) -> Result<Found, Stop> {
        let Show { reading, json, filter, .. } = self.arguments;
        match format {
            Format::Inspect => self.inspect(copy, out),
            Format::Mmv => mmv::read(copy, reading.recover, |image, problems| {
                self.begin(out)?;
                if *json {
                    out.view(|out| image.write_json(out))?;
                    out.write_all(b"\n")?;
                } else {
                    out.view(|out| mmv::write_text(image, &self.source.identifier(), out))?;
                }
                Ok(problems.into_iter().collect())
            }),
            Format::Dat => catalog::read(&copy.bytes, |catalog, problems| {
                self.begin(out)?;
                if *json {
                    catalog::show_json(&catalog, filter, out)?;
                } else {
                    catalog::show_text(&catalog, filter, out)?;
                }
                Ok(problems.into_iter().collect())
            }),
            Format::Tdf | Format::Trace => {
                let message = "definitions are checked, and catalogs are generated from them; try glassbox check";
                Err(Failure::new("not_shown", message).into())
            }
        }
    }

    fn inspect(&mut self, copy: &Copy, out: &mut Output) -> Result<Found, Stop> {
        let reading = &self.arguments.reading;
        let neighbours = Neighbours::of(self.source, self.links, reading.attempts)?;
        let sequence = if self.arguments.file_order { Sequence::Blocks } else { Sequence::Canonical };
        let options = Options { recover: reading.recover, sequence, ..Options::default() };
        inspect::read(copy, neighbours, options, |tree, problems| {
            for link in inspect::links(tree) {
                self.messages.note(&self.source.name, &link.describe());
            }
            let selected = self.selectors.apply(tree, &self.source.identifier());
            *self.is_anything |= selected == Selected::Something;
            if selected != Selected::OtherFiles {
                self.begin(out)?;
                self.tree(tree, out)?;
            }
            Ok(problems.into_iter().collect())
        })
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

    fn trace(&mut self, bytes: &trace::Bytes, out: &mut Output) -> Result<Found, Stop> {
        let Show { filter, times, indent, .. } = self.arguments;
        let settings = trace::Settings { filter, times, indent: *indent, report: false };
        let mut found = Found::default();
        catalog::read_all(self.catalogs.as_ref().map_err(Failure::clone)?, |catalogs, of_catalogs| {
            trace::open(bytes, catalogs, &mut |problem| found.take(problem), |trace, problems| {
                self.begin(out)?;
                if self.arguments.json {
                    trace::write_json(trace, settings, None, problems, out)
                } else {
                    trace::write_text(trace, settings, None, problems, out)
                }
            })?;
            found.extend(of_catalogs);
            Ok(())
        })?;
        Ok(found)
    }

    fn fail(&mut self, failure: &Failure, format: Option<Format>, out: &mut Output) -> io::Result<Outcome> {
        self.messages.error(&self.source.name, &failure.describe());
        if self.arguments.envelope && format == Some(Format::Inspect) {
            self.begin(out)?;
            self.envelope(None, &[&failure.describe()], out)?;
        }
        Ok(Outcome::Failed)
    }
}
