//! Units: how much space, time and count a value measures, and in which scales (section 4 of the format).

/// The scale of space: powers of 1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Space {
    /// 1 byte.
    Byte = 0,
    /// 1024 bytes.
    Kibibyte = 1,
    /// 1024 KiB.
    Mebibyte = 2,
    /// 1024 MiB.
    Gibibyte = 3,
    /// 1024 GiB.
    Tebibyte = 4,
    /// 1024 TiB.
    Pebibyte = 5,
    /// 1024 PiB.
    Exbibyte = 6,
    /// 1024 EiB.
    Zebibyte = 7,
    /// 1024 `ZiB`.
    Yobibyte = 8,
}

/// The scale of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Time {
    /// A nanosecond.
    Nanosecond = 0,
    /// A microsecond.
    Microsecond = 1,
    /// A millisecond.
    Millisecond = 2,
    /// A second.
    Second = 3,
    /// A minute.
    Minute = 4,
    /// An hour.
    Hour = 5,
}

/// The units of a metric: space to a power, time to a power and count to a power, each in a scale.
///
/// ```
/// use glassbox::mmv::{Space, Time, Units};
/// const RATE: Units = Units::NONE.space(1, Space::Mebibyte).time(-1, Time::Second);
/// assert_eq!(RATE.bits(), 0x1f02_3000);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Units(u32);

impl Units {
    /// A plain number.
    pub const NONE: Self = Self(0);
    /// A number of things or events.
    pub const COUNT: Self = Self::NONE.count(1, 0);
    /// Bytes.
    pub const BYTE: Self = Self::NONE.space(1, Space::Byte);
    /// Units of 1024 bytes.
    pub const KIBIBYTE: Self = Self::NONE.space(1, Space::Kibibyte);
    /// Units of 1024 KiB.
    pub const MEBIBYTE: Self = Self::NONE.space(1, Space::Mebibyte);
    /// Nanoseconds.
    pub const NANOSECOND: Self = Self::NONE.time(1, Time::Nanosecond);
    /// Microseconds, as elapsed times have them.
    pub const MICROSECOND: Self = Self::NONE.time(1, Time::Microsecond);
    /// Milliseconds.
    pub const MILLISECOND: Self = Self::NONE.time(1, Time::Millisecond);
    /// Seconds.
    pub const SECOND: Self = Self::NONE.time(1, Time::Second);

    /// What an exponent or scale out of its range makes: units that validation refuses.
    const IMPOSSIBLE: Self = Self(1 << 28 | 15 << 16);

    /// The units in the form of the file.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The form of the file.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The same units with space to the power of `exponent`, -8 to 7. Another exponent makes units that the writer
    /// refuses.
    #[must_use]
    pub const fn space(self, exponent: i8, scale: Space) -> Self {
        let Some(bits) = nibble(exponent) else { return Self::IMPOSSIBLE };
        Self(self.0 & 0x0ff0_ffff | bits << 28 | (scale as u32) << 16)
    }

    /// The same units with time to the power of `exponent`, -8 to 7. Another exponent makes units that the writer
    /// refuses.
    #[must_use]
    pub const fn time(self, exponent: i8, scale: Time) -> Self {
        let Some(bits) = nibble(exponent) else { return Self::IMPOSSIBLE };
        Self(self.0 & 0xf0ff_0fff | bits << 24 | (scale as u32) << 12)
    }

    /// The same units with count to the power of `exponent`, in units of ten to the power of `scale`; both are -8 to 7.
    /// Other numbers make units that the writer refuses.
    #[must_use]
    pub const fn count(self, exponent: i8, scale: i8) -> Self {
        let (Some(bits), Some(scale)) = (nibble(exponent), nibble(scale)) else { return Self::IMPOSSIBLE };
        Self(self.0 & 0xff0f_f0ff | bits << 20 | scale << 8)
    }

    /// The exponent of space.
    pub const fn space_exponent(self) -> i8 {
        signed(self.0 >> 28)
    }

    /// The exponent of time.
    pub const fn time_exponent(self) -> i8 {
        signed(self.0 >> 24)
    }

    /// The exponent of count.
    pub const fn count_exponent(self) -> i8 {
        signed(self.0 >> 20)
    }

    /// The scale of space: a power of 1024, meant to be at most 8.
    pub const fn space_scale(self) -> u32 {
        self.0 >> 16 & 15
    }

    /// The scale of time, meant to be at most 5.
    pub const fn time_scale(self) -> u32 {
        self.0 >> 12 & 15
    }

    /// The scale of count: a power of ten.
    pub const fn count_scale(self) -> i8 {
        signed(self.0 >> 8)
    }

    /// Whether each scale that matters is one that PCP knows.
    pub const fn are_known(self) -> bool {
        (self.space_exponent() == 0 || self.space_scale() <= Space::Yobibyte as u32)
            && (self.time_exponent() == 0 || self.time_scale() <= Time::Hour as u32)
    }
}

/// Four bits in two's complement.
const fn nibble(number: i8) -> Option<u32> {
    if number < -8 || number > 7 {
        return None;
    }
    let [byte] = number.to_le_bytes();
    Some(byte as u32 & 15)
}

/// The number in the lowest four bits, in two's complement.
const fn signed(bits: u32) -> i8 {
    let [byte, ..] = (bits << 4).to_le_bytes();
    i8::from_le_bytes([byte & 0xf0]) >> 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_have_the_bits_of_the_format() {
        assert_eq!(Units::NONE.bits(), 0);
        assert_eq!(Units::COUNT.bits(), 0x0010_0000);
        assert_eq!(Units::NONE.count(1, 3).bits(), 0x0010_0300);
        assert_eq!(Units::KIBIBYTE.bits(), 0x1001_0000);
        assert_eq!(Units::MICROSECOND.bits(), 0x0100_1000);
        assert_eq!(Units::MEBIBYTE.time(-1, Time::Second).bits(), 0x1f02_3000);
        assert_eq!(Units::KIBIBYTE.count(-1, 0).bits(), 0x10f1_0000);
        let odd = Units::NONE.space(-1, Space::Yobibyte).time(-8, Time::Hour).count(7, -8);
        assert_eq!(odd.bits(), 0xf878_5800);
        assert_eq!((odd.space_exponent(), odd.time_exponent(), odd.count_exponent()), (-1, -8, 7));
        assert_eq!((odd.space_scale(), odd.time_scale(), odd.count_scale()), (8, 5, -8));
    }

    #[test]
    fn setting_a_dimension_again_replaces_it() {
        let once = Units::NONE.space(-3, Space::Gibibyte).time(2, Time::Hour).count(-1, 4);
        let twice = Units::NONE.space(7, Space::Byte).time(-8, Time::Minute).count(7, 7);
        assert_eq!(twice.space(-3, Space::Gibibyte).time(2, Time::Hour).count(-1, 4), once);
    }

    #[test]
    fn numbers_out_of_range_make_units_that_are_not_known() {
        assert!(!Units::NONE.space(8, Space::Byte).are_known());
        assert!(!Units::NONE.time(-9, Time::Second).are_known());
        assert!(!Units::NONE.count(1, 8).are_known());
        assert!(!Units::NONE.count(-9, 0).are_known());
        assert!(Units::NONE.space(7, Space::Yobibyte).time(-8, Time::Hour).count(-8, 7).are_known());
        assert!(Units::from_bits(0x000f_f0ff).are_known(), "a scale without its dimension means nothing");
        assert!(!Units::from_bits(0x1009_0000).are_known());
        assert!(!Units::from_bits(0x0100_6000).are_known());
    }
}
