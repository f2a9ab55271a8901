//! Links followed: each rule of the format, and any set of small files against a model that follows the rules one by
//! one.
#![allow(missing_docs, clippy::panic)]

mod inspect_file;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use glassbox::inspect::block::{BlockType, Head, LinkDisposition, Order};
use glassbox::inspect::reader::{LinkedFile, Options, ReadError, Sequence, Tree};
use inspect_file::{File, index};
use proptest::prelude::*;

const CHILD: LinkDisposition = LinkDisposition::Child;
const INLINE: LinkDisposition = LinkDisposition::Inline;

type Problem = (Option<String>, u32, &'static str);

/// The tree as JSON, and the problems.
fn stitch(main: &[u8], files: &[(&str, &[u8])], options: Options) -> (String, Vec<Problem>) {
    let files: Vec<_> = files.iter().map(|(identifier, bytes)| LinkedFile::new(identifier, *bytes)).collect();
    let mut words = 16;
    loop {
        let mut scratch = vec![u32::MAX; words];
        let mut problems = Vec::new();
        let read = Tree::stitch(main, &files, &mut scratch, options, &mut |problem| {
            problems.push((problem.file.map(String::from), problem.block.get(), problem.kind.name()));
        });
        match read {
            Err(ReadError::ScratchTooSmall { needed }) => words = needed,
            Err(error) => panic!("{error}"),
            Ok(tree) => {
                problems.sort();
                return (tree.json().to_string(), problems);
            }
        }
    }
}

fn in_blocks() -> Options {
    Options { sequence: Sequence::Blocks, ..Options::default() }
}

fn file(build: impl FnOnce(&mut File)) -> Vec<u8> {
    let mut file = File::new();
    build(&mut file);
    file.into_bytes()
}

#[test]
fn linked_files_are_followed_into_linked_files() {
    let main = file(|f| {
        let node = f.node(0, "node");
        f.link(node, "a", "a", CHILD);
    });
    let a = file(|f| {
        f.int(0, "in a", 1);
        f.link(0, "b", "b", CHILD);
    });
    let b = file(|f| _ = f.link(0, "c", "c", INLINE));
    let c = file(|f| _ = f.int(0, "in c", 3));
    let (json, problems) = stitch(&main, &[("c", &c), ("a", &a), ("b", &b)], Options::default());
    assert_eq!(json, r#"{"root":{"node":{"a":{"in a":1,"b":{"in c":3}}}}}"#);
    assert_eq!(problems, []);
}

#[test]
fn in_block_order_own_entries_come_first_and_linked_ones_in_the_order_of_their_links() {
    let main = file(|f| {
        f.link(0, "z", "two", INLINE);
        f.node(0, "y");
        f.link(0, "x", "one", CHILD);
        f.int(0, "w", 0);
    });
    let one = file(|_| {});
    let two = file(|f| {
        f.node(0, "c");
        f.int(0, "b", 1);
        f.int(0, "a", 2);
    });
    let (json, _) = stitch(&main, &[("one", &one), ("two", &two)], in_blocks());
    assert_eq!(json, r#"{"root":{"w":0,"b":1,"a":2,"y":{},"c":{},"x":{}}}"#);
}

#[test]
fn a_linked_value_takes_the_place_of_all_that_have_its_name() {
    let main = file(|f| {
        f.int(0, "x", 1);
        let x = f.node(0, "x");
        f.int(x, "lost", 1);
        f.link(0, "x", "one", CHILD);
        f.int(0, "kept", 2);
    });
    let one = file(|f| _ = f.int(0, "x", 3));
    let (json, _) = stitch(&main, &[("one", &one)], in_blocks());
    assert_eq!(json, r#"{"root":{"kept":2,"x":{"x":3}}}"#);
}

#[test]
fn of_two_links_the_one_in_the_later_block_wins_and_entries_of_one_file_do_not_clash() {
    let main = file(|f| {
        f.link(0, "", "one", INLINE);
        f.link(0, "", "two", INLINE);
        f.link(0, "only", "one", CHILD);
    });
    let one = file(|f| {
        f.int(0, "x", 1);
        f.int(0, "y", 1);
    });
    let two = file(|f| {
        f.int(0, "x", 2);
        f.node(0, "x");
        f.int(0, "x", 3);
    });
    let (json, _) = stitch(&main, &[("one", &one), ("two", &two)], in_blocks());
    assert_eq!(json, r#"{"root":{"y":1,"x":2,"x":3,"x":{},"only":{"x":1,"y":1}}}"#);
}

#[test]
fn a_file_inside_itself_is_cut_and_one_beside_itself_is_not() {
    let main = file(|f| {
        f.link(0, "first", "a", CHILD);
        f.link(0, "second", "a", CHILD);
    });
    let a = file(|f| _ = f.link(0, "b", "b", CHILD));
    let mut again = 0;
    let b = file(|f| {
        again = f.link(0, "again", "a", CHILD);
        f.int(0, "n", 1);
    });
    let (json, problems) = stitch(&main, &[("a", &a), ("b", &b)], Options::default());
    assert_eq!(json, r#"{"root":{"first":{"b":{"n":1}},"second":{"b":{"n":1}}}}"#);
    assert_eq!(problems, [(Some("b".into()), again, "link_cycle")], "once, though the file is in the tree twice");
}

#[test]
fn problems_of_a_linked_file_are_told_once_and_say_which_file() {
    let main = file(|f| {
        f.link(0, "first", "a", CHILD);
        f.link(0, "second", "a", CHILD);
    });
    let mut blocks = (0, 0);
    let a = file(|f| {
        blocks.0 = f.int(99, "orphan", 0);
        blocks.1 = f.link(0, "lost", "nowhere", CHILD);
    });
    let unlinked = file(|f| _ = f.int(99, "orphan", 0));
    let (json, problems) = stitch(&main, &[("a", &a), ("unlinked", &unlinked)], Options::default());
    assert_eq!(json, r#"{"root":{"first":{},"second":{}}}"#);
    let a = Some("a".to_string());
    assert_eq!(problems, [(a.clone(), blocks.0, "orphan"), (a, blocks.1, "link_not_found")]);
}

#[test]
fn a_link_outside_the_tree_is_not_followed() {
    let main = file(|f| {
        let gone = f.block(Head::tombstone(Order::MINIMUM), 1);
        f.link(gone, "a", "nowhere", CHILD);
        let unnamed = f.block(Head::value(BlockType::Node, Order::MINIMUM, index(0), index(0)), 1);
        let below = f.node(unnamed, "below");
        f.link(below, "b", "nowhere", CHILD);
    });
    let (json, problems) = stitch(&main, &[], Options::default());
    assert_eq!(json, r#"{"root":{}}"#);
    assert_eq!(problems.iter().map(|problem| problem.2).collect::<Vec<_>>(), ["name_wrong_type"]);
}

#[test]
fn a_file_is_found_among_many_and_the_first_of_one_identifier_counts() {
    let identifiers: Vec<String> = (0..300).map(|i| format!("file {}", i * 7 % 300)).collect();
    let bytes: Vec<Vec<u8>> = (0..300).map(|i| file(|f| _ = f.int(0, "place", i))).collect();
    let mut files: Vec<(&str, &[u8])> =
        identifiers.iter().map(|id| &**id).zip(bytes.iter().map(|file| &**file)).collect();
    let late = file(|f| _ = f.int(0, "place", -1));
    files.push(("file 7", &late));
    files.insert(0, ("", &late));
    let main = file(|f| {
        for i in 0..300 {
            f.link(0, &i.to_string(), &format!("file {i}"), CHILD);
        }
        f.link(0, "empty", "", CHILD);
    });
    let (json, problems) = stitch(&main, &files, Options::default());
    let expected: Vec<String> = (0..300)
        .map(|i| {
            let place = identifiers.iter().position(|id| *id == format!("file {i}")).unwrap();
            format!(r#""{i}":{{"place":{place}}}"#)
        })
        .collect();
    assert_eq!(json, format!(r#"{{"root":{{{},"empty":{{"place":-1}}}}}}"#, expected.join(",")));
    assert_eq!(problems, []);
}

#[test]
fn a_chain_of_linked_files_is_no_deeper_than_any_other() {
    const FILES: usize = 1000;
    let identifiers: Vec<String> = (1..=FILES).map(|i| i.to_string()).collect();
    let bytes: Vec<Vec<u8>> = (1..=FILES).map(|i| file(|f| _ = f.link(0, "d", &(i + 1).to_string(), CHILD))).collect();
    let files: Vec<(&str, &[u8])> = identifiers.iter().map(|id| &**id).zip(bytes.iter().map(|file| &**file)).collect();
    let main = file(|f| _ = f.link(0, "d", "1", CHILD));
    let (json, problems) = stitch(&main, &files, Options::default());
    assert_eq!(json, format!(r#"{{"root":{}{{}}{}}}"#, r#"{"d":"#.repeat(FILES), "}".repeat(FILES)));
    assert_eq!(problems.len(), 1, "the last file links to one that is not there");
}

#[test]
fn entries_say_which_file_they_come_from() {
    let main = file(|f| {
        f.int(0, "own", 1);
        f.link(0, "child", "a", CHILD);
    });
    let a = file(|f| _ = f.int(0, "theirs", 1));
    let files = [LinkedFile::new("a", &*a)];
    let mut scratch = [0; 1024];
    let tree = Tree::stitch(&*main, &files, &mut scratch, Options::default(), &mut |_| {}).unwrap();
    let entries: Vec<_> = tree.root().entries().collect();
    assert_eq!((entries[0].name().to_string(), entries[0].file()), ("own".into(), None));
    assert_eq!((entries[1].name().to_string(), entries[1].file()), ("child".into(), None));
    let child = entries[1].node().unwrap();
    assert_eq!(child.entries().next().unwrap().file(), Some("a"));
    assert_eq!(tree.links().count(), 0, "links that are followed are not listed");
}

/// An item of a model file, in block order. `parent` chooses among the root and the nodes so far.
#[derive(Clone, Debug)]
enum Item {
    Int { parent: usize, name: u8 },
    Node { parent: usize, name: u8 },
    Link { parent: usize, name: u8, file: usize, inline: bool },
}

fn item() -> impl Strategy<Value = Item> {
    let parent = 0..4_usize;
    let name = 0..4_u8;
    prop_oneof![
        3 => (parent.clone(), name.clone()).prop_map(|(parent, name)| Item::Int { parent, name }),
        2 => (parent.clone(), name.clone()).prop_map(|(parent, name)| Item::Node { parent, name }),
        3 => (parent, name, 0..5_usize, any::<bool>())
            .prop_map(|(parent, name, file, inline)| Item::Link { parent, name, file, inline }),
    ]
}

/// The block of each item, and the bytes.
fn build(items: &[Item], number: usize) -> (Vec<u32>, Vec<u8>) {
    let mut file = File::new();
    let mut nodes = vec![0];
    let mut blocks = Vec::new();
    for (place, item) in items.iter().enumerate() {
        let at = |parent: &usize| nodes[parent % nodes.len()];
        blocks.push(match item {
            Item::Int { parent, name } => {
                file.int(at(parent), &name.to_string(), i64::try_from(number * 100 + place).unwrap())
            }
            Item::Node { parent, name } => {
                let node = file.node(at(parent), &name.to_string());
                nodes.push(node);
                node
            }
            Item::Link { parent, name, file: other, inline } => {
                let disposition = if *inline { INLINE } else { CHILD };
                file.link(at(parent), &name.to_string(), &other.to_string(), disposition)
            }
        });
    }
    (blocks, file.into_bytes())
}

/// A tree of the model: entries in the order in which they were put in place.
#[derive(Clone, Debug, Default)]
struct Model {
    entries: Vec<(u8, Entry)>,
}

#[derive(Clone, Debug)]
enum Entry {
    Int(usize),
    Node(Model),
}

impl Model {
    fn print(&self, to: &mut String) {
        let (ints, nodes): (Vec<_>, Vec<_>) =
            self.entries.iter().partition(|(_, entry)| matches!(entry, Entry::Int(_)));
        to.push('{');
        for (place, (name, entry)) in ints.into_iter().chain(nodes).enumerate() {
            if place != 0 {
                to.push(',');
            }
            match entry {
                Entry::Int(value) => write!(to, "\"{name}\":{value}").unwrap(),
                Entry::Node(model) => {
                    write!(to, "\"{name}\":").unwrap();
                    model.print(to);
                }
            }
        }
        to.push('}');
    }

    /// The node that was made as the `way`'s last step says: each step is the place among the entries.
    fn at(&mut self, way: &[usize]) -> &mut Self {
        let mut model = self;
        for step in way {
            let Entry::Node(next) = &mut model.entries[*step].1 else { panic!("no node on the way") };
            model = next;
        }
        model
    }
}

struct Rules<'a> {
    files: &'a [Vec<Item>],
    blocks: &'a [Vec<u32>],
    open: Vec<usize>,
    expansions: u32,
    limit: u32,
    problems: BTreeSet<Problem>,
}

impl Rules<'_> {
    /// File 0 is the one that is read; file n has the identifier n, and file 4 is not in the set.
    fn expand(&mut self, number: usize) -> Model {
        let items = self.files[number].clone();
        // Own entries first.
        let mut tree = Model::default();
        let mut ways: Vec<Vec<usize>> = vec![vec![]];
        for (place, item) in items.iter().enumerate() {
            match item {
                Item::Int { parent, name } => {
                    let way = ways[parent % ways.len()].clone();
                    tree.at(&way).entries.push((*name, Entry::Int(number * 100 + place)));
                }
                Item::Node { parent, name } => {
                    let mut way = ways[parent % ways.len()].clone();
                    let node = tree.at(&way);
                    way.push(node.entries.len());
                    node.entries.push((*name, Entry::Node(Model::default())));
                    ways.push(way);
                }
                Item::Link { .. } => {}
            }
        }
        // Then the links are followed in block order, and put in place when all are, so that the ways stay good.
        let mut placed: Vec<(Vec<usize>, Model)> = Vec::new();
        let mut nodes = 1;
        for (place, item) in items.iter().enumerate() {
            match item {
                Item::Int { .. } => {}
                Item::Node { .. } => nodes += 1,
                Item::Link { parent, name, file, inline } => {
                    if let Some(linked) = self.follow(number, place, *file) {
                        let joining =
                            if *inline { linked } else { Model { entries: vec![(*name, Entry::Node(linked))] } };
                        placed.push((ways[parent % nodes].clone(), joining));
                    }
                }
            }
        }
        // The deepest parents first: what is put into a node does not move the nodes above it.
        let mut parents: Vec<Vec<usize>> = placed.iter().map(|(way, _)| way.clone()).collect();
        parents.sort();
        parents.dedup();
        parents.sort_by_key(|way| std::cmp::Reverse(way.len()));
        for way in parents {
            for (_, joining) in placed.iter().filter(|(parent, _)| *parent == way) {
                let node = tree.at(&way);
                let names: BTreeSet<u8> = joining.entries.iter().map(|(name, _)| *name).collect();
                node.entries.retain(|(name, _)| !names.contains(name));
                node.entries.extend(joining.entries.iter().cloned());
            }
        }
        tree
    }

    fn follow(&mut self, number: usize, place: usize, file: usize) -> Option<Model> {
        let mut tell = |kind| {
            let name = (number != 0).then(|| number.to_string());
            self.problems.insert((name, self.blocks[number][place], kind));
            None
        };
        if self.open.contains(&file) {
            return tell("link_cycle");
        }
        // The main file is in the set under its own identifier, 0.
        if file >= self.files.len() {
            return tell("link_not_found");
        }
        if self.expansions == self.limit {
            return tell("link_limit");
        }
        self.expansions += 1;
        self.open.push(file);
        let model = self.expand(file);
        self.open.pop();
        Some(model)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 3 } else { 400 }, ..ProptestConfig::default() })]

    #[test]
    fn any_files_are_put_together_as_the_rules_say_one_by_one(
        files in prop::collection::vec(prop::collection::vec(item(), 0..9), 4),
        limit in 0..40_u32,
    ) {
        let built: Vec<(Vec<u32>, Vec<u8>)> =
            files.iter().enumerate().map(|(number, items)| build(items, number)).collect();
        let blocks: Vec<Vec<u32>> = built.iter().map(|(blocks, _)| blocks.clone()).collect();
        let mut rules =
            Rules { files: &files, blocks: &blocks, open: vec![], expansions: 0, limit, problems: BTreeSet::new() };
        let model = rules.expand(0);
        let mut expected = String::from("{\"root\":");
        model.print(&mut expected);
        expected.push('}');

        let identifiers = ["0", "1", "2", "3"];
        let set: Vec<(&str, &[u8])> = identifiers.iter().copied().zip(built.iter().map(|(_, bytes)| &**bytes)).collect();
        let options = Options { link_limit: limit, ..in_blocks() };
        let (json, problems) = stitch(&built[0].1, &set, options);
        prop_assert_eq!(json, expected);

        // The main file's own links are told once as the main file's, and once more where it is linked as `0`.
        let expected: Vec<Problem> = rules.problems.into_iter().collect();
        let merged: BTreeSet<Problem> = problems
            .iter()
            .map(|(file, block, kind)| (file.clone().filter(|file| file != "0"), *block, *kind))
            .collect();
        prop_assert_eq!(merged.into_iter().collect::<Vec<_>>(), expected);
        let told: BTreeSet<&Problem> = problems.iter().collect();
        prop_assert_eq!(told.len(), problems.len(), "one kind once per block");
    }
}
