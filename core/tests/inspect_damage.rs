//! Any bytes: fixtures with every byte changed and cut at every place, and blocks of chance, each read as the format
//! says.
#![allow(missing_docs, clippy::panic)]

mod damage;
mod inspect_file;
mod naive;

use std::collections::BTreeSet;

use damage::{changes, fixtures, is_whole, places};
use glassbox::inspect::block::{Head, LinkDisposition};
use glassbox::inspect::reader::{Element, HistogramKind, Number, Options, Sequence, Step, Tree, Value, scratch_words};
use inspect_file::File;
use naive::{Answer, Node};
use proptest::prelude::*;

fn shown(value: Value<'_>) -> String {
    let number = |number| match number {
        Number::Int(number) => format!("{number}"),
        Number::Uint(number) => format!("{number}"),
        Number::Double(number) => format!("{:#x}", number.to_bits()),
    };
    match value {
        Value::Int(value) => format!("Int({value})"),
        Value::Uint(value) => format!("Uint({value})"),
        Value::Double(value) => format!("Double({:#x})", value.to_bits()),
        Value::Bool(value) => format!("Bool({value})"),
        Value::Text(text) => format!("Text({:?})", text.to_string()),
        Value::Bytes(bytes) => format!("Bytes({:?})", bytes.collect::<Vec<u8>>()),
        Value::Array(array) => {
            let slots = array.map(|element| match element {
                Element::Number(element) => number(element),
                Element::Text(text) => format!("{:?}", text.to_string()),
            });
            format!("Array[{}]", slots.collect::<Vec<_>>().join(","))
        }
        Value::Histogram(histogram) => {
            let parameters = [Some(histogram.floor()), Some(histogram.step()), histogram.multiplier()];
            let slots = parameters.into_iter().flatten().chain(histogram.counts()).map(number);
            let kind = match histogram.kind() {
                HistogramKind::Linear => "Linear",
                HistogramKind::Exponential => "Exponential",
            };
            format!("{kind}[{}]", slots.collect::<Vec<_>>().join(","))
        }
    }
}

/// What the real reader answers, in the shape of the naive one.
fn answer(bytes: &[u8], scratch: &mut [u32], recover: bool) -> Answer {
    let options = Options { recover, sequence: Sequence::Blocks, ..Options::default() };
    let mut problems = BTreeSet::new();
    let mut told = 0;
    let read = Tree::read(bytes, scratch, options, &mut |problem| {
        told += 1;
        problems.insert((problem.block.get(), problem.kind.name()));
    });
    let tree = match read {
        Ok(tree) => tree,
        Err(error) => {
            return Answer {
                error: Some(error.name()),
                tree: Node::default(),
                problems: BTreeSet::new(),
                links: vec![],
            };
        }
    };
    assert_eq!(told, problems.len(), "one kind once per block");
    // The walk's stack is this test's, not the reader's.
    let mut stack = vec![];
    let mut root = None;
    for step in tree.walk() {
        match step {
            Step::Enter(node) => stack.push((node.name().to_string(), Node::default())),
            Step::Property(property) => {
                let (_, node) = stack.last_mut().unwrap();
                node.properties.push((property.name().to_string(), shown(property.value())));
            }
            Step::Leave(_) => {
                let (name, node) = stack.pop().unwrap();
                match stack.last_mut() {
                    Some((_, parent)) => parent.children.push((name, node)),
                    None => root = Some(node),
                }
            }
        }
    }
    let links = tree.links().map(|link| {
        let is_inline = link.disposition() == LinkDisposition::Inline;
        (link.block().get(), link.name().to_string(), link.content().to_string(), is_inline)
    });
    let links = links.collect();
    Answer { error: None, tree: root.unwrap(), problems, links }
}

fn assert_as_the_format_says(bytes: &[u8], scratch: &mut [u32], recover: bool, what: impl Fn() -> String) {
    let found = answer(bytes, scratch, recover);
    let expected = naive::read(bytes, recover);
    assert_eq!(found, expected, "{}, recover {recover}", what());
}

/// The longest file that is changed, and the deepest, since the naive reader calls itself for each level.
const LONGEST: usize = 8192;

/// The bytes of a file that say something, and some of the others.
fn telling_places(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let all_of_them = is_whole() || bytes.len() <= 256;
    (0..bytes.len()).filter(move |at| bytes[*at] != 0 && (all_of_them || at % 13 == 0) || *at < 32 || at % 211 == 0)
}

#[test]
fn a_changed_file_is_read_as_the_format_says() {
    for (name, original) in fixtures().into_iter().filter(|(_, bytes)| bytes.len() <= LONGEST) {
        let mut bytes = original.clone();
        let mut scratch = vec![u32::MAX; scratch_words(bytes.len())];
        for at in telling_places(&original) {
            for value in changes(original[at]) {
                bytes[at] = value;
                let recover = value.count_ones() % 2 == 0;
                assert_as_the_format_says(&bytes, &mut scratch, recover, || format!("{name} with {value:#x} at {at}"));
            }
            bytes[at] = original[at];
        }
    }
}

#[test]
fn a_cut_file_is_read_as_the_format_says() {
    for (name, bytes) in fixtures() {
        let mut scratch = vec![u32::MAX; scratch_words(bytes.len())];
        for end in places(&bytes).filter(|end| *end <= LONGEST) {
            for recover in [false, true] {
                assert_as_the_format_says(&bytes[..end], &mut scratch, recover, || format!("{name} cut at {end}"));
            }
        }
    }
}

/// Words that lead somewhere more often than chance would.
fn block() -> impl Strategy<Value = (u64, u64)> {
    let index = prop_oneof![8 => 0..24_u64, 1 => 0..0x100_0000_u64];
    let order = prop_oneof![6 => Just(0_u64), 3 => Just(1), 1 => 2..4_u64, 1 => 0..16_u64];
    let kind = prop_oneof![2 => 0..17_u64, 3 => Just(3), 2 => Just(4), 3 => Just(14), 1 => Just(8), 1 => Just(9), 1 => Just(11)];
    let text = prop_oneof![
        (0..12_u64).prop_map(|length| length | 0x6261_c3a9 << 32),
        (0..60_u64).prop_map(|length| length | 0xa9c3_6261 << 32),
    ];
    let buffer = (0..40_u64, index.clone(), prop_oneof![3 => 0..3_u64, 1 => 0..16_u64])
        .prop_map(|(length, content, format)| length | content << 32 | format << 60);
    let array =
        (prop_oneof![Just(4_u64), Just(5), Just(6), Just(14), 0..16_u64], prop_oneof![0..3_u64, 0..16_u64], 0..12_u64)
            .prop_map(|(entry, format, count)| entry | format << 4 | count << 8);
    let payload = prop_oneof![3 => text, 3 => buffer, 2 => array, 1 => 0..30_u64, 1 => any::<u64>()];
    let head = (order, kind, index.clone(), index, prop_oneof![12 => Just(0_u64), 1 => any::<u64>()])
        .prop_map(|(order, kind, parent, name, noise)| order | kind << 8 | parent << 16 | name << 40 | noise & 0xf0);
    (head, payload)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if is_whole() { 10_000 } else { 1000 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn blocks_of_chance_are_read_as_the_format_says(
        blocks in prop::collection::vec(block(), 0..24),
        size in prop_oneof![2 => Just(None), 1 => (16..500_u32).prop_map(Some)],
        tail in 0..16_usize,
        recover in any::<bool>(),
    ) {
        let mut bytes = File::new().into_bytes();
        if let Some(size) = size {
            bytes[0] = 1;
            bytes.extend(u64::from(size).to_le_bytes());
            bytes.extend([0; 8]);
        }
        for (head, payload) in blocks {
            bytes.extend(head.to_le_bytes());
            bytes.extend(payload.to_le_bytes());
            // What is behind the first words of a block are often its slots, and sometimes more blocks.
            if Head(head).raw_order() == 1 {
                bytes.extend(payload.rotate_left(32).to_le_bytes());
                bytes.extend([7, 0, 0, 0, 0, 0, 0, 0]);
            }
        }
        bytes.resize(bytes.len() + tail, 0x2e);
        let mut scratch = vec![u32::MAX; scratch_words(bytes.len())];
        let found = answer(&bytes, &mut scratch, recover);
        prop_assert_eq!(found, naive::read(&bytes, recover));
    }

    #[test]
    fn random_bytes_behind_a_header_are_read_as_the_format_says(
        random in prop::collection::vec(any::<u8>(), 0..600),
        recover in any::<bool>(),
    ) {
        let mut bytes = File::new().into_bytes();
        bytes.extend(random);
        let mut scratch = vec![u32::MAX; scratch_words(bytes.len())];
        let found = answer(&bytes, &mut scratch, recover);
        prop_assert_eq!(found, naive::read(&bytes, recover));
    }
}
