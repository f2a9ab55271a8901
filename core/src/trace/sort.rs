//! A heap sort: in place, O(n log n) whatever the input, and without a panic path (the sorts of `core` have one).

/// Sorts `items` so that no item is `less` than the one before it. Equal items end in any order.
pub(super) fn heap_sort<T>(items: &mut [T], less: impl Fn(&T, &T) -> bool) {
    // What tools write is sorted already, more often than not.
    if items.iter().zip(items.iter().skip(1)).all(|(before, after)| !less(after, before)) {
        return;
    }
    for root in (0..items.len() / 2).rev() {
        sift_down(items, root, &less);
    }
    for end in (1..items.len()).rev() {
        exchange(items, 0, end);
        if let Some(heap) = items.get_mut(..end) {
            sift_down(heap, 0, &less);
        }
    }
}

/// Moves the item at `root` down until neither of its children is greater.
pub(super) fn sift_down<T>(heap: &mut [T], mut root: usize, less: &impl Fn(&T, &T) -> bool) {
    while let (Some(item), Some(left)) = (heap.get(root), heap.get(2 * root + 1)) {
        let (child, greater) = match heap.get(2 * root + 2) {
            Some(right) if less(left, right) => (2 * root + 2, right),
            _ => (2 * root + 1, left),
        };
        if !less(item, greater) {
            return;
        }
        exchange(heap, root, child);
        root = child;
    }
}

fn exchange<T>(items: &mut [T], a: usize, b: usize) {
    if let Ok([a, b]) = items.get_disjoint_mut([a, b]) {
        core::mem::swap(a, b);
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    #[test]
    fn every_short_arrangement_is_sorted() {
        for len in 0..if cfg!(miri) { 4 } else { 7_u32 } {
            for arrangement in 0..6_u32.pow(len) {
                let mut items: Vec<u32> = (0..len).map(|place| arrangement / 6_u32.pow(place) % 6).collect();
                let mut expected = items.clone();
                expected.sort_unstable();
                heap_sort(&mut items, |a, b| a < b);
                assert_eq!(items, expected);
            }
        }
    }
}
