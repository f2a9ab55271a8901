//! What it costs to write and to read an Inspect file.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::cast_precision_loss)]
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::panic, clippy::indexing_slicing)]

mod measure;

use glassbox::Region;
use glassbox::inspect::reader::{Options, Patience, Sequence, Snapshot, Tree, Value, scratch_words};
use glassbox::inspect::{BookPlace, Config, Inspector, NodeHandle, Writer};
use glassbox::lock::{Exclusive, Lock, Spin};
use measure::{Operation, Runner, locked_increment, memcpy};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering, fence};

const LI: &str = "LI";
const KIB: usize = 1024;

fn main() {
    measure::run(&operations());
}

fn operations() -> Vec<Operation> {
    let beside_li =
        |name, bar, prepare| Operation { name, against: LI, bar, units: 1.0, prepare, floor: locked_increment };
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
            floor: memcpy::<10_000>,
        },
        beside_li("add to a slot of an array", Some(0.8), add_to_array),
        beside_li("insert into a linear histogram of 32 buckets", Some(1.2), || insert_linear(32)),
        beside_li("insert into a linear histogram of 128 buckets", Some(1.2), || insert_linear(128)),
        beside_li("insert into a linear histogram of 240 buckets", Some(1.2), || insert_linear(240)),
        beside_li("insert into an exponential histogram of 32 buckets", Some(1.2), || insert_exponential(32)),
        beside_li("insert into an exponential histogram of 240 buckets", Some(1.2), || insert_exponential(240)),
        beside_li("set a text of fixed capacity to 4 bytes", Some(1.5), || set_text("aaaa", "bbbb")),
        Operation {
            name: "set a text of fixed capacity to 10,000 bytes",
            against: "memcpy of 10,000",
            bar: Some(1.3),
            units: 1.0,
            prepare: || set_text("a".repeat(10_000).leak(), "b".repeat(10_000).leak()),
            floor: memcpy::<10_000>,
        },
        beside_li("set a slot of a string array, texts known", Some(2.0), set_string_slot),
        beside_li("push a node with 3 values to a bounded list", Some(20.0), push_entry),
        beside_li("adopt a file of 1 MiB", None, adopt),
        Operation {
            name: "snapshot of 4 KiB",
            against: "memcpy of 4 KiB",
            bar: Some(2.0),
            units: 1.0,
            prepare: snapshot::<{ 4 * KIB }>,
            floor: memcpy::<{ 4 * KIB }>,
        },
        Operation {
            name: "snapshot of 256 KiB",
            against: "memcpy of 256 KiB",
            bar: Some(1.2),
            units: 1.0,
            prepare: snapshot::<{ 256 * KIB }>,
            floor: memcpy::<{ 256 * KIB }>,
        },
        Operation {
            name: "snapshot of 1 MiB",
            against: "memcpy of 1 MiB",
            bar: Some(1.2),
            units: 1.0,
            prepare: snapshot::<{ 1024 * KIB }>,
            floor: memcpy::<{ 1024 * KIB }>,
        },
        Operation {
            units: f64::from(INTS),
            ..beside_li("index, check and walk 10,000 ints, each", Some(5.5), read_ints)
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
