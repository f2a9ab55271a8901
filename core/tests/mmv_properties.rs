//! What must hold for any declarations and any values.
#![cfg(all(feature = "mmv", feature = "read"))]

mod mmv_common;

use glassbox::mmv::read::{self, Image, Problem, snapshot};
use glassbox::mmv::{Rule, Target, Type, Writer, required_size};
use mmv_common::any::{Filled, any_text, filled};
use mmv_common::{Bytes, Own, OwnValue, bytes_of, lowest_version};
use proptest::prelude::*;
use proptest::strategy::ValueTree;

/// Sets the values of `filled` through handles that are found by name.
fn set_values(filled: &Filled, writer: &Writer<'_>) {
    let mut values = filled.values.iter();
    for metric in &filled.own.metrics {
        for instance in filled.own.instances_of(metric) {
            let handle = writer.look_up(&metric.name, instance).unwrap();
            values.next().unwrap().set(writer, handle, Type::new(metric.type_code).unwrap());
        }
    }
    assert!(values.next().is_none());
}

fn values_of(image: &Image<'_>) -> Vec<OwnValue> {
    image.values().map(|record| OwnValue::of(record.value)).collect()
}

/// A value as a reader gives it: a number that is not available has no bits.
fn as_read(value: &OwnValue, has_sentinel: bool) -> OwnValue {
    match value {
        OwnValue::Float(bits) if has_sentinel && f32::from_bits(*bits).is_nan() => OwnValue::Unavailable,
        OwnValue::Double(bits) if has_sentinel && f64::from_bits(*bits).is_nan() => OwnValue::Unavailable,
        other => other.clone(),
    }
}

fn check(image: &Image<'_>, own: &Own, values: &[OwnValue]) -> Result<(), TestCaseError> {
    let mut problems = Vec::new();
    image.check(&mut |Problem { kind, offset }| problems.push((kind, offset)));
    prop_assert_eq!(problems, []);
    prop_assert_eq!(image.byte_order(), read::ByteOrder::NATIVE);
    prop_assert_eq!(image.version(), own.file.version.unwrap_or(lowest_version(own)));
    prop_assert_eq!(image.flags(), own.file.flags);
    prop_assert_eq!(image.cluster().cast_unsigned(), own.file.cluster);
    let found = Own::of_image(image);
    prop_assert_eq!(&found.metrics, &own.metrics);
    prop_assert_eq!(&found.labels, &own.labels);
    for (found, own) in found.indoms.iter().zip(&own.indoms) {
        prop_assert_eq!(found, &mmv_common::OwnIndom { spares: 0, ..own.clone() });
    }
    prop_assert_eq!(found.indoms.len(), own.indoms.len());
    let has_sentinel = own.file.flags.contains(glassbox::mmv::Flags::SENTINEL);
    let expected: Vec<_> = values.iter().map(|value| as_read(value, has_sentinel)).collect();
    prop_assert_eq!(values_of(image), expected);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn the_reader_gives_back_what_was_declared_and_set(filled in filled(any_text())) {
        let own = &filled.own;
        let size = required_size(own).unwrap();
        let mut bytes = Bytes::new(size);
        let draft = Writer::lay_out(bytes.memory().unwrap(), own, 1 << 32 | 5).unwrap();
        set_values(&filled, &draft);
        prop_assert_eq!(Image::read(&bytes_of(draft.memory())).unwrap_err(), read::FileError::InFlux);
        let writer = draft.publish();
        let image_bytes = bytes_of(writer.memory());
        let image = Image::read(&image_bytes).unwrap();
        check(&image, own, &filled.values)?;

        // The same through a snapshot of the live memory, and through a second set of all values.
        set_values(&filled, &writer);
        let mut copy = vec![0; size];
        let snapshot = snapshot(&writer.memory(), &mut copy, 1, || {}).unwrap();
        prop_assert_eq!((snapshot.attempts, snapshot.unsettled), (1, 0));
        check(&snapshot.image(), own, &filled.values)?;
    }

    #[test]
    fn equal_declarations_give_equal_bytes(filled in filled(any_text())) {
        let own = &filled.own;
        let size = required_size(own).unwrap();
        let [mut one, mut other] = [Bytes::new(size), Bytes::new(size + 64)];
        let [one, other] = [&mut one, &mut other].map(|bytes| Writer::new(bytes.memory().unwrap(), own, 1 << 32 | 5).unwrap());
        prop_assert!(bytes_of(other.memory()).starts_with(&bytes_of(one.memory())));
        prop_assert_eq!(bytes_of(other.memory())[size..].to_vec(), vec![0xa5; 64], "nothing is written behind the image");
    }

    #[test]
    fn an_image_can_be_adopted_with_all_its_values(filled in filled(any_text())) {
        let own = &filled.own;
        let mut bytes = Bytes::new(required_size(own).unwrap());
        let memory = bytes.memory().unwrap();
        let writer = Writer::new(memory, own, 1 << 32 | 5).unwrap();
        set_values(&filled, &writer);
        let before = bytes_of(memory);
        let mut again = own.clone();
        again.file.process = 77;
        let adopted = Writer::adopt(memory, &again, 1 << 32 | 6).unwrap();
        let mut after = bytes_of(memory);
        prop_assert_eq!(Image::read(&after).unwrap().process(), 77);
        prop_assert_eq!(Image::read(&after).unwrap().generation(), 1 << 32 | 6);
        after[8..24].copy_from_slice(&before[8..24]);
        after[32..36].copy_from_slice(&before[32..36]);
        prop_assert_eq!(&after, &before, "adopting changes the generations and the process alone");
        set_values(&filled, &adopted);
    }

    #[test]
    fn every_spare_instance_can_be_named_and_keeps_all_values(filled in filled(any_text())) {
        let own = &filled.own;
        let mut bytes = Bytes::new(required_size(own).unwrap());
        let memory = bytes.memory().unwrap();
        let writer = Writer::new(memory, own, 1 << 32 | 5).unwrap();
        set_values(&filled, &writer);
        let mut later = own.clone();
        let mut generation = 1 << 32 | 6;
        for (number, indom) in own.indoms.iter().enumerate() {
            for spare in 0..indom.spares {
                let name = format!("spare {spare}").into_bytes();
                let id = (i32::MIN..0).find(|id| later.indoms[number].instances.iter().all(|(other, _)| other != id)).unwrap();
                let edit = writer.edit(generation).unwrap();
                generation += 1;
                prop_assert_eq!(edit.name_instance(indom.serial, id, &name), Ok(u32::try_from(later.indoms[number].instances.len()).unwrap()));
                later.indoms[number].instances.push((id, name));
            }
            let edit = writer.edit(generation).unwrap();
            generation += 1;
            prop_assert_eq!(edit.name_instance(indom.serial, i32::MAX - 1, b"more").unwrap_err().rule, Rule::NoSpare);
        }
        let image_bytes = bytes_of(memory);
        let image = Image::read(&image_bytes).unwrap();
        let found = Own::of_image(&image);
        for (found, later) in found.indoms.iter().zip(&later.indoms) {
            prop_assert_eq!(found, &mmv_common::OwnIndom { spares: 0, ..later.clone() });
        }
        image.check(&mut |problem| panic!("{problem:?}"));
        // All values are where they were, and the new ones can be found by name, each by itself.
        let has_sentinel = own.file.flags.contains(glassbox::mmv::Flags::SENTINEL);
        let mut given = filled.values.iter();
        for metric in &own.metrics {
            let own_values = own.instances_of(metric).len();
            let found = image.metric_named(&metric.name).unwrap();
            let found: Vec<_> = image.values_of(&found).map(|record| OwnValue::of(record.value)).collect();
            prop_assert_eq!(found.len(), later.instances_of(metric).len());
            for found in &found[..own_values] {
                prop_assert_eq!(found, &as_read(given.next().unwrap(), has_sentinel));
            }
            for found in &found[own_values..] {
                prop_assert!(is_zero(found) || *found == OwnValue::Unavailable);
            }
            for instance in later.instances_of(metric) {
                prop_assert!(writer.look_up(&metric.name, instance).is_ok());
            }
        }
        let adopted = Writer::adopt(memory, own, generation + 1).unwrap();
        prop_assert_eq!(bytes_of(memory)[24..32].to_vec(), image_bytes[24..32].to_vec());
        for metric in &own.metrics {
            for instance in later.instances_of(metric) {
                prop_assert!(adopted.look_up(&metric.name, instance).is_ok());
            }
        }
    }

    #[test]
    fn what_moves_keeps_its_values(old in filled(any_text()), new in filled(any_text()), keep in any::<u64>()) {
        // The new declarations, and some of the old metrics among them.
        let mut own = new.own.clone();
        own.labels.clear();
        own.file.version = None;
        for (number, metric) in old.own.metrics.iter().enumerate().filter(|(number, _)| keep >> number & 1 == 1) {
            let indom = old.own.indoms.iter().find(|indom| indom.serial == metric.indom);
            if let Some(indom) = indom && own.indoms.iter().all(|other| other.serial != indom.serial) {
                own.indoms.push(indom.clone());
            }
            let mut own_metric = metric.clone();
            own_metric.item = u32::try_from(1000 + number).unwrap();
            own.metrics.push(own_metric);
        }
        let mut bytes = Bytes::new(required_size(&old.own).unwrap());
        let mut space = Bytes::new(1 << 20);
        let memory = space.memory().unwrap();
        let writer = Writer::new(bytes.memory().unwrap(), &old.own, 1 << 32 | 5).unwrap();
        set_values(&old, &writer);
        let old_bytes = bytes_of(writer.memory());
        let old_image = Image::read(&old_bytes).unwrap();
        let Ok(draft) = writer.move_to(memory, &own, 1 << 32 | 6) else { return Ok(()) };
        let writer = draft.publish();
        let new_bytes = bytes_of(writer.memory());
        let new_image = Image::read(&new_bytes).unwrap();
        let has_sentinel = own.file.flags.contains(glassbox::mmv::Flags::SENTINEL);
        for record in new_image.values() {
            let metric = new_image.metric(record.metric).unwrap();
            let name = |record: &read::ValueRecord<'_>| record.instance.and_then(|instance| instance.name).map(|name| name.as_bytes().to_vec());
            let old_record = old_image
                .metric_named(metric.name.unwrap().as_bytes())
                .filter(|old| old.type_code == metric.type_code)
                .and_then(|old| old_image.values_of(&old).find(|old| name(old) == name(&record)));
            let found = OwnValue::of(record.value);
            match old_record.map(|old| OwnValue::of(old.value)) {
                Some(OwnValue::Unavailable) | None => {
                    let old_has_none = old_record.is_some();
                    let zero = found == OwnValue::Unavailable || is_zero(&found);
                    prop_assert!(zero, "{:?} came from nowhere", found);
                    if old_has_none && has_sentinel {
                        prop_assert_eq!(found, OwnValue::Unavailable);
                    }
                }
                Some(value) => {
                    let expected = as_read(&value, has_sentinel);
                    prop_assert!(found == expected || found == OwnValue::Unavailable && value == OwnValue::String(Vec::new()));
                }
            }
        }
    }
}

fn is_zero(value: &OwnValue) -> bool {
    match value {
        OwnValue::I32(number) => *number == 0,
        OwnValue::U32(number) => *number == 0,
        OwnValue::I64(number) => *number == 0,
        OwnValue::U64(number) => *number == 0,
        OwnValue::Float(bits) => *bits == 0,
        OwnValue::Double(bits) => *bits == 0,
        OwnValue::String(text) => text.is_empty(),
        OwnValue::Elapsed(total, open_since) => *total == 0 && open_since.is_none(),
        OwnValue::Unavailable => false,
    }
}

#[test]
fn labels_of_every_scope_are_made() {
    // The properties above would hold for declarations without labels too.
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut scopes = [false; 4];
    for _ in 0..200 {
        let filled = filled(any_text()).new_tree(&mut runner).unwrap().current();
        for label in &filled.own.labels {
            let scope = match label.target {
                Target::Cluster => 0,
                Target::Item(_) => 1,
                Target::Indom(_) => 2,
                Target::Instance { .. } => 3,
            };
            scopes[scope] = true;
        }
    }
    assert_eq!(scopes, [true; 4]);
}
