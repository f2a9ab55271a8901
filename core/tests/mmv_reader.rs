//! Rules of the MMV reader that no file of the fixtures breaks, and what must hold for any bytes at all.
#![cfg(all(feature = "mmv", feature = "read", feature = "json", feature = "text"))]

use glassbox::mmv::read::{FileError, Image, Problem, ProblemKind};
use glassbox::mmv::{Version, read};
use proptest::prelude::*;
use std::fs;
use std::path::Path;

fn fixture(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/mmv").join(name)).unwrap()
}

fn put(bytes: &mut [u8], at: usize, part: &[u8]) {
    bytes[at..at + part.len()].copy_from_slice(part);
}

fn problems(image: &Image<'_>) -> Vec<(usize, &'static str)> {
    let mut problems = Vec::new();
    image.check(&mut |Problem { kind, offset }| problems.push((offset, kind.name())));
    problems.sort_unstable();
    problems
}

/// Problems with and without an index, which must be the same.
fn problems_of(bytes: &[u8]) -> Vec<(usize, &'static str)> {
    let image = Image::recover(bytes).unwrap();
    let found = problems(&image);
    let mut words = vec![0; image.index_len()];
    assert_eq!(problems(&image.with_index(&mut words)), found);
    found
}

#[test]
fn a_file_in_flux_is_reported_as_that_before_its_table_of_contents_is_looked_at() {
    let mut bytes = fixture("v1.mmv");
    put(&mut bytes, 24, &u32::MAX.to_le_bytes());
    assert_eq!(Image::read(&bytes).unwrap_err(), FileError::TocOutsideFile);
    put(&mut bytes, 16, &[0; 8]);
    assert_eq!(Image::read(&bytes).unwrap_err(), FileError::InFlux);
    assert_eq!(Image::recover(&bytes).unwrap_err(), FileError::TocOutsideFile);
    put(&mut bytes, 4, &[0; 4]);
    assert_eq!(Image::recover(&bytes).unwrap_err(), FileError::UnsupportedVersion);
    put(&mut bytes, 3, b"\x01");
    assert_eq!(Image::recover(&bytes).unwrap_err(), FileError::BadMagic);
    assert_eq!(Image::recover(&bytes[..39]).unwrap_err(), FileError::TooShort);
}

#[test]
fn generations_that_are_equal_but_zero_are_in_flux() {
    let mut bytes = fixture("v1.mmv");
    put(&mut bytes, 8, &[0; 16]);
    assert_eq!(Image::read(&bytes).unwrap_err(), FileError::InFlux);
    assert!(Image::recover(&bytes).unwrap().is_in_flux());
    assert_eq!(problems_of(&bytes), [(8, "in_flux")]);
}

/// A version 1 file with `indoms` instance domains that all claim the same 4 instances.
fn overlapping(indoms: u32) -> Vec<u8> {
    let first = 72;
    let instances = first + 32 * indoms as usize;
    let mut bytes = vec![0; instances + 4 * 80];
    put(&mut bytes, 0, b"MMV\0\x01\0\0\0\x05\0\0\0\0\0\0\0\x05\0\0\0\0\0\0\0\x02\0\0\0");
    for (at, section, count, start) in [(40, 1, indoms, first), (56, 2, 4, instances)] {
        put(&mut bytes, at, &i32::to_le_bytes(section));
        put(&mut bytes, at + 4, &count.to_le_bytes());
        put(&mut bytes, at + 8, &(start as u64).to_le_bytes());
    }
    for number in 0..indoms {
        let at = first + 32 * number as usize;
        put(&mut bytes, at, &(number + 1).to_le_bytes());
        put(&mut bytes, at + 4, &4_u32.to_le_bytes());
        put(&mut bytes, at + 8, &(instances as u64).to_le_bytes());
    }
    for number in 0..4 {
        put(&mut bytes, instances + 80 * number, &(first as u64).to_le_bytes());
        put(&mut bytes, instances + 80 * number + 16, b"x");
    }
    bytes
}

#[test]
fn instances_that_many_domains_claim_are_delivered_only_as_often_as_the_file_could_hold_them() {
    let bytes = overlapping(5);
    let image = Image::read(&bytes).unwrap();
    // 72 + 5 * 32 + 320 bytes could hold 6 instances, so one domain gets its 4.
    assert_eq!(image.summary().instances, 4);
    let bad: Vec<_> = problems_of(&bytes).into_iter().filter(|(_, kind)| *kind == "bad_instance_range").collect();
    assert_eq!(bad, [72 + 32, 72 + 64, 72 + 96, 72 + 128].map(|at| (at, "bad_instance_range")));
}

#[test]
fn texts_do_not_lie_in_the_header() {
    let mut bytes = fixture("v1.mmv");
    put(&mut bytes, 584 + 88, &39_u64.to_le_bytes());
    assert_eq!(problems_of(&bytes), [(584, "bad_string_offset")]);
    put(&mut bytes, 584 + 88, &40_u64.to_le_bytes());
    assert_eq!(problems_of(&bytes), []);
}

#[test]
fn a_truncated_section_ends_where_the_next_one_begins() {
    let mut bytes = fixture("v1.mmv");
    // Values claim a million records: they must not turn strings into values.
    put(&mut bytes, 88 + 4, &1_000_000_u32.to_le_bytes());
    assert_eq!(problems_of(&bytes), [(88, "section_truncated")]);
    assert_eq!(Image::read(&bytes).unwrap().summary().values, 14);
}

#[test]
fn a_metric_is_found_by_its_name() {
    let bytes = fixture("v1.mmv");
    let image = Image::read(&bytes).unwrap();
    let mut words = vec![0; image.index_len()];
    for image in [image, image.with_index(&mut words)] {
        for metric in image.metrics() {
            let found = image.metric_named(metric.name.unwrap().as_bytes()).unwrap();
            assert_eq!(found.number, metric.number);
        }
        assert!(image.metric_named(b"multi").is_none());
        assert!(image.metric_named(b"").is_none());
        assert!(image.metric_named(b"zzz").is_none());
    }
}

#[test]
fn an_index_needs_all_of_its_words() {
    let bytes = fixture("v1.mmv");
    let image = Image::read(&bytes).unwrap();
    let mut words = vec![7; image.index_len() - 1];
    assert_eq!(image.index_len(), 3 * 11 + 14);
    let image = image.with_index(&mut words);
    assert_eq!(image.metrics().map(|metric| image.values_of(&metric).count()).sum::<usize>(), 14);
}

#[test]
fn every_kind_of_problem_has_its_own_name_and_message() {
    let names: std::collections::BTreeSet<_> = ProblemKind::ALL.iter().map(|kind| kind.name()).collect();
    let messages: std::collections::BTreeSet<_> = ProblemKind::ALL.iter().map(|kind| kind.message()).collect();
    assert_eq!((names.len(), messages.len()), (41, 41));
    let notes: Vec<_> =
        ProblemKind::ALL.iter().filter(|kind| kind.severity().name() == "note").map(|kind| kind.name()).collect();
    assert_eq!(notes, ["labels_in_old_version", "misaligned_section", "unknown_flags"]);
}

/// Everything that the reader offers, for bytes that may be anything.
fn read_all(bytes: &[u8]) {
    let Ok(image) = Image::recover(bytes) else { return };
    let found = problems_of(bytes);
    assert!(found.iter().all(|(offset, _)| *offset < bytes.len()));
    let mut words = vec![0; image.index_len()];
    let indexed = image.with_index(&mut words);
    assert_eq!(image.summary(), indexed.summary());
    let [mut one, mut other] = [String::new(), String::new()];
    image.write_json(&mut one).unwrap();
    indexed.write_json(&mut other).unwrap();
    assert_eq!(one, other);
    serde_json::from_str::<serde_json::Value>(&one).unwrap();
    one.clear();
    image.write_text("", &mut one).unwrap();
}

#[test]
fn every_truncation_is_read_without_harm() {
    for name in ["v1min.mmv", "v3_be.mmv"] {
        let bytes = fixture(name);
        for len in (0..bytes.len()).filter(|len| len % 23 == 0 || *len < 400) {
            read_all(&bytes[..len]);
        }
    }
}

#[test]
fn every_byte_can_be_changed_without_harm() {
    for name in ["v1plain.mmv", "v1min.mmv"] {
        let original = fixture(name);
        for at in 0..original.len().min(220) {
            for bit in 0..8 {
                let mut bytes = original.clone();
                bytes[at] ^= 1 << bit;
                read_all(&bytes);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn any_patches_are_read_without_harm(
        name in prop::sample::select(vec!["v1.mmv", "v2_sentinel.mmv", "v3.mmv", "v3_be.mmv"]),
        patches in prop::collection::vec((0_usize..2300, prop::sample::select(vec![0_u64, 1, 2, 7, 40, 120, 255, 584, 0x1000, 1 << 31, 1 << 32, u64::MAX - 256, u64::MAX]), 0_usize..9), 1..12),
    ) {
        let mut bytes = fixture(name);
        for (at, number, len) in patches {
            let at = at & !3;
            put(&mut bytes, at, &number.to_le_bytes()[..len.min(8)]);
        }
        read_all(&bytes);
    }

    #[test]
    fn names_are_compared_the_same_with_and_without_an_index(names in prop::collection::vec("[ab.!]{0,4}", 1..30)) {
        let first = 56;
        let mut bytes = vec![0; first + 104 * names.len()];
        put(&mut bytes, 0, b"MMV\0\x01\0\0\0\x05\0\0\0\0\0\0\0\x05\0\0\0\0\0\0\0\x01\0\0\0");
        put(&mut bytes, 40, b"\x03\0\0\0");
        put(&mut bytes, 44, &u32::try_from(names.len()).unwrap().to_le_bytes());
        put(&mut bytes, 48, &(first as u64).to_le_bytes());
        for (number, name) in names.iter().enumerate() {
            put(&mut bytes, first + 104 * number, name.as_bytes());
        }
        let mut expected = Vec::new();
        for (number, name) in names.iter().enumerate() {
            let at = first + 104 * number;
            if names[..number].contains(name) {
                expected.push((at, "duplicate_name"));
            }
            if !name.is_empty() && names.iter().any(|other| other.starts_with(&format!("{name}."))) {
                expected.push((at, "name_conflict"));
            }
        }
        let found: Vec<_> =
            problems_of(&bytes).into_iter().filter(|(_, kind)| ["duplicate_name", "name_conflict"].contains(kind)).collect();
        prop_assert_eq!(found, expected);
        prop_assert_eq!(Image::read(&bytes).unwrap().version(), Version::V1);
        prop_assert_eq!(Image::read(&bytes).unwrap().byte_order(), read::ByteOrder::Little);
    }

    #[test]
    fn any_bytes_are_read_without_harm(mut bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        if let Some(header) = bytes.first_chunk_mut::<8>() {
            header.copy_from_slice(b"MMV\0\x02\0\0\0");
        }
        if let Some(count) = bytes.get_mut(24..28) {
            count.copy_from_slice(&[6, 0, 0, 0]);
        }
        read_all(&bytes);
    }
}
