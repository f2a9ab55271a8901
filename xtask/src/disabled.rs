//! The header of a program that is compiled with `GBX_DISABLE`: every function as an inline one that does nothing.
//!
//! It is made from the declarations of `include/glassbox.h`, so that each function is there, with exactly its parameters,
//! and wrong arguments are refused as they are with the library.

use std::fmt::Write as _;

use anyhow::{Context, Result, bail, ensure};

/// What begins and ends the declarations, as cbindgen writes it.
const BEGIN: &str = "#ifdef __cplusplus\nextern \"C\" {\n#endif // __cplusplus\n";
const END: &str = "#ifdef __cplusplus\n}  // extern \"C\"\n#endif  // __cplusplus\n";

/// The longest that a line may become with ` {` behind it.
const LINE: usize = 118;

/// What stands before the functions.
const HEAD: &str = r#"/*
 * Glassbox, switched off: what glassbox.h includes in place of its declarations when GBX_DISABLE is defined.
 *
 * Made by `cargo xtask header`; a change by hand is lost.
 *
 * No library is needed to link. Each function looks at its arguments' types and at nothing else, sets its outputs to
 * zero (a handle to the null handle), and returns GBX_OK; callbacks are not called. The memory given to it is not
 * touched.
 */

#ifndef GBX_DISABLE
#define GBX_DISABLE
#endif

#ifndef GLASSBOX_H
/* It includes this file at its place. */
#include "glassbox.h"
#elif !defined(GLASSBOX_DISABLED_H)
#define GLASSBOX_DISABLED_H

#ifdef __cplusplus
#define GBX_CLEAR(type, place) ((place) != NULL ? (void)(*(place) = type()) : (void)0)
#else
#define GBX_CLEAR(type, place) ((place) != NULL ? (void)(*(place) = (type){0}) : (void)0)
#endif
"#;

/// What stands behind them.
const TAIL: &str = "\n#undef GBX_CLEAR\n\n#endif\n";

/// Wraps the declarations of a header, so that with `GBX_DISABLE` it includes the other one instead.
///
/// # Errors
/// When the declarations are not found.
pub fn switched(header: &str) -> Result<String> {
    let (before, declarations, after) = parts(header)?;
    Ok(format!(
        "{before}#ifdef GBX_DISABLE\n#include \"glassbox_disabled.h\"\n#else\n\n{BEGIN}{declarations}{END}\n#endif\n{after}"
    ))
}

/// The header whose functions do nothing.
///
/// # Errors
/// When a declaration is not understood.
pub fn header(header: &str) -> Result<String> {
    let (_, declarations, _) = parts(header)?;
    let mut text = String::from(HEAD);
    let code = without_comments(declarations);
    for declaration in code.split(';').map(str::trim).filter(|declaration| !declaration.is_empty()) {
        let function =
            Function::parse(declaration).with_context(|| format!("this is not understood: {declaration}"))?;
        function.write(&mut text)?;
    }
    text.push_str(TAIL);
    Ok(text)
}

/// What is before the declarations, they themselves, and what is behind.
fn parts(header: &str) -> Result<(&str, &str, &str)> {
    let found = header.split_once(BEGIN).and_then(|(before, rest)| {
        let (declarations, after) = rest.split_once(END)?;
        Some((before, declarations, after))
    });
    found.context("the declarations of the header are not where they should be")
}

fn without_comments(code: &str) -> String {
    let mut text = String::new();
    let mut rest = code;
    while let Some((before, comment)) = rest.split_once("/*") {
        text.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, behind)| behind);
    }
    text + rest
}

/// A function as it is declared.
struct Function<'a> {
    result: &'a str,
    name: &'a str,
    parameters: Vec<Parameter<'a>>,
}

/// A parameter: what stands before its name, and the name.
struct Parameter<'a> {
    kind: &'a str,
    name: &'a str,
}

impl<'a> Function<'a> {
    fn parse(declaration: &'a str) -> Result<Self> {
        ensure!(!declaration.contains('#'), "a declaration that depends on a condition");
        let (start, parameters) = declaration.split_once('(').context("no parameters")?;
        let (result, name) = split_name(start)?;
        let parameters = parameters.strip_suffix(')').context("no end of the parameters")?;
        let parameters = match parameters.trim() {
            "void" => Vec::new(),
            list => list.split(',').map(Parameter::parse).collect::<Result<_>>()?,
        };
        Ok(Self { result, name, parameters })
    }

    fn write(&self, text: &mut String) -> Result<()> {
        writeln!(text, "\n{} {{", self.head())?;
        for (parameter, next) in self.parameters.iter().zip(self.parameters.iter().skip(1).map(Some).chain([None])) {
            match parameter.output(next) {
                Some(_) if self.result == "void" => writeln!(text, "    (void){};", parameter.name)?,
                Some(kind) if kind.ends_with('*') => writeln!(
                    text,
                    "    if ({name} != NULL) {{\n        *{name} = NULL;\n    }}",
                    name = parameter.name
                )?,
                Some(kind) => writeln!(text, "    GBX_CLEAR({kind}, {});", parameter.name)?,
                None => writeln!(text, "    (void){};", parameter.name)?,
            }
        }
        if self.result != "void" {
            writeln!(text, "    return {};", self.answer()?)?;
        }
        text.push_str("}\n");
        Ok(())
    }

    /// What stands before the body: in one line, or with a line for each parameter.
    fn head(&self) -> String {
        let space = if self.result.ends_with('*') { "" } else { " " };
        let start = format!("static inline {}{space}{}(", self.result, self.name);
        let parameters: Vec<_> = self.parameters.iter().map(Parameter::declared).collect();
        if parameters.is_empty() {
            return start + "void)";
        }
        let line = format!("{start}{})", parameters.join(", "));
        if line.len() <= LINE {
            return line;
        }
        format!("{start}\n    {})", parameters.join(",\n    "))
    }

    /// What the function gives.
    fn answer(&self) -> Result<&'static str> {
        Ok(match (self.name, self.result) {
            ("gbx_status_name", _) => "\"GBX_OK\"",
            ("gbx_version", _) => "GBX_VERSION",
            (_, "gbx_status_t") => "GBX_OK",
            (_, "size_t") => "0",
            (name, result) => bail!("which {result} {name} gives when it does nothing is not said in {}", file!()),
        })
    }
}

impl<'a> Parameter<'a> {
    fn parse(text: &'a str) -> Result<Self> {
        let (kind, name) = split_name(text.trim())?;
        Ok(Self { kind, name })
    }

    fn declared(&self) -> String {
        if self.kind.ends_with('*') {
            format!("{}{}", self.kind, self.name)
        } else {
            format!("{} {}", self.kind, self.name)
        }
    }

    /// The type of what is put out through this parameter, if it is an output: not the state or the table, not something that
    /// is only read, and no array, behind which its length stands.
    fn output(&self, next: Option<&Self>) -> Option<&'a str> {
        let pointee = self.kind.strip_suffix('*')?.trim_end();
        let is_array = next.is_some_and(|next| next.kind == "size_t");
        let is_read = pointee.starts_with("const ") && !pointee.ends_with('*');
        let is_opaque = matches!(pointee, "void" | "char") || matches!(self.name, "state" | "registry");
        (!is_array && !is_read && !is_opaque).then_some(pointee)
    }
}

/// Splits at the beginning of the last word.
fn split_name(text: &str) -> Result<(&str, &str)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let start = text.trim_end().rfind(|c| !is_word(c)).context("a name without a type")? + 1;
    let (kind, name) = text.trim_end().split_at_checked(start).context("a name without a type")?;
    ensure!(!name.is_empty(), "a type without a name");
    Ok((kind.trim(), name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(declarations: &str) -> Result<String> {
        let whole = header(&format!("types\n{BEGIN}{declarations}{END}asserts\n"))?;
        Ok(whole.strip_prefix(HEAD).unwrap().strip_suffix(TAIL).unwrap().to_string())
    }

    #[test]
    fn outputs_are_cleared_and_all_else_is_left_alone() {
        let made = of("\
            /**\n * Creates; see gbx_other(1).\n */\n\
            gbx_status_t gbx_create(gbx_inspect_t *state,\n                        gbx_str_t name,\n  gbx_node_t *out);\n\n\
            gbx_status_t gbx_copy(const void *from, char *buffer, size_t capacity, size_t *length);\n\
            gbx_status_t gbx_all(gbx_any_t *values, size_t count, const void **address, gbx_fill_t fill, void *context);\n\
            const char *gbx_status_name(int32_t status);\nuint32_t gbx_version(void);\n\
            void gbx_point(gbx_context_t *context);\n")
        .unwrap();
        let expected = "
static inline gbx_status_t gbx_create(gbx_inspect_t *state, gbx_str_t name, gbx_node_t *out) {
    (void)state;
    (void)name;
    GBX_CLEAR(gbx_node_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_copy(const void *from, char *buffer, size_t capacity, size_t *length) {
    (void)from;
    (void)buffer;
    (void)capacity;
    GBX_CLEAR(size_t, length);
    return GBX_OK;
}

static inline gbx_status_t gbx_all(
    gbx_any_t *values,
    size_t count,
    const void **address,
    gbx_fill_t fill,
    void *context) {
    (void)values;
    (void)count;
    if (address != NULL) {
        *address = NULL;
    }
    (void)fill;
    (void)context;
    return GBX_OK;
}

static inline const char *gbx_status_name(int32_t status) {
    (void)status;
    return \"GBX_OK\";
}

static inline uint32_t gbx_version(void) {
    return GBX_VERSION;
}

static inline void gbx_point(gbx_context_t *context) {
    (void)context;
}
";
        assert_eq!(made, expected);
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        assert!(of("double gbx_load(void);\n").is_err());
        assert!(of("gbx_status_t gbx_x(int);\n").is_err());
        assert!(of("#if X\ngbx_status_t gbx_x(void);\n#endif\n").is_err());
        assert!(header("no declarations").is_err());
    }

    #[test]
    fn the_declarations_are_left_out_when_the_other_header_is_included() {
        let switched = switched(&format!("types\n{BEGIN}declarations\n{END}asserts\n")).unwrap();
        let expected = format!(
            "types\n#ifdef GBX_DISABLE\n#include \"glassbox_disabled.h\"\n#else\n\n{BEGIN}declarations\n{END}\n#endif\nasserts\n"
        );
        assert_eq!(switched, expected);
    }
}
