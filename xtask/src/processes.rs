//! The test with two processes: one writes a file, the other reads it, and all they share is the memory of the file.
//!
//! The programs are `c-tests/processes/writer.c` and `reader.c`. They run with 64-bit cells and with 32-bit cells, as on
//! small targets, and each kind reads what the other one writes: the file is the same.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::archive::{self, Level};
use crate::c_compiler::Dialect;
use crate::process;
use crate::workspace::Workspace;

/// Updates that the writer makes, where writer and reader are of the same kind.
const UPDATES: u32 = 10_000_000;
/// Updates where they are not.
const FEWER_UPDATES: u32 = 1_000_000;
/// Snapshots that the reader must have taken.
const SNAPSHOTS: u32 = 100;
/// The time after which a writer is taken to hang. The reader gives up by itself.
const LIMIT: Duration = Duration::from_mins(2);

/// Both programs, with cells of one width.
struct Programs {
    writer: PathBuf,
    reader: PathBuf,
}

impl Programs {
    fn build(workspace: &Workspace, archive: &Path, directory: &Path) -> Result<Self> {
        let program = |name: &str| {
            let source = workspace.root.join(format!("c-tests/processes/{name}.c"));
            let program = directory.join(name);
            process::run(&mut Dialect::USUAL.linked(workspace, &source, archive, &program)?)?;
            anyhow::Ok(program)
        };
        Ok(Self { writer: program("writer")?, reader: program("reader")? })
    }
}

/// Lets a writer and a reader run side by side, in all combinations of cells.
///
/// # Errors
/// What the reader found, or the compiler.
pub fn check(workspace: &Workspace) -> Result<String> {
    let archive = archive::build(workspace, Level::Speed)?;
    let wide = Programs::build(workspace, &archive, &workspace.scratch("processes")?)?;
    let archive = archive::build_word32(workspace, Level::Speed)?;
    let narrow = Programs::build(workspace, &archive, &workspace.scratch("processes-word32")?)?;
    let mut snapshots = 0;
    for (writer, reader, updates) in [
        (&wide, &wide, UPDATES),
        (&narrow, &narrow, UPDATES),
        (&wide, &narrow, FEWER_UPDATES),
        (&narrow, &wide, FEWER_UPDATES),
    ] {
        snapshots += run(&writer.writer, &reader.reader, updates)?;
    }
    Ok(format!("{snapshots} snapshots, all whole"))
}

/// Runs one pair, and gives the number of snapshots.
fn run(writer: &Path, reader: &Path, updates: u32) -> Result<u64> {
    let file = tempfile::NamedTempFile::new()?;
    // The reader may be the first to look at the file.
    File::create(file.path())?.set_len(32_768)?;
    let mut writing = Running::start(Command::new(writer).arg(file.path()).arg(updates.to_string()))?;
    let mut reading = Command::new(reader);
    let said = process::run(reading.arg(file.path()).arg(SNAPSHOTS.to_string()));
    let wrote = writing.end()?;
    let said = said.with_context(|| format!("while {} wrote, which said: {wrote}", writer.display()))?;
    let snapshots = said.split_once(" snapshots").and_then(|(number, _)| number.parse().ok());
    snapshots.with_context(|| format!("the reader said {said:?}"))
}

/// The running writer. It is stopped when it is dropped.
struct Running(Child);

impl Running {
    fn start(command: &mut Command) -> Result<Self> {
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        Ok(Self(child.with_context(|| format!("{} cannot be started", process::shown(command)))?))
    }

    /// Waits for the end, and gives what the writer said.
    fn end(&mut self) -> Result<String> {
        let status = process::wait(&mut self.0, LIMIT)?.context("the writer hangs")?;
        let said = std::io::read_to_string(self.0.stdout.take().context("the writer has no output")?)?;
        ensure!(status.success(), "the writer ended with {status} and said: {said}");
        Ok(said)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It has ended already unless something failed, and then there is nobody to tell.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
