//! The MMV reader against files of the real library, damaged copies of them, and what it must say of each.
#![cfg(all(feature = "mmv", feature = "read", feature = "json", feature = "text"))]

use glassbox::mmv::read::{FileError, Image, Problem, Summary};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/mmv")
}

fn file(name: &str) -> Vec<u8> {
    fs::read(folder().join(name)).unwrap()
}

fn table(name: &str) -> Vec<Value> {
    serde_json::from_slice(&file(name)).unwrap()
}

/// The problems as the tables have them, sorted by offset and kind.
fn sorted(problems: &[Value]) -> Vec<(u64, String)> {
    let mut sorted: Vec<_> =
        problems.iter().map(|p| (p["offset"].as_u64().unwrap(), p["kind"].as_str().unwrap().to_owned())).collect();
    sorted.sort();
    sorted
}

fn problems(image: &Image<'_>) -> Vec<(u64, String)> {
    let mut problems = Vec::new();
    image.check(&mut |Problem { kind, offset }| problems.push((offset as u64, kind.name().to_owned())));
    problems.sort();
    problems
}

/// Checks what the reader says of a damaged file, with and without an index.
fn verify(what: &str, read: Result<Image<'_>, FileError>, expected: &Value) {
    let image = match read {
        Ok(image) => image,
        Err(error) => {
            assert_eq!(expected["error"], error.name(), "{what}");
            return;
        }
    };
    assert_eq!(expected["error"], Value::Null, "{what}");
    let mut words = vec![0; image.index_len()];
    for image in [image, image.with_index(&mut words)] {
        let Summary { metrics, values, null_values, instances, labels } = image.summary();
        let found = json!({ "metrics": metrics, "values": values, "null_values": null_values, "instances": instances, "labels": labels });
        for (kind, number) in found.as_object().unwrap() {
            assert_eq!(&expected[kind], number, "{what}: {kind}");
        }
        assert_eq!(problems(&image), sorted(expected["problems"].as_array().unwrap()), "{what}");
    }
}

#[test]
fn every_file_of_the_real_library_is_read_as_it_was_written() {
    let cases = table("cases.json");
    assert_eq!(cases.len(), 11);
    for case in cases {
        let name = case["file"].as_str().unwrap();
        let mut expected = case["expect"].clone();
        assert_eq!(expected["error"], Value::Null);
        let bytes = file(name);
        let image = Image::read(&bytes).unwrap();
        assert_eq!(problems(&image), sorted(expected["problems"].as_array().unwrap()), "{name}");
        for key in ["error", "problems"] {
            expected.as_object_mut().unwrap().remove(key);
        }
        let mut words = vec![0; image.index_len()];
        for image in [image, image.with_index(&mut words)] {
            let mut text = String::new();
            image.write_json(&mut text).unwrap();
            assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), expected, "{name}");
        }
    }
}

#[test]
fn a_file_is_read_the_same_at_every_alignment() {
    let bytes = file("v3_be.mmv");
    let text = |bytes: &[u8]| {
        let mut text = String::new();
        Image::read(bytes).unwrap().write_json(&mut text).unwrap();
        text
    };
    let expected = text(&bytes);
    for shift in 1..16 {
        let mut shifted = vec![0xaa; shift];
        shifted.extend(&bytes);
        assert_eq!(text(&shifted[shift..]), expected);
    }
}

#[test]
fn every_damaged_file_gives_what_can_be_trusted_and_each_problem() {
    let mutations = table("mutations.json");
    assert_eq!(mutations.len(), 116);
    for case in mutations {
        let bytes = match case.get("file") {
            Some(name) => file(name.as_str().unwrap()),
            None => mutated(&case),
        };
        let what = case["name"].as_str().unwrap();
        verify(what, Image::read(&bytes), &case["glassbox"]);
        if let Some(recovered) = case["glassbox"].get("recover") {
            verify(what, Image::recover(&bytes), recovered);
        }
    }
}

/// The base file cut or extended, and patched.
fn mutated(case: &Value) -> Vec<u8> {
    let mut bytes = file(case["base"].as_str().unwrap());
    bytes.resize(
        usize::try_from(case["size"].as_u64().unwrap()).unwrap(),
        u8::try_from(case["fill"].as_u64().unwrap()).unwrap(),
    );
    for patch in case["patches"].as_array().unwrap() {
        let offset = usize::try_from(patch["offset"].as_u64().unwrap()).unwrap();
        for (at, digits) in patch["hex"].as_str().unwrap().as_bytes().chunks(2).enumerate() {
            bytes[offset + at] = u8::from_str_radix(std::str::from_utf8(digits).unwrap(), 16).unwrap();
        }
    }
    bytes
}

#[test]
fn every_stored_damaged_file_is_in_the_table() {
    let mut stored: Vec<_> =
        fs::read_dir(folder().join("reject")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    stored.sort();
    let mut listed: Vec<_> = table("mutations.json")
        .iter()
        .filter_map(|case| Some(Path::new(case.get("file")?.as_str()?).file_name()?.to_owned()))
        .collect();
    listed.sort();
    assert_eq!(stored, listed);
}

#[test]
fn text_looks_like_that_of_pminfo() {
    let text = |name: &str| {
        let bytes = file(name);
        let mut text = String::new();
        Image::read(&bytes).unwrap().write_text("mmv.x.", &mut text).unwrap();
        text
    };
    let v3 = text("v3.mmv");
    let wanted = [
        "
mmv.x.i32 PMID: 70.50.1 [s i32]
    Data Type: 32-bit int  InDom: none
    Semantics: instant  Units: none
    labels {\"app\":\"genref\"}
    labels {\"opt\":true}
    labels {\"num\":-12.5e3}
Help:
l i32
    value -123456
",
        "
mmv.x.multi.u64 PMID: 70.50.9 [multi short]
    Data Type: 64-bit unsigned int  InDom: 1
    Semantics: counter  Units: count
    labels {\"app\":\"genref\"}
    labels {\"opt\":true}
    labels {\"kind\":\"cpu\"}
    labels {\"arr\":[1,2,3]}
Help:
multi long
    inst [0 or \"zero\"] value 10
    inst [1 or \"one\"] value 11
    inst [42 or \"forty two\"] value 52
    inst [42 or \"forty two\"] labels {\"map\":{\"a\":1}}
    inst [0 or \"zero\"] labels {\"first\":false}
",
        "
mmv.x.float PMID: 70.50.5
    Data Type: float  InDom: none
    Semantics: instant  Units: Mbyte / sec
    labels {\"app\":\"genref\"}
    labels {\"opt\":true}
    value 1.5
",
        "    value \"hello mmv\"\n",
        "    value 0 and the time since 1000000\n",
    ];
    for part in wanted {
        assert!(v3.contains(part), "{part}\nis not in\n{v3}");
    }
    assert_eq!(v3.matches("PMID").count(), 11);
    let sentinel = text("v1_sentinel.mmv");
    assert!(sentinel.contains("Units: count x 10^-8^7 / Ybyte hour^8\n    value -inf\n"), "{sentinel}");
    assert_eq!(sentinel.matches("\nNo value(s) available!\n").count(), 9);
}
