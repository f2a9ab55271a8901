//! Inspect from C: a tree of named, typed properties in memory, which others read while it is written.

mod handles;

// In the order in which the header is to show them.
mod state;

mod nodes;

mod numbers;

mod texts;

pub use handles::{gbx_bool_t, gbx_bytes_t, gbx_double_t, gbx_int_t, gbx_node_t, gbx_string_t, gbx_uint_t};
pub use nodes::*;
pub use numbers::*;
pub use state::*;
pub use texts::*;

use glassbox::inspect::kind::Kind;
use glassbox::inspect::{Error, Handle, Writer};

use crate::pointer::Pointer;
use crate::status::gbx_status_t;
use handles::CHandle;

/// Does something with the writer of a state, when nobody else is inside.
#[inline(always)]
fn with(state: Pointer<gbx_inspect_t>, f: impl FnOnce(&mut Writer<'static>) -> Result<(), Error>) -> gbx_status_t {
    state.with(|writer| Ok(f(writer)?)).into()
}

/// The same, with an output that is left alone when it fails.
#[inline(always)]
fn get<T: Copy>(
    state: Pointer<gbx_inspect_t>,
    out: Pointer<T>,
    f: impl FnOnce(&mut Writer<'static>) -> Result<T, Error>,
) -> gbx_status_t {
    let got = out.output().and_then(|out| {
        let value = state.with(|writer| Ok(f(writer)?))?;
        out.put(value);
        Ok(())
    });
    got.into()
}

/// Creates a value from checked arguments. The output becomes the null handle when that fails.
#[inline(always)]
fn create<H: CHandle, A>(
    state: Pointer<gbx_inspect_t>,
    out: Pointer<H>,
    arguments: Result<A, gbx_status_t>,
    f: impl FnOnce(&mut Writer<'static>, A) -> Result<Handle<H::Kind>, Error>,
) -> gbx_status_t {
    let out = match out.output() {
        Ok(out) => out,
        Err(status) => return status,
    };
    let created = arguments.and_then(|arguments| state.with(|writer| Ok(f(writer, arguments)?)));
    out.put(created.map_or(H::NULL, H::wrap));
    created.map(drop).into()
}

/// Creates a value from checked arguments, and gives up its handle.
#[inline(always)]
fn record<K: Kind, A>(
    state: Pointer<gbx_inspect_t>,
    arguments: Result<A, gbx_status_t>,
    f: impl FnOnce(&mut Writer<'static>, A) -> Result<Handle<K>, Error>,
) -> gbx_status_t {
    let recorded = arguments.and_then(|arguments| {
        state.with(|writer| {
            let handle = f(writer, arguments)?;
            Ok(writer.record(handle)?)
        })
    });
    recorded.into()
}

/// Two checked arguments.
#[inline(always)]
fn both<A, B>(one: Result<A, gbx_status_t>, other: Result<B, gbx_status_t>) -> Result<(A, B), gbx_status_t> {
    Ok((one?, other?))
}
