//! The protocol under a model checker, which tries every order of execution and every value that a relaxed load may see.
//!
//! The model must also be able to fail: each ordering is weakened in turn, and each time a torn copy must be found.
#![cfg(not(miri))]

extern crate std;

use super::{Cell, Counter, Generation, Split, Wide};
use loom::sync::Arc;
use loom::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};
use std::panic::catch_unwind;

/// Nothing is weakened.
pub(super) const STRONG: u8 = 0;
/// The reader's first look is relaxed.
pub(super) const RELAXED_LOOK: u8 = 1;
/// The reader's second look has no fence before it.
pub(super) const NO_ACQUIRE_FENCE: u8 = 2;
/// The writer's odd store has no fence behind it.
pub(super) const NO_RELEASE_FENCE: u8 = 4;
/// The writer's even store is relaxed.
pub(super) const RELAXED_END: u8 = 8;

macro_rules! modelled {
    ($name:ident, $atomic:ident, $word:ty) => {
        pub(super) struct $name<const WEAK: u8>(pub(super) $atomic);

        impl<const WEAK: u8> Cell for $name<WEAK> {
            type Word = $word;
            fn load_acquire(&self) -> $word {
                self.0.load(if WEAK & RELAXED_LOOK == 0 { Ordering::Acquire } else { Ordering::Relaxed })
            }
            fn load(&self) -> $word {
                self.0.load(Ordering::Relaxed)
            }
            fn store(&self, value: $word) {
                self.0.store(value, Ordering::Relaxed);
            }
            fn store_release(&self, value: $word) {
                self.0.store(value, if WEAK & RELAXED_END == 0 { Ordering::Release } else { Ordering::Relaxed });
            }
            fn fence_acquire() {
                if WEAK & NO_ACQUIRE_FENCE == 0 {
                    fence(Ordering::Acquire);
                }
            }
            fn fence_release() {
                if WEAK & NO_RELEASE_FENCE == 0 {
                    fence(Ordering::Release);
                }
            }
        }
    };
}

modelled!(Modelled64, AtomicU64, u64);
modelled!(Modelled32, AtomicU32, u32);

/// One writer makes a section that changes a value of two words; one reader copies the value once.
fn run<C: Counter + Send + Sync + 'static>(even: u64, counter: impl Fn() -> C + Send + Sync + 'static) {
    loom::model(move || {
        let shared = Arc::new((counter(), [AtomicU32::new(0), AtomicU32::new(0)]));
        let writer = {
            let shared = Arc::clone(&shared);
            loom::thread::spawn(move || {
                let (counter, value) = &*shared;
                let mut generation = Generation::at(even);
                let locked = generation.begin(counter);
                for word in value {
                    word.store(1, Ordering::Relaxed);
                }
                generation.end(counter, locked);
            })
        };
        let (counter, value) = &*shared;
        let seen = counter.look();
        if seen & 1 == 0 {
            let copy = [value[0].load(Ordering::Relaxed), value[1].load(Ordering::Relaxed)];
            if counter.unmoved(seen) {
                let expected = u32::from(seen != even);
                assert_eq!(copy, [expected; 2], "a torn copy was accepted at generation {seen:#x}");
            }
        }
        writer.join().unwrap();
    });
}

/// The last generation before the low word carries into the high one.
const CARRY: u64 = 0xffff_fffe;

fn wide<const WEAK: u8>() {
    run(2, || Wide(Modelled64::<WEAK>(AtomicU64::new(2))));
}

fn split<const WEAK: u8>() {
    let cell = |value| Modelled32::<WEAK>(AtomicU32::new(value));
    run(2, move || Split { low: cell(2), high: cell(0) });
    run(CARRY, move || Split { low: cell(0xffff_fffe), high: cell(0) });
}

#[test]
fn a_reader_never_accepts_a_torn_copy() {
    wide::<STRONG>();
    split::<STRONG>();
}

#[test]
fn every_ordering_is_needed() {
    type Check = fn();
    let weakened: [(&str, Check, Check); 4] = [
        ("the reader's acquire load", wide::<RELAXED_LOOK>, split::<RELAXED_LOOK>),
        ("the reader's acquire fence", wide::<NO_ACQUIRE_FENCE>, split::<NO_ACQUIRE_FENCE>),
        ("the writer's release fence", wide::<NO_RELEASE_FENCE>, split::<NO_RELEASE_FENCE>),
        ("the writer's release store", wide::<RELAXED_END>, split::<RELAXED_END>),
    ];
    for (ordering, wide, split) in weakened {
        assert!(catch_unwind(wide).is_err(), "nothing was torn without {ordering} of a 64-bit counter");
        assert!(catch_unwind(split).is_err(), "nothing was torn without {ordering} of a split counter");
    }
}
