//! Selection options from the fixtures: what becomes active, what is refused and where, and the other settings.
#![cfg(feature = "spin")]

use std::sync::atomic::{AtomicU8, Ordering};

use glassbox::Region;
use glassbox::lock::Spin;
use glassbox::trace::component::{Component, Group};
use glassbox::trace::engine::{Engine, NoHooks, TickSource};
use glassbox::trace::recorder::Config;
use glassbox::trace::selection::{Settings, Trigger, TriggerKind};
use serde_json::{Map, Value, json};

struct Stopped;

impl TickSource for Stopped {
    fn ticks(&self) -> u64 {
        1
    }
}

/// The tables that a generator would make of a component of the fixture.
struct Tables {
    name: String,
    auxiliary: bool,
    active: Vec<AtomicU8>,
    levels: Vec<u8>,
    types: Vec<u8>,
    groups: Vec<(String, Vec<u16>)>,
}

impl Tables {
    fn new(component: &Value) -> Self {
        let points = component["tracepoints"].as_array().unwrap();
        let number = |point: &Value, key: &str| u8::try_from(point[key].as_u64().unwrap()).unwrap();
        let types: Vec<u8> = points.iter().map(|point| number(point, "type")).collect();
        let levels: Vec<u8> = points.iter().map(|point| number(point, "level")).collect();
        let active = types.iter().zip(&levels).map(|(kind, level)| AtomicU8::new(u8::from(*kind == 12 && *level == 1)));
        let ids = |wanted: &dyn Fn(usize) -> bool| {
            (0..points.len()).filter(|id| wanted(*id)).map(|id| u16::try_from(id).unwrap()).collect::<Vec<u16>>()
        };
        let mut groups = Vec::new();
        for (name, kind, always) in
            [("Entry", 2, true), ("Exit", 4, true), ("Event", 0, true), ("Exception", 1, true), ("Debug", 8, true)]
                .into_iter()
                .chain([("Mem", 6, false), ("Perf", 10, false)])
        {
            let members = ids(&|id| types[id] == kind);
            if always || !members.is_empty() {
                groups.push((name.to_owned(), members));
            }
        }
        let named = |id: usize| points[id]["groups"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
        for name in (0..points.len()).flat_map(named) {
            if !groups.iter().any(|(known, _)| known == name) {
                groups.push((name.to_owned(), ids(&|id| named(id).any(|own| own == name))));
            }
        }
        Self {
            name: component["name"].as_str().unwrap().to_owned(),
            auxiliary: component["auxiliary"].as_bool().unwrap(),
            active: active.collect(),
            levels,
            types,
            groups,
        }
    }
}

fn state(settings: &Settings, triggers: &[Trigger]) -> Value {
    let triggers = triggers.iter().map(|trigger| {
        let kind = match trigger.kind {
            TriggerKind::Tpnid => "tpnid",
            TriggerKind::Group => "group",
        };
        json!({
            "target": format!("{kind}:{}", trigger.target.to_lowercase()),
            "action": trigger.action.name(),
            "delay": trigger.delay,
            "match": trigger.times,
        })
    });
    json!({
        "suspended": settings.suspended,
        "thread_count": settings.thread_count,
        "buffer_size": settings.buffer_size,
        "dynamic": settings.dynamic,
        "fatal_assert": settings.fatal_assert,
        "iprint": settings.iprint,
        "triggers": triggers.collect::<Vec<_>>(),
    })
}

#[test]
fn options_select_what_the_fixtures_say() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/trace/options.json");
    let fixture: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let cases = fixture["cases"].as_array().unwrap();
    assert!(cases.len() > 140);
    for case in cases {
        let tables: Vec<Tables> = fixture["components"].as_array().unwrap().iter().map(Tables::new).collect();
        let groups: Vec<Vec<Group<'_>>> = tables
            .iter()
            .map(|table| table.groups.iter().map(|(name, members)| Group { name, members }).collect())
            .collect();
        let components: Vec<Component<'_>> = tables
            .iter()
            .zip(&groups)
            .map(|(table, groups)| Component {
                auxiliary: table.auxiliary,
                groups,
                ..Component::new(&table.name, &table.active, &table.levels, &table.types)
            })
            .collect();
        let region = Region::<4096>::new();
        let engine = Engine::<Spin, _>::new(region.memory(), &Config::new(1000), Stopped, &NoHooks).unwrap();
        let mut errors = Vec::new();
        let mut registered = Map::new();
        for (step, what) in case["steps"].as_array().unwrap().iter().enumerate() {
            let mut report = |error: glassbox::trace::selection::SelectionError| {
                errors.push(json!({ "step": step, "kind": error.kind.name(), "offset": error.offset }));
            };
            if let Some(name) = what["register"].as_str() {
                let component = components.iter().find(|component| component.name == name).unwrap();
                engine.register(component, &mut report).unwrap();
                registered.insert(name.to_owned(), Value::Null);
            } else {
                if what["runtime"] == true {
                    engine.end_start().unwrap();
                }
                engine.set(what["set"].as_str().unwrap(), &mut report).unwrap();
            }
        }
        for (name, bytes) in &mut registered {
            let component = components.iter().find(|component| component.name == name).unwrap();
            *bytes = component.active.iter().map(|byte| byte.load(Ordering::Relaxed)).collect();
        }
        let found = json!({
            "errors": errors,
            "active": registered,
            "state": engine.with_settings(state).unwrap(),
        });
        assert_eq!(found, case["expect"], "{}: {}", case["name"], case["steps"]);
    }
}
