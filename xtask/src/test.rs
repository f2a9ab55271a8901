//! `test`: every proof of the project, step by step.
//!
//! A step is one line in [`steps`]. What continuous integration runs is exactly this.

use anyhow::{Result, bail};
use clap::Args;

use crate::steps::{self, Step};
use crate::tools::{CLANG, CLIPPY, GCC, GXX, MIRI, PCP, RUSTFMT, Tool, VALGRIND};
use crate::workspace::Workspace;
use crate::{
    Verdict, bench, c_disabled, c_tests, covered, cross, demo, dist, examples, header, pcp, process, processes, readme,
    setup, symbols, watched,
};

/// Run all tests, or some
#[derive(Args)]
#[command(after_help = "Examples:\n  cargo xtask test --install      # all, on a fresh machine\n  \
                        cargo xtask test clippy c-tests  # some\n  cargo xtask test --list\n\n\
                        A step whose tools are missing is skipped, and has failed when CI=true; only Miri may be \
                        missing.")]
pub struct Arguments {
    /// The steps to run; all when none is named
    #[arg(value_name = "STEP")]
    steps: Vec<String>,

    /// List the steps
    #[arg(long)]
    list: bool,

    /// First install what the steps need
    #[arg(long)]
    install: bool,
}

/// Every step, in the order in which they run: the quick ones first.
const STEPS: &[Step] = &[
    Step::new("fmt", "the Rust code is laid out as rustfmt does it", &[&RUSTFMT], fmt),
    Step::new("clippy", "no lint in any target", &[&CLIPPY], clippy),
    Step::new("features", "core builds without lints with each feature alone, and without any", &[&CLIPPY], features),
    Step::new("header", "the C header is what the C interface says", &[], header::check),
    Step::new("c-covered", "each function of it says who may call it, and a C test calls it", &[], covered::check),
    Step::new("test", "unit, integration and documentation tests", &[&GCC], test),
    Step::new("sweep", "every byte of a file may have any value, and be the last one", &[], sweep),
    Step::new("disabled", "with the inspector switched off, a program in Rust does nothing", &[], disabled),
    Step::new("word32", "core's tests with 32-bit cells, as on small targets", &[], word32),
    Step::new("crash-points", "a writer that dies after any store leaves a file that says so", &[], crash_points),
    Step::new("c-headers", "each header compiles alone in every standard", &[&GCC, &GXX, &CLANG], c_tests::headers),
    Step::new("c-tests", "the C and C++ tests in every standard", &[&GCC, &GXX, &CLANG], c_tests::all_dialects),
    Step::new("c-watched", "the same under sanitizers and valgrind", &[&GCC, &GXX, &VALGRIND], watched::check),
    Step::new(
        "c-disabled",
        "with the library switched off, no program needs it",
        &[&GCC, &GXX, &CLANG],
        c_disabled::check,
    ),
    Step::new("c-refused", "the compilers refuse wrong arguments", &[&GCC, &GXX, &CLANG], c_disabled::refused),
    Step::new("c-examples", "the examples print what is said of them", &[&GCC, &GXX], examples::check),
    Step::new("pcp", "the real PCP reads our MMV files as they were declared", &[&PCP], pcp::generated),
    Step::new(
        "pcp-compat",
        "it shows the same of a program built with the real libpcp_mmv and with ours",
        &[&PCP, &GCC],
        pcp::compat,
    ),
    Step::new("pcp-readme", "it prints of the README's metrics what is said there", &[&PCP, &GCC], pcp::readme),
    Step::new("pcp-live", "it shows and serves the values of a program while it runs", &[&PCP, &GCC], pcp::live),
    Step::new("processes", "no snapshot of another process is torn", &[&GCC], processes::check),
    Step::new("symbols", "a linked program has no panic, no allocator, no libc", &[&GCC], symbols::check),
    Step::new("readme", "the README's C example does what is said there", &[&GCC, &GXX, &CLANG], readme::check),
    Step::new("dist", "a program finds the library where it is handed out", dist::NEEDS, dist::check),
    Step::new("board-m3", "the C tests pass on a Cortex-M3", cross::NEEDS_OF_M3, cross::board_m3),
    Step::new("board-riscv", "and on a RISC-V of 32 bits", cross::NEEDS_OF_RISCV, cross::board_riscv),
    Step::new("s390x", "and with tests of core on a big-endian machine", cross::NEEDS_OF_S390X, cross::s390x),
    Step::new("benches", "the benchmarks compile", &[&GCC], bench::compile_all),
    Step::new("docs", "the documentation builds without warnings", &[], docs),
    Step::new("miri", "no undefined behaviour", &[&MIRI], |w| miri(w, HOST, "")),
    Step::new("miri-ffi", "nor where pointers of C become references", &[&MIRI], miri_ffi),
    Step::new("miri-word32", "nor with 32-bit cells", &[&MIRI], |w| miri(w, HOST, WORD32)),
    Step::new("miri-s390x", "nor on a big-endian machine", &[&MIRI], |w| miri(w, "s390x-unknown-linux-gnu", "")),
    Step::new("miri-powerpc", "nor on a 32-bit big-endian one without 64-bit atomics", &[&MIRI], |w| {
        miri(w, "powerpc-unknown-linux-gnu", "")
    }),
    Step::new("demo", "the demonstration runs", demo::NEEDS, demo::check),
];

/// What an inspector that is switched off is built with: all that it has in its interface.
const WITH_DISABLED: &str = "inspect,read,spin,critical-section,disabled";
/// Forces 32-bit cells, which only targets without 64-bit atomics have of themselves.
const WORD32: &str = "--cfg glassbox_word32";
/// Hands every store to the test; those named `*_crash_points` need it.
const STORE_LOG: &str = "--cfg glassbox_store_log";
/// Miri's name for this kind of machine.
const HOST: &str = "x86_64-unknown-linux-gnu";
/// What Miri looks at: the tests that reach shared memory, by the parts of their names. The others run code that is safe
/// over slices, some hundred times slower than elsewhere.
const MIRI_UNITS: &[&str] = &["memory::", "generation::", "inspect::strings", "inspect::decimal"];
const MIRI_TESTS: &[&str] = &["inspect_groups", "inspect_snapshot"];
/// How many cases a property test tries under Miri, which is some hundred times slower.
const MIRI_CASES: &str = "4";

/// # Errors
/// When a step is asked for that does not exist.
pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<Verdict> {
    let mut steps: Vec<&'static Step> = STEPS.iter().collect();
    if arguments.list {
        for step in &steps {
            println!("{:<13} {}", step.name, step.shows);
        }
        return Ok(Verdict::Fine);
    }
    for name in &arguments.steps {
        if !steps.iter().any(|step| step.name == name) {
            bail!("there is no step {name}; `cargo xtask test --list` names them");
        }
    }
    if !arguments.steps.is_empty() {
        steps.retain(|step| arguments.steps.iter().any(|name| name == step.name));
    }
    if arguments.install {
        // What could not be brought shows in the table, at the steps that need it.
        setup::install(&needs_of(&steps));
    }
    Ok(steps::run(workspace, &steps, steps::is_strict()))
}

/// Everything that the steps need.
pub fn needs() -> Vec<&'static Tool> {
    needs_of(&STEPS.iter().collect::<Vec<_>>())
}

fn needs_of(steps: &[&'static Step]) -> Vec<&'static Tool> {
    let mut needs = Vec::new();
    for tool in steps.iter().flat_map(|step| step.needs) {
        setup::add(&mut needs, tool);
    }
    needs
}

/// Runs cargo quietly at the root. The words of `arguments` are separated by spaces.
fn cargo(workspace: &Workspace, arguments: &str, rest: &[&str]) -> Result<String> {
    let mut command = process::cargo(arguments.split_whitespace());
    process::run(command.args(rest).current_dir(&workspace.root))
}

fn fmt(workspace: &Workspace) -> Result<String> {
    cargo(workspace, "fmt --all --check", &[])?;
    Ok(String::new())
}

fn clippy(workspace: &Workspace) -> Result<String> {
    let features = workspace.all_features();
    cargo(workspace, "clippy --quiet --workspace --all-targets --features", &[&features, "--", "--deny=warnings"])?;
    Ok(String::new())
}

fn features(workspace: &Workspace) -> Result<String> {
    const ALONE: &str = "clippy --quiet --package glassbox --lib --no-default-features --features";
    let mut count = 0;
    for feature in std::iter::once("").chain(workspace.package("glassbox")?.features()) {
        cargo(workspace, ALONE, &[feature, "--", "--deny=warnings"])?;
        count += 1;
    }
    // Alone it switches off nothing.
    cargo(workspace, ALONE, &[WITH_DISABLED, "--test", "inspect_disabled", "--", "--deny=warnings"])?;
    Ok(format!("{} combinations", count + 1))
}

fn test(workspace: &Workspace) -> Result<String> {
    let output = cargo(workspace, "test --workspace --no-fail-fast --features", &[&workspace.all_features()])?;
    Ok(counted(&output))
}

/// Reads every file that the sweep can make, with a reader that is optimised and has all its assertions.
fn sweep(workspace: &Workspace) -> Result<String> {
    const OPTIMISED: &str = "--config profile.dev.package.glassbox.opt-level=1";
    let mut command = process::cargo(OPTIMISED.split_whitespace());
    command.args([
        "test",
        "--package",
        "glassbox",
        "--test",
        "inspect_sweep",
        "--test",
        "inspect_damage",
        "--features",
    ]);
    command.arg(workspace.core_features()?).env("GLASSBOX_SWEEP", "all").current_dir(&workspace.root);
    Ok(format!("{} tests", passed(&process::run(&mut command)?)))
}

/// Runs tests of core with a `cfg` that the whole build shares, in a build directory of its own.
fn test_with_cfg<'a>(
    workspace: &Workspace,
    name: &str,
    cfg: &str,
    tests: impl IntoIterator<Item = &'a str>,
) -> Result<String> {
    let mut command = process::cargo(["test", "--package", "glassbox", "--no-fail-fast", "--features"]);
    command.arg(workspace.core_features()?);
    command.args(tests.into_iter().flat_map(|test| ["--test", test])).arg("--target-dir").arg(workspace.scratch(name)?);
    command.env("RUSTFLAGS", cfg).env("RUSTDOCFLAGS", cfg).current_dir(&workspace.root);
    process::run(&mut command)
}

/// With the inspector switched off, the one test that expects it. It is not part of the other tests, since a feature of a
/// crate holds for all that is built with it.
fn disabled(workspace: &Workspace) -> Result<String> {
    const TEST: &str = "test --package glassbox --no-default-features --test inspect_disabled --features";
    Ok(counted(&cargo(workspace, TEST, &[WITH_DISABLED])?))
}

fn word32(workspace: &Workspace) -> Result<String> {
    Ok(counted(&test_with_cfg(workspace, "word32", WORD32, [])?))
}

fn crash_points(workspace: &Workspace) -> Result<String> {
    let tests: Vec<_> =
        workspace.package("glassbox")?.targets("test").filter(|name| name.ends_with("crash_points")).collect();
    let wide = test_with_cfg(workspace, "store-log", STORE_LOG, tests.iter().copied())?;
    let cfg = format!("{STORE_LOG} {WORD32}");
    let narrow = test_with_cfg(workspace, "store-log-word32", &cfg, tests)?;
    Ok(counted(&(wide + &narrow)))
}

fn docs(workspace: &Workspace) -> Result<String> {
    let mut command = process::cargo(["doc", "--quiet", "--workspace", "--no-deps", "--features"]);
    command.arg(workspace.all_features()).env("RUSTDOCFLAGS", "--deny=warnings").current_dir(&workspace.root);
    process::run(&mut command)?;
    Ok(String::new())
}

/// Runs core's tests under Miri as on `target`.
fn miri(workspace: &Workspace, target: &str, cfg: &str) -> Result<String> {
    let mut setup = process::nightly_cargo(["miri", "setup", "--target", target]);
    process::run(setup.current_dir(&workspace.root))?;
    let scratch = workspace.scratch("miri")?;
    let features = workspace.core_features()?;
    let look = |targets: &[&str], names: &[&str]| {
        let mut command = process::nightly_cargo(["miri", "test", "--package", "glassbox", "--features", &features]);
        command.args(targets).args(["--no-fail-fast", "--target", target, "--target-dir"]).arg(&scratch);
        command.arg("--").args(names).current_dir(&workspace.root);
        // Property tests ask for the time and the current directory; what stands for a `static` is leaked.
        command
            .env("MIRIFLAGS", "-Zmiri-disable-isolation -Zmiri-ignore-leaks")
            .env("PROPTEST_CASES", MIRI_CASES)
            .env("RUSTFLAGS", cfg);
        process::run(&mut command)
    };
    let units = look(&["--lib"], MIRI_UNITS)?;
    let tests: Vec<_> = MIRI_TESTS.iter().flat_map(|test| ["--test", test]).collect();
    Ok(counted(&(units + &look(&tests, &[])?)))
}

/// Runs the C interface's own tests under Miri.
fn miri_ffi(workspace: &Workspace) -> Result<String> {
    let mut command =
        process::nightly_cargo(["miri", "test", "--package", "glassbox-ffi", "--test", "from_c", "--test", "trace"]);
    command.arg("--target-dir").arg(workspace.scratch("miri")?).current_dir(&workspace.root);
    Ok(counted(&process::run(&mut command)?))
}

/// What [`passed`] gives, for the table.
fn counted(output: &str) -> String {
    format!("{} tests", passed(output))
}

/// The sum of the tests that passed, from what the test programs print.
pub fn passed(output: &str) -> u32 {
    let of_line =
        |line: &str| -> Option<u32> { line.strip_prefix("test result: ok. ")?.split_once(" passed")?.0.parse().ok() };
    output.lines().filter_map(of_line).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_have_names_of_their_own() {
        let mut names: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn only_miri_is_dispensable() {
        let dispensable: Vec<_> = needs().into_iter().filter(|tool| tool.dispensable).map(|tool| tool.name).collect();
        assert_eq!(dispensable, [MIRI.name]);
    }

    #[test]
    fn the_tests_of_all_programs_are_counted() {
        let output = "test result: ok. 12 passed; 0 failed; 0 ignored\nnoise\ntest result: ok. 30 passed; 0 failed;\n";
        assert_eq!(passed(output), 42);
    }
}
