//! Where everything lies in an image (section 3.9 of the format): the sections in order and without gaps, then the
//! orders of names.
//!
//! Positions are counted in halves of 8 bytes, which everything in an image is a multiple of.

use super::codes::{BLOCK, HEADER, Section, TOC_ENTRY, Version};
use super::rules::Rule;
use super::tables::{Buffering, Counts};

/// Halves of a string block, and of a label.
pub(crate) const BLOCK_HALVES: u32 = 32;
/// The half that holds the first generation.
pub(crate) const FIRST_GENERATION: u32 = 1;
/// The half that holds the second generation.
pub(crate) const SECOND_GENERATION: u32 = 2;
/// The half of the table of contents.
const TOC: u32 = 5;
/// Halves of an entry of the table of contents.
const ENTRY_HALVES: u32 = 2;

static_assertions::const_assert!(BLOCK_HALVES as usize * 8 == BLOCK && TOC as usize * 8 == HEADER);
static_assertions::const_assert!(ENTRY_HALVES as usize * 8 == TOC_ENTRY);

/// The positions of an image's parts, in halves, and how many records they have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) version: Version,
    pub(crate) buffering: Buffering,
    /// The sections; instances and values have room for the spare ones.
    sections: [Part; 6],
    /// Entries of the table of contents.
    pub(crate) toc: u32,
    /// The values of declared instances, which come first, metric by metric.
    pub(crate) declared_values: u32,
    /// String blocks of text values, each value's blocks one behind the other.
    pub(crate) string_values: Part,
    /// String blocks of help texts.
    pub(crate) texts: u32,
    /// The orders of names: metrics, then the instances of each domain.
    pub(crate) orders: u32,
    /// Whether the orders have numbers of 32 bits, instead of 16.
    pub(crate) has_wide_orders: bool,
    /// Behind the last half.
    pub(crate) end: u32,
}

/// Records of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Part {
    /// The half at which the first record begins.
    pub(crate) start: u32,
    /// The number of records.
    pub(crate) count: u32,
    /// Halves of a record.
    pub(crate) halves: u32,
}

impl Part {
    /// The half at which record `number` begins.
    #[inline]
    pub(crate) const fn record(self, number: u32) -> u32 {
        self.start.wrapping_add(number.wrapping_mul(self.halves))
    }

    /// The number of the record that begins at byte `offset` of the file.
    pub(crate) fn number(self, offset: u64) -> Option<u32> {
        self.boundary(offset).filter(|number| *number < self.count)
    }

    /// The number of records before byte `offset` of the file, which is where one begins or the last one ends.
    pub(crate) fn boundary(self, offset: u64) -> Option<u32> {
        let half = half_of(offset)?.checked_sub(self.start)?;
        let number = half.checked_div(self.halves)?;
        (number <= self.count && number.checked_mul(self.halves) == Some(half)).then_some(number)
    }

    const fn end(self) -> Option<u32> {
        match self.count.checked_mul(self.halves) {
            Some(halves) => self.start.checked_add(halves),
            None => None,
        }
    }
}

/// The offset in the file of half `half`.
#[inline]
pub(crate) const fn offset_of(half: u32) -> u64 {
    half as u64 * 8
}

/// The half at offset `offset` of the file.
#[inline]
pub(crate) fn half_of(offset: u64) -> Option<u32> {
    if offset.is_multiple_of(8) { u32::try_from(offset / 8).ok() } else { None }
}

/// The largest half at which a text's block may begin: its offset is published by one store.
const LAST_HALF: u32 =
    if cfg!(any(glassbox_word32, not(target_has_atomic = "64"))) { u32::MAX / 8 } else { u32::MAX - 1 };

impl Layout {
    /// Lays out what is counted.
    pub(crate) fn new(counts: &Counts, version: Version, buffering: Buffering) -> Result<Self, Rule> {
        Self::try_new(counts, version, buffering).filter(|layout| layout.end <= LAST_HALF).ok_or(Rule::LayoutTooLarge)
    }

    fn try_new(counts: &Counts, version: Version, buffering: Buffering) -> Option<Self> {
        let number = |count: usize| u32::try_from(count).ok();
        let lists = |section: &Section| counts.lists(*section, version, buffering);
        let toc = number(Section::ALL.iter().filter(|section| lists(section)).count())?;
        let mut next = TOC + ENTRY_HALVES * toc;
        let mut sections = [Part::default(); 6];
        for (section, part) in Section::ALL.into_iter().zip(&mut sections) {
            let halves = number(section.record_size(version) / 8)?;
            *part = Part { start: next, count: number(counts.of(section, version, buffering))?, halves };
            next = part.end()?;
        }
        let mut layout = Self {
            version,
            buffering,
            sections,
            toc,
            declared_values: number(counts.values.checked_sub(counts.spare_values)?)?,
            string_values: Part::default(),
            texts: 0,
            orders: next,
            has_wide_orders: counts.order_width() == 4,
            end: 0,
        };
        let names = match version {
            Version::V1 => 0,
            Version::V2 | Version::V3 => layout.instances().count.checked_add(layout.metrics().count)?,
        };
        layout.string_values = Part {
            start: layout.strings().record(names),
            count: number(counts.string_values)?,
            halves: number(buffering.blocks())? * BLOCK_HALVES,
        };
        layout.texts = layout.string_values.end()?;
        let ordered = layout.metrics().count.checked_add(layout.instances().count)?;
        let per_half = if layout.has_wide_orders { 2 } else { 4 };
        layout.end = next.checked_add(ordered.div_ceil(per_half))?;
        Some(layout)
    }

    fn part(&self, section: Section) -> Part {
        self.sections.get(section.row()).copied().unwrap_or_default()
    }

    /// The instance domains.
    pub(crate) fn indoms(&self) -> Part {
        self.part(Section::Indoms)
    }

    /// The instances, spare ones included.
    pub(crate) fn instances(&self) -> Part {
        self.part(Section::Instances)
    }

    /// The metrics.
    pub(crate) fn metrics(&self) -> Part {
        self.part(Section::Metrics)
    }

    /// The values, those of spare instances included.
    pub(crate) fn values(&self) -> Part {
        self.part(Section::Values)
    }

    /// The string blocks.
    pub(crate) fn strings(&self) -> Part {
        self.part(Section::Strings)
    }

    /// The labels.
    pub(crate) fn labels(&self) -> Part {
        self.part(Section::Labels)
    }

    /// The entries of the table of contents: the half of each, its section, and what it says.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (u32, Section, Part)> {
        let is_listed = |section: Section| match section {
            Section::Metrics | Section::Values => true,
            Section::Instances => self.indoms().count > 0,
            _ => self.part(section).count > 0,
        };
        let mut at = TOC;
        Section::ALL.into_iter().filter(move |section| is_listed(*section)).map(move |section| {
            let entry = at;
            at = at.wrapping_add(ENTRY_HALVES);
            (entry, section, self.part(section))
        })
    }

    /// The half that holds type and number of the values in the table of contents.
    pub(crate) fn values_entry(&self) -> u32 {
        TOC + ENTRY_HALVES * if self.indoms().count > 0 { 3 } else { 1 }
    }

    /// The half of the string block that holds the name of instance `number`, where names have blocks.
    pub(crate) fn instance_name(&self, number: u32) -> u32 {
        self.strings().record(number)
    }

    /// The half of the string block that holds the name of metric `number`, where names have blocks.
    pub(crate) fn metric_name(&self, number: u32) -> u32 {
        self.strings().record(self.instances().count.wrapping_add(number))
    }

    /// The half of metric `number`'s item and type.
    pub(crate) fn metric_codes(&self, number: u32) -> u32 {
        self.metrics().record(number).wrapping_add(match self.version {
            Version::V1 => 8,
            Version::V2 | Version::V3 => 1,
        })
    }

    /// Where a name is: the half at which its bytes begin, and their halves, padding included.
    pub(crate) fn name(&self, name: Name) -> (u32, u32) {
        match (self.version, name) {
            (Version::V1, Name::Metric(number)) => (self.metrics().record(number), 8),
            (Version::V1, Name::Instance(number)) => (self.instances().record(number).wrapping_add(2), 8),
            (_, Name::Metric(number)) => (self.metric_name(number), BLOCK_HALVES),
            (_, Name::Instance(number)) => (self.instance_name(number), BLOCK_HALVES),
        }
    }
}

/// The name of a metric or of an instance, by its number in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    Metric(u32),
    Instance(u32),
}
