//! Files that are written, cut and deleted while the tool reads them.

mod common;

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use common::{data, glassbox, run, tool};
use glassbox::Memory;
use glassbox::inspect::{Handle, Writer};
use glassbox::lock::Exclusive;
use glassbox::mmv::{Metric, Registry, Type};
use glassbox::trace::component::Component;
use glassbox::trace::engine::{Engine, NoHooks, TickSource};
use glassbox::trace::recorder::{Config, Parameter, thread_id};
use memmap2::MmapMut;

/// Ends the other thread of a test, when the test fails as well.
struct Stop<'s>(&'s AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs `work` over and over on another thread for as long as `test` runs.
fn meanwhile(work: impl Fn() + Sync, test: impl FnOnce()) {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                work();
            }
        });
        let _stop = Stop(&is_over);
        test();
    });
}

/// A program that keeps its state in a mapped file: two numbers whose sum is 0, and a text that repeats one of them. It
/// rests between two changes for about as long as one takes, as a program does that has other work.
fn keep_state(path: &Path, is_over: &AtomicBool) {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(path).unwrap();
    file.set_len(16384).unwrap();
    // SAFETY: the test writes the file in this one place and never cuts it.
    let mut map = unsafe { MmapMut::map_mut(&file) }.unwrap();
    let mut writer = Writer::new(Memory::from_bytes(&mut map).unwrap(), &glassbox::inspect::Config::default()).unwrap();
    let up = writer.create_int(Handle::ROOT, "up", 0).unwrap();
    let down = writer.create_int(Handle::ROOT, "down", 0).unwrap();
    let text = writer.create_string(Handle::ROOT, "text", "0").unwrap();
    for number in 0_i64.. {
        writer.begin_transaction().unwrap();
        writer.set(up, number).unwrap();
        writer.set_string(text, &number.to_string().repeat(40)).unwrap();
        writer.set(down, -number).unwrap();
        writer.end_transaction().unwrap();
        thread::sleep(Duration::from_micros(20));
        if is_over.load(Ordering::Relaxed) {
            return;
        }
    }
}

#[test]
fn a_file_that_is_written_meanwhile_is_read_whole_or_said_to_be_held() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state.inspect");
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| keep_state(&path, &is_over));
        let _stop = Stop(&is_over);
        let mut seen = BTreeSet::new();
        for _ in 0..1000 {
            let shown = run(tool().args(["show", "--json", "--verbose"]).arg(&path));
            if shown.status == Some(0) {
                assert!(shown.stderr.contains("attempts: "), "{}", shown.stderr);
                let root = &shown.json()["root"];
                let Some(down) = root["down"].as_i64() else { continue };
                let up = root["up"].as_i64().unwrap();
                assert_eq!(up, -down);
                assert!(up == 0 || root["text"] == up.to_string().repeat(40), "{root}");
                seen.insert(up);
                if seen.len() > 10 {
                    break;
                }
            } else if path.exists() {
                assert!(shown.stderr.contains("attempts") || shown.stderr.contains("times"), "{}", shown.stderr);
            }
        }
        assert!(seen.len() > 10, "only {seen:?}");
    });
}

/// A program that keeps metrics in a mapped file: a text that repeats a number, and the number.
fn keep_metrics(path: &Path, is_over: &AtomicBool) {
    static METRICS: [Metric<'static>; 2] =
        [Metric::discrete("text", 1, Type::String), Metric::counter("number", 2, Type::U64)];
    let registry = Registry::new(&METRICS).cluster(7);
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(path).unwrap();
    file.set_len(registry.required_size() as u64).unwrap();
    // SAFETY: the test writes the file in this one place and never cuts it.
    let mut map = unsafe { MmapMut::map_mut(&file) }.unwrap();
    let memory = Memory::from_bytes(&mut map).unwrap();
    let writer = glassbox::mmv::Writer::new(memory, &registry, 1 << 32 | 1).unwrap();
    let text = writer.text(writer.find("text").unwrap()).unwrap();
    let number = writer.exclusive::<u64>(writer.find("number").unwrap()).unwrap();
    for round in 0_u64.. {
        text.set(&format!("{round:05}").repeat(40)).unwrap();
        number.set(round);
        if is_over.load(Ordering::Relaxed) {
            return;
        }
    }
}

#[test]
fn a_text_of_metrics_that_is_written_meanwhile_is_never_half_of_two() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("metrics.mmv");
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| keep_metrics(&path, &is_over));
        let mut texts = Vec::new();
        for _ in 0..40 {
            let shown = run(tool().args(["show", "--json"]).arg(&path));
            if shown.status == Some(0) {
                texts.push(shown.json()["metrics"][0]["values"][0]["value"].as_str().unwrap().to_owned());
            }
        }
        is_over.store(true, Ordering::Relaxed);
        for text in &texts {
            assert!(text.is_empty() || *text == text[..text.len() / 40].repeat(40), "{text}");
        }
        texts.dedup();
        assert!(texts.len() > 10, "only {texts:?}");
    });
}

/// A clock that goes on by one each time that it is read.
struct Ticking(AtomicU64);

impl TickSource for Ticking {
    fn ticks(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed)
    }
}

/// A program that records in a mapped file, each time the same number four times.
fn keep_events(path: &Path, is_over: &AtomicBool) {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(path).unwrap();
    file.set_len(8192).unwrap();
    // SAFETY: the test writes the file in this one place and never cuts it.
    let mut map = unsafe { MmapMut::map_mut(&file) }.unwrap();
    let memory = Memory::from_bytes(&mut map).unwrap();
    let active = [const { AtomicU8::new(0) }; 1];
    let component = Component::new("orc", &active, &[1], &[0]);
    let config = Config { record_size: 2048, ..Config::new(1000) };
    let engine = Engine::<Exclusive, _>::new(memory, &config, Ticking(AtomicU64::new(1)), &NoHooks).unwrap();
    engine.register(&component, &mut |_| {}).unwrap();
    engine.set("maximal=orc", &mut |error| panic!("{error:?}")).unwrap();
    let mut context = engine.attach(thread_id(1), "main").unwrap();
    for round in 0_u32.. {
        context.trace(&component, 0, &[Parameter::Bytes(&round.to_le_bytes()); 4]);
        // A record is copied in some microseconds, which a thread that does nothing else would never leave.
        thread::sleep(Duration::from_micros(20));
        if is_over.load(Ordering::Relaxed) {
            return;
        }
    }
}

#[test]
fn a_ring_that_is_written_meanwhile_is_read_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (path, dat) = (folder.path().join("events.trc"), folder.path().join("orc.dat"));
    fs::write(&dat, "5.1\norc.0 0 1 1 N T_Same \"  %u %u %u %u\"\n").unwrap();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| keep_events(&path, &is_over));
        let mut reads = Vec::new();
        for _ in 0..40 {
            let formatted = run(tool().args(["trace", "format", "--json", "--dat"]).arg(&dat).arg(&path));
            if formatted.status != Some(2) && !formatted.stdout.is_empty() && !formatted.stderr.contains("(torn)") {
                reads.push(formatted);
            }
        }
        is_over.store(true, Ordering::Relaxed);
        assert!(reads.len() > 10, "only {reads:?}");
        for read in &reads {
            let rounds: Vec<u64> = read
                .lines()
                .iter()
                .map(|entry| {
                    let args: Vec<u64> = serde_json::from_value(entry["args"].clone()).unwrap();
                    assert!(args.iter().all(|arg| *arg == args[0]) && args.len() == 4, "{entry}");
                    args[0]
                })
                .collect();
            assert!(rounds.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{rounds:?} {}", read.stderr);
        }
    });
}

/// Starts to follow a file, and gives the lines as they come.
fn follow(dat: &Path, path: &Path) -> (std::process::Child, impl Iterator<Item = String> + use<>) {
    let mut child = std::process::Command::new(snapbox::cmd::cargo_bin!("glassbox"))
        .args(["trace", "format", "--follow", "--dat"])
        .args([dat, path])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    (child, lines.map(Result::unwrap))
}

#[test]
fn a_ring_is_followed_without_a_line_twice_until_nobody_reads() {
    let folder = tempfile::tempdir().unwrap();
    let (path, dat) = (folder.path().join("events.trc"), folder.path().join("orc.dat"));
    fs::write(&dat, "5.1\norc.0 0 1 1 N T_Same \"  %u %u %u %u\"\n").unwrap();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| keep_events(&path, &is_over));
        while !path.exists() || fs::read(&path).unwrap().iter().all(|byte| *byte == 0) {
            thread::yield_now();
        }
        let (mut child, lines) = follow(&dat, &path);
        let rounds: Vec<u64> = lines
            .filter(|line| line.contains("orc.0"))
            .map(|line| line.split(' ').next_back().unwrap().parse().unwrap())
            .take(300)
            .collect();
        // The lines are dropped, and with them the pipe.
        let output = child.wait().unwrap();
        is_over.store(true, Ordering::Relaxed);
        assert_eq!(output.code(), Some(0));
        assert!(rounds.windows(2).all(|pair| pair[0] < pair[1]), "{rounds:?}");
    });
}

#[test]
fn a_file_that_grows_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("grows.trc");
    let bytes = fs::read(data("trace/trc/span_le64_128.trc")).unwrap();
    let expected = fs::read_to_string(data("trace/span_le64_128.expected.txt")).unwrap();
    // Records of 128 bytes follow the header.
    let cut = bytes.len() - 10 * 128;
    fs::write(&path, &bytes[..cut]).unwrap();
    let (mut child, mut lines) = follow(&data("trace/dat/orc.dat"), &path);
    let first = lines.next().unwrap();
    assert_eq!(expected.lines().next(), Some(first.as_str()));
    OpenOptions::new().append(true).open(&path).unwrap().write_all(&bytes[cut..]).unwrap();
    for line in expected.lines().skip(1) {
        assert_eq!(lines.next().as_deref(), Some(line));
    }
    fs::remove_file(&path).unwrap();
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2));
    assert!(told.contains("there is no such file"), "{told}");
}

#[test]
fn a_file_that_its_writer_holds_is_said_to_be_held_and_how_often_it_was_tried() {
    let path = data("inspect/generation_odd.bin");
    for command in ["show", "check"] {
        let held = run(tool().args([command, "--attempts", "7"]).arg(&path));
        assert_eq!(held.status, Some(2));
        assert!(held.stderr.contains("was being written each of the 7 times"), "{}", held.stderr);
        assert!(held.stderr.contains("recover"), "{}", held.stderr);
    }
    let recovered = run(tool().args(["check", "--json", "--recover", "--attempts", "7"]).arg(&path));
    assert_eq!((recovered.status, &recovered.json()["recovered"]), (Some(1), &true.into()));
}

/// The exit status when a file was answered one way or another, without a crash.
fn assert_answered(shown: &common::Run) {
    assert!(shown.status.is_some_and(|status| status <= 2), "{shown:?}");
    assert!(!shown.stderr.contains("panicked"), "{shown:?}");
    assert!(shown.status == Some(0) || !shown.stderr.is_empty(), "{shown:?}");
}

#[test]
fn a_file_that_grows_and_shrinks_meanwhile_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.inspect");
    let bytes = fs::read(data("inspect/deep_chain_5000.bin")).unwrap();
    fs::write(&path, &bytes).unwrap();
    let work = || {
        let file = File::options().write(true).open(&path).unwrap();
        for len in [bytes.len(), 100, 40, 0, bytes.len() / 2] {
            file.set_len(len as u64).unwrap();
            if len == 0 {
                fs::write(&path, &bytes).unwrap();
            }
        }
    };
    meanwhile(work, || (0..25).for_each(|_| assert_answered(&run(tool().args(["show", "--json"]).arg(&path)))));
}

#[test]
fn files_that_come_and_go_meanwhile_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    let paths: Vec<_> = (0..20).map(|number| folder.path().join(format!("{number}.inspect"))).collect();
    let work = || {
        for path in &paths {
            fs::copy(data("inspect/sref_inline.bin"), path).unwrap();
        }
        for path in &paths {
            fs::remove_file(path).unwrap();
        }
    };
    let folder = folder.path();
    meanwhile(work, || (0..25).for_each(|_| assert_answered(&run(tool().args(["check", "--json"]).arg(folder)))));
}

#[test]
fn a_file_longer_than_its_header_says_is_read_as_far_as_the_header_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.inspect");
    let mut bytes = fs::read(data("inspect/rw_scalars.bin")).unwrap();
    let expected = glassbox(["show".into(), data("inspect/rw_scalars.bin")]).stdout;
    let len = bytes.len();
    bytes.resize(len + 100_000, 0xff);
    fs::write(&path, &bytes).unwrap();
    let shown = run(tool().args(["show", "-v"]).arg(&path));
    assert_eq!(shown.stdout, expected);
    assert!(shown.stderr.contains(&format!("{len} bytes read, attempts: 1, consistent")), "{}", shown.stderr);
}
