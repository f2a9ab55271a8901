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
    /// What is wrong, and what became of it.
    pub message: &'static str,
}

/// What is in a file.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Summary {
    /// An Inspect file.
    Inspect(crate::inspect::Summary),
}

impl Failure {
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
        Self { kind, message }
    }

    /// What a file is when nothing is known about it.
    pub fn unknown_format() -> Self {
        let message = "it is of no format that is known here; if you know better, say --format";
        Self { kind: "unknown_format", message: message.into() }
    }
}

impl Failure {
    /// The failure for people, with its name.
    pub fn describe(&self) -> String {
        format!("{} ({})", self.message, self.kind)
    }
}

impl Summary {
    /// The summary for people, in a line.
    pub fn describe(&self) -> String {
        match self {
            Self::Inspect(summary) => format!("Inspect {}", summary.describe()),
        }
    }
}

impl Problem {
    /// Whether something was lost.
    pub fn is_note(&self) -> bool {
        self.severity == "note"
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
        format!("{place}{} ({})", self.message, self.kind)
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
