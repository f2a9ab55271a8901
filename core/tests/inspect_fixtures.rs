//! The cases of the format's fixtures: files from real writers and broken ones, with what a reader must answer.
#![allow(missing_docs, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use glassbox::inspect::block::{
    ArrayWord, BlockIndex, BlockType, BufferWord, Head, LinkDisposition, LinkWord, Order, SlotWidth, TextWord,
};
use glassbox::inspect::reader::{LinkedFile, Options, Problem, ProblemKind, ReadError, Severity, Tree, scratch_words};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/inspect")
}

fn file(name: &str) -> Vec<u8> {
    fs::read(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn list(name: &str) -> Vec<Json> {
    serde_json::from_slice(&file(name)).unwrap()
}

/// Every file of the folder, by name.
fn all_files() -> Vec<(String, Vec<u8>)> {
    let mut names: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "bin"))
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_string())
        .collect();
    names.sort();
    names.into_iter().map(|name| (name.clone(), file(&name))).collect()
}

fn recovering(recover: bool) -> Options {
    Options { recover, ..Options::default() }
}

fn note(problems: &mut Vec<Json>, problem: Problem<'_>) {
    let mut noted = json!({ "block": problem.block.get(), "kind": problem.kind.name() });
    if let Some(file) = problem.file {
        noted["file"] = file.into();
    }
    problems.push(noted);
}

fn sorted(mut problems: Vec<Json>) -> Vec<Json> {
    problems.sort_by_key(|problem| {
        let file = problem.get("file").and_then(Json::as_str).map(String::from);
        (file, problem["block"].as_u64(), problem["kind"].as_str().map(String::from))
    });
    problems
}

/// What the reader answers, in the form of the fixtures' expectations. The text is always in it.
fn answer(bytes: &[u8], recover: bool) -> Json {
    let mut scratch = vec![u32::MAX; scratch_words(bytes.len())];
    let mut problems = Vec::new();
    let read = Tree::read(bytes, &mut scratch, recovering(recover), &mut |problem| note(&mut problems, problem));
    match read {
        Err(error) => json!({ "error": error.name(), "tree": null, "problems": [] }),
        Ok(tree) => describe(&tree, problems),
    }
}

fn describe(tree: &Tree<'_>, problems: Vec<Json>) -> Json {
    let mut answer = json!({
        "error": null,
        "tree": tree.json().to_string(),
        "problems": sorted(problems),
        "version": tree.version(),
        "generation": tree.generation().to_string(),
        "frozen": tree.is_frozen(),
        "text": tree.text().to_string(),
    });
    let links: Vec<Json> = tree
        .links()
        .map(|link| {
            json!({
                "block": link.block().get(),
                "name": link.name().to_string(),
                "content": link.content().to_string(),
                "disposition": match link.disposition() {
                    LinkDisposition::Child => "child",
                    LinkDisposition::Inline => "inline",
                },
            })
        })
        .collect();
    if !links.is_empty() {
        answer["links"] = links.into();
    }
    answer
}

/// What the reader answers when it may follow links to `files`.
fn stitched_answer(bytes: &[u8], files: &[(String, Vec<u8>)], recover: bool) -> Json {
    let files: Vec<_> = files.iter().map(|(identifier, bytes)| LinkedFile::new(identifier, &**bytes)).collect();
    let mut words = 1;
    loop {
        let mut scratch = vec![u32::MAX; words];
        let mut problems = Vec::new();
        let sink = &mut |problem: Problem<'_>| note(&mut problems, problem);
        match Tree::stitch(bytes, &files, &mut scratch, recovering(recover), sink) {
            Err(ReadError::ScratchTooSmall { needed }) => {
                assert!(needed > words, "{needed} words would not be enough either");
                words = needed;
            }
            Err(error) => return json!({ "error": error.name(), "tree": null, "problems": [] }),
            Ok(tree) => return describe(&tree, problems),
        }
    }
}

fn check(name: &str, mut expected: Json, mut found: Json) {
    expected["problems"] = sorted(expected["problems"].as_array().unwrap().clone()).into();
    if expected.get("text").is_none() {
        found.as_object_mut().unwrap().remove("text");
    }
    assert_eq!(found, expected, "{name}");
}

#[test]
fn every_case_is_answered_as_the_format_says() {
    let mut count = 0;
    for case in list("cases.json") {
        let name = case["file"].as_str().unwrap();
        let bytes = file(name);
        let answer = |recover| match case.get("files") {
            None => answer(&bytes, recover),
            Some(files) => {
                let files = files.as_object().unwrap().iter();
                let files: Vec<_> =
                    files.map(|(identifier, name)| (identifier.clone(), file(name.as_str().unwrap()))).collect();
                stitched_answer(&bytes, &files, recover)
            }
        };
        check(name, case["expect"].clone(), answer(false));
        let recovered = case.get("recover").unwrap_or(&case["expect"]).clone();
        check(&format!("{name}, recovered"), recovered, answer(true));
        count += 1;
    }
    assert_eq!(count, list("cases.json").len());
}

#[test]
fn a_file_is_read_the_same_from_memory_in_place_and_at_any_alignment() {
    for (name, bytes) in all_files() {
        let expected = answer(&bytes, true);
        let mut moved = vec![0_u64; bytes.len() / 8 + 2];
        let moved: Vec<u8> = moved.iter_mut().flat_map(|word| word.to_le_bytes()).collect();
        for shift in 1..8 {
            let mut moved = moved.clone();
            moved[shift..shift + bytes.len()].copy_from_slice(&bytes);
            assert_eq!(answer(&moved[shift..shift + bytes.len()], true), expected, "{name} at {shift}");
        }
        if bytes.len() < 64 || bytes.len() % 16 != 0 {
            continue;
        }
        let mut region = vec![0_u64; bytes.len() / 8];
        for (word, bytes) in region.iter_mut().zip(bytes.chunks(8)) {
            *word = u64::from_ne_bytes(bytes.try_into().unwrap());
        }
        // SAFETY: the words are aligned, and nobody else uses them.
        let memory = unsafe { glassbox::Memory::from_raw(region.as_mut_ptr().cast(), bytes.len()) }.unwrap();
        let mut scratch = vec![0; scratch_words(bytes.len())];
        let mut problems = Vec::new();
        let read = Tree::read(memory, &mut scratch, recovering(true), &mut |problem| note(&mut problems, problem));
        let found = match &read {
            Err(error) => json!({ "error": error.name(), "tree": null, "problems": [] }),
            Ok(tree) => {
                assert!(tree.is_current());
                describe(tree, problems)
            }
        };
        assert_eq!(found, expected, "{name} in place");
    }
}

#[test]
fn scratch_memory_that_is_one_word_short_is_refused() {
    let bytes = file("rw_scalars.bin");
    let needed = scratch_words(bytes.len());
    let mut scratch = vec![0; needed - 1];
    let refused = Tree::read(&*bytes, &mut scratch, Options::default(), &mut |_| {}).err();
    assert_eq!(refused, Some(ReadError::ScratchTooSmall { needed }));
}

/// Fields of a golden block, by the names that `blocks.json` uses.
fn fields(bytes: &[u8]) -> BTreeMap<&'static str, Json> {
    let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    let index = |index: BlockIndex| Json::from(index.get());
    let head = Head(word(0));
    let payload = word(8);
    let mut fields = BTreeMap::from([
        ("order", Json::from(head.raw_order())),
        ("type", Json::from(head.raw_type())),
        ("u64", Json::from(format!("{:#x}", head.0))),
    ]);
    let Some(block_type) = head.block_type() else { return fields };
    if block_type.is_value() {
        fields.insert("parent", index(head.parent()));
        fields.insert("name", index(head.name()));
    }
    let text = |range: std::ops::Range<usize>| Json::from(std::str::from_utf8(&bytes[range]).unwrap());
    match block_type {
        BlockType::Free => {
            fields.insert("next_free", index(head.next()));
        }
        BlockType::Header => {
            fields.insert("version", head.version().into());
            fields.insert("magic", String::from_utf8(head.magic().to_le_bytes().to_vec()).unwrap().into());
            fields.insert("generation", payload.to_string().into());
            if payload == glassbox::FROZEN {
                fields.insert("frozen", true.into());
            }
            fields.insert("allocated_size", u32::from_le_bytes(bytes[16..20].try_into().unwrap()).into());
        }
        BlockType::Node => {
            fields.insert("refcount", payload.into());
            // One golden block has the bits of a header under the type of a node.
            fields.insert("version", head.version().into());
            fields.insert("magic_u32", head.magic().into());
        }
        BlockType::Tombstone => {
            fields.insert("refcount", payload.into());
        }
        BlockType::Int => {
            fields.insert("value", payload.cast_signed().into());
        }
        BlockType::Uint => {
            fields.insert("value", payload.into());
        }
        BlockType::Double => {
            fields.insert("value", f64::from_bits(payload).into());
        }
        BlockType::Bool => {
            fields.insert("value", (payload != 0).into());
        }
        BlockType::Buffer => {
            let buffer = BufferWord(payload);
            fields.insert("total_length", buffer.length().into());
            fields.insert("extent", buffer.raw_content().into());
            fields.insert("format", buffer.raw_format().into());
            fields.insert("u64", format!("{payload:#x}").into());
        }
        BlockType::Extent => {
            fields.insert("next", index(head.next()));
            fields.insert("payload", text(8..bytes.len()));
        }
        BlockType::Name => {
            let length = head.name_length();
            fields.insert("length", length.into());
            fields.insert("text", text(8..8 + usize::try_from(length).unwrap()));
        }
        BlockType::Array => {
            let array = ArrayWord(payload);
            fields.insert("entry_type", array.raw_entry().into());
            fields.insert("format", array.raw_format().into());
            fields.insert("count", array.slots().into());
            let width = if array.raw_entry() == BlockType::StringReference as u8 {
                SlotWidth::Index
            } else {
                SlotWidth::Number
            };
            let bytes = bytes.iter().copied().chain(std::iter::repeat(0)).skip(16);
            let bytes: Vec<u8> = bytes.take(usize::from(array.slots()) * width.bytes() as usize).collect();
            let slots = bytes
                .chunks(width.bytes() as usize)
                .map(|slot| slot.iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(*byte)));
            fields.insert("slots", slots.collect::<Vec<_>>().into());
        }
        BlockType::Link => {
            let link = LinkWord(payload);
            fields.insert("content", index(link.content()));
            fields.insert("disposition", link.raw_disposition().into());
        }
        BlockType::StringReference => {
            let word = TextWord(payload);
            fields.insert("next_extent", index(head.next()));
            fields.insert("refcount", head.users().into());
            fields.insert("total_length", word.length().into());
            let inline = word.length().min(head.order().unwrap().inline_text());
            fields.insert("inline", text(12..12 + usize::try_from(inline).unwrap()));
        }
        BlockType::Reserved => {}
    }
    fields
}

#[test]
fn golden_blocks_have_the_fields_that_the_format_says() {
    let blocks = list("blocks.json");
    assert!(blocks.len() > 20);
    for block in blocks {
        let hex = block["hex"].as_str().unwrap();
        let bytes: Vec<u8> =
            (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect();
        let found = fields(&bytes);
        for (field, expected) in block["fields"].as_object().unwrap() {
            assert_eq!(found.get(field.as_str()), Some(expected), "{field} of {}", block["name"]);
        }
    }
}

fn fact(name: &str) -> Json {
    list("facts.json").into_iter().find(|fact| fact["name"] == name).unwrap()["expect"].clone()
}

/// The file of the fact `link_limit`: links of different names and one content.
fn links(count: u32) -> Vec<u8> {
    let index = |index| BlockIndex::new(index).unwrap();
    let text = |index: u32, text: &str| {
        let mut bytes = Head::string_reference(Order::new(1).unwrap(), BlockIndex::ZERO, 1).0.to_le_bytes().to_vec();
        bytes.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
        bytes.extend(text.as_bytes());
        bytes.resize(32, 0);
        (index, bytes)
    };
    let mut bytes = vec![0, 2, 2, 0, b'I', b'N', b'S', b'P', 0, 0, 0, 0, 0, 0, 0, 0];
    bytes.extend(text(1, "content").1);
    for link in 0..count {
        let at = 3 + 3 * link;
        bytes.extend(Head::value(BlockType::Link, Order::MINIMUM, BlockIndex::ZERO, index(at + 1)).0.to_le_bytes());
        bytes.extend(LinkWord::new(index(1), LinkDisposition::Child).unwrap().0.to_le_bytes());
        bytes.extend(text(at + 1, &format!("link {link}")).1);
    }
    bytes
}

#[test]
fn the_link_behind_the_limit_is_left_out() {
    let expected = fact("link_limit");
    let bytes = links(4097);
    let set = [("content".to_string(), file("stitch_other.bin"))];
    let found = stitched_answer(&bytes, &set, false);
    let last = 3 + 3 * 4096;
    assert_eq!(found["problems"], json!([{ "block": last, "kind": "link_limit" }]));
    let tree: Json = serde_json::from_str(found["tree"].as_str().unwrap()).unwrap();
    let root = tree["root"].as_object().unwrap();
    assert_eq!(root.len() as u64, expected["expanded"].as_u64().unwrap());
    assert!(root.values().all(|node| node["test"] == "Hello World"));
    assert!(!root.contains_key("link 4096"), "the link in the highest block is the one that is left out");

    let few = Options { link_limit: 2, ..Options::default() };
    let set = [LinkedFile::new("content", &*set[0].1)];
    let mut scratch = vec![0; 1 << 20];
    let mut problems = 0;
    let tree = Tree::stitch(&*bytes, &set, &mut scratch, few, &mut |_| problems += 1).unwrap();
    assert_eq!((tree.root().children().count(), problems), (2, 4095), "a caller may choose another limit");
}

#[test]
fn what_no_index_reaches_is_not_read_and_told_as_a_note() {
    const REACH: usize = 256 << 20;
    const LARGEST: usize = 2048;
    let mut bytes = vec![0; REACH + 32];
    bytes[..8].copy_from_slice(&[0, 2, 2, 0, b'I', b'N', b'S', b'P']);
    // Free blocks, as large as they get but for both ends.
    (LARGEST..REACH - LARGEST).step_by(LARGEST).for_each(|at| bytes[at] = 7);
    // The last block that an index reaches, and the first that none does: both have a type that there is not.
    bytes[REACH - 15] = 15;
    bytes[REACH + 1] = 15;
    let last = 0xff_ffff;
    let mut scratch = vec![0; scratch_words(bytes.len())];
    let mut told = |bytes: &[u8]| {
        let mut problems = Vec::new();
        Tree::read(bytes, &mut scratch, Options::default(), &mut |problem| note(&mut problems, problem)).unwrap();
        sorted(problems)
    };
    let unknown = json!({ "block": last, "kind": "unknown_type" });
    assert_eq!(told(&bytes), [json!({ "block": 0, "kind": "file_too_long" }), unknown.clone()]);
    assert_eq!(told(&bytes[..REACH]), [unknown]);
}

/// The kinds of section 13.7, and how much each matters.
const KINDS: [(&str, Severity); 35] = [
    ("recovered_locked", Severity::Problem),
    ("recovered_truncated", Severity::Problem),
    ("bad_header_order", Severity::Problem),
    ("bad_header_size", Severity::Problem),
    ("file_too_long", Severity::Note),
    ("stray_header", Severity::Problem),
    ("bad_order", Severity::Problem),
    ("block_past_end", Severity::Problem),
    ("unknown_type", Severity::Problem),
    ("reserved_bits", Severity::Note),
    ("name_missing", Severity::Problem),
    ("name_wrong_type", Severity::Problem),
    ("name_too_long", Severity::Problem),
    ("invalid_utf8", Severity::Problem),
    ("extent_short", Severity::Problem),
    ("extent_missing", Severity::Problem),
    ("extent_wrong_type", Severity::Problem),
    ("extent_cycle", Severity::Problem),
    ("extent_shared", Severity::Problem),
    ("buffer_bad_reference", Severity::Problem),
    ("buffer_unknown_format", Severity::Problem),
    ("array_bad_type", Severity::Problem),
    ("array_bad_format", Severity::Problem),
    ("array_count_too_large", Severity::Problem),
    ("array_bad_string", Severity::Problem),
    ("histogram_too_short", Severity::Problem),
    ("link_bad_content", Severity::Problem),
    ("link_unknown_disposition", Severity::Problem),
    ("orphan", Severity::Problem),
    ("self_parent", Severity::Problem),
    ("node_cycle", Severity::Problem),
    ("link_not_found", Severity::Problem),
    ("link_unreadable", Severity::Problem),
    ("link_cycle", Severity::Problem),
    ("link_limit", Severity::Problem),
];

/// The kinds that no fixture has, since its file would be too large: each has a test of its own here.
const WITHOUT_FIXTURE: [&str; 2] = ["file_too_long", "link_limit"];

#[test]
fn every_kind_of_problem_is_one_of_the_format_and_has_a_test_that_produces_it() {
    let kinds: Vec<_> = ProblemKind::ALL.iter().map(|kind| (kind.name(), kind.severity())).collect();
    assert_eq!(kinds, KINDS);
    // What is expected of the cases is what they produce: `every_case_is_answered_as_the_format_says`.
    let cases = list("cases.json");
    let expectations: Vec<_> =
        cases.iter().flat_map(|case| [case.get("expect"), case.get("recover")]).flatten().collect();
    let problems = expectations.iter().filter_map(|expectation| expectation["problems"].as_array()).flatten();
    let produced: Vec<&str> = problems.map(|problem| problem["kind"].as_str().unwrap()).collect();
    let lacking: Vec<_> = kinds.iter().map(|(name, _)| *name).filter(|name| !produced.contains(name)).collect();
    assert_eq!(lacking, WITHOUT_FIXTURE, "each kind is produced by a fixture, or by a test that is named here");

    let errors: BTreeSet<&str> = expectations.iter().filter_map(|expectation| expectation["error"].as_str()).collect();
    assert_eq!(errors, ["bad_magic", "locked", "too_short", "truncated", "unsupported_version"].into());
}

/// The file of the fact `deep_200000`: a chain of `depth` nodes, each in the one before.
fn chain(depth: u32) -> Vec<u8> {
    let mut bytes = vec![0, 2, 2, 0, b'I', b'N', b'S', b'P', 0, 0, 0, 0, 0, 0, 0, 0];
    bytes.extend([0, 9, 1, 0, 0, 0, 0, 0, b'd', 0, 0, 0, 0, 0, 0, 0]);
    for node in 2..depth + 2 {
        let parent = BlockIndex::new(if node == 2 { 0 } else { node - 1 }).unwrap();
        let head =
            Head::value(BlockType::Node, glassbox::inspect::block::Order::MINIMUM, parent, BlockIndex::new(1).unwrap());
        bytes.extend(head.0.to_le_bytes());
        bytes.extend(u64::from(node != depth + 1).to_le_bytes());
    }
    bytes
}

#[test]
fn a_chain_of_200000_nodes_is_an_ordinary_file() {
    let expected = fact("deep_200000");
    let bytes = chain(200_000);
    assert_eq!(bytes.len(), 3_200_032);
    let found = answer(&bytes, false);
    assert_eq!(found["problems"], expected["problems"]);
    let json = found["tree"].as_str().unwrap();
    assert_eq!(json.len() as u64, expected["json_bytes"].as_u64().unwrap());
    assert_eq!(format!("{:x}", Sha256::digest(json)), expected["json_sha256"].as_str().unwrap());
}

#[test]
fn a_value_alone_is_printed_as_in_its_tree() {
    let bytes = file("text_example.bin");
    let mut scratch = vec![0; scratch_words(bytes.len())];
    let tree = Tree::read(&*bytes, &mut scratch, recovering(false), &mut |_| {}).unwrap();
    let values: Vec<String> = tree
        .root()
        .properties()
        .map(|property| format!("{}:{}", json!(property.name().to_string()), property.value().json()))
        .collect();
    assert_eq!(values.len(), 9);
    assert!(tree.json().to_string().starts_with(&format!("{{\"root\":{{{},", values.join(","))));
}
