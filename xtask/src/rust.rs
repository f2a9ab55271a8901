//! Which Rust compiles for a target: the usual one where its library for that target is installed, else one that brings
//! the library's sources, from which it is built anew.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::{process, tools};

/// What Debian calls its newest Rust and the sources of the library.
pub const DISTRIBUTION: &[&str] = &["rustc-web", "cargo-web", "rust-web-src"];

/// A toolchain that can compile for a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rust {
    /// The one that runs this program, with a library for the target.
    Usual,
    /// The nightly one, which builds the library.
    Nightly,
    /// That of the distribution, which builds the library.
    Distribution,
}

impl Rust {
    /// The toolchain for a target; none when no way is known.
    pub fn of(triple: &str) -> Option<Self> {
        if has_library(triple) {
            Some(Self::Usual)
        } else if tools::has_library_sources() {
            Some(Self::Nightly)
        } else if has_sources_of_distribution() {
            Some(Self::Distribution)
        } else {
            None
        }
    }

    /// Which one it is and why, for people.
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Usual => "the usual Rust, which has the library",
            Self::Nightly => "the nightly Rust, which builds the library: rustup brought none",
            Self::Distribution => "the distribution's Rust, which builds the library: rustup brought none",
        }
    }

    /// Its cargo, with the words of a subcommand and the target. `library` is what is built where none is installed.
    pub fn cargo<I: IntoIterator<Item: AsRef<OsStr>>>(self, arguments: I, triple: &str, library: Library) -> Command {
        let mut command = match self {
            Self::Usual => process::cargo(arguments),
            Self::Nightly => process::nightly_cargo(arguments),
            Self::Distribution => {
                let mut command = Command::new("/usr/bin/cargo");
                command.args(arguments).env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
                command
            }
        };
        command.args(["--target", triple]);
        if self != Self::Usual {
            command.arg(match library {
                Library::Core => "-Zbuild-std=core",
                Library::Std => "-Zbuild-std",
            });
        }
        command
    }
}

/// How much of the library a program needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    /// Without an operating system.
    Core,
    /// With one.
    Std,
}

/// The toolchain for a target.
///
/// # Errors
/// When there is none.
pub fn of(triple: &str) -> Result<Rust> {
    Rust::of(triple).with_context(|| format!("no Rust here compiles for {triple}: cargo xtask setup"))
}

/// The usual Rust's compiler with an argument.
pub fn compiler(argument: &str) -> Command {
    let cargo = std::env::var_os("CARGO");
    let rustc = cargo.map_or_else(|| "rustc".into(), |cargo| PathBuf::from(cargo).with_file_name("rustc"));
    let mut command = Command::new(rustc);
    command.arg(argument);
    command
}

fn has_library(triple: &str) -> bool {
    process::stdout(compiler("--print").args(["target-libdir", "--target", triple]))
        .is_ok_and(|directory| Path::new(directory.trim()).is_dir())
}

fn has_sources_of_distribution() -> bool {
    Path::new("/usr/bin/cargo").is_file()
        && process::stdout(Command::new("/usr/bin/rustc").args(["--print", "sysroot"]))
            .is_ok_and(|root| Path::new(root.trim()).join("lib/rustlib/src/rust/library/Cargo.toml").is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_of_this_machine_is_there_and_that_of_no_machine_is_not() {
        let host = crate::workspace::Workspace::find().unwrap().host().unwrap();
        assert_eq!(Rust::of(&host), Some(Rust::Usual));
        assert!(!has_library("no-such-target"));
    }

    #[test]
    fn only_a_library_that_is_not_there_is_built() {
        let shown = |rust: Rust, library| process::shown(&rust.cargo(["build"], "thumbv7m-none-eabi", library));
        assert_eq!(shown(Rust::Usual, Library::Core), "cargo build --target thumbv7m-none-eabi");
        assert!(
            shown(Rust::Nightly, Library::Core).ends_with("cargo build --target thumbv7m-none-eabi -Zbuild-std=core")
        );
        assert!(shown(Rust::Distribution, Library::Std).contains("RUSTC_BOOTSTRAP=1"));
    }
}
