//! Trees through serde: the JSON of `serde_json` is the JSON of the format.
#![allow(missing_docs, clippy::panic)]

mod inspect_file;

use std::path::PathBuf;
use std::{fs, io};

use glassbox::inspect::reader::{MAXIMUM_DEPTH, Options, Tree, scratch_words};
use inspect_file::File;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use serde_json::value::RawValue;

fn with_tree(bytes: &[u8], test: impl FnOnce(&Tree<'_>)) {
    let mut scratch = vec![0; scratch_words(bytes.len())];
    let options = Options { recover: true, ..Options::default() };
    if let Ok(tree) = Tree::read(bytes, &mut scratch, options, &mut |_| {}) {
        test(&tree);
    }
}

/// Writes numbers as the format does: `serde_json` alone puts a plus sign before an exponent.
struct WithoutPlus;

impl Formatter for WithoutPlus {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        writer.write_all(serde_json::to_string(&value)?.replace('+', "").as_bytes())
    }
}

fn json(tree: &Tree<'_>) -> String {
    let mut json = vec![];
    tree.serialize(&mut Serializer::with_formatter(&mut json, WithoutPlus)).unwrap();
    String::from_utf8(json).unwrap()
}

#[test]
fn every_fixture_is_the_same_json_through_serde() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/inspect");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "bin") || path.ends_with("deep_chain_5000.bin") {
            continue;
        }
        with_tree(&fs::read(&path).unwrap(), |tree| {
            assert_eq!(json(tree), tree.json().to_string(), "{}", path.display());
            count += 1;
        });
    }
    assert!(count > 60, "only {count} files");
}

#[test]
fn what_is_printed_reads_back_as_json() {
    let bytes =
        fs::read(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/inspect/text_example.bin")).unwrap();
    with_tree(&bytes, |tree| {
        let raw: Box<RawValue> = serde_json::from_str(&tree.json().to_string()).unwrap();
        assert_eq!(raw.get(), serde_json::to_string(tree).unwrap());
        let value = serde_json::to_value(tree).unwrap();
        assert_eq!(value["root"]["list"], serde_json::json!([1, 2, -3]));
        assert_eq!(value["root"]["raw"], "b64:BfGr");
    });
}

fn chain(depth: u32) -> Vec<u8> {
    let mut file = File::new();
    let mut node = 0;
    for _ in 1..depth {
        node = file.node(node, "d");
    }
    file.into_bytes()
}

#[test]
fn a_tree_that_is_too_deep_is_an_error_and_no_overflow() {
    with_tree(&chain(MAXIMUM_DEPTH), |tree| assert_eq!(serde_json::to_string(tree).unwrap(), tree.json().to_string()));
    with_tree(&chain(MAXIMUM_DEPTH + 1), |tree| {
        let error = serde_json::to_string(tree).unwrap_err();
        assert!(error.to_string().contains("too many levels"), "{error}");
    });
    with_tree(&chain(100_000), |tree| assert!(serde_json::to_string(tree).is_err()));
}
