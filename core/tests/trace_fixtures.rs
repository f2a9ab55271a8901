//! Trace files from the fixtures: formatted lines and summaries equal to the byte, and every problem in its place.

use std::collections::HashSet;
use std::path::Path;

use glassbox::trace::catalog::{Catalog, CatalogSlot, slots_needed};
use glassbox::trace::file::{FileError, RecordSlot, ThreadSlot, TraceFile};
use glassbox::trace::format::{Formatter, Printed, write_summary};
use glassbox::trace::problem::{Problem, ProblemKind};
use glassbox::trace::template::Fit;
use serde_json::{Value, json};

fn data(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/trace").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What a run gave, in the shape of a fixture's `expect`, with texts in place of their file names.
#[derive(Debug, Default, PartialEq)]
struct Outcome {
    error: Option<&'static str>,
    text: String,
    summary: String,
    problems: Vec<Value>,
    dat_problems: Vec<Value>,
}

fn as_json(problem: &Problem) -> Value {
    match problem.kind {
        ProblemKind::LostRecords { count } => {
            json!({ "kind": problem.kind.name(), "offset": problem.offset, "count": count })
        }
        kind => json!({ "kind": kind.name(), "offset": problem.offset }),
    }
}

fn run(file: &[u8], dats: &[Vec<u8>], indent: bool) -> Outcome {
    let mut outcome = Outcome::default();
    let mut slots: Vec<Vec<CatalogSlot>> = dats.iter().map(|dat| vec![CatalogSlot::EMPTY; slots_needed(dat)]).collect();
    let mut catalogs = Vec::new();
    for (dat, slots) in dats.iter().zip(&mut slots) {
        match Catalog::read(dat, slots, &mut |problem| outcome.dat_problems.push(as_json(&problem))) {
            Ok(catalog) => catalogs.push(catalog),
            Err(error) => return Outcome { error: Some(error.name()), ..Outcome::default() },
        }
    }
    let mut problems = Vec::new();
    match lines(file, &catalogs, indent, &mut problems) {
        Ok((text, summary)) => (outcome.text, outcome.summary) = (text, summary),
        Err(error) => return Outcome { error: Some(error), ..Outcome::default() },
    }
    problems.sort_by_key(|problem: &Problem| (problem.offset, problem.kind.name()));
    outcome.problems = problems.iter().map(as_json).collect();
    outcome
}

fn lines(
    bytes: &[u8],
    catalogs: &[Catalog<'_>],
    indent: bool,
    problems: &mut Vec<Problem>,
) -> Result<(String, String), &'static str> {
    let mut found = Vec::new();
    let file = TraceFile::open(&bytes, &mut |problem| found.push(problem)).map_err(FileError::name)?;
    let mut slots = vec![RecordSlot::EMPTY; file.records_to_index()];
    let index = file.index(&mut slots, &mut |problem| found.push(problem)).unwrap();
    let mut threads = vec![ThreadSlot::EMPTY; index.threads()];
    let mut summary = String::new();
    write_summary(&index, &mut threads, &mut summary).unwrap().unwrap();

    let mut scratch = vec![0xa5; index.scratch_bytes()];
    let mut depths = vec![0; if indent { index.threads() } else { 0 }];
    let mut entries = index.entries(&mut threads, &mut scratch, &mut |problem| found.push(problem)).unwrap();
    let mut formatter = Formatter::new(&index, catalogs, &mut depths);
    let mut text = String::new();
    let mut unknown = HashSet::new();
    while let Some(entry) = entries.next(&mut |problem| found.push(problem)) {
        let kind = match formatter.write_line(&entry, &mut text).unwrap() {
            Printed::Known(Fit::Missing) => ProblemKind::MissingData,
            Printed::Known(Fit::Extra) => ProblemKind::ExtraData,
            Printed::Unknown if unknown.insert((entry.component().to_owned(), entry.id)) => {
                ProblemKind::UnknownTracepoint
            }
            Printed::Known(Fit::Exact) | Printed::Unknown => continue,
        };
        problems.push(Problem { kind, offset: entry.offset });
    }
    problems.extend(found);
    Ok((text, summary))
}

#[test]
fn trace_files_are_printed_as_the_fixtures_say() {
    let cases: Value = serde_json::from_slice(&data("cases.json")).unwrap();
    let cases = cases["cases"].as_array().unwrap();
    assert!(cases.len() > 80);
    let mut wrong = Vec::new();
    for case in cases {
        let text = |value: &Value| value.as_str().map(|name| String::from_utf8(data(name)).unwrap());
        let expect = &case["expect"];
        let dats: Vec<Vec<u8>> =
            case["dat"].as_array().unwrap().iter().map(|dat| data(dat.as_str().unwrap())).collect();
        let indent = case["options"]["indent"].as_bool().unwrap();
        let mut outcome = run(&data(case["file"].as_str().unwrap()), &dats, indent);
        if expect["summary"].is_null() {
            outcome.summary.clear();
        }
        let found = json!([outcome.error, outcome.problems, outcome.dat_problems]);
        let expected = json!([expect["error"], expect["problems"], expect["dat_problems"]]);
        if found != expected {
            wrong.push(format!("{}: {found} is not {expected}", case["name"]));
        }
        let expected = [text(&expect["text"]).unwrap_or_default(), text(&expect["summary"]).unwrap_or_default()];
        for (found, expected) in [outcome.text, outcome.summary].into_iter().zip(expected) {
            if found != expected {
                wrong.push(format!("{}:\n{found}--- is not\n{expected}", case["name"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
