//! Updates of an MMV image: what handles do, and what readers see meanwhile.
#![cfg(all(feature = "mmv", feature = "read"))]

mod mmv_common;

use glassbox::lock::Exclusive as Alone;
use glassbox::mmv::read::{Image, Value};
use glassbox::mmv::{
    BadText, Buffering, Draft, Flags, Guarded, Indom, Instance, LookUpError, Metric, Registry, Rule, Subject, Type,
    Writer, required_size,
};
use mmv_common::{Bytes, bytes_of};

/// A generation that can be published on every target.
const FIRST: u64 = 1 << 32 | 1;
const SECOND: u64 = 2 << 32 | 1;
const THIRD: u64 = 3 << 32 | 1;

static CORES: [Indom<'static>; 2] = [
    Indom::new(1, &[Instance::new(0, "core0"), Instance::new(1, "core1"), Instance::new(9, "a core")]).spares(2),
    Indom::new(2, &[]).spares(1),
];
static METRICS: [Metric<'static>; 12] = [
    Metric::instant("i32", 1, Type::I32),
    Metric::counter("u32", 2, Type::U32),
    Metric::instant("i64", 3, Type::I64),
    Metric::counter("u64", 4, Type::U64),
    Metric::instant("float", 5, Type::Float),
    Metric::instant("double", 6, Type::Double),
    Metric::discrete("string", 7, Type::String),
    Metric::elapsed("elapsed", 8),
    Metric::instant("of.cores", 9, Type::I64).indom(1),
    Metric::discrete("of.cores_too", 10, Type::String).indom(1),
    Metric::counter("of.nothing", 11, Type::U64).indom(2),
    Metric::new("none", 12, Type::NoSupport, glassbox::mmv::Semantics::Instant),
];
static PLAIN: Registry<'static> = Registry::new(&METRICS).indoms(&CORES).cluster(7);
static SENTINEL: Registry<'static> = PLAIN.flags(Flags::SENTINEL);

/// Runs `test` on a draft of `registry`.
fn with_draft(registry: &Registry<'_>, test: impl FnOnce(Draft<'_>)) {
    let mut bytes = Bytes::new(registry.required_size());
    test(Writer::lay_out(bytes.memory().unwrap(), registry, FIRST).unwrap());
}

fn with_writer(registry: &Registry<'_>, test: impl FnOnce(Writer<'_>)) {
    with_draft(registry, |draft| test(draft.publish()));
}

/// What a reader sees of a metric: instance name and value.
fn seen(writer: &Writer<'_>, metric: &str) -> Vec<(String, String)> {
    let bytes = bytes_of(writer.memory());
    let image = Image::recover(&bytes).unwrap();
    image.check(&mut |problem| assert_eq!(problem.kind.name(), "in_flux"));
    let metric = image.metric_named(metric.as_bytes()).unwrap();
    let pairs = image.values_of(&metric).map(|record| {
        let instance = record.instance.map_or(String::new(), |instance| instance.name.unwrap().to_string());
        let value = match record.value {
            None => "none".to_owned(),
            Some(Value::I32(number)) => number.to_string(),
            Some(Value::U32(number)) => number.to_string(),
            Some(Value::I64(number)) => number.to_string(),
            Some(Value::U64(number)) => number.to_string(),
            Some(Value::Float(number)) => number.to_string(),
            Some(Value::Double(number)) => number.to_string(),
            Some(Value::String(text)) => format!("{text:?}"),
            Some(Value::Elapsed { accumulated, open_since }) => format!("{accumulated} {open_since:?}"),
        };
        (instance, value)
    });
    pairs.collect()
}

/// What a reader sees of a singular metric.
fn one(writer: &Writer<'_>, metric: &str) -> String {
    let [(instance, value)] = seen(writer, metric).try_into().unwrap();
    assert_eq!(instance, "");
    value
}

#[test]
fn the_size_of_constant_tables_is_that_of_their_image() {
    const SIZE: usize = PLAIN.required_size();
    assert_eq!(SIZE, required_size(&PLAIN).unwrap());
    let size = PLAIN.counts().size(glassbox::mmv::Version::V1, Buffering::Double);
    assert_eq!(size, SIZE);
    // Header, 5 entries, 2 domains, 6 instances, 12 metrics, 9 + 5 + 5 + 1 values, 6 texts of two blocks, 18 names.
    assert_eq!(SIZE, (40_usize + 5 * 16 + 2 * 32 + 6 * 80 + 12 * 104 + 20 * 32 + 12 * 256 + 40).next_multiple_of(16));
    with_writer(&PLAIN, |writer| assert_eq!(writer.memory().len(), SIZE));
}

#[test]
fn numbers_are_set_and_added_to_and_wrap_around() {
    with_writer(&PLAIN, |writer| {
        macro_rules! check {
            ($name:literal, $number:ty, $start:expr, $delta:expr, $sum:expr, $minus_one:expr) => {{
                let value = writer.exclusive::<$number>(writer.find($name).unwrap()).unwrap();
                assert_eq!(value.get(), Some(<$number>::default()));
                value.set($start);
                assert_eq!(one(&writer, $name), ($start).to_string());
                value.add($delta);
                assert_eq!(value.get(), Some($sum));
                value.inc();
                value.add($minus_one);
                assert_eq!(one(&writer, $name), ($sum).to_string());
            }};
        }
        check!("i32", i32, i32::MAX, 3, i32::MIN + 2, -1);
        check!("u32", u32, u32::MAX, 3, 2, u32::MAX);
        check!("i64", i64, i64::MAX, 3, i64::MIN + 2, -1);
        check!("u64", u64, u64::MAX, 3, 2, u64::MAX);
        check!("float", f32, 1.5, 2.25, 3.75, -1.0);
        check!("double", f64, 1.5, 2.25, 3.75, -1.0);
    });
}

#[test]
fn a_number_beside_another_is_left_alone() {
    with_writer(&PLAIN, |writer| {
        for (place, name) in ["core0", "core1", "a core"].into_iter().enumerate() {
            let value = writer.exclusive::<i64>(writer.find_instance("of.cores", name).unwrap()).unwrap();
            value.set(-1 - i64::try_from(place).unwrap());
        }
        let expected = [("core0", "-1"), ("core1", "-2"), ("a core", "-3")];
        assert_eq!(seen(&writer, "of.cores"), expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(one(&writer, "u64"), "0");
        assert_eq!(seen(&writer, "of.nothing"), []);
    });
}

#[test]
fn what_is_not_available_is_seen_as_that_and_counts_from_zero() {
    with_writer(&SENTINEL, |writer| {
        macro_rules! check {
            ($name:literal, $number:ty, $five:expr, $seven:expr) => {{
                let value = writer.exclusive::<$number>(writer.find($name).unwrap()).unwrap();
                assert!(value.set_unavailable());
                assert_eq!(value.get(), None);
                assert_eq!(one(&writer, $name), "none");
                value.inc();
                assert_eq!(one(&writer, $name), "1");
                assert!(value.set_unavailable());
                value.set($five);
                assert_eq!(one(&writer, $name), "5");
                assert!(value.set_unavailable());
                value.add($seven);
                assert_eq!(one(&writer, $name), "7");
            }};
        }
        check!("i32", i32, 5, 7);
        check!("u32", u32, 5, 7);
        check!("i64", i64, 5, 7);
        check!("u64", u64, 5, 7);
        check!("float", f32, 5.0, 7.0);
        check!("double", f64, 5.0, 7.0);
        let minus_one = writer.exclusive::<i32>(writer.find("i32").unwrap()).unwrap();
        minus_one.set(-1);
        assert_eq!(one(&writer, "i32"), "-1", "a real -1 is not taken for the sentinel");
    });
    with_writer(&PLAIN, |writer| {
        let value = writer.exclusive::<u64>(writer.find("u64").unwrap()).unwrap();
        assert!(!value.set_unavailable());
        value.set(u64::MAX);
        assert_eq!(one(&writer, "u64"), u64::MAX.to_string(), "without the flag this is a number");
    });
}

#[test]
fn all_values_of_a_draft_can_be_made_unavailable() {
    with_draft(&SENTINEL, |draft| {
        assert!(draft.set_unavailable());
        draft.exclusive::<u64>(draft.find("u64").unwrap()).unwrap().set(3);
        let writer = draft.publish();
        for metric in METRICS.iter().enumerate().map(|(number, _)| u32::try_from(number).unwrap()) {
            let bytes = bytes_of(writer.memory());
            let image = Image::read(&bytes).unwrap();
            let metric = image.metric(usize::try_from(metric).unwrap()).unwrap();
            let is_set = metric.name == Some("u64".into());
            assert!(image.values_of(&metric).all(|record| record.value.is_some() == is_set));
        }
    });
    with_draft(&PLAIN, |draft| assert!(!draft.set_unavailable()));
}

#[test]
fn initial_values_are_there_when_readers_see_the_image_first() {
    with_draft(&PLAIN, |draft| {
        assert!(Image::read(&bytes_of(draft.memory())).is_err());
        draft.exclusive::<u32>(draft.find("u32").unwrap()).unwrap().set(9);
        draft.text(draft.find("string").unwrap()).unwrap().set("first").unwrap();
        let writer = draft.publish();
        assert!(Image::read(&bytes_of(writer.memory())).is_ok());
        assert_eq!((one(&writer, "u32").as_str(), one(&writer, "string").as_str()), ("9", "\"first\""));
    });
}

#[test]
fn texts_are_set_whole_or_not_at_all() {
    for registry in [PLAIN, PLAIN.strings(Buffering::Single)] {
        with_writer(&registry, |writer| {
            let text = writer.text(writer.find("string").unwrap()).unwrap();
            assert_eq!(one(&writer, "string"), "\"\"");
            for length in (0..=255).step_by(if cfg!(miri) { 51 } else { 1 }).chain([3, 0, 255, 1]) {
                let longer = "x".repeat(length);
                text.set(&longer).unwrap();
                assert_eq!(one(&writer, "string"), format!("{longer:?}"));
                assert_eq!(text.get(&mut [0; 256]), longer.as_bytes());
            }
            text.set("short").unwrap();
            assert_eq!(text.set(&"x".repeat(256)), Err(BadText));
            assert_eq!(text.set("a\0b"), Err(BadText));
            assert_eq!(one(&writer, "string"), "\"short\"", "the old text stays");
            let others = writer.text(writer.find_instance("of.cores_too", "core1").unwrap()).unwrap();
            others.set_bytes(b"\xff").unwrap();
            assert_eq!(seen(&writer, "of.cores_too")[1].1, "\"\u{fffd}\"");
            assert_eq!(seen(&writer, "of.cores_too")[2].1, "\"\"");
        });
    }
}

#[test]
fn the_old_text_stays_whole_until_the_next_but_one() {
    with_writer(&PLAIN, |writer| {
        let text = writer.text(writer.find("string").unwrap()).unwrap();
        text.set("one").unwrap();
        let before = bytes_of(writer.memory());
        text.set("two").unwrap();
        let after = bytes_of(writer.memory());
        let place = |bytes: &[u8], text: &[u8]| bytes.windows(text.len()).position(|window| window == text);
        assert_eq!(place(&after, b"one\0"), place(&before, b"one\0"));
        assert!(place(&after, b"two\0").is_some());
    });
}

#[test]
fn intervals_add_up_and_never_count_time_twice() {
    with_writer(&SENTINEL, |writer| {
        let interval = writer.interval(writer.find("elapsed").unwrap()).unwrap();
        assert_eq!(one(&writer, "elapsed"), "0 None");
        assert!(!interval.end(5), "none is open");
        assert!(interval.start(1000));
        assert!(!interval.start(1100), "one is open");
        assert_eq!(one(&writer, "elapsed"), "0 Some(1000)");
        assert_eq!(interval.open_since(), Some(1000));
        assert!(interval.end(1500));
        assert_eq!(one(&writer, "elapsed"), "500 None");
        assert!(interval.start(2000) && interval.end(1000), "a clock that was set back adds nothing");
        assert_eq!(interval.get(), Some(500));
        interval.add(7);
        interval.start(1);
        interval.discard();
        assert_eq!(one(&writer, "elapsed"), "507 None");
        interval.start(1);
        interval.set(3);
        assert_eq!(one(&writer, "elapsed"), "3 None");
        assert!(interval.start(0), "the time 0 would say that none is open, so it counts as 1");
        assert_eq!(one(&writer, "elapsed"), "3 Some(1)");
        assert!(interval.set_unavailable());
        assert_eq!(one(&writer, "elapsed"), "none");
        assert!(interval.start(10) && interval.end(30));
        assert_eq!(one(&writer, "elapsed"), "20 None");
        interval.start(u64::MAX);
        assert_eq!(interval.open_since(), Some(i64::MAX.unsigned_abs()));
    });
}

#[test]
fn values_are_found_by_name_and_by_place() {
    with_writer(&PLAIN, |writer| {
        for (number, name) in ["i32", "u32", "i64", "u64", "float", "double", "string", "elapsed"].iter().enumerate() {
            let number = u32::try_from(number).unwrap();
            assert_eq!(writer.find(name), writer.value_at(number, 0));
            assert_eq!(writer.find(name), writer.find_instance(name, "whatever"), "a singular metric has one value");
        }
        for (place, name) in (0..).zip(["core0", "core1", "a core"]) {
            assert_eq!(writer.find_instance("of.cores_too", name), writer.value_at(9, place));
        }
        for unknown in ["", "of", "of.cores_", "i321", "zzz"] {
            assert_eq!(writer.find(unknown), Err(LookUpError::UnknownMetric));
        }
        assert_eq!(writer.find("of.cores"), Err(LookUpError::UnknownInstance));
        assert_eq!(writer.find_instance("of.cores", "core2"), Err(LookUpError::UnknownInstance));
        assert_eq!(writer.find_instance("of.cores", ""), Err(LookUpError::UnknownInstance));
        assert_eq!(writer.find_instance("of.nothing", "core0"), Err(LookUpError::UnknownInstance));
        assert_eq!(writer.value_at(12, 0), Err(LookUpError::UnknownMetric));
        assert_eq!(writer.value_at(8, 3), Err(LookUpError::UnknownInstance));
        assert_eq!(writer.value_at(8, u32::MAX), Err(LookUpError::UnknownInstance));
    });
}

#[test]
fn a_value_is_found_by_where_its_record_lies() {
    with_writer(&PLAIN, |writer| {
        let bytes = bytes_of(writer.memory());
        let image = Image::read(&bytes).unwrap();
        for record in image.values() {
            let handle = writer.handle_at(record.offset).unwrap();
            assert_eq!(writer.offset(handle), Ok(record.offset));
            let value_type = image.metric(record.metric).unwrap().value_type().unwrap();
            assert_eq!(writer.value_type(handle), Ok(value_type));
            assert_eq!(writer.handle_at(record.offset + 8), Err(LookUpError::StaleHandle));
        }
        assert_eq!(writer.handle_at(0), Err(LookUpError::StaleHandle));
        let behind = image.values().map(|record| record.offset).max().unwrap() + 32;
        assert_eq!(writer.handle_at(behind), Err(LookUpError::StaleHandle), "the value of a spare instance");
        assert_eq!(writer.handle_at(usize::MAX), Err(LookUpError::StaleHandle));
        assert_eq!(writer.generation(), FIRST);
    });
}

#[test]
fn a_handle_of_the_wrong_type_is_refused() {
    with_writer(&PLAIN, |writer| {
        let handle = writer.find("u64").unwrap();
        assert_eq!(writer.exclusive::<i64>(handle).unwrap_err(), LookUpError::WrongType);
        assert_eq!(writer.exclusive::<u32>(handle).unwrap_err(), LookUpError::WrongType);
        assert_eq!(writer.exclusive::<f64>(handle).unwrap_err(), LookUpError::WrongType);
        assert_eq!(writer.text(handle).unwrap_err(), LookUpError::WrongType);
        assert_eq!(writer.interval(handle).unwrap_err(), LookUpError::WrongType);
        assert_eq!(writer.exclusive::<u64>(writer.find("none").unwrap()).unwrap_err(), LookUpError::WrongType);
    });
}

#[test]
fn handles_of_other_images_and_of_earlier_layouts_are_stale() {
    let size = PLAIN.required_size();
    let [mut one, mut other] = [Bytes::new(size), Bytes::new(size)];
    let writer = Writer::new(one.memory().unwrap(), &PLAIN, FIRST).unwrap();
    let handle = writer.find("u64").unwrap();
    writer.exclusive::<u64>(handle).unwrap().set(44);
    let moved = writer.move_to(other.memory().unwrap(), &PLAIN, SECOND).unwrap().publish();
    assert_eq!(moved.exclusive::<u64>(handle).unwrap_err(), LookUpError::StaleHandle);
    assert_eq!(moved.exclusive::<u64>(moved.find("u64").unwrap()).unwrap().get(), Some(44));
    with_writer(&PLAIN, |foreign| {
        assert_eq!(foreign.exclusive::<u64>(handle).unwrap_err(), LookUpError::StaleHandle);
    });
}

#[test]
fn a_move_that_is_refused_gives_the_writer_back() {
    let size = PLAIN.required_size();
    let mut bytes = Bytes::new(size * 2);
    let mut small = Bytes::new(64);
    let memory = bytes.memory().unwrap();
    let writer = Writer::new(memory, &PLAIN, FIRST).unwrap();
    let handle = writer.find("u64").unwrap();
    let refused = writer.move_to(memory, &PLAIN, SECOND).unwrap_err();
    assert_eq!(refused.refusal.rule, Rule::SameMemory);
    let refused = refused.writer.move_to(small.memory().unwrap(), &PLAIN, SECOND).unwrap_err();
    assert_eq!(refused.refusal.rule, Rule::MemoryTooSmall { needed: size });
    let refused = refused.writer.move_to(small.memory().unwrap(), &PLAIN, FIRST).unwrap_err();
    assert_eq!(refused.refusal.rule, Rule::BadGeneration);
    refused.writer.exclusive::<u64>(handle).unwrap().inc();
    assert_eq!(one(&refused.writer, "u64"), "1");
}

#[test]
fn a_stopped_image_is_in_flux() {
    let mut bytes = Bytes::new(PLAIN.required_size());
    let memory = bytes.memory().unwrap();
    let writer = Writer::new(memory, &PLAIN, FIRST).unwrap();
    writer.exclusive::<u64>(writer.find("u64").unwrap()).unwrap().set(6);
    writer.stop();
    assert_eq!(Image::read(&bytes_of(memory)).unwrap_err().name(), "in_flux");
    assert_eq!(Writer::adopt(memory, &PLAIN, SECOND).unwrap_err().rule, Rule::DifferentLayout);
}

#[test]
fn spare_instances_get_their_names_later() {
    with_writer(&PLAIN, |writer| {
        let before = bytes_of(writer.memory());
        let image = Image::read(&before).unwrap();
        assert_eq!(image.summary().instances, 3, "spare instances are not seen");
        let core0 = writer.exclusive::<i64>(writer.find_instance("of.cores", "core0").unwrap()).unwrap();
        core0.set(10);

        let edit = writer.edit(SECOND).unwrap();
        assert!(Image::read(&bytes_of(writer.memory())).is_err(), "readers keep out");
        assert_eq!(writer.edit(THIRD).unwrap_err().rule, Rule::Busy);
        assert_eq!(edit.name_instance(1, 77, b"a new core").unwrap(), 3);
        writer.exclusive::<i64>(writer.find_instance("of.cores", "a new core").unwrap()).unwrap().set(20);
        assert_eq!(edit.name_instance(2, 0, b"thing").unwrap(), 0);
        edit.publish();

        core0.inc();
        let text = writer.text(writer.find_instance("of.cores_too", "a new core").unwrap()).unwrap();
        text.set("text").unwrap();
        text.set("text again").unwrap();
        let pairs = |expected: &[(&str, &str)]| -> Vec<_> {
            expected.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
        };
        let expected = [("core0", "11"), ("core1", "0"), ("a core", "0"), ("a new core", "20")];
        assert_eq!(seen(&writer, "of.cores"), pairs(&expected));
        let expected = [("core0", "\"\""), ("core1", "\"\""), ("a core", "\"\""), ("a new core", "\"text again\"")];
        assert_eq!(seen(&writer, "of.cores_too"), pairs(&expected));
        assert_eq!(seen(&writer, "of.nothing"), pairs(&[("thing", "0")]));
        let bytes = bytes_of(writer.memory());
        assert_eq!(Image::read(&bytes).unwrap().generation(), SECOND);
        assert_eq!(writer.find_instance("of.cores", "a new core"), writer.value_at(8, 3));

        let edit = writer.edit(THIRD).unwrap();
        assert_eq!(edit.name_instance(1, 78, b"Another").unwrap(), 4);
        drop(edit);
        writer.exclusive::<i64>(writer.find_instance("of.cores", "Another").unwrap()).unwrap().set(30);
        assert_eq!(seen(&writer, "of.cores").len(), 5);
        assert_eq!(seen(&writer, "of.cores")[4].1, "30");
        for name in ["core0", "core1", "a core", "a new core", "Another"] {
            assert!(writer.find_instance("of.cores", name).is_ok(), "{name}");
        }
    });
}

#[test]
fn names_for_spare_instances_keep_the_rules() {
    with_writer(&PLAIN, |writer| {
        let edit = writer.edit(SECOND).unwrap();
        let rule = |serial, id, name| edit.name_instance(serial, id, name).unwrap_err().rule;
        assert_eq!(rule(3, 50, b"x"), Rule::UnknownIndom);
        assert_eq!(rule(1, -1, b"x"), Rule::BadInstanceId);
        assert_eq!(rule(1, 9, b"x"), Rule::DuplicateInstanceId);
        assert_eq!(rule(1, 50, b""), Rule::BadInstanceName);
        assert_eq!(rule(1, 50, b"a\0b"), Rule::BadInstanceName);
        assert_eq!(rule(1, 50, &[b'x'; 256]), Rule::BadInstanceName);
        assert_eq!(rule(1, 50, b"core1"), Rule::DuplicateInstanceName);
        let needed = glassbox::mmv::Version::V2;
        assert_eq!(rule(1, 50, &[b'x'; 64]), Rule::VersionTooLow { needed });
        let refusal = edit.name_instance(1, 50, b"core1").unwrap_err();
        let subject = Subject::Instance { serial: 1, number: 3, id: 50, name: "core1".into() };
        assert_eq!(refusal.subject, subject);
        assert_eq!(edit.name_instance(1, 50, &[b'x'; 63]), Ok(3));
        assert_eq!(edit.name_instance(1, 51, b"y"), Ok(4));
        assert_eq!(rule(1, 52, b"z"), Rule::NoSpare);
        assert_eq!(edit.name_instance(2, 52, b"z"), Ok(0));
        assert_eq!(rule(2, 53, b"zz"), Rule::NoSpare);
        edit.publish();
        assert_eq!(seen(&writer, "of.cores").len(), 5);
    });
    with_writer(&PLAIN.version(glassbox::mmv::Version::V2), |writer| {
        let edit = writer.edit(SECOND).unwrap();
        assert_eq!(edit.name_instance(1, 50, &[b'x'; 255]), Ok(3));
        edit.publish();
        assert_eq!(seen(&writer, "of.cores")[3].0, "x".repeat(255));
        let name = "x".repeat(255);
        assert!(writer.find_instance("of.cores", &name).is_ok());
    });
}

#[test]
fn an_adopted_image_keeps_the_instances_that_were_named() {
    for registry in [PLAIN, PLAIN.version(glassbox::mmv::Version::V2), PLAIN.strings(Buffering::Single)] {
        let mut bytes = Bytes::new(registry.required_size());
        let memory = bytes.memory().unwrap();
        let writer = Writer::new(memory, &registry, FIRST).unwrap();
        let edit = writer.edit(SECOND).unwrap();
        edit.name_instance(1, 50, b"zz").unwrap();
        edit.name_instance(1, 51, b"aa").unwrap();
        edit.publish();
        for (name, number) in [("zz", 1), ("aa", 2), ("core0", 3)] {
            writer.exclusive::<i64>(writer.find_instance("of.cores", name).unwrap()).unwrap().set(number);
            writer.text(writer.find_instance("of.cores_too", name).unwrap()).unwrap().set(name).unwrap();
        }
        let before = [seen(&writer, "of.cores"), seen(&writer, "of.cores_too")];
        let handle = writer.find("u64").unwrap();
        let adopted = Writer::adopt(memory, &registry, THIRD).unwrap();
        assert_eq!([seen(&adopted, "of.cores"), seen(&adopted, "of.cores_too")], before);
        assert_eq!(adopted.exclusive::<u64>(handle).unwrap_err(), LookUpError::StaleHandle);
        adopted.exclusive::<i64>(adopted.find_instance("of.cores", "aa").unwrap()).unwrap().inc();
        assert_eq!(seen(&adopted, "of.cores")[4], ("aa".to_owned(), "3".to_owned()));
        assert_eq!(adopted.edit(FIRST).unwrap().name_instance(1, 60, b"x").unwrap_err().rule, Rule::NoSpare);
    }
}

#[test]
fn every_changed_word_of_the_metadata_keeps_an_image_from_being_adopted() {
    let registry = PLAIN.version(glassbox::mmv::Version::V2);
    let mut bytes = Bytes::new(registry.required_size());
    let file_size = Writer::new(bytes.memory().unwrap(), &registry, FIRST).unwrap().file_size();
    let good = bytes_of(bytes.memory().unwrap());
    let image = Image::read(&good).unwrap();
    // What may differ: the first generation with the second, the process, and what the values say.
    let mut free = vec![8..24, 32..36];
    free.extend(image.values().map(|record| record.offset..record.offset + 8));
    let is_string = |metric| image.metric(metric).unwrap().value_type() == Some(Type::String);
    let texts: Vec<_> = image.values().filter(|record| is_string(record.metric)).collect();
    let numbers = image.values().filter(|record| !is_string(record.metric));
    free.extend(numbers.map(|record| record.offset + 8..record.offset + 16));
    let first_text = u64::from_ne_bytes(*good[texts[0].offset + 8..].first_chunk().unwrap());
    let first_text = usize::try_from(first_text).unwrap();
    // Values of spare instances, and the blocks of texts.
    let used = image.values().map(|record| record.offset + 32).max().unwrap();
    let strings = usize::try_from(u64::from_ne_bytes(*good[40 + 4 * 16 + 8..].first_chunk().unwrap())).unwrap();
    free.push(used..strings);
    free.push(first_text..first_text + 512 * 6);
    // Miri looks at a few.
    for at in (0..file_size).step_by(if cfg!(miri) { 1004 } else { 4 }) {
        let mut damaged = good.clone();
        damaged[at] ^= 0x10;
        let mut region = Bytes::holding(&damaged);
        let adopted = Writer::adopt(region.memory().unwrap(), &registry, SECOND);
        let may_differ = free.iter().any(|range| range.contains(&at));
        if (8..24).contains(&at) {
            assert!(adopted.is_err(), "generations that differ at {at}");
        } else {
            assert_eq!(adopted.is_ok(), may_differ, "a byte at {at}");
        }
        if let Err(refusal) = adopted {
            assert_eq!(refusal.rule, Rule::DifferentLayout);
            assert_eq!(bytes_of(region.memory().unwrap()), damaged, "nothing was written");
        }
    }
}

#[test]
fn shared_additions_from_many_threads_lose_nothing() {
    const EACH: u32 = if cfg!(miri) { 100 } else { 20_000 };
    for registry in [PLAIN, SENTINEL] {
        with_draft(&registry, |draft| {
            draft.set_unavailable();
            let writer = draft.publish();
            let u32_value = writer.shared::<u32>(writer.find("u32").unwrap()).unwrap();
            let i32_value = writer.shared::<i32>(writer.find("i32").unwrap()).unwrap();
            let float = writer.shared::<f32>(writer.find("float").unwrap()).unwrap();
            let work = || {
                for _ in 0..EACH {
                    u32_value.inc();
                    i32_value.add(-2);
                    float.add(0.5);
                }
            };
            std::thread::scope(|scope| {
                for _ in 0..3 {
                    scope.spawn(work);
                }
            });
            assert_eq!(u32_value.get(), Some(3 * EACH));
            assert_eq!(one(&writer, "i32"), (-6 * i64::from(EACH)).to_string());
            assert_eq!(one(&writer, "float"), (f64::from(EACH) * 1.5).to_string());
            u32_value.set(1);
            assert_eq!(one(&writer, "u32"), "1");
        });
    }
}

#[cfg(not(glassbox_word32))]
#[test]
fn shared_additions_of_64_bits_lose_nothing() {
    const EACH: u32 = if cfg!(miri) { 100 } else { 20_000 };
    for registry in [PLAIN, SENTINEL] {
        with_draft(&registry, |draft| {
            draft.set_unavailable();
            let writer = draft.publish();
            let u64_value = writer.shared::<u64>(writer.find("u64").unwrap()).unwrap();
            let i64_value = writer.shared::<i64>(writer.find("i64").unwrap()).unwrap();
            let double = writer.shared::<f64>(writer.find("double").unwrap()).unwrap();
            std::thread::scope(|scope| {
                for _ in 0..3 {
                    scope.spawn(|| {
                        for _ in 0..EACH {
                            u64_value.inc();
                            i64_value.add(-2);
                            double.add(0.5);
                        }
                    });
                }
            });
            assert_eq!(one(&writer, "u64"), (3 * EACH).to_string());
            assert_eq!(one(&writer, "i64"), (-6 * i64::from(EACH)).to_string());
            assert_eq!(one(&writer, "double"), (f64::from(EACH) * 1.5).to_string());
        });
    }
}

#[test]
fn a_value_under_a_lock_is_added_to() {
    with_writer(&PLAIN, |writer| {
        let value = writer.exclusive::<u64>(writer.find("u64").unwrap()).unwrap();
        let guarded = Guarded::<_, Alone>::new(value);
        assert_eq!(guarded.add(5), Some(()));
        assert_eq!(guarded.with(glassbox::mmv::Exclusive::get), Some(Some(5)));
        assert_eq!(guarded.with(|_| guarded.add(1)), Some(None), "inside it is busy");
        assert_eq!(one(&writer, "u64"), "5");
    });
}
