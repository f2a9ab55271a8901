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
    /// Makes the floor ready.
    pub floor: fn() -> Runner<'static>,
}

/// Measures all operations as the command line says, and prints the figures.
pub fn run(operations: &[Operation]) {
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
        let ratio = time / floor;
        if json {
            let bar = operation.bar.map_or_else(|| "null".to_owned(), |bar| bar.to_string());
            println!(
                r#"{{"name":"{}","ns":{:.3},"ratio":{:.3},"against":"{}","bar":{bar},"instructions":null,"units":{:.0}}}"#,
                operation.name,
                time / operation.units,
                ratio / operation.units,
                operation.against,
                operation.units,
            );
        } else {
            let bar = operation.bar.map_or_else(String::new, |bar| format!("at most {bar}"));
            println!(
                "{:56} {:12.2} ns {:8.2} x {:20} {bar}",
                operation.name,
                time / operation.units,
                ratio / operation.units,
                operation.against,
            );
        }
    }
}

/// The fastest turns of an operation and of its floor, in nanoseconds for one run.
fn measure(operation: &Operation) -> (f64, f64) {
    let mut run = (operation.prepare)();
    let mut floor = (operation.floor)();
    let (count, floor_count) = (iterations(&mut run), iterations(&mut floor));
    let mut best = (f64::MAX, f64::MAX);
    for _ in 0..TURNS {
        best.1 = best.1.min(time(&mut floor, floor_count));
        best.0 = best.0.min(time(&mut run, count));
    }
    best
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
