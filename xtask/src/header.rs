//! `header`: makes `include/glassbox.h` from the C interface, or checks that the committed one is what would be made.

use std::fs;
use std::sync::Mutex;

use anyhow::{Context, Result, bail};
use clap::Args;
use similar::TextDiff;

use crate::workspace::Workspace;
use crate::{Verdict, process};

/// Where the header is, from the root.
const HEADER: &str = "include/glassbox.h";

/// Make the C header, or check it
#[derive(Args)]
#[command(after_help = "Examples:\n  cargo xtask header          # write include/glassbox.h\n  \
                        cargo xtask header --check  # only compare, and show what differs")]
pub struct Arguments {
    /// Compare with the committed header instead of writing it
    #[arg(long)]
    check: bool,
}

/// # Errors
/// When the header cannot be made.
pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<Verdict> {
    if arguments.check {
        if let Some(difference) = difference(workspace)? {
            println!("{difference}");
            return Ok(Verdict::Failed);
        }
    } else {
        fs::write(workspace.root.join(HEADER), generated(workspace)?)
            .with_context(|| format!("{HEADER} cannot be written"))?;
    }
    Ok(Verdict::Fine)
}

/// Checks the committed header.
///
/// # Errors
/// The difference, when there is one.
pub fn check(workspace: &Workspace) -> Result<String> {
    match difference(workspace)? {
        Some(difference) => bail!("{difference}"),
        None => Ok(String::new()),
    }
}

fn difference(workspace: &Workspace) -> Result<Option<String>> {
    let made = generated(workspace)?;
    let committed = fs::read_to_string(workspace.root.join(HEADER)).unwrap_or_default();
    if made == committed {
        return Ok(None);
    }
    let lines = TextDiff::from_lines(&committed, &made);
    let changes = lines.unified_diff().header(HEADER, "what `cargo xtask header` makes").to_string();
    Ok(Some(format!("{HEADER} is not what would be made; run `cargo xtask header`\n{changes}")))
}

fn generated(workspace: &Workspace) -> Result<String> {
    WARNINGS.listen();
    let ffi = workspace.root.join("ffi");
    let configuration = cbindgen::Config::from_file(ffi.join("cbindgen.toml")).map_err(anyhow::Error::msg)?;
    let bindings = cbindgen::Builder::new().with_crate(&ffi).with_config(configuration).generate()?;
    let mut text = Vec::new();
    bindings.write(&mut text);
    let warnings = WARNINGS.take();
    if !warnings.is_empty() {
        bail!("cbindgen warns:\n{}", warnings.join("\n"));
    }
    Ok(String::from_utf8(text)?)
}

/// What cbindgen complains about. It goes on after most mistakes and only logs them, with a wrong header as the result.
struct Warnings(Mutex<Vec<String>>);

static WARNINGS: Warnings = Warnings(Mutex::new(Vec::new()));

impl Warnings {
    fn listen(&'static self) {
        // A second call finds the logger in its place.
        if log::set_logger(self).is_ok() {
            log::set_max_level(log::LevelFilter::Warn);
        }
        self.take();
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut process::locked(&self.0))
    }
}

impl log::Log for Warnings {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.level() <= log::Level::Warn
    }

    fn log(&self, record: &log::Record<'_>) {
        let message = record.args().to_string();
        // Private constants are meant to stay so.
        let is_notice = message.trim_end().ends_with("(not `pub`).");
        if self.enabled(record.metadata()) && !is_notice {
            process::locked(&self.0).push(message);
        }
    }

    fn flush(&self) {}
}
