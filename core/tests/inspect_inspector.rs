//! The inspector: handles that delete their property when they are dropped, transactions, and the locks.
#![cfg(all(feature = "inspect", feature = "read"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

mod scan;

use std::panic::{AssertUnwindSafe, catch_unwind};

use glassbox::Region;
use glassbox::inspect::block::LinkDisposition;
use glassbox::inspect::{BookPlace, Config, Error, Inspector, Property, Uint, Writer, kind};
use glassbox::lock::{Exclusive, Lock};
use scan::{Entry, File, Moment, Value, copy, decode};
use static_assertions::{assert_impl_all, assert_not_impl_any};

type Inspect<'m> = Inspector<'m, Exclusive>;

// One context alone: neither the inspector nor its handles can be shared, which the compiler sees to.
assert_impl_all!(Inspect<'static>: Send);
assert_not_impl_any!(Inspect<'static>: Sync);
assert_not_impl_any!(Uint<'static, 'static, Exclusive>: Send, Sync);
#[cfg(feature = "spin")]
assert_impl_all!(Inspector<'static, glassbox::lock::Spin>: Send, Sync);
#[cfg(feature = "spin")]
assert_impl_all!(Uint<'static, 'static, glassbox::lock::Spin>: Send, Sync);
#[cfg(feature = "critical-section")]
assert_impl_all!(Inspector<'static, glassbox::lock::Critical>: Send, Sync);

fn file<L: Lock>(inspector: &Inspector<L>, moment: Moment) -> File {
    inspector.with(|writer| Ok(decode(&copy(writer.file()), moment))).unwrap()
}

/// The tree, as names and, for what is no node, values in the form of a debugger.
fn tree<L: Lock>(inspector: &Inspector<L>) -> String {
    show(&file(inspector, Moment::AtRest).root)
}

fn show(entries: &[Entry]) -> String {
    let shown = entries.iter().map(|entry| match &entry.value {
        Value::Node(below) => format!("{}({})", entry.name, show(below)),
        Value::Int(value) => format!("{}={value}", entry.name),
        Value::Uint(value) => format!("{}={value}", entry.name),
        Value::Bool(value) => format!("{}={value}", entry.name),
        other => format!("{}={other:?}", entry.name),
    });
    shown.collect::<Vec<_>>().join(" ")
}

/// Blocks in use, the header included.
fn blocks<L: Lock>(inspector: &Inspector<L>) -> u64 {
    file(inspector, Moment::AtRest).used
}

#[test]
fn a_property_goes_with_its_handle_and_a_recorded_one_with_its_node() {
    let region = Region::<4096>::new();
    let inspector = Inspect::new(region.memory(), &Config::default()).unwrap();
    {
        let radio = inspector.root().create_node("radio").unwrap();
        radio.record_int("channel", 6).unwrap();
        radio.record_node("peer", |peer| peer.record_bool("up", true)).unwrap();
        {
            let _packets = radio.create_uint("packets", 3).unwrap();
            assert_eq!(tree(&inspector), "radio(channel=6 packets=3 peer(up=true))");
        }
        assert_eq!(tree(&inspector), "radio(channel=6 peer(up=true))");
    }
    assert_eq!(tree(&inspector), "");
    assert_eq!(blocks(&inspector), 1);
    assert_eq!(inspector.dropped_updates(), 0);
}

#[test]
fn a_handle_outlives_its_node_outside_of_the_tree() {
    let region = Region::<4096>::new();
    let inspector = Inspect::new(region.memory(), &Config::default()).unwrap();
    let radio = inspector.root().create_node("radio").unwrap();
    radio.record_int("channel", 6).unwrap();
    let packets = radio.create_uint("packets", 3).unwrap();
    drop(radio);
    assert_eq!(tree(&inspector), "");
    packets.add(1);
    assert_eq!(packets.get(), Ok(4));
    drop(packets);
    assert_eq!(blocks(&inspector), 1, "the tombstone goes with its last child");
    assert_eq!(inspector.dropped_updates(), 0);
}

#[test]
fn a_handle_to_what_is_gone_already_is_dropped_without_loss() {
    let region = Region::<4096>::new();
    let inspector = Inspect::new(region.memory(), &Config::default()).unwrap();
    let radio = inspector.root().create_node("radio").unwrap();
    let packets = radio.create_uint("packets", 3).unwrap();
    radio.delete_tree().unwrap();
    assert_eq!(packets.get(), Err(Error::StaleHandle));
    let other = inspector.root().create_uint("other", 1).unwrap();
    drop(packets);
    assert_eq!(tree(&inspector), "other=1");
    assert_eq!(inspector.dropped_updates(), 0, "what is gone need not be deleted");
    other.record().unwrap();
    assert_eq!(tree(&inspector), "other=1");
}

#[test]
fn a_node_that_cannot_be_filled_is_not_there() {
    let region = Region::<4096>::new();
    let inspector = Inspect::new(region.memory(), &Config::default()).unwrap();
    let filled = inspector.root().record_node("half", |node| {
        node.record_int("first", 1)?;
        node.record_string("second", &"x".repeat(4096))
    });
    assert_eq!(filled, Err(Error::Full));
    assert_eq!(tree(&inspector), "");
    assert_eq!(blocks(&inspector), 1);
}

#[test]
fn what_was_asked_through_a_handle_and_could_not_be_done_is_counted() {
    let region = Region::<4096>::new();
    let inspector = Inspect::new(region.memory(), &Config::default()).unwrap();
    let root = inspector.root();
    let number = root.create_uint("number", 1).unwrap();
    let array = root.create_int_array("array", 2).unwrap();
    let histogram = root.create_uint_linear_histogram("histogram", 0, 1, 1).unwrap();
    array.set_at(2, 1);
    assert_eq!(inspector.dropped_updates(), 1, "a slot that the array does not have");
    let stale = root.create_node("node").unwrap();
    let below = stale.create_uint("below", 1).unwrap();
    stale.delete_tree().unwrap();
    below.add(1);
    below.subtract(1);
    below.set(1);
    assert_eq!(inspector.dropped_updates(), 4, "a value that is gone");
    assert_eq!(below.try_add(1), Err(Error::StaleHandle));
    assert_eq!(inspector.dropped_updates(), 4, "who is told need not be counted");
    inspector.freeze().unwrap();
    number.add(1);
    array.add_at(0, 1);
    array.subtract_at(0, 1);
    histogram.insert(1);
    histogram.insert_multiple(1, 2);
    assert_eq!(inspector.dropped_updates(), 9, "a file that is frozen");
    assert_eq!(number.try_set(1), Err(Error::Frozen));
    drop((number, array));
    assert_eq!(inspector.dropped_updates(), 11, "deletions that a frozen file does not have");
}

#[test]
fn readers_see_all_of_a_transaction_or_nothing() {
    let region = Region::<4096>::new();
    let inspector = Inspect::new(region.memory(), &Config::default()).unwrap();
    let number = inspector.root().create_uint("number", 1).unwrap();
    let before = file(&inspector, Moment::AtRest).generation;
    let given = inspector.transaction(|| {
        number.add(1);
        assert_eq!(file(&inspector, Moment::InTransaction).generation, before + 1);
        let inner = inspector.transaction(|| inspector.root().record_bool("inner", true)).unwrap();
        assert_eq!(file(&inspector, Moment::InTransaction).generation, before + 1, "the inner end ends nothing");
        assert_eq!(inspector.frozen_copy(&mut [0; 4096]).err(), Some(Error::InTransaction));
        assert_eq!(inspector.freeze(), Err(Error::InTransaction));
        inner
    });
    assert_eq!(given, Ok(Ok(())));
    assert_eq!(file(&inspector, Moment::AtRest).generation, before + 2);
    assert_eq!(tree(&inspector), "inner=true number=2");
}

#[test]
fn a_transaction_that_panics_ends_with_what_was_done() {
    let region = Region::<4096>::new();
    let inspector = Inspect::new(region.memory(), &Config::default()).unwrap();
    let number = inspector.root().create_uint("number", 1).unwrap();
    let mut list = inspector.root().create_bounded_list::<2>("list").unwrap();
    let before = file(&inspector, Moment::AtRest).generation;
    let outer = catch_unwind(AssertUnwindSafe(|| {
        inspector.transaction(|| {
            inspector
                .transaction(|| {
                    number.add(1);
                    panic!("half way");
                })
                .unwrap();
        })
    }));
    assert!(outer.is_err());
    assert_eq!(file(&inspector, Moment::AtRest).generation, before + 2);
    assert_eq!(number.get(), Ok(2));
    let pushed = catch_unwind(AssertUnwindSafe(|| {
        list.push(|writer, node| {
            writer.create_int(node, "first", 1)?;
            panic!("half way");
        })
    }));
    assert!(pushed.is_err());
    assert_eq!(file(&inspector, Moment::AtRest).generation, before + 4);
    assert_eq!(inspector.with(Writer::end_transaction), Err(Error::NotInTransaction));
    assert_eq!(inspector.dropped_updates(), 0);
}

#[test]
fn a_context_that_is_writing_already_is_told_so() {
    let region = Region::<4096>::new();
    let inspector = Inspect::new(region.memory(), &Config::default()).unwrap();
    let number = inspector.root().create_uint("number", 1).unwrap();
    let doomed = inspector.root().create_uint("doomed", 1).unwrap();
    inspector
        .with(|writer| {
            assert_eq!(number.try_add(1), Err(Error::Busy));
            assert_eq!(number.get(), Err(Error::Busy));
            number.add(1);
            assert_eq!(inspector.root().create_node("node").map(|_| ()), Err(Error::Busy));
            assert_eq!(inspector.transaction(|| panic!("nobody runs this")), Err::<(), _>(Error::Busy));
            assert_eq!(inspector.start(&Config::default()), Err(Error::Busy));
            drop(doomed);
            writer.add(number.handle(), 10)
        })
        .unwrap();
    assert_eq!(inspector.dropped_updates(), 2, "the addition and the deletion");
    assert_eq!(tree(&inspector), "doomed=1 number=11", "what could not be deleted stays");
}

#[test]
fn an_inspector_that_was_not_started_touches_no_memory() {
    let region = Region::<4096>::new();
    let inspector = Inspect::unstarted(region.memory());
    let root = inspector.root();
    assert_eq!(root.create_node("node").map(|_| ()), Err(Error::NotInitialised));
    assert_eq!(root.record_int("int", 1), Err(Error::NotInitialised));
    assert_eq!(inspector.transaction(|| ()), Err(Error::NotInitialised));
    assert_eq!(inspector.freeze(), Err(Error::NotInitialised));
    assert_eq!(inspector.unique_name("x", &mut [0; 8]), Err(Error::NotInitialised));
    assert!(copy(region.memory()).iter().all(|byte| *byte == 0));
    inspector.start(&Config::default()).unwrap();
    root.record_int("int", 1).unwrap();
    assert_eq!(tree(&inspector), "int=1");
}

/// Handles of before a new start name blocks that others may have by now.
fn a_restart(config: &Config<'static>) {
    let region = Region::<4096>::new();
    let region = Box::leak(Box::new(region)).memory();
    let inspector = Inspect::new(region, config).unwrap();
    let old = inspector.root().create_uint("old", 1).unwrap();
    let old_node = inspector.root().create_node("old node").unwrap();
    inspector.start(config).unwrap();
    let new = inspector.root().create_uint("new", 2).unwrap();
    let new_node = inspector.root().create_node("new node").unwrap();
    assert_eq!((old.handle().block(), old_node.handle().block()), (new.handle().block(), new_node.handle().block()));
    assert_eq!(old.get(), Err(Error::ForeignHandle));
    assert_eq!(old_node.record_int("x", 1), Err(Error::ForeignHandle));
    drop((old, old_node));
    assert_eq!(tree(&inspector), "new=2 new node()");
}

#[test]
fn handles_of_before_a_restart_are_foreign() {
    a_restart(&Config::default());
    a_restart(&Config { serials: false, ..Config::default() });
    a_restart(&Config { book: BookPlace::Nowhere, ..Config::default() });
}

#[test]
fn handles_of_another_inspector_are_foreign() {
    let (first, second) = (Region::<4096>::new(), Region::<4096>::new());
    let first = Inspect::new(first.memory(), &Config::default()).unwrap();
    let second = Inspect::new(second.memory(), &Config::default()).unwrap();
    let node = first.root().create_node("node").unwrap();
    let value = second.root().create_int("value", 1).unwrap();
    assert_eq!(value.reparent(&node), Err(Error::ForeignHandle));
    assert_eq!(second.with(|writer| writer.create_int(node.handle(), "x", 1)), Err(Error::ForeignHandle));
    assert_eq!(tree(&second), "value=1");
}

/// Drops the one property beside its node, whose name is the same.
fn goes<K: kind::Kind>(inspector: &Inspect, property: Property<Exclusive, K>) {
    assert_eq!(file(inspector, Moment::AtRest).values.len(), 2);
    drop(property);
    assert_eq!(file(inspector, Moment::AtRest).values.len(), 1);
    assert_eq!(blocks(inspector), 3, "the header, the node and its name");
}

/// A property of each kind, made through a node's functions.
#[test]
fn handles_of_every_kind_delete_what_they_name() {
    let region = Region::<8192>::new();
    let inspector = Inspect::new(region.memory(), &Config::default()).unwrap();
    let node = inspector.root().create_node("x").unwrap();
    goes(&inspector, node.create_node("x").unwrap());
    goes(&inspector, node.create_int("x", -1).unwrap());
    goes(&inspector, node.create_uint("x", 1).unwrap());
    goes(&inspector, node.create_double("x", 1.0).unwrap());
    goes(&inspector, node.create_bool("x", true).unwrap());
    goes(&inspector, node.create_string("x", "a text of its own").unwrap());
    goes(&inspector, node.create_bytes("x", &[1; 100]).unwrap());
    goes(&inspector, node.create_text("x", 100).unwrap());
    goes(&inspector, node.create_link("x", "other", LinkDisposition::Inline).unwrap());
    goes(&inspector, node.create_int_array("x", 3).unwrap());
    goes(&inspector, node.create_uint_array("x", 3).unwrap());
    goes(&inspector, node.create_double_array("x", 3).unwrap());
    let texts = node.create_string_array("x", 3).unwrap();
    texts.set_at(1, "a text of its own").unwrap();
    goes(&inspector, texts);
    goes(&inspector, node.create_int_linear_histogram("x", 0, 1, 3).unwrap());
    goes(&inspector, node.create_uint_linear_histogram("x", 0, 1, 3).unwrap());
    goes(&inspector, node.create_double_linear_histogram("x", 0.0, 1.0, 3).unwrap());
    goes(&inspector, node.create_int_exponential_histogram("x", 0, 1, 2, 3).unwrap());
    goes(&inspector, node.create_uint_exponential_histogram("x", 0, 1, 2, 3).unwrap());
    goes(&inspector, node.create_double_exponential_histogram("x", 0.0, 1.0, 2.0, 3).unwrap());
}

/// Threads that count, create and delete below one inspector, each its own values and all of them a common one.
#[cfg(any(feature = "spin", feature = "critical-section"))]
fn threads<L: Lock>(inspector: &'static Inspector<'static, L>)
where
    Inspector<'static, L>: Sync,
{
    let (threads, rounds) = if cfg!(miri) { (3, 8) } else { (4, 2000) };
    assert_eq!(inspector.root().create_node("early").map(|_| ()), Err(Error::NotInitialised));
    inspector.start(&Config::default()).unwrap();
    let total: Uint<L> = inspector.root().create_uint("total", 0).unwrap();
    let node: glassbox::inspect::Node<L> = inspector.root().create_node("threads").unwrap();
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (total, node) = (&total, &node);
            scope.spawn(move || {
                let own = node.create_uint(&format!("thread {thread}"), 0).unwrap();
                for round in 0..rounds {
                    total.add(2);
                    own.add(1);
                    total.subtract(1);
                    let passing = node.create_string("passing", &"text ".repeat(round % 7)).unwrap();
                    inspector
                        .transaction(|| {
                            total.add(1);
                            passing.set("another text").unwrap();
                            total.subtract(1);
                        })
                        .unwrap();
                }
                assert_eq!(own.get(), Ok(rounds as u64));
                own.record().unwrap();
            });
        }
    });
    assert_eq!(total.get(), Ok((threads * rounds) as u64));
    assert_eq!(inspector.dropped_updates(), 0);
    let file = file(inspector, Moment::AtRest);
    assert_eq!(file.values.len(), 2 + threads);
    drop((total, node));
    assert_eq!(blocks(inspector), 1);
}

#[cfg(feature = "spin")]
#[test]
fn threads_that_spin_lose_no_update() {
    use glassbox::lock::Spin;
    static MEMORY: Region<8192> = Region::new();
    static STATE: Inspector<Spin> = Inspector::<Spin>::unstarted(MEMORY.memory());
    threads(&STATE);
}

#[cfg(feature = "critical-section")]
#[test]
fn threads_in_critical_sections_lose_no_update() {
    use glassbox::lock::Critical;
    static MEMORY: Region<8192> = Region::new();
    static STATE: Inspector<Critical> = Inspector::<Critical>::unstarted(MEMORY.memory());
    threads(&STATE);
}

#[cfg(feature = "critical-section")]
#[test]
fn a_critical_section_inside_a_critical_section_is_busy() {
    use glassbox::lock::Critical;
    static MEMORY: Region<4096> = Region::new();
    static STATE: Inspector<Critical> = Inspector::<Critical>::unstarted(MEMORY.memory());
    STATE.start(&Config::default()).unwrap();
    let number = STATE.root().create_uint("number", 0).unwrap();
    let inside = STATE.with(|writer| {
        number.add(1);
        writer.add(number.handle(), 5)
    });
    assert_eq!((inside, number.get(), STATE.dropped_updates()), (Ok(()), Ok(5), 1));
    assert_eq!(STATE.with(|writer| writer.delete(glassbox::inspect::NodeHandle::ROOT)), Err(Error::InvalidArgument));
}
