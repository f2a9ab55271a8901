//! What the steps need beside cargo, how to see whether it is there, and where it comes from.
//!
//! A step names the tools that it needs; everything else follows: what `setup` lists, what `--install` fetches, and why
//! a step was skipped. A new tool is one more constant here.

use std::path::Path;
use std::process::Command;

use crate::pcp;
use crate::process;
use crate::rust::{DISTRIBUTION, Rust};

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
    /// A file that a cross compiler finds, from packages of the distribution.
    Library { compiler: &'static str, file: &'static str, packages: &'static [&'static str] },
    /// The real Performance Co-Pilot, unpacked and not installed.
    Pcp,
    /// The library of Rust for a target, built or in source.
    Target { triple: &'static str },
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

pub const PCP: Tool = Tool {
    name: "pcp",
    purpose: "the real Performance Co-Pilot, which must read our MMV files",
    dispensable: false,
    source: Source::Pcp,
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

pub const PKG_CONFIG: Tool = Tool {
    name: "pkg-config",
    purpose: "finds the library as a program would",
    dispensable: false,
    source: Source::Packages { program: "pkg-config", packages: &["pkg-config"] },
};

pub const CMAKE: Tool = Tool {
    name: "cmake",
    purpose: "finds the library as a program would",
    dispensable: false,
    source: Source::Packages { program: "cmake", packages: &["cmake", "make"] },
};

pub const GCC_ARM: Tool = Tool {
    name: "arm-none-eabi-gcc",
    purpose: "compiles the C programs for Cortex-M boards",
    dispensable: false,
    source: Source::Packages { program: "arm-none-eabi-gcc", packages: &["gcc-arm-none-eabi"] },
};

pub const PICOLIBC_ARM: Tool = Tool {
    name: "picolibc for Arm",
    purpose: "starts the C programs on Cortex-M boards, and prints for them",
    dispensable: false,
    source: Source::Library {
        compiler: "arm-none-eabi-gcc",
        file: "picolibc.specs",
        packages: &["picolibc-arm-none-eabi"],
    },
};

pub const GCC_RISCV: Tool = Tool {
    name: "riscv64-unknown-elf-gcc",
    purpose: "compiles the C programs for RISC-V boards",
    dispensable: false,
    source: Source::Packages { program: "riscv64-unknown-elf-gcc", packages: &["gcc-riscv64-unknown-elf"] },
};

pub const PICOLIBC_RISCV: Tool = Tool {
    name: "picolibc for RISC-V",
    purpose: "starts the C programs on RISC-V boards, and prints for them",
    dispensable: false,
    source: Source::Library {
        compiler: "riscv64-unknown-elf-gcc",
        file: "picolibc.specs",
        packages: &["picolibc-riscv64-unknown-elf"],
    },
};

pub const QEMU_ARM: Tool = Tool {
    name: "qemu-system-arm",
    purpose: "runs the C programs as on Cortex-M boards",
    dispensable: false,
    source: Source::Packages { program: "qemu-system-arm", packages: &["qemu-system-arm"] },
};

pub const QEMU_RISCV: Tool = Tool {
    name: "qemu-system-riscv32",
    purpose: "runs the C programs as on RISC-V boards",
    dispensable: false,
    source: Source::Packages { program: "qemu-system-riscv32", packages: &["qemu-system-misc"] },
};

pub const QEMU_USER: Tool = Tool {
    name: "qemu-user",
    purpose: "runs programs of other kinds of Linux machines",
    dispensable: false,
    source: Source::Packages { program: "qemu-s390x", packages: &["qemu-user"] },
};

pub const GCC_S390X: Tool = linux("s390x-linux-gnu-gcc", &["gcc-s390x-linux-gnu", "libc6-dev-s390x-cross"]);
pub const GCC_AARCH64: Tool = linux("aarch64-linux-gnu-gcc", &["gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross"]);
pub const GCC_I686: Tool = linux("i686-linux-gnu-gcc", &["gcc-i686-linux-gnu", "libc6-dev-i386-cross"]);

/// A compiler for another kind of Linux machine. It is there when it finds the C library's start-up code.
const fn linux(compiler: &'static str, packages: &'static [&'static str]) -> Tool {
    Tool {
        name: compiler,
        purpose: "compiles and links for another kind of Linux machine",
        dispensable: false,
        source: Source::Library { compiler, file: "crt1.o", packages },
    }
}

/// What it takes to compile Rust for a target.
pub const fn rust_target(name: &'static str, triple: &'static str) -> Tool {
    Tool {
        name,
        purpose: "the library of Rust for a kind of machine",
        dispensable: false,
        source: Source::Target { triple },
    }
}

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
            Source::Library { compiler, file, .. } => finds(compiler, file),
            Source::Target { triple } => Rust::of(triple).is_some(),
            Source::Pcp => pcp::is_there(),
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
    let mut triples = Vec::new();
    let mut from = [const { Vec::new() }; 5];
    for tool in missing {
        let origin = match tool.source {
            Source::Packages { packages: of_tool, .. } | Source::Library { packages: of_tool, .. } => {
                packages.extend(of_tool);
                0
            }
            Source::Component { component, .. } => {
                components.push(component);
                1
            }
            Source::Miri => 2,
            Source::Target { triple } => {
                triples.push(triple);
                3
            }
            Source::Pcp => 4,
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
        either(rustup.then(|| format!("rustup target add {}", triples.join(" "))), apt(DISTRIBUTION)),
        on_path("apt-get").then(pcp::fetch),
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

/// The first command line, or the second one where that fails or is not known.
fn either(first: Option<String>, second: Option<String>) -> Option<String> {
    match (first, second) {
        (Some(first), Some(second)) => Some(format!("{first} || {{ {second}; }}")),
        (first, second) => first.or(second),
    }
}

/// Whether a compiler finds a file of its own: it then prints more than the name.
fn finds(compiler: &str, file: &str) -> bool {
    on_path(compiler)
        && process::stdout(Command::new(compiler).arg(format!("-print-file-name={file}")))
            .is_ok_and(|path| Path::new(path.trim()).is_absolute())
}

/// Whether a directory of the path has a file of that name.
fn on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| directory.join(program).is_file())
}

fn has_miri() -> bool {
    on_path("rustup") && process::succeeds(&mut process::nightly_cargo(["miri", "--version"]))
}

pub fn has_library_sources() -> bool {
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
    fn all_libraries_of_rust_come_at_once_and_from_the_distribution_when_they_come_from_nowhere_else() {
        const ONE: Tool = rust_target("one", "no-such-target");
        const TWO: Tool = rust_target("two", "nor-such-a-target");
        let parts = installations(&[&ONE, &TWO]);
        assert_eq!(parts.len(), 1);
        let first = || Some(String::from("a"));
        assert_eq!(either(first(), Some("b".into())).unwrap(), "a || { b; }");
        assert_eq!(either(first(), None), first());
        assert_eq!(either(None, None), None);
    }

    #[test]
    fn a_compiler_finds_its_own_files_and_no_others() {
        assert!(finds("gcc", "crt1.o"));
        assert!(!finds("gcc", "a-file-that-nobody-has"));
        assert!(!finds("a-program-that-nobody-has", "crt1.o"));
    }

    #[test]
    fn a_program_that_is_nowhere_is_missing() {
        assert!(on_path("sh"));
        assert!(!on_path("a-program-that-nobody-has"));
    }
}
