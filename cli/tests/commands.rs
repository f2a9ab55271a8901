//! What holds for every command: exit status, where output goes, and how it ends.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use common::{data, glassbox, run, tool};
use snapbox::cmd::cargo_bin;
use snapbox::{assert_data_eq, file};

#[test]
fn the_exit_status_of_several_files_is_the_highest() {
    let [fine, problem, note, error] = ["sref_inline.bin", "mutant_10.bin", "reserved_bits.bin", "version_3.bin"]
        .map(|name| data("inspect").join(name));
    for command in ["show", "check"] {
        for (files, expected) in
            [(vec![&fine], 0), (vec![&fine, &note], 0), (vec![&problem, &fine], 1), (vec![&fine, &error, &problem], 2)]
        {
            assert_eq!(run(tool().arg(command).args(&files)).status, Some(expected), "{command} {files:?}");
        }
    }
}

#[test]
fn wrong_arguments_are_told_and_end_with_two() {
    for arguments in
        [&["show"][..], &["nothing"], &["check", "--format", "odd", "x"], &["check", "--attempts", "0", "x"]]
    {
        let run = glassbox(arguments);
        assert_eq!(run.status, Some(2), "{arguments:?}");
        assert!(run.stdout.is_empty() && run.stderr.contains("--help"), "{run:?}");
    }
}

#[test]
fn a_file_that_is_not_there_is_told_with_what_to_do() {
    for command in ["show", "check"] {
        let run = glassbox([command, "no/such.inspect"]);
        assert_eq!(run.status, Some(2));
        assert!(run.stderr.contains("no/such.inspect: there is no such file"), "{run:?}");
        assert!(run.stdout.is_empty());
    }
    let checked = glassbox(["check", "--json", "no/such.inspect"]).json();
    assert_eq!(checked["file"], "no/such.inspect");
    assert_eq!(checked["error"]["kind"], "not_found");
    assert!(checked["format"].is_null() && checked["summary"].is_null());
}

#[test]
fn a_file_of_no_known_format_is_told_with_what_to_do() {
    let run = run(tool().args(["check", "--json"]).arg(data("inspect/zeros.bin")));
    assert_eq!(run.status, Some(2));
    assert_eq!(run.json()["error"]["kind"], "unknown_format");
    assert!(run.json()["format"].is_null());
    assert!(run.stderr.contains("--format"), "{}", run.stderr);
}

#[test]
fn a_directory_is_all_its_files_by_name() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["b.inspect", "a.inspect", "c.inspect"] {
        fs::copy(data("inspect/sref_inline.bin"), folder.path().join(name)).unwrap();
    }
    fs::create_dir(folder.path().join("below")).unwrap();
    let checked = run(tool().args(["check", "--json"]).arg(folder.path()));
    let files: Vec<String> = checked.lines().iter().map(|report| report["file"].as_str().unwrap().into()).collect();
    let expected = ["a", "b", "c"].map(|name| folder.path().join(format!("{name}.inspect")).display().to_string());
    assert_eq!((files.as_slice(), checked.status), (&expected[..], Some(0)));
    let shown = run(tool().arg("show").arg(folder.path())).stdout;
    let headings: Vec<&str> = shown.lines().filter(|line| line.starts_with("==>")).collect();
    assert_eq!(headings, expected.map(|file| format!("==> {file} <==")));
}

/// Runs `check --json` as somebody who may not read everything. `None` where such a user cannot run the tool.
#[cfg(unix)]
fn check_as_somebody(path: &std::path::Path) -> Option<common::Run> {
    use std::os::unix::fs::MetadataExt;
    use std::os::unix::process::CommandExt;
    let mut command = Command::new(cargo_bin!("glassbox"));
    command.args(["check", "--json"]).arg(path);
    if fs::metadata(path).unwrap().uid() == 0 {
        command.uid(65534);
    }
    let output = match command.output() {
        Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => return None,
        output => output.unwrap(),
    };
    Some(common::Run {
        status: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    })
}

#[cfg(unix)]
#[test]
fn a_file_of_a_directory_that_may_not_be_read_is_left_out() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let [mine, other] = ["a.inspect", "b.inspect"].map(|name| folder.path().join(name));
    for path in [&mine, &other] {
        fs::copy(data("inspect/sref_inline.bin"), path).unwrap();
    }
    for (path, mode) in [(folder.path(), 0o755), (&mine, 0o644), (&other, 0o000)] {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let Some(checked) = check_as_somebody(folder.path()) else { return };
    assert_eq!((checked.status, checked.lines().len()), (Some(1), 1), "{checked:?}");
    assert!(checked.stderr.contains("it was left out"), "{}", checked.stderr);
    let Some(given) = check_as_somebody(&other) else { return };
    assert_eq!((given.status, &given.json()["error"]["kind"]), (Some(2), &"permission_denied".into()));
}

#[test]
fn standard_input_is_a_file_like_others() {
    let bytes = fs::read(data("inspect/sref_inline.bin")).unwrap();
    let shown = run(tool().args(["show", "--json", "-"]).stdin(bytes.clone()));
    assert_eq!((shown.status, shown.stdout.as_str()), (Some(0), "{\"root\":{\"a\":5,\"a\":{}}}\n"));
    let checked = run(tool().args(["check", "--json", "-"]).stdin(bytes)).json();
    assert_eq!(checked["file"], "-");
    assert_eq!(run(tool().args(["check", "-"]).stdin("")).status, Some(2));
}

#[test]
fn a_closed_pipe_ends_a_command_quietly() {
    // More than a pipe holds, so that the command must notice.
    let file = data("inspect/deep_chain_5000.bin");
    let mut child = Command::new(cargo_bin!("glassbox"))
        .arg("show")
        .args(std::iter::repeat_n(&file, 20))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::with_capacity(16, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("==>"), "{line}");
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    let status = child.wait().unwrap();
    assert!(stderr.is_empty(), "{stderr}");
    assert_eq!(status.code(), Some(0));
}

#[test]
fn there_are_no_colours_outside_of_a_terminal() {
    let run = run(tool().arg("show").arg(data("inspect/mutant_10.bin")));
    assert!(run.stderr.starts_with("problem: "), "{}", run.stderr);
    assert!(!run.stderr.contains('\x1b') && !run.stdout.contains('\x1b'));
}

#[test]
fn help_says_what_there_is_with_two_examples() {
    for (command, expected) in [
        (&["--help"][..], file!("help/glassbox.txt")),
        (&["show", "--help"], file!("help/show.txt")),
        (&["check", "--help"], file!("help/check.txt")),
        (&["diff", "--help"], file!("help/diff.txt")),
        (&["find", "--help"], file!("help/find.txt")),
        (&["trace", "--help"], file!("help/trace.txt")),
        (&["trace", "format", "--help"], file!("help/trace_format.txt")),
        (&["trace", "generate", "--help"], file!("help/trace_generate.txt")),
        (&["trace", "explain", "--help"], file!("help/trace_explain.txt")),
    ] {
        let help = glassbox(command);
        assert_eq!((help.status, help.stderr.as_str()), (Some(0), ""));
        let (_, examples) = help.stdout.split_once("Examples:\n").unwrap();
        assert!(examples.matches("  glassbox ").count() >= 2, "{examples}");
        assert_data_eq!(help.stdout, expected);
    }
}
