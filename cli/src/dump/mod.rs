//! Dumps: the memory of a program or a device as it was at one moment, with the addresses that it had there.
//!
//! A dump is raw bytes from an address on, as a debugger saves them, or an ELF file: the core dump of a process, or a firmware.
//! What is in it is found by the table that the program keeps ([`table`]), or by looking for what begins a file
//! ([`scan`]).

mod elf;
pub mod find;
mod place;
mod region;
mod scan;
mod table;

use std::fs;
use std::ops::Range;
use std::path::Path;

use crate::report::Failure;

pub use place::{Place, address};

/// Memory with addresses.
#[derive(Debug)]
pub struct Dump {
    bytes: Vec<u8>,
    /// Where the parts of the memory are, by address. They do not touch each other.
    parts: Vec<Part>,
}

/// A piece of memory without a gap.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    /// The address of the first byte.
    address: u64,
    /// Where in the file it is.
    file: Range<usize>,
}

impl Part {
    fn end(&self) -> u64 {
        self.address.saturating_add(self.file.len() as u64)
    }
}

impl Dump {
    /// Reads a dump. Raw bytes begin at `base`, or at 0; an ELF file says itself where its bytes were.
    pub fn load(path: &Path, base: Option<u64>) -> Result<Self, Failure> {
        let bytes = fs::read(path).map_err(|error| Failure::of_io(&error))?;
        if !elf::is_elf(&bytes) {
            return Ok(Self::raw(bytes, base.unwrap_or(0)));
        }
        if base.is_some() {
            let message = "an ELF file says itself where its bytes were; leave --base out";
            return Err(Failure::new("base_of_elf", message));
        }
        let parts = joined(elf::parts(&bytes)?);
        Ok(Self { bytes, parts })
    }

    /// Bytes from an address on.
    fn raw(bytes: Vec<u8>, base: u64) -> Self {
        // What would lie behind the last address is nowhere.
        let room = usize::try_from(u64::MAX - base).unwrap_or(usize::MAX);
        let parts = vec![Part { address: base, file: 0..bytes.len().min(room) }];
        Self { bytes, parts }
    }

    /// The bytes from an address on, as far as they are there; none when the first one is not there.
    fn at(&self, address: u64) -> Option<&[u8]> {
        let after = self.parts.partition_point(|part| part.address <= address);
        let part = self.parts.get(after.checked_sub(1)?)?;
        let offset = usize::try_from(address - part.address).ok()?;
        let bytes = self.bytes.get(part.file.clone())?.get(offset..)?;
        (!bytes.is_empty()).then_some(bytes)
    }

    /// All pieces of memory with their addresses.
    fn pieces(&self) -> impl Iterator<Item = (u64, &[u8])> {
        self.parts.iter().filter_map(|part| Some((part.address, self.bytes.get(part.file.clone())?)))
    }

    /// How many bytes there are.
    fn len(&self) -> u64 {
        self.parts.iter().map(|part| part.file.len() as u64).sum()
    }
}

/// The parts by address, those that go on without a gap made one. Where two have the same address, the first counts.
fn joined(mut parts: Vec<Part>) -> Vec<Part> {
    parts.retain(|part| !part.file.is_empty());
    parts.sort_by_key(|part| part.address);
    let mut all: Vec<Part> = Vec::new();
    for mut part in parts {
        if let Some(last) = all.last_mut() {
            let doubled = last.end().saturating_sub(part.address);
            let doubled = usize::try_from(doubled).unwrap_or(usize::MAX);
            if doubled >= part.file.len() {
                continue;
            }
            part.address += doubled as u64;
            part.file.start += doubled;
            if last.end() == part.address && last.file.end == part.file.start {
                last.file.end = part.file.end;
                continue;
            }
        }
        all.push(part);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(address: u64, file: Range<usize>) -> Part {
        Part { address, file }
    }

    #[test]
    fn bytes_are_found_by_their_address_and_nowhere_else() {
        let dump = Dump { bytes: (0..20).collect(), parts: vec![part(0x100, 4..8), part(0x200, 10..20)] };
        assert_eq!(dump.at(0x101), Some(&[5, 6, 7][..]));
        assert_eq!(dump.at(0x209), Some(&[19][..]));
        for nowhere in [0, 0xff, 0x104, 0x1ff, 0x20a, u64::MAX] {
            assert_eq!(dump.at(nowhere), None, "{nowhere:#x}");
        }
        assert_eq!(dump.len(), 14);
    }

    #[test]
    fn raw_bytes_end_with_the_last_address() {
        let dump = Dump::raw(vec![1; 16], u64::MAX - 4);
        assert_eq!(dump.at(u64::MAX - 4).map(<[u8]>::len), Some(4));
        assert_eq!(Dump::raw(vec![1; 16], 32).at(32).map(<[u8]>::len), Some(16));
    }

    #[test]
    fn parts_that_go_on_are_one_and_parts_that_overlap_are_shortened() {
        let parts = vec![part(0x20, 50..60), part(0x10, 4..20), part(0x30, 0..0), part(0x18, 90..94)];
        assert_eq!(joined(parts), [part(0x10, 4..20), part(0x20, 50..60)]);
        assert_eq!(joined(vec![part(8, 8..16), part(16, 16..20)]), [part(8, 8..20)]);
        assert_eq!(joined(vec![part(8, 0..8), part(12, 20..30)]), [part(8, 0..8), part(16, 24..30)]);
    }
}
