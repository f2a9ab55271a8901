//! `setup`: says what is missing on this machine and which command brings it, and brings it if asked.

use std::process::Command;

use clap::Args;

use crate::tools::{self, Tool};
use crate::{Verdict, bench, cross, demo, process, test};

/// Say what is missing on this machine, or install it
#[derive(Args)]
#[command(
    after_help = "Examples:\n  cargo xtask setup            # what is missing, and the command that brings it\n  \
                        cargo xtask setup --install  # run that command"
)]
pub struct Arguments {
    /// Install what is missing
    #[arg(long)]
    install: bool,
}

/// Lists what is needed, and installs what is missing of it or says how.
pub fn run(arguments: &Arguments) -> Verdict {
    let mut needed = Vec::new();
    let alone = demo::NEEDS.iter().chain(bench::NEEDS).copied();
    for tool in test::needs().into_iter().chain(alone).chain(cross::needs()) {
        add(&mut needed, tool);
    }
    for tool in &needed {
        let state = if tool.is_there() { "here" } else { "missing" };
        println!("{:<27} {state:<8} {}", tool.name, tool.purpose);
    }
    if arguments.install {
        return install(&needed);
    }
    let missing = missing(&needed);
    if missing.is_empty() {
        println!("\nnothing is missing");
        return Verdict::Fine;
    }
    let parts = tools::installations(&missing);
    let commands: Vec<_> = parts.iter().filter_map(|part| part.command.as_deref()).collect();
    if !commands.is_empty() {
        println!(
            "\nThis brings what is missing, and `cargo xtask setup --install` runs it:\n\n{}",
            commands.join(" && ")
        );
    }
    for part in parts.iter().filter(|part| part.command.is_none()) {
        println!("\n{}: this machine has no apt-get, sudo or rustup that could bring it", names(&part.brings));
    }
    if missing.iter().all(|tool| tool.dispensable) { Verdict::Fine } else { Verdict::Failed }
}

/// Installs what is missing of `needed`, each part for itself, and says how it went.
pub fn install(needed: &[&'static Tool]) -> Verdict {
    let absent = missing(needed);
    if absent.is_empty() {
        return Verdict::Fine;
    }
    for part in tools::installations(&absent) {
        let Some(command) = &part.command else { continue };
        println!("setup: {command}");
        if let Err(error) = process::run_in_view(Command::new("sh").args(["-c", command])) {
            println!("setup: {error:#}");
        }
    }
    let absent = missing(needed);
    if absent.is_empty() {
        println!("setup: nothing is missing any more");
    } else {
        println!("setup: could not bring {}", names(&absent));
    }
    if absent.iter().all(|tool| tool.dispensable) { Verdict::Fine } else { Verdict::Failed }
}

/// Adds a tool to a list of different ones.
pub fn add(list: &mut Vec<&'static Tool>, tool: &'static Tool) {
    if !list.iter().any(|known| known.name == tool.name) {
        list.push(tool);
    }
}

/// What is not there of `needed`.
pub fn missing(needed: &[&'static Tool]) -> Vec<&'static Tool> {
    needed.iter().copied().filter(|tool| !tool.is_there()).collect()
}

/// The names of tools, for a sentence.
pub fn names(tools: &[&Tool]) -> String {
    tools.iter().map(|tool| tool.name).collect::<Vec<_>>().join(", ")
}
