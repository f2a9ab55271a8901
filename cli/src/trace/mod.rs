//! Trace files: reading them at offsets, with the catalogs that say what their entries mean.

mod chrome;
mod command;
mod explain;
mod filter;
mod follow;
mod generate;
mod lines;
mod stats;
mod summary;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs::File;
use std::io;

use glassbox::trace::catalog::Catalog;
use glassbox::trace::file::{Entry, FileError, Index, RecordSlot, Source, Thread, ThreadSlot, TraceFile};
use glassbox::trace::format::{Formatter, Meaning, Printed};
use glassbox::trace::problem::ProblemKind;
use glassbox::trace::template::Fit;

use crate::live::{self, ReadAt};
use crate::progress::Progress;
use crate::report::{Failure, Problem, Stop};

pub use command::run;
pub use filter::{Filter, Times};
pub use lines::{Settings, write_json, write_text};
pub use summary::{Summary, check};

/// The bytes of a trace file. It may be larger than memory, and is never read as a whole.
#[derive(Debug)]
pub struct Bytes {
    file: File,
    len: u64,
    watched: Option<RefCell<(u64, Progress)>>,
}

impl Bytes {
    /// A file of the length that it has now. What is added later is another reading's.
    pub fn new(file: File) -> io::Result<Self> {
        let len = file.size()?;
        Ok(Self { file, len, watched: None })
    }

    /// Shows progress while it is read.
    pub fn watched(self, progress: Progress) -> Self {
        Self { watched: Some(RefCell::new((0, progress))), ..self }
    }

    fn note(&self, bytes: usize) {
        let Some(watched) = &self.watched else { return };
        let (read, progress) = &mut *watched.borrow_mut();
        *read += bytes as u64;
        progress.tell(*read, self.len, "bytes");
    }

    fn is_read(&self) {
        if let Some(watched) = &self.watched {
            watched.borrow_mut().1.wipe();
        }
    }
}

impl Source for Bytes {
    fn len(&self) -> u64 {
        self.len
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> bool {
        self.note(into.len());
        let is_inside = offset.checked_add(into.len() as u64).is_some_and(|end| end <= self.len);
        is_inside && live::fill(&self.file, into, offset).is_ok_and(|read| read == into.len())
    }
}

/// Takes problems as they are found.
pub type Sink<'s> = &'s mut dyn FnMut(Problem);

/// A trace file that has been indexed.
pub struct Trace<'t> {
    /// The records, by thread.
    pub index: &'t Index<'t, 't, Bytes>,
    /// The catalogs that it is printed with. The first that has a tracepoint counts.
    pub catalogs: &'t [Catalog<'t>],
}

/// Indexes a file, and hands it on.
pub fn open<R>(
    bytes: &Bytes,
    catalogs: &[Catalog<'_>],
    problems: Sink<'_>,
    then: impl FnOnce(&Trace<'_>, Sink<'_>) -> Result<R, Stop>,
) -> Result<R, Stop> {
    let file = TraceFile::open(bytes, &mut |problem| problems(problem.into())).map_err(failure)?;
    let mut slots = vec![RecordSlot::EMPTY; file.records_to_index()];
    let index = file.index(&mut slots, &mut |problem| problems(problem.into())).map_err(failure)?;
    then(&Trace { index: &index, catalogs }, problems)
}

fn failure(error: FileError) -> Failure {
    Failure::new(error.name(), &error)
}

impl Trace<'_> {
    /// Hands on each entry in the order of time.
    pub fn entries(
        &self,
        problems: Sink<'_>,
        mut then: impl FnMut(&Entry<'_>, Sink<'_>) -> io::Result<()>,
    ) -> Result<(), Stop> {
        let mut threads = vec![ThreadSlot::EMPTY; self.index.threads()];
        let mut scratch = vec![0; self.index.scratch_bytes()];
        let entries = self.index.entries(&mut threads, &mut scratch, &mut |problem| problems(problem.into()));
        let mut entries = entries.map_err(failure)?;
        while let Some(entry) = entries.next(&mut |problem| problems(problem.into())) {
            then(&entry, problems)?;
        }
        self.index.file().source().is_read();
        Ok(())
    }

    /// Prints entries as lines, with times of day so many seconds east of UTC; `depths` holds a zero for each thread if they
    /// are to be indented.
    pub fn printer<'p>(&'p self, depths: &'p mut [u32], east: i32) -> Printer<'p> {
        let formatter = Formatter::new(self.index, self.catalogs, depths).east(east);
        Printer { formatter, unknown: Unknown::default() }
    }

    /// What the catalogs say of an entry's tracepoint.
    pub fn point(&self, entry: &Entry<'_>) -> Option<glassbox::trace::catalog::Point<'_>> {
        self.catalogs.iter().find_map(|catalog| catalog.find(entry.component().as_bytes(), entry.id))
    }
}

/// The first name that a thread bears, if it has one.
fn name_of(thread: &Thread<'_, Bytes>) -> Option<String> {
    let mut first = None;
    thread.names(|name| {
        first = Some(name.to_string());
        false
    });
    first.filter(|name| !name.is_empty())
}

/// Prints entries as lines, and finds what is wrong with them.
pub struct Printer<'p> {
    formatter: Formatter<'p>,
    unknown: Unknown,
}

impl<'p> Printer<'p> {
    /// The printer, for lines that go on behind one of this thread.
    fn behind(self, thread: Option<u64>) -> Self {
        Self { formatter: self.formatter.behind(thread), ..self }
    }

    /// Prints an entry as a line.
    pub fn write<W: fmt::Write>(&mut self, entry: &Entry<'_>, out: &mut W, problems: Sink<'_>) -> fmt::Result {
        let printed = self.formatter.write_line(entry, out)?;
        self.tell(entry, printed, problems);
        Ok(())
    }

    /// Prints what an entry says, and gives what is known of its tracepoint.
    pub fn write_text<W: fmt::Write>(
        &mut self,
        entry: &Entry<'_>,
        out: &mut W,
        problems: Sink<'_>,
    ) -> Result<Meaning<'p>, fmt::Error> {
        let meaning = self.formatter.meaning(entry);
        let printed = meaning.write_text(entry, out)?;
        self.tell(entry, printed, problems);
        Ok(meaning)
    }

    fn tell(&mut self, entry: &Entry<'_>, printed: Printed, problems: Sink<'_>) {
        let kind = match printed {
            Printed::Known(Fit::Missing) => ProblemKind::MissingData,
            Printed::Known(Fit::Extra) => ProblemKind::ExtraData,
            Printed::Unknown if self.unknown.is_first(entry) => ProblemKind::UnknownTracepoint,
            Printed::Known(Fit::Exact) | Printed::Unknown => return,
        };
        problems(glassbox::trace::problem::Problem { kind, offset: entry.offset }.into());
    }
}

/// The tracepoints that no catalog has. Each is told once.
#[derive(Default)]
struct Unknown(HashMap<String, HashSet<u32>>);

impl Unknown {
    fn is_first(&mut self, entry: &Entry<'_>) -> bool {
        match self.0.get_mut(entry.component()) {
            Some(ids) => ids.insert(entry.id),
            None => self.0.insert(entry.component().to_owned(), HashSet::from([entry.id])).is_none(),
        }
    }
}

impl From<glassbox::trace::problem::Problem> for Problem {
    fn from(problem: glassbox::trace::problem::Problem) -> Self {
        let glassbox::trace::problem::Problem { kind, offset } = problem;
        let count = if let ProblemKind::LostRecords { count } = kind { Some(count) } else { None };
        Self { offset: Some(offset), count, ..Self::new(kind.name(), kind.severity().name(), kind.text()) }
    }
}
