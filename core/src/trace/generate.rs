//! Generators: from definitions to the calls that a program makes, in C and in Rust (section 3.1).
//!
//! A generator writes text, and needs nothing but [`Definitions`]: a `build.rs` calls it with a string to write into, and
//! so does the tool. For C there are two files, `ut_NAME.h` with a macro for each tracepoint and `ut_NAME.c` with the
//! tables; for Rust one module. Catalog lines are written by [`super::definition::write_catalog_lines`].
//!
//! ```
//! use glassbox::trace::definition::{Definition, Definitions, Mode, points_needed};
//! use glassbox::trace::generate::{RustOptions, write_rust};
//!
//! let file = "executable=orc\nTraceEvent=Trc_ORC_Init Overhead=1 Level=1 Template=\"%d modules\"\n";
//! let mut points = vec![Definition::EMPTY; points_needed(file)];
//! let orc = Definitions::parse(file, Mode::Strict, &mut points, &mut |_| {})?;
//! let mut module = String::new();
//! write_rust(&orc, &RustOptions { module: "crate::orc", ..RustOptions::default() }, &mut module).unwrap();
//! assert!(module.contains("macro_rules! Trc_ORC_Init"));
//! # Ok::<(), glassbox::trace::definition::DefinitionError>(())
//! ```

mod c;
mod rust;

use core::fmt::{self, Write};

use super::PointType;
use super::definition::{Definition, Definitions};
use super::digits::{Base, Digits};
pub use c::{COptions, write_c_header, write_c_source};
pub use rust::{RustOptions, write_rust};

/// Writes the parts one after the other.
fn put<W: Write + ?Sized>(out: &mut W, parts: &[&str]) -> fmt::Result {
    parts.iter().try_for_each(|part| out.write_str(part))
}

/// A number as text.
fn number(number: u32) -> Digits {
    Digits::new(number.into(), Base::Decimal)
}

/// The component's name as a part of identifiers.
fn write_identifier<W: Write + ?Sized>(name: &str, out: &mut W) -> fmt::Result {
    name.chars()
        .try_for_each(|character| out.write_char(if character.is_ascii_alphanumeric() { character } else { '_' }))
}

/// Writes text as the inside of a string literal. An escaped quotation mark stays one; other backslashes are text.
///
/// `joint` comes between two question marks, which older C takes for the beginning of another character.
fn write_literal<W: Write + ?Sized>(text: &str, joint: &str, out: &mut W) -> fmt::Result {
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '\\' if rest.next_if_eq(&'"').is_some() => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '"' => out.write_str("\\\"")?,
            '?' if rest.peek() == Some(&'?') => put(out, &["?", joint])?,
            character => out.write_char(character)?,
        }
    }
    Ok(())
}

/// The byte that a point's active byte begins with: assertions of level 1 are on.
fn initial(point: &Definition<'_>) -> &'static str {
    if point.kind == PointType::ASSERT && point.level == 1 && !point.obsolete { "1" } else { "0" }
}

/// The groups that exist for types, and whether they do without a member.
const TYPE_GROUPS: [(&str, PointType, bool); 7] = [
    ("Entry", PointType::ENTRY, true),
    ("Exit", PointType::EXIT, true),
    ("Event", PointType::EVENT, true),
    ("Exception", PointType::EXCEPTION, true),
    ("Debug", PointType::DEBUG, true),
    ("Mem", PointType::MEM, false),
    ("Perf", PointType::PERF, false),
];

/// Takes the name of a group and a test for its members.
type EachGroup<'f, 'a> = &'f mut dyn FnMut(&str, &dyn Fn(&Definition<'a>) -> bool) -> fmt::Result;

/// Calls `group` with the name of each group and a test for its members: type groups first, then the user's in order of
/// their first appearance.
fn groups<'a>(definitions: &Definitions<'a>, group: EachGroup<'_, 'a>) -> fmt::Result {
    for (name, kind, always) in TYPE_GROUPS {
        if always || definitions.points.iter().any(|point| point.kind == kind) {
            group(name, &|point| point.kind == kind)?;
        }
    }
    for (index, point) in definitions.points.iter().enumerate() {
        let before = definitions.points.get(..index).unwrap_or_default();
        for (place, name) in point.groups().enumerate() {
            let is_same = |other: &str| other.eq_ignore_ascii_case(name);
            let known = before.iter().flat_map(Definition::groups).chain(point.groups().take(place)).any(is_same);
            if !known {
                group(name, &|point| point.groups().any(is_same))?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::String;

    #[test]
    fn literals_say_what_the_template_says() {
        for (text, expected) in [
            ("plain", "plain"),
            ("what??!", "what?\"\"?!"),
            (r#"say \"%s\""#, r#"say \"%s\""#),
            (r"line\n", r"line\\n"),
            (r#"\\"x"#, r#"\\\"x"#),
            ("\"", "\\\""),
        ] {
            let mut out = String::new();
            write_literal(text, "\"\"", &mut out).unwrap();
            assert_eq!(out, expected, "{text}");
        }
    }
}
