//! The examples in `c-tests/examples`: their README names all of them, and its commands print what stands there.
//!
//! Commands are the code blocks in `sh`; what they print is the block in `text` that follows. They run where the programs
//! are, with the definitions of `traces`. What they make from those must be what lies beside them.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::archive::{self, Level};
use crate::c_compiler::{Dialect, Language};
use crate::c_tests::{file_name, in_parallel, programs};
use crate::process;
use crate::workspace::Workspace;

const DIRECTORY: &str = "c-tests/examples";
/// Definitions of tracepoints, and what the tool makes of them.
const TRACES: &str = "c-tests/examples/traces";

/// Compiles every example, and runs what the README says.
///
/// # Errors
/// What the compilers complain about, an example that the README does not name, and commands that print something else.
pub fn check(workspace: &Workspace) -> Result<String> {
    let path = workspace.root.join(DIRECTORY).join("README.md");
    let readme = fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    let scratch = workspace.scratch("c-examples")?;
    let archive = archive::build(workspace, Level::Size)?;
    let examples = programs(workspace, DIRECTORY)?;
    let stem = |source: &Path| source.with_extension("").file_name().map(|name| scratch.join(name)).unwrap_or_default();
    for (place, (source, _)) in examples.iter().enumerate() {
        let name = file_name(source);
        ensure!(readme.contains(&format!("]({name})")), "{} does not name {name}", path.display());
        let others = examples.get(place + 1..).unwrap_or_default();
        ensure!(
            others.iter().all(|(other, _)| stem(other) != stem(source)),
            "two examples are programs of one name: {name}"
        );
    }
    in_parallel(&examples, |(source, languages)| {
        let dialect = if languages.contains(&Language::C) { Dialect::USUAL } else { Dialect::USUAL_CPP };
        process::run(&mut dialect.linked(workspace, source, &archive, &stem(source))?).map(drop)
    })?;

    for definitions in workspace.files(TRACES, "tdf")? {
        fs::copy(&definitions, scratch.join(file_name(&definitions)))?;
    }
    let tool = workspace.tool()?;
    let old_path = std::env::var_os("PATH").unwrap_or_default();
    let places = [scratch.as_path(), tool.parent().unwrap_or(&scratch)].map(Path::to_path_buf);
    let search = std::env::join_paths(places.into_iter().chain(std::env::split_paths(&old_path)))?;
    let runs = runs(&readme);
    ensure!(!runs.is_empty(), "{} has no commands", path.display());
    let mut wrong = String::new();
    for (commands, expected) in &runs {
        let mut shell = Command::new("sh");
        shell.args(["-e", "-c", commands]).env("PATH", &search).current_dir(&scratch);
        let printed = process::stdout(&mut shell)?;
        if printed != *expected {
            wrong = format!("{wrong}these commands print:\n{commands}{printed}and not:\n{expected}");
        }
    }
    if !wrong.is_empty() {
        bail!("{wrong}");
    }
    for made in workspace.files(TRACES, "h")?.into_iter().chain(workspace.files(TRACES, "c")?) {
        let again = fs::read(scratch.join(file_name(&made))).unwrap_or_default();
        ensure!(again == fs::read(&made)?, "{} is not what the tool makes; make it again", made.display());
    }
    Ok(format!("{} runs", runs.len()))
}

/// The commands in a text, each with what it is said to print.
fn runs(text: &str) -> Vec<(&str, &str)> {
    let of_part = |part| {
        let (commands, rest): (&str, &str) = str::split_once(part, "```\n")?;
        let (between, rest) = rest.split_once("```text\n")?;
        let (expected, _) = rest.split_once("```")?;
        between.trim().is_empty().then_some((commands, expected))
    };
    text.split("```sh\n").skip(1).filter_map(of_part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_followed_by_what_they_print() {
        let text = "a\n```sh\nls\n```\n\n```text\nfile\n```\nb\n```sh\npwd\n```\nno output\n```text\nother\n```\n";
        assert_eq!(runs(text), [("ls\n", "file\n")]);
    }
}
