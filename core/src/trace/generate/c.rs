//! The C generator: a header with a macro and an inline function for each tracepoint, and a source file with the tables.
//!
//! Both include `glassbox_trace.h`, which has what all calls are made of.

use core::fmt::{self, Write};

use super::{groups, initial, number, put, write_identifier, write_literal};
use crate::trace::PointType;
use crate::trace::definition::{Definition, Definitions, ParameterKind};
use crate::trace::template::{Conversion, Letter, Piece, pieces};

/// What a program wants of its C files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct COptions<'o> {
    /// The component that this one reports inside.
    pub container: Option<&'o str>,
    /// Whether the templates are linked in, so that lines can be printed without a catalog.
    pub templates: bool,
    /// Whether there is a counter for each point.
    pub counters: bool,
}

/// Writes `ut_NAME.h`.
///
/// # Errors
/// What `out` returns.
pub fn write_c_header<W: Write + ?Sized>(definitions: &Definitions<'_>, out: &mut W) -> fmt::Result {
    let component = definitions.component;
    put(out, &["/* Tracepoints of ", component, ". Generated from its definition file; do not edit. */\n"])?;
    for start in ["#ifndef UT_", "\n#define UT_"] {
        out.write_str(start)?;
        write_identifier(component, out)?;
        out.write_str("_H")?;
    }
    out.write_str("\n\n")?;
    out.write_str("#include \"glassbox_trace.h\"\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\nextern uint8_t ")?;
    write_name("active", component, out)?;
    let count = number(u32::try_from(definitions.points.len().max(1)).unwrap_or(u32::MAX));
    put(out, &["[", count.as_str(), "];\nextern const gbx_trace_component_t "])?;
    write_name("component", component, out)?;
    out.write_str(";\n\n")?;
    for point in definitions.points.iter().filter(|point| !point.obsolete) {
        if point.kind != PointType::ASSERT {
            write_function(definitions, point, out)?;
        }
    }
    out.write_str("#ifdef __cplusplus\n}\n#endif\n\n")?;
    for point in definitions.points.iter().filter(|point| !point.obsolete) {
        write_macro(definitions, point, out)?;
    }
    out.write_str("#endif\n")
}

/// Writes `gbx_trace_WHAT_COMPONENT`.
fn write_name<W: Write + ?Sized>(what: &str, component: &str, out: &mut W) -> fmt::Result {
    put(out, &["gbx_trace_", what, "_"])?;
    write_identifier(component, out)
}

/// What the C compiler must know of an argument.
struct Argument {
    /// Its type, blank included.
    declared: &'static str,
    /// What an argument of any type is cast to.
    cast: &'static str,
    /// The function that stores it; none for text.
    store: &'static str,
    /// The type that the function takes.
    stored: &'static str,
}

fn argument(conversion: &Conversion) -> Argument {
    let is_signed = conversion.letter == Letter::Signed;
    let integer = |signed: [&'static str; 2], unsigned: [&'static str; 2], store, stored| {
        let [declared, cast] = if is_signed { signed } else { unsigned };
        Argument { declared, cast, store, stored }
    };
    match ParameterKind::of(conversion) {
        ParameterKind::I8 => Argument { declared: "char ", cast: "char", store: "gbx_trace_put8", stored: "uint8_t" },
        ParameterKind::I16 => {
            integer(["int16_t ", "int16_t"], ["uint16_t ", "uint16_t"], "gbx_trace_put16", "uint16_t")
        }
        ParameterKind::I32 => {
            integer(["int32_t ", "int32_t"], ["uint32_t ", "uint32_t"], "gbx_trace_put32", "uint32_t")
        }
        ParameterKind::I64 => {
            integer(["int64_t ", "int64_t"], ["uint64_t ", "uint64_t"], "gbx_trace_put64", "uint64_t")
        }
        ParameterKind::Ptr => {
            integer(["intptr_t ", "intptr_t"], ["uintptr_t ", "uintptr_t"], "gbx_trace_put_ptr", "uintptr_t")
        }
        ParameterKind::F64 => {
            Argument { declared: "double ", cast: "double", store: "gbx_trace_put_f64", stored: "double" }
        }
        ParameterKind::Str | ParameterKind::StrN => {
            Argument { declared: "const char *", cast: "gbx_trace_chars_t", store: "", stored: "" }
        }
    }
}

/// The conversions of a point.
fn conversions<'a>(point: &Definition<'a>) -> impl Iterator<Item = Conversion> + use<'a> {
    pieces(point.body.as_bytes()).filter_map(|piece| match piece {
        Piece::Conversion(conversion) => Some(conversion),
        Piece::Text(_) | Piece::Impossible(_) => None,
    })
}

/// Calls `each` with the place of each argument at the call site and its conversion; the length of a text comes with
/// `None` in front of it.
fn arguments(
    point: &Definition<'_>,
    each: &mut dyn FnMut(u32, Option<&Conversion>) -> fmt::Result,
) -> Result<u32, fmt::Error> {
    let mut place = 0;
    for conversion in conversions(point) {
        if ParameterKind::of(&conversion) == ParameterKind::StrN {
            place += 1;
            each(place, None)?;
        }
        place += 1;
        each(place, Some(&conversion))?;
    }
    Ok(place)
}

/// Writes the inline function of a point: it packs the arguments and calls the engine.
fn write_function<W: Write + ?Sized>(
    definitions: &Definitions<'_>,
    point: &Definition<'_>,
    out: &mut W,
) -> fmt::Result {
    out.write_str("static inline void ")?;
    write_function_name(definitions, point, out)?;
    out.write_str("(gbx_trace_context_t *context")?;
    arguments(point, &mut |place, conversion| {
        let declared = conversion.map_or("int64_t ", |conversion| argument(conversion).declared);
        put(out, &[", ", declared, "a", number(place).as_str()])
    })?;
    out.write_str(")\n{\n")?;

    // Numbers that follow each other are one parameter of the engine.
    let is_text = |conversion: &Conversion| argument(conversion).store.is_empty();
    let mut runs = 0;
    let mut bytes = 0;
    let mut before = true;
    for conversion in conversions(point) {
        if is_text(&conversion) {
            runs += 1;
        } else {
            runs += u32::from(before);
            bytes += 8;
        }
        before = is_text(&conversion);
    }
    if runs == 0 {
        out.write_str("    gbx_trace_point(context, &")?;
        write_name("component", definitions.component, out)?;
        return put(out, &[", ", number(point.id).as_str(), "u, 0, 0);\n}\n\n"]);
    }
    put(out, &["    gbx_trace_parameter_t parameters[", number(runs).as_str(), "];\n"])?;
    if bytes > 0 {
        put(out, &["    uint8_t bytes[", number(bytes).as_str(), "];\n    uint32_t used = 0, start = 0;\n"])?;
    }
    let mut run = 0_u32;
    let mut numbers = false;
    let end_run = |run: u32, out: &mut W| {
        let run = number(run);
        put(out, &["    parameters[", run.as_str(), "] = gbx_trace_bytes(bytes + start, used - start);\n"])?;
        out.write_str("    start = used;\n")
    };
    let mut length = 0;
    arguments(point, &mut |place, conversion| {
        let Some(conversion) = conversion else {
            length = place;
            return Ok(());
        };
        let place_text = number(place);
        if !is_text(conversion) {
            numbers = true;
            let Argument { store, stored, .. } = argument(conversion);
            let cast =
                ["    used += ", store, "(bytes + used, GBX_TRACE_CAST(", stored, ", a", place_text.as_str(), "));\n"];
            return put(out, &cast);
        }
        if numbers {
            end_run(run, out)?;
            run += 1;
            numbers = false;
        }
        put(out, &["    parameters[", number(run).as_str(), "] = "])?;
        run += 1;
        if ParameterKind::of(conversion) == ParameterKind::StrN {
            put(out, &["gbx_trace_counted(a", number(length).as_str(), ", a", place_text.as_str(), ");\n"])
        } else {
            put(out, &["gbx_trace_text(a", place_text.as_str(), ");\n"])
        }
    })?;
    if numbers {
        let run = number(run);
        put(out, &["    parameters[", run.as_str(), "] = gbx_trace_bytes(bytes + start, used - start);\n"])?;
    }
    out.write_str("    gbx_trace_point(context, &")?;
    write_name("component", definitions.component, out)?;
    put(out, &[", ", number(point.id).as_str(), "u, parameters, ", number(runs).as_str(), ");\n}\n\n"])
}

fn write_function_name<W: Write + ?Sized>(
    definitions: &Definitions<'_>,
    point: &Definition<'_>,
    out: &mut W,
) -> fmt::Result {
    out.write_str("gbx_trace_")?;
    write_identifier(definitions.component, out)?;
    put(out, &["_", number(point.id).as_str()])
}

/// Writes the macro of a point, and of one that compiles to nothing.
fn write_macro<W: Write + ?Sized>(definitions: &Definitions<'_>, point: &Definition<'_>, out: &mut W) -> fmt::Result {
    let count = if point.kind == PointType::ASSERT {
        point.assertion_arguments()
    } else {
        arguments(point, &mut |_, _| Ok(()))?
    };
    put(out, &["#if GBX_TRACE_OVERHEAD >= ", number(point.overhead).as_str(), "\n"])?;
    if point.test {
        put(out, &["#define TrcEnabled_", point.symbol, "() "])?;
        write_is_active(definitions, point, out)?;
        out.write_char('\n')?;
    }
    write_macro_head(point, count, out)?;
    out.write_str(" \\\n    do { if (")?;
    write_is_active(definitions, point, out)?;
    out.write_str(") { ")?;
    let context = if point.no_env { "GBX_TRACE_CURRENT()" } else { "GBX_TRACE_CONTEXT(thread)" };
    if let Some(expression) = point.assertion.filter(|_| point.kind == PointType::ASSERT) {
        out.write_str("if (")?;
        write_expression(expression, out)?;
        put(out, &[") { } else { gbx_trace_assertion(", context, ", &"])?;
        write_name("component", definitions.component, out)?;
        put(out, &[", ", number(point.id).as_str(), "u, __FILE__, __LINE__, GBX_TRACE_TEXT_OF("])?;
        write_expression(expression, out)?;
        out.write_str(")); }")?;
    } else {
        write_function_name(definitions, point, out)?;
        put(out, &["(", context])?;
        arguments(point, &mut |place, conversion| {
            let cast = conversion.map_or("int64_t", |conversion| argument(conversion).cast);
            put(out, &[", GBX_TRACE_CAST(", cast, ", P", number(place).as_str(), ")"])
        })?;
        out.write_str(");")?;
    }
    out.write_str(" } } while (0)\n#else\n")?;
    if point.test {
        put(out, &["#define TrcEnabled_", point.symbol, "() (0)\n"])?;
    }
    write_macro_head(point, count, out)?;
    out.write_str(" do { } while (0)\n#endif\n\n")
}

fn write_macro_head<W: Write + ?Sized>(point: &Definition<'_>, count: u32, out: &mut W) -> fmt::Result {
    put(out, &["#define ", point.symbol, "(", if point.no_env { "" } else { "thread" }])?;
    for place in 1..=count {
        let comma = if place == 1 && point.no_env { "P" } else { ", P" };
        put(out, &[comma, number(place).as_str()])?;
    }
    out.write_char(')')
}

fn write_is_active<W: Write + ?Sized>(
    definitions: &Definitions<'_>,
    point: &Definition<'_>,
    out: &mut W,
) -> fmt::Result {
    if definitions.auxiliary {
        return out.write_str("(1)");
    }
    out.write_str("GBX_TRACE_IS_ACTIVE(")?;
    write_name("active", definitions.component, out)?;
    put(out, &["[", number(point.id).as_str(), "])"])
}

/// Writes an assertion's expression as code: its escaped quotation marks are bare ones there.
fn write_expression<W: Write + ?Sized>(expression: &str, out: &mut W) -> fmt::Result {
    let mut rest = expression.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '\\' if rest.peek() == Some(&'"') => {}
            character => out.write_char(character)?,
        }
    }
    Ok(())
}

/// Writes `ut_NAME.c`.
///
/// # Errors
/// What `out` returns.
pub fn write_c_source<W: Write + ?Sized>(
    definitions: &Definitions<'_>,
    options: &COptions<'_>,
    out: &mut W,
) -> fmt::Result {
    let component = definitions.component;
    let points = definitions.points;
    put(
        out,
        &["/* Tables of the tracepoints of ", component, ". Generated from its definition file; do not edit. */\n"],
    )?;
    out.write_str("#include \"ut_")?;
    write_identifier(component, out)?;
    out.write_str(".h\"\n\n")?;

    write_table("uint8_t ", "active", definitions, out, &mut |point, out| out.write_str(initial(point)))?;
    write_table("static const uint8_t ", "levels", definitions, out, &mut |point, out| {
        out.write_str(number(point.level).as_str())
    })?;
    write_table("static const uint8_t ", "types", definitions, out, &mut |point, out| {
        out.write_str(number(point.kind.0).as_str())
    })?;
    write_table("static const char *const ", "parameters", definitions, out, &mut |point, out| {
        if point.obsolete {
            return out.write_char('0');
        }
        out.write_char('"')?;
        for (place, kind) in point.parameters().enumerate() {
            put(out, &[if place == 0 { "" } else { "," }, kind.name()])?;
        }
        out.write_char('"')
    })?;
    if options.templates {
        write_table("static const gbx_str_t ", "templates", definitions, out, &mut |point, out| {
            put(out, &["GBX_STR_INIT(\"", point.kind.flags()])?;
            write_literal(point.body, "\"\"", out)?;
            out.write_str("\")")
        })?;
    }
    if options.counters {
        out.write_str("static uint64_t ")?;
        write_name("counters", component, out)?;
        let count = number(u32::try_from(points.len().max(1)).unwrap_or(u32::MAX));
        put(out, &["[", count.as_str(), "];\n\n"])?;
    }
    let count = write_groups(definitions, out)?;

    out.write_str("const gbx_trace_component_t ")?;
    write_name("component", component, out)?;
    put(out, &[" = {\n    GBX_STR_INIT(\"", component, "\"),\n    "])?;
    put(out, &["GBX_STR_INIT(\"", options.container.unwrap_or_default(), "\"),\n    GBX_STR_INIT(\""])?;
    write_literal(definitions.catalog, "", out)?;
    out.write_str("\")")?;
    for (what, there) in [
        ("active", true),
        ("levels", true),
        ("types", true),
        ("groups", true),
        ("parameters", true),
        ("templates", options.templates),
        ("counters", options.counters),
    ] {
        out.write_str(",\n    ")?;
        if there { write_name(what, component, out)? } else { out.write_char('0')? }
    }
    let points = number(u32::try_from(points.len()).unwrap_or(u32::MAX));
    let auxiliary = if definitions.auxiliary { "1" } else { "0" };
    put(out, &[",\n    ", points.as_str(), "u,\n    ", number(count).as_str(), "u,\n    ", auxiliary, "\n};\n"])
}

/// Writes a table with a value for each point; C has no empty ones.
fn write_table<W: Write + ?Sized>(
    declared: &str,
    what: &str,
    definitions: &Definitions<'_>,
    out: &mut W,
    value: &mut dyn FnMut(&Definition<'_>, &mut W) -> fmt::Result,
) -> fmt::Result {
    out.write_str(declared)?;
    write_name(what, definitions.component, out)?;
    let count = number(u32::try_from(definitions.points.len().max(1)).unwrap_or(u32::MAX));
    put(out, &["[", count.as_str(), "] = {\n"])?;
    for point in definitions.points {
        out.write_str("    ")?;
        value(point, out)?;
        out.write_str(",\n")?;
    }
    if definitions.points.is_empty() {
        out.write_str(if declared.ends_with("gbx_str_t ") { "    { 0, 0 },\n" } else { "    0,\n" })?;
    }
    out.write_str("};\n\n")
}

/// Writes the tables of groups, and gives their number.
fn write_groups<W: Write + ?Sized>(definitions: &Definitions<'_>, out: &mut W) -> Result<u32, fmt::Error> {
    let mut count = 0_u32;
    groups(definitions, &mut |_, is_member| {
        out.write_str("static const uint16_t ")?;
        write_name("group", definitions.component, out)?;
        put(out, &["_", number(count).as_str(), "[] = { "])?;
        let mut members = definitions.points.iter().filter(|point| is_member(point)).peekable();
        if members.peek().is_none() {
            out.write_str("0, ")?;
        }
        for point in members {
            put(out, &[number(point.id).as_str(), ", "])?;
        }
        count += 1;
        out.write_str("};\n")
    })?;
    out.write_str("\nstatic const gbx_trace_group_t ")?;
    write_name("groups", definitions.component, out)?;
    out.write_str("[] = {\n")?;
    let mut index = 0_u32;
    groups(definitions, &mut |name, is_member| {
        let members = definitions.points.iter().filter(|point| is_member(point)).count();
        let members = number(u32::try_from(members).unwrap_or(u32::MAX));
        put(out, &["    { GBX_STR_INIT(\"", name, "\"), "])?;
        write_name("group", definitions.component, out)?;
        put(out, &["_", number(index).as_str(), ", ", members.as_str(), "u },\n"])?;
        index += 1;
        Ok(())
    })?;
    out.write_str("};\n\n")?;
    Ok(count)
}
