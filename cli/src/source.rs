//! Sources: the files, directories and streams that a command is given, and how their bytes are had.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use glassbox::inspect::reader::Stamp as InspectStamp;

use crate::detect::{BEGINNING, Format, detect};
use crate::live::{self, Copy, Stamp};
use crate::report::Failure;
use crate::{dump, mmv, trace};

/// A file or a stream, and where it stands.
#[derive(Clone, Debug)]
pub struct Source {
    /// What people know it by.
    pub name: String,
    place: Place,
    /// The directory that it was found in, if a directory was given.
    pub folder: Option<Rc<Folder>>,
}

#[derive(Clone, Debug)]
enum Place {
    File(PathBuf),
    Region(dump::Place),
    StandardInput,
}

/// A directory that was given: each file in it may link to the others by name.
#[derive(Debug)]
pub struct Folder(PathBuf);

/// A source that has been opened.
#[derive(Debug)]
pub struct Loaded {
    /// The format, as it was given or found.
    pub format: Format,
    /// The bytes.
    pub content: Content,
}

/// The bytes of a source.
#[derive(Debug)]
pub enum Content {
    /// A copy of all of them.
    Copy(Copy),
    /// A trace, which may be larger than memory, and is read bit by bit.
    Trace(trace::Bytes),
}

impl Source {
    /// What an argument stands for: a file, a region of a dump whose first byte is at `base`, or `-` for standard input.
    pub fn of(argument: &Path, base: Option<u64>) -> Self {
        if argument.as_os_str() == "-" {
            return Self { name: String::from("-"), place: Place::StandardInput, folder: None };
        }
        match dump::Place::of(argument, base) {
            Some(place) => Self { name: argument.display().to_string(), place: Place::Region(place), folder: None },
            None => Self::file(argument),
        }
    }

    /// A file.
    pub fn file(path: &Path) -> Self {
        Self { name: path.display().to_string(), place: Place::File(path.to_owned()), folder: None }
    }

    /// The name by which links know the file: the last part of its path.
    pub fn identifier(&self) -> String {
        match &self.place {
            Place::File(path) => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            Place::Region(place) => place.wanted().to_owned(),
            Place::StandardInput => String::from("stdin"),
        }
    }

    /// The path of a file.
    pub fn path(&self) -> Option<&Path> {
        match &self.place {
            Place::File(path) => Some(path),
            Place::Region(_) | Place::StandardInput => None,
        }
    }

    /// Where it is, as an URL; nothing for a stream or a region.
    pub fn url(&self) -> String {
        let Some(path) = self.path() else { return String::new() };
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        format!("file://{}", path.display())
    }

    /// Opens it, and reads all of it unless it is a trace; consistently if it is live, in at most so many attempts.
    /// Without a format it is of the one that it shows.
    pub fn load_as(&self, format: Option<Format>, attempts: u32) -> Result<Loaded, Failure> {
        let opened = match &self.place {
            Place::File(path) => File::open(path).and_then(|file| Ok((file.metadata()?.is_file(), file))),
            Place::Region(place) => {
                let (bytes, said) = place.load()?;
                return self.stream(&*bytes, format.or(said));
            }
            Place::StandardInput => return self.stream(io::stdin().lock(), format),
        };
        let (is_regular, file) = opened.map_err(|error| Failure::of_io(&error))?;
        if !is_regular {
            return self.stream(file, format);
        }
        let mut beginning = [0; BEGINNING];
        let read = live::fill(&file, &mut beginning, 0).map_err(|error| Failure::of_io(&error))?;
        let format = self.format(&beginning[..read], format)?;
        let content = match format {
            Format::Inspect => live::copy(&file, attempts, inspect_stamp).map(Content::Copy),
            Format::Trace => trace::Bytes::new(file).map(Content::Trace),
            Format::Mmv => mmv::copy(&file, attempts).map(Content::Copy),
            Format::Dat | Format::Tdf => live::copy(&file, 1, |_, _| None).map(Content::Copy),
        };
        Ok(Loaded { format, content: content.map_err(|error| Failure::of_io(&error))? })
    }

    /// Reads a stream to its end. A trace is put in a file that nobody sees.
    fn stream(&self, mut stream: impl Read, format: Option<Format>) -> Result<Loaded, Failure> {
        let mut bytes = Vec::new();
        let failed = |error| Failure::of_io(&error);
        stream.by_ref().take(BEGINNING as u64).read_to_end(&mut bytes).map_err(failed)?;
        let format = self.format(&bytes, format)?;
        let content = if format == Format::Trace {
            let mut spool = || {
                let mut file = tempfile::tempfile()?;
                file.write_all(&bytes)?;
                io::copy(&mut stream, &mut file)?;
                trace::Bytes::new(file)
            };
            Content::Trace(spool().map_err(failed)?)
        } else {
            stream.read_to_end(&mut bytes).map_err(failed)?;
            Content::Copy(Copy { bytes, attempts: 1, ..Copy::default() })
        };
        Ok(Loaded { format, content })
    }

    fn format(&self, beginning: &[u8], format: Option<Format>) -> Result<Format, Failure> {
        format.or_else(|| detect(beginning, self.path())).ok_or_else(Failure::unknown_format)
    }
}

/// Whether the bytes of an Inspect file say that its writer is inside a section.
pub fn is_locked(bytes: &[u8]) -> bool {
    InspectStamp::of(bytes).is_some_and(InspectStamp::is_locked)
}

fn inspect_stamp(beginning: &[u8], size: u64) -> Option<Stamp> {
    let stamp = InspectStamp::of(beginning)?;
    Some(Stamp { generation: [stamp.generation(), 0], is_settled: !stamp.is_locked(), len: stamp.len(size) })
}

impl Folder {
    /// The file of this name in the directory.
    pub fn find(&self, name: &str) -> Option<Source> {
        let mut parts = Path::new(name).components();
        let (Some(Component::Normal(_)), None) = (parts.next(), parts.next()) else { return None };
        let path = self.0.join(name);
        path.is_file().then(|| Source::file(&path))
    }
}

/// The files and streams that the arguments stand for. A directory stands for the files in it, by name.
pub fn expand(arguments: &[PathBuf], base: Option<u64>) -> Vec<Result<Source, (String, Failure)>> {
    let mut sources = Vec::new();
    for argument in arguments {
        if argument.is_dir() {
            match list(argument) {
                Ok(files) => sources.extend(files.into_iter().map(Ok)),
                Err(error) => sources.push(Err((argument.display().to_string(), Failure::of_io(&error)))),
            }
        } else {
            sources.push(Ok(Source::of(argument, base)));
        }
    }
    sources
}

fn list(path: &Path) -> io::Result<Vec<Source>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if entry.path().is_file() {
            names.push(entry.file_name());
        }
    }
    names.sort();
    let folder = Rc::new(Folder(path.to_owned()));
    let source = |name| Source { folder: Some(Rc::clone(&folder)), ..Source::file(&path.join(name)) };
    Ok(names.iter().map(source).collect())
}
