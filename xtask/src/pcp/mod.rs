//! The real Performance Co-Pilot against the files that our writer makes.
//!
//! Its packages are unpacked below `target`, not installed: `pminfo` loads PCP's collector into itself, so that neither a
//! daemon nor root is needed. A file for each of many random declarations goes into PCP's directory; what `mmvdump` and
//! `pminfo` print for it must be what was declared.

mod declared;
mod live;
mod tools;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::archive::{self, Level};
use crate::process;
use crate::readme::block;
use crate::workspace::Workspace;
use declared::{Declared, blocks_of};
pub use live::live;
use tools::Pcp;
pub use tools::{fetch, is_there};

/// How many random declarations are tried.
const FILES: u64 = 120;

/// Lets a benchmark find the real `libpcp_mmv`, which it loads.
///
/// # Errors
/// When there is no directory for its files.
pub fn prepare_peer(workspace: &Workspace, command: &mut Command) -> Result<()> {
    let pcp = Pcp::new(workspace, "pcp-bench")?;
    pcp.prepare(command);
    command.env("GLASSBOX_LIBPCP_MMV", pcp.packages().join("usr/lib/libpcp_mmv.so.1"));
    Ok(())
}

/// Compares what the real tools say about random files with what was declared.
///
/// # Errors
/// The first metric about which a tool says something else, with the number that its file was made of.
pub fn generated(workspace: &Workspace) -> Result<String> {
    let pcp = Pcp::new(workspace, "pcp-files")?;
    let (mut metrics, mut values) = (0, 0);
    for seed in 0..FILES {
        let declared = Declared::random(seed);
        compare(&pcp, &declared).with_context(|| format!("of the declarations of number {seed}"))?;
        metrics += declared.metrics.len();
        values += declared.values();
    }
    Ok(format!("{FILES} files, {metrics} metrics, {values} values"))
}

fn compare(pcp: &Pcp, declared: &Declared) -> Result<()> {
    let file = pcp.replace("made", &declared.image()?)?;
    let dump = pcp.mmvdump(&file)?;
    for text in declared.texts() {
        ensure!(dump.contains(text), "mmvdump does not print {text}:\n{dump}");
    }
    let expected = declared.expected("made");
    let found = blocks_of(&pcp.pminfo(&["-fdmtTl", "mmv"])?)?;
    for (expected, found) in expected.iter().zip(&found) {
        ensure!(expected == found, "declared is\n{expected}\nand pminfo prints\n{found}");
    }
    ensure!(expected.len() == found.len(), "{} metrics are declared, {} printed", expected.len(), found.len());
    fs::remove_file(file)?;
    Ok(())
}

/// Builds one program for `libpcp_mmv` against the real one and against our headers. PCP must show the same of both, and
/// both must print the same.
///
/// # Errors
/// What the compilers say, and the first difference.
pub fn compat(workspace: &Workspace) -> Result<String> {
    let of = |purpose: &str, build: fn(&Workspace, &Pcp, &Path) -> Result<PathBuf>| -> Result<(String, Vec<String>)> {
        let pcp = Pcp::new(workspace, purpose)?;
        let program = build(workspace, &pcp, Path::new("c-tests/pcp/program.c"))?;
        let mut command = Command::new(program);
        pcp.prepare(&mut command);
        Ok((process::run(&mut command)?, blocks_of(&pcp.pminfo(&["-fdmtTl", "mmv"])?)?))
    };
    let (printed, expected) = of("pcp-real", with_the_real_one)?;
    let (printed_here, found) = of("pcp-ours", with_ours)?;
    ensure!(printed == printed_here, "the real library makes it print\n{printed}\nand ours\n{printed_here}");
    ensure!(!expected.is_empty(), "the program made no metrics");
    for (expected, found) in expected.iter().zip(&found) {
        ensure!(expected == found, "of the real library pminfo prints\n{expected}\nand of ours\n{found}");
    }
    ensure!(expected.len() == found.len(), "{} metrics of the real library, {} of ours", expected.len(), found.len());
    Ok(format!("{} metrics", found.len()))
}

/// Builds the README's program, and compares what `pminfo` prints of its file with what stands there.
///
/// # Errors
/// What the compiler says, and what is printed instead.
pub fn readme(workspace: &Workspace) -> Result<String> {
    let pcp = Pcp::new(workspace, "pcp-readme")?;
    let readme = fs::read_to_string(workspace.root.join("README.md")).context("README.md cannot be read")?;
    let (_, section) = readme.split_once("## Metrics for").context("README.md has no section about metrics")?;
    let (example, rest) = block(section, "c").context("the section has no program")?;
    let (expected, _) = block(rest, "text").context("the section does not say what pminfo prints")?;
    let source = pcp.directory().join("example.c");
    fs::write(&source, example)?;
    let program = with_ours(workspace, &pcp, &source)?;
    let output = Command::new(program).output()?;
    ensure!(output.status.success(), "the program ended with {}", output.status);
    pcp.replace("radio", &output.stdout)?;
    let printed = pcp.pminfo(&["-fdmtT", "mmv.radio"])?;
    ensure!(printed.trim_matches('\n') == expected.trim_matches('\n'), "pminfo prints this:\n{printed}");
    Ok(String::new())
}

/// Builds a program against the real `libpcp_mmv`.
fn with_the_real_one(workspace: &Workspace, pcp: &Pcp, source: &Path) -> Result<PathBuf> {
    let mut command = Command::new("gcc");
    command.args(["-std=gnu11", "-O2", "-I"]).arg(pcp.packages().join("usr/include"));
    command.arg(workspace.root.join(source)).arg("-L").arg(pcp.packages().join("usr/lib"));
    command.args(["-lpcp_mmv", "-lpcp", "-Wl,--allow-shlib-undefined"]);
    built(command, &pcp.directory().join("program"))
}

/// Builds a program against our headers for it, which must compile without a warning.
fn with_ours(workspace: &Workspace, pcp: &Pcp, source: &Path) -> Result<PathBuf> {
    let include = workspace.root.join("include");
    let mut command = Command::new("gcc");
    command.args(["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Wconversion", "-Wsign-conversion", "-Werror", "-I"]);
    command.arg(include.join("glassbox/compat")).arg("-I").arg(include).arg(workspace.root.join(source));
    command.arg(archive::build(workspace, Level::Size)?).arg("-Wl,--gc-sections");
    built(command, &pcp.directory().join("program"))
}

fn built(mut command: Command, program: &Path) -> Result<PathBuf> {
    process::run(command.arg("-o").arg(program))?;
    Ok(program.into())
}
