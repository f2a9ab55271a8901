//! Inspect from C: a tree of named, typed properties in memory, which others read while it is written.

mod counting;
mod handles;

// In the order in which the header is to show them.
mod state;

mod nodes;

mod numbers;

mod texts;

mod fixed_texts;

mod arrays;

mod string_arrays;

mod linear_histograms;

mod exponential_histograms;

mod links;

mod any;

mod health;

mod stats;

mod lists;

mod find;

mod freeze;

mod adopt;

mod reader;

mod cursor;

mod location;

pub use adopt::*;
pub use any::*;
pub use arrays::*;
pub use cursor::*;
pub use exponential_histograms::*;
pub use find::*;
pub use fixed_texts::*;
pub use freeze::*;
pub use handles::{gbx_bool_t, gbx_bytes_t, gbx_double_t, gbx_int_t, gbx_node_t, gbx_string_t, gbx_uint_t};
pub use health::*;
pub use linear_histograms::*;
pub use links::*;
pub use lists::*;
pub use location::*;
pub use nodes::*;
pub use numbers::*;
pub use reader::*;
pub use state::*;
pub use stats::*;
pub use string_arrays::*;
pub use texts::*;

use glassbox::inspect::kind::{Kind, Number, Scalar};
use glassbox::inspect::{Error, Handle, Writer};

use crate::pointer::Pointer;
use crate::status::gbx_status_t;
use handles::CHandle;

/// Does something with the writer of a state, and puts out what it gives. The output is left alone when it fails.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn get<T: Copy>(
    state: Pointer<gbx_inspect_t>,
    out: Pointer<T>,
    f: impl FnOnce(&mut Writer<'static>) -> Result<T, Error>,
) -> gbx_status_t {
    let out = match out.output() {
        Ok(out) => out,
        Err(status) => return status,
    };
    state.with(|writer| f(writer).map(|value| out.put(value)))
}

/// Does something with the writer of a state and a checked argument.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn with<A>(
    state: Pointer<gbx_inspect_t>,
    argument: Result<A, gbx_status_t>,
    f: impl FnOnce(&mut Writer<'static>, A) -> Result<(), Error>,
) -> gbx_status_t {
    match argument {
        Ok(argument) => state.with(|writer| f(writer, argument)),
        Err(status) => status,
    }
}

/// Sets a number or a bool.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn set<H: CHandle>(state: Pointer<gbx_inspect_t>, handle: H, value: <H::Kind as Scalar>::Value) -> gbx_status_t
where
    H::Kind: Scalar,
{
    state.quickly(|writer| writer.change(handle.unwrap(), |_| value), || set_thoroughly(state, handle, value))
}

#[inline(never)]
fn set_thoroughly<H: CHandle>(
    state: Pointer<gbx_inspect_t>,
    handle: H,
    value: <H::Kind as Scalar>::Value,
) -> gbx_status_t
where
    H::Kind: Scalar,
{
    state.update(|writer| writer.set(handle.unwrap(), value))
}

/// Adds to a number.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn add<H: CHandle>(state: Pointer<gbx_inspect_t>, handle: H, by: <H::Kind as Scalar>::Value) -> gbx_status_t
where
    H::Kind: Number,
{
    state.quickly(
        |writer| writer.change(handle.unwrap(), |value| H::Kind::plus(value, by)),
        || add_thoroughly(state, handle, by),
    )
}

#[inline(never)]
fn add_thoroughly<H: CHandle>(state: Pointer<gbx_inspect_t>, handle: H, by: <H::Kind as Scalar>::Value) -> gbx_status_t
where
    H::Kind: Number,
{
    state.update(|writer| writer.add(handle.unwrap(), by))
}

/// Subtracts from a number.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn subtract<H: CHandle>(state: Pointer<gbx_inspect_t>, handle: H, by: <H::Kind as Scalar>::Value) -> gbx_status_t
where
    H::Kind: Number,
{
    state.quickly(
        |writer| writer.change(handle.unwrap(), |value| H::Kind::minus(value, by)),
        || subtract_thoroughly(state, handle, by),
    )
}

#[inline(never)]
fn subtract_thoroughly<H: CHandle>(
    state: Pointer<gbx_inspect_t>,
    handle: H,
    by: <H::Kind as Scalar>::Value,
) -> gbx_status_t
where
    H::Kind: Number,
{
    state.update(|writer| writer.subtract(handle.unwrap(), by))
}

/// Creates a value from checked arguments. The output becomes the null handle when that fails.
#[cfg_attr(target_pointer_width = "64", inline(always))]
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
    out.put(H::NULL);
    with(state, arguments, |writer, arguments| f(writer, arguments).map(|handle| out.put(H::wrap(handle))))
}

/// Creates a value from checked arguments, and gives up its handle.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn record<K: Kind, A>(
    state: Pointer<gbx_inspect_t>,
    arguments: Result<A, gbx_status_t>,
    f: impl FnOnce(&mut Writer<'static>, A) -> Result<Handle<K>, Error>,
) -> gbx_status_t {
    with(state, arguments, |writer, arguments| {
        let handle = f(writer, arguments)?;
        writer.record(handle)
    })
}

/// Two checked arguments.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn both<A, B>(one: Result<A, gbx_status_t>, other: Result<B, gbx_status_t>) -> Result<(A, B), gbx_status_t> {
    Ok((one?, other?))
}
