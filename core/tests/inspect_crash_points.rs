//! A writer that dies after any one of its stores leaves a file that says so.
//!
//! Each store of a mixed workload is applied, one by one, to a copy of the memory. After each, a strict read shows
//! exactly the state after the last operation that was completed, or is told `locked`, and then recover mode reads on.
//! The stores are known only in a build with a log of them, one for each 64-bit word or, with the second flag, for each
//! 32-bit word:
//!
//! ```text
//! RUSTFLAGS='--cfg glassbox_store_log' cargo test -p glassbox --test inspect_crash_points
//! RUSTFLAGS='--cfg glassbox_store_log --cfg glassbox_word32' cargo test -p glassbox --test inspect_crash_points
//! ```
#![cfg(all(glassbox_store_log, feature = "inspect", feature = "read"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::cast_possible_truncation)]

mod scan;

use glassbox::inspect::reader::{ProblemKind, ReadError};
use glassbox::inspect::{
    BookPlace, BytesHandle, Config, Error, IntHandle, NodeHandle, StringHandle, UintHandle, Writer,
};
use glassbox::{Memory, Region, store_log};
use scan::{Entry, Moment, copy, decode, in_memory, shown};

const SIZE: usize = 4096;

/// What a reader saw last: a generation, and the tree at it.
#[derive(Clone, Debug, PartialEq)]
struct State {
    generation: u64,
    root: Vec<Entry>,
}

impl State {
    fn of(writer: &Writer) -> Self {
        let file = decode(&copy(writer.file()), Moment::AtRest);
        Self { generation: file.generation, root: file.root }
    }
}

/// Memory as a debugger finds it when the writer stops after some store.
struct Image {
    bytes: Vec<u8>,
    start: usize,
    stores: usize,
}

impl Image {
    fn of(memory: Memory) -> Self {
        Self { bytes: copy(memory), start: memory.address(), stores: 0 }
    }

    fn apply(&mut self, store: store_log::Store) {
        let at = store.address - self.start;
        self.bytes[at..at + store.bytes.len()].copy_from_slice(&store.bytes);
        self.stores += 1;
    }

    /// Strict mode shows `before` or `after`, or the file is locked and recover mode reads it.
    fn check(&self, before: &State, after: &State) {
        match shown::read(&self.bytes, false) {
            Ok(shown) => {
                assert_eq!(shown.problems, [], "store {}", self.stores);
                let state = State { generation: shown.generation, root: shown.root };
                assert!(state == *before || state == *after, "store {}: a state that never was", self.stores);
            }
            Err(ReadError::Locked { .. }) => {
                let shown = shown::read(&self.bytes, true).unwrap();
                assert!(shown.problems.contains(&ProblemKind::RecoveredLocked));
            }
            Err(reason) => panic!("store {}: {reason:?}", self.stores),
        }
    }

    /// The next writer makes a good file of it, with a generation that no reader can take for one of before.
    fn check_restart(&self, last: u64) {
        in_memory(&self.bytes, |memory| {
            let writer = Writer::new(memory, &Config::default()).unwrap();
            let State { generation, root } = State::of(&writer);
            assert_eq!(root, []);
            assert!(generation > last, "store {}: generation {generation} after {last}", self.stores);
        });
    }
}

/// Numbers that are the same in each run.
struct Dice(u64);

impl Dice {
    /// A number below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }

    /// One of these, which leaves the list.
    fn take<T>(&mut self, from: &mut Vec<T>) -> Option<T> {
        if from.is_empty() { None } else { Some(from.swap_remove(self.below(from.len()))) }
    }

    fn text(&mut self) -> &'static str {
        const TEXT: &str = "A text of which any part may serve. It is long enough to fill blocks of several orders, and \
            says nothing that matters: the writer dies while it is written, and the reader must not see a part of it.";
        let length = self.below(3) * self.below(TEXT.len() / 2);
        &TEXT[..length]
    }
}

/// What a program holds.
#[derive(Default)]
struct Program {
    nodes: Vec<NodeHandle>,
    ints: Vec<IntHandle>,
    uints: Vec<UintHandle>,
    strings: Vec<StringHandle>,
    bytes: Vec<BytesHandle>,
    transactions: u32,
    /// How often the region was full.
    full: u32,
}

impl Program {
    /// Does something to the tree. Only `Full` may go wrong, and `StaleHandle` where a node took its children along.
    fn act(&mut self, writer: &mut Writer, dice: &mut Dice) {
        if self.transactions > 0 && dice.below(3) == 0 {
            writer.end_transaction().unwrap();
            self.transactions -= 1;
            return;
        }
        match self.try_to(writer, dice) {
            Ok(()) | Err(Error::StaleHandle) => {}
            Err(Error::Full) => self.full += 1,
            Err(reason) => panic!("{reason:?}"),
        }
    }

    fn try_to(&mut self, writer: &mut Writer, dice: &mut Dice) -> Result<(), Error> {
        let parent = match dice.below(self.nodes.len() + 2) {
            place if place < self.nodes.len() => self.nodes[place],
            _ => NodeHandle::ROOT,
        };
        match dice.below(21) {
            0..=2 => self.nodes.push(writer.create_node(parent, dice.text())?),
            3 => self.ints.push(writer.create_int(parent, dice.text(), -1)?),
            4 => self.uints.push(writer.create_uint(parent, "uint", 1)?),
            5..=7 => self.strings.push(writer.create_string(parent, "string", dice.text())?),
            8 => self.bytes.push(writer.create_bytes(parent, dice.text(), dice.text().as_bytes())?),
            9 => {
                let recorded = writer.create_bool(parent, dice.text(), true)?;
                writer.record(recorded)?;
            }
            10 => self.strings.first().map_or(Ok(()), |string| writer.set_string(*string, dice.text()))?,
            11 => self.bytes.first().map_or(Ok(()), |bytes| writer.set_bytes(*bytes, dice.text().as_bytes()))?,
            12 => self.ints.first().map_or(Ok(()), |int| writer.add(*int, i64::MAX))?,
            13 => self.uints.first().map_or(Ok(()), |uint| writer.set(*uint, 77))?,
            14 => dice.take(&mut self.nodes).map_or(Ok(()), |node| writer.delete(node))?,
            15 => dice.take(&mut self.nodes).map_or(Ok(()), |node| writer.delete_tree(node))?,
            16 => dice.take(&mut self.ints).map_or(Ok(()), |int| writer.delete(int))?,
            17..=18 => dice.take(&mut self.strings).map_or(Ok(()), |string| writer.delete(string))?,
            19 => dice.take(&mut self.bytes).map_or(Ok(()), |bytes| writer.delete(bytes))?,
            _ => {
                writer.begin_transaction()?;
                self.transactions += 1;
            }
        }
        Ok(())
    }
}

#[test]
fn a_writer_that_dies_after_any_store_leaves_the_last_state_or_a_locked_file() {
    let region = Region::<SIZE>::new();
    let memory = region.memory();
    let mut writer = Writer::new(memory, &Config::default()).unwrap();
    let (mut program, mut dice) = (Program::default(), Dice(0x1234_5678_9abc));
    let mut image = Image::of(memory);
    let mut before = State::of(&writer);
    for _ in 0..300 {
        store_log::start();
        program.act(&mut writer, &mut dice);
        let stores = store_log::take();
        let after = if program.transactions == 0 { State::of(&writer) } else { before.clone() };
        for store in stores {
            image.apply(store);
            image.check(&before, &after);
            if image.stores.is_multiple_of(16) {
                image.check_restart(before.generation);
            }
        }
        assert!(image.bytes == copy(memory), "the log holds every store");
        before = after;
    }
    assert!(program.full > 2, "the region was full {} times", program.full);
    assert!(image.stores > 3000, "{} stores", image.stores);
    assert!(before.generation > 400, "{} sections", before.generation / 2);
}

/// A new writer takes over memory in which a reader still reads the file of the last one.
fn a_restart_after_any_store(old: &Config, new: &Config) {
    let region = Region::<SIZE>::new();
    let memory = region.memory();
    let mut writer = Writer::new(memory, old).unwrap();
    while writer.create_string(NodeHandle::ROOT, "string", &"x".repeat(300)).is_ok() {}
    let before = State::of(&writer);
    let mut image = Image::of(memory);
    store_log::start();
    let writer = Writer::new(memory, new).unwrap();
    let stores = store_log::take();
    let after = State::of(&writer);
    assert!(after.generation > before.generation);
    for store in stores {
        image.apply(store);
        image.check(&before, &after);
    }
    assert!(image.bytes == copy(memory), "the log holds every store");
}

#[test]
fn a_restart_that_dies_after_any_store_leaves_the_old_file_or_the_new_or_a_locked_one() {
    let without_book = Config { book: BookPlace::Nowhere, ..Config::default() };
    a_restart_after_any_store(&Config::default(), &Config::default());
    a_restart_after_any_store(&Config::default(), &without_book);
    a_restart_after_any_store(&without_book, &Config::default());
}

#[test]
fn a_first_start_that_dies_after_any_store_leaves_no_file_or_a_locked_one() {
    let region = Region::<SIZE>::new();
    let memory = region.memory();
    let mut image = Image::of(memory);
    store_log::start();
    let writer = Writer::new(memory, &Config::default()).unwrap();
    let mut stores = store_log::take();
    let last = stores.pop().unwrap();
    for store in stores {
        image.apply(store);
        let reason = shown::read(&image.bytes, false).unwrap_err();
        assert!(matches!(reason, ReadError::BadMagic | ReadError::Locked { .. }), "store {}: {reason:?}", image.stores);
        let _ = shown::read(&image.bytes, true);
    }
    image.apply(last);
    let state = State::of(&writer);
    image.check(&state, &state);
    assert_eq!(state, State { generation: 0, root: vec![] });
}
