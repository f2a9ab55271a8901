//! Texts that C gives: an address and a length, so that no terminating zero is needed and none is forbidden.

use core::ffi::c_char;

/// A text that the caller owns: `size` bytes of UTF-8 at `data`, without a terminating zero. `data` may be NULL when
/// `size` is 0. `GBX_STR("literal")` makes one.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_str_t {
    /// The first byte.
    pub data: *const c_char,
    /// The number of bytes.
    pub size: usize,
}

impl From<&str> for gbx_str_t {
    fn from(text: &str) -> Self {
        Self { data: text.as_ptr().cast(), size: text.len() }
    }
}
