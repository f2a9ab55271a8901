//! MMV files: what is in them.

use std::fmt::{self, Write as _};

use glassbox::mmv::Flags;
use glassbox::mmv::read::{FileError, Image};
use serde::Serialize;

use crate::args::Reading;
use crate::live::Copy;
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

/// Reads a file, and hands it and its problems on.
pub fn read<R>(
    copy: &Copy,
    reading: &Reading,
    then: impl FnOnce(&Image<'_>, Vec<Problem>) -> Result<R, Stop>,
) -> Result<R, Stop> {
    let image = if reading.recover { Image::recover(&copy.bytes) } else { Image::read(&copy.bytes) };
    let image = image.map_err(failure)?;
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

fn failure(error: FileError) -> Failure {
    Failure::new(error.name(), &error)
}

impl From<glassbox::mmv::read::Problem> for Problem {
    fn from(problem: glassbox::mmv::read::Problem) -> Self {
        Self {
            offset: u64::try_from(problem.offset).ok(),
            ..Self::new(problem.kind.name(), problem.kind.severity().name(), problem.kind.message())
        }
    }
}
