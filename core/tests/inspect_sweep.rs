//! Every byte of every small fixture set to 0, to 255 and flipped bit by bit, and every file cut everywhere: there is no
//! panic, the answer is bounded by the bytes, and it is the same whatever the scratch memory held before.
//!
//! That is some millions of files: see [`damage::is_whole`].
#![cfg(all(feature = "inspect", feature = "read", feature = "json", feature = "text"))]
#![allow(missing_docs, clippy::panic, clippy::unwrap_used)]

mod damage;

use std::fmt::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use damage::{Fixture, changes, fixtures, places};
use glassbox::inspect::block::{BlockType, Head};
use glassbox::inspect::reader::{Element, Number, Options, Step, Tree, Value, scratch_words};

/// No file takes as long.
const LIMIT: Duration = Duration::from_mins(4);
/// The names of section 13.1.
const ERRORS: [&str; 5] = ["too_short", "bad_magic", "unsupported_version", "locked", "truncated"];

/// A whole answer as one number: the error, or the problems, the tree and the links.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Digest(u64);

impl Digest {
    fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }

    fn number(&mut self, number: Number) {
        self.add(match number {
            Number::Int(number) => number.cast_unsigned(),
            Number::Uint(number) => number,
            Number::Double(number) => number.to_bits(),
        });
    }

    fn value(&mut self, value: Value<'_>) {
        match value {
            Value::Int(value) => self.add(value.cast_unsigned()),
            Value::Uint(value) => self.add(value),
            Value::Double(value) => self.add(value.to_bits()),
            Value::Bool(value) => self.add(value.into()),
            Value::Text(text) => write!(self, "{text}").unwrap(),
            Value::Bytes(bytes) => bytes.for_each(|byte| self.add(byte.into())),
            Value::Array(array) => array.for_each(|element| match element {
                Element::Number(element) => self.number(element),
                Element::Text(text) => write!(self, "{text},").unwrap(),
            }),
            Value::Histogram(histogram) => {
                let parameters = [Some(histogram.floor()), Some(histogram.step()), histogram.multiplier()];
                parameters.into_iter().flatten().chain(histogram.counts()).for_each(|number| self.number(number));
            }
        }
    }
}

impl fmt::Write for Digest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.bytes().for_each(|byte| self.add(byte.into()));
        Ok(())
    }
}

/// Remembers the last character that is printed, and nothing else.
struct Last(Option<char>);

impl fmt::Write for Last {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = text.chars().next_back().or(self.0);
        Ok(())
    }
}

fn print(tree: &Tree<'_>) {
    let mut last = Last(None);
    write!(last, "{}", tree.json()).unwrap();
    assert_eq!(last.0, Some('}'));
    write!(last, "{}", tree.text()).unwrap();
    assert_eq!(last.0, Some('\n'));
}

/// Reads a file, and follows the tree to its end.
fn answer(bytes: &[u8], scratch: &mut [u32], recover: bool, then: impl FnOnce(&Tree<'_>)) -> Digest {
    let mut digest = Digest(0);
    let mut problems = 0;
    let read = Tree::read(bytes, scratch, Options { recover, ..Options::default() }, &mut |problem| {
        problems += 1;
        digest.add(u64::from(problem.block.get()) << 8 | problem.kind as u64);
    });
    // A block takes 16 bytes. It has one name, one parent and one text or value to be wrong, and bits that are reserved.
    assert!(problems <= 4 + bytes.len() / 4, "{problems} problems");
    match read {
        Ok(tree) => {
            let mut steps = 0;
            for step in tree.walk() {
                match step {
                    Step::Enter(node) => write!(digest, "{}{{", node.name()).unwrap(),
                    Step::Property(property) => {
                        write!(digest, "{}=", property.name()).unwrap();
                        digest.value(property.value());
                    }
                    Step::Leave(_) => digest.add(1),
                }
                // Each block is entered and left once at most.
                steps += 1;
                assert!(steps <= 2 + bytes.len() / 8, "the walk does not end");
            }
            for link in tree.links() {
                digest.add(link.block().get().into());
                write!(digest, "{}>{}", link.name(), link.content()).unwrap();
            }
            then(&tree);
        }
        Err(error) => {
            assert!(ERRORS.contains(&error.name()), "{error}");
            write!(digest, "{}", error.name()).unwrap();
        }
    }
    digest
}

/// Scratch memory for the same file twice, with different leftovers.
struct Scratch([Vec<u32>; 2]);

impl Scratch {
    fn new(bytes: &[u8]) -> Self {
        let words = scratch_words(bytes.len());
        Self([vec![u32::MAX; words], vec![0x0101_0101; words]])
    }

    /// Asserts that a file has one answer, and prints it.
    fn one_answer(&mut self, bytes: &[u8], recover: bool) {
        let [one, other] = &mut self.0;
        assert_eq!(answer(bytes, one, recover, print), answer(bytes, other, recover, |_| ()), "recover {recover}");
    }
}

/// Where the bytes of free blocks lie that no reader looks at: behind the first word.
fn unread(bytes: &[u8]) -> Vec<bool> {
    let mut unread = vec![false; bytes.len()];
    let mut at = 0;
    while let Some(word) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        let head = Head(u64::from_le_bytes(*word));
        let Some(order) = head.order() else { break };
        let end = at + order.bytes() as usize;
        if head.block_type() == Some(BlockType::Free)
            && let Some(payload) = unread.get_mut(at + 8..end)
        {
            payload.fill(true);
        }
        at = end;
    }
    unread
}

fn change_every_byte((name, original): &Fixture) {
    let mut bytes = original.clone();
    let mut scratch = Scratch::new(original);
    let unread = unread(original);
    let unchanged = [false, true].map(|recover| answer(original, &mut scratch.0[0], recover, |_| ()));
    for at in places(original) {
        for (value, recover) in changes(original[at]).zip([false, true].into_iter().cycle()) {
            bytes[at] = value;
            let test = AssertUnwindSafe(|| {
                if unread[at] {
                    let found = answer(&bytes, &mut scratch.0[0], recover, |_| ());
                    assert_eq!(found, unchanged[usize::from(recover)], "a byte of a free block shows");
                } else {
                    scratch.one_answer(&bytes, recover);
                }
            });
            assert!(catch_unwind(test).is_ok(), "{name} with {value:#x} at {at}, recover {recover}");
        }
        bytes[at] = original[at];
    }
}

fn cut_everywhere((name, bytes): &Fixture) {
    let mut scratch = Scratch::new(bytes);
    for end in places(bytes) {
        for recover in [false, true] {
            let test = AssertUnwindSafe(|| scratch.one_answer(&bytes[..end], recover));
            assert!(catch_unwind(test).is_ok(), "{name} cut at {end}, recover {recover}");
        }
    }
}

/// Does `test` with every fixture, on all processors, each of which must come to its end.
fn with_every_fixture(test: fn(&Fixture)) {
    let fixtures = fixtures();
    assert!(fixtures.len() > 80);
    let total = fixtures.len();
    let left: &Mutex<Vec<Fixture>> = Box::leak(Box::new(Mutex::new(fixtures)));
    let (done, ends) = mpsc::channel();
    for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
        let done = done.clone();
        thread::spawn(move || {
            while let Some(fixture) = { left.lock().unwrap().pop() } {
                let result = catch_unwind(|| test(&fixture));
                done.send(result.map_err(|_| fixture.0)).unwrap();
            }
        });
    }
    for _ in 0..total {
        match ends.recv_timeout(LIMIT) {
            Ok(Ok(())) => {}
            Ok(Err(name)) => panic!("{name}: see above"),
            Err(RecvTimeoutError::Timeout) => panic!("a reader does not come back"),
            Err(RecvTimeoutError::Disconnected) => unreachable!("a sender is held here"),
        }
    }
}

#[test]
fn every_change_of_every_byte_has_one_answer() {
    with_every_fixture(change_every_byte);
}

#[test]
fn a_file_that_ends_anywhere_has_one_answer() {
    with_every_fixture(cut_everywhere);
}
