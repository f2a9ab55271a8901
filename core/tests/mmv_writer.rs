//! The MMV writer: what it lays out, what it refuses, and what updates do.
#![cfg(all(feature = "mmv", feature = "read"))]

mod mmv_common;

use glassbox::mmv::read::{Image, Problem};
use glassbox::mmv::{Buffering, Type, Version, Writer, required_size};
use mmv_common::{Bytes, Own, OwnValue, bytes_of};
use std::fs;
use std::path::Path;

fn fixture(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/mmv").join(name)).unwrap()
}

/// Makes bytes that mean nothing to readers, and that the real library leaves as they were, the same on both sides.
fn without_decoration(bytes: &mut [u8]) {
    bytes[8..24].fill(0);
    let image = Image::recover(bytes).unwrap();
    let types: Vec<_> = image.metrics().map(|metric| metric.value_type()).collect();
    let is_string = |metric: usize| types[metric] == Some(Type::String);
    let strings: Vec<_> = image.values().filter(|value| is_string(value.metric)).map(|value| value.offset).collect();
    let tails: Vec<_> =
        image.labels().map(|label| label.offset + 12 + label.payload.as_bytes().len()..label.offset + 256).collect();
    for offset in strings {
        bytes[offset..offset + 8].fill(0);
    }
    for tail in tails {
        bytes[tail].fill(0);
    }
}

#[test]
fn the_same_content_gives_the_same_bytes_as_the_real_library() {
    let names = if cfg!(target_endian = "big") {
        vec!["v1_be.mmv", "v3_be.mmv"]
    } else {
        vec![
            "v1.mmv",
            "v1min.mmv",
            "v1plain.mmv",
            "v1_flags7.mmv",
            "v1plain_noprefix.mmv",
            "v2_sentinel.mmv",
            "v3.mmv",
            "v1_sentinel.mmv",
            "v2_edges.mmv",
        ]
    };
    for name in names {
        let mut expected = fixture(name);
        let image = Image::read(&expected).unwrap();
        let mut own = Own::of_image(&image);
        for (metric, own) in image.metrics().zip(&mut own.metrics) {
            // A singular metric can say so in two ways.
            let at = metric.offset + if image.version() == Version::V1 { 80 } else { 24 };
            own.indom = u32::from_ne_bytes(*expected[at..].first_chunk().unwrap());
        }
        assert_eq!(own.file.strings, Buffering::Single);
        let mut bytes = Bytes::new(required_size(&own).unwrap());
        let draft = Writer::lay_out(bytes.memory().unwrap(), &own, 1 << 32 | 1).unwrap();
        for record in image.values() {
            let metric = &own.metrics[record.metric];
            let instance = record.instance.map(|instance| instance.name.unwrap().as_bytes().to_vec());
            let handle = draft.look_up(&metric.name, instance.as_deref()).unwrap();
            OwnValue::of(record.value).set(&draft, handle, Type::new(metric.type_code).unwrap());
        }
        let writer = draft.publish();
        assert_eq!(writer.file_size(), expected.len(), "{name}");
        let mut found = bytes_of(writer.memory());
        found.truncate(expected.len());
        Image::read(&found).unwrap().check(&mut |Problem { kind, offset }| panic!("{name}: {kind:?} at {offset}"));
        without_decoration(&mut found);
        without_decoration(&mut expected);
        let difference = found.iter().zip(&expected).position(|(found, expected)| found != expected);
        assert_eq!(difference, None, "{name}: the first byte that differs");
    }
}
