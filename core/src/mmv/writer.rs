//! The writer: an image in memory of the program, and how its values are found.
//!
//! Laying out takes three steps: [`Writer::lay_out`] writes the image and leaves it in flux, initial values are set
//! through the [`Draft`], and [`Draft::publish`] gives it to readers. The image says everything that the writer needs
//! to know, so the writer itself is small and does not change: any number of handles can borrow it. Whoever lays out
//! anew gives the writer away, and with it every handle that borrows it; a [`Handle`] that was kept is found to be stale.

use core::ops::Deref;

use super::build;
use super::codes::{Flags, NO_INDOM, NOT_AVAILABLE, Type};
use super::layout::{FIRST_GENERATION, Layout, SECOND_GENERATION, half_of, offset_of};
use super::order::Order;
use super::rules::{Refusal, Rule};
use super::sort::partition_point;
use super::tables::{self, Counts, Tables};
use super::validate::validate;
use crate::generation::pair::{Pair, is_possible};
use crate::memory::{Memory, Native, parts};

/// An image that readers see, and that the program updates.
///
/// It can be shared between threads. Handles to values borrow it: [`Exclusive`](super::Exclusive),
/// [`Shared`](super::Shared), [`TextValue`](super::TextValue) and [`Interval`](super::Interval).
#[derive(Debug)]
pub struct Writer<'m> {
    pub(super) memory: Memory<'m>,
    pub(super) layout: Layout,
    pub(super) flags: Flags,
    /// What handles of this layout carry.
    stamp: u32,
}

static_assertions::assert_impl_all!(Writer<'static>: Send, Sync);
static_assertions::const_assert!(size_of::<Writer<'static>>() <= 256);

/// An image that is laid out and that readers do not see yet. Values can be set through it.
#[derive(Debug)]
#[must_use = "readers see the image only once it is published"]
pub struct Draft<'m> {
    writer: Writer<'m>,
    generation: u64,
}

/// Says which value is meant, for as long as its image keeps its layout. It can be copied and kept anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handle {
    value: u32,
    stamp: u32,
}

impl Handle {
    /// The handle that consists of these numbers; [`Handle::value`] and [`Handle::stamp`] give them. One that no image
    /// gave is found to be stale.
    pub const fn from_parts(value: u32, stamp: u32) -> Self {
        Self { value, stamp }
    }

    /// The place of the value among those of its image.
    pub const fn value(self) -> u32 {
        self.value
    }

    /// What tells the layout from others; never 0.
    pub const fn stamp(self) -> u32 {
        self.stamp
    }
}

/// Why there is no handle, or no value for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LookUpError {
    /// No metric has this name or number.
    UnknownMetric,
    /// The metric has no such instance, or has instances and none was named.
    UnknownInstance,
    /// The handle belongs to another image, or to an earlier layout of this one.
    StaleHandle,
    /// The values of the metric have another type.
    WrongType,
}

impl LookUpError {
    /// The name of the error.
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnknownMetric => "unknown_metric",
            Self::UnknownInstance => "unknown_instance",
            Self::StaleHandle => "stale_handle",
            Self::WrongType => "wrong_type",
        }
    }
}

impl core::fmt::Display for LookUpError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::UnknownMetric => "the image has no such metric",
            Self::UnknownInstance => "the metric has no such instance; a metric with instances needs one",
            Self::StaleHandle => "the handle is of another image, or of an earlier layout; look the value up again",
            Self::WrongType => "the metric has another type than the one asked for",
        })
    }
}

impl core::error::Error for LookUpError {}

/// The layout of declarations that keep all rules.
pub(super) fn plan<T: Tables + ?Sized>(tables: &T, generation: u64) -> Result<Layout, Refusal<'_>> {
    if !is_possible(generation) {
        return Err(Refusal::of_file(Rule::BadGeneration));
    }
    let version = validate(tables)?;
    Layout::new(&tables::count(tables), version, tables.file().strings).map_err(Refusal::of_file)
}

/// The bytes of memory that the image of `tables` needs: a multiple of 16.
///
/// # Errors
/// [`Refusal`], by section 12 of the format.
pub fn required_size<T: Tables + ?Sized>(tables: &T) -> Result<usize, Refusal<'_>> {
    let version = validate(tables)?;
    let counts: Counts = tables::count(tables);
    Ok(counts.size(version, tables.file().strings))
}

impl<'m> Writer<'m> {
    /// Lays out an image in `memory` and publishes it, with all values 0 and all texts empty.
    ///
    /// # Errors
    /// As [`Writer::lay_out`].
    pub fn new<'t, T: Tables + ?Sized>(
        memory: Memory<'m>,
        tables: &'t T,
        generation: u64,
    ) -> Result<Self, Refusal<'t>> {
        Ok(Self::lay_out(memory, tables, generation)?.publish())
    }

    /// Lays out an image in `memory` and leaves it in flux, so that initial values can be set before readers see it.
    ///
    /// Time and stack do not depend on what the memory holds. `generation` is not 0 and differs from all earlier ones of
    /// this memory: a clock, or a counter that survives resets. On targets without 64-bit atomics neither half of it is
    /// 0.
    ///
    /// # Errors
    /// [`Refusal`], by section 12 of the format; nothing has been written then.
    pub fn lay_out<'t, T: Tables + ?Sized>(
        memory: Memory<'m>,
        tables: &'t T,
        generation: u64,
    ) -> Result<Draft<'m>, Refusal<'t>> {
        let layout = plan(tables, generation)?;
        let needed = usize::try_from(offset_of(layout.end.next_multiple_of(2))).unwrap_or(usize::MAX);
        if memory.len() < needed {
            return Err(Refusal::of_file(Rule::MemoryTooSmall { needed }));
        }
        build::write(memory, &layout, tables, generation);
        let writer = Self::of_layout(memory, layout, tables.file().flags, generation);
        Ok(Draft { writer, generation })
    }

    pub(super) fn of_layout(memory: Memory<'m>, layout: Layout, flags: Flags, generation: u64) -> Self {
        let seed = generation ^ u64::try_from(memory.address()).unwrap_or(0).rotate_left(32);
        let [_, stamp] = crate::generation::words(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Self { memory, layout, flags, stamp: stamp.max(1) }
    }

    /// The version of the image.
    pub fn version(&self) -> super::Version {
        self.layout.version
    }

    /// The flags of the image.
    pub fn flags(&self) -> Flags {
        self.flags
    }

    /// The memory that the image lies in.
    pub fn memory(&self) -> Memory<'m> {
        self.memory
    }

    /// The bytes of the image that readers look at; behind them come the orders of names.
    pub fn file_size(&self) -> usize {
        usize::try_from(offset_of(self.layout.orders)).unwrap_or(usize::MAX)
    }

    /// The generation that readers see, or that an edit in progress began with.
    pub fn generation(&self) -> u64 {
        self.word(FIRST_GENERATION)
    }

    /// The value of a singular metric.
    ///
    /// Takes O(log n) for n metrics.
    ///
    /// # Errors
    /// [`LookUpError::UnknownMetric`], and [`LookUpError::UnknownInstance`] for a metric with instances.
    pub fn find(&self, metric: &str) -> Result<Handle, LookUpError> {
        self.look_up(metric.as_bytes(), None)
    }

    /// The value of a metric for an instance. A singular metric has one value, whatever the instance.
    ///
    /// Takes O(log n) for n metrics and instances that were declared; for an instance that got its name later, the
    /// number of such instances is added.
    ///
    /// # Errors
    /// [`LookUpError::UnknownMetric`] and [`LookUpError::UnknownInstance`].
    pub fn find_instance(&self, metric: &str, instance: &str) -> Result<Handle, LookUpError> {
        self.look_up(metric.as_bytes(), Some(instance.as_bytes()))
    }

    /// As [`Writer::find_instance`], for names that may be no UTF-8 and an instance that may be left out.
    ///
    /// # Errors
    /// [`LookUpError::UnknownMetric`] and [`LookUpError::UnknownInstance`].
    pub fn look_up(&self, metric: &[u8], instance: Option<&[u8]>) -> Result<Handle, LookUpError> {
        let metric = Order::of_metrics(self.memory, &self.layout).find(metric).ok_or(LookUpError::UnknownMetric)?;
        let Some(indom) = self.indom_of_metric(metric)? else { return self.handle_of(metric, 0) };
        let (first, count) = self.instances(indom);
        let order = Order::of_instances(self.memory, &self.layout, first, count);
        let place = instance.and_then(|instance| order.find(instance)).ok_or(LookUpError::UnknownInstance)?;
        self.handle_of(metric, self.offset_of_instance(first.wrapping_add(place)))
    }

    /// The value of metric `metric` for instance `instance` of its domain, both counted from 0 as declared. A singular
    /// metric has one value, whatever the instance.
    ///
    /// # Errors
    /// [`LookUpError::UnknownMetric`] and [`LookUpError::UnknownInstance`].
    pub fn value_at(&self, metric: u32, instance: u32) -> Result<Handle, LookUpError> {
        if metric >= self.layout.metrics().count {
            return Err(LookUpError::UnknownMetric);
        }
        let Some(indom) = self.indom_of_metric(metric)? else { return self.handle_of(metric, 0) };
        let (first, count) = self.instances(indom);
        if instance >= count {
            return Err(LookUpError::UnknownInstance);
        }
        self.handle_of(metric, self.offset_of_instance(first.wrapping_add(instance)))
    }

    /// Where the record of a value lies in the image, in bytes: the number or the length of the text first, then what
    /// belongs to a text or an elapsed time.
    ///
    /// # Errors
    /// [`LookUpError::StaleHandle`].
    pub fn offset(&self, handle: Handle) -> Result<usize, LookUpError> {
        let record = self.record(handle)?;
        usize::try_from(offset_of(record)).map_err(|_| LookUpError::StaleHandle)
    }

    /// The value whose record lies at byte `offset` of the image: what [`Writer::offset`] gave, for as long as the image
    /// keeps its layout.
    ///
    /// # Errors
    /// [`LookUpError::StaleHandle`] when no value that readers see lies there.
    pub fn handle_at(&self, offset: usize) -> Result<Handle, LookUpError> {
        let value = u64::try_from(offset).ok().and_then(|offset| self.layout.values().number(offset));
        let value = value.filter(|value| *value < self.used_values()).ok_or(LookUpError::StaleHandle)?;
        Ok(Handle { value, stamp: self.stamp })
    }

    /// The type of a value.
    ///
    /// # Errors
    /// [`LookUpError::StaleHandle`].
    pub fn value_type(&self, handle: Handle) -> Result<Type, LookUpError> {
        self.record(handle)?;
        self.type_of(handle.value).ok_or(LookUpError::StaleHandle)
    }

    fn offset_of_instance(&self, number: u32) -> u64 {
        offset_of(self.layout.instances().record(number))
    }

    /// The value of the metric whose instance record is at `instance`, or 0 for a singular metric.
    fn handle_of(&self, metric: u32, instance: u64) -> Result<Handle, LookUpError> {
        let is_it = |value| self.owner(value) == (metric, instance);
        // Instances follow each other in the values of a metric as they do in the domain.
        let first = self.first_value(metric);
        let (_, first_instance) = self.owner(first);
        let number = |instance| self.layout.instances().number(instance).unwrap_or(0);
        let guess = first.checked_add(number(instance).wrapping_sub(number(first_instance)));
        let later = || (self.layout.declared_values..self.used_values()).find(|value| is_it(*value));
        let guess = guess.filter(|value| *value < self.layout.declared_values && is_it(*value));
        let value = guess.or_else(later).ok_or(LookUpError::UnknownInstance)?;
        Ok(Handle { value, stamp: self.stamp })
    }

    /// The first of the values that were declared for metric `metric`, or where it would be.
    fn first_value(&self, metric: u32) -> u32 {
        // As many values come before it as metrics, when those are singular.
        let is_of_it = |value: u32| value < self.layout.declared_values && self.owner(value).0 == metric;
        if is_of_it(metric) && !metric.checked_sub(1).is_some_and(is_of_it) {
            return metric;
        }
        partition_point(0, self.layout.declared_values, |value| self.owner(value).0 < metric)
    }

    /// The metric, and the offset of the instance record, of a value.
    pub(super) fn owner(&self, value: u32) -> (u32, u64) {
        let record = self.layout.values().record(value);
        let metric = self.word(record.wrapping_add(2));
        (self.layout.metrics().number(metric).unwrap_or(u32::MAX), self.word(record.wrapping_add(3)))
    }

    /// The number of the metric's instance domain, unless it is singular.
    pub(super) fn indom_of_metric(&self, metric: u32) -> Result<Option<u32>, LookUpError> {
        let [serial, _] = parts(self.word(self.layout.metric_codes(metric).wrapping_add(2)));
        if serial == 0 || serial == NO_INDOM {
            return Ok(None);
        }
        // The first value knows its instance, and that its domain. Without one, every domain is looked at.
        let (owner, instance) = self.owner(self.first_value(metric));
        let own = half_of(instance).filter(|_| owner == metric).map(|instance| self.word(instance));
        let indom = own.and_then(|indom| self.layout.indoms().number(indom));
        let has_serial = |indom: &u32| parts(self.word(self.layout.indoms().record(*indom)))[0] == serial;
        let indom = indom.filter(has_serial).or_else(|| (0..self.layout.indoms().count).find(has_serial));
        indom.map(Some).ok_or(LookUpError::UnknownInstance)
    }

    /// The number of the first instance of instance domain `indom`, and how many have names.
    pub(super) fn instances(&self, indom: u32) -> (u32, u32) {
        let record = self.layout.indoms().record(indom);
        let [_, count] = parts(self.word(record));
        let first = self.layout.instances().boundary(self.word(record.wrapping_add(1)));
        (first.unwrap_or(0), if first.is_some() { count } else { 0 })
    }

    /// The number of value records that readers look at.
    pub(super) fn used_values(&self) -> u32 {
        let [_, count] = parts(self.word(self.layout.values_entry()));
        count.min(self.layout.values().count)
    }

    pub(super) fn word(&self, half: u32) -> u64 {
        self.memory.native(half).map_or(0, Native::load)
    }

    /// The half of the value's record.
    fn record(&self, handle: Handle) -> Result<u32, LookUpError> {
        if handle.stamp != self.stamp || handle.value >= self.layout.values().count {
            return Err(LookUpError::StaleHandle);
        }
        Ok(self.layout.values().record(handle.value))
    }

    /// The half of the value's record, when it has the type that is asked for.
    pub(super) fn record_of(&self, handle: Handle, value_type: Type) -> Result<u32, LookUpError> {
        let record = self.record(handle)?;
        if self.type_of(handle.value) == Some(value_type) { Ok(record) } else { Err(LookUpError::WrongType) }
    }

    /// The type of a value.
    pub(super) fn type_of(&self, value: u32) -> Option<Type> {
        let (metric, _) = self.owner(value);
        let [_, code] = parts(self.word(self.layout.metric_codes(metric)));
        Type::new(code.cast_signed())
    }

    /// Whether values can be "not available".
    pub(super) fn has_sentinel(&self) -> bool {
        self.flags.contains(Flags::SENTINEL)
    }

    /// The generations of the image.
    pub(super) fn pair(&self) -> Option<impl Pair + use<'m>> {
        let first = self.memory.native(FIRST_GENERATION)?;
        Some(first.pair(self.memory.native(SECOND_GENERATION)?))
    }

    /// Takes the image away from readers for good: it stays in flux, and PCP stops exporting it.
    pub fn stop(self) {
        if let Some(pair) = self.pair() {
            pair.begin();
        }
    }
}

impl<'m> Draft<'m> {
    /// Makes every value "not available", when the image has [`Flags::SENTINEL`]. `false`, and nothing done, otherwise.
    pub fn set_unavailable(&self) -> bool {
        if !self.writer.has_sentinel() {
            return false;
        }
        for value in 0..self.writer.layout.declared_values {
            self.writer.set_unavailable(value);
        }
        true
    }

    /// Gives the image to readers.
    pub fn publish(self) -> Writer<'m> {
        if let Some(pair) = self.writer.pair() {
            pair.end(self.generation);
        }
        self.writer
    }
}

impl Writer<'_> {
    /// Makes a value "not available", as its type wants it. Its image is not published, or the value is new.
    pub(super) fn set_unavailable(&self, value: u32) {
        let bits = match self.type_of(value) {
            Some(Type::Float) => crate::memory::of_parts(f32::NAN.to_bits(), 0),
            Some(Type::Double) => f64::NAN.to_bits(),
            // An empty text is not available, and a value without a type never is.
            Some(Type::String | Type::NoSupport) | None => return,
            Some(Type::I32 | Type::U32 | Type::I64 | Type::U64 | Type::Elapsed) => NOT_AVAILABLE,
        };
        if let Some(cell) = self.memory.native(self.layout.values().record(value)) {
            cell.store_backward(bits);
        }
    }
}

impl<'m> Deref for Draft<'m> {
    type Target = Writer<'m>;

    fn deref(&self) -> &Writer<'m> {
        &self.writer
    }
}
