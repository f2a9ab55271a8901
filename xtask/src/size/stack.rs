//! How much stack a function needs, read off the machine code of a linked program.
//!
//! What a function reserves stands in it: what it pushes and what it takes from the stack pointer. The need of a function is its
//! own, and that of the function it calls which needs most. Calls through pointers are not followed: the program's own
//! lock and callbacks come on top.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context, Result, bail, ensure};

/// A function of the program.
#[derive(Debug, Default)]
struct Function {
    name: String,
    /// Bytes that it reserves itself.
    own: u64,
    /// The addresses of what it calls or goes on with.
    calls: Vec<u64>,
}

/// The functions of a program, by address.
#[derive(Debug)]
pub struct Program(BTreeMap<u64, Function>);

impl Program {
    /// Takes what `objdump -d --no-show-raw-insn` prints.
    ///
    /// # Errors
    /// When the stack of a function cannot be told.
    pub fn of(listing: &str) -> Result<Self> {
        let mut functions = BTreeMap::new();
        let mut current: Option<(u64, Function)> = None;
        for line in listing.lines() {
            if let Some((address, name)) = heading(line) {
                functions.extend(current.take());
                current = Some((address, Function { name: name.into(), ..Function::default() }));
            } else if let (Some((_, function)), Some((_, instruction))) = (&mut current, line.split_once(":\t")) {
                let (mnemonic, operands) = instruction.split_once('\t').unwrap_or((instruction, ""));
                let said = || format!("in {}: {}", function.name, instruction.replace('\t', " "));
                function.own += reserved(mnemonic.trim(), operands.trim()).with_context(said)?;
                function.calls.extend(called(mnemonic.trim(), operands));
            }
        }
        functions.extend(current);
        Ok(Self(functions))
    }

    /// The bytes of stack that the function at an address needs, with all that it calls.
    ///
    /// # Errors
    /// When there is no such function, or it comes back to itself.
    pub fn need(&self, address: u64) -> Result<u64> {
        self.deepest(address, &mut HashMap::new(), &mut Vec::new())
    }

    fn deepest(&self, address: u64, known: &mut HashMap<u64, u64>, path: &mut Vec<u64>) -> Result<u64> {
        if let Some(need) = known.get(&address) {
            return Ok(*need);
        }
        let function = self.0.get(&address).with_context(|| format!("there is no function at {address:#x}"))?;
        ensure!(!path.contains(&address), "{} comes back to itself", function.name);
        path.push(address);
        let mut below = 0;
        for call in function.calls.iter().filter(|call| **call != address) {
            below = below.max(self.deepest(*call, known, path)?);
        }
        path.pop();
        known.insert(address, function.own + below);
        Ok(function.own + below)
    }
}

/// The address and the name of a function that begins here.
fn heading(line: &str) -> Option<(u64, &str)> {
    let (address, name) = line.strip_suffix(">:")?.split_once(" <")?;
    Some((u64::from_str_radix(address, 16).ok()?, name))
}

/// The bytes that an instruction takes from the stack.
fn reserved(mnemonic: &str, operands: &str) -> Result<u64> {
    let operands = operands.split(['@', ';']).next().unwrap_or_default().trim();
    let parts: Vec<_> = operands.split(',').map(str::trim).collect();
    let immediate = |text: &str| text.trim_start_matches('#').trim_end_matches([']', '!']).parse::<i64>().ok();
    let base = mnemonic.split('.').next().unwrap_or_default();
    Ok(match (base, parts.as_slice()) {
        ("vpush", _) if operands.contains('d') => 8 * registers(operands),
        ("push" | "vpush", _) => 4 * registers(operands),
        ("stmdb", ["sp!", ..]) => 4 * registers(operands.split_once('{').map_or("", |(_, list)| list)),
        ("str" | "strd", _) if operands.ends_with("]!") && operands.contains("[sp") => parts
            .last()
            .and_then(|last| immediate(last))
            .context("how much is stored is not understood")?
            .unsigned_abs(),
        // Taking from the stack pointer, and giving back.
        ("sub" | "subw", ["sp", .., last]) => {
            let count = immediate(last).context("how much is taken from the stack is not understood")?;
            u64::try_from(count)?
        }
        ("addi" | "add" | "addw", ["sp", .., last]) => match immediate(last) {
            Some(count) if count < 0 => count.unsigned_abs(),
            Some(_) => 0,
            // More than an instruction can say: on its way in, or on its way out.
            None => bail!("the frame is larger than can be told"),
        },
        _ => 0,
    })
}

/// The number of registers in a list, in which two with a dash between them stand for all from one to the other.
fn registers(list: &str) -> u64 {
    let list = list.trim_start_matches('{').split('}').next().unwrap_or_default();
    let number = |register: &str| register.trim()[1..].parse::<u64>().unwrap_or(0);
    let count = |part: &str| part.split_once('-').map_or(1, |(from, to)| number(to) - number(from) + 1);
    list.split(',').map(str::trim).filter(|part| !part.is_empty()).map(count).sum()
}

/// The address of the function that an instruction calls or goes on with.
fn called(mnemonic: &str, operands: &str) -> Option<u64> {
    if !mnemonic.starts_with(['b', 'j', 'c', 't']) {
        return None;
    }
    let (before, name) = operands.split_once(" <")?;
    if name.contains('+') {
        return None;
    }
    let address = before.rsplit(|c: char| !c.is_ascii_hexdigit()).next()?;
    u64::from_str_radix(address, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_reserved_is_read_off_each_instruction() {
        for (mnemonic, operands, expected) in [
            ("push", "{r4, r5, r6, r7, lr}", 20),
            ("stmdb", "sp!, {r4, r5, r6, r7, r8, r9, sl, fp, lr}", 36),
            ("vpush", "{d8-d11}", 32),
            ("vpush", "{d8}", 8),
            ("sub", "sp, #40\t@ 0x28", 40),
            ("sub.w", "sp, sp, #1024", 1024),
            ("str.w", "lr, [sp, #-8]!", 8),
            ("add", "sp, #40", 0),
            ("addi", "sp,sp,-96", 96),
            ("addi", "sp,sp,96", 0),
            ("add", "r0, sp, #4", 0),
            ("str", "r0, [sp, #4]", 0),
        ] {
            assert_eq!(reserved(mnemonic, operands).unwrap(), expected, "{mnemonic} {operands}");
        }
        assert!(reserved("add", "sp, r4").is_err());
    }

    #[test]
    fn the_need_is_that_of_the_deepest_call() {
        let listing = "\n00000100 <outer>:\n 100:\tpush\t{r4, lr}\n 102:\tbl\t200 <inner>\n 106:\tb.n\t300 <other>\n \
                       108:\tbne.n\t102 <outer+0x2>\n\n00000200 <inner>:\n 200:\tsub\tsp, #16\n\n00000300 <other>:\n \
                       300:\taddi\tsp,sp,-4\n 304:\tjal\t200 <inner>\n";
        let program = Program::of(listing).unwrap();
        assert_eq!(program.need(0x200).unwrap(), 16);
        assert_eq!(program.need(0x300).unwrap(), 20);
        assert_eq!(program.need(0x100).unwrap(), 28);
        assert!(program.need(0x400).is_err());
    }

    #[test]
    fn a_recursion_is_an_error() {
        let listing = "00000100 <a>:\n 100:\tbl\t200 <b>\n\n00000200 <b>:\n 200:\tbl\t100 <a>\n";
        assert!(Program::of(listing).unwrap().need(0x100).unwrap_err().to_string().contains("comes back to itself"));
    }
}
