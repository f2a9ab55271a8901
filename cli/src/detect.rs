//! Formats, and how a file shows which one it is of.

use std::ffi::OsStr;
use std::path::Path;

use clap::ValueEnum;
use glassbox::trace::catalog::Catalog;
use serde::Serialize;

/// A format that the tool reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// State: an Inspect file
    Inspect,
    /// Metrics: an MMV file
    Mmv,
    /// Events: a trace file
    Trace,
    /// The catalog of a trace's tracepoints
    Dat,
    /// The definitions that a catalog is generated from
    Tdf,
}

/// Bytes of a file's beginning that show its format.
pub const BEGINNING: usize = 64;

/// The format of a file: by what it begins with, else by its name. A definition file has nothing but its name.
pub fn detect(beginning: &[u8], name: Option<&Path>) -> Option<Format> {
    let extension = name.and_then(Path::extension).and_then(OsStr::to_str).map(str::to_ascii_lowercase);
    let extension = extension.as_deref();
    if beginning.get(4..8) == Some(b"INSP") {
        Some(Format::Inspect)
    } else if beginning.starts_with(b"MMV\0") {
        Some(Format::Mmv)
    } else if beginning.starts_with(b"UTTH") {
        Some(Format::Trace)
    } else if extension == Some("tdf") {
        Some(Format::Tdf)
    } else if begins_with_version(beginning) {
        Some(Format::Dat)
    } else {
        // Whoever named the file so wants to know what is wrong with it.
        match extension? {
            "inspect" => Some(Format::Inspect),
            "mmv" => Some(Format::Mmv),
            "trc" => Some(Format::Trace),
            "dat" => Some(Format::Dat),
            _ => None,
        }
    }
}

/// Whether the first line is the version of a catalog.
fn begins_with_version(beginning: &[u8]) -> bool {
    let line = beginning.split(|byte| *byte == b'\n').next().unwrap_or_default();
    Catalog::read(line, &mut [], &mut |_| {}).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_what_it_begins_with() {
        for (beginning, name, expected) in [
            (&b"\0\x02\x02\0INSP"[..], "x.mmv", Some(Format::Inspect)),
            (b"MMV\0\x01\0\0\0", "x.inspect", Some(Format::Mmv)),
            (b"UTTH", "x", Some(Format::Trace)),
            (b"5.1\r\norc.0 0 1 1 N A \"  a\"", "x", Some(Format::Dat)),
            (b"12  ", "x", Some(Format::Dat)),
            (b"executable=orc\n", "orc.TDF", Some(Format::Tdf)),
            (b"executable=orc\n", "orc.txt", None),
            (b"5.1 and more\n", "x", None),
            (b"0.0\n", "x", None),
            (b"", "x", None),
        ] {
            assert_eq!(detect(beginning, Some(Path::new(name))), expected, "{name}");
        }
    }

    #[test]
    fn a_file_that_begins_with_nothing_known_is_what_its_name_says() {
        assert_eq!(detect(b"", Some(Path::new("a/empty.dat"))), Some(Format::Dat));
        assert_eq!(detect(b"UUTH", Some(Path::new("x.trc"))), Some(Format::Trace));
        assert_eq!(detect(b"UUTH", None), None);
    }
}
