//! Messages: what people are told on standard error, beside the results.
//!
//! A message says what was wrong, where, and what to do. Colours are for terminals, and for who has not set `NO_COLOR`.

use std::io::Write;

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};

use crate::Outcome;
use crate::live::Copy;
use crate::report::Problem;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const PROBLEM: Style = AnsiColor::Yellow.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default().bold();

/// Problems of one file that are listed beside results. `check` lists them all.
const LISTED: usize = 20;

/// The problems of a file as far as they are told beside its results.
#[derive(Debug, Default)]
pub struct Found {
    listed: Vec<Problem>,
    more: u64,
    is_bad: bool,
}

impl Found {
    /// Takes one more problem.
    pub fn take(&mut self, problem: Problem) {
        self.is_bad |= !problem.is_note();
        if self.listed.len() < LISTED {
            self.listed.push(problem);
        } else {
            self.more += 1;
        }
    }

    /// What the problems mean for the exit status.
    pub const fn outcome(&self) -> Outcome {
        if self.is_bad { Outcome::Problems } else { Outcome::Fine }
    }
}

impl FromIterator<Problem> for Found {
    fn from_iter<I: IntoIterator<Item = Problem>>(problems: I) -> Self {
        let mut found = Self::default();
        found.extend(problems);
        found
    }
}

impl Extend<Problem> for Found {
    fn extend<I: IntoIterator<Item = Problem>>(&mut self, problems: I) {
        for problem in problems {
            self.take(problem);
        }
    }
}

/// Where messages go. That they cannot be written is no reason to stop.
pub struct Messages(AutoStream<std::io::Stderr>);

impl Messages {
    /// The standard error of the process.
    pub fn stderr() -> Self {
        Self(anstream::stderr())
    }

    /// Something could not be done.
    pub fn error(&mut self, place: &str, text: &str) {
        self.say(ERROR, "error", place, text);
    }

    /// Something is wrong, and reading went on.
    pub fn problem(&mut self, place: &str, text: &str) {
        self.say(PROBLEM, "problem", place, text);
    }

    /// Something is worth knowing.
    pub fn note(&mut self, place: &str, text: &str) {
        self.say(NOTE, "note", place, text);
    }

    /// A line of text, with a mark under the byte at `offset`.
    pub fn caret(&mut self, line: &str, offset: usize) {
        let before = line.get(..offset).unwrap_or(line).chars().count();
        let _ = writeln!(self.0, "  {line}\n  {:before$}{PROBLEM}^{PROBLEM:#}", "");
    }

    /// The problems of a file.
    pub fn problems(&mut self, place: &str, found: &Found) {
        for problem in &found.listed {
            let text = problem.describe();
            if problem.is_note() { self.note(place, &text) } else { self.problem(place, &text) }
        }
        if found.more > 0 {
            self.note(place, &format!("there are {} more problems; glassbox check lists them", found.more));
        }
    }

    /// How a file was read: when it shrank meanwhile, or when somebody wants to know.
    pub fn how_it_was_read(&mut self, place: &str, copy: &Copy, verbose: bool) {
        if copy.shrunk > 0 {
            self.problem(place, &format!("it became {} bytes shorter while it was read", copy.shrunk));
        }
        if copy.unsettled > 0 {
            let text =
                format!("{} texts or times changed whenever they were looked at; some may be mixed", copy.unsettled);
            self.problem(place, &text);
        }
        if verbose {
            let Copy { bytes, attempts, state, .. } = copy;
            self.note(place, &format!("{} bytes read, attempts: {attempts}, {}", bytes.len(), state.describe()));
        }
    }

    fn say(&mut self, style: Style, what: &str, place: &str, text: &str) {
        let _ = writeln!(self.0, "{style}{what}{style:#}: {place}: {text}");
    }
}
