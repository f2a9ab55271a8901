//! MMV from C: metrics that Performance Co-Pilot exports, declared in constant tables and kept in the program's memory.

// In the order in which the header is to show them.
mod tables;

mod refusal;

mod state;

mod values;

mod numbers;

mod strings;

mod elapsed;

mod reader;

mod records;

pub use elapsed::*;
pub use numbers::*;
pub use reader::*;
pub use records::*;
pub use refusal::*;
pub use state::*;
pub use strings::*;
pub use tables::*;
pub use values::*;

use crate::pointer::{Output, Pointer};
use crate::status::gbx_status_t::{self, GBX_OK};

/// Does something that may fail.
#[inline]
fn status(f: impl FnOnce() -> Result<(), gbx_status_t>) -> gbx_status_t {
    f().err().unwrap_or(GBX_OK)
}

/// Puts out what `f` gives. The output is left alone when that fails.
#[inline]
fn give<T: Copy>(out: Pointer<T>, f: impl FnOnce() -> Result<T, gbx_status_t>) -> gbx_status_t {
    status(|| {
        let out = out.output()?;
        out.put(f()?);
        Ok(())
    })
}

/// Puts out the handle that `f` gives, and the null handle when that fails.
#[inline]
fn give_handle<T: Copy>(out: Pointer<T>, null: T, f: impl FnOnce() -> Result<T, gbx_status_t>) -> gbx_status_t {
    status(|| {
        let out: Output<T> = out.output()?;
        out.put(null);
        out.put(f()?);
        Ok(())
    })
}
