//! Catalogs from the fixtures: version, tracepoints and problems as a correct reader finds them.

use std::path::Path;

use glassbox::trace::catalog::{Catalog, CatalogSlot, Point, slots_needed};
use serde_json::{Value, json};

fn data(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/trace").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn as_json(point: &Point<'_>) -> Value {
    json!({
        "id": format!("{}.{}", point.component, point.id),
        "type": point.kind.0,
        "overhead": point.overhead,
        "level": point.level,
        "symbol": point.symbol.to_string(),
        "template": point.template.to_string(),
    })
}

#[test]
fn catalogs_are_read_as_the_fixtures_say() {
    let cases: Value = serde_json::from_slice(&data("catalogs.json")).unwrap();
    let cases = cases["cases"].as_array().unwrap();
    assert!(cases.len() > 20);
    for case in cases {
        let name = case["file"].as_str().unwrap();
        let expect = &case["expect"];
        let file = data(name);
        let mut slots = vec![CatalogSlot::EMPTY; slots_needed(&file)];
        let mut problems = Vec::new();
        let catalog = Catalog::read(&file, &mut slots, &mut |problem| {
            problems.push(json!({ "kind": problem.kind.name(), "offset": problem.offset }));
        });
        assert_eq!(json!(problems), expect["problems"], "{name}");
        let catalog = match catalog {
            Ok(catalog) => catalog,
            Err(error) => {
                assert_eq!(json!(error.name()), expect["error"], "{name}");
                continue;
            }
        };
        assert_eq!(Value::Null, expect["error"], "{name}");
        assert_eq!(json!([catalog.version().major, catalog.version().minor]), expect["version"], "{name}");
        assert_eq!(json!(catalog.len()), expect["count"], "{name}");
        let mut lines: Vec<Value> = catalog.lines().map(|point| as_json(&point)["id"].clone()).collect();
        let mut seen = std::collections::HashSet::new();
        lines.retain(|id| seen.insert(id.clone()));
        let in_order: Vec<Value> =
            expect["points"].as_array().unwrap().iter().map(|point| point["id"].clone()).collect();
        assert_eq!(lines[..3.min(in_order.len())], in_order[..3.min(in_order.len())], "{name}");
        assert_eq!(lines.last(), in_order.last(), "{name}");
        assert_eq!(json!(lines.len()), expect["count"], "{name}");
        let points: Vec<Value> = catalog.points().map(|point| as_json(&point)).collect();
        for expected in expect["points"].as_array().unwrap() {
            assert!(points.contains(expected), "{name}: {expected} is not among {points:#?}");
            let (component, id) = expected["id"].as_str().unwrap().rsplit_once('.').unwrap();
            let found = catalog.find(component.as_bytes(), id.parse().unwrap()).unwrap();
            assert_eq!(as_json(&found), *expected, "{name}");
        }
        if expect["points_complete"] == true {
            assert_eq!(points.len(), expect["points"].as_array().unwrap().len(), "{name}");
        }
    }
}

#[test]
fn nothing_is_found_that_is_not_there() {
    let file = data("dat/orc.dat");
    let mut slots = vec![CatalogSlot::EMPTY; slots_needed(&file)];
    let catalog = Catalog::read(&file, &mut slots, &mut |_| {}).unwrap();
    for (component, id) in [("orc", 31), ("or", 0), ("orcs", 0), ("orcsub", 2), ("", 0), ("zzz", 0)] {
        assert_eq!(catalog.find(component.as_bytes(), id), None, "{component}.{id}");
    }
}

/// Any damage to a catalog gives a catalog or an error, and each tracepoint that it lists can be found.
#[test]
fn damaged_catalogs_are_still_read() {
    for name in ["dat/orc.dat", "dat/mixed.dat", "dat/v12old.dat"] {
        let file = data(name);
        for at in 0..file.len() {
            for byte in [0, b'\n', b'"', b' ', b'%', b'.', 0xff] {
                let mut damaged = file.clone();
                damaged[at] = byte;
                for damaged in [&damaged[..], &file[..at]] {
                    let mut slots = vec![CatalogSlot::EMPTY; slots_needed(damaged)];
                    let Ok(catalog) = Catalog::read(damaged, &mut slots, &mut |_| {}) else { continue };
                    for point in catalog.points() {
                        assert_eq!(catalog.find(point.component.0, point.id), Some(point), "{name} {at} {byte}");
                    }
                }
            }
        }
    }
}
