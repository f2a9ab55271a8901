//! The static archive that C programs link: `glassbox-ffi` with a panic handler of its own.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::process;
use crate::workspace::{PANIC_HANDLER, Workspace};

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

/// The build has a directory for each level, so that no level throws away what another one built.
fn command(directory: &Path, level: Level) -> std::process::Command {
    let mut command = process::cargo(["rustc", "--quiet", "--package", "glassbox-ffi", "--lib", "--profile", "small"]);
    command.args(["--crate-type", "staticlib", "--features", PANIC_HANDLER]);
    let level = if level == Level::Speed { "3".into() } else { format!("{:?}", level.name()) };
    command.arg("--config").arg(format!("profile.small.opt-level={level}"));
    command.arg("--target-dir").arg(directory);
    command
}
