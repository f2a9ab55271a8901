//! `demo`: a C program shows its state, and the tool reads it while it runs.
//!
//! The radio of `c-tests/examples/radio.c` updates its tree at full speed. Meanwhile the tool takes snapshots, and each
//! must agree with itself: what was received is what was accepted and what was dropped, and as many sensors are in the
//! tree as the radio says it hears.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde_json::Value;

use crate::archive::{self, Level};
use crate::c_compiler::Dialect;
use crate::tools::{self, Tool};
use crate::workspace::Workspace;
use crate::{Verdict, process, setup};

/// What the demonstration needs.
pub const NEEDS: &[&Tool] = &[&tools::GCC];

/// How long the radio runs, in seconds.
const SECONDS: u32 = 6;
/// When the tree is shown for the first time.
const EARLY: Duration = Duration::from_millis(500);
/// When it is shown again.
const LATE: Duration = Duration::from_secs(5);
/// The pause between two snapshots.
const PAUSE: Duration = Duration::from_millis(20);

/// Watch a C program's state while it runs
#[derive(Args)]
#[command(after_help = "Examples:\n  cargo xtask demo --install  # on a fresh machine\n  cargo xtask demo")]
pub struct Arguments {
    /// First install what is needed
    #[arg(long)]
    install: bool,
}

/// # Errors
/// When something cannot be built or run.
pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<Verdict> {
    if arguments.install {
        setup::install(NEEDS);
    }
    let summary = demonstrate(workspace, &mut std::io::stdout())?;
    println!("{summary}");
    Ok(Verdict::Fine)
}

/// Runs the demonstration without showing it.
///
/// # Errors
/// When something cannot be built or run, or a snapshot does not agree with itself.
pub fn check(workspace: &Workspace) -> Result<String> {
    demonstrate(workspace, &mut std::io::sink())
}

fn demonstrate(workspace: &Workspace, out: &mut impl Write) -> Result<String> {
    writeln!(out, "building the archive, the radio and the tool")?;
    // It goes with all that is in it, also when something fails.
    let directory = tempfile::tempdir_in(workspace.scratch("demo")?)?;
    let radio = build_radio(workspace, directory.path())?;
    let tool = workspace.tool()?;
    let file = directory.path().join("radio.inspect");

    writeln!(out, "the radio runs for {SECONDS} s")?;
    let begin = Instant::now();
    let mut radio = Radio::start(&radio, &file)?;
    let mut snapshots = Snapshots::default();
    let mut trees = [("early", EARLY), ("late", LATE)].into_iter().peekable();
    while radio.is_running()? {
        thread::sleep(PAUSE);
        snapshots.take(&tool, &file)?;
        if let Some((when, _)) = trees.next_if(|(_, time)| begin.elapsed() >= *time) {
            writeln!(out, "\n{when}, glassbox show radio.inspect:\n\n{}", tree(&tool, &file)?)?;
        }
    }
    let elapsed = begin.elapsed();
    let updates = radio.updates()?;
    ensure!(snapshots.taken > 0, "the tool could not take a single snapshot in {SECONDS} s");
    ensure!(elapsed < Duration::from_secs(10), "the radio ran for {:.1} s", elapsed.as_secs_f64());
    #[allow(clippy::cast_precision_loss, reason = "a rate for people")]
    let rate = updates as f64 / elapsed.as_secs_f64() / 1e6;
    writeln!(out)?;
    Ok(format!("{rate:.1} million updates a second; {snapshots}"))
}

fn build_radio(workspace: &Workspace, directory: &Path) -> Result<PathBuf> {
    let archive = archive::build(workspace, Level::Size)?;
    let program = directory.join("radio");
    let source = workspace.root.join("c-tests/examples/radio.c");
    process::run(&mut Dialect::USUAL.linked(workspace, &source, &archive, &program)?)?;
    Ok(program)
}

/// The tree as the tool prints it for people. A radio that is faster than the tool is asked again.
fn tree(tool: &Path, file: &Path) -> Result<String> {
    let show = || process::stdout(Command::new(tool).arg("show").arg(file));
    let text = (0..20).find_map(|_| show().ok()).map_or_else(show, Ok)?;
    Ok(text.trim_end().into())
}

/// The running radio. It is stopped when it is dropped.
struct Radio(Child);

impl Radio {
    fn start(program: &Path, file: &Path) -> Result<Self> {
        let mut command = Command::new(program);
        command.arg(file).arg(SECONDS.to_string()).stdin(Stdio::null()).stdout(Stdio::piped());
        Ok(Self(command.spawn().context("the radio cannot be started")?))
    }

    fn is_running(&mut self) -> Result<bool> {
        Ok(self.0.try_wait()?.is_none())
    }

    /// What the radio says at its end.
    fn updates(&mut self) -> Result<u64> {
        let status = self.0.wait()?;
        let said = std::io::read_to_string(self.0.stdout.take().context("the radio has no output")?)?;
        ensure!(status.success(), "the radio ended with {status}");
        let updates = said.split_once(" updates").and_then(|(number, _)| number.parse().ok());
        updates.with_context(|| format!("the radio said {said:?} at its end"))
    }
}

impl Drop for Radio {
    fn drop(&mut self) {
        // It has ended already unless something failed, and then there is nobody to tell.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What the tool saw.
#[derive(Default)]
struct Snapshots {
    taken: u64,
    retries: u64,
    refused: u64,
    received: u64,
}

impl Snapshots {
    /// Takes one snapshot and checks it.
    fn take(&mut self, tool: &Path, file: &Path) -> Result<()> {
        let output = Command::new(tool).args(["show", "--json", "--verbose"]).arg(file).output()?;
        let messages = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            // The tool says so when the writer was faster at each attempt. Anything else is a mistake.
            ensure!(messages.contains("attempts"), "the tool ended with {}: {messages}", output.status);
            self.refused += 1;
            return Ok(());
        }
        let attempts = attempts(&messages).with_context(|| format!("the tool names no attempts: {messages}"))?;
        self.taken += 1;
        self.retries += attempts - 1;
        self.received = agree(&serde_json::from_slice(&output.stdout)?, self.received)?;
        Ok(())
    }
}

impl std::fmt::Display for Snapshots {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} snapshots, each consistent, with {} retries", self.taken, self.retries)?;
        if self.refused > 0 {
            write!(f, "; {} not taken, since the radio never rested long enough", self.refused)?;
        }
        Ok(())
    }
}

/// The number behind `attempts: `.
fn attempts(messages: &str) -> Option<u64> {
    let (_, rest) = messages.split_once("attempts: ")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Checks that all parts of a snapshot are of one moment, not before the last one. Gives the packets received.
fn agree(tree: &Value, before: u64) -> Result<u64> {
    let number = |path: &str| {
        let value = tree.pointer(path).and_then(Value::as_u64);
        value.with_context(|| format!("{path} is missing in {tree}"))
    };
    let received = number("/root/radio/link/packets/received")?;
    let accepted = number("/root/radio/link/packets/accepted")?;
    let dropped = number("/root/radio/link/packets/dropped")?;
    let heard = number("/root/sensors/heard")?;
    let sensors = tree.pointer("/root/sensors").and_then(Value::as_object).context("there are no sensors")?;
    let shown = sensors.iter().filter(|(name, _)| name.starts_with("sensor-"));
    let whole = |(_, sensor): &(&String, &Value)| sensor.as_object().is_some_and(|sensor| sensor.len() == 3);
    if received != accepted + dropped || received < before || shown.filter(whole).count() as u64 != heard {
        bail!("a snapshot does not agree with itself: {tree}");
    }
    Ok(received)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn tree(received: u64, heard: u64, readings: &Value) -> Value {
        json!({ "root": {
            "radio": { "link": { "packets": { "received": received, "accepted": 6, "dropped": 1 } } },
            "sensors": { "heard": heard, "sensor-3": readings },
        } })
    }

    #[test]
    fn a_snapshot_of_two_moments_is_noticed() {
        let whole = json!({ "temperature_c": 21.5, "readings": 1, "serial": "b64:R0JY" });
        assert_eq!(agree(&tree(7, 1, &whole), 7).unwrap(), 7);
        assert!(agree(&tree(8, 1, &whole), 7).is_err(), "a packet is nowhere");
        assert!(agree(&tree(7, 1, &whole), 8).is_err(), "time ran backwards");
        assert!(agree(&tree(7, 2, &whole), 7).is_err(), "a sensor is missing");
        assert!(agree(&tree(7, 1, &json!({ "readings": 1 })), 7).is_err(), "a sensor is not whole");
    }

    #[test]
    fn the_attempts_are_read_from_the_message() {
        assert_eq!(attempts("note: a: 4096 bytes read, attempts: 47, consistent\n"), Some(47));
        assert_eq!(attempts("note: nothing\n"), None);
    }
}
