//! Any declarations that keep the rules, and values for them.

use super::{Own, OwnIndom, OwnLabel, OwnMetric, OwnValue};
use glassbox::mmv::{Buffering, FileEntry, Flags, Target, Type, Units, Version};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Declarations, and a value for each value record in their order.
#[derive(Clone, Debug)]
pub struct Filled {
    pub own: Own,
    pub values: Vec<OwnValue>,
}

/// Declarations with texts of this kind, and values for them.
pub fn filled(text: BoxedStrategy<String>) -> impl Strategy<Value = Filled> {
    own(text.clone()).prop_flat_map(move |own| {
        let has_sentinel = own.file.flags.contains(Flags::SENTINEL);
        let values: Vec<_> = own
            .metrics
            .iter()
            .flat_map(|metric| vec![metric; own.instances_of(metric).len()])
            .map(|metric| value(Type::new(metric.type_code).unwrap(), has_sentinel, text.clone()))
            .collect();
        values.prop_map(move |values| Filled { own: own.clone(), values })
    })
}

/// Text of at most 255 bytes without a NUL.
pub fn any_text() -> BoxedStrategy<String> {
    prop_oneof![
        4 => "[ -~éß€]{0,20}",
        1 => "[^\u{0}]{0,60}",
        1 => "[a-z ]{250,255}",
    ]
    .boxed()
}

fn own(text: BoxedStrategy<String>) -> impl Strategy<Value = Own> {
    let indoms = vec(indom(text.clone()), 0..4).prop_map(|indoms| first_of_each(indoms, |indom| indom.serial));
    let metrics = vec(metric(text), 1..14).prop_map(|metrics| {
        let mut metrics = first_of_each(metrics, |metric| metric.item);
        let mut taken: Vec<Vec<u8>> = Vec::new();
        metrics.retain(|metric| {
            let is_branch = |branch: &[u8], name: &[u8]| {
                name.strip_prefix(branch).is_some_and(|rest| rest.is_empty() || rest[0] == b'.')
            };
            let is_free = taken.iter().all(|name| !is_branch(name, &metric.name) && !is_branch(&metric.name, name));
            taken.push(metric.name.clone());
            is_free
        });
        metrics
    });
    let labels = prop_oneof![2 => Just(Vec::new()), 1 => vec(label(), 1..6)];
    let file = (0_u32..8, 1_u32..4096, select(vec![Buffering::Double, Buffering::Single]));
    let version = prop_oneof![3 => Just(None), 1 => select(vec![Version::V2, Version::V3]).prop_map(Some)];
    (file, version, metrics, vec(any::<Index>(), 14), indoms, labels).prop_map(
        |((flags, cluster, strings), version, mut metrics, choices, indoms, labels)| {
            // PROCESS hides a file whose process is gone; 0 never is.
            let flags = Flags::from_bits_truncate(flags);
            for (metric, choice) in metrics.iter_mut().zip(choices) {
                let choice = choice.index(indoms.len() * 2 + 1);
                metric.indom = indoms.get(choice).map_or(0, |indom| indom.serial);
            }
            let mut own = Own {
                file: FileEntry { flags, cluster, process: 0, version, strings },
                metrics,
                indoms,
                labels: Vec::new(),
            };
            own.labels = targeted(&own, labels);
            if !own.labels.is_empty() {
                own.file.version = version.map(|_| Version::V3);
            }
            own
        },
    )
}

/// The entries whose key did not occur before.
fn first_of_each<T, K: PartialEq>(entries: Vec<T>, key: impl Fn(&T) -> K) -> Vec<T> {
    let mut first: Vec<T> = Vec::new();
    for entry in entries {
        if first.iter().all(|other| key(other) != key(&entry)) {
            first.push(entry);
        }
    }
    first
}

fn component() -> impl Strategy<Value = String> {
    prop_oneof![8 => "[a-zA-Z][a-zA-Z0-9_]{0,7}", 1 => "[a-z][a-z0-9_]{70,100}"]
}

fn metric(text: BoxedStrategy<String>) -> impl Strategy<Value = OwnMetric> {
    let name = vec(component(), 1..3).prop_map(|components| components.join("."));
    let types = vec![
        Type::I32,
        Type::U32,
        Type::I64,
        Type::U64,
        Type::Float,
        Type::Double,
        Type::String,
        Type::String,
        Type::Elapsed,
    ];
    let item = prop_oneof![0_u32..30, 0_u32..1024];
    (name, item, select(types), select(vec![1, 3, 4]), units(), text.clone(), text).prop_map(
        |(name, item, value_type, semantics_code, units, short_help, long_help)| {
            let metric = OwnMetric::new(&name, item, value_type);
            let (short_help, long_help) = (short_help.into_bytes(), long_help.into_bytes());
            if value_type == Type::Elapsed {
                return OwnMetric { short_help, long_help, ..metric };
            }
            OwnMetric { semantics_code, units, short_help, long_help, ..metric }
        },
    )
}

/// Units, with no scale where there is no exponent.
fn units() -> impl Strategy<Value = u32> {
    let exponent = || prop_oneof![3 => Just(0_i8), 1 => -8_i8..8];
    (exponent(), exponent(), exponent(), 0_u32..9, 0_u32..6, -8_i8..8).prop_map(
        |(space, time, count, space_scale, time_scale, count_scale)| {
            let units = Units::NONE.count(count, count_scale);
            let nibble = |exponent: i8| u32::from(exponent.cast_unsigned()) & 15;
            let space = if space == 0 { 0 } else { nibble(space) << 28 | space_scale << 16 };
            let time = if time == 0 { 0 } else { nibble(time) << 24 | time_scale << 12 };
            units.bits() | space | time
        },
    )
}

fn indom(text: BoxedStrategy<String>) -> impl Strategy<Value = OwnIndom> {
    let id = prop_oneof![4 => 0_i32..20, 1 => any::<i32>().prop_filter("reserved", |id| *id != -1)];
    let name = prop_oneof![
        6 => "[!#-\\[\\]-~]{1,12}",
        1 => "[a-z][a-zé€]{0,8} [a-z]{1,5}",
        1 => "[a-z]{64,255}",
    ];
    let instances = vec((id, name), 0..7).prop_map(|instances| {
        let instances = first_of_each(instances, |(id, _)| *id);
        first_of_each(instances, |(_, name)| name.split(' ').next().map(str::to_owned))
    });
    (prop_oneof![1_u32..5, 1_u32..2048], instances, 0_u32..3, text.clone(), text).prop_map(
        |(serial, instances, spares, short_help, long_help)| OwnIndom {
            serial,
            instances: instances.into_iter().map(|(id, name)| (id, name.into_bytes())).collect(),
            spares,
            short_help: short_help.into_bytes(),
            long_help: long_help.into_bytes(),
        },
    )
}

/// What a label says, what kind of target it has, and which one.
type AnyLabel = (String, String, bool, u8, Index, Index);

fn label() -> impl Strategy<Value = AnyLabel> {
    let value = select(vec!["1", "-12.5e3", "\"text é\"", "true", "null", "[1,2,3]", "{\"a\":1}", "\"\\u0041\""]);
    ("[a-z][a-z0-9_]{0,6}", value.prop_map(String::from), any::<bool>(), 0_u8..4, any::<Index>(), any::<Index>())
}

fn targeted(own: &Own, labels: Vec<AnyLabel>) -> Vec<OwnLabel> {
    let labels = labels.into_iter().filter_map(|(name, value, optional, kind, one, other)| {
        let indom = || own.indoms.get(one.index(own.indoms.len().max(1)));
        let target = match kind {
            0 => Target::Cluster,
            1 => Target::Item(own.metrics[one.index(own.metrics.len())].item),
            2 => Target::Indom(indom()?.serial),
            _ => {
                let instances = &indom()?.instances;
                let (id, _) = instances.get(other.index(instances.len().max(1)))?;
                Target::Instance { indom: indom()?.serial, id: *id }
            }
        };
        Some(OwnLabel { optional, ..OwnLabel::new(target, &name, &value) })
    });
    first_of_each(labels.collect(), |label| (label.target, label.name.clone()))
}

fn value(value_type: Type, has_sentinel: bool, text: BoxedStrategy<String>) -> BoxedStrategy<OwnValue> {
    let any = match value_type {
        Type::I32 => any::<i32>().prop_map(OwnValue::I32).boxed(),
        Type::U32 => any::<u32>().prop_map(OwnValue::U32).boxed(),
        Type::I64 => (i64::MIN..=-2).prop_union(0..=i64::MAX).prop_map(OwnValue::I64).boxed(),
        Type::U64 => (0..u64::MAX).prop_map(OwnValue::U64).boxed(),
        Type::Float => any::<f32>().prop_map(|number| OwnValue::Float(number.to_bits())).boxed(),
        Type::Double => any::<f64>().prop_map(|number| OwnValue::Double(number.to_bits())).boxed(),
        Type::String if has_sentinel => text
            .prop_map(|text| if text.is_empty() { OwnValue::Unavailable } else { OwnValue::String(text.into_bytes()) })
            .boxed(),
        Type::String => text.prop_map(|text| OwnValue::String(text.into_bytes())).boxed(),
        Type::Elapsed => (0..1_u64 << 62, proptest::option::of(1..1_u64 << 62))
            .prop_map(|(total, open_since)| OwnValue::Elapsed(total, open_since))
            .boxed(),
        Type::NoSupport => Just(OwnValue::Unavailable).boxed(),
    };
    if has_sentinel { prop_oneof![3 => any, 1 => Just(OwnValue::Unavailable)].boxed() } else { any }
}
