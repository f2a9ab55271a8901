//! Copies of files that programs write meanwhile.
//!
//! Nothing is mapped: a mapping ends the process with SIGBUS when the file shrinks. A file is read with `pread`, by the
//! rule of its format: a stamp, the bytes, another stamp, and the copy counts when the two are equal and the writer is
//! at rest. How much there is to read is seen anew at each attempt, so that a file may grow, shrink and go away.

use std::io;
use std::sync::atomic::{Ordering, fence};
use std::thread;
use std::time::Duration;

use crate::detect::BEGINNING;

/// Attempts that are made one right after the other, before there are pauses between them.
const EAGER: u32 = 64;
/// The pause between later attempts. A writer that is at work for longer than a thousand of these is taken for dead.
const PAUSE: Duration = Duration::from_micros(50);

/// Something that is read at offsets, as a file is.
pub trait ReadAt {
    /// Reads some bytes from `offset` on; none at the end.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize>;

    /// How many bytes there are now.
    fn size(&self) -> io::Result<u64>;
}

impl ReadAt for std::fs::File {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        #[cfg(unix)]
        return std::os::unix::fs::FileExt::read_at(self, buffer, offset);
        #[cfg(windows)]
        return std::os::windows::fs::FileExt::seek_read(self, buffer, offset);
    }

    fn size(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }
}

/// What the beginning of a file says to who copies it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// What changes with every change of the file.
    pub generation: [u64; 2],
    /// Whether the writer is at rest.
    pub is_settled: bool,
    /// How many bytes to copy.
    pub len: u64,
}

/// How a copy came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// All of it was true at one time, as far as the format can tell.
    #[default]
    Consistent,
    /// The writer was at work, or dead, whenever it was looked at.
    Locked,
    /// The writer changed the file during each attempt that began well.
    Contended,
}

impl State {
    /// The state, for people.
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Consistent => "consistent",
            Self::Locked => "locked by its writer",
            Self::Contended => "changed by its writer meanwhile",
        }
    }
}

/// A copy of a file.
#[derive(Debug, Default)]
pub struct Copy {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// How it came about.
    pub state: State,
    /// How many attempts it took.
    pub attempts: u32,
    /// How many bytes are gone since the first look.
    pub shrunk: u64,
    /// How many values changed each time that they were looked at: they may be mixed of two.
    pub unsettled: usize,
}

/// Copies a file. `stamp` takes the beginning of a file and its size; `None` says that the format has no such rule.
pub fn copy(file: &impl ReadAt, attempts: u32, stamp: impl Fn(&[u8], u64) -> Option<Stamp>) -> io::Result<Copy> {
    let first_size = file.size()?;
    let mut copy = Copy { state: State::Locked, ..Copy::default() };
    while copy.attempts < attempts {
        if copy.attempts > 0 {
            pause(copy.attempts);
        }
        copy.attempts += 1;
        let size = file.size()?;
        copy.shrunk = first_size.saturating_sub(size);
        let mut beginning = [0; BEGINNING];
        let look = |beginning: &mut [u8; BEGINNING]| -> io::Result<Option<Stamp>> {
            let read = fill(file, beginning, 0)?;
            Ok(stamp(&beginning[..read], size))
        };
        let Some(before) = look(&mut beginning)? else {
            read_to_end(file, size, &mut copy.bytes)?;
            copy.state = State::Consistent;
            return Ok(copy);
        };
        if before.is_settled {
            copy.state = State::Contended;
        } else if copy.attempts < attempts {
            continue;
        }
        let len = usize::try_from(before.len).map_err(|_| io::ErrorKind::OutOfMemory)?;
        copy.bytes.resize(len, 0);
        let read = fill(file, &mut copy.bytes, 0)?;
        // The second stamp is taken after the bytes, whatever the processor makes of it.
        fence(Ordering::Acquire);
        if before.is_settled && read == len && look(&mut beginning)? == Some(before) {
            copy.state = State::Consistent;
            return Ok(copy);
        }
        copy.bytes.truncate(read);
    }
    Ok(copy)
}

/// Reads until the buffer is full or the file ends.
pub fn fill(file: &impl ReadAt, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read_at(&mut buffer[filled..], offset + filled as u64) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Reads a file of about `size` bytes.
fn read_to_end(file: &impl ReadAt, size: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    let mut room = usize::try_from(size).map_err(|_| io::ErrorKind::OutOfMemory)?;
    bytes.clear();
    loop {
        let filled = bytes.len();
        // One byte more than there should be shows that there is more.
        bytes.resize(filled + room + 1, 0);
        let read = fill(file, &mut bytes[filled..], filled as u64)?;
        bytes.truncate(filled + read);
        if read <= room {
            return Ok(());
        }
        room = bytes.len();
    }
}

/// Gives a writer time to come to rest, more of it after many attempts.
pub fn pause(attempts: u32) {
    if attempts < EAGER { thread::yield_now() } else { thread::sleep(PAUSE) }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use super::*;

    /// A file of a counter in its first byte and the same counter in all others, with somebody who is called before each
    /// read and may change it.
    struct Busy<F> {
        bytes: RefCell<Vec<u8>>,
        reads: Cell<u32>,
        writer: F,
    }

    impl<F: Fn(u32, &mut Vec<u8>)> Busy<F> {
        fn new(bytes: &[u8], writer: F) -> Self {
            Self { bytes: RefCell::new(bytes.to_vec()), reads: Cell::new(0), writer }
        }
    }

    impl<F: Fn(u32, &mut Vec<u8>)> ReadAt for Busy<F> {
        fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
            let mut bytes = self.bytes.borrow_mut();
            self.reads.set(self.reads.get() + 1);
            (self.writer)(self.reads.get(), &mut bytes);
            let from = bytes.get(usize::try_from(offset).unwrap()..).unwrap_or_default();
            let count = from.len().min(buffer.len());
            buffer[..count].copy_from_slice(&from[..count]);
            Ok(count)
        }

        fn size(&self) -> io::Result<u64> {
            Ok(self.bytes.borrow().len() as u64)
        }
    }

    fn even(beginning: &[u8], size: u64) -> Option<Stamp> {
        let generation = u64::from(*beginning.first()?);
        Some(Stamp { generation: [generation, 0], is_settled: generation.is_multiple_of(2), len: size })
    }

    #[test]
    fn a_quiet_file_is_copied_at_once() {
        let copy = copy(&Busy::new(&[4; 100], |_, _| {}), 10, even).unwrap();
        assert_eq!((copy.state, copy.attempts, copy.bytes), (State::Consistent, 1, vec![4; 100]));
    }

    #[test]
    fn an_attempt_is_repeated_until_nobody_wrote_meanwhile() {
        // The writer is at work during the first six reads, and stops.
        let file = Busy::new(&[2; 100], |read, bytes| {
            if read < 7 {
                bytes.fill(u8::try_from(read).unwrap());
            }
        });
        let copy = copy(&file, 10, even).unwrap();
        assert_eq!((copy.state, copy.bytes), (State::Consistent, vec![6; 100]));
        assert!(copy.attempts > 1);
    }

    #[test]
    fn a_writer_that_never_rests_is_told_apart_from_one_that_rests_too_short() {
        let locked = copy(&Busy::new(&[3; 100], |_, _| {}), 10, even).unwrap();
        assert_eq!((locked.state, locked.attempts, locked.bytes), (State::Locked, 10, vec![3; 100]));
        let writer = |_, bytes: &mut Vec<u8>| bytes[0] = bytes[0].wrapping_add(2);
        let contended = copy(&Busy::new(&[2; 100], writer), 10, even).unwrap();
        assert_eq!((contended.state, contended.attempts), (State::Contended, 10));
    }

    #[test]
    fn a_file_that_shrinks_is_copied_as_it_is_in_the_end() {
        let file = Busy::new(&[2; 100], |read, bytes| {
            if read == 2 {
                bytes.truncate(30);
            }
        });
        let copy = copy(&file, 10, even).unwrap();
        assert_eq!((copy.state, copy.bytes, copy.shrunk), (State::Consistent, vec![2; 30], 70));
    }

    #[test]
    fn a_file_without_a_rule_is_read_to_its_end_though_it_grows() {
        let file = Busy::new(&[2; 100], |_, bytes| {
            if bytes.len() < 500 {
                bytes.extend([2; 50]);
            }
        });
        let copy = copy(&file, 10, |_, _| None).unwrap();
        assert_eq!((copy.state, copy.bytes), (State::Consistent, vec![2; 500]));
    }
}
