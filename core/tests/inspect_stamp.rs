//! A stamp says of a file's beginning what a reader says of the file.

use std::fs;
use std::path::Path;

use glassbox::inspect::reader::{Options, ReadError, Stamp, Tree, scratch_words};

fn answer(bytes: &[u8]) -> (Option<ReadError>, String) {
    let mut scratch = vec![0; scratch_words(bytes.len())];
    match Tree::read(bytes, &mut scratch, Options { recover: true, ..Options::default() }, &mut |_| {}) {
        Ok(tree) => (None, format!("{} {}", tree.generation(), tree.json())),
        Err(error) => (Some(error), String::new()),
    }
}

#[test]
fn the_bytes_that_a_stamp_asks_for_are_read_as_the_whole_file_is() {
    let mut count = 0;
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/inspect")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "bin") {
            continue;
        }
        let mut bytes = fs::read(&path).unwrap();
        bytes.extend([0; 40]);
        let beginning = &bytes[..Stamp::BYTES];
        let (error, expected) = answer(&bytes);
        let Some(stamp) = Stamp::of(beginning) else {
            assert!(error.is_some(), "{}", path.display());
            continue;
        };
        let len = usize::try_from(stamp.len(bytes.len() as u64)).unwrap();
        assert_eq!(answer(&bytes[..len]), (error, expected.clone()), "{}", path.display());
        let strict = Tree::read(&*bytes, &mut [], Options::default(), &mut |_| {}).err();
        assert_eq!(stamp.is_locked(), matches!(strict, Some(ReadError::Locked { .. })), "{}", path.display());
        if error.is_none() {
            assert!(expected.starts_with(&format!("{} ", stamp.generation())), "{}", path.display());
            count += 1;
        }
    }
    assert!(count > 50, "only {count} stamps");
}
