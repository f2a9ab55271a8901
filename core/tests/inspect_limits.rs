//! The ends of what there can be: the smallest and the largest regions, counters that wrap or stick, books without room.
#![cfg(all(feature = "inspect", feature = "read"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::cast_possible_truncation)]

mod scan;

use glassbox::inspect::kind::{self, Kind};
use glassbox::inspect::reader::scratch_words;
use glassbox::inspect::{AnyHandle, BookPlace, Config, Error, Handle, NodeHandle, Writer};
use glassbox::{BadMemory, FROZEN, Memory};
use scan::shared::Shared;
use scan::{File, Moment, Value, aligned, copy, decode};

const ROOT: NodeHandle = NodeHandle::ROOT;

fn without_book() -> Config<'static> {
    Config { book: BookPlace::Nowhere, ..Config::default() }
}

fn file(writer: &Writer) -> File {
    decode(&copy(writer.file()), Moment::AtRest)
}

/// Fills a region, empties it, and checks that nothing is lost on the way.
fn fill_and_empty(memory: Memory, config: &Config, name: &str) -> usize {
    let mut writer = Writer::new(memory, config).unwrap();
    let empty = file(&writer);
    assert_eq!(empty.used, 1);
    let mut handles = Vec::new();
    let full = loop {
        match writer.create_string(ROOT, name, &"x".repeat(handles.len() % 41)) {
            Ok(handle) => handles.push(handle),
            Err(reason) => break reason,
        }
    };
    assert_eq!(full, Error::Full);
    assert_eq!(writer.current_size(), writer.maximum_size());
    assert_eq!(file(&writer).values.len(), handles.len());
    for handle in handles.iter().step_by(2).chain(handles.iter().skip(1).step_by(2)) {
        writer.delete(*handle).unwrap();
    }
    assert_eq!(file(&writer).used, 1);
    handles.len()
}

#[test]
fn every_size_of_a_region_is_used_to_its_last_unit() {
    let sizes = (64..400).chain([2040, 2047, 2048, 2049, 2064, 4080, 4095, 4096, 4112, 4128, 6160, 8191, 8208, 9999]);
    for size in sizes.step_by(if cfg!(miri) { 50 } else { 1 }) {
        let mut bytes = vec![0xa5; size + 8];
        let memory = aligned(&mut bytes, size);
        assert_eq!(Writer::new(memory, &without_book()).unwrap().maximum_size(), size / 16 * 16);
        let most = fill_and_empty(memory, &without_book(), "name");
        assert!(most > 0 || size < 80, "{size} bytes have room for a value, its name and a text");
        fill_and_empty(memory, &Config::default(), "a longer name");
    }
}

#[test]
fn the_smallest_region_holds_a_value_with_a_short_name() {
    let shared = Shared::new(64);
    let mut writer = Writer::new(shared.memory(), &Config::default()).unwrap();
    let int = writer.create_int(ROOT, "four", 1).unwrap();
    assert_eq!(writer.create_int(ROOT, "four", 1), Err(Error::Full));
    writer.add(int, 1).unwrap();
    assert_eq!(file(&writer).values[&int.block()].value, Value::Int(2));
    writer.delete(int).unwrap();
    assert_eq!(writer.create_int(ROOT, "fiver", 1), Err(Error::Full));
    writer.create_int(ROOT, "four", 1).unwrap();
}

#[test]
#[cfg_attr(miri, ignore = "fills 128 MiB")]
fn a_region_beyond_128_mib_is_refused() {
    const MOST: usize = 128 << 20;
    let mut bytes = vec![0; MOST + 24];
    let memory = aligned(&mut bytes, MOST + 16);
    assert_eq!(Writer::new(memory, &Config::default()).err(), Some(Error::BadRegion(BadMemory::TooLarge)));
    assert_eq!(Writer::new(memory, &without_book()).err(), Some(Error::BadRegion(BadMemory::TooLarge)));
    assert!(bytes[..4096].iter().all(|byte| *byte == 0), "nothing was written");
    let writer = Writer::new(aligned(&mut bytes, MOST), &without_book()).unwrap();
    assert_eq!((writer.maximum_size(), writer.current_size()), (MOST, 4096));
}

#[test]
fn a_book_without_room_is_refused_before_anything_is_written() {
    let (region, book) = (Shared::new(4096), Shared::new(4096));
    let slots = |string_slots| Config { string_slots: Some(string_slots), ..Config::default() };
    for many in [1 << 10, 1 << 12, 1 << 20, u32::MAX] {
        assert_eq!(Writer::new(region.memory(), &slots(many)).err(), Some(Error::BadRegion(BadMemory::TooSmall)));
    }
    let small = book.memory();
    let elsewhere =
        |string_slots, serials| Config { book: BookPlace::Elsewhere(small), string_slots: Some(string_slots), serials };
    // A count, four slots of 4 bytes in a unit, and 2 bytes for each unit of the region.
    assert_eq!(
        Writer::new(region.memory(), &elsewhere(1024, true)).err(),
        Some(Error::BufferTooSmall { needed: 16 + 4096 + 512 })
    );
    assert_eq!(
        Writer::new(region.memory(), &elsewhere(1024, false)).err(),
        Some(Error::BufferTooSmall { needed: 16 + 4096 })
    );
    assert!(copy(region.memory()).iter().chain(&copy(small)).all(|byte| *byte == 0), "nothing was written");
    let exact = Shared::new(16 + 2048 + 512);
    let config = Config { book: BookPlace::Elsewhere(exact.memory()), string_slots: Some(1023), serials: true };
    assert_eq!(Writer::new(region.memory(), &config).unwrap().maximum_size(), 4096);
    fill_and_empty(region.memory(), &config, "name");
}

/// A file that ended in the middle of a page, and goes on there: what was its last block joins the first new one.
#[test]
fn a_file_adopted_with_more_room_grows_without_a_seam() {
    for size in [1024, 1536, 2048, 3000, 5000] {
        let mut bytes = vec![0xa5; size + 8];
        let memory = aligned(&mut bytes, size);
        let mut old = Writer::new(memory, &Config::default()).unwrap();
        while old.create_int(ROOT, "int", 1).is_ok() {}
        let ints: Vec<_> = old.children::<kind::Int>(ROOT).unwrap().collect();
        for int in ints.iter().skip(1) {
            old.delete(*int).unwrap();
        }
        let small = old.current_size();
        let mut writer = Writer::unstarted(memory);
        writer.adopt(&without_book(), &mut vec![0; scratch_words(size)]).unwrap();
        assert_eq!((writer.current_size(), writer.maximum_size()), (small, size / 16 * 16));
        // What is too large makes the file grow all the same.
        while writer.create_array::<kind::IntArray>(ROOT, "large", 254).is_ok() {}
        assert!(writer.current_size() > small);
        file(&writer);
        let mut texts = Vec::new();
        while let Ok(text) = writer.create_string(ROOT, "text", &"x".repeat(100)) {
            texts.push(text);
        }
        file(&writer);
        for text in texts {
            writer.delete(text).unwrap();
        }
        file(&writer);
    }
}

#[test]
fn a_new_start_goes_on_with_the_generation_of_the_file_before() {
    let shared = Shared::new(4096);
    assert_eq!(Writer::new(shared.memory(), &Config::default()).unwrap().generation(), 0);
    // What is there, and what the new file begins with. The sentinel is never a generation of a section.
    for (old, new) in [(0, 2), (6, 8), (7, 8), (u64::MAX - 7, u64::MAX - 5), (FROZEN - 4, FROZEN - 2), (FROZEN - 2, 0)]
    {
        shared.set(1, old);
        let writer = Writer::new(shared.memory(), &Config::default()).unwrap();
        assert_eq!((writer.generation(), shared.get(1)), (new, new), "over {old:#x}");
    }
    shared.set(1, FROZEN);
    let mut writer = Writer::new(shared.memory(), &Config::default()).unwrap();
    assert_eq!(shared.get(1), 0, "over a frozen file");
    writer.create_node(ROOT, "node").unwrap();
    assert_eq!(shared.get(1), 2);
    // Whatever it is, it is no file: its first file begins with 0.
    shared.set(0, 0x1234);
    shared.set(1, 0x5678);
    Writer::new(shared.memory(), &Config::default()).unwrap();
    assert_eq!(shared.get(1), 0);
}

#[test]
fn the_generation_passes_over_the_sentinel() {
    let shared = Shared::new(4096);
    Writer::new(shared.memory(), &Config::default()).unwrap();
    shared.set(1, FROZEN - 6);
    let mut writer = Writer::new(shared.memory(), &Config::default()).unwrap();
    let int = writer.create_int(ROOT, "int", 1).unwrap();
    assert_eq!(shared.get(1), FROZEN - 2);
    writer.begin_transaction().unwrap();
    writer.add(int, 1).unwrap();
    assert_eq!(shared.get(1), FROZEN - 1);
    writer.end_transaction().unwrap();
    assert_eq!(shared.get(1), 0);
    writer.add(int, 1).unwrap();
    assert_eq!(shared.get(1), 2);
}

#[test]
#[cfg_attr(miri, ignore = "hundreds of thousands of operations")]
fn serials_wrap_by_themselves_and_touch_no_other() {
    let shared = Shared::new(4096);
    let mut writer = Writer::new(shared.memory(), &Config::default()).unwrap();
    let node = writer.create_node(ROOT, "n").unwrap();
    let before = writer.create_int(node, "n", 1).unwrap();
    let first = writer.create_int(node, "n", 2).unwrap();
    let behind = writer.create_int(node, "n", 3).unwrap();
    let recorded = writer.create_int(node, "n", 4).unwrap();
    writer.record(recorded).unwrap();
    let mut last = first;
    for deletions in 1..=65_536_u32 {
        writer.delete(last).unwrap();
        let next = writer.create_int(node, "n", 2).unwrap();
        assert_eq!(next.block(), first.block());
        assert_eq!(writer.get(last), Err(Error::StaleHandle));
        // A serial has 15 bits.
        assert_eq!(writer.get(first) == Err(Error::StaleHandle), !deletions.is_multiple_of(1 << 15), "{deletions}");
        last = next;
    }
    assert_eq!([before, last, behind, recorded].map(|int| writer.get(int)), [Ok(1), Ok(2), Ok(3), Ok(4)]);
    writer.delete(node).unwrap();
    let left: Vec<_> = file(&writer).values.into_values().map(|entry| entry.value).collect();
    assert_eq!(left, [Value::Int(1), Value::Int(2), Value::Int(3)], "the recorded value goes with its node");
}

#[test]
fn a_text_with_more_users_than_can_be_counted_stays_for_ever() {
    let shared = Shared::new(4096);
    let mut writer = Writer::new(shared.memory(), &Config::default()).unwrap();
    let first = writer.create_int(ROOT, "shared name", 1).unwrap();
    let name = (shared.get(first.block() as usize * 2) >> 40) as usize;
    let users = || shared.get(name * 2) >> 40;
    let set_users = |users: u64| shared.set(name * 2, shared.get(name * 2) & 0xff_ffff_ffff | users << 40);
    assert_eq!(users(), 1);
    set_users(0xff_fffd);
    let second = writer.create_int(ROOT, "shared name", 2).unwrap();
    assert_eq!(users(), 0xff_fffe);
    writer.delete(second).unwrap();
    assert_eq!(users(), 0xff_fffd, "below the end it counts both ways");
    let second = writer.create_int(ROOT, "shared name", 2).unwrap();
    let third = writer.create_int(ROOT, "shared name", 3).unwrap();
    assert_eq!(users(), 0xff_ffff);
    let fourth = writer.create_int(ROOT, "shared name", 4).unwrap();
    assert_eq!(users(), 0xff_ffff, "at the end it sticks");
    for int in [first, second, third, fourth] {
        writer.delete(int).unwrap();
        assert_eq!(users(), 0xff_ffff);
    }
    assert_eq!(file(&writer).texts.into_iter().collect::<Vec<_>>(), [("shared name".to_owned(), 1)]);
    let fifth = writer.create_string(ROOT, "x", "shared name").unwrap();
    assert_eq!((shared.get(fifth.block() as usize * 2 + 1) >> 32) as usize & 0xff_ffff, name, "and is shared still");
}

/// Each text that goes takes its slot in the index along: a hash that came out otherwise from the file than from the
/// caller's text would leave it, until no text finds a place.
#[test]
fn texts_of_every_length_come_and_go_without_a_trace_in_the_index() {
    let shared = Shared::new(16_384);
    let mut writer = Writer::new(shared.memory(), &Config { string_slots: Some(4), ..Config::default() }).unwrap();
    let letters = "abcdefghijklmnopqrstuvwxyz0123456789".repeat(130);
    let step = if cfg!(miri) { 301 } else { 1 };
    for length in (0..200).chain((200..4500).step_by(13)).step_by(step) {
        let text = &letters[length % 36..][..length];
        let string = writer.create_string(ROOT, "name", text).unwrap();
        writer.delete(string).unwrap();
    }
    // Three texts, twice each, in an index with room for four.
    for name in ["a", "two hundred bytes".repeat(12).as_str(), &letters] {
        writer.create_int(ROOT, name, 1).unwrap();
        writer.create_int(ROOT, name, 2).unwrap();
    }
    let texts = file(&writer).texts;
    assert!(texts.values().all(|count| *count == 1), "{:?}", texts.values());
}

/// Doubles are kept by their bits: a number that is none may carry a message.
#[test]
fn every_bit_of_a_double_is_kept() {
    let shared = Shared::new(4096);
    let mut writer = Writer::new(shared.memory(), &Config::default()).unwrap();
    let double = writer.create_double(ROOT, "double", 0.0).unwrap();
    for bits in [0x7ff8_0000_0000_1234, 0xfff8_dead_beef_0001, 1, 1 << 63, f64::INFINITY.to_bits()] {
        writer.set(double, f64::from_bits(bits)).unwrap();
        assert_eq!(shared.get(double.block() as usize * 2 + 1), bits);
        assert_eq!(writer.get(double).map(f64::to_bits), Ok(bits));
    }
}

/// Where there are no serials, a stale handle is told by the type of its block, also by who does not know what it is to.
#[test]
fn without_serials_a_handle_to_what_became_another_kind_does_no_harm() {
    fn stale<K: Kind>(writer: &mut Writer, handle: Handle<K>) {
        let before = copy(writer.file());
        assert_eq!(writer.delete(handle), Err(Error::StaleHandle));
        assert_eq!(writer.record(handle), Err(Error::StaleHandle));
        assert_eq!(writer.delete_any(handle.into()), Err(Error::StaleHandle));
        assert!(before == copy(writer.file()));
        writer.delete_all(&mut [AnyHandle::from(handle)]).unwrap();
        assert_eq!(file(writer).values.len(), 1);
    }
    let shared = Shared::new(4096);
    for config in [Config { serials: false, ..Config::default() }, without_book()] {
        let mut writer = Writer::new(shared.memory(), &config).unwrap();
        let int = writer.create_int(ROOT, "x", 1).unwrap();
        writer.delete(int).unwrap();
        let text = writer.create_string(ROOT, "x", "x").unwrap();
        assert_eq!(text.block(), int.block());
        stale(&mut writer, int);
        writer.delete(text).unwrap();
        let bytes = writer.create_bytes(ROOT, "x", &[]).unwrap();
        assert_eq!(bytes.block(), int.block());
        stale(&mut writer, text);
        writer.delete(bytes).unwrap();
        let array = writer.create_array::<kind::IntArray>(ROOT, "x", 2).unwrap();
        writer.delete(array).unwrap();
        let histogram = writer.create_linear_histogram::<kind::IntLinear>(ROOT, "x", 0, 1, 1).unwrap();
        writer.delete(histogram).unwrap();
        let array = writer.create_array::<kind::UintArray>(ROOT, "x", 5).unwrap();
        assert_eq!(array.block(), histogram.block());
        stale(&mut writer, histogram);
    }
}
