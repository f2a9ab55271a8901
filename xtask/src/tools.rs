//! What the steps need beside cargo, how to see whether it is there, and where it comes from.
//!
//! A step names the tools that it needs; everything else follows: what `setup` lists, what `--install` fetches, and why
//! a step was skipped. A new tool is one more constant here.

use std::path::Path;
use std::process::Command;

use crate::process;

/// Something that a step needs.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// What people call it.
    pub name: &'static str,
    /// What it is needed for.
    pub purpose: &'static str,
    /// Whether a machine without it is good enough even where nothing else may be skipped.
    pub dispensable: bool,
    source: Source,
}

/// Where a tool comes from, which also says how it is looked for.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// A program on the path, from packages of the distribution.
    Packages { program: &'static str, packages: &'static [&'static str] },
    /// A part of the toolchain in use that is run as `cargo NAME`.
    Component { subcommand: &'static str, component: &'static str },
    /// Miri and the library's sources, which only the nightly toolchain has.
    Miri,
}

pub const GCC: Tool = Tool {
    name: "gcc",
    purpose: "compiles the C programs",
    dispensable: false,
    source: Source::Packages { program: "gcc", packages: &["gcc", "libc6-dev"] },
};

pub const GXX: Tool = Tool {
    name: "g++",
    purpose: "compiles the C programs as C++, and the C++ ones",
    dispensable: false,
    source: Source::Packages { program: "g++", packages: &["g++"] },
};

pub const CLANG: Tool = Tool {
    name: "clang",
    purpose: "the second opinion on C and C++",
    dispensable: false,
    source: Source::Packages { program: "clang", packages: &["clang"] },
};

pub const VALGRIND: Tool = Tool {
    name: "valgrind",
    purpose: "checks the memory accesses of the C programs; counts the instructions of the benchmarks",
    dispensable: false,
    source: Source::Packages { program: "valgrind", packages: &["valgrind", "libc6-dbg"] },
};

pub const RUSTFMT: Tool = Tool {
    name: "rustfmt",
    purpose: "checks the layout of the Rust code",
    dispensable: false,
    source: Source::Component { subcommand: "fmt", component: "rustfmt" },
};

pub const CLIPPY: Tool = Tool {
    name: "clippy",
    purpose: "lints the Rust code",
    dispensable: false,
    source: Source::Component { subcommand: "clippy", component: "clippy" },
};

pub const MIRI: Tool = Tool {
    name: "miri",
    purpose: "finds undefined behaviour, also of machines that are not here",
    dispensable: true,
    source: Source::Miri,
};

/// A tool that no machine has.
#[cfg(test)]
pub const NOWHERE: Tool = Tool {
    name: "nowhere",
    purpose: "shows what happens without it",
    dispensable: false,
    source: Source::Packages { program: "a-program-that-nobody-has", packages: &[] },
};

/// Another one, which can be done without.
#[cfg(test)]
pub const NOWHERE_BUT_DISPENSABLE: Tool = Tool {
    name: "nowhere either",
    purpose: "shows what happens without it where nobody minds",
    dispensable: true,
    source: Source::Packages { program: "another-program-that-nobody-has", packages: &[] },
};

impl Tool {
    /// Whether the tool can be used now.
    pub fn is_there(&self) -> bool {
        match self.source {
            Source::Packages { program, .. } => on_path(program),
            Source::Component { subcommand, .. } => process::succeeds(&mut process::cargo([subcommand, "--version"])),
            Source::Miri => has_miri() && has_library_sources(),
        }
    }
}

/// Some of what is missing, and the command line that brings it.
#[derive(Debug)]
pub struct Installation {
    pub brings: Vec<&'static Tool>,
    /// For `sh -c`; `None` when no way is known on this machine.
    pub command: Option<String>,
}

/// What brings all of `missing`: one part for each place that tools come from.
pub fn installations(missing: &[&'static Tool]) -> Vec<Installation> {
    let mut packages = Vec::new();
    let mut components = Vec::new();
    let mut from = [Vec::new(), Vec::new(), Vec::new()];
    for tool in missing {
        let origin = match tool.source {
            Source::Packages { packages: of_tool, .. } => {
                packages.extend(of_tool);
                0
            }
            Source::Component { component, .. } => {
                components.push(component);
                1
            }
            Source::Miri => 2,
        };
        from[origin].push(*tool);
    }
    let rustup = on_path("rustup");
    let commands = [
        apt(&packages),
        rustup.then(|| format!("rustup component add {}", components.join(" "))),
        rustup.then(|| {
            if process::succeeds(Command::new("rustup").args(["run", "nightly", "rustc", "--version"])) {
                "rustup component add --toolchain nightly miri rust-src".into()
            } else {
                "rustup toolchain install nightly --profile minimal --component miri --component rust-src".into()
            }
        }),
    ];
    let parts = from.into_iter().zip(commands).filter(|(brings, _)| !brings.is_empty());
    parts.map(|(brings, command)| Installation { brings, command }).collect()
}

/// The command line that installs packages, where the distribution has `apt-get` and we may use it.
fn apt(packages: &[&str]) -> Option<String> {
    if !on_path("apt-get") {
        return None;
    }
    let root = process::stdout(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let sudo = match (root, on_path("sudo")) {
        (true, _) => "",
        (false, true) => "sudo ",
        (false, false) => return None,
    };
    let packages = packages.join(" ");
    Some(format!(
        "{sudo}apt-get update && {sudo}env DEBIAN_FRONTEND=noninteractive \
         apt-get install --yes --no-install-recommends {packages}"
    ))
}

/// Whether a directory of the path has a file of that name.
fn on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| directory.join(program).is_file())
}

fn has_miri() -> bool {
    on_path("rustup") && process::succeeds(&mut process::nightly_cargo(["miri", "--version"]))
}

fn has_library_sources() -> bool {
    let mut sysroot = Command::new("rustup");
    sysroot.args(["run", "nightly", "rustc", "--print", "sysroot"]).env_remove("RUSTUP_TOOLCHAIN");
    process::stdout(&mut sysroot)
        .is_ok_and(|root| Path::new(root.trim()).join("lib/rustlib/src/rust/library/Cargo.toml").is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_command_line_brings_all_packages() {
        let parts = installations(&[&CLANG, &VALGRIND, &GXX]);
        assert_eq!(parts.len(), 1);
        assert_eq!(parts[0].brings.len(), 3);
        if let Some(command) = &parts[0].command {
            assert!(command.ends_with("--no-install-recommends clang valgrind libc6-dbg g++"), "{command}");
            assert!(command.contains("apt-get update &&"), "{command}");
        }
    }

    #[test]
    fn a_program_that_is_nowhere_is_missing() {
        assert!(on_path("sh"));
        assert!(!on_path("a-program-that-nobody-has"));
    }
}
