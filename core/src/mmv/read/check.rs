//! The whole check of a file: every problem of every record, and what is to be counted (section 13 of the format).

use super::image::{Image, Sink};
use super::problem::{Problem, ProblemKind};
use super::record::{InstanceRanges, Label, Metric};
use crate::mmv::codes::{INDOMS_MAXIMUM, ITEM_MAXIMUM, METRICS_MAXIMUM, SERIAL_MAXIMUM, Scope, Section};
use crate::mmv::names::is_metric_name;

/// How much a file holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Metrics.
    pub metrics: usize,
    /// Values, those that are not available included.
    pub values: usize,
    /// Values that are not available.
    pub null_values: usize,
    /// Instances, summed over the instance domains.
    pub instances: usize,
    /// Labels.
    pub labels: usize,
}

impl Image<'_> {
    /// Counts what the file delivers.
    pub fn summary(&self) -> Summary {
        let mut summary = Summary {
            metrics: self.metrics().count(),
            instances: self.indoms().map(|indom| indom.instances.count).sum(),
            labels: self.labels().count(),
            ..Summary::default()
        };
        for record in self.values() {
            summary.values = summary.values.saturating_add(1);
            summary.null_values = summary.null_values.saturating_add(usize::from(record.value.is_none()));
        }
        summary
    }

    /// Looks at every record and tells `sink` each problem, in no particular order.
    ///
    /// Metrics are compared with each other, which takes time in the square of their number, at most 1023; with an index
    /// it does not.
    pub fn check(&self, sink: &mut dyn FnMut(Problem)) {
        self.check_header(sink);
        self.check_indoms(sink);
        let mut delivered = Bits::default();
        for at in self.span(Section::Values).records() {
            let record = self.value_at(at, &mut |kind| sink(Problem { kind, offset: at }));
            if let Some(record) = record {
                delivered.insert(record.metric);
            }
        }
        self.check_metrics(&delivered, sink);
        self.check_labels(sink);
    }

    fn check_indoms(&self, sink: Sink<'_>) {
        let mut ranges = InstanceRanges::new(self);
        let records = self.span(Section::Indoms).records();
        for (number, at) in records.clone().enumerate() {
            let mut report = |kind| sink(Problem { kind, offset: at });
            let Some(indom) = self.indom_at(at, &mut ranges, &mut report) else { continue };
            if indom.serial == 0 || indom.serial > SERIAL_MAXIMUM {
                report(ProblemKind::BadSerial);
            }
            if records.clone().take(number).any(|earlier| self.fields.u32(earlier) == Some(indom.serial)) {
                report(ProblemKind::DuplicateSerial);
            }
            for instance in indom.instances.records() {
                let mut report = |kind| sink(Problem { kind, offset: instance });
                self.instance_at(instance, &mut report);
                if self.fields.u64(instance) != Some(at as u64) {
                    report(ProblemKind::BadIndomOffset);
                }
            }
        }
    }

    fn check_metrics(&self, delivered: &Bits, sink: Sink<'_>) {
        let mut items = Bits::default();
        for number in 0..self.span(Section::Metrics).count {
            let Some(at) = self.span(Section::Metrics).record(number) else { continue };
            let mut report = |kind| sink(Problem { kind, offset: at });
            let Some(metric) = self.decode_metric(number, &mut report) else { continue };
            check_metric(&metric, &mut report);
            if metric.item <= ITEM_MAXIMUM
                && let Ok(item) = usize::try_from(metric.item)
                && !items.insert(item)
            {
                report(ProblemKind::DuplicateItem);
            }
            let indom = metric.indom.map(|serial| self.first_indom(serial));
            if indom.is_some_and(|indom| indom.is_none()) {
                report(ProblemKind::UnknownIndom);
            }
            let may_lack_values = indom.flatten().is_some_and(|(_, instances)| instances.count == 0);
            if !delivered.contains(number) && !may_lack_values {
                report(ProblemKind::MissingValue);
            }
        }
        self.compare_names(&mut |number, names| {
            let Some(offset) = self.span(Section::Metrics).record(number) else { return };
            if names.duplicate {
                sink(Problem { kind: ProblemKind::DuplicateName, offset });
            }
            if names.conflict {
                sink(Problem { kind: ProblemKind::NameConflict, offset });
            }
        });
    }

    fn check_labels(&self, sink: Sink<'_>) {
        for at in self.span(Section::Labels).records() {
            let mut report = |kind| sink(Problem { kind, offset: at });
            if let Some(label) = self.label_at(at, &mut report)
                && !self.has_target(&label)
            {
                report(ProblemKind::UnknownLabelTarget);
            }
        }
    }

    /// Whether the file has what the label is about.
    fn has_target(&self, label: &Label<'_>) -> bool {
        match label.scope {
            Scope::Cluster => u32::try_from(self.cluster()) == Ok(label.identity),
            Scope::Item => self.metrics().any(|metric| metric.item == label.identity),
            Scope::Indom => self.first_indom(label.identity).is_some(),
            Scope::Instances => self.first_indom(label.identity).is_some_and(|(_, instances)| {
                instances.records().any(|at| at.checked_add(12).and_then(|at| self.fields.i32(at)) == label.instance)
            }),
        }
    }
}

/// What is wrong with a metric by itself, beside its texts.
fn check_metric(metric: &Metric<'_>, report: &mut dyn FnMut(ProblemKind)) {
    if metric.name.is_some_and(|name| !is_metric_name(name.as_bytes())) {
        report(ProblemKind::BadName);
    }
    if metric.item > ITEM_MAXIMUM {
        report(ProblemKind::BadItem);
    }
    if metric.value_type().is_none() {
        report(ProblemKind::BadType);
    }
    if metric.semantics().is_none() {
        report(ProblemKind::BadSemantics);
    }
    if !metric.units.are_known() {
        report(ProblemKind::BadUnits);
    }
}

/// A set of numbers below 1024: metrics, or items.
#[derive(Default)]
struct Bits([u32; 32]);

static_assertions::const_assert!(METRICS_MAXIMUM < 32 * 32 && INDOMS_MAXIMUM < 32 * 32);
static_assertions::const_assert!(ITEM_MAXIMUM < 32 * 32);

impl Bits {
    /// Adds `number`; `false` when it was there.
    fn insert(&mut self, number: usize) -> bool {
        let Some(word) = self.0.get_mut(number / 32) else { return false };
        let bit = 1 << (number % 32);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    fn contains(&self, number: usize) -> bool {
        self.0.get(number / 32).is_some_and(|word| word >> (number % 32) & 1 == 1)
    }
}
