//! The entries of a trace in the order of time, as lines of text or of JSON.

use std::fmt::{self, Write};
use std::io;

use glassbox::trace::file::{Clock, Entry, ThreadSlot};
use glassbox::trace::format::{Meaning, write_heading, write_summary};
use glassbox::trace::template::{Piece, Value, pieces};
use glassbox::trace::text::Text;
use serde::Serialize;

use super::follow::Printed;
use super::{Filter, Printer, Sink, Times, Trace};
use crate::output::Output;
use crate::report::Stop;

/// What is printed of a trace, and how.
#[derive(Clone, Copy)]
pub struct Settings<'s> {
    /// Which tracepoints.
    pub filter: &'s Filter,
    /// Which threads and times.
    pub times: &'s Times,
    /// Whether lines are indented by the functions that a thread is in.
    pub indent: bool,
    /// Whether the summary and a heading stand before the lines.
    pub report: bool,
}

impl Settings<'_> {
    /// Whether an entry is wanted.
    pub fn take(&self, entry: &Entry<'_>, trace: &Trace<'_>) -> bool {
        self.times.take(entry, trace.index.clock()) && self.filter.takes_entry(entry, trace)
    }
}

/// Prints the summary.
pub fn write_head(trace: &Trace<'_>, out: &mut Output) -> io::Result<()> {
    let mut threads = vec![ThreadSlot::EMPTY; trace.index.threads()];
    out.view(|out| write_summary(trace.index, &mut threads, out).unwrap_or(Err(fmt::Error)))
}

/// Whether an entry has not been printed by an earlier reading.
fn is_new(entry: &Entry<'_>, printed: &mut Option<&mut Printed>) -> bool {
    printed.as_mut().is_none_or(|printed| printed.is_new(entry))
}

/// Prints entries as the lines that the format says: all, or those that have not been printed yet.
pub fn write_text(
    trace: &Trace<'_>,
    settings: Settings<'_>,
    mut printed: Option<&mut Printed>,
    problems: Sink<'_>,
    out: &mut Output,
) -> Result<(), Stop> {
    if settings.report {
        write_head(trace, out)?;
        out.view(|out| heading(trace, settings.times.east(), out))?;
    }
    let mut depths = vec![0; if settings.indent { trace.index.threads() } else { 0 }];
    let last_thread = printed.as_ref().and_then(|printed| printed.last_thread);
    let mut printer = trace.printer(&mut depths, settings.times.east()).behind(last_thread);
    trace.entries(problems, |entry, problems| {
        if is_new(entry, &mut printed) && settings.take(entry, trace) {
            out.view(|out| printer.write(entry, out, problems))?;
            if let Some(printed) = &mut printed {
                printed.last_thread = Some(entry.thread);
            }
        }
        Ok(())
    })
}

/// Prints what stands above the lines, and says of which place the times are.
fn heading(trace: &Trace<'_>, east: i32, out: &mut Output) -> fmt::Result {
    let mut heading = String::new();
    write_heading(trace.index.header(), &mut heading)?;
    if east == 0 {
        return out.write_str(&heading);
    }
    let minutes = east.abs() / 60;
    let offset = format!("{}{:02}:{:02}", if east < 0 { '-' } else { '+' }, minutes / 60, minutes % 60);
    out.write_str(&heading.replacen("Time (UTC)      ", &format!("Time ({offset})   "), 1))
}

/// An entry as JSON.
#[derive(Serialize)]
struct Line<'l> {
    time: Option<u64>,
    ticks: u64,
    thread: u64,
    id: &'l str,
    r#type: &'l str,
    level: Option<u32>,
    text: &'l str,
    args: &'l [Argument],
}

#[derive(Serialize)]
#[serde(untagged)]
enum Argument {
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    Text(String),
}

impl Argument {
    fn of(value: Value<'_>) -> Self {
        match value {
            Value::Signed(number) => Self::Signed(number),
            Value::Unsigned(number) => Self::Unsigned(number),
            Value::Float(number) => Self::Float(number),
            Value::Byte(byte) => Self::Text(Text(&[byte]).to_string()),
            Value::String(bytes) => Self::Text(Text(bytes).to_string()),
        }
    }
}

/// The parameters of an entry, as far as they are there.
fn arguments(meaning: &Meaning<'_>, entry: &Entry<'_>, arguments: &mut Vec<Argument>) {
    arguments.clear();
    let Meaning::Point(point) = meaning else { return };
    let mut parameters = entry.parameters;
    for piece in pieces(point.parts().body) {
        if let Piece::Conversion(conversion) = piece {
            let Some(value) = parameters.take(&conversion) else { return };
            arguments.push(Argument::of(value));
        }
    }
}

/// Prints entries as JSON, one object a line: all, or those that have not been printed yet.
pub fn write_json(
    trace: &Trace<'_>,
    settings: Settings<'_>,
    mut printed: Option<&mut Printed>,
    problems: Sink<'_>,
    out: &mut Output,
) -> Result<(), Stop> {
    let clock: Clock = *trace.index.clock();
    let mut printer = trace.printer(&mut [], 0);
    let [mut id, mut kind, mut text] = [const { String::new() }; 3];
    let mut args = Vec::new();
    trace.entries(problems, |entry, problems| {
        if !is_new(entry, &mut printed) || !settings.take(entry, trace) {
            return Ok(());
        }
        [&mut id, &mut kind, &mut text].into_iter().for_each(String::clear);
        let meaning = describe(entry, &mut printer, [&mut id, &mut kind, &mut text], problems);
        let meaning = meaning.map_err(io::Error::other)?;
        arguments(&meaning, entry, &mut args);
        out.json(&Line {
            time: clock.nanoseconds(entry.time),
            ticks: entry.time,
            thread: entry.thread,
            id: &id,
            r#type: kind.trim_end(),
            level: if let Meaning::Point(point) = meaning { Some(point.level) } else { None },
            text: &text,
            args: &args,
        })
    })
}

/// Prints the name of an entry's tracepoint, its type, and what the entry says.
fn describe<'p>(
    entry: &Entry<'_>,
    printer: &mut Printer<'p>,
    [id, kind, text]: [&mut String; 3],
    problems: Sink<'_>,
) -> Result<Meaning<'p>, fmt::Error> {
    let meaning = printer.write_text(entry, text, problems)?;
    meaning.write_type(kind)?;
    write!(id, "{}.{}", entry.name, entry.id)?;
    Ok(meaning)
}
