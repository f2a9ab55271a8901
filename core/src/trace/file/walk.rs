//! The walk: from the last byte of a record back to the first entry (section 6.1).
//!
//! Entries say how long they are at their end, so a record can only be taken apart backwards. In a stream the first
//! entry may have begun in the record before: the bytes that were left over there are the *tail*, of which the walk needs
//! to know the length and the last four bytes. In a ring the oldest entry may be half overwritten, and nothing says so:
//! the walk ends where no entry fits.

/// What is left over of the record before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left {
    /// Its bytes; beyond the longest entry the number does not matter.
    pub(super) len: usize,
    /// The last four, the last one at the end.
    pub(super) last: [u8; 4],
}

/// A step of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// An entry that lies in this record alone: where it starts, and where the next one does.
    Entry { start: usize, end: usize },
    /// The first entry, which is the tail and the bytes up to `end`. The walk is over.
    Joined { end: usize },
    /// The walk is over, and all is well.
    Over,
    /// The first entry does not fit the tail. The walk is over.
    Mismatch,
    /// There cannot be such a length, at this place. The walk is over.
    BadLength(usize),
    /// The length of a long entry is damaged, at this place. The walk is over.
    BadLong(usize),
}

/// A walk over `len` bytes of data, whose places count from the first one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk {
    /// How many bytes are left.
    len: usize,
    left: Left,
    is_ring: bool,
}

impl Walk {
    /// A walk over the data of a stream's record.
    pub(super) const fn stream(len: usize, left: Left) -> Self {
        Self { len, left, is_ring: false }
    }

    /// A walk over a ring, its oldest byte first.
    pub(super) const fn ring(len: usize) -> Self {
        Self { len, left: Left { len: 0, last: [0; 4] }, is_ring: true }
    }

    /// Goes back by one entry. `byte` gives the data at a place.
    #[inline]
    pub(super) fn step(&mut self, byte: impl Fn(usize) -> u8) -> Step {
        let end = self.len;
        let Some(place) = end.checked_sub(1) else { return Step::Over };
        let length = byte(place);
        let (length, trailer) = match length {
            // In a stream only the slot byte may be zero.
            0 if self.is_ring || place == 0 => return Step::Over,
            4 => match self.extended(place, &byte) {
                Ok(Some(length)) => (length, 4),
                Ok(None) => return if self.is_ring { Step::Over } else { Step::Mismatch },
                Err(()) => return Step::BadLong(place),
            },
            8 | 12.. => (usize::from(length), 0),
            _ => return Step::BadLength(place),
        };
        let size = length + trailer;
        match end.checked_sub(size) {
            Some(0) if self.left.len == 0 => {
                self.len = 0;
                Step::Entry { start: 0, end }
            }
            Some(start) if start > 0 => {
                self.len = start;
                Step::Entry { start, end }
            }
            _ if self.is_ring => Step::Over,
            None if end.checked_add(self.left.len) == Some(size) => Step::Joined { end },
            _ => Step::Mismatch,
        }
    }

    /// The length that the four bytes up to `place` and the one before them state. `None` when they begin too early.
    fn extended(&self, place: usize, byte: &impl Fn(usize) -> u8) -> Result<Option<usize>, ()> {
        let at = |back: usize| {
            if let Some(place) = place.checked_sub(back) {
                return Some(byte(place));
            }
            let from_end = back - place;
            let known = self.left.last.iter().rev().nth(from_end - 1).copied();
            known.filter(|_| from_end <= self.left.len)
        };
        let (Some(high), Some(middle), Some(first), Some(low)) = (at(1), at(2), at(3), at(4)) else { return Ok(None) };
        if middle != 0 || first != 0 || high == 0 {
            return Err(());
        }
        Ok(Some(usize::from(high) << 8 | usize::from(low)))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::{vec, vec::Vec};

    fn steps(mut walk: Walk, data: &[u8]) -> Vec<Step> {
        let mut steps = Vec::new();
        loop {
            let step = walk.step(|place| data[place]);
            steps.push(step);
            if !matches!(step, Step::Entry { .. }) || steps.len() > data.len() {
                return steps;
            }
        }
    }

    /// An entry of `length` bytes, extension included.
    fn entry(length: usize) -> Vec<u8> {
        let mut bytes = vec![0xee; length - 1];
        bytes.push((length & 0xff) as u8);
        if length > 255 {
            bytes.extend([0, 0, (length >> 8) as u8, 4]);
        }
        bytes
    }

    fn stream(left: &[u8], data: &[u8]) -> Vec<Step> {
        let mut last = [0; 4];
        for (to, from) in last.iter_mut().rev().zip(left.iter().rev()) {
            *to = *from;
        }
        steps(Walk::stream(data.len(), Left { len: left.len(), last }), data)
    }

    #[test]
    fn a_fresh_record_ends_at_its_slot() {
        let data = [vec![0], entry(12), entry(300)].concat();
        let expected = [Step::Entry { start: 13, end: 317 }, Step::Entry { start: 1, end: 13 }, Step::Over];
        assert_eq!(stream(&[], &data), expected);
        assert_eq!(stream(b"stale", &data), expected, "what is left of the record before is dropped");
    }

    #[test]
    fn an_entry_split_anywhere_is_joined() {
        for length in [8, 12, 255, 256, 1000, 65_535] {
            let whole = entry(length);
            for split in 1..whole.len().min(600) {
                for split in [split, whole.len() - split] {
                    let (left, head) = whole.split_at(split);
                    let data = [head, &entry(20)].concat();
                    let expected =
                        [Step::Entry { start: head.len(), end: data.len() }, Step::Joined { end: head.len() }];
                    assert_eq!(stream(left, &data), expected, "{length} split at {split}");
                }
            }
        }
    }

    #[test]
    fn a_record_that_begins_with_an_entry_has_no_slot() {
        let data = [entry(12), entry(8)].concat();
        let expected = [Step::Entry { start: 12, end: 20 }, Step::Entry { start: 0, end: 12 }, Step::Over];
        assert_eq!(stream(&[], &data), expected);
        assert_eq!(stream(b"x", &data).last(), Some(&Step::Mismatch));
    }

    #[test]
    fn what_does_not_join_is_a_mismatch() {
        let (left, head) = (vec![1; 10], vec![1, 1, 14]);
        assert_eq!(stream(&left, &head), [Step::Mismatch], "a byte is missing");
        let head = vec![1, 1, 12];
        assert_eq!(stream(&left, &head), [Step::Mismatch], "a byte is too much");
        assert_eq!(stream(&[], &[1, 4]), [Step::Mismatch], "an extension begins before everything");
    }

    #[test]
    fn lengths_that_no_entry_has_stop_the_walk() {
        for length in [1, 2, 3, 5, 6, 7, 9, 10, 11] {
            let data = [vec![9; 30], vec![length], entry(12)].concat();
            assert_eq!(stream(&[], &data).last(), Some(&Step::BadLength(30)), "{length}");
        }
        let zero = [vec![9; 30], vec![0], entry(12)].concat();
        assert_eq!(stream(&[], &zero).last(), Some(&Step::BadLength(30)), "only the slot may be zero");
        assert_eq!(steps(Walk::ring(zero.len()), &zero).last(), Some(&Step::Over), "a ring ends there");
        let long = [vec![9; 300], vec![1, 0, 1, 4]].concat();
        assert_eq!(stream(&[], &long), [Step::BadLong(303)]);
        let long = [vec![9; 300], vec![0, 0, 0, 4]].concat();
        assert_eq!(stream(&[], &long), [Step::BadLong(303)]);
    }

    #[test]
    fn a_ring_keeps_what_begins_exactly_and_drops_what_is_cut() {
        let data = [entry(20), entry(12)].concat();
        assert_eq!(
            steps(Walk::ring(data.len()), &data),
            [Step::Entry { start: 20, end: 32 }, Step::Entry { start: 0, end: 20 }, Step::Over]
        );
        assert_eq!(steps(Walk::ring(data.len() - 1), &data[1..]), [Step::Entry { start: 19, end: 31 }, Step::Over]);
    }
}
