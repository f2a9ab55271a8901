extern crate std;
use super::*;
use crate::trace::catalog::{Catalog, CatalogSlot, slots_needed};
use std::{format, string::String, vec, vec::Vec};

/// A name and an offset.
type Found = (&'static str, usize);

fn parse(lines: &str, mode: Mode) -> (Result<usize, Found>, Vec<Found>) {
    let file = format!("executable=a\n{lines}");
    let mut points = vec![Definition::EMPTY; points_needed(&file)];
    let mut warnings = Vec::new();
    let parsed = Definitions::parse(&file, mode, &mut points, &mut |warning| {
        warnings.push((warning.kind.name(), warning.offset - 13));
    });
    let count = parsed.map(|definitions| definitions.points.len());
    (count.map_err(|error| (error.kind.name(), error.offset.saturating_sub(13))), warnings)
}

fn error(lines: &str) -> (&'static str, usize) {
    parse(lines, Mode::Strict).0.unwrap_err()
}

#[test]
fn errors_say_what_and_where() {
    assert_eq!(error("TraceEvent= T Template=\"x\""), ("bad_line", 10));
    assert_eq!(error("TraceEvent"), ("bad_line", 10));
    assert_eq!(error("TraceEvents=T"), ("unknown_trace_type", 0));
    assert_eq!(error("TraceEvent= "), ("bad_line", 10));
    assert_eq!(error("TraceEvent=a-b Template=\"x\""), ("bad_symbol", 11));
    assert_eq!(error("TraceEvent=T Level=1x Template=\"x\""), ("bad_number", 19));
    assert_eq!(error("TraceEvent=T Level= Template=\"x\""), ("bad_number", 19));
    assert_eq!(error("TraceEvent=T Level=-1 Template=\"x\""), ("bad_number", 19));
    assert_eq!(error("TraceEvent=T Overhead=11 Template=\"x\""), ("number_out_of_range", 22));
    assert_eq!(error("TraceEvent=T Level=99999999999999999999"), ("number_out_of_range", 19));
    assert_eq!(error("TraceEvent=T Level=1 level=1"), ("duplicate_keyword", 21));
    assert_eq!(error("TraceEvent=T Template=\"a\" Template=\"b\""), ("duplicate_keyword", 26));
    assert_eq!(error("TraceEvent=T NoEnvy"), ("unknown_keyword", 13));
    assert_eq!(error("TraceEvent=T Template=x"), ("unbalanced_quote", 22));
    assert_eq!(error("TraceEvent=T Template=\"x\\\""), ("unbalanced_quote", 22));
    assert_eq!(error("TraceEvent=T Template=\"say \"hi\" x\""), ("unescaped_quote", 28));
    assert_eq!(error("TraceEvent=T Template=\"x\";y"), ("unescaped_quote", 25));
    assert_eq!(error("TraceEvent=T Template=\"x\" y"), ("unknown_keyword", 26));
    assert_eq!(error("TraceEvent=T // Template"), ("unknown_keyword", 13));
    assert_eq!(error("TraceAssert=T Template=\"x\""), ("missing_assert", 0));
    assert_eq!(error("TraceAssert=T Assert=\"P17\""), ("too_many_parameters", 0));
    assert_eq!(error("TraceEvent=T Template=\"ab %ld\""), ("bad_conversion", 26));
    let many = format!("TraceEvent=T Template=\"{}%.*s\"", "%d".repeat(15));
    assert_eq!(error(&many), ("too_many_parameters", 23));
}

#[test]
fn conversions_that_no_generator_makes_are_refused() {
    for bad in [
        "%ld", "%li", "%lu", "%lx", "%lX", "%hhd", "%jd", "%td", "%qd", "%n", "%Lf", "%Le", "%", "%.*d", "%*d", "%I64d",
    ] {
        assert_eq!(error(&format!("TraceEvent=T Template=\"{bad}\"")).0, "bad_conversion", "{bad}");
    }
    for good in ["%lld", "%Lu", "%zx", "%Pd", "%J", "%.*s", "%8.3s", "%%", "%c", "%g", "%#o", "%hx", "%.*ls"] {
        assert_eq!(parse(&format!("TraceEvent=T Template=\"{good}\""), Mode::Strict), (Ok(1), vec![]), "{good}");
    }
}

#[test]
fn after_a_text_comes_a_keyword_a_semicolon_or_a_comment() {
    for tail in ["", " ", ";", " ;", "; // c", " // c", "// \"c", " Level=3", "Level=3", " ; NoEnv"] {
        let line = format!("TraceEvent=T Template=\"x\"{tail}");
        assert_eq!(parse(&line, Mode::Strict), (Ok(1), vec![]), "{line}");
    }
}

#[test]
fn the_lenient_mode_forgives_three_errors() {
    let lines = "TraceEvent=T Overhead==1 Level=x Flavour=3 Template=\"x\"\nTraceEvent=T Template=\"y\"\n";
    let warnings = vec![("bad_number", 22), ("bad_number", 31), ("unknown_keyword", 33), ("duplicate_symbol", 56)];
    assert_eq!(parse(lines, Mode::Lenient), (Ok(2), warnings));
    assert_eq!(parse("TraceEvent=T Level=11", Mode::Lenient).0, Err(("number_out_of_range", 19)));
}

#[test]
fn a_symbol_has_one_point_in_use() {
    let [old, new] = ["TraceEvent=T Obsolete Template=\"\"\n", "TraceEvent=T Template=\"\"\n"];
    for (lines, expected) in [
        ([old, old, new].concat(), Ok(3)),
        ([new, old].concat(), Ok(2)),
        ([old, new, new].concat(), Err(("duplicate_symbol", old.len() + new.len()))),
        // Of two errors the first one in the file is reported.
        ([new, new, "TraceEvent=9\n"].concat(), Err(("duplicate_symbol", new.len()))),
        ([new, "TraceEvent=9\n", new].concat(), Err(("bad_symbol", new.len() + 11))),
    ] {
        assert_eq!(parse(&lines, Mode::Strict).0, expected, "{lines}");
    }
}

#[test]
fn other_lines_are_skipped_with_a_warning() {
    let lines = "// comment\n\n \t\nwhatever\nTraceEvent=T\n";
    assert_eq!(parse(lines, Mode::Strict), (Ok(1), vec![("unknown_line", 15), ("missing_template", 24)]));
}

#[test]
fn arguments_of_an_assertion_are_whole_words() {
    let highest = |expression| Definition { assertion: Some(expression), ..Definition::EMPTY }.assertion_arguments();
    assert_eq!(highest("(P1) != (P2)"), 2);
    assert_eq!(highest("MAP3 == P1x || xP4"), 0);
    assert_eq!(highest("P1->P10"), 10);
    assert_eq!(highest("0 == 0"), 0);
}

#[test]
fn a_catalog_is_only_added_to() {
    let file = "executable=a\nTraceEvent=T Template=\"x %d\"\nTraceAssert=A Assert=\"P1\"\n";
    let mut points = vec![Definition::EMPTY; 2];
    let definitions = Definitions::parse(file, Mode::Strict, &mut points, &mut |_| {}).unwrap();
    let mut lines = String::from("5.1\n");
    write_catalog_lines(&definitions, &mut lines).unwrap();
    let check = |older: &str| {
        let mut slots = vec![CatalogSlot::EMPTY; slots_needed(older.as_bytes())];
        let older = Catalog::read(older.as_bytes(), &mut slots, &mut |_| {}).unwrap();
        check_append_only(&definitions, &older).map_err(|changed| format!("{changed:?}"))
    };
    assert_eq!(check(&lines), Ok(()));
    assert_eq!(check("5.1\n"), Ok(()));
    assert_eq!(check("5.1\nb.7 0 1 1 N T \"  other\"\n"), Ok(()), "another component's points are its own");
    assert_eq!(check(&lines.replace("a.0 0 0 1", "a.0 0 7 9")), Ok(()), "level and overhead may change");
    for (from, to) in [("x %d", "x %u"), ("a.0 0", "a.0 1"), (" T ", " T2 ")] {
        assert_eq!(
            check(&lines.replace(from, to)),
            Err(format!("Altered(0, {:?})", if to == " T2 " { "T2" } else { "T" }))
        );
    }
    assert_eq!(check(&(lines + "a.2 0 1 1 N Gone \"  \"\n")), Err("Removed(2, \"Gone\")".into()));
}
