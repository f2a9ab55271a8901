//! Looking through memory for what begins a file.

use glassbox::inspect::reader::Stamp;

use super::Dump;
use super::region::Region;
use crate::detect::Format;

/// What begins a file of each format: bytes, and how far behind the beginning they stand.
const BEGINNINGS: [(Format, &[u8], usize); 3] =
    [(Format::Inspect, b"INSP", 4), (Format::Mmv, b"MMV\0", 0), (Format::Trace, b"UTTH", 0)];

/// Everything in a dump that begins as a file does. Most of it are files; constants of programs look alike.
pub fn regions(dump: &Dump) -> Vec<Region> {
    let mut found = Vec::new();
    for (address, piece) in dump.pieces() {
        for (format, magic, behind) in BEGINNINGS {
            for position in positions(piece, magic) {
                let Some(start) = position.checked_sub(behind) else { continue };
                let rest = piece.get(start..).unwrap_or_default();
                let size = match format {
                    Format::Inspect => Stamp::of(rest).map(|stamp| stamp.len(u64::MAX)),
                    _ => None,
                };
                found.push(Region { address: address + start as u64, size, format, name: None });
            }
        }
    }
    found
}

/// Where `wanted` is in `bytes`.
pub fn positions(bytes: &[u8], wanted: &[u8]) -> impl Iterator<Item = usize> {
    let first = wanted.first().copied();
    let matches = move |(position, byte): (usize, &u8)| {
        let is_here = Some(*byte) == first && bytes.get(position..).is_some_and(|rest| rest.starts_with(wanted));
        is_here.then_some(position)
    };
    bytes.iter().enumerate().filter_map(matches)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_found() {
        assert_eq!(positions(b"INSPINSP-INS", b"INSP").collect::<Vec<_>>(), [0, 4]);
        assert_eq!(positions(b"aaaa", b"aa").collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(positions(b"", b"a").count(), 0);
    }

    #[test]
    fn the_beginning_of_a_file_is_where_it_says() {
        let mut bytes = b"....INSP".to_vec();
        bytes.extend(b"UTTHMMV\0INS");
        let found = regions(&Dump::raw(bytes, 0x1000));
        let places: Vec<_> = found.iter().map(|region| (region.format, region.address)).collect();
        assert_eq!(places, [(Format::Inspect, 0x1000), (Format::Mmv, 0x100c), (Format::Trace, 0x1008)]);
    }
}
