//! Selectors: what parses, what they match, and what they leave of a tree.
#![allow(missing_docs, clippy::panic)]

mod inspect_file;

use glassbox::inspect::block::LinkDisposition;
use glassbox::inspect::reader::{LinkedFile, Options, Selector, SelectorErrorKind, Tree, scratch_words};
use inspect_file::File;
use proptest::prelude::*;

fn file() -> Vec<u8> {
    let mut file = File::new();
    let net = file.node(0, "net");
    for (node, number) in [("sta0", 1), ("sta1", 2), ("ap", 3)] {
        let node = file.node(net, node);
        file.int(node, "rssi_a", number);
        file.int(node, "rssi_b", number);
        file.int(node, "noise", number);
        let deep = file.node(node, "deep");
        file.int(deep, "x", number);
    }
    file.int(net, "sta0", 9);
    let odd = file.node(0, "x/y");
    file.int(odd, "a b*c\\:", 7);
    file.int(odd, "", 8);
    file.int(0, "top", 0);
    file.into_bytes()
}

/// What the selectors leave of the file.
fn kept(selectors: &[&str]) -> String {
    let bytes = file();
    let mut scratch = vec![0; scratch_words(bytes.len())];
    let mut tree = Tree::read(&*bytes, &mut scratch, Options::default(), &mut |problem| panic!("{problem:?}")).unwrap();
    let selectors: Vec<_> = selectors.iter().map(|selector| Selector::parse(selector).unwrap()).collect();
    let anything = tree.keep(&selectors);
    let json = tree.json().to_string();
    assert_eq!(anything, json != r#"{"root":{}}"#);
    json
}

#[test]
fn a_node_is_kept_with_everything_below_it() {
    assert_eq!(kept(&["*:root/net/ap"]), r#"{"root":{"net":{"ap":{"noise":3,"rssi_a":3,"rssi_b":3,"deep":{"x":3}}}}}"#);
    let all = kept(&["*:root"]);
    assert_eq!(all, kept(&["a:root/net", "a:root/x\\/y", "a:root:top"]));
    assert!(all.contains(r#""top":0"#));
}

#[test]
fn properties_are_kept_alone_under_bare_ancestors() {
    assert_eq!(
        kept(&["*:root/net/sta*:rssi_*"]),
        r#"{"root":{"net":{"sta0":{"rssi_a":1,"rssi_b":1},"sta1":{"rssi_a":2,"rssi_b":2}}}}"#
    );
    assert_eq!(kept(&["*:root/*/*/deep:x"]), {
        r#"{"root":{"net":{"ap":{"deep":{"x":3}},"sta0":{"deep":{"x":1}},"sta1":{"deep":{"x":2}}}}}"#
    });
    assert_eq!(kept(&["*:root:*"]), r#"{"root":{"top":0}}"#);
    assert_eq!(kept(&["*:root/net:sta0"]), r#"{"root":{"net":{"sta0":9}}}"#, "a property, not the node of its name");
}

#[test]
fn selectors_add_up() {
    assert_eq!(
        kept(&["*:root/net/ap/deep", "*:root/net/ap:noise", "*:root:top"]),
        r#"{"root":{"top":0,"net":{"ap":{"noise":3,"deep":{"x":3}}}}}"#
    );
    assert_eq!(
        kept(&["*:root/net/ap:noise", "*:root/net/ap"]),
        kept(&["*:root/net/ap"]),
        "a part of what is kept anyway takes nothing away"
    );
}

#[test]
fn what_nothing_selects_is_gone() {
    let nothing = r#"{"root":{}}"#;
    for selector in
        ["*:root/nett", "*:root/net/*:nothing", "*:root/net/*/*/*", "*:other", "*:net", "*:root/top", "*:root/n*x"]
    {
        assert_eq!(kept(&[selector]), nothing, "{selector}");
    }
    assert_eq!(kept(&[]), nothing);
}

#[test]
fn a_backslash_makes_any_character_ordinary() {
    assert_eq!(kept(&[r"*:root/x\/y:a\ b\*c\\\:"]), r#"{"root":{"x/y":{"a b*c\\:":7}}}"#);
    assert_eq!(kept(&[r"*:root/x\/\y:a\ b*"]), r#"{"root":{"x/y":{"a b*c\\:":7}}}"#);
    assert_eq!(kept(&[r"*:root/x\/y:a\ b\*"]), r#"{"root":{}}"#, "an escaped star is a star");
    assert_eq!(kept(&[r"*:root/x\/y:*"]), r#"{"root":{"x/y":{"":8,"a b*c\\:":7}}}"#, "a star stands for nothing too");
}

#[test]
fn a_tree_can_be_cut_down_again() {
    let bytes = file();
    let mut scratch = vec![0; scratch_words(bytes.len())];
    let mut tree = Tree::read(&*bytes, &mut scratch, Options::default(), &mut |_| {}).unwrap();
    let parse = |text| Selector::parse(text).unwrap();
    assert!(tree.keep(&[parse("*:root/net/sta*")]));
    assert!(tree.keep(&[parse("*:root/net/*:noise")]));
    assert_eq!(tree.json().to_string(), r#"{"root":{"net":{"sta0":{"noise":1},"sta1":{"noise":2}}}}"#);
    assert_eq!(tree.text().to_string(), "root:\n  net:\n    sta0:\n      noise = 1\n    sta1:\n      noise = 2\n");
    assert!(!tree.keep(&[]));
    assert_eq!(tree.root().entries().count(), 0);
}

#[test]
fn linked_trees_are_selected_from_as_they_are_shown() {
    let mut main = File::new();
    main.link(0, "child", "a", LinkDisposition::Child);
    main.link(0, "inline", "a", LinkDisposition::Inline);
    let mut linked = File::new();
    linked.int(0, "x", 1);
    linked.int(0, "y", 1);
    let files = [LinkedFile::new("a", linked.bytes())];
    let mut scratch = [0; 2048];
    let mut tree = Tree::stitch(main.bytes(), &files, &mut scratch, Options::default(), &mut |_| {}).unwrap();
    let selectors = ["*:root/child:x", "*:root:y"].map(|selector| Selector::parse(selector).unwrap());
    assert!(tree.keep(&selectors));
    assert_eq!(tree.json().to_string(), r#"{"root":{"y":1,"child":{"x":1}}}"#);
}

#[test]
fn the_component_part_matches_monikers() {
    for (pattern, matching, others) in [
        ("core/net", &["core/net", "/core/net"][..], &["core", "core/net/x", "core/nets", "net", ""][..]),
        ("core/*", &["core/net", "core/"][..1], &["core", "core/a/b", "score/net"]),
        ("core/*_x", &["core/a_x", "core/_x"], &["core/a_", "core/x"]),
        ("core/**", &["core/a", "core/a/b/c", "core"], &["score/a", "a/core"]),
        ("**", &["a", "a/b", ""], &[]),
        (r"a\:b", &["a:b"], &["a", r"a\:b"]),
        (r"a\/b", &[], &["a/b"]),
    ] {
        let text = format!("{pattern}:root");
        let selector = Selector::parse(&text).unwrap();
        for moniker in matching {
            assert!(selector.matches_component(moniker), "{pattern} {moniker}");
        }
        for moniker in others {
            assert!(!selector.matches_component(moniker), "{pattern} {moniker}");
        }
    }
}

#[test]
fn the_filter_matches_names_of_trees() {
    for (filter, matching, others) in [
        ("", &["root"][..], &["other", ""][..]),
        ("[...]", &["root", "other", ""], &[]),
        ("[name=stats]", &["stats"], &["root", "stat", "statss"]),
        ("[name=a,name=b]", &["a", "b"], &["root", "a,name=b"]),
        ("[name=a, name=b]", &["a", "b"], &[" b"]),
        (r#"[name="a b]:/*,\"",name=c]"#, &["a b]:/*,\"", "c"], &["a b"]),
        (r#"[name=""]"#, &[""], &["root"]),
        (r"[name=a\]]", &["a]"], &["a"]),
    ] {
        let text = format!("x:{filter}root");
        let selector = Selector::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        for name in matching {
            assert!(selector.matches_tree(name), "{filter} {name}");
        }
        for name in others {
            assert!(!selector.matches_tree(name), "{filter} {name}");
        }
    }
}

#[test]
fn what_is_no_selector_says_where_it_is_wrong() {
    use SelectorErrorKind::*;
    for (text, kind, offset) in [
        ("", EmptySegment, 0),
        ("core", MissingTree, 4),
        ("core:", EmptySegment, 5),
        (":root", EmptySegment, 0),
        ("a:root:b:c", TooManyParts, 8),
        ("a//b:root", EmptySegment, 2),
        ("a/:root", EmptySegment, 2),
        ("a:root/", EmptySegment, 7),
        ("a:root:", EmptySegment, 7),
        ("**/a:root", MisplacedStars, 0),
        ("a:root/**", MisplacedStars, 7),
        ("a:root:**", MisplacedStars, 7),
        ("a b:root", BadCharacter, 1),
        ("a:root\t", BadCharacter, 6),
        ("a:root:b/c", BadCharacter, 8),
        ("a:root\\", DanglingEscape, 6),
        ("a:[root", BadFilter, 3),
        ("a:[]root", BadFilter, 3),
        ("a:[name=]root", BadFilter, 8),
        ("a:[name=\"x]root", BadFilter, 3),
        ("a:[name=x,]root", BadFilter, 9),
        ("a:[name=x", BadFilter, 9),
        ("a:[..]root", BadFilter, 3),
        ("a:[...]", EmptySegment, 7),
        ("LOG:a:root", UnsupportedSource, 0),
        ("LIFECYCLE:a:root:b", UnsupportedSource, 0),
    ] {
        let error = Selector::parse(text).expect_err(text);
        assert_eq!((error.kind, error.offset), (kind, offset), "{text}: {error}");
    }
}

#[test]
fn the_source_may_be_written_and_a_component_may_be_called_like_it() {
    let selector = Selector::parse("INSPECT:core/net:root:x").unwrap();
    assert!(selector.matches_component("core/net"));
    assert_eq!(selector, Selector::parse("core/net:root:x").unwrap());
    assert!(Selector::parse("INSPECT:root").unwrap().matches_component("INSPECT"));
    assert!(Selector::parse("LOG:root").unwrap().matches_component("LOG"));
}

#[test]
fn selector_files_have_comments_and_empty_lines() {
    let text = "// all of it\n\ncore/net:root  // and why\r\n  \n\t a:root/x\\/\\/y\\ \n**:[name=\"]//\"]root// z\nbad\n//\nq:root/\" // \"\n";
    let parsed: Vec<_> = Selector::parse_lines(text).collect();
    let lines: Vec<usize> = parsed.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [3, 5, 6, 7, 9]);
    assert_eq!(parsed[0].1, Selector::parse("core/net:root"));
    assert_eq!(parsed[1].1, Selector::parse("a:root/x\\/\\/y\\ "));
    assert_eq!(parsed[2].1, Selector::parse("**:[name=\"]//\"]root"));
    assert_eq!(parsed[3].1.unwrap_err().kind, SelectorErrorKind::MissingTree);
    assert_eq!(parsed[4].1, Selector::parse("q:root/\""), "outside of a filter a quote is a character");
}

/// Whether a name is as a pattern of stars and letters says, tried in every way.
fn matches_somehow(pattern: &[char], name: &[char]) -> bool {
    match pattern.split_first() {
        None => name.is_empty(),
        Some(('*', rest)) => (0..=name.len()).any(|skipped| matches_somehow(rest, &name[skipped..])),
        Some((expected, rest)) => name.first() == Some(expected) && matches_somehow(rest, &name[1..]),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 20 } else { 2000 }, ..ProptestConfig::default() })]

    #[test]
    fn a_pattern_matches_if_there_is_any_way(pattern in "[ab*]{1,8}", name in "[ab]{0,8}") {
        prop_assume!(pattern != "**");
        let text = format!("{pattern}:root");
        let selector = Selector::parse(&text).unwrap();
        // A component without a name has no segments.
        prop_assume!(!name.is_empty());
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        prop_assert_eq!(selector.matches_component(&name), matches_somehow(&chars(&pattern), &chars(&name)));
    }

    #[test]
    fn any_text_is_a_selector_or_says_why_not(text in r#"[a:/\\*\[\]",= .\t\x{e9}name]{0,24}"#) {
        match Selector::parse(&text) {
            Ok(selector) => {
                selector.matches_component("a/b");
                selector.matches_tree("root");
                let bytes = file();
                let mut scratch = vec![0; scratch_words(bytes.len())];
                let mut tree = Tree::read(&*bytes, &mut scratch, Options::default(), &mut |_| {}).unwrap();
                tree.keep(&[selector]);
                let json = tree.json().to_string();
                prop_assert!(json.starts_with("{\"root\":") && json.ends_with("}}"), "{}", json);
            }
            Err(error) => prop_assert!(text.is_char_boundary(error.offset), "{} in {:?}", error, text),
        }
    }
}
