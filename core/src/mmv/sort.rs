//! A sort that needs no memory and cannot panic: the orders of names that look-ups search.

/// A row of numbers that can be put in order.
pub(crate) trait Slots {
    /// How many numbers there are.
    fn count(&self) -> u32;
    /// The number at `slot`; any number beyond the end.
    fn get(&self, slot: u32) -> u32;
    /// Replaces the number at `slot`; nothing happens beyond the end.
    fn set(&mut self, slot: u32, number: u32);
}

/// A heap sort: O(n log n) whatever the numbers are. `before` says whether one number belongs before another, and must
/// be a strict total order for the result to be determined.
pub(crate) fn sort(slots: &mut impl Slots, before: impl Fn(u32, u32) -> bool) {
    let count = slots.count();
    for root in (0..count / 2).rev() {
        sift_down(slots, root, count, &before);
    }
    for end in (1..count).rev() {
        let (first, last) = (slots.get(0), slots.get(end));
        slots.set(0, last);
        slots.set(end, first);
        sift_down(slots, 0, end, &before);
    }
}

/// Moves the number at `root` down until no number below it, up to `end`, belongs behind it.
fn sift_down(slots: &mut impl Slots, root: u32, end: u32, before: &impl Fn(u32, u32) -> bool) {
    let moving = slots.get(root);
    let mut root = root;
    while let Some(left) = root.checked_mul(2).and_then(|twice| twice.checked_add(1)).filter(|left| *left < end) {
        let right = left.saturating_add(1);
        let child = if right < end && before(slots.get(left), slots.get(right)) { right } else { left };
        let below = slots.get(child);
        if !before(moving, below) {
            break;
        }
        slots.set(root, below);
        root = child;
    }
    slots.set(root, moving);
}

/// The first slot in `from..to` whose number does not satisfy `is_before`, when all that do come first.
pub(crate) fn partition_point(from: u32, to: u32, mut is_before: impl FnMut(u32) -> bool) -> u32 {
    let (mut low, mut high) = (from, to);
    while low < high {
        let middle = low + (high - low) / 2;
        if is_before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    impl Slots for Vec<u32> {
        fn count(&self) -> u32 {
            self.len() as u32
        }

        fn get(&self, slot: u32) -> u32 {
            self[slot as usize]
        }

        fn set(&mut self, slot: u32, number: u32) {
            self[slot as usize] = number;
        }
    }

    #[test]
    fn numbers_of_every_count_come_out_in_order() {
        let mut seed: u32 = 1;
        for count in 0..200 {
            let mut numbers: Vec<u32> = (0..count)
                .map(|_| {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    seed >> 25
                })
                .collect();
            let mut expected = numbers.clone();
            expected.sort_unstable();
            sort(&mut numbers, |a, b| a < b);
            assert_eq!(numbers, expected);
        }
    }

    #[test]
    fn the_partition_point_is_the_first_that_fails() {
        for point in 0..=20 {
            assert_eq!(partition_point(0, 20, |slot| slot < point), point);
        }
        assert_eq!(partition_point(5, 9, |slot| slot < 3), 5);
    }
}
