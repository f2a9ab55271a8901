//! Regions of dumps: found, shown and checked.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Run, data, glassbox, run, tool};
use glassbox::Region;
use glassbox::inspect::{Config, Inspector};
use glassbox::lock::Exclusive;
use glassbox::registry::{Format, Registry};
use serde_json::{Value, json};

/// Where the memory of the device begins.
const BASE: u64 = 0x2000_0000;

/// A file with one number, in memory of its own.
fn image(value: u64) -> Vec<u8> {
    let region = Region::<1024>::new();
    let memory = region.memory();
    let inspector = Inspector::<Exclusive>::new(memory, &Config::default()).unwrap();
    inspector.root().record_uint("value", value).unwrap();
    let mut bytes = vec![0; memory.len()];
    memory.copy_to(&mut bytes);
    bytes
}

/// The table of a device with pointers of 32 bits, with these regions: name, offset in memory, size.
fn table(regions: &[(&str, u32, u32)]) -> Vec<u8> {
    let mut bytes = b"GBXTABLE\x01\0\x04\0".to_vec();
    bytes.extend(u32::try_from(regions.len()).unwrap().to_le_bytes());
    for (name, offset, size) in regions {
        let mut field = name.as_bytes().to_vec();
        field.resize(24, 0);
        bytes.extend(field);
        for number in [u32::try_from(BASE).unwrap() + offset, *size, 1, 1] {
            bytes.extend(number.to_le_bytes());
        }
    }
    bytes
}

/// Memory with these pieces at their offsets, in a file.
struct Dump {
    folder: tempfile::TempDir,
    bytes: Vec<u8>,
}

impl Dump {
    fn of(size: usize, pieces: &[(usize, &[u8])]) -> Self {
        let mut bytes = vec![0xa5; size];
        for (offset, piece) in pieces {
            bytes[*offset..*offset + piece.len()].copy_from_slice(piece);
        }
        let dump = Self { folder: tempfile::tempdir().unwrap(), bytes };
        fs::write(dump.path(), &dump.bytes).unwrap();
        dump
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("ram.bin")
    }

    fn find(&self) -> Run {
        find(&self.path(), Some(BASE))
    }

    fn show(&self, what: &str) -> Run {
        run(tool().args(["show", "--base", "0x20000000"]).arg(format!("{}@{what}", self.path().display())))
    }
}

fn find(path: &Path, base: Option<u64>) -> Run {
    let mut tool = tool().args(["find", "--json"]);
    if let Some(base) = base {
        tool = tool.args(["--base", &format!("{base:#x}")]);
    }
    run(tool.arg(path))
}

fn brief(run: &Run) -> Vec<Value> {
    run.lines().iter().map(|line| json!([line["name"], line["address"], line["size"], line["false_hit"]])).collect()
}

#[test]
fn listed_and_unlisted_regions_are_found_and_shown() {
    let (first, second) = (image(1), image(2));
    let size = u64::from(u32::from_le_bytes(first[16..20].try_into().unwrap()));
    let table = table(&[("state", 0x100, 1024)]);
    let dump = Dump::of(0x2000, &[(0x40, &table), (0x100, &first), (0x1003, &second)]);
    let found = dump.find();
    assert_eq!(found.status, Some(0), "{found:?}");
    let expected = [json!(["state", "0x20000100", 1024, false]), json!([null, "0x20001003", size, false])];
    assert_eq!(brief(&found), expected);
    assert_eq!(found.lines()[0]["summary"]["properties"], 1);

    for (what, value) in [("state", 1), ("0x20000100", 1), ("536870912", 0), ("0x20001003", 2)] {
        let shown = dump.show(what);
        if value == 0 {
            assert_eq!(shown.status, Some(2), "{shown:?}");
            continue;
        }
        assert_eq!(shown.stdout, format!("root:\n  value = {value}\n"), "{shown:?}");
        assert_eq!(shown.status, Some(0), "{shown:?}");
    }
    let text = run(tool().args(["find", "--base", "0x20000000"]).arg(dump.path()));
    assert!(text.stdout.starts_with("0x20000100       1024  state         Inspect, version 2"), "{text:?}");
    let checked = run(tool().args(["check", "--base", "0x20000000"]).arg(format!("{}@state", dump.path().display())));
    assert!(checked.stdout.ends_with("no problems\n") && checked.status == Some(0), "{checked:?}");
}

#[test]
fn the_table_of_the_library_is_understood() {
    static MEMORY: Region<512> = Region::new();
    static REGIONS: Registry<3> = Registry::new();
    REGIONS.add("state", Format::Inspect, MEMORY.memory()).unwrap();
    // The memory of this test is that of a device; only the table is of interest.
    let size = size_of_val(&REGIONS);
    let mut table = vec![0; size];
    let address = core::ptr::from_ref(&REGIONS).cast::<u8>();
    for (offset, byte) in table.iter_mut().enumerate() {
        // SAFETY: the table has so many bytes, all of them written, and nobody changes it.
        *byte = unsafe { address.wrapping_add(offset).read() };
    }
    let dump = Dump::of(0x400, &[(8, &table)]);
    let found = dump.find();
    let expected = json!(["state", format!("{:#x}", MEMORY.memory().address()), 512, false]);
    assert_eq!(brief(&found), [expected]);
    assert_eq!((found.lines()[0]["missing"].clone(), found.status), (json!(512), Some(1)));
}

#[test]
fn a_dump_without_a_region_is_told() {
    let dump = Dump::of(0x400, &[(0x10, b"UTTH and INSP and MMV\0")]);
    let found = dump.find();
    assert_eq!(found.status, Some(2));
    assert!(found.stderr.contains("no region was found"), "{found:?}");
    assert!(found.lines().iter().all(|line| line["false_hit"] == true), "{found:?}");
    assert_eq!(found.lines().len(), 3);
    let shown = dump.show("state");
    assert_eq!(shown.status, Some(2));
    assert!(shown.stderr.contains("no region of that name is listed in the dump; the names are: none"), "{shown:?}");
    let nowhere = dump.show("0x30000000");
    assert!(nowhere.stderr.contains("no memory at 0x30000000") && nowhere.stderr.contains("--base"), "{nowhere:?}");
    let empty = Dump::of(0, &[]);
    assert_eq!(empty.find().status, Some(2));
}

#[test]
fn regions_that_overlap_are_told() {
    let table = table(&[("one", 0x100, 1024), ("two", 0x200, 1024)]);
    let (first, second) = (image(1), image(2));
    let dump = Dump::of(0x1000, &[(0x10, &table), (0x100, &first), (0x200, &second)]);
    let found = dump.find();
    assert_eq!(found.status, Some(1));
    assert!(found.stderr.contains("the regions at 0x20000100 and at 0x20000200 overlap"), "{found:?}");
}

#[test]
fn a_region_that_the_dump_cuts_is_told_and_shown_as_far_as_it_goes() {
    let table = table(&[("state", 0x100, 1024)]);
    let image = image(5);
    let dump = Dump::of(0x100 + 96, &[(0x10, &table), (0x100, &image[..96])]);
    let found = dump.find();
    assert_eq!(found.status, Some(1), "{found:?}");
    assert_eq!(found.lines()[0]["missing"], 1024 - 96);
    let shown = dump.show("state");
    assert_eq!(shown.status, Some(2));
    assert!(shown.stderr.contains("truncated"), "{shown:?}");
    let what = format!("{}@state", dump.path().display());
    let recovered = run(tool().args(["show", "--recover", "--base", "0x20000000", &what]));
    assert!(recovered.stdout.starts_with("root:"), "{recovered:?}");
}

#[test]
fn a_writer_that_died_inside_a_section_is_no_false_hit() {
    let mut image = image(5);
    image[8] |= 1;
    let dump = Dump::of(0x1000, &[(0x100, &image)]);
    let found = dump.find();
    assert_eq!((found.status, &found.lines()[0]["error"]["kind"]), (Some(1), &json!("locked")), "{found:?}");
    assert_eq!(found.lines()[0]["false_hit"], false);
}

/// An ELF file of 64 bits whose only part is the bytes at an address.
fn elf(bytes: &[u8], address: u64) -> Vec<u8> {
    let mut file = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
    for number in [4_u16, 62] {
        file.extend(number.to_le_bytes());
    }
    file.extend(1_u32.to_le_bytes());
    for number in [0_u64, 64, 0] {
        file.extend(number.to_le_bytes());
    }
    file.extend(0_u32.to_le_bytes());
    for number in [64_u16, 56, 1, 64, 0, 0] {
        file.extend(number.to_le_bytes());
    }
    for number in [1_u32, 6] {
        file.extend(number.to_le_bytes());
    }
    let size = bytes.len() as u64;
    for number in [120, address, address, size, size, 8] {
        file.extend(number.to_le_bytes());
    }
    file.extend(bytes);
    file
}

#[test]
fn an_elf_file_says_where_its_bytes_were() {
    let dump = Dump::of(0x800, &[(0x10, &table(&[("state", 0x100, 1024)])), (0x100, &image(7))]);
    let path = dump.folder.path().join("core");
    fs::write(&path, elf(&dump.bytes, BASE)).unwrap();
    let found = find(&path, None);
    assert_eq!((brief(&found), found.status), (vec![json!(["state", "0x20000100", 1024, false])], Some(0)));
    let shown = glassbox(["show", &format!("{}@state", path.display())]);
    assert_eq!(shown.stdout, "root:\n  value = 7\n", "{shown:?}");
    let refused = find(&path, Some(BASE));
    assert!(refused.status == Some(2) && refused.stderr.contains("leave --base out"), "{refused:?}");
    fs::write(&path, b"\x7fELF\x02\x01 and nothing").unwrap();
    assert!(find(&path, None).stderr.contains("this ELF file cannot be read"));
}

#[test]
fn metrics_and_traces_are_found_too() {
    let file = |name: &str| fs::read(data(name)).unwrap();
    let mmv = fs::read_dir(data("mmv")).unwrap().map(|entry| entry.unwrap().path());
    let mmv = mmv.filter(|path| path.extension().is_some_and(|extension| extension == "mmv"));
    let mmv = mmv.map(|path| fs::read(path).unwrap()).find(|bytes| bytes.starts_with(b"MMV\0")).unwrap();
    let dump = Dump::of(0x10_0000, &[(0x100, &mmv), (0x8_0000, &file("inspect/sref_inline.bin"))]);
    let formats: Vec<_> = dump.find().lines().iter().map(|line| line["format"].clone()).collect();
    assert_eq!(formats, ["mmv", "inspect"]);
}

#[test]
fn a_thousand_lies_do_not_make_the_search_a_thousand_times_longer() {
    let image = image(1);
    let mut header = image[..32].to_vec();
    header[16..20].copy_from_slice(&0x10_0000_u32.to_le_bytes());
    let lies = header.repeat(4096);
    let dump = Dump::of(lies.len(), &[(0, &lies)]);
    let found = dump.find();
    assert!(found.stderr.contains("the rest was left out"), "{}", found.stderr);
    assert!(found.lines().len() < 64);
}

/// The commands and what they print, from the first block of the README in this language.
fn session(readme: &str) -> Vec<(Vec<String>, String)> {
    let (_, block) = readme.split_once("```console\n").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    let mut session = Vec::new();
    for line in block.lines() {
        if let Some(command) = line.strip_prefix("$ glassbox ") {
            session.push((command.split_whitespace().map(String::from).collect(), String::new()));
        } else {
            let (_, printed) = session.last_mut().unwrap();
            printed.push_str(line);
            printed.push('\n');
        }
    }
    session
}

#[test]
fn the_session_of_the_readme_is_what_happens() {
    let region = Region::<1024>::new();
    let inspector = Inspector::<Exclusive>::new(region.memory(), &Config::default()).unwrap();
    let radio = inspector.root().create_node("radio").unwrap();
    radio.record_string("firmware", "4.2.1").unwrap();
    let packets = radio.create_uint("packets", 47_750_000).unwrap();
    packets.add(1);
    let mut image = vec![0; 1024];
    region.memory().copy_to(&mut image);
    let dump = Dump::of(0x8000, &[(0x10, &table(&[("state", 0x400, 1024)])), (0x400, &image)]);

    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md")).unwrap();
    let session = session(&readme);
    assert_eq!(session.len(), 2);
    for (command, expected) in session {
        let run = run(tool().current_dir(dump.folder.path()).args(&command));
        assert_eq!((run.stdout, run.status), (expected, Some(0)), "{command:?}: {}", run.stderr);
    }
}
