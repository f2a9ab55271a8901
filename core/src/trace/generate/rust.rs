//! The Rust generator: a module with the tables, and for each tracepoint a macro over a function with typed arguments.
//!
//! The macro reads the active byte before it evaluates an argument. It names its module by path, because macros of this
//! kind resolve names where they are used.

use core::fmt::{self, Write};

use super::{groups, initial, number, put, write_literal};
use crate::trace::PointType;
use crate::trace::definition::{Definition, Definitions, ParameterKind};
use crate::trace::template::{Conversion, Letter, Piece, pieces};

/// What a program wants of its Rust module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RustOptions<'o> {
    /// The path of the module that the text becomes.
    pub module: &'o str,
    /// The component that this one reports inside.
    pub container: Option<&'o str>,
    /// Points whose overhead is above this compile to nothing.
    pub threshold: u32,
    /// Whether the templates are linked in, so that lines can be printed without a catalog.
    pub templates: bool,
    /// Whether there is a counter for each point.
    pub counters: bool,
}

impl Default for RustOptions<'_> {
    fn default() -> Self {
        Self { module: "crate::trace", container: None, threshold: 1, templates: false, counters: false }
    }
}

/// Writes the module.
///
/// # Errors
/// What `out` returns.
pub fn write_rust<W: Write + ?Sized>(
    definitions: &Definitions<'_>,
    options: &RustOptions<'_>,
    out: &mut W,
) -> fmt::Result {
    let component = definitions.component;
    put(out, &["// Tracepoints of ", component, ". Generated from its definition file; do not edit.\n\n"])?;
    let count = number(u32::try_from(definitions.points.len()).unwrap_or(u32::MAX));
    let count = count.as_str();

    put(
        out,
        &["/// What each tracepoint does.\npub static ACTIVE: [::core::sync::atomic::AtomicU8; ", count, "] = [\n"],
    )?;
    for point in definitions.points {
        put(out, &["    ::core::sync::atomic::AtomicU8::new(", initial(point), "),\n"])?;
    }
    out.write_str("];\n\n")?;
    if options.counters {
        put(out, &["/// How often each tracepoint was reached.\n"])?;
        put(out, &["pub static COUNTERS: [::glassbox::trace::component::HitCounter; ", count, "] =\n"])?;
        put(out, &["    [const { ::glassbox::trace::component::HitCounter::new() }; ", count, "];\n\n"])?;
    }

    out.write_str("/// The component.\npub static COMPONENT: ::glassbox::trace::component::Component<'static> =\n")?;
    put(
        out,
        &["    ::glassbox::trace::component::Component {\n        name: \"", component, "\",\n        container: "],
    )?;
    match options.container {
        Some(container) => put(out, &["Some(\"", container, "\")"])?,
        None => out.write_str("None")?,
    }
    put(out, &[",\n        auxiliary: ", if definitions.auxiliary { "true" } else { "false" }])?;
    out.write_str(",\n        active: &ACTIVE,\n        levels: &[")?;
    for point in definitions.points {
        put(out, &[number(point.level).as_str(), ", "])?;
    }
    out.write_str("],\n        types: &[")?;
    for point in definitions.points {
        put(out, &[number(point.kind.0).as_str(), ", "])?;
    }
    out.write_str("],\n        groups: &[\n")?;
    groups(definitions, &mut |name, is_member| {
        put(out, &["            ::glassbox::trace::component::Group { name: \"", name, "\", members: &["])?;
        for point in definitions.points.iter().filter(|point| is_member(point)) {
            put(out, &[number(point.id).as_str(), ", "])?;
        }
        out.write_str("] },\n")
    })?;
    out.write_str("        ],\n        templates: &[")?;
    if options.templates {
        for point in definitions.points {
            put(out, &["\n            \"", point.kind.flags()])?;
            write_literal(point.body, "", out)?;
            out.write_str("\",")?;
        }
        out.write_str("\n        ")?;
    }
    put(
        out,
        &["],\n        counters: ", if options.counters { "&COUNTERS" } else { "&[]" }, ",\n        catalog: \""],
    )?;
    write_literal(definitions.catalog, "", out)?;
    out.write_str("\",\n    };\n")?;

    out.write_str(
        "\n/// A function for each tracepoint, which the macro of its name calls.\n#[allow(non_snake_case, dead_code, clippy::too_many_arguments)]\n",
    )?;
    out.write_str("pub mod calls {\n    use super::COMPONENT;\n")?;
    let points = || definitions.points.iter().filter(|point| !point.obsolete);
    points().try_for_each(|point| write_function(point, out))?;
    out.write_str("}\n")?;
    points().try_for_each(|point| write_macro(definitions, options, point, out))
}

/// The type of an argument, and what turns it into bytes.
fn argument(conversion: &Conversion) -> &'static str {
    let is_signed = conversion.letter == Letter::Signed;
    match (ParameterKind::of(conversion), is_signed) {
        (ParameterKind::I8, _) => "u8",
        (ParameterKind::I16, true) => "i16",
        (ParameterKind::I16, false) => "u16",
        (ParameterKind::I32, true) => "i32",
        (ParameterKind::I32, false) => "u32",
        (ParameterKind::I64, true) => "i64",
        (ParameterKind::I64, false) => "u64",
        (ParameterKind::Ptr, true) => "isize",
        (ParameterKind::Ptr, false) => "usize",
        (ParameterKind::F64, _) => "f64",
        (ParameterKind::Str | ParameterKind::StrN, _) => "&(impl ::core::convert::AsRef<[u8]> + ?Sized)",
    }
}

/// The conversions of a point, each with its place from 1.
fn conversions<'a>(point: &Definition<'a>) -> impl Iterator<Item = (u32, Conversion)> + use<'a> {
    let conversions = pieces(point.body.as_bytes()).filter_map(|piece| match piece {
        Piece::Conversion(conversion) => Some(conversion),
        Piece::Text(_) | Piece::Impossible(_) => None,
    });
    (1..).zip(conversions)
}

/// Writes the function of a point: it hands the arguments to the engine.
fn write_function<W: Write + ?Sized>(point: &Definition<'_>, out: &mut W) -> fmt::Result {
    put(out, &["\n    /// Tracepoint ", number(point.id).as_str(), ".\n    #[inline]\n    pub fn "])?;
    put(out, &[point.symbol, "(context: &mut impl ::glassbox::trace::engine::Tracer"])?;
    if point.kind == PointType::ASSERT {
        out.write_str(", file: &str, line: u32, expression: &str) {\n        context.assertion_failed(&COMPONENT, ")?;
        return put(out, &[number(point.id).as_str(), ", file, line, expression);\n    }\n"]);
    }
    for (place, conversion) in conversions(point) {
        put(out, &[", a", number(place).as_str(), ": ", argument(&conversion)])?;
    }
    put(out, &[") {\n        context.trace(&COMPONENT, ", number(point.id).as_str(), ", &["])?;
    for (place, conversion) in conversions(point) {
        let name = number(place);
        out.write_str("\n            ::glassbox::trace::recorder::Parameter::")?;
        match ParameterKind::of(&conversion) {
            ParameterKind::Str => put(out, &["Text(Some(a", name.as_str(), ".as_ref())),"])?,
            ParameterKind::StrN => put(out, &["Counted(a", name.as_str(), ".as_ref()),"])?,
            _ => put(out, &["Bytes(&a", name.as_str(), ".to_le_bytes()),"])?,
        }
    }
    out.write_str(if conversions(point).next().is_none() { "]);\n    }\n" } else { "\n        ]);\n    }\n" })
}

/// Writes the macro of a point.
fn write_macro<W: Write + ?Sized>(
    definitions: &Definitions<'_>,
    options: &RustOptions<'_>,
    point: &Definition<'_>,
    out: &mut W,
) -> fmt::Result {
    let id = number(point.id);
    let is_assertion = point.kind == PointType::ASSERT;
    let compiled = point.overhead <= options.threshold;
    put(out, &["\n#[allow(unused_macros)]\nmacro_rules! ", point.symbol, " {\n    ($context:expr"])?;
    if is_assertion {
        out.write_str(", $expression:expr")?;
    } else {
        for (place, _) in conversions(point) {
            put(out, &[", $a", number(place).as_str(), ":expr"])?;
        }
    }
    out.write_str(" $(,)?) => {\n        if ")?;
    if !compiled {
        out.write_str("false")?;
    } else if definitions.auxiliary {
        out.write_str("true")?;
    } else {
        put(out, &[options.module, "::ACTIVE[", id.as_str(), "].load(::core::sync::atomic::Ordering::Relaxed) != 0"])?;
    }
    if is_assertion {
        out.write_str(" && !$expression")?;
    }
    put(out, &[" {\n            ", options.module, "::calls::", point.symbol, "($context"])?;
    if is_assertion {
        out.write_str(", ::core::file!(), ::core::line!(), ::core::stringify!($expression)")?;
    } else {
        for (place, _) in conversions(point) {
            put(out, &[", $a", number(place).as_str()])?;
        }
    }
    put(out, &[");\n        }\n    };\n}\n#[allow(unused_imports)]\npub(crate) use ", point.symbol, ";\n"])
}
