//! What it costs to update and to read an MMV file, beside the real `libpcp_mmv` in the same program.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::cast_precision_loss)]
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::panic, clippy::indexing_slicing)]

#[allow(dead_code, reason = "each benchmark uses a part of it")]
mod measure;
mod peer;

use std::ffi::CString;
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use glassbox::mmv::read::{Image, Source, snapshot};
use glassbox::mmv::{Indom, Instance, Metric, Registry, Type, Writer};
use glassbox::{MEMORY_MINIMUM, Memory};
use measure::{Count, Floor, Frequency, Operation, Runner, locked_increment};
use peer::{PeerFile, PeerValue, peer};

const GENERATION: u64 = 0x0000_0001_0000_0001;
const INCREMENTS: u64 = 50_000_000;
const READS: u64 = 10_000_000;
/// Codes of types in MMV files.
const U64: i32 = 3;
const STRING: i32 = 6;

fn main() {
    measure::run(&operations(), &frequencies());
}

/// An operation beside one of the library's, where there is the library; beside a locked increment otherwise.
fn beside_peer(
    name: &'static str,
    against: &'static str,
    bar: f64,
    prepare: fn() -> Runner<'static>,
    floor: fn() -> Runner<'static>,
) -> Operation {
    if peer().is_some() {
        Operation { name, against, bar: Some(bar), units: 1.0, prepare, floor: Floor::Measured(floor) }
    } else {
        beside_li(name, None, prepare)
    }
}

fn beside_li(name: &'static str, bar: Option<f64>, prepare: fn() -> Runner<'static>) -> Operation {
    Operation { name, against: "LI", bar, units: 1.0, prepare, floor: Floor::Measured(locked_increment) }
}

fn operations() -> Vec<Operation> {
    let mut operations = vec![
        beside_peer("increment a u64, exclusive", "mmv_inc", 0.3, increment, peer_increment),
        beside_peer("set a u64, exclusive", "mmv_set_value", 0.3, set, peer_set),
        beside_li("increment a u64, shared", Some(1.2), increment_shared),
        beside_peer("set a text of 9 bytes", "mmv_set_string", 1.0, set_text, peer_set_text),
        beside_peer("look up by name, last of 500", "mmv_lookup_value_desc", 0.1, look_up, peer_look_up),
        Operation {
            name: "lay out 1,000 metrics of 20 instances",
            against: "10 ms",
            bar: Some(1.0),
            units: 1.0,
            prepare: lay_out,
            floor: Floor::Time(10e6),
        },
        Operation {
            name: "read a value, of 20,000",
            against: "50 ns",
            bar: Some(1.0),
            units: 20_000.0,
            prepare: read,
            floor: Floor::Time(50.0),
        },
    ];
    if peer().is_some() {
        operations.push(beside_li("mmv_inc of libpcp_mmv", None, peer_increment));
        operations.push(beside_li("mmv_set_value of libpcp_mmv", None, peer_set));
        operations.push(beside_li("mmv_set_string of libpcp_mmv, 9 bytes", None, peer_set_text));
        operations.push(beside_li("mmv_lookup_value_desc of libpcp_mmv, last of 500", None, peer_look_up));
    }
    operations
}

fn frequencies() -> Vec<Frequency> {
    let increments = ("100 million", 1e8);
    let reads = ("10 million", 1e7);
    let mut frequencies = vec![
        Frequency {
            name: "increments lost of two threads, shared",
            among: increments,
            bar: Some(0.0),
            count: lost_increments,
        },
        Frequency {
            name: "texts torn or empty under a writer, our reader",
            among: reads,
            bar: Some(0.0),
            count: torn_for_our_reader,
        },
        Frequency {
            name: "texts torn or empty under a writer, raw reader",
            among: reads,
            bar: None,
            count: torn_for_a_raw_reader,
        },
    ];
    if peer().is_some() {
        frequencies.push(Frequency {
            name: "increments lost of two threads, mmv_inc",
            among: increments,
            bar: None,
            count: peer_lost_increments,
        });
        frequencies.push(Frequency {
            name: "texts torn or empty under mmv_set_string, raw reader",
            among: reads,
            bar: None,
            count: peer_torn,
        });
    }
    frequencies
}

/// Memory that lives as long as the program.
fn memory(size: usize) -> Memory<'static> {
    let bytes = vec![0_u8; size + 64].leak();
    let start = bytes.as_ptr().align_offset(64);
    Memory::from_bytes(&mut bytes[start..start + size]).unwrap()
}

/// A file of one number and one text, which lives as long as the program.
fn small() -> &'static Writer<'static> {
    let metrics = [Metric::counter("count", 1, Type::U64), Metric::discrete("mode", 2, Type::String)];
    let registry = Registry::new(&metrics);
    let writer = Writer::new(memory(registry.required_size()), &registry, GENERATION).unwrap();
    Box::leak(Box::new(writer))
}

/// The same of the library.
fn peer_small() -> PeerFile {
    peer().unwrap().file("small", &[("count".into(), U64), ("mode".into(), STRING)])
}

fn peer_value(name: &str) -> (PeerFile, PeerValue) {
    let file = peer_small();
    (file, file.look_up(&CString::new(name).unwrap()))
}

fn increment() -> Runner<'static> {
    let writer = small();
    let count = writer.exclusive::<u64>(writer.find("count").unwrap()).unwrap();
    Box::new(move |times| (0..times).for_each(|_| black_box(&count).inc()))
}

fn peer_increment() -> Runner<'static> {
    let (file, count) = peer_value("count");
    Box::new(move |times| (0..times).for_each(|_| file.inc(black_box(count))))
}

fn increment_shared() -> Runner<'static> {
    let writer = small();
    let count = writer.shared::<u64>(writer.find("count").unwrap()).unwrap();
    Box::new(move |times| (0..times).for_each(|_| black_box(count).inc()))
}

fn set() -> Runner<'static> {
    let writer = small();
    let count = writer.exclusive::<u64>(writer.find("count").unwrap()).unwrap();
    Box::new(move |times| (0..times).for_each(|number| black_box(&count).set(number)))
}

fn peer_set() -> Runner<'static> {
    let (file, count) = peer_value("count");
    Box::new(move |times| (0..times).for_each(|number| file.set(black_box(count), number as f64)))
}

fn set_text() -> Runner<'static> {
    let writer = small();
    let mode = writer.text(writer.find("mode").unwrap()).unwrap();
    Box::new(move |times| (0..times).for_each(|_| black_box(&mode).set(black_box("9 letters")).unwrap()))
}

fn peer_set_text() -> Runner<'static> {
    let (file, mode) = peer_value("mode");
    Box::new(move |times| (0..times).for_each(|_| file.set_string(mode, black_box(b"9 letters"))))
}

/// Names whose last one is the last in every order.
fn names() -> Vec<String> {
    (0..500).map(|number| format!("subsystem.metric_{number:03}")).collect()
}

fn look_up() -> Runner<'static> {
    let names = names().leak();
    let metrics: Vec<_> = (0..).zip(names.iter()).map(|(item, name)| Metric::counter(name, item, Type::U64)).collect();
    let registry = Registry::new(metrics.leak());
    let writer = Writer::new(memory(registry.required_size()), &registry, GENERATION).unwrap();
    let last = names.last().unwrap();
    Box::new(move |times| {
        (0..times).for_each(|_| {
            black_box(writer.find(black_box(last)).unwrap());
        });
    })
}

fn peer_look_up() -> Runner<'static> {
    let metrics: Vec<_> = names().into_iter().map(|name| (name, U64)).collect();
    let file = peer().unwrap().file("many", &metrics);
    let last = CString::new(metrics.last().unwrap().0.as_str()).unwrap();
    Box::new(move |times| {
        (0..times).for_each(|_| {
            black_box(file.look_up(black_box(&last)));
        });
    })
}

/// 1,000 metrics of 20 instances each.
fn large() -> Registry<'static> {
    let instances: Vec<_> = (0..20).map(|id| Instance::new(id, format!("instance-{id:02}").leak())).collect();
    let indoms = vec![Indom::new(1, instances.leak())];
    let metrics: Vec<_> = (0..1000)
        .map(|item| Metric::counter(format!("subsystem.metric_{item:03}").leak(), item, Type::U64).indom(1))
        .collect();
    Registry::new(metrics.leak()).indoms(indoms.leak())
}

fn lay_out() -> Runner<'static> {
    let registry = large();
    let memory = memory(registry.required_size());
    Box::new(move |times| {
        (0..times).for_each(|_| {
            black_box(Writer::new(memory, black_box(&registry), GENERATION).unwrap());
        });
    })
}

fn read() -> Runner<'static> {
    let registry = large();
    let writer = Writer::new(memory(registry.required_size()), &registry, GENERATION).unwrap();
    let mut bytes = vec![0; writer.memory().len()];
    writer.memory().copy_to(&mut bytes);
    let bytes = bytes.leak();
    let mut words = vec![0; Image::read(bytes).unwrap().index_len()];
    Box::new(move |times| {
        (0..times).for_each(|_| {
            let image = Image::read(black_box(bytes)).unwrap().with_index(&mut words);
            assert_eq!(image.values().map(black_box).count(), 20_000);
        });
    })
}

fn lost_increments() -> Count {
    let writer = small();
    let count = writer.shared::<u64>(writer.find("count").unwrap()).unwrap();
    let begin = Instant::now();
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| (0..INCREMENTS).for_each(|_| black_box(count).inc()));
        }
    });
    lost(count.get().unwrap(), begin)
}

fn peer_lost_increments() -> Count {
    let (file, count) = peer_value("count");
    let begin = Instant::now();
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| (0..INCREMENTS).for_each(|_| file.inc(black_box(count))));
        }
    });
    lost(file.number(count), begin)
}

fn lost(counted: u64, begin: Instant) -> Count {
    let tried = 2 * INCREMENTS;
    Count { happened: tried - counted, tried, ns: begin.elapsed().as_nanos() as f64 / tried as f64 }
}

/// Texts that a writer alternates between: one letter, and as many as the letter says.
fn text(number: usize) -> &'static [u8] {
    const TEXTS: [&[u8]; 2] = [&[b'a'; 200], &[b'b'; 40]];
    TEXTS[number % 2]
}

/// Whether a text is neither of those that are set.
fn is_torn(found: &[u8]) -> bool {
    found != text(0) && found != text(1)
}

/// Stops a writer when its reader is done or dies.
struct Stop<'s>(&'s AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Reads texts while `write` sets one after the other, and counts those that are torn.
fn torn(write: impl Fn(usize) + Send, mut read: impl FnMut() -> bool) -> Count {
    let done = AtomicBool::new(false);
    write(0);
    let done = &done;
    thread::scope(|scope| {
        let _stop = Stop(done);
        scope.spawn(move || {
            let mut number = 0;
            while !done.load(Ordering::Relaxed) {
                number += 1;
                write(number);
            }
        });
        let begin = Instant::now();
        let happened = (0..READS).filter(|_| read()).count() as u64;
        Count { happened, tried: READS, ns: begin.elapsed().as_nanos() as f64 / READS as f64 }
    })
}

fn torn_for_our_reader() -> Count {
    let writer = small();
    let handle = writer.find("mode").unwrap();
    let mode = writer.text(handle).unwrap();
    mode.set_bytes(text(0)).unwrap();
    let record = writer.offset(handle).unwrap();
    let mut buffer = vec![0; writer.memory().len().max(MEMORY_MINIMUM)];
    let memory = writer.memory();
    let mut copy = snapshot(&memory, &mut buffer, 1, || {}).unwrap();
    torn(
        move |number| mode.set_bytes(text(number)).unwrap(),
        move || {
            // A text that does not stand still stays as it was read before.
            let _ = copy.refresh(&memory, record);
            let value = copy.image().value(1).and_then(|record| record.value);
            let is_text = |value| match value {
                glassbox::mmv::read::Value::String(found) => !is_torn(found.as_bytes()),
                _ => false,
            };
            !value.is_some_and(is_text)
        },
    )
}

/// Reads a text as a reader does that does not look twice: where the text lies, then the text.
fn read_raw(source: &impl Source, record: usize) -> bool {
    let mut extra = [0; 8];
    let mut block = [0; 256];
    source.copy(record + 8, &mut extra).unwrap();
    source.copy(usize::try_from(u64::from_ne_bytes(extra)).unwrap(), &mut block).unwrap();
    is_torn(block.split(|byte| *byte == 0).next().unwrap())
}

fn torn_for_a_raw_reader() -> Count {
    let writer = small();
    let handle = writer.find("mode").unwrap();
    let mode = writer.text(handle).unwrap();
    let (record, memory) = (writer.offset(handle).unwrap(), writer.memory());
    torn(move |number| mode.set_bytes(text(number)).unwrap(), move || read_raw(&memory, record))
}

fn peer_torn() -> Count {
    let (file, mode) = peer_value("mode");
    // Two metrics of version 1 with their values, and one string, in sections behind a header.
    // What comes behind them up to a multiple of 16 is of the same page.
    let size = (40_usize + 3 * 16 + 2 * 104 + 2 * 32 + 256).next_multiple_of(16);
    // SAFETY: the file is mapped and its page has so many bytes. The library writes to it in its own way; what is read is only
    // compared.
    let memory = unsafe { Memory::from_raw(file.bytes(), size) }.unwrap();
    let record = file.offset(mode);
    torn(move |number| file.set_string(mode, text(number)), move || read_raw(&memory, record))
}
