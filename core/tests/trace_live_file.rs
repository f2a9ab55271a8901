//! A file by Glassbox that is written while it is read: each record is taken when it stands still.
#![allow(missing_docs)]

use std::cell::Cell;

use glassbox::Region;
use glassbox::lock::Exclusive;
use glassbox::trace::component::Component;
use glassbox::trace::engine::{Engine, NoHooks, TickSource};
use glassbox::trace::file::{RecordSlot, Source, ThreadSlot, TraceFile};
use glassbox::trace::recorder::{Config, thread_id};

struct Ticking(Cell<u64>);

impl TickSource for Ticking {
    fn ticks(&self) -> u64 {
        self.0.set(self.0.get() + 1);
        self.0.get()
    }
}

/// A region with three entries of one thread.
fn file() -> Vec<u8> {
    let region = Region::<4096>::new();
    let active = [const { std::sync::atomic::AtomicU8::new(2) }; 1];
    let component = Component::new("orc", &active, &[1], &[0]);
    let config = Config { record_size: 1024, ..Config::new(1000) };
    let engine = Engine::<Exclusive, _>::new(region.memory(), &config, Ticking(Cell::new(1)), &NoHooks).unwrap();
    engine.register(&component, &mut |_| {}).unwrap();
    engine.set("maximal=orc", &mut |error| panic!("{error:?}")).unwrap();
    let mut context = engine.attach(thread_id(1), "main").unwrap();
    for _ in 0..3 {
        context.trace(&component, 0, &[]);
    }
    let mut bytes = vec![0; engine.memory().len()];
    engine.memory().copy_to(&mut bytes);
    bytes
}

/// Bytes of which the generation in front of the first record looks different as long as somebody writes.
struct Busy<'b> {
    bytes: &'b [u8],
    begin: u64,
    writes: Cell<u32>,
}

impl Source for Busy<'_> {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> bool {
        let is_there = Source::read(&self.bytes, offset, into);
        if offset == self.begin && into.len() == 8 && self.writes.get() > 0 {
            self.writes.set(self.writes.get() - 1);
            into[0] ^= 1;
        }
        is_there
    }
}

/// The number of entries and the kinds of problems, when the writer changes the record during so many attempts.
fn read(bytes: &[u8], writes: u32) -> (usize, Vec<&'static str>) {
    let mut problems = Vec::new();
    let header = u64::from(u32::from_le_bytes(bytes[4..8].try_into().unwrap()));
    let source = Busy { bytes, begin: header + 40, writes: Cell::new(writes) };
    let mut tell = |problem: glassbox::trace::problem::Problem| problems.push(problem.kind.name());
    let file = TraceFile::open(&source, &mut tell).unwrap();
    let mut slots = vec![RecordSlot::EMPTY; file.records_to_index()];
    let index = file.index(&mut slots, &mut tell).unwrap();
    let mut threads = vec![ThreadSlot::EMPTY; index.threads()];
    let mut scratch = vec![0; index.scratch_bytes()];
    let mut entries = index.entries(&mut threads, &mut scratch, &mut tell).unwrap();
    let mut count = 0;
    while entries.next(&mut tell).is_some() {
        count += 1;
    }
    (count, problems)
}

#[test]
fn a_record_that_changes_is_read_again_a_hundred_times_before_it_is_called_torn() {
    let bytes = file();
    assert_eq!(read(&bytes, 0), (3, vec![]));
    assert_eq!(read(&bytes, 99), (3, vec![]));
    assert_eq!(read(&bytes, 100), (3, vec!["torn"]));
}

#[test]
fn what_other_writers_keep_in_a_record_is_no_generation() {
    let mut bytes = file();
    let service = bytes.windows(8).position(|text| text == b"Glassbox").unwrap();
    bytes[service] = b'g';
    assert_eq!(read(&bytes, u32::MAX), (3, vec![]));
}
