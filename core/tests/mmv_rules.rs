//! Each rule of the MMV writer: what breaks it is refused by its name, before a single byte is written.
#![cfg(all(feature = "mmv", feature = "read"))]

mod mmv_common;

use glassbox::mmv::{
    Flags, Refusal, Rule, Subject, Surprise, Target, Text, Type, Units, Version, Writer, required_size, warnings,
};
use mmv_common::{Bytes, Own, OwnIndom, OwnLabel, OwnMetric, bytes_of};

/// Two metrics, one of them with two instances, and a label.
fn good() -> Own {
    let metrics = vec![OwnMetric::new("a.b", 1, Type::U64), OwnMetric::new("a.c", 2, Type::String).of_indom(5)];
    let mut own = Own::new(metrics).with_indom(OwnIndom::new(5, &[(0, "zero"), (7, "seven")]));
    own.labels.push(OwnLabel::new(Target::Item(1), "kind", "\"x\""));
    own
}

/// The rule that the declarations break and what breaks it; nothing may have been written.
fn refused(own: &Own) -> (Rule, Subject<'_>) {
    let mut bytes = Bytes::new(1 << 16);
    let memory = bytes.memory().unwrap();
    let before = bytes_of(memory);
    let Refusal { rule, subject } = Writer::new(memory, own, 1 << 32 | 1).unwrap_err();
    assert_eq!(bytes_of(memory), before, "something was written before {} was found", rule.name());
    assert!(required_size(own).is_err());
    (rule, subject)
}

/// Checks that `change` breaks `rule`, and that `name` and `needle` are in the message.
fn breaks(rule: Rule, words: &[&str], change: impl FnOnce(&mut Own)) {
    let mut own = good();
    change(&mut own);
    let (found, subject) = refused(&own);
    assert_eq!(found, rule);
    let message = Refusal { rule, subject }.to_string();
    for word in words {
        assert!(message.contains(word), "{word} is not in: {message}");
    }
}

#[test]
fn the_declarations_that_the_other_tests_break_are_good() {
    assert!(required_size(&good()).is_ok());
}

#[test]
fn metric_names_follow_the_grammar() {
    for name in ["", "9a", "a-b", "a..b", ".a", "a.", "_a", "é"] {
        breaks(Rule::BadMetricName, &["metric 1", name], |own| own.metrics[1].name = name.into());
    }
    breaks(Rule::BadMetricName, &["metric 0"], |own| own.metrics[0].name = vec![b'a'; 256]);
    let mut longest = good();
    longest.metrics[0].name = vec![b'a'; 255];
    assert!(required_size(&longest).is_ok());
}

#[test]
fn metric_names_are_unique_and_no_branches_of_each_other() {
    breaks(Rule::DuplicateMetricName, &["metric 1 (a.b)"], |own| own.metrics[1].name = "a.b".into());
    breaks(Rule::NameConflict, &["metric 1 (a)"], |own| own.metrics[1].name = "a".into());
    breaks(Rule::NameConflict, &["metric 1 (a.b.c)"], |own| own.metrics[1].name = "a.b.c".into());
    let mut near = good();
    near.metrics[1].name = "a.bc".into();
    assert!(required_size(&near).is_ok());
}

#[test]
fn items_are_in_range_and_unique() {
    breaks(Rule::BadItem, &["metric 0 (a.b)", "1023"], |own| own.metrics[0].item = 1024);
    breaks(Rule::DuplicateItem, &["metric 1 (a.c)"], |own| own.metrics[1].item = 1);
    let mut last = good();
    last.metrics[1].item = 1023;
    assert!(required_size(&last).is_ok());
}

#[test]
fn codes_are_those_of_the_format() {
    for code in [-2, 7, 8, 10, 11, 100] {
        breaks(Rule::BadType, &["metric 0 (a.b)"], |own| own.metrics[0].type_code = code);
    }
    for code in [-1, 0, 2, 5, 99] {
        breaks(Rule::BadSemantics, &["metric 0 (a.b)"], |own| own.metrics[0].semantics_code = code);
    }
    for units in [0x1009_0000, 0x0100_6000, 0x0000_0001, Units::NONE.count(8, 0).bits()] {
        breaks(Rule::BadUnits, &["metric 0 (a.b)"], |own| own.metrics[0].units = units);
    }
}

#[test]
fn elapsed_times_are_counters_of_microseconds() {
    let elapsed = |semantics_code, units: Units| {
        move |own: &mut Own| {
            own.metrics[0] =
                OwnMetric { semantics_code, units: units.bits(), ..OwnMetric::new("a.b", 1, Type::Elapsed) };
        }
    };
    breaks(Rule::ElapsedShape, &["a.b"], elapsed(3, Units::MICROSECOND));
    breaks(Rule::ElapsedShape, &["a.b"], elapsed(1, Units::MILLISECOND));
    let mut good = good();
    elapsed(1, Units::MICROSECOND)(&mut good);
    assert!(required_size(&good).is_ok());
}

#[test]
fn the_file_has_a_good_cluster_flags_and_generation() {
    breaks(Rule::BadCluster, &["the file", "4095"], |own| own.file.cluster = 4096);
    breaks(Rule::BadFlags, &["the file"], |own| own.file.flags = Flags::from_bits_retain(8));
    let own = good();
    let mut bytes = Bytes::new(required_size(&own).unwrap());
    let memory = bytes.memory().unwrap();
    assert_eq!(Writer::new(memory, &own, 0).unwrap_err().rule, Rule::BadGeneration);
    if cfg!(glassbox_word32) {
        assert_eq!(Writer::new(memory, &own, 5).unwrap_err().rule, Rule::BadGeneration);
        assert_eq!(Writer::new(memory, &own, 5 << 32).unwrap_err().rule, Rule::BadGeneration);
    }
    let writer = Writer::new(memory, &own, 1 << 32 | 1).unwrap();
    assert_eq!(writer.edit(1 << 32 | 1).unwrap_err().rule, Rule::BadGeneration);
    assert_eq!(writer.edit(0).unwrap_err().rule, Rule::BadGeneration);
}

#[test]
fn serials_are_in_range_unique_and_declared() {
    for serial in [0, 4_194_304] {
        breaks(Rule::BadSerial, &["instance domain 0", &serial.to_string()], |own| own.indoms[0].serial = serial);
    }
    breaks(Rule::DuplicateSerial, &["instance domain 1 of serial 5"], |own| own.indoms.push(OwnIndom::new(5, &[])));
    breaks(Rule::UnknownIndom, &["metric 1 (a.c)"], |own| own.metrics[1].indom = 6);
}

#[test]
fn instances_have_their_own_numbers_and_names() {
    let instance = |place: usize, id: i32, name: &[u8]| {
        let name = name.to_vec();
        move |own: &mut Own| own.indoms[0].instances[place] = (id, name)
    };
    breaks(Rule::BadInstanceId, &["serial 5", "instance 1 (seven)"], instance(1, -1, b"seven"));
    breaks(Rule::DuplicateInstanceId, &["serial 5", "number 0", "instance 1 (one)"], instance(1, 0, b"one"));
    breaks(Rule::BadInstanceName, &["serial 5", "instance 0"], instance(0, 0, b""));
    breaks(Rule::BadInstanceName, &["serial 5"], instance(0, 0, b"a\0b"));
    breaks(Rule::BadInstanceName, &["serial 5"], instance(0, 0, &[b'x'; 256]));
    breaks(Rule::DuplicateInstanceName, &["serial 5", "number 8", "instance 1 (zero)"], instance(1, 8, b"zero"));
}

#[test]
fn duplicates_among_instances_are_found_in_any_order() {
    for ids in [[3, 1, 2, 3], [1, 2, 3, 2], [3, 3, 1, 2], [1, 2, 2, 3]] {
        let names = ["a", "b", "c", "d"];
        let instances: Vec<_> = ids.into_iter().zip(names).collect();
        breaks(Rule::DuplicateInstanceId, &[], |own| own.indoms[0] = OwnIndom::new(5, &instances));
        let instances: Vec<_> = (0..4).zip(ids.map(|id| names[usize::try_from(id).unwrap()])).collect();
        breaks(Rule::DuplicateInstanceName, &[], |own| own.indoms[0] = OwnIndom::new(5, &instances));
    }
}

#[test]
fn help_is_a_text() {
    for text in [vec![b'x'; 256], b"a\0b".to_vec()] {
        breaks(Rule::BadText, &["metric 0 (a.b)"], |own| own.metrics[0].short_help = text.clone());
        breaks(Rule::BadText, &["metric 0 (a.b)"], |own| own.metrics[0].long_help = text.clone());
        breaks(Rule::BadText, &["instance domain 0"], |own| own.indoms[0].short_help = text.clone());
        breaks(Rule::BadText, &["instance domain 0"], |own| own.indoms[0].long_help = text.clone());
    }
    let mut longest = good();
    longest.metrics[0].long_help = vec![b'x'; 255];
    assert!(required_size(&longest).is_ok());
}

#[test]
fn labels_are_ones_that_pcp_keeps() {
    let label = |name: &str, value: &str| {
        let label = OwnLabel::new(Target::Item(1), name, value);
        move |own: &mut Own| own.labels[0] = label
    };
    for name in ["", "9a", "_a", "a.b", "a-b"] {
        breaks(Rule::BadLabelName, &["label 0", name], label(name, "1"));
    }
    for value in ["", "x", "'x'", "01", "[1,]", "1 2", "\"\n\""] {
        breaks(Rule::BadLabelValue, &["label 0 (n)"], label("n", value));
    }
    let deep = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    breaks(Rule::BadLabelValue, &["label 0 (n)"], label("n", &deep(32)));
    let mut own = good();
    label("n", &deep(31))(&mut own);
    assert!(required_size(&own).is_ok());
    // Braces, quotes, colon and the name take 6 bytes.
    let text = |length: usize| format!("\"{}\"", "x".repeat(length - 2));
    breaks(Rule::LabelTooLong, &["label 0 (n)", "243"], label("n", &text(238)));
    label("n", &text(237))(&mut own);
    assert!(required_size(&own).is_ok());
    label("n", &format!(" [ {} ] ", text(235)))(&mut own);
    assert!(required_size(&own).is_ok(), "blanks are not written and do not count");
}

#[test]
fn labels_are_about_what_is_declared() {
    let targets =
        [Target::Item(3), Target::Indom(6), Target::Instance { indom: 6, id: 0 }, Target::Instance { indom: 5, id: 1 }];
    for target in targets {
        breaks(Rule::UnknownLabelTarget, &["label 1 (n)"], |own| own.labels.push(OwnLabel::new(target, "n", "1")));
    }
    breaks(Rule::LabelNeedsCluster, &["label 1 (n)"], |own| {
        own.file.cluster = 0;
        own.labels.push(OwnLabel::new(Target::Cluster, "n", "1"));
    });
    breaks(Rule::DuplicateLabel, &["label 1 (kind)"], |own| {
        own.labels.push(OwnLabel::new(Target::Item(1), "kind", "2"));
    });
    let mut own = good();
    own.labels.push(OwnLabel::new(Target::Item(2), "kind", "2"));
    own.labels.push(OwnLabel::new(Target::Instance { indom: 5, id: 7 }, "kind", "2"));
    assert!(required_size(&own).is_ok(), "the same name about other things");
}

#[test]
fn there_are_not_too_many_of_anything_and_at_least_one_metric() {
    breaks(Rule::NoMetrics, &["the file"], |own| own.metrics.clear());
    let many = |count: u32| (0..count).map(|item| OwnMetric::new(&format!("m{item}"), item, Type::U64)).collect();
    breaks(Rule::TooManyMetrics, &["1023"], |own| own.metrics = many(1024));
    breaks(Rule::TooManyIndoms, &["1023"], |own| {
        own.indoms = (1..=1024).map(|serial| OwnIndom::new(serial, &[])).collect();
    });
    let labels = |count: u32| (0..count).map(|n| OwnLabel::new(Target::Cluster, &format!("l{n}"), "1")).collect();
    breaks(Rule::TooManyLabels, &["255"], |own| own.labels = labels(256));
    let mut most = Own::new(many(1023));
    most.indoms = (1..=1023).map(|serial| OwnIndom::new(serial, &[])).collect();
    most.labels = labels(255);
    assert!(required_size(&most).is_ok());
}

#[test]
fn a_version_that_cannot_hold_the_content_is_refused() {
    breaks(Rule::VersionTooLow { needed: Version::V3 }, &["label 0 (kind)", "3"], |own| {
        own.file.version = Some(Version::V2);
    });
    breaks(Rule::VersionTooLow { needed: Version::V2 }, &["metric 0", "2"], |own| {
        own.labels.clear();
        own.file.version = Some(Version::V1);
        own.metrics[0].name = vec![b'x'; 64];
    });
    breaks(Rule::VersionTooLow { needed: Version::V2 }, &["serial 5", "instance 1"], |own| {
        own.labels.clear();
        own.file.version = Some(Version::V1);
        own.indoms[0].instances[1].1 = vec![b'x'; 64];
    });
}

#[test]
fn memory_that_is_too_small_is_refused_with_the_size_that_is_needed() {
    let own = good();
    let needed = required_size(&own).unwrap();
    let mut bytes = Bytes::new(needed - 16);
    let refusal = Writer::new(bytes.memory().unwrap(), &own, 1 << 32 | 1).unwrap_err();
    assert_eq!(refusal.rule, Rule::MemoryTooSmall { needed });
    assert!(refusal.to_string().ends_with(&format!(": {needed}")));
    let mut bytes = Bytes::new(needed);
    assert!(Writer::new(bytes.memory().unwrap(), &own, 1 << 32 | 1).is_ok());
}

#[test]
fn an_image_that_offsets_cannot_span_is_refused() {
    let mut own = good();
    own.indoms[0].spares = u32::MAX;
    assert_eq!(refused_without_writing(&own), Rule::LayoutTooLarge);
    // 2^24 text values of two blocks take 8 GiB.
    own.indoms[0].spares = 1 << 24;
    if cfg!(glassbox_word32) {
        assert_eq!(refused_without_writing(&own), Rule::LayoutTooLarge);
    } else {
        assert!(matches!(refused_without_writing(&own), Rule::MemoryTooSmall { .. }));
    }
}

fn refused_without_writing(own: &Own) -> Rule {
    let mut bytes = Bytes::new(4096);
    Writer::new(bytes.memory().unwrap(), own, 1 << 32 | 1).unwrap_err().rule
}

#[test]
fn what_may_surprise_is_listed_and_not_refused() {
    let mut own = good();
    own.indoms.push(OwnIndom::new(2048, &[(0, "disk one"), (1, "disk two"), (2, "disc"), (3, "disk")]));
    let found: Vec<_> = warnings(&own).map(|warning| (warning.surprise, warning.subject)).collect();
    let same = |number, id, name: &'static str| {
        (Surprise::SameUpToBlank, Subject::Instance { serial: 2048, number, id, name: text(name) })
    };
    let expected = [
        (Surprise::LargeSerial, Subject::Indom { number: 1, serial: 2048 }),
        same(1, 1, "disk two"),
        same(3, 3, "disk"),
    ];
    assert_eq!(found, expected);
    assert!(required_size(&own).is_ok());
    let messages: Vec<_> = warnings(&own).map(|warning| warning.to_string()).collect();
    assert!(messages[0].contains("instance domain 1 of serial 2048"), "{messages:?}");
    assert!(messages[1].contains("(disk two)"), "{messages:?}");
    assert_eq!(warnings(&good()).count(), 0);
}

/// A text as the writer names it; names of declarations are texts.
fn text(text: &'static str) -> Text<'static> {
    Text::from(text)
}

#[test]
fn every_rule_has_its_own_name() {
    // The names of the format, in its order, beside those that are the project's own.
    let rules = [
        Rule::BadMetricName,
        Rule::DuplicateMetricName,
        Rule::NameConflict,
        Rule::BadItem,
        Rule::DuplicateItem,
        Rule::BadType,
        Rule::BadSemantics,
        Rule::BadUnits,
        Rule::ElapsedShape,
        Rule::BadCluster,
        Rule::BadFlags,
        Rule::BadGeneration,
        Rule::BadSerial,
        Rule::DuplicateSerial,
        Rule::UnknownIndom,
        Rule::BadInstanceId,
        Rule::DuplicateInstanceId,
        Rule::BadInstanceName,
        Rule::DuplicateInstanceName,
        Rule::BadText,
        Rule::BadLabelName,
        Rule::BadLabelValue,
        Rule::LabelTooLong,
        Rule::UnknownLabelTarget,
        Rule::LabelNeedsCluster,
        Rule::DuplicateLabel,
        Rule::TooManyMetrics,
        Rule::TooManyIndoms,
        Rule::TooManyLabels,
        Rule::NoMetrics,
        Rule::MemoryTooSmall { needed: 1 },
        Rule::VersionTooLow { needed: Version::V2 },
        Rule::LayoutTooLarge,
        Rule::DifferentLayout,
        Rule::SameMemory,
        Rule::NoSpare,
        Rule::Busy,
    ];
    let names: std::collections::BTreeSet<_> = rules.iter().map(|rule| rule.name()).collect();
    assert_eq!(names.len(), rules.len());
    assert!(names.contains("bad_metric_name") && names.contains("layout_too_large"));
}
