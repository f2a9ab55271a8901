//! The canonical order of entries: section 15.1 of the format.
//!
//! Siblings are a list, so they are sorted as lists are: a merge sort that takes no memory but the links, and no more
//! than n log n comparisons. It keeps equal names in block order.

use core::cmp::Ordering;

use super::content::{Bytes, Text};
use super::tree::{Next, Tree};

/// Sorts the entries of every node.
pub(super) fn sort(tree: &mut Tree<'_>) {
    let mut node = 0;
    loop {
        sort_entries(tree, node);
        node = loop {
            match tree.preorder(node) {
                0 => return,
                next if tree.is_node(next) => break next,
                next => node = next,
            }
        };
    }
}

/// Sorts the properties of a node, and its child nodes behind them.
fn sort_entries(tree: &mut Tree<'_>, node: u32) {
    let first = tree.first(node);
    if first == 0 || is_sorted(tree, first) {
        return;
    }
    // Cut the list in front of the first child node; both parts end with zero.
    let mut children = 0;
    let mut at = first;
    loop {
        match tree.next(at) {
            Next::Sibling(next) => {
                if tree.is_node(next) && !tree.is_node(at) {
                    children = next;
                    tree.set_next(at, Next::Sibling(0));
                }
                at = next;
            }
            Next::Parent(_) => {
                tree.set_next(at, Next::Sibling(0));
                break;
            }
        }
    }
    let (first, last) = sort_list(tree, first);
    tree.set_first(node, first);
    tree.set_next(last, Next::Parent(node));
    if children != 0 {
        let (first, end) = sort_list(tree, children);
        tree.set_next(last, Next::Sibling(first));
        tree.set_next(end, Next::Parent(node));
    }
}

fn is_sorted(tree: &Tree<'_>, first: u32) -> bool {
    let mut at = first;
    while let Next::Sibling(next) = tree.next(at) {
        if tree.is_node(at) == tree.is_node(next) && compare_names(tree.name(at), tree.name(next)).is_gt() {
            return false;
        }
        at = next;
    }
    true
}

/// The sibling behind an entry of a list that ends with zero.
fn behind(tree: &Tree<'_>, at: u32) -> u32 {
    match tree.next(at) {
        Next::Sibling(next) => next,
        Next::Parent(_) => 0,
    }
}

/// Sorts a list that ends with zero. Gives its new first and last entry.
fn sort_list(tree: &mut Tree<'_>, first: u32) -> (u32, u32) {
    let mut list = first;
    let mut width: usize = 1;
    loop {
        // Merge each run of `width` entries with the one behind it.
        let mut rest = list;
        let mut last = 0;
        let mut runs = 0_usize;
        list = 0;
        while rest != 0 {
            runs += 1;
            let mut left = rest;
            let mut left_count = 0;
            while left_count < width && rest != 0 {
                left_count += 1;
                rest = behind(tree, rest);
            }
            let mut right_count = width;
            loop {
                let right_is_over = right_count == 0 || rest == 0;
                let at = if left_count == 0 && right_is_over {
                    break;
                } else if left_count != 0 && (right_is_over || compare_names(tree.name(left), tree.name(rest)).is_le())
                {
                    let at = left;
                    left = behind(tree, left);
                    left_count -= 1;
                    at
                } else {
                    let at = rest;
                    rest = behind(tree, rest);
                    right_count -= 1;
                    at
                };
                if last == 0 {
                    list = at;
                } else {
                    tree.set_next(last, Next::Sibling(at));
                }
                last = at;
            }
        }
        tree.set_next(last, Next::Sibling(0));
        if runs <= 1 {
            return (list, last);
        }
        width = width.saturating_mul(2);
    }
}

/// The order of names: those of ASCII digits only by their value, then all others, by bytes.
pub(super) fn compare_names(left: Text<'_>, right: Text<'_>) -> Ordering {
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
