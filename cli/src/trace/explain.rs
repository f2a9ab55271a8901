//! `glassbox trace explain`: what a selection would do to the components of some definition files.
//!
//! The options go through the engine itself, over a region that nobody records in, so that what is explained is what a
//! program would do.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU8, Ordering};

use glassbox::Region;
use glassbox::lock::Exclusive;
use glassbox::trace::PointType;
use glassbox::trace::component::{Activity, Component, Group};
use glassbox::trace::definition::{Definitions, Mode};
use glassbox::trace::engine::{Engine, NoHooks, TickSource};
use glassbox::trace::recorder::Config;
use glassbox::trace::selection::{SelectionError, Settings, Trigger, TriggerKind};
use serde::{Deserialize, Serialize};

use crate::Outcome;
use crate::args::TraceExplain;
use crate::definitions;
use crate::detect::Format;
use crate::messages::Messages;
use crate::output::Output;
use crate::report::{Failure, Stop};
use crate::source::{Content, Source};

/// The most components at once. A program may set another number.
const COMPONENTS: usize = 256;
/// The ticks of a second; nothing is ever recorded.
const FREQUENCY: u64 = 1000;

/// A clock that stands still.
struct Stopped;

impl TickSource for Stopped {
    fn ticks(&self) -> u64 {
        1
    }
}

/// The tables that a generator would make of a component.
struct Tables {
    name: String,
    auxiliary: bool,
    active: Vec<AtomicU8>,
    levels: Vec<u8>,
    types: Vec<u8>,
    groups: Vec<(String, Vec<u16>)>,
}

impl Tables {
    fn of(definitions: &Definitions<'_>) -> Self {
        let small = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
        let points = definitions.points;
        let is_on = |kind, level| kind == PointType::ASSERT && level == 1;
        let mut groups: Vec<(String, Vec<u16>)> = Vec::new();
        for (name, kind, is_always) in [
            ("Entry", PointType::ENTRY, true),
            ("Exit", PointType::EXIT, true),
            ("Event", PointType::EVENT, true),
            ("Exception", PointType::EXCEPTION, true),
            ("Debug", PointType::DEBUG, true),
            ("Mem", PointType::MEM, false),
            ("Perf", PointType::PERF, false),
        ] {
            let members: Vec<u16> =
                (0..).zip(points).filter(|(_, point)| point.kind == kind).map(|(id, _)| id).collect();
            if is_always || !members.is_empty() {
                groups.push((name.to_owned(), members));
            }
        }
        for (id, point) in (0..).zip(points) {
            for name in point.groups() {
                match groups.iter_mut().find(|(known, _)| known == name) {
                    Some((_, members)) if members.contains(&id) => {}
                    Some((_, members)) => members.push(id),
                    None => groups.push((name.to_owned(), vec![id])),
                }
            }
        }
        Self {
            name: definitions.component.to_owned(),
            auxiliary: definitions.auxiliary,
            active: points.iter().map(|point| u8::from(is_on(point.kind, point.level)).into()).collect(),
            levels: points.iter().map(|point| small(point.level)).collect(),
            types: points.iter().map(|point| small(point.kind.0)).collect(),
            groups,
        }
    }
}

/// Something that happens to an engine.
#[derive(Debug, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Step {
    Register {
        register: String,
    },
    Set {
        set: String,
        #[serde(default)]
        runtime: bool,
    },
}

/// Something that a step was refused for, or left out.
#[derive(Debug, Serialize)]
struct Refusal {
    step: usize,
    kind: &'static str,
    offset: usize,
    #[serde(skip)]
    text: &'static str,
}

#[derive(Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "these are settings, each of its own")]
struct State {
    suspended: bool,
    thread_count: i32,
    buffer_size: u32,
    dynamic: bool,
    fatal_assert: bool,
    iprint: bool,
    triggers: Vec<TriggerState>,
}

#[derive(Debug, Serialize)]
struct TriggerState {
    target: String,
    action: &'static str,
    delay: u32,
    r#match: i32,
}

/// What the steps did.
#[derive(Debug, Serialize)]
struct Explained {
    errors: Vec<Refusal>,
    active: BTreeMap<String, Vec<u8>>,
    state: State,
}

/// Runs the command.
pub fn run(arguments: &TraceExplain, out: &mut Output, messages: &mut Messages) -> io::Result<Outcome> {
    match explain(arguments, out, messages) {
        Ok(outcome) => Ok(outcome),
        Err(Stop::Failure(failure)) => {
            messages.error("glassbox trace explain", &failure.describe());
            Ok(Outcome::Failed)
        }
        Err(Stop::Output(error)) => Err(error),
    }
}

fn explain(arguments: &TraceExplain, out: &mut Output, messages: &mut Messages) -> Result<Outcome, Stop> {
    let mut tables = Vec::new();
    for path in &arguments.tdfs {
        let source = Source::of(path, None);
        let read = load(&source, arguments.lenient);
        tables.push(read.map_err(|stop| stop.in_file(&source.name))?);
    }
    let groups: Vec<Vec<Group<'_>>> = tables.iter().map(groups).collect();
    let components: Vec<Component<'_>> =
        tables.iter().zip(&groups).map(|(tables, groups)| component(tables, groups)).collect();
    let (known, steps) = match (&arguments.options, &arguments.steps) {
        (_, Some(path)) => (&[][..], steps(path)?),
        (options, None) => {
            let set = options.clone().unwrap_or_default();
            (&components[..], vec![Step::Set { set, runtime: arguments.runtime }])
        }
    };
    let explained = take(known, &components, &steps)?;
    if arguments.json {
        out.json(&explained)?;
    } else {
        for error in &explained.errors {
            messages.error(&place(error, &steps), &format!("{} ({})", error.text, error.kind));
            messages.caret(options_of(error, &steps), error.offset);
        }
        write_text(&explained, &tables, out)?;
    }
    Ok(if explained.errors.is_empty() { Outcome::Fine } else { Outcome::Problems })
}

fn load(source: &Source, lenient: bool) -> Result<Tables, Stop> {
    let Content::Copy(copy) = source.load_as(Some(Format::Tdf), 1)?.content else {
        return Err(Failure::unknown_format().into());
    };
    let mode = if lenient { Mode::Lenient } else { Mode::Strict };
    definitions::read(&copy.bytes, mode, |definitions, _| Ok(Tables::of(definitions)))
}

fn groups(tables: &Tables) -> Vec<Group<'_>> {
    tables.groups.iter().map(|(name, members)| Group { name, members }).collect()
}

fn component<'c>(tables: &'c Tables, groups: &'c [Group<'c>]) -> Component<'c> {
    Component {
        auxiliary: tables.auxiliary,
        groups,
        ..Component::new(&tables.name, &tables.active, &tables.levels, &tables.types)
    }
}

fn steps(path: &std::path::Path) -> Result<Vec<Step>, Failure> {
    let name = path.display().to_string();
    let text = fs::read(path).map_err(|error| Failure::of_io(&error).in_file(name.clone()))?;
    serde_json::from_slice(&text).map_err(|error| {
        let message =
            format!("{error}; steps are a list of {{\"register\":NAME}} and {{\"set\":OPTIONS,\"runtime\":true}}");
        Failure::new("bad_steps", &message).in_file(name)
    })
}

/// Takes the steps, with an engine that knows some of the components already.
fn take<'c>(known: &'c [Component<'c>], all: &'c [Component<'c>], steps: &[Step]) -> Result<Explained, Failure> {
    let region = Region::<4096>::new();
    let failed = |error: glassbox::trace::recorder::TraceError| Failure::new("not_explained", &error);
    let engine = Engine::<Exclusive, _, COMPONENTS>::new(region.memory(), &Config::new(FREQUENCY), Stopped, &NoHooks);
    let engine = engine.map_err(failed)?;
    let mut errors = Vec::new();
    let mut registered: Vec<&Component<'_>> = Vec::new();
    for component in known {
        engine.register(component, &mut |_| {}).map_err(failed)?;
        registered.push(component);
    }
    for (number, step) in steps.iter().enumerate() {
        let mut refuse = |error: SelectionError| {
            let SelectionError { kind, offset } = error;
            errors.push(Refusal { step: number, kind: kind.name(), offset, text: kind.text() });
        };
        match step {
            Step::Register { register } => {
                let component = all.iter().find(|component| component.name == register).ok_or_else(|| {
                    let message =
                        format!("step {number}: no definition file has component {register}; give it with --tdf");
                    Failure::new("unknown_component", &message)
                })?;
                engine.register(component, &mut refuse).map_err(failed)?;
                registered.push(component);
            }
            Step::Set { set, runtime } => {
                if *runtime {
                    engine.end_start().map_err(failed)?;
                }
                engine.set(set, &mut refuse).map_err(failed)?;
            }
        }
    }
    let bytes = |component: &&Component<'_>| {
        let bytes = component.active.iter().map(|byte| byte.load(Ordering::Relaxed)).collect();
        (component.name.to_owned(), bytes)
    };
    let state = engine.with_settings(State::of).ok_or_else(|| Failure::new("not_explained", "the engine is busy"))?;
    Ok(Explained { errors, active: registered.iter().map(bytes).collect(), state })
}

impl State {
    fn of(settings: &Settings, triggers: &[Trigger]) -> Self {
        let trigger = |trigger: &Trigger| {
            let kind = match trigger.kind {
                TriggerKind::Tpnid => "tpnid",
                TriggerKind::Group => "group",
            };
            TriggerState {
                target: format!("{kind}:{}", trigger.target.to_lowercase()),
                action: trigger.action.name(),
                delay: trigger.delay,
                r#match: trigger.times,
            }
        };
        Self {
            suspended: settings.suspended,
            thread_count: settings.thread_count,
            buffer_size: settings.buffer_size,
            dynamic: settings.dynamic,
            fatal_assert: settings.fatal_assert,
            iprint: settings.iprint,
            triggers: triggers.iter().map(trigger).collect(),
        }
    }
}

/// The options that an error is in: those of its step, or, when a component was registered, the last ones before that are
/// long enough.
fn options_of<'s>(error: &Refusal, steps: &'s [Step]) -> &'s str {
    let options = |step: &'s Step| match step {
        Step::Set { set, .. } => Some(set.as_str()),
        Step::Register { .. } => None,
    };
    let before = steps.iter().take(error.step + 1).rev().filter_map(options);
    before.into_iter().find(|options| options.len() >= error.offset).unwrap_or_default()
}

fn place(error: &Refusal, steps: &[Step]) -> String {
    let offset = error.offset;
    match steps.get(error.step) {
        Some(Step::Register { register }) => format!("step {}, register {register}, offset {offset}", error.step),
        _ if steps.len() > 1 => format!("step {}, offset {offset}", error.step),
        _ => format!("offset {offset}"),
    }
}

/// Prints which tracepoints of each component do what, and the other settings that are not as they always are.
fn write_text(explained: &Explained, tables: &[Tables], out: &mut Output) -> io::Result<()> {
    for tables in tables {
        let Some(active) = explained.active.get(&tables.name) else { continue };
        let name = &tables.name;
        if tables.auxiliary {
            writeln!(out, "{name}: auxiliary, recorded whenever it is called")?;
            continue;
        }
        let count = active.iter().filter(|byte| **byte != 0).count();
        writeln!(out, "{name}: {count} of {} tracepoints active", active.len())?;
        let mut start = 0;
        for run in active.chunk_by(|a, b| a == b) {
            let end = start + run.len() - 1;
            if let Some(activity @ 1..) = run.first().copied() {
                let ids = if start == end { format!("{name}.{start}") } else { format!("{name}.{start}-{end}") };
                writeln!(out, "  {ids}  {}", words(activity))?;
            }
            start += run.len();
        }
    }
    let State { suspended, thread_count, buffer_size, dynamic, fatal_assert, iprint, triggers } = &explained.state;
    for trigger in triggers {
        let TriggerState { target, action, delay, r#match } = trigger;
        writeln!(out, "trigger {target}: {action}, delay {delay}, match {match}")?;
    }
    if *suspended {
        writeln!(out, "recording is suspended")?;
    }
    if *thread_count != 0 {
        writeln!(out, "new threads begin with the count {thread_count}")?;
    }
    if !fatal_assert {
        writeln!(out, "assertions are not fatal")?;
    }
    if *iprint {
        writeln!(out, "printed lines are indented")?;
    }
    writeln!(out, "records have {buffer_size} bytes{}", if *dynamic { "" } else { ", as many as there are" })
}

/// The names of the bits of an active byte.
fn words(activity: u8) -> String {
    let names = Activity::from_bits_retain(activity).iter_names().map(|(name, _)| name.to_lowercase());
    names.collect::<Vec<_>>().join(" ")
}
