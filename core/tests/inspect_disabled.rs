//! Inspect with the feature `disabled`: the same program compiles, and nothing happens.
#![allow(missing_docs, clippy::unwrap_used)]

use glassbox::inspect::block::LinkDisposition;
use glassbox::inspect::{Adoption, Config, Error, Inspector, Property, ValueList, kind};
use glassbox::lock::{Critical, Exclusive, Lock, Spin};
use glassbox::{Memory, Region};

static MEMORY: Region<4096> = Region::new();

fn is_untouched(memory: Memory<'_>) -> bool {
    let mut bytes = vec![1; memory.len()];
    memory.copy_to(&mut bytes);
    bytes.iter().all(|byte| *byte == 0)
}

/// Uses every function, as a program does that knows nothing of the feature.
fn run(inspector: &Inspector<'static, Exclusive>) -> Result<(), Error> {
    let root = inspector.root();
    let node = root.create_node("node")?;
    let int = node.create_int("int", -1)?;
    let uint = node.create_uint("uint", 1)?;
    let double = node.create_double("double", 1.0)?;
    let flag = node.create_bool("bool", true)?;
    let string = node.create_string("string", "text")?;
    let bytes = node.create_bytes("bytes", &[1])?;
    int.add(1);
    uint.subtract(1);
    double.set(2.0);
    flag.try_set(false)?;
    string.set("other")?;
    bytes.set(&[])?;
    assert_eq!((int.get()?, uint.get()?, flag.get()?), (0, 0, false));
    assert_eq!(double.get()?.to_bits(), 0);
    let mut buffer = [0; 8];
    assert_eq!(string.get(&mut buffer)?, "");
    assert_eq!(bytes.get(&mut buffer)?, &[] as &[u8]);

    let ints = node.create_int_array("ints", 3)?;
    ints.add_at(100, 1);
    assert_eq!(ints.get_at(100)?, 0);
    let strings = node.create_string_array("strings", 3)?;
    strings.set_at(0, "text")?;
    assert_eq!(strings.get_at(0, &mut buffer)?, "");
    let histogram = node.create_uint_linear_histogram("histogram", 0, 0, 0)?;
    histogram.insert(1);
    histogram.clear()?;
    let text = node.create_text("text", 8)?;
    text.set("a text that is longer than that")?;
    assert_eq!(text.get(&mut buffer)?, "");
    node.create_link("link", "other", LinkDisposition::Child)?.record()?;

    let mut health = root.create_health(1)?;
    health.set_unhealthy("for no reason")?;
    root.create_stats()?.update()?;
    let mut list = root.create_bounded_list::<2>("list")?;
    list.push(|_, _| Err(Error::Full))?;
    let mut values = ValueList::<Exclusive, 1>::new(inspector);
    values.add(node.create_int("listed", 1)?).unwrap();
    values.clear()?;
    root.record_node("recorded", |node| node.record_int("int", 1))?;
    uint.reparent(&root)?;
    assert!(root.find::<kind::Node>("node")?.is_none());
    assert_eq!(inspector.unique_name("n-", &mut buffer)?, "");
    assert_eq!(inspector.transaction(|| 7)?, 7, "the program's own closure is run");
    assert!(inspector.frozen_copy(&mut buffer)?.is_empty());
    inspector.freeze()?;
    node.delete_tree()
}

#[test]
fn a_program_runs_and_touches_nothing() {
    let inspector = Inspector::<Exclusive>::unstarted(MEMORY.memory());
    run(&inspector).unwrap();
    inspector.start(&Config::default()).unwrap();
    run(&inspector).unwrap();
    inspector.adopt(&Config::default(), &mut []).unwrap();
    assert_eq!(inspector.adopt_or_start(&Config::default(), &mut []).unwrap(), Adoption::Whole);
    assert_eq!(inspector.dropped_updates(), 0);
    assert!(is_untouched(MEMORY.memory()));
    run(&Inspector::new(MEMORY.memory(), &Config::default()).unwrap()).unwrap();
    assert!(is_untouched(MEMORY.memory()));
}

#[test]
fn what_asks_for_the_writer_itself_finds_one_that_was_never_started() {
    let inspector = Inspector::<Exclusive>::new(MEMORY.memory(), &Config::default()).unwrap();
    assert_eq!(inspector.with(glassbox::inspect::Writer::begin_transaction), Err(Error::NotInitialised));
}

/// A static needs no thought about threads, whether there is something to share or not.
static STATE: Inspector<'static, Critical> = Inspector::<Critical>::unstarted(MEMORY.memory());

#[test]
fn an_inspector_takes_no_bytes_whatever_its_lock() {
    fn check<L: Lock>(_: &Inspector<'_, L>) {
        assert_eq!(size_of::<Inspector<'_, L>>(), 0);
        assert!(size_of::<Property<'_, '_, L, kind::Uint>>() <= size_of::<usize>() + 8);
    }
    check(&STATE);
    check(&Inspector::<Exclusive>::unstarted(MEMORY.memory()));
    check(&Inspector::<Spin>::unstarted(MEMORY.memory()));
}
