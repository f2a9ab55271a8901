//! A trace as a timeline that Perfetto and Chrome open: the JSON of trace events.
//!
//! What enters and leaves functions becomes nested slices, all else marks of an instant, on one track for each thread.
//! Slices are balanced: an exit whose entry was lost is a mark, and what is still open in the end is closed there. Time on
//! a track never goes back.

use std::io::{self, Write};

use glassbox::trace::PointType;
use glassbox::trace::file::{Clock, Entry, ThreadSlot};
use glassbox::trace::format::Meaning;
use serde::Serialize;

use super::{Settings, Sink, Trace};
use crate::output::Output;
use crate::report::Stop;

/// One process: a trace does not say which.
const PROCESS: u32 = 1;

#[derive(Serialize)]
struct Event<'e> {
    name: &'e str,
    cat: &'e str,
    ph: &'static str,
    /// Microseconds since the first entry.
    ts: f64,
    pid: u32,
    tid: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    s: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    args: Option<Text<'e>>,
}

#[derive(Serialize)]
struct Text<'e> {
    text: &'e str,
}

#[derive(Serialize)]
struct ThreadName<'e> {
    name: &'static str,
    ph: &'static str,
    pid: u32,
    tid: u64,
    args: Name<'e>,
}

#[derive(Serialize)]
struct Name<'e> {
    name: &'e str,
}

/// What is known of a track.
#[derive(Clone, Default)]
struct Track {
    /// The names of the slices that are open.
    open: Vec<String>,
    latest: f64,
}

/// Writes the events between the brackets of a list, with commas.
struct Events<'o> {
    out: &'o mut Output,
    is_first: bool,
}

impl Events<'_> {
    fn write(&mut self, event: &impl Serialize) -> io::Result<()> {
        self.out.write_all(if std::mem::take(&mut self.is_first) { b"\n" } else { b",\n" })?;
        serde_json::to_writer(&mut *self.out, event)?;
        Ok(())
    }
}

/// Prints the entries that the settings take as a timeline.
pub fn write(trace: &Trace<'_>, settings: Settings<'_>, problems: Sink<'_>, out: &mut Output) -> Result<(), Stop> {
    let mut timeline = Timeline { clock: *trace.index.clock(), start: None };
    out.write_all(b"{\"displayTimeUnit\":\"ns\",\"traceEvents\":[")?;
    let mut events = Events { out, is_first: true };
    let mut slots = vec![ThreadSlot::EMPTY; trace.index.threads()];
    let slots = trace.index.list_threads(&mut slots).map(|slots| &*slots).unwrap_or_default();
    for slot in slots {
        let thread = trace.index.thread(slot);
        if let Some(name) = super::name_of(&thread) {
            let args = Name { name: &name };
            events.write(&ThreadName { name: "thread_name", ph: "M", pid: PROCESS, tid: thread.id(), args })?;
        }
    }
    let mut printer = trace.printer(&mut [], 0);
    let mut tracks = vec![Track::default(); trace.index.threads()];
    let mut text = String::new();
    trace.entries(problems, |entry, problems| {
        if !settings.take(entry, trace) {
            return Ok(());
        }
        text.clear();
        let meaning = printer.write_text(entry, &mut text, problems).map_err(io::Error::other)?;
        let track = &mut tracks[entry.thread_index];
        track.latest = track.latest.max(timeline.microseconds(entry));
        write_entry(entry, &meaning, text.trim_start(), track, &mut events)
    })?;
    for (slot, track) in slots.iter().zip(&mut tracks) {
        while let Some(name) = track.open.pop() {
            let tid = trace.index.thread(slot).id();
            events.write(&Event {
                name: &name,
                cat: "open",
                ph: "E",
                ts: track.latest,
                pid: PROCESS,
                tid,
                s: None,
                args: None,
            })?;
        }
    }
    out.write_all(b"\n]}\n")?;
    Ok(())
}

fn write_entry(
    entry: &Entry<'_>,
    meaning: &Meaning<'_>,
    text: &str,
    track: &mut Track,
    events: &mut Events<'_>,
) -> io::Result<()> {
    let kind = if let Meaning::Point(point) = meaning { Some(point.kind) } else { None };
    let id = format!("{}.{}", entry.name, entry.id);
    let mut event = Event {
        name: &id,
        cat: entry.name,
        ph: "i",
        ts: track.latest,
        pid: PROCESS,
        tid: entry.thread,
        s: Some("t"),
        args: Some(Text { text }),
    };
    if kind.is_some_and(PointType::enters) {
        event = Event { name: function(text, '>'), ph: "B", s: None, ..event };
        track.open.push(event.name.to_owned());
        return events.write(&event);
    }
    if kind.is_some_and(PointType::leaves)
        && let Some(name) = track.open.pop()
    {
        return events.write(&Event { name: &name, ph: "E", s: None, ..event });
    }
    events.write(&event)
}

/// The name of the function that an entry tells of.
fn function(text: &str, direction: char) -> &str {
    let text = text.trim_start_matches(['*', ' ', direction]);
    text.split(['(', ' ']).next().filter(|name| !name.is_empty()).unwrap_or("?")
}

/// Turns the times of entries into microseconds since the first of them: a double would not hold those since 1970.
struct Timeline {
    clock: Clock,
    start: Option<u64>,
}

impl Timeline {
    #[expect(clippy::cast_precision_loss, reason = "a double holds nanoseconds of a hundred days")]
    fn microseconds(&mut self, entry: &Entry<'_>) -> f64 {
        let time = self.clock.nanoseconds(entry.time).unwrap_or(entry.time);
        time.saturating_sub(*self.start.get_or_insert(time)) as f64 / 1000.0
    }
}
