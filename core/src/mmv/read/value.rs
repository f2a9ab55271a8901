//! The values of a file (sections 5 and 13.4 of the format).

use super::image::{Image, Span};
use super::problem::ProblemKind;
use super::record::{Instance, InstanceRanges, Metric, Report, indom_serial};
use crate::mmv::codes::{Flags, NOT_AVAILABLE, Section, Type};
use crate::mmv::text::Text;

/// What a metric says, for one instance or as a whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// A signed number of 32 bits.
    I32(i32),
    /// An unsigned number of 32 bits.
    U32(u32),
    /// A signed number of 64 bits.
    I64(i64),
    /// An unsigned number of 64 bits.
    U64(u64),
    /// A number of 32 bits with a point.
    Float(f32),
    /// A number of 64 bits with a point.
    Double(f64),
    /// A text.
    String(Text<'a>),
    /// Time spent in intervals.
    Elapsed {
        /// Microseconds in the intervals that have ended.
        accumulated: i64,
        /// When the open interval began, in microseconds since 1970.
        open_since: Option<u64>,
    },
}

/// A value record.
#[derive(Clone, Copy, Debug)]
pub struct ValueRecord<'a> {
    /// The offset of the record.
    pub offset: usize,
    /// The place of its metric among the metrics of the file, from 0.
    pub metric: usize,
    /// The instance; `None` for a singular metric.
    pub instance: Option<Instance<'a>>,
    /// The value; `None` when it is not available.
    pub value: Option<Value<'a>>,
}

impl<'a> Image<'a> {
    /// The values, in the order of the file.
    pub fn values(&self) -> impl Iterator<Item = ValueRecord<'a>> {
        self.span(Section::Values).records().filter_map(|at| self.value_at(at, &mut |_| {}))
    }

    /// The number of value records, those that are left out included.
    pub fn value_count(&self) -> usize {
        self.span(Section::Values).count
    }

    /// Value record `number` of the file, from 0; `None` when it is left out.
    pub fn value(&self, number: usize) -> Option<ValueRecord<'a>> {
        self.value_at(self.span(Section::Values).record(number)?, &mut |_| {})
    }

    /// The values of `metric`, in the order of the file. Looks at all values, unless the image has an index.
    pub fn values_of<'i>(&'i self, metric: &Metric<'_>) -> impl Iterator<Item = ValueRecord<'a>> + use<'a, 'i> {
        let (span, offset) = (self.span(Section::Values), metric.offset as u64);
        let mut next = match self.index {
            Some(index) => index.first_value(metric.number),
            None => Some(0),
        };
        let records = core::iter::from_fn(move || {
            let number = next?;
            next = match self.index {
                Some(index) => index.next_value(number),
                None => number.checked_add(1),
            };
            span.record(number)
        });
        records.filter_map(move |at| {
            let named = self.fields.u64(at.checked_add(16)?)?;
            if named == offset { self.value_at(at, &mut |_| {}) } else { None }
        })
    }

    /// The type of the value at `at`.
    pub(super) fn type_of_value(&self, at: usize) -> Option<Type> {
        let metric = self.metric_of_value(at)?;
        let item_at = self.span(Section::Metrics).record(metric)?.checked_add(self.version.metric_name_size())?;
        Type::new(self.fields.i32(item_at.checked_add(4)?)?)
    }

    /// Metric `number` of which the value at `at` is one.
    pub(super) fn metric_of_value(&self, at: usize) -> Option<usize> {
        self.span(Section::Metrics).number(self.fields.u64(at.checked_add(16)?)?)
    }

    /// The value record at `at`; `None` when it is left out.
    #[inline]
    pub(super) fn value_at(&self, at: usize, report: Report<'_>) -> Option<ValueRecord<'a>> {
        let fields = self.fields;
        let Some(metric) = self.metric_of_value(at) else {
            report(ProblemKind::BadMetricOffset);
            return None;
        };
        let item_at = self.span(Section::Metrics).record(metric)?.checked_add(self.version.metric_name_size())?;
        let instance_offset = fields.u64(at.checked_add(24)?)?;
        let instance = match indom_serial(fields.u32(item_at.checked_add(16)?)?) {
            None => {
                if instance_offset != 0 {
                    report(ProblemKind::UnexpectedInstance);
                }
                None
            }
            Some(serial) => Some(self.instance_of_value(metric, serial, instance_offset, report)?),
        };
        let value_type = Type::new(fields.i32(item_at.checked_add(4)?)?);
        let value = value_type.and_then(|value_type| self.decode_value(at, value_type, report));
        Some(ValueRecord { offset: at, metric, instance, value })
    }

    /// The instance record at `offset`, for a value of a metric whose instance domain has serial `serial`.
    fn instance_of_value(&self, metric: usize, serial: u32, offset: u64, report: Report<'_>) -> Option<Instance<'a>> {
        let Some(at) = self.fields.place(offset, self.version.instance_size()) else {
            report(ProblemKind::BadInstanceOffset);
            return None;
        };
        let indoms = self.span(Section::Indoms);
        let own_indom = indoms.number(self.fields.u64(at)?).and_then(|number| indoms.record(number));
        let is_own = own_indom.is_some_and(|indom| self.fields.u32(indom) == Some(serial));
        if !is_own && self.range_of_metric(metric, serial).number(offset).is_none() {
            if own_indom.is_none() && self.span(Section::Instances).number(offset).is_none() {
                report(ProblemKind::BadInstanceOffset);
                return None;
            }
            report(ProblemKind::WrongInstance);
        }
        self.instance_at(at, &mut |_| {})
    }

    /// Where the instances of the metric's instance domain lie.
    fn range_of_metric(&self, metric: usize, serial: u32) -> Span {
        let Some(index) = self.index else { return self.first_indom(serial).map(|(_, span)| span).unwrap_or_default() };
        let record = index.indom(metric).and_then(|number| self.span(Section::Indoms).record(number));
        record.and_then(|at| InstanceRanges::new(self).next(at)).unwrap_or_default()
    }

    fn decode_value(&self, at: usize, value_type: Type, report: Report<'_>) -> Option<Value<'a>> {
        let fields = self.fields;
        let has_sentinel = self.flags().contains(Flags::SENTINEL);
        let union = fields.u64(at)?;
        let extra = fields.u64(at.checked_add(8)?)?;
        let is_available = !has_sentinel || union != NOT_AVAILABLE;
        match value_type {
            Type::NoSupport => None,
            Type::I32 => is_available.then_some(Value::I32(fields.i32(at)?)),
            Type::U32 => is_available.then_some(Value::U32(fields.u32(at)?)),
            Type::I64 => is_available.then_some(Value::I64(union.cast_signed())),
            Type::U64 => is_available.then_some(Value::U64(union)),
            Type::Float => {
                let number = f32::from_bits(fields.u32(at)?);
                (!has_sentinel || !number.is_nan()).then_some(Value::Float(number))
            }
            Type::Double => {
                let number = f64::from_bits(union);
                (!has_sentinel || !number.is_nan()).then_some(Value::Double(number))
            }
            Type::String => {
                let text = self.text_at(extra, report)?;
                (!has_sentinel || !text.0.is_empty()).then_some(Value::String(text))
            }
            Type::Elapsed => {
                let extra = extra.cast_signed();
                if extra > 0 {
                    report(ProblemKind::BadElapsed);
                }
                let open_since = (extra < 0).then_some(extra.unsigned_abs());
                is_available.then_some(Value::Elapsed { accumulated: union.cast_signed(), open_since })
            }
        }
    }
}
