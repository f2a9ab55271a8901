//! The pair of generations under the model checker; each ordering is weakened in turn, and must be missed.
#![cfg(all(not(miri), feature = "mmv"))]

extern crate std;

use super::model::{Modelled32, Modelled64, NO_ACQUIRE_FENCE, NO_RELEASE_FENCE, RELAXED_END, RELAXED_LOOK, STRONG};
use super::pair::{Pair, SplitPair, WidePair};
use loom::sync::Arc;
use loom::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::panic::catch_unwind;

/// How often a thread is interrupted at most. Each defect that the model looks for shows with fewer.
const PREEMPTIONS: usize = 3;

/// One writer edits a value; one reader copies it once.
fn run<P: Pair + Send + Sync + 'static>(old: u64, new: u64, pair: impl Fn() -> P + Send + Sync + 'static) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(PREEMPTIONS);
    model.check(move || {
        let shared = Arc::new((pair(), AtomicU32::new(0)));
        let writer = {
            let shared = Arc::clone(&shared);
            loom::thread::spawn(move || {
                let (pair, value) = &*shared;
                pair.begin();
                value.store(1, Ordering::Relaxed);
                pair.end(new);
            })
        };
        let (pair, value) = &*shared;
        if let Some(seen) = pair.look() {
            let copy = value.load(Ordering::Relaxed);
            if pair.unmoved(seen) {
                assert!(seen == old || seen == new, "{seen:#x} was never published");
                assert_eq!(copy, u32::from(seen == new), "a torn copy was accepted at generation {seen:#x}");
            }
        }
        writer.join().unwrap();
    });
}

fn wide<const WEAK: u8>() {
    let cell = || Modelled64::<WEAK>(AtomicU64::new(1));
    run(1, 2, move || WidePair { first: cell(), second: cell() });
}

/// Generations that differ in one word, and in both.
fn split<const WEAK: u8>() {
    let cells = || [1, 1].map(|word| Modelled32::<WEAK>(AtomicU32::new(word)));
    for new in [1 << 32 | 2, 2 << 32 | 1, 2 << 32 | 2] {
        run(1 << 32 | 1, new, move || SplitPair { first: cells(), second: cells() });
    }
}

#[test]
fn a_reader_never_accepts_half_an_edit() {
    wide::<STRONG>();
    split::<STRONG>();
}

#[test]
fn every_ordering_is_needed() {
    fn torn<const WEAK: u8>(ordering: &str) {
        assert!(catch_unwind(wide::<WEAK>).is_err(), "nothing was torn without {ordering} of generations in one cell");
        assert!(
            catch_unwind(split::<WEAK>).is_err(),
            "nothing was torn without {ordering} of generations in two cells"
        );
    }
    torn::<RELAXED_LOOK>("the reader's acquire load");
    torn::<NO_ACQUIRE_FENCE>("the reader's acquire fence");
    torn::<NO_RELEASE_FENCE>("the writer's release fence");
    torn::<RELAXED_END>("the writer's release store");
}
