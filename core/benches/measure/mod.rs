//! Measures operations beside a floor of the machine, in one run.
//!
//! Machines drift and are shared. So an operation and what it is measured against are timed in turns, many times, and the
//! fastest turn of each counts. `--json-lines` prints one object a line; `--single NAME --iterations N` runs one operation
//! so many times and nothing else, for a program that counts instructions.

use std::time::Instant;

/// Turns in which an operation and its floor are timed.
const TURNS: u32 = 25;
/// How long a turn should take, in nanoseconds.
const TURN_NS: f64 = 2_000_000.0;

/// Runs an operation so many times.
pub type Runner<'a> = Box<dyn FnMut(u64) + 'a>;

/// Something to measure.
pub struct Operation {
    /// What it is, in words.
    pub name: &'static str,
    /// The name of the floor.
    pub against: &'static str,
    /// The largest ratio to the floor that is allowed, if any.
    pub bar: Option<f64>,
    /// Units of work in one run of the operation: the time is given for one.
    pub units: f64,
    /// Makes the operation ready.
    pub prepare: fn() -> Runner<'static>,
    /// What it is compared with.
    pub floor: Floor,
}

/// What an operation is compared with.
pub enum Floor {
    /// Something that is measured in the same run.
    Measured(fn() -> Runner<'static>),
    /// So many nanoseconds.
    Time(f64),
}

/// How often something happens.
pub struct Frequency {
    /// What it is that happens, in words.
    pub name: &'static str,
    /// Of so many of what, in words and as a number.
    pub among: (&'static str, f64),
    /// How often it may happen at most among those, if there is a limit.
    pub bar: Option<f64>,
    /// Counts.
    pub count: fn() -> Count,
}

/// What was counted.
pub struct Count {
    /// How often it happened.
    pub happened: u64,
    /// How often it could have happened.
    pub tried: u64,
    /// The time of one try, in nanoseconds.
    pub ns: f64,
}

/// Measures all operations and counts all frequencies as the command line says, and prints the figures.
pub fn run(operations: &[Operation], frequencies: &[Frequency]) {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value_of = |flag: &str| {
        let at = arguments.iter().position(|argument| argument == flag)?;
        arguments.get(at + 1).map(String::as_str)
    };
    if let Some(name) = value_of("--single") {
        let iterations = value_of("--iterations").and_then(|number| number.parse().ok()).unwrap_or(1);
        let operation = operations.iter().find(|operation| operation.name == name);
        (operation.expect("no operation has this name").prepare)()(iterations);
        return;
    }
    let json = arguments.iter().any(|argument| argument == "--json-lines");
    for operation in operations {
        let (time, floor) = measure(operation);
        Line {
            name: operation.name,
            ns: time / operation.units,
            ratio: time / floor / operation.units,
            against: operation.against,
            bar: operation.bar,
            units: operation.units,
        }
        .print(json);
    }
    for frequency in frequencies {
        let Count { happened, tried, ns } = (frequency.count)();
        let (against, number) = frequency.among;
        Line {
            name: frequency.name,
            ns,
            ratio: happened as f64 * number / tried.max(1) as f64,
            against,
            bar: frequency.bar,
            units: 0.0,
        }
        .print(json);
    }
}

/// A figure as it is printed.
struct Line {
    name: &'static str,
    ns: f64,
    ratio: f64,
    against: &'static str,
    bar: Option<f64>,
    /// 0 when it cannot be run alone.
    units: f64,
}

impl Line {
    fn print(&self, json: bool) {
        let Self { name, ns, ratio, against, bar, units } = self;
        if json {
            let bar = bar.map_or_else(|| "null".to_owned(), |bar| bar.to_string());
            println!(
                r#"{{"name":"{name}","ns":{ns:.3},"ratio":{ratio:.3},"against":"{against}","bar":{bar},"instructions":null,"units":{units:.0}}}"#,
            );
        } else {
            let bar = bar.map_or_else(String::new, |bar| format!("at most {bar}"));
            println!("{name:56} {ns:12.2} ns {ratio:8.2} x {against:20} {bar}");
        }
    }
}

/// The fastest turns of an operation and of its floor, in nanoseconds for one run.
fn measure(operation: &Operation) -> (f64, f64) {
    let mut run = (operation.prepare)();
    let count = iterations(&mut run);
    let mut best = f64::MAX;
    match operation.floor {
        Floor::Measured(prepare) => {
            let mut floor = prepare();
            let floor_count = iterations(&mut floor);
            let mut best_of_floor = f64::MAX;
            for _ in 0..TURNS {
                best_of_floor = best_of_floor.min(time(&mut floor, floor_count));
                best = best.min(time(&mut run, count));
            }
            (best, best_of_floor)
        }
        Floor::Time(ns) => ((0..TURNS).fold(best, |best, _| best.min(time(&mut run, count))), ns),
    }
}

fn iterations(run: &mut Runner) -> u64 {
    let mut count = 1;
    loop {
        let one = time(run, count);
        if one * count as f64 > TURN_NS / 10.0 {
            return (TURN_NS / one).max(1.0) as u64;
        }
        count *= 4;
    }
}

fn time(run: &mut Runner, count: u64) -> f64 {
    let start = Instant::now();
    run(count);
    start.elapsed().as_nanos() as f64 / count as f64
}

/// One uncontended locked increment: the usual measure for "as cheap as an atomic counter".
pub fn locked_increment() -> Runner<'static> {
    let cell = Box::new(std::sync::atomic::AtomicU64::new(0));
    Box::new(move |count| {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the cell is alive and aligned, and the loop touches nothing else.
        unsafe {
            std::arch::asm!(
                "2:",
                "lock xadd [{cell}], {one}",
                "dec {count}",
                "jnz 2b",
                cell = in(reg) cell.as_ptr(),
                one = inout(reg) 1_u64 => _,
                count = inout(reg) count.max(1) => _,
                options(nostack),
            );
        }
        #[cfg(not(target_arch = "x86_64"))]
        for _ in 0..count {
            cell.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        }
    })
}

/// A copy of `N` bytes by the C library.
pub fn memcpy<const N: usize>() -> Runner<'static> {
    // One allocation, so that the two ends of the copy do not lie at the same place of a page, which is a special case.
    let mut bytes = vec![1_u8; 2 * N + 256];
    Box::new(move |count| {
        for _ in 0..count {
            let (from, to) = bytes.split_at_mut(N + 192);
            std::hint::black_box(&mut to[..N]).copy_from_slice(std::hint::black_box(&from[..N]));
        }
    })
}
