//! Standard output: results, and nothing else.

use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};

/// Bytes that are gathered before they are written.
const BUFFER: usize = 1 << 16;

/// Where results go.
pub struct Output(BufWriter<StdoutLock<'static>>);

impl Output {
    /// The standard output of the process.
    pub fn stdout() -> Self {
        Self(BufWriter::with_capacity(BUFFER, io::stdout().lock()))
    }

    /// Writes what a view of the library prints.
    pub fn view(&mut self, print: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) -> io::Result<()> {
        let mut view = View { out: &mut self.0, error: None };
        let printed = print(&mut view);
        match (view.error, printed) {
            (Some(error), _) => Err(error),
            (None, Err(error)) => Err(io::Error::other(error)),
            (None, Ok(())) => Ok(()),
        }
    }

    /// Writes a value as JSON in one line.
    pub fn json(&mut self, value: &impl serde::Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.0, value)?;
        self.0.write_all(b"\n")
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Lets a view write, and keeps the error that it cannot pass on.
struct View<'o> {
    out: &'o mut BufWriter<StdoutLock<'static>>,
    error: Option<io::Error>,
}

impl fmt::Write for View<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}
