//! The kinds of machines that the library is built for beside this one, and what stands for them here.

use std::path::Path;
use std::process::Command;

use crate::c_compiler::WARNINGS;
use crate::tools::{self, Tool};
use crate::workspace::Workspace;

use super::board::Board;

/// A kind of machine.
pub struct Target {
    /// The name, as Rust has it.
    pub triple: &'static str,
    /// What it takes to build and run programs for it.
    pub needs: &'static [&'static Tool],
    /// The C compiler, with what makes it compile for this target.
    compiler: &'static [&'static str],
    /// What runs programs for it.
    pub machine: Machine,
}

/// What runs programs for a target.
pub enum Machine {
    /// Nothing: programs are built and linked.
    None,
    /// An emulated board.
    Board(Board),
    /// Linux of this machine with an emulated processor: the emulator, and where the target's libraries are.
    Linux { emulator: &'static str, root: &'static str },
}

impl Target {
    const fn new(
        triple: &'static str,
        needs: &'static [&'static Tool],
        compiler: &'static [&'static str],
        machine: Machine,
    ) -> Self {
        Self { triple, needs, compiler, machine }
    }

    /// The C compiler for the target, with the project's headers.
    pub fn bare_compiler(&self, workspace: &Workspace) -> Command {
        let mut command = Command::new(self.compiler[0]);
        command.args(&self.compiler[1..]).args(["-std=c11", "-Os", "-I"]).arg(workspace.root.join("include"));
        command
    }

    /// The same with the warnings that count as errors.
    pub fn compiler(&self, workspace: &Workspace) -> Command {
        let mut command = self.bare_compiler(workspace);
        command.args(["-ffunction-sections", "-fdata-sections"]).args(WARNINGS);
        command
    }

    /// Another tool of the compiler's family: `nm`, `size`, `objdump`.
    pub fn tool(&self, name: &str) -> Command {
        Command::new(self.compiler[0].replace("gcc", name))
    }

    /// What runs a program for the target under Linux; nothing when it is for no Linux.
    pub fn under_linux(&self, program: &Path) -> Option<Command> {
        let Machine::Linux { emulator, root } = self.machine else { return None };
        let mut command = Command::new(emulator);
        command.args(["-L", root]).arg(program);
        Some(command)
    }

    /// What links programs of Rust, and what runs them, in the variables that cargo takes; nothing without Linux.
    pub fn variables(&self) -> Vec<(String, String)> {
        let Machine::Linux { emulator, root } = self.machine else { return Vec::new() };
        let name = format!("CARGO_TARGET_{}", self.triple.to_uppercase().replace('-', "_"));
        vec![
            (format!("{name}_LINKER"), self.compiler[0].into()),
            (format!("{name}_RUNNER"), format!("{emulator} -L {root}")),
        ]
    }
}

const ARM: &str = "arm-none-eabi-gcc";

/// Cortex-M0 and M0+: no compare-and-swap, no 64-bit atomics. The board has less memory than the tests need.
pub static M0: Target = Target::new(
    "thumbv6m-none-eabi",
    &[
        &tools::rust_target("Rust for thumbv6m", "thumbv6m-none-eabi"),
        &tools::GCC_ARM,
        &tools::PICOLIBC_ARM,
        &tools::QEMU_ARM,
    ],
    &[ARM, "-mcpu=cortex-m0", "-mthumb"],
    Machine::Board(Board {
        emulator: "qemu-system-arm",
        arguments: &["-machine", "microbit", "-global", "nrf51-soc.sram-size=524288"],
        code: 0..0x4_0000,
        ram: 0x2000_0000..0x2008_0000,
    }),
);

/// Cortex-M3.
pub static M3: Target = Target::new(
    "thumbv7m-none-eabi",
    &[
        &tools::rust_target("Rust for thumbv7m", "thumbv7m-none-eabi"),
        &tools::GCC_ARM,
        &tools::PICOLIBC_ARM,
        &tools::QEMU_ARM,
    ],
    &[ARM, "-mcpu=cortex-m3", "-mthumb"],
    Machine::Board(Board {
        emulator: "qemu-system-arm",
        arguments: &["-machine", "mps2-an385"],
        code: 0..0x40_0000,
        ram: 0x2000_0000..0x2040_0000,
    }),
);

/// Cortex-M4 whose compilers are not to use the floating-point unit.
pub static M4: Target = Target::new(
    "thumbv7em-none-eabi",
    &[
        &tools::rust_target("Rust for thumbv7em", "thumbv7em-none-eabi"),
        &tools::GCC_ARM,
        &tools::PICOLIBC_ARM,
        &tools::QEMU_ARM,
    ],
    &[ARM, "-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=soft"],
    Machine::Board(Board {
        emulator: "qemu-system-arm",
        arguments: &["-machine", "mps2-an386"],
        code: 0..0x40_0000,
        ram: 0x2000_0000..0x2040_0000,
    }),
);

/// Cortex-M4 with its floating-point unit.
pub static M4F: Target = Target::new(
    "thumbv7em-none-eabihf",
    &[
        &tools::rust_target("Rust for thumbv7em with FPU", "thumbv7em-none-eabihf"),
        &tools::GCC_ARM,
        &tools::PICOLIBC_ARM,
        &tools::QEMU_ARM,
    ],
    &[ARM, "-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"],
    Machine::Board(Board {
        emulator: "qemu-system-arm",
        arguments: &["-machine", "mps2-an386"],
        code: 0..0x40_0000,
        ram: 0x2000_0000..0x2040_0000,
    }),
);

/// Cortex-M33 with its floating-point unit, in the secure state that it starts in.
pub static M33: Target = Target::new(
    "thumbv8m.main-none-eabihf",
    &[
        &tools::rust_target("Rust for thumbv8m.main", "thumbv8m.main-none-eabihf"),
        &tools::GCC_ARM,
        &tools::PICOLIBC_ARM,
        &tools::QEMU_ARM,
    ],
    &[ARM, "-mcpu=cortex-m33", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv5-sp-d16"],
    Machine::Board(Board {
        emulator: "qemu-system-arm",
        arguments: &["-machine", "mps2-an505"],
        code: 0x1000_0000..0x1040_0000,
        ram: 0x3800_0000..0x3840_0000,
    }),
);

/// RISC-V of 32 bits with multiplication, atomics and short instructions.
pub static RISCV: Target = Target::new(
    "riscv32imac-unknown-none-elf",
    &[
        &tools::rust_target("Rust for riscv32imac", "riscv32imac-unknown-none-elf"),
        &tools::GCC_RISCV,
        &tools::PICOLIBC_RISCV,
        &tools::QEMU_RISCV,
    ],
    &["riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32"],
    Machine::Board(Board {
        emulator: "qemu-system-riscv32",
        arguments: &["-machine", "virt", "-bios", "none"],
        code: 0x8000_0000..0x8040_0000,
        ram: 0x8040_0000..0x8080_0000,
    }),
);

/// Arm of 64 bits without an operating system. No C library for it is at hand that could print.
pub static AARCH64: Target = Target::new(
    "aarch64-unknown-none",
    &[&tools::rust_target("Rust for aarch64 alone", "aarch64-unknown-none"), &tools::GCC_AARCH64],
    &["aarch64-linux-gnu-gcc"],
    Machine::None,
);

/// Big-endian.
pub static S390X: Target = Target::new(
    "s390x-unknown-linux-gnu",
    &[&tools::rust_target("Rust for s390x", "s390x-unknown-linux-gnu"), &tools::GCC_S390X, &tools::QEMU_USER],
    &["s390x-linux-gnu-gcc"],
    Machine::Linux { emulator: "qemu-s390x", root: "/usr/s390x-linux-gnu" },
);

pub static AARCH64_LINUX: Target = Target::new(
    "aarch64-unknown-linux-gnu",
    &[
        &tools::rust_target("Rust for aarch64 Linux", "aarch64-unknown-linux-gnu"),
        &tools::GCC_AARCH64,
        &tools::QEMU_USER,
    ],
    &["aarch64-linux-gnu-gcc"],
    Machine::Linux { emulator: "qemu-aarch64", root: "/usr/aarch64-linux-gnu" },
);

/// 32 bits with an operating system, where 64-bit numbers may be aligned to 4 bytes.
pub static I686_LINUX: Target = Target::new(
    "i686-unknown-linux-gnu",
    &[&tools::rust_target("Rust for i686 Linux", "i686-unknown-linux-gnu"), &tools::GCC_I686, &tools::QEMU_USER],
    &["i686-linux-gnu-gcc"],
    Machine::Linux { emulator: "qemu-i386", root: "/usr/i686-linux-gnu" },
);

/// The targets without an operating system that have boards.
pub static DEVICES: [&Target; 6] = [&M0, &M3, &M4, &M4F, &M33, &RISCV];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_of_rust_for_linux_are_linked_and_run_by_what_the_target_has() {
        let expected = [
            ("CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER".into(), "s390x-linux-gnu-gcc".into()),
            ("CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_RUNNER".into(), "qemu-s390x -L /usr/s390x-linux-gnu".into()),
        ];
        assert_eq!(S390X.variables(), expected);
        assert!(M3.variables().is_empty());
        assert!(M3.under_linux(Path::new("x")).is_none());
    }
}
