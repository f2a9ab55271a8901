//! A writer whose memory somebody else scribbles over.
//!
//! What is written then is worth nothing, but each operation must come back: no panic, no endless loop, and no work that
//! grows with a number which was read from the memory. Every case runs against the clock.
#![cfg(all(feature = "inspect", feature = "read"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::cast_possible_truncation)]

mod model;
mod scan;

use std::sync::mpsc;
use std::time::Duration;

use glassbox::Memory;
use glassbox::inspect::reader::scratch_words;
use glassbox::inspect::{Adoption, BookPlace, BoundedList, Config, Error, Health, NodeHandle, Stats, Writer};
use model::kinds::{Any, of_kinds};
use model::new::create;
use model::numbers::of;
use model::strategy::any_step;
use model::{New, Number, Step};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use scan::shared::Shared;
use scan::{Moment, copy, decode, decode_adopted, in_memory, meaningful, shown};

/// Runs `test`, which must come back soon.
fn in_time(what: &str, test: impl FnOnce() + Send + 'static) {
    let (done, end) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        test();
        done.send(()).unwrap();
    });
    let limit = Duration::from_secs(if cfg!(miri) { 600 } else { 20 });
    match end.recv_timeout(limit) {
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("{what} does not come back"),
        _ => thread.join().unwrap(),
    }
}

#[test]
fn a_node_of_no_order_below_one_with_countless_children_is_left_alone() {
    in_time("deleting the node", || {
        let shared = Shared::new(4096);
        let mut writer = Writer::new(shared.memory(), &Config::default()).unwrap();
        let top = writer.create_node(NodeHandle::ROOT, "top").unwrap();
        let below = writer.create_node(top, "below").unwrap();
        writer.create_int(below, "int", 1).unwrap();
        shared.set(top.block() as usize * 2 + 1, u64::MAX);
        let head = below.block() as usize * 2;
        shared.set(head, shared.get(head) | 0xf);
        writer.delete_tree(top).unwrap();
    });
}

#[test]
fn a_text_that_claims_four_gigabytes_in_a_circle_of_extents_is_soon_freed() {
    in_time("deleting the string", || {
        let shared = Shared::new(16_384);
        let mut writer = Writer::new(shared.memory(), &Config::default()).unwrap();
        let string = writer.create_string(NodeHandle::ROOT, "string", "x".repeat(2036 + 8).as_str()).unwrap();
        let text = (shared.get(string.block() as usize * 2 + 1) >> 32 & 0xff_ffff) as usize;
        let extent = shared.get(text * 2) >> 16 & 0xff_ffff;
        shared.set(extent as usize * 2, shared.get(extent as usize * 2) | extent << 16);
        shared.set(text * 2 + 1, shared.get(text * 2 + 1) | 0xffff_ffff);
        writer.delete(string).unwrap();
    });
}

#[test]
fn a_fixed_text_that_claims_four_gigabytes_in_a_circle_of_extents_is_soon_set() {
    in_time("setting the text", || {
        let shared = Shared::new(4096);
        let mut writer = Writer::new(shared.memory(), &Config::default()).unwrap();
        let text = writer.create_text(NodeHandle::ROOT, "text", 8).unwrap();
        let word = text.block() as usize * 2 + 1;
        let extent = shared.get(word) >> 32 & 0xff_ffff;
        shared.set(extent as usize * 2, shared.get(extent as usize * 2) | extent << 16);
        shared.set(word, shared.get(word) | 0xffff_ffff);
        writer.set_text(text, "short").unwrap();
    });
}

/// A program that takes whatever its writer says.
struct Program<'m> {
    writer: Writer<'m>,
    config: Config<'m>,
    handles: Vec<Any>,
    health: Option<Health>,
    stats: Option<Stats>,
    list: BoundedList<[NodeHandle; 3]>,
    scratch: Vec<u32>,
}

impl<'m> Program<'m> {
    fn new(memory: Memory<'m>, config: Config<'m>) -> Self {
        Self {
            writer: Writer::new(memory, &config).unwrap(),
            config,
            handles: Vec::new(),
            health: None,
            stats: None,
            list: BoundedList::new(NodeHandle::ROOT, [NodeHandle::NULL; 3]).unwrap(),
            scratch: vec![0; scratch_words(memory.len())],
        }
    }

    fn handle(&self, which: usize) -> Option<Any> {
        which.checked_rem(self.handles.len()).map(|which| self.handles[which])
    }

    fn node(&self, which: usize) -> NodeHandle {
        let nodes: Vec<_> = self
            .handles
            .iter()
            .filter_map(|handle| match handle {
                Any::Node(node) => Some(*node),
                _ => None,
            })
            .collect();
        nodes.get(which % (nodes.len() + 1)).copied().unwrap_or(NodeHandle::ROOT)
    }

    /// Does something, and drops what comes of it.
    fn act(&mut self, step: &Step) {
        let _whatever = self.try_to(step);
    }

    fn try_to(&mut self, step: &Step) -> Result<(), Error> {
        let writer = &mut self.writer;
        match step {
            Step::Create { under, name, value } => {
                let node = self.node(*under);
                let handle = create(&mut self.writer, node, name, value)?;
                self.handles.push(handle);
                Ok(())
            }
            Step::Stuff { under, text } => {
                let node = self.node(*under);
                (0..40).try_for_each(|_| self.writer.create_string(node, text, text).map(|_| ()))
            }
            Step::Begin => writer.begin_transaction(),
            Step::End => writer.end_transaction(),
            Step::FrozenCopy => writer.frozen_copy(&mut vec![0; 1 << 16]).map(|_| ()),
            Step::Adopt => writer.adopt_or_start(&self.config, &mut self.scratch).map(|_| ()),
            Step::Health { under, status, message } => {
                if let Some(health) = &mut self.health {
                    return writer.set_health(health, status, message.as_deref());
                }
                let node = self.node(*under);
                self.health = Some(self.writer.create_health(node, 0)?);
                Ok(())
            }
            Step::Stats { under } => {
                if let Some(stats) = &self.stats {
                    return writer.update_stats(stats, 0);
                }
                let node = self.node(*under);
                self.stats = Some(self.writer.create_stats(node, 0)?);
                Ok(())
            }
            Step::Push { values, .. } => writer
                .push_entry(&mut self.list, |writer, node| {
                    (0..*values).try_for_each(|_| writer.create_uint(node, "value", 1).map(|_| ()))
                })
                .map(|_| ()),
            Step::DeleteAll { which } => {
                let mut handles: Vec<_> = which.iter().filter_map(|which| self.handle(*which)).map(Any::any).collect();
                self.writer.delete_all(&mut handles)
            }
            Step::DeleteTree { which } => {
                let node = self.node(*which);
                self.writer.delete_tree(node)
            }
            Step::Set { which, .. }
            | Step::Count { which, .. }
            | Step::SetSlot { which, .. }
            | Step::CountSlot { which, .. }
            | Step::Insert { which, .. }
            | Step::Clear { which }
            | Step::Record { which }
            | Step::Delete { which }
            | Step::Reparent { which, .. }
            | Step::UseStale { which }
            | Step::UseWrongly { which } => self.handle(*which).map_or(Ok(()), |handle| self.use_it(handle, step)),
        }
    }

    /// Does something with a value.
    fn use_it(&mut self, handle: Any, step: &Step) -> Result<(), Error> {
        let under = if let Step::Reparent { under, .. } = step { self.node(*under) } else { NodeHandle::ROOT };
        let writer = &mut self.writer;
        let buffer = &mut vec![0; 4096];
        match step {
            Step::Record { .. } => handle.record(writer),
            Step::Delete { .. } => handle.delete(writer),
            Step::Reparent { .. } => handle.reparent(writer, under),
            Step::Set { number, text, .. } => of_kinds!(handle, handle, [Int Uint Double Bool] =>
                    writer.set(handle, of(*number)),
                Any::Text(handle) => writer.set_string(handle, text),
                Any::Bytes(handle) => writer.set_bytes(handle, text.as_bytes()),
                Any::FixedText(handle) => writer.set_text(handle, text),
                Any::Node(handle) => Any::children(writer, handle).map(|_| ()),
                _ => Ok(()),),
            Step::Count { by, .. } => of_kinds!(handle, handle, [Int Uint Double] => writer.add(handle, of(*by)),
                Any::Text(handle) => writer.get_string(handle, buffer).map(|_| ()),
                Any::Bytes(handle) => writer.get_bytes(handle, buffer).map(|_| ()),
                Any::FixedText(handle) => writer.get_text(handle, buffer).map(|_| ()),
                Any::Link(handle) => writer.get_link_content(handle, buffer).map(|_| ()),
                _ => Ok(()),),
            Step::SetSlot { slot, number, text, .. } => of_kinds!(handle, handle, [IntArray UintArray DoubleArray] =>
                    writer.array_set(handle, *slot, of(*number)),
                Any::StringArray(handle) => writer.string_array_set(handle, *slot, text),
                _ => Ok(()),),
            Step::CountSlot { slot, by, .. } => of_kinds!(handle, handle, [IntArray UintArray DoubleArray] =>
                    writer.array_add(handle, *slot, of(*by)),
                Any::StringArray(handle) => writer.string_array_get(handle, *slot, buffer).map(|_| ()),
                _ => Ok(()),),
            Step::Insert { value, count, .. } => of_kinds!(handle, handle, [
                    IntLinear UintLinear DoubleLinear IntExponential UintExponential DoubleExponential
                ] => writer.insert_multiple(handle, of(*value), *count), _ => Ok(()),),
            Step::Clear { .. } => of_kinds!(handle, handle, [
                    IntLinear UintLinear DoubleLinear IntExponential UintExponential DoubleExponential
                ] => writer.clear(handle), _ => Ok(()),),
            _ => handle.name(writer, buffer).map(|_| ()),
        }
    }
}

/// Something that somebody else writes, and where. Numbers choose among what there is.
#[derive(Clone, Debug)]
struct Scribble {
    half: usize,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    Anything(u64),
    Bit(u32),
    Order(u64),
    Type(u64),
    /// The field in which most blocks have an index, or the one in which values have their names.
    Index {
        shift: u32,
        unit: u64,
    },
    /// What stands somewhere else.
    Copy(usize),
}

impl Scribble {
    fn apply(&self, shared: &Shared) {
        let halves = size_of_val(&shared.cells[..]) / 8;
        let half = self.half % halves;
        let old = shared.get(half);
        shared.set(
            half,
            match self.what {
                What::Anything(word) => word,
                What::Bit(bit) => old ^ 1 << bit,
                What::Order(order) => old & !0xf | order,
                What::Type(kind) => old & !0xff00 | kind << 8,
                What::Index { shift, unit } => old & !(0xff_ffff << shift) | (unit % (halves as u64 / 2)) << shift,
                What::Copy(from) => shared.get(from % halves),
            },
        );
    }
}

fn any_scribble() -> impl Strategy<Value = Scribble> {
    let word = prop_oneof![any::<u64>(), Just(u64::MAX), Just(0), 0..5000_u64];
    let what = prop_oneof![
        word.prop_map(What::Anything),
        (0..64_u32).prop_map(What::Bit),
        (0..16_u64).prop_map(What::Order),
        (0..16_u64).prop_map(What::Type),
        (prop::sample::select(&[16, 32, 40][..]), any::<u64>()).prop_map(|(shift, unit)| What::Index { shift, unit }),
        any::<usize>().prop_map(What::Copy),
    ];
    (any::<usize>(), what).prop_map(|(half, what)| Scribble { half, what })
}

/// A case, made of a number so that the thread which runs it needs nothing else.
fn scribble_and_go_on(seed: u64) {
    let seed: Vec<u8> = (0..4_u64).flat_map(|part| (seed + part).to_le_bytes()).collect();
    let rng = proptest::test_runner::TestRng::from_seed(proptest::test_runner::RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(ProptestConfig::default(), rng);
    let mut number = |strategy: std::ops::Range<usize>| strategy.new_tree(&mut runner).unwrap().current();
    let shared = Shared::new([1024, 2048, 4096, 16_384][number(0..4)]);
    let book = Shared::new(8192);
    let place = match number(0..4) {
        0 => BookPlace::Nowhere,
        1 => BookPlace::Elsewhere(book.memory()),
        _ => BookPlace::InRegion,
    };
    let config = Config { book: place, string_slots: None, serials: number(0..4) > 0 };
    let rounds = number(1..6);
    let mut program = Program::new(shared.memory(), config);
    for _ in 0..rounds {
        for _ in 0..30 {
            program.act(&any_step().new_tree(&mut runner).unwrap().current());
        }
        let scribbles = (1..8_usize).new_tree(&mut runner).unwrap().current();
        for _ in 0..scribbles {
            any_scribble().new_tree(&mut runner).unwrap().current().apply(&shared);
        }
    }
    for _ in 0..60 {
        program.act(&any_step().new_tree(&mut runner).unwrap().current());
    }
    let mut scratch = vec![0; scratch_words(shared.memory().len())];
    program.writer.start(&config).unwrap();
    decode(&copy(program.writer.file()), Moment::AtRest);
    program.writer.adopt(&config, &mut scratch).unwrap();
}

/// The number of cases, unless the environment says how many.
fn cases(usually: u64) -> u64 {
    let wanted = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    wanted.unwrap_or(if cfg!(miri) { 1 } else { usually })
}

#[test]
fn operations_come_back_whatever_somebody_else_writes() {
    for seed in 0..cases(60) {
        in_time(&format!("case {seed}"), move || scribble_and_go_on(seed));
    }
}

/// What is adopted is whole: it can be taken apart value by value, and nothing is left. What is not, is left alone.
#[test]
#[cfg_attr(miri, ignore = "thousands of files")]
fn a_file_with_a_changed_bit_is_adopted_whole_or_left_alone() {
    let good = in_memory(&[0; 4096], |memory| {
        let mut writer = Writer::new(memory, &Config::default()).unwrap();
        let node = writer.create_node(NodeHandle::ROOT, "node").unwrap();
        let scalar = New::Scalar { number: Number::Double, bits: 5 };
        let histogram = New::Linear { number: Number::Int, floor: 0, step: 3, buckets: 2 };
        for new in [scalar, histogram, New::Bool(true), New::Texts { slots: 3 }, New::FixedText { capacity: 50 }] {
            create(&mut writer, node, "a name of its own", &new).unwrap();
        }
        writer.create_text(node, "node", 20).and_then(|text| writer.set_text(text, "some")).unwrap();
        writer.create_string(NodeHandle::ROOT, "text", "a text in a block").unwrap();
        writer.create_bytes(node, "bytes", &[1; 30]).unwrap();
        writer.create_bytes(node, "none", &[]).unwrap();
        let gone = writer.create_node(NodeHandle::ROOT, "text").unwrap();
        writer.create_bytes(gone, "text", &[5]).unwrap();
        writer.delete(gone).unwrap();
        copy(memory)
    });
    let (mut adopted, mut refused) = (0, 0);
    for place in meaningful(&good[..size_in(&good)]) {
        // Every other bit, and in the next byte those between.
        for bit in (place % 2..8).step_by(2) {
            let mut bytes = good.clone();
            bytes[place] ^= 1 << bit;
            if adopt_and_take_apart(&bytes, &format!("bit {bit} of byte {place}")) {
                adopted += 1;
            } else {
                refused += 1;
            }
        }
    }
    assert!(adopted > 100 && refused > 100, "{adopted} adopted, {refused} refused");
}

/// The allocated size that the header says.
fn size_in(bytes: &[u8]) -> usize {
    u32::from_le_bytes(bytes[16..20].try_into().unwrap()) as usize
}

/// Whether the file was adopted.
fn adopt_and_take_apart(bytes: &[u8], what: &str) -> bool {
    let mut scratch = vec![0; scratch_words(bytes.len())];
    let shown = shown::read(bytes, false);
    in_memory(bytes, |memory| {
        let before = copy(memory);
        let mut writer = Writer::unstarted(memory);
        if let Err(reason) = writer.adopt(&Config::default(), &mut scratch) {
            assert!(matches!(reason, Error::NotAdoptable(_)), "{what}: {reason:?}");
            assert!(before == copy(memory), "{what}: a file that was not adopted was changed");
            assert!(matches!(
                writer.adopt_or_start(&Config::default(), &mut scratch),
                Ok(Adoption::Fresh(_) | Adoption::Closed)
            ));
            return false;
        }
        let file = decode_adopted(&copy(writer.file()));
        assert_eq!(file.root, shown.unwrap().root, "{what}");
        let mut children = Any::children(&writer, NodeHandle::ROOT).unwrap();
        while let Some(child) = children.pop() {
            if let Any::Node(node) = child {
                let below = Any::children(&writer, node).unwrap();
                if !below.is_empty() {
                    children.push(child);
                    children.extend(below);
                    continue;
                }
            }
            child.delete(&mut writer).unwrap();
            decode_adopted(&copy(writer.file()));
        }
        assert_eq!(decode_adopted(&copy(writer.file())).used, 1, "{what}: blocks are left");
        true
    })
}
