//! Streams and rings made by an encoder of the test's own: wherever records end, the same entries are read.

use glassbox::trace::Kind;
use glassbox::trace::file::{Entry, RecordSlot, ThreadSlot, TraceFile};
use glassbox::trace::problem::Problem;
use proptest::prelude::*;

/// A file's header: little-endian, 8-byte addresses, a clock of 1000 ticks a millisecond.
fn header(record_size: usize, stream: bool) -> Vec<u8> {
    let mut bytes = vec![0; 48 + 48 + 16 + 16 + 16 + 80];
    let mut put = |at: usize, value: &[u8]| bytes[at..at + value.len()].copy_from_slice(value);
    let number = |value: usize| i32::try_from(value).unwrap().to_le_bytes();
    let mut section = |at: usize, eyecatcher: &[u8; 4], len: usize| {
        put(at, eyecatcher);
        put(at + 4, &number(len));
        put(at + 8, &number(5));
    };
    section(0, b"UTTH", 48 + 48 + 16 + 16 + 16 + 80);
    section(48, b"UTTS", 48);
    section(96, b"UTSS", 16);
    section(112, b"UTSO", 16);
    section(128, b"UTTA", 16);
    section(144, b"UTPR", 80);
    put(16, &number(record_size));
    put(20, &0x1234_5678_u32.to_le_bytes());
    for (at, offset) in [(24, 48), (28, 96), (32, 112), (36, 128), (40, 144)] {
        put(at, &number(offset));
    }
    put(48 + 16, &1_u64.to_le_bytes());
    put(48 + 32, &number(stream.into()));
    put(48 + 40, &number(8));
    put(144 + 68, &number(7));
    bytes
}

/// An entry of component `abc`.
fn entry(time: u64, id: u32, parameters: &[u8]) -> Vec<u8> {
    let mut bytes = (id + 257).to_be_bytes()[1..].to_vec();
    bytes.extend(u32::try_from(time & 0xffff_ffff).unwrap().to_le_bytes());
    bytes.extend(3_i32.to_le_bytes());
    bytes.extend(b"abc");
    bytes.extend(parameters);
    let [low, high] = u16::try_from(bytes.len() + 1).unwrap().to_le_bytes();
    bytes.push(low);
    if high > 0 {
        bytes.extend([0, 0, high, 4]);
    }
    bytes
}

fn wrap(before: u64) -> Vec<u8> {
    let mut bytes = vec![0; 3];
    bytes.extend(u32::try_from(before >> 32).unwrap().to_le_bytes());
    bytes.push(8);
    bytes
}

fn record(size: usize, thread: u64, sequence: u64, first: usize, next: i32, data: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; size];
    bytes[0..8].copy_from_slice(&sequence.to_le_bytes());
    bytes[16..24].copy_from_slice(&1_000_001_u64.to_le_bytes());
    bytes[24..32].copy_from_slice(&1000_u64.to_le_bytes());
    bytes[32..40].copy_from_slice(&thread.to_le_bytes());
    bytes[56..60].copy_from_slice(&i32::try_from(first).unwrap().to_le_bytes());
    bytes[60..64].copy_from_slice(&next.to_le_bytes());
    bytes[first..first + data.len()].copy_from_slice(data);
    bytes
}

#[derive(Clone, Debug, PartialEq)]
struct Event {
    time: u64,
    thread: u64,
    id: u32,
    parameters: Vec<u8>,
}

/// Writes the events of one thread as records, each full to its last byte.
fn stream(size: usize, thread: u64, events: &[Event]) -> Vec<Vec<u8>> {
    let first = 65;
    let room = size - first;
    // The slot, then every entry; with each byte the time that the writer has reached.
    let mut data = vec![0];
    let mut ends = vec![0];
    let mut times = vec![events.first().map_or(0, |event| event.time)];
    let mut last = times[0];
    for event in events {
        if event.time >> 32 != last >> 32 {
            data.extend(wrap(last));
            ends.push(data.len() - 1);
        }
        last = event.time;
        data.extend(entry(event.time, event.id, &event.parameters));
        ends.push(data.len() - 1);
        times.resize(data.len(), event.time);
    }
    let mut records = Vec::new();
    for start in (0..data.len()).step_by(room) {
        let end = (start + room).min(data.len());
        let newest = ends.iter().rev().find(|end_of_entry| (start..end).contains(*end_of_entry));
        let next = newest.map_or(-1, |newest| i32::try_from(first + newest - start).unwrap());
        records.push(record(size, thread, times[end - 1], first, next, &data[start..end]));
    }
    records
}

fn read(bytes: &[u8], kind: Kind) -> (Vec<Event>, Vec<Problem>) {
    let mut problems = Vec::new();
    let file = TraceFile::open(&bytes, &mut |problem| problems.push(problem)).unwrap();
    let mut slots = vec![RecordSlot::EMPTY; file.records_to_index()];
    let index = file.index(&mut slots, &mut |problem| problems.push(problem)).unwrap();
    assert_eq!(index.kind(), kind);
    let mut threads = vec![ThreadSlot::EMPTY; index.threads()];
    let mut scratch = vec![0; index.scratch_bytes()];
    let mut entries = index.entries(&mut threads, &mut scratch, &mut |problem| problems.push(problem)).unwrap();
    let mut events = Vec::new();
    while let Some(Entry { time, thread, name, id, parameters, .. }) =
        entries.next(&mut |problem| problems.push(problem))
    {
        assert_eq!(name, "abc");
        events.push(Event { time, thread, id, parameters: parameters.bytes.to_vec() });
    }
    (events, problems)
}

fn events(lengths: Vec<(u16, u64, u32)>) -> Vec<Event> {
    let mut time = 0xffff_ff00;
    let mut events = Vec::new();
    for (length, step, id) in lengths {
        time += step;
        let fill = u8::try_from(id % 251).unwrap();
        events.push(Event { time, thread: 0x1000, id, parameters: vec![fill; length.into()] });
    }
    events
}

/// A time wrap that says 1, before a lost-record entry or an ordinary one, whatever lies on the border of two records.
#[test]
fn only_a_time_wrap_changes_the_time_of_the_record_before() {
    let before = entry(5 << 32, 1, &[0; 60]);
    for (special, expected) in [(wrap(7 << 32), 7), (vec![0, 1, 0, 9, 0, 0, 0, 8], 5), (entry(0, 7, &[]), 5)] {
        for cut in 1..8 {
            let (head, tail) = special.split_at(cut);
            let first = [&[0], &before[..], head].concat();
            let second = [tail, &entry(6 << 32, 2, &[])].concat();
            let size = 65 + first.len();
            let mut bytes = header(size, true);
            bytes.extend(record(size, 0x1000, 5 << 32, 65, 65 + i32::try_from(before.len()).unwrap(), &first));
            let next = i32::try_from(64 + second.len()).unwrap();
            bytes.extend(record(size, 0x1000, 6 << 32, 65, next, &second));
            let (events, _) = read(&bytes, Kind::Stream);
            assert_eq!(events[0].time >> 32, expected, "{special:?} cut at {cut}");
            assert_eq!(events.last().unwrap().time >> 32, 6);
        }
    }
}

fn some_events() -> impl Strategy<Value = Vec<Event>> {
    let length = prop_oneof![6 => 0..40_u16, 2 => 200..300_u16, 1 => 0..2000_u16];
    let step = prop_oneof![3 => 0..100_u64, 1 => 1 << 30..1_u64 << 33];
    prop::collection::vec((length, step, 0..16_127_u32), 1..40).prop_map(events)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 2 } else { 400 }, ..ProptestConfig::default() })]

    #[test]
    fn entries_are_the_same_wherever_records_end(events in some_events(), size in 72..400_usize) {
        let mut bytes = header(size, true);
        bytes.extend(stream(size, 0x1000, &events).concat());
        let (read, problems) = read(&bytes, Kind::Stream);
        prop_assert_eq!(read, events);
        prop_assert_eq!(problems, vec![]);
    }

    #[test]
    fn threads_are_merged_by_time(mut events in some_events(), size in 72..400_usize) {
        for event in &mut events {
            event.thread = 0x1000 + u64::from(event.id % 3);
        }
        let mut records = Vec::new();
        for thread in 0x1000..0x1003 {
            let own: Vec<Event> = events.iter().filter(|event| event.thread == thread).cloned().collect();
            if !own.is_empty() {
                records.extend(stream(size, thread, &own));
            }
        }
        let mut bytes = header(size, true);
        bytes.extend(records.concat());
        let (read, problems) = read(&bytes, Kind::Stream);
        events.sort_by_key(|event| (event.time, event.thread));
        prop_assert_eq!(read, events);
        prop_assert_eq!(problems, vec![]);
    }

    /// Of a ring the newest entries are read, all that are whole.
    #[test]
    fn a_ring_gives_its_newest_entries(events in some_events(), size in 72..1500_usize) {
        let (first, mut next) = (65, 65);
        let room = size - first;
        let mut ring = vec![0; room];
        let mut fits = events.clone();
        let mut data = vec![];
        let mut last = events[0].time;
        let mut starts = vec![];
        for event in &events {
            if event.time >> 32 != last >> 32 {
                data.extend(wrap(last));
            }
            last = event.time;
            starts.push(data.len());
            data.extend(entry(event.time, event.id, &event.parameters));
        }
        for byte in &data {
            next = if next + 1 == size { first } else { next + 1 };
            ring[next - first] = *byte;
        }
        // The slot byte counts as data until it is overwritten.
        let kept = data.len().min(room);
        let oldest = starts.iter().filter(|start| **start + kept < data.len()).count();
        fits.drain(..oldest);
        let mut bytes = header(size, false);
        bytes.extend(record(size, 0x1000, last, first, i32::try_from(next).unwrap(), &ring));
        let (read, problems) = read(&bytes, Kind::Ring);
        prop_assert_eq!(problems, vec![]);
        let skipped = fits.len().saturating_sub(read.len());
        prop_assert!(skipped <= usize::from(data.len() >= room), "{} of {} entries", read.len(), fits.len());
        prop_assert_eq!(&read[..], &fits[skipped..]);
    }
}

/// Damage anywhere leaves a file that is read, or one that is refused; the work is bounded by its size.
#[test]
#[cfg_attr(miri, ignore = "takes hours there")]
fn damaged_files_are_still_read() {
    let names = ["made_lost", "span_be32_200", "ring_long_ext1"];
    for name in names {
        let path = format!("{}/tests/data/trace/trc/{name}.trc", env!("CARGO_MANIFEST_DIR"));
        let whole = std::fs::read(path).unwrap();
        let open = |bytes: &[u8]| {
            let mut count = 0;
            let Ok(file) = TraceFile::open(&bytes, &mut |_| {}) else { return };
            let mut slots = vec![RecordSlot::EMPTY; file.records_to_index()];
            let index = file.index(&mut slots, &mut |_| {}).unwrap();
            let mut threads = vec![ThreadSlot::EMPTY; index.threads()];
            let mut scratch = vec![0; index.scratch_bytes()];
            let mut entries = index.entries(&mut threads, &mut scratch, &mut |_| {}).unwrap();
            while entries.next(&mut |_| {}).is_some() {
                count += 1;
                assert!(count < bytes.len());
            }
        };
        let mut damaged = whole.clone();
        for at in 0..whole.len().min(2500) {
            open(&whole[..at]);
            for byte in [0, 4, 8, 0xff, whole[at] ^ 1] {
                damaged[at] = byte;
                open(&damaged);
            }
            damaged[at] = whole[at];
        }
    }
}
