//! The records of a file: instance domains, instances, metrics and labels (section 13.4 of the format).
//!
//! Decoding a record tells what is wrong with it by itself to whoever asks; what takes a look at other records is in
//! `check`.

use super::image::{Image, Span};
use super::problem::ProblemKind;
use crate::mmv::codes::{BLOCK, LabelFlags, NO_INDOM, NO_INSTANCE, Scope, Section, Semantics, Type, Version};
use crate::mmv::label;
use crate::mmv::text::Text;
use crate::mmv::units::Units;

/// Takes what is wrong with the record that is being decoded.
pub(super) type Report<'r> = &'r mut dyn FnMut(ProblemKind);

/// An instance domain: a named set of instances.
#[derive(Clone, Copy, Debug)]
pub struct Indom<'a> {
    /// The offset of its record.
    pub offset: usize,
    /// The number that metrics name it by.
    pub serial: u32,
    /// One line of help.
    pub short_help: Option<Text<'a>>,
    /// The whole help.
    pub long_help: Option<Text<'a>>,
    /// Where its instances lie; none when their range is bad.
    pub(super) instances: Span,
}

/// One member of an instance domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instance<'a> {
    /// The offset of its record.
    pub offset: usize,
    /// The internal number.
    pub id: i32,
    /// The name, unless its offset is bad.
    pub name: Option<Text<'a>>,
}

/// A metric: what its values are called and what they mean.
#[derive(Clone, Copy, Debug)]
pub struct Metric<'a> {
    /// The offset of its record.
    pub offset: usize,
    /// Its place among the metrics of the file, from 0.
    pub number: usize,
    /// The name, unless its offset is bad.
    pub name: Option<Text<'a>>,
    /// The number of the metric in its file.
    pub item: u32,
    /// The code of the type; [`Type::new`] knows those that PCP does.
    pub type_code: i32,
    /// The code of the semantics; [`Semantics::new`] knows those that PCP does.
    pub semantics_code: i32,
    /// The units.
    pub units: Units,
    /// The serial of the instance domain; `None` for a singular metric.
    pub indom: Option<u32>,
    /// One line of help.
    pub short_help: Option<Text<'a>>,
    /// The whole help.
    pub long_help: Option<Text<'a>>,
}

/// A label: a small JSON object about something.
#[derive(Clone, Copy, Debug)]
pub struct Label<'a> {
    /// The offset of its record.
    pub offset: usize,
    /// What it is about.
    pub scope: Scope,
    /// The cluster, item or serial, by the scope.
    pub identity: u32,
    /// The instance, with scope [`Scope::Instances`].
    pub instance: Option<i32>,
    /// Whether the identity of the metric does not depend on it.
    pub optional: bool,
    /// The JSON object, braces included.
    pub payload: Text<'a>,
}

impl<'a> Image<'a> {
    /// The instance domains, in the order of the file.
    pub fn indoms(&self) -> impl Iterator<Item = Indom<'a>> {
        let mut ranges = InstanceRanges::new(self);
        self.span(Section::Indoms).records().filter_map(move |at| self.indom_at(at, &mut ranges, &mut |_| {}))
    }

    /// The instances of `indom`, in the order of the file.
    pub fn instances<'i>(&'i self, indom: &Indom<'_>) -> impl Iterator<Item = Instance<'a>> + use<'a, 'i> {
        indom.instances.records().filter_map(|at| self.instance_at(at, &mut |_| {}))
    }

    /// The metrics, in the order of the file.
    pub fn metrics(&self) -> impl Iterator<Item = Metric<'a>> {
        (0..self.span(Section::Metrics).count).filter_map(|number| self.metric(number))
    }

    /// Metric `number` of the file, from 0.
    pub fn metric(&self, number: usize) -> Option<Metric<'a>> {
        self.decode_metric(number, &mut |_| {})
    }

    /// The labels, in the order of the file.
    pub fn labels(&self) -> impl Iterator<Item = Label<'a>> {
        self.span(Section::Labels).records().filter_map(|at| self.label_at(at, &mut |_| {}))
    }

    /// The labels of one scope about one thing, in the order of the file.
    #[cfg(any(feature = "json", feature = "text"))]
    pub(super) fn labels_about(&self, scope: Scope, identity: u32) -> impl Iterator<Item = Label<'a>> {
        let is_wanted = move |at: &usize| {
            let flags = self.fields.u32(*at).map(LabelFlags::from_bits_retain);
            let named = at.checked_add(4).and_then(|at| self.fields.u32(at));
            named == Some(identity) && flags.and_then(Scope::new) == Some(scope)
        };
        let records = self.span(Section::Labels).records().filter(is_wanted);
        records.filter_map(|at| self.label_at(at, &mut |_| {}))
    }

    /// The text in the field of `size` bytes at `at`: up to the first NUL.
    pub(super) fn text_in_field(&self, at: usize, size: usize, report: Report<'_>) -> Option<Text<'a>> {
        let field = self.fields.bytes(at, size)?;
        let Some(end) = field.iter().position(|byte| *byte == 0) else {
            report(ProblemKind::UnterminatedString);
            return Some(Text(field));
        };
        field.get(..end).map(Text)
    }

    /// The text in the string block at `offset`.
    pub(super) fn text_at(&self, offset: u64, report: Report<'_>) -> Option<Text<'a>> {
        let Some(at) = self.fields.place(offset, BLOCK) else {
            report(ProblemKind::BadStringOffset);
            return None;
        };
        self.text_in_field(at, BLOCK, report)
    }

    /// The help text whose offset lies at `at`; offset 0 means that there is none.
    fn help(&self, at: usize, report: Report<'_>) -> Option<Text<'a>> {
        match self.fields.u64(at)? {
            0 => None,
            offset => self.text_at(offset, report),
        }
    }

    pub(super) fn indom_at(
        &self,
        at: usize,
        ranges: &mut InstanceRanges<'_, 'a>,
        report: Report<'_>,
    ) -> Option<Indom<'a>> {
        let serial = self.fields.u32(at)?;
        let instances = ranges.next(at).unwrap_or_else(|| {
            report(ProblemKind::BadInstanceRange);
            Span::default()
        });
        let short_help = self.help(at.checked_add(16)?, report);
        let long_help = self.help(at.checked_add(24)?, report);
        Some(Indom { offset: at, serial, short_help, long_help, instances })
    }

    /// The first instance domain of serial `serial`: its number, and where its instances lie.
    pub(super) fn first_indom(&self, serial: u32) -> Option<(usize, Span)> {
        let mut ranges = InstanceRanges::new(self);
        for (number, at) in self.span(Section::Indoms).records().enumerate() {
            let instances = ranges.next(at).unwrap_or_default();
            if self.fields.u32(at) == Some(serial) {
                return Some((number, instances));
            }
        }
        None
    }

    /// The instance record at `at`, which must lie in the file as a whole.
    pub(super) fn instance_at(&self, at: usize, report: Report<'_>) -> Option<Instance<'a>> {
        let id = self.fields.i32(at.checked_add(12)?)?;
        let name_at = at.checked_add(16)?;
        if id == NO_INSTANCE {
            report(ProblemKind::BadInstanceId);
        }
        let name = match self.version {
            Version::V1 => self.text_in_field(name_at, 64, report),
            Version::V2 | Version::V3 => self.text_at(self.fields.u64(name_at)?, report),
        };
        if name.is_some_and(|name| name.0.is_empty()) {
            report(ProblemKind::BadInstanceName);
        }
        Some(Instance { offset: at, id, name })
    }

    /// The name of the metric at `at`. An offset of 0 counts as the empty name.
    pub(super) fn metric_name_at(&self, at: usize, report: Report<'_>) -> Option<Text<'a>> {
        match self.version {
            Version::V1 => self.text_in_field(at, 64, report),
            Version::V2 | Version::V3 => match self.fields.u64(at)? {
                0 => Some(Text(&[])),
                offset => self.text_at(offset, report),
            },
        }
    }

    pub(super) fn decode_metric(&self, number: usize, report: Report<'_>) -> Option<Metric<'a>> {
        let offset = self.span(Section::Metrics).record(number)?;
        let fields = self.fields;
        let name = self.metric_name_at(offset, report);
        let item_at = offset.checked_add(self.version.metric_name_size())?;
        let word = |index: usize| item_at.checked_add(4 * index);
        Some(Metric {
            offset,
            number,
            name,
            item: fields.u32(item_at)?,
            type_code: fields.i32(word(1)?)?,
            semantics_code: fields.i32(word(2)?)?,
            units: Units::from_bits(fields.u32(word(3)?)?),
            indom: indom_serial(fields.u32(word(4)?)?),
            short_help: self.help(word(6)?, report),
            long_help: self.help(word(8)?, report),
        })
    }

    pub(super) fn label_at(&self, at: usize, report: Report<'_>) -> Option<Label<'a>> {
        let fields = self.fields;
        let flags = LabelFlags::from_bits_retain(fields.u32(at)?);
        let scope = Scope::new(flags);
        if scope.is_none() {
            report(ProblemKind::BadLabelFlags);
        }
        let payload = self.text_in_field(at.checked_add(12)?, BLOCK - 12, report)?;
        let good = label::is_payload(payload.0);
        if !good {
            report(ProblemKind::BadLabelPayload);
        }
        let scope = scope.filter(|_| good)?;
        Some(Label {
            offset: at,
            scope,
            identity: fields.u32(at.checked_add(4)?)?,
            instance: (scope == Scope::Instances).then_some(fields.i32(at.checked_add(8)?)?),
            optional: flags.contains(LabelFlags::OPTIONAL),
            payload,
        })
    }
}

impl Metric<'_> {
    /// The type, unless its code is unknown.
    pub const fn value_type(&self) -> Option<Type> {
        Type::new(self.type_code)
    }

    /// The semantics, unless their code is unknown.
    pub const fn semantics(&self) -> Option<Semantics> {
        Semantics::new(self.semantics_code)
    }
}

/// The serial in a metric's record, unless the metric is singular.
pub(super) fn indom_serial(serial: u32) -> Option<u32> {
    (serial != 0 && serial != NO_INDOM).then_some(serial)
}

/// Where the instances of one domain after the other lie.
///
/// Ranges may overlap, and a small file could claim to have very many instances so. Those delivered so far are counted,
/// and a range that would bring their number above what the file can hold is bad.
pub(super) struct InstanceRanges<'i, 'a> {
    image: &'i Image<'a>,
    left: usize,
}

impl<'i, 'a> InstanceRanges<'i, 'a> {
    pub(super) fn new(image: &'i Image<'a>) -> Self {
        let size = image.version.instance_size();
        Self { image, left: image.fields.len().checked_div(size).unwrap_or(0) }
    }

    /// The range of the next domain, whose record is at `at`; `None` when it is bad.
    pub(super) fn next(&mut self, at: usize) -> Option<Span> {
        let fields = self.image.fields;
        let size = self.image.version.instance_size();
        let count = usize::try_from(fields.u32(at.checked_add(4)?)?).ok()?;
        if count == 0 {
            return Some(Span::default());
        }
        let start = fields.place(fields.u64(at.checked_add(8)?)?, count.checked_mul(size)?)?;
        self.left = self.left.checked_sub(count)?;
        Some(Span { start, count, size })
    }
}
