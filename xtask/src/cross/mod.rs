//! `cross`: the library on other kinds of machines.
//!
//! For each target the core and the archive for C are built. What is linked is proved free of Rust's machinery. The C tests, from
//! the same sources as on this machine, run on an emulated board, with those of `c-tests/firmware` (`arm_*.c` only where there is
//! a Cortex-M), or under Linux with an emulated processor; there
//! Rust tests of core run, too. Some targets are steps of `test`.

mod board;
mod dump;
mod harts;
mod target;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::archive::{self, Level};
use crate::c_compiler::{Language, is_hosted, is_threaded};
use crate::c_tests::{file_name, in_parallel, programs, run_test};
use crate::rust::{self, Library, Rust};
use crate::steps::{self, Step};
use crate::tools::Tool;
use crate::workspace::Workspace;
use crate::{Verdict, process, setup, symbols, test};

pub use target::{DEVICES, M0, M4F, RISCV, Target};

use target::Machine;

/// Build and test for other kinds of machines
#[derive(Args)]
#[command(
    after_help = "Examples:\n  cargo xtask cross --install           # all, with what they need\n  cargo xtask cross \
                        thumbv6m-none-eabi  # one\n  cargo xtask cross --list\n\nA target whose tools are missing is \
                        skipped, and has failed when CI=true."
)]
pub struct Arguments {
    /// The targets, as Rust names them; all when none is named
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,

    /// List the targets
    #[arg(long)]
    list: bool,

    /// First install what the targets need
    #[arg(long)]
    install: bool,
}

/// What the steps of `test` need.
pub const NEEDS_OF_M3: &[&Tool] = target::M3.needs;
pub const NEEDS_OF_RISCV: &[&Tool] = target::RISCV.needs;
pub const NEEDS_OF_S390X: &[&Tool] = target::S390X.needs;

/// Every target.
static TARGETS: [Step; 10] = [
    Step::new(target::M0.triple, "Cortex-M0", target::M0.needs, |w| check(w, &target::M0, MANY)),
    Step::new(target::M3.triple, "Cortex-M3", target::M3.needs, |w| check(w, &target::M3, MANY)),
    Step::new(target::M4.triple, "Cortex-M4 without FPU", target::M4.needs, |w| check(w, &target::M4, MANY)),
    Step::new(target::M4F.triple, "Cortex-M4 with FPU", target::M4F.needs, |w| check(w, &target::M4F, MANY)),
    Step::new(target::M33.triple, "Cortex-M33", target::M33.needs, |w| check(w, &target::M33, MANY)),
    Step::new(target::RISCV.triple, "RISC-V of 32 bits", target::RISCV.needs, |w| check(w, &target::RISCV, MANY)),
    Step::new(target::AARCH64.triple, "Arm of 64 bits", target::AARCH64.needs, |w| check(w, &target::AARCH64, MANY)),
    Step::new(target::S390X.triple, "big-endian Linux", target::S390X.needs, |w| check(w, &target::S390X, MANY)),
    Step::new(target::AARCH64_LINUX.triple, "Linux on Arm of 64 bits", target::AARCH64_LINUX.needs, |w| {
        check(w, &target::AARCH64_LINUX, MANY)
    }),
    Step::new(target::I686_LINUX.triple, "Linux on x86 of 32 bits", target::I686_LINUX.needs, |w| {
        check(w, &target::I686_LINUX, MANY)
    }),
];

/// The Rust tests of core that run on other kinds of machines: those that reach shared memory or read files of both
/// byte orders, and are done in seconds where a processor is emulated.
const RUST_TESTS: &[&str] = &[
    "inspect_adopt",
    "inspect_fixtures",
    "inspect_groups",
    "inspect_inspector",
    "inspect_limits",
    "inspect_snapshot",
    "inspect_stitch",
    "inspect_writer_values",
    "mmv_fixtures",
    "mmv_writer",
    "trace_fixtures",
];
/// Tests among them that would take minutes.
const TOO_LONG: &[&str] = &["every_byte_may", "every_cut_is", "a_chain_of_200000"];
/// Those inside the library which are about the machine.
const RUST_UNITS: &[&str] = &["memory::", "inspect::", "mmv::", "trace::"];

/// The snapshots that one core takes while another one writes, as a step of `test` and otherwise.
const FEW: u32 = 20_000;
const MANY: u32 = 1_000_000;

/// The time after which a program on a board is taken to hang.
const LIMIT: Duration = Duration::from_mins(2);

/// # Errors
/// When a target is asked for that is not known.
pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<Verdict> {
    if arguments.list {
        for step in &TARGETS {
            println!("{:<30} {}", step.name, step.shows);
        }
        return Ok(Verdict::Fine);
    }
    for name in &arguments.targets {
        if !TARGETS.iter().any(|step| step.name == name) {
            bail!("there is no target {name}; `cargo xtask cross --list` names them");
        }
    }
    let is_wanted =
        |step: &&Step| arguments.targets.is_empty() || arguments.targets.iter().any(|name| step.name == name);
    let wanted: Vec<_> = TARGETS.iter().filter(is_wanted).collect();
    if arguments.install {
        setup::install(&needs_of(&wanted));
    }
    Ok(steps::run(workspace, &wanted, steps::is_strict()))
}

/// Everything that the targets need.
pub fn needs() -> Vec<&'static Tool> {
    needs_of(&TARGETS.iter().collect::<Vec<_>>())
}

fn needs_of(steps: &[&'static Step]) -> Vec<&'static Tool> {
    let mut needs = Vec::new();
    for tool in steps.iter().flat_map(|step| step.needs) {
        setup::add(&mut needs, tool);
    }
    needs
}

/// # Errors
/// What does not compile, does not link, or fails on the board.
pub fn board_m3(workspace: &Workspace) -> Result<String> {
    check(workspace, &target::M3, FEW)
}

/// # Errors
/// As [`board_m3`].
pub fn board_riscv(workspace: &Workspace) -> Result<String> {
    check(workspace, &target::RISCV, FEW)
}

/// # Errors
/// As [`board_m3`].
pub fn s390x(workspace: &Workspace) -> Result<String> {
    check(workspace, &target::S390X, FEW)
}

/// Does all that can be done for a target, and says what that was.
fn check(workspace: &Workspace, target: &Target, snapshots: u32) -> Result<String> {
    let rust = rust::of(target.triple)?;
    let archive = archive::build_for(workspace, target.triple, Level::Size)?;
    let functions = symbols::check_for(workspace, target, &archive)?;
    let mut done = vec![format!("{functions} functions linked")];
    match &target.machine {
        Machine::None => build_core(workspace, target, rust)?,
        Machine::Board(board) => {
            build_core(workspace, target, rust)?;
            let (tests, dumps) = on_board(workspace, target, board, &archive)?;
            done.push(format!("{tests} C tests, {dumps} read from a dump"));
            if target.triple == RISCV.triple {
                let source = workspace.root.join("c-tests/firmware").join(harts::PROGRAM);
                done.push(harts::check(target.compiler(workspace), &source, &archive, board, snapshots)?);
            }
        }
        Machine::Linux { .. } => {
            done.push(format!("{} C tests", under_linux(workspace, target, &archive)?));
            done.push(format!("{} of Rust", rust_tests(workspace, target, rust)?));
        }
    }
    Ok(format!("{}, with {}", done.join(", "), rust.describe()))
}

/// Builds core with all that needs no more than the target has.
fn build_core(workspace: &Workspace, target: &Target, rust: Rust) -> Result<()> {
    let mut command = rust.cargo(["build", "--quiet", "--package=glassbox", "--lib"], target.triple, Library::Core);
    command.args(["--features", "critical-section", "--target-dir"]).arg(workspace.scratch("cross-core")?);
    process::run(command.current_dir(&workspace.root)).map(drop)
}

/// Compiles the C tests that need no operating system, and those for boards alone, and runs them; then the programs whose
/// images are read from a dump. Gives the numbers of both.
fn on_board(workspace: &Workspace, target: &Target, board: &board::Board, archive: &Path) -> Result<(usize, usize)> {
    let scratch = workspace.scratch(&format!("cross-{}", target.triple))?;
    let compile = |source: &Path| -> Result<PathBuf> {
        let program = scratch.join(file_name(source)).with_extension("elf");
        let mut command = target.compiler(workspace);
        command.arg(source).arg(archive).arg("-o").arg(&program);
        board.link(&mut command);
        process::run(&mut command)?;
        Ok(program)
    };
    let run =
        |program: &Path| process::run_within(board.run(program).current_dir(workspace.root.join("c-tests")), LIMIT);
    // That all passes means something only where a failure is noticed.
    let failing = scratch.join("failing.c");
    fs::write(&failing, "#include <stdio.h>\nint main(void) { printf(\"as expected\\n\"); return 1; }\n")?;
    let story = run(&compile(&failing)?).err().context("a program that fails on the board is not noticed")?.to_string();
    ensure!(story.contains("as expected"), "a program on the board was to print, but:\n{story}");

    let sources = c_sources(workspace, |source| !is_hosted(source))?;
    in_parallel(&sources, |source| run(&compile(source)?).map(drop))?;
    let is_arm = |firmware: &Path| file_name(firmware).starts_with("arm_");
    let mut firmwares = workspace.files("c-tests/firmware", "c")?;
    firmwares.retain(|firmware| target.triple.starts_with("thumb") || !is_arm(firmware));
    firmwares.retain(|firmware| file_name(firmware) != harts::PROGRAM);
    let (images, tests): (Vec<_>, Vec<_>) =
        firmwares.into_iter().partition(|firmware| file_name(firmware).starts_with("image_"));
    in_parallel(&tests, |test| run(&compile(test)?).map(drop))?;
    for image in &images {
        dump::check(workspace, board, &compile(image)?)?;
    }
    Ok((sources.len() + tests.len(), images.len()))
}

/// Compiles the C tests and runs them under Linux.
fn under_linux(workspace: &Workspace, target: &Target, archive: &Path) -> Result<usize> {
    let scratch = workspace.scratch(&format!("cross-{}", target.triple))?;
    let sources = c_sources(workspace, |_| true)?;
    in_parallel(&sources, |source| {
        let program = scratch.join(file_name(source)).with_extension("elf");
        let mut command = target.compiler(workspace);
        command.arg(source).arg(archive).args(["-Wl,--gc-sections", "-o"]).arg(&program);
        if is_threaded(source) {
            command.arg("-pthread");
        }
        process::run(&mut command)?;
        let mut run = target.under_linux(&program).context("there is nothing that runs the program")?;
        run_test(workspace, &mut run)
    })?;
    Ok(sources.len())
}

/// The C tests that are wanted.
fn c_sources(workspace: &Workspace, is_wanted: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
    let all = programs(workspace, "c-tests")?.into_iter();
    Ok(all
        .filter(|(source, languages)| languages.contains(&Language::C) && is_wanted(source))
        .map(|(source, _)| source)
        .collect())
}

/// Runs tests of core in Rust.
fn rust_tests(workspace: &Workspace, target: &Target, rust: Rust) -> Result<u32> {
    let scratch = workspace.scratch("cross-core")?;
    let run = |targets: &[&str], names: &[&str]| {
        let mut command: Command =
            rust.cargo(["test", "--quiet", "--package=glassbox", "--no-fail-fast"], target.triple, Library::Std);
        command.args(targets).arg("--target-dir").arg(&scratch).arg("--").args(names);
        process::run(command.envs(target.variables()).current_dir(&workspace.root))
    };
    let units = run(&["--lib"], RUST_UNITS)?;
    let tests: Vec<_> = RUST_TESTS.iter().flat_map(|test| ["--test", test]).collect();
    let skipped: Vec<_> = TOO_LONG.iter().flat_map(|test| ["--skip", test]).collect();
    Ok(test::passed(&(units + &run(&tests, &skipped)?)))
}
