//! `glassbox diff`: what changed between two files, as between two moments of one program.
//!
//! Trees are walked side by side, node by node; entries of one name are taken in their order. A node that only one side
//! has is one difference, whatever is below it. Paths are written as selectors are, so that they can be given to
//! `glassbox show --select`.

use std::collections::{HashMap, VecDeque};
use std::io::{self, Write};

use glassbox::inspect::reader::{Entry, Node, Options, Tree};
use serde::Serialize;
use serde_json::Value as Json;

use crate::args::Diff;
use crate::detect::Format;
use crate::links::{self, Neighbours};
use crate::live::Copy;
use crate::messages::{Found, Messages};
use crate::output::Output;
use crate::report::{Failure, Stop};
use crate::source::{Content, Loaded, Source};
use crate::{Outcome, inspect, mmv};

/// A difference.
#[derive(Serialize)]
struct Change<'c> {
    #[serde(rename = "change")]
    kind: Kind,
    path: &'c str,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<Json>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Added,
    Removed,
    Changed,
}

/// Where differences go.
struct Changes<'o> {
    out: &'o mut Output,
    json: bool,
    count: u64,
}

impl Changes<'_> {
    fn tell(&mut self, change: &Change<'_>) -> io::Result<()> {
        self.count += 1;
        if self.json {
            return self.out.json(change);
        }
        let Change { kind, path, from, to } = change;
        let mark = match kind {
            Kind::Added => '+',
            Kind::Removed => '-',
            Kind::Changed => '~',
        };
        write!(self.out, "{mark} {path}")?;
        match (from, to) {
            (Some(from), Some(to)) => writeln!(self.out, " = {from} -> {to}"),
            (Some(value), None) | (None, Some(value)) => writeln!(self.out, " = {value}"),
            (None, None) => writeln!(self.out),
        }
    }
}

/// Runs the command.
pub fn run(arguments: &Diff, out: &mut Output, messages: &mut Messages) -> io::Result<Outcome> {
    let mut changes = Changes { out, json: arguments.json, count: 0 };
    match diff(arguments, &mut changes, messages) {
        Ok(outcome) => Ok(outcome.max(if changes.count == 0 { Outcome::Fine } else { Outcome::Problems })),
        Err(Stop::Failure(failure)) => {
            messages.error("glassbox diff", &failure.describe());
            Ok(Outcome::Failed)
        }
        Err(Stop::Output(error)) => Err(error),
    }
}

fn diff(arguments: &Diff, changes: &mut Changes<'_>, messages: &mut Messages) -> Result<Outcome, Stop> {
    let reading = &arguments.reading;
    let sources = [&arguments.old, &arguments.new].map(|path| Source::of(path, arguments.reading.base));
    let mut loaded = Vec::new();
    for source in &sources {
        let Loaded { format, content } =
            source.load_as(reading.format, reading.attempts).map_err(|failure| failure.in_file(source.name.clone()))?;
        let Content::Copy(copy) = content else { return Err(not_compared().in_file(source.name.clone()).into()) };
        messages.how_it_was_read(&source.name, &copy, reading.verbose);
        loaded.push((format, copy));
    }
    let mut found = [Found::default(), Found::default()];
    match loaded.as_slice() {
        [(Format::Inspect, old), (Format::Inspect, new)] => {
            compare_trees(arguments, &sources, [old, new], &mut found, changes)?;
        }
        [(Format::Mmv, old), (Format::Mmv, new)] => {
            compare_metrics(arguments, &sources, [old, new], &mut found, changes)?;
        }
        _ => return Err(not_compared().into()),
    }
    for (source, found) in sources.iter().zip(&found) {
        messages.problems(&source.name, found);
    }
    Ok(found.iter().map(Found::outcome).max().unwrap_or(Outcome::Fine))
}

fn not_compared() -> Failure {
    Failure::new("not_compared", "two Inspect files or two MMV files can be compared, and no others")
}

fn compare_trees(
    arguments: &Diff,
    sources: &[Source; 2],
    [old, new]: [&Copy; 2],
    [of_old, of_new]: &mut [Found; 2],
    changes: &mut Changes<'_>,
) -> Result<(), Stop> {
    let reading = &arguments.reading;
    let links = links::load(&reading.links, reading.attempts);
    let [old_name, new_name] = [&sources[0].name, &sources[1].name];
    let neighbours = [&sources[0], &sources[1]].map(|source| Neighbours::of(source, &links, reading.attempts));
    let [old_neighbours, new_neighbours] = neighbours;
    let options = Options { recover: reading.recover, ..Options::default() };
    let read = inspect::read(old, old_neighbours?, options, |old, problems| {
        of_old.extend(problems);
        let read = inspect::read(new, new_neighbours?, options, |new, problems| {
            of_new.extend(problems);
            Ok(walk(old, new, changes)?)
        });
        read.map_err(|stop| stop.in_file(new_name))
    });
    read.map_err(|stop| stop.in_file(old_name))
}

/// What is left to do of a walk over two trees.
enum Step<'t> {
    /// Compare two nodes of this name.
    Compare(Node<'t>, Node<'t>, String),
    /// Everything in the last node has been compared.
    Leave,
}

/// Compares two trees. The steps that are left are kept in a list, so that no depth is too deep.
fn walk(old: &Tree<'_>, new: &Tree<'_>, changes: &mut Changes<'_>) -> io::Result<()> {
    let mut path = Vec::new();
    let mut steps = vec![Step::Compare(old.root(), new.root(), String::from("root"))];
    while let Some(step) = steps.pop() {
        let Step::Compare(old, new, name) = step else {
            path.pop();
            continue;
        };
        path.push(escaped(&name));
        steps.push(Step::Leave);
        let below = steps.len();
        compare(old, new, &path, changes, &mut steps)?;
        steps[below..].reverse();
    }
    Ok(())
}

/// Compares the entries of two nodes. Nodes that both have are left for later.
fn compare<'t>(
    old: Node<'t>,
    new: Node<'t>,
    path: &[String],
    changes: &mut Changes<'_>,
    later: &mut Vec<Step<'t>>,
) -> io::Result<()> {
    let key = |entry: &Entry<'_>| (entry.node().is_some(), entry.name().to_string());
    let mut others: HashMap<(bool, String), VecDeque<(usize, Entry<'t>)>> = HashMap::new();
    for (place, entry) in new.entries().enumerate() {
        others.entry(key(&entry)).or_default().push_back((place, entry));
    }
    for entry in old.entries() {
        let key = key(&entry);
        let other = others.get_mut(&key).and_then(VecDeque::pop_front);
        let (is_node, name) = key;
        let Some((_, other)) = other else {
            tell(Kind::Removed, &entry, (is_node, &name), path, changes)?;
            continue;
        };
        if let (Some(old), Some(new)) = (entry.node(), other.node()) {
            later.push(Step::Compare(old, new, name));
        } else if let [Some(from), Some(to)] = [&entry, &other].map(value)
            && from != to
        {
            let path = written(path, (false, &name));
            changes.tell(&Change { kind: Kind::Changed, path: &path, from: Some(from), to: Some(to) })?;
        }
    }
    let mut left: Vec<_> = others
        .into_iter()
        .flat_map(|(key, entries)| entries.into_iter().map(move |(place, entry)| (place, key.clone(), entry)))
        .collect();
    left.sort_by_key(|(place, ..)| *place);
    for (_, (is_node, name), entry) in left {
        tell(Kind::Added, &entry, (is_node, &name), path, changes)?;
    }
    Ok(())
}

fn tell(
    kind: Kind,
    entry: &Entry<'_>,
    name: (bool, &str),
    path: &[String],
    changes: &mut Changes<'_>,
) -> io::Result<()> {
    let path = written(path, name);
    let (from, to) = if kind == Kind::Removed { (value(entry), None) } else { (None, value(entry)) };
    changes.tell(&Change { kind, path: &path, from, to })
}

/// The value of a property; a node has none.
fn value(entry: &Entry<'_>) -> Option<Json> {
    serde_json::from_str(&entry.property()?.value().json().to_string()).ok()
}

/// A path as a selector has it: `root/radio:packets`, or `root/radio/station` for a node.
fn written(path: &[String], (is_node, name): (bool, &str)) -> String {
    format!("{}{}{}", path.join("/"), if is_node { '/' } else { ':' }, escaped(name))
}

/// A name as a selector has it, with a backslash before what would mean something else.
fn escaped(name: &str) -> String {
    let mut escaped = String::new();
    for char in name.chars() {
        if matches!(char, '*' | '/' | '\\' | ':' | ' ' | '\t') {
            escaped.push('\\');
        }
        escaped.push(char);
    }
    escaped
}

fn compare_metrics(
    arguments: &Diff,
    sources: &[Source; 2],
    copies: [&Copy; 2],
    found: &mut [Found; 2],
    changes: &mut Changes<'_>,
) -> Result<(), Stop> {
    let mut sides = Vec::new();
    for ((copy, source), found) in copies.into_iter().zip(sources).zip(found) {
        let read = mmv::read(copy, arguments.reading.recover, |image, problems| {
            found.extend(problems);
            let mut text = String::new();
            image.write_json(&mut text).map_err(io::Error::other)?;
            Ok(values(&serde_json::from_str(&text).map_err(io::Error::from)?))
        });
        sides.push(read.map_err(|stop| stop.in_file(&source.name))?);
    }
    let [old, new] = sides.as_slice() else { return Ok(()) };
    let by_name = |side: &[(String, Json)]| side.iter().cloned().collect::<HashMap<_, _>>();
    let (old_values, new_values) = (by_name(old), by_name(new));
    for (path, from) in old {
        match new_values.get(path) {
            Some(to) if from == to => {}
            to => {
                let kind = if to.is_some() { Kind::Changed } else { Kind::Removed };
                changes.tell(&Change { kind, path, from: Some(from.clone()), to: to.cloned() })?;
            }
        }
    }
    for (path, to) in new.iter().filter(|(path, _)| !old_values.contains_key(path)) {
        changes.tell(&Change { kind: Kind::Added, path, from: None, to: Some(to.clone()) })?;
    }
    Ok(())
}

/// The values of a file by metric and instance, as `name` or `name[instance]`.
fn values(file: &Json) -> Vec<(String, Json)> {
    let mut all = Vec::new();
    for metric in file["metrics"].as_array().into_iter().flatten() {
        let name = metric["name"].as_str().map_or_else(|| format!("item {}", metric["item"]), String::from);
        for value in metric["values"].as_array().into_iter().flatten() {
            let instance = match &value["instance"] {
                Json::Null => String::new(),
                instance => instance["name"]
                    .as_str()
                    .map_or_else(|| format!("[{}]", instance["id"]), |name| format!("[{name}]")),
            };
            all.push((name.clone() + &instance, value["value"].clone()));
        }
    }
    all
}
