//! Catalogs of tracepoints: what is in them, and the catalogs that a trace is printed with.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::path::PathBuf;

use glassbox::trace::catalog::{Catalog, CatalogError, CatalogSlot, Point, slots_needed};
use serde::Serialize;

use crate::detect::Format;
use crate::output::Output;
use crate::report::{Failure, Problem, Stop};
use crate::source::{Content, Source};
use crate::trace::Filter;

/// What is in a catalog.
#[derive(Debug, Serialize)]
pub struct Summary {
    version: [u16; 2],
    points: usize,
    components: usize,
}

impl Summary {
    /// Counts what is in a catalog.
    pub fn of(catalog: &Catalog<'_>) -> Self {
        let components: HashSet<&[u8]> = catalog.points().map(|point| point.component.0).collect();
        Self { version: version(catalog), points: catalog.len(), components: components.len() }
    }

    /// The summary for people, in a line.
    pub fn describe(&self) -> String {
        let Self { version: [major, minor], points, components } = self;
        format!("version {major}.{minor}, points: {points}, components: {components}")
    }
}

fn version(catalog: &Catalog<'_>) -> [u16; 2] {
    [catalog.version().major, catalog.version().minor]
}

/// A catalog that was given with `--dat`.
#[derive(Debug)]
pub struct CatalogFile {
    name: String,
    bytes: Vec<u8>,
}

impl CatalogFile {
    /// Loads the catalogs that were given, in their order.
    pub fn load_all(paths: &[PathBuf]) -> Result<Vec<Self>, Failure> {
        let load = |path: &PathBuf| {
            let source = Source::file(path);
            let name = source.name.clone();
            match source.load_as(Some(Format::Dat), 1).map(|loaded| loaded.content) {
                Ok(Content::Copy(copy)) => Ok(Self { name, bytes: copy.bytes }),
                Ok(Content::Trace(_)) => Err(Failure::unknown_format().in_file(name)),
                Err(failure) => Err(failure.in_file(name)),
            }
        };
        paths.iter().map(load).collect()
    }
}

/// Reads one catalog, and hands it and its problems on.
pub fn read<R>(bytes: &[u8], then: impl FnOnce(Catalog<'_>, Vec<Problem>) -> Result<R, Stop>) -> Result<R, Stop> {
    let mut slots = vec![CatalogSlot::EMPTY; slots_needed(bytes)];
    let mut problems = Vec::new();
    let catalog = Catalog::read(bytes, &mut slots, &mut |problem| problems.push(problem.into())).map_err(failure)?;
    then(catalog, problems)
}

/// Reads all catalogs, and hands them and their problems on. The problems carry the names of the files.
pub fn read_all<R>(
    files: &[CatalogFile],
    then: impl FnOnce(&[Catalog<'_>], Vec<Problem>) -> Result<R, Stop>,
) -> Result<R, Stop> {
    let mut slots: Vec<_> = files.iter().map(|file| vec![CatalogSlot::EMPTY; slots_needed(&file.bytes)]).collect();
    let mut problems = Vec::new();
    let mut catalogs = Vec::new();
    for (file, slots) in files.iter().zip(&mut slots) {
        let mut tell = |problem: glassbox::trace::problem::Problem| {
            problems.push(Problem { file: Some(file.name.clone()), ..problem.into() });
        };
        let catalog = Catalog::read(&file.bytes, slots, &mut tell);
        catalogs.push(catalog.map_err(|error| failure(error).in_file(file.name.clone()))?);
    }
    then(&catalogs, problems)
}

fn failure(error: CatalogError) -> Failure {
    Failure::new(error.name(), &error)
}

/// The tracepoint of a catalog as JSON.
#[derive(Debug, Serialize)]
struct Row {
    id: String,
    r#type: u32,
    overhead: u32,
    level: u32,
    symbol: String,
    template: String,
}

impl Row {
    fn of(point: &Point<'_>) -> Self {
        Self {
            id: format!("{}.{}", point.component, point.id),
            r#type: point.kind.0,
            overhead: point.overhead,
            level: point.level,
            symbol: point.symbol.to_string(),
            template: point.template.to_string(),
        }
    }
}

/// The tracepoints that a filter takes, where the file has them first. Of two lines of one tracepoint the last counts.
fn rows(catalog: &Catalog<'_>, filter: &Filter) -> Vec<Row> {
    let mut places = HashMap::new();
    let mut rows = Vec::new();
    for point in catalog.lines() {
        let row = Row::of(&point);
        let is_taken = filter.takes_point(point.component.0, point.id, Some(&point))
            && filter.takes_text(|pattern| row.template.contains(pattern) || row.symbol.contains(pattern));
        let row = is_taken.then_some(row);
        let place = *places.entry((point.component.0, point.id)).or_insert(rows.len());
        rows.resize_with(rows.len().max(place + 1), || None);
        rows[place] = row;
    }
    rows.into_iter().flatten().collect()
}

/// Prints a catalog as JSON in one line.
pub fn show_json(catalog: &Catalog<'_>, filter: &Filter, out: &mut Output) -> io::Result<()> {
    #[derive(Serialize)]
    struct Whole {
        version: [u16; 2],
        points: Vec<Row>,
    }
    out.json(&Whole { version: version(catalog), points: rows(catalog, filter) })
}

/// Prints a catalog as a table.
pub fn show_text(catalog: &Catalog<'_>, filter: &Filter, out: &mut Output) -> io::Result<()> {
    let rows = rows(catalog, filter);
    let width = |heading: &str, cell: fn(&Row) -> &str| {
        rows.iter().map(|row| cell(row).chars().count()).max().unwrap_or(0).max(heading.len())
    };
    let (id, symbol) = (width("Tracepoint", |row| &row.id), width("Symbol", |row| &row.symbol));
    writeln!(out, "{:id$}  {:9}  Overhead  Level  {:symbol$}  Template", "Tracepoint", "Type", "Symbol")?;
    for row in &rows {
        let kind = glassbox::trace::PointType(row.r#type).word().map_or_else(|| row.r#type.to_string(), String::from);
        let Row { overhead, level, template, .. } = row;
        writeln!(out, "{:id$}  {kind:9}  {overhead:8}  {level:5}  {:symbol$}  {template}", row.id, row.symbol)?;
    }
    Ok(())
}
