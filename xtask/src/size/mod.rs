//! `size`: what the library costs a device in flash, memory and stack.
//!
//! For each part of the interface a program is linked that uses all of its functions and nothing else, so that what counts is what
//! such a program carries. The figures are compared with those in `xtask/sizes.json`: growth of more than two in a hundred is a
//! failure. Other compilers make other code, so they are compared only where the compiler is that of the file.

mod stack;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::archive::{self, Level};
use crate::cross::{DEVICES, M0, M4F, RISCV, Target};
use crate::symbols;
use crate::workspace::Workspace;
use crate::{Verdict, process, rust};

/// Measure flash, memory and stack on devices
#[derive(Args)]
#[command(
    after_help = "Examples:\n  cargo xtask size                     # compare with the committed figures\n  cargo \
                        xtask size --write             # commit to new ones\n  cargo xtask size thumbv6m-none-eabi\n\nThe \
                        stack is that of the function which needs most; the program's own lock and callbacks come on top."
)]
pub struct Arguments {
    /// The targets, as Rust names them; all devices when none is named
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,

    /// Write the figures to xtask/sizes.json instead of comparing them
    #[arg(long)]
    write: bool,
}

/// Where the figures are, from the root.
const FILE: &str = "xtask/sizes.json";

/// A part of the interface.
struct Part {
    name: &'static str,
    /// Whether a function belongs to it.
    has: fn(&str) -> bool,
    /// The type of what a program keeps for it.
    state: &'static str,
}

const PARTS: [Part; 7] = [
    Part { name: "Inspect writer: numbers, strings, nodes", has: is_plain_writer, state: "gbx_inspect_t" },
    Part { name: "Inspect writer: everything", has: is_writer, state: "gbx_inspect_t" },
    Part { name: "Inspect reader, with adopting", has: is_reader, state: "gbx_inspect_tree_t" },
    Part {
        name: "Inspect reader with text and JSON",
        has: |f| is_reader(f) || is_view(f),
        state: "gbx_inspect_tree_t",
    },
    Part { name: "MMV writer", has: is_mmv_writer, state: "gbx_mmv_t" },
    Part { name: "MMV reader", has: is_mmv_reader, state: "gbx_mmv_image_t" },
    Part { name: "table of regions", has: |f| f.starts_with("gbx_registry_"), state: "gbx_registry_t" },
];

fn is_plain_writer(function: &str) -> bool {
    let Some(rest) = function.strip_prefix("gbx_inspect_") else { return false };
    let kinds = ["node", "bool", "int", "uint", "double", "string"];
    let of_kind = |kind: &str| {
        let operations = ["set", "add", "subtract", "delete"];
        rest.strip_prefix("create_").or_else(|| rest.strip_prefix("record_")) == Some(kind)
            || rest.strip_prefix(kind).and_then(|rest| rest.strip_prefix('_')).is_some_and(|o| operations.contains(&o))
    };
    rest == "init" || rest.ends_with("_transaction") || kinds.into_iter().any(of_kind)
}

fn is_view(function: &str) -> bool {
    matches!(function, "gbx_inspect_tree_json" | "gbx_inspect_tree_text")
}

fn is_reader(function: &str) -> bool {
    let is_named = |rest: &str| {
        rest.starts_with("tree_")
            || rest.starts_with("cursor_")
            || rest.starts_with("adopt")
            || matches!(rest, "snapshot" | "scratch_size" | "copy_unlocked")
    };
    function.strip_prefix("gbx_inspect_").is_some_and(is_named) && !is_view(function)
}

fn is_writer(function: &str) -> bool {
    function.starts_with("gbx_inspect_") && !is_reader(function) && !is_view(function)
}

fn is_mmv_reader(function: &str) -> bool {
    let is_named = |rest: &str| rest.starts_with("image_") || matches!(rest, "snapshot" | "scratch_size");
    function.strip_prefix("gbx_mmv_").is_some_and(is_named)
        && !function.ends_with("_json")
        && !function.ends_with("_text")
}

fn is_mmv_writer(function: &str) -> bool {
    let rest = function.strip_prefix("gbx_mmv_");
    rest.is_some_and(|rest| !rest.starts_with("image_") && !matches!(rest, "snapshot" | "scratch_size" | "adopt"))
}

/// What a part costs, in bytes.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
struct Figures {
    text: u64,
    rodata: u64,
    /// Memory that is there before the program starts: `.data` and `.bss`.
    data: u64,
    /// What the program keeps for it.
    state: u64,
    /// The stack of the function that needs most.
    stack: u64,
}

/// All figures: by target, then by part.
type Table = BTreeMap<String, BTreeMap<String, Figures>>;

#[derive(Debug, Deserialize, Serialize)]
struct Committed {
    /// The Rust compiler that made the code.
    compiler: String,
    sizes: Table,
}

/// # Errors
/// When a target is not known, or something cannot be built.
pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<Verdict> {
    for name in &arguments.targets {
        if !DEVICES.iter().any(|target| target.triple == name) {
            let names: Vec<_> = DEVICES.iter().map(|target| target.triple).collect();
            bail!("there is no device {name}; there are {}", names.join(", "));
        }
    }
    let is_wanted =
        |target: &&&Target| arguments.targets.is_empty() || arguments.targets.iter().any(|t| t == target.triple);
    let mut sizes = Table::new();
    for target in DEVICES.iter().filter(is_wanted) {
        let measured = measure(workspace, target)?;
        print!("{}", shown(target.triple, &measured));
        sizes.insert(target.triple.into(), measured);
    }
    let path = workspace.root.join(FILE);
    if arguments.write {
        let mut all = committed(&path).map(|committed| committed.sizes).unwrap_or_default();
        all.extend(sizes);
        write_readme(workspace, &all)?;
        let text = serde_json::to_string_pretty(&Committed { compiler: compiler()?, sizes: all })?;
        fs::write(&path, text + "\n").with_context(|| format!("{FILE} cannot be written"))?;
        return Ok(Verdict::Fine);
    }
    match compared(&path, &sizes)? {
        Comparison::Grown(list) => {
            println!(
                "grown by more than 2 %; `cargo xtask size --write` takes it if it is meant:\n{}",
                list.join("\n")
            );
            Ok(Verdict::Failed)
        }
        Comparison::Fine(remark) => {
            println!("{remark}");
            Ok(Verdict::Fine)
        }
    }
}

/// What stands before and behind the table in the README.
const MARKS: [&str; 2] = ["<!-- sizes: cargo xtask size --write -->\n", "<!-- end of sizes -->\n"];

/// Puts the table into the README.
fn write_readme(workspace: &Workspace, sizes: &Table) -> Result<()> {
    let path = workspace.root.join("README.md");
    let readme = fs::read_to_string(&path).context("README.md cannot be read")?;
    let (before, rest) = readme.split_once(MARKS[0]).context("README.md has no place for the table of sizes")?;
    let (_, after) = rest.split_once(MARKS[1]).context("the place for the table in README.md does not end")?;
    let [begin, end] = MARKS;
    fs::write(&path, format!("{before}{begin}{}{end}{after}", for_readme(sizes))).context("README.md cannot be written")
}

/// The table of the README.
fn for_readme(sizes: &Table) -> String {
    let mut text =
        String::from("| bytes | flash, Cortex-M0 | stack | flash, Cortex-M4F | stack | flash, RISC-V | stack |\n");
    text += "|---|---|---|---|---|---|---|\n";
    for part in &PARTS {
        let _ = write!(text, "| {}", part.name);
        for target in [&M0, &M4F, &RISCV] {
            let figures = sizes.get(target.triple).and_then(|parts| parts.get(part.name)).copied().unwrap_or_default();
            let _ = write!(text, " | {} | {}", figures.text + figures.rodata, figures.stack);
        }
        text += " |\n";
    }
    text
}

/// How figures compare with the committed ones.
enum Comparison {
    Fine(String),
    Grown(Vec<String>),
}

fn compared(path: &Path, sizes: &Table) -> Result<Comparison> {
    let committed = committed(path)?;
    let compiler = compiler()?;
    if committed.compiler != compiler {
        let remark =
            format!("not compared: the committed figures are of {}, and this is {compiler}", committed.compiler);
        return Ok(Comparison::Fine(remark));
    }
    let grown = grown(&committed.sizes, sizes);
    Ok(if grown.is_empty() {
        Comparison::Fine(format!("{} parts, none grown", sizes.values().map(BTreeMap::len).sum::<usize>()))
    } else {
        Comparison::Grown(grown)
    })
}

fn committed(path: &Path) -> Result<Committed> {
    let text = fs::read_to_string(path).with_context(|| format!("{FILE} cannot be read"))?;
    serde_json::from_str(&text).with_context(|| format!("{FILE} is not understood"))
}

fn compiler() -> Result<String> {
    Ok(process::stdout(&mut rust::compiler("-V"))?.trim().into())
}

/// What has grown by more than two in a hundred, or is not among the committed figures.
fn grown(before: &Table, now: &Table) -> Vec<String> {
    let mut list = Vec::new();
    for (target, parts) in now {
        for (part, figures) in parts {
            let Some(old) = before.get(target).and_then(|parts| parts.get(part)) else {
                list.push(format!("{target}, {part}: there is no committed figure"));
                continue;
            };
            for (name, old, new) in [
                ("text", old.text, figures.text),
                ("rodata", old.rodata, figures.rodata),
                ("data", old.data, figures.data),
                ("state", old.state, figures.state),
                ("stack", old.stack, figures.stack),
            ] {
                if new * 100 > old * 102 {
                    list.push(format!("{target}, {part}: {name} was {old}, and is {new}"));
                }
            }
        }
    }
    list
}

fn shown(target: &str, parts: &BTreeMap<String, Figures>) -> String {
    let mut text = format!("\n{target:<42}   text  rodata  data  state  stack\n");
    for (name, Figures { text: code, rodata, data, state, stack }) in parts {
        let _ = writeln!(text, "{name:<42} {code:>6}  {rodata:>6}  {data:>4}  {state:>5}  {stack:>5}");
    }
    text
}

/// Links the programs for a target and looks at what they are made of.
fn measure(workspace: &Workspace, target: &Target) -> Result<BTreeMap<String, Figures>> {
    let archive = archive::build_for(workspace, target.triple, Level::Smallest)?;
    let header = symbols::header(workspace)?;
    let functions = symbols::functions(&header);
    let scratch = workspace.scratch(&format!("size-{}", target.triple))?;
    let mut all = BTreeMap::new();
    for part in &PARTS {
        let of_part: BTreeSet<_> = functions.iter().copied().filter(|function| (part.has)(function)).collect();
        let measured = one(workspace, target, &archive, &scratch, part, &of_part);
        all.insert(part.name.into(), measured.with_context(|| format!("{}, {}", target.triple, part.name))?);
    }
    Ok(all)
}

fn one(
    workspace: &Workspace,
    target: &Target,
    archive: &Path,
    scratch: &Path,
    part: &Part,
    functions: &BTreeSet<&str>,
) -> Result<Figures> {
    let name: String = part.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let linked = symbols::link_for(workspace, target, archive, functions, &scratch.join(&name))?;
    let table = process::stdout(target.tool("size").arg("-A").arg(&linked))?;
    let sections = sections(&table);
    let of = |wanted: &str| -> u64 {
        let is_of = |name: &str| name == wanted || name.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('.'));
        sections.iter().filter(|(name, _)| is_of(name)).map(|(_, size)| size).sum()
    };
    // The list of functions is the measuring program's own.
    let list = functions.len() as u64 * pointer_size(target);
    let listing = process::stdout(target.tool("objdump").args(["-d", "--no-show-raw-insn"]).arg(&linked))?;
    let program = stack::Program::of(&listing)?;
    let symbols = process::stdout(target.tool("nm").arg(&linked))?;
    let mut stack = 0;
    for line in symbols.lines() {
        if let [address, "T" | "t" | "W", name] = line.split_whitespace().collect::<Vec<_>>()[..]
            && functions.contains(name)
        {
            // The lowest bit of an address says that code is Thumb.
            stack = stack.max(program.need(u64::from_str_radix(address, 16)? & !1)?);
        }
    }
    Ok(Figures {
        text: of(".text"),
        rodata: of(".rodata") + of(".srodata"),
        data: (of(".data") + of(".sdata") + of(".bss") + of(".sbss")).saturating_sub(list),
        state: state_size(workspace, target, scratch, part.state)?,
        stack,
    })
}

fn pointer_size(target: &Target) -> u64 {
    if target.triple.starts_with("aarch64") { 8 } else { 4 }
}

/// The sections that `size -A` lists.
fn sections(table: &str) -> Vec<(&str, u64)> {
    let section = |line: &'_ str| -> Option<(usize, u64)> {
        let mut words = line.split_whitespace();
        let name = words.next()?;
        name.starts_with('.').then_some(())?;
        Some((name.len(), words.next()?.parse().ok()?))
    };
    table.lines().filter_map(|line| section(line).map(|(length, size)| (&line[..length], size))).collect()
}

/// The size of a type of the header.
fn state_size(workspace: &Workspace, target: &Target, scratch: &Path, name: &str) -> Result<u64> {
    let source = scratch.join(format!("{name}.c"));
    let object: PathBuf = source.with_extension("o");
    fs::write(&source, format!("#include \"glassbox.h\"\nunsigned char state[sizeof({name})];\n"))?;
    let mut compile: Command = target.bare_compiler(workspace);
    process::run(compile.args(["-ffreestanding", "-c"]).arg(&source).arg("-o").arg(&object))?;
    let symbols = process::stdout(target.tool("nm").arg("-S").arg(&object))?;
    let line = symbols.lines().find(|line| line.ends_with(" state")).context("nm does not list the state")?;
    let size = line.split_whitespace().nth(1).context("nm does not tell the size of the state")?;
    Ok(u64::from_str_radix(size, 16)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_of_more_than_two_in_a_hundred_is_told_and_less_is_not() {
        let table = |text, stack| {
            let figures = Figures { text, stack, ..Figures::default() };
            Table::from([("m0".to_string(), BTreeMap::from([("writer".to_string(), figures)]))])
        };
        assert!(grown(&table(1000, 100), &table(1020, 102)).is_empty());
        assert!(grown(&table(1000, 100), &table(10, 10)).is_empty());
        assert_eq!(grown(&table(1000, 100), &table(1021, 100)), ["m0, writer: text was 1000, and is 1021"]);
        assert_eq!(grown(&table(1000, 0), &table(1000, 8)), ["m0, writer: stack was 0, and is 8"]);
        assert_eq!(grown(&Table::new(), &table(1, 1)), ["m0, writer: there is no committed figure"]);
    }

    #[test]
    fn every_function_of_a_format_belongs_to_a_part() {
        let workspace = Workspace::find().unwrap();
        let header = symbols::header(&workspace).unwrap();
        let is_a_part = |function: &&&str| PARTS.iter().any(|part| (part.has)(function));
        let formats = ["gbx_inspect_", "gbx_mmv_"];
        let functions = symbols::functions(&header);
        let of_format = functions.iter().filter(|name| formats.iter().any(|format| name.starts_with(format)));
        let without: Vec<_> = of_format.filter(|function| !is_a_part(function)).collect();
        let expected = ["gbx_mmv_adopt", "gbx_mmv_image_json", "gbx_mmv_image_text"];
        assert!(without.iter().all(|function| expected.contains(function)), "{without:?}");
        assert!(is_plain_writer("gbx_inspect_create_uint") && is_plain_writer("gbx_inspect_uint_add"));
        assert!(!is_plain_writer("gbx_inspect_uint_array_add") && !is_plain_writer("gbx_inspect_create_uint_array"));
    }

    #[test]
    fn the_readme_has_the_committed_figures() {
        let workspace = Workspace::find().unwrap();
        let readme = fs::read_to_string(workspace.root.join("README.md")).unwrap();
        let sizes = committed(&workspace.root.join(FILE)).unwrap().sizes;
        assert!(readme.contains(&for_readme(&sizes)), "cargo xtask size --write puts them there");
    }

    #[test]
    fn sections_are_read_from_the_table() {
        let table = "x.elf  :\nsection   size   addr\n.text     7168   0\n.rodata    12   7168\nTotal 7180\n";
        assert_eq!(sections(table), [(".text", 7168), (".rodata", 12)]);
    }
}
