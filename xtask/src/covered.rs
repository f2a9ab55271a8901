//! What the C header promises of itself: each function says who may call it, how long it takes and what errors it has, and
//! a C test calls it; each status is expected by a C test; what a comment speaks of is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::c_tests::programs;
use crate::symbols;
use crate::workspace::Workspace;

/// # Errors
/// What is not as promised.
pub fn check(workspace: &Workspace) -> Result<String> {
    let header = symbols::header(workspace)?;
    let tests = with_includes(programs(workspace, "c-tests")?.into_iter().map(|(source, _)| source))?;
    let offences = offences(&header, &tests);
    if !offences.is_empty() {
        bail!("{}", offences.join("\n"));
    }
    Ok(format!("{} functions", symbols::functions(&header).len()))
}

/// The texts of programs, and of the files beside them that they include.
fn with_includes(programs: impl Iterator<Item = PathBuf>) -> Result<String> {
    let mut left: Vec<_> = programs.collect();
    let (mut text, mut seen) = (String::new(), BTreeSet::new());
    while let Some(path) = left.pop() {
        let path = path.canonicalize().with_context(|| format!("{} is not there", path.display()))?;
        if !seen.insert(path.clone()) {
            continue;
        }
        let part = fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        let included = part.lines().filter_map(|line| line.strip_prefix("#include \"")?.split_once('"'));
        let beside = included.map(|(name, _)| path.with_file_name(name)).filter(|path| path.exists());
        left.extend(beside);
        text += &part;
    }
    Ok(text)
}

fn offences(header: &str, tests: &str) -> Vec<String> {
    let mut offences = Vec::new();
    let code = without_comments(header);
    let (used, known) = (words(tests), words(&code));
    let mut undocumented = symbols::functions(header);
    for (comment, declaration) in documented(header) {
        // What macros define is used where it is tested.
        for name in words(comment) {
            let is_ours = name.starts_with("GBX_") || name.starts_with("gbx_");
            if is_ours && !name.ends_with('_') && !known.contains(name) && !used.contains(name) {
                offences.push(format!("a comment speaks of {name}, which is not there"));
            }
        }
        let Some(name) = symbols::functions(declaration).into_iter().find(|name| undocumented.remove(name)) else {
            continue;
        };
        let comment = comment.to_lowercase();
        let says = |what: &[&str]| what.iter().any(|what| comment.contains(what));
        let is_whole = says(&["context:", "context,", "context and"])
            && says(&["time:", "time and", "time of"])
            && (says(&["errors:"]) || !declaration.starts_with("gbx_status_t"));
        if !is_whole {
            offences
                .push(format!("{name} does not say in which context it may be called, in what time, with what errors"));
        }
    }
    offences.extend(undocumented.iter().map(|name| format!("{name} is not documented")));
    let statuses = known.iter().filter(|word| word.starts_with("GBX_ERROR_"));
    let callable = symbols::functions(header).into_iter().chain(statuses.copied());
    offences.extend(callable.filter(|name| !used.contains(name)).map(|name| format!("{name} is in no C test")));
    offences
}

/// The comments of a header, each with what it is about: the declaration behind it.
fn documented(header: &str) -> impl Iterator<Item = (&str, &str)> {
    header.split("/**\n").skip(1).filter_map(|part| {
        let (comment, rest) = part.split_once("*/\n")?;
        Some((comment, rest.split([';', '{']).next()?))
    })
}

fn without_comments(header: &str) -> String {
    let (first, rest) = header.split_once("/*").unwrap_or((header, ""));
    let behind = rest.split("/*").filter_map(|part| Some(part.split_once("*/")?.1));
    std::iter::once(first).chain(behind).collect()
}

fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "\
        /**\n * All went well.\n */\nenum { GBX_ERROR_FULL = -4, };\n\
        /**\n * Adds.\n *\n * Context: writer. Time: constant. Errors: `GBX_ERROR_FULL`.\n */\ngbx_status_t gbx_add(int by);\n\
        /**\n * Subtracts. Context, time and errors: as `gbx_add`.\n */\ngbx_status_t gbx_subtract(int by);\n\
        /**\n * Context: any. Time: constant.\n */\nint gbx_version(void);\n";
    const TESTS: &str = "gbx_add(1); gbx_subtract(1) == GBX_ERROR_FULL; gbx_version();";

    #[test]
    fn what_is_promised_and_tested_is_no_offence() {
        assert_eq!(offences(GOOD, TESTS), Vec::<String>::new());
    }

    #[test]
    fn what_a_test_includes_belongs_to_it_and_is_read_once() {
        let directory = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = directory.path().join(name);
            fs::write(&path, text).unwrap();
            path
        };
        write("a.h", "in a\n#include \"b.h\"\n");
        write("b.h", "in b\n#include \"a.h\"\n#include \"elsewhere.h\"\n");
        let text = with_includes([write("test.c", "#include <a.h>\n#include \"a.h\"\n")].into_iter()).unwrap();
        assert_eq!((text.matches("in a").count(), text.matches("in b").count()), (1, 1));
    }

    #[test]
    fn each_broken_promise_is_an_offence() {
        let cases = [
            (GOOD.replace("Time: constant. Errors", "Errors"), TESTS.into(), "gbx_add does not say"),
            (GOOD.replace(" Errors: `GBX_ERROR_FULL`.", ""), TESTS.into(), "gbx_add does not say"),
            (GOOD.replace("Context: any. ", ""), TESTS.into(), "gbx_version does not say"),
            (GOOD.replace("as `gbx_add`", "as `gbx_sum`"), TESTS.into(), "speaks of gbx_sum"),
            (
                GOOD.to_string() + "int gbx_bare(void);\n",
                TESTS.to_string() + "gbx_bare()",
                "gbx_bare is not documented",
            ),
            (GOOD.into(), TESTS.replace("gbx_version", ""), "gbx_version is in no C test"),
            (GOOD.into(), TESTS.replace("GBX_ERROR_FULL", "GBX_OK"), "GBX_ERROR_FULL is in no C test"),
        ];
        for (header, tests, expected) in cases {
            let found = offences(&header, &tests);
            assert!(found.len() == 1 && found[0].contains(expected), "{found:?}, and not {expected}");
        }
    }
}
