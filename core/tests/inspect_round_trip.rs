//! What a writer can write, a reader shows exactly: texts and names of every character and of every length, numbers at
//! the ends of their types. The tests of the model do the same with programs of chance.
#![cfg(all(feature = "inspect", feature = "read", feature = "json"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use glassbox::inspect::reader::{Options, Sequence, Tree, Value, scratch_words};
use glassbox::inspect::{BookPlace, Config, NodeHandle, Writer};
use glassbox::{MEMORY_ALIGNMENT, Memory};
use proptest::prelude::*;

const ROOT: NodeHandle = NodeHandle::ROOT;

/// Lets `write` fill a file of at most `N` bytes, and reads it, which must go without any problem.
fn round_trip<const N: usize>(write: impl FnOnce(&mut Writer<'_>), read: impl FnOnce(&Tree<'_>)) {
    let mut region = vec![0; N + MEMORY_ALIGNMENT];
    let start = region.as_ptr().align_offset(MEMORY_ALIGNMENT);
    let memory = Memory::from_bytes(&mut region[start..start + N]).unwrap();
    let config = Config { book: BookPlace::Nowhere, ..Config::default() };
    let mut writer = Writer::new(memory, &config).unwrap();
    write(&mut writer);
    let mut image = vec![0; writer.current_size()];
    writer.file().copy_to(&mut image);
    let mut scratch = vec![0; scratch_words(image.len())];
    let options = Options { sequence: Sequence::Blocks, ..Options::default() };
    let tree = Tree::read(&*image, &mut scratch, options, &mut |problem| panic!("{problem:?}")).unwrap();
    read(&tree);
}

/// Writes texts as names and as values, and expects them to come back.
fn assert_kept<const N: usize>(texts: &[String]) {
    round_trip::<N>(
        |writer| {
            for text in texts {
                writer.create_string(ROOT, text, text).unwrap();
                writer.create_bytes(ROOT, "bytes", text.as_bytes()).unwrap();
            }
        },
        |tree| {
            let mut properties = tree.root().properties();
            for text in texts {
                let property = properties.next().unwrap();
                let Value::Text(value) = property.value() else { panic!("{text:?} is no text") };
                assert_eq!(property.name(), text.as_str());
                assert_eq!(value, text.as_str());
                assert_eq!(value.to_string(), *text);
                assert!(value.chars().eq(text.chars()) && value.bytes().eq(text.bytes()) && !value.is_broken());
                let bytes = properties.next().unwrap();
                let Value::Bytes(value) = bytes.value() else { panic!("{text:?} became no bytes") };
                assert!(value.eq(text.bytes()));
            }
            assert!(properties.next().is_none());
        },
    );
}

/// Texts of `length` bytes: of characters of one to four bytes each, so that some lie across every border of a block.
fn texts_of(length: usize) -> impl Iterator<Item = String> {
    ['x', 'é', '€', '\u{1f4e6}'].into_iter().map(move |wide| {
        // Characters of one byte in front make up for what does not go into wide ones.
        let narrow = length % wide.len_utf8();
        let wide = std::iter::repeat_n(wide, length / wide.len_utf8());
        "-".repeat(narrow).chars().chain(wide).collect()
    })
}

#[test]
fn texts_of_every_length_come_back() {
    // All lengths of a text in one block, around those that take one or two more, and the longest of the format's tests.
    let lengths = (0..130).chain([244, 500, 1012, 2036, 4076, 6116].into_iter().flat_map(|edge| edge - 4..edge + 5));
    let texts: Vec<_> = lengths.chain([3000]).flat_map(texts_of).collect();
    assert_kept::<{ 2 << 20 }>(&texts);
}

#[test]
fn every_character_comes_back() {
    let characters: Vec<char> = ('\0'..=char::MAX).collect();
    let texts: Vec<String> = characters.chunks(997).map(|chunk| chunk.iter().collect()).collect();
    assert_kept::<{ 16 << 20 }>(&texts);
}

const INTS: [i64; 6] = [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX];
const UINTS: [u64; 5] = [0, 1, 1 << 63, u64::MAX - 1, u64::MAX];
/// By their bits: what is no number has more than one shape.
const DOUBLES: [u64; 14] = [
    0,
    1 << 63,
    1,
    0x000f_ffff_ffff_ffff,
    0x0010_0000_0000_0000,
    0x3ff0_0000_0000_0000,
    0xbff0_0000_0000_0001,
    0x7fef_ffff_ffff_ffff,
    0xffef_ffff_ffff_ffff,
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000,
    0x7ff8_0000_0000_0000,
    0x7ff0_0000_0000_0001,
    0xffff_ffff_ffff_ffff,
];

#[test]
fn numbers_at_the_ends_of_their_types_come_back() {
    round_trip::<{ 16 << 10 }>(
        |writer| {
            for int in INTS {
                writer.create_int(ROOT, "int", int).unwrap();
            }
            for uint in UINTS {
                writer.create_uint(ROOT, "uint", uint).unwrap();
            }
            for bits in DOUBLES {
                writer.create_double(ROOT, "double", f64::from_bits(bits)).unwrap();
            }
        },
        |tree| {
            let (mut ints, mut uints, mut doubles) = (vec![], vec![], vec![]);
            for property in tree.root().properties() {
                match property.value() {
                    Value::Int(int) => ints.push(int),
                    Value::Uint(uint) => uints.push(uint),
                    Value::Double(double) => doubles.push(double.to_bits()),
                    other => panic!("{other:?}"),
                }
            }
            assert_eq!((&*ints, &*uints, &*doubles), (&INTS[..], &UINTS[..], &DOUBLES[..]));
        },
    );
}

#[test]
fn entries_without_a_name_and_with_one_name_come_back_in_their_order() {
    round_trip::<4096>(
        |writer| {
            let node = writer.create_node(ROOT, "").unwrap();
            writer.create_int(node, "", 1).unwrap();
            writer.create_string(node, "", "").unwrap();
            writer.create_node(node, "").unwrap();
            writer.create_int(ROOT, "", 2).unwrap();
        },
        |tree| assert_eq!(tree.json().to_string(), r#"{"root":{"":2,"":{"":1,"":"","":{}}}}"#),
    );
}

fn json_of(double: f64) -> String {
    let mut json = String::new();
    round_trip::<4096>(
        |writer| {
            writer.create_double(ROOT, "d", double).unwrap();
        },
        |tree| json = tree.json().to_string(),
    );
    json.strip_prefix(r#"{"root":{"d":"#).and_then(|rest| rest.strip_suffix("}}")).unwrap().to_owned()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_double_in_json_reads_back_as_the_same_double(bits in any::<u64>(), exponent in -8..20_i32) {
        // Doubles of chance mostly have large exponents; those that are printed without one get their turn, too.
        let near = f64::from_bits(bits >> 12 | 0x3ff0_0000_0000_0000) * 10_f64.powi(exponent);
        for double in [f64::from_bits(bits), near, -near] {
            let json = json_of(double);
            let expected = match double {
                _ if double.is_nan() => f64::MAX,
                _ => double.clamp(f64::MIN, f64::MAX),
            };
            prop_assert_eq!(json.parse::<f64>().unwrap().to_bits(), expected.to_bits());
            let is_plain = expected == 0.0 || (1e-5..1e16).contains(&expected.abs());
            prop_assert_eq!(json.contains('e'), !is_plain);
            prop_assert!(!json.contains('+') && (!is_plain || json.contains('.')), "{}", json);
        }
    }
}
