//! `glassbox trace generate`: from definition files to what programs and formatters need.
//!
//! Nothing is written unless all of it can be: definitions are read and held against the older catalog first. A file is
//! put in place by renaming, and one that would not change is left alone, so that nothing is built anew for it.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use glassbox::trace::catalog::{Catalog, write_version};
use glassbox::trace::definition::{Changed, Definitions, Mode, check_append_only, write_catalog_lines};

use crate::Outcome;
use crate::args::TraceGenerate;
use crate::catalog;
use crate::definitions;
use crate::detect::Format;
use crate::messages::{Found, Messages};
use crate::output::Output;
use crate::report::{Failure, Stop};
use crate::source::{Content, Source};

/// Runs the command.
pub fn run(arguments: &TraceGenerate, out: &mut Output, messages: &mut Messages) -> io::Result<Outcome> {
    match generate(arguments, out, messages) {
        Ok(outcome) => Ok(outcome),
        Err(Stop::Failure(failure)) => {
            messages.error("glassbox trace generate", &failure.describe());
            Ok(Outcome::Failed)
        }
        Err(Stop::Output(error)) => Err(error),
    }
}

fn generate(arguments: &TraceGenerate, out: &mut Output, messages: &mut Messages) -> Result<Outcome, Stop> {
    let to_standard_output = arguments.dat.as_os_str() == "-";
    let older = if to_standard_output { None } else { older(&arguments.dat)? };
    let mode = if arguments.lenient { Mode::Lenient } else { Mode::Strict };
    let mut lines = String::new();
    write_version(&mut lines).map_err(io::Error::other)?;
    let mut outcome = Outcome::Fine;
    let mut components = BTreeMap::new();
    for path in &arguments.files {
        let source = Source::of(path);
        let loaded = source.load_as(Some(Format::Tdf), 1).map_err(|failure| failure.in_file(source.name.clone()))?;
        let Content::Copy(copy) = loaded.content else { continue };
        let read = definitions::read(&copy.bytes, mode, |definitions, warnings| {
            let found: Found = warnings.into_iter().collect();
            messages.problems(&source.name, &found);
            outcome = outcome.max(found.outcome());
            if let Some(other) = components.insert(definitions.component.to_owned(), source.name.clone()) {
                let message = format!("component {} is defined in {other} too", definitions.component);
                return Err(Failure::new("duplicate_component", &message).into());
            }
            if let Some(older) = &older {
                keeps_what_is_there(definitions, older, &arguments.dat)?;
            }
            write_catalog_lines(definitions, &mut lines).map_err(io::Error::other)?;
            Ok(())
        });
        read.map_err(|stop| stop.in_file(&source.name))?;
    }
    if let Some(older) = &older {
        nothing_is_gone(&components, older, &arguments.dat)?;
    }
    if to_standard_output {
        out.write_all(lines.as_bytes())?;
    } else {
        put(&arguments.dat, lines.as_bytes())?;
    }
    Ok(outcome)
}

/// The bytes of the catalog that is there already.
fn older(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::of_io(&error).in_file(path.display().to_string())),
    }
}

fn with_older<R>(bytes: &[u8], path: &Path, then: impl FnOnce(&Catalog<'_>) -> R) -> Result<R, Stop> {
    let read = catalog::read(bytes, |catalog, _| Ok(then(&catalog)));
    read.map_err(|stop| stop.in_file(&path.display().to_string()))
}

/// Traces of older programs are printed with the newer catalog too, so that no tracepoint may become another.
fn keeps_what_is_there(definitions: &Definitions<'_>, older: &[u8], path: &Path) -> Result<(), Stop> {
    let changed = with_older(older, path, |catalog| {
        check_append_only(definitions, catalog).err().map(|changed| match changed {
            Changed::Removed(id, symbol) => (id, symbol.to_string(), "is gone; keep its line, and mark it Obsolete"),
            Changed::Altered(id, symbol) => {
                (id, symbol.to_string(), "became another; mark the old one Obsolete and add the new one at the end")
            }
        })
    })?;
    let Some((id, symbol, what)) = changed else { return Ok(()) };
    let component = definitions.component;
    let message = format!("{component}.{id} ({symbol}), which {} has, {what}", path.display());
    Err(Failure::new("not_append_only", &message).into())
}

fn nothing_is_gone(components: &BTreeMap<String, String>, older: &[u8], path: &Path) -> Result<(), Stop> {
    let gone = with_older(older, path, |catalog| {
        let mut old = catalog.points().map(|point| point.component.to_string());
        old.find(|component| !components.contains_key(component))
    })?;
    let Some(component) = gone else { return Ok(()) };
    let message =
        format!("{} has component {component}, which no definition file has; give that one too", path.display());
    Err(Failure::new("not_append_only", &message).into())
}

/// Puts a file in place, unless it is there just so.
fn put(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let write = || {
        fs::create_dir_all(folder)?;
        let mut builder = tempfile::Builder::new();
        // As for any new file: what the mask of the process leaves.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.persist(path)?;
        Ok::<(), io::Error>(())
    };
    write().map_err(|error| {
        Failure::new("not_written", &format!("it cannot be written: {error}")).in_file(path.display().to_string())
    })
}
