//! Readers beside a writer that hardly rests: each copy they accept is a whole file of one moment.
#![cfg(all(feature = "inspect", feature = "read"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

mod scan;

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use glassbox::inspect::reader::{Patience, Snapshot};
use glassbox::inspect::{BookPlace, Config, Error, NodeHandle, Writer, kind};
use glassbox::{Memory, Region};
use scan::{Array, Entry, Moment, Slots, Value, decode, shown};

const SIZE: usize = 8192;

/// The text of a round, which fills blocks of different orders, and now and then extents.
fn text(round: u64) -> String {
    let length = if round.is_multiple_of(50) { 90 } else { round % 30 };
    format!("{round}").repeat(usize::try_from(length).unwrap() + 1)
}

/// What the tree holds in a round.
fn tree(round: u64) -> Vec<Entry> {
    let entry = |name: &str, value| Entry { name: name.to_owned(), value };
    let slots = Slots::Uint(vec![round; 7]);
    let mut below = vec![
        entry("array", Value::Array(Array { format: 0, slots })),
        entry("bytes", Value::Bytes(text(round).into_bytes())),
        entry("int", Value::Int(round.cast_signed())),
        entry("text", Value::Text(text(round))),
        entry("uint", Value::Uint(round)),
    ];
    below.sort();
    vec![entry(&text(round / 2), Value::Node(below))]
}

/// Writes round after round, each in one section: what was there before goes, and the new tree comes.
fn write(writer: &mut Writer, round: u64) -> Result<NodeHandle, Error> {
    let node = writer.create_node(NodeHandle::ROOT, &text(round / 2))?;
    writer.create_int(node, "int", round.cast_signed())?;
    let bytes = writer.create_bytes(node, "bytes", b"to be set")?;
    let text = text(round);
    writer.create_string(node, "text", &text)?;
    let array = writer.create_array::<kind::UintArray>(node, "array", 7)?;
    for slot in 0..7 {
        writer.array_set(array, slot, round)?;
    }
    writer.set_bytes(bytes, text.as_bytes())?;
    writer.create_uint(node, "uint", round)?;
    Ok(node)
}

/// Writes until `stop`, hardly with a pause, and starts anew now and then, with its book here and there.
fn write_rounds(memory: Memory, stop: &AtomicBool) -> u64 {
    let configs = [Config::default(), Config { book: BookPlace::Nowhere, ..Config::default() }];
    let mut round = 0;
    for config in configs.iter().cycle() {
        let mut writer = Writer::new(memory, config).unwrap();
        let mut old = None;
        for _ in 0..40 {
            if stop.load(Ordering::Relaxed) {
                return round;
            }
            round += 1;
            writer.begin_transaction().unwrap();
            if let Some(old) = old {
                writer.delete_tree(old).unwrap();
            }
            old = Some(write(&mut writer, round).unwrap());
            writer.end_transaction().unwrap();
            if round.is_multiple_of(8) {
                // About as long as a copy takes, so that some come to their end.
                (0..if cfg!(miri) { 20 } else { 2000 }).for_each(|_| std::hint::spin_loop());
                thread::yield_now();
            }
        }
    }
    unreachable!("there is always a next config")
}

#[test]
fn every_copy_is_a_whole_file_of_one_round() {
    static MEMORY: Region<SIZE> = Region::new();
    static STOP: AtomicBool = AtomicBool::new(false);
    let copies = if cfg!(miri) { 3 } else { 200 };
    let writes = thread::spawn(|| write_rounds(MEMORY.memory(), &STOP));
    let mut buffer = vec![0; SIZE];
    let (mut last, mut last_round, mut seen) = (0, 0, 0);
    let end = Instant::now() + Duration::from_secs(if cfg!(miri) { 3600 } else { 10 });
    while seen < copies && Instant::now() < end {
        let patience = Patience { attempts: 100_000, pause: thread::yield_now };
        let Ok(snapshot) = Snapshot::take(MEMORY.memory(), &mut buffer, patience) else { continue };
        let file = decode(snapshot.bytes(), Moment::AtRest);
        assert_eq!(shown::read(snapshot.bytes(), false).unwrap().root, file.root);
        assert!(file.generation >= last, "time went back");
        last = file.generation;
        let Some(Entry { value: Value::Node(below), .. }) = file.root.first() else {
            assert_eq!(file.root, [], "a tree without a node");
            continue;
        };
        let Some(Value::Uint(round)) = below.last().map(|entry| &entry.value) else { panic!("{below:?}") };
        assert_eq!(file.root, tree(*round));
        // The same round twice is one copy more, and no proof of anything.
        seen += u32::from(std::mem::replace(&mut last_round, *round) != *round);
    }
    STOP.store(true, Ordering::Relaxed);
    let rounds = writes.join().unwrap();
    assert!(seen > 1, "no copies in {rounds} rounds");
}
