//! `dist`: the library for a target in one folder, as programs in C and C++ want it: headers, archive, and what tells
//! `pkg-config` and `CMake` where they are. The folder may be moved: all paths in it are relative.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::archive::{self, Level};
use crate::process;
use crate::tools::{self, Tool};
use crate::workspace::Workspace;
use crate::{Verdict, c_tests};

/// Put headers, archive and package files for a target into one folder
#[derive(Args)]
#[command(after_help = "Examples:\n  cargo xtask dist                     # for this machine\n  cargo xtask dist \
                  thumbv7em-none-eabihf\n\nThe last line printed is what a compiler takes to find and link the library.")]
pub struct Arguments {
    /// The target, as Rust names it; this machine when none is named
    #[arg(value_name = "TARGET")]
    target: Option<String>,

    /// How the archive is optimised: 3 for speed, s for size, z for size alone
    #[arg(long, value_name = "LEVEL", default_value = "s", value_parser = ["3", "s", "z"])]
    level: String,
}

/// What the test of the folder needs.
pub const NEEDS: &[&Tool] = &[&tools::GCC, &tools::PKG_CONFIG, &tools::CMAKE];

/// # Errors
/// When the archive cannot be built or the folder cannot be written.
pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<Verdict> {
    let host = workspace.host()?;
    let target = arguments.target.as_ref().unwrap_or(&host);
    let level = Level::ALL.into_iter().find(|level| level.name() == arguments.level).context("no such level")?;
    let folder = make(workspace, target, level)?;
    println!("{}", folder.display());
    println!("-I{0}/include -L{0}/lib -lglassbox -Wl,--gc-sections", folder.display());
    Ok(Verdict::Fine)
}

/// Makes the folder and gives its path.
fn make(workspace: &Workspace, target: &str, level: Level) -> Result<PathBuf> {
    let archive = archive::build_for(workspace, target, level)?;
    let folder = workspace.scratch("dist")?.join(target);
    // What an older version had and this one has not must not stay.
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("{} cannot be removed", folder.display()))?;
    }
    copy_all(&workspace.root.join("include"), &folder.join("include"))?;
    for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(workspace.root.join(license), folder.join(license))?;
    }
    let package = folder.join("lib/cmake/glassbox");
    fs::create_dir_all(&package)?;
    fs::create_dir_all(folder.join("lib/pkgconfig"))?;
    fs::copy(&archive, folder.join("lib/libglassbox.a"))?;
    let version = env!("CARGO_PKG_VERSION");
    fs::write(folder.join("lib/pkgconfig/glassbox.pc"), PKG_CONFIG.replace("@VERSION@", version))?;
    fs::write(package.join("glassboxConfig.cmake"), CMAKE)?;
    fs::write(package.join("glassboxConfigVersion.cmake"), CMAKE_VERSION.replace("@VERSION@", version))?;
    Ok(folder)
}

fn copy_all(from: &Path, to: &Path) -> Result<()> {
    let mut folders = vec![(from.to_path_buf(), to.to_path_buf())];
    while let Some((from, to)) = folders.pop() {
        fs::create_dir_all(&to).with_context(|| format!("{} cannot be made", to.display()))?;
        for entry in fs::read_dir(&from).with_context(|| format!("{} cannot be read", from.display()))? {
            let entry = entry?;
            let target = to.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                folders.push((entry.path(), target));
            } else {
                fs::copy(entry.path(), target)?;
            }
        }
    }
    Ok(())
}

const PKG_CONFIG: &str = "\
prefix=${pcfiledir}/../..
includedir=${prefix}/include
libdir=${prefix}/lib

Name: glassbox
Description: State, metrics and events of a program, visible in memory that it owns
Version: @VERSION@
Cflags: -I${includedir}
Libs: -L${libdir} -lglassbox
";

const CMAKE: &str = r#"# The library as the target glassbox::glassbox.
if(NOT TARGET glassbox::glassbox)
    get_filename_component(glassbox_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
    add_library(glassbox::glassbox STATIC IMPORTED)
    set_target_properties(glassbox::glassbox PROPERTIES
        IMPORTED_LOCATION "${glassbox_prefix}/lib/libglassbox.a"
        INTERFACE_INCLUDE_DIRECTORIES "${glassbox_prefix}/include")
    unset(glassbox_prefix)
endif()
"#;

/// Before version 1, a program needs the very minor version that it asks for.
const CMAKE_VERSION: &str = r#"set(PACKAGE_VERSION "@VERSION@")
if(PACKAGE_VERSION MATCHES "^([0-9]+\\.[0-9]+)")
    set(glassbox_series "${CMAKE_MATCH_1}")
endif()
set(PACKAGE_VERSION_COMPATIBLE FALSE)
if("${PACKAGE_FIND_VERSION_MAJOR}.${PACKAGE_FIND_VERSION_MINOR}" STREQUAL "${glassbox_series}" AND
   NOT PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION)
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
if(PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
endif()
unset(glassbox_series)
"#;

/// Moves the folder elsewhere, and builds and runs a program that finds the library there: by the printed flags, by pkg-config
/// and by `CMake`. A program that asks for another version must be refused.
///
/// # Errors
/// What does not work.
pub fn check(workspace: &Workspace) -> Result<String> {
    let made = make(workspace, &workspace.host()?, Level::Size)?;
    let away = tempfile::tempdir()?;
    let folder = away.path().join("glassbox");
    copy_all(&made, &folder)?;
    let consumer = workspace.root.join("c-tests/consumer");
    let source = consumer.join("consumer.c");

    let compile = |flags: &[String], name: &str| -> Result<()> {
        let program = away.path().join(name);
        process::run(Command::new("gcc").arg(&source).args(flags).arg("-o").arg(&program))?;
        runs(&program)
    };
    let lib = folder.join("lib");
    compile(
        &[
            format!("-I{}", folder.join("include").display()),
            format!("-L{}", lib.display()),
            "-lglassbox".into(),
            "-Wl,--gc-sections".into(),
        ],
        "plain",
    )?;

    let mut ask = Command::new("pkg-config");
    ask.args(["--cflags", "--libs", "glassbox"]).env("PKG_CONFIG_PATH", lib.join("pkgconfig"));
    let flags: Vec<_> = process::stdout(&mut ask)?.split_whitespace().map(String::from).collect();
    compile(&flags, "asked")?;

    let build = away.path().join("build");
    let configure = |source: &Path, build: &Path| {
        let mut command = Command::new("cmake");
        command.arg("-S").arg(source).arg("-B").arg(build);
        command.arg(format!("-DCMAKE_PREFIX_PATH={}", folder.display()));
        process::run(&mut command)
    };
    configure(&consumer, &build)?;
    process::run(Command::new("cmake").arg("--build").arg(&build))?;
    runs(&build.join("consumer"))?;

    let other = away.path().join("other");
    copy_all(&consumer, &other)?;
    let lists = other.join("CMakeLists.txt");
    let text = fs::read_to_string(&lists)?;
    ensure!(text.contains("glassbox 0.1 "), "{} does not ask for version 0.1", consumer.display());
    fs::write(&lists, text.replace("glassbox 0.1 ", "glassbox 0.2 "))?;
    ensure!(
        configure(&other, &away.path().join("other-build")).is_err(),
        "CMake takes another version for the one wanted"
    );
    Ok("plain, pkg-config and CMake".into())
}

/// Runs the program, which must say what it counted.
fn runs(program: &Path) -> Result<()> {
    let said = process::run(&mut Command::new(program))?;
    ensure!(said == "packets = 42\n", "{} said {said:?}", c_tests::file_name(program));
    Ok(())
}
