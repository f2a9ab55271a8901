//! A model of the tree that a writer should have written, and the operations on both.
//!
//! [`World::apply`] does one thing to the writer and to the model, and then compares them: every value by its handle, by
//! its block, and as the crate's reader shows it.

#![allow(dead_code, reason = "each test uses a part")]

mod changes;
mod groups;
pub mod kinds;
pub mod new;
pub mod numbers;
mod refused;
mod setting;
mod step;
pub mod strategy;

use glassbox::Memory;
use glassbox::inspect::reader::{ProblemKind, scratch_words};
use glassbox::inspect::{AnyHandle, Config, Error, NodeHandle, Stats, Writer};
use groups::{HealthItems, ListItems};
use kinds::Any;
pub use new::New;
use new::{create, refusal, value_of};
pub use numbers::Number;
pub use setting::{Place, Setting};
pub use step::Step;

use crate::scan::{Entry, Moment, Value, bits_of_double, copy, decode, in_use, shown};

/// A value that was created, alive or gone.
#[derive(Debug)]
struct Item {
    /// The place of its node among the items; `None` below the root.
    parent: Option<usize>,
    name: String,
    value: Value,
    handle: Any,
    alive: bool,
    recorded: bool,
}

/// A writer beside a model of what it should have written.
pub struct World<'m> {
    pub writer: Writer<'m>,
    pub region: Memory<'m>,
    book: Memory<'m>,
    config: Config<'m>,
    serials: bool,
    items: Vec<Item>,
    /// Open transactions.
    depth: u32,
    /// The last generation published.
    generation: u64,
    /// Operations that found no space.
    failed: u64,
    health: Option<HealthItems>,
    stats: Option<(Stats, usize)>,
    list: Option<ListItems>,
}

/// What an operation is to the generation.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Section {
    One,
    None,
}

impl<'m> World<'m> {
    pub fn apply(&mut self, step: &Step) {
        match step {
            Step::Create { under, name, value } => self.create(*under, name, value),
            Step::Set { which, number, text } => self.set(*which, *number, text),
            Step::Count { which, by, up } => self.count(*which, *by, *up),
            Step::SetSlot { which, slot, number, text } => self.set_slot(*which, *slot, *number, text),
            Step::CountSlot { which, slot, by, up } => self.count_slot(*which, *slot, *by, *up),
            Step::Insert { which, value, count } => self.insert(*which, *value, *count),
            Step::Clear { which } => self.clear(*which),
            Step::Record { which } => self.record(*which),
            Step::Delete { which } => self.delete(*which),
            Step::DeleteTree { which } => self.delete_tree(*which),
            Step::DeleteAll { which } => self.delete_all(which),
            Step::Reparent { which, under } => self.reparent(*which, *under),
            Step::Begin => {
                self.writer.begin_transaction().unwrap();
                self.depth += 1;
            }
            Step::End => self.end(),
            Step::Health { under, status, message } => self.be_healthy(*under, status, message.as_deref()),
            Step::Stats { under } => self.count_stats(*under),
            Step::Push { under, values } => self.push(*under, *values),
            Step::UseStale { which } => self.use_stale(*which),
            Step::UseWrongly { which } => self.use_wrongly(*which),
            Step::Stuff { under, text } => self.stuff(*under, text),
            Step::FrozenCopy => self.frozen_copy(),
            Step::Adopt => self.adopt(),
        }
        self.check();
    }

    /// The last thing that a writer does.
    pub fn freeze(mut self) {
        if self.depth > 0 {
            return self.refuse(Error::InTransaction, Writer::freeze);
        }
        let before = copy(self.writer.file());
        self.writer.freeze().unwrap();
        let after = copy(self.region);
        assert_eq!(after[8..16], [0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
        assert!(
            after[..8] == before[..8] && after[16..before.len()] == before[16..],
            "freezing changes the generation"
        );
        self.refuse(Error::Frozen, |writer| writer.create_node(NodeHandle::ROOT, "x"));
        self.refuse(Error::Frozen, Writer::freeze);
        self.refuse(Error::Frozen, Writer::begin_transaction);
        for item in std::mem::take(&mut self.items) {
            self.refuse(Error::Frozen, |writer| item.handle.delete(writer));
        }
    }

    fn alive(&self, which: usize) -> Option<usize> {
        self.alive_of(which, |_| true)
    }

    /// One of the living items that fit.
    fn alive_of(&self, which: usize, fits: impl Fn(&Item) -> bool) -> Option<usize> {
        let fits = |place: &usize| self.items[*place].alive && fits(&self.items[*place]);
        let alive: Vec<_> = (0..self.items.len()).filter(fits).collect();
        which.checked_rem(alive.len()).map(|which| alive[which])
    }

    /// A node and its handle; `None` is the root.
    fn node(&self, which: usize) -> (Option<usize>, NodeHandle) {
        let is_node = |place: &usize| self.items[*place].alive && matches!(self.items[*place].handle, Any::Node(_));
        let nodes: Vec<_> = (0..self.items.len()).filter(is_node).collect();
        let place = nodes.get(which % (nodes.len() + 1)).copied();
        (place, self.node_at(place))
    }

    fn node_at(&self, place: Option<usize>) -> NodeHandle {
        match place.map(|place| self.items[place].handle) {
            None => NodeHandle::ROOT,
            Some(Any::Node(node)) => node,
            Some(other) => panic!("{other:?} is no node"),
        }
    }

    /// Runs an operation, and checks what it is to the generation and, where it fails, that nothing changed.
    fn operate<T>(
        &mut self,
        section: Section,
        operation: impl FnOnce(&mut Writer<'m>) -> Result<T, Error>,
    ) -> Option<T> {
        let before = copy(self.region);
        let result = operation(&mut self.writer);
        match result {
            Ok(_) if section == Section::None => {}
            Ok(_) => self.section(),
            Err(Error::Full) => {
                self.section();
                self.failed += 1;
                let after = copy(self.region);
                assert_eq!(in_use(&before), in_use(&after), "an operation without space changed a block in use");
            }
            Err(reason) => panic!("{reason:?}"),
        }
        result.ok()
    }

    fn section(&mut self) {
        if self.depth == 0 {
            self.generation += 2;
        }
    }

    /// Runs an operation that must be refused without a change of any byte.
    fn refuse<T: std::fmt::Debug>(&mut self, why: Error, operation: impl FnOnce(&mut Writer<'m>) -> Result<T, Error>) {
        let before = (copy(self.region), copy(self.book));
        assert_eq!(operation(&mut self.writer).unwrap_err(), why);
        assert!(before == (copy(self.region), copy(self.book)), "what was refused with {why:?} changed bytes");
    }

    fn add_item(&mut self, parent: Option<usize>, name: &str, value: Value, handle: Any) -> usize {
        self.items.push(Item { parent, name: name.to_owned(), value, handle, alive: true, recorded: false });
        self.items.len() - 1
    }

    fn create(&mut self, under: usize, name: &str, new: &New) {
        let (parent, node) = self.node(under);
        if let Some(why) = refusal(new) {
            return self.refuse(why, |writer| create(writer, node, name, new));
        }
        let created = self.operate(Section::One, |writer| create(writer, node, name, new));
        if let Some(handle) = created {
            self.add_item(parent, name, value_of(new), handle);
        } else if matches!(new, New::Node | New::Scalar { .. } | New::Bool(_)) && name.len() <= 2036 {
            // A larger block would have given room for the name and, cut in two, for the value.
            let file = decode(&copy(self.region), self.moment());
            let order = (0..8).find(|order| 16 << order >= name.len() + 12);
            assert!(file.largest_free <= order, "there was room for the value and its name");
            assert_eq!(self.writer.current_size(), self.writer.maximum_size(), "the file could have grown");
        }
    }

    fn record(&mut self, which: usize) {
        let Some(place) = self.alive(which) else { return };
        let handle = self.items[place].handle;
        self.operate(Section::None, |writer| handle.record(writer)).unwrap();
        self.items[place].recorded = true;
    }

    fn delete(&mut self, which: usize) {
        let Some(place) = self.alive(which) else { return };
        let handle = self.items[place].handle;
        self.operate(Section::One, |writer| handle.delete(writer)).unwrap();
        self.gone(place, !self.serials);
    }

    fn delete_tree(&mut self, which: usize) {
        let (place, handle) = self.node(which);
        let Some(place) = place else {
            return self.refuse(Error::InvalidArgument, |writer| writer.delete_tree(NodeHandle::ROOT));
        };
        self.operate(Section::One, |writer| writer.delete_tree(handle)).unwrap();
        self.gone(place, true);
    }

    /// Deletes some values at once, some of which may be gone, before or with another one.
    fn delete_all(&mut self, which: &[usize]) {
        let places: Vec<_> = if self.serials {
            which.iter().filter_map(|which| which.checked_rem(self.items.len())).collect()
        } else {
            which.first().and_then(|which| self.alive(*which)).into_iter().collect()
        };
        let mut handles: Vec<_> = places.iter().map(|place| self.items[*place].handle.any()).collect();
        self.operate(Section::One, |writer| writer.delete_all(&mut handles)).unwrap();
        assert!(handles.iter().all(|handle| *handle == AnyHandle::NULL));
        for place in places {
            if self.items[place].alive {
                self.gone(place, !self.serials);
            }
        }
    }

    /// Takes an item out of the model, and those below it that go with it.
    fn gone(&mut self, place: usize, all: bool) {
        self.items[place].alive = false;
        for child in 0..self.items.len() {
            let item = &self.items[child];
            if item.alive && item.parent == Some(place) && (all || item.recorded) {
                self.gone(child, all);
            }
        }
    }

    fn reparent(&mut self, which: usize, under: usize) {
        let Some(place) = self.alive(which) else { return };
        let (parent, node) = self.node(under);
        let handle = self.items[place].handle;
        let mut above = parent;
        while let Some(at) = above {
            if at == place {
                return self.refuse(Error::WouldCycle, |writer| handle.reparent(writer, node));
            }
            // Above what is gone there is nothing any more.
            above = self.items[at].parent.filter(|_| self.items[at].alive);
        }
        self.operate(Section::One, |writer| handle.reparent(writer, node)).unwrap();
        self.items[place].parent = parent;
    }

    fn end(&mut self) {
        if self.depth == 0 {
            return self.refuse(Error::NotInTransaction, Writer::end_transaction);
        }
        self.writer.end_transaction().unwrap();
        self.depth -= 1;
        self.section();
    }

    fn stuff(&mut self, under: usize, text: &str) {
        let lengths = (0..text.len()).filter(|length| text.is_char_boundary(*length));
        for length in lengths.step_by(97) {
            self.create(under, &text[length..], &New::Text(text[..length].to_owned()));
        }
    }

    fn frozen_copy(&mut self) {
        let mut buffer = copy(self.region);
        if self.depth > 0 {
            return self.refuse(Error::InTransaction, |writer| writer.frozen_copy(&mut buffer).map(|_| ()));
        }
        let needed = self.writer.current_size();
        let short = &mut vec![0; needed - 1];
        self.refuse(Error::BufferTooSmall { needed }, |writer| writer.frozen_copy(short).map(|_| ()));
        let mut file = copy(self.writer.file());
        file[8..16].copy_from_slice(&[0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
        let frozen = self.writer.frozen_copy(&mut buffer).unwrap();
        assert!(frozen == file);
    }

    /// A new writer takes over. What has no way up to the root goes, and all else counts as recorded.
    fn adopt(&mut self) {
        let mut scratch = vec![0; scratch_words(self.region.len())];
        if self.depth > 0 {
            let before = copy(self.region);
            self.writer.adopt(&self.config, &mut scratch).unwrap_err();
            assert!(before == copy(self.region));
            return;
        }
        let before = decode(&copy(self.region), Moment::AtRest);
        self.writer.adopt(&self.config, &mut scratch).unwrap();
        self.section();
        let after = decode(&copy(self.region), Moment::AtRest);
        assert_eq!(before.root, after.root);
        assert_eq!((self.writer.allocated_blocks(), self.writer.deallocated_blocks()), (after.used, 0));
        self.failed = 0;
        self.items.clear();
        (self.health, self.stats, self.list) = (None, None, None);
        let mut nodes = vec![None];
        while let Some(node) = nodes.pop() {
            for handle in Any::children(&self.writer, self.node_at(node)).unwrap() {
                let Entry { name, value } = after.values[&handle.block()].clone();
                let place = self.add_item(node, &name, value, handle);
                self.items[place].recorded = true;
                if matches!(handle, Any::Node(_)) {
                    nodes.push(Some(place));
                }
            }
        }
    }

    /// Whether there is anything left to be deleted.
    pub fn has_values(&self) -> bool {
        self.items.iter().any(|item| item.alive)
    }

    /// Whether no transaction is open.
    pub fn is_at_rest(&self) -> bool {
        self.depth == 0
    }

    fn moment(&self) -> Moment {
        if self.is_at_rest() { Moment::AtRest } else { Moment::InTransaction }
    }

    /// Both decoders show the model, and the file is in order to the last block.
    pub fn check(&self) {
        let bytes = copy(self.writer.file());
        let file = decode(&bytes, self.moment());
        let alive = || self.items.iter().filter(|item| item.alive);
        assert_eq!(file.values.len(), alive().count());
        for Item { parent, name, value, handle, .. } in alive() {
            let block = handle.block();
            let found = &file.values[&block];
            assert_eq!((&found.name, &found.value), (name, value), "block {block}");
            let parent = parent.map_or(0, |place| self.items[place].handle.block());
            assert_eq!(file.parents[&block], parent, "the parent of block {block}");
            self.check_handle(*handle, name, value);
        }
        assert_eq!(self.writer.generation(), self.generation);
        let odd = u64::from(self.depth != 0);
        assert_eq!(file.generation, self.generation + odd);
        assert_eq!(self.writer.allocated_blocks() - self.writer.deallocated_blocks(), file.used);
        assert_eq!(self.writer.failed_allocations(), self.failed);
        assert_eq!(self.writer.statistics(7), self.statistics());

        let shown = shown::read(&bytes, odd == 1).unwrap();
        assert_eq!(shown.root, file.root);
        assert_eq!(shown.problems, vec![ProblemKind::RecoveredLocked; odd as usize]);
    }

    /// The handle of a living value gives the value.
    fn check_handle(&self, handle: Any, name: &str, value: &Value) {
        let writer = &self.writer;
        let mut buffer = vec![0; 4096];
        assert_eq!(handle.name(writer, &mut buffer).unwrap(), name);
        if let Value::Text(text) = value
            && !text.is_empty()
        {
            let needed = text.len();
            let result = match handle {
                Any::Text(handle) => writer.get_string(handle, &mut buffer[..needed - 1]),
                Any::FixedText(handle) => writer.get_text(handle, &mut buffer[..needed - 1]),
                other => panic!("{other:?} is no text"),
            };
            assert_eq!(result, Err(Error::BufferTooSmall { needed }));
        }
        let got = match handle {
            Any::Node(_) => Value::Node(Vec::new()),
            Any::Int(handle) => Value::Int(writer.get(handle).unwrap()),
            Any::Uint(handle) => Value::Uint(writer.get(handle).unwrap()),
            Any::Double(handle) => Value::Double(bits_of_double(writer.get(handle).unwrap())),
            Any::Bool(handle) => Value::Bool(writer.get(handle).unwrap()),
            Any::Text(handle) => Value::Text(writer.get_string(handle, &mut buffer).unwrap().to_owned()),
            Any::Bytes(handle) => Value::Bytes(writer.get_bytes(handle, &mut buffer).unwrap().to_vec()),
            Any::FixedText(handle) => Value::Text(writer.get_text(handle, &mut buffer).unwrap().to_owned()),
            Any::Link(handle) => {
                let content = writer.get_link_content(handle, &mut buffer).unwrap().to_owned();
                Value::Link { content, inline: matches!(value, Value::Link { inline: true, .. }) }
            }
            _ => Value::Array(self.get_array(handle, value)),
        };
        assert_eq!(got, *value);
    }
}
