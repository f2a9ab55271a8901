//! Numbers of three types by their bits, and histograms by the letter of the format's definition.

use crate::scan::{Array, Slots, bits_of_double};

/// The types of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    Int,
    Uint,
    Double,
}

/// A number made of its bits.
pub trait OfBits {
    fn of_bits(bits: u64) -> Self;
}

impl OfBits for i64 {
    fn of_bits(bits: u64) -> Self {
        bits.cast_signed()
    }
}

impl OfBits for u64 {
    fn of_bits(bits: u64) -> Self {
        bits
    }
}

impl OfBits for f64 {
    fn of_bits(bits: u64) -> Self {
        Self::from_bits(bits)
    }
}

impl OfBits for bool {
    fn of_bits(bits: u64) -> Self {
        bits % 2 == 1
    }
}

/// The number with these bits, of the type that is asked for.
pub fn of<T: OfBits>(bits: u64) -> T {
    T::of_bits(bits)
}

impl Slots {
    pub fn len(&self) -> usize {
        match self {
            Self::Int(slots) => slots.len(),
            Self::Uint(slots) | Self::Double(slots) => slots.len(),
            Self::Text(slots) => slots.len(),
        }
    }

    /// The bits of the number in a slot.
    pub fn bits(&self, slot: usize) -> u64 {
        match self {
            Self::Int(slots) => slots[slot].cast_unsigned(),
            Self::Uint(slots) | Self::Double(slots) => slots[slot],
            Self::Text(_) => panic!("no numbers"),
        }
    }

    pub fn set(&mut self, slot: usize, bits: u64) {
        match self {
            Self::Int(slots) => slots[slot] = of(bits),
            Self::Uint(slots) => slots[slot] = bits,
            Self::Double(slots) => slots[slot] = bits_of_double(of(bits)),
            Self::Text(_) => panic!("no numbers"),
        }
    }
}

impl Number {
    pub fn of_slots(slots: &Slots) -> Option<Self> {
        match slots {
            Slots::Int(_) => Some(Self::Int),
            Slots::Uint(_) => Some(Self::Uint),
            Slots::Double(_) => Some(Self::Double),
            Slots::Text(_) => None,
        }
    }

    /// So many slots, the first ones with these numbers, the others zero.
    pub fn slots(self, count: usize, first: &[u64]) -> Slots {
        let mut slots = match self {
            Self::Int => Slots::Int(vec![0; count]),
            Self::Uint => Slots::Uint(vec![0; count]),
            Self::Double => Slots::Double(vec![0; count]),
        };
        for (slot, bits) in first.iter().enumerate() {
            slots.set(slot, *bits);
        }
        slots
    }

    /// An integer, however large.
    fn wide(self, bits: u64) -> i128 {
        if self == Self::Int { i128::from(bits.cast_signed()) } else { i128::from(bits) }
    }

    /// The bits of the integer of the type that is nearest.
    fn narrow(self, value: i128) -> u64 {
        match self {
            Self::Int => i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX }).cast_unsigned(),
            _ => u64::try_from(value).unwrap_or(if value < 0 { 0 } else { u64::MAX }),
        }
    }

    /// The sum or the difference: integers stay at the ends of their type.
    pub fn sum(self, value: u64, by: u64, up: bool) -> u64 {
        if self == Self::Double {
            let (value, by) = (f64::from_bits(value), f64::from_bits(by));
            return bits_of_double(if up { value + by } else { value - by });
        }
        let (value, by) = (self.wide(value), self.wide(by));
        self.narrow(if up { value + by } else { value - by })
    }

    /// A count of a histogram after so many more.
    #[allow(clippy::cast_precision_loss)]
    pub fn counted(self, count: u64, more: u64) -> u64 {
        if self == Self::Double {
            return bits_of_double(f64::from_bits(count) + more as f64);
        }
        self.narrow(self.wide(count) + i128::from(more))
    }

    pub fn is_linear(self, floor: u64, step: u64) -> bool {
        match self {
            Self::Double => {
                let (floor, step) = (f64::from_bits(floor), f64::from_bits(step));
                floor.is_finite() && step.is_finite() && step > 0.0
            }
            _ => self.wide(step) > 0,
        }
    }

    pub fn is_exponential(self, floor: u64, initial: u64, multiplier: u64) -> bool {
        match self {
            Self::Double => {
                let multiplier = f64::from_bits(multiplier);
                self.is_linear(floor, initial) && multiplier.is_finite() && multiplier > 1.0
            }
            _ => self.wide(initial) > 0 && self.wide(multiplier) > 1,
        }
    }

    /// The slot of a histogram that counts a value: that of the first bucket whose upper bound is above it.
    pub fn slot_for(self, value: u64, histogram: &Array) -> usize {
        let parameters = usize::from(histogram.format) + 1;
        let buckets = histogram.slots.len() - parameters - 2;
        let parameter = |slot| histogram.slots.bits(slot);
        if self == Self::Double {
            let (value, floor) = (f64::from_bits(value), f64::from_bits(parameter(0)));
            if value.is_nan() || value < floor {
                return parameters;
            }
            let step = f64::from_bits(parameter(1));
            let mut offset = step;
            for bucket in 0..buckets {
                if histogram.format == 1 {
                    offset = step * f64::from(bucket as u32 + 1);
                }
                if value < floor + offset {
                    return parameters + 1 + bucket;
                }
                offset *= f64::from_bits(parameter(2));
            }
            return parameters + 1 + buckets;
        }
        let (value, floor) = (self.wide(value), self.wide(parameter(0)));
        if value < floor {
            return parameters;
        }
        let step = self.wide(parameter(1));
        let mut offset = step;
        for bucket in 0..buckets {
            if value < floor + offset {
                return parameters + 1 + bucket;
            }
            // Beyond 2^100, all is above every value.
            offset = match histogram.format {
                1 => offset + step,
                _ => offset.saturating_mul(self.wide(parameter(2))).min(1 << 100),
            };
        }
        parameters + 1 + buckets
    }
}
