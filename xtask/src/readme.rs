//! The README's C example: it compiles in every dialect, and the tool prints of it what the README says.
//!
//! (The Rust example is a documentation test of `core`.)

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::archive::{self, Level};
use crate::c_compiler::{Dialect, Language};
use crate::process;
use crate::workspace::Workspace;

/// Compiles and runs the example, and compares what the tool prints of its memory.
///
/// # Errors
/// What the compilers complain about, and what is printed instead.
pub fn check(workspace: &Workspace) -> Result<String> {
    let readme = fs::read_to_string(workspace.root.join("README.md")).context("README.md cannot be read")?;
    let (example, rest) = block(&readme, "c").context("README.md has no C example")?;
    let (expected, _) = block(rest, "text").context("README.md does not say what the C example prints")?;

    let scratch = workspace.scratch("readme")?;
    let source = scratch.join("example.c");
    fs::write(&source, example)?;
    for dialect in Dialect::all(Language::C).chain(Dialect::all(Language::Cpp)) {
        process::run(dialect.compiler(workspace)?.arg("-fsyntax-only").arg(&source))?;
    }

    let archive = archive::build(workspace, Level::Size)?;
    let program = scratch.join("example");
    process::run(&mut Dialect::USUAL.linked(workspace, &source, &archive, &program)?)?;
    let image = scratch.join("example.inspect");
    let output = Command::new(&program).output()?;
    ensure!(output.status.success(), "the example ended with {}", output.status);
    fs::write(&image, output.stdout)?;
    let printed = process::stdout(Command::new(workspace.tool()?).arg("show").arg(&image))?;
    ensure!(printed == expected, "the tool prints this of the README's example:\n{printed}\nand not:\n{expected}");
    Ok(String::new())
}

/// The first code block in `language`, and what comes after it.
pub fn block<'a>(text: &'a str, language: &str) -> Option<(&'a str, &'a str)> {
    text.split_once(&format!("```{language}\n"))?.1.split_once("```")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_by_their_language() {
        let text = "a\n```sh\nls\n```\n```c\nint x;\n```\nb\n```text\nprinted\n```\n";
        let (example, rest) = block(text, "c").unwrap();
        assert_eq!(example, "int x;\n");
        assert_eq!(block(rest, "text").unwrap().0, "printed\n");
        assert!(block(rest, "c").is_none());
    }
}
