//! The C and C++ programs under `c-tests`: compiled in every dialect, and run.
//!
//! A `*.c` file directly in `c-tests` is a test in C and in C++, a `*.cpp` file one in C++. It ends with status 0, or
//! prints what is wrong. A name that ends with `_threads` asks for threads, one with `_signals` for signals, and one with
//! `_large` for more memory than boards have; all others run without an operating system, too. One with `_hpp` is compiled
//! without exceptions and RTTI. Files in `c-tests/examples` and `c-tests/processes` are compiled and linked in the same
//! ways, but run by steps of their own. Every header under `include` must also compile alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::archive::{self, Level};
use crate::c_compiler::{Dialect, Language};
use crate::process;
use crate::workspace::Workspace;

/// The time after which a test is taken to hang.
const LIMIT: Duration = Duration::from_mins(3);

/// Compiles every header alone in every dialect.
///
/// # Errors
/// What the compilers complain about.
pub fn headers(workspace: &Workspace) -> Result<String> {
    let scratch = workspace.scratch("c-headers")?;
    let mut jobs = Vec::new();
    for (extension, languages) in [("h", &[Language::C, Language::Cpp][..]), ("hpp", &[Language::Cpp])] {
        for header in workspace.files("include", extension)? {
            let name = file_name(&header);
            let source = scratch.join(format!("{name}.c"));
            // The declaration after it shows that the header leaves nothing open; an empty unit is no valid C.
            fs::write(
                &source,
                format!("#include \"{name}\"\n#include \"{name}\"\nextern int nothing_is_left_open;\n"),
            )?;
            for dialect in languages.iter().flat_map(|language| Dialect::all(*language)) {
                jobs.push((dialect, source.clone()));
            }
        }
    }
    in_parallel(&jobs, |(dialect, source)| {
        let mut command = dialect.compiler(workspace)?;
        process::run(command.arg("-fsyntax-only").arg(source)).map(drop)
    })?;
    Ok(format!("{} compilations", jobs.len()))
}

/// One test program in one dialect.
struct Job {
    source: PathBuf,
    dialect: Dialect,
    run: bool,
}

/// Compiles, links and runs every program in every dialect.
///
/// # Errors
/// What the compilers complain about, and what the tests print that fail.
pub fn all_dialects(workspace: &Workspace) -> Result<String> {
    let archive = archive::build(workspace, Level::Size)?;
    let scratch = workspace.scratch("c-tests")?;
    let mut jobs = Vec::new();
    for (directory, run) in [("c-tests", true), ("c-tests/examples", false), ("c-tests/processes", false)] {
        for (source, languages) in programs(workspace, directory)? {
            for dialect in languages.iter().flat_map(|language| Dialect::all(*language)) {
                jobs.push(Job { source: source.clone(), dialect, run });
            }
        }
    }
    in_parallel(&jobs, |Job { source, dialect, run }| {
        let program = scratch.join(format!("{}-{dialect}", file_name(source)).replace(' ', "-"));
        process::run(&mut dialect.linked(workspace, source, &archive, &program)?)?;
        if *run {
            run_test(workspace, &mut Command::new(&program)).with_context(|| dialect.to_string())?;
        }
        fs::remove_file(&program)?;
        Ok(())
    })?;
    let ran = jobs.iter().filter(|job| job.run).count();
    Ok(format!("{} compilations, {ran} runs", jobs.len()))
}

/// Runs a test program, which stands among its sources.
///
/// # Errors
/// What it prints when it fails.
pub fn run_test(workspace: &Workspace, command: &mut Command) -> Result<()> {
    process::run_within(command.current_dir(workspace.root.join("c-tests")), LIMIT).map(drop)
}

/// The programs in a directory with the languages that each must be valid in.
///
/// # Errors
/// When the directory cannot be read.
pub fn programs(workspace: &Workspace, directory: &str) -> Result<Vec<(PathBuf, &'static [Language])>> {
    const BOTH: &[Language] = &[Language::C, Language::Cpp];
    const CPP: &[Language] = &[Language::Cpp];
    let c = workspace.files(directory, "c")?.into_iter().map(|source| (source, BOTH));
    let cpp = workspace.files(directory, "cpp")?.into_iter().map(|source| (source, CPP));
    Ok(c.chain(cpp).collect())
}

/// The last part of a path.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Does `action` for each job, as many at a time as the machine has cores.
///
/// # Errors
/// One message with all failures.
pub fn in_parallel<J: Sync>(jobs: &[J], action: impl Fn(&J) -> Result<()> + Sync) -> Result<()> {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(error) = action(job) {
                        process::locked(&failures).push(format!("{error:#}"));
                    }
                }
            });
        }
    });
    let failures = process::locked(&failures);
    if failures.is_empty() {
        return Ok(());
    }
    bail!("{} of {} failed\n{}", failures.len(), jobs.len(), failures.join("\n\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_and_every_failure_reported() {
        let jobs: Vec<u32> = (0..20).collect();
        let done = AtomicUsize::new(0);
        let result = in_parallel(&jobs, |job| {
            done.fetch_add(1, Ordering::Relaxed);
            anyhow::ensure!(job % 7 != 0, "job {job} is bad");
            Ok(())
        });
        assert_eq!(done.into_inner(), 20);
        let story = result.unwrap_err().to_string();
        assert!(story.starts_with("3 of 20 failed\n"), "{story}");
        for job in [0, 7, 14] {
            assert!(story.contains(&format!("job {job} is bad")), "{story}");
        }
    }
}
