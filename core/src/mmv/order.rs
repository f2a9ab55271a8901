//! The orders of names, by which look-ups find a metric or an instance in O(log n).
//!
//! They lie behind the last section of an image, where readers do not look: first the metrics' numbers, ordered by name,
//! then for each instance domain the numbers of its instances in the same way.

use core::cmp::Ordering;

use super::layout::{Layout, Name};
use super::sort::{self, Slots};
use crate::memory::{Memory, Native};

/// A part of the orders: the metrics, or the instances of one domain.
#[derive(Clone, Copy)]
pub(crate) struct Order<'m, 'l> {
    memory: Memory<'m>,
    layout: &'l Layout,
    /// The first slot, counted from the start of the orders.
    from: u32,
    count: u32,
    names: Names,
}

/// What a slot's number is the number of.
#[derive(Clone, Copy)]
enum Names {
    Metrics,
    /// Numbers are counted from this instance on.
    Instances(u32),
}

impl<'m, 'l> Order<'m, 'l> {
    /// The order of the metrics.
    pub(crate) fn of_metrics(memory: Memory<'m>, layout: &'l Layout) -> Self {
        Self { memory, layout, from: 0, count: layout.metrics().count, names: Names::Metrics }
    }

    /// The order of `count` instances, of which instance `first` of the file is the first.
    pub(crate) fn of_instances(memory: Memory<'m>, layout: &'l Layout, first: u32, count: u32) -> Self {
        let from = layout.metrics().count.wrapping_add(first);
        Self { memory, layout, from, count, names: Names::Instances(first) }
    }

    /// Where the name of number `number` is.
    fn name(&self, number: u32) -> (u32, u32) {
        self.layout.name(match self.names {
            Names::Metrics => Name::Metric(number),
            Names::Instances(first) => Name::Instance(first.wrapping_add(number)),
        })
    }

    /// Puts all numbers in order.
    pub(crate) fn sort(mut self) {
        for number in 0..self.count {
            self.set(number, number);
        }
        let Self { memory, .. } = self;
        let names = self;
        sort::sort(&mut self, |a, b| compare_names(memory, names.name(a), names.name(b)).is_lt());
    }

    /// The number of `name`.
    pub(crate) fn find(&self, name: &[u8]) -> Option<u32> {
        let slot = self.slot_of(name);
        let number = if slot < self.count { Some(self.get(slot)) } else { None }?;
        compare(self.memory, self.name(number), name).is_eq().then_some(number)
    }

    /// The first slot whose name does not come before `name`.
    fn slot_of(&self, name: &[u8]) -> u32 {
        sort::partition_point(0, self.count, |slot| compare(self.memory, self.name(self.get(slot)), name).is_lt())
    }

    /// Takes in one number more: the one behind the others, whose name is `name`.
    pub(crate) fn insert(self, name: &[u8]) {
        let number = self.count;
        let slot = self.slot_of(name);
        let mut longer = Self { count: number.saturating_add(1), ..self };
        for moved in (slot..number).rev() {
            let found = longer.get(moved);
            longer.set(moved.saturating_add(1), found);
        }
        longer.set(slot, number);
    }

    /// The half that holds `slot`, and how far up in it.
    fn place(&self, slot: u32) -> (u32, u32) {
        let slot = self.from.wrapping_add(slot);
        let (per_half, width) = if self.layout.has_wide_orders { (2, 32) } else { (4, 16) };
        (self.layout.orders.wrapping_add(slot / per_half), slot % per_half * width)
    }

    const fn mask(&self) -> u64 {
        if self.layout.has_wide_orders { 0xffff_ffff } else { 0xffff }
    }
}

impl Slots for Order<'_, '_> {
    fn count(&self) -> u32 {
        self.count
    }

    fn get(&self, slot: u32) -> u32 {
        let (half, shift) = self.place(slot);
        let word = self.memory.native(half).map_or(0, Native::load);
        u32::try_from(word >> shift & self.mask()).unwrap_or(0)
    }

    fn set(&mut self, slot: u32, number: u32) {
        let (half, shift) = self.place(slot);
        if let Some(cell) = self.memory.native(half) {
            let others = cell.load() & !(self.mask() << shift);
            cell.store(others | (u64::from(number) & self.mask()) << shift);
        }
    }
}

/// Eight bytes of a text as a number that is ordered as they are.
fn key(memory: Memory<'_>, half: u32) -> u64 {
    u64::from_be_bytes(memory.native(half).map_or(0, Native::load).to_ne_bytes())
}

/// The order of two names in the image, each at a half and padded with zeros.
fn compare_names(memory: Memory<'_>, (a, halves): (u32, u32), (b, _): (u32, u32)) -> Ordering {
    for half in 0..halves {
        let order = key(memory, a.wrapping_add(half)).cmp(&key(memory, b.wrapping_add(half)));
        if order.is_ne() {
            return order;
        }
    }
    Ordering::Equal
}

/// The order of a name in the image, at a half and padded with zeros, and another one.
pub(crate) fn compare(memory: Memory<'_>, (half, halves): (u32, u32), name: &[u8]) -> Ordering {
    let (words, rest) = name.as_chunks::<8>();
    let mut last = [0; 8];
    for (to, from) in last.iter_mut().zip(rest) {
        *to = *from;
    }
    let keys = words.iter().chain(core::iter::once(&last)).map(|word| u64::from_be_bytes(*word));
    for (at, wanted) in (half..half.saturating_add(halves)).zip(keys) {
        let order = key(memory, at).cmp(&wanted);
        if order.is_ne() {
            return order;
        }
    }
    // All of the name is there; a name that fills the field to its end would go on in the next one.
    let field = usize::try_from(halves).unwrap_or(0).saturating_mul(8);
    if name.len() >= field { Ordering::Less } else { Ordering::Equal }
}
