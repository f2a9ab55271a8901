//! Statistics: how often each tracepoint and each thread is in a trace, what was lost, and from when to when it goes.

use std::cmp::Reverse;
use std::io::{self, Write};

use glassbox::trace::file::{Clock, Entry, ThreadSlot};
use serde::Serialize;

use super::{Settings, Sink, Trace};
use crate::output::Output;
use crate::report::Stop;

/// What is counted.
#[derive(Debug, Serialize)]
pub struct Stats {
    points: Vec<Point>,
    threads: Vec<Thread>,
    lost: u64,
    /// Nanoseconds since 1970.
    first: Option<u64>,
    last: Option<u64>,
}

#[derive(Debug, Serialize)]
struct Point {
    id: String,
    count: u64,
}

#[derive(Debug, Serialize)]
struct Thread {
    #[serde(rename = "thread")]
    id: u64,
    name: Option<String>,
    count: u64,
}

/// How often each tracepoint was seen, by name and id. Names are few, and ids are small.
#[derive(Default)]
struct Counts {
    names: Vec<(String, Vec<u64>)>,
    /// The name that was seen last, which is mostly the next one too.
    last: usize,
}

impl Counts {
    fn count(&mut self, entry: &Entry<'_>) {
        if self.names.get(self.last).is_none_or(|(name, _)| name != entry.name) {
            let known = self.names.iter().position(|(name, _)| name == entry.name);
            self.last = known.unwrap_or(self.names.len());
            if known.is_none() {
                self.names.push((entry.name.to_owned(), Vec::new()));
            }
        }
        let (Some((_, ids)), Ok(id)) = (self.names.get_mut(self.last), usize::try_from(entry.id)) else { return };
        if ids.len() <= id {
            ids.resize(id + 1, 0);
        }
        ids[id] += 1;
    }

    /// The tracepoints, the most frequent first.
    fn points(&self) -> Vec<Point> {
        let ids = |(name, counts): &(String, Vec<u64>)| {
            let row = |(id, count): (usize, &u64)| (Reverse(*count), name.clone(), id);
            counts.iter().enumerate().filter(|(_, count)| **count > 0).map(row).collect::<Vec<_>>()
        };
        let mut points: Vec<_> = self.names.iter().flat_map(ids).collect();
        points.sort();
        points.into_iter().map(|(Reverse(count), name, id)| Point { id: format!("{name}.{id}"), count }).collect()
    }
}

/// Counts the entries that the settings take.
pub fn count(trace: &Trace<'_>, settings: Settings<'_>, problems: Sink<'_>) -> Result<Stats, Stop> {
    let clock: Clock = *trace.index.clock();
    let mut counts = Counts::default();
    let mut by_thread = vec![0; trace.index.threads()];
    let mut range: Option<(u64, u64)> = None;
    let mut lost = 0;
    let mut note_lost = |problem: crate::report::Problem| {
        lost += u64::from(problem.count.unwrap_or(0));
        problems(problem);
    };
    trace.entries(&mut note_lost, |entry, _| {
        if settings.take(entry, trace) {
            counts.count(entry);
            by_thread[entry.thread_index] += 1;
            let (first, last) = range.unwrap_or((entry.time, entry.time));
            range = Some((first.min(entry.time), last.max(entry.time)));
        }
        Ok(())
    })?;
    Ok(Stats {
        points: counts.points(),
        threads: threads(trace, &by_thread),
        lost,
        first: range.and_then(|(first, _)| clock.nanoseconds(first)),
        last: range.and_then(|(_, last)| clock.nanoseconds(last)),
    })
}

/// The threads that have entries, in order of their first appearance.
fn threads(trace: &Trace<'_>, counts: &[u64]) -> Vec<Thread> {
    let mut slots = vec![ThreadSlot::EMPTY; trace.index.threads()];
    let slots = trace.index.list_threads(&mut slots).map(|slots| &*slots).unwrap_or_default();
    let threads = slots.iter().zip(counts).filter(|(_, count)| **count > 0).map(|(slot, count)| {
        let thread = trace.index.thread(slot);
        Thread { id: thread.id(), name: super::name_of(&thread), count: *count }
    });
    threads.collect()
}

impl Stats {
    /// Prints the statistics as a table.
    pub fn write_text(&self, out: &mut Output) -> io::Result<()> {
        let total: u64 = self.threads.iter().map(|thread| thread.count).sum();
        writeln!(out, "     Count  Tracepoint")?;
        for Point { id, count } in &self.points {
            writeln!(out, "{count:10}  {id}")?;
        }
        writeln!(out, "\n     Count  Thread")?;
        for Thread { id, name, count } in &self.threads {
            let name = name.as_ref().map(|name| format!("  {name}")).unwrap_or_default();
            writeln!(out, "{count:10}  {id:#018x}{name}")?;
        }
        writeln!(out, "\n{total:10}  entries")?;
        writeln!(out, "{:10}  lost records", self.lost)?;
        let (Some(first), Some(last)) = (self.first, self.last) else { return Ok(()) };
        writeln!(out, "\nfrom {} to {}", date(first), date(last))?;
        let nanoseconds = last.saturating_sub(first);
        if nanoseconds > 0 {
            let rate = u128::from(total) * 1_000_000_000 / u128::from(nanoseconds);
            writeln!(out, "{rate} entries per second")?;
        }
        Ok(())
    }
}

/// A time with its date, UTC.
fn date(nanoseconds: u64) -> String {
    let timestamp = jiff::Timestamp::from_nanosecond(i128::from(nanoseconds));
    timestamp.map_or_else(|_| format!("{nanoseconds} ns"), |timestamp| timestamp.to_string())
}
