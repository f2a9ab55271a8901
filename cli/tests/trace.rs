//! Traces, catalogs and definitions through the tool: each case of the formats' fixtures.

mod common;

use std::fs;
use std::path::PathBuf;

use common::{Run, bare, data, run, table, tool};
use serde_json::{Value, json};
use snapbox::cmd::Command;

fn trace(name: &str) -> PathBuf {
    data("trace").join(name)
}

/// The text in a file that a case names.
fn text(name: &Value) -> String {
    fs::read_to_string(trace(name.as_str().unwrap())).unwrap()
}

fn with_catalogs(command: Command, case: &Value) -> Command {
    let catalogs = case["dat"].as_array().unwrap();
    catalogs.iter().fold(command, |command, dat| command.arg("--dat").arg(trace(dat.as_str().unwrap())))
}

fn format(case: &Value, arguments: &[&str]) -> Run {
    let command = tool().args(["trace", "format"]).args(arguments).arg(trace(case["file"].as_str().unwrap()));
    run(with_catalogs(command, case))
}

/// The problems of a case, those of its catalogs with their file.
fn expected_problems(case: &Value) -> Vec<Value> {
    let mut problems = bare(&case["expect"]["problems"]);
    let of_catalogs = case["expect"]["dat_problems"].as_array().unwrap();
    let catalog = case["dat"].as_array().unwrap().first().map(|dat| trace(dat.as_str().unwrap()).display().to_string());
    problems.extend(of_catalogs.iter().map(|problem| {
        let mut problem = problem.clone();
        problem["file"] = catalog.clone().unwrap().into();
        problem
    }));
    bare(&problems.into())
}

#[test]
fn format_prints_the_lines_and_the_summary_of_each_case() {
    let cases = table("trace/cases.json");
    for case in cases["cases"].as_array().unwrap() {
        let what = case["name"].as_str().unwrap();
        let expect = &case["expect"];
        let indent: &[&str] = if case["options"]["indent"] == true { &["--indent"] } else { &[] };
        let formatted = format(case, indent);
        if let Some(error) = expect["error"].as_str() {
            assert_eq!((formatted.status, formatted.stdout.as_str()), (Some(2), ""), "{what}");
            assert!(formatted.stderr.contains(&format!("({error})")), "{what}: {}", formatted.stderr);
            continue;
        }
        assert_eq!(formatted.stdout, text(&expect["text"]), "{what}");
        if expect["summary"].is_null() {
            continue;
        }
        let summary = text(&expect["summary"]);
        assert_eq!(format(case, &["--summary"]).stdout, summary, "{what}");
        let report = format(case, &["--report"]).stdout;
        let lines = report.strip_prefix(&summary).unwrap();
        assert!(lines.starts_with("                Trace Formatted Data \n\nTime (UTC) "), "{what}: {lines}");
        assert!(lines.ends_with(&format!("Tracepoint Data\n{}", text(&expect["text"]))), "{what}");
    }
}

#[test]
fn check_tells_of_each_case_what_is_wrong_with_trace_and_catalogs() {
    let cases = table("trace/cases.json");
    for case in cases["cases"].as_array().unwrap() {
        let what = case["name"].as_str().unwrap();
        let file = trace(case["file"].as_str().unwrap());
        let checked = run(with_catalogs(tool().args(["check", "--json", "--format", "trace"]).arg(&file), case));
        let report = checked.json();
        assert_eq!(report["format"], "trace", "{what}");
        assert_eq!(report["error"]["kind"], case["expect"]["error"], "{what}");
        if let Some(error) = case["expect"]["error"].as_str() {
            assert_eq!((checked.status, &report["summary"]), (Some(2), &Value::Null), "{what}");
            assert_eq!(report["error"].get("file").is_some(), error.starts_with("dat_"), "{what}");
            continue;
        }
        assert_eq!(bare(&report["problems"]), expected_problems(case), "{what}");
        let is_bad = report["problems"].as_array().unwrap().iter().any(|problem| problem["severity"] == "problem");
        assert_eq!(checked.status, Some(i32::from(is_bad)), "{what}");
        let summary = &report["summary"];
        assert_eq!(summary["entries"], text(&case["expect"]["text"]).lines().count(), "{what}");
        let lost =
            case["expect"]["problems"].as_array().unwrap().iter().filter_map(|problem| problem["count"].as_u64());
        assert_eq!(summary["lost"], lost.sum::<u64>(), "{what}");
        let keys: Vec<&String> = summary.as_object().unwrap().keys().collect();
        let expected = ["buffer_size", "byte_order", "entries", "kind", "lost", "pointer_size", "records", "threads"];
        assert_eq!(keys, expected, "{what}");
    }
}

#[test]
fn a_trace_is_read_from_a_pipe_as_from_a_file() {
    let bytes = fs::read(trace("trc/seed.trc")).unwrap();
    let command = tool().args(["trace", "format", "-", "--dat"]).arg(trace("dat/seed.dat")).stdin(bytes);
    let expected = fs::read_to_string(trace("seed.expected.txt")).unwrap();
    assert_eq!(run(command).stdout, expected);
    let shown = run(tool().args(["show", "--dat"]).arg(trace("dat/seed.dat")).arg(trace("trc/seed.trc")));
    assert_eq!(shown.stdout, expected);
}

#[test]
fn json_says_of_each_entry_what_the_line_says() {
    let case = json!({ "file": "trc/made_le64.trc", "dat": ["dat/orc.dat"] });
    let lines = format(&case, &[]).stdout;
    let entries = format(&case, &["--json"]).lines();
    assert_eq!(lines.lines().count(), entries.len());
    for (line, entry) in lines.lines().zip(&entries) {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[2], entry["id"].as_str().unwrap());
        assert_eq!(words[3], entry["type"].as_str().unwrap());
        assert!(line.ends_with(entry["text"].as_str().unwrap()), "{line} {entry}");
        assert!(words[1].ends_with(&format!("{:016x}", entry["thread"].as_u64().unwrap())), "{line}");
        let fraction = entry["time"].as_u64().unwrap() % 1_000_000_000;
        assert!(words[0].ends_with(&format!(".{fraction:09}")), "{line} {entry}");
    }
    let arguments = |id: &str| entries.iter().find(|entry| entry["id"] == id).unwrap()["args"].clone();
    assert_eq!(arguments("orc.1"), json!(["alpha", 7]));
    assert_eq!(arguments("orc.10"), json!([-5, -5, 4_294_967_291_u32, 4_294_967_291_u32, 4_294_967_291_u32]));
    assert_eq!(arguments("orc.17"), json!([1.5, 1.5, 1.5]));
}

#[test]
fn filters_leave_out_what_nobody_asked_for() {
    type Test = fn(&Value) -> bool;
    let cases: [(&[&str], Test); 7] = [
        (&["--type", "entry"], |entry| entry["type"] == "Entry"),
        (&["--id", "1-2", "--id", "18"], |entry| {
            let id = entry["id"].as_str().unwrap();
            [".1", ".2", ".18"].iter().any(|end| id.ends_with(end))
        }),
        (&["--component", "orcsub"], |entry| entry["id"].as_str().unwrap().starts_with("orcsub")),
        (&["--level", "2"], |entry| entry["level"].as_u64().is_some_and(|level| level <= 2)),
        (&["--thread", "0x2000", "--thread", "8448"], |entry| entry["thread"] == 0x2000 || entry["thread"] == 0x2100),
        (&["--grep", "fn"], |entry| entry["text"].as_str().unwrap().contains("fn")),
        (&["--since", "2023-11-14T22:13:20.0065Z", "--until", "22:13:20.020"], |entry| {
            (1_700_000_000_006_500_000..=1_700_000_000_020_000_000).contains(&entry["time"].as_u64().unwrap())
        }),
    ];
    let mut kept = [0; 7];
    for file in ["trc/engine_all.trc", "trc/engine_threads.trc"] {
        let case = json!({ "file": file, "dat": ["dat/orc.dat"] });
        let all = format(&case, &["--json"]).lines();
        for ((arguments, takes), kept) in cases.iter().zip(&mut kept) {
            let expected: Vec<Value> = all.iter().filter(|entry| takes(entry)).cloned().collect();
            let found = format(&case, &[arguments, &["--json"][..]].concat()).lines();
            assert_eq!(found, expected, "{arguments:?}");
            *kept += usize::from(!found.is_empty() && found.len() < all.len());
        }
    }
    assert!(kept.iter().all(|kept| *kept > 0), "{kept:?}");
}

#[test]
fn times_of_day_are_printed_and_taken_for_another_place() {
    let case = json!({ "file": "trc/seed.trc", "dat": ["dat/seed.dat"] });
    let utc = format(&case, &[]).stdout;
    let east = |arguments: &[&str]| format(&case, arguments).stdout;
    let there = east(&["--utc-offset", "+02:00"]);
    let hour = |text: &str| text[..2].parse::<u32>().unwrap();
    assert_eq!((hour(&utc) + 2) % 24, hour(&there));
    assert_eq!(utc[2..].lines().next(), there[2..].lines().next());
    let last = there.lines().last().unwrap();
    let time = last.split(' ').next().unwrap();
    let late = east(&["--utc-offset", "2", "--since", time]);
    assert_eq!((late.lines().count(), late.starts_with(time)), (1, true), "{late}");
    let report = east(&["--report", "--utc-offset", "-5:30"]);
    assert!(report.contains("\nTime (-05:30)       Thread ID  "), "{report}");
}

#[test]
fn statistics_count_each_tracepoint_and_each_thread() {
    let case = json!({ "file": "trc/engine_threads.trc", "dat": ["dat/orc.dat"] });
    let entries = format(&case, &["--json"]).lines();
    let stats = format(&case, &["--stats", "--json"]).json();
    let count = |key: &str, value: &Value| entries.iter().filter(|entry| entry[key] == *value).count();
    for point in stats["points"].as_array().unwrap() {
        assert_eq!(point["count"], count("id", &point["id"]), "{point}");
    }
    for thread in stats["threads"].as_array().unwrap() {
        assert_eq!(thread["count"], count("thread", &thread["thread"]), "{thread}");
        assert!(thread["name"].is_string(), "{thread}");
    }
    let sum =
        |list: &str| stats[list].as_array().unwrap().iter().map(|row| row["count"].as_u64().unwrap()).sum::<u64>();
    assert_eq!((sum("points"), sum("threads")), (entries.len() as u64, entries.len() as u64));
    assert_eq!((&stats["first"], &stats["last"]), (&entries[0]["time"], &entries[entries.len() - 1]["time"]));
    let table = format(&case, &["--stats"]).stdout;
    assert!(table.contains("  orc.1\n") && table.contains("entries\n"), "{table}");
}

#[test]
fn a_timeline_has_balanced_slices_and_time_that_never_goes_back() {
    for file in ["trc/engine_threads.trc", "trc/no_calls.trc", "trc/engine_all.trc", "trc/mixed.trc"] {
        let case = json!({ "file": file, "dat": ["dat/orc.dat"] });
        let timeline: Value = serde_json::from_str(&format(&case, &["--chrome"]).stdout).unwrap();
        let mut tracks = std::collections::HashMap::new();
        let mut slices = 0;
        for event in timeline["traceEvents"].as_array().unwrap() {
            let (open, latest) = tracks.entry(event["tid"].as_u64().unwrap()).or_insert((0_u32, 0.0));
            match event["ph"].as_str().unwrap() {
                "M" => continue,
                "B" => {
                    *open += 1;
                    slices += 1;
                }
                "E" => *open = open.checked_sub(1).unwrap(),
                other => assert_eq!((other, &event["s"]), ("i", &json!("t"))),
            }
            let time = event["ts"].as_f64().unwrap();
            assert!(time >= *latest, "{file}: {event}");
            *latest = time;
        }
        assert!(tracks.values().all(|(open, _)| *open == 0), "{file}");
        assert!(slices > 0, "{file}");
    }
}

#[test]
fn catalogs_are_shown_and_checked_as_the_fixtures_say() {
    for case in table("trace/catalogs.json")["cases"].as_array().unwrap() {
        let file = trace(case["file"].as_str().unwrap());
        let what = case["file"].as_str().unwrap();
        let expect = &case["expect"];
        let checked = run(tool().args(["check", "--json"]).arg(&file)).json();
        assert_eq!((&checked["format"], &checked["error"]["kind"]), (&json!("dat"), &expect["error"]), "{what}");
        let shown = run(tool().args(["show", "--json"]).arg(&file));
        if !expect["error"].is_null() {
            assert_eq!((shown.status, shown.stdout.as_str()), (Some(2), ""), "{what}");
            continue;
        }
        assert_eq!(bare(&checked["problems"]), bare(&expect["problems"]), "{what}");
        assert_eq!(checked["summary"]["version"], expect["version"], "{what}");
        assert_eq!(checked["summary"]["points"], expect["count"], "{what}");
        let shown = shown.json();
        assert_eq!(shown["version"], expect["version"], "{what}");
        let points = shown["points"].as_array().unwrap();
        let expected = expect["points"].as_array().unwrap();
        if expect["points_complete"] == true {
            assert_eq!(points, expected, "{what}");
        } else {
            assert_eq!(points[..3], expected[..3], "{what}");
            assert_eq!(points[points.len() - 3..], expected[3..], "{what}");
        }
        let table = run(tool().arg("show").arg(&file)).stdout;
        assert_eq!(table.lines().count(), points.len() + 1, "{what}");
    }
}

#[test]
fn a_catalog_is_shown_as_far_as_a_filter_takes_it() {
    let ids = |arguments: &[&str]| -> Vec<String> {
        let shown = run(tool().args(["show", "--json"]).args(arguments).arg(trace("dat/mixed.dat"))).json();
        shown["points"].as_array().unwrap().iter().map(|point| point["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids(&["--id", "5-6"]), ["orc.5", "orc.6"]);
    assert_eq!(ids(&["--id", "0", "--id", "30"]), ["orc.0", "orc.30"]);
    assert_eq!(ids(&["--type", "99"]), ["orc.8"]);
    assert_eq!(ids(&["--type", "entry"]), ["orc.5"]);
    assert_eq!(ids(&["--grep", "plain"]), ["orc.30"]);
    assert_eq!(ids(&["--component", "other"]), [""; 0]);
    assert_eq!(ids(&["--level", "0"]), [""; 0]);
}

#[test]
fn definitions_are_checked_as_the_fixtures_say() {
    let folder = tempfile::tempdir().unwrap();
    for case in table("trace/tdf.json")["cases"].as_array().unwrap() {
        let what = case["name"].as_str().unwrap();
        let file = folder.path().join(format!("{what}.tdf"));
        fs::write(&file, case["tdf"].as_str().unwrap()).unwrap();
        let checked = run(tool().args(["check", "--json"]).arg(&file));
        let report = checked.json();
        let expect = &case["expect"];
        assert_eq!((&report["format"], &report["error"]["kind"]), (&json!("tdf"), &expect["error"]), "{what}");
        if expect["accept"] == false {
            assert_eq!((checked.status, &report["summary"]), (Some(2), &Value::Null), "{what}");
            assert!(report["error"]["offset"].is_u64() && report["error"]["line"].as_u64() >= Some(1), "{what}");
            continue;
        }
        assert_eq!(checked.status, Some(0), "{what}");
        let warnings: Vec<&Value> =
            report["problems"].as_array().unwrap().iter().map(|problem| &problem["kind"]).collect();
        assert_eq!(json!(warnings), expect["warnings"], "{what}");
        let points = expect["dat"].as_array().unwrap().len();
        let expected = json!({ "component": what, "points": points, "warnings": warnings.len() });
        assert_eq!(report["summary"], expected, "{what}");
    }
}

#[test]
fn lenient_forgives_what_old_definitions_get_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("old.tdf");
    fs::write(&file, "executable=old\nTraceEvent=T_A Overhead==1 Level=1 Template=\"x\"\n").unwrap();
    let check = |arguments: &[&str]| run(tool().args(["check", "--json"]).args(arguments).arg(&file));
    let strict = check(&[]).json();
    assert_eq!((&strict["error"]["kind"], &strict["error"]["line"]), (&json!("bad_number"), &json!(2)));
    let lenient = check(&["--lenient"]);
    assert_eq!((lenient.status, &lenient.json()["summary"]["warnings"]), (Some(0), &json!(1)));
}

fn tdf(name: &str) -> PathBuf {
    trace("tdf").join(name)
}

#[test]
fn the_catalog_of_several_components_is_generated_as_the_fixtures_say() {
    let files = ["orc.tdf", "orcsub.tdf", "orcaux.tdf"].map(tdf);
    let expected = fs::read_to_string(tdf("OrcTraceFormat.dat")).unwrap();
    let to_output = run(tool().args(["trace", "generate", "--dat", "-"]).args(&files));
    assert_eq!((to_output.status, to_output.stdout), (Some(0), expected.clone()));
    let folder = tempfile::tempdir().unwrap();
    let dat = folder.path().join("new/Orc.dat");
    let generate = || run(tool().args(["trace", "generate", "--dat"]).arg(&dat).args(&files));
    assert_eq!(generate().status, Some(0));
    assert_eq!(fs::read_to_string(&dat).unwrap(), expected);
    let written = fs::metadata(&dat).unwrap().modified().unwrap();
    assert_eq!(generate().status, Some(0));
    assert_eq!(fs::metadata(&dat).unwrap().modified().unwrap(), written);
    assert_eq!(fs::read_dir(dat.parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn definitions_that_are_accepted_give_the_lines_that_the_fixtures_say() {
    let folder = tempfile::tempdir().unwrap();
    for case in table("trace/tdf.json")["cases"].as_array().unwrap() {
        let what = case["name"].as_str().unwrap();
        let file = folder.path().join(format!("{what}.tdf"));
        fs::write(&file, case["tdf"].as_str().unwrap()).unwrap();
        let generated = run(tool().args(["trace", "generate", "--dat", "-"]).arg(&file));
        if let Some(error) = case["expect"]["error"].as_str() {
            assert_eq!((generated.status, generated.stdout.as_str()), (Some(2), ""), "{what}");
            assert!(generated.stderr.contains(&format!("({error})")), "{what}: {}", generated.stderr);
            continue;
        }
        let lines: Vec<&str> = generated.stdout.lines().skip(1).collect();
        assert_eq!(
            (generated.stdout.lines().next(), json!(lines)),
            (Some("5.1"), case["expect"]["dat"].clone()),
            "{what}"
        );
    }
}

#[test]
fn a_catalog_is_only_ever_added_to() {
    let folder = tempfile::tempdir().unwrap();
    let (file, dat) = (folder.path().join("x.tdf"), folder.path().join("x.dat"));
    let generate = |lines: &str| {
        fs::write(&file, format!("executable=x\n{lines}")).unwrap();
        run(tool().args(["trace", "generate"]).arg(&file).arg("--dat").arg(&dat))
    };
    let (a, b) = ("TraceEvent=T_A Template=\"a %d\"\n", "TraceExit=T_B Template=\"b\"\n");
    assert_eq!(generate(&format!("{a}{b}")).status, Some(0));
    let written = fs::read_to_string(&dat).unwrap();
    for (lines, told) in [
        (b.to_owned(), "x.0 (T_A)"),
        (a.to_owned(), "x.1 (T_B)"),
        (format!("{}{b}", a.replace("%d", "%s")), "x.0 (T_A)"),
        (format!("{b}{a}"), "x.0 (T_A)"),
    ] {
        let refused = generate(&lines);
        assert_eq!((refused.status, refused.stdout.as_str()), (Some(2), ""), "{lines}");
        assert!(refused.stderr.contains(told) && refused.stderr.contains("Obsolete"), "{}", refused.stderr);
        assert_eq!(fs::read_to_string(&dat).unwrap(), written);
    }
    assert_eq!(generate(&format!("{}{b}{a}", a.replace("T_A", "T_A Obsolete"))).status, Some(0));
    assert_eq!(fs::read_to_string(&dat).unwrap(), format!("{written}x.2 0 0 1 N T_A \"  a %d\"\n"));
    // Another component must not push this one out.
    let other = folder.path().join("y.tdf");
    fs::write(&other, "executable=y\n").unwrap();
    let refused = run(tool().args(["trace", "generate"]).arg(&other).arg("--dat").arg(&dat));
    assert_eq!(refused.status, Some(2));
    assert!(refused.stderr.contains("has component x"), "{}", refused.stderr);
    let doubled = run(tool().args(["trace", "generate"]).args([&file, &file]).args(["--dat", "-"]));
    assert!(doubled.stderr.contains("(duplicate_component)"), "{}", doubled.stderr);
}

fn explain(arguments: &[&str]) -> Run {
    let tdfs = ["orc.tdf", "orcsub.tdf", "orcaux.tdf"].map(tdf);
    run(tool().args(["trace", "explain"]).args(arguments).arg("--tdf").args(tdfs))
}

#[test]
fn steps_of_a_selection_do_what_the_fixtures_say() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("steps.json");
    let cases = table("trace/options.json");
    for case in cases["cases"].as_array().unwrap() {
        fs::write(&path, case["steps"].to_string()).unwrap();
        let explained = explain(&["--json", "--steps", path.to_str().unwrap()]);
        assert_eq!(explained.json(), case["expect"], "{}: {}", case["name"], case["steps"]);
        let is_refused = !case["expect"]["errors"].as_array().unwrap().is_empty();
        assert_eq!(explained.status, Some(i32::from(is_refused)), "{}", case["name"]);
    }
}

#[test]
fn a_selection_is_explained_by_components_and_their_tracepoints() {
    let explained = explain(&["maximal=orc.1-3,orc.7:count=orcsub:trigger=tpnid{orc.2,snap}"]);
    let expected = "orc: 5 of 31 tracepoints active\n  orc.1  maximal\n  orc.2  maximal trigger\n  orc.3  maximal\n  \
                    orc.7  maximal\n  orc.9  minimal\norcsub: 2 of 2 tracepoints active\n  orcsub.0-1  count\norcaux: \
                    auxiliary, recorded whenever it is called\ntrigger tpnid:orc.2: snap, delay 0, match -1\nrecords \
                    have 8192 bytes\n";
    assert_eq!((explained.status, explained.stdout.as_str()), (Some(0), expected), "{}", explained.stderr);
    assert_eq!(explain(&["-Xtrace:maximal=orc.1-3,orc.7:count=orcsub:trigger=tpnid{orc.2,snap}"]).stdout, expected);
}

#[test]
fn what_is_wrong_with_a_selection_is_marked() {
    let explained = explain(&["maximal=orc.1,orc.99"]);
    assert_eq!(explained.status, Some(1));
    assert!(explained.stderr.contains("\n  maximal=orc.1,orc.99\n                ^\n"), "{}", explained.stderr);
    assert!(explained.stderr.contains("error: offset 14: ") && explained.stderr.contains("(id_out_of_range)"));
    assert!(
        explained.stdout.starts_with("orc: 1 of 31 tracepoints active\n  orc.9  minimal\n"),
        "{}",
        explained.stdout
    );
    let json = explain(&["maximal=orc.1,orc.99", "--json"]).json();
    assert_eq!(json["errors"], json!([{ "step": 0, "kind": "id_out_of_range", "offset": 14 }]));
    let at_run_time = explain(&["buffers=2k", "--runtime"]);
    assert!(at_run_time.stderr.contains("(not_at_run_time)"), "{}", at_run_time.stderr);
    assert_eq!(explain(&["buffers=2k"]).status, Some(0));
}

#[test]
fn steps_that_make_no_sense_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("steps.json");
    for (steps, told) in [
        ("[{\"register\":\"nobody\"}]", "(unknown_component)"),
        ("[{\"reset\":1}]", "(bad_steps)"),
        ("not JSON", "(bad_steps)"),
    ] {
        fs::write(&path, steps).unwrap();
        let explained = explain(&["--steps", path.to_str().unwrap()]);
        assert_eq!((explained.status, explained.stdout.as_str()), (Some(2), ""), "{steps}");
        assert!(explained.stderr.contains(told), "{}", explained.stderr);
    }
}

#[test]
fn calls_are_generated_as_the_library_makes_them() {
    let folder = tempfile::tempdir().unwrap();
    let generate = |arguments: &[&str]| {
        let command = tool().args(["trace", "generate"]).args(arguments).args(["--c"]).arg(folder.path());
        let files = ["orc.tdf", "orcsub.tdf", "orcaux.tdf"].map(tdf);
        run(command.arg("--rust").arg(folder.path().join("rust")).args(files))
    };
    let file = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let kept = |name: &str| fs::read_to_string(trace("generated").join(name)).unwrap();
    assert_eq!(generate(&["--templates", "--counters"]).status, Some(0));
    for name in ["ut_orc.h", "ut_orc.c", "ut_orcsub.h", "ut_orcaux.h"] {
        assert_eq!(file(name), kept(name), "{name}");
    }
    assert_eq!(file("rust/ut_orc.rs"), kept("ut_orc.rs").replace("crate::orc", "crate::ut_orc"));
    assert_eq!(generate(&["--module", "crate::calls"]).status, Some(0));
    assert!(file("rust/ut_orc.rs").contains("crate::calls::ut_orc"));
    for name in ["ut_orcsub.c", "ut_orcaux.c"] {
        assert_eq!(file(name), kept(name), "{name}");
    }
    let nothing = run(tool().args(["trace", "generate"]).arg(tdf("orc.tdf")));
    assert_eq!(nothing.status, Some(2));
}
