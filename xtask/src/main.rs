//! The project's own commands: `cargo xtask COMMAND`.
//!
//! Whatever continuous integration does, a person can do with the same command: there is no second script. Each command
//! is a module; what they share is how programs are run ([`process`]), which tools are needed ([`tools`]), and how a row
//! of steps is run and summed up ([`steps`]).
//!
//! Exit status: 0 fine, 1 something failed, 2 the command could not be carried out.

mod archive;
mod bench;
mod c_compiler;
mod c_disabled;
mod c_tests;
mod covered;
mod cross;
mod demo;
mod disabled;
mod dist;
mod examples;
mod header;
mod pcp;
mod process;
mod processes;
mod readme;
mod rust;
mod setup;
mod size;
mod steps;
mod symbols;
mod test;
mod tools;
mod watched;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use workspace::Workspace;

/// Glassbox's own commands
#[derive(Parser)]
#[command(bin_name = "cargo xtask", after_help = "Exit status: 0 fine, 1 something failed, 2 it could not be done.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,

    /// Show what the programs print while they run, not only when they fail
    #[arg(short, long, global = true)]
    verbose: bool,
}

#[derive(Subcommand)]
enum Command {
    Setup(setup::Arguments),
    Test(test::Arguments),
    Demo(demo::Arguments),
    Header(header::Arguments),
    Bench(bench::Arguments),
    Cross(cross::Arguments),
    Dist(dist::Arguments),
    Size(size::Arguments),
}

/// How a command that could be carried out ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Fine,
    Failed,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    process::be_verbose(arguments.verbose);
    let verdict = Workspace::find().and_then(|workspace| match &arguments.command {
        Command::Setup(arguments) => Ok(setup::run(arguments)),
        Command::Test(arguments) => test::run(&workspace, arguments),
        Command::Demo(arguments) => demo::run(&workspace, arguments),
        Command::Header(arguments) => header::run(&workspace, arguments),
        Command::Bench(arguments) => bench::run(&workspace, arguments),
        Command::Size(arguments) => size::run(&workspace, arguments),
        Command::Dist(arguments) => dist::run(&workspace, arguments),
        Command::Cross(arguments) => cross::run(&workspace, arguments),
    });
    match verdict {
        Ok(Verdict::Fine) => ExitCode::SUCCESS,
        Ok(Verdict::Failed) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
