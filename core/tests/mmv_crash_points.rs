//! A writer that dies after any of its stores: what a reader finds in the memory then.
//!
//! The stores are known only in a build with a log of them, one for each 64-bit word or, with the second flag, for each
//! 32-bit word:
//!
//! ```text
//! RUSTFLAGS='--cfg glassbox_store_log' cargo test -p glassbox --test mmv_crash_points
//! RUSTFLAGS='--cfg glassbox_store_log --cfg glassbox_word32' cargo test -p glassbox --test mmv_crash_points
//! ```
#![cfg(all(glassbox_store_log, feature = "mmv", feature = "read", feature = "json"))]

mod mmv_common;

use glassbox::Memory;
use glassbox::mmv::read::{FileError, Image, Value};
use glassbox::mmv::{Flags, Indom, Instance, Label, Metric, Registry, Target, Type, Writer};
use glassbox::store_log;
use mmv_common::{Bytes, bytes_of};

const FIRST: u64 = 1 << 32 | 1;
const SECOND: u64 = 2 << 32 | 1;

static INDOMS: [Indom<'static>; 1] = [Indom::new(1, &[Instance::new(0, "zero"), Instance::new(1, "one")]).spares(1)];
static METRICS: [Metric<'static>; 4] = [
    Metric::counter("count", 1, Type::U64).help("short", "long"),
    Metric::discrete("text", 2, Type::String),
    Metric::instant("each", 3, Type::I32).indom(1),
    Metric::elapsed("time", 4),
];
static LABELS: [Label<'static>; 1] = [Label::new(Target::Item(1), "kind", "\"x\"")];
static OLD: Registry<'static> = Registry::new(&METRICS).indoms(&INDOMS).cluster(5).flags(Flags::SENTINEL);
static NEW: Registry<'static> = Registry::new(&METRICS).indoms(&INDOMS).labels(&LABELS).cluster(6);

/// The bytes of `memory` after each number of the stores that `work` makes, from none to all.
fn prefixes<R>(memory: Memory<'_>, work: impl FnOnce() -> R) -> (Vec<Vec<u8>>, R) {
    let mut bytes = bytes_of(memory);
    store_log::start();
    let result = work();
    let mut prefixes = vec![bytes.clone()];
    for store in store_log::take() {
        let at = store.address.wrapping_sub(memory.address());
        if let Some(cell) = bytes.get_mut(at..at.wrapping_add(store.bytes.len())) {
            cell.copy_from_slice(&store.bytes);
            prefixes.push(bytes.clone());
        }
    }
    assert_eq!(bytes, bytes_of(memory), "the log holds every store");
    (prefixes, result)
}

fn json(bytes: &[u8]) -> Result<String, FileError> {
    let image = Image::read(bytes)?;
    image.check(&mut |problem| panic!("{problem:?}"));
    let mut text = String::new();
    image.write_json(&mut text).unwrap();
    Ok(text)
}

/// Checks that the prefixes are the old image, then in flux, then the new image, each at least once.
fn old_then_in_flux_then_new(prefixes: &[Vec<u8>]) {
    let [first, last] = [prefixes.first(), prefixes.last()].map(|bytes| json(bytes.unwrap()).unwrap());
    assert_ne!(first, last);
    let found: Vec<_> = prefixes.iter().map(|bytes| json(bytes)).collect();
    let mut groups: Vec<_> = found.chunk_by(|a, b| a == b).map(|group| group[0].clone()).collect();
    groups.dedup();
    assert_eq!(groups, [Ok(first), Err(FileError::InFlux), Ok(last)]);
}

#[test]
fn memory_without_a_file_is_none_then_in_flux_then_the_new_one() {
    for fill in [0, 0xa5] {
        let mut bytes = Bytes::holding(&vec![fill; OLD.required_size()]);
        let memory = bytes.memory().unwrap();
        let (prefixes, _) = prefixes(memory, || Writer::new(memory, &OLD, FIRST).unwrap());
        let found: Vec<_> = prefixes.iter().map(|bytes| json(bytes)).collect();
        let states: Vec<_> = found.chunk_by(|a, b| a == b).map(|group| group[0].clone()).collect();
        let new = json(prefixes.last().unwrap());
        assert_eq!(states, [Err(FileError::BadMagic), Err(FileError::InFlux), new]);
    }
}

#[test]
fn a_layout_over_an_old_image_is_old_then_in_flux_then_new() {
    let mut bytes = Bytes::new(NEW.required_size());
    let memory = bytes.memory().unwrap();
    Writer::new(memory, &OLD, FIRST).unwrap();
    let (prefixes, _) = prefixes(memory, || Writer::new(memory, &NEW, SECOND).unwrap());
    old_then_in_flux_then_new(&prefixes);
}

#[test]
fn a_move_leaves_the_old_image_alone() {
    let [mut old, mut new] = [Bytes::new(OLD.required_size()), Bytes::new(NEW.required_size())];
    let [old, new] = [old.memory().unwrap(), new.memory().unwrap()];
    let writer = Writer::new(old, &OLD, FIRST).unwrap();
    writer.exclusive::<u64>(writer.find("count").unwrap()).unwrap().set(9);
    let before = bytes_of(old);
    let (prefixes, writer) = prefixes(new, || writer.move_to(new, &NEW, SECOND).unwrap().publish());
    assert_eq!(bytes_of(old), before);
    for bytes in &prefixes[..prefixes.len() - 1] {
        assert!(matches!(json(bytes), Err(FileError::BadMagic | FileError::InFlux)));
    }
    assert_eq!(writer.exclusive::<u64>(writer.find("count").unwrap()).unwrap().get(), Some(9));
}

#[test]
fn an_edit_is_old_then_in_flux_then_new() {
    let mut bytes = Bytes::new(OLD.required_size());
    let memory = bytes.memory().unwrap();
    let writer = Writer::new(memory, &OLD, FIRST).unwrap();
    let (prefixes, ()) = prefixes(memory, || {
        let edit = writer.edit(SECOND).unwrap();
        edit.name_instance(1, 7, b"seven").unwrap();
        edit.publish();
    });
    old_then_in_flux_then_new(&prefixes);
}

#[test]
fn adopting_is_old_then_in_flux_then_new() {
    let mut bytes = Bytes::new(OLD.required_size());
    let memory = bytes.memory().unwrap();
    Writer::new(memory, &OLD, FIRST).unwrap();
    let registry = OLD.process(5);
    let (prefixes, _) = prefixes(memory, || Writer::adopt(memory, &registry, SECOND).unwrap());
    old_then_in_flux_then_new(&prefixes);
}

/// The value of a singular metric after each store, equal ones once.
fn values(prefixes: &[Vec<u8>], name: &str) -> Vec<String> {
    let all = prefixes.iter().map(|bytes| {
        let image = Image::read(bytes).unwrap();
        let metric = image.metric_named(name.as_bytes()).unwrap();
        match image.values_of(&metric).next().unwrap().value {
            None => "none".to_owned(),
            Some(Value::I32(number)) => number.to_string(),
            Some(Value::U64(number)) => number.to_string(),
            Some(Value::String(text)) => text.to_string(),
            Some(Value::Elapsed { accumulated, open_since }) => format!("{accumulated} {open_since:?}"),
            Some(other) => panic!("{other:?}"),
        }
    });
    let mut all: Vec<_> = all.collect();
    all.dedup();
    all
}

#[test]
fn a_text_is_the_old_one_or_the_new_one_after_any_store() {
    let mut bytes = Bytes::new(OLD.required_size());
    let memory = bytes.memory().unwrap();
    let writer = Writer::new(memory, &OLD, FIRST).unwrap();
    let text = writer.text(writer.find("text").unwrap()).unwrap();
    let long = "long ".repeat(51);
    let mut before = "none".to_owned();
    for next in ["one", &long, "two", "three"] {
        let (prefixes, ()) = prefixes(memory, || text.set(next).unwrap());
        assert_eq!(values(&prefixes, "text"), [before.clone(), next.to_owned()]);
        next.clone_into(&mut before);
    }
}

#[test]
fn an_interval_never_counts_more_time_than_was_spent() {
    let mut bytes = Bytes::new(OLD.required_size());
    let memory = bytes.memory().unwrap();
    let writer = Writer::new(memory, &OLD, FIRST).unwrap();
    let interval = writer.interval(writer.find("time").unwrap()).unwrap();
    interval.set(7);
    let start = 5 << 32 | 100;
    let (prefixes_of_start, _) = prefixes(memory, || interval.start(start));
    assert_eq!(values(&prefixes_of_start, "time"), ["7 None".to_owned(), format!("7 Some({start})")]);
    let (prefixes_of_end, _) = prefixes(memory, || interval.end(start + 10));
    assert_eq!(values(&prefixes_of_end, "time"), [format!("7 Some({start})"), "7 None".into(), "17 None".into()]);
    interval.set_unavailable();
    let (prefixes, _) = prefixes(memory, || interval.start(start));
    let found = values(&prefixes, "time");
    assert_eq!(found[0], "none");
    assert_eq!(found.last().unwrap(), &format!("0 Some({start})"));
}

#[test]
fn a_short_number_that_comes_and_goes_is_never_minus_one() {
    static NUMBER: [Metric<'static>; 1] = [Metric::instant("number", 1, Type::I32)];
    let registry = Registry::new(&NUMBER).flags(Flags::SENTINEL);
    let mut bytes = Bytes::new(registry.required_size());
    let memory = bytes.memory().unwrap();
    let writer = Writer::new(memory, &registry, FIRST).unwrap();
    let number = writer.exclusive::<i32>(writer.find("number").unwrap()).unwrap();
    number.set(5);
    let (going, _) = prefixes(memory, || number.set_unavailable());
    assert_eq!(values(&going, "number"), ["5", "none"]);
    let (coming, ()) = prefixes(memory, || number.set(6));
    assert_eq!(values(&coming, "number"), ["none", "6"]);
}

#[test]
fn adding_to_a_counter_is_one_store_apart_from_carries() {
    let mut bytes = Bytes::new(OLD.required_size());
    let memory = bytes.memory().unwrap();
    let writer = Writer::new(memory, &OLD, FIRST).unwrap();
    let count = writer.exclusive::<u64>(writer.find("count").unwrap()).unwrap();
    count.set(5 << 32 | 41);
    let (prefixes, ()) = prefixes(memory, || count.inc());
    assert_eq!(prefixes.len(), 2);
}
