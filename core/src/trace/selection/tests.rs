extern crate std;
use super::*;
use crate::trace::component::{Component, Group};
use core::sync::atomic::{AtomicU8, Ordering};
use std::{format, string::String, vec, vec::Vec};

const GROUPS: [Group<'static>; 1] = [Group { name: "even", members: &[0, 2] }];

fn component<'c>(name: &'c str, active: &'c [AtomicU8], levels: &'c [u8]) -> Component<'c> {
    Component {
        name,
        container: None,
        auxiliary: false,
        active,
        levels,
        types: &[0, 0, 0, 0],
        groups: &GROUPS,
        templates: &[],
        counters: &[],
        catalog: "",
    }
}

/// The bytes of a component of four points after a string, or what is wrong with it.
fn selected(text: &str) -> Result<[u8; 4], (&'static str, usize)> {
    let active = [const { AtomicU8::new(0) }; 4];
    let component = component("abc", &active, &[1, 2, 3, 4]);
    let mut selection = Selection::<4>::new();
    selection.set(text, false, &[&component]).map_err(|error| (error.kind.name(), error.offset))?;
    Ok(active.each_ref().map(|byte| byte.load(Ordering::Relaxed)))
}

#[test]
fn a_mark_in_front_of_a_list_reaches_every_item() {
    assert_eq!(selected("maximal=abc,!{abc.0,{abc.2}}"), Ok([0, 2, 0, 2]));
    assert_eq!(selected("maximal=abc,!{abc.0},abc.0"), Ok([2, 2, 2, 2]));
    assert_eq!(selected("maximal=abc,! abc.1"), Ok([2, 0, 2, 2]));
    assert_eq!(selected("maximal=abc,!tpnid{abc.1,abc.3}"), Ok([2, 0, 2, 0]));
    assert_eq!(selected("maximal=abc,tpnid{!abc.1,abc.3}"), Ok([2, 0, 2, 2]));
    assert_eq!(selected("maximal={abc,{!abc.1}},abc.1"), Ok([2, 2, 2, 2]));
}

#[test]
fn lists_are_checked_like_items() {
    assert_eq!(selected("maximal={ }"), Err(("empty_braces", 8)));
    assert_eq!(selected("maximal={abc}x"), Err(("trailing_text", 13)));
    assert_eq!(selected("maximal={abc} ,abc"), Ok([2; 4]));
    assert_eq!(selected("maximal={{abc.1},abc.0}"), Ok([2, 2, 0, 0]));
    assert_eq!(selected("maximal=(abc)"), Err(("bad_component", 8)));
    assert_eq!(selected("maximal=!"), Err(("bad_component", 9)));
    assert_eq!(selected("maximal=tpnid{abc.1}x"), Err(("trailing_text", 20)));
    assert_eq!(selected("maximal=tpnid{}"), Err(("empty_braces", 13)));
    assert_eq!(selected("maximal=tpnid(abc.1)"), Ok([0, 2, 0, 0]));
    assert_eq!(selected("maximal=all.1"), Err(("bad_component", 8)));
    assert_eq!(selected("maximal=abc{level2;even}"), Err(("bad_level", 12)));
    assert_eq!(selected("maximal=abc{;even;}"), Ok([2, 0, 2, 0]));
    assert_eq!(selected("maximal=abc{l=2}"), Ok([2, 2, 0, 0]));
    assert_eq!(selected("maximal=abc{level=}"), Err(("bad_level", 12)));
    assert_eq!(selected("maximal=abc{level_a}"), Err(("unknown_group", 12)));
    assert_eq!(selected("maximal=abc.99999999999999"), Err(("id_out_of_range", 8)));
    assert_eq!(selected("maximal=abc.1-2-3"), Err(("bad_range", 8)));
}

#[test]
fn braces_are_checked_before_anything_else() {
    assert_eq!(selected("nonsense=abc{(})"), Err(("unbalanced_brace", 14)));
    assert_eq!(selected("nonsense:x{(a)"), Err(("unclosed_brace", 10)));
    assert_eq!(selected("nonsense)"), Err(("unbalanced_brace", 8)));
    assert_eq!(selected("maximal={abc{even"), Err(("unclosed_brace", 12)));
    let deep = |depth: usize| format!("maximal={}abc{}", "{".repeat(depth), "}".repeat(depth));
    assert_eq!(selected(&deep(32)), Ok([2; 4]));
    assert_eq!(selected(&deep(33)), Err(("too_deep", 40)));
}

#[test]
fn options_are_separated_by_colons_and_some_commas() {
    assert_eq!(selected("maximal=abc.0 : minimal = abc.1"), Ok([2, 1, 0, 0]));
    assert_eq!(selected("suspend,resume,maximal=abc.0,MINIMAL =abc.1"), Ok([2, 1, 0, 0]));
    assert_eq!(selected("maximal=abc.0,unknown=abc.1"), Err(("bad_component", 14)));
    assert_eq!(selected("::,:"), Ok([0; 4]));
    assert_eq!(selected("suspend=1"), Err(("unexpected_argument", 8)));
    assert_eq!(selected("maximal=abc:none:count=abc{even}"), Ok([4, 0, 4, 0]));
}

#[test]
fn triggers_have_two_to_four_fields() {
    for (clause, expected) in [
        ("tpnid{abc.1,snap}", Ok([0, 128, 0, 0])),
        ("tpnid{abc.1-2,snap,,5}", Ok([0, 128, 128, 0])),
        ("group{even,CALLBACK},tpnid{abc.3,suspend},", Ok([128, 0, 128, 128])),
        ("tpnid{abc.1}", Err(("bad_trigger", 8))),
        ("tpnid{abc.1,snap,1,1,1}", Err(("bad_trigger", 8))),
        ("snap", Err(("bad_trigger", 8))),
        ("{abc.1,snap}", Err(("bad_trigger", 8))),
        ("tpnid{abc.1,snap}x", Err(("trailing_text", 25))),
        ("tpnid{abc.1,jump}", Err(("bad_action", 20))),
        ("tpnid{abc.9,snap}", Err(("id_out_of_range", 14))),
        ("tpnid{abc.1,snap,x}", Err(("bad_number", 25))),
        ("tpnid{abc.1,snap,-1}", Err(("number_out_of_range", 25))),
        ("tpnid{abc.1,snap,100000}", Err(("number_out_of_range", 25))),
        ("tpnid{abc.1,snap,0,}", Err(("empty_item", 27))),
    ] {
        assert_eq!(selected(&format!("trigger={clause}")), expected, "{clause}");
    }
}

#[test]
fn a_trigger_waits_and_then_fires_its_number_of_times() {
    let active = [const { AtomicU8::new(0) }; 4];
    let component = component("abc", &active, &[1; 4]);
    let mut selection = Selection::<4>::new();
    let text = "trigger=tpnid{abc.1,snap,2,3},group{even,suspend},tpnid{abc.0-1,resume,0,0},tpnid{ABC.1,callback}";
    selection.set(text, false, &[&component]).unwrap();
    let mut fired = |id| selection.hit(&component, id).iter().map(|action| action.name()).collect::<Vec<_>>();
    let both = vec!["snap", "callback"];
    let one = vec!["callback"];
    for expected in [&one, &one, &both, &both, &both, &one] {
        assert_eq!(fired(1), *expected);
    }
    assert_eq!(fired(2), ["suspend"]);
    assert_eq!(fired(3), Vec::<&str>::new());
}

#[test]
fn a_full_table_leaves_everything_as_it_was() {
    let active = [const { AtomicU8::new(0) }; 4];
    let component = component("abc", &active, &[1; 4]);
    let mut selection = Selection::<4>::new();
    let set = |selection: &mut Selection<4>, text: &str| {
        selection.set(text, true, &[&component]).map_err(|error| (error.kind.name(), error.offset))
    };
    let bytes = || active.each_ref().map(|byte| byte.load(Ordering::Relaxed));
    assert_eq!(set(&mut selection, "maximal=x.1,x.2,x.3"), Ok(()));
    assert_eq!(set(&mut selection, "count=abc.0,y.1,y.2"), Err(("selection_full", 16)));
    assert_eq!(bytes(), [0; 4], "not even the part that was in order is applied");
    assert_eq!(set(&mut selection, "maximal=abc.0"), Ok(()), "what is here needs no room");
    assert_eq!(set(&mut selection, "none:maximal=y.1,y.2,y.3,y.4"), Ok(()), "none makes room");
    let long = format!("none:maximal={}", "x".repeat(LONGEST_ITEM + 1));
    assert_eq!(set(&mut selection, &long), Err(("selection_full", 13)));
    let triggers: String = (0..=MOST_TRIGGERS).map(|_| "tpnid{abc.0,snap},").collect();
    assert_eq!(set(&mut selection, &format!("trigger={triggers}")).unwrap_err().0, "selection_full");
    assert!(selection.triggers().is_empty());
}

#[test]
fn remembered_items_are_replayed_in_order_and_bad_ones_skipped() {
    let mut selection = Selection::<8>::new();
    selection.set("maximal=abc,!abc.1,abc.9,abc{odd},abc{even},!abc.2", false, &[]).unwrap();
    let active = [const { AtomicU8::new(0) }; 4];
    let component = component("ABC", &active, &[1; 4]);
    let mut errors = Vec::new();
    selection.register(&component, &mut |error| errors.push((error.kind.name(), error.offset)));
    assert_eq!(active.each_ref().map(|byte| byte.load(Ordering::Relaxed)), [2, 0, 0, 2]);
    assert_eq!(errors, [("id_out_of_range", 19), ("unknown_group", 29)]);
}
