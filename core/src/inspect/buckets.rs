//! Buckets: which slot of a histogram counts a value.
//!
//! Section 7.3 of the format defines the choice by comparing with one bound after the other. Here it is found directly, in
//! constant time for linear histograms and in the logarithm of the number of buckets for exponential ones, and it is the
//! same slot: integers as if they had no bounds, floating-point numbers with each bound rounded as the definition says.

use super::kind::{Double, Int, Number, Uint};

/// Slots of a linear histogram in front of its buckets: floor, step, underflow.
pub const LINEAR_FIRST: u32 = 3;
/// Slots of an exponential histogram in front of its buckets: floor, initial step, multiplier, underflow.
pub const EXPONENTIAL_FIRST: u32 = 4;

/// Where a value belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bucket {
    /// Below the floor, or not a number.
    Underflow,
    /// In the bucket of this number, or above all when there are not so many.
    Number(u32),
}

impl Bucket {
    /// The slot that counts: of a histogram whose first bucket is in slot `first`, with `buckets` of them.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn slot(self, first: u32, buckets: u32) -> u32 {
        match self {
            Self::Underflow => first - 1,
            Self::Number(number) => first + number.min(buckets),
        }
    }
}

/// A number that can be counted by histograms.
pub trait Bucketed: Number {
    /// Whether `step` can be the width of buckets from `floor` on: it is above zero, and both are finite.
    fn is_linear(floor: Self::Value, step: Self::Value) -> bool;
    /// Whether buckets can grow by `multiplier`, which must be above one, from `initial` on.
    fn is_exponential(floor: Self::Value, initial: Self::Value, multiplier: Self::Value) -> bool;
    /// The bucket of a linear histogram.
    fn linear(value: Self::Value, floor: Self::Value, step: Self::Value, buckets: u32) -> Bucket;
    /// The bucket of an exponential histogram.
    fn exponential(
        value: Self::Value,
        floor: Self::Value,
        initial: Self::Value,
        multiplier: Self::Value,
        buckets: u32,
    ) -> Bucket;
    /// The count after `more` values.
    fn counted(count: Self::Value, more: u64) -> Self::Value;
}

impl Bucketed for Int {
    fn is_linear(_floor: i64, step: i64) -> bool {
        step > 0
    }

    fn is_exponential(_floor: i64, initial: i64, multiplier: i64) -> bool {
        initial > 0 && multiplier > 1
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn linear(value: i64, floor: i64, step: i64, _buckets: u32) -> Bucket {
        if value < floor {
            return Bucket::Underflow;
        }
        linear_bucket(value.abs_diff(floor), step.unsigned_abs())
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn exponential(value: i64, floor: i64, initial: i64, multiplier: i64, _buckets: u32) -> Bucket {
        if value < floor {
            return Bucket::Underflow;
        }
        exponential_bucket(value.abs_diff(floor), initial.unsigned_abs(), multiplier.unsigned_abs())
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn counted(count: i64, more: u64) -> i64 {
        count.saturating_add_unsigned(more)
    }
}

impl Bucketed for Uint {
    fn is_linear(_floor: u64, step: u64) -> bool {
        step > 0
    }

    fn is_exponential(_floor: u64, initial: u64, multiplier: u64) -> bool {
        initial > 0 && multiplier > 1
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn linear(value: u64, floor: u64, step: u64, _buckets: u32) -> Bucket {
        match value.checked_sub(floor) {
            None => Bucket::Underflow,
            Some(distance) => linear_bucket(distance, step),
        }
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn exponential(value: u64, floor: u64, initial: u64, multiplier: u64, _buckets: u32) -> Bucket {
        match value.checked_sub(floor) {
            None => Bucket::Underflow,
            Some(distance) => exponential_bucket(distance, initial, multiplier),
        }
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn counted(count: u64, more: u64) -> u64 {
        count.saturating_add(more)
    }
}

/// The bucket of a value that lies `distance` above the floor.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn linear_bucket(distance: u64, step: u64) -> Bucket {
    let number = distance.checked_div(step).unwrap_or(u64::MAX);
    Bucket::Number(u32::try_from(number).unwrap_or(u32::MAX))
}

/// The bucket of a value that lies `distance` above the floor: the first `n` for which `initial * multiplier^n` is above it.
///
/// That is so when `multiplier^n` is above `distance / initial`, rounded down.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn exponential_bucket(distance: u64, initial: u64, multiplier: u64) -> Bucket {
    // Most histograms double from a power of two, and a shift is faster than a division.
    let ratio = match distance.checked_div(initial) {
        _ if initial.is_power_of_two() => distance >> initial.trailing_zeros(),
        Some(ratio) => ratio,
        None => return Bucket::Number(u32::MAX),
    };
    let Some(doublings) = ratio.checked_ilog2() else { return Bucket::Number(0) };
    if multiplier == 2 {
        return Bucket::Number(doublings + 1);
    }
    if multiplier.is_power_of_two() {
        return Bucket::Number(
            doublings.checked_div(multiplier.trailing_zeros()).map_or(u32::MAX, |number| number + 1),
        );
    }
    Bucket::Number(whole_logarithm(ratio, multiplier) + 1)
}

/// The largest `n` for which `base^n` is at most `number`, which is at least 1. The base is at least 3.
fn whole_logarithm(number: u64, base: u64) -> u32 {
    // base^32 ... base^4, base^2, base, as far as they are at most `number`: 3^41 is beyond 64 bits.
    let mut powers = [1; 6];
    let mut known = 0_u32;
    let mut power = Some(base);
    for place in powers.iter_mut().rev() {
        match power {
            Some(value) if value <= number => {
                *place = value;
                known += 1;
                power = value.checked_mul(value);
            }
            _ => break,
        }
    }
    let mut exponent = 0;
    let mut reached = 1_u64;
    for (power, bit) in powers.iter().zip([5, 4, 3, 2, 1, 0]) {
        if bit < known
            && let Some(next) = reached.checked_mul(*power)
            && next <= number
        {
            reached = next;
            exponent += 1 << bit;
        }
    }
    exponent
}

impl Bucketed for Double {
    fn is_linear(floor: f64, step: f64) -> bool {
        floor.is_finite() && step.is_finite() && step > 0.0
    }

    fn is_exponential(floor: f64, initial: f64, multiplier: f64) -> bool {
        floor.is_finite() && initial.is_finite() && multiplier.is_finite() && initial > 0.0 && multiplier > 1.0
    }

    #[inline]
    fn linear(value: f64, floor: f64, step: f64, buckets: u32) -> Bucket {
        if !is_at_least(value, floor) {
            return Bucket::Underflow;
        }
        let bound = |number: u32| floor + step * f64::from(number);
        let guess = truncated((value - floor) / step).min(buckets);
        // Rounding may have put the guess beside the bucket.
        if is_at_least(value, bound(guess)) && (guess >= buckets || value < bound(guess + 1)) {
            return Bucket::Number(guess);
        }
        Bucket::Number(first_above(buckets, |number| value < bound(number + 1)))
    }

    #[inline]
    fn exponential(value: f64, floor: f64, initial: f64, multiplier: f64, buckets: u32) -> Bucket {
        if !is_at_least(value, floor) {
            return Bucket::Underflow;
        }
        quick_exponential(value, floor, initial, multiplier, buckets)
            .unwrap_or_else(|| exact_exponential(value, floor, initial, multiplier, buckets))
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[expect(clippy::cast_precision_loss, reason = "a count in floating point is what the format has")]
    fn counted(count: f64, more: u64) -> f64 {
        count + more as f64
    }
}

/// Whether `value` is at or above `bound`; not so when either is not a number.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn is_at_least(value: f64, bound: f64) -> bool {
    value >= bound
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what does not fit becomes the nearest end"
)]
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn truncated(number: f64) -> u32 {
    number as u32
}

/// The first number below `count` for which `is_above` holds, or `count`. Once it holds, it holds for all that follow.
fn first_above(count: u32, is_above: impl Fn(u32) -> bool) -> u32 {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low.midpoint(high);
        if is_above(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// The bucket, unless the value lies so close to a bound that the roundings of the definition decide.
///
/// Here the powers of the multiplier are found by squaring, which rounds otherwise than multiplying step by step does. Both
/// differ from the exact power by less than 1 in 2^44 for up to 256 factors.
fn quick_exponential(value: f64, floor: f64, initial: f64, multiplier: f64, buckets: u32) -> Option<Bucket> {
    const MARGIN: f64 = 1e-12;
    // Numbers below have fewer digits, and the powers less precision.
    const SMALLEST: f64 = 1e-290;
    const LARGE: f64 = 1e300;
    if initial < SMALLEST {
        return None;
    }
    let clear = |offset: f64| {
        if offset > LARGE && value < LARGE && floor > -LARGE {
            return Some(false);
        }
        let bound = floor + offset;
        let doubt = (offset + magnitude(floor)) * MARGIN;
        let distance = magnitude(value - bound);
        (distance > doubt).then_some(value > bound)
    };
    if !clear(initial)? {
        return Some(Bucket::Number(0));
    }
    // multiplier^128 ... ^4, ^2, ^1
    let mut powers = [0.0; 8];
    let mut power = multiplier;
    for place in powers.iter_mut().rev() {
        *place = power;
        power *= power;
    }
    let mut reached = initial;
    let mut exponent = 0_u32;
    for (power, bit) in powers.iter().zip([7, 6, 5, 4, 3, 2, 1, 0]) {
        let next = reached * power;
        if exponent + (1 << bit) < buckets && clear(next)? {
            reached = next;
            exponent += 1 << bit;
        }
    }
    Some(Bucket::Number(exponent + 1))
}

/// The bucket by the definition, one bound after the other.
fn exact_exponential(value: f64, floor: f64, initial: f64, multiplier: f64, buckets: u32) -> Bucket {
    let mut offset = initial;
    for number in 0..buckets {
        if value < floor + offset {
            return Bucket::Number(number);
        }
        offset *= multiplier;
    }
    Bucket::Number(buckets)
}

#[cfg_attr(target_pointer_width = "64", inline(always))]
fn magnitude(number: f64) -> f64 {
    f64::from_bits(number.to_bits() & !(1 << 63))
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use proptest::prelude::*;

    /// The definition for integers, which are as large as they need to be here.
    fn by_definition(value: i128, bounds: impl Iterator<Item = Option<i128>>, floor: i128) -> Bucket {
        if value < floor {
            return Bucket::Underflow;
        }
        // A bound beyond 128 bits is above every value.
        let below = bounds.take_while(|bound| bound.is_some_and(|bound| value >= bound)).count();
        Bucket::Number(below as u32)
    }

    fn linear_bounds(floor: i128, step: i128, buckets: u32) -> impl Iterator<Item = Option<i128>> {
        (1..=buckets).map(move |number| Some(floor + step * i128::from(number)))
    }

    fn exponential_bounds(
        floor: i128,
        initial: i128,
        factor: i128,
        buckets: u32,
    ) -> impl Iterator<Item = Option<i128>> {
        (0..buckets).map(move |number| Some(floor + initial.checked_mul(factor.checked_pow(number)?)?))
    }

    fn clipped(bucket: Bucket, buckets: u32) -> Bucket {
        match bucket {
            Bucket::Number(number) => Bucket::Number(number.min(buckets)),
            Bucket::Underflow => bucket,
        }
    }

    fn doubles() -> impl Strategy<Value = f64> {
        prop_oneof![-1e3..1e3, any::<f64>(), (0_u32..50).prop_map(f64::from), Just(f64::INFINITY), Just(f64::NAN)]
    }

    proptest! {
        #[test]
        fn integers_find_the_bucket_of_the_definition(
            value in prop_oneof![any::<i64>(), -100_i64..1000],
            floor in prop_oneof![any::<i64>(), -20_i64..20],
            step in prop_oneof![1..=i64::MAX, 1_i64..20],
            factor in prop_oneof![2..=i64::MAX, 2_i64..20],
            buckets in 1_u32..=250,
        ) {
            let wide = |number: i64| i128::from(number);
            let linear = clipped(Int::linear(value, floor, step, buckets), buckets);
            let bounds = linear_bounds(wide(floor), wide(step), buckets);
            prop_assert_eq!(linear, by_definition(wide(value), bounds, wide(floor)));
            let exponential = clipped(Int::exponential(value, floor, step, factor, buckets), buckets);
            let bounds = exponential_bounds(wide(floor), wide(step), wide(factor), buckets);
            prop_assert_eq!(exponential, by_definition(wide(value), bounds, wide(floor)));

            let [value, floor, step, factor] = [value, floor, step, factor].map(i64::cast_unsigned);
            let wide = |number: u64| i128::from(number);
            let linear = clipped(Uint::linear(value, floor, step, buckets), buckets);
            let bounds = linear_bounds(wide(floor), wide(step), buckets);
            prop_assert_eq!(linear, by_definition(wide(value), bounds, wide(floor)));
            let exponential = clipped(Uint::exponential(value, floor, step, factor, buckets), buckets);
            let bounds = exponential_bounds(wide(floor), wide(step), wide(factor), buckets);
            prop_assert_eq!(exponential, by_definition(wide(value), bounds, wide(floor)));
        }

        #[test]
        fn bounds_of_integers_belong_to_the_bucket_above(
            floor in -1000_i64..1000,
            step in 1_i64..1000,
            factor in 2_i64..10,
            number in 0_u32..10,
        ) {
            let bound = floor + step * i64::from(number);
            prop_assert_eq!(Int::linear(bound, floor, step, 250), Bucket::Number(number));
            let bound = floor + step * factor.pow(number);
            prop_assert_eq!(Int::exponential(bound, floor, step, factor, 249), Bucket::Number(number + 1));
            prop_assert_eq!(Int::exponential(bound - 1, floor, step, factor, 249), Bucket::Number(number));
        }

        #[test]
        fn doubles_find_the_bucket_of_the_definition(
            value in doubles(),
            floor in prop_oneof![4 => -1e3..1e3, 1 => f64::MIN..f64::MAX, 1 => any::<f64>().prop_filter("finite", |f| f.is_finite())],
            step in prop_oneof![1e-3..1e3, 1e-300..1e300, Just(f64::MIN_POSITIVE / 4.0), Just(0.1)],
            factor in prop_oneof![1.0001..4.0, 1.1..1e200, Just(1.5), Just(2.0)],
            buckets in 1_u32..=250,
            at in 0_u32..250,
        ) {
            // The value itself, and values at and beside a bound, where rounding decides.
            let linear_bound = floor + step * f64::from(at);
            let exponential_bound = floor + (0..at).fold(step, |offset, _| offset * factor);
            for value in [value, linear_bound, exponential_bound].into_iter().flat_map(|v| [v, v.next_up(), v.next_down()]) {
                let expected = if value >= floor {
                    Bucket::Number((0..buckets).find(|n| value < floor + step * f64::from(n + 1)).unwrap_or(buckets))
                } else {
                    Bucket::Underflow
                };
                prop_assert_eq!(clipped(Double::linear(value, floor, step, buckets), buckets), expected);
                let expected =
                    if value >= floor { exact_exponential(value, floor, step, factor, buckets) } else { Bucket::Underflow };
                prop_assert_eq!(clipped(Double::exponential(value, floor, step, factor, buckets), buckets), expected);
            }
        }
    }
}
