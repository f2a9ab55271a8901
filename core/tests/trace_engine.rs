//! The trace engine: what it records is read back, and what the reference engine recorded is recorded again byte for byte.
#![cfg(feature = "spin")]

use std::cell::RefCell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use glassbox::lock::Spin;
use glassbox::trace::Kind;
use glassbox::trace::component::{Component, Group, HitCounter, Tracepoints};
use glassbox::trace::engine::{Engine, Hooks, Line, NoHooks, TickSource};
use glassbox::trace::file::{RecordSlot, ThreadSlot, TraceFile};
use glassbox::trace::format::write_summary;
use glassbox::trace::problem::{Problem, ProblemKind};
use glassbox::trace::recorder::{Config, FullRecord, Parameter, TraceError, size_for, snapshot};
use glassbox::{Memory, Region};
use proptest::prelude::*;

/// A clock that tests turn.
#[derive(Default)]
struct Hand(AtomicU64);

impl Hand {
    fn set(&self, ticks: u64) {
        self.0.store(ticks, Ordering::Relaxed);
    }
}

impl TickSource for &Hand {
    fn ticks(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Memory of any size.
struct Space(Vec<u64>);

impl Space {
    fn new(bytes: usize) -> Self {
        Self(vec![0xa5a5_a5a5_a5a5_a5a5; bytes / 8])
    }

    fn memory(&mut self) -> Memory<'_> {
        let len = self.0.len() * 8;
        // SAFETY: the words are borrowed exclusively for as long as the memory is used.
        unsafe { Memory::from_raw(self.0.as_mut_ptr().cast(), len) }.unwrap()
    }
}

/// Keeps the records of a stream, unless it is told to refuse them.
#[derive(Default)]
struct Keeper {
    records: Mutex<Vec<Vec<u8>>>,
    refuses: AtomicBool,
    log: Mutex<Vec<String>>,
    /// A component and an id that a line's printing reaches.
    fatal: AtomicBool,
}

impl Hooks for Keeper {
    fn full(&self, record: FullRecord<'_>) -> bool {
        if self.refuses.load(Ordering::Relaxed) {
            return false;
        }
        let mut bytes = vec![0; record.len()];
        record.copy_to(&mut bytes).unwrap();
        self.records.lock().unwrap().push(bytes);
        true
    }

    fn line(&self, line: &Line<'_>) {
        let mut text = String::new();
        line.write(&mut text).unwrap();
        self.log.lock().unwrap().push(text);
    }

    fn callback(&self, component: &dyn Tracepoints, id: u32) {
        self.log.lock().unwrap().push(format!("callback {}.{id}", component.name()));
    }

    fn snap(&self) {
        self.log.lock().unwrap().push("snap".into());
    }

    fn fatal(&self) {
        self.fatal.store(true, Ordering::Relaxed);
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Event {
    time: u64,
    thread: u64,
    name: String,
    id: u32,
    parameters: Vec<u8>,
}

fn read(bytes: &[u8]) -> (Vec<Event>, Vec<Problem>) {
    let mut problems = Vec::new();
    let file = TraceFile::open(&bytes, &mut |problem| problems.push(problem)).unwrap();
    let mut slots = vec![RecordSlot::EMPTY; file.records_to_index()];
    let index = file.index(&mut slots, &mut |problem| problems.push(problem)).unwrap();
    let mut threads = vec![ThreadSlot::EMPTY; index.threads()];
    let mut scratch = vec![0; index.scratch_bytes()];
    let mut entries = index.entries(&mut threads, &mut scratch, &mut |problem| problems.push(problem)).unwrap();
    let mut events = Vec::new();
    while let Some(entry) = entries.next(&mut |problem| problems.push(problem)) {
        events.push(Event {
            time: entry.time,
            thread: entry.thread,
            name: entry.name.to_owned(),
            id: entry.id,
            parameters: entry.parameters.bytes.to_vec(),
        });
    }
    (events, problems)
}

fn copy_of(memory: Memory<'_>) -> Vec<u8> {
    let mut bytes = vec![0; memory.len()];
    memory.copy_to(&mut bytes);
    bytes
}

/// The header of a region and the records that a stream handed over.
fn stream_file(engine_memory: Memory<'_>, header: usize, keeper: &Keeper) -> Vec<u8> {
    let mut bytes = copy_of(engine_memory);
    bytes.truncate(header);
    bytes.extend(keeper.records.lock().unwrap().concat());
    bytes
}

fn active<const N: usize>(bits: u8) -> [AtomicU8; N] {
    [const { AtomicU8::new(0) }; N].map(|_| AtomicU8::new(bits))
}

/// The data of a ring's record, the oldest byte first.
fn ring_data(record: &[u8]) -> Vec<u8> {
    let number = |at: usize| usize::try_from(i32::from_le_bytes(record[at..at + 4].try_into().unwrap())).unwrap();
    let (first, next) = (number(56), number(60));
    [&record[next + 1..], &record[first..=next]].concat()
}

/// Every entry of the reference engine's files, recorded again with the same time, id and parameters, is the same bytes,
/// and so are all the bytes of its records' entries: where they end, the time wraps, the lengths.
#[test]
fn what_the_reference_engine_recorded_is_recorded_again_byte_for_byte() {
    let number = |bytes: &[u8], at: usize| i32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let mut compared = 0;
    for name in [
        "engine_all",
        "engine_incore_long",
        "engine_incore_nowrap",
        "engine_long1k",
        "engine_long8k",
        "engine_minimal",
        "engine_stale",
        "engine_t1x",
        "engine_threadname",
        "engine_threads",
    ] {
        let path = format!("{}/tests/data/trace/trc/{name}.trc", env!("CARGO_MANIFEST_DIR"));
        let original = std::fs::read(path).unwrap();
        let size = usize::try_from(number(&original, 16)).unwrap();
        let header = usize::try_from(number(&original, 4)).unwrap();
        // Headers say that all are rings: they were taken before the first subscriber came.
        let kind = if name.contains("incore") { Kind::Ring } else { Kind::Stream };
        let (events, problems) = read(&original);
        assert_eq!(problems, vec![]);
        let mut threads: Vec<u64> = events.iter().map(|event| event.thread).collect();
        threads.sort_unstable();
        threads.dedup();
        for thread in threads {
            let theirs: Vec<&[u8]> =
                original[header..].chunks(size).filter(|record| record[32..40] == thread.to_le_bytes()).collect();
            let first = usize::try_from(number(theirs[0], 56)).unwrap();
            let thread_name = String::from_utf8(theirs[0][64..first - 1].to_vec()).unwrap();

            let clock = Hand::default();
            let keeper = Keeper::default();
            let record_size = u32::try_from(size).unwrap();
            let mut space = Space::new(size_for(1, record_size, 0));
            let config = Config { kind, record_size, ..Config::new(1_000_000) };
            clock.set(1);
            let engine = Engine::<Spin, _>::new(space.memory(), &config, &clock, &keeper).unwrap();
            assert_eq!(engine.record_bytes(), size);
            let own: Vec<&Event> = events.iter().filter(|event| event.thread == thread).collect();
            clock.set(own[0].time);
            let mut context = engine.attach(thread, &thread_name).unwrap();
            for event in &own {
                clock.set(event.time);
                if (event.name.as_str(), event.id) == ("dg", 262) {
                    // The program's end; the reference engine leaves its record as it is.
                    continue;
                }
                let (component, container) = match event.name.split_once('(') {
                    Some((component, container)) => (component, container.strip_suffix(')')),
                    None => (event.name.as_str(), None),
                };
                let bits = active::<40>(2);
                let is_assertion = component == "orc" && event.id == 9;
                let types = [if is_assertion { 12 } else { 0 }; 40];
                let component = Component { container, ..Component::new(component, &bits, &[1; 40], &types) };
                context.trace(&component, event.id, &[Parameter::Bytes(&event.parameters)]);
            }
            assert_eq!(context.counts().lost, 0, "{name}");
            let ended = own.last().is_some_and(|event| event.name == "dg");
            if ended {
                context.finish();
            } else {
                drop(context);
            }
            let mut ours = keeper.records.lock().unwrap().clone();
            let region = copy_of(engine.memory());
            if kind == Kind::Ring || !ended {
                ours.push(region[region.len() - size..].to_vec());
            }
            if kind == Kind::Ring {
                // Of a ring only the newest entries are known, and so not where it began.
                let (ours, theirs) = (ring_data(&ours[0]), ring_data(theirs[0]));
                assert!(theirs.ends_with(&ours[ours.iter().position(|byte| *byte != 0xa5).unwrap() + 1..]), "{name}");
                compared += ours.len();
                continue;
            }
            assert_eq!(ours.len(), theirs.len(), "{name}");
            let last = ours.len() - 1;
            for (index, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
                assert_eq!(ours[56..64], theirs[56..64], "{name}");
                // Behind the newest entry of the last record there may be anything.
                let next = usize::try_from(number(theirs, 60));
                let end = if index == last { next.unwrap() + 1 } else { size };
                assert!(ours[64..end] == theirs[64..end], "{name}: record {index} differs");
                compared += end - first;
            }
        }
    }
    assert!(compared > 20_000);
}

/// An empty region is a file without problems, threads or entries, whatever lay in the memory before.
#[test]
fn a_new_region_is_an_empty_file() {
    for records in 1..5 {
        for exception_ring in [false, true] {
            let mut space = Space::new(size_for(records + 1, 256, 20));
            let clock = Hand::default();
            let config = Config {
                record_size: 256,
                exception_ring,
                wall_clock: 1_700_000_000_000,
                startup: "a\nb",
                options: "maximal=all",
                ..Config::new(32_768)
            };
            let engine = Engine::<Spin, _>::new(space.memory(), &config, &clock, &NoHooks).unwrap();
            let bytes = copy_of(engine.memory());
            assert_eq!(read(&bytes), (vec![], vec![]));
            let bytes = &bytes[..];
            let file = TraceFile::open(&bytes, &mut |_| {}).unwrap();
            let mut slots = vec![RecordSlot::EMPTY; file.records_to_index()];
            let index = file.index(&mut slots, &mut |_| {}).unwrap();
            let mut summary = String::new();
            write_summary(&index, &mut [], &mut summary).unwrap().unwrap();
            assert!(summary.contains("Glassbox") && summary.contains("        a\n        b\n"), "{summary}");
            assert!(summary.contains("        maximal=all\n") && summary.contains("22:13:20.000000000"), "{summary}");
        }
    }
}

#[test]
fn what_cannot_serve_is_refused() {
    let region = Region::<1024>::new();
    let clock = Hand::default();
    let refused = |config: &Config<'_>| Engine::<Spin, _>::new(region.memory(), config, &clock, &NoHooks).err();
    let base = Config::new(1000);
    assert_eq!(refused(&Config { record_size: 255, ..base }), Some(TraceError::BadRecordSize));
    assert_eq!(refused(&Config { record_size: (1 << 30) + 1, ..base }), Some(TraceError::BadRecordSize));
    assert_eq!(refused(&Config { frequency: 0, ..base }), Some(TraceError::BadFrequency));
    let needed = size_for(1, 1024, 0);
    assert_eq!(refused(&Config { record_size: 1024, ..base }), Some(TraceError::RegionTooSmall(needed)));

    let config = Config { record_size: 256, ..base };
    let engine = Engine::<Spin, _>::new(region.memory(), &config, &clock, &NoHooks).unwrap();
    assert_eq!(engine.records(), 2);
    for thread in [0, 1, 2, 1 << 63] {
        assert_eq!(engine.attach(thread, "").err(), Some(TraceError::BadThreadId), "{thread}");
    }
    let first = engine.attach(3, "a").unwrap();
    assert_eq!(engine.attach(3, "b").err(), Some(TraceError::BadThreadId), "the id is taken");
    let _second = engine.attach(4, "b").unwrap();
    assert_eq!(engine.attach(5, "c").err(), Some(TraceError::NoFreeRecord));
    drop(first);
    assert!(engine.attach(5, "c").is_ok(), "a record that was left is used again");
}

#[test]
fn a_thread_that_comes_back_gets_the_record_it_had() {
    let mut space = Space::new(size_for(3, 256, 0));
    let clock = Hand::default();
    let config = Config { record_size: 256, ..Config::new(1000) };
    let engine = Engine::<Spin, _>::new(space.memory(), &config, &clock, &NoHooks).unwrap();
    let bits = active::<1>(2);
    let component = Component::new("c", &bits, &[1], &[0]);
    for (time, thread) in [(10, 100), (20, 200), (30, 100)] {
        clock.set(time);
        engine.attach(thread, "x").unwrap().trace(&component, 0, &[]);
    }
    let (events, problems) = read(&copy_of(engine.memory()));
    assert_eq!(problems, vec![]);
    assert_eq!(events.iter().map(|event| (event.time, event.thread)).collect::<Vec<_>>(), [(20, 200), (30, 100)]);
}

/// What a test records: a step of time, a thread, an id, and texts.
type Step = (u64, u64, u32, Vec<u8>, Option<Vec<u8>>);

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let bytes = || prop::collection::vec(any::<u8>(), 0..60);
    let text = prop_oneof![
        4 => prop::collection::vec(1..=0xff_u8, 0..40).prop_map(Some),
        1 => prop::collection::vec(1..=0xff_u8, 200..700).prop_map(Some),
        1 => Just(None),
    ];
    let step = prop_oneof![4 => 0..50_u64, 1 => 1 << 31..1_u64 << 33];
    prop::collection::vec((step, 0..3_u64, 0..16_127_u32, bytes(), text), 1..60)
}

/// Records the steps, and gives what should be read.
fn record<'a>(
    engine: &Engine<'_, Spin, &'a Hand>,
    clock: &'a Hand,
    steps: &[Step],
    component: &Component<'_>,
) -> Vec<Event> {
    let mut contexts: Vec<_> = (0..3).map(|thread| engine.attach(0x1000 + thread, "thread").unwrap()).collect();
    let mut events = Vec::new();
    let mut time = 1000;
    for (step, thread, id, bytes, text) in steps {
        time += step;
        clock.set(time);
        let parameters = [Parameter::Bytes(bytes), Parameter::Text(text.as_deref()), Parameter::Counted(bytes)];
        let context = &mut contexts[usize::try_from(*thread).unwrap()];
        let before = context.counts();
        context.trace(component, *id, &parameters);
        if context.counts() == before {
            let mut expected = bytes.clone();
            expected.extend(text.as_deref().unwrap_or(b"[Null Pointer]"));
            expected.push(0);
            expected.extend(u16::try_from(bytes.len()).unwrap().to_le_bytes());
            expected.extend(bytes);
            let name = "abc(def)".to_owned();
            events.push(Event { time, thread: 0x1000 + thread, name, id: *id, parameters: expected });
        }
    }
    for mut context in contexts {
        context.flush();
    }
    events
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 2 } else { 300 }, ..ProptestConfig::default() })]

    #[test]
    fn a_stream_gives_back_all_that_was_recorded(steps in steps(), record_size in 256..1100_u32) {
        let bits: Vec<AtomicU8> = (0..16_127).map(|_| AtomicU8::new(2)).collect();
        let component = Component { container: Some("def"), ..Component::new("abc", &bits, &[], &[]) };
        let (clock, keeper) = (Hand::default(), Keeper::default());
        let mut space = Space::new(size_for(3, record_size, 0));
        let config = Config { kind: Kind::Stream, record_size, ..Config::new(1000) };
        let engine = Engine::<Spin, _>::new(space.memory(), &config, &clock, &keeper).unwrap();
        let mut events = record(&engine, &clock, &steps, &component);
        let (read, problems) = read(&stream_file(engine.memory(), engine.header_bytes(), &keeper));
        prop_assert_eq!(problems, vec![]);
        // Threads whose time is the same come in the order of their first records.
        let mut read = read;
        let key = |event: &Event| (event.time, event.thread);
        events.sort_by_key(key);
        read.sort_by_key(key);
        prop_assert_eq!(read, events);
    }

    #[test]
    fn a_ring_gives_back_the_newest_of_what_was_recorded(steps in steps(), record_size in 256..3000_u32) {
        let bits: Vec<AtomicU8> = (0..16_127).map(|_| AtomicU8::new(2)).collect();
        let component = Component { container: Some("def"), ..Component::new("abc", &bits, &[], &[]) };
        let clock = Hand::default();
        let mut space = Space::new(size_for(3, record_size, 0));
        let config = Config { record_size, ..Config::new(1000) };
        let engine = Engine::<Spin, _>::new(space.memory(), &config, &clock, &NoHooks).unwrap();
        let events = record(&engine, &clock, &steps, &component);
        let (read, problems) = read(&copy_of(engine.memory()));
        prop_assert_eq!(problems, vec![]);
        for thread in 0x1000..0x1003 {
            let recorded: Vec<&Event> = events.iter().filter(|event| event.thread == thread).collect();
            let read: Vec<&Event> = read.iter().filter(|event| event.thread == thread).collect();
            // Clipped entries are not in the list of what was recorded whole.
            let read: Vec<&&Event> = read.iter().filter(|event| recorded.contains(*event)).collect();
            let tail = &recorded[recorded.len() - read.len()..];
            prop_assert!(tail.iter().eq(read.into_iter()), "not the newest entries");
        }
    }
}

#[test]
fn texts_that_do_not_fit_are_clipped_at_a_character() {
    let bits = active::<1>(2);
    let component = Component::new("abc", &bits, &[1], &[0]);
    let (clock, keeper) = (Hand::default(), Keeper::default());
    let mut space = Space::new(size_for(1, 8192, 0));
    let config = Config { kind: Kind::Stream, record_size: 8192, ..Config::new(1000) };
    let engine = Engine::<Spin, _>::new(space.memory(), &config, &clock, &keeper).unwrap();
    let mut context = engine.attach(0x1000, "").unwrap();
    let whole = vec![b'x'; 65_507];
    let more = vec![b'x'; 65_508];
    let wide = "é".repeat(40_000);
    context.trace(&component, 0, &[Parameter::Text(Some(&whole))]);
    assert_eq!(context.counts().clipped, 0);
    context.trace(&component, 0, &[Parameter::Text(Some(&more))]);
    context.trace(&component, 0, &[Parameter::Text(Some(wide.as_bytes())), Parameter::Bytes(&[7; 8])]);
    context.trace(
        &component,
        0,
        &[Parameter::Counted(&whole), Parameter::Text(Some(b"lost")), Parameter::Counted(b"z")],
    );
    assert_eq!(context.counts().clipped, 3);
    context.trace(&component, 0, &[Parameter::Bytes(&vec![0; 65_509])]);
    assert_eq!(context.counts().lost, 1, "numbers cannot be clipped");
    context.flush();
    let (events, problems) = read(&stream_file(engine.memory(), engine.header_bytes(), &keeper));
    assert_eq!(problems, vec![]);
    let lengths: Vec<usize> = events.iter().map(|event| event.parameters.len()).collect();
    assert_eq!(lengths[..2], [65_508, 65_508], "the longest legal entry");
    assert!(events[1].parameters.ends_with(b"xxx...\0"));
    let [text @ .., 7, 7, 7, 7, 7, 7, 7, 7] = &events[2].parameters[..] else { panic!("the number is missing") };
    let text = text.strip_suffix(b"...\0").unwrap();
    assert_eq!(std::str::from_utf8(text).unwrap().chars().count(), (65_499 - 3) / 2);
    let last = &events[3].parameters;
    assert!(last.ends_with(&[0, 0, 0]), "the texts behind are empty");
}

#[test]
fn records_that_nobody_takes_are_counted_in_the_next_one() {
    let bits = active::<4>(2);
    let component = Component::new("abc", &bits, &[1; 4], &[0; 4]);
    let (clock, keeper) = (Hand::default(), Keeper::default());
    let mut space = Space::new(size_for(1, 256, 0));
    let config = Config { kind: Kind::Stream, record_size: 256, ..Config::new(1000) };
    let engine = Engine::<Spin, _>::new(space.memory(), &config, &clock, &keeper).unwrap();
    let mut context = engine.attach(0x1000, "").unwrap();
    for round in 0..200_u64 {
        clock.set(round + 1);
        keeper.refuses.store((50..120).contains(&round), Ordering::Relaxed);
        context.trace(&component, 0, &[Parameter::Bytes(&round.to_le_bytes())]);
    }
    context.flush();
    let (events, problems) = read(&stream_file(engine.memory(), engine.header_bytes(), &keeper));
    let lost: Vec<u32> = problems
        .iter()
        .map(|problem| match problem.kind {
            ProblemKind::LostRecords { count } => count,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(lost.len(), 1, "the loss is told once");
    let rounds: Vec<u64> =
        events.iter().map(|event| u64::from_le_bytes(event.parameters[..8].try_into().unwrap())).collect();
    let gap = rounds.windows(2).filter(|pair| pair[1] != pair[0] + 1).count();
    assert_eq!(gap, 1, "what was not lost is all there");
    assert_eq!((rounds[0], rounds.last()), (0, Some(&199)));
    let missing = 200 - rounds.len();
    assert!((usize::try_from(lost[0]).unwrap() * 7..=usize::try_from(lost[0]).unwrap() * 9).contains(&missing));
}

#[test]
fn a_survivor_of_a_reset_keeps_its_entries_and_goes_on_later() {
    let bits = active::<1>(2);
    let component = Component::new("abc", &bits, &[1], &[0]);
    let mut space = Space::new(size_for(3, 256, 0));
    let config = Config { record_size: 256, ..Config::new(1_000_000) };
    let clock = Hand::default();
    clock.set(500);
    {
        let engine = Engine::<Spin, _>::new(space.memory(), &config, &clock, &NoHooks).unwrap();
        let mut context = engine.attach(0x1000, "before").unwrap();
        clock.set(9_000_000);
        context.trace(&component, 0, &[]);
        // The program dies here.
        std::mem::forget(context);
    }
    clock.set(3);
    let other = Config { record_size: 512, ..config };
    assert_eq!(Engine::<Spin, _>::reopen(space.memory(), &other, &clock, &NoHooks).err(), Some(TraceError::NotTheSame));
    let engine = Engine::<Spin, _>::reopen(space.memory(), &config, &clock, &NoHooks).unwrap();
    let mut context = engine.attach(0x1001, "after").unwrap();
    clock.set(10);
    context.trace(&component, 0, &[]);
    let (events, problems) = read(&copy_of(engine.memory()));
    assert_eq!(problems, vec![]);
    assert_eq!(events.iter().map(|event| event.thread).collect::<Vec<_>>(), [0x1000, 0x1001]);
    assert_eq!(events[1].time - events[0].time, 8);
}

#[test]
fn each_activity_does_its_own() {
    let bits = active::<8>(0);
    let counters = [const { HitCounter::new() }; 8];
    let groups = [Group { name: "odd", members: &[1, 3] }];
    let component = Component {
        groups: &groups,
        counters: &counters,
        templates: &["  zero %d", " >one %s", " <two", "* three"],
        ..Component::new("j9bcu", &bits, &[1; 8], &[0; 8])
    };
    let (clock, keeper) = (Hand::default(), Keeper::default());
    let mut space = Space::new(size_for(3, 512, 0));
    let wall_clock = 51_042_717;
    let config = Config { record_size: 512, exception_ring: true, wall_clock, ..Config::new(1_000_000) };
    let engine = Engine::<Spin, _>::new(space.memory(), &config, &clock, &keeper).unwrap();
    engine.register(&component, &mut |error| panic!("{error:?}")).unwrap();
    let set = |options: &str| engine.set(options, &mut |error| panic!("{error:?}")).unwrap();
    let mut context = engine.attach(0x4150_8a00, "main").unwrap();
    let seven = 7_u32.to_le_bytes();
    let recorded = || read(&copy_of(engine.memory())).0;

    context.trace(&component, 0, &[Parameter::Bytes(&seven)]);
    assert_eq!(recorded(), vec![], "nothing is selected");
    set("minimal=j9bcu.0");
    context.trace(&component, 0, &[Parameter::Bytes(&seven)]);
    assert_eq!(recorded().pop().unwrap().parameters, []);
    set("maximal=j9bcu.0");
    context.trace(&component, 0, &[Parameter::Bytes(&seven)]);
    assert_eq!(recorded().pop().unwrap().parameters, seven, "maximal wins");
    set("none:count=j9bcu.0");
    context.trace(&component, 0, &[]);
    context.trace(&component, 0, &[]);
    assert_eq!((counters[0].get(), counters[1].get(), recorded().len()), (2, 0, 2));
    set("none:exception=j9bcu.2");
    context.trace(&component, 2, &[Parameter::Bytes(&seven)]);
    let event = recorded().pop().unwrap();
    assert_eq!((event.thread, event.id), (u64::from(engine.records()), 2));

    set("none:print=j9bcu");
    clock.set(1);
    context.trace(&component, 0, &[Parameter::Bytes(&seven)]);
    context.trace(&component, 1, &[Parameter::Text(Some(b"text\n"))]);
    let mut other = engine.attach(0xabc, "other").unwrap();
    other.trace(&component, 3, &[]);
    context.trace(&component, 6, &[]);
    set("iprint=j9bcu");
    for id in [1, 1, 0, 2, 2, 2] {
        other.trace(&component, id, &[Parameter::Bytes(&seven)]);
    }
    context.assertion_failed(&component, 5, "a.c", 12, "x > 0");
    let expected = [
        "14:10:42.717*0x41508a00   j9bcu.0        - zero 7",
        "14:10:42.717 0x41508a00   j9bcu.1        > one text\\n",
        "14:10:42.717*0xabc   j9bcu.3      * - three",
        "14:10:42.717*0x41508a00   j9bcu.6        - ",
        "14:10:42.717*0xabc   j9bcu.1         > one <missing in trace>",
        "14:10:42.717 0xabc   j9bcu.1          > one <missing in trace>",
        "14:10:42.717 0xabc   j9bcu.0           - zero 7",
        "14:10:42.717 0xabc   j9bcu.2          < two",
        "14:10:42.717 0xabc   j9bcu.2         < two",
        "14:10:42.717 0xabc   j9bcu.2         < two",
        "14:10:42.717 0x41508a00   j9bcu.5      *   ** ASSERTION FAILED ** at a.c:12: x > 0",
    ];
    assert_eq!(*keeper.log.lock().unwrap(), expected);
    assert!(keeper.fatal.swap(false, Ordering::Relaxed));
    set("nofatalassert");
    context.assertion_failed(&component, 5, "a.c", 12, "x > 0");
    assert!(!keeper.fatal.load(Ordering::Relaxed));
}

#[test]
fn triggers_act_before_or_after_the_hit() {
    let bits = active::<8>(0);
    let groups = [Group { name: "odd", members: &[1, 3] }];
    let component = Component { groups: &groups, ..Component::new("c", &bits, &[1; 8], &[0; 8]) };
    let (clock, keeper) = (Hand::default(), Keeper::default());
    let mut space = Space::new(size_for(2, 1024, 0));
    let engine = Engine::<Spin, _>::new(space.memory(), &Config::new(1000), &clock, &keeper).unwrap();
    engine.register(&component, &mut |error| panic!("{error:?}")).unwrap();
    let options = "maximal=c:trigger=tpnid{c.0,suspend},tpnid{c.1,resume},tpnid{c.2,suspendthis,1,1},tpnid{c.3,resumethis},\
        group{odd,callback,1},tpnid{c.4,snap}";
    engine.set(options, &mut |error| panic!("{error:?}")).unwrap();
    let mut context = engine.attach(0x1000, "").unwrap();
    let mut hit = |ids: &[u32]| {
        for id in ids {
            context.trace(&component, *id, &[]);
        }
        let events = read(&copy_of(engine.memory())).0;
        events.iter().map(|event| event.id).collect::<Vec<_>>()
    };
    assert_eq!(hit(&[0, 5, 2]), [0], "the hit that suspends is recorded, what follows is not");
    assert_eq!(hit(&[1]), [0, 1], "the hit that resumes is recorded too");
    assert_eq!(hit(&[2, 5]), [0, 1, 2], "the first hit is delayed, though it was not recorded; the second suspends");
    assert_eq!(hit(&[3, 2, 5]), [0, 1, 2, 3, 2, 5], "the number of times is used up");
    assert_eq!(hit(&[4]), [0, 1, 2, 3, 2, 5, 4]);
    assert_eq!(*keeper.log.lock().unwrap(), ["callback c.3", "snap"]);
    engine.set("none:maximal=c.0", &mut |error| panic!("{error:?}")).unwrap();
    assert_eq!(hit(&[0, 0]).len(), 9, "none takes the triggers away");
}

#[test]
fn threads_begin_with_the_count_that_was_set() {
    let bits = active::<1>(2);
    let component = Component::new("c", &bits, &[1], &[0]);
    let clock = Hand::default();
    let mut space = Space::new(size_for(2, 1024, 0));
    let engine = Engine::<Spin, _>::new(space.memory(), &Config::new(1000), &clock, &NoHooks).unwrap();
    engine.set("resumecount=2", &mut |error| panic!("{error:?}")).unwrap();
    let mut context = engine.attach(0x1000, "").unwrap();
    for id in 0..4 {
        context.trace(&component, 0, &[Parameter::Bytes(&[id])]);
        context.resume();
    }
    context.suspend();
    context.suspend();
    context.suspend();
    context.trace(&component, 0, &[Parameter::Bytes(&[9])]);
    let events = read(&copy_of(engine.memory())).0;
    assert_eq!(events.iter().map(|event| event.parameters[0]).collect::<Vec<_>>(), [2, 3]);
}

/// While one thread writes as fast as it can, each record that another one copies is whole.
#[test]
#[cfg_attr(miri, ignore = "needs real threads for a while")]
fn copies_of_a_live_ring_are_whole() {
    let mut space = Space::new(size_for(1, 1024, 0));
    let clock = Hand::default();
    let config = Config { record_size: 1024, ..Config::new(1_000_000) };
    let engine = Engine::<Spin, _>::new(space.memory(), &config, &clock, &NoHooks).unwrap();
    let memory = engine.memory();
    let bits = active::<1>(2);
    let done = AtomicBool::new(false);
    let checked = RefCell::new(0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let component = Component::new("abc", &bits, &[1], &[0]);
            let mut context = engine.attach(0x1000, "writer").unwrap();
            let mut round = 0_u64;
            while !done.load(Ordering::Relaxed) {
                round += 1;
                clock.set(round << 20);
                let text = [b'a' + u8::try_from(round % 26).unwrap(); 40];
                let len = usize::try_from(round % 40).unwrap();
                context.trace(
                    &component,
                    0,
                    &[Parameter::Bytes(&round.to_le_bytes()), Parameter::Text(Some(&text[..len]))],
                );
                if round.is_multiple_of(8) {
                    std::thread::yield_now();
                }
            }
        });
        let mut buffer = vec![0; memory.len()];
        for _ in 0..3000 {
            let mut torn = false;
            let len = snapshot(memory, &mut buffer, &mut |_| torn = true).unwrap();
            let (events, problems) = read(&buffer[..len]);
            if torn {
                assert!(problems.iter().any(|problem| problem.kind == ProblemKind::Torn));
                continue;
            }
            assert_eq!(problems, vec![]);
            for pair in events.windows(2) {
                assert_eq!(pair[1].time, pair[0].time + (1 << 20));
            }
            for event in &events {
                let round = event.time >> 20;
                assert_eq!(event.parameters[..8], round.to_le_bytes());
                assert!(
                    event.parameters[8..event.parameters.len() - 1].iter().all(|b| u64::from(*b - b'a') == round % 26)
                );
            }
            *checked.borrow_mut() += usize::from(events.len() > 5);
        }
        done.store(true, Ordering::Relaxed);
    });
    assert!(*checked.borrow() > 100, "only {} copies were whole", checked.borrow());
}
