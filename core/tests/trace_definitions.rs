//! Definition files from the fixtures: what is accepted, what is refused, and the catalog that comes of them.

use std::path::Path;

use glassbox::trace::catalog::write_version;
use glassbox::trace::definition::{Definition, Definitions, Mode, points_needed, write_catalog_lines};
use serde_json::{Value, json};

fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/trace").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn definition_files_are_read_as_the_fixtures_say() {
    let cases: Value = serde_json::from_str(&data("tdf.json")).unwrap();
    let cases = cases["cases"].as_array().unwrap();
    assert!(cases.len() > 30);
    for case in cases {
        let name = &case["name"];
        let file = case["tdf"].as_str().unwrap();
        let mut points = vec![Definition::EMPTY; points_needed(file)];
        let mut warnings = Vec::new();
        let parsed = Definitions::parse(file, Mode::Strict, &mut points, &mut |warning| {
            warnings.push(json!(warning.kind.name()));
        });
        let found = match parsed {
            Err(error) => {
                json!({ "accept": false, "error": error.kind.name(), "warnings": warnings, "dat": [], "params": null })
            }
            Ok(definitions) => {
                let mut lines = String::new();
                write_catalog_lines(&definitions, &mut lines).unwrap();
                let params = definitions.points.iter().map(|point| {
                    let kinds: Vec<_> = point.parameters().map(|kind| json!(kind.name())).collect();
                    if point.obsolete { Value::Null } else { json!(kinds) }
                });
                let params: Vec<Value> = params.collect();
                let lines: Vec<&str> = lines.lines().collect();
                json!({ "accept": true, "error": null, "warnings": warnings, "dat": lines, "params": params })
            }
        };
        assert_eq!(found, case["expect"], "{name}");
    }
}

#[test]
fn the_catalog_of_several_components_is_that_of_the_reference_generator() {
    let mut catalog = String::new();
    write_version(&mut catalog).unwrap();
    for name in ["orc", "orcsub", "orcaux"] {
        let file = data(&format!("tdf/{name}.tdf"));
        let mut points = vec![Definition::EMPTY; points_needed(&file)];
        let no_warning = &mut |warning| panic!("{name}: {warning:?}");
        let definitions = Definitions::parse(&file, Mode::Strict, &mut points, no_warning).unwrap();
        assert_eq!(definitions.component, name);
        assert_eq!(definitions.catalog, "OrcTraceFormat.dat");
        assert_eq!(definitions.auxiliary, name == "orcaux");
        assert_eq!(definitions.submodules, if name == "orc" { "orcsub" } else { "" });
        write_catalog_lines(&definitions, &mut catalog).unwrap();
    }
    assert_eq!(catalog, data("tdf/OrcTraceFormat.dat"));
}

/// Any damage to a definition file gives definitions or an error.
#[test]
fn damaged_definition_files_are_still_read() {
    let file = data("tdf/orc.tdf");
    for at in (0..file.len()).step_by(3) {
        for byte in ["\n", "\"", " ", "%", "é", ""] {
            let damaged = format!("{}{byte}{}", &file[..at], &file[at + 1..]);
            let points = vec![Definition::EMPTY; points_needed(&damaged)];
            for mode in [Mode::Strict, Mode::Lenient] {
                let mut points = points.clone();
                let parsed = Definitions::parse(&damaged, mode, &mut points, &mut |_| {});
                if let Err(error) = parsed {
                    assert!(error.offset <= damaged.len(), "{at}: {error:?}");
                }
            }
        }
    }
}
