//! The static archive that C programs link: `glassbox-ffi` with a panic handler of its own.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::process;
use crate::rust::{self, Library};
use crate::workspace::{PANIC_HANDLER, Workspace};

/// The build of the archive, but for how it is optimised and where it goes.
const ARGUMENTS: [&str; 8] = [
    "rustc",
    "--quiet",
    "--package=glassbox-ffi",
    "--lib",
    "--profile=small",
    "--crate-type=staticlib",
    "--features",
    PANIC_HANDLER,
];

/// How the compiler optimises the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// For speed.
    Speed,
    /// For size, but not at any price.
    Size,
    /// For size alone.
    Smallest,
}

impl Level {
    pub const ALL: [Self; 3] = [Self::Speed, Self::Size, Self::Smallest];

    /// The level as `rustc -C opt-level` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Speed => "3",
            Self::Size => "s",
            Self::Smallest => "z",
        }
    }
}

/// Builds the archive and gives its path.
///
/// # Errors
/// What the compiler says.
pub fn build(workspace: &Workspace, level: Level) -> Result<PathBuf> {
    let directory = workspace.scratch(&format!("archive-{}", level.name()))?;
    process::run(&mut command(&directory, level))?;
    Ok(directory.join("small/libglassbox_ffi.a"))
}

/// Builds the archive with 32-bit cells, which only targets without 64-bit atomics have of themselves, and gives its path.
///
/// # Errors
/// What the compiler says.
pub fn build_word32(workspace: &Workspace, level: Level) -> Result<PathBuf> {
    let directory = workspace.scratch(&format!("archive-word32-{}", level.name()))?;
    process::run(command(&directory, level).env("RUSTFLAGS", "--cfg glassbox_word32"))?;
    Ok(directory.join("small/libglassbox_ffi.a"))
}

/// Builds the archive for a sanitizer, `address` or `thread`, with the nightly toolchain, and gives its path.
///
/// # Errors
/// What the compiler says.
pub fn build_sanitized(workspace: &Workspace, sanitizer: &str) -> Result<PathBuf> {
    let directory = workspace.scratch(&format!("archive-{sanitizer}"))?;
    let host = workspace.host()?;
    let mut command = process::nightly_cargo(ARGUMENTS);
    // The library is compiled for it too. Without the optimisation of the whole, reports have names that one can read.
    command.args(["-Zbuild-std=core", "--target", &host, "--config", "profile.small.lto=false"]);
    command.arg("--config").arg("profile.small.debug=\"line-tables-only\"");
    command.arg("--target-dir").arg(&directory).current_dir(&workspace.root);
    process::run(command.env("RUSTFLAGS", format!("-Zsanitizer={sanitizer}")))?;
    Ok(directory.join(host).join("small/libglassbox_ffi.a"))
}

/// Builds the archive for another kind of machine, and gives its path.
///
/// # Errors
/// What the compiler says, or that there is none.
pub fn build_for(workspace: &Workspace, triple: &str, level: Level) -> Result<PathBuf> {
    let directory = workspace.scratch(&format!("cross-{}", level.name()))?;
    let mut command = rust::of(triple)?.cargo(ARGUMENTS, triple, Library::Core);
    optimise(&mut command, &directory, level);
    process::run(command.current_dir(&workspace.root))?;
    Ok(directory.join(triple).join("small/libglassbox_ffi.a"))
}

/// The build has a directory for each level, so that no level throws away what another one built.
fn command(directory: &Path, level: Level) -> Command {
    let mut command = process::cargo(ARGUMENTS);
    optimise(&mut command, directory, level);
    command
}

fn optimise(command: &mut Command, directory: &Path, level: Level) {
    let level = if level == Level::Speed { "3".into() } else { format!("{:?}", level.name()) };
    command.arg("--config").arg(format!("profile.small.opt-level={level}"));
    command.arg("--target-dir").arg(directory);
}
