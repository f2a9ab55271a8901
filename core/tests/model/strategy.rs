//! Random programs, and memory for them.

use proptest::collection::vec;
use proptest::prelude::*;

use super::{New, Number, Place, Setting, Step};

/// Text with characters of one to four bytes, `length` bytes at most.
fn pattern(start: usize, length: usize) -> String {
    let mut text = String::new();
    let letters = ['a', 'é', '€', '\u{1f4e6}', '\0', '/', '\n', 'Z'];
    for letter in letters.into_iter().cycle().skip(start % 8) {
        if text.len() + letter.len_utf8() > length {
            break;
        }
        text.push(letter);
    }
    text
}

fn any_text() -> BoxedStrategy<String> {
    const FEW: &[&str] =
        &["", "a", "on", "four", "fiver", "a name of 20 bytes..", "a name of 21 bytes...", "packets", "p\u{1f4e6}"];
    prop_oneof![
        5 => prop::sample::select(FEW).prop_map(str::to_owned),
        3 => vec(any::<char>(), 0..24).prop_map(String::from_iter),
        2 => (0..8_usize, 0..300_usize).prop_map(|(start, length)| pattern(start, length)),
        1 => (0..8_usize, 0..=3000_usize).prop_map(|(start, length)| pattern(start, length)),
    ]
    .boxed()
}

fn any_number() -> BoxedStrategy<u64> {
    prop_oneof![
        any::<u64>(),
        0..10_u64,
        Just(u64::MAX),
        Just(i64::MAX.cast_unsigned()),
        Just(i64::MIN.cast_unsigned()),
        any::<f64>().prop_map(f64::to_bits)
    ]
    .boxed()
}

fn any_type() -> impl Strategy<Value = Number> {
    prop::sample::select(&[Number::Int, Number::Uint, Number::Double][..])
}

/// A number of slots or buckets: mostly few, now and then one at the edge of what there can be, or beyond.
fn any_slots() -> impl Strategy<Value = usize> {
    prop_oneof![6 => 1..20_usize, 1 => 0..300_usize, 1 => 247..258_usize]
}

/// A parameter of a histogram, by its bits: mostly such that values fall into different buckets.
fn any_parameter(number: Number) -> impl Strategy<Value = u64> {
    let few = (0..10_u32).prop_map(move |few| match number {
        Number::Double => f64::from(few).to_bits(),
        _ => u64::from(few),
    });
    prop_oneof![5 => few, 1 => any_number()]
}

fn any_histogram() -> impl Strategy<Value = New> {
    any_type().prop_flat_map(|number| {
        let parameters = || any_parameter(number);
        let linear = (parameters(), parameters(), any_slots()).prop_map(move |(floor, step, buckets)| New::Linear {
            number,
            floor,
            step,
            buckets,
        });
        let exponential = (parameters(), parameters(), parameters(), any_slots()).prop_map(
            move |(floor, initial, multiplier, buckets)| New::Exponential {
                number,
                floor,
                initial,
                multiplier,
                buckets,
            },
        );
        prop_oneof![linear, exponential].boxed()
    })
}

fn any_new() -> BoxedStrategy<New> {
    prop_oneof![
        6 => Just(New::Node),
        4 => (any_type(), any_number()).prop_map(|(number, bits)| New::Scalar { number, bits }),
        1 => any::<bool>().prop_map(New::Bool),
        2 => any_text().prop_map(New::Text),
        2 => any_text().prop_map(|text| New::Bytes(text.into_bytes())),
        2 => (0..3000_usize).prop_map(|capacity| New::FixedText { capacity: capacity * capacity / 3000 }),
        1 => (any_text(), any::<bool>()).prop_map(|(content, inline)| New::Link { content, inline }),
        2 => (any_type(), any_slots()).prop_map(|(number, slots)| New::Array { number, slots }),
        1 => any_slots().prop_map(|slots| New::Texts { slots }),
        3 => any_histogram(),
    ]
    .boxed()
}

/// A value for a histogram: near its small parameters, or anything.
fn any_sample() -> impl Strategy<Value = u64> {
    prop_oneof![(0..200_u64), (0..200_u32).prop_map(|sample| (f64::from(sample) / 4.0).to_bits()), any_number()]
}

pub fn any_step() -> impl Strategy<Value = Step> {
    let which = any::<usize>;
    let slot = || prop_oneof![9 => 0..20_usize, 1 => any::<usize>()];
    let status = prop::sample::select(&["OK", "UNHEALTHY", "so so"][..]).prop_map(str::to_owned);
    let creations =
        (which(), any_text(), any_new()).prop_map(|(under, name, value)| Step::Create { under, name, value });
    let changes = prop_oneof![
        5 => (which(), any_number(), any_text()).prop_map(|(which, number, text)| Step::Set { which, number, text }),
        3 => (which(), any_number(), any::<bool>()).prop_map(|(which, by, up)| Step::Count { which, by, up }),
        4 => (which(), slot(), any_number(), any_text())
            .prop_map(|(which, slot, number, text)| Step::SetSlot { which, slot, number, text }),
        2 => (which(), slot(), any_number(), any::<bool>())
            .prop_map(|(which, slot, by, up)| Step::CountSlot { which, slot, by, up }),
        4 => (which(), any_sample(), prop_oneof![Just(1), any_number()])
            .prop_map(|(which, value, count)| Step::Insert { which, value, count }),
        1 => which().prop_map(|which| Step::Clear { which }),
        2 => (which(), which()).prop_map(|(which, under)| Step::Reparent { which, under }),
    ];
    let ends = prop_oneof![
        3 => which().prop_map(|which| Step::Record { which }),
        5 => which().prop_map(|which| Step::Delete { which }),
        1 => which().prop_map(|which| Step::DeleteTree { which }),
        1 => vec(which(), 0..6).prop_map(|which| Step::DeleteAll { which }),
    ];
    let groups = prop_oneof![
        2 => (which(), status, prop::option::of(any_text()))
            .prop_map(|(under, status, message)| Step::Health { under, status, message }),
        1 => which().prop_map(|under| Step::Stats { under }),
        2 => (which(), 0..4_usize).prop_map(|(under, values)| Step::Push { under, values }),
        1 => (which(), any_text()).prop_map(|(under, text)| Step::Stuff { under, text }),
    ];
    let others = prop_oneof![
        2 => Just(Step::Begin),
        12 => Just(Step::End),
        2 => which().prop_map(|which| Step::UseStale { which }),
        2 => which().prop_map(|which| Step::UseWrongly { which }),
        1 => Just(Step::FrozenCopy),
        1 => Just(Step::Adopt),
    ];
    prop_oneof![
        12 => creations.boxed(),
        10 => changes.boxed(),
        8 => ends.boxed(),
        3 => groups.boxed(),
        6 => others.boxed(),
    ]
}

pub fn any_setting() -> impl Strategy<Value = Setting> {
    let small = prop::sample::select(&[64, 80, 96, 128, 208, 256, 496, 512, 528, 1000, 1024, 1536, 2047, 2048][..]);
    let large = prop::sample::select(&[2064, 3333, 4096, 4112, 6160, 8192, 12_288 + 144, 16_384, 65_536, 262_144][..]);
    let size = if cfg!(miri) { small.boxed() } else { prop_oneof![1 => small, 2 => large].boxed() };
    let place = prop::sample::select(&[Place::InRegion, Place::InRegion, Place::Elsewhere, Place::Nowhere][..]);
    let slots = prop::sample::select(&[None, None, Some(0), Some(1), Some(4), Some(40)][..]);
    let filling = prop::sample::select(&[0, 0xff, 0xa5, 3][..]);
    (size, filling, place, slots, prop::bool::weighted(0.8)).prop_map(
        |(size, filling, place, string_slots, serials)| {
            // Forty slots leave no file in a region of less.
            let string_slots = string_slots.filter(|_| size >= 1024);
            Setting { size, filling, place, string_slots, serials }
        },
    )
}
