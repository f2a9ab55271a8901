//! Following a trace: a ring that a program writes, or a file that grows.
//!
//! The file is read again and again, and of each thread what is newer than what was printed is printed. What a program
//! overwrites between two readings is not seen. Within one reading the entries of all threads are in order; a thread that
//! hands its records over late comes late.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use glassbox::trace::catalog::Catalog;
use glassbox::trace::file::Entry;

use super::{Settings, Trace, lines, open};
use crate::args::TraceFormat;
use crate::detect::Format;
use crate::messages::Messages;
use crate::output::Output;
use crate::report::{Failure, Problem, Stop};
use crate::source::{Content, Source};

/// The shortest time between two readings.
const PERIOD: Duration = Duration::from_millis(100);

/// What has been printed.
#[derive(Default)]
pub struct Printed {
    /// For each thread the latest time, and how many entries had it.
    threads: HashMap<u64, (u64, u64)>,
    /// How many entries of the latest time this reading has met.
    met: HashMap<u64, u64>,
    /// The thread of the last line.
    pub last_thread: Option<u64>,
}

impl Printed {
    /// Whether an entry has not been printed yet; it is taken for printed from now on.
    pub fn is_new(&mut self, entry: &Entry<'_>) -> bool {
        let Some((time, count)) = self.threads.get_mut(&entry.thread) else {
            self.threads.insert(entry.thread, (entry.time, 1));
            self.met.insert(entry.thread, 1);
            return true;
        };
        if entry.time != *time {
            let is_new = entry.time > *time;
            if is_new {
                (*time, *count) = (entry.time, 1);
                self.met.insert(entry.thread, 1);
            }
            return is_new;
        }
        let met = self.met.entry(entry.thread).or_default();
        *met += 1;
        let is_new = *met > *count;
        *count = (*count).max(*met);
        is_new
    }

    fn begin(&mut self) {
        self.met.clear();
    }
}

/// Prints what comes, until nobody reads it any more or the file is gone.
pub fn follow(
    source: &Source,
    arguments: &TraceFormat,
    catalogs: &[Catalog<'_>],
    out: &mut Output,
    messages: &mut Messages,
) -> Result<(), Stop> {
    if source.path().is_none() {
        return Err(Failure::new("not_followed", "standard input cannot be read again; give a file").into());
    }
    let TraceFormat { filter, times, json, .. } = arguments;
    let settings = Settings { filter, times, indent: false, report: false };
    let mut printed = Printed::default();
    let mut told = HashSet::new();
    loop {
        let start = Instant::now();
        let Content::Trace(bytes) = source.load_as(Some(Format::Trace), 1)?.content else {
            return Err(Failure::unknown_format().into());
        };
        printed.begin();
        let mut tell = |problem: Problem| {
            if !problem.is_note() && told.insert((problem.kind, problem.offset)) {
                messages.problem(&source.name, &problem.describe());
            }
        };
        open(&bytes, catalogs, &mut tell, |trace: &Trace<'_>, problems| {
            if *json {
                lines::write_json(trace, settings, Some(&mut printed), problems, out)
            } else {
                lines::write_text(trace, settings, Some(&mut printed), problems, out)
            }
        })?;
        out.flush()?;
        // A file that takes long to read is read less often.
        thread::sleep(PERIOD.max(start.elapsed() * 2));
    }
}
