//! Components: what a program's trace calls know of themselves (section 3.1).
//!
//! A component is a table that a generator makes from a definition file: for each tracepoint a byte that says whether it
//! does anything, its level and its type, and the groups. The program reads a point's *active byte* before it evaluates
//! an argument; selecting tracepoints means changing these bytes, and nothing else.

use core::sync::atomic::{AtomicU8, Ordering};

use super::PointType;

bitflags::bitflags! {
    /// What a tracepoint does when it is reached: the bits of its active byte (section 8.2).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Activity: u8 {
        /// An entry without parameters is recorded.
        const MINIMAL = 1;
        /// An entry with its parameters is recorded.
        const MAXIMAL = 2;
        /// The point's counter counts.
        const COUNT = 4;
        /// A line is printed.
        const PRINT = 8;
        /// An entry is recorded in the ring that all contexts share.
        const EXCEPTION = 32;
        /// An entry with its parameters is recorded for a subscriber.
        const EXTERNAL = 64;
        /// Triggers are looked through.
        const TRIGGER = 128;
    }
}

/// How often a tracepoint was reached.
///
/// Where the target has no 64-bit atomics, or C may put a 64-bit number where none can be, it is counted under the engine's lock.
#[derive(Debug)]
#[repr(transparent)]
pub struct HitCounter(counter::Cells);

impl HitCounter {
    /// A counter at 0.
    #[must_use]
    pub const fn new() -> Self {
        Self(counter::new())
    }

    /// The number of hits so far.
    pub fn get(&self) -> u64 {
        counter::get(&self.0)
    }

    /// Whether [`HitCounter::increment`] needs the engine's lock around it.
    pub(super) const NEEDS_LOCK: bool = counter::NEEDS_LOCK;

    pub(super) fn increment(&self) {
        counter::increment(&self.0);
    }
}

// In C, x86 of 32 bits aligns a 64-bit number to 4 bytes, which is not enough for an atomic one.
#[cfg(all(target_has_atomic = "64", not(target_arch = "x86")))]
mod counter {
    use core::sync::atomic::{AtomicU64, Ordering};

    pub type Cells = AtomicU64;
    pub const NEEDS_LOCK: bool = false;

    pub const fn new() -> Cells {
        AtomicU64::new(0)
    }

    pub fn get(cells: &Cells) -> u64 {
        cells.load(Ordering::Relaxed)
    }

    pub fn increment(cells: &Cells) {
        cells.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(not(all(target_has_atomic = "64", not(target_arch = "x86"))))]
mod counter {
    use core::sync::atomic::{AtomicU32, Ordering};

    pub type Cells = [AtomicU32; 2];
    pub const NEEDS_LOCK: bool = true;

    pub const fn new() -> Cells {
        [AtomicU32::new(0), AtomicU32::new(0)]
    }

    /// A reader that comes between the two stores of a carry looks again.
    pub fn get([low, high]: &Cells) -> u64 {
        loop {
            let before = high.load(Ordering::Acquire);
            let count = low.load(Ordering::Acquire);
            if high.load(Ordering::Relaxed) == before {
                return u64::from(before) << 32 | u64::from(count);
            }
        }
    }

    pub fn increment([low, high]: &Cells) {
        let count = low.load(Ordering::Relaxed).wrapping_add(1);
        if count == 0 {
            high.store(high.load(Ordering::Relaxed).wrapping_add(1), Ordering::Release);
        }
        low.store(count, Ordering::Release);
    }
}

impl Default for HitCounter {
    fn default() -> Self {
        Self::new()
    }
}

/// A group of tracepoints of one component.
#[derive(Clone, Copy, Debug)]
pub struct Group<'c> {
    /// The name; its case does not matter.
    pub name: &'c str,
    /// The ids of its members.
    pub members: &'c [u16],
}

/// What a component is made of. All tables are by id, and as long as `active`.
#[derive(Clone, Copy, Debug)]
pub struct Component<'c> {
    /// The name; its case does not matter to a selection.
    pub name: &'c str,
    /// The component that this one reports inside.
    pub container: Option<&'c str>,
    /// Whether it cannot be selected: its points are always recorded when called.
    pub auxiliary: bool,
    /// What each point does, as the bits of [`Activity`].
    pub active: &'c [AtomicU8],
    /// The level up to which each point is selected.
    pub levels: &'c [u8],
    /// What each point marks.
    pub types: &'c [u8],
    /// Type groups first, then the user's.
    pub groups: &'c [Group<'c>],
    /// The template of each point, its two flags first; empty when only a catalog has them.
    pub templates: &'c [&'c str],
    /// How often each point was reached; empty when the program does not count.
    pub counters: &'c [HitCounter],
    /// The file name of the catalog that prints its entries.
    pub catalog: &'c str,
}

impl<'c> Component<'c> {
    /// A component without groups, templates and counters.
    pub const fn new(name: &'c str, active: &'c [AtomicU8], levels: &'c [u8], types: &'c [u8]) -> Self {
        Self {
            name,
            container: None,
            auxiliary: false,
            active,
            levels,
            types,
            groups: &[],
            templates: &[],
            counters: &[],
            catalog: "",
        }
    }
}

/// A component, in whatever form its tables are: what recording and selecting ask of it.
///
/// [`Component`] is the form for tables of Rust.
pub trait Tracepoints: Sync {
    /// The name; its case does not matter to a selection.
    fn name(&self) -> &str;

    /// The component that this one reports inside.
    fn container(&self) -> Option<&str>;

    /// The name for entries, which need not be checked to be UTF-8.
    #[inline]
    fn name_bytes(&self) -> &[u8] {
        self.name().as_bytes()
    }

    /// The container's name for entries.
    #[inline]
    fn container_bytes(&self) -> Option<&[u8]> {
        self.container().map(str::as_bytes)
    }

    /// Whether it cannot be selected: its points are always recorded when called.
    fn is_auxiliary(&self) -> bool;

    /// What each point does, as the bits of [`Activity`].
    fn active(&self) -> &[AtomicU8];

    /// The level up to which each point is selected.
    fn levels(&self) -> &[u8];

    /// What each point marks.
    fn types(&self) -> &[u8];

    /// The ids of the members of a group. The case of its name does not matter.
    fn group(&self, name: &str) -> Option<&[u16]>;

    /// The template of a point, its two flags first. `None` when only a catalog has it.
    fn template(&self, id: u32) -> Option<&str>;

    /// How often each point was reached; empty when the program does not count.
    fn counters(&self) -> &[HitCounter];

    /// What the tracepoint `id` does when it is reached; nothing when there is none.
    #[inline]
    fn activity(&self, id: u32) -> Activity {
        let byte = usize::try_from(id).ok().and_then(|id| self.active().get(id));
        byte.map_or(Activity::empty(), |byte| Activity::from_bits_retain(byte.load(Ordering::Relaxed)))
    }

    /// What the tracepoint `id` marks.
    #[inline]
    fn kind(&self, id: u32) -> PointType {
        let kind = usize::try_from(id).ok().and_then(|id| self.types().get(id));
        kind.map_or(PointType::EVENT, |kind| PointType((*kind).into()))
    }
}

impl Tracepoints for Component<'_> {
    #[inline]
    fn name(&self) -> &str {
        self.name
    }

    #[inline]
    fn container(&self) -> Option<&str> {
        self.container
    }

    #[inline]
    fn is_auxiliary(&self) -> bool {
        self.auxiliary
    }

    #[inline]
    fn active(&self) -> &[AtomicU8] {
        self.active
    }

    fn levels(&self) -> &[u8] {
        self.levels
    }

    #[inline]
    fn types(&self) -> &[u8] {
        self.types
    }

    fn group(&self, name: &str) -> Option<&[u16]> {
        self.groups.iter().find(|group| group.name.eq_ignore_ascii_case(name)).map(|group| group.members)
    }

    fn template(&self, id: u32) -> Option<&str> {
        usize::try_from(id).ok().and_then(|id| self.templates.get(id)).copied()
    }

    fn counters(&self) -> &[HitCounter] {
        self.counters
    }
}

/// Whether this is the component that a selection names.
pub(super) fn is_named(component: &dyn Tracepoints, name: &str) -> bool {
    component.name().eq_ignore_ascii_case(name)
}
