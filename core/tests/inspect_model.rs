//! Random operations against a simple model of the tree.
//!
//! After each operation the image is read by the crate's reader and by a strict decoder of its own (`scan`): both must
//! show exactly the model's tree, and the decoder must find every block accounted for. `PROPTEST_CASES` says how many
//! sequences are tried.
#![cfg(all(feature = "inspect", feature = "read"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::cast_possible_truncation)]

mod scan;

use glassbox::Memory;
use glassbox::inspect::kind::{self, Kind};
use glassbox::inspect::reader::ProblemKind;
use glassbox::inspect::{
    BookPlace, BoolHandle, BytesHandle, Config, DoubleHandle, Error, Handle, IntHandle, NodeHandle, StringHandle,
    UintHandle, Writer,
};
use proptest::collection::vec;
use proptest::prelude::*;
use scan::{Entry, Moment, Value, aligned, copy, decode, in_use, meaningful, shown};

/// Something that a program does with its tree. Numbers choose among what there is.
#[derive(Clone, Debug)]
enum Step {
    Create {
        under: usize,
        name: String,
        value: Value,
    },
    Set {
        which: usize,
        number: u64,
        text: String,
    },
    Add {
        which: usize,
        by: u64,
    },
    Subtract {
        which: usize,
        by: u64,
    },
    Record {
        which: usize,
    },
    Delete {
        which: usize,
    },
    DeleteTree {
        which: usize,
    },
    Begin,
    End,
    UseStale {
        which: usize,
    },
    UseWrongly {
        which: usize,
    },
    /// Sets one text again and again, so that the region runs full and empties again.
    Stuff {
        which: usize,
        text: String,
    },
}

/// A handle of any kind.
#[derive(Clone, Copy, Debug)]
enum Any {
    Node(NodeHandle),
    Int(IntHandle),
    Uint(UintHandle),
    Double(DoubleHandle),
    Bool(BoolHandle),
    Text(StringHandle),
    Bytes(BytesHandle),
}

macro_rules! with {
    ($any:expr, $handle:ident => $body:expr) => {
        match $any {
            Any::Node($handle) => $body,
            Any::Int($handle) => $body,
            Any::Uint($handle) => $body,
            Any::Double($handle) => $body,
            Any::Bool($handle) => $body,
            Any::Text($handle) => $body,
            Any::Bytes($handle) => $body,
        }
    };
}

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

/// How the caller lays out memory.
#[derive(Clone, Debug)]
struct Setting {
    size: usize,
    /// What every byte of the memory is before the writer starts.
    filling: u8,
    place: Place,
    string_slots: Option<u32>,
    serials: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    InRegion,
    Elsewhere,
    Nowhere,
}

impl Setting {
    /// Whether a value's serial tells a stale handle.
    fn has_serials(&self) -> bool {
        self.serials && self.place != Place::Nowhere && !(self.place == Place::InRegion && self.size < 512)
    }

    /// Lays out the memory and runs `test` with the region, the book's memory and a writer.
    fn run(&self, test: impl FnOnce(World)) {
        let mut bytes = vec![self.filling; self.size + 8];
        let mut book = vec![self.filling; self.size / 4 + 256];
        let region = aligned(&mut bytes, self.size);
        let size = book.len() - 8;
        let book = aligned(&mut book, size);
        let config = Config {
            book: match self.place {
                Place::InRegion => BookPlace::InRegion,
                Place::Elsewhere => BookPlace::Elsewhere(book),
                Place::Nowhere => BookPlace::Nowhere,
            },
            string_slots: self.string_slots,
            serials: self.serials,
        };
        let writer = Writer::new(region, &config).unwrap();
        let generation = writer.generation();
        test(World {
            writer,
            region,
            book,
            items: Vec::new(),
            depth: 0,
            generation,
            failed: 0,
            serials: self.has_serials(),
        });
    }
}

/// The handle as one to another kind.
fn other<K: Kind, O: Kind>(handle: Handle<K>) -> Handle<O> {
    Handle::from_parts(handle.block(), handle.check())
}

/// The handle with the number of another writer.
fn foreign<K: Kind>(handle: Handle<K>) -> Handle<K> {
    Handle::from_parts(handle.block(), handle.check() ^ 1 << 31)
}

/// The handle with a block that no file has.
fn beyond<K: Kind>(handle: Handle<K>) -> Handle<K> {
    Handle::from_parts(u32::MAX, handle.check())
}

/// A writer beside a model of what it should have written.
struct World<'m> {
    writer: Writer<'m>,
    region: Memory<'m>,
    book: Memory<'m>,
    items: Vec<Item>,
    /// Open transactions.
    depth: u32,
    /// The last generation published.
    generation: u64,
    /// Operations that found no space.
    failed: u64,
    serials: bool,
}

/// What an operation was to the generation.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Section {
    One,
    None,
}

impl<'m> World<'m> {
    fn apply(&mut self, step: &Step) {
        match step {
            Step::Create { under, name, value } => self.create(*under, name, value),
            Step::Set { which, number, text } => self.set(*which, *number, text),
            Step::Add { which, by } => self.count(*which, *by, true),
            Step::Subtract { which, by } => self.count(*which, *by, false),
            Step::Record { which } => self.record(*which),
            Step::Delete { which } => self.delete(*which),
            Step::DeleteTree { which } => self.delete_tree(*which),
            Step::Begin => {
                self.writer.begin_transaction().unwrap();
                self.depth += 1;
            }
            Step::End => self.end(),
            Step::UseStale { which } => self.use_stale(*which),
            Step::UseWrongly { which } => self.use_wrongly(*which),
            Step::Stuff { which, text } => {
                for length in (0..text.len()).filter(|length| text.is_char_boundary(*length)).step_by(97) {
                    self.create(*which, &text[length..], &Value::Text(text[..length].to_owned()));
                }
            }
        }
        self.check();
    }

    fn alive(&self, which: usize) -> Option<usize> {
        let mut alive: Vec<_> = (0..self.items.len()).filter(|place| self.items[*place].alive).collect();
        if alive.is_empty() { None } else { Some(alive.swap_remove(which % alive.len())) }
    }

    fn node(&self, which: usize) -> Option<usize> {
        let is_node = |place: &usize| self.items[*place].alive && matches!(self.items[*place].value, Value::Node(_));
        let nodes: Vec<_> = (0..self.items.len()).filter(is_node).collect();
        nodes.get(which % (nodes.len() + 1)).copied()
    }

    /// Runs an operation, and checks what it says of the generation and, where it fails, that nothing changed.
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
    fn refuse<T: std::fmt::Debug + PartialEq>(
        &mut self,
        why: Error,
        operation: impl FnOnce(&mut Writer<'m>) -> Result<T, Error>,
    ) {
        let before = (copy(self.region), copy(self.book));
        assert_eq!(operation(&mut self.writer), Err(why));
        assert!(
            before == (copy(self.region), copy(self.book)),
            "an operation that was refused with {why:?} changed bytes"
        );
    }

    fn create(&mut self, under: usize, name: &str, value: &Value) {
        let parent = self.node(under);
        let node = match parent.map(|place| self.items[place].handle) {
            None => NodeHandle::ROOT,
            Some(Any::Node(node)) => node,
            Some(other) => panic!("{other:?} is no node"),
        };
        let created = self.operate(Section::One, |writer| {
            Ok(match value {
                Value::Node(_) => Any::Node(writer.create_node(node, name)?),
                Value::Int(value) => Any::Int(writer.create_int(node, name, *value)?),
                Value::Uint(value) => Any::Uint(writer.create_uint(node, name, *value)?),
                Value::Double(value) => Any::Double(writer.create_double(node, name, f64::from_bits(*value))?),
                Value::Bool(value) => Any::Bool(writer.create_bool(node, name, *value)?),
                Value::Text(value) => Any::Text(writer.create_string(node, name, value)?),
                Value::Bytes(value) => Any::Bytes(writer.create_bytes(node, name, value)?),
                Value::Array(_) | Value::Link { .. } => panic!("nobody creates {value:?}"),
            })
        });
        if let Some(handle) = created {
            let (name, value) = (name.to_owned(), value.clone());
            self.items.push(Item { parent, name, value, handle, alive: true, recorded: false });
        } else if !matches!(value, Value::Text(_) | Value::Bytes(_)) && name.len() <= 2036 {
            // A larger block would have given room for the name and, cut in two, for the value.
            let file = decode(&copy(self.region), self.moment());
            let name = (0..8).find(|order| 16 << order >= name.len() + 12);
            assert!(file.largest_free <= name, "there was room for the value and its name");
            assert_eq!(self.writer.current_size(), self.writer.maximum_size(), "the file could have grown");
        }
    }

    fn set(&mut self, which: usize, number: u64, text: &str) {
        let Some(place) = self.alive(which) else { return };
        let (value, done) = match self.items[place].handle {
            Any::Node(_) => return,
            Any::Int(handle) => {
                let value = number.cast_signed();
                (Value::Int(value), self.operate(Section::One, |writer| writer.set(handle, value)))
            }
            Any::Uint(handle) => (Value::Uint(number), self.operate(Section::One, |writer| writer.set(handle, number))),
            Any::Double(handle) => {
                let set = |writer: &mut Writer<'m>| writer.set(handle, f64::from_bits(number));
                (Value::Double(number), self.operate(Section::One, set))
            }
            Any::Bool(handle) => {
                let value = number % 2 == 1;
                (Value::Bool(value), self.operate(Section::One, |writer| writer.set(handle, value)))
            }
            Any::Text(handle) => {
                let value = Value::Text(text.to_owned());
                let section = if self.items[place].value == value { Section::None } else { Section::One };
                (value, self.operate(section, |writer| writer.set_string(handle, text)))
            }
            Any::Bytes(handle) => {
                let bytes = text.as_bytes();
                (Value::Bytes(bytes.to_vec()), self.operate(Section::One, |writer| writer.set_bytes(handle, bytes)))
            }
        };
        if done.is_some() {
            self.items[place].value = value;
        }
    }

    fn count(&mut self, which: usize, by: u64, up: bool) {
        let Some(place) = self.alive(which) else { return };
        let (value, done) = match (self.items[place].handle, &self.items[place].value) {
            (Any::Int(handle), Value::Int(value)) => {
                let by = by.cast_signed();
                let (value, sum) = (i128::from(*value), i128::from(by));
                let result = if up { value + sum } else { value - sum };
                let value = result.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64;
                let count =
                    |writer: &mut Writer<'m>| if up { writer.add(handle, by) } else { writer.subtract(handle, by) };
                (Value::Int(value), self.operate(Section::One, count))
            }
            (Any::Uint(handle), Value::Uint(value)) => {
                let (value, sum) = (i128::from(*value), i128::from(by));
                let result = if up { value + sum } else { value - sum };
                let value = u64::try_from(result.max(0)).unwrap_or(u64::MAX);
                let count =
                    |writer: &mut Writer<'m>| if up { writer.add(handle, by) } else { writer.subtract(handle, by) };
                (Value::Uint(value), self.operate(Section::One, count))
            }
            (Any::Double(handle), Value::Double(value)) => {
                let (value, by) = (f64::from_bits(*value), f64::from_bits(by));
                let mut value = if up { value + by } else { value - by };
                let count =
                    |writer: &mut Writer<'m>| if up { writer.add(handle, by) } else { writer.subtract(handle, by) };
                let done = self.operate(Section::One, count);
                if value.is_nan() {
                    // Which one of the many is up to the machine.
                    value = self.writer.get(handle).unwrap();
                    assert!(value.is_nan());
                }
                (Value::Double(value.to_bits()), done)
            }
            _ => return,
        };
        done.unwrap();
        self.items[place].value = value;
    }

    fn record(&mut self, which: usize) {
        let Some(place) = self.alive(which) else { return };
        with!(self.items[place].handle, handle => self.operate(Section::None, |writer| writer.record(handle))).unwrap();
        self.items[place].recorded = true;
    }

    fn delete(&mut self, which: usize) {
        let Some(place) = self.alive(which) else { return };
        with!(self.items[place].handle, handle => self.operate(Section::One, |writer| writer.delete(handle))).unwrap();
        self.gone(place, !self.serials);
    }

    fn delete_tree(&mut self, which: usize) {
        let Some(place) = self.node(which) else {
            return self.refuse(Error::InvalidArgument, |writer| writer.delete_tree(NodeHandle::ROOT));
        };
        let Any::Node(handle) = self.items[place].handle else { return };
        self.operate(Section::One, |writer| writer.delete_tree(handle)).unwrap();
        self.gone(place, true);
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

    fn end(&mut self) {
        if self.depth == 0 {
            return self.refuse(Error::NotInTransaction, Writer::end_transaction);
        }
        self.writer.end_transaction().unwrap();
        self.depth -= 1;
        self.section();
    }

    fn use_stale(&mut self, which: usize) {
        if !self.serials {
            return;
        }
        let mut gone: Vec<_> = self.items.iter().filter(|item| !item.alive).map(|item| item.handle).collect();
        if gone.is_empty() {
            return;
        }
        let handle = gone.swap_remove(which % gone.len());
        with!(handle, handle => self.refuse(Error::StaleHandle, |writer| writer.delete(handle)));
        with!(handle, handle => self.refuse(Error::StaleHandle, |writer| writer.record(handle)));
        match handle {
            Any::Node(handle) => {
                self.refuse(Error::StaleHandle, |writer| writer.create_int(handle, "x", 1));
                self.refuse(Error::StaleHandle, |writer| writer.delete_tree(handle));
            }
            Any::Int(handle) => self.refuse(Error::StaleHandle, |writer| writer.add(handle, 1)),
            Any::Uint(handle) => self.refuse(Error::StaleHandle, |writer| writer.set(handle, 1)),
            Any::Double(handle) => self.refuse(Error::StaleHandle, |writer| writer.get(handle)),
            Any::Bool(handle) => self.refuse(Error::StaleHandle, |writer| writer.set(handle, true)),
            Any::Text(handle) => self.refuse(Error::StaleHandle, |writer| writer.set_string(handle, "x")),
            Any::Bytes(handle) => self.refuse(Error::StaleHandle, |writer| writer.set_bytes(handle, b"x")),
        }
    }

    fn use_wrongly(&mut self, which: usize) {
        self.refuse(Error::NoHandle, |writer| writer.create_int(NodeHandle::NULL, "x", 1));
        self.refuse(Error::NoHandle, |writer| writer.delete(StringHandle::NULL));
        self.refuse(Error::WrongKind, |writer| writer.add::<kind::Uint>(other(NodeHandle::ROOT), 1));
        self.refuse(Error::InvalidArgument, |writer| writer.delete(NodeHandle::ROOT));
        let Some(place) = self.alive(which) else { return };
        let handle = self.items[place].handle;
        if let Any::Uint(handle) = handle {
            self.refuse(Error::WrongKind, |writer| writer.add::<kind::Int>(other(handle), 1));
            self.refuse(Error::WrongKind, |writer| writer.delete_tree(other(handle)));
        } else {
            with!(handle, handle => self.refuse(Error::WrongKind, |writer| writer.add::<kind::Uint>(other(handle), 1)));
        }
        with!(handle, handle => self.refuse(Error::ForeignHandle, |writer| writer.delete(foreign(handle))));
        with!(handle, handle => self.refuse(Error::StaleHandle, |writer| writer.delete(beyond(handle))));
    }

    fn moment(&self) -> Moment {
        if self.depth == 0 { Moment::AtRest } else { Moment::InTransaction }
    }

    /// The model's entries below a node or, with `None`, below the root.
    fn entries(&self, parent: Option<usize>) -> Vec<Entry> {
        let below = self.items.iter().enumerate().filter(|(_, item)| item.alive && item.parent == parent);
        let mut entries: Vec<_> = below
            .map(|(place, item)| {
                let value = match &item.value {
                    Value::Node(_) => Value::Node(self.entries(Some(place))),
                    value => value.clone(),
                };
                Entry { name: item.name.clone(), value }
            })
            .collect();
        entries.sort();
        entries
    }

    /// Both decoders show the model, and the file is in order to the last block.
    fn check(&self) {
        let bytes = copy(self.writer.file());
        let file = decode(&bytes, self.moment());
        let root = self.entries(None);
        assert_eq!(file.root, root);
        let gone = (0..self.items.len()).filter(|place| !self.items[*place].alive);
        let mut tombstones: Vec<_> =
            gone.map(|place| self.entries(Some(place))).filter(|entries| !entries.is_empty()).collect();
        tombstones.sort();
        assert_eq!(file.tombstones, tombstones);
        assert_eq!(self.writer.generation(), self.generation);
        let odd = u64::from(self.depth != 0);
        assert_eq!(file.generation, self.generation + odd);
        assert_eq!(self.writer.allocated_blocks() - self.writer.deallocated_blocks(), file.used);
        assert_eq!(self.writer.failed_allocations(), self.failed);

        let shown = shown::read(&bytes, odd == 1).unwrap();
        assert_eq!(shown.root, root);
        assert_eq!(shown.problems, vec![ProblemKind::RecoveredLocked; odd as usize]);
        self.check_handles();
    }

    /// Every handle of a living value gives the value.
    fn check_handles(&self) {
        for item in self.items.iter().filter(|item| item.alive) {
            let mut buffer = vec![0; 4096];
            let value = match item.handle {
                Any::Node(_) => Value::Node(Vec::new()),
                Any::Int(handle) => Value::Int(self.writer.get(handle).unwrap()),
                Any::Uint(handle) => Value::Uint(self.writer.get(handle).unwrap()),
                Any::Double(handle) => Value::Double(self.writer.get(handle).unwrap().to_bits()),
                Any::Bool(handle) => Value::Bool(self.writer.get(handle).unwrap()),
                Any::Text(handle) => Value::Text(self.writer.get_string(handle, &mut buffer).unwrap().to_owned()),
                Any::Bytes(handle) => Value::Bytes(self.writer.get_bytes(handle, &mut buffer).unwrap().to_vec()),
            };
            assert_eq!(value, item.value);
        }
    }
}

/// Text with characters of one to four bytes, `length` bytes at most.
fn pattern(start: usize, length: usize) -> String {
    let mut text = String::new();
    let letters = ['a', 'é', '€', '\u{1f4e6}', '\0', '/', '\n', 'Z'];
    for letter in letters.into_iter().cycle().skip(start % 8) {
        if text.len() + letter.len_utf8() > length {
            break;
        }
        text.push(letter);
    }
    text
}

fn any_text() -> impl Strategy<Value = String> {
    const FEW: &[&str] =
        &["", "a", "on", "four", "fiver", "a name of 20 bytes..", "a name of 21 bytes...", "packets", "p\u{1f4e6}"];
    prop_oneof![
        5 => prop::sample::select(FEW).prop_map(str::to_owned),
        3 => vec(any::<char>(), 0..24).prop_map(String::from_iter),
        2 => (0..8_usize, 0..300_usize).prop_map(|(start, length)| pattern(start, length)),
        1 => (0..8_usize, 0..=3000_usize).prop_map(|(start, length)| pattern(start, length)),
    ]
}

fn any_number() -> impl Strategy<Value = u64> {
    prop_oneof![
        any::<u64>(),
        0..10_u64,
        Just(u64::MAX),
        Just(i64::MAX.cast_unsigned()),
        Just(i64::MIN.cast_unsigned()),
        any::<f64>().prop_map(f64::to_bits)
    ]
}

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => Just(Value::Node(Vec::new())),
        1 => any_number().prop_map(|number| Value::Int(number.cast_signed())),
        2 => any_number().prop_map(Value::Uint),
        1 => any_number().prop_map(Value::Double),
        1 => any::<bool>().prop_map(Value::Bool),
        2 => any_text().prop_map(Value::Text),
        2 => any_text().prop_map(|text| Value::Bytes(text.into_bytes())),
    ]
}

fn any_step() -> impl Strategy<Value = Step> {
    let which = any::<usize>;
    prop_oneof![
        12 => (which(), any_text(), any_value()).prop_map(|(under, name, value)| Step::Create { under, name, value }),
        4 => (which(), any_number(), any_text()).prop_map(|(which, number, text)| Step::Set { which, number, text }),
        2 => (which(), any_number()).prop_map(|(which, by)| Step::Add { which, by }),
        2 => (which(), any_number()).prop_map(|(which, by)| Step::Subtract { which, by }),
        3 => which().prop_map(|which| Step::Record { which }),
        5 => which().prop_map(|which| Step::Delete { which }),
        1 => which().prop_map(|which| Step::DeleteTree { which }),
        1 => Just(Step::Begin),
        1 => Just(Step::End),
        1 => which().prop_map(|which| Step::UseStale { which }),
        1 => which().prop_map(|which| Step::UseWrongly { which }),
        1 => (which(), any_text()).prop_map(|(which, text)| Step::Stuff { which, text }),
    ]
}

fn any_setting() -> impl Strategy<Value = Setting> {
    let small = prop::sample::select(&[64, 80, 96, 128, 208, 256, 496, 512, 528, 1000, 1024, 1536, 2047, 2048][..]);
    let large = prop::sample::select(&[2064, 3333, 4096, 4112, 6160, 8192, 12_288 + 144, 16_384, 65_536, 262_144][..]);
    let size = if cfg!(miri) { small.boxed() } else { prop_oneof![1 => small, 2 => large].boxed() };
    let place = prop::sample::select(&[Place::InRegion, Place::InRegion, Place::Elsewhere, Place::Nowhere][..]);
    let slots = prop::sample::select(&[None, None, Some(0), Some(1), Some(4), Some(40)][..]);
    let filling = prop::sample::select(&[0, 0xff, 0xa5, 3][..]);
    (size, filling, place, slots, prop::bool::weighted(0.8)).prop_map(
        |(size, filling, place, string_slots, serials)| {
            // Forty slots leave no file in a region of less.
            let string_slots = string_slots.filter(|_| size >= 1024);
            Setting { size, filling, place, string_slots, serials }
        },
    )
}

/// `cases` sequences, unless the environment says how many.
fn config(cases: u32) -> ProptestConfig {
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = if cfg!(miri) { 2 } else { cases };
    }
    config
}

const STEPS: usize = if cfg!(miri) { 12 } else { 80 };

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn the_file_is_the_model_after_each_operation(setting in any_setting(), steps in vec(any_step(), 0..STEPS)) {
        setting.run(|mut world| {
            world.check();
            for step in &steps {
                world.apply(step);
            }
        });
    }
}

/// The test above is worth what the decoder sees: whichever bit that means something is changed, it must notice.
#[test]
#[cfg_attr(miri, ignore = "thousands of caught panics")]
fn the_decoder_notices_each_changed_bit() {
    let setting = Setting { size: 4096, filling: 0, place: Place::Elsewhere, string_slots: None, serials: true };
    setting.run(|mut world| {
        let writer = &mut world.writer;
        let node = writer.create_node(NodeHandle::ROOT, "node").unwrap();
        writer.create_int(node, "a name of its own", 1).unwrap();
        writer.create_bool(node, "node", true).unwrap();
        writer.create_string(NodeHandle::ROOT, "text", "a text in a block").unwrap();
        writer.create_bytes(node, "bytes", &[1; 30]).unwrap();
        let gone = writer.create_node(NodeHandle::ROOT, "text").unwrap();
        writer.create_double(gone, "text", 0.5).unwrap();
        writer.delete(gone).unwrap();
        let good = copy(writer.file());
        let file = decode(&good, Moment::AtRest);
        for place in meaningful(&good) {
            for bit in 0..8 {
                let mut bytes = good.clone();
                bytes[place] ^= 1 << bit;
                let seen = std::panic::catch_unwind(|| decode(&bytes, Moment::AtRest));
                assert!(seen.is_err() || seen.is_ok_and(|seen| seen != file), "bit {bit} of byte {place}");
            }
        }
    });
}
