//! Fixtures that are damaged: which files, where, and how.
#![allow(dead_code, reason = "each test uses its part")]

use std::fs;
use std::path::PathBuf;

/// The longest file of which every byte is changed, and which is cut at every byte.
const SMALL: usize = 8192;
/// The same where a part of the places is enough.
const SMALL_IN_PART: usize = 256;

/// A file's name and its bytes.
pub type Fixture = (String, Vec<u8>);

pub fn fixtures() -> Vec<Fixture> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/inspect");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "bin"));
    paths.sort();
    paths.iter().map(|path| (path.file_name().unwrap().to_str().unwrap().into(), fs::read(path).unwrap())).collect()
}

/// Whether files are damaged in every place. That makes some millions of files, so it is only done with the variable
/// `GLASSBOX_SWEEP` set, as `cargo xtask test sweep` does with an optimised reader; otherwise a part of the places is
/// enough.
pub fn is_whole() -> bool {
    std::env::var_os("GLASSBOX_SWEEP").is_some()
}

/// The places in a file that are changed, and where it is cut.
pub fn places(bytes: &[u8]) -> impl Iterator<Item = usize> + use<> {
    // Steps are primes, so that all places in a block have their turn.
    let step = match (bytes.len(), is_whole()) {
        (0..=SMALL_IN_PART, _) | (0..=SMALL, true) => 1,
        (0..=SMALL, false) => 61,
        (_, true) => 1009,
        (_, false) => 20011,
    };
    (0..bytes.len()).step_by(step)
}

/// What a byte is changed to: each of its bits flipped and all of them, and all of them cleared and set.
pub fn changes(byte: u8) -> impl Iterator<Item = u8> {
    (0..8).map(move |bit| byte ^ 1 << bit).chain([!byte, 0, 0xff])
}
