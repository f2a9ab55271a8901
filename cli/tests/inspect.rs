//! Inspect files through the tool: each case of the format's fixtures, shown and checked.

mod common;

use std::collections::BTreeMap;
use std::fs;

use common::{Run, bare, data, glassbox, run, table, tool};
use serde_json::{Value, json};

fn cases() -> Vec<Value> {
    table("inspect/cases.json").as_array().unwrap().clone()
}

fn tool_on(command: &[&str], case: &Value, recover: bool) -> Run {
    let mut tool = tool().args(command).args(["--format", "inspect"]);
    if recover {
        tool = tool.arg("--recover");
    }
    for (identifier, file) in case.get("files").and_then(Value::as_object).into_iter().flatten() {
        let file = data("inspect").join(file.as_str().unwrap());
        tool = tool.arg("--link").arg(format!("{identifier}={}", file.display()));
    }
    run(tool.arg(data("inspect").join(case["file"].as_str().unwrap())))
}

fn expectations() -> impl Iterator<Item = (Value, bool, Value)> {
    cases().into_iter().flat_map(|case| {
        let recovered = case.get("recover").unwrap_or(&case["expect"]).clone();
        [(case.clone(), false, case["expect"].clone()), (case, true, recovered)]
    })
}

fn status(expected: &Value, problems: &Value) -> i32 {
    if !expected["error"].is_null() {
        return 2;
    }
    i32::from(problems.as_array().unwrap().iter().any(|problem| problem["severity"] == "problem"))
}

#[test]
fn check_tells_of_each_case_what_the_format_says() {
    for (case, recover, expected) in expectations() {
        let what = format!("{} {recover}", case["file"]);
        let run = tool_on(&["check", "--json"], &case, recover);
        let found = run.json();
        assert_eq!(found["format"], "inspect", "{what}");
        assert_eq!(found["error"]["kind"], expected["error"], "{what}");
        assert_eq!(bare(&found["problems"]), bare(&expected["problems"]), "{what}");
        assert_eq!(run.status, Some(status(&expected, &found["problems"])), "{what}");
        let summary = &found["summary"];
        if !expected["error"].is_null() {
            assert!(summary.is_null() && found["recovered"] == false, "{what}");
            let message = found["error"]["message"].as_str().unwrap();
            assert!(run.stderr.contains(message), "{what}: {}", run.stderr);
            continue;
        }
        for key in ["version", "generation", "frozen"] {
            assert_eq!(summary[key], expected[key], "{what} {key}");
        }
        assert_eq!(summary["links"], *expected.get("links").unwrap_or(&json!([])), "{what}");
        let is_recovered = expected["problems"].as_array().unwrap().iter().any(|problem| {
            problem.get("file").is_none() && problem["kind"].as_str().unwrap().starts_with("recovered_")
        });
        assert_eq!(found["recovered"], is_recovered, "{what}");
        let tree: Value = serde_json::from_str(expected["tree"].as_str().unwrap()).unwrap_or_default();
        assert!(tree.is_null() || summary["blocks"]["header"].as_u64() >= Some(1), "{what}");
    }
}

#[test]
fn a_summary_counts_what_is_shown_and_what_there_is() {
    let run = glassbox(["check".into(), "--json".into(), data("inspect/sref_inline.bin")]);
    let expected = json!({
        "version": 2, "generation": "0", "frozen": false, "nodes": 1, "properties": 1, "links": [],
        "blocks": { "free": 4, "header": 1, "node": 1, "int": 1, "string_reference": 1 },
    });
    assert_eq!(run.json()["summary"], expected);
}

#[test]
fn show_prints_the_tree_of_each_case_as_json_and_as_text() {
    let mut texts = 0;
    for (case, recover, expected) in expectations() {
        let what = format!("{} {recover}", case["file"]);
        let shown = tool_on(&["show", "--json"], &case, recover);
        let tree = expected["tree"].as_str().map(|tree| format!("{tree}\n")).unwrap_or_default();
        assert_eq!(shown.stdout, tree, "{what}");
        let shown = tool_on(&["show"], &case, recover);
        if let Some(text) = expected["text"].as_str() {
            assert_eq!(shown.stdout, text, "{what}");
            texts += 1;
        }
        let checked = tool_on(&["check"], &case, recover);
        assert_eq!(shown.status, checked.status, "{what}");
        for problem in expected["problems"].as_array().unwrap().iter().take(20) {
            let kind = problem["kind"].as_str().unwrap();
            for told in [&shown.stderr, &checked.stdout] {
                assert!(told.contains(&format!("block {}: ", problem["block"])), "{what}: {told}");
                assert!(told.contains(&format!("({kind})")), "{what}: {told}");
            }
        }
        if let Some(error) = expected["error"].as_str() {
            assert!(shown.stderr.contains(&format!("({error})")), "{what}: {}", shown.stderr);
        }
    }
    assert!(texts > 20, "only {texts} texts");
}

#[test]
fn file_order_keeps_the_order_of_the_blocks() {
    let shown = |arguments: &[&str]| {
        run(tool().args(["show", "--json"]).args(arguments).arg(data("inspect/names_numeric_unsorted.bin"))).stdout
    };
    let in_file = shown(&["--file-order"]);
    assert_ne!(in_file, shown(&[]));
    let keys = |text: &str| {
        let mut keys: Vec<String> = text.split('"').skip(3).step_by(2).map(String::from).collect();
        keys.sort();
        keys
    };
    assert_eq!(keys(&in_file), keys(&shown(&[])));
}

#[test]
fn an_envelope_says_where_the_tree_comes_from() {
    let file = data("inspect/text_example.bin");
    let json = run(tool().args(["show", "--envelope", "--json"]).arg(&file)).json();
    let tree: Value = serde_json::from_str(&run(tool().args(["show", "--json"]).arg(&file)).stdout).unwrap();
    let envelope: BTreeMap<String, Value> = serde_json::from_value(json[0].clone()).unwrap();
    assert_eq!(envelope["data_source"], "Inspect");
    assert_eq!(envelope["moniker"], "text_example.bin");
    assert_eq!(envelope["metadata"]["filename"], "text_example.bin");
    assert!(envelope["metadata"]["component_url"].as_str().unwrap().starts_with("file:///"));
    assert!(envelope["metadata"]["timestamp"].as_u64().unwrap() > 1_700_000_000_000_000_000);
    assert_eq!((&envelope["payload"], &envelope["version"]), (&tree, &json!(1)));
    let text = run(tool().args(["show", "--envelope"]).arg(&file)).stdout;
    assert!(text.starts_with("text_example.bin:\n  metadata:\n    filename = text_example.bin\n"), "{text}");
    assert!(text.contains("\n  payload:\n    root:\n      a = -5\n"), "{text}");
}

#[test]
fn an_envelope_of_a_file_that_cannot_be_read_says_why() {
    let run = run(tool().args(["show", "--envelope", "--json"]).arg(data("inspect/generation_odd.bin")));
    let json = run.json();
    assert!(json[0]["payload"].is_null());
    assert!(json[0]["metadata"]["errors"][0]["message"].as_str().unwrap().contains("written"));
    assert_eq!(run.status, Some(2));
}

#[test]
fn links_that_are_not_followed_are_told_beside_the_tree() {
    let run = run(tool().args(["show", "--json"]).arg(data("inspect/cpp_links.bin")));
    assert_eq!((run.status, run.stdout.as_str()), (Some(0), "{\"root\":{}}\n"));
    assert!(run.stderr.contains(r#"--link ID=FILE, where ID is "lazy-0""#), "{}", run.stderr);
}

#[test]
fn in_a_directory_links_lead_to_its_files_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let put = |from: &str, to: &str| fs::copy(data("inspect").join(from), folder.path().join(to)).unwrap();
    put("stitch_child.bin", "main.inspect");
    let shown = |arguments: &[&str]| run(tool().args(["show", "--json"]).args(arguments).arg(folder.path()));
    let missing = shown(&[]);
    assert!(missing.stderr.contains("(link_not_found)"), "{}", missing.stderr);
    assert_eq!(missing.status, Some(1));
    put("stitch_other.bin", "other.inspect");
    fs::write(folder.path().join("notes.txt"), "not a file of any format").unwrap();
    let stitched = shown(&[]);
    let case = cases().into_iter().find(|case| case["file"] == "stitch_child.bin").unwrap();
    assert_eq!(stitched.stdout.lines().next(), case["expect"]["tree"].as_str());
    assert_eq!(stitched.stdout.lines().count(), 2);
    // What is given for an identifier counts more than the directory.
    let other = format!("other.inspect={}", data("inspect/text_example.bin").display());
    assert!(shown(&["--link", &other]).stdout.contains("hello world"));
}

#[test]
fn a_linked_file_that_is_not_there_is_told_with_its_name() {
    let main = data("inspect/stitch_child.bin");
    let checked = run(tool().args(["check", "--json", "--link", "other.inspect=no/such"]).arg(main));
    assert_eq!(checked.status, Some(2));
    assert_eq!(checked.json()["error"]["kind"], "not_found");
    assert_eq!(checked.json()["error"]["file"], "no/such");
    assert!(checked.stderr.contains("no/such: there is no such file"), "{}", checked.stderr);
}

/// A file of one link for each identifier, all inline, each to be written twice.
fn links(identifiers: [&str; 2]) -> Vec<u8> {
    let mut bytes = vec![0, 2, 2, 0, b'I', b'N', b'S', b'P', 0, 0, 0, 0, 0, 0, 0, 0];
    for (at, identifier) in (1_u8..).step_by(2).zip(identifiers) {
        let name = identifier.as_bytes();
        bytes.extend([0, 14, 0, 0, 0, 0, 0, 0, u8::try_from(name.len()).unwrap(), 0, 0, 0, name[0], 0, 0, 0]);
        bytes.extend([0, 12, 0, 0, 0, at, 0, 0, at, 0, 0, 0, 0, 0, 0, 0]);
    }
    bytes
}

#[test]
fn links_that_unfold_to_more_than_is_allowed_end_with_a_problem() {
    let folder = tempfile::tempdir().unwrap();
    // Each file leads to the next one twice: 2 to the power of 13 expansions.
    for file in b'a'..b'n' {
        let next = char::from(file + 1).to_string();
        fs::write(folder.path().join(char::from(file).to_string()), links([&next, &next])).unwrap();
    }
    fs::copy(data("inspect/sref_inline.bin"), folder.path().join("n")).unwrap();
    let checked = run(tool().args(["check", "--json"]).arg(folder.path()));
    let kinds = checked.lines()[0]["problems"].to_string();
    assert!(kinds.contains("link_limit"), "{kinds}");
    assert_eq!(checked.status, Some(1));
}

#[test]
fn only_what_is_selected_is_shown() {
    let file = data("inspect/text_example.bin");
    let shown = |arguments: &[&str]| run(tool().args(["show", "--json"]).args(arguments).arg(&file));
    let kept = |selector: &str| shown(&["--select", selector]).stdout;
    assert_eq!(kept("*:root:on"), "{\"root\":{\"on\":true}}\n");
    assert_eq!(kept("text_example.bin:root/kid"), "{\"root\":{\"kid\":{\"v\":3}}}\n");
    assert_eq!(kept("INSPECT:**:[name=root]root:?"), "{\"root\":{}}\n");
    let both = shown(&["--select", "*:root:a", "--select", "*:root/k*:v"]);
    assert_eq!((both.status, both.stdout.as_str()), (Some(0), "{\"root\":{\"a\":-5,\"kid\":{\"v\":3}}}\n"));
    let folder = tempfile::tempdir().unwrap();
    let selectors = folder.path().join("selectors");
    fs::write(&selectors, "// what matters\n\n*:root:a // the first\n*:root/kid\n").unwrap();
    assert_eq!(shown(&["--select-file", selectors.to_str().unwrap()]).stdout, both.stdout);
    let text = run(tool().args(["show", "--select", "*:root:a"]).arg(&file)).stdout;
    assert_eq!(text, "root:\n  a = -5\n");
}

#[test]
fn selectors_that_select_nothing_or_make_no_sense_are_told() {
    let file = data("inspect/text_example.bin");
    let shown = |arguments: &[&str]| run(tool().args(["show", "--json"]).args(arguments).arg(&file));
    let nothing = shown(&["--select", "*:root/nowhere"]);
    assert_eq!((nothing.status, nothing.stdout.as_str()), (Some(1), "{\"root\":{}}\n"));
    assert!(nothing.stderr.contains("nothing matches"), "{}", nothing.stderr);
    let other = shown(&["--select", "other:root"]);
    assert_eq!((other.status, other.stdout.as_str()), (Some(1), ""));
    let wrong = shown(&["--select", "*:ro ot"]);
    assert_eq!((wrong.status, wrong.stdout.as_str()), (Some(2), ""));
    assert!(wrong.stderr.contains("\n  *:ro ot\n      ^\n"), "{}", wrong.stderr);
    let folder = tempfile::tempdir().unwrap();
    let selectors = folder.path().join("selectors");
    fs::write(&selectors, "*:root\n\n*\n").unwrap();
    let wrong = shown(&["--select-file", selectors.to_str().unwrap()]);
    assert!(wrong.stderr.contains("selectors: line 3: "), "{}", wrong.stderr);
    assert_eq!(shown(&["--select-file", "no/such"]).status, Some(2));
}
