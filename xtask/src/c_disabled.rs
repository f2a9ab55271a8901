//! Programs with the library switched off, and calls that a compiler must refuse.
//!
//! A file in `c-tests/disabled` is compiled with `GBX_DISABLE`, linked without the archive, and run. So are the examples,
//! but not run. A file in `c-tests/refused` is compiled many times: with `WRONG` defined as 0 it must be fine, and with
//! each other number that it asks for, as in `WRONG == 3`, it must not; both with the library and with it switched off.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::c_compiler::{DISABLE, Dialect, Family, Language};
use crate::c_tests::{file_name, in_parallel, programs, run_test};
use crate::process;
use crate::workspace::Workspace;

/// Links every program without the archive, and runs the tests among them.
///
/// # Errors
/// What the compilers complain about, and what the tests print that fail.
pub fn check(workspace: &Workspace) -> Result<String> {
    let scratch = workspace.scratch("c-disabled")?;
    let mut jobs = Vec::new();
    for (source, languages) in programs(workspace, "c-tests/disabled")? {
        jobs.extend(languages.iter().flat_map(|language| Dialect::all(*language)).map(|d| (source.clone(), d, true)));
    }
    for (source, languages) in programs(workspace, "c-tests/examples")? {
        jobs.extend(
            languages.iter().flat_map(|language| one_of_each_family(*language)).map(|d| (source.clone(), d, false)),
        );
    }
    in_parallel(&jobs, |(source, dialect, run)| {
        let program = scratch.join(format!("{}-{dialect}", file_name(source)).replace(' ', "-"));
        process::run(&mut dialect.linked_disabled(workspace, source, &program)?)?;
        if *run {
            run_test(workspace, &mut Command::new(&program)).with_context(|| dialect.to_string())?;
        }
        fs::remove_file(&program)?;
        Ok(())
    })?;
    Ok(format!("{} programs", jobs.len()))
}

/// One way in which a file is compiled.
struct Attempt {
    source: PathBuf,
    dialect: Dialect,
    is_disabled: bool,
    wrong: u32,
}

/// Compiles every file with each of its wrong calls, and without.
///
/// # Errors
/// The calls that were not refused, and what the compilers complain about where nothing is wrong.
pub fn refused(workspace: &Workspace) -> Result<String> {
    let mut attempts = Vec::new();
    for (source, languages) in programs(workspace, "c-tests/refused")? {
        let text = fs::read_to_string(&source).with_context(|| format!("{} cannot be read", source.display()))?;
        let wrong = wrong_calls(&text);
        ensure!(!wrong.is_empty(), "{} has no wrong call", source.display());
        for dialect in languages.iter().flat_map(|language| one_of_each_family(*language)) {
            for (is_disabled, wrong) in [false, true].into_iter().flat_map(|off| wrong.iter().map(move |w| (off, *w))) {
                attempts.push(Attempt { source: source.clone(), dialect, is_disabled, wrong });
            }
        }
    }
    in_parallel(&attempts, |Attempt { source, dialect, is_disabled, wrong }| {
        let mut command = dialect.compiler(workspace)?;
        command.arg(format!("-DWRONG={wrong}")).args(is_disabled.then_some(DISABLE)).arg("-fsyntax-only").arg(source);
        let compiled = process::run(&mut command);
        if *wrong == 0 {
            return compiled.map(drop);
        }
        ensure!(compiled.is_err(), "{dialect} does not refuse this: {}", process::shown(&command));
        Ok(())
    })?;
    Ok(format!("{} compilations", attempts.len()))
}

/// One dialect of each family of compilers.
fn one_of_each_family(language: Language) -> impl Iterator<Item = Dialect> {
    let mut families = vec![Family::Gcc, Family::Clang];
    Dialect::all(language).filter(move |dialect| {
        let at = families.iter().position(|family| *family == dialect.family);
        at.map(|at| families.remove(at)).is_some()
    })
}

/// The numbers of the wrong calls in a file, and 0.
fn wrong_calls(text: &str) -> Vec<u32> {
    let number = |rest: &str| rest.split(|c: char| !c.is_ascii_digit()).next().and_then(|digits| digits.parse().ok());
    let numbers = text.split("WRONG == ").skip(1).filter_map(number);
    let mut numbers: Vec<u32> = numbers.collect();
    if !numbers.is_empty() {
        numbers.push(0);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_calls_are_found_by_their_numbers() {
        assert_eq!(wrong_calls("#if WRONG == 1\nx\n#elif WRONG == 12\n#endif"), [1, 12, 0]);
        assert!(wrong_calls("nothing").is_empty());
    }

    #[test]
    fn each_family_is_asked_once() {
        for language in [Language::C, Language::Cpp] {
            let families: Vec<_> = one_of_each_family(language).map(|dialect| dialect.family).collect();
            assert_eq!(families, [Family::Gcc, Family::Clang]);
        }
    }
}
