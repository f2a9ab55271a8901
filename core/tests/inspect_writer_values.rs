//! Every kind of value that the writer makes, seen through the reader; and what it refuses.
// Under Miri, `inspect_model` runs the same code in less time.
#![cfg(all(feature = "inspect", feature = "json", not(miri)))]
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use glassbox::Region;
use glassbox::inspect::block::LinkDisposition;
use glassbox::inspect::reader::{Options, Tree, scratch_words};
use glassbox::inspect::{
    AnyHandle, BoundedList, Config, Error, FixedTextHandle, IntArrayHandle, NodeHandle, UintArrayHandle, Writer, kind,
};

const ROOT: NodeHandle = NodeHandle::ROOT;

fn image(writer: &Writer) -> Vec<u8> {
    let mut bytes = vec![0; writer.current_size()];
    writer.file().copy_to(&mut bytes);
    bytes
}

/// The canonical JSON of bytes in which the reader finds no problem.
fn json_of(bytes: &[u8]) -> String {
    let mut scratch = vec![0; scratch_words(bytes.len())];
    let mut problems = Vec::new();
    let tree = Tree::read(bytes, &mut scratch, Options::default(), &mut |problem| {
        problems.push(format!("{:?} at {:?}", problem.kind, problem.block));
    })
    .unwrap();
    assert_eq!(problems, [] as [String; 0]);
    tree.json().to_string()
}

fn json(writer: &Writer) -> String {
    json_of(&image(writer))
}

/// Runs an operation that is refused, and checks that it changes no byte.
fn refused<T: std::fmt::Debug + PartialEq>(
    writer: &mut Writer,
    expected: Error,
    operation: impl FnOnce(&mut Writer) -> Result<T, Error>,
) {
    let before = image(writer);
    assert_eq!(operation(writer), Err(expected));
    assert!(image(writer) == before, "a refused operation changed the file");
}

#[test]
fn arrays_hold_numbers_and_stay_inside_their_slots() {
    let region = Region::<8192>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let ints = writer.create_array::<kind::IntArray>(ROOT, "ints", 5).unwrap();
    let uints = writer.create_array::<kind::UintArray>(ROOT, "uints", 2).unwrap();
    let doubles = writer.create_array::<kind::DoubleArray>(ROOT, "doubles", 2).unwrap();
    writer.array_set(ints, 0, i64::MIN).unwrap();
    writer.array_subtract(ints, 0, 1).unwrap();
    writer.array_add(ints, 4, i64::MAX).unwrap();
    writer.array_add(ints, 4, 2).unwrap();
    writer.array_subtract(uints, 0, 1).unwrap();
    writer.array_set(uints, 1, u64::MAX - 1).unwrap();
    writer.array_add(uints, 1, 5).unwrap();
    writer.array_set(doubles, 1, 1.5).unwrap();
    writer.array_add(doubles, 1, 0.25).unwrap();
    assert_eq!(
        json(&writer),
        r#"{"root":{"doubles":[0.0,1.75],"ints":[-9223372036854775808,0,0,0,9223372036854775807],"uints":[0,18446744073709551615]}}"#
    );
    assert_eq!(writer.array_get(doubles, 1), Ok(1.75));
    assert_eq!(writer.slots(ints), Ok(5));
    for index in [5, 6, 7, 8, 9, 1000, 10_000, usize::MAX] {
        refused(&mut writer, Error::OutOfRange, |writer| writer.array_set(ints, index, 1));
        refused(&mut writer, Error::OutOfRange, |writer| writer.array_add(ints, index, 1));
        refused(&mut writer, Error::OutOfRange, |writer| writer.array_subtract(ints, index, 1));
        assert_eq!(writer.array_get(ints, index), Err(Error::OutOfRange));
    }
    for array in [AnyHandle::from(ints), uints.into(), doubles.into()] {
        writer.delete_any(array).unwrap();
    }
    assert_eq!(writer.allocated_blocks() - writer.deallocated_blocks(), 1, "only the header is left");
}

#[test]
fn arrays_have_the_sizes_that_the_format_can_say() {
    let region = Region::<{ 64 << 10 }>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    refused(&mut writer, Error::InvalidArgument, |writer| -> Result<IntArrayHandle, _> {
        writer.create_array(ROOT, "a", 0)
    });
    for slots in [255, 256, 300, usize::MAX] {
        refused(&mut writer, Error::TooManySlots, |writer| -> Result<UintArrayHandle, _> {
            writer.create_array(ROOT, "a", slots)
        });
    }
    for slots in [256, 508] {
        refused(&mut writer, Error::TooManySlots, |writer| writer.create_string_array(ROOT, "a", slots));
    }
    let largest = writer.create_array::<kind::UintArray>(ROOT, "numbers", 254).unwrap();
    writer.array_set(largest, 253, 1).unwrap();
    let strings = writer.create_string_array(ROOT, "strings", 255).unwrap();
    writer.string_array_set(strings, 254, "last").unwrap();
    let text = json(&writer);
    assert!(text.contains(r#",0,1],"strings":["#) && text.contains(r#","last"]}}"#), "{text}");
}

#[test]
fn string_arrays_share_their_texts_and_give_them_back() {
    let region = Region::<4096>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let array = writer.create_string_array(ROOT, "names", 3).unwrap();
    let blocks = |writer: &Writer| writer.allocated_blocks() - writer.deallocated_blocks();
    let empty = blocks(&writer);
    writer.string_array_set(array, 0, "one").unwrap();
    writer.string_array_set(array, 2, "one").unwrap();
    assert_eq!(json(&writer), r#"{"root":{"names":["one","","one"]}}"#);
    assert_eq!(blocks(&writer), empty + 1, "two slots share a text");
    let mut buffer = [0; 8];
    assert_eq!(writer.string_array_get(array, 2, &mut buffer), Ok("one"));
    assert_eq!(writer.string_array_get(array, 1, &mut buffer), Ok(""));
    assert_eq!(writer.string_array_get(array, 2, &mut []), Err(Error::BufferTooSmall { needed: 3 }));
    refused(&mut writer, Error::OutOfRange, |writer| writer.string_array_set(array, 3, "x"));
    writer.string_array_set(array, 0, "").unwrap();
    writer.string_array_set(array, 2, "two").unwrap();
    assert_eq!(json(&writer), r#"{"root":{"names":["","","two"]}}"#);
    writer.delete(array).unwrap();
    assert_eq!(blocks(&writer), 1);
}

/// The slots of the one histogram in the file, by the reader of the format.
macro_rules! slots_after {
    ($kind:ty, $create:ident($($parameter:expr),*), $values:expr) => {{
        let region = Region::<4096>::new();
        let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
        let histogram = writer.$create::<$kind>(ROOT, "h", $($parameter),*).unwrap();
        for value in $values {
            writer.insert(histogram, value).unwrap();
        }
        let image = image(&writer);
        let first = histogram.block() as usize * 16 + 16;
        let slots: Vec<[u8; 8]> =
            image[first..][..writer.slots(histogram).unwrap() * 8].chunks(8).map(|s| s.try_into().unwrap()).collect();
        json_of(&image);
        slots
    }};
}

fn ints(slots: &[[u8; 8]]) -> Vec<i64> {
    slots.iter().map(|slot| i64::from_le_bytes(*slot)).collect()
}

#[test]
fn histograms_count_as_the_reference_does() {
    let slots = slots_after!(kind::IntLinear, create_linear_histogram(10, 5, 6), [0, 0, 0, 10, 1000, 21]);
    assert_eq!(ints(&slots), [10, 5, 3, 1, 0, 1, 0, 0, 0, 1]);
    let slots = slots_after!(kind::IntExponential, create_exponential_histogram(1, 1, 2, 5), [0, 0, 0, 4, 1000, 30]);
    assert_eq!(ints(&slots), [1, 1, 2, 3, 0, 0, 1, 0, 0, 2]);
    let slots = slots_after!(kind::IntLinear, create_linear_histogram(10, 5, 5), [-1, -1, 25, 500]);
    assert_eq!(ints(&slots), [10, 5, 2, 0, 0, 0, 1, 0, 1]);
    let slots = slots_after!(kind::UintExponential, create_exponential_histogram(1, 1, 2, 4), [0, 0, 8, 500]);
    assert_eq!(ints(&slots), [1, 1, 2, 2, 0, 0, 0, 1, 1]);
    let slots = slots_after!(
        kind::UintExponential,
        create_exponential_histogram(1, (1 << 63) - 1, 2, 4),
        [1 << 63, 0, u64::MAX]
    );
    assert_eq!(ints(&slots), [1, i64::MAX, 2, 1, 0, 1, 1, 0, 0]);
    let slots =
        slots_after!(kind::IntLinear, create_linear_histogram(i64::MIN, i64::MAX, 3), [i64::MIN, -1, 0, i64::MAX]);
    assert_eq!(ints(&slots), [i64::MIN, i64::MAX, 0, 1, 2, 1, 0]);
    let slots = slots_after!(kind::IntLinear, create_linear_histogram(-5, 3, 3), [-100, -5, -2, 1, 4, 1000]);
    assert_eq!(ints(&slots), [-5, 3, 1, 1, 1, 1, 2]);
    let slots = slots_after!(kind::DoubleLinear, create_linear_histogram(0.0, 1.0, 1), [f64::NAN]);
    assert_eq!(slots.iter().map(|slot| f64::from_le_bytes(*slot)).collect::<Vec<_>>(), [0.0, 1.0, 1.0, 0.0, 0.0]);
}

#[test]
fn histograms_count_many_at_once_and_start_again() {
    let region = Region::<4096>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let histogram = writer.create_linear_histogram::<kind::UintLinear>(ROOT, "h", 0, 10, 2).unwrap();
    writer.insert_multiple(histogram, 5, 7).unwrap();
    writer.insert_multiple(histogram, 25, u64::MAX).unwrap();
    writer.insert(histogram, 25).unwrap();
    assert_eq!(
        json(&writer),
        r#"{"root":{"h":{"size":4,"floor":0,"step":10,"counts":[7,18446744073709551615],"indexes":[1,3]}}}"#
    );
    writer.clear(histogram).unwrap();
    assert_eq!(json(&writer), r#"{"root":{"h":{"size":4,"floor":0,"step":10,"counts":[],"indexes":[]}}}"#);
    writer.delete(histogram).unwrap();
    let doubles = writer.create_exponential_histogram::<kind::DoubleExponential>(ROOT, "d", 0.0, 1.0, 2.0, 2).unwrap();
    writer.insert_multiple(doubles, 1.5, 3).unwrap();
    writer.clear(doubles).unwrap();
    writer.insert(doubles, f64::INFINITY).unwrap();
    assert_eq!(
        json(&writer),
        r#"{"root":{"d":{"size":4,"floor":0.0,"initial_step":1.0,"step_multiplier":2.0,"counts":[1.0],"indexes":[3]}}}"#
    );
}

#[test]
fn histograms_with_bad_parameters_are_refused() {
    let region = Region::<8192>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let w = &mut writer;
    let invalid = Error::InvalidArgument;
    for (step, buckets) in [(0, 5), (-1, 5), (1, 0)] {
        refused(w, invalid, |w| w.create_linear_histogram::<kind::IntLinear>(ROOT, "h", 0, step, buckets));
    }
    for (initial, multiplier, buckets) in [(0, 2, 5), (-1, 2, 5), (1, 1, 5), (1, 0, 5), (1, 2, 0)] {
        refused(w, invalid, |w| {
            w.create_exponential_histogram::<kind::IntExponential>(ROOT, "h", 0, initial, multiplier, buckets)
        });
    }
    for (floor, step) in [(f64::NAN, 1.0), (0.0, f64::INFINITY), (f64::INFINITY, 1.0), (0.0, 0.0), (0.0, f64::NAN)] {
        refused(w, invalid, |w| w.create_linear_histogram::<kind::DoubleLinear>(ROOT, "h", floor, step, 1));
        refused(w, invalid, |w| {
            w.create_exponential_histogram::<kind::DoubleExponential>(ROOT, "h", floor, step, 2.0, 1)
        });
    }
    for multiplier in [1.0, 0.5, f64::NAN, f64::INFINITY] {
        refused(w, invalid, |w| {
            w.create_exponential_histogram::<kind::DoubleExponential>(ROOT, "h", 0.0, 1.0, multiplier, 1)
        });
    }
    refused(w, Error::TooManySlots, |w| w.create_linear_histogram::<kind::IntLinear>(ROOT, "h", 0, 1, 251));
    refused(w, Error::TooManySlots, |w| {
        w.create_exponential_histogram::<kind::UintExponential>(ROOT, "h", 0, 1, 2, 250)
    });
    refused(w, invalid, |w| w.create_linear_histogram::<kind::IntExponential>(ROOT, "h", 0, 1, 1));
    w.create_linear_histogram::<kind::IntLinear>(ROOT, "h", 0, 1, 250).unwrap();
    w.create_exponential_histogram::<kind::UintExponential>(ROOT, "h", 0, 1, 2, 249).unwrap();
}

#[test]
fn links_name_other_files_and_are_counted() {
    let region = Region::<{ 256 << 10 }>::new();
    let config = Config { book: glassbox::inspect::BookPlace::Nowhere, ..Config::default() };
    let mut writer = Writer::new(region.memory(), &config).unwrap();
    let stats = "fuchsia.inspect.Stats";
    let child = LinkDisposition::Child;
    let link = writer.create_link(ROOT, stats, "fuchsia.inspect.Stats-0", child).unwrap();
    assert_eq!((writer.current_size(), writer.allocated_blocks()), (4096, 4));
    writer.create_link(ROOT, "foo", "foo-1", LinkDisposition::Inline).unwrap();
    assert_eq!((writer.current_size(), writer.allocated_blocks()), (4096, 7));
    assert_eq!(writer.statistics(0)[3], 2);
    let mut buffer = [0; 64];
    assert_eq!(writer.get_link_content(link, &mut buffer), Ok("fuchsia.inspect.Stats-0"));

    let bytes = image(&writer);
    let mut scratch = vec![0; scratch_words(bytes.len())];
    let tree = Tree::read(&bytes[..], &mut scratch, Options::default(), &mut |problem| panic!("{problem:?}")).unwrap();
    let links: Vec<_> =
        tree.links().map(|link| (link.name().to_string(), link.content().to_string(), link.disposition())).collect();
    assert_eq!(
        links,
        [
            (stats.to_string(), "fuchsia.inspect.Stats-0".to_string(), child),
            ("foo".to_string(), "foo-1".to_string(), LinkDisposition::Inline)
        ]
    );
    writer.delete(link).unwrap();
    assert_eq!(writer.statistics(0)[3], 1);
    assert_eq!(writer.allocated_blocks() - writer.deallocated_blocks(), 4);
}

#[test]
fn the_statistics_are_those_of_the_reference() {
    let region = Region::<{ 256 << 10 }>::new();
    let book = Region::<{ 64 << 10 }>::new();
    let config = Config { book: glassbox::inspect::BookPlace::Elsewhere(book.memory()), ..Config::default() };
    let mut writer = Writer::new(region.memory(), &config).unwrap();
    let child = LinkDisposition::Child;
    writer.create_link(ROOT, "fuchsia.inspect.Stats", "fuchsia.inspect.Stats-0", child).unwrap();
    writer.create_link(ROOT, "foo", "foo-1", child).unwrap();
    for number in 0..100 {
        writer.create_string(ROOT, &format!("testing-{number}"), &"testing".repeat(number + 1)).unwrap();
    }
    let drop = writer.create_int(ROOT, "drop", 1).unwrap();
    writer.delete(drop).unwrap();
    assert_eq!(writer.statistics(7), [61_440, 262_144, 61_440 * 10_000 / 262_144, 2, 309, 2, 0, 7]);
}

#[test]
fn a_statistics_node_shows_the_statistics() {
    let region = Region::<4096>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let generation = writer.generation();
    let stats = writer.create_stats(ROOT, 3).unwrap();
    assert_eq!(writer.generation(), generation + 2, "one section");
    let expected = writer.statistics(3);
    let names = [
        "current_size",
        "maximum_size",
        "utilization_per_ten_k",
        "total_dynamic_children",
        "allocated_blocks",
        "deallocated_blocks",
        "failed_allocations",
        "dropped_updates",
    ];
    let mut entries: Vec<_> = names.iter().zip(expected).map(|(name, value)| format!(r#""{name}":{value}"#)).collect();
    entries.sort();
    assert_eq!(json(&writer), format!(r#"{{"root":{{"fuchsia.inspect.Stats":{{{}}}}}}}"#, entries.join(",")));
    writer.create_int(ROOT, "more", 1).unwrap();
    writer.update_stats(&stats, 4).unwrap();
    assert!(json(&writer).contains(&format!(r#""allocated_blocks":{}"#, writer.allocated_blocks())));
    assert!(json(&writer).contains(r#""dropped_updates":4"#));
}

#[test]
fn health_has_a_message_only_while_there_is_one() {
    let region = Region::<4096>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let shown = |rest: &str| format!(r#"{{"root":{{"fuchsia.inspect.Health":{{{rest}}}}}}}"#);
    let mut health = writer.create_health(ROOT, -5).unwrap();
    let start = r#""start_timestamp_nanos":-5"#;
    assert_eq!(json(&writer), shown(&format!(r#"{start},"status":"STARTING_UP""#)));
    let generation = writer.generation();
    writer.set_health_unhealthy(&mut health, "no antenna").unwrap();
    assert_eq!(writer.generation(), generation + 2, "status and message change together");
    assert_eq!(json(&writer), shown(&format!(r#""message":"no antenna",{start},"status":"UNHEALTHY""#)));
    writer.set_health(&mut health, "DEGRADED", Some("one antenna of two")).unwrap();
    assert_eq!(json(&writer), shown(&format!(r#""message":"one antenna of two",{start},"status":"DEGRADED""#)));
    let before = json(&writer);
    let (message, too_long) = (health.message, "x".repeat(5000));
    assert_eq!(writer.set_health_unhealthy(&mut health, &too_long), Err(Error::Full));
    assert_eq!((json(&writer), health.message), (before, message), "all or nothing");
    writer.set_health_ok(&mut health).unwrap();
    assert_eq!(json(&writer), shown(&format!(r#"{start},"status":"OK""#)));
    assert_eq!(writer.set_health_unhealthy(&mut health, &too_long), Err(Error::Full));
    assert_eq!(json(&writer), shown(&format!(r#"{start},"status":"OK""#)));
    writer.delete_tree(health.node).unwrap();
    assert_eq!(writer.allocated_blocks() - writer.deallocated_blocks(), 1);
}

#[test]
fn a_bounded_list_keeps_its_newest_entries() {
    let region = Region::<4096>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let node = writer.create_node(ROOT, "log").unwrap();
    let mut list = BoundedList::new(node, [NodeHandle::NULL; 2]).unwrap();
    for number in 0..12_u64 {
        let generation = writer.generation();
        writer
            .push_entry(&mut list, |writer, entry| {
                writer.create_uint(entry, "event", number)?;
                writer.create_string(entry, "kind", "test").map(|_| ())
            })
            .unwrap();
        assert_eq!(writer.generation(), generation + 2, "making room, creating and filling is one section");
    }
    let shown = r#"{"root":{"log":{"10":{"event":10,"kind":"test"},"11":{"event":11,"kind":"test"}}}}"#;
    assert_eq!(json(&writer), shown);
    let blocks = writer.allocated_blocks() - writer.deallocated_blocks();
    let failed = writer
        .push_entry(&mut list, |writer, entry| writer.create_string(entry, "long", &"x".repeat(9000)).map(|_| ()));
    assert_eq!(failed, Err(Error::Full));
    assert_eq!(json(&writer), r#"{"root":{"log":{"11":{"event":11,"kind":"test"}}}}"#, "no half entry");
    writer.push_entry(&mut list, |writer, entry| writer.create_uint(entry, "event", 12).map(|_| ())).unwrap();
    assert_eq!(json(&writer), r#"{"root":{"log":{"11":{"event":11,"kind":"test"},"12":{"event":12}}}}"#);
    assert!(writer.allocated_blocks() - writer.deallocated_blocks() <= blocks);
    assert!(BoundedList::new(node, [] as [NodeHandle; 0]).is_err());
}

#[test]
fn an_entry_of_a_bounded_list_can_be_filled_between_two_calls() {
    let region = Region::<4096>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let node = writer.create_node(ROOT, "log").unwrap();
    let mut list = BoundedList::new(node, [NodeHandle::NULL; 2]).unwrap();
    refused(&mut writer, Error::NotInTransaction, |writer| writer.end_entry(&mut list, true));
    for number in 0..3 {
        let generation = writer.generation();
        let entry = writer.begin_entry(&mut list).unwrap();
        refused(&mut writer, Error::Busy, |writer| writer.begin_entry(&mut list));
        refused(&mut writer, Error::Busy, |writer| writer.push_entry(&mut list, |_, _| Ok(())));
        writer.create_int(entry, "event", number).unwrap();
        writer.end_entry(&mut list, true).unwrap();
        assert_eq!(writer.generation(), generation + 2, "one section");
    }
    assert_eq!(json(&writer), r#"{"root":{"log":{"1":{"event":1},"2":{"event":2}}}}"#);
    // An entry that is not kept leaves its number to the next one.
    let entry = writer.begin_entry(&mut list).unwrap();
    writer.create_int(entry, "event", 3).unwrap();
    writer.end_entry(&mut list, false).unwrap();
    assert_eq!(json(&writer), r#"{"root":{"log":{"2":{"event":2}}}}"#);
    refused(&mut writer, Error::NotInTransaction, |writer| writer.end_entry(&mut list, false));
    // One that the program has deleted by itself is no longer there to be deleted.
    let entry = writer.begin_entry(&mut list).unwrap();
    writer.delete(entry).unwrap();
    writer.end_entry(&mut list, false).unwrap();
    writer.delete_tree(node).unwrap();
    refused(&mut writer, Error::StaleHandle, |writer| writer.begin_entry(&mut list));
    assert_eq!(writer.allocated_blocks() - writer.deallocated_blocks(), 1);
}

#[test]
fn a_value_of_any_kind_is_moved_recorded_and_named_alike() {
    let region = Region::<4096>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let a = writer.create_node(ROOT, "a").unwrap();
    let b = writer.create_node(a, "b").unwrap();
    let v = AnyHandle::from(writer.create_int(ROOT, "v", 1).unwrap());
    writer.reparent_any(v, b).unwrap();
    refused(&mut writer, Error::WouldCycle, |writer| writer.reparent_any(a.into(), b));
    refused(&mut writer, Error::InvalidArgument, |writer| writer.reparent_any(ROOT.into(), b));
    refused(&mut writer, Error::InvalidArgument, |writer| writer.record_any(ROOT.into()));
    refused(&mut writer, Error::InvalidArgument, |writer| writer.delete_any(ROOT.into()));
    assert_eq!(json(&writer), r#"{"root":{"a":{"b":{"v":1}}}}"#);
    let mut buffer = [0; 4];
    assert_eq!(writer.get_any_name(v, &mut buffer), Ok("v"));
    assert_eq!(writer.get_any_name(ROOT.into(), &mut buffer), Err(Error::InvalidArgument));
    // What is recorded goes with its node.
    writer.record_any(v).unwrap();
    writer.record_any(b.into()).unwrap();
    writer.delete_any(a.into()).unwrap();
    assert_eq!(writer.get_any_name(v, &mut buffer), Err(Error::StaleHandle));
    assert_eq!(writer.allocated_blocks() - writer.deallocated_blocks(), 1);
    assert_eq!(AnyHandle::from_parts(v.parts().0, v.parts().1), v);
}

#[test]
fn a_value_list_goes_in_one_section() {
    let region = Region::<4096>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let node = writer.create_node(ROOT, "connection").unwrap();
    let mut values = [
        AnyHandle::from(writer.create_int(node, "a", 1).unwrap()),
        writer.create_string(node, "b", "text").unwrap().into(),
        writer.create_array::<kind::UintArray>(node, "c", 3).unwrap().into(),
        AnyHandle::NULL,
    ];
    let generation = writer.generation();
    writer.delete_all(&mut values).unwrap();
    assert_eq!(writer.generation(), generation + 2);
    assert_eq!(values, [AnyHandle::NULL; 4]);
    assert_eq!(json(&writer), r#"{"root":{"connection":{}}}"#);
    assert_eq!(writer.delete_any(AnyHandle::NULL), Err(Error::NoHandle));
}

#[test]
fn a_text_of_fixed_capacity_is_set_in_place() {
    let region = Region::<8192>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    refused(&mut writer, Error::InvalidArgument, |writer| writer.create_text(ROOT, "t", 0));
    for capacity in [1, 8, 9, 24, 56, 2040, 3000] {
        let text = writer.create_text(ROOT, "t", capacity).unwrap();
        let allocated = writer.allocated_blocks();
        for length in [capacity, 0, 1, capacity / 2, capacity] {
            // A character of two bytes may lie across two extents.
            let value: String = "ü".repeat(length / 2) + if length % 2 == 1 { "x" } else { "" };
            writer.set_text(text, &value).unwrap();
            assert_eq!(json(&writer), format!(r#"{{"root":{{"t":"{value}"}}}}"#), "capacity {capacity}");
            let mut buffer = vec![0; length];
            assert_eq!(writer.get_text(text, &mut buffer), Ok(&*value));
            assert_no_leftovers(&image(&writer), text, length);
        }
        assert_eq!(writer.allocated_blocks(), allocated, "setting allocates nothing");
        refused(&mut writer, Error::OverCapacity, |writer| writer.set_text(text, &"y".repeat(capacity + 2040)));
        writer.delete(text).unwrap();
        assert_eq!(writer.allocated_blocks() - writer.deallocated_blocks(), 1);
    }
    let exact = writer.create_text(ROOT, "t", 24).unwrap();
    refused(&mut writer, Error::OverCapacity, |writer| writer.set_text(exact, &"y".repeat(25)));
}

/// Checks that the chain of a text holds only zeros behind its length.
fn assert_no_leftovers(image: &[u8], text: FixedTextHandle, length: usize) {
    let word = |at: usize| u64::from_le_bytes(image[at..at + 8].try_into().unwrap());
    let mut next = (word(text.block() as usize * 16 + 8) >> 32 & 0xfff_ffff) as usize;
    let mut payload = Vec::new();
    while next != 0 {
        let head = word(next * 16);
        payload.extend_from_slice(&image[next * 16 + 8..next * 16 + (16 << (head & 15))]);
        next = (head >> 16 & 0xff_ffff) as usize;
    }
    assert!(payload[length..].iter().all(|byte| *byte == 0), "old text shows through");
}

#[test]
fn a_value_moves_but_never_below_itself() {
    let region = Region::<4096>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let a = writer.create_node(ROOT, "a").unwrap();
    let b = writer.create_node(a, "b").unwrap();
    let c = writer.create_node(b, "c").unwrap();
    let v = writer.create_int(c, "v", 1).unwrap();
    refused(&mut writer, Error::WouldCycle, |writer| writer.reparent(a, a));
    refused(&mut writer, Error::WouldCycle, |writer| writer.reparent(a, b));
    refused(&mut writer, Error::WouldCycle, |writer| writer.reparent(a, c));
    refused(&mut writer, Error::InvalidArgument, |writer| writer.reparent(ROOT, a));
    refused(&mut writer, Error::NoHandle, |writer| writer.reparent(v, NodeHandle::NULL));
    writer.reparent(v, ROOT).unwrap();
    writer.reparent(c, a).unwrap();
    writer.reparent(b, c).unwrap();
    assert_eq!(json(&writer), r#"{"root":{"v":1,"a":{"c":{"b":{}}}}}"#);
    writer.reparent(c, a).unwrap();
    for node in [a, b, c] {
        writer.delete(node).unwrap();
    }
    writer.delete(v).unwrap();
    assert_eq!(writer.allocated_blocks() - writer.deallocated_blocks(), 1, "the counts of the nodes were kept");
}

#[test]
fn moving_the_last_child_away_frees_a_tombstone() {
    let region = Region::<4096>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let node = writer.create_node(ROOT, "gone").unwrap();
    let value = writer.create_int(node, "kept", 1).unwrap();
    writer.delete(node).unwrap();
    assert_eq!(json(&writer), r#"{"root":{}}"#);
    writer.reparent(value, ROOT).unwrap();
    assert_eq!(json(&writer), r#"{"root":{"kept":1}}"#);
    assert_eq!(writer.allocated_blocks() - writer.deallocated_blocks(), 3);
}

#[test]
fn unique_names_count_up() {
    let region = Region::<4096>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let mut buffer = [0; 8];
    assert_eq!(writer.unique_name("conn-", &mut buffer), Ok("conn-0"));
    assert_eq!(writer.unique_name("too long-", &mut buffer), Err(Error::BufferTooSmall { needed: 10 }));
    assert_eq!(writer.unique_name("", &mut buffer), Ok("1"));
}

#[test]
fn a_frozen_copy_says_so_and_the_file_goes_on() {
    let region = Region::<4096>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let value = writer.create_int(ROOT, "v", 1).unwrap();
    let mut buffer = vec![0; writer.current_size()];
    assert_eq!(writer.frozen_copy(&mut buffer[1..]), Err(Error::BufferTooSmall { needed: writer.current_size() }));
    let mut expected = image(&writer);
    expected[8..16].copy_from_slice(&u64::to_le_bytes(0xffff_ffff_ffff_fffe));
    assert_eq!(writer.frozen_copy(&mut buffer).unwrap(), expected);
    writer.begin_transaction().unwrap();
    assert_eq!(writer.frozen_copy(&mut buffer), Err(Error::InTransaction));
    assert_eq!(writer.freeze(), Err(Error::InTransaction));
    writer.end_transaction().unwrap();
    assert_eq!(writer.end_transaction(), Err(Error::NotInTransaction));
    writer.set(value, 2).unwrap();
    assert_eq!(json(&writer), r#"{"root":{"v":2}}"#);
}

#[test]
fn a_frozen_file_changes_no_more() {
    let region = Region::<4096>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let value = writer.create_int(ROOT, "v", 1).unwrap();
    let size = writer.current_size();
    writer.freeze().unwrap();
    let mut bytes = vec![0; size];
    region.memory().copy_to(&mut bytes);
    let mut scratch = vec![0; scratch_words(size)];
    let tree = Tree::read(&bytes[..], &mut scratch, Options::default(), &mut |problem| panic!("{problem:?}")).unwrap();
    assert!(tree.is_frozen());
    assert_eq!(tree.json().to_string(), r#"{"root":{"v":1}}"#);
    assert_eq!(writer.set(value, 2), Err(Error::Frozen));
    assert_eq!(writer.create_int(ROOT, "w", 1), Err(Error::Frozen));
    assert_eq!(writer.delete(value), Err(Error::Frozen));
    assert_eq!(writer.begin_transaction(), Err(Error::Frozen));
    assert_eq!(writer.freeze(), Err(Error::Frozen));
    assert_eq!(writer.frozen_copy(&mut []), Err(Error::Frozen));
    let mut after = vec![0; size];
    region.memory().copy_to(&mut after);
    assert_eq!(after, bytes);
}
