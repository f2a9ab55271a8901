//! The proof that a linked program carries nothing of Rust's machinery.
//!
//! A C program that uses every function of the header is linked with nothing but the archive and its own `memcpy` and
//! relatives. The archive's panic handler calls a function that nobody defines, so the program links only when no path
//! to a panic is left. What is linked must have no symbol of the panic machinery or of an allocator.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::archive::{self, Level};
use crate::cross::Target;
use crate::process;
use crate::workspace::Workspace;

/// What the archive may expect of the program that links it.
const EXPECTED: [&str; 4] = ["memcpy", "memmove", "memset", "memcmp"];

/// Parts of symbols that must not appear, as `nm --demangle` prints them.
const FORBIDDEN: &[&str] = &[
    "core::panicking",
    "panic_fmt",
    "panic_handler",
    "rust_begin_unwind",
    "rust_eh_personality",
    "_Unwind_",
    "__rust_alloc",
    "__rust_dealloc",
    "__rust_realloc",
    "__rdl_",
    "alloc::",
    "malloc",
    "std::",
];

/// What links a program without libc and start-up code.
const ALONE: [&str; 8] = [
    "-ffreestanding",
    "-fno-builtin",
    "-fno-stack-protector",
    "-static",
    "-nostdlib",
    "-Wl,--gc-sections",
    "-Wl,--entry=start",
    "-Wl,--build-id=none",
];

/// Links the program for every level of optimisation and looks through its symbols.
///
/// # Errors
/// What the linker misses, and the symbols that must not be there.
pub fn check(workspace: &Workspace) -> Result<String> {
    let header = header(workspace)?;
    let functions = functions(&header);
    if functions.is_empty() {
        bail!("include/glassbox.h declares no function");
    }
    let scratch = workspace.scratch("symbols")?;
    let source = scratch.join("everything.c");
    fs::write(&source, program(&functions))?;
    let mut sizes = Vec::new();
    for level in Level::ALL {
        let archive = archive::build(workspace, level)?;
        let linked = scratch.join(format!("everything-{}", level.name()));
        let said = || format!("at opt-level {}, with all {} functions", level.name(), functions.len());
        process::run(link(workspace, &source, &archive).arg("-o").arg(&linked)).with_context(said)?;
        let symbols = process::stdout(Command::new("nm").arg("--demangle").arg(&linked))?;
        let offences = offences(&symbols);
        if !offences.is_empty() {
            bail!("{}, these symbols are linked and must not be:\n{}", said(), offences.join("\n"));
        }
        sizes.push(format!("{} bytes at {}", text_size(&linked)?, level.name()));
    }
    Ok(format!("{} functions: {}", functions.len(), sizes.join(", ")))
}

/// Links the program for another kind of machine, looks through its symbols, and gives the number of functions.
///
/// # Errors
/// As [`check`].
pub fn check_for(workspace: &Workspace, target: &Target, archive: &Path) -> Result<usize> {
    let header = header(workspace)?;
    let functions = functions(&header);
    let scratch = workspace.scratch(&format!("cross-{}", target.triple))?;
    link_for(workspace, target, archive, &functions, &scratch.join("everything"))?;
    Ok(functions.len())
}

/// Links a program of these functions for another kind of machine, looks through its symbols, and gives its path, which is
/// `program` with an extension.
///
/// # Errors
/// As [`check`].
pub fn link_for(
    workspace: &Workspace,
    target: &Target,
    archive: &Path,
    functions: &BTreeSet<&str>,
    program: &Path,
) -> Result<PathBuf> {
    let source = program.with_extension("c");
    fs::write(&source, self::program(functions))?;
    let linked = program.with_extension("elf");
    let mut link = target.bare_compiler(workspace);
    process::run(link.args(ALONE).arg(&source).arg(archive).arg("-o").arg(&linked))?;
    let symbols = process::stdout(target.tool("nm").arg("--demangle").arg(&linked))?;
    let offences = offences(&symbols);
    if !offences.is_empty() {
        bail!("these symbols are linked and must not be:\n{}", offences.join("\n"));
    }
    Ok(linked)
}

/// The text of the header.
///
/// # Errors
/// When it cannot be read.
pub fn header(workspace: &Workspace) -> Result<String> {
    fs::read_to_string(workspace.root.join("include/glassbox.h")).context("include/glassbox.h cannot be read")
}

/// Links without libc and start-up code: whatever is not in the program or the archive is missing.
fn link(workspace: &Workspace, source: &Path, archive: &Path) -> Command {
    let mut command = Command::new("gcc");
    command.args(["-std=c11", "-Os"]).args(ALONE).args(["-fno-pic", "-no-pie"]);
    command.arg("-I").arg(workspace.root.join("include")).arg(source).arg(archive);
    command
}

/// The names of the functions that the header declares or defines.
pub fn functions(header: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    let mut rest = header;
    while let Some(start) = rest.find("gbx_") {
        // Inside a longer word, after `#define`, or in a comment, it is no declaration.
        let before = header[..header.len() - rest.len() + start].rsplit('\n').next().unwrap_or_default();
        let found = &rest[start..];
        let length = found.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(found.len());
        let (name, after) = found.split_at(length);
        let is_word = !before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let is_code = !before.trim_start().starts_with(['#', '*']) && !before.contains("//") && !before.contains("/*");
        if is_word && is_code && after.starts_with('(') {
            names.insert(name);
        }
        rest = after;
    }
    names
}

/// A program that uses all functions: their addresses go where the compiler cannot see who reads them.
fn program(functions: &BTreeSet<&str>) -> String {
    let mut text = String::from("#include \"glassbox.h\"\n\ntypedef void (*function_t)(void);\n");
    text.push_str("function_t volatile functions[] = {\n");
    for name in functions {
        let _ = writeln!(text, "    (function_t)(void *){name},");
    }
    text.push_str("};\n\nvoid start(void);\nvoid start(void) { functions[0](); }\n\n");
    text.push_str("void *memcpy(void *to, void const *from, size_t n) { (void)from; (void)n; return to; }\n");
    text.push_str("void *memmove(void *to, void const *from, size_t n) { (void)from; (void)n; return to; }\n");
    text.push_str("void *memset(void *to, int value, size_t n) { (void)value; (void)n; return to; }\n");
    text.push_str("int memcmp(void const *a, void const *b, size_t n) { (void)a; (void)b; return (int)n; }\n");
    text
}

/// The lines of `nm` that name something forbidden or missing.
fn offences(symbols: &str) -> Vec<&str> {
    let is_offence = |line: &&str| {
        let missing = line.trim_start().strip_prefix("U ").is_some_and(|name| !EXPECTED.contains(&name));
        missing || FORBIDDEN.iter().any(|part| line.contains(part))
    };
    symbols.lines().filter(is_offence).collect()
}

/// The bytes of code and constants.
fn text_size(program: &Path) -> Result<u64> {
    let table = process::stdout(Command::new("size").arg(program))?;
    let first = table.lines().nth(1).and_then(|line| line.split_whitespace().next());
    first.and_then(|word| word.parse().ok()).with_context(|| format!("size printed what is not understood:\n{table}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_and_types_macros_and_comments_are_not() {
        let header = "\
            /** Calls gbx_not_this(1).\n * nor gbx_nor_this() */\n\
            #define GBX_X(a) gbx_not_in_a_macro(a)\n\
            typedef struct gbx_node_t { uint32_t block; } gbx_node_t;\n\
            typedef void (*gbx_callback_t)(void *context);\n\
            gbx_status_t gbx_inspect_init(struct gbx_inspect_t *self,\n    gbx_node_t x);\n\
            const char *gbx_status_name(gbx_status_t status);\n\
            static inline void gbx_mmv_add(gbx_cell_t cell) { }\n";
        let expected = ["gbx_inspect_init", "gbx_mmv_add", "gbx_status_name"];
        assert_eq!(functions(header), BTreeSet::from(expected));
    }

    #[test]
    fn symbols_of_the_machinery_and_missing_ones_are_offences() {
        let symbols = "\
            0000000000401000 T gbx_inspect_init\n\
            0000000000401100 t core::panicking::panic_bounds_check\n\
            0000000000401200 T __rust_alloc\n                 \
            U memcpy\n                 \
            U strlen\n";
        let found = offences(symbols);
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found.iter().any(|line| line.contains("strlen")));
    }
}
