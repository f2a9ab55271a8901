//! The walk over the declarations that writes an image, or compares one with them.
//!
//! Sections, strings and values come in the order of PCP's own library (section 3.9 of the format), so that the same content
//! gives the same bytes.

use super::codes::{LabelFlags, MAGIC, NO_INSTANCE, Section, Type, Version};
use super::label::compact;
use super::layout::{BLOCK_HALVES, FIRST_GENERATION, Layout, Name, SECOND_GENERATION, offset_of};
use super::order::Order;
use super::pen::Pen;
use super::rules::Subject;
use super::tables::{IndomEntry, InstanceEntry, LabelEntry, MetricEntry, Tables, Target};
use super::text::Text;
use crate::memory::{Memory, fence_release, of_parts, parts};

/// The first half behind the generations.
const HEADER_REST: u32 = 3;
/// The half that holds the process and the cluster.
pub(super) const PROCESS_AND_CLUSTER: u32 = 4;

/// Writes everything but the second generation, which stays zero: the file is in flux from the first store on.
#[inline(never)]
pub(crate) fn write<T: Tables + ?Sized>(memory: Memory<'_>, layout: &Layout, tables: &T, generation: u64) {
    let mut walk = Walk::new(tables, layout, Pen::writing(memory));
    walk.pen.word(SECOND_GENERATION, 0);
    fence_release();
    // What is not written below is zero: values, spare records, the blocks of text values, what is left of the memory.
    memory.zero(HEADER_REST, layout.end.next_multiple_of(2).saturating_sub(HEADER_REST));
    walk.pen.word(FIRST_GENERATION, generation);
    let file = tables.file();
    walk.pen.pair(HEADER_REST, layout.toc, file.flags.bits());
    walk.pen.pair(PROCESS_AND_CLUSTER, file.process.cast_unsigned(), file.cluster);
    // The magic comes last, so that what was no file before becomes one that is in flux.
    if let Some(cell) = memory.native(0) {
        cell.store_backward(magic(layout.version));
    }
    // Storing gives no differences, because the memory is as large as the layout.
    let _ = walk.declarations();
    sort_names(memory, layout, tables);
}

/// Looks whether an image is what would be written, apart from generations, process, values, and instances that got
/// their names later. `Err` says where the first difference is.
pub(crate) fn compare<'t, T: Tables + ?Sized>(
    memory: Memory<'_>,
    layout: &Layout,
    tables: &'t T,
) -> Result<(), Subject<'t>> {
    let mut walk = Walk::new(tables, layout, Pen::comparing(memory));
    let file = tables.file();
    walk.pen.word(0, magic(layout.version));
    walk.pen.pair(HEADER_REST, layout.toc, file.flags.bits());
    let [process, _] = memory.native(PROCESS_AND_CLUSTER).map_or([0; 2], |cell| parts(cell.load()));
    walk.pen.pair(PROCESS_AND_CLUSTER, process, file.cluster);
    walk.same(Subject::File)?;
    walk.declarations()
}

const fn magic(version: Version) -> u64 {
    of_parts(u32::from_ne_bytes(MAGIC), version.number())
}

/// Puts the names of all metrics and all named instances in order.
#[inline(never)]
pub(crate) fn sort_names<T: Tables + ?Sized>(memory: Memory<'_>, layout: &Layout, tables: &T) {
    Order::of_metrics(memory, layout).sort();
    let mut first = 0;
    for (number, indom) in (0..tables.indoms()).filter_map(|number| Some((number, tables.indom(number)?))) {
        let [_, count] = memory.native(layout.indoms().record(number)).map_or([0; 2], |cell| parts(cell.load()));
        Order::of_instances(memory, layout, first, count).sort();
        first = capacity(&indom).wrapping_add(first);
    }
}

/// The number of an instance domain's instances, spare ones included.
fn capacity(indom: &IndomEntry<'_>) -> u32 {
    indom.instances.saturating_add(indom.spares)
}

/// One walk.
struct Walk<'w, 't, 'm, T: ?Sized> {
    tables: &'t T,
    layout: &'w Layout,
    pen: Pen<'m>,
    /// The half of the next help text's block.
    next_text: u32,
    /// The number of the next text value.
    next_string_value: u32,
    /// The number of the next value record.
    next_value: u32,
}

impl<'w, 't, 'm, T: Tables + ?Sized> Walk<'w, 't, 'm, T> {
    fn new(tables: &'t T, layout: &'w Layout, pen: Pen<'m>) -> Self {
        Self { tables, layout, pen, next_text: layout.texts, next_string_value: 0, next_value: 0 }
    }

    fn same(&self, subject: Subject<'t>) -> Result<(), Subject<'t>> {
        if self.pen.differs() { Err(subject) } else { Ok(()) }
    }

    #[inline(never)]
    fn declarations(&mut self) -> Result<(), Subject<'t>> {
        let tables = self.tables;
        for (number, metric) in (0..tables.metrics()).filter_map(|number| Some((number, tables.metric(number)?))) {
            self.metric(number, &metric);
            self.same(Subject::Metric { number, name: Text(metric.name) })?;
        }
        let mut first = 0;
        for (number, indom) in (0..tables.indoms()).filter_map(|number| Some((number, tables.indom(number)?))) {
            self.indom(number, first, &indom);
            self.same(Subject::Indom { number, serial: indom.serial })?;
            first = capacity(&indom).wrapping_add(first);
        }
        for (number, label) in (0..tables.labels()).filter_map(|number| Some((number, tables.label(number)?))) {
            self.label(number, &label);
            self.same(Subject::Label { number, name: Text(label.name) })?;
        }
        self.table_of_contents();
        self.same(Subject::File)
    }

    #[inline(never)]
    fn metric(&mut self, number: u32, metric: &MetricEntry<'t>) {
        let record = self.layout.metrics().record(number);
        self.name(Name::Metric(number), record, metric.name);
        let codes = self.layout.metric_codes(number);
        self.pen.pair(codes, metric.item, metric.type_code.cast_unsigned());
        self.pen.pair(codes.wrapping_add(1), metric.semantics_code.cast_unsigned(), metric.units.bits());
        self.pen.pair(codes.wrapping_add(2), metric.indom, 0);
        self.help(codes.wrapping_add(3), metric.short_help, metric.long_help);
        let is_string = metric.type_code == Type::String.code();
        let Some(serial) = metric.serial() else {
            self.value(record, is_string, 0);
            return;
        };
        let Some((first, indom)) = self.indom_of_serial(serial) else { return };
        for place in 0..indom.instances {
            let instance = self.layout.instances().record(first.wrapping_add(place));
            self.value(record, is_string, offset_of(instance));
        }
    }

    /// The instance domain of serial `serial`, and the number of its first instance.
    fn indom_of_serial(&self, serial: u32) -> Option<(u32, IndomEntry<'t>)> {
        let tables = self.tables;
        let mut first: u32 = 0;
        for indom in (0..tables.indoms()).filter_map(|number| tables.indom(number)) {
            if indom.serial == serial {
                return Some((first, indom));
            }
            first = capacity(&indom).wrapping_add(first);
        }
        None
    }

    /// A value of the metric whose record is at half `metric`. Comparing looks only at what it belongs to.
    fn value(&mut self, metric: u32, is_string: bool, instance: u64) {
        let record = self.layout.values().record(self.next_value);
        self.next_value = self.next_value.wrapping_add(1);
        self.pen.word(record.wrapping_add(2), offset_of(metric));
        self.pen.word(record.wrapping_add(3), instance);
        let block = is_string.then(|| self.layout.string_values.record(self.next_string_value));
        self.next_string_value = self.next_string_value.wrapping_add(u32::from(is_string));
        if self.pen.is_comparing() {
            return;
        }
        self.pen.word(record.wrapping_add(1), block.map_or(0, offset_of));
    }

    #[inline(never)]
    fn indom(&mut self, number: u32, first: u32, indom: &IndomEntry<'t>) {
        let record = self.layout.indoms().record(number);
        let count = self.named_instances(record, indom);
        self.pen.pair(record, indom.serial, count);
        self.pen.word(record.wrapping_add(1), offset_of(self.layout.instances().record(first)));
        self.help(record.wrapping_add(2), indom.short_help, indom.long_help);
        for place in 0..capacity(indom) {
            let instance = first.wrapping_add(place);
            let at = self.layout.instances().record(instance);
            self.pen.word(at, offset_of(record));
            if let Some(InstanceEntry { id, name }) =
                self.tables.instance(number, place).filter(|_| place < indom.instances)
            {
                self.pen.pair(at.wrapping_add(1), 0, id.cast_unsigned());
                self.name(Name::Instance(instance), at.wrapping_add(2), name);
            } else if place >= count {
                self.pen.pair(at.wrapping_add(1), 0, NO_INSTANCE.cast_unsigned());
                self.name(Name::Instance(instance), at.wrapping_add(2), &[]);
            }
        }
    }

    /// How many instances of the domain have names: those declared, and in an image that is compared also those named
    /// since.
    fn named_instances(&self, record: u32, indom: &IndomEntry<'_>) -> u32 {
        if !self.pen.is_comparing() {
            return indom.instances;
        }
        let [_, count] = self.pen.memory().native(record).map_or([0; 2], |cell| parts(cell.load()));
        count.max(indom.instances).min(capacity(indom))
    }

    /// A name: at half `at` itself, or in its string block with the offset at `at`.
    fn name(&mut self, which: Name, at: u32, name: &[u8]) {
        let (half, halves) = self.layout.name(which);
        if half != at {
            self.pen.word(at, offset_of(half));
        }
        self.pen.text(half, halves, name);
    }

    /// Two help texts, with their offsets at half `at` and the next one.
    fn help(&mut self, at: u32, short_help: &[u8], long_help: &[u8]) {
        for (at, text) in [(at, short_help), (at.wrapping_add(1), long_help)] {
            if text.is_empty() {
                self.pen.word(at, 0);
                continue;
            }
            self.pen.word(at, offset_of(self.next_text));
            self.pen.text(self.next_text, BLOCK_HALVES, text);
            self.next_text = self.next_text.wrapping_add(BLOCK_HALVES);
        }
    }

    #[inline(never)]
    fn label(&mut self, number: u32, label: &LabelEntry<'t>) {
        let (scope, identity, instance) = match label.target {
            Target::Cluster => (LabelFlags::CLUSTER, self.tables.file().cluster, NO_INSTANCE),
            Target::Indom(serial) => (LabelFlags::INDOM, serial, NO_INSTANCE),
            Target::Item(item) => (LabelFlags::ITEM, item, NO_INSTANCE),
            Target::Instance { indom, id } => (LabelFlags::INSTANCES, indom, id),
        };
        let optional = if label.optional { LabelFlags::OPTIONAL } else { LabelFlags::empty() };
        let at = self.layout.labels().record(number);
        self.pen.pair(at, scope.union(optional).bits(), identity);
        let pen = &mut self.pen;
        pen.begin(at.wrapping_add(1));
        pen.bytes(&instance.to_ne_bytes());
        pen.bytes(b"{\"");
        pen.bytes(label.name);
        pen.bytes(b"\":");
        for byte in compact(label.value) {
            pen.byte(byte);
        }
        pen.bytes(b"}");
        pen.fill_up_to(at.wrapping_add(BLOCK_HALVES));
    }

    #[inline(never)]
    fn table_of_contents(&mut self) {
        let layout = self.layout;
        for (at, section, part) in layout.entries() {
            let count = if section == Section::Values { self.used_values(at, part.count) } else { part.count };
            self.pen.pair(at, section.code(), count);
            self.pen.word(at.wrapping_add(1), offset_of(part.start));
        }
    }

    /// How many values readers look at. Those of spare instances come behind the others until their instances have
    /// names.
    fn used_values(&self, entry: u32, room: u32) -> u32 {
        if !self.pen.is_comparing() {
            return self.next_value;
        }
        let [_, count] = self.pen.memory().native(entry).map_or([0; 2], |cell| parts(cell.load()));
        count.max(self.next_value).min(room)
    }
}
