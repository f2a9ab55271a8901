//! What the writer must write, to the block: the facts of the format's reference and of its specification.
#![cfg(feature = "inspect")]
#![allow(missing_docs, clippy::unwrap_used, clippy::cast_possible_truncation)]

use glassbox::Region;
use glassbox::inspect::block::{BlockType, Head, Order};
use glassbox::inspect::{BookPlace, Config, Error, NodeHandle, Writer};

const ROOT: NodeHandle = NodeHandle::ROOT;

/// A writer whose file may fill its whole region, as the facts have it.
fn writer(region: &Region<4096>) -> Writer<'_> {
    Writer::new(region.memory(), &without_book()).unwrap()
}

fn without_book() -> Config<'static> {
    Config { book: BookPlace::Nowhere, ..Config::default() }
}

fn image(writer: &Writer) -> Vec<u8> {
    let mut bytes = vec![0; writer.current_size()];
    writer.file().copy_to(&mut bytes);
    bytes
}

fn word(image: &[u8], index: u32, half: usize) -> u64 {
    let at = index as usize * 16 + half * 8;
    u64::from_le_bytes(image[at..at + 8].try_into().unwrap())
}

/// Index, head and second word of every block.
fn blocks(image: &[u8]) -> Vec<(u32, Head, u64)> {
    let mut found = Vec::new();
    let mut at = 0;
    while (at as usize) < image.len() / 16 {
        let head = Head(word(image, at, 0));
        found.push((at, head, word(image, at, 1)));
        at += head.order().unwrap().units();
    }
    found
}

/// The heads of the free lists, found from the blocks alone: the free block that no other one names as the next.
fn free_heads(image: &[u8]) -> [u32; 8] {
    let free: Vec<_> = blocks(image).into_iter().filter(|(_, head, _)| head.is(BlockType::Free)).collect();
    std::array::from_fn(|order| {
        let order = Order::new(order as u8).unwrap();
        let list: Vec<_> = free.iter().filter(|(_, head, _)| head.order() == Some(order)).collect();
        let mut heads =
            list.iter().filter(|(index, ..)| !list.iter().any(|(_, other, _)| other.next().get() == *index));
        let head = heads.next().map_or(0, |(index, ..)| *index);
        assert!(heads.next().is_none(), "a list has one head");
        head
    })
}

fn count_of(image: &[u8], block_type: BlockType) -> usize {
    blocks(image).iter().filter(|(_, head, _)| head.is(block_type)).count()
}

#[test]
fn a_fresh_heap_has_its_free_blocks_in_order() {
    let region = Region::<4096>::new();
    let writer = writer(&region);
    assert_eq!(free_heads(&image(&writer)), [0, 2, 4, 8, 16, 32, 64, 128]);
    assert_eq!(writer.allocated_blocks(), 1);
    assert_eq!(word(&image(&writer), 0, 1), 0, "the generation of a new file");
}

#[test]
fn a_node_lies_before_its_name() {
    let region = Region::<4096>::new();
    let mut writer = writer(&region);
    let node = writer.create_node(ROOT, "test-node").unwrap();
    let image = image(&writer);
    assert_eq!(node.block(), 2);
    assert_eq!(Head(word(&image, 2, 0)).name().get(), 4);
    assert_eq!(blocks(&image).len(), 10);
    assert_eq!(free_heads(&image), [3, 6, 0, 8, 16, 32, 64, 128]);
    assert_eq!(word(&image, 0, 1), 2);
}

#[test]
fn an_int_and_its_short_name_take_two_units() {
    let region = Region::<4096>::new();
    let mut writer = writer(&region);
    let int = writer.create_int(ROOT, "test", 3).unwrap();
    let image = image(&writer);
    assert_eq!(int.block(), 2);
    assert_eq!(Head(word(&image, 2, 0)).name().get(), 3);
    assert_eq!(blocks(&image).len(), 9);
}

#[test]
fn free_lists_are_last_in_first_out() {
    let region = Region::<4096>::new();
    let mut writer = writer(&region);
    let a = writer.create_int(ROOT, "a", 0).unwrap();
    let b = writer.create_int(ROOT, "b", 0).unwrap();
    assert_eq!((a.block(), b.block()), (2, 4));
    assert_eq!(free_heads(&image(&writer)), [0, 6, 0, 8, 16, 32, 64, 128]);
    writer.delete(a).unwrap();
    assert_eq!(free_heads(&image(&writer)), [0, 2, 0, 8, 16, 32, 64, 128]);
    writer.delete(b).unwrap();
    assert_eq!(free_heads(&image(&writer)), [0, 2, 4, 8, 16, 32, 64, 128]);
}

#[test]
fn a_shared_name_is_stored_once() {
    let region = Region::<8192>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let nodes: Vec<_> =
        (0..100).map(|_| writer.create_node(ROOT, "a reference-counted canonical name").unwrap()).collect();
    assert_eq!(writer.allocated_blocks(), 102);
    let full = image(&writer);
    assert_eq!(count_of(&full, BlockType::StringReference), 1);
    let reference = blocks(&full).into_iter().find(|(_, head, _)| head.is(BlockType::StringReference)).unwrap();
    assert_eq!(reference.1.users(), 100);
    for node in nodes {
        writer.delete(node).unwrap();
    }
    assert_eq!(count_of(&image(&writer), BlockType::StringReference), 0);
}

#[test]
fn eighty_four_nodes_fit_in_a_page() {
    let region = Region::<4096>::new();
    let mut writer = writer(&region);
    for number in 0..84 {
        writer.create_node(ROOT, &format!("test-{number}")).unwrap();
    }
    let before = image(&writer);
    let counts = (writer.allocated_blocks() - writer.deallocated_blocks(), writer.generation());
    assert_eq!(writer.create_node(ROOT, "test-84"), Err(Error::Full));
    let after = image(&writer);
    let used = |image: &[u8]| {
        let mut blocks = blocks(image);
        blocks.retain(|(index, head, _)| *index != 0 && !head.is(BlockType::Free));
        blocks
    };
    assert_eq!(used(&before), used(&after), "a failure leaves every block in use as it was");
    assert_eq!(writer.allocated_blocks() - writer.deallocated_blocks(), counts.0);
    assert_eq!(writer.generation(), counts.1 + 2);
    assert_eq!(writer.failed_allocations(), 1);
}

#[test]
fn the_longest_name_fills_the_file() {
    let region = Region::<{ 256 << 10 }>::new();
    let start = || Writer::new(region.memory(), &without_book()).unwrap();
    let mut writer = start();
    writer.create_int(ROOT, &"x".repeat(260_092), 0).unwrap();
    let mut writer = start();
    assert_eq!(writer.create_int(ROOT, &"x".repeat(260_093), 0), Err(Error::Full));
    let empty = image(&writer);
    assert!(blocks(&empty)[1..].iter().all(|(_, head, _)| head.is(BlockType::Free)));
}

#[test]
fn a_value_costs_what_its_blocks_cost() {
    let region = Region::<8192>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let used = |writer: &Writer| -> u32 {
        blocks(&image(writer))
            .iter()
            .filter(|(_, head, _)| !head.is(BlockType::Free))
            .map(|(_, head, _)| head.order().unwrap().bytes())
            .sum()
    };
    for (name, cost) in [
        ("abcd", 32),
        ("abcd", 16),
        ("abcde", 48),
        ("abcdefghijklmnopqrst", 48),
        ("abcdefghijklmnopqrstu", 80),
        (&"y".repeat(52), 80),
    ] {
        let before = used(&writer);
        writer.create_int(ROOT, name, 0).unwrap();
        assert_eq!(used(&writer) - before, cost, "an int named {name:?}");
    }
}

#[test]
fn each_operation_moves_the_generation_by_two() {
    let region = Region::<4096>::new();
    let mut writer = writer(&region);
    let a = writer.create_int(ROOT, "a", 0).unwrap();
    let b = writer.create_int(ROOT, "b", 0).unwrap();
    let c = writer.create_int(ROOT, "c", 0).unwrap();
    writer.set(a, 10).unwrap();
    writer.add(b, 5).unwrap();
    writer.subtract(b, 10).unwrap();
    let image = image(&writer);
    assert_eq!(word(&image, 0, 1), 12);
    let name = |index| Head(word(&image, index, 0)).name().get();
    assert_eq!([a, b, c].map(|int| (int.block(), name(int.block()))), [(2, 3), (4, 5), (6, 7)]);
    assert_eq!([a, b, c].map(|int| writer.get(int).unwrap()), [10, -5, 0]);
}

#[test]
fn integers_stay_at_the_ends_of_their_type() {
    let region = Region::<4096>::new();
    let mut writer = writer(&region);
    let most = writer.create_uint(ROOT, "most", u64::MAX).unwrap();
    let high = writer.create_int(ROOT, "high", i64::MAX).unwrap();
    let none = writer.create_uint(ROOT, "none", 0).unwrap();
    let low = writer.create_int(ROOT, "low", i64::MIN).unwrap();
    writer.add(most, 2).unwrap();
    writer.add(high, 2).unwrap();
    writer.subtract(none, 1).unwrap();
    writer.subtract(low, 1).unwrap();
    assert_eq!(writer.get(most), Ok(u64::MAX));
    assert_eq!(writer.get(high), Ok(i64::MAX));
    assert_eq!(writer.get(none), Ok(0));
    assert_eq!(writer.get(low), Ok(i64::MIN));
}

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/data/inspect/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[test]
fn scalars_are_written_as_the_reference_writes_them() {
    let region = Region::<4096>::new();
    let mut writer = writer(&region);
    writer.create_int(ROOT, "a", -5).unwrap();
    writer.create_uint(ROOT, "b", 7).unwrap();
    writer.create_double(ROOT, "c", 1.5).unwrap();
    writer.create_bool(ROOT, "d", true).unwrap();
    assert_eq!(image(&writer), fixture("rw_scalars.bin"));
}

#[test]
fn a_deleted_node_with_a_child_becomes_a_tombstone_as_the_reference_has_it() {
    let region = Region::<4096>::new();
    let book = Region::<4096>::new();
    let config = Config { book: BookPlace::Elsewhere(book.memory()), ..Config::default() };
    let mut writer = Writer::new(region.memory(), &config).unwrap();
    let parent = writer.create_node(ROOT, "parent").unwrap();
    let child = writer.create_node(parent, "child").unwrap();
    writer.create_int(child, "v", 3).unwrap();
    writer.delete(parent).unwrap();
    let (ours, theirs) = (image(&writer), fixture("rw_tombstone.bin"));
    assert_eq!(ours.len(), theirs.len());
    for (index, head, _) in blocks(&theirs) {
        let start = index as usize * 16;
        let end = start + if head.is(BlockType::Free) { 8 } else { head.order().unwrap().bytes() as usize };
        assert_eq!(ours[start..end], theirs[start..end], "block {index}");
    }
}

#[test]
fn a_file_holds_as_many_ints_as_its_units_allow() {
    fn count<const N: usize>() -> usize {
        let region = Box::new(Region::<N>::new());
        let mut writer = Writer::new(region.memory(), &without_book()).unwrap();
        (0..N).take_while(|number| writer.create_int(ROOT, &format!("{number:04x}"), 1).is_ok()).count()
    }
    assert_eq!(count::<4096>(), 127);
    assert_eq!(count::<{ 256 << 10 }>(), 8191);

    let region = Region::<4096>::new();
    let book = Region::<4096>::new();
    let config = Config { book: BookPlace::Elsewhere(book.memory()), ..Config::default() };
    let mut writer = Writer::new(region.memory(), &config).unwrap();
    let shared = (0..4096).take_while(|_| writer.create_int(ROOT, "name", 1).is_ok()).count();
    assert_eq!(shared, (4096 - 32 - 16) / 16, "a value with a shared name takes one unit");
}

#[test]
fn a_writer_takes_at_most_192_bytes() {
    assert!(size_of::<Writer>() <= 192, "{} bytes", size_of::<Writer>());
}
