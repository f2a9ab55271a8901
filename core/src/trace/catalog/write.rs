//! Writing catalogs: the version line, then one line for each tracepoint, ended by LF.

use core::fmt;

use super::{Point, Version};
use crate::trace::digits::write_decimal;

/// Writes the first line of a catalog of [`Version::WRITTEN`].
///
/// # Errors
/// What `out` returns.
pub fn write_version<W: fmt::Write + ?Sized>(out: &mut W) -> fmt::Result {
    write_decimal(Version::WRITTEN.major.into(), out)?;
    out.write_char('.')?;
    write_decimal(Version::WRITTEN.minor.into(), out)?;
    out.write_char('\n')
}

/// Writes the line of one tracepoint.
///
/// # Errors
/// What `out` returns.
pub fn write_point<W: fmt::Write + ?Sized>(point: &Point<'_>, out: &mut W) -> fmt::Result {
    point.component.write(out)?;
    out.write_char('.')?;
    for number in [point.id, point.kind.0, point.overhead, point.level] {
        write_decimal(number.into(), out)?;
        out.write_char(' ')?;
    }
    out.write_str("N ")?;
    point.symbol.write(out)?;
    out.write_str(" \"")?;
    point.template.write(out)?;
    out.write_str("\"\n")
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::{Catalog, CatalogSlot};
    use super::*;
    use std::string::String;

    #[test]
    fn what_is_written_is_what_was_read() {
        let file = "5.1\nj9bcu.0 0 1 1 N Trc_BCU_Init \"  say \\\"%s\\\" caffè\"\n\
            j9bcu.2 4 9 10 N Trc_BCU_internalDefineClass_Exit \" <internalDefineClass %p ->\"\n";
        let mut slots = [CatalogSlot::EMPTY; 2];
        let catalog = Catalog::read(file.as_bytes(), &mut slots, &mut |_| {}).unwrap();
        let mut written = String::new();
        write_version(&mut written).unwrap();
        for point in catalog.points() {
            write_point(&point, &mut written).unwrap();
        }
        assert_eq!(written, file);
    }
}
