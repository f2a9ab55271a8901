//! Sources: the files, directories and streams that a command is given, and how their bytes are had.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use glassbox::inspect::reader::Stamp as InspectStamp;

use crate::args::Reading;
use crate::detect::{BEGINNING, Format, detect};
use crate::live::{self, Copy, Stamp, State};
use crate::report::Failure;

/// A file or a stream, and where it stands.
#[derive(Clone, Debug)]
pub struct Source {
    /// What people know it by.
    pub name: String,
    place: Place,
}

#[derive(Clone, Debug)]
enum Place {
    File(PathBuf),
    StandardInput,
}

/// The bytes of a source.
#[derive(Debug)]
pub struct Loaded {
    /// The format, as it was given or found.
    pub format: Format,
    /// The bytes.
    pub copy: Copy,
}

impl Source {
    /// A file.
    pub fn file(path: &Path) -> Self {
        Self { name: path.display().to_string(), place: Place::File(path.to_owned()) }
    }

    /// The name by which others know the file: the last part of its path.
    pub fn identifier(&self) -> String {
        match &self.place {
            Place::File(path) => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            Place::StandardInput => String::from("stdin"),
        }
    }

    /// The path of a file.
    pub fn path(&self) -> Option<&Path> {
        match &self.place {
            Place::File(path) => Some(path),
            Place::StandardInput => None,
        }
    }

    /// Where it is, as an URL; nothing for a stream.
    pub fn url(&self) -> String {
        let Some(path) = self.path() else { return String::new() };
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        format!("file://{}", path.display())
    }

    /// Reads all of it, consistently if it is live.
    pub fn load(&self, reading: &Reading) -> Result<Loaded, Failure> {
        self.read(reading).map_err(|error| Failure::of_io(&error))?
    }

    fn read(&self, reading: &Reading) -> io::Result<Result<Loaded, Failure>> {
        let Place::File(path) = &self.place else {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes)?;
            return Ok(self.streamed(bytes, reading));
        };
        let mut file = File::open(path)?;
        if !file.metadata()?.is_file() {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            return Ok(self.streamed(bytes, reading));
        }
        let mut beginning = [0; BEGINNING];
        let read = live::fill(&file, &mut beginning, 0)?;
        let format = match self.format(&beginning[..read], reading) {
            Ok(format) => format,
            Err(failure) => return Ok(Err(failure)),
        };
        let copy = live::copy(&file, reading.attempts, |beginning, size| match format {
            Format::Inspect => inspect_stamp(beginning, size),
            _ => None,
        })?;
        Ok(Ok(Loaded { format, copy }))
    }

    fn streamed(&self, bytes: Vec<u8>, reading: &Reading) -> Result<Loaded, Failure> {
        let format = self.format(&bytes[..bytes.len().min(BEGINNING)], reading)?;
        Ok(Loaded { format, copy: Copy { bytes, state: State::Consistent, attempts: 1, shrunk: 0 } })
    }

    fn format(&self, beginning: &[u8], reading: &Reading) -> Result<Format, Failure> {
        reading.format.or_else(|| detect(beginning, self.path())).ok_or_else(Failure::unknown_format)
    }
}

fn inspect_stamp(beginning: &[u8], size: u64) -> Option<Stamp> {
    let stamp = InspectStamp::of(beginning)?;
    Some(Stamp { generation: [stamp.generation(), 0], is_settled: !stamp.is_locked(), len: stamp.len(size) })
}

/// The files and streams that the arguments stand for. A directory stands for the files in it, by name.
pub fn expand(arguments: &[PathBuf]) -> Vec<Result<Source, (String, Failure)>> {
    let mut sources = Vec::new();
    for argument in arguments {
        if argument.as_os_str() == "-" {
            let name = String::from("-");
            sources.push(Ok(Source { name, place: Place::StandardInput }));
        } else if argument.is_dir() {
            match list(argument) {
                Ok(files) => sources.extend(files.into_iter().map(Ok)),
                Err(error) => sources.push(Err((argument.display().to_string(), Failure::of_io(&error)))),
            }
        } else {
            sources.push(Ok(Source::file(argument)));
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
    Ok(names.iter().map(|name| Source::file(&path.join(name))).collect())
}
