//! Changes of a published image in place: spare instances get their names.
//!
//! PCP notices such an edit by the new generation and reads everything again. Handles stay what they are, because
//! nothing moves: the values of a new instance come behind all others, where the section has had room for them.

use super::codes::{INLINE_NAME_MAXIMUM, NO_INSTANCE, Type, Version};
use super::layout::{FIRST_GENERATION, Name, SECOND_GENERATION, offset_of};
use super::order::Order;
use super::rules::{Refusal, Rule, Subject};
use super::text::Text;
use super::validate::is_instance_name;
use super::writer::Writer;
use crate::generation::pair::{Pair, is_possible};
use crate::memory::{of_parts, parts};

/// An edit of a published image, which readers do not see until it is dropped or published.
///
/// Look-ups by other threads may fail while it lasts; values can be updated.
#[derive(Debug)]
pub struct Edit<'w, 'm> {
    writer: &'w Writer<'m>,
    generation: u64,
}

impl<'m> Writer<'m> {
    /// Begins an edit: the image is in flux, and nobody sees it, until the edit is dropped. Only one can be open.
    ///
    /// # Errors
    /// [`Rule::BadGeneration`] for a generation that cannot be published or is the present one; [`Rule::Busy`] when an
    /// edit is open.
    pub fn edit(&self, generation: u64) -> Result<Edit<'_, 'm>, Refusal<'static>> {
        if !is_possible(generation) || self.word(FIRST_GENERATION) == generation {
            return Err(Refusal::of_file(Rule::BadGeneration));
        }
        let pair = self.pair().filter(|_| self.word(SECOND_GENERATION) != 0);
        pair.ok_or(Refusal::of_file(Rule::Busy))?.begin();
        Ok(Edit { writer: self, generation })
    }

    /// The number of the instance domain of serial `serial`.
    fn indom_of_serial(&self, serial: u32) -> Option<u32> {
        (0..self.layout.indoms().count).find(|indom| {
            let [found, _] = parts(self.word(self.layout.indoms().record(*indom)));
            found == serial
        })
    }

    /// The number of instances of instance domain `indom`, spare ones included: up to those of the next domain.
    fn capacity(&self, indom: u32) -> u32 {
        let first = |indom: u32| {
            let is_last = indom >= self.layout.indoms().count;
            if is_last { self.layout.instances().count } else { self.instances(indom).0 }
        };
        first(indom.saturating_add(1)).saturating_sub(first(indom))
    }

    /// The internal number of instance `instance` of the file.
    fn id_of_instance(&self, instance: u32) -> i32 {
        let [_, id] = parts(self.word(self.layout.instances().record(instance).wrapping_add(1)));
        id.cast_signed()
    }

    /// How many text values readers look at.
    fn used_string_values(&self) -> u32 {
        let strings = (0..self.used_values()).filter(|value| self.type_of(*value) == Some(Type::String));
        u32::try_from(strings.count()).unwrap_or(u32::MAX)
    }

    fn set_word(&self, half: u32, number: u64) {
        if let Some(cell) = self.memory.native(half) {
            cell.store(number);
        }
    }
}

impl Edit<'_, '_> {
    /// Gives a spare instance of the domain of serial `serial` its number and its name; the values of the metrics of
    /// that domain are 0 for it, and texts empty. Says which instance of the domain it is, counted from 0.
    ///
    /// Its values can be found and set before the edit ends.
    ///
    /// # Errors
    /// [`Refusal`], when the domain is unknown or has no spare, the number or the name is not possible or not new in the
    /// domain, or the name does not fit the version of the image.
    pub fn name_instance<'t>(&self, serial: u32, id: i32, name: &'t [u8]) -> Result<u32, Refusal<'t>> {
        let writer = self.writer;
        let indom = writer.indom_of_serial(serial).ok_or(Refusal::of_file(Rule::UnknownIndom))?;
        let (first, count) = writer.instances(indom);
        let subject = Subject::Instance { serial, number: count, id, name: Text(name) };
        let check = |is_good: bool, rule| if is_good { Ok(()) } else { Err(Refusal { rule, subject }) };
        let order = Order::of_instances(writer.memory, &writer.layout, first, count);
        check(id != NO_INSTANCE, Rule::BadInstanceId)?;
        check(is_instance_name(name), Rule::BadInstanceName)?;
        let mut named = first..first.saturating_add(count);
        check(named.all(|instance| writer.id_of_instance(instance) != id), Rule::DuplicateInstanceId)?;
        check(order.find(name).is_none(), Rule::DuplicateInstanceName)?;
        let fits = writer.layout.version > Version::V1 || name.len() <= INLINE_NAME_MAXIMUM;
        check(fits, Rule::VersionTooLow { needed: Version::V2 })?;
        check(count < writer.capacity(indom), Rule::NoSpare)?;

        let instance = first.wrapping_add(count);
        let (half, halves) = writer.layout.name(Name::Instance(instance));
        writer.memory.zero(half, halves);
        writer.memory.copy_in(half, name);
        order.insert(name);
        let record = writer.layout.instances().record(instance);
        writer.set_word(record.wrapping_add(1), of_parts(0, id.cast_unsigned()));
        self.add_values(serial, offset_of(record));
        let indom = writer.layout.indoms().record(indom);
        writer.set_word(indom, of_parts(serial, count.saturating_add(1)));
        Ok(count)
    }

    /// Adds a value for the instance whose record is at `instance` to each metric of its domain.
    fn add_values(&self, serial: u32, instance: u64) {
        let writer = self.writer;
        let layout = &writer.layout;
        let mut strings = writer.used_string_values();
        let mut used = writer.used_values();
        for metric in 0..layout.metrics().count {
            let codes = layout.metric_codes(metric);
            let [found, _] = parts(writer.word(codes.wrapping_add(2)));
            if found != serial {
                continue;
            }
            let [_, code] = parts(writer.word(codes));
            let is_string = Type::new(code.cast_signed()) == Some(Type::String);
            let block = is_string.then(|| offset_of(layout.string_values.record(strings)));
            strings = strings.wrapping_add(u32::from(is_string));
            let record = layout.values().record(used);
            writer.set_word(record.wrapping_add(1), block.unwrap_or(0));
            writer.set_word(record.wrapping_add(2), offset_of(layout.metrics().record(metric)));
            writer.set_word(record.wrapping_add(3), instance);
            used = used.wrapping_add(1);
        }
        let entry = layout.values_entry();
        let [section, _] = parts(writer.word(entry));
        writer.set_word(entry, of_parts(section, used));
    }

    /// Gives the image back to readers, as dropping the edit does.
    pub fn publish(self) {}
}

impl Drop for Edit<'_, '_> {
    fn drop(&mut self) {
        if let Some(pair) = self.writer.pair() {
            pair.end(self.generation);
        }
    }
}
