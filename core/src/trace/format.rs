//! Lines: entries as a person reads them (section 6.3), and the summary that stands before them.

mod summary;

use core::fmt;

use super::catalog::{Catalog, Point};
use super::digits::{Base, fill, write_decimal, write_hex_byte, write_padded};
use super::file::{Clock, Entry, Header, INTERNAL_COMPONENT, Index, Source};
use super::template::{Fit, print};
use super::text::Text;
use super::{PointType, PointerSize};
pub use summary::write_summary;

/// The id of the tracepoint by which the engine ends a thread.
const END_OF_THREAD: u32 = 262;
/// Columns of the tracepoint's name, and of its type.
const NAME_WIDTH: usize = 19;
const TYPE_WIDTH: usize = 10;

/// What came of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printed {
    /// The tracepoint is in a catalog, and its template fits so.
    Known(Fit),
    /// No catalog has the tracepoint; its bytes were printed.
    Unknown,
}

/// Writes entries as lines of text.
#[derive(Debug)]
pub struct Formatter<'c> {
    catalogs: &'c [Catalog<'c>],
    clock: Clock,
    pointer: PointerSize,
    /// How deep each thread is nested; empty when lines are not indented.
    depths: &'c mut [u32],
    last_thread: Option<u64>,
    /// Seconds that are added to times of day.
    east: i32,
}

impl<'c> Formatter<'c> {
    /// A formatter for the entries of a file. Of several catalogs the first that has a tracepoint wins.
    ///
    /// Where lines are to be indented, `depths` holds a zero for each thread; else it is empty.
    pub fn new<S: Source>(index: &Index<'_, '_, S>, catalogs: &'c [Catalog<'c>], depths: &'c mut [u32]) -> Self {
        Self { catalogs, clock: *index.clock(), pointer: index.header().pointer, depths, last_thread: None, east: 0 }
    }

    /// The formatter, for times of day somewhere else: so many seconds east of UTC.
    pub fn east(self, seconds: i32) -> Self {
        Self { east: seconds, ..self }
    }

    /// The formatter, for lines that go on behind one of this thread.
    pub fn behind(self, thread: Option<u64>) -> Self {
        Self { last_thread: thread, ..self }
    }

    /// Writes one line, LF included.
    ///
    /// # Errors
    /// What `out` returns.
    pub fn write_line<W: fmt::Write + ?Sized>(
        &mut self,
        entry: &Entry<'_>,
        out: &mut W,
    ) -> Result<Printed, fmt::Error> {
        self.clock.write_east(entry.time, self.east, out)?;
        let same = self.last_thread.replace(entry.thread) == Some(entry.thread);
        out.write_str(if same { "  " } else { " *" })?;
        write_thread(entry.thread, self.pointer, out)?;
        out.write_char(' ')?;
        let id = super::digits::Digits::new(entry.id.into(), Base::Decimal);
        out.write_str(entry.name)?;
        out.write_char('.')?;
        out.write_str(id.as_str())?;
        let width = entry.name.chars().count() + 1 + id.len();
        fill(out, ' ', NAME_WIDTH.saturating_sub(width))?;
        out.write_char(' ')?;

        let meaning = self.meaning(entry);
        meaning.write_type(out)?;
        if let Meaning::Point(point) = &meaning {
            self.indent(entry.thread_index, point.kind, out)?;
        }
        let printed = meaning.write_text(entry, out)?;
        out.write_char('\n')?;
        Ok(printed)
    }

    /// What is known of an entry's tracepoint.
    pub fn meaning(&self, entry: &Entry<'_>) -> Meaning<'c> {
        let component = entry.component();
        match self.catalogs.iter().find_map(|catalog| catalog.find(component.as_bytes(), entry.id)) {
            Some(point) => Meaning::Point(point),
            None if component == INTERNAL_COMPONENT && entry.id == END_OF_THREAD => Meaning::EndOfThread,
            None => Meaning::Unknown,
        }
    }

    /// Indents by two spaces for each function that the thread is in.
    fn indent<W: fmt::Write + ?Sized>(&mut self, thread: usize, kind: PointType, out: &mut W) -> fmt::Result {
        let Some(depth) = self.depths.get_mut(thread) else { return Ok(()) };
        if kind.leaves() {
            *depth = depth.saturating_sub(1);
        }
        fill(out, ' ', usize::try_from(*depth).unwrap_or(usize::MAX).saturating_mul(2))?;
        if kind.enters() {
            *depth = depth.saturating_add(1);
        }
        Ok(())
    }
}

/// What is known of an entry's tracepoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning<'c> {
    /// What a catalog says.
    Point(Point<'c>),
    /// The engine's own mark at the end of a thread, which needs no catalog.
    EndOfThread,
    /// No catalog has it.
    Unknown,
}

impl Meaning<'_> {
    /// Writes the word of the type, in its column.
    ///
    /// # Errors
    /// What `out` returns.
    pub fn write_type<W: fmt::Write + ?Sized>(&self, out: &mut W) -> fmt::Result {
        match self {
            Self::Point(point) => write_type(point.kind, out),
            Self::EndOfThread => out.write_str("Internal  "),
            Self::Unknown => out.write_str("Unknown   "),
        }
    }

    /// Writes what an entry says: the flags and the body of the template, or the bare bytes.
    ///
    /// # Errors
    /// What `out` returns.
    pub fn write_text<W: fmt::Write + ?Sized>(&self, entry: &Entry<'_>, out: &mut W) -> Result<Printed, fmt::Error> {
        let parts = match self {
            Self::Point(point) => point.parts(),
            Self::EndOfThread => {
                out.write_str("  end of thread")?;
                return Ok(Printed::Known(Fit::Exact));
            }
            Self::Unknown => {
                write_bytes(entry.parameters.bytes, out)?;
                return Ok(Printed::Unknown);
            }
        };
        if parts.mark == '*' {
            out.write_char(' ')?;
        }
        out.write_char(parts.mark)?;
        out.write_char(parts.direction)?;
        print(parts.body, entry.parameters, out).map(Printed::Known)
    }
}

/// Writes what stands between the summary and the lines of a full report.
///
/// # Errors
/// What `out` returns.
pub fn write_heading<W: fmt::Write + ?Sized>(header: &Header, out: &mut W) -> fmt::Result {
    out.write_str("                Trace Formatted Data \n\n")?;
    out.write_str(match header.pointer {
        PointerSize::Eight => {
            "Time (UTC)          Thread ID          Tracepoint ID       Type        Tracepoint Data\n"
        }
        PointerSize::Four => "Time (UTC)          Thread ID  Tracepoint ID       Type        Tracepoint Data\n",
    })
}

/// Writes the number of a thread with the digits of an address.
fn write_thread<W: fmt::Write + ?Sized>(thread: u64, pointer: PointerSize, out: &mut W) -> fmt::Result {
    out.write_str("0x")?;
    write_padded(thread, Base::Hex, pointer.bytes() * 2, out)
}

/// Writes the word for a type, in its column.
fn write_type<W: fmt::Write + ?Sized>(kind: PointType, out: &mut W) -> fmt::Result {
    if let Some(word) = kind.word() {
        out.write_str(word)?;
        return fill(out, ' ', TYPE_WIDTH.saturating_sub(word.len()));
    }
    let number = super::digits::Digits::new(kind.0.into(), Base::Decimal);
    out.write_str("Type ")?;
    out.write_str(number.as_str())?;
    fill(out, ' ', TYPE_WIDTH.saturating_sub(5 + number.len()))
}

fn write_bytes<W: fmt::Write + ?Sized>(bytes: &[u8], out: &mut W) -> fmt::Result {
    out.write_str("  no catalog entry, ")?;
    write_decimal(u64::try_from(bytes.len()).unwrap_or(u64::MAX), out)?;
    out.write_str(if bytes.len() == 1 { " byte" } else { " bytes" })?;
    for (at, byte) in bytes.iter().enumerate() {
        out.write_str(if at == 0 { ": " } else { " " })?;
        write_hex_byte(*byte, out)?;
    }
    Ok(())
}

/// Writes bytes of unknown worth on a line of their own.
fn write_text_line<W: fmt::Write + ?Sized>(bytes: &[u8], out: &mut W) -> fmt::Result {
    Text(bytes).write_escaped(out)?;
    out.write_char('\n')
}
