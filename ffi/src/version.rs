//! The version of the library, for a program to compare with the header that it was compiled with.

/// The version as one number: 10000 times the major, 100 times the minor, and the patch number.
///
/// cbindgen:ignore
pub const VERSION: u32 = 10_000 * number(env!("CARGO_PKG_VERSION_MAJOR"))
    + 100 * number(env!("CARGO_PKG_VERSION_MINOR"))
    + number(env!("CARGO_PKG_VERSION_PATCH"));

/// The version of the library that is linked, in the form of `GBX_VERSION`: a program whose header is of the same
/// version finds them equal.
///
/// Context: any. Time: constant.
#[unsafe(no_mangle)]
pub extern "C" fn gbx_version() -> u32 {
    VERSION
}

/// The number that the decimal digits say.
const fn number(digits: &str) -> u32 {
    let mut rest = digits.as_bytes();
    let mut number = 0;
    while let [digit, behind @ ..] = rest {
        number = number * 10 + (*digit - b'0') as u32;
        rest = behind;
    }
    number
}
