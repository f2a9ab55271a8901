//! The tables in which programs list their regions, as `glassbox::registry` lays them out.

use glassbox::registry::{MAGIC, NAME_MAXIMUM, SLOTS_MAXIMUM, VERSION};

use super::Dump;
use super::region::Region;
use crate::detect::Format;

/// The size of a table's head.
const HEAD: usize = 16;

/// The regions that all tables of a dump list. A table of which not all is there lists what is there.
pub fn regions(dump: &Dump) -> Vec<Region> {
    let mut found = Vec::new();
    for (_, piece) in dump.pieces() {
        for offset in super::scan::positions(piece, &MAGIC) {
            if let Some(table) = piece.get(offset..).and_then(Table::of) {
                found.extend(table.regions());
            }
        }
    }
    found
}

/// A table, with what tells how to read it.
struct Table<'t> {
    is_big: bool,
    pointer: usize,
    slots: &'t [u8],
}

impl<'t> Table<'t> {
    /// The table that begins here, if its head is one.
    fn of(bytes: &'t [u8]) -> Option<Self> {
        let (head, rest) = bytes.split_at_checked(HEAD)?;
        let (_, fields) = head.split_at_checked(MAGIC.len())?;
        let [v0, v1, pointer, 0, count @ ..] = fields else { return None };
        let is_big = match (u16::from_le_bytes([*v0, *v1]), u16::from_be_bytes([*v0, *v1])) {
            (VERSION, _) => false,
            (_, VERSION) => true,
            _ => return None,
        };
        let pointer = match pointer {
            4 => 4,
            8 => 8,
            _ => return None,
        };
        let count = usize::try_from(number(count, is_big)?).ok().filter(|count| (1..=SLOTS_MAXIMUM).contains(count))?;
        let size = count * slot_size(pointer);
        Some(Self { is_big, pointer, slots: rest.get(..size).unwrap_or(rest) })
    }

    fn regions(&self) -> impl Iterator<Item = Region> {
        self.slots.chunks_exact(slot_size(self.pointer)).filter_map(|slot| self.region(slot))
    }

    /// The region in a slot, if there is one.
    fn region(&self, slot: &[u8]) -> Option<Region> {
        let (name, rest) = slot.split_at_checked(NAME_MAXIMUM)?;
        let (address, rest) = rest.split_at_checked(self.pointer)?;
        let (size, rest) = rest.split_at_checked(self.pointer)?;
        let (format, state) = rest.split_at_checked(4)?;
        if number(state, self.is_big)? != 1 {
            return None;
        }
        let format = match number(format, self.is_big)? {
            1 => Format::Inspect,
            2 => Format::Mmv,
            3 => Format::Trace,
            _ => return None,
        };
        let end = name.iter().position(|byte| *byte == 0).unwrap_or(name.len());
        Some(Region {
            address: number(address, self.is_big)?,
            size: Some(number(size, self.is_big)?),
            format,
            name: Some(String::from_utf8_lossy(name.get(..end)?).into_owned()),
        })
    }
}

const fn slot_size(pointer: usize) -> usize {
    NAME_MAXIMUM + 2 * pointer + 8
}

/// The number of at most 8 bytes.
fn number(bytes: &[u8], is_big: bool) -> Option<u64> {
    let add = |value: u64, byte: &u8| (value << 8) | u64::from(*byte);
    (bytes.len() <= 8).then(|| if is_big { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of two slots, of which the second is in use.
    fn table(pointer: u8, is_big: bool) -> Vec<u8> {
        let number = |value: u64, size: usize| {
            let bytes = value.to_be_bytes();
            let mut bytes = bytes[8 - size..].to_vec();
            if !is_big {
                bytes.reverse();
            }
            bytes
        };
        let size = usize::from(pointer);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(number(1, 2));
        bytes.extend([pointer, 0]);
        bytes.extend(number(2, 4));
        for state in [0, 1] {
            bytes.extend(*b"state\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
            for (value, size) in [(0x2000_0010, size), (4096, size), (1, 4), (state, 4)] {
                bytes.extend(number(value, size));
            }
        }
        bytes
    }

    #[test]
    fn a_table_of_every_kind_of_machine_is_read() {
        let expected =
            Region { address: 0x2000_0010, size: Some(4096), format: Format::Inspect, name: Some("state".into()) };
        for (pointer, is_big) in [(4, false), (4, true), (8, false), (8, true)] {
            let mut bytes = vec![0; 5];
            bytes.extend(table(pointer, is_big));
            let found = regions(&Dump::raw(bytes, 0));
            assert_eq!(found, std::slice::from_ref(&expected), "{pointer} {is_big}");
        }
    }

    #[test]
    fn what_only_looks_like_a_table_is_none_and_a_cut_one_lists_what_is_there() {
        let good = table(4, false);
        for (offset, byte) in [(0, b'g'), (8, 2), (10, 5), (11, 1), (12, 0), (14, 1)] {
            let mut bytes = good.clone();
            bytes[offset] = byte;
            if offset == 12 {
                bytes[12..16].fill(0);
            }
            assert!(regions(&Dump::raw(bytes, 0)).is_empty(), "{offset}");
        }
        for len in 0..good.len() {
            assert!(regions(&Dump::raw(good[..len].to_vec(), 0)).is_empty(), "{len}");
        }
    }
}
