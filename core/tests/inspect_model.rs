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
use model::{Place, Setting};
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
