//! The caller's bytes as atomic words.
//!
//! This is the one room of the crate that holds the danger. It turns bytes that somebody owns into a row of relaxed
//! atomic words, and hands out nothing else: nobody ever has a plain reference to bytes that another thread, core,
//! process or debugger may be looking at. Every word is always accessed at the same width, because accesses of mixed
//! sizes to the same bytes are undefined.
//!
//! Numbers in the file are little-endian on every machine. Memory is counted in *units* of 16 bytes, the smallest block
//! of an Inspect file; a unit has two *halves* of 8 bytes. A half is one cell where the target has 64-bit atomics and two
//! cells elsewhere, the low one first.
//!
//! Two seams for tests live here: `cfg(glassbox_word32)` forces 32-bit cells on any host, and `cfg(glassbox_store_log)`
//! hands every store to the calling thread's log.
#![allow(unsafe_code)]

use core::cell::UnsafeCell;
use core::slice;
use core::sync::atomic::{Ordering, fence};

#[cfg(any(glassbox_word32, not(target_has_atomic = "64")))]
mod width {
    pub type Word = u32;
    pub type Cell = core::sync::atomic::AtomicU32;
}
#[cfg(not(any(glassbox_word32, not(target_has_atomic = "64"))))]
mod width {
    pub type Word = u64;
    pub type Cell = core::sync::atomic::AtomicU64;
}
use width::{Cell, Word};

#[cfg(feature = "mmv")]
mod native;
#[cfg(feature = "mmv")]
pub(crate) use native::{Native, fence_release, of_parts, parts};

use crate::generation::{self, Counter};

/// Bytes in a unit.
pub(crate) const UNIT: usize = 16;
/// Cells in half a unit: one of 64 bits, or two of 32.
const CELLS_PER_HALF: usize = 8 / size_of::<Cell>();
const WORD: usize = size_of::<Word>();

/// The cells of one unit, one row for each half.
type Cells = [[Cell; CELLS_PER_HALF]; 2];

static_assertions::assert_eq_size!(Cells, [u8; UNIT]);
static_assertions::const_assert!(align_of::<Cells>() <= MEMORY_ALIGNMENT);

/// The alignment in bytes that every region must have: that of a 64-bit word.
pub const MEMORY_ALIGNMENT: usize = 8;
/// The size in bytes of the smallest region that is of any use.
pub const MEMORY_MINIMUM: usize = 64;

/// Why some bytes cannot serve as a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadMemory {
    /// The first byte is not at a multiple of [`MEMORY_ALIGNMENT`].
    Misaligned,
    /// There are fewer than [`MEMORY_MINIMUM`] bytes.
    TooSmall,
    /// There are more bytes than an address can span.
    TooLarge,
}

impl core::fmt::Display for BadMemory {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Misaligned => "the memory does not start at a multiple of 8 bytes; align it to 8 or 16",
            Self::TooSmall => "the memory has fewer than 64 bytes",
            Self::TooLarge => "the memory is larger than half of the address space",
        })
    }
}

impl core::error::Error for BadMemory {}

/// Memory that a program owns and that others may read while it is written.
///
/// A `Memory` is a view: copying it copies no bytes. It is `Send` and `Sync`, and reading and writing through it is never
/// undefined behaviour, whoever else does so at the same time. Two *writers* of one format over the same memory are a
/// mistake all the same: they overwrite each other's work.
#[derive(Clone, Copy)]
pub struct Memory<'m> {
    units: &'m [Cells],
}

static_assertions::assert_impl_all!(Memory<'static>: Send, Sync, Copy);

impl core::fmt::Debug for Memory<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Memory").field("address", &self.units.as_ptr()).field("len", &self.len()).finish()
    }
}

impl<'m> Memory<'m> {
    /// No memory: every index is beyond its end.
    pub(crate) const EMPTY: Self = Self { units: &[] };

    /// Takes `bytes` for as long as the borrow lasts.
    ///
    /// The last `len % 16` bytes are not used.
    ///
    /// # Errors
    /// [`BadMemory`] when the bytes are misaligned or fewer than [`MEMORY_MINIMUM`].
    pub fn from_bytes(bytes: &'m mut [u8]) -> Result<Self, BadMemory> {
        // SAFETY: the exclusive borrow covers exactly these bytes and lasts for 'm, and nobody else can reach them.
        unsafe { Self::from_raw(bytes.as_mut_ptr(), bytes.len()) }
    }

    /// Takes the `len` bytes at `start`: a mapped file, a linker section, memory that C code owns.
    ///
    /// The last `len % 16` bytes are not used.
    ///
    /// # Errors
    /// [`BadMemory`] when `start` is misaligned, or `len` is below [`MEMORY_MINIMUM`] or beyond `isize::MAX`.
    ///
    /// # Safety
    /// For all of `'m`, the bytes must be readable and writable, belong to one allocation, and be accessed by nobody in
    /// this program except through atomic operations of the same width (as `Memory` does).
    pub unsafe fn from_raw(start: *mut u8, len: usize) -> Result<Self, BadMemory> {
        if !start.addr().is_multiple_of(MEMORY_ALIGNMENT) || start.is_null() {
            return Err(BadMemory::Misaligned);
        }
        if len < MEMORY_MINIMUM {
            return Err(BadMemory::TooSmall);
        }
        if len > isize::MAX.unsigned_abs() {
            return Err(BadMemory::TooLarge);
        }
        #[expect(clippy::cast_ptr_alignment, reason = "checked above")]
        let cells = start.cast::<Cells>();
        // SAFETY: the pointer is not null and aligned for `Cells` (asserted above to need no more than 8), the length in
        // units does not exceed the bytes given, and the caller vouches for the rest.
        let units = unsafe { slice::from_raw_parts(cells, len / UNIT) };
        Ok(Self { units })
    }

    /// The number of bytes that are used: a multiple of 16.
    pub const fn len(self) -> usize {
        size_of_val(self.units)
    }

    /// Whether there are no bytes at all. Memory made by the constructors of this type never is.
    pub const fn is_empty(self) -> bool {
        self.units.is_empty()
    }

    /// The address of the first byte.
    pub fn address(self) -> usize {
        self.units.as_ptr().addr()
    }

    /// Copies as many bytes as both have, from the first on, and says how many.
    ///
    /// While somebody writes, the copy may hold parts of different moments; a snapshot does not.
    pub fn copy_to(self, buffer: &mut [u8]) -> usize {
        let count = buffer.len().min(self.len());
        if let Some(buffer) = buffer.get_mut(..count) {
            self.copy_out(0, buffer);
        }
        count
    }

    /// The number of units. Beyond 2^32 of them, only so many are counted.
    pub(crate) fn units(self) -> u32 {
        u32::try_from(self.units.len()).unwrap_or(u32::MAX)
    }

    /// The first `units` units, or all when there are fewer.
    pub(crate) fn truncated(self, units: u32) -> Self {
        let units = usize::try_from(units).ok().and_then(|units| self.units.get(..units));
        Self { units: units.unwrap_or(self.units) }
    }

    /// What lies behind the first `units` units.
    pub(crate) fn behind(self, units: u32) -> Self {
        let units = usize::try_from(units).ok().and_then(|units| self.units.get(units..));
        Self { units: units.unwrap_or_default() }
    }

    /// The unit at `index`, counted in units of 16 bytes.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn unit(self, index: u32) -> Option<Unit<'m>> {
        Some(Unit(self.units.get(usize::try_from(index).ok()?)?))
    }

    /// The 8 bytes at `8 * index` as a little-endian number.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn half(self, index: u32) -> Option<u64> {
        Some(join(self.half_cells(index)?))
    }

    /// Stores a little-endian number in the 8 bytes at `8 * index`. `None`, and no store, beyond the end.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn set_half(self, index: u32, value: u64) -> Option<()> {
        split(self.half_cells(index)?, value);
        Some(())
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn half_cells(self, index: u32) -> Option<&'m [Cell; CELLS_PER_HALF]> {
        self.units.as_flattened().get(usize::try_from(index).ok()?)
    }

    /// The eight halves from `index` on: the head of a trace record.
    #[cfg(feature = "trace")]
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn eight_halves(self, index: u32) -> Option<[Half<'m>; 8]> {
        let halves = self.units.as_flattened().get(usize::try_from(index).ok()?..)?;
        Some(halves.first_chunk()?.each_ref().map(Half))
    }

    /// The halves from `index` on.
    #[cfg(all(feature = "trace", target_pointer_width = "64"))]
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn halves(self, index: u32) -> Option<impl Iterator<Item = Half<'m>> + use<'m>> {
        Some(self.units.as_flattened().get(usize::try_from(index).ok()?..)?.iter().map(Half))
    }

    /// The cells that lie in `bytes` bytes from byte `8 * half` on, rounded up to whole halves.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn cells(self, half: u32, bytes: usize) -> Option<&'m [Cell]> {
        let all = self.units.as_flattened().as_flattened();
        let start = usize::try_from(half).ok()?.checked_mul(CELLS_PER_HALF)?;
        let count = bytes.div_ceil(8).checked_mul(CELLS_PER_HALF)?;
        all.get(start..start.checked_add(count)?)
    }

    /// Copies `bytes` to byte `8 * half` and on; what is left of the last 8 bytes becomes zero.
    ///
    /// `None`, and no store, when they do not fit.
    #[inline]
    pub(crate) fn copy_in(self, half: u32, bytes: &[u8]) -> Option<()> {
        let cells = self.cells(half, bytes.len())?;
        let done = bulk::copy_in(cells, bytes);
        let (halves, _) = cells.get(done / WORD..)?.as_chunks();
        let (words, tail) = bytes.get(done..)?.as_chunks();
        let mut halves = halves.iter();
        for (word, half) in words.iter().zip(halves.by_ref()) {
            split(half, u64::from_le_bytes(*word));
        }
        if let Some(half) = halves.next() {
            split(half, tail_word(tail));
        }
        Some(())
    }

    /// Copies the bytes from byte `8 * half` on into all of `bytes`. `None` when there are not so many.
    #[inline]
    pub(crate) fn copy_out(self, half: u32, bytes: &mut [u8]) -> Option<()> {
        let cells = self.cells(half, bytes.len())?;
        let done = bulk::copy_out(cells, bytes);
        let (words, rest) = bytes.get_mut(done..)?.as_chunks_mut::<WORD>();
        let mut cells = cells.get(done / WORD..)?.iter();
        for (word, cell) in words.iter_mut().zip(cells.by_ref()) {
            *word = load(cell).to_ne_bytes();
        }
        if let Some(cell) = cells.next() {
            for (to, from) in rest.iter_mut().zip(load(cell).to_ne_bytes()) {
                *to = from;
            }
        }
        Some(())
    }

    /// Whether `bytes` lie from byte `8 * half` on, with zeros to the end of the last 8 bytes, as
    /// [`copy_in`](Self::copy_in) leaves them.
    #[inline]
    pub(crate) fn equals(self, half: u32, bytes: &[u8]) -> bool {
        let Some(cells) = self.cells(half, bytes.len()) else { return false };
        let (halves, _) = cells.as_chunks();
        let (words, tail) = bytes.as_chunks();
        let mut halves = halves.iter();
        words.iter().zip(halves.by_ref()).all(|(word, half)| join(half) == u64::from_le_bytes(*word))
            && halves.next().is_none_or(|half| join(half) == tail_word(tail))
    }

    /// Sets `halves` times 8 bytes from byte `8 * half` on to zero. `None`, and no store, beyond the end.
    pub(crate) fn zero(self, half: u32, halves: u32) -> Option<()> {
        let bytes = usize::try_from(halves).ok()?.checked_mul(8)?;
        for cell in self.cells(half, bytes)? {
            store(cell, 0);
        }
        Some(())
    }
}

/// Fewer than 8 bytes as a little-endian number, with zeros behind them.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(crate) fn tail_word(bytes: &[u8]) -> u64 {
    let mut word = 0;
    let mut shift = 0;
    let mut rest = bytes;
    if let Some((part, behind)) = rest.split_first_chunk() {
        word = u64::from(u32::from_le_bytes(*part));
        shift = 32;
        rest = behind;
    }
    if let Some((part, behind)) = rest.split_first_chunk() {
        word |= u64::from(u16::from_le_bytes(*part)) << shift;
        shift += 16;
        rest = behind;
    }
    if let Some(last) = rest.first() {
        word |= u64::from(*last) << shift;
    }
    word
}

#[cfg_attr(target_pointer_width = "64", inline(always))]
fn load(cell: &Cell) -> Word {
    cell.load(Ordering::Relaxed)
}

#[cfg_attr(target_pointer_width = "64", inline(always))]
fn store(cell: &Cell, value: Word) {
    cell.store(value, Ordering::Relaxed);
    #[cfg(glassbox_store_log)]
    store_log::push(core::ptr::from_ref(cell).addr(), value);
}

/// 8 bytes, as a little-endian number.
#[cfg(feature = "trace")]
#[derive(Clone, Copy)]
pub(crate) struct Half<'m>(&'m [Cell; CELLS_PER_HALF]);

#[cfg(feature = "trace")]
impl<'m> Half<'m> {
    #[cfg(target_pointer_width = "64")]
    #[inline(always)]
    pub(crate) fn get(self) -> u64 {
        join(self.0)
    }

    #[cfg(target_pointer_width = "64")]
    #[inline(always)]
    pub(crate) fn set(self, value: u64) {
        split(self.0, value);
    }

    /// The two generations that this half and another one hold.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn twin(self, end: Self) -> impl generation::twin::Twin + use<'m> {
        let ([begin, ..], [end, ..]) = (self.0, end.0);
        generation::twin::Cells { begin: CounterCell(begin), end: CounterCell(end) }
    }
}

/// One unit of 16 bytes: the first two words of a block, or any two words of its payload.
#[derive(Clone, Copy)]
pub(crate) struct Unit<'m>(&'m Cells);

impl Unit<'_> {
    /// The first 8 bytes as a little-endian number.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn low(self) -> u64 {
        let [low, _] = self.0;
        join(low)
    }

    /// The last 8 bytes as a little-endian number.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn high(self) -> u64 {
        let [_, high] = self.0;
        join(high)
    }

    /// Stores the first 8 bytes.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn set_low(self, value: u64) {
        let [low, _] = self.0;
        split(low, value);
    }

    /// Stores the last 8 bytes.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn set_high(self, value: u64) {
        let [_, high] = self.0;
        split(high, value);
    }

    /// The cells of the last 8 bytes, for a generation counter to work on.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn counter(self) -> impl Counter {
        let [_, high] = self.0;
        counter(high)
    }
}

#[cfg(not(any(glassbox_word32, not(target_has_atomic = "64"))))]
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn join([cell]: &[Cell; CELLS_PER_HALF]) -> u64 {
    u64::from_le(load(cell))
}

#[cfg(not(any(glassbox_word32, not(target_has_atomic = "64"))))]
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn split([cell]: &[Cell; CELLS_PER_HALF], value: u64) {
    store(cell, value.to_le());
}

#[cfg(not(any(glassbox_word32, not(target_has_atomic = "64"))))]
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn counter([cell]: &[Cell; CELLS_PER_HALF]) -> impl Counter {
    generation::Wide(CounterCell(cell))
}

#[cfg(any(glassbox_word32, not(target_has_atomic = "64")))]
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn counter([low, high]: &[Cell; CELLS_PER_HALF]) -> impl Counter {
    generation::Split { low: CounterCell(low), high: CounterCell(high) }
}

#[cfg(any(glassbox_word32, not(target_has_atomic = "64")))]
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn join([low, high]: &[Cell; CELLS_PER_HALF]) -> u64 {
    u64::from(u32::from_le(load(low))) | u64::from(u32::from_le(load(high))) << 32
}

#[cfg(any(glassbox_word32, not(target_has_atomic = "64")))]
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn split([low, high]: &[Cell; CELLS_PER_HALF], value: u64) {
    let [low_value, high_value] = generation::words(value);
    store(low, low_value.to_le());
    store(high, high_value.to_le());
}

/// A cell that holds one little-endian word of a generation counter.
pub(crate) struct CounterCell<'m>(&'m Cell);

impl generation::Cell for CounterCell<'_> {
    type Word = Word;

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn load_acquire(&self) -> Word {
        Word::from_le(self.0.load(Ordering::Acquire))
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn load(&self) -> Word {
        Word::from_le(load(self.0))
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn store(&self, value: Word) {
        store(self.0, value.to_le());
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn store_release(&self, value: Word) {
        self.0.store(value.to_le(), Ordering::Release);
        #[cfg(glassbox_store_log)]
        store_log::push(core::ptr::from_ref(self.0).addr(), value.to_le());
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn fence_acquire() {
        fence(Ordering::Acquire);
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn fence_release() {
        fence(Ordering::Release);
    }
}

/// `N` bytes, aligned, that live as long as a `static` does.
///
/// ```
/// use glassbox::Region;
/// static MEMORY: Region<4096> = Region::new();
/// assert_eq!(MEMORY.memory().len(), 4096);
/// ```
#[repr(C, align(16))]
pub struct Region<const N: usize>(UnsafeCell<[u8; N]>);

// SAFETY: the bytes are reached through `Memory` alone, which accesses them by atomic operations of one width.
unsafe impl<const N: usize> Sync for Region<N> {}

impl<const N: usize> Region<N> {
    /// A region of zeros. `N` must be a multiple of 16, and at least [`MEMORY_MINIMUM`]; anything else does not compile.
    #[must_use]
    pub const fn new() -> Self {
        const { assert!(N.is_multiple_of(UNIT) && N >= MEMORY_MINIMUM, "a region has a multiple of 16 bytes, at least 64") };
        Self(UnsafeCell::new([0; N]))
    }

    /// The bytes. Each call gives the same memory.
    pub const fn memory(&self) -> Memory<'_> {
        let start = self.0.get().cast::<Cells>();
        // SAFETY: `start` points to N bytes in one allocation, aligned to 16, which live as long as the borrow; they are
        // inside an `UnsafeCell`, and reached only through `Memory`.
        Memory { units: unsafe { slice::from_raw_parts(start, N / UNIT) } }
    }
}

impl<const N: usize> Default for Region<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> core::fmt::Debug for Region<N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.memory().fmt(f)
    }
}

/// Copies of many bytes. Relaxed atomic operations do not vectorise, so where the target has vector registers their
/// loads and stores are written in assembly, which no optimiser tears apart or repeats; the rest is the caller's.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(any(miri, glassbox_word32, glassbox_store_log))))]
mod bulk {
    use super::Cell;
    use core::arch::asm;

    /// Bytes that one turn of the loop moves.
    const TURN: usize = 64;

    /// Copies a multiple of 64 bytes, and says how many.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn copy_in(cells: &[Cell], bytes: &[u8]) -> usize {
        let count = bytes.len().min(size_of_val(cells)) / TURN * TURN;
        // SAFETY: both slices hold at least `count` bytes; the cells allow shared writes.
        unsafe { copy(cells.as_ptr().cast_mut().cast(), bytes.as_ptr(), count) };
        count
    }

    /// Copies a multiple of 64 bytes, and says how many.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn copy_out(cells: &[Cell], bytes: &mut [u8]) -> usize {
        let count = bytes.len().min(size_of_val(cells)) / TURN * TURN;
        // SAFETY: both slices hold at least `count` bytes; the bytes are borrowed exclusively.
        unsafe { copy(bytes.as_mut_ptr(), cells.as_ptr().cast(), count) };
        count
    }

    /// # Safety
    /// `count` is a multiple of [`TURN`]; so many bytes can be read at `from` and written at `to`, and do not overlap.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    unsafe fn copy(to: *mut u8, from: *const u8, count: usize) {
        if count == 0 {
            return;
        }
        // SAFETY: the loop touches bytes 0 to `count` of both, which the caller vouches for.
        unsafe {
            asm!(
                "2:",
                "movups {a}, [{from} + {at}]",
                "movups {b}, [{from} + {at} + 16]",
                "movups {c}, [{from} + {at} + 32]",
                "movups {d}, [{from} + {at} + 48]",
                "movups [{to} + {at}], {a}",
                "movups [{to} + {at} + 16], {b}",
                "movups [{to} + {at} + 32], {c}",
                "movups [{to} + {at} + 48], {d}",
                "add {at}, 64",
                "cmp {at}, {count}",
                "jb 2b",
                to = in(reg) to,
                from = in(reg) from,
                count = in(reg) count,
                at = inout(reg) 0_usize => _,
                a = out(xmm_reg) _,
                b = out(xmm_reg) _,
                c = out(xmm_reg) _,
                d = out(xmm_reg) _,
                options(nostack),
            );
        }
    }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2", not(any(miri, glassbox_word32, glassbox_store_log)))))]
mod bulk {
    use super::Cell;

    /// Copies nothing: the loop over the cells does all of it.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn copy_in(_cells: &[Cell], _bytes: &[u8]) -> usize {
        0
    }

    /// Copies nothing: the loop over the cells does all of it.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn copy_out(_cells: &[Cell], _bytes: &mut [u8]) -> usize {
        0
    }
}

/// What the calling thread has stored since it asked for a log, for tests that stop a writer after any store.
#[cfg(glassbox_store_log)]
pub mod store_log {
    extern crate std;
    use std::cell::RefCell;
    use std::vec::Vec;

    /// One store of one cell.
    #[derive(Clone, Copy, Debug)]
    pub struct Store {
        /// The address of the cell.
        pub address: usize,
        /// The bytes of the cell, as they lie in memory.
        pub bytes: [u8; super::WORD],
    }

    std::thread_local! {
        static LOG: RefCell<Option<Vec<Store>>> = const { RefCell::new(None) };
    }

    /// Starts a log of the calling thread's stores, and drops the one before.
    pub fn start() {
        LOG.set(Some(Vec::new()));
    }

    /// Ends the log and gives it out.
    pub fn take() -> Vec<Store> {
        LOG.take().unwrap_or_default()
    }

    pub(super) fn push(address: usize, value: super::Word) {
        LOG.with_borrow_mut(|log| {
            if let Some(log) = log {
                log.push(Store { address, bytes: value.to_ne_bytes() });
            }
        });
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    #[test]
    fn regions_that_cannot_serve_are_refused() {
        let region = Region::<128>::new();
        let start = region.0.get().cast::<u8>();
        // SAFETY: the bytes lie in `region`, which nobody else uses.
        let take = |offset: usize, len| unsafe { Memory::from_raw(start.wrapping_add(offset), len) }.map(Memory::len);
        assert_eq!(take(0, 128), Ok(128));
        assert_eq!(take(8, 120), Ok(112), "what is left of the last 16 bytes is not used");
        assert_eq!(take(1, 100), Err(BadMemory::Misaligned));
        assert_eq!(take(4, 100), Err(BadMemory::Misaligned));
        assert_eq!(take(0, 63), Err(BadMemory::TooSmall));
        assert_eq!(take(0, usize::MAX), Err(BadMemory::TooLarge));
        // SAFETY: nothing is read from a null pointer, because it is refused.
        assert!(unsafe { Memory::from_raw(core::ptr::null_mut(), 128) }.is_err());
    }

    #[test]
    fn copies_of_every_length_keep_to_their_bytes() {
        let region = Region::<512>::new();
        let memory = region.memory();
        // Under Miri only some, which still end at every byte of a word.
        for len in (0..=300_u16).step_by(if cfg!(miri) { 13 } else { 1 }) {
            for half in 0..64 {
                memory.set_half(half, 0xa5a5_a5a5_a5a5_a5a5).unwrap();
            }
            let bytes: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
            memory.copy_in(3, &bytes).unwrap();
            assert!(memory.equals(3, &bytes));
            let mut whole = [0; 512];
            memory.copy_out(0, &mut whole).unwrap();
            let end = 24 + bytes.len();
            assert!(whole[..24].iter().all(|b| *b == 0xa5), "bytes in front were changed");
            assert_eq!(whole[24..end], bytes);
            let filled = end.next_multiple_of(8);
            assert!(whole[end..filled].iter().all(|b| *b == 0), "the rest of the last 8 bytes is zero");
            assert!(whole[filled..].iter().all(|b| *b == 0xa5), "bytes behind were changed");
            let mut back = std::vec![0; bytes.len()];
            memory.copy_out(3, &mut back).unwrap();
            assert_eq!(back, bytes);
            if let Some(last) = back.last_mut() {
                *last ^= 1;
                assert!(!memory.equals(3, &back));
            }
        }
    }

    #[test]
    fn nothing_is_stored_beyond_the_end() {
        let region = Region::<64>::new();
        let memory = region.memory();
        assert_eq!(memory.copy_in(7, &[1; 9]), None);
        assert_eq!(memory.copy_in(8, &[1]), None);
        assert_eq!(memory.copy_in(8, &[]), Some(()));
        assert_eq!(memory.set_half(8, 1), None);
        assert_eq!(memory.zero(7, 2), None);
        assert!(memory.equals(0, &[0; 64]));
        assert!(!memory.equals(0, &[0; 65]));
    }

    #[test]
    fn numbers_are_little_endian_in_memory() {
        let region = Region::<64>::new();
        let memory = region.memory();
        memory.unit(1).unwrap().set_low(0x0807_0605_0403_0201);
        assert!(memory.equals(2, &[1, 2, 3, 4, 5, 6, 7, 8]));
        assert_eq!(memory.half(2), Some(0x0807_0605_0403_0201));
    }
}
