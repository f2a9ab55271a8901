//! What all tests of the tool need: running it, and the files that the library is tested with.
#![allow(dead_code, reason = "each test uses its part")]

use std::path::{Path, PathBuf};

use serde_json::Value;
use snapbox::cmd::{Command, cargo_bin};

/// What a run of the tool gave.
#[derive(Debug)]
pub struct Run {
    /// The exit status; `None` when a signal ended it.
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// The objects on standard output, one a line.
    pub fn lines(&self) -> Vec<Value> {
        let parse = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.stdout.lines().map(parse).collect()
    }

    /// The only object on standard output.
    pub fn json(&self) -> Value {
        let mut lines = self.lines();
        assert_eq!(lines.len(), 1, "{self:?}");
        lines.remove(0)
    }
}

/// The tool, to be given arguments.
pub fn tool() -> Command {
    Command::new(cargo_bin!("glassbox"))
}

/// Runs the tool.
pub fn glassbox<A: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = A>) -> Run {
    run(arguments.into_iter().fold(tool(), Command::arg))
}

/// Runs a command.
pub fn run(command: Command) -> Run {
    let output = command.output().unwrap();
    Run {
        status: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A file or folder that the library is tested with.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/tests/data").join(name)
}

/// A table of cases.
pub fn table(name: &str) -> Value {
    serde_json::from_slice(&std::fs::read(data(name)).unwrap()).unwrap()
}

/// Problems without their messages, for comparing.
pub fn bare(problems: &Value) -> Vec<Value> {
    let mut problems = problems.as_array().unwrap().clone();
    for problem in &mut problems {
        let problem = problem.as_object_mut().unwrap();
        if let Some(message) = problem.remove("message") {
            assert!(!message.as_str().unwrap().is_empty());
            assert!(["problem", "note"].contains(&problem.remove("severity").unwrap().as_str().unwrap()));
        }
    }
    problems.sort_by_key(ToString::to_string);
    problems
}
