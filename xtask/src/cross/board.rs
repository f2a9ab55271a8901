//! Emulated boards: programs for them are linked to their memory, and print and end through the emulator.

use std::ops::Range;
use std::path::Path;
use std::process::Command;

/// A board that QEMU imitates.
pub struct Board {
    /// The emulator.
    pub emulator: &'static str,
    /// What makes it this board.
    pub arguments: &'static [&'static str],
    /// The addresses of code and constants, where the processor starts.
    pub code: Range<u64>,
    /// The addresses of memory.
    pub ram: Range<u64>,
}

/// Room for the stack, in bytes.
const STACK: u64 = 0x4000;

impl Board {
    /// Adds to a C compiler's command what it links for the board: picolibc's start-up code, and what lets `printf` and
    /// `exit` reach the emulator.
    pub fn link(&self, command: &mut Command) {
        command.args(["--specs=picolibc.specs", "--crt0=semihost", "--oslib=semihost", "-Tpicolibc.ld"]);
        let size = |range: &Range<u64>| range.end - range.start;
        for (symbol, value) in [
            ("__flash", self.code.start),
            ("__flash_size", size(&self.code)),
            ("__ram", self.ram.start),
            ("__ram_size", size(&self.ram)),
            ("__stack_size", STACK),
        ] {
            command.arg(format!("-Wl,--defsym={symbol}={value:#x}"));
        }
        // Parts of the C library do not say that they need no executable stack; there is no other here.
        command.args(["-Wl,--gc-sections", "-Wl,--no-warn-execstack"]);
    }

    /// The emulator with a program on the board. It ends as the program does, and prints what that prints.
    pub fn run(&self, program: &Path) -> Command {
        let mut command = self.emulate(program);
        command.args(["-monitor", "none"]);
        command
    }

    /// The same, with a monitor that is still to be put somewhere.
    pub fn emulate(&self, program: &Path) -> Command {
        let mut command = Command::new(self.emulator);
        command.args(self.arguments).args(["-display", "none", "-serial", "none"]);
        command.args(["-semihosting-config", "enable=on,target=native", "-kernel"]).arg(program);
        command
    }
}
