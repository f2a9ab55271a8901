//! An MMV file as a reader sees it: the header, and where the sections are (sections 13.1 and 13.2 of the format).

use super::fields::{ByteOrder, Fields};
use super::index::Index;
use super::problem::{FileError, Problem, ProblemKind};
use crate::mmv::codes::{
    CLUSTER_MAXIMUM, Flags, HEADER, INDOMS_MAXIMUM, LABELS_MAXIMUM, MAGIC, METRICS_MAXIMUM, Section, TOC_ENTRY, Version,
};

/// Takes problems as they are found.
pub(crate) type Sink<'s> = &'s mut dyn FnMut(Problem);

/// A file that can be read: its header is good.
///
/// It borrows the bytes and copies nothing. Records are decoded as the iterators come to them; nothing that the bytes
/// say makes them read outside the file, or do more work than the file is long.
#[derive(Clone, Copy, Debug)]
pub struct Image<'a> {
    pub(super) fields: Fields<'a>,
    pub(super) version: Version,
    pub(super) spans: Spans,
    pub(super) index: Option<Index<'a>>,
    pub(super) in_flux: bool,
}

impl<'a> Image<'a> {
    /// Reads the header and the table of contents of a complete file.
    ///
    /// # Errors
    /// [`FileError`], by section 13.1 of the format.
    pub fn read(bytes: &'a [u8]) -> Result<Self, FileError> {
        Self::open(bytes, false)
    }

    /// As [`Image::read`], but takes a file whose generations do not match: the writer is at work, or died at it.
    /// Anything in such a file may be old, new or half of each.
    ///
    /// # Errors
    /// [`FileError`], but never [`FileError::InFlux`].
    pub fn recover(bytes: &'a [u8]) -> Result<Self, FileError> {
        Self::open(bytes, true)
    }

    fn open(bytes: &'a [u8], recover: bool) -> Result<Self, FileError> {
        if bytes.len() < HEADER {
            return Err(FileError::TooShort);
        }
        if bytes.first_chunk() != Some(&MAGIC) {
            return Err(FileError::BadMagic);
        }
        let of_order = |order| {
            let fields = Fields::new(bytes, order);
            Some((fields, Version::new(fields.u32(4)?)?))
        };
        let (fields, version) =
            of_order(ByteOrder::Little).or_else(|| of_order(ByteOrder::Big)).ok_or(FileError::UnsupportedVersion)?;
        let [first, second] = [fields.u64(8), fields.u64(16)];
        let in_flux = first != second || first == Some(0);
        if in_flux && !recover {
            return Err(FileError::InFlux);
        }
        let entries = fields.i32(24).and_then(|count| usize::try_from(count).ok()).ok_or(FileError::TocOutsideFile)?;
        let toc = entries.checked_mul(TOC_ENTRY).and_then(|bytes| fields.place(HEADER as u64, bytes));
        toc.ok_or(FileError::TocOutsideFile)?;
        let spans = Spans::survey(fields, version, &mut |_| {});
        Ok(Self { fields, version, spans, index: None, in_flux })
    }

    /// The byte order of the machine that wrote the file.
    pub fn byte_order(&self) -> ByteOrder {
        self.fields.order()
    }

    /// The version.
    pub fn version(&self) -> Version {
        self.version
    }

    /// The first of the two generations: the one that a writer at work is about to publish.
    pub fn generation(&self) -> u64 {
        self.fields.u64(8).unwrap_or(0)
    }

    /// Whether the generations do not match, which only [`Image::recover`] takes.
    pub fn is_in_flux(&self) -> bool {
        self.in_flux
    }

    /// The flags, unknown ones included.
    pub fn flags(&self) -> Flags {
        Flags::from_bits_retain(self.fields.u32(28).unwrap_or(0))
    }

    /// The number of the process that wrote the file.
    pub fn process(&self) -> i32 {
        self.fields.i32(32).unwrap_or(0)
    }

    /// The cluster, meant to be 0 to 4095.
    pub fn cluster(&self) -> i32 {
        self.fields.i32(36).unwrap_or(0)
    }

    pub(super) fn span(&self, section: Section) -> Span {
        self.spans.get(section)
    }

    /// Problems of the header and the table of contents.
    pub(super) fn check_header(&self, sink: Sink<'_>) {
        if self.in_flux {
            sink(Problem { kind: ProblemKind::InFlux, offset: 8 });
        }
        if !Flags::all().contains(self.flags()) {
            sink(Problem { kind: ProblemKind::UnknownFlags, offset: 28 });
        }
        if u32::try_from(self.cluster()).ok().is_none_or(|cluster| cluster > CLUSTER_MAXIMUM) {
            sink(Problem { kind: ProblemKind::BadCluster, offset: 36 });
        }
        Spans::survey(self.fields, self.version, sink);
    }
}

/// Where the records of a section are that a reader looks at.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    /// The offset of the first record.
    pub(super) start: usize,
    /// The number of whole records in the file, and within the limit of their kind.
    pub(super) count: usize,
    /// Bytes of a record.
    pub(super) size: usize,
}

impl Span {
    /// The offset of record `number`.
    #[inline]
    pub(super) fn record(self, number: usize) -> Option<usize> {
        (number < self.count).then(|| self.start.saturating_add(number.saturating_mul(self.size)))
    }

    /// The number of the record that begins at `offset`.
    #[inline]
    pub(super) fn number(self, offset: u64) -> Option<usize> {
        let distance = usize::try_from(offset).ok()?.checked_sub(self.start)?;
        let number = distance.checked_div(self.size)?;
        (number < self.count && number.checked_mul(self.size)? == distance).then_some(number)
    }

    /// The offsets of the records.
    pub(super) fn records(self) -> impl Iterator<Item = usize> + Clone {
        (0..self.count).filter_map(move |number| self.record(number))
    }
}

/// An entry of the table of contents.
#[derive(Clone, Copy)]
struct Entry {
    /// Its own offset.
    at: usize,
    /// The section, unless its type is unknown.
    section: Option<Section>,
    /// The number of records, signed.
    count: i32,
    /// The offset of the first one.
    start: u64,
}

impl Entry {
    fn all(fields: Fields<'_>) -> impl Iterator<Item = Self> {
        (0..fields.u32(24).unwrap_or(0)).map_while(move |number| {
            let at = HEADER.checked_add(usize::try_from(number).ok()?.checked_mul(TOC_ENTRY)?)?;
            Some(Self {
                at,
                section: Section::new(fields.i32(at)?),
                count: fields.i32(at.checked_add(4)?)?,
                start: fields.u64(at.checked_add(8)?)?,
            })
        })
    }

    /// The offset of the first record of a section that has records, when it lies in the file.
    fn usable_start(self, fields: Fields<'_>) -> Option<usize> {
        if self.count > 0 { fields.place(self.start, 1) } else { None }
    }

    /// The records of the section, the first of its type; `starts` is where all usable sections begin.
    fn span(
        self,
        section: Section,
        fields: Fields<'_>,
        version: Version,
        starts: impl Iterator<Item = usize>,
        sink: Sink<'_>,
    ) -> Span {
        let mut report = |kind| sink(Problem { kind, offset: self.at });
        let size = section.record_size(version);
        if section == Section::Labels && version < Version::V3 {
            report(ProblemKind::LabelsInOldVersion);
        }
        if self.count < 0 {
            report(ProblemKind::BadSectionCount);
        }
        let count = usize::try_from(self.count).unwrap_or(0);
        if count == 0 {
            return Span::default();
        }
        let limit = match section {
            Section::Metrics => Some((METRICS_MAXIMUM, ProblemKind::TooManyMetrics)),
            Section::Indoms => Some((INDOMS_MAXIMUM, ProblemKind::TooManyIndoms)),
            Section::Labels => Some((LABELS_MAXIMUM, ProblemKind::TooManyLabels)),
            Section::Instances | Section::Values | Section::Strings => None,
        };
        let mut considered = count;
        if let Some((limit, kind)) = limit.filter(|(limit, _)| count > *limit) {
            report(kind);
            considered = limit;
        }
        let Some(start) = self.usable_start(fields) else {
            report(ProblemKind::BadSectionOffset);
            return Span::default();
        };
        if start % 8 != 0 {
            report(ProblemKind::MisalignedSection);
        }
        if count.checked_mul(size).and_then(|bytes| fields.place(self.start, bytes)).is_none() {
            report(ProblemKind::SectionTruncated);
            let end = starts.filter(|other| *other > start).min().unwrap_or(fields.len());
            let whole = end.saturating_sub(start).checked_div(size).unwrap_or(0);
            considered = considered.min(whole);
        }
        Span { start, count: considered, size }
    }
}

/// The section of each type.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spans([Span; 6]);

impl Spans {
    pub(super) fn get(&self, section: Section) -> Span {
        self.0.get(section.row()).copied().unwrap_or_default()
    }

    /// Finds the first entry of each type and reports what is wrong with the table of contents.
    fn survey(fields: Fields<'_>, version: Version, sink: Sink<'_>) -> Self {
        let mut first: [Option<Entry>; 6] = [None; 6];
        for entry in Entry::all(fields) {
            let mut report = |kind| sink(Problem { kind, offset: entry.at });
            let Some(section) = entry.section else {
                report(ProblemKind::UnknownSection);
                continue;
            };
            let Some(slot) = first.get_mut(section.row()) else { continue };
            match slot {
                Some(_) => report(ProblemKind::DuplicateSection),
                None => *slot = Some(entry),
            }
        }
        for (section, kind) in
            [(Section::Metrics, ProblemKind::MissingMetrics), (Section::Values, ProblemKind::MissingValues)]
        {
            if first.get(section.row()).is_none_or(Option::is_none) {
                sink(Problem { kind, offset: 24 });
            }
        }
        let mut spans = Self::default();
        for (span, entry) in spans.0.iter_mut().zip(&first) {
            let Some((entry, section)) = entry.and_then(|entry| Some((entry, entry.section?))) else { continue };
            let others = first.iter().flatten().filter_map(|other| other.usable_start(fields));
            *span = entry.span(section, fields, version, others, sink);
        }
        spans
    }
}
