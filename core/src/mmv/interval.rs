//! Values that are elapsed times: microseconds spent in intervals that are opened and closed.
//!
//! A reader adds the time of an open interval by its own clock. Closing takes two stores, and between them a reader sees
//! the total without the interval that ends: never more time than was spent, but for an instant less than before. Where
//! that matters, count microseconds in a `u64` when each interval ends.

use core::cell::Cell;
use core::marker::PhantomData;

use super::codes::{NOT_AVAILABLE, Type};
use super::writer::{Handle, LookUpError, Writer};
use crate::memory::{Native, fence_release};

/// The value of an elapsed time, which one context writes.
///
/// Times are microseconds since 1970, from whatever clock the program has; readers that add the open interval need the
/// same one.
pub struct Interval<'w> {
    total: Native<'w>,
    extra: Native<'w>,
    has_sentinel: bool,
    /// Not `Sync`.
    context: PhantomData<Cell<()>>,
}

impl Interval<'_> {
    /// Opens an interval at `now`. `false`, and nothing done, when one is open.
    pub fn start(&self, now: u64) -> bool {
        if self.extra.load() != 0 {
            return false;
        }
        if self.has_sentinel && self.total.load() == NOT_AVAILABLE {
            self.total.store(0);
            fence_release();
        }
        // Minus the start, which is not 0: that would say that no interval is open.
        let start = i64::try_from(now).unwrap_or(i64::MAX).max(1);
        store_low_first(self.extra, start.wrapping_neg().cast_unsigned());
        true
    }

    /// Closes the interval at `now` and adds its time. `false`, and nothing done, when none is open. An interval that
    /// ends before it starts adds nothing.
    pub fn end(&self, now: u64) -> bool {
        let extra = self.extra.load().cast_signed();
        if extra >= 0 {
            return false;
        }
        let spent = now.saturating_sub(extra.unsigned_abs());
        self.close();
        self.total.store(self.total.load().wrapping_add(spent));
        true
    }

    /// Closes the interval, if one is open, and adds nothing: what is right after a reset.
    pub fn discard(&self) {
        self.close();
    }

    /// Sets the time spent in intervals, and closes the interval that is open, whose time does not count.
    pub fn set(&self, microseconds: u64) {
        self.close();
        self.total.store(microseconds);
    }

    /// Adds to the time spent in intervals.
    pub fn add(&self, microseconds: u64) {
        self.total.store(self.get().unwrap_or(0).wrapping_add(microseconds));
    }

    /// The microseconds spent in intervals that have ended; `None` when they are not available.
    pub fn get(&self) -> Option<u64> {
        let total = self.total.load();
        (!self.has_sentinel || total != NOT_AVAILABLE).then_some(total)
    }

    /// When the interval that is open began.
    pub fn open_since(&self) -> Option<u64> {
        let extra = self.extra.load().cast_signed();
        (extra < 0).then_some(extra.unsigned_abs())
    }

    /// Makes the value "not available". `false`, and nothing done, when the image does not have
    /// [`Flags::SENTINEL`](super::Flags::SENTINEL).
    pub fn set_unavailable(&self) -> bool {
        if self.has_sentinel {
            self.close();
            self.total.store(NOT_AVAILABLE);
        }
        self.has_sentinel
    }

    /// Closes the interval without its time; the total that is stored next comes after that for every reader.
    fn close(&self) {
        fence_release();
        store_high_first(self.extra, 0);
        fence_release();
    }
}

/// Where a number takes two stores: its low half first. Until the high half says that an interval is open, there is none.
fn store_low_first(cell: Native<'_>, number: u64) {
    if cfg!(target_endian = "big") {
        cell.store_backward(number);
    } else {
        cell.store_forward(number);
    }
}

/// Where a number takes two stores: its high half first.
fn store_high_first(cell: Native<'_>, number: u64) {
    if cfg!(target_endian = "big") {
        cell.store_forward(number);
    } else {
        cell.store_backward(number);
    }
}

impl Writer<'_> {
    /// The value of an elapsed time, for one context to write.
    ///
    /// # Errors
    /// [`LookUpError::StaleHandle`], and [`LookUpError::WrongType`] when the metric has another type.
    pub fn interval(&self, handle: Handle) -> Result<Interval<'_>, LookUpError> {
        let record = self.record_of(handle, Type::Elapsed)?;
        let total = self.memory.native(record).ok_or(LookUpError::StaleHandle)?;
        let extra = self.memory.native(record.wrapping_add(1)).ok_or(LookUpError::StaleHandle)?;
        Ok(Interval { total, extra, has_sentinel: self.has_sentinel(), context: PhantomData })
    }
}

impl core::fmt::Debug for Interval<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Interval").field("total", &self.get()).field("open_since", &self.open_since()).finish()
    }
}
