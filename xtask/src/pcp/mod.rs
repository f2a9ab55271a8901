//! The real Performance Co-Pilot against the files that our writer makes.
//!
//! Its packages are unpacked below `target`, not installed: `pminfo` loads PCP's collector into itself, so that neither a
//! daemon nor root is needed. A file for each of many random declarations goes into PCP's directory; what `mmvdump` and
//! `pminfo` print for it must be what was declared.

mod declared;
mod tools;

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::workspace::Workspace;
use declared::{Declared, blocks_of};
use tools::Pcp;
pub use tools::{fetch, is_there};

/// How many random declarations are tried.
const FILES: u64 = 120;

/// Compares what the real tools say about random files with what was declared.
///
/// # Errors
/// The first metric about which a tool says something else, with the number that its file was made of.
pub fn generated(workspace: &Workspace) -> Result<String> {
    let pcp = Pcp::new(workspace, "pcp-files")?;
    let (mut metrics, mut values) = (0, 0);
    for seed in 0..FILES {
        let declared = Declared::random(seed);
        compare(&pcp, &declared).with_context(|| format!("of the declarations of number {seed}"))?;
        metrics += declared.metrics.len();
        values += declared.values();
    }
    Ok(format!("{FILES} files, {metrics} metrics, {values} values"))
}

fn compare(pcp: &Pcp, declared: &Declared) -> Result<()> {
    let file = pcp.replace("made", &declared.image()?)?;
    let dump = pcp.mmvdump(&file)?;
    for text in declared.texts() {
        ensure!(dump.contains(text), "mmvdump does not print {text}:\n{dump}");
    }
    let expected = declared.expected("made");
    let found = blocks_of(&pcp.pminfo(&["-fdmtTl", "mmv"])?)?;
    for (expected, found) in expected.iter().zip(&found) {
        ensure!(expected == found, "declared is\n{expected}\nand pminfo prints\n{found}");
    }
    ensure!(expected.len() == found.len(), "{} metrics are declared, {} printed", expected.len(), found.len());
    fs::remove_file(file)?;
    Ok(())
}
