//! Progress: how far long work has come, for people who wait at a terminal.
//!
//! It is one line on standard error that is written over, first after half a second, and wiped in the end. It is not
//! shown where results go to the same terminal meanwhile.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Work that takes less than this shows nothing.
const PATIENCE: Duration = Duration::from_millis(500);
/// The time between two changes of the line.
const PERIOD: Duration = Duration::from_millis(100);

/// A line that says how far work has come.
#[derive(Debug)]
pub struct Progress<W: Write = io::Stderr> {
    /// Where the line goes; nowhere unless somebody looks.
    to: Option<W>,
    /// When the line is due again.
    due: Instant,
    is_drawn: bool,
}

impl Progress {
    /// Progress on standard error. `is_silent` says that nothing goes to standard output before the work is done.
    pub fn stderr(is_silent: bool) -> Self {
        let is_seen = io::stderr().is_terminal() && (is_silent || !io::stdout().is_terminal());
        Self::new(is_seen.then(io::stderr), Instant::now())
    }
}

impl<W: Write> Progress<W> {
    fn new(to: Option<W>, now: Instant) -> Self {
        Self { to, due: now + PATIENCE, is_drawn: false }
    }

    /// Says that `done` of `total` of some things are done.
    pub fn tell(&mut self, done: u64, total: u64, things: &str) {
        if self.to.is_some() {
            self.tell_at(Instant::now(), done, total, things);
        }
    }

    fn tell_at(&mut self, now: Instant, done: u64, total: u64, things: &str) {
        let Some(to) = self.to.as_mut().filter(|_| now >= self.due) else { return };
        self.due = now + PERIOD;
        self.is_drawn = true;
        let hundredths = u128::from(done) * 100 / u128::from(total.max(1));
        let _ = write!(to, "\r{} % of {total} {things}\x1b[K", hundredths.min(100));
        let _ = to.flush();
    }

    /// Wipes the line.
    pub fn wipe(&mut self) {
        if let Some(to) = self.to.as_mut().filter(|_| std::mem::take(&mut self.is_drawn)) {
            let _ = write!(to, "\r\x1b[K");
            let _ = to.flush();
        }
    }
}

impl<W: Write> Drop for Progress<W> {
    fn drop(&mut self) {
        self.wipe();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_shown_after_a_while_and_not_too_often_and_wiped() {
        let start = Instant::now();
        let mut line = Vec::new();
        let mut progress = Progress::new(Some(&mut line), start);
        for (milliseconds, done) in [(0, 0), (499, 10), (500, 20), (550, 30), (600, 40)] {
            progress.tell_at(start + Duration::from_millis(milliseconds), done, 80, "files");
        }
        drop(progress);
        let shown = String::from_utf8(line).unwrap();
        assert_eq!(shown, "\r25 % of 80 files\x1b[K\r50 % of 80 files\x1b[K\r\x1b[K");
    }

    #[test]
    fn quick_work_shows_nothing() {
        let mut line = Vec::new();
        let mut progress = Progress::new(Some(&mut line), Instant::now());
        progress.tell(80, 80, "files");
        drop(progress);
        assert!(line.is_empty());
    }
}
