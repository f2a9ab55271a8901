//! Standard output: results, and nothing else.

use std::fmt;
use std::io::{self, StdoutLock, Write};

/// Bytes that are gathered before they are written.
const GATHERED: usize = 1 << 16;

/// Where results go.
pub struct Output {
    gathered: Vec<u8>,
    to: StdoutLock<'static>,
    /// What went wrong while a view was printed, which cannot tell.
    error: Option<io::Error>,
}

impl Output {
    /// The standard output of the process.
    pub fn stdout() -> Self {
        Self { gathered: Vec::with_capacity(2 * GATHERED), to: io::stdout().lock(), error: None }
    }

    /// Writes what a view of the library prints.
    pub fn view<R>(&mut self, print: impl FnOnce(&mut Self) -> Result<R, fmt::Error>) -> io::Result<R> {
        let printed = print(self);
        match self.error.take() {
            Some(error) => Err(error),
            None => printed.map_err(io::Error::other),
        }
    }

    /// Writes a value as JSON in one line.
    pub fn json(&mut self, value: &impl serde::Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut *self, value)?;
        self.write_all(b"\n")
    }

    fn pass_on(&mut self) -> io::Result<()> {
        let written = self.to.write_all(&self.gathered);
        self.gathered.clear();
        written
    }
}

impl Write for Output {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.gathered.extend_from_slice(bytes);
        if self.gathered.len() >= GATHERED {
            self.pass_on()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass_on()?;
        self.to.flush()
    }
}

impl fmt::Write for Output {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.write(text.as_bytes()).map(drop).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}
