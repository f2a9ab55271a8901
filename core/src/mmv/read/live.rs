//! Reading an image while somebody writes it.
//!
//! A snapshot copies the bytes between two looks at the generations, so that all metadata in it are of one moment. Values
//! change at any time and without a generation; a number cannot tear, but a text and an elapsed time are two or more
//! words. Those are read again, each by itself, until they stand still (section 10 of the format).

use core::sync::atomic::{Ordering, fence};

use super::fields::{ByteOrder, Fields};
use super::image::{Image, Spans};
use super::problem::FileError;
use crate::generation::pair::Pair;
use crate::generation::{Consistent, Unread, read_between};
use crate::memory::Memory;
use crate::mmv::codes::{BLOCK, Section, Type, Version};
use crate::mmv::layout::{FIRST_GENERATION, SECOND_GENERATION};

/// How often one value is read before it is left as it is.
const VALUE_ATTEMPTS: u32 = 1024;

/// Bytes that may change while they are read: memory, a file, another process.
pub trait Source {
    /// The number of bytes.
    fn len(&self) -> usize;

    /// Whether there are no bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Copies the bytes from `offset` on into all of `bytes`. `None` when there are not so many, or not any more.
    fn copy(&self, offset: usize, bytes: &mut [u8]) -> Option<()>;

    /// The generation, when the file is complete. What is copied later is at least as new.
    fn look(&self) -> Option<u64> {
        let mut generations = [0; 16];
        self.copy(8, &mut generations)?;
        fence(Ordering::Acquire);
        let (first, second) = generations.split_first_chunk()?;
        (first == second && *first != [0; 8]).then(|| u64::from_ne_bytes(*first))
    }

    /// Whether the file is complete with the generation `seen` still, after all that was copied.
    fn is_unmoved(&self, seen: u64) -> bool {
        fence(Ordering::Acquire);
        self.look() == Some(seen)
    }
}

impl Source for Memory<'_> {
    fn len(&self) -> usize {
        Memory::len(*self)
    }

    fn copy(&self, offset: usize, bytes: &mut [u8]) -> Option<()> {
        let half = u32::try_from(offset / 8).ok()?;
        if offset.is_multiple_of(8) {
            return self.copy_out(half, bytes);
        }
        // Another writer's image: it may lie anywhere.
        for (at, byte) in (offset..).zip(bytes) {
            let word = self.native(u32::try_from(at / 8).ok()?)?.load().to_ne_bytes();
            *byte = *word.get(at % 8)?;
        }
        Some(())
    }

    fn look(&self) -> Option<u64> {
        generations(*self)?.look()
    }

    fn is_unmoved(&self, seen: u64) -> bool {
        generations(*self).is_some_and(|pair| pair.unmoved(seen))
    }
}

fn generations(memory: Memory<'_>) -> Option<impl Pair + use<'_>> {
    let first = memory.native(FIRST_GENERATION)?;
    Some(first.pair(memory.native(SECOND_GENERATION)?))
}

/// Why there is no snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveError {
    /// The writer was at work each time, or the generation moved each time.
    Unread(Unread),
    /// The bytes are no file that can be read.
    File(FileError),
    /// The bytes were there, and are not any more: the file has been cut, or the process is gone.
    Gone,
}

impl core::fmt::Display for LiveError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Unread(Unread::Locked(_)) => {
                f.write_str("the writer was at work each time it was looked at, or died")
            }
            Self::Unread(Unread::Contended(_)) => f.write_str("the file was laid out anew during each copy; try again"),
            Self::File(error) => error.fmt(f),
            Self::Gone => f.write_str("the file became shorter while it was read; read it again"),
        }
    }
}

impl core::error::Error for LiveError {}

/// A copy of a live image, in memory of the caller.
#[derive(Debug)]
pub struct Snapshot<'b> {
    bytes: &'b mut [u8],
    order: ByteOrder,
    version: Version,
    spans: Spans,
    /// The number of attempts that it took, from 1.
    pub attempts: u32,
    /// The number of texts and elapsed times that never stood still: they may be mixed of two.
    pub unsettled: usize,
}

/// Copies a live image into `buffer`: as much as fits, which should be all of it.
///
/// Tries at most `attempts` times, and calls `pause` in between, with which a hosted caller may yield.
///
/// # Errors
/// [`LiveError`]. A writer that died in the middle leaves the file in flux for ever; [`Image::recover`] reads a plain
/// copy of it.
pub fn snapshot<'b>(
    source: &impl Source,
    buffer: &'b mut [u8],
    attempts: u32,
    pause: impl FnMut(),
) -> Result<Snapshot<'b>, LiveError> {
    let count = buffer.len().min(source.len());
    let bytes = buffer.get_mut(..count).unwrap_or_default();
    let mut is_whole = true;
    let copied = read_between(
        || source.look(),
        |generation| source.is_unmoved(generation),
        attempts,
        pause,
        || is_whole = source.copy(0, bytes).is_some(),
    );
    if !is_whole {
        return Err(LiveError::Gone);
    }
    let Consistent { attempts, .. } = match copied {
        Ok(consistent) => consistent,
        // What is no MMV file never looks complete, and is better called that.
        Err(unread) => {
            source.copy(0, bytes).ok_or(LiveError::Gone)?;
            return Err(match Image::read(bytes) {
                Err(error) if error != FileError::InFlux => LiveError::File(error),
                _ => LiveError::Unread(unread),
            });
        }
    };
    let image = Image::read(bytes).map_err(LiveError::File)?;
    let (order, version, spans) = (image.byte_order(), image.version, image.spans);
    let mut snapshot = Snapshot { bytes, order, version, spans, attempts, unsettled: 0 };
    for record in spans.get(Section::Values).records() {
        if !matches!(snapshot.image().type_of_value(record), Some(Type::String | Type::Elapsed)) {
            continue;
        }
        snapshot.unsettled = snapshot.unsettled.saturating_add(usize::from(!snapshot.refresh(source, record)));
    }
    Ok(snapshot)
}

impl Snapshot<'_> {
    /// The file in the copy.
    pub fn image(&self) -> Image<'_> {
        Image {
            fields: Fields::new(self.bytes, self.order),
            version: self.version,
            spans: self.spans,
            index: None,
            in_flux: false,
        }
    }

    /// Brings the value whose record is at `record` up to date. `false` when it did not stand still, and stays as it was.
    pub fn refresh(&mut self, source: &impl Source, record: usize) -> bool {
        let value_type = self.image().type_of_value(record);
        for _ in 0..VALUE_ATTEMPTS {
            match self.try_refresh(source, record, value_type) {
                Some(true) => return true,
                Some(false) => core::hint::spin_loop(),
                None => return false,
            }
        }
        false
    }

    /// Reads the words of a value in the order in which their writer does not store them, so that what changed in between
    /// shows. `None` when they are not there.
    fn try_refresh(&mut self, source: &impl Source, record: usize, value_type: Option<Type>) -> Option<bool> {
        let extra_at = record.checked_add(8)?;
        let [mut union, mut extra, mut union_again, mut extra_again] = [[0; 8]; 4];
        source.copy(record, &mut union)?;
        fence(Ordering::Acquire);
        source.copy(extra_at, &mut extra)?;
        let mut block = [0; BLOCK];
        let mut block_at = None;
        if value_type == Some(Type::String) {
            fence(Ordering::Acquire);
            let offset = match self.order {
                ByteOrder::Little => u64::from_le_bytes(extra),
                ByteOrder::Big => u64::from_be_bytes(extra),
            };
            block_at = self.image().fields.place(offset, BLOCK);
            if let Some(at) = block_at {
                source.copy(at, &mut block)?;
            }
        }
        fence(Ordering::Acquire);
        source.copy(extra_at, &mut extra_again)?;
        fence(Ordering::Acquire);
        source.copy(record, &mut union_again)?;
        // A number is one word, or torn where the writer has no such word; reading it again makes it no truer.
        let is_one_word = !matches!(value_type, Some(Type::String | Type::Elapsed));
        if !is_one_word && (union, extra) != (union_again, extra_again) {
            return Some(false);
        }
        put(self.bytes, record, &union);
        put(self.bytes, extra_at, &extra);
        if let Some(at) = block_at {
            put(self.bytes, at, &block);
        }
        Some(true)
    }
}

fn put(bytes: &mut [u8], at: usize, part: &[u8]) {
    if let Some(bytes) = bytes.get_mut(at..) {
        for (to, from) in bytes.iter_mut().zip(part) {
            *to = *from;
        }
    }
}
