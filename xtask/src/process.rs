//! Running programs.
//!
//! A program that succeeds says nothing; one that fails is shown with its command line and all that it printed. With
//! `--verbose` the output appears as it comes. No program runs for ever: each has a limit after which it is stopped.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

static VERBOSE: AtomicBool = AtomicBool::new(false);

/// The time after which a program is taken to hang.
const LIMIT: Duration = Duration::from_mins(30);

/// Sets whether output is shown as it comes.
pub fn be_verbose(yes: bool) {
    VERBOSE.store(yes, Ordering::Relaxed);
}

/// The cargo that runs this program.
pub fn cargo<I: IntoIterator<Item: AsRef<OsStr>>>(arguments: I) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    command
}

/// The cargo of the nightly toolchain.
pub fn nightly_cargo<I: IntoIterator<Item: AsRef<OsStr>>>(arguments: I) -> Command {
    let mut command = Command::new("rustup");
    // Cargo describes the package that it runs in variables which a second cargo would take for its own settings.
    command.args(["run", "nightly", "cargo"]).args(arguments).env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    command
}

/// The command as a person would type it.
pub fn shown(command: &Command) -> String {
    let variables = command
        .get_envs()
        .filter_map(|(name, value)| Some(format!("{}={}", name.to_string_lossy(), quoted(&value?.to_string_lossy()))));
    let program = command.get_program().to_string_lossy();
    // Cargo gives its own full path to what it runs.
    let program = if program.ends_with("/bin/cargo") { "cargo" } else { &program };
    let arguments = command.get_args().map(|argument| quoted(&argument.to_string_lossy()));
    variables.chain([quoted(program)]).chain(arguments).collect::<Vec<_>>().join(" ")
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// Runs the command and gives what it printed to both outputs.
///
/// # Errors
/// When it cannot be started, fails, or takes too long; the message holds all that it printed.
pub fn run(command: &mut Command) -> Result<String> {
    run_within(command, LIMIT)
}

/// As [`run`], with a limit of its own.
pub fn run_within(command: &mut Command, limit: Duration) -> Result<String> {
    let (mut from, to) = std::io::pipe()?;
    command.stdin(Stdio::null()).stdout(to.try_clone()?).stderr(to);
    let child = command.spawn();
    // The command holds the writing ends; while they are open the reading end never ends.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = child.with_context(|| format!("{} cannot be started", shown(command)))?;
    let printed = Arc::new(Mutex::new(Vec::new()));
    let reader = thread::spawn({
        let printed = Arc::clone(&printed);
        move || drain(&mut from, &printed)
    });
    let status = wait(&mut child, limit)?;
    if status.is_some() {
        let _ = reader.join();
    } // else what it started may live on and hold the pipe
    let output = String::from_utf8_lossy(&locked(&printed)).into_owned();
    match status {
        Some(status) if status.success() => Ok(output),
        Some(status) => bail!("{}\n{output}{status}", shown(command)),
        None => bail!("{}\n{output}stopped after {} s", shown(command), limit.as_secs()),
    }
}

/// Runs the command and gives its standard output; what it prints to standard error is shown when it fails.
///
/// # Errors
/// When it cannot be started or fails.
pub fn stdout(command: &mut Command) -> Result<String> {
    let output =
        command.stdin(Stdio::null()).output().with_context(|| format!("{} cannot be started", shown(command)))?;
    if !output.status.success() {
        bail!("{}\n{}{}", shown(command), String::from_utf8_lossy(&output.stderr), output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether the command can be started and succeeds. Nothing is shown.
pub fn succeeds(command: &mut Command) -> bool {
    let silent = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    silent.status().is_ok_and(|status| status.success())
}

/// Runs the command with its output on the terminal.
///
/// # Errors
/// When it cannot be started or fails.
pub fn run_in_view(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{} cannot be started", shown(command)))?;
    if !status.success() {
        bail!("{} ended with {status}", shown(command));
    }
    Ok(())
}

/// Moves what comes from a program to `printed`, and to the terminal if that is wanted.
fn drain(from: &mut impl Read, printed: &Mutex<Vec<u8>>) {
    let verbose = VERBOSE.load(Ordering::Relaxed);
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        locked(printed).extend_from_slice(&buffer[..count]);
        if verbose {
            // Output that cannot be shown is still in `printed`.
            let _ = std::io::stderr().write_all(&buffer[..count]);
        }
    }
}

/// The value in a mutex, also when a thread died with it: what is kept here is a list, which is never half changed.
pub fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for the end of `child`, and stops it at the limit: then there is no status.
///
/// # Errors
/// When the system cannot say how the child is.
pub fn wait(child: &mut Child, limit: Duration) -> Result<Option<ExitStatus>> {
    let begin = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if begin.elapsed() >= limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn a_failure_shows_the_command_both_outputs_and_the_status() {
        let error = run(&mut shell("echo out; echo err >&2; exit 3")).unwrap_err().to_string();
        for expected in ["sh -c 'echo out", "out\n", "err\n", "exit status: 3"] {
            assert!(error.contains(expected), "{expected:?} is missing in {error}");
        }
    }

    #[test]
    fn a_program_that_hangs_is_stopped() {
        let begin = Instant::now();
        let error = run_within(&mut shell("echo begun; sleep 5; echo never"), Duration::from_millis(500)).unwrap_err();
        assert!(begin.elapsed() < Duration::from_secs(4));
        assert!(error.to_string().contains("begun"), "{error}");
    }

    #[test]
    fn a_shown_command_can_be_pasted_into_a_shell() {
        let mut command = Command::new("printf");
        command.args(["%s|%s", "it's", "a b"]);
        assert_eq!(run(&mut shell(&shown(&command))).unwrap(), "it's|a b");
    }
}
