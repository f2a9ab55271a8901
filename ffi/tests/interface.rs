//! What the interface promises for ever, and how this crate is built.
#![allow(clippy::enum_glob_use, reason = "the list of all of them is what this is about")]

use std::ffi::CStr;
use std::fs;
use std::path::{Path, PathBuf};

use glassbox_ffi::gbx_status_t::{self, *};
use glassbox_ffi::{VERSION, gbx_status_name, gbx_version};

/// Programs hold these numbers in logs and tables: none may ever change.
const PINNED: &[(gbx_status_t, i32, &str)] = &[
    (GBX_OK, 0, "GBX_OK"),
    (GBX_ERROR_NULL, -1, "GBX_ERROR_NULL"),
    (GBX_ERROR_NOT_INITIALISED, -2, "GBX_ERROR_NOT_INITIALISED"),
    (GBX_ERROR_BUSY, -3, "GBX_ERROR_BUSY"),
    (GBX_ERROR_FULL, -4, "GBX_ERROR_FULL"),
    (GBX_ERROR_TOO_LONG, -5, "GBX_ERROR_TOO_LONG"),
    (GBX_ERROR_INVALID_UTF8, -6, "GBX_ERROR_INVALID_UTF8"),
    (GBX_ERROR_INVALID_ARGUMENT, -7, "GBX_ERROR_INVALID_ARGUMENT"),
    (GBX_ERROR_NO_HANDLE, -8, "GBX_ERROR_NO_HANDLE"),
    (GBX_ERROR_WRONG_KIND, -9, "GBX_ERROR_WRONG_KIND"),
    (GBX_ERROR_FOREIGN_HANDLE, -10, "GBX_ERROR_FOREIGN_HANDLE"),
    (GBX_ERROR_STALE_HANDLE, -11, "GBX_ERROR_STALE_HANDLE"),
    (GBX_ERROR_FROZEN, -12, "GBX_ERROR_FROZEN"),
    (GBX_ERROR_IN_TRANSACTION, -13, "GBX_ERROR_IN_TRANSACTION"),
    (GBX_ERROR_NOT_IN_TRANSACTION, -14, "GBX_ERROR_NOT_IN_TRANSACTION"),
    (GBX_ERROR_BAD_REGION, -15, "GBX_ERROR_BAD_REGION"),
    (GBX_ERROR_BUFFER_TOO_SMALL, -16, "GBX_ERROR_BUFFER_TOO_SMALL"),
    (GBX_ERROR_SCRATCH_TOO_SMALL, -17, "GBX_ERROR_SCRATCH_TOO_SMALL"),
    (GBX_ERROR_LOCKED, -18, "GBX_ERROR_LOCKED"),
    (GBX_ERROR_CONTENDED, -19, "GBX_ERROR_CONTENDED"),
    (GBX_ERROR_TOO_MANY_SLOTS, -20, "GBX_ERROR_TOO_MANY_SLOTS"),
    (GBX_ERROR_OUT_OF_RANGE, -21, "GBX_ERROR_OUT_OF_RANGE"),
    (GBX_ERROR_OVER_CAPACITY, -22, "GBX_ERROR_OVER_CAPACITY"),
    (GBX_ERROR_LINK_CONTENT_TOO_FAR, -23, "GBX_ERROR_LINK_CONTENT_TOO_FAR"),
    (GBX_ERROR_WOULD_CYCLE, -24, "GBX_ERROR_WOULD_CYCLE"),
    (GBX_ERROR_NOT_ADOPTABLE, -25, "GBX_ERROR_NOT_ADOPTABLE"),
    (GBX_ERROR_TOO_SHORT, -26, "GBX_ERROR_TOO_SHORT"),
    (GBX_ERROR_BAD_MAGIC, -27, "GBX_ERROR_BAD_MAGIC"),
    (GBX_ERROR_UNSUPPORTED_VERSION, -28, "GBX_ERROR_UNSUPPORTED_VERSION"),
    (GBX_ERROR_TRUNCATED, -29, "GBX_ERROR_TRUNCATED"),
    (GBX_ERROR_NOT_FOUND, -30, "GBX_ERROR_NOT_FOUND"),
    (GBX_ERROR_STOPPED, -31, "GBX_ERROR_STOPPED"),
    (GBX_ERROR_REFUSED, -32, "GBX_ERROR_REFUSED"),
    (GBX_ERROR_UNSUPPORTED, -33, "GBX_ERROR_UNSUPPORTED"),
    (GBX_ERROR_IN_FLUX, -34, "GBX_ERROR_IN_FLUX"),
    (GBX_ERROR_TOC_OUTSIDE_FILE, -35, "GBX_ERROR_TOC_OUTSIDE_FILE"),
    (GBX_ERROR_NOT_AVAILABLE, -36, "GBX_ERROR_NOT_AVAILABLE"),
    (GBX_ERROR_WRONG_STATE, -37, "GBX_ERROR_WRONG_STATE"),
    (GBX_ERROR_BAD_OPTION, -38, "GBX_ERROR_BAD_OPTION"),
    (GBX_ERROR_BAD_THREAD_ID, -39, "GBX_ERROR_BAD_THREAD_ID"),
    (GBX_ERROR_NO_FREE_RECORD, -40, "GBX_ERROR_NO_FREE_RECORD"),
    (GBX_ERROR_TOO_MANY_COMPONENTS, -41, "GBX_ERROR_TOO_MANY_COMPONENTS"),
];

fn name(status: i32) -> &'static str {
    // SAFETY: the function gives a text with a terminating zero that lives for ever.
    unsafe { CStr::from_ptr(gbx_status_name(status)) }.to_str().unwrap()
}

#[test]
fn every_status_has_the_number_and_the_name_that_it_always_had() {
    for &(status, number, expected) in PINNED {
        assert_eq!(status as i32, number, "{expected}");
        assert_eq!(name(number), expected);
    }
}

#[test]
fn numbers_that_are_no_status_have_a_name_all_the_same() {
    let first_unused = -i32::try_from(PINNED.len()).unwrap();
    for number in [1, first_unused, i32::MIN, i32::MAX] {
        assert_eq!(name(number), "GBX_ERROR_UNKNOWN");
    }
}

#[test]
fn the_version_is_that_of_the_package_in_the_library_and_in_the_header() {
    assert_eq!(gbx_version(), VERSION);
    let mut parts = env!("CARGO_PKG_VERSION").split('.').map(|part| part.parse::<u32>().unwrap());
    let mut next = || parts.next().unwrap();
    let (major, minor, patch) = (next(), next(), next());
    assert_eq!(VERSION, 10_000 * major + 100 * minor + patch);
    let header = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../include/glassbox.h")).unwrap();
    for line in [
        format!("#define GBX_VERSION_MAJOR {major}\n"),
        format!("#define GBX_VERSION_MINOR {minor}\n"),
        format!("#define GBX_VERSION_PATCH {patch}\n"),
        format!("#define GBX_VERSION_STRING \"{}\"\n", env!("CARGO_PKG_VERSION")),
    ] {
        assert!(header.contains(&line), "the header lacks {line}");
    }
}

/// The danger stays in one room: whoever reviews pointers has one module to read.
#[test]
fn only_one_module_has_unsafe_blocks() {
    fn look(directory: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                look(&path, found);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let code = text.lines().map(str::trim_start).filter(|line| !line.starts_with("//"));
            let dangers = ["unsafe {", "unsafe impl", "unsafe fn"];
            if code.into_iter().any(|line| dangers.iter().any(|danger| line.contains(danger))) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    look(&source, &mut found);
    found.retain(|file| *file != source.join("pointer.rs") && !file.starts_with(source.join("pointer")));
    assert_eq!(found, <[&Path; 0]>::default());
}

/// A macro that nobody expands may hold anything, an unbalanced parenthesis for one.
#[test]
fn every_macro_of_the_headers_is_expanded_by_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let tests = ["macros.c", "registry.c"].map(|test| fs::read_to_string(root.join("c-tests").join(test)).unwrap());
    let test = tests.concat();
    for header in ["include/glassbox.h", "include/glassbox_locks.h"] {
        let text = fs::read_to_string(root.join(header)).unwrap();
        // The header itself expands those that it undefines at its end.
        let is_private = |name: &str| text.contains(&format!("#undef {name}\n")) || name.ends_with("_H");
        let mut macros = text
            .lines()
            .filter_map(|line| line.strip_prefix("#define "))
            .map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default());
        let is_expanded = |name: &&str| {
            let parts = test.match_indices(name).map(|(at, _)| test[at + name.len()..].chars().next().unwrap_or(' '));
            parts.into_iter().any(|next| !next.is_ascii_alphanumeric() && next != '_')
        };
        let forgotten = macros.find(|name| !is_private(name) && !is_expanded(name));
        assert_eq!(forgotten, None, "in {header}");
    }
}
