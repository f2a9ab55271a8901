//! Reading an MMV image while its writer is at work.
#![cfg(all(feature = "mmv", feature = "read"))]

mod mmv_common;

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use glassbox::mmv::read::{FileError, LiveError, Source, Value, snapshot};
use glassbox::mmv::{Metric, Registry, Type, Writer};
use glassbox::{Memory, Unread};
use mmv_common::Bytes;

/// Generations that can be published on every target.
const FIRST: u64 = 1 << 32 | 1;
const SECOND: u64 = 2 << 32 | 1;

static METRICS: [Metric<'static>; 2] = [Metric::discrete("string", 7, Type::String), Metric::elapsed("elapsed", 8)];
static REGISTRY: Registry<'static> = Registry::new(&METRICS).cluster(7);

fn with_writer(test: impl FnOnce(Writer<'_>)) {
    let mut bytes = Bytes::new(REGISTRY.required_size());
    test(Writer::new(bytes.memory().unwrap(), &REGISTRY, FIRST).unwrap());
}

/// Memory whose writer is at work in the middle of one copy: the copy number `at`, counted from 0.
struct Lapped<'l> {
    memory: Memory<'l>,
    at: u32,
    copies: Cell<u32>,
    work: &'l dyn Fn(),
}

impl Source for Lapped<'_> {
    fn len(&self) -> usize {
        self.memory.len()
    }

    fn copy(&self, offset: usize, bytes: &mut [u8]) -> Option<()> {
        let copies = self.copies.get();
        self.copies.set(copies + 1);
        if copies != self.at {
            return self.memory.copy(offset, bytes);
        }
        let (front, back) = bytes.split_at_mut(bytes.len() / 16 * 8);
        self.memory.copy(offset, front)?;
        (self.work)();
        self.memory.copy(offset + front.len(), back)
    }
}

/// Checks the value of a metric that is read again, by that number of copies, while `work` goes on in the middle of each
/// of them in turn.
fn refreshed(writer: &Writer<'_>, metric: &str, copies: u32, work: &dyn Fn(), check: impl Fn(Value<'_>)) {
    let mut buffer = vec![0; writer.memory().len()];
    let mut snapshot = snapshot(&writer.memory(), &mut buffer, 1, || {}).unwrap();
    let image = snapshot.image();
    let offset = image.values_of(&image.metric_named(metric.as_bytes()).unwrap()).next().unwrap().offset;
    let number = image.values().position(|value| value.offset == offset).unwrap();
    for at in 0..copies {
        let source = Lapped { memory: writer.memory(), at, copies: Cell::new(0), work };
        assert!(snapshot.refresh(&source, offset));
        assert!(source.copies.get() > at, "nothing happened during copy {at}");
        check(snapshot.image().value(number).unwrap().value.unwrap());
    }
}

#[test]
fn a_text_that_is_set_twice_while_it_is_copied_is_read_again() {
    with_writer(|writer| {
        let text = writer.text(writer.find("string").unwrap()).unwrap();
        let texts = ["a".repeat(200), "b".repeat(210), "c".repeat(220)];
        text.set(&texts[0]).unwrap();
        let turn = Cell::new(0);
        let work = || {
            // Twice, so that the second text overwrites the one that is being copied.
            for _ in 0..2 {
                turn.set(turn.get() + 1);
                text.set(&texts[turn.get() % 3]).unwrap();
            }
        };
        refreshed(&writer, "string", 5, &work, |value| {
            let Value::String(found) = value else { panic!("{value:?}") };
            assert!(texts.iter().any(|text| text.as_bytes() == found.as_bytes()), "{found:?}");
        });
    });
}

#[test]
fn an_interval_that_ends_while_it_is_copied_is_read_again() {
    with_writer(|writer| {
        let interval = writer.interval(writer.find("elapsed").unwrap()).unwrap();
        let now = Cell::new(1000);
        interval.start(now.get());
        let work = || {
            now.set(now.get() + 10);
            assert!(interval.end(now.get()) && interval.start(now.get()));
        };
        refreshed(&writer, "elapsed", 4, &work, |value| {
            let Value::Elapsed { accumulated, open_since } = value else { panic!("{value:?}") };
            assert_eq!(open_since, Some(1000 + accumulated.unsigned_abs()), "of one moment");
        });
    });
}

/// Ends the writer's thread, also when the reader's fails.
struct EndOnDrop<'e>(&'e AtomicBool);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn a_live_reader_sees_no_half_text_and_no_torn_interval() {
    const TEXTS: [&str; 3] = ["a", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "ccccccccccccccccc"];
    let rounds = if cfg!(miri) { 20 } else { 20_000 };
    let mut bytes = Bytes::new(REGISTRY.required_size());
    let memory = bytes.memory().unwrap();
    let writer = Writer::new(memory, &REGISTRY, FIRST).unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let text = writer.text(writer.find("string").unwrap()).unwrap();
            let interval = writer.interval(writer.find("elapsed").unwrap()).unwrap();
            text.set(TEXTS[0]).unwrap();
            let mut now = 1000;
            while !done.load(Ordering::Relaxed) {
                for next in TEXTS {
                    text.set(next).unwrap();
                    interval.start(now);
                    now += 10;
                    interval.end(now);
                }
            }
        });
        let _end = EndOnDrop(&done);
        let mut buffer = vec![0; memory.len()];
        let mut snapshot = snapshot(&memory, &mut buffer, 10, || {}).unwrap();
        let image = snapshot.image();
        let record = |name: &str| {
            let metric = image.metric_named(name.as_bytes()).unwrap();
            image.values_of(&metric).next().unwrap().offset
        };
        let (text, interval) = (record("string"), record("elapsed"));
        for _ in 0..rounds {
            snapshot.refresh(&memory, text);
            snapshot.refresh(&memory, interval);
            for found in snapshot.image().values() {
                match found.value {
                    Some(Value::String(found)) if found.as_bytes() != b"" => {
                        assert!(TEXTS.contains(&found.to_str().unwrap()), "{found:?}");
                    }
                    Some(Value::Elapsed { accumulated, open_since: Some(start) }) => {
                        assert_eq!(
                            start,
                            1000 + accumulated.unsigned_abs(),
                            "the total and the start are of one moment"
                        );
                    }
                    _ => {}
                }
            }
        }
    });
}

#[test]
fn a_snapshot_says_why_there_is_none() {
    let mut bytes = Bytes::new(REGISTRY.required_size());
    let memory = bytes.memory().unwrap();
    let mut buffer = vec![0; memory.len()];
    let error = snapshot(&memory, &mut buffer, 3, || {}).unwrap_err();
    assert_eq!(error, LiveError::File(FileError::BadMagic));
    let writer = Writer::new(memory, &REGISTRY, FIRST).unwrap();
    let edit = writer.edit(SECOND).unwrap();
    let mut pauses = 0;
    let error = snapshot(&memory, &mut buffer, 3, || pauses += 1).unwrap_err();
    assert_eq!((error, pauses), (LiveError::Unread(Unread::Locked(3)), 2));
    edit.publish();
    assert_eq!(snapshot(&memory, &mut buffer, 3, || {}).unwrap().image().generation(), SECOND);
}
