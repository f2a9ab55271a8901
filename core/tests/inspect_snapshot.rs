//! Snapshots of live memory: never torn, bounded, and honest about why there is none.
#![allow(missing_docs, clippy::panic)]

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;

use glassbox::inspect::reader::{
    Options, Patience, ReadError, Snapshot, Step, Tree, Value, copy_unlocked, scratch_words,
};
use glassbox::inspect::{Config, NodeHandle, Writer};
use glassbox::{Memory, Region};

fn json(bytes: &[u8], recover: bool) -> (String, Vec<&'static str>) {
    let mut scratch = vec![0; scratch_words(bytes.len())];
    let mut problems = Vec::new();
    let options = Options { recover, ..Options::default() };
    let tree = Tree::read(bytes, &mut scratch, options, &mut |problem| problems.push(problem.kind.name())).unwrap();
    (tree.json().to_string(), problems)
}

fn patience(attempts: u32) -> Patience {
    Patience { attempts, ..Patience::default() }
}

#[test]
fn a_snapshot_is_as_long_as_the_file_has_allocated() {
    let region = Region::<16384>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    writer.create_int(NodeHandle::ROOT, "n", -1).unwrap();
    let mut buffer = [0xa5; 16384];
    let snapshot = Snapshot::take(region.memory(), &mut buffer, Patience::default()).unwrap();
    assert_eq!(snapshot.bytes().len(), writer.current_size());
    assert_eq!((snapshot.generation(), snapshot.attempts()), (writer.generation(), 1));
    assert_eq!(json(snapshot.bytes(), false), (r#"{"root":{"n":-1}}"#.into(), vec![]));
    let needed = writer.current_size();
    let refused = Snapshot::take(region.memory(), &mut buffer[..needed - 1], Patience::default());
    assert_eq!(refused.err(), Some(ReadError::BufferTooSmall { needed }));
}

#[test]
fn an_open_section_is_locked_after_all_attempts_and_can_be_copied_to_be_recovered() {
    static PAUSES: AtomicU32 = AtomicU32::new(0);
    let region = Region::<4096>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    writer.create_int(NodeHandle::ROOT, "n", 1).unwrap();
    writer.begin_transaction().unwrap();
    writer.create_int(NodeHandle::ROOT, "m", 2).unwrap();
    let mut buffer = [0; 4096];
    let counting = Patience { attempts: 5, pause: || _ = PAUSES.fetch_add(1, Ordering::Relaxed) };
    let locked = Snapshot::take(region.memory(), &mut buffer, counting).err();
    assert_eq!(locked, Some(ReadError::Locked { attempts: 5 }));
    assert_eq!(PAUSES.load(Ordering::Relaxed), 4, "one pause between two attempts");

    let bytes = copy_unlocked(region.memory(), &mut buffer).unwrap();
    let mut scratch = [0; scratch_words(4096)];
    let strict = Tree::read(bytes, &mut scratch, Options::default(), &mut |_| {}).err();
    assert_eq!(strict, Some(ReadError::Locked { attempts: 1 }));
    assert_eq!(json(bytes, true), (r#"{"root":{"m":2,"n":1}}"#.into(), vec!["recovered_locked"]));
    writer.end_transaction().unwrap();
    assert!(Snapshot::take(region.memory(), &mut buffer, patience(1)).is_ok());
}

#[test]
fn memory_without_a_file_is_not_called_locked() {
    #[repr(align(16))]
    struct Aligned([u8; 256]);
    let mut bytes = Aligned([0xff; 256]);
    let memory = Memory::from_bytes(&mut bytes.0).unwrap();
    let mut buffer = [0; 256];
    let refused = Snapshot::take(memory, &mut buffer, patience(3)).err();
    assert_eq!(refused, Some(ReadError::BadMagic));
    let empty = Region::<256>::new();
    let refused = Snapshot::take(empty.memory(), &mut buffer, patience(3)).err();
    assert_eq!(refused, Some(ReadError::BadMagic));
}

#[test]
fn a_file_that_claims_more_than_its_memory_is_truncated() {
    let region = Region::<4096>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    writer.create_int(NodeHandle::ROOT, "n", 1).unwrap();
    let mut copy = [0_u64; 512];
    let mut buffer = [0; 4096];
    let bytes = Snapshot::take(region.memory(), &mut buffer, Patience::default()).unwrap().bytes();
    for (word, bytes) in copy.iter_mut().zip(bytes.chunks(8)) {
        *word = u64::from_ne_bytes(bytes.try_into().unwrap());
    }
    // SAFETY: the words are aligned, and nobody else uses them.
    let memory = unsafe { Memory::from_raw(copy.as_mut_ptr().cast(), 1024) }.unwrap();
    let mut buffer = [0; 4096];
    let allocated = u32::try_from(bytes.len()).unwrap();
    assert_eq!(
        Snapshot::take(memory, &mut buffer, Patience::default()).err(),
        Some(ReadError::Truncated { allocated })
    );
}

#[test]
fn quiet_memory_is_read_in_place_and_says_when_it_was_written() {
    let region = Region::<4096>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    let n = writer.create_int(NodeHandle::ROOT, "n", 1).unwrap();
    let mut scratch = [0; scratch_words(4096)];
    let tree =
        Tree::read(region.memory(), &mut scratch, Options::default(), &mut |problem| panic!("{problem:?}")).unwrap();
    assert_eq!(tree.json().to_string(), r#"{"root":{"n":1}}"#);
    assert!(tree.is_current());
    writer.set(n, 2).unwrap();
    assert!(!tree.is_current());
    assert_eq!(tree.json().to_string(), r#"{"root":{"n":2}}"#);
}

#[test]
fn a_snapshot_taken_while_a_writer_runs_is_never_torn() {
    const ROUNDS: u32 = if cfg!(miri) { 5 } else { 500 };
    static REGION: Region<16384> = Region::new();
    static STOP: AtomicBool = AtomicBool::new(false);
    let mut writer = Writer::new(REGION.memory(), &Config::default()).unwrap();
    let nodes: Vec<_> = (0..20).map(|i| writer.create_node(NodeHandle::ROOT, &format!("n{i}")).unwrap()).collect();
    let values: Vec<_> = nodes.iter().map(|node| writer.create_int(*node, "value", 0).unwrap()).collect();
    let text = writer.create_string(NodeHandle::ROOT, "text", "0").unwrap();

    let writes = thread::spawn(move || {
        let mut round: i64 = 0;
        while !STOP.load(Ordering::Relaxed) {
            round += 1;
            writer.begin_transaction().unwrap();
            for value in &values {
                writer.set(*value, round).unwrap();
            }
            writer.set_string(text, &format!("{round}{}", "x".repeat(usize::try_from(round % 100).unwrap()))).unwrap();
            writer.end_transaction().unwrap();
            // Long enough for a snapshot now and then, too short for one each time.
            for _ in 0..200 {
                std::hint::spin_loop();
            }
        }
        round
    });

    let mut buffer = [0; 16384];
    let mut scratch = [0; scratch_words(16384)];
    let mut last = 0;
    for _ in 0..ROUNDS {
        let patience = Patience { attempts: u32::MAX, pause: thread::yield_now };
        let snapshot = Snapshot::take(REGION.memory(), &mut buffer, patience).unwrap();
        let tree = Tree::read(snapshot.bytes(), &mut scratch, Options::default(), &mut |problem| panic!("{problem:?}"))
            .unwrap();
        let mut round = None;
        for step in tree.walk() {
            let Step::Property(property) = step else { continue };
            match property.value() {
                Value::Int(value) => assert_eq!(value, *round.get_or_insert(value), "values of two rounds"),
                Value::Text(_) => {}
                other => panic!("{other:?}"),
            }
        }
        let round = round.unwrap();
        let text = format!("{round}{}", "x".repeat(usize::try_from(round % 100).unwrap()));
        let Value::Text(found) = tree.root().properties().next().unwrap().value() else { panic!("no text") };
        assert!(found == text.as_str() || round == 0, "{found} in round {round}");
        assert!(round >= last, "time went back");
        last = round;
    }
    STOP.store(true, Ordering::Relaxed);
    assert!(writes.join().unwrap() >= last);
}

#[test]
#[cfg_attr(miri, ignore = "needs two processors that race")]
fn a_writer_that_never_rests_is_contended() {
    static REGION: Region<262_144> = Region::new();
    static STOP: AtomicBool = AtomicBool::new(false);
    let mut writer = Writer::new(REGION.memory(), &Config::default()).unwrap();
    let value = writer.create_int(NodeHandle::ROOT, "value", 0).unwrap();
    // Grow the file, so that a copy takes long enough for the writer to come in between.
    for i in 0..4000 {
        writer.create_int(NodeHandle::ROOT, &format!("{i}"), 0).unwrap();
    }
    let writes = thread::spawn(move || {
        while !STOP.load(Ordering::Relaxed) {
            writer.add(value, 1).unwrap();
        }
    });
    let mut buffer = vec![0; 262_144];
    let contended = (0..1_000_000)
        .filter_map(|_| Snapshot::take(REGION.memory(), &mut buffer, patience(1)).err())
        .find(|error| *error != ReadError::Locked { attempts: 1 });
    STOP.store(true, Ordering::Relaxed);
    writes.join().unwrap();
    assert_eq!(contended, Some(ReadError::Contended { attempts: 1 }));
}
