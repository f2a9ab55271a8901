//! Taking over an image: one that survived a reset, or the values of one that gives way to a new layout.

use super::build;
use super::codes::{TEXT_MAXIMUM, Type};
use super::layout::{FIRST_GENERATION, SECOND_GENERATION, half_of, offset_of};
use super::order::Order;
use super::rules::{Refusal, Rule, Subject};
use super::tables::{MetricEntry, Tables};
use super::writer::{Draft, Writer, plan};
use crate::generation::pair::Pair;
use crate::memory::{Memory, of_parts, parts};

/// Why an image was not moved, and the writer, which goes on as before.
#[derive(Debug)]
pub struct NotMoved<'m, 't> {
    /// The writer of the old layout.
    pub writer: Writer<'m>,
    /// Why there is no new one.
    pub refusal: Refusal<'t>,
}

impl core::fmt::Display for NotMoved<'_, '_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.refusal.fmt(f)
    }
}

impl core::error::Error for NotMoved<'_, '_> {}

impl<'m> Writer<'m> {
    /// Takes over the image that lies in `memory` from before a reset, with all its values.
    ///
    /// The image must be complete, and be what laying out the same declarations would give; instances that got their
    /// names later stay. An interval that was open is still open; [`Interval::discard`](super::Interval::discard) closes
    /// it. The process of the declarations is written, and `generation`, which differs from all earlier ones, published.
    ///
    /// # Errors
    /// [`Refusal`], by the rules of the declarations, and [`Rule::DifferentLayout`] when the memory holds something
    /// else; nothing has been written then, and the caller may lay out anew.
    pub fn adopt<'t, T: Tables + ?Sized>(
        memory: Memory<'m>,
        tables: &'t T,
        generation: u64,
    ) -> Result<Self, Refusal<'t>> {
        let layout = plan(tables, generation)?;
        let writer = Self::of_layout(memory, layout, tables.file().flags, generation);
        let different = |subject| Refusal { rule: Rule::DifferentLayout, subject };
        let published = writer.word(FIRST_GENERATION);
        let fits = usize::try_from(offset_of(layout.end)).is_ok_and(|needed| needed <= memory.len());
        if !fits || published == 0 || published != writer.word(SECOND_GENERATION) {
            return Err(different(Subject::File));
        }
        if published == generation {
            return Err(Refusal::of_file(Rule::BadGeneration));
        }
        build::compare(memory, &layout, tables).map_err(different)?;
        if !writer.has_good_values(tables) {
            return Err(different(Subject::File));
        }
        let pair = writer.pair().ok_or(different(Subject::File))?;
        pair.begin();
        if let Some(cell) = memory.native(build::PROCESS_AND_CLUSTER) {
            let file = tables.file();
            cell.store(of_parts(file.process.cast_unsigned(), file.cluster));
        }
        build::sort_names(memory, &layout, tables);
        pair.end(generation);
        Ok(writer)
    }

    /// Whether each text lies in one of its own blocks, and the values behind those declared are those of instances that
    /// got their names later.
    fn has_good_values<T: Tables + ?Sized>(&self, tables: &T) -> bool {
        let strings = self.layout.string_values;
        let mut string: u32 = 0;
        for value in 0..self.used_values() {
            if self.type_of(value) == Some(Type::String) {
                let extra = self.word(self.layout.values().record(value).wrapping_add(1));
                let blocks = strings.record(string);
                let step = strings.halves.div_ceil(u32::try_from(self.layout.buffering.blocks()).unwrap_or(1).max(1));
                let is_own = |block: u32| Some(block) == half_of(extra);
                if !is_own(blocks) && !is_own(blocks.wrapping_add(strings.halves.wrapping_sub(step))) {
                    return false;
                }
                string = string.wrapping_add(1);
            }
        }
        let mut later = 0;
        for metric in 0..self.layout.metrics().count {
            let Ok(Some(indom)) = self.indom_of_metric(metric) else { continue };
            let (first, count) = self.instances(indom);
            let declared = tables.indom(indom).map_or(0, |indom| indom.instances);
            for place in declared..count {
                let instance = offset_of(self.layout.instances().record(first.wrapping_add(place)));
                let mut values = self.layout.declared_values..self.used_values();
                if !values.any(|value| self.owner(value) == (metric, instance)) {
                    return false;
                }
                later += 1;
            }
        }
        self.layout.declared_values.checked_add(later) == Some(self.used_values())
    }

    /// Lays out other declarations in other memory, and carries the values over: those of metrics and instances of the
    /// same name and type.
    ///
    /// The writer is given away, so that no update can be lost: handles that borrow it are gone, and a
    /// [`Handle`](super::Handle) that was kept is stale. The old image stays as it is, for readers that have not noticed
    /// the new one.
    ///
    /// # Errors
    /// [`NotMoved`], with the writer: by the rules of the declarations, and [`Rule::SameMemory`] when the two regions
    /// overlap.
    #[expect(clippy::result_large_err, reason = "the error is the writer, which the caller gave away and gets back")]
    pub fn move_to<'n, 't, T: Tables + ?Sized>(
        self,
        memory: Memory<'n>,
        tables: &'t T,
        generation: u64,
    ) -> Result<Draft<'n>, NotMoved<'m, 't>> {
        let refused = if overlap(self.memory, memory) {
            Some(Rule::SameMemory)
        } else if self.word(FIRST_GENERATION) == generation {
            Some(Rule::BadGeneration)
        } else {
            None
        };
        let draft = match refused {
            Some(rule) => Err(Refusal::of_file(rule)),
            None => Writer::lay_out(memory, tables, generation),
        };
        match draft {
            Ok(draft) => {
                self.carry_over(&draft, tables);
                Ok(draft)
            }
            Err(refusal) => Err(NotMoved { writer: self, refusal }),
        }
    }

    fn carry_over<T: Tables + ?Sized>(&self, to: &Writer<'_>, tables: &T) {
        let mut value = 0;
        for metric in (0..tables.metrics()).filter_map(|number| tables.metric(number)) {
            let from = Order::of_metrics(self.memory, &self.layout).find(metric.name);
            match metric.serial().map(|serial| super::tables::indom_of_serial(tables, serial)) {
                None => {
                    self.carry_value(from, &metric, None, to, value);
                    value += 1;
                }
                Some(None) => {}
                Some(Some((number, indom))) => {
                    for place in 0..indom.instances {
                        let name = tables.instance(number, place).map(|instance| instance.name);
                        self.carry_value(from, &metric, name, to, value);
                        value += 1;
                    }
                }
            }
        }
    }

    /// Carries one value over to value `value` of `to`.
    fn carry_value(
        &self,
        from: Option<u32>,
        metric: &MetricEntry<'_>,
        instance: Option<&[u8]>,
        to: &Writer<'_>,
        value: u32,
    ) {
        let is_singular = from.is_some_and(|from| self.indom_of_metric(from) == Ok(None));
        if is_singular != instance.is_none() {
            return;
        }
        let Ok(handle) = self.look_up(metric.name, instance) else { return };
        let Some(value_type) = Type::new(metric.type_code) else { return };
        let Ok(record) = self.record_of(handle, value_type) else { return };
        let target = to.layout.values().record(value);
        if value_type == Type::String {
            if let (Some(old), Some(new)) = (self.text_of(record), to.text_of(target)) {
                // A text of the old image is short enough for the new one.
                let _ = new.set_bytes(old.get(&mut [0; TEXT_MAXIMUM + 1]));
            }
            return;
        }
        if self.is_unavailable(record, value_type) {
            if to.has_sentinel() {
                to.set_unavailable(value);
            }
            return;
        }
        for half in [0, 1] {
            if let Some(cell) = to.memory.native(target.wrapping_add(half)) {
                cell.store(self.word(record.wrapping_add(half)));
            }
        }
    }

    fn is_unavailable(&self, record: u32, value_type: Type) -> bool {
        let bits = self.word(record);
        let [first, _] = parts(bits);
        self.has_sentinel()
            && match value_type {
                Type::Float => f32::from_bits(first).is_nan(),
                Type::Double => f64::from_bits(bits).is_nan(),
                _ => bits == super::codes::NOT_AVAILABLE,
            }
    }
}

/// Whether two regions have bytes in common.
fn overlap(a: Memory<'_>, b: Memory<'_>) -> bool {
    let end = |memory: Memory<'_>| memory.address().saturating_add(memory.len());
    a.address() < end(b) && b.address() < end(a)
}
