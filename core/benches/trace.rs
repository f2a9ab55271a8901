//! What it costs to trace.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::cast_precision_loss)]
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::panic, clippy::indexing_slicing)]

// What is counted, and not only timed, is of other formats.
#[allow(dead_code, reason = "each benchmark takes what it needs")]
mod measure;

use glassbox::Region;
use glassbox::lock::Spin;
use glassbox::trace::catalog::{Catalog, CatalogSlot, slots_needed};
use glassbox::trace::component::Component;
use glassbox::trace::engine::{Context, Engine, NoHooks, TickSource};
use glassbox::trace::recorder::{Config, Parameter, thread_id};
use measure::{Floor, Operation, Runner, locked_increment};
use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex};
use std::thread;
use std::time::Instant;

/// Tracepoints of the component that the others are measured with.
const POINTS: usize = 16;
/// Tracepoints of the component that is selected as a whole.
const MANY_POINTS: usize = 10_000;
/// Entries of each of two contexts, while both trace.
const TURN: u64 = 100_000;
/// Lines of the catalog that is indexed.
const LINES: usize = 9_000;

fn main() {
    measure::run(&operations(), &[]);
}

fn operations() -> Vec<Operation> {
    let single = |name, against, bar, prepare, floor| Operation { name, against, bar, units: 1.0, prepare, floor };
    let li = || Floor::Measured(locked_increment);
    vec![
        single("the host's clock", "LI", None, host_clock, li()),
        Operation { units: 8.0, ..single("a tracepoint that is off", "LI", Some(0.1), disabled, li()) },
        single("two u32, without clock", "LI", Some(2.5), || traced(Standing(0), Shape::TwoNumbers), li()),
        single(
            "two u32, with the host's clock",
            "clock + 3 LI",
            Some(1.0),
            || traced(HOST, Shape::TwoNumbers),
            Floor::Measured(clock_and_increments::<3>),
        ),
        single(
            "a text of 16 bytes, with the host's clock",
            "clock + 4 LI",
            Some(1.0),
            || traced(HOST, Shape::Text),
            Floor::Measured(clock_and_increments::<4>),
        ),
        Operation {
            name: "an entry of two contexts on two cores",
            against: "an entry of one context",
            // 1.8 times as many in the same time.
            bar: Some(1.0 / 1.8),
            units: 2.0 * TURN as f64,
            prepare: two_contexts,
            floor: Floor::Measured(|| traced(Standing(0), Shape::TwoNumbers)),
        },
        single("selection of all of 10,000 tracepoints", "1 ms", Some(1.0), select_all, Floor::Time(1e6)),
        single("index of a catalog of 9,000 lines", "3 ms", Some(1.0), index_catalog, Floor::Time(3e6)),
    ]
}

/// The clock of this machine.
#[derive(Clone, Copy)]
struct Host;

const HOST: Host = Host;
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

impl TickSource for Host {
    #[inline]
    fn ticks(&self) -> u64 {
        START.elapsed().as_nanos() as u64
    }
}

/// A clock that costs nothing.
#[derive(Clone, Copy)]
struct Standing(u64);

impl TickSource for Standing {
    #[inline]
    fn ticks(&self) -> u64 {
        self.0
    }
}

fn host_clock() -> Runner<'static> {
    Box::new(|count| {
        for _ in 0..count {
            black_box(HOST.ticks());
        }
    })
}

fn clock_and_increments<const INCREMENTS: u64>() -> Runner<'static> {
    let cell = AtomicU64::new(0);
    Box::new(move |count| {
        for _ in 0..count {
            black_box(HOST.ticks());
            for _ in 0..INCREMENTS {
                cell.fetch_add(1, Ordering::SeqCst);
            }
        }
    })
}

type TraceEngine<C> = Engine<'static, Spin, C>;

/// A component of which all points do `bits`.
fn component(points: usize, bits: u8) -> &'static Component<'static> {
    let active: Vec<AtomicU8> = (0..points).map(|_| AtomicU8::new(bits)).collect();
    let levels = vec![1; points].leak();
    Box::leak(Box::new(Component::new("bench", active.leak(), levels, vec![0; points].leak())))
}

fn engine<C: TickSource + 'static>(clock: C, component: &'static Component<'static>) -> &'static TraceEngine<C> {
    let region: &Region<65_536> = Box::leak(Box::new(Region::new()));
    let config = Config { record_size: 16_384, ..Config::new(1_000_000_000) };
    let engine = Box::leak(Box::new(Engine::new(region.memory(), &config, clock, &NoHooks).unwrap()));
    engine.register(component, &mut |error| panic!("{error}")).unwrap();
    engine
}

#[derive(Clone, Copy)]
enum Shape {
    TwoNumbers,
    Text,
}

/// What generated code does where a point is on.
#[inline]
fn point<C: TickSource>(
    context: &mut Context<'static, 'static, Spin, C>,
    component: &Component<'_>,
    shape: Shape,
    number: u64,
) {
    match shape {
        Shape::TwoNumbers => {
            let numbers = (number & 0xffff_ffff | number << 32).to_le_bytes();
            context.trace(component, 3, &[Parameter::Bytes(&numbers)]);
        }
        Shape::Text => context.trace(component, 3, &[Parameter::Text(Some(b"sixteen letters."))]),
    }
}

/// Eight call sites, as they lie in the code of a program.
fn disabled() -> Runner<'static> {
    static ACTIVE: [AtomicU8; POINTS] = [const { AtomicU8::new(0) }; POINTS];
    static COMPONENT: Component<'static> = Component::new("bench", &ACTIVE, &[1; POINTS], &[0; POINTS]);
    let mut context = engine(Standing(0), &COMPONENT).attach(thread_id(0), "bench").unwrap();
    Box::new(move |count| {
        for number in 0..count {
            macro_rules! sites {
                ($($id:literal)*) => {$(
                    if ACTIVE[$id].load(Ordering::Relaxed) != 0 {
                        context.trace(&COMPONENT, $id, &[Parameter::Bytes(&number.to_le_bytes())]);
                    }
                )*};
            }
            sites!(0 1 2 3 4 5 6 7);
        }
    })
}

fn traced<C: TickSource + 'static>(clock: C, shape: Shape) -> Runner<'static> {
    let component = component(POINTS, 2);
    let mut context = engine(clock, component).attach(thread_id(0), "bench").unwrap();
    Box::new(move |count| {
        for number in 0..count {
            point(&mut context, component, shape, black_box(number));
        }
    })
}

/// Something that shares no cache line with anything else.
#[repr(align(128))]
struct Apart<T>(T);

fn two_contexts() -> Runner<'static> {
    let component = component(POINTS, 2);
    let engine = engine(Standing(0), component);
    let contexts = [0, 1].map(|thread| Apart(Mutex::new(engine.attach(thread_id(thread), "bench").unwrap())));
    Box::new(move |count| {
        thread::scope(|scope| {
            for Apart(context) in &contexts {
                scope.spawn(move || {
                    let mut context = context.lock().unwrap();
                    for number in 0..count * TURN {
                        point(&mut context, component, Shape::TwoNumbers, black_box(number));
                    }
                });
            }
        });
    })
}

fn select_all() -> Runner<'static> {
    let engine = engine(Standing(0), component(MANY_POINTS, 0));
    Box::new(move |count| {
        for _ in 0..count {
            engine.set(black_box("none:maximal=all"), &mut |error| panic!("{error}")).unwrap();
        }
    })
}

fn index_catalog() -> Runner<'static> {
    let mut catalog = String::from("5.1\n");
    for id in 0..LINES {
        let (component, id) = (id / 1000, id % 1000);
        writeln!(catalog, "part{component}.{id} 0 1 1 N Trc_PART{component}_Point{id} \"point %d of <%s>\"").unwrap();
    }
    let mut slots = vec![CatalogSlot::EMPTY; slots_needed(catalog.as_bytes())];
    Box::new(move |count| {
        for _ in 0..count {
            let read = Catalog::read(black_box(catalog.as_bytes()), &mut slots, &mut |problem| panic!("{problem:?}"));
            assert_eq!(read.unwrap().len(), LINES);
        }
    })
}
