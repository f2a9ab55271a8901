//! Two cores of one board that share nothing but memory: one writes, the other takes snapshots, and none may be torn.
//!
//! The program is `c-tests/firmware/two_harts.c`. The emulator runs the cores on cores of this machine, side by side; what an
//! emulated processor may reorder is no more than this machine does. That the orderings are enough is the matter of the model of the
//! generation protocol.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};

use super::board::Board;
use crate::process;

/// The program, from `c-tests/firmware`.
pub const PROGRAM: &str = "two_harts.c";

/// The time after which the cores are taken to hang.
const LIMIT: Duration = Duration::from_mins(20);

/// Compiles the program with what `compiler` and `archive` are, runs it with so many snapshots, and gives what it says.
///
/// # Errors
/// What does not compile, and a snapshot that is torn.
pub fn check(mut compiler: Command, source: &Path, archive: &Path, board: &Board, snapshots: u32) -> Result<String> {
    let program: PathBuf = archive.with_file_name("two_harts.elf");
    compiler.arg(format!("-DSNAPSHOTS={snapshots}u")).arg(source).arg(archive).arg("-o").arg(&program);
    // The program has start-up code of its own, since all harts begin in the same place.
    board.link(&mut compiler);
    compiler.args(["-nostartfiles", "-Wl,--entry=entry"]);
    process::run(&mut compiler)?;
    let said = process::run_within(board.run(&program).args(["-smp", "2"]), LIMIT)?;
    let line = said.lines().find(|line| line.contains(" snapshots"));
    Ok(line.with_context(|| format!("the program said {said:?}"))?.split(',').next().unwrap_or_default().into())
}
