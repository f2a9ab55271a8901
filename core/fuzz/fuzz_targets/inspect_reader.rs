//! Any bytes as an Inspect file: read in every way, walked, printed, linked to itself and cut down by a selector.
//!
//! `cargo +nightly fuzz run --fuzz-dir core/fuzz inspect_reader` runs it until it is stopped.
#![no_main]

use std::fmt;

use glassbox::Memory;
use glassbox::inspect::reader::{
    LinkedFile, Options, Patience, ReadError, Selector, Sequence, Snapshot, Step, Tree, Value, scratch_words,
};
use libfuzzer_sys::fuzz_target;

/// Counts what is printed, so that a small input cannot ask for much memory.
struct Count(u64);

impl fmt::Write for Count {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len() as u64;
        Ok(())
    }
}

fn look_at(tree: &Tree<'_>) {
    let mut depth = 0;
    for step in tree.walk() {
        match step {
            Step::Enter(node) => {
                depth += 1;
                assert!(node.entries().count() >= node.properties().count());
            }
            Step::Leave(_) => depth -= 1,
            Step::Property(property) => match property.value() {
                Value::Text(text) => _ = text.chars().count(),
                Value::Bytes(bytes) => _ = bytes.count(),
                Value::Array(array) => _ = array.count(),
                Value::Histogram(histogram) => _ = histogram.counts().count(),
                _ => {}
            },
        }
    }
    assert_eq!(depth, 0);
    let mut count = Count(0);
    tree.json().write(&mut count).expect("counting does not fail");
    tree.text().write(&mut count).expect("counting does not fail");
}

fuzz_target!(|bytes: &[u8]| {
    let mut scratch = vec![u32::MAX; scratch_words(bytes.len())];
    for recover in [false, true] {
        for sequence in [Sequence::Blocks, Sequence::Canonical] {
            let options = Options { recover, sequence, ..Options::default() };
            let Ok(mut tree) = Tree::read(bytes, &mut scratch, options, &mut |_| {}) else { continue };
            look_at(&tree);
            let summary = tree.summary();
            assert!(summary.nodes as usize + summary.properties as usize <= bytes.len() / 16);
            if let Ok(selector) = Selector::parse("**:root/*:*") {
                tree.keep(&[selector]);
                look_at(&tree);
            }
        }
    }

    // The file with links to itself, as often as a small limit allows.
    let mut names: Vec<String> = vec![];
    if let Ok(tree) = Tree::read(bytes, &mut scratch, Options::default(), &mut |_| {}) {
        names.extend(tree.links().map(|link| link.content().to_string()));
    }
    let files: Vec<_> = names.iter().map(|name| LinkedFile::new(name, bytes)).collect();
    let options = Options { link_limit: 50, ..Options::default() };
    let mut words = 64;
    loop {
        let mut scratch = vec![u32::MAX; words];
        match Tree::stitch(bytes, &files, &mut scratch, options, &mut |_| {}) {
            Err(ReadError::ScratchTooSmall { needed }) => words = needed,
            Err(_) => break,
            Ok(tree) => {
                look_at(&tree);
                break;
            }
        }
    }

    // The same bytes as live memory.
    let mut cells: Vec<u64> = bytes.chunks_exact(8).map(|word| u64::from_ne_bytes(word.try_into().unwrap())).collect();
    // SAFETY: the words are aligned, and nobody else uses them.
    if let Ok(memory) = unsafe { Memory::from_raw(cells.as_mut_ptr().cast(), cells.len() * 8) } {
        let mut buffer = vec![0; memory.len()];
        let _ = Snapshot::take(memory, &mut buffer, Patience { attempts: 1, ..Patience::default() });
        if let Ok(tree) = Tree::read(memory, &mut scratch, Options::default(), &mut |_| {}) {
            look_at(&tree);
            for property in tree.root().properties().take(8) {
                let location = property.location();
                let _ = location.read(memory, Patience::default());
                let _ = location.read_slot(memory, 0, Patience::default());
                let _ = location.read_bytes(memory, &mut buffer, Patience::default());
            }
        }
    }
});
