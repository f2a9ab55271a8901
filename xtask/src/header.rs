//! `header`: makes `include/glassbox.h` from the C interface, and `glassbox_disabled.h` from that, or checks that the
//! committed ones are what would be made.

use std::fs;
use std::sync::Mutex;

use anyhow::{Context, Result, bail};
use clap::Args;
use similar::TextDiff;

use crate::workspace::Workspace;
use crate::{Verdict, disabled, process};

/// Where the headers are, from the root.
const HEADERS: [&str; 2] = ["include/glassbox.h", "include/glassbox_disabled.h"];

/// Make the C headers, or check them
#[derive(Args)]
#[command(
    after_help = "Examples:\n  cargo xtask header          # write include/glassbox.h and glassbox_disabled.h\n  \
                        cargo xtask header --check  # only compare, and show what differs"
)]
pub struct Arguments {
    /// Compare with the committed headers instead of writing them
    #[arg(long)]
    check: bool,
}

/// # Errors
/// When a header cannot be made.
pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<Verdict> {
    if arguments.check {
        if let Some(difference) = difference(workspace)? {
            println!("{difference}");
            return Ok(Verdict::Failed);
        }
    } else {
        for (header, text) in HEADERS.iter().zip(generated(workspace)?) {
            fs::write(workspace.root.join(header), text).with_context(|| format!("{header} cannot be written"))?;
        }
    }
    Ok(Verdict::Fine)
}

/// Checks the committed headers.
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
    for (header, made) in HEADERS.iter().zip(generated(workspace)?) {
        let committed = fs::read_to_string(workspace.root.join(header)).unwrap_or_default();
        if made != committed {
            let lines = TextDiff::from_lines(&committed, &made);
            let changes = lines.unified_diff().header(header, "what `cargo xtask header` makes").to_string();
            return Ok(Some(format!("{header} is not what would be made; run `cargo xtask header`\n{changes}")));
        }
    }
    Ok(None)
}

/// The texts of the headers.
fn generated(workspace: &Workspace) -> Result<[String; 2]> {
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
    let header = String::from_utf8(text)?;
    Ok([disabled::switched(&header)?, disabled::header(&header)?])
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
