//! Targeted reads: paths, and values read where they lie while a writer runs.
#![allow(missing_docs, clippy::panic)]

mod inspect_file;

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use glassbox::inspect::reader::{
    Location, LocationError, Number, Options, Patience, Scalar, Snapshot, Tree, scratch_words,
};
use glassbox::inspect::{Config, NodeHandle, Writer};
use glassbox::{Memory, Region};
use inspect_file::File;

fn with_tree<R>(memory: Memory<'_>, f: impl FnOnce(&Tree<'_>) -> R) -> R {
    let mut buffer = vec![0; memory.len()];
    let mut scratch = vec![0; scratch_words(memory.len())];
    let snapshot = Snapshot::take(memory, &mut buffer, Patience::default()).unwrap();
    let tree = Tree::read(snapshot.bytes(), &mut scratch, Options::default(), &mut |problem| panic!("{problem:?}"));
    f(&tree.unwrap())
}

fn locate(memory: Memory<'_>, path: &str) -> Location {
    with_tree(memory, |tree| {
        let entry = tree.find(path).unwrap_or_else(|| panic!("nothing at {path}"));
        entry.property().unwrap_or_else(|| panic!("{path} is a node")).location()
    })
}

fn patience(attempts: u32) -> Patience {
    Patience { attempts, ..Patience::default() }
}

#[test]
fn a_path_leads_to_the_first_entry_of_each_name() {
    let mut file = File::new();
    let a = file.node(0, "a");
    let again = file.node(0, "a");
    file.int(again, "late", 1);
    let slash = file.node(a, "x/y");
    let backslash = file.int(slash, "\\", 2);
    let nameless = file.node(a, "");
    let below = file.int(nameless, "b", 3);
    let property = file.int(0, "a", 4);
    let mut scratch = vec![0; scratch_words(file.bytes().len())];
    let tree = Tree::read(file.bytes(), &mut scratch, Options::default(), &mut |_| {}).unwrap();
    let block = |path| tree.find(path).map(|entry| entry.block().get());
    assert_eq!(block(""), Some(0));
    assert_eq!(block("a"), Some(property), "properties come before nodes");
    assert_eq!(block("a/x\\/y"), Some(slash));
    assert_eq!(block("a/x\\/y/\\\\"), Some(backslash));
    assert_eq!(block("a/x\\/y/\\"), Some(backslash), "a backslash at the very end stands for itself");
    assert_eq!(block("\\a/\\x\\/y"), Some(slash), "a backslash makes no difference to other characters");
    assert_eq!(block("a/"), Some(nameless));
    assert_eq!(block("a//b"), Some(below));
    for path in ["a/late", "a/x/y", "b", "a/b", "/", "a/x\\/", "A"] {
        assert_eq!(block(path), None, "{path}");
    }
}

#[test]
fn each_kind_of_value_is_read_where_it_lies() {
    let region = Region::<8192>::new();
    let memory = region.memory();
    let mut writer = Writer::new(memory, &Config::default()).unwrap();
    let node = writer.create_node(NodeHandle::ROOT, "node").unwrap();
    let int = writer.create_int(node, "int", -1).unwrap();
    writer.create_uint(node, "uint", u64::MAX).unwrap();
    writer.create_double(node, "double", 1.5).unwrap();
    let bool = writer.create_bool(node, "bool", false).unwrap();
    let long = "long ".repeat(100);
    let string = writer.create_string(node, "string", "short").unwrap();
    writer.create_bytes(node, "bytes", long.as_bytes()).unwrap();
    let at = |name: &str| locate(memory, &format!("node/{name}"));
    let read = |location: Location| location.read(memory, Patience::default()).map(|read| read.value);

    let (int_at, bool_at, string_at) = (at("int"), at("bool"), at("string"));
    assert_eq!(read(int_at), Ok(Scalar::Number(Number::Int(-1))));
    assert_eq!(read(at("uint")), Ok(Scalar::Number(Number::Uint(u64::MAX))));
    assert_eq!(read(at("double")), Ok(Scalar::Number(Number::Double(1.5))));
    assert_eq!(read(bool_at), Ok(Scalar::Bool(false)));
    assert_eq!(read(string_at), Err(LocationError::WrongKind));

    writer.set(int, 7).unwrap();
    writer.set(bool, true).unwrap();
    writer.set_string(string, &long).unwrap();
    assert_eq!(read(int_at), Ok(Scalar::Number(Number::Int(7))));
    assert_eq!(read(bool_at), Ok(Scalar::Bool(true)));
    for name in ["string", "bytes"] {
        let mut buffer = [0; 500];
        let read = at(name).read_bytes(memory, &mut buffer, Patience::default()).unwrap();
        assert_eq!((read.value, read.generation), (500, writer.generation()));
        assert_eq!(buffer, long.as_bytes());
        let refused = at(name).read_bytes(memory, &mut buffer[..499], Patience::default());
        assert_eq!(refused, Err(LocationError::BufferTooSmall { needed: 500 }));
    }
    let refused = int_at.read_bytes(memory, &mut [0; 8], Patience::default());
    assert_eq!(refused, Err(LocationError::WrongKind));
    assert_eq!(int_at.read_slot(memory, 0, Patience::default()), Err(LocationError::WrongKind));
}

#[test]
fn a_slot_of_an_array_is_read_alone() {
    let region = Region::<4096>::new();
    let memory = region.memory();
    let mut writer = Writer::new(memory, &Config::default()).unwrap();
    let array = writer.create_array::<glassbox::inspect::kind::IntArray>(NodeHandle::ROOT, "array", 3).unwrap();
    writer.create_string_array(NodeHandle::ROOT, "texts", 3).unwrap();
    let location = locate(memory, "array");
    writer.array_set(array, 2, -9).unwrap();
    let read = |slot| location.read_slot(memory, slot, Patience::default()).map(|read| read.value);
    assert_eq!(read(0), Ok(Number::Int(0)));
    assert_eq!(read(2), Ok(Number::Int(-9)));
    assert_eq!(read(3), Err(LocationError::OutOfRange));
    let texts = locate(memory, "texts");
    assert_eq!(texts.read_slot(memory, 0, Patience::default()), Err(LocationError::WrongKind));
}

/// Locates an int in one file, puts another file with an int in the same block in its place, and reads.
fn reused(before: [&str; 2], after: [&str; 2]) -> Result<Scalar, LocationError> {
    let file = |[node, name]: [&str; 2], value| {
        let mut file = File::new();
        let node = file.node(0, node);
        let int = file.int(node, name, value);
        (int, file.into_bytes())
    };
    let (before_at, before) = file(before, 1);
    let (after_at, after) = file(after, 2);
    assert_eq!((before_at, before.len()), (after_at, after.len()));
    let words = |bytes: &[u8]| -> Vec<u64> {
        bytes.chunks(8).map(|bytes| u64::from_ne_bytes(bytes.try_into().unwrap())).collect()
    };
    let (mut old, mut new) = (words(&before), words(&after));
    // SAFETY: the words are aligned, and nobody else uses them.
    let memory = |words: &mut [u64]| unsafe { Memory::from_raw(words.as_mut_ptr().cast(), words.len() * 8) }.unwrap();
    let location = with_tree(memory(&mut old), |tree| {
        let node = tree.root().children().next().unwrap();
        node.properties().next().unwrap().location()
    });
    location.read(memory(&mut new), Patience::default()).map(|read| read.value)
}

#[test]
fn a_value_in_the_same_block_under_another_name_is_not_taken_for_it() {
    let read = Ok(Scalar::Number(Number::Int(2)));
    assert_eq!(reused(["node", "a"], ["node", "a"]), read, "it is the same again");
    for (before, after) in [
        (["node", "a"], ["node", "b"]),
        (["node", "a"], ["edon", "a"]),
        (["node", "temperature 1"], ["node", "temperature 2"]),
        (["sensor_1", "a"], ["sensor_2", "a"]),
        (["node", "name"], ["node", "nam"]),
    ] {
        assert_eq!(reused(before, after), Err(LocationError::Reused), "{before:?} {after:?}");
    }
    let long = |end| format!("{}{end}", "x".repeat(51));
    assert_eq!(reused(["node", &long('1')], ["node", &long('2')]), Err(LocationError::Reused));
}

#[test]
fn a_value_that_was_deleted_is_gone() {
    let region = Region::<4096>::new();
    let memory = region.memory();
    let mut writer = Writer::new(memory, &Config::default()).unwrap();
    let node = writer.create_node(NodeHandle::ROOT, "node").unwrap();
    let int = writer.create_int(node, "int", 1).unwrap();
    writer.create_int(node, "other", 1).unwrap();
    let location = locate(memory, "node/int");
    writer.delete(int).unwrap();
    assert_eq!(location.read(memory, Patience::default()), Err(LocationError::Reused));
}

#[test]
fn a_value_below_a_deleted_node_is_gone() {
    let region = Region::<4096>::new();
    let memory = region.memory();
    let mut writer = Writer::new(memory, &Config::default()).unwrap();
    let node = writer.create_node(NodeHandle::ROOT, "node").unwrap();
    let below = writer.create_node(node, "below").unwrap();
    writer.create_int(below, "int", 1).unwrap();
    let location = locate(memory, "node/below/int");
    writer.delete(node).unwrap();
    assert_eq!(location.read(memory, Patience::default()), Err(LocationError::Reused));
}

#[test]
fn users_of_its_name_that_come_and_go_do_not_matter() {
    let region = Region::<4096>::new();
    let memory = region.memory();
    let mut writer = Writer::new(memory, &Config::default()).unwrap();
    writer.create_int(NodeHandle::ROOT, "name", 1).unwrap();
    let location = locate(memory, "name");
    let node = writer.create_node(NodeHandle::ROOT, "name").unwrap();
    writer.create_string(node, "name", "name").unwrap();
    assert_eq!(location.read(memory, Patience::default()).unwrap().value, Scalar::Number(Number::Int(1)));
}

#[test]
fn a_file_that_is_being_written_is_locked() {
    let region = Region::<4096>::new();
    let memory = region.memory();
    let mut writer = Writer::new(memory, &Config::default()).unwrap();
    writer.create_int(NodeHandle::ROOT, "int", 1).unwrap();
    let location = locate(memory, "int");
    writer.begin_transaction().unwrap();
    assert_eq!(location.read(memory, patience(3)), Err(LocationError::Locked { attempts: 3 }));
    writer.end_transaction().unwrap();
    assert!(location.read(memory, patience(1)).is_ok());
}

#[test]
fn a_value_is_read_beside_a_writer_that_never_rests() {
    const READS: u32 = if cfg!(miri) { 20 } else { 20_000 };
    static REGION: Region<4096> = Region::new();
    static STOP: AtomicBool = AtomicBool::new(false);
    let mut writer = Writer::new(REGION.memory(), &Config::default()).unwrap();
    let node = writer.create_node(NodeHandle::ROOT, "node").unwrap();
    let value = writer.create_uint(node, "value", 0).unwrap();
    let location = locate(REGION.memory(), "node/value");
    let writes = thread::spawn(move || {
        while !STOP.load(Ordering::Relaxed) {
            // Other blocks come and go meanwhile.
            let other = writer.create_string(node, "other", "text").unwrap();
            writer.add(value, 1).unwrap();
            writer.delete(other).unwrap();
        }
        writer.get(value).unwrap()
    });
    let mut last = 0;
    let mut generation = 0;
    for _ in 0..READS {
        let read = match location.read(REGION.memory(), Patience { pause: thread::yield_now, ..Patience::default() }) {
            Ok(read) => read,
            Err(LocationError::Contended { .. } | LocationError::Locked { .. }) => continue,
            Err(error) => panic!("{error}"),
        };
        let Scalar::Number(Number::Uint(value)) = read.value else { panic!("{:?}", read.value) };
        assert!(value >= last && read.generation >= generation, "time went back");
        (last, generation) = (value, read.generation);
    }
    STOP.store(true, Ordering::Relaxed);
    assert!(writes.join().unwrap() >= last);
}
