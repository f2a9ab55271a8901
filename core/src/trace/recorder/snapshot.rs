//! Snapshots: a copy of a live region, each record of it true at one moment (section 7).

use super::super::bytes::{copy, eight};
use crate::generation::twin::Twin;
use crate::memory::Memory;

/// How often a record is copied before the copy is taken as it is.
const ATTEMPTS: u32 = 100;

/// Why a region cannot be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadRegion {
    /// The memory does not begin with the header of a trace region.
    NotATrace,
    /// The buffer has fewer bytes than the region. Holds the number that is needed.
    BufferTooSmall(usize),
}

/// Copies a live region into `buffer`, and gives the bytes that it has.
///
/// Records that change during each of 100 attempts are copied as they are, and handed to `torn` by their offset; a
/// reader of the copy finds that mark too. No lock is taken and nothing is written to the region, so a fault handler may
/// do this.
///
/// # Errors
/// [`BadRegion`], and nothing is copied.
pub fn snapshot(memory: Memory<'_>, buffer: &mut [u8], torn: &mut dyn FnMut(usize)) -> Result<usize, BadRegion> {
    let low = |half: u32| memory.half(half).map(crate::generation::words);
    let Some(([eyecatcher, header], [size, signature])) = low(0).zip(low(2)) else { return Err(BadRegion::NotATrace) };
    let is_own = eyecatcher.to_le_bytes() == *b"UTTH" && signature == 0x1234_5678;
    if !is_own || size < 72 || size % 64 != 0 || header % 8 != 0 {
        return Err(BadRegion::NotATrace);
    }
    let as_usize = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let (header, size) = (as_usize(header), as_usize(size));
    let Some(rest) = memory.len().checked_sub(header) else { return Err(BadRegion::NotATrace) };
    let records = rest.checked_div(size).unwrap_or(0);
    let total = header.saturating_add(records.saturating_mul(size));
    let Some(buffer) = buffer.get_mut(..total) else { return Err(BadRegion::BufferTooSmall(total)) };
    let (head, records) = buffer.split_at_mut_checked(header).ok_or(BadRegion::NotATrace)?;
    memory.copy_out(0, head).ok_or(BadRegion::NotATrace)?;
    for (index, record) in records.chunks_mut(size.max(1)).enumerate() {
        let offset = header.saturating_add(index.saturating_mul(size));
        let base = u32::try_from(offset / 8).map_err(|_| BadRegion::NotATrace)?;
        if !copy_record(memory, base, record).ok_or(BadRegion::NotATrace)? {
            mark_torn(record);
            torn(offset);
        }
    }
    Ok(total)
}

/// Copies one record, and says whether the copy is whole.
fn copy_record(memory: Memory<'_>, base: u32, record: &mut [u8]) -> Option<bool> {
    let [.., begin, end, _] = memory.eight_halves(base)?;
    let twin = begin.twin(end);
    for _ in 0..ATTEMPTS {
        let seen = twin.look();
        memory.copy_out(base, record)?;
        if twin.unmoved(seen) {
            return Some(true);
        }
        core::hint::spin_loop();
    }
    Some(false)
}

/// Makes the two generations of a copy differ, which they may not do by themselves.
fn mark_torn(record: &mut [u8]) {
    let ahead = eight(record, 48).map_or(1, |end| u64::from_le_bytes(end).wrapping_add(1));
    copy(record.get_mut(40..48).unwrap_or_default(), &ahead.to_le_bytes());
}
