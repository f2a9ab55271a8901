//! The C and C++ tests once more, watched for what they must not do: by sanitizers and by valgrind.
//!
//! A sanitizer sees only code that was compiled for it. So the archive is compiled for it too, where there is a nightly
//! toolchain; elsewhere the sanitizers watch the C side alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::archive::{self, Level};
use crate::c_compiler::{Dialect, Language};
use crate::c_tests::{file_name, in_parallel, programs, run_test};
use crate::workspace::Workspace;
use crate::{process, tools};

/// What is at hand for every archive that was compiled for a sanitizer.
const SUPPORT: &str = "c-tests/support/sanitized.c";

/// A way to watch a test.
#[derive(Clone, Copy, Debug)]
enum Watch {
    Address,
    Thread,
    Valgrind,
}

impl Watch {
    /// The sanitizer, as the Rust compiler calls it.
    const fn sanitizer(self) -> Option<&'static str> {
        match self {
            Self::Address => Some("address"),
            Self::Thread => Some("thread"),
            Self::Valgrind => None,
        }
    }

    const fn flags(self) -> &'static [&'static str] {
        match self {
            Self::Address => &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
            Self::Thread => &["-fsanitize=thread"],
            Self::Valgrind => &[],
        }
    }

    fn run(self, program: &Path) -> Command {
        match self {
            Self::Address | Self::Thread => Command::new(program),
            Self::Valgrind => {
                let mut command = Command::new("valgrind");
                command.args(["--quiet", "--error-exitcode=99", "--leak-check=full"]);
                // A test that handles a fault of memory and goes on needs all registers to be right when it comes.
                command.arg("--vex-iropt-register-updates=allregs-at-mem-access").arg(program);
                command
            }
        }
    }
}

/// Runs every test once under each sanitizer and under valgrind.
///
/// # Errors
/// What they find.
pub fn check(workspace: &Workspace) -> Result<String> {
    let whole = tools::MIRI.is_there();
    let scratch = workspace.scratch("c-watched")?;
    let mut jobs: Vec<(Watch, PathBuf, PathBuf, Dialect)> = Vec::new();
    for watch in [Watch::Address, Watch::Thread, Watch::Valgrind] {
        let archive = match watch.sanitizer() {
            Some(sanitizer) if whole => archive::build_sanitized(workspace, sanitizer)?,
            _ => archive::build(workspace, Level::Size)?,
        };
        for (source, languages) in programs(workspace, "c-tests")? {
            let dialect = if languages.contains(&Language::C) { Dialect::USUAL } else { Dialect::USUAL_CPP };
            jobs.push((watch, archive.clone(), source, dialect));
        }
    }
    in_parallel(&jobs, |(watch, archive, source, dialect)| {
        let program = scratch.join(format!("{}-{watch:?}", file_name(source)));
        let mut compile = dialect.linked(workspace, source, archive, &program)?;
        compile.args(watch.flags());
        if watch.sanitizer().is_some() {
            compile.arg(workspace.root.join(SUPPORT));
        }
        process::run(&mut compile)?;
        run_test(workspace, &mut watch.run(&program)).with_context(|| format!("{watch:?}"))?;
        fs::remove_file(&program)?;
        Ok(())
    })?;
    let note = if whole { "" } else { "; the sanitizers saw the C side alone, for want of a nightly toolchain" };
    Ok(format!("{} runs{note}", jobs.len()))
}
