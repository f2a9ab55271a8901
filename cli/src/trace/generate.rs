//! `glassbox trace generate`: from definition files to what programs and formatters need.
//!
//! Nothing is written unless all of it can be: definitions are read and held against the older catalog first. A file is
//! put in place by renaming, and one that would not change is left alone, so that nothing is built anew for it.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use glassbox::trace::catalog::{Catalog, write_version};
use glassbox::trace::definition::{Changed, Definitions, Mode, check_append_only, write_catalog_lines};
use glassbox::trace::generate::{COptions, RustOptions, write_c_header, write_c_source, write_rust};

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
    let files = DefinitionFile::load_all(arguments)?;
    let mut made = Made::default();
    let mut outcome = Outcome::Fine;
    for file in &files {
        let made_of_it = definitions::read(&file.bytes, arguments.mode(), |definitions, warnings| {
            let found: Found = warnings.into_iter().collect();
            messages.problems(&file.name, &found);
            outcome = outcome.max(found.outcome());
            let container = files.iter().find(|other| other.contains(&file.component));
            made.take(definitions, container.map(|container| container.component.as_str()), arguments)
                .map_err(io::Error::other)?;
            Ok(())
        });
        made_of_it.map_err(|stop| stop.in_file(&file.name))?;
    }
    if let Some(dat) = &arguments.dat {
        let mut lines = String::new();
        write_version(&mut lines).map_err(io::Error::other)?;
        lines += &made.lines;
        if dat.as_os_str() == "-" {
            out.write_all(lines.as_bytes())?;
        } else {
            add_to(dat, &files, arguments.mode())?;
            made.files.push((dat.clone(), lines));
        }
    }
    for (path, text) in &made.files {
        put(path, text.as_bytes())?;
    }
    Ok(outcome)
}

/// A definition file, and what has to be known of all of them before any is worked on.
struct DefinitionFile {
    name: String,
    bytes: Vec<u8>,
    component: String,
    /// The components that report inside this one.
    submodules: Vec<String>,
}

impl DefinitionFile {
    fn load_all(arguments: &TraceGenerate) -> Result<Vec<Self>, Stop> {
        let mut files: Vec<Self> = Vec::new();
        for path in &arguments.files {
            let source = Source::of(path, None);
            let file = Self::load(&source, arguments.mode()).map_err(|stop| stop.in_file(&source.name))?;
            if let Some(other) = files.iter().find(|other| other.component == file.component) {
                let message = format!("component {} is defined in {} too", file.component, other.name);
                return Err(Failure::new("duplicate_component", &message).in_file(file.name).into());
            }
            files.push(file);
        }
        Ok(files)
    }

    fn load(source: &Source, mode: Mode) -> Result<Self, Stop> {
        let Content::Copy(copy) = source.load_as(Some(Format::Tdf), 1)?.content else {
            return Err(Failure::unknown_format().into());
        };
        let (component, submodules) = definitions::read(&copy.bytes, mode, |definitions, _| {
            let submodules = definitions.submodules.split(',').map(|name| name.trim().to_owned());
            Ok((definitions.component.to_owned(), submodules.collect()))
        })?;
        Ok(Self { name: source.name.clone(), bytes: copy.bytes, component, submodules })
    }

    fn contains(&self, component: &str) -> bool {
        self.submodules.iter().any(|name| name.eq_ignore_ascii_case(component))
    }
}

/// What has been made so far, and not written yet.
#[derive(Default)]
struct Made {
    /// The lines of the catalog.
    lines: String,
    files: Vec<(PathBuf, String)>,
}

impl Made {
    fn take(
        &mut self,
        definitions: &Definitions<'_>,
        container: Option<&str>,
        arguments: &TraceGenerate,
    ) -> Result<(), fmt::Error> {
        let TraceGenerate { templates, counters, threshold, .. } = *arguments;
        write_catalog_lines(definitions, &mut self.lines)?;
        let stem = format!("ut_{}", definitions.component);
        if let Some(folder) = &arguments.c {
            let [mut header, mut source] = [const { String::new() }; 2];
            write_c_header(definitions, &mut header)?;
            write_c_source(definitions, &COptions { container, templates, counters }, &mut source)?;
            self.files.push((folder.join(format!("{stem}.h")), header));
            self.files.push((folder.join(format!("{stem}.c")), source));
        }
        if let Some(folder) = &arguments.rust {
            let mut text = String::new();
            let module = format!("{}::{stem}", arguments.module);
            let options = RustOptions { module: &module, container, threshold, templates, counters };
            write_rust(definitions, &options, &mut text)?;
            self.files.push((folder.join(format!("{stem}.rs")), text));
        }
        Ok(())
    }
}

/// Checks that what is in a catalog already stays what it is.
fn add_to(dat: &Path, files: &[DefinitionFile], mode: Mode) -> Result<(), Stop> {
    let Some(older) = older(dat)? else { return Ok(()) };
    for file in files {
        let kept = definitions::read(&file.bytes, mode, |definitions, _| keeps_what_is_there(definitions, &older, dat));
        kept.map_err(|stop| stop.in_file(&file.name))?;
    }
    nothing_is_gone(files, &older, dat)
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

fn nothing_is_gone(files: &[DefinitionFile], older: &[u8], path: &Path) -> Result<(), Stop> {
    let gone = with_older(older, path, |catalog| {
        let mut old = catalog.points().map(|point| point.component.to_string());
        old.find(|component| files.iter().all(|file| file.component != *component))
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
