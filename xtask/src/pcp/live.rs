//! PCP beside a program that runs: values move under `pmval`, the daemon serves them, and they go with the program.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use anyhow::{Context, Result, bail, ensure};

use super::tools::Pcp;
use super::with_ours;
use crate::process;
use crate::workspace::Workspace;

/// How long anything may take to appear or go.
const PATIENCE: Duration = Duration::from_secs(10);

/// A program that is stopped when it is not needed any more.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // One that has ended already needs no end.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Watches a counting program through the collector and through the daemon.
///
/// # Errors
/// When values do not move, are not served, or stay when the program is gone.
pub fn live(workspace: &Workspace) -> Result<String> {
    let pcp = Pcp::new(workspace, "pcp-live")?;
    let mut command = Command::new(with_ours(workspace, &pcp, Path::new("c-tests/pcp/live.c"))?);
    pcp.prepare(&mut command);
    let program = Running(command.spawn().context("the counting program cannot be started")?);
    until("the file does not appear", || Ok(pcp.files().join("live").exists()))?;

    let values = numbers(&process::stdout(pcp.client("pmval").args(["-s", "4", "-t", "0.1", "mmv.live.count"]))?);
    ensure!(values.len() == 4 && values.is_sorted_by(|one, next| one < next), "pmval shows {values:?}");

    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let _daemon = daemon(&pcp, port)?;
    let host = format!("127.0.0.1:{port}");
    let fetch = || -> Result<Vec<u64>> {
        let output = pcp.command("usr/bin/pminfo").args(["-h", &host, "-f", "mmv.live.count"]).output()?;
        Ok(numbers(&String::from_utf8_lossy(&output.stdout)))
    };
    until("pmcd does not serve the count", || Ok(!fetch()?.is_empty()))?;
    let (first, second) = (fetch()?, fetch()?);
    ensure!(first < second, "pmcd serves {first:?} and then {second:?}");

    drop(program);
    until("pmcd serves the count of a program that has ended", || Ok(fetch()?.is_empty()))?;
    Ok(format!("{} by pmval, {} by pmcd", values.last().unwrap_or(&0), second.last().unwrap_or(&0)))
}

/// Starts the real daemon on the loopback interface.
fn daemon(pcp: &Pcp, port: u16) -> Result<Running> {
    let run = pcp.directory().join("run");
    fs::create_dir_all(&run)?;
    let collectors = pcp.packages().join("usr/lib/pcp/pmdas");
    let collectors = collectors.display();
    let configuration = run.join("pmcd.conf");
    let agents = format!(
        "pmcd 2 dso pmcd_init {collectors}/pmcd/pmda_pmcd.so\nmmv 70 dso mmv_init {collectors}/mmv/pmda_mmv.so\n"
    );
    fs::write(&configuration, agents)?;
    let user = process::stdout(Command::new("id").arg("-un"))?;
    let mut command = pcp.command("usr/lib/pcp/bin/pmcd");
    command.args(["-f", "-A", "-i", "127.0.0.1", "-U", user.trim(), "-p", &port.to_string()]);
    command.arg("-c").arg(configuration).arg("-n").arg(pcp.names()).arg("-s").arg(run.join("socket"));
    command.arg("-l").arg(run.join("log")).arg("-x").arg(run.join("fatal"));
    command.env("PCP_RUN_DIR", &run).env("PCP_LOG_DIR", &run).stdin(Stdio::null()).stdout(Stdio::null());
    Ok(Running(command.stderr(Stdio::null()).spawn().context("pmcd cannot be started")?))
}

/// The numbers that stand alone or behind `value` at the ends of lines.
fn numbers(output: &str) -> Vec<u64> {
    output.lines().filter_map(|line| line.trim().trim_start_matches("value ").parse().ok()).collect()
}

/// Waits until something holds.
fn until(otherwise: &str, mut holds: impl FnMut() -> Result<bool>) -> Result<()> {
    let begin = Instant::now();
    while !holds()? {
        if begin.elapsed() > PATIENCE {
            bail!("{otherwise}");
        }
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}
