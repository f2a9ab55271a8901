//! Validation: every rule of section 12 of the format, before anything is written.
//!
//! Duplicates are found by comparing each entry with those before it, because there is no memory to sort in. Instances
//! that are declared in rising order of number or name need one comparison each.

use super::codes::{
    BLOCK, CLUSTER_MAXIMUM, Flags, HEADER, INDOMS_MAXIMUM, INLINE_NAME_MAXIMUM, ITEM_MAXIMUM, LABEL_MAXIMUM,
    LABELS_MAXIMUM, METRICS_MAXIMUM, NO_INSTANCE, SERIAL_MAXIMUM, SERIAL_SAFE, Semantics, TEXT_MAXIMUM, Type, Version,
};
use super::label;
use super::names::{is_branch_of, is_component, is_metric_name};
use super::rules::{Refusal, Rule, Subject, Surprise, Warning};
use super::tables::{IndomEntry, InstanceEntry, LabelEntry, MetricEntry, Tables, Target, indom_of_serial};
use super::text::{Text, same};
use super::units::Units;

/// Checks the declarations, and chooses the version.
pub(crate) fn validate<T: Tables + ?Sized>(tables: &T) -> Result<Version, Refusal<'_>> {
    let file = tables.file();
    let refuse = |rule| Err(Refusal::of_file(rule));
    if !Flags::all().contains(file.flags) {
        return refuse(Rule::BadFlags);
    }
    if file.cluster > CLUSTER_MAXIMUM {
        return refuse(Rule::BadCluster);
    }
    let exceeds = |count: u32, maximum: usize| usize::try_from(count).is_ok_and(|count| count > maximum);
    if exceeds(tables.metrics(), METRICS_MAXIMUM) {
        return refuse(Rule::TooManyMetrics);
    }
    if exceeds(tables.indoms(), INDOMS_MAXIMUM) {
        return refuse(Rule::TooManyIndoms);
    }
    if exceeds(tables.labels(), LABELS_MAXIMUM) {
        return refuse(Rule::TooManyLabels);
    }
    if tables.metrics() == 0 {
        return refuse(Rule::NoMetrics);
    }
    let mut version = Versions { asked: file.version, needed: Version::V1 };
    for number in 0..tables.indoms() {
        if let Some(indom) = tables.indom(number) {
            validate_indom(tables, number, indom, &mut version)?;
        }
    }
    let mut items = Items::default();
    for number in 0..tables.metrics() {
        if let Some(metric) = tables.metric(number) {
            let subject = Subject::Metric { number, name: Text(metric.name) };
            let rule = metric_rule(tables, number, metric, &mut items);
            rule.and_then(|()| version.need_for_name(metric.name)).map_err(|rule| Refusal { rule, subject })?;
        }
    }
    for number in 0..tables.labels() {
        if let Some(label) = tables.label(number) {
            let subject = Subject::Label { number, name: Text(label.name) };
            let rule = label_rule(tables, number, label);
            rule.and_then(|()| version.need(Version::V3)).map_err(|rule| Refusal { rule, subject })?;
        }
    }
    Ok(version.asked.unwrap_or(version.needed))
}

/// Finds the lowest version that can hold what is declared, or refuses what the version asked for cannot.
struct Versions {
    asked: Option<Version>,
    needed: Version,
}

impl Versions {
    fn need(&mut self, needed: Version) -> Result<(), Rule> {
        if self.asked.is_some_and(|asked| asked < needed) {
            return Err(Rule::VersionTooLow { needed });
        }
        self.needed = self.needed.max(needed);
        Ok(())
    }

    fn need_for_name(&mut self, name: &[u8]) -> Result<(), Rule> {
        if name.len() > INLINE_NAME_MAXIMUM { self.need(Version::V2) } else { Ok(()) }
    }
}

fn check(is_good: bool, rule: Rule) -> Result<(), Rule> {
    if is_good { Ok(()) } else { Err(rule) }
}

/// Whether the bytes can be a text: at most 255, and no NUL.
pub(crate) fn is_text(text: &[u8]) -> bool {
    text.len() <= TEXT_MAXIMUM && !text.contains(&0)
}

/// The rules that an instance's name keeps by itself.
pub(crate) fn is_instance_name(name: &[u8]) -> bool {
    !name.is_empty() && is_text(name)
}

fn validate_indom<'t, T: Tables + ?Sized>(
    tables: &'t T,
    number: u32,
    indom: IndomEntry<'t>,
    version: &mut Versions,
) -> Result<(), Refusal<'t>> {
    let serial = indom.serial;
    let rule = check(serial != 0 && serial <= SERIAL_MAXIMUM, Rule::BadSerial)
        .and_then(|()| {
            let first = indom_of_serial(tables, serial).map(|(first, _)| first);
            check(first == Some(number), Rule::DuplicateSerial)
        })
        .and_then(|()| check(is_text(indom.short_help) && is_text(indom.long_help), Rule::BadText));
    rule.map_err(|rule| Refusal { rule, subject: Subject::Indom { number, serial } })?;

    let mut before: Option<InstanceEntry<'_>> = None;
    let [mut ids_rise, mut names_rise] = [true; 2];
    for place in 0..indom.instances {
        let Some(instance) = tables.instance(number, place) else { continue };
        ids_rise &= before.is_none_or(|before| before.id < instance.id);
        names_rise &= before.is_none_or(|before| before.name < instance.name);
        before = Some(instance);
        let earlier = || (0..place).filter_map(|place| tables.instance(number, place));
        let rule = check(instance.id != NO_INSTANCE, Rule::BadInstanceId)
            .and_then(|()| check(is_instance_name(instance.name), Rule::BadInstanceName))
            .and_then(|()| check(ids_rise || earlier().all(|other| other.id != instance.id), Rule::DuplicateInstanceId))
            .and_then(|()| {
                let is_new = names_rise || earlier().all(|other| !same(other.name, instance.name));
                check(is_new, Rule::DuplicateInstanceName)
            })
            .and_then(|()| version.need_for_name(instance.name));
        rule.map_err(|rule| Refusal { rule, subject: subject_of_instance(serial, place, instance) })?;
    }
    Ok(())
}

const fn subject_of_instance(serial: u32, number: u32, instance: InstanceEntry<'_>) -> Subject<'_> {
    Subject::Instance { serial, number, id: instance.id, name: Text(instance.name) }
}

/// What a metric breaks, in the order of the rules.
fn metric_rule(
    tables: &(impl Tables + ?Sized),
    number: u32,
    metric: MetricEntry<'_>,
    items: &mut Items,
) -> Result<(), Rule> {
    check(is_metric_name(metric.name) && metric.name.len() <= TEXT_MAXIMUM, Rule::BadMetricName)?;
    for other in 0..number {
        let Some(MetricEntry { name, .. }) = tables.metric(other) else { continue };
        check(!same(name, metric.name), Rule::DuplicateMetricName)?;
        check(!is_branch_of(metric.name, name) && !is_branch_of(name, metric.name), Rule::NameConflict)?;
    }
    check(metric.item <= ITEM_MAXIMUM, Rule::BadItem)?;
    check(items.insert(metric.item), Rule::DuplicateItem)?;
    let value_type = Type::new(metric.type_code).ok_or(Rule::BadType)?;
    let semantics = Semantics::new(metric.semantics_code).filter(|_| metric.semantics_code != 0);
    let semantics = semantics.ok_or(Rule::BadSemantics)?;
    // The lowest byte of the units is for a later PCP, and must be 0.
    let [reserved, ..] = metric.units.bits().to_le_bytes();
    check(metric.units.are_known() && reserved == 0, Rule::BadUnits)?;
    if value_type == Type::Elapsed {
        let is_time = semantics == Semantics::Counter && metric.units == Units::MICROSECOND;
        check(is_time, Rule::ElapsedShape)?;
    }
    check(metric.serial().is_none_or(|serial| indom_of_serial(tables, serial).is_some()), Rule::UnknownIndom)?;
    check(is_text(metric.short_help) && is_text(metric.long_help), Rule::BadText)
}

/// The items seen so far.
#[derive(Default)]
struct Items([u32; 32]);

static_assertions::const_assert!(ITEM_MAXIMUM < 32 * 32);

impl Items {
    /// Adds `item`; `false` when it was there.
    fn insert(&mut self, item: u32) -> bool {
        let word = usize::try_from(item / 32).ok().and_then(|word| self.0.get_mut(word));
        let Some(word) = word else { return false };
        let bit = 1 << (item % 32);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

/// What a label breaks, in the order of the rules.
fn label_rule(tables: &(impl Tables + ?Sized), number: u32, label: LabelEntry<'_>) -> Result<(), Rule> {
    check(is_component(label.name), Rule::BadLabelName)?;
    check(label::is_value(label.value), Rule::BadLabelValue)?;
    // Braces, two quotes and a colon.
    let length = label.name.len().saturating_add(5).saturating_add(label::compact(label.value).count());
    check(length <= LABEL_MAXIMUM, Rule::LabelTooLong)?;
    match label.target {
        Target::Cluster => check(tables.file().cluster != 0, Rule::LabelNeedsCluster)?,
        Target::Indom(serial) => check(indom_of_serial(tables, serial).is_some(), Rule::UnknownLabelTarget)?,
        Target::Item(item) => {
            let mut metrics = (0..tables.metrics()).filter_map(|number| tables.metric(number));
            check(metrics.any(|metric| metric.item == item), Rule::UnknownLabelTarget)?;
        }
        Target::Instance { indom, id } => {
            let (number, indom) = indom_of_serial(tables, indom).ok_or(Rule::UnknownLabelTarget)?;
            let mut instances = (0..indom.instances).filter_map(|place| tables.instance(number, place));
            check(instances.any(|instance| instance.id == id), Rule::UnknownLabelTarget)?;
        }
    }
    let mut earlier = (0..number).filter_map(|number| tables.label(number));
    check(earlier.all(|other| other.target != label.target || !same(other.name, label.name)), Rule::DuplicateLabel)
}

/// What is allowed and may surprise, in the order of the declarations.
pub fn warnings<T: Tables + ?Sized>(tables: &T) -> impl Iterator<Item = Warning<'_>> {
    let indoms = (0..tables.indoms()).filter_map(move |number| Some((number, tables.indom(number)?)));
    indoms.flat_map(move |(number, indom)| {
        let serial = indom.serial;
        let large = (serial > SERIAL_SAFE)
            .then_some(Warning { surprise: Surprise::LargeSerial, subject: Subject::Indom { number, serial } });
        let same = (0..indom.instances).filter_map(move |place| {
            let instance = tables.instance(number, place)?;
            let mut earlier = (0..place).filter_map(|place| tables.instance(number, place));
            earlier.any(|other| same(up_to_blank(other.name), up_to_blank(instance.name))).then_some(Warning {
                surprise: Surprise::SameUpToBlank,
                subject: subject_of_instance(serial, place, instance),
            })
        });
        large.into_iter().chain(same)
    })
}

/// What comes before the first blank.
fn up_to_blank(name: &[u8]) -> &[u8] {
    name.split(|byte| *byte == b' ').next().unwrap_or(name)
}

/// Whether a file in PCP's directory may be called `name`: it is visible, and can be a part of the names of the
/// metrics unless they have no prefix (section 12 of the format).
///
/// ```
/// use glassbox::mmv::{Flags, is_file_name};
/// assert!(is_file_name("radio_1", Flags::empty()));
/// assert!(!is_file_name("radio-1", Flags::empty()));
/// assert!(is_file_name("radio-1", Flags::NO_PREFIX));
/// assert!(!is_file_name(".radio", Flags::NO_PREFIX));
/// ```
pub fn is_file_name(name: &str, flags: Flags) -> bool {
    if flags.contains(Flags::NO_PREFIX) {
        return !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\0']);
    }
    is_metric_name(name.as_bytes())
}

static_assertions::const_assert!(BLOCK > TEXT_MAXIMUM && HEADER == 40 && LABEL_MAXIMUM + 1 + 12 == BLOCK);
