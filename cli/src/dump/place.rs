//! `DUMP@NAME` and `DUMP@ADDRESS`: one region of a dump, as an argument.

use std::path::{Path, PathBuf};

use super::region::Region;
use super::{Dump, scan, table};
use crate::detect::Format;
use crate::report::Failure;

/// A region of a dump that somebody asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    dump: PathBuf,
    wanted: String,
    base: Option<u64>,
}

impl Place {
    /// What an argument asks for, if it is no file itself and what is before its last `@` is one.
    pub fn of(argument: &Path, base: Option<u64>) -> Option<Self> {
        let (dump, wanted) = argument.to_str()?.rsplit_once('@')?;
        let is_place = !argument.exists() && !wanted.is_empty() && Path::new(dump).is_file();
        is_place.then(|| Self { dump: dump.into(), wanted: wanted.into(), base })
    }

    /// What it is known by in the dump.
    pub fn wanted(&self) -> &str {
        &self.wanted
    }

    /// The bytes, and the format that the program says they are of.
    pub fn load(&self) -> Result<(Vec<u8>, Option<Format>), Failure> {
        let dump = Dump::load(&self.dump, self.base)?;
        let (region, format) = self.find(&dump)?;
        let bytes = region.bytes(&dump).ok_or_else(|| {
            let message =
                format!("the dump has no memory at {:#x}, where the region is; is --base right?", region.address);
            Failure::new("not_in_dump", &message)
        })?;
        Ok((bytes.to_vec(), format))
    }

    /// The region: by its name, else by its address, where it need not be listed.
    fn find(&self, dump: &Dump) -> Result<(Region, Option<Format>), Failure> {
        let listed = table::regions(dump);
        let is_named = |region: &&Region| region.name.as_deref() == Some(&*self.wanted);
        if let Some(region) = listed.iter().find(is_named) {
            return Ok((region.clone(), Some(region.format)));
        }
        let Some(address) = address(&self.wanted) else {
            let names: Vec<_> = listed.iter().filter_map(|region| region.name.as_deref()).collect();
            let names = if names.is_empty() { String::from("none") } else { names.join(", ") };
            let message = format!("no region of that name is listed in the dump; the names are: {names}");
            return Err(Failure::new("no_such_region", &message));
        };
        if let Some(region) = listed.iter().find(|region| region.address == address) {
            return Ok((region.clone(), Some(region.format)));
        }
        let begins = scan::regions(dump).into_iter().find(|region| region.address == address);
        let unknown = Region { address, size: None, format: Format::Inspect, name: None };
        Ok((begins.unwrap_or(unknown), None))
    }
}

/// An address: hexadecimal with 0x before it, or decimal.
pub fn address(text: &str) -> Option<u64> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) => u64::from_str_radix(digits, 16).ok(),
        None if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_number_and_nothing_else() {
        for (text, expected) in [
            ("0x20000010", Some(0x2000_0010)),
            ("0Xff", Some(255)),
            ("4096", Some(4096)),
            ("0x", None),
            ("", None),
            ("+1", None),
            ("0x+1", None),
            ("ff", None),
            ("0x10000000000000000", None),
        ] {
            assert_eq!(address(text), expected, "{text}");
        }
    }
}
