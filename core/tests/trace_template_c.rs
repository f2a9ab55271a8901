//! Templates print what the C library of the machine prints: every flag, width, precision and letter, on numbers of
//! every magnitude.
#![cfg(all(unix, not(miri)))]

use std::ffi::{CStr, CString, c_char, c_int};

use glassbox::trace::template::{Fit, Parameters, print};
use glassbox::trace::{ByteOrder, PointerSize};

unsafe extern "C" {
    fn snprintf(to: *mut c_char, size: usize, format: *const c_char, ...) -> c_int;
}

#[derive(Clone, Copy, Debug)]
enum Number {
    Whole(u64),
    Float(f64),
}

/// What C makes of it.
fn by_c(format: &str, number: Number) -> String {
    let format = CString::new(format).unwrap();
    let mut buffer: Vec<c_char> = vec![0; 10_000];
    let (to, size) = (buffer.as_mut_ptr(), buffer.len());
    match number {
        // SAFETY: the buffer has the size that is stated, and the formats below take exactly one argument of this type.
        Number::Whole(number) => unsafe { snprintf(to, size, format.as_ptr(), number) },
        // SAFETY: as above.
        Number::Float(number) => unsafe { snprintf(to, size, format.as_ptr(), number) },
    };
    // SAFETY: snprintf ends what it writes with a NUL, inside the buffer.
    unsafe { CStr::from_ptr(buffer.as_ptr()) }.to_str().unwrap().to_owned()
}

fn by_glassbox(format: &str, number: Number) -> String {
    let bytes = match number {
        Number::Whole(number) => number.to_le_bytes(),
        Number::Float(number) => number.to_le_bytes(),
    };
    let mut out = String::new();
    let parameters = Parameters { bytes: &bytes, order: ByteOrder::Little, pointer: PointerSize::Eight };
    assert_eq!(print(format.as_bytes(), parameters, &mut out), Ok(Fit::Exact));
    out
}

/// A small generator of numbers, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        let len = u64::try_from(from.len()).unwrap();
        from[usize::try_from(self.next() % len).unwrap()]
    }
}

fn format(random: &mut Random, letters: &[&str]) -> String {
    let mut format = String::from("%");
    for flag in ["-", "+", " ", "#", "0"] {
        if random.next().is_multiple_of(3) {
            format += flag;
        }
    }
    format += random.choose(&["", "", "1", "7", "30", "400"]);
    format += random.choose(&["", "", ".", ".0", ".1", ".3", ".9", ".17", ".40", ".1100"]);
    format + random.choose(letters)
}

#[test]
fn integers_print_as_in_c() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..60_000 {
        let format = format(&mut random, &["lld", "lli", "llu", "llx", "llX", "llo"]);
        let number = match random.next() % 4 {
            0 => random.choose(&[0, 1, 7, 8, u64::MAX, 1 << 63, (1 << 63) - 1]),
            _ => random.next() >> (random.next() % 64),
        };
        // The compilers of C warn of flags that have no meaning for a letter; the library ignores them, and so do we.
        let number = Number::Whole(number);
        assert_eq!(by_glassbox(&format, number), by_c(&format, number), "{format} of {number:?}");
    }
}

#[test]
fn floating_point_numbers_print_as_in_c() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let special = [
        0.0,
        -0.0,
        0.5,
        1.5,
        2.5,
        0.125,
        0.375,
        9.5,
        99.5,
        999_999.5,
        9.999_999_5,
        1e15,
        1e16,
        1e17,
        1e21,
        1e22,
        1e23,
        1e-4,
        1e-5,
        0.000_099_999_95,
        123_456.5,
        f64::MAX,
        f64::MIN_POSITIVE,
        5e-324,
        f64::EPSILON,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        -f64::NAN,
        9_007_199_254_740_993.0,
        0.1,
        0.3,
        1e308,
        4.35,
        0.045,
    ];
    for round in 0..60_000 {
        let mut format = format(&mut random, &["f", "e", "E", "g", "G", "lf"]);
        if format.ends_with(['g', 'G']) {
            // Some C libraries drop the zeros that the flag should keep when rounding adds a digit.
            format = format.replace('#', "");
        }
        let number = match round % 4 {
            0 => random.choose(&special),
            1 => f64::from_bits(random.next()),
            // Numbers with few bits, where ties are frequent.
            2 => f64::from(i32::try_from(random.next() % 4_000_000).unwrap() - 2_000_000) / 64.0,
            _ => f64::from(u32::try_from(random.next() >> 32).unwrap()) * 1e-6,
        };
        let number = Number::Float(number);
        assert_eq!(by_glassbox(&format, number), by_c(&format, number), "{format} of {number:?}");
    }
}

#[test]
fn the_alternate_general_form_keeps_its_zeros() {
    for (format, number, expected) in [
        ("%#g", 1.0, "1.00000"),
        ("%#G", 999_999.5, "1.00000E+06"),
        ("%#g", 0.0, "0.00000"),
        ("%#.3g", 123.4, "123."),
        ("%#.0g", 3.0, "3."),
        ("%#.3g", 0.0001, "0.000100"),
    ] {
        assert_eq!(by_glassbox(format, Number::Float(number)), expected, "{format} of {number}");
    }
}
