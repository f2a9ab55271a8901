//! Reports: what `check` says of a file, as JSON and for people.

use std::io;

use serde::Serialize;

use crate::Outcome;
use crate::detect::Format;

/// What is to be said of one file.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The file, as people know it.
    pub file: String,
    /// The format, when it is known.
    pub format: Option<Format>,
    /// Why nothing of it could be read.
    pub error: Option<Failure>,
    /// Whether only recovering made it readable.
    pub recovered: bool,
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// What is in it.
    pub summary: Option<Summary>,
}

/// Why something could not be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The name of the error.
    pub kind: &'static str,
    /// What was wrong and what to do.
    pub message: String,
    /// The other file that it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The offset of the byte that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<usize>,
    /// The number of the line that is wrong, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

/// Why the work on a file ended early.
#[derive(Debug)]
pub enum Stop {
    /// The file cannot be read.
    Failure(Failure),
    /// The results cannot be written: whatever is left to do, nobody would see it.
    Output(io::Error),
}

impl Stop {
    /// The stop, for a file that belongs to what is done.
    pub fn in_file(self, file: &str) -> Self {
        match self {
            Self::Failure(failure) => Self::Failure(failure.in_file(file.to_owned())),
            stop @ Self::Output(_) => stop,
        }
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Something wrong in a file that could be read otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The name of the problem.
    pub kind: &'static str,
    /// `problem` or `note`.
    pub severity: &'static str,
    /// The other file that it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The block that it is at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<u32>,
    /// The offset of the bytes that it is at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// How many, where that is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// What is wrong, and what became of it.
    pub message: &'static str,
}

/// What is in a file.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Summary {
    /// An Inspect file.
    Inspect(crate::inspect::Summary),
    /// An MMV file.
    Mmv(crate::mmv::Summary),
    /// A trace file.
    Trace(crate::trace::Summary),
    /// A catalog.
    Dat(crate::catalog::Summary),
    /// A definition file.
    Tdf(crate::definitions::Summary),
}

impl Failure {
    /// A failure of the file that is read.
    pub fn new(kind: &'static str, message: &(impl ToString + ?Sized)) -> Self {
        Self { kind, message: message.to_string(), file: None, offset: None, line: None }
    }

    /// The failure, of a file that belongs to the one that is read; unless it says already which one it is in.
    pub fn in_file(self, file: String) -> Self {
        Self { file: self.file.or(Some(file)), ..self }
    }

    /// The failure, at this offset and in this line.
    pub fn at(self, offset: usize, line: usize) -> Self {
        Self { offset: Some(offset), line: Some(line), ..self }
    }

    /// The failure to read a file.
    pub fn of_io(error: &io::Error) -> Self {
        let (kind, message) = match error.kind() {
            io::ErrorKind::NotFound => ("not_found", String::from("there is no such file; is the name right?")),
            io::ErrorKind::PermissionDenied => {
                ("permission_denied", String::from("it may not be read by you; ask its owner, or change its mode"))
            }
            io::ErrorKind::OutOfMemory => ("out_of_memory", String::from("it is larger than the memory")),
            _ => ("unreadable", format!("it cannot be read: {error}")),
        };
        Self::new(kind, &message)
    }

    /// Whether a file is not there, or not for everybody: no reason to fail when only its directory was given.
    pub fn is_absence(&self) -> bool {
        matches!(self.kind, "not_found" | "permission_denied") && self.file.is_none()
    }

    /// What a file is when nothing is known about it.
    pub fn unknown_format() -> Self {
        Self::new("unknown_format", "it is of no format that is known here; if you know better, say --format")
    }
}

impl Failure {
    /// The failure for people, with its name.
    pub fn describe(&self) -> String {
        let place = [
            self.file.clone(),
            self.line.map(|line| format!("line {line}")),
            self.offset.map(|offset| format!("offset {offset}")),
        ];
        let place: String = place.into_iter().flatten().map(|part| part + ": ").collect();
        format!("{place}{} ({})", self.message, self.kind)
    }
}

impl Summary {
    /// The summary for people, in a line.
    pub fn describe(&self) -> String {
        match self {
            Self::Inspect(summary) => format!("Inspect, {}", summary.describe()),
            Self::Mmv(summary) => format!("MMV, {}", summary.describe()),
            Self::Trace(summary) => format!("trace, {}", summary.describe()),
            Self::Dat(summary) => format!("catalog, {}", summary.describe()),
            Self::Tdf(summary) => format!("definitions, {}", summary.describe()),
        }
    }
}

impl Problem {
    /// A problem, of which it is yet to be said where it is.
    pub const fn new(kind: &'static str, severity: &'static str, message: &'static str) -> Self {
        Self { kind, severity, file: None, block: None, offset: None, count: None, message }
    }

    /// Whether something was lost.
    pub fn is_note(&self) -> bool {
        self.severity == "note"
    }

    /// Whether it says that only recovering made the file readable.
    pub fn is_recovery(&self) -> bool {
        matches!(self.kind, "recovered_locked" | "recovered_truncated" | "in_flux") && self.file.is_none()
    }

    /// Sorts a list by place, then by name.
    pub fn sort(problems: &mut [Self]) {
        problems.sort_by(|a, b| (&a.file, a.block, a.offset, a.kind).cmp(&(&b.file, b.block, b.offset, b.kind)));
    }

    /// Where it is and what it is, for people.
    pub fn describe(&self) -> String {
        let place = [
            self.file.clone(),
            self.block.map(|block| format!("block {block}")),
            self.offset.map(|offset| format!("offset {offset}")),
        ];
        let place: String = place.into_iter().flatten().map(|part| part + ": ").collect();
        let count = self.count.map(|count| format!(": {count}")).unwrap_or_default();
        format!("{place}{}{count} ({})", self.message, self.kind)
    }
}

impl Report {
    /// A report of a file that could not be read.
    pub fn failed(file: &str, format: Option<Format>, error: Failure) -> Self {
        Self {
            file: file.to_owned(),
            format,
            error: Some(error),
            recovered: false,
            problems: Vec::new(),
            summary: None,
        }
    }

    /// What it means for the exit status.
    pub fn outcome(&self) -> Outcome {
        if self.error.is_some() {
            Outcome::Failed
        } else if self.problems.iter().all(Problem::is_note) {
            Outcome::Fine
        } else {
            Outcome::Problems
        }
    }
}
