//! The summary of a trace file, in the reference formatter's layout.

use core::fmt;

use super::super::digits::write_decimal;
use super::super::file::{FileError, Header, Index, Section, Source, ThreadSlot};
use super::{write_text_line, write_thread};

/// Bytes of section text that are read at a time.
const PART: usize = 64;
/// What each line of a block begins with.
const MARGIN: &str = "        ";

const ARCHITECTURES: [&str; 9] = ["Unknown", "x86", "S390", "Power", "IA64", "S390X", "AMD64", "RISCV", "AArch64"];
const SUBTYPES: [&str; 15] = [
    "i486",
    "i586",
    "Pentium II",
    "Pentium III",
    "Merced",
    "McKinley",
    "PowerRS",
    "PowerPC",
    "GigaProcessor",
    "ESA",
    "Pentium IV",
    "T-Rex",
    "Opteron",
    "RV64G",
    "Armv8-A",
];
const CLOCKS: [&str; 8] =
    ["Sequence Counter", "Special", "RDTSC Timer", "AIX Timer", "MFSPR Timer", "MFTB Timer", "STCK Timer", "J9 timer"];

/// Writes the summary: service text, options, processor, start, and the threads in order of first appearance.
///
/// `threads` is memory for [`Index::threads`] of them.
///
/// # Errors
/// [`FileError::ScratchTooSmall`] outside, when there are fewer slots; inside, what `out` returns.
pub fn write_summary<S: Source, W: fmt::Write + ?Sized>(
    index: &Index<'_, '_, S>,
    threads: &mut [ThreadSlot],
    out: &mut W,
) -> Result<fmt::Result, FileError> {
    let threads = index.list_threads(threads)?;
    Ok(write(index, threads, out))
}

fn write<S: Source, W: fmt::Write + ?Sized>(
    index: &Index<'_, '_, S>,
    threads: &[ThreadSlot],
    out: &mut W,
) -> fmt::Result {
    let header = index.header();
    out.write_str("                Trace Summary\n\nService level:\n")?;
    write_texts(index, header.service, Break::Nul, out)?;
    out.write_str("\nJVM startup options:\n")?;
    write_texts(index, header.startup, Break::Line, out)?;
    write_processor(header, out)?;
    out.write_str("\nTrace activation information::\n")?;
    write_texts(index, header.active, Break::Nul, out)?;
    out.write_str("\nTrace file header:\n")?;
    write_start(index, out)?;
    out.write_str("\nActive threads\n")?;
    for slot in threads {
        write_names(index, slot, out)?;
    }
    out.write_str("\n\n")
}

fn write_processor<W: fmt::Write + ?Sized>(header: &Header, out: &mut W) -> fmt::Result {
    out.write_str("Processor information:\n")?;
    let Some(processor) = header.processor else { return Ok(()) };
    let mut word = |label: &str, table: &[&str], number: i32| {
        label_of(label, out)?;
        match usize::try_from(number).ok().and_then(|row| table.get(row)) {
            Some(word) => out.write_str(word)?,
            None => write_signed(number, out)?,
        }
        out.write_char('\n')
    };
    word("Arch family:         ", &ARCHITECTURES, processor.architecture)?;
    word("Processor Sub-type:  ", &SUBTYPES, processor.subtype)?;
    word("Num Processors:      ", &[], processor.processors)?;
    word("Big Endian:          ", &["false", "true"], processor.big_endian.into())?;
    word("Word size:           ", &[], processor.word_size)?;
    word("Using Trace Counter: ", &CLOCKS, processor.clock)
}

fn write_start<S: Source, W: fmt::Write + ?Sized>(index: &Index<'_, '_, S>, out: &mut W) -> fmt::Result {
    let header = index.header();
    label_of("JVM start time: ", out)?;
    index.clock().write(header.start_platform, out)?;
    out.write_char('\n')?;
    label_of("Generations:    ", out)?;
    write_signed(header.generations, out)?;
    out.write_char('\n')?;
    label_of("Pointer size:   ", out)?;
    write_decimal(u64::try_from(header.pointer.bytes()).unwrap_or(0), out)?;
    out.write_char('\n')
}

fn label_of<W: fmt::Write + ?Sized>(label: &str, out: &mut W) -> fmt::Result {
    out.write_str(MARGIN)?;
    out.write_str(label)
}

fn write_signed<W: fmt::Write + ?Sized>(number: i32, out: &mut W) -> fmt::Result {
    if number < 0 {
        out.write_char('-')?;
    }
    write_decimal(number.unsigned_abs().into(), out)
}

fn write_names<S: Source, W: fmt::Write + ?Sized>(
    index: &Index<'_, '_, S>,
    slot: &ThreadSlot,
    out: &mut W,
) -> fmt::Result {
    let thread = index.thread(slot);
    let pointer = index.header().pointer;
    let mut count = 0;
    thread.names(|_| {
        count += 1;
        count < 2
    });
    out.write_str(MARGIN)?;
    write_thread(thread.id(), pointer, out)?;
    let mut result = match count {
        0 => out.write_char('\n'),
        1 => Ok(()),
        _ => out.write_str("  (id reused)\n"),
    };
    thread.names(|name| {
        result = result.and_then(|()| {
            // Names stand below each other, wherever there are several.
            let margin = if count > 1 { MARGIN.len() + 2 + pointer.bytes() * 2 } else { 0 };
            super::fill(out, ' ', margin + 2)?;
            write_text_line(name.0, out)
        });
        result.is_ok()
    });
    result
}

/// What separates the texts of a section.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Break {
    /// NUL: one text after another.
    Nul,
    /// LF: one text, which ends with the first NUL.
    Line,
}

/// Writes the texts of a section, a line each. Empty ones are padding.
fn write_texts<S: Source, W: fmt::Write + ?Sized>(
    index: &Index<'_, '_, S>,
    section: Option<Section>,
    separator: Break,
    out: &mut W,
) -> fmt::Result {
    let Some(Section { offset, len }) = section else { return Ok(()) };
    let mut buffer = [0; PART];
    let mut inside = false;
    let mut done = 0;
    while done < len {
        let wanted = usize::try_from(len - done).unwrap_or(PART).min(PART);
        let Some(bytes) = buffer.get_mut(..wanted) else { break };
        if !index.file().source().read(offset.saturating_add(done), bytes) {
            break;
        }
        // A character may go on in the next part: it is left for that, unless it cannot.
        let whole = super::super::text::cut_incomplete(bytes);
        let bytes = bytes.get(..whole).filter(|bytes| !bytes.is_empty()).unwrap_or(bytes);
        done = done.saturating_add(u64::try_from(bytes.len()).unwrap_or(1));
        for part in bytes.split_inclusive(|byte| matches!(byte, 0 | b'\n')) {
            let (text, end) = match part {
                [text @ .., end @ (0 | b'\n')] => (text, Some(*end)),
                text => (text, None),
            };
            if !text.is_empty() {
                if !inside {
                    out.write_str(MARGIN)?;
                }
                inside = true;
                super::Text(text).write_escaped(out)?;
            }
            if end.is_some() && inside {
                out.write_char('\n')?;
                inside = false;
            }
            if end == Some(0) && separator == Break::Line {
                return Ok(());
            }
        }
    }
    if inside { out.write_char('\n') } else { Ok(()) }
}
