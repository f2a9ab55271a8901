//! MMV files through the tool: files of the real library and damaged copies of them, shown and checked.

mod common;

use std::fs;

use common::{bare, data, run, table, tool};
use serde_json::Value;

#[test]
fn show_prints_each_file_of_the_real_library_as_it_was_written() {
    for case in table("mmv/cases.json").as_array().unwrap() {
        let file = data("mmv").join(case["file"].as_str().unwrap());
        let mut expected = case["expect"].clone();
        let problems = expected.as_object_mut().unwrap().remove("problems").unwrap();
        expected.as_object_mut().unwrap().remove("error");
        let shown = run(tool().args(["show", "--json"]).arg(&file));
        assert_eq!(shown.json(), expected, "{}", file.display());
        let checked = run(tool().args(["check", "--json"]).arg(&file));
        assert_eq!(bare(&checked.json()["problems"]), bare(&problems), "{}", file.display());
        let summary = &checked.json()["summary"];
        for key in ["byte_order", "version", "generation", "pid", "cluster", "flags"] {
            assert_eq!(summary[key], expected[key], "{} {key}", file.display());
        }
        assert_eq!(summary["metrics"], expected["metrics"].as_array().unwrap().len());
        let text = run(tool().arg("show").arg(&file)).stdout;
        let name = expected["metrics"][0]["name"].as_str().unwrap();
        assert!(text.contains(&format!(".{name} PMID: 70.{}.", expected["cluster"])), "{text}");
    }
}

/// A damaged copy, from the base file or stored whole.
fn damaged(case: &Value) -> Vec<u8> {
    if let Some(file) = case.get("file") {
        return fs::read(data("mmv").join(file.as_str().unwrap())).unwrap();
    }
    let mut bytes = fs::read(data("mmv").join(case["base"].as_str().unwrap())).unwrap();
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    bytes.resize(number(&case["size"]), u8::try_from(number(&case["fill"])).unwrap());
    for patch in case["patches"].as_array().unwrap() {
        for (at, digits) in patch["hex"].as_str().unwrap().as_bytes().chunks(2).enumerate() {
            let digits = std::str::from_utf8(digits).unwrap();
            bytes[number(&patch["offset"]) + at] = u8::from_str_radix(digits, 16).unwrap();
        }
    }
    bytes
}

fn assert_report(report: &Value, expected: &Value, what: &str) {
    assert_eq!(report["format"], "mmv", "{what}");
    assert_eq!(report["error"]["kind"], expected["error"], "{what}");
    if !expected["error"].is_null() {
        assert!(report["summary"].is_null(), "{what}");
        return;
    }
    assert_eq!(bare(&report["problems"]), bare(&expected["problems"]), "{what}");
    for key in ["metrics", "values", "null_values", "instances", "labels"] {
        assert_eq!(report["summary"][key], expected[key], "{what} {key}");
    }
}

#[test]
fn check_tells_of_each_damaged_file_what_can_be_trusted_and_each_problem() {
    let mutations = table("mmv/mutations.json");
    let mutations = mutations.as_array().unwrap();
    let folder = tempfile::tempdir().unwrap();
    for (number, case) in mutations.iter().enumerate() {
        fs::write(folder.path().join(format!("{number:03}")), damaged(case)).unwrap();
    }
    let check = |arguments: &[&str]| {
        let checked = run(tool().args(["check", "--json", "--format", "mmv"]).args(arguments).arg(folder.path()));
        assert_eq!(checked.lines().len(), mutations.len());
        checked.lines().into_iter().zip(mutations)
    };
    for (report, case) in check(&[]) {
        assert_report(&report, &case["glassbox"], case["name"].as_str().unwrap());
    }
    let mut recovered = 0;
    for (report, case) in check(&["--recover"]) {
        let Some(expected) = case["glassbox"].get("recover") else { continue };
        assert_report(&report, expected, case["name"].as_str().unwrap());
        assert_eq!(report["recovered"], true);
        recovered += 1;
    }
    assert!(recovered > 0);
}

#[test]
fn a_file_in_flux_is_said_to_be_held() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("flux.mmv");
    let mut bytes = fs::read(data("mmv/v1min.mmv")).unwrap();
    bytes[16..24].fill(0);
    fs::write(&path, bytes).unwrap();
    let shown = run(tool().args(["show", "--attempts", "5"]).arg(&path));
    assert_eq!(shown.status, Some(2));
    assert!(shown.stderr.contains("it was looked at 5 times (in_flux)"), "{}", shown.stderr);
    let recovered = run(tool().args(["show", "--recover"]).arg(&path));
    assert_eq!(recovered.status, Some(1));
    assert!(recovered.stdout.contains("PMID"), "{}", recovered.stdout);
}
