//! ELF files: core dumps of processes, and images of firmware.

use object::Endianness;
use object::elf::{FileHeader32, FileHeader64, PT_LOAD};
use object::read::elf::{FileHeader, ProgramHeader};

use super::Part;
use crate::report::Failure;

/// Whether the bytes begin as an ELF file does.
pub fn is_elf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x7fELF")
}

/// The parts of memory that are in the file. What the file says and does not hold is left out.
pub fn parts(bytes: &[u8]) -> Result<Vec<Part>, Failure> {
    let failed = |error: object::Error| Failure::new("bad_elf", &format!("this ELF file cannot be read: {error}"));
    match bytes.get(4) {
        Some(1) => FileHeader32::<Endianness>::parse(bytes).and_then(|header| loaded(header, bytes)).map_err(failed),
        _ => FileHeader64::<Endianness>::parse(bytes).and_then(|header| loaded(header, bytes)).map_err(failed),
    }
}

fn loaded<H: FileHeader>(header: &H, bytes: &[u8]) -> object::Result<Vec<Part>> {
    let order = header.endian()?;
    let segments = header.program_headers(order, bytes)?;
    let part = |segment: &H::ProgramHeader| {
        let start = usize::try_from(segment.p_offset(order).into()).ok()?;
        let size = usize::try_from(segment.p_filesz(order).into()).ok()?;
        let end = start.saturating_add(size).min(bytes.len());
        (start < end).then(|| Part { address: segment.p_vaddr(order).into(), file: start..end })
    };
    Ok(segments.iter().filter(|segment| segment.p_type(order) == PT_LOAD).filter_map(part).collect())
}
