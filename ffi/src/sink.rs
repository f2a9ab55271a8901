//! Where output goes: a function of the program's, which is given one piece after the other, so that no buffer is
//! needed.

use core::ffi::{c_char, c_void};
use core::fmt;

use crate::status::gbx_status_t::{self, GBX_ERROR_STOPPED};

/// Takes a piece of output, which is whole characters of UTF-8. Gives true to go on, and false to stop, for example
/// because the disk is full.
pub type gbx_sink_write_t = Option<extern "C" fn(context: *mut c_void, data: *const c_char, size: usize) -> bool>;

/// Where output goes.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_sink_t {
    /// Given to the function.
    pub context: *mut c_void,
    /// Takes a piece of output.
    pub write: gbx_sink_write_t,
}

/// A sink as a writer of Rust.
pub struct Sink {
    context: *mut c_void,
    write: extern "C" fn(*mut c_void, *const c_char, usize) -> bool,
}

impl Sink {
    /// Lets `print` print into a sink.
    pub fn print(sink: gbx_sink_t, print: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) -> Result<(), gbx_status_t> {
        let write = sink.write.ok_or(gbx_status_t::GBX_ERROR_NULL)?;
        print(&mut Self { context: sink.context, write }).map_err(|_| GBX_ERROR_STOPPED)
    }
}

impl fmt::Write for Sink {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if (self.write)(self.context, text.as_ptr().cast(), text.len()) { Ok(()) } else { Err(fmt::Error) }
    }
}
