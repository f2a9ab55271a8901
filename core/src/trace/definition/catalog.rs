//! From definitions to the catalog, and the rule that a catalog is only ever added to.

use core::fmt;

use super::{Definition, Definitions};
use crate::trace::catalog::{Catalog, Point};
use crate::trace::digits::write_decimal;
use crate::trace::text::Text;

/// Writes the catalog lines of a component. The version line is [`crate::trace::catalog::write_version`]'s.
///
/// # Errors
/// What `out` returns.
pub fn write_catalog_lines<W: fmt::Write + ?Sized>(definitions: &Definitions<'_>, out: &mut W) -> fmt::Result {
    for point in definitions.points {
        out.write_str(definitions.component)?;
        out.write_char('.')?;
        for number in [point.id, point.kind.0, point.overhead, point.level] {
            write_decimal(number.into(), out)?;
            out.write_char(' ')?;
        }
        out.write_str("N ")?;
        out.write_str(point.symbol)?;
        out.write_str(" \"")?;
        out.write_str(point.kind.flags())?;
        out.write_str(point.body)?;
        out.write_str("\"\n")?;
    }
    Ok(())
}

/// A tracepoint that an older catalog knows otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed<'a> {
    /// Its line is gone. Holds the old id and symbol.
    Removed(u32, Text<'a>),
    /// Its type, symbol or template is another. Holds the old id and symbol.
    Altered(u32, Text<'a>),
}

/// Checks that the points of a component still are what an older catalog says that they are.
///
/// Level and overhead may change; type, symbol and template may not, because traces of older programs are printed with
/// the newer catalog too.
///
/// # Errors
/// The first point that was [`Changed`].
pub fn check_append_only<'a>(definitions: &Definitions<'_>, older: &Catalog<'a>) -> Result<(), Changed<'a>> {
    let own = older.points().filter(|point| point.component.0 == definitions.component.as_bytes());
    for old in own {
        let new = usize::try_from(old.id).ok().and_then(|id| definitions.points.get(id));
        match new {
            None => return Err(Changed::Removed(old.id, old.symbol)),
            Some(new) if !is_same(&old, new) => return Err(Changed::Altered(old.id, old.symbol)),
            Some(_) => {}
        }
    }
    Ok(())
}

fn is_same(old: &Point<'_>, new: &Definition<'_>) -> bool {
    let body = old.template.0.strip_prefix(new.kind.flags().as_bytes());
    old.kind == new.kind && old.symbol.0 == new.symbol.as_bytes() && body == Some(new.body.as_bytes())
}
