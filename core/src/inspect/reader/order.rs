//! The canonical order of entries: section 15.1 of the format.
//!
//! Siblings are a list, so they are sorted as lists are: a merge sort that takes no memory but the links, and no more
//! than n log n comparisons. It keeps equal names in block order.

use core::cmp::Ordering;

use super::content::{Bytes, Text};
use super::skeleton::{Next, Skeleton};

/// Sorts the entries of every node.
pub(super) fn sort(skeleton: &mut Skeleton<'_>) {
    let root = skeleton.root;
    let mut node = root;
    loop {
        sort_entries(skeleton, node);
        node = loop {
            match skeleton.preorder(root, node) {
                0 => return,
                next if skeleton.is_node(next) => break next,
                next => node = next,
            }
        };
    }
}

/// Sorts the properties of a node, and its child nodes behind them.
fn sort_entries(skeleton: &mut Skeleton<'_>, node: u32) {
    let first = skeleton.first(node);
    if first == 0 || is_sorted(skeleton, first) {
        return;
    }
    let [properties, children] = split(skeleton, first);
    let properties = sort_list(skeleton, 0, properties, by_name);
    let children = sort_list(skeleton, 0, children, by_name);
    join(skeleton, node, properties, children);
}

/// A list of siblings whose last one has 0 behind it: the first, and the last.
pub(super) type List = [u32; 2];

/// Cuts siblings into two lists: properties and child nodes. Each keeps its order.
pub(super) fn split(skeleton: &mut Skeleton<'_>, first: u32) -> [List; 2] {
    let mut lists = [[0; 2]; 2];
    let mut at = first;
    while at != 0 {
        let next = skeleton.sibling(at);
        skeleton.set_next(at, Next::Sibling(0));
        let [properties, children] = &mut lists;
        append(skeleton, if skeleton.is_node(at) { children } else { properties }, [at; 2]);
        at = next;
    }
    lists
}

/// Puts a list behind another one.
pub(super) fn append(skeleton: &mut Skeleton<'_>, list: &mut List, [first, last]: List) {
    if first == 0 {
        return;
    }
    if list[0] == 0 {
        list[0] = first;
    } else {
        skeleton.set_next(list[1], Next::Sibling(first));
    }
    list[1] = last;
}

/// Makes properties and child nodes the entries of `node`.
pub(super) fn join(skeleton: &mut Skeleton<'_>, node: u32, properties: List, children: List) {
    let mut list = properties;
    append(skeleton, &mut list, children);
    let [first, last] = list;
    skeleton.set_first(node, first);
    if first != 0 {
        skeleton.set_next(last, Next::Parent(node));
    }
}

fn is_sorted(skeleton: &Skeleton<'_>, first: u32) -> bool {
    let mut at = first;
    loop {
        let next = skeleton.sibling(at);
        if next == 0 {
            return true;
        }
        if skeleton.is_node(at) == skeleton.is_node(next) && by_name(skeleton, at, next).is_gt() {
            return false;
        }
        at = next;
    }
}

/// How the names of two entries compare.
pub(super) fn by_name(skeleton: &Skeleton<'_>, left: u32, right: u32) -> Ordering {
    compare_names(skeleton.name(left), skeleton.name(right))
}

/// How two entries of a list compare.
pub(super) type Compare = fn(&Skeleton<'_>, u32, u32) -> Ordering;

/// Sorts a list that ends with 0, and keeps the order of what is equal.
///
/// The links are those of the pairs that lie `offset` behind the entries.
pub(super) fn sort_list(skeleton: &mut Skeleton<'_>, offset: u32, list: List, compare: Compare) -> List {
    let mut list = list;
    let mut width: usize = 1;
    loop {
        // Merge each run of `width` entries with the one behind it.
        let [mut rest, _] = list;
        let mut runs = 0_usize;
        list = [0; 2];
        while rest != 0 {
            runs += 1;
            let mut left = rest;
            let mut left_count = 0;
            while left_count < width && rest != 0 {
                left_count += 1;
                rest = skeleton.sibling(rest + offset);
            }
            let mut right_count = width;
            loop {
                let right_is_over = right_count == 0 || rest == 0;
                let from = if left_count == 0 && right_is_over {
                    break;
                } else if left_count != 0 && (right_is_over || compare(skeleton, left, rest).is_le()) {
                    left_count -= 1;
                    &mut left
                } else {
                    right_count -= 1;
                    &mut rest
                };
                let at = *from;
                *from = skeleton.sibling(at + offset);
                if list[0] == 0 {
                    list[0] = at;
                } else {
                    skeleton.set_next(list[1] + offset, Next::Sibling(at));
                }
                list[1] = at;
            }
        }
        if list[0] == 0 {
            return list;
        }
        skeleton.set_next(list[1] + offset, Next::Sibling(0));
        if runs <= 1 {
            return list;
        }
        width = width.saturating_mul(2);
    }
}

/// The order of names: those of ASCII digits only by their value, then all others, by bytes.
fn compare_names(left: Text<'_>, right: Text<'_>) -> Ordering {
    let starts_with_digit = |text: Text<'_>| text.bytes().peek().is_some_and(|byte| byte.is_ascii_digit());
    if !starts_with_digit(left) && !starts_with_digit(right) {
        return left.cmp(&right);
    }
    match (digits(left), digits(right)) {
        (None, None) => left.cmp(&right),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        // Of two numbers without leading zeros, the one of more digits is larger.
        (Some(left_digits), Some(right_digits)) => left_digits
            .len()
            .cmp(&right_digits.len())
            .then_with(|| left_digits.compare(right_digits))
            .then_with(|| left.cmp(&right)),
    }
}

/// The digits behind leading zeros, if there is nothing but digits.
fn digits(text: Text<'_>) -> Option<Bytes<'_>> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut digits = text.bytes();
    while digits.peek() == Some(b'0') {
        digits.advance();
    }
    Some(digits)
}
