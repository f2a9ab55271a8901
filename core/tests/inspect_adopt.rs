//! A new writer takes over the file of one that is gone, as after a warm reset.
// Under Miri, `inspect_model` runs the same code in less time.
#![cfg(all(feature = "inspect", feature = "json", not(miri)))]
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use glassbox::inspect::block::{BlockIndex, BlockType, Head, LinkDisposition};
use glassbox::inspect::reader::{Options, ProblemKind, ReadError, Tree, scratch_words};
use glassbox::inspect::{Adoption, BookPlace, Config, Error, NodeHandle, Unfit, Writer, kind};
use glassbox::{Memory, Region};

const ROOT: NodeHandle = NodeHandle::ROOT;
const SIZE: usize = 8192;
const SIZE_32: u32 = 8192;

fn bytes_of(memory: Memory) -> Vec<u8> {
    let mut bytes = vec![0; memory.len()];
    memory.copy_to(&mut bytes);
    bytes
}

fn json(writer: &Writer) -> String {
    let bytes = bytes_of(writer.file());
    let mut scratch = vec![0; scratch_words(bytes.len())];
    let tree = Tree::read(&bytes[..], &mut scratch, Options::default(), &mut |problem| panic!("{problem:?}")).unwrap();
    tree.json().to_string()
}

fn adopted<'m>(region: Memory<'m>, config: &Config<'m>) -> Result<Writer<'m>, Error> {
    let mut writer = Writer::unstarted(region);
    writer.adopt(config, &mut vec![0; scratch_words(region.len())])?;
    Ok(writer)
}

/// A region whose bytes a test can change behind a writer's back.
struct Bytes(Vec<u64>);

impl Bytes {
    fn of(memory: Memory) -> Self {
        Self(bytes_of(memory).chunks(8).map(|word| u64::from_ne_bytes(word.try_into().unwrap())).collect())
    }

    fn memory(&mut self) -> Memory<'_> {
        Memory::from_bytes(self.bytes()).unwrap()
    }

    fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: every eight bytes are a number, and every number is eight bytes.
        let (_, bytes, _) = unsafe { self.0.align_to_mut() };
        bytes
    }

    /// The head of a block.
    fn head(&mut self, block: u32) -> Head {
        let at = block as usize * 16;
        Head(u64::from_le_bytes(self.bytes()[at..at + 8].try_into().unwrap()))
    }

    fn set(&mut self, at: usize, bytes: &[u8]) {
        self.bytes()[at..at + bytes.len()].copy_from_slice(bytes);
    }
}

/// Writes one value of each kind.
fn fill(writer: &mut Writer) -> String {
    let radio = writer.create_node(ROOT, "radio").unwrap();
    writer.create_int(radio, "rssi", -71).unwrap();
    writer.create_uint(radio, "packets", 5).unwrap();
    writer.create_double(radio, "load", 0.5).unwrap();
    writer.create_bool(radio, "on", true).unwrap();
    writer.create_string(radio, "state", "connected to the one with the long name").unwrap();
    writer.create_bytes(radio, "mac", &[1, 2, 3]).unwrap();
    let text = writer.create_text(radio, "line", 100).unwrap();
    writer.set_text(text, "ready").unwrap();
    let names = writer.create_string_array(radio, "names", 3).unwrap();
    writer.string_array_set(names, 1, "radio").unwrap();
    let counts = writer.create_linear_histogram::<kind::UintLinear>(radio, "times", 0, 10, 3).unwrap();
    writer.insert(counts, 15).unwrap();
    writer.create_link(ROOT, "lazy", "lazy-41", LinkDisposition::Child).unwrap();
    json(writer)
}

#[test]
fn an_adopted_file_goes_on_as_it_was() {
    let region = Region::<SIZE>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let shown = fill(&mut writer);
    let (generation, blocks) = (writer.generation(), writer.allocated_blocks() - writer.deallocated_blocks());
    let radio: NodeHandle = writer.find(ROOT, "radio").unwrap().unwrap();

    let mut writer = adopted(region.memory(), &Config::default()).unwrap();
    assert_eq!(json(&writer), shown);
    assert_eq!(writer.generation(), generation + 2);
    assert_eq!(writer.allocated_blocks(), blocks);
    assert_eq!(writer.statistics(0)[3], 1, "the links are counted");
    assert_eq!(writer.create_int(radio, "x", 1), Err(Error::ForeignHandle), "a handle of the old writer");
    assert_eq!(writer.unique_name("x", &mut [0; 8]), Ok("x42"), "names in use are not given out again");

    let packets = writer.open::<kind::Uint>(&["radio"], "packets").unwrap().unwrap();
    writer.add(packets, 1).unwrap();
    assert!(json(&writer).contains(r#""packets":6"#));
    assert_eq!(writer.open::<kind::Int>(&["radio"], "packets").unwrap(), None, "of another kind");
    assert_eq!(writer.open::<kind::Int>(&["audio"], "packets").unwrap(), None);
    let radio: NodeHandle = writer.find(ROOT, "radio").unwrap().unwrap();
    assert_eq!(writer.children::<kind::Uint>(radio).unwrap().collect::<Vec<_>>(), [packets]);
    assert_eq!(writer.get_name(packets, &mut [0; 8]), Ok("packets"));

    let before = writer.allocated_blocks();
    writer.create_int(ROOT, "packets", 1).unwrap();
    assert_eq!(writer.allocated_blocks(), before + 1, "the name is shared with the adopted one");

    writer.delete(radio).unwrap();
    for name in ["lazy", "packets"] {
        if let Some(link) = writer.find::<kind::Link>(ROOT, name).unwrap() {
            writer.delete(link).unwrap();
        }
        if let Some(int) = writer.find::<kind::Int>(ROOT, name).unwrap() {
            writer.delete(int).unwrap();
        }
    }
    assert_eq!(json(&writer), r#"{"root":{}}"#);
    assert_eq!(writer.allocated_blocks() - writer.deallocated_blocks(), 1, "adopted values go with their node");
}

#[test]
fn adopting_again_and_again_costs_nothing() {
    let region = Region::<SIZE>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    fill(&mut writer);
    let (shown, size) = (json(&writer), writer.current_size());
    for _ in 0..100 {
        writer = adopted(region.memory(), &Config::default()).unwrap();
        let node = writer.create_node(ROOT, "boot").unwrap();
        writer.create_string(node, "reason", "a reason of more than twenty bytes").unwrap();
        writer.delete_tree(node).unwrap();
    }
    assert_eq!((json(&writer), writer.current_size()), (shown, size));
}

#[test]
fn what_nobody_reaches_is_freed() {
    let region = Region::<SIZE>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let kept = writer.create_int(ROOT, "kept", 1).unwrap();
    let node = writer.create_node(ROOT, "gone").unwrap();
    let inner = writer.create_node(node, "inner").unwrap();
    writer.create_string(inner, "text", &"x".repeat(2100)).unwrap();
    writer.create_bytes(inner, "bytes", &[7; 1000]).unwrap();
    writer.delete(node).unwrap();
    let mut bytes = Bytes::of(region.memory());
    let name = bytes.head(kept.block()).name();
    let users = bytes.head(name.get()).with_users(700);
    bytes.set(name.get() as usize * 16, &users.0.to_le_bytes());

    let writer = adopted(bytes.memory(), &Config::default()).unwrap();
    assert_eq!(json(&writer), r#"{"root":{"kept":1}}"#);
    assert_eq!(writer.allocated_blocks(), 3, "the header, the value and its name");
    assert_eq!(bytes.head(name.get()).users(), 1, "users are counted again");

    let mut writer = adopted(bytes.memory(), &Config::default()).unwrap();
    let kept = writer.find::<kind::Int>(ROOT, "kept").unwrap().unwrap();
    writer.delete(kept).unwrap();
    let shown = bytes_of(writer.file());
    let fresh = Region::<SIZE>::new();
    let fresh = Writer::new(fresh.memory(), &Config::default()).unwrap();
    let free = |bytes: &[u8]| {
        let mut free = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let head = Head(u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()));
            free.push((at, head.raw_order(), head.is(BlockType::Free)));
            at += head.order().unwrap().bytes() as usize;
        }
        free
    };
    let expected = free(&bytes_of(fresh.file()));
    assert_eq!(free(&shown)[..expected.len()], expected, "free blocks are merged");
}

/// Checks that a region is not adopted, for this reason, and that no byte of it changes.
fn refused(bytes: &mut Bytes, config: &Config<'static>, expected: Unfit) {
    let before = bytes.0.clone();
    let result = adopted(bytes.memory(), config).map(|_| ());
    assert_eq!(result, Err(Error::NotAdoptable(expected)));
    assert!(bytes.0 == before, "a refused region was changed");
}

fn filled() -> Bytes {
    let region = Region::<SIZE>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    fill(&mut writer);
    Bytes::of(region.memory())
}

#[test]
fn foreign_and_broken_bytes_are_refused_by_name() {
    let config = Config::default();
    refused(&mut Bytes(vec![0; SIZE / 8]), &config, Unfit::Unreadable(ReadError::BadMagic));
    let mut bytes = filled();
    bytes.set(8, &u64::to_le_bytes(33));
    refused(&mut bytes, &config, Unfit::Unreadable(ReadError::Locked { attempts: 1 }));
    bytes.set(8, &glassbox::FROZEN.to_le_bytes());
    refused(&mut bytes, &config, Unfit::Frozen);
    let mut bytes = filled();
    bytes.set(2, &[1, 0]);
    refused(&mut bytes, &config, Unfit::Older);
    let mut bytes = filled();
    bytes.set(16, &u32::to_le_bytes(SIZE_32));
    refused(&mut bytes, &config, Unfit::TooLarge);
    let mut bytes = filled();
    bytes.set(16, &u32::to_le_bytes(SIZE_32 + 16));
    refused(&mut bytes, &config, Unfit::Unreadable(ReadError::Truncated { allocated: SIZE_32 + 16 }));
    // A problem, and a note, which says that another program wrote here.
    let mut bytes = filled();
    bytes.set(2 * 16 + 5, &[0xff, 0xff, 0x7f]);
    let block = BlockIndex::new(2).unwrap();
    refused(&mut bytes, &config, Unfit::Problem { kind: ProblemKind::NameMissing, block });
    let mut bytes = filled();
    bytes.set(2 * 16, &[0x10]);
    refused(&mut bytes, &config, Unfit::Problem { kind: ProblemKind::ReservedBits, block });
}

#[test]
fn a_reason_has_a_name_and_a_block() {
    let block = BlockIndex::new(7).unwrap();
    for (unfit, name, at) in [
        (Unfit::Unreadable(ReadError::BadMagic), "bad_magic", 0),
        (Unfit::Problem { kind: ProblemKind::NodeCycle, block }, "node_cycle", 7),
        (Unfit::Frozen, "frozen", 0),
        (Unfit::Older, "older", 0),
        (Unfit::TooLarge, "too_large", 0),
        (Unfit::Misplaced(block), "misplaced", 7),
    ] {
        assert_eq!((unfit.name(), unfit.block().get()), (name, at));
    }
}

#[test]
fn blocks_that_no_buddy_allocator_made_are_refused() {
    let mut bytes = Bytes(vec![0; SIZE / 8]);
    bytes.set(0, &Head::header().0.to_le_bytes());
    bytes.set(16, &u32::to_le_bytes(4096));
    // A free unit, then a block of two units at an odd index.
    bytes.set(3 * 16, &[1]);
    refused(&mut bytes, &Config::default(), Unfit::Misplaced(BlockIndex::new(3).unwrap()));
}

#[test]
fn a_book_that_fits_no_more_is_an_error() {
    let region = Region::<SIZE>::new();
    let nowhere = Config { book: BookPlace::Nowhere, ..Config::default() };
    let mut writer = Writer::new(region.memory(), &nowhere).unwrap();
    for number in 0.. {
        if writer.create_int(ROOT, &format!("{number}"), 0).is_err() {
            break;
        }
    }
    assert_eq!(writer.current_size(), SIZE);
    let result = adopted(region.memory(), &Config::default()).map(|_| ());
    assert_eq!(result, Err(Error::NotAdoptable(Unfit::TooLarge)));
    adopted(region.memory(), &nowhere).unwrap();
    let few = adopted_with_scratch(region.memory(), &nowhere, 3);
    assert_eq!(few, Err(Error::ScratchTooSmall { needed: scratch_words(SIZE) }));
}

fn adopted_with_scratch(region: Memory<'_>, config: &Config<'static>, words: usize) -> Result<(), Error> {
    Writer::unstarted(region).adopt(config, &mut vec![0; words])
}

#[test]
fn a_writer_that_died_in_a_section_is_followed_by_one_that_closes_it() {
    let region = Region::<SIZE>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let shown = fill(&mut writer);
    let generation = writer.generation();
    writer.begin_transaction().unwrap();

    let mut scratch = vec![0; scratch_words(SIZE)];
    let mut writer = Writer::unstarted(region.memory());
    let locked = Error::NotAdoptable(Unfit::Unreadable(ReadError::Locked { attempts: 1 }));
    assert_eq!(writer.adopt(&Config::default(), &mut scratch), Err(locked));
    assert_eq!(writer.adopt_or_start(&Config::default(), &mut scratch), Ok(Adoption::Closed));
    assert_eq!((json(&writer), writer.generation()), (shown.clone(), generation + 2));

    let mut writer = Writer::unstarted(region.memory());
    assert_eq!(writer.adopt_or_start(&Config::default(), &mut scratch), Ok(Adoption::Whole));
    assert_eq!(json(&writer), shown);
}

#[test]
fn a_half_written_file_gives_way_to_a_fresh_one() {
    let mut bytes = filled();
    bytes.set(8, &u64::to_le_bytes(33));
    bytes.set(2 * 16 + 5, &[0xff, 0xff, 0x7f]);
    let mut scratch = vec![0; scratch_words(SIZE)];
    let mut writer = Writer::unstarted(bytes.memory());
    let reason = Unfit::Problem { kind: ProblemKind::NameMissing, block: BlockIndex::new(2).unwrap() };
    assert_eq!(writer.adopt_or_start(&Config::default(), &mut scratch), Ok(Adoption::Fresh(reason)));
    assert_eq!(json(&writer), r#"{"root":{}}"#);
    assert_eq!(writer.generation(), 34, "readers of the old file notice");
    let mut nothing = Bytes(vec![0; SIZE / 8]);
    let mut writer = Writer::unstarted(nothing.memory());
    let reason = Unfit::Unreadable(ReadError::BadMagic);
    assert_eq!(writer.adopt_or_start(&Config::default(), &mut scratch), Ok(Adoption::Fresh(reason)));
}
