//! Generated trace calls: the files are what is kept beside the tests, they compile without a warning, and what they hand
//! to the engine is what the template says. `GLASSBOX_BLESS=1` writes the files anew.
#![cfg(feature = "spin")]
// A tracepoint has as many parameters as its template.
#![allow(clippy::too_many_arguments)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::Ordering;

use glassbox::Region;
use glassbox::lock::Spin;
use glassbox::trace::component::Tracepoints as _;
use glassbox::trace::definition::{Definition, Definitions, Mode, points_needed};
use glassbox::trace::engine::{Engine, NoHooks, TickSource};
use glassbox::trace::file::{RecordSlot, ThreadSlot, TraceFile};
use glassbox::trace::generate::{COptions, RustOptions, write_c_header, write_c_source, write_rust};
use glassbox::trace::recorder::{Config, thread_id};

#[allow(missing_docs)]
mod orc {
    include!("data/trace/generated/ut_orc.rs");
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/trace")
}

/// Checks a generated file against the one that is kept.
fn check(name: &str, text: &str) {
    let path = folder().join("generated").join(name);
    if std::env::var_os("GLASSBOX_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "{name} is not what the generator makes; GLASSBOX_BLESS=1 writes it anew");
}

#[test]
fn generated_files_are_those_that_are_kept() {
    for name in ["orc", "orcsub", "orcaux"] {
        let file = std::fs::read_to_string(folder().join("tdf").join(format!("{name}.tdf"))).unwrap();
        let mut points = vec![Definition::EMPTY; points_needed(&file)];
        let definitions = Definitions::parse(&file, Mode::Strict, &mut points, &mut |_| {}).unwrap();
        let container = (name == "orcsub").then_some("orc");
        let mut header = String::new();
        write_c_header(&definitions, &mut header).unwrap();
        check(&format!("ut_{name}.h"), &header);
        let mut source = String::new();
        let options = COptions { container, templates: name == "orc", counters: name == "orc" };
        write_c_source(&definitions, &options, &mut source).unwrap();
        check(&format!("ut_{name}.c"), &source);
        let mut module = String::new();
        let path = format!("crate::{name}");
        let options = RustOptions {
            module: &path,
            container,
            templates: name == "orc",
            counters: name == "orc",
            ..RustOptions::default()
        };
        write_rust(&definitions, &options, &mut module).unwrap();
        check(&format!("ut_{name}.rs"), &module);
    }
}

/// What `main.c` prints, in whatever language it is compiled.
const EXPECTED: &str = "\
evaluated 0
orc.0 0
orc.1 1 text:alpha bytes:f9ffffff
evaluated 1
orc.6 1 bytes:efbe000000000000
orc.8 1 bytes:0807060504030201
orc.15 1 bytes:41
orc.16 1 bytes:ffffffff3412
orc.17 1 bytes:000000000000f83f00000000000004400000000000000000
orc.18 1 text:uc
orc.18 1 text:NULL
orc.20 1 counted:616263
orc.20 1 counted:
orc.21 1 bytes:01000000 counted:6263 counted:64 bytes:04000000
orc.24 1 text:s bytes:0000000000000000010000000200000000000000630300000000000000104005000000\
00000000 counted:7879
orc.30 1
evaluated 1 enabled 1
orc.9 0 assertion main.c line (x) != (y)
orcaux.0 1 bytes:05000000
orc.30 1
orc OrcTraceFormat.dat 31 9 1 str,ptr,i32,i64,i8,i16,f64,ptr,strn  >fn(name=%s, n=%d)
Entry:1 Exit:1 Event:22 Exception:1 Debug:1 Mem:1 Perf:1 setA:2 setB:1 
";

#[test]
#[cfg_attr(miri, ignore = "runs compilers")]
fn generated_c_compiles_in_every_language_and_hands_over_what_the_template_says() {
    if cfg!(not(target_pointer_width = "64")) {
        return;
    }
    let generated = folder().join("generated");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (compiler, standard) in
        [("cc", "c99"), ("cc", "c11"), ("cc", "gnu17"), ("c++", "c++11"), ("c++", "c++17"), ("c++", "c++20")]
    {
        let program = out.join(format!("generated_{}", standard.replace('+', "x")));
        let mut command = Command::new(compiler);
        command.arg(format!("-std={standard}")).args(["-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", "-o"]);
        command.arg(&program).arg("-I").arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../include"));
        if compiler == "c++" {
            command.args(["-x", "c++"]);
        }
        for file in ["main.c", "ut_orc.c", "ut_orcaux.c"] {
            command.arg(generated.join(file));
        }
        let made = command.output().unwrap();
        assert!(made.status.success(), "{standard}: {}", String::from_utf8_lossy(&made.stderr));
        let ran = Command::new(&program).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&ran.stdout), EXPECTED, "{standard}");
    }
}

struct Stopped;

impl TickSource for Stopped {
    fn ticks(&self) -> u64 {
        1
    }
}

#[test]
fn generated_rust_records_what_the_template_says() {
    static MEMORY: Region<8192> = Region::new();
    let engine = Engine::<Spin, _>::new(MEMORY.memory(), &Config::new(1000), Stopped, &NoHooks).unwrap();
    engine.register(&orc::COMPONENT, &mut |error| panic!("{error:?}")).unwrap();
    let mut context = engine.attach(thread_id(0), "main").unwrap();
    let mut evaluated = 0;
    let mut evaluate = |value: i32| {
        evaluated += 1;
        value
    };
    orc::Trc_ORC_Fn_Entry!(&mut context, "quiet", evaluate(1));
    engine.set("maximal=orc", &mut |error| panic!("{error:?}")).unwrap();
    orc::Trc_ORC_Fn_Entry!(&mut context, "alpha", evaluate(-7));
    orc::Trc_ORC_Hot!(&mut context, evaluate(1));
    orc::Trc_ORC_StrP2!(&mut context, 1, "bc", b"d", 4);
    orc::Trc_ORC_Many!(&mut context, "s", 0, 1, 2, b'c', 3, 4.0, 5, "xy");
    orc::Trc_ORC_Plain!(&mut context);
    orc::Trc_ORC_Assert!(&mut context, 1 + 1 == 2);
    engine.set("none:maximal=orc.9:nofatalassert", &mut |error| panic!("{error:?}")).unwrap();
    orc::Trc_ORC_Assert!(&mut context, 1 + 1 == 3);
    assert_eq!(evaluated, 1, "arguments are evaluated only where a point is active");
    assert_eq!(orc::COMPONENT.activity(9).bits(), orc::ACTIVE[9].load(Ordering::Relaxed));

    let mut bytes = vec![0; engine.memory().len()];
    engine.memory().copy_to(&mut bytes);
    let bytes = &bytes[..];
    let file = TraceFile::open(&bytes, &mut |_| {}).unwrap();
    let mut slots = vec![RecordSlot::EMPTY; file.records_to_index()];
    let index = file.index(&mut slots, &mut |_| {}).unwrap();
    let mut threads = vec![ThreadSlot::EMPTY; index.threads()];
    let mut scratch = vec![0; index.scratch_bytes()];
    let mut entries = index.entries(&mut threads, &mut scratch, &mut |_| {}).unwrap();
    let mut text = String::new();
    let file = std::fs::read(folder().join("dat/orc.dat")).unwrap();
    let mut slots = vec![glassbox::trace::catalog::CatalogSlot::EMPTY; 64];
    let catalog = glassbox::trace::catalog::Catalog::read(&file, &mut slots, &mut |_| {}).unwrap();
    let catalogs = [catalog];
    let mut formatter = glassbox::trace::format::Formatter::new(&index, &catalogs, &mut []);
    while let Some(entry) = entries.next(&mut |problem| panic!("{problem:?}")) {
        formatter.write_line(&entry, &mut text).unwrap();
    }
    let lines: Vec<&str> = text.lines().map(|line| &line[39..]).collect();
    let file = file!();
    let assertion = lines.last().unwrap();
    assert_eq!(
        lines[..4],
        [
            "orc.1               Entry      >fn(name=alpha, n=-7)",
            "orc.21              Event       a=1 b=<bc> c=<d> d=4",
            "orc.24              Event       s 0x0 1 2 c 3 4.000000 5 xy",
            "orc.30              Event       plain",
        ]
    );
    assert!(assertion.contains(&format!("** ASSERTION FAILED ** at {file}:")), "{assertion}");
    assert!(assertion.ends_with(": 1 + 1 == 3"), "{assertion}");
}
