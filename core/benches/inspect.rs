//! What it costs to write and to read an Inspect file.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::cast_precision_loss)]
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]

mod measure;

use glassbox::Region;
use glassbox::inspect::{Config, Inspector};
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
