//! The C and C++ compilers, the standards, and the warnings that count as errors.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::workspace::Workspace;

/// Warnings that must not appear, in any standard of either language.
pub const WARNINGS: &[&str] = &[
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wconversion",
    "-Wsign-conversion",
    "-Wshadow",
    "-Wundef",
    "-Wcast-qual",
    "-Werror",
];

/// Switches the library off.
pub const DISABLE: &str = "-DGBX_DISABLE";

/// A family of compilers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Gcc,
    Clang,
}

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    C,
    Cpp,
}

/// A compiler with a standard: one way to read a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    pub family: Family,
    pub language: Language,
    pub standard: &'static str,
}

impl Dialect {
    /// What programs are compiled with when one way is enough.
    pub const USUAL: Self = Self { family: Family::Gcc, language: Language::C, standard: "c11" };
    /// The same for C++.
    pub const USUAL_CPP: Self = Self { family: Family::Gcc, language: Language::Cpp, standard: "c++17" };

    /// Every dialect that is promised for `language`.
    pub fn all(language: Language) -> impl Iterator<Item = Self> {
        let standards: &[&'static str] = match language {
            Language::C => &["c99", "c11", "c17", "c2x"],
            Language::Cpp => &["c++11", "c++14", "c++17", "c++20", "c++2b"],
        };
        let of = move |family| standards.iter().map(move |standard| Self { family, language, standard });
        [Family::Gcc, Family::Clang].into_iter().flat_map(of)
    }

    const fn program(self) -> &'static str {
        match (self.family, self.language) {
            (Family::Gcc, Language::C) => "gcc",
            (Family::Gcc, Language::Cpp) => "g++",
            (Family::Clang, Language::C) => "clang",
            (Family::Clang, Language::Cpp) => "clang++",
        }
    }

    /// The compiler with this standard, the warnings, optimisation and the project's headers; what to compile is to be
    /// added.
    ///
    /// # Errors
    /// When the compiler cannot be used.
    pub fn compiler(self, workspace: &Workspace) -> Result<Command> {
        let host = workspace.host()?;
        let mut build = cc::Build::new();
        build.cargo_metadata(false).cargo_warnings(false).warnings(true);
        build.host(&host).target(&host).opt_level(2).debug(true);
        build.compiler(self.program()).cpp(self.language == Language::Cpp).std(self.standard);
        build.include(workspace.root.join("include")).flags(WARNINGS);
        let compiler = build.try_get_compiler().with_context(|| format!("{} cannot be used", self.program()))?;
        let mut command = compiler.to_command();
        if self.language == Language::Cpp {
            command.args(["-Wold-style-cast", "-x", "c++"]);
        }
        Ok(command)
    }

    /// Compiles `source` and links it with `archive`, without what the program does not use.
    ///
    /// # Errors
    /// As [`Self::compiler`].
    pub fn linked(self, workspace: &Workspace, source: &Path, archive: &Path, program: &Path) -> Result<Command> {
        let mut command = self.of_source(workspace, source)?;
        command.args(["-x", "none"]).arg(archive).arg("-o").arg(program).arg("-Wl,--gc-sections");
        Ok(command)
    }

    /// Compiles `source` with the library switched off, and links it with nothing.
    ///
    /// # Errors
    /// As [`Self::compiler`].
    pub fn linked_disabled(self, workspace: &Workspace, source: &Path, program: &Path) -> Result<Command> {
        let mut command = self.of_source(workspace, source)?;
        command.arg(DISABLE).arg("-o").arg(program);
        Ok(command)
    }

    /// The compiler with the source and what its name asks for.
    fn of_source(self, workspace: &Workspace, source: &Path) -> Result<Command> {
        let mut command = self.compiler(workspace)?;
        command.arg(source);
        if is_threaded(source) {
            command.arg("-pthread");
        }
        if is_bare_cpp(source) {
            command.args(["-fno-exceptions", "-fno-rtti"]);
        }
        Ok(command)
    }
}

impl std::fmt::Display for Dialect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.program(), self.standard)
    }
}

/// Whether a program says by its name that it needs threads.
pub fn is_threaded(source: &Path) -> bool {
    has_suffix(source, "_threads")
}

/// Whether a program says by its name that it needs an operating system, or more memory than a board has.
pub fn is_hosted(source: &Path) -> bool {
    is_threaded(source) || has_suffix(source, "_signals") || has_suffix(source, "_large")
}

/// Whether a program says by its name that it must do without what the library for C++ does without.
fn is_bare_cpp(source: &Path) -> bool {
    has_suffix(source, "_hpp")
}

fn has_suffix(source: &Path, suffix: &str) -> bool {
    source.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with(suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_asks_for_the_standard_and_every_warning() {
        let workspace = Workspace::find().unwrap();
        for dialect in Dialect::all(Language::C).chain(Dialect::all(Language::Cpp)) {
            let shown = crate::process::shown(&dialect.compiler(&workspace).unwrap());
            assert!(shown.contains(&format!("-std={}", dialect.standard)), "{shown}");
            assert!(WARNINGS.iter().all(|warning| shown.contains(warning)), "{shown}");
            assert_eq!(shown.contains("-Wold-style-cast -x c++"), dialect.language == Language::Cpp, "{shown}");
        }
    }

    #[test]
    fn a_warning_is_an_error_in_every_dialect() {
        let workspace = Workspace::find().unwrap();
        let directory = tempfile::tempdir().unwrap();
        let compiles = |dialect: Dialect, text: &str| {
            let source = directory.path().join("source.c");
            std::fs::write(&source, text).unwrap();
            crate::process::succeeds(dialect.compiler(&workspace).unwrap().arg("-fsyntax-only").arg(source))
        };
        for dialect in Dialect::all(Language::C).chain(Dialect::all(Language::Cpp)) {
            assert!(compiles(dialect, "char narrow(char c); char narrow(char c) { return c; }\n"), "{dialect}");
            assert!(!compiles(dialect, "char narrow(int i); char narrow(int i) { return i; }\n"), "{dialect}");
        }
    }

    #[test]
    fn a_program_asks_by_its_name_for_what_it_needs() {
        assert!(is_threaded(Path::new("c-tests/lock_threads.c")));
        assert!(!is_threaded(Path::new("c-tests/lock.c")));
        assert!(is_hosted(Path::new("c-tests/lock_threads.c")) && is_hosted(Path::new("c-tests/lock_signals.c")));
        assert!(is_hosted(Path::new("c-tests/file_large.c")) && !is_hosted(Path::new("c-tests/signals.c")));
        assert!(is_bare_cpp(Path::new("c-tests/lock_hpp.cpp")) && !is_bare_cpp(Path::new("c-tests/lock.cpp")));
    }
}
