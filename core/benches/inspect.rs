//! What it costs to write and to read an Inspect file.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::cast_precision_loss)]
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::panic, clippy::indexing_slicing)]

mod measure;

use glassbox::inspect::reader::{Location, Options, Patience, Sequence, Snapshot, Tree, Value, scratch_words};
use glassbox::inspect::{BookPlace, Config, Inspector, NodeHandle, UintHandle, Writer};
use glassbox::lock::{Exclusive, Lock, Spin};
use glassbox::{Memory, Region};
use measure::{Count, Floor, Frequency, Operation, Runner, locked_increment, memcpy};
use std::hint::black_box;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering, fence};
use std::thread;
use std::time::Instant;

const LI: &str = "LI";
const KIB: usize = 1024;

fn main() {
    measure::run(&operations(), &frequencies());
}

fn operations() -> Vec<Operation> {
    let beside_li = |name, bar, prepare| Operation {
        name,
        against: LI,
        bar,
        units: 1.0,
        prepare,
        floor: Floor::Measured(locked_increment),
    };
    vec![
        beside_li("floor: odd store, release fence, store, even store", None, floor),
        beside_li("add to a uint, Exclusive", Some(0.65), add::<Exclusive>),
        beside_li("set a uint, Exclusive", Some(0.65), set::<Exclusive>),
        beside_li("add to a double, Exclusive", Some(0.65), add_double),
        beside_li("add to a uint, Spin", Some(2.2), add::<Spin>),
        beside_li("create and delete a uint, name known", Some(4.3), || create_uint(Heap::Prepared, "known")),
        beside_li("create and delete a node, name known", Some(4.3), || create_node(Heap::Prepared, "known")),
        beside_li("create and delete a uint, new name", Some(6.3), || create_uint(Heap::Prepared, "new name")),
        beside_li("create and delete a node, new name", Some(6.3), || create_node(Heap::Prepared, "new name")),
        beside_li("create and delete a uint, name known, worst heap", Some(9.0), || create_uint(Heap::Worst, "known")),
        beside_li("create and delete a uint, new name, worst heap", Some(12.0), || {
            create_uint(Heap::Worst, "new name")
        }),
        beside_li("set a string to 4 bytes, text new", Some(4.5), || set_string("aaaa", "bbbb")),
        beside_li("set a string to 4 bytes, both texts known", Some(2.5), || set_string("one1", "two2")),
        Operation {
            name: "set a string to 10,000 bytes",
            against: "memcpy of 10,000",
            bar: Some(2.5),
            units: 1.0,
            prepare: || set_string("a".repeat(10_000).leak(), "b".repeat(10_000).leak()),
            floor: Floor::Measured(memcpy::<10_000>),
        },
        beside_li("add to a slot of an array", Some(0.8), add_to_array),
        beside_li("insert into a linear histogram of 32 buckets", Some(1.2), || insert_linear(32)),
        beside_li("insert into a linear histogram of 128 buckets", Some(1.2), || insert_linear(128)),
        beside_li("insert into a linear histogram of 240 buckets", Some(1.2), || insert_linear(240)),
        beside_li("insert into an exponential histogram of 32 buckets", Some(1.2), || insert_exponential(32)),
        beside_li("insert into an exponential histogram of 128 buckets", Some(1.2), || insert_exponential(128)),
        beside_li("insert into an exponential histogram of 240 buckets", Some(1.2), || insert_exponential(240)),
        beside_li("set a text of fixed capacity to 4 bytes", Some(1.5), || set_text("aaaa", "bbbb")),
        Operation {
            name: "set a text of fixed capacity to 10,000 bytes",
            against: "memcpy of 10,000",
            bar: Some(1.3),
            units: 1.0,
            prepare: || set_text("a".repeat(10_000).leak(), "b".repeat(10_000).leak()),
            floor: Floor::Measured(memcpy::<10_000>),
        },
        beside_li("set a slot of a string array, texts known", Some(2.0), set_string_slot),
        beside_li("push a node with 3 values to a bounded list", Some(20.0), push_entry),
        Operation {
            name: "adopt a file of 1 MiB",
            against: "2 ms",
            bar: Some(1.0),
            units: 1.0,
            prepare: adopt,
            floor: Floor::Time(2e6),
        },
        beside_li("read a uint where it lies", Some(3.0), read_value),
        Operation {
            name: "snapshot of 4 KiB",
            against: "memcpy of 4 KiB",
            bar: Some(2.0),
            units: 1.0,
            prepare: snapshot::<{ 4 * KIB }>,
            floor: Floor::Measured(memcpy::<{ 4 * KIB }>),
        },
        Operation {
            name: "snapshot of 256 KiB",
            against: "memcpy of 256 KiB",
            bar: Some(1.2),
            units: 1.0,
            prepare: snapshot::<{ 256 * KIB }>,
            floor: Floor::Measured(memcpy::<{ 256 * KIB }>),
        },
        Operation {
            name: "snapshot of 1 MiB",
            against: "memcpy of 1 MiB",
            bar: Some(1.2),
            units: 1.0,
            prepare: snapshot::<{ 1024 * KIB }>,
            floor: Floor::Measured(memcpy::<{ 1024 * KIB }>),
        },
        Operation {
            units: f64::from(INTS),
            ..beside_li("index, check and walk 10,000 ints, each", Some(5.5), read_ints)
        },
    ]
}

/// Attempts that a read of one value makes.
const ATTEMPTS: u32 = 1024;

fn frequencies() -> Vec<Frequency> {
    let reads = ("10,000 reads", 10_000.0);
    vec![
        Frequency {
            name: "reads of a uint beside a writer that never rests, that fail",
            among: reads,
            bar: Some(1.0),
            count: || beside_a_writer().count(|reads| reads.failed),
        },
        Frequency {
            name: "such reads that succeed at the first attempt",
            among: reads,
            bar: None,
            count: || beside_a_writer().count(|reads| reads.first),
        },
        Frequency {
            name: "such reads that find something new",
            among: reads,
            bar: None,
            count: || beside_a_writer().count(|reads| reads.new),
        },
    ]
}

fn region<const N: usize>() -> &'static Region<N> {
    Box::leak(Box::new(Region::new()))
}

fn inspector<L: Lock>() -> &'static Inspector<'static, L> {
    Box::leak(Box::new(Inspector::new(region::<{ 256 * KIB }>().memory(), &Config::default()).unwrap()))
}

/// What any writer of the protocol must store for one number.
fn floor() -> Runner<'static> {
    let file: &[AtomicU64; 2] = Box::leak(Box::new([AtomicU64::new(0), AtomicU64::new(0)]));
    Box::new(move |count| {
        let mut generation = 0;
        let [counter, value] = black_box(file);
        for number in 0..count {
            counter.store(generation + 1, Ordering::Relaxed);
            fence(Ordering::Release);
            value.store(number, Ordering::Relaxed);
            generation += 2;
            counter.store(generation, Ordering::Release);
        }
    })
}

fn add<L: Lock + 'static>() -> Runner<'static> {
    let property = inspector::<L>().root().create_uint("packets", 0).unwrap();
    Box::new(move |count| {
        for _ in 0..count {
            property.add(black_box(1));
        }
    })
}

fn set<L: Lock + 'static>() -> Runner<'static> {
    let property = inspector::<L>().root().create_uint("packets", 0).unwrap();
    Box::new(move |count| {
        for number in 0..count {
            property.set(number);
        }
    })
}

fn add_double() -> Runner<'static> {
    let property = inspector::<Exclusive>().root().create_double("seconds", 0.0).unwrap();
    Box::new(move |count| {
        for _ in 0..count {
            property.add(black_box(1.0));
        }
    })
}

/// The state of the heap in which values are created and deleted.
#[derive(Clone, Copy)]
enum Heap {
    /// Free blocks of the two smallest orders are at hand, and their buddies are in use: nothing is cut or merged.
    Prepared,
    /// All that is free are the largest blocks: each value's block is cut from one of them, and merged with the rest again.
    Worst,
}

fn prepared(heap: Heap) -> &'static Inspector<'static, Exclusive> {
    let inspector = inspector();
    let root = inspector.root();
    root.record_uint("known", 0).unwrap();
    if let Heap::Worst = heap {
        // Until the next block must be cut from one of 2048 bytes.
        loop {
            let property = root.create_uint("known", 0).unwrap();
            let last = property.handle().block() == 127;
            property.record().unwrap();
            if last {
                break;
            }
        }
    } else {
        let fill: Vec<_> = (0..64).map(|number| root.create_uint(&format!("fill {number:02}"), 0).unwrap()).collect();
        let shared: Vec<_> = (0..64).map(|_| root.create_uint("known", 0).unwrap()).collect();
        for (number, property) in fill.into_iter().chain(shared).enumerate() {
            if number % 2 == 0 {
                property.record().unwrap();
            }
        }
    }
    inspector
}

fn create_uint(heap: Heap, name: &'static str) -> Runner<'static> {
    let inspector = prepared(heap);
    Box::new(move |count| {
        let node = inspector.root();
        for number in 0..count {
            drop(black_box(node.create_uint(black_box(name), number).unwrap()));
        }
    })
}

fn create_node(heap: Heap, name: &'static str) -> Runner<'static> {
    let inspector = prepared(heap);
    Box::new(move |count| {
        let node = inspector.root();
        for _ in 0..count {
            drop(black_box(node.create_node(black_box(name)).unwrap()));
        }
    })
}

/// Sets a string to two texts in turn. Others use the texts `one1` and `two2`.
fn set_string(even: &'static str, odd: &'static str) -> Runner<'static> {
    let inspector = prepared(Heap::Prepared);
    let root = inspector.root();
    root.record_string("known 1", "one1").unwrap();
    root.record_string("known 2", "two2").unwrap();
    let property = root.create_string("state", "").unwrap();
    Box::new(move |count| {
        for number in 0..count {
            property.set(black_box(if number % 2 == 0 { even } else { odd })).unwrap();
        }
    })
}

fn add_to_array() -> Runner<'static> {
    let array = inspector::<Exclusive>().root().create_uint_array("counts", 16).unwrap();
    Box::new(move |count| {
        for number in 0..count {
            array.add_at(number as usize % 16, black_box(1));
        }
    })
}

fn insert_linear(buckets: usize) -> Runner<'static> {
    let histogram = inspector::<Exclusive>().root().create_uint_linear_histogram("times", 0, 10, buckets).unwrap();
    let middle = buckets as u64 * 5;
    Box::new(move |count| {
        for number in 0..count {
            histogram.insert(black_box(middle + number % 8));
        }
    })
}

fn insert_exponential(buckets: usize) -> Runner<'static> {
    let histogram =
        inspector::<Exclusive>().root().create_uint_exponential_histogram("times", 0, 1, 2, buckets).unwrap();
    Box::new(move |count| {
        for number in 0..count {
            histogram.insert(black_box((1 << 16) + number % 8));
        }
    })
}

/// Sets a text of fixed capacity to two texts in turn.
fn set_text(even: &'static str, odd: &'static str) -> Runner<'static> {
    let text = inspector::<Exclusive>().root().create_text("line", even.len()).unwrap();
    Box::new(move |count| {
        for number in 0..count {
            text.set(black_box(if number % 2 == 0 { even } else { odd })).unwrap();
        }
    })
}

fn set_string_slot() -> Runner<'static> {
    let root = inspector::<Exclusive>().root();
    root.record_string("known 1", "one1").unwrap();
    root.record_string("known 2", "two2").unwrap();
    let array = root.create_string_array("states", 4).unwrap();
    Box::new(move |count| {
        for number in 0..count {
            array.set_at(1, black_box(if number % 2 == 0 { "one1" } else { "two2" })).unwrap();
        }
    })
}

fn push_entry() -> Runner<'static> {
    let mut list = inspector::<Exclusive>().root().create_bounded_list::<16>("log").unwrap();
    Box::new(move |count| {
        for number in 0..count {
            list.push(|writer, entry| {
                writer.create_uint(entry, "time", number)?;
                writer.create_uint(entry, "code", 7)?;
                writer.create_bool(entry, "fatal", false).map(|_| ())
            })
            .unwrap();
        }
    })
}

fn adopt() -> Runner<'static> {
    let region = region::<{ 1280 * KIB }>().memory();
    let mut writer = Writer::new(region, &Config::default()).unwrap();
    for number in 0.. {
        writer.create_uint(NodeHandle::ROOT, &format!("counter {number:05}"), number).unwrap();
        if writer.current_size() > 1024 * KIB {
            break;
        }
    }
    let mut scratch = vec![0; scratch_words(region.len())];
    Box::new(move |count| {
        for _ in 0..count {
            Writer::unstarted(region).adopt(&Config::default(), &mut scratch).unwrap();
        }
    })
}

/// A file with a number below a node, the number, and where it lies.
fn located() -> (Memory<'static>, Writer<'static>, UintHandle, Location) {
    let memory = region::<4096>().memory();
    let mut writer = Writer::new(memory, &Config::default()).unwrap();
    let radio = writer.create_node(NodeHandle::ROOT, "radio").unwrap();
    let packets = writer.create_uint(radio, "packets", 0).unwrap();
    let mut scratch = [0; scratch_words(4096)];
    let tree = Tree::read(memory, &mut scratch, Options::default(), &mut |problem| panic!("{problem:?}")).unwrap();
    let location = tree.find("radio/packets").unwrap().property().unwrap().location();
    (memory, writer, packets, location)
}

fn read_value() -> Runner<'static> {
    let (memory, _, _, location) = located();
    Box::new(move |count| {
        for _ in 0..count {
            black_box(location.read(memory, Patience::default()).unwrap());
        }
    })
}

/// What became of reads of one value while another thread wrote it as fast as it could.
#[derive(Clone, Copy, Default)]
struct Reads {
    first: u64,
    failed: u64,
    /// Those that found something else than the one before: few where the threads must take turns on one processor.
    new: u64,
    ns: f64,
}

impl Reads {
    const TRIED: u64 = 5_000_000;

    fn count(self, happened: fn(Self) -> u64) -> Count {
        Count { happened: happened(self), tried: Self::TRIED, ns: self.ns }
    }
}

fn beside_a_writer() -> Reads {
    static READS: OnceLock<Reads> = OnceLock::new();
    *READS.get_or_init(|| {
        let (memory, mut writer, packets, location) = located();
        let patience = Patience { attempts: ATTEMPTS, ..Patience::default() };
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    writer.add(packets, 1).unwrap();
                }
            });
            let mut reads = Reads::default();
            let mut last = 0;
            let start = Instant::now();
            for _ in 0..Reads::TRIED {
                match location.read(memory, patience) {
                    Ok(read) => {
                        reads.first += u64::from(read.attempts == 1);
                        reads.new += u64::from(read.generation != last);
                        last = read.generation;
                    }
                    Err(_) => reads.failed += 1,
                }
            }
            reads.ns = start.elapsed().as_nanos() as f64 / Reads::TRIED as f64;
            stop.store(true, Ordering::Relaxed);
            reads
        })
    })
}

/// Copies a quiet file that fills `N` bytes.
fn snapshot<const N: usize>() -> Runner<'static> {
    let region = region::<N>().memory();
    let mut writer = Writer::new(region, &Config { book: BookPlace::Nowhere, ..Config::default() }).unwrap();
    while writer.create_uint(NodeHandle::ROOT, "value", 1).is_ok() {}
    // The copy does not lie at the same place of a page as the file, which is a special case.
    let mut buffer = vec![0; N + 192];
    Box::new(move |count| {
        for _ in 0..count {
            black_box(Snapshot::take(region, &mut buffer[192..], Patience::default()).unwrap());
        }
    })
}

/// Values of the tree that is read.
const INTS: u32 = 10_000;

fn read_ints() -> Runner<'static> {
    let region = region::<{ 640 * KIB }>().memory();
    let mut writer = Writer::new(region, &Config { book: BookPlace::Nowhere, ..Config::default() }).unwrap();
    for number in 0..INTS {
        writer.create_int(NodeHandle::ROOT, &format!("counter_{number:04}"), number.into()).unwrap();
    }
    let mut image = vec![0; writer.current_size()];
    writer.file().copy_to(&mut image);
    let mut scratch = vec![0; scratch_words(image.len())];
    let options = Options { sequence: Sequence::Blocks, ..Options::default() };
    Box::new(move |count| {
        for _ in 0..count {
            let tree = Tree::read(&image[..], &mut scratch, options, &mut |problem| panic!("{problem:?}")).unwrap();
            let mut sum = 0;
            for property in tree.root().properties() {
                if let Value::Int(value) = property.value() {
                    sum += value;
                }
            }
            assert_eq!(black_box(sum), i64::from(INTS) * i64::from(INTS - 1) / 2);
        }
    })
}
