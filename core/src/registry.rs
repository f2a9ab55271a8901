//! The table in which a program lists its regions, so that they are found in a dump of its memory.
//!
//! A region can be found without a table, by looking through all memory for what begins a file. The table adds names and
//! sizes, and says which of the files that lie around are the program's own. A program has one, in memory that can be
//! written, and adds to it when it starts. A debugger finds it by its symbol, in C `gbx_registry`; whoever has nothing but the
//! bytes finds it by [`MAGIC`].
//!
//! ```
//! use glassbox::Region;
//! use glassbox::registry::{Format, Registry};
//!
//! static MEMORY: Region<4096> = Region::new();
//! static REGIONS: Registry<8> = Registry::new();
//!
//! REGIONS.add("state", Format::Inspect, MEMORY.memory())?;
//! # Ok::<(), glassbox::registry::Error>(())
//! ```
//!
//! # Layout, version 1
//!
//! All numbers are in the byte order of the program; the version shows which that is. A pointer has `pointer_size` bytes.
//!
//! | offset | size | what |
//! |---|---|---|
//! | 0 | 8 | [`MAGIC`] |
//! | 8 | 2 | version: 1 |
//! | 10 | 1 | `pointer_size`: 4 or 8 |
//! | 11 | 1 | 0 |
//! | 12 | 4 | number of slots |
//! | 16 | | the slots |
//!
//! A slot: the name (24 bytes of UTF-8, filled up with zeros), address and size of the region (a pointer each), its format (4 bytes,
//! as in [`Format`]), and 4 bytes that are 1 while the slot is in use and 0 otherwise. They are written last.

use core::sync::atomic::{AtomicU32, AtomicUsize, Ordering, fence};

use static_assertions::const_assert_eq;

use crate::memory::Memory;

/// What a table begins with.
pub const MAGIC: [u8; 8] = *b"GBXTABLE";
/// The version of the layout.
pub const VERSION: u16 = 1;
/// The longest name of a region, in bytes.
pub const NAME_MAXIMUM: usize = 24;
/// The most slots of a table.
pub const SLOTS_MAXIMUM: usize = 65_535;

const NAME_WORDS: usize = NAME_MAXIMUM / 4;
/// What a slot in use ends with.
const IN_USE: u32 = 1;

/// The format of what is in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// An Inspect file.
    Inspect = 1,
    /// An MMV file.
    Mmv = 2,
    /// A trace.
    Trace = 3,
}

/// Why a region was not listed. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// Every slot is in use. Make the table larger, or remove a region.
    Full,
    /// The name has more than [`NAME_MAXIMUM`] bytes.
    NameTooLong,
    /// The name is empty, or the region is.
    Empty,
}

impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Full => "every slot of the table is in use; make it larger",
            Self::NameTooLong => "the name of the region has more than 24 bytes",
            Self::Empty => "the name of the region, or the region, is empty",
        })
    }
}

impl core::error::Error for Error {}

/// What a table begins with, before its slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Head {
    magic: [u8; 8],
    version: u16,
    pointer_size: u8,
    reserved: u8,
    slots: u32,
}

const_assert_eq!(size_of::<Head>(), 16);

impl Head {
    /// The head of a table of this program with so many slots.
    const fn new(slots: u32) -> Self {
        Self { magic: MAGIC, version: VERSION, pointer_size: POINTER_SIZE, reserved: 0, slots }
    }

    /// How many slots there are behind it, if it is the head of a table of this program.
    pub fn slots(&self) -> Option<u32> {
        let is_whole = *self == Self::new(self.slots) && usize::try_from(self.slots).ok()? <= SLOTS_MAXIMUM;
        is_whole.then_some(self.slots)
    }
}

#[cfg(target_pointer_width = "64")]
const POINTER_SIZE: u8 = 8;
#[cfg(not(target_pointer_width = "64"))]
const POINTER_SIZE: u8 = 4;
const_assert_eq!(size_of::<usize>(), POINTER_SIZE as usize);

/// A place for one region in a table.
#[derive(Debug)]
#[repr(C)]
pub struct Slot {
    name: [AtomicU32; NAME_WORDS],
    address: AtomicUsize,
    size: AtomicUsize,
    format: AtomicU32,
    state: AtomicU32,
}

const_assert_eq!(size_of::<Slot>(), 32 + 2 * size_of::<usize>());

impl Slot {
    const fn new() -> Self {
        Self {
            name: [const { AtomicU32::new(0) }; NAME_WORDS],
            address: AtomicUsize::new(0),
            size: AtomicUsize::new(0),
            format: AtomicU32::new(0),
            state: AtomicU32::new(0),
        }
    }

    fn is_in_use(&self) -> bool {
        self.state.load(Ordering::Relaxed) == IN_USE
    }

    /// Takes the region out. A reader that still sees it in use sees all of what was there: what is stored here later
    /// comes after the fence.
    fn clear(&self) {
        self.state.store(0, Ordering::Relaxed);
        fence(Ordering::Release);
    }

    fn set(&self, name: &str, format: Format, address: usize, size: usize) {
        self.clear();
        let mut bytes = name.bytes();
        for word in &self.name {
            let mut four = [0; 4];
            four.iter_mut().zip(bytes.by_ref()).for_each(|(to, from)| *to = from);
            word.store(u32::from_ne_bytes(four), Ordering::Relaxed);
        }
        self.address.store(address, Ordering::Relaxed);
        self.size.store(size, Ordering::Relaxed);
        self.format.store(format as u32, Ordering::Relaxed);
        // Whoever sees the slot in use sees what is in it.
        self.state.store(IN_USE, Ordering::Release);
    }
}

/// A table of regions, for a `static`.
#[derive(Debug)]
#[repr(C)]
pub struct Registry<const N: usize> {
    head: Head,
    slots: [Slot; N],
}

impl<const N: usize> Registry<N> {
    /// An empty table of `N` slots, at most [`SLOTS_MAXIMUM`].
    pub const fn new() -> Self {
        const { assert!(N <= SLOTS_MAXIMUM, "a table has at most 65535 slots") };
        #[expect(clippy::cast_possible_truncation, reason = "the number was just looked at")]
        let head = Head::new(N as u32);
        Self { head, slots: [const { Slot::new() }; N] }
    }

    /// Lists a region under a name. A region that is listed already is listed anew.
    ///
    /// One context at a time may change the table. It can be read at any time. Time: that of looking at `N` slots.
    ///
    /// # Errors
    /// When there is no slot left, or the name is empty or too long.
    pub fn add(&self, name: &str, format: Format, memory: Memory<'static>) -> Result<(), Error> {
        add(&self.slots, name, format, memory.address(), memory.len())
    }

    /// Takes a region out, and tells whether it was in. Contexts and time as for [`Self::add`].
    pub fn remove(&self, memory: Memory<'static>) -> bool {
        remove(&self.slots, memory.address())
    }

    /// How many slots the table has, as its head says it.
    pub fn capacity(&self) -> u32 {
        self.head.slots
    }
}

impl<const N: usize> Default for Registry<N> {
    fn default() -> Self {
        Self::new()
    }
}

/// Lists the `size` bytes at `address` in a table of which these are the slots; see [`Registry::add`].
///
/// # Errors
/// When there is no slot left, the name is empty or too long, or there is no byte.
pub fn add(slots: &[Slot], name: &str, format: Format, address: usize, size: usize) -> Result<(), Error> {
    if name.is_empty() || size == 0 {
        return Err(Error::Empty);
    }
    if name.len() > NAME_MAXIMUM {
        return Err(Error::NameTooLong);
    }
    let slot = find(slots, address).or_else(|| slots.iter().find(|slot| !slot.is_in_use())).ok_or(Error::Full)?;
    slot.set(name, format, address, size);
    Ok(())
}

/// Takes the region at `address` out of a table of which these are the slots, and tells whether it was in.
pub fn remove(slots: &[Slot], address: usize) -> bool {
    find(slots, address).map(Slot::clear).is_some()
}

fn find(slots: &[Slot], address: usize) -> Option<&Slot> {
    slots.iter().find(|slot| slot.is_in_use() && slot.address.load(Ordering::Relaxed) == address)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Region;

    static FIRST: Region<64> = Region::new();
    static SECOND: Region<128> = Region::new();

    fn name(slot: &Slot) -> [u8; NAME_MAXIMUM] {
        let mut bytes = [0; NAME_MAXIMUM];
        for (to, word) in bytes.chunks_mut(4).zip(&slot.name) {
            to.copy_from_slice(&word.load(Ordering::Relaxed).to_ne_bytes());
        }
        bytes
    }

    fn shown<const N: usize>(table: &Registry<N>) -> [(bool, usize, usize, u32); N] {
        table.slots.each_ref().map(|slot| {
            let of = |cell: &AtomicUsize| cell.load(Ordering::Relaxed);
            (slot.is_in_use(), of(&slot.address), of(&slot.size), slot.format.load(Ordering::Relaxed))
        })
    }

    #[test]
    fn a_region_takes_a_slot_and_gives_it_back() {
        let table = Registry::<2>::new();
        let (first, second) = (FIRST.memory(), SECOND.memory());
        table.add("first", Format::Inspect, first).unwrap();
        table.add("a name that has 24 bytes", Format::Mmv, second).unwrap();
        assert_eq!(shown(&table), [(true, first.address(), 64, 1), (true, second.address(), 128, 2)]);
        assert_eq!(&name(&table.slots[0]), b"first\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
        assert_eq!(&name(&table.slots[1]), b"a name that has 24 bytes");

        assert!(table.remove(first));
        assert!(!table.remove(first));
        assert_eq!(table.add("first", Format::Trace, first), Ok(()));
        assert_eq!(shown(&table)[0], (true, first.address(), 64, 3));
    }

    #[test]
    fn a_region_is_listed_once() {
        let table = Registry::<2>::new();
        table.add("old", Format::Inspect, FIRST.memory()).unwrap();
        table.add("new", Format::Mmv, FIRST.memory()).unwrap();
        assert_eq!(shown(&table), [(true, FIRST.memory().address(), 64, 2), (false, 0, 0, 0)]);
        assert!(name(&table.slots[0]).starts_with(b"new\0"));
    }

    #[test]
    fn what_does_not_fit_changes_nothing() {
        let table = Registry::<1>::new();
        assert_eq!(table.add("", Format::Inspect, FIRST.memory()), Err(Error::Empty));
        assert_eq!(table.add("a name that has 25 bytes.", Format::Inspect, FIRST.memory()), Err(Error::NameTooLong));
        assert_eq!(add(&table.slots, "none", Format::Inspect, 16, 0), Err(Error::Empty));
        assert_eq!(shown(&table), [(false, 0, 0, 0)]);
        table.add("first", Format::Inspect, FIRST.memory()).unwrap();
        assert_eq!(table.add("second", Format::Inspect, SECOND.memory()), Err(Error::Full));
        assert_eq!(shown(&table), [(true, FIRST.memory().address(), 64, 1)]);
    }

    #[test]
    fn a_head_of_something_else_is_refused() {
        let table = Registry::<7>::new();
        assert_eq!((table.capacity(), table.head.slots()), (7, Some(7)));
        assert_eq!(Head { version: 2, ..table.head }.slots(), None);
        assert_eq!(Head { magic: [0; 8], ..table.head }.slots(), None);
        assert_eq!(Head { pointer_size: 3, ..table.head }.slots(), None);
        assert_eq!(Head { slots: 65_536, ..table.head }.slots(), None);
    }
}
