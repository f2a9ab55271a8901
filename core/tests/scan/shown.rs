//! What the crate's own reader shows of a file, in the words of the strict decoder.

use std::collections::BTreeMap;

use glassbox::inspect::block::LinkDisposition;
use glassbox::inspect::reader::{
    self, Counts, Element, HistogramKind, Node, Number, Options, ProblemKind, ReadError, Sequence, Step, Text, Tree,
};

use super::{Array, Entry, Slots, Value, bits_of_double};

/// What the reader makes of bytes.
#[derive(Debug)]
pub struct Shown {
    pub generation: u64,
    pub root: Vec<Entry>,
    pub problems: Vec<ProblemKind>,
}

/// Reads the file at the start of `bytes`.
///
/// # Errors
/// The reader's.
pub fn read(bytes: &[u8], recover: bool) -> Result<Shown, ReadError> {
    let mut scratch = vec![0; reader::scratch_words(bytes.len())];
    let mut problems = Vec::new();
    let options = Options { recover, sequence: Sequence::Blocks, ..Options::default() };
    let tree = Tree::read(bytes, &mut scratch, options, &mut |problem| problems.push(problem.kind))?;
    let root = entries(&tree);
    let generation = tree.generation();
    Ok(Shown { generation, root, problems })
}

/// All that hangs from the root.
pub fn entries(tree: &Tree) -> Vec<Entry> {
    let mut links: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for link in tree.links() {
        let inline = link.disposition() == LinkDisposition::Inline;
        let value = Value::Link { content: text(link.content()), inline };
        links.entry(link.parent()).or_default().push(Entry { name: text(link.name()), value });
    }
    let mut open: Vec<Vec<Entry>> = vec![Vec::new()];
    for step in tree.walk() {
        match step {
            Step::Enter(_) => open.push(Vec::new()),
            Step::Property(property) => {
                let entry = Entry { name: text(property.name()), value: value(property.value()) };
                open.last_mut().unwrap().push(entry);
            }
            Step::Leave(node) => close(node, &mut links, &mut open),
        }
    }
    let [root] = &mut open[0][..] else { panic!("a walk begins and ends with the root") };
    let Value::Node(entries) = std::mem::replace(&mut root.value, Value::Bool(false)) else { panic!("the root") };
    entries
}

fn close(
    node: Node,
    links: &mut BTreeMap<glassbox::inspect::block::BlockIndex, Vec<Entry>>,
    open: &mut Vec<Vec<Entry>>,
) {
    let mut entries = open.pop().unwrap();
    entries.extend(links.remove(&node.block()).unwrap_or_default());
    entries.sort();
    open.last_mut().unwrap().push(Entry { name: text(node.name()), value: Value::Node(entries) });
}

fn text(text: Text) -> String {
    text.chars().collect()
}

fn value(value: reader::Value) -> Value {
    match value {
        reader::Value::Int(value) => Value::Int(value),
        reader::Value::Uint(value) => Value::Uint(value),
        reader::Value::Double(value) => Value::Double(bits_of_double(value)),
        reader::Value::Bool(value) => Value::Bool(value),
        reader::Value::Text(value) => Value::Text(text(value)),
        reader::Value::Bytes(value) => Value::Bytes(value.collect()),
        reader::Value::Array(array) => Value::Array(Array { format: 0, slots: elements(array) }),
        reader::Value::Histogram(histogram) => {
            let format = match histogram.kind() {
                HistogramKind::Linear => 1,
                HistogramKind::Exponential => 2,
            };
            let parameters = [Some(histogram.floor()), Some(histogram.step()), histogram.multiplier()];
            let counts: Counts = histogram.counts();
            let slots = numbers(parameters.into_iter().flatten().chain(counts).collect());
            Value::Array(Array { format, slots })
        }
    }
}

fn elements(array: reader::Array) -> Slots {
    if array.is_text() {
        let texts = array.map(|element| match element {
            Element::Text(element) => text(element),
            Element::Number(number) => panic!("{number:?} in an array of texts"),
        });
        return Slots::Text(texts.collect());
    }
    let slots = array.map(|element| match element {
        Element::Number(number) => number,
        Element::Text(text) => panic!("{text:?} in an array of numbers"),
    });
    numbers(slots.collect())
}

fn numbers(numbers: Vec<Number>) -> Slots {
    let mut slots = match numbers.first() {
        Some(Number::Int(_)) => Slots::Int(Vec::new()),
        Some(Number::Uint(_)) => Slots::Uint(Vec::new()),
        Some(Number::Double(_)) => Slots::Double(Vec::new()),
        // Only a file that is half-written has such an array, and then its type says nothing.
        None => Slots::Text(Vec::new()),
    };
    for number in numbers {
        match (&mut slots, number) {
            (Slots::Int(slots), Number::Int(number)) => slots.push(number),
            (Slots::Uint(slots), Number::Uint(number)) => slots.push(number),
            (Slots::Double(slots), Number::Double(number)) => slots.push(bits_of_double(number)),
            _ => panic!("{number:?} in another array"),
        }
    }
    slots
}
