//! `glassbox diff`: what changed between two files.

mod common;

use std::fs;
use std::path::Path;

use common::{Run, data, run, tool};
use glassbox::Region;
use glassbox::inspect::{Config, Handle, NodeHandle, Writer};
use serde_json::{Value, json};

/// Writes a file of what `fill` makes.
fn inspect(path: &Path, fill: impl FnOnce(&mut Writer<'_>) -> Result<(), glassbox::inspect::Error>) {
    let region = Region::<8192>::new();
    let mut writer = Writer::new(region.memory(), &Config::default()).unwrap();
    fill(&mut writer).unwrap();
    let mut bytes = vec![0; region.memory().len()];
    region.memory().copy_to(&mut bytes);
    fs::write(path, bytes).unwrap();
}

fn diff(arguments: &[&str], old: &Path, new: &Path) -> Run {
    run(tool().arg("diff").args(arguments).arg(old).arg(new))
}

fn fill(writer: &mut Writer<'_>, packets: u64, station: &str) -> Result<(), glassbox::inspect::Error> {
    let radio = writer.create_node(Handle::ROOT, "the radio")?;
    writer.create_uint(radio, "packets", packets)?;
    writer.create_string(radio, "mode", "on")?;
    let node: NodeHandle = writer.create_node(radio, station)?;
    writer.create_int(node, "rssi", -40)?;
    Ok(())
}

#[test]
fn differences_are_lines_with_paths_that_selectors_take() {
    let folder = tempfile::tempdir().unwrap();
    let [old, new] = ["old.inspect", "new.inspect"].map(|name| folder.path().join(name));
    inspect(&old, |writer| {
        fill(writer, 7, "sta0")?;
        writer.create_bool(Handle::ROOT, "gone", true).map(drop)
    });
    inspect(&new, |writer| {
        fill(writer, 9, "sta1")?;
        writer.create_double(Handle::ROOT, "come", 1.5).map(drop)
    });
    let found = diff(&[], &old, &new);
    let expected = "- root:gone = true\n+ root:come = 1.5\n~ root/the\\ radio:packets = 7 -> 9\n- root/the\\ radio/sta0\n\
                    + root/the\\ radio/sta1\n";
    assert_eq!((found.status, found.stdout.as_str()), (Some(1), expected), "{}", found.stderr);
    let lines = diff(&["--json"], &old, &new).lines();
    assert_eq!(lines[0], json!({ "change": "removed", "path": "root:gone", "from": true }));
    assert_eq!(lines[2], json!({ "change": "changed", "path": "root/the\\ radio:packets", "from": 7, "to": 9 }));
    assert_eq!(lines[4], json!({ "change": "added", "path": "root/the\\ radio/sta1" }));
    let path = format!("*:{}", lines[2]["path"].as_str().unwrap());
    let shown = run(tool().args(["show", "--json", "--select", &path]).arg(&new));
    assert_eq!(shown.json(), json!({ "root": { "the radio": { "packets": 9 } } }));
    assert_eq!(diff(&[], &old, &old).status, Some(0));
}

#[test]
fn entries_of_one_name_are_compared_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let [old, new] = ["old.inspect", "new.inspect"].map(|name| folder.path().join(name));
    let write = |path: &Path, numbers: &[i64]| {
        inspect(path, |writer| {
            numbers.iter().try_for_each(|number| writer.create_int(Handle::ROOT, "n", *number).map(drop))
        });
    };
    write(&old, &[1, 2, 3]);
    write(&new, &[1, 5]);
    assert_eq!(diff(&[], &old, &new).stdout, "~ root:n = 2 -> 5\n- root:n = 3\n");
    assert_eq!(diff(&[], &new, &old).stdout, "~ root:n = 5 -> 2\n+ root:n = 3\n");
}

#[test]
fn a_tree_that_is_very_deep_is_compared_like_any_other() {
    let [deep, other] = ["deep_chain_5000.bin", "node_ok.bin"].map(|name| data("inspect").join(name));
    assert_eq!(diff(&[], &deep, &deep).status, Some(0));
    let found = diff(&[], &deep, &other);
    assert_eq!((found.status, found.stdout.lines().count()), (Some(1), 2), "{}", found.stdout);
}

#[test]
fn values_of_metrics_are_compared_by_metric_and_instance() {
    let folder = tempfile::tempdir().unwrap();
    let changed = folder.path().join("changed.mmv");
    let old = data("mmv/v1plain.mmv");
    let mut bytes = fs::read(&old).unwrap();
    // The value of the only metric is at 176.
    bytes[176] = 9;
    fs::write(&changed, bytes).unwrap();
    assert_eq!(diff(&[], &old, &changed).stdout, "~ c = \"7\" -> \"9\"\n");
    let all = diff(&["--json"], &data("mmv/v3.mmv"), &old);
    let paths: Vec<Value> = all.lines().iter().map(|line| line["path"].clone()).collect();
    assert!(paths.contains(&json!("multi.u64[forty two]")) && paths.contains(&json!("c")), "{paths:?}");
}

#[test]
fn what_cannot_be_compared_is_told() {
    let [inspect, mmv] = [data("inspect/node_ok.bin"), data("mmv/v1plain.mmv")];
    for (old, new, told) in [
        (&inspect, &mmv, "(not_compared)"),
        (&data("trace/trc/seed.trc"), &inspect, "(not_compared)"),
        (&inspect, &data("inspect/version_3.bin"), "version_3.bin: "),
        (&inspect, &data("none"), "none: there is no such file"),
    ] {
        let found = diff(&[], old, new);
        assert_eq!((found.status, found.stdout.as_str()), (Some(2), ""), "{told}");
        assert!(found.stderr.contains(told), "{}", found.stderr);
    }
    let problems = diff(&[], &data("inspect/mutant_10.bin"), &data("inspect/mutant_10.bin"));
    assert_eq!((problems.status, problems.stdout.as_str()), (Some(1), ""));
    assert!(problems.stderr.contains("(orphan)"), "{}", problems.stderr);
}
