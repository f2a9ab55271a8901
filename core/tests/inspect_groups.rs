//! Values of an inspector that go together, and each kind of property through its handle.
#![cfg(all(feature = "inspect", feature = "json"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use glassbox::Region;
use glassbox::inspect::block::LinkDisposition;
use glassbox::inspect::reader::{Options, Tree, scratch_words};
use glassbox::inspect::{Config, Error, Inspector, ValueList, kind};
use glassbox::lock::Exclusive;

type Inspect<'m> = Inspector<'m, Exclusive>;

fn json(inspector: &Inspect) -> String {
    let mut bytes = vec![0; 8192];
    let bytes = inspector.frozen_copy(&mut bytes).unwrap();
    let mut scratch = vec![0; scratch_words(bytes.len())];
    let tree = Tree::read(bytes, &mut scratch, Options::default(), &mut |problem| panic!("{problem:?}")).unwrap();
    tree.json().to_string()
}

fn blocks(inspector: &Inspect) -> u64 {
    inspector.with(|writer| Ok(writer.allocated_blocks() - writer.deallocated_blocks())).unwrap()
}

#[test]
fn groups_go_when_their_handle_is_dropped() {
    let region = Region::<8192>::new();
    let inspector = Inspect::new(region.memory(), &Config::default()).unwrap();
    let root = inspector.root();
    {
        let mut health = root.create_health(1).unwrap();
        health.set_unhealthy("warming up").unwrap();
        let stats = root.create_stats().unwrap();
        stats.update().unwrap();
        let mut list = root.create_bounded_list::<2>("log").unwrap();
        for number in 0..3 {
            list.push(|writer, entry| writer.create_int(entry, "n", number).map(|_| ())).unwrap();
        }
        let shown = json(&inspector);
        assert!(shown.contains(r#""status":"UNHEALTHY""#), "{shown}");
        assert!(shown.contains(r#""log":{"1":{"n":1},"2":{"n":2}}"#), "{shown}");
        health.set_ok().unwrap();
        assert!(!json(&inspector).contains("warming"));
    }
    assert_eq!(json(&inspector), r#"{"root":{}}"#);
    assert_eq!(blocks(&inspector), 1);
    assert_eq!(inspector.dropped_updates(), 0);
    assert_eq!(root.create_bounded_list::<0>("none").err(), Some(Error::InvalidArgument));
    assert_eq!(blocks(&inspector), 1);
}

#[test]
fn a_value_list_takes_properties_of_any_kind() {
    let region = Region::<8192>::new();
    let inspector = Inspect::new(region.memory(), &Config::default()).unwrap();
    let node = inspector.root().create_node("connection").unwrap();
    let mut values = ValueList::<_, 2>::new(&inspector);
    assert!(values.add(node.create_int("a", 1).unwrap()).is_ok());
    assert!(values.add(node.create_string("b", "text").unwrap()).is_ok());
    let rejected = values.add(node.create_bool("c", true).unwrap()).unwrap_err();
    assert_eq!(json(&inspector), r#"{"root":{"connection":{"a":1,"b":"text","c":true}}}"#);
    drop(rejected);
    let generation = inspector.with(|writer| Ok(writer.generation())).unwrap();
    drop(values);
    assert_eq!(inspector.with(|writer| Ok(writer.generation())).unwrap(), generation + 2, "one section");
    assert_eq!(json(&inspector), r#"{"root":{"connection":{}}}"#);
}

#[test]
fn every_kind_of_property_is_set_through_its_handle() {
    let region = Region::<8192>::new();
    let inspector = Inspect::new(region.memory(), &Config::default()).unwrap();
    let root = inspector.root();
    let ints = root.create_int_array("ints", 2).unwrap();
    let uints = root.create_uint_array("uints", 1).unwrap();
    let doubles = root.create_double_array("doubles", 1).unwrap();
    let names = root.create_string_array("names", 2).unwrap();
    let line = root.create_text("line", 24).unwrap();
    let link = root.create_link("lazy", "lazy-0", LinkDisposition::Inline).unwrap();
    let linear = root.create_int_linear_histogram("linear", 0, 1, 1).unwrap();
    let grown = root.create_double_exponential_histogram("grown", 0.0, 1.0, 2.0, 2).unwrap();
    let unused = (
        root.create_uint_linear_histogram("u", 0, 1, 1).unwrap(),
        root.create_double_linear_histogram("d", 0.0, 1.0, 1).unwrap(),
        root.create_int_exponential_histogram("i", 0, 1, 2, 1).unwrap(),
        root.create_uint_exponential_histogram("e", 0, 1, 2, 1).unwrap(),
    );
    drop(unused);
    ints.set_at(0, 5);
    ints.add_at(1, 7);
    ints.subtract_at(1, 9);
    uints.add_at(0, 1);
    doubles.set_at(0, 0.5);
    names.set_at(1, "x").unwrap();
    line.set("on air").unwrap();
    linear.insert(-1);
    linear.insert_multiple(0, 3);
    grown.insert(1.5);
    assert_eq!(
        json(&inspector),
        concat!(
            r#"{"root":{"doubles":[0.5],"#,
            r#""grown":{"size":4,"floor":0.0,"initial_step":1.0,"step_multiplier":2.0,"counts":[1.0],"indexes":[2]},"#,
            r#""ints":[5,-2],"line":"on air","linear":{"size":3,"floor":0,"step":1,"counts":[1,3,0]},"#,
            r#""names":["","x"],"uints":[1]}}"#
        )
    );
    assert_eq!((ints.get_at(1), uints.get_at(0), doubles.get_at(0)), (Ok(-2), Ok(1), Ok(0.5)));
    assert_eq!(names.get_at(1, &mut [0; 4]), Ok("x"));
    assert_eq!(line.get(&mut [0; 8]), Ok("on air"));
    ints.set_at(2, 1);
    assert_eq!(inspector.dropped_updates(), 1, "what could not be done is counted");
    assert_eq!(ints.try_set_at(2, 1), Err(Error::OutOfRange));
    linear.clear().unwrap();
    drop((ints, uints, doubles, names, line, link, linear, grown));
    assert_eq!(blocks(&inspector), 1);
}

#[test]
fn a_property_moves_and_an_adopted_one_is_found() {
    let region = Region::<8192>::new();
    let config = Config::default();
    {
        let inspector = Inspect::new(region.memory(), &config).unwrap();
        let (a, b) = (inspector.root().create_node("a").unwrap(), inspector.root().create_node("b").unwrap());
        let value = a.create_uint("value", 1).unwrap();
        value.reparent(&b).unwrap();
        assert_eq!(a.reparent(&a), Err(Error::WouldCycle));
        value.record().unwrap();
        a.delete().unwrap();
        b.record().unwrap();
    }
    let inspector = Inspect::unstarted(region.memory());
    assert_eq!(inspector.root().create_node("early").err(), Some(Error::NotInitialised));
    inspector.adopt(&config, &mut vec![0; scratch_words(8192)]).unwrap();
    let b = inspector.root().find::<kind::Node>("b").unwrap().unwrap();
    let value = b.find::<kind::Uint>("value").unwrap().unwrap();
    value.add(1);
    assert_eq!(json(&inspector), r#"{"root":{"b":{"value":2}}}"#);
    assert!(b.find::<kind::Int>("value").unwrap().is_none());
    value.record().unwrap();
    drop(b);
    assert_eq!(blocks(&inspector), 1);
    inspector.freeze().unwrap();
    assert_eq!(inspector.root().create_node("late").err(), Some(Error::Frozen));
}
