//! MMV files: what is in them.

use std::fmt::{self, Write as _};
use std::fs::File;
use std::io;

use glassbox::Unread;
use glassbox::mmv::Flags;
use glassbox::mmv::read::{FileError, Image, LiveError, Source, snapshot};
use serde::Serialize;

use crate::live::{self, Copy, ReadAt, State};
use crate::report::{Failure, Problem, Stop};

/// What is in an MMV file.
#[derive(Debug, Serialize)]
pub struct Summary {
    byte_order: &'static str,
    version: u32,
    generation: String,
    pid: i32,
    cluster: i32,
    flags: u32,
    metrics: usize,
    values: usize,
    null_values: usize,
    instances: usize,
    labels: usize,
}

impl Summary {
    /// Counts what a file delivers.
    pub fn of(image: &Image<'_>) -> Self {
        let summary = image.summary();
        Self {
            byte_order: image.byte_order().name(),
            version: image.version().number(),
            generation: image.generation().to_string(),
            pid: image.process(),
            cluster: image.cluster(),
            flags: image.flags().bits(),
            metrics: summary.metrics,
            values: summary.values,
            null_values: summary.null_values,
            instances: summary.instances,
            labels: summary.labels,
        }
    }

    /// The summary for people, in a line.
    pub fn describe(&self) -> String {
        let Self { version, byte_order, cluster, metrics, values, instances, labels, .. } = self;
        let mut line = format!("version {version}, {byte_order}-endian, cluster {cluster}");
        let _ = write!(line, ", metrics: {metrics}, values: {values}, instances: {instances}, labels: {labels}");
        line
    }
}

/// A file that may be written while it is read.
struct Live<'f> {
    file: &'f File,
    len: usize,
}

impl Source for Live<'_> {
    fn len(&self) -> usize {
        self.len
    }

    fn copy(&self, offset: usize, bytes: &mut [u8]) -> Option<()> {
        let read = live::fill(self.file, bytes, u64::try_from(offset).ok()?).ok()?;
        (read == bytes.len()).then_some(())
    }
}

/// Copies a file by the rule of the format: its metadata all of one moment, and no text that is half of two.
pub fn copy(file: &File, attempts: u32) -> io::Result<Copy> {
    let mut copy = live::copy(file, 1, |_, _| None)?;
    if !matches!(Image::read(&copy.bytes), Ok(_) | Err(FileError::InFlux)) {
        return Ok(copy);
    }
    let first_len = copy.bytes.len();
    for _ in 0..attempts {
        let mut pauses = 0;
        let pause = || {
            pauses += 1;
            live::pause(pauses);
        };
        let source = Live { file, len: copy.bytes.len() };
        let taken = snapshot(&source, &mut copy.bytes, attempts, pause);
        (copy.state, copy.attempts, copy.unsettled) = match taken {
            Ok(snapshot) => (State::Consistent, snapshot.attempts, snapshot.unsettled),
            Err(LiveError::Unread(Unread::Locked(attempts))) => (State::Locked, attempts, 0),
            Err(LiveError::Unread(Unread::Contended(attempts))) => (State::Contended, attempts, 0),
            Err(LiveError::File(_)) => (State::Consistent, 1, 0),
            Err(LiveError::Gone) => {
                let len = usize::try_from(file.size()?).map_err(|_| io::ErrorKind::OutOfMemory)?;
                copy.shrunk = u64::try_from(first_len.saturating_sub(len)).unwrap_or(0);
                copy.bytes.resize(len, 0);
                continue;
            }
        };
        return Ok(copy);
    }
    Ok(Copy { state: State::Contended, attempts, ..copy })
}

/// Reads a file, and hands it and its problems on.
pub fn read<R>(
    copy: &Copy,
    recover: bool,
    then: impl FnOnce(&Image<'_>, Vec<Problem>) -> Result<R, Stop>,
) -> Result<R, Stop> {
    let Copy { state, attempts, .. } = copy;
    match state {
        State::Contended => {
            let message = format!("the writer laid the file out anew during each of {attempts} attempts; try again");
            return Err(Failure::new("contended", &message).into());
        }
        State::Locked if !recover => {
            let error = FileError::InFlux;
            let message = format!("{error}; it was looked at {attempts} times");
            return Err(Failure::new(error.name(), &message).into());
        }
        State::Locked | State::Consistent => {}
    }
    let image = if recover { Image::recover(&copy.bytes) } else { Image::read(&copy.bytes) };
    let image = image.map_err(|error| Failure::new(error.name(), &error))?;
    let mut words = vec![0; image.index_len()];
    let image = image.with_index(&mut words);
    let mut problems = Vec::new();
    image.check(&mut |problem| problems.push(problem.into()));
    Problem::sort(&mut problems);
    then(&image, problems)
}

/// Prints a file in the manner of `pminfo`, under the name that Performance Co-Pilot gives to its metrics.
pub fn write_text(image: &Image<'_>, file: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    let prefix = if image.flags().contains(Flags::NO_PREFIX) { String::from("mmv.") } else { format!("mmv.{file}.") };
    image.write_text(&prefix, out)
}

impl From<glassbox::mmv::read::Problem> for Problem {
    fn from(problem: glassbox::mmv::read::Problem) -> Self {
        Self {
            offset: u64::try_from(problem.offset).ok(),
            ..Self::new(problem.kind.name(), problem.kind.severity().name(), problem.kind.message())
        }
    }
}
