//! Dumps of a board's memory: a program writes its images and stops, QEMU's monitor saves the memory, and the tool must
//! find and show in it what the program says that it wrote.
//!
//! The programs are `c-tests/firmware/image_*.c`. Each prints lines of JSON, one for each image in the order of their addresses, as
//! `glassbox show --json` is to print them, and then `ready`.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::board::Board;
use crate::process;
use crate::workspace::Workspace;

/// The time after which a program is taken to hang, and the emulator with it.
const LIMIT: Duration = Duration::from_mins(1);

/// Runs the program, saves the board's memory, and compares what the tool finds in it.
///
/// # Errors
/// What the tool does not find or shows otherwise.
pub fn check(workspace: &Workspace, board: &Board, program: &Path) -> Result<()> {
    let dump = program.with_extension("ram");
    // One of an earlier run must not stand for this one's.
    let _ = std::fs::remove_file(&dump);
    let said = save(board, program, &dump)?;
    let tool = workspace.tool()?;
    let base = format!("{:#x}", board.ram.start);
    let found =
        process::stdout(std::process::Command::new(&tool).args(["find", "--json", "--base", &base]).arg(&dump))?;
    let mut names = Vec::new();
    for line in found.lines() {
        let region: Value = serde_json::from_str(line)?;
        names.extend(region["name"].as_str().map(String::from));
    }
    ensure!(names.len() == said.len(), "the program wrote {} images, and the tool found these:\n{found}", said.len());
    for (name, said) in names.iter().zip(&said) {
        let mut show = std::process::Command::new(&tool);
        show.args(["show", "--json", "--base", &base]).arg(format!("{}@{name}", dump.display()));
        let shown = process::stdout(&mut show)?;
        ensure!(
            shown.trim_end() == said,
            "the program says that it wrote in {name}:\n{said}\nbut the tool shows:\n{shown}"
        );
    }
    Ok(())
}

/// Runs the program until it says that it is ready, saves the memory, and gives what it said before.
fn save(board: &Board, program: &Path, dump: &Path) -> Result<Vec<String>> {
    let mut command = board.emulate(program);
    // The monitor reads commands from standard input; the program prints to the emulator's own output.
    command.args(["-monitor", "stdio"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().with_context(|| format!("{} cannot be started", process::shown(&command)))?;
    let mut running = Running(child);
    let outputs = [
        running.0.stdout.take().map(|output| Box::new(output) as Box<dyn std::io::Read + Send>),
        running.0.stderr.take().map(|output| Box::new(output) as Box<dyn std::io::Read + Send>),
    ];
    let (send, lines) = mpsc::channel();
    for output in outputs.into_iter().flatten() {
        let send = send.clone();
        thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                if send.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    break;
                }
            }
        });
    }
    drop(send);
    let mut said = Vec::new();
    let mut all = String::new();
    loop {
        let Ok(line) = lines.recv_timeout(LIMIT) else {
            bail!("{}\n{all}the program did not say that it is ready", process::shown(&command));
        };
        all = all + &line + "\n";
        if line.trim_end() == "ready" {
            break;
        }
        if line.starts_with('{') {
            said.push(line.trim_end().into());
        }
    }
    let mut monitor = running.0.stdin.take().context("the emulator has no monitor")?;
    let size = board.ram.end - board.ram.start;
    writeln!(monitor, "stop\npmemsave {:#x} {size:#x} \"{}\"\nquit", board.ram.start, dump.display())?;
    let status = process::wait(&mut running.0, LIMIT)?.context("the emulator hangs")?;
    ensure!(status.success(), "the emulator ended with {status}:\n{all}");
    Ok(said)
}

/// The running emulator. It is stopped when it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It has ended already unless something failed, and then there is nobody to tell.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
