//! What is in a trace file, and all that is wrong with it.

use std::fmt;

use glassbox::trace::ByteOrder;
use glassbox::trace::catalog::Catalog;
use serde::Serialize;

use super::{Bytes, Trace, open};
use crate::report::{Problem, Stop};

/// What is in a trace file.
#[derive(Debug, Serialize)]
pub struct Summary {
    byte_order: &'static str,
    pointer_size: usize,
    kind: &'static str,
    buffer_size: u32,
    records: u64,
    threads: usize,
    entries: u64,
    lost: u64,
}

impl Summary {
    fn of(trace: &Trace<'_>) -> Self {
        let header = trace.index.header();
        Self {
            byte_order: match header.order {
                ByteOrder::Little => "little",
                ByteOrder::Big => "big",
            },
            pointer_size: header.pointer.bytes(),
            kind: trace.index.kind().name(),
            buffer_size: header.record_size,
            records: trace.index.file().whole_records(),
            threads: trace.index.threads(),
            entries: 0,
            lost: 0,
        }
    }

    /// The summary for people, in a line.
    pub fn describe(&self) -> String {
        let Self { byte_order, pointer_size, kind, buffer_size, records, threads, entries, lost } = self;
        format!(
            "{kind}, {byte_order}-endian, pointers of {pointer_size} bytes, records: {records} of {buffer_size} bytes, \
             threads: {threads}, entries: {entries}, lost records: {lost}"
        )
    }
}

/// Takes what is printed, and keeps nothing of it.
struct Nowhere;

impl fmt::Write for Nowhere {
    fn write_str(&mut self, _: &str) -> fmt::Result {
        Ok(())
    }
}

/// Reads all of a file, and says what is in it and what is wrong with it.
pub fn check(bytes: &Bytes, catalogs: &[Catalog<'_>]) -> Result<(Summary, Vec<Problem>), Stop> {
    let mut found = Vec::new();
    let mut summary = open(bytes, catalogs, &mut |problem| found.push(problem), |trace, problems| {
        let mut summary = Summary::of(trace);
        let mut printer = trace.printer(&mut [], 0);
        trace.entries(problems, |entry, problems| {
            summary.entries += 1;
            printer.write(entry, &mut Nowhere, problems).map_err(std::io::Error::other)
        })?;
        Ok(summary)
    })?;
    summary.lost = found.iter().filter_map(|problem| problem.count).map(u64::from).sum();
    Problem::sort(&mut found);
    Ok((summary, found))
}
