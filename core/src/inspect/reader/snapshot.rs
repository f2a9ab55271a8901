//! Snapshots: a copy of live memory, all of which was true at one moment.
//!
//! Section 11.2 of the format. The copy is taken between two looks at the generation; when a writer came in between, it
//! is taken again, a bounded number of times. Nothing is believed of the live memory that the second look has not
//! confirmed, and the header is checked once more in the copy.

use super::image::Image;
use super::index::{self, Report};
use super::problem::ReadError;
use crate::generation::{self, DEFAULT_ATTEMPTS};
use crate::memory::Memory;

/// How long a reader of live memory tries.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// The number of attempts, 1024 by default.
    pub attempts: u32,
    /// Called between two attempts, behind a few turns of a spin loop. A program with an operating system may yield
    /// here.
    pub pause: fn(),
}

impl Default for Patience {
    fn default() -> Self {
        Self { attempts: DEFAULT_ATTEMPTS, pause: || {} }
    }
}

/// A copy of live memory.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<'b> {
    bytes: &'b [u8],
    generation: u64,
    attempts: u32,
}

impl<'b> Snapshot<'b> {
    /// Copies the file in `memory` to `buffer`. The size that the file has allocated limits the copy.
    ///
    /// May be called while the writer runs, from any thread or process.
    ///
    /// ```
    /// use glassbox::inspect::reader::{Options, Patience, Snapshot, Tree, scratch_words};
    /// use glassbox::inspect::{Config, NodeHandle, Writer};
    ///
    /// static MEMORY: glassbox::Region<4096> = glassbox::Region::new();
    /// let mut writer = Writer::new(MEMORY.memory(), &Config::default())?;
    /// writer.create_uint(NodeHandle::ROOT, "packets", 7)?;
    ///
    /// let mut buffer = [0; 4096];
    /// let mut scratch = [0; scratch_words(4096)];
    /// let snapshot = Snapshot::take(MEMORY.memory(), &mut buffer, Patience::default())?;
    /// let tree = Tree::read(snapshot.bytes(), &mut scratch, Options::default(), &mut |problem| panic!("{problem:?}"))?;
    /// assert_eq!(tree.json().to_string(), r#"{"root":{"packets":7}}"#);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// `Locked` or `Contended` with the number of attempts; `BufferTooSmall`; an error of section 13.1 when this is no
    /// file that can be read.
    pub fn take(memory: Memory<'_>, buffer: &'b mut [u8], patience: Patience) -> Result<Self, ReadError> {
        let unit = memory.unit(0).ok_or(ReadError::TooShort)?;
        let copied = generation::read(&unit.counter(), patience.attempts, patience.pause, || copy(memory, buffer));
        let copied = match copied {
            Ok(copied) => copied,
            // What never was a file is not locked, whatever lies where its generation would be.
            Err(unread) => return Err(length(memory).err().unwrap_or(unread.into())),
        };
        let bytes = buffer.get(..copied.value?).unwrap_or_default();
        index::header(bytes.into(), false, &mut Report { sink: &mut |_| {}, file: None })?;
        Ok(Self { bytes, generation: copied.generation, attempts: copied.attempts })
    }

    /// The copy.
    pub const fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    /// The generation at which all of it was true.
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// The number of attempts that it took, from 1.
    pub const fn attempts(&self) -> u32 {
        self.attempts
    }
}

/// Copies the file in `memory` to `buffer` although its writer may be inside a section, for a read in recover mode.
///
/// # Errors
/// `BufferTooSmall`, or an error of section 13.1 when this is no file at all.
pub fn copy_unlocked<'b>(memory: Memory<'_>, buffer: &'b mut [u8]) -> Result<&'b [u8], ReadError> {
    let length = copy(memory, buffer)?;
    Ok(buffer.get(..length).unwrap_or_default())
}

/// Copies the file once, and says how many bytes it has.
fn copy(memory: Memory<'_>, buffer: &mut [u8]) -> Result<usize, ReadError> {
    let needed = length(memory)?;
    let bytes = buffer.get_mut(..needed).ok_or(ReadError::BufferTooSmall { needed })?;
    memory.copy_out(0, bytes).ok_or(ReadError::TooShort)?;
    Ok(needed)
}

/// The bytes of the file, as its header says just now.
fn length(memory: Memory<'_>) -> Result<usize, ReadError> {
    let header = index::header(Image::from(memory), true, &mut Report { sink: &mut |_| {}, file: None })?;
    Ok(header.end)
}
