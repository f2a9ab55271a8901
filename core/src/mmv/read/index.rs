//! An index over a file, in memory of the caller.
//!
//! A reader needs none. With one, the values of a metric are found without looking at all the others, metrics are found
//! by name, and even a file that was made to be slow is read in time proportional to its length.

use core::cmp::Ordering;

use super::image::Image;
use super::record::{Metric, indom_serial};
use crate::mmv::codes::{BLOCK, Section, Version};
use crate::mmv::names::is_branch_of;
use crate::mmv::sort::{self, Slots};
use crate::mmv::text::{behind, same};

/// The word that stands for "none".
pub(super) const NONE: u32 = u32::MAX;

/// Words that say where things are; [`Image::with_index`] makes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Index<'a> {
    /// For each metric, its first value record.
    first: &'a [u32],
    /// For each metric, its instance domain when that has instances.
    indoms: &'a [u32],
    /// The metrics, ordered by name.
    names: &'a [u32],
    /// For each value record, the next one of the same metric.
    next: &'a [u32],
}

impl Index<'_> {
    pub(super) fn first_value(&self, metric: usize) -> Option<usize> {
        word(self.first, metric)
    }

    pub(super) fn next_value(&self, value: usize) -> Option<usize> {
        word(self.next, value)
    }

    pub(super) fn indom(&self, metric: usize) -> Option<usize> {
        word(self.indoms, metric)
    }

    /// The metrics, ordered by name.
    pub(super) fn names(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.names.iter().filter_map(|metric| usize::try_from(*metric).ok())
    }
}

fn word(words: &[u32], number: usize) -> Option<usize> {
    words.get(number).filter(|word| **word != NONE).and_then(|word| usize::try_from(*word).ok())
}

impl<'a> Image<'a> {
    /// The number of words that an index of this file takes.
    pub fn index_len(&self) -> usize {
        self.span(Section::Metrics).count.saturating_mul(3).saturating_add(self.span(Section::Values).count)
    }

    /// The same image with an index in `words`. Nothing changes when there are fewer than [`Image::index_len`].
    #[must_use]
    pub fn with_index<'b>(self, words: &'b mut [u32]) -> Image<'b>
    where
        'a: 'b,
    {
        let image: Image<'b> = self;
        image.make_index(words).map_or(image, |index| Image { index: Some(index), ..image })
    }

    fn make_index<'b>(&self, words: &'b mut [u32]) -> Option<Index<'b>> {
        let metrics = self.span(Section::Metrics);
        let values = self.span(Section::Values);
        let (first, rest) = words.split_at_mut_checked(metrics.count)?;
        let (indoms, rest) = rest.split_at_mut_checked(metrics.count)?;
        let (names, rest) = rest.split_at_mut_checked(metrics.count)?;
        let (next, _) = rest.split_at_mut_checked(values.count)?;

        first.fill(NONE);
        for (number, slot) in next.iter_mut().enumerate().rev() {
            let metric = values.record(number).and_then(|at| self.metric_of_value(at));
            *slot = match metric.and_then(|metric| first.get_mut(metric)) {
                Some(head) => core::mem::replace(head, u32::try_from(number).ok()?),
                None => NONE,
            };
        }
        for ((number, slot), name) in indoms.iter_mut().enumerate().zip(names.iter_mut()) {
            let indom = self.indom_of_metric(number).and_then(|serial| self.first_indom(serial));
            let indom = indom.filter(|(_, instances)| instances.count > 0);
            *slot = indom.and_then(|(indom, _)| u32::try_from(indom).ok()).unwrap_or(NONE);
            *name = u32::try_from(number).ok()?;
        }
        let name = |number: u32| usize::try_from(number).ok().and_then(|number| self.name_field(number));
        sort::sort(&mut Words(names), |a, b| order(name(a), name(b)).then(a.cmp(&b)).is_lt());
        Some(Index { first, indoms, names, next })
    }

    /// The serial of the instance domain of metric `number`.
    fn indom_of_metric(&self, number: usize) -> Option<u32> {
        let item_at = self.span(Section::Metrics).record(number)?.checked_add(self.version.metric_name_size())?;
        indom_serial(self.fields.u32(item_at.checked_add(16)?)?)
    }

    /// The field that holds the name of metric `number`: the name, and what comes behind its NUL.
    fn name_field(&self, number: usize) -> Option<&'a [u8]> {
        let at = self.span(Section::Metrics).record(number)?;
        match self.version {
            Version::V1 => self.fields.bytes(at, self.version.metric_name_size()),
            Version::V2 | Version::V3 => match self.fields.u64(at)? {
                0 => Some(&[]),
                offset => self.fields.bytes(self.fields.place(offset, BLOCK)?, BLOCK),
            },
        }
    }

    /// The first metric called `name`. Looks at all metrics, unless the image has an index.
    pub fn metric_named(&self, name: &[u8]) -> Option<Metric<'a>> {
        let is_it = |number: &usize| self.name_field(*number).is_some_and(|field| text(field).eq(name));
        let number = match self.index {
            None => (0..self.span(Section::Metrics).count).find(is_it)?,
            Some(index) => {
                let at = index.names.partition_point(|number| {
                    let found = usize::try_from(*number).ok().and_then(|number| self.name_field(number));
                    order(found, Some(name)).is_lt()
                });
                word(index.names, at).filter(is_it)?
            }
        };
        self.metric(number)
    }

    /// Whether the name of each metric occurs earlier, and whether it is a branch of another metric's name: tells
    /// `found` the metrics for which one of them is so.
    pub(super) fn compare_names(&self, found: &mut dyn FnMut(usize, Names)) {
        let Some(index) = self.index else {
            for number in 0..self.span(Section::Metrics).count {
                found(number, self.compare_with_all(number));
            }
            return;
        };
        // From the last name to the first, so that what comes behind a name is known.
        let mut names_behind = Names::default();
        let mut names = index.names().rev().peekable();
        let mut next: &[u8] = &[];
        while let Some(number) = names.next() {
            let Some(field) = self.name_field(number) else { continue };
            let name = field.split(|byte| *byte == 0).next().unwrap_or_default();
            if !same(next, name) {
                names_behind.conflict = !name.is_empty() && is_branch_of(name, next);
                next = name;
            }
            let before = names.peek().and_then(|before| self.name_field(*before));
            names_behind.duplicate = before.is_some_and(|field| text(field).eq(name));
            found(number, names_behind);
        }
    }

    fn compare_with_all(&self, number: usize) -> Names {
        let mut names = Names::default();
        let Some(field) = self.name_field(number) else { return names };
        let name = field.split(|byte| *byte == 0).next().unwrap_or_default();
        for other in (0..self.span(Section::Metrics).count).filter(|other| *other != number) {
            let Some(rest) = self.name_field(other).and_then(|field| behind(name, field)) else { continue };
            match rest.first() {
                None | Some(0) => names.duplicate |= other < number,
                Some(b'.') => names.conflict |= !name.is_empty(),
                Some(_) => {}
            }
        }
        names
    }
}

/// What the names of the other metrics say about a metric's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    /// An earlier metric has it.
    pub(super) duplicate: bool,
    /// Followed by a dot, it begins another one.
    pub(super) conflict: bool,
}

/// The text in a field: what comes before the first NUL.
fn text(field: &[u8]) -> impl Iterator<Item = &u8> {
    field.iter().take_while(|byte| **byte != 0)
}

/// The order of the names in two fields: by bytes, a dot before all others, so that a branch stands right before its
/// names. What has no name comes first.
fn order(a: Option<&[u8]>, b: Option<&[u8]>) -> Ordering {
    let keys = |field| text(field).map(|byte| if *byte == b'.' { 0 } else { *byte });
    match (a, b) {
        (Some(a), Some(b)) => keys(a).cmp(keys(b)),
        (a, b) => a.is_some().cmp(&b.is_some()),
    }
}

/// Words as slots of a sort.
struct Words<'w>(&'w mut [u32]);

impl Slots for Words<'_> {
    fn count(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    fn get(&self, slot: u32) -> u32 {
        usize::try_from(slot).ok().and_then(|slot| self.0.get(slot)).copied().unwrap_or(NONE)
    }

    fn set(&mut self, slot: u32, number: u32) {
        if let Some(word) = usize::try_from(slot).ok().and_then(|slot| self.0.get_mut(slot)) {
            *word = number;
        }
    }
}
