//! `demo`: a C program shows its state, and the tool reads it while it runs.

use anyhow::Result;
use clap::Args;

use crate::tools::{self, Tool};
use crate::workspace::Workspace;
use crate::{Verdict, setup};

/// What the demonstration needs.
pub const NEEDS: &[&Tool] = &[&tools::GCC];

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
    check(workspace)?;
    Ok(Verdict::Fine)
}

/// Runs the demonstration.
///
/// # Errors
/// When something cannot be built or run.
pub fn check(_workspace: &Workspace) -> Result<String> {
    anyhow::bail!("there is nothing to show yet")
}
