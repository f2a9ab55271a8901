//! Random operations against a simple model of the tree.
//!
//! After each operation the image is read by the crate's reader and by a strict decoder of its own (`scan`): both must
//! show exactly the model's tree, and the decoder must find every block accounted for. `PROPTEST_CASES` says how many
//! sequences are tried.
#![cfg(all(feature = "inspect", feature = "read"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::cast_possible_truncation)]

mod model;
mod scan;

use glassbox::inspect::NodeHandle;
use model::strategy::{any_setting, any_step};
use model::{New, Number, Place, Setting, Step};
use proptest::collection::vec;
use proptest::prelude::*;
use scan::{Moment, copy, decode, meaningful};

/// `cases` sequences, unless the environment says how many.
fn config(cases: u32) -> ProptestConfig {
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = if cfg!(miri) { 2 } else { cases };
    }
    config
}

const STEPS: usize = if cfg!(miri) { 12 } else { 80 };

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn the_file_is_the_model_after_each_operation(setting in any_setting(), steps in vec(any_step(), 0..STEPS)) {
        setting.run(|mut world| {
            world.check();
            for step in &steps {
                world.apply(step);
            }
            world.freeze();
        });
    }
}

/// What a program does that makes and unmakes trees: nodes in all directions, half of what is in them recorded.
fn any_growth() -> impl Strategy<Value = Step> {
    let which = any::<usize>;
    let name = || prop::sample::select(&["a", "node", "a name of its own in two units"][..]).prop_map(str::to_owned);
    let create = |value: New| {
        (which(), name()).prop_map(move |(under, name)| Step::Create { under, name, value: value.clone() })
    };
    prop_oneof![
        8 => create(New::Node),
        4 => create(New::Bool(true)),
        2 => create(New::Text("a text of its own".to_owned())),
        8 => which().prop_map(|which| Step::Record { which }),
        6 => (which(), which()).prop_map(|(which, under)| Step::Reparent { which, under }),
        2 => which().prop_map(|which| Step::Delete { which }),
    ]
}

proptest! {
    #![proptest_config(config(24))]

    /// Whatever hangs where, and in whatever order its blocks lie: what goes with a deleted node goes, and what stays is
    /// whole.
    #[test]
    fn deleting_takes_what_was_recorded_however_trees_have_grown(
        serials in prop::bool::weighted(0.8),
        growth in vec(any_growth(), 0..2 * STEPS),
        ends in vec(any::<(usize, bool)>(), 0..STEPS),
    ) {
        let setting = Setting { size: 16_384, filling: 3, place: Place::InRegion, string_slots: None, serials };
        setting.run(|mut world| {
            for step in &growth {
                world.apply(step);
            }
            for (which, tree) in ends {
                world.apply(&if tree { Step::DeleteTree { which } } else { Step::Delete { which } });
            }
            while world.has_values() {
                world.apply(&Step::Delete { which: 0 });
            }
            assert_eq!(decode(&copy(world.region), Moment::AtRest).used, 1);
        });
    }
}

/// One of everything, for a machine that is too slow for chance.
#[test]
fn each_operation_once() {
    let setting = Setting { size: 8192, filling: 3, place: Place::InRegion, string_slots: None, serials: true };
    let text = |text: &str| text.to_owned();
    let number = Number::Double;
    let [zero, one, two] = [0.0_f64, 1.0, 2.0].map(f64::to_bits);
    let news = [
        New::Node,
        New::Scalar { number: Number::Int, bits: 7 },
        New::Scalar { number: Number::Uint, bits: 7 },
        New::Scalar { number, bits: one },
        New::Bool(true),
        New::Text(text("a text")),
        New::Bytes(vec![1; 30]),
        New::FixedText { capacity: 30 },
        New::Link { content: text("other"), inline: true },
        New::Array { number: Number::Int, slots: 2 },
        New::Array { number: Number::Uint, slots: 2 },
        New::Array { number, slots: 2 },
        New::Texts { slots: 3 },
        New::Linear { number: Number::Int, floor: 0, step: 2, buckets: 2 },
        New::Linear { number: Number::Uint, floor: 0, step: 2, buckets: 2 },
        New::Linear { number, floor: zero, step: two, buckets: 2 },
        New::Exponential { number: Number::Int, floor: 0, initial: 1, multiplier: 3, buckets: 2 },
        New::Exponential { number: Number::Uint, floor: 0, initial: 1, multiplier: 2, buckets: 2 },
        New::Exponential { number, floor: zero, initial: one, multiplier: two, buckets: 2 },
    ];
    setting.run(|mut world| {
        world.apply(&Step::Begin);
        for value in &news {
            world.apply(&Step::Create { under: 1, name: text("name"), value: value.clone() });
        }
        for which in 0..news.len() {
            world.apply(&Step::Set { which, number: 3, text: text("other text") });
            world.apply(&Step::UseWrongly { which });
        }
        for which in 0..6 {
            world.apply(&Step::Count { which, by: one, up: true });
            world.apply(&Step::SetSlot { which, slot: 1, number: two, text: text("name") });
            world.apply(&Step::CountSlot { which, slot: 1, by: two, up: false });
            world.apply(&Step::Insert { which, value: two, count: 2 });
        }
        world.apply(&Step::Clear { which: 0 });
        world.apply(&Step::End);
        for values in 0..5 {
            world.apply(&Step::Push { under: 1, values });
        }
        for message in [None, Some("a message"), Some("another"), None] {
            world.apply(&Step::Health { under: 0, status: text("so so"), message: message.map(text) });
        }
        world.apply(&Step::Stats { under: 1 });
        world.apply(&Step::Stats { under: 1 });
        world.apply(&Step::FrozenCopy);
        world.apply(&Step::Reparent { which: 0, under: 0 });
        world.apply(&Step::Record { which: 1 });
        world.apply(&Step::Delete { which: 0 });
        world.apply(&Step::DeleteAll { which: vec![2, 3, 3] });
        world.apply(&Step::DeleteTree { which: 0 });
        world.apply(&Step::UseStale { which: 0 });
        world.apply(&Step::Create { under: 0, name: text("too much"), value: New::Bytes(vec![1; 9000]) });
        world.apply(&Step::Adopt);
        while world.has_values() {
            world.apply(&Step::Delete { which: 0 });
        }
        world.freeze();
    });
}

/// The test above is worth what the decoder sees: whichever bit that means something is changed, it must notice.
#[test]
#[cfg_attr(miri, ignore = "thousands of caught panics")]
fn the_decoder_notices_each_changed_bit() {
    let setting = Setting { size: 4096, filling: 0, place: Place::Elsewhere, string_slots: None, serials: true };
    setting.run(|mut world| {
        let writer = &mut world.writer;
        let node = writer.create_node(NodeHandle::ROOT, "node").unwrap();
        writer.create_int(node, "a name of its own", 1).unwrap();
        writer.create_bool(node, "node", true).unwrap();
        writer.create_string(NodeHandle::ROOT, "text", "a text in a block").unwrap();
        writer.create_bytes(node, "bytes", &[1; 30]).unwrap();
        let gone = writer.create_node(NodeHandle::ROOT, "text").unwrap();
        writer.create_double(gone, "text", 0.5).unwrap();
        writer.delete(gone).unwrap();
        let good = copy(writer.file());
        let file = decode(&good, Moment::AtRest);
        for place in meaningful(&good) {
            for bit in 0..8 {
                let mut bytes = good.clone();
                bytes[place] ^= 1 << bit;
                let seen = std::panic::catch_unwind(|| decode(&bytes, Moment::AtRest));
                assert!(seen.is_err() || seen.is_ok_and(|seen| seen != file), "bit {bit} of byte {place}");
            }
        }
    });
}
