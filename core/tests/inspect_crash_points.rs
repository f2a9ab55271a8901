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

mod model;
mod scan;

use glassbox::inspect::reader::{ProblemKind, ReadError, scratch_words};
use glassbox::inspect::{Adoption, BookPlace, Config, NodeHandle, Writer};
use glassbox::{Memory, Region, store_log};
use model::strategy::any_step;
use model::{Place, Setting, Step};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
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

    /// The next writer adopts it, whole if the section was over, or starts anew if it cannot.
    fn check_adoption(&self, last: u64) {
        let mut scratch = vec![0; scratch_words(self.bytes.len())];
        let (shown, locked) = match shown::read(&self.bytes, false) {
            Ok(shown) => (shown, false),
            Err(_) => (shown::read(&self.bytes, true).unwrap(), true),
        };
        in_memory(&self.bytes, |memory| {
            let mut writer = Writer::unstarted(memory);
            let adoption = writer.adopt_or_start(&Config::default(), &mut scratch).unwrap();
            let State { generation, root } = State::of(&writer);
            match adoption {
                Adoption::Whole => assert!(!locked && root == shown.root, "store {}: adopted as whole", self.stores),
                Adoption::Closed => assert!(locked && root == shown.root, "store {}: a section closed", self.stores),
                Adoption::Fresh(reason) => assert!(locked && root.is_empty(), "store {}: {reason:?}", self.stores),
            }
            assert!(generation > last, "store {}: generation {generation} after {last}", self.stores);
        });
    }
}

#[test]
fn a_writer_that_dies_after_any_store_leaves_the_last_state_or_a_locked_file() {
    let setting = Setting { size: SIZE, filling: 0, place: Place::InRegion, string_slots: None, serials: true };
    setting.run(|mut world| {
        let mut image = Image::of(world.region);
        let mut before = State::of(&world.writer);
        let mut runner = TestRunner::deterministic();
        let mut operations = 0;
        while operations < 300 {
            let step = any_step().new_tree(&mut runner).unwrap().current();
            if matches!(step, Step::Stuff { .. }) {
                // Many sections at once.
                continue;
            }
            store_log::start();
            world.apply(&step);
            let stores = store_log::take();
            operations += u32::from(!stores.is_empty());
            let after = if world.is_at_rest() { State::of(&world.writer) } else { before.clone() };
            for store in stores {
                image.apply(store);
                image.check(&before, &after);
                if image.stores.is_multiple_of(3) {
                    image.check_restart(before.generation);
                    image.check_adoption(before.generation);
                }
            }
            assert!(image.bytes == copy(world.region), "the log holds every store");
            before = after;
        }
        assert!(world.writer.failed_allocations() > 0, "the region was never full");
        assert!(image.stores > 3000, "{} stores", image.stores);
        assert!(before.generation > 300, "{} sections", before.generation / 2);
    });
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
