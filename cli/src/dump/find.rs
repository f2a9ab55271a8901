//! `glassbox find`: lists what programs keep in a dump.

use std::collections::HashSet;
use std::io::{self, Write};

use serde::Serialize;

use super::region::Region;
use super::{Dump, scan, table};
use crate::Outcome;
use crate::args::Find;
use crate::detect::Format;
use crate::messages::Messages;
use crate::output::Output;
use crate::report::{Failure, Problem, Summary};

/// How many times the size of the dump is looked at in all. Bytes that claim to be a thousand files of its size do not make
/// the search a thousand times longer.
const ROUNDS: u64 = 16;

/// What is said of one region.
#[derive(Debug, Serialize)]
struct Line<'l> {
    dump: &'l str,
    address: String,
    size: Option<u64>,
    format: Format,
    name: Option<&'l str>,
    /// Whether it only looks like the beginning of a file.
    false_hit: bool,
    /// How many bytes of it are not in the dump.
    missing: u64,
    error: Option<Failure>,
    problems: usize,
    summary: Option<Summary>,
    #[serde(skip)]
    is_bad: bool,
}

/// Runs the command.
pub fn run(arguments: &Find, out: &mut Output, messages: &mut Messages) -> io::Result<Outcome> {
    let name = arguments.dump.display().to_string();
    let dump = match Dump::load(&arguments.dump, arguments.base) {
        Ok(dump) => dump,
        Err(failure) => {
            messages.error(&name, &failure.describe());
            return Ok(Outcome::Failed);
        }
    };
    let regions = regions(&dump);
    let mut budget = dump.len().saturating_mul(ROUNDS);
    let mut outcome = Outcome::Fine;
    let mut is_anything = false;
    let mut last: Option<(u64, u64)> = None;
    for region in &regions {
        let Some(left) = budget.checked_sub(region.looked_at(&dump).len() as u64) else {
            messages.problem(&name, "there is too much that looks like the beginning of a file; the rest was left out");
            outcome = Outcome::Problems;
            break;
        };
        budget = left;
        let line = line(&name, &dump, region);
        if line.is_bad {
            outcome = outcome.max(Outcome::Problems);
        }
        if !line.false_hit {
            is_anything = true;
            if let Some((address, end)) = last
                && region.address < end
            {
                let text = format!("the regions at {address:#x} and at {:#x} overlap", region.address);
                messages.problem(&name, &text);
                outcome = outcome.max(Outcome::Problems);
            }
            let end = region.address.saturating_add(region.size.unwrap_or(0));
            if last.is_none_or(|(_, before)| before < end) {
                last = Some((region.address, end));
            }
        }
        if arguments.json {
            out.json(&line)?;
        } else {
            print(&line, out)?;
        }
    }
    if !is_anything {
        let text = "no region was found: nothing in it is a file of a format that is known here";
        messages.error(&name, text);
        return Ok(Outcome::Failed);
    }
    Ok(outcome)
}

/// All regions by address: those that are listed, and what else begins as a file does.
fn regions(dump: &Dump) -> Vec<Region> {
    let mut all = table::regions(dump);
    // The image of a firmware may hold a table twice.
    let mut seen = HashSet::new();
    all.retain(|region| seen.insert((region.address, region.name.clone())));
    let listed: HashSet<_> = all.iter().map(|region| region.address).collect();
    all.extend(scan::regions(dump).into_iter().filter(|region| !listed.contains(&region.address)));
    all.sort_by_key(|region| region.address);
    all
}

fn line<'l>(name: &'l str, dump: &Dump, region: &'l Region) -> Line<'l> {
    let missing = region.missing(dump);
    let checked = region.check(dump);
    // A writer inside a section, and a file that is cut, begin as only a file does.
    let is_file = region.name.is_some()
        || checked.as_ref().map_or_else(|failure| matches!(failure.kind, "locked" | "in_flux" | "truncated"), |_| true);
    let mut line = Line {
        dump: name,
        address: format!("{:#x}", region.address),
        size: region.size.filter(|_| is_file),
        format: region.format,
        name: region.name.as_deref(),
        false_hit: !is_file,
        missing: if is_file { missing } else { 0 },
        error: None,
        problems: 0,
        summary: None,
        is_bad: is_file && missing > 0,
    };
    match checked {
        Ok((summary, problems)) => {
            line.problems = problems.iter().filter(|problem| !problem.is_note()).count();
            line.is_bad |= !problems.iter().all(Problem::is_note);
            line.summary = Some(summary);
        }
        Err(failure) => {
            line.is_bad |= is_file;
            line.error = Some(failure);
        }
    }
    line
}

/// Prints a line for people.
fn print(line: &Line<'_>, out: &mut Output) -> io::Result<()> {
    let size = line.size.map_or_else(|| String::from("-"), |size| size.to_string());
    write!(out, "{:<12} {size:>8}  {:<12}  ", line.address, line.name.unwrap_or("-"))?;
    if line.missing > 0 {
        write!(out, "{} bytes are not in the dump; ", line.missing)?;
    }
    match (&line.summary, &line.error) {
        (Some(summary), _) if line.problems > 0 => writeln!(out, "{}; problems: {}", summary.describe(), line.problems),
        (Some(summary), _) => writeln!(out, "{}", summary.describe()),
        (None, Some(error)) if line.false_hit => {
            writeln!(out, "only looks like the beginning of a file: {}", error.describe())
        }
        (None, Some(error)) => writeln!(out, "{}", error.describe()),
        (None, None) => writeln!(out),
    }
}
