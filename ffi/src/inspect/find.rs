//! Finding values that the program has no handle to: after adopting a file.

use glassbox::inspect::Error;

use super::arrays::{gbx_double_array_t, gbx_int_array_t, gbx_uint_array_t};
use super::exponential_histograms::{
    gbx_double_exponential_histogram_t, gbx_int_exponential_histogram_t, gbx_uint_exponential_histogram_t,
};
use super::fixed_texts::gbx_text_t;
use super::gbx_inspect_t;
use super::handles::{CHandle, gbx_bool_t, gbx_bytes_t, gbx_double_t, gbx_int_t, gbx_node_t, gbx_string_t, gbx_uint_t};
use super::linear_histograms::{
    gbx_double_linear_histogram_t, gbx_int_linear_histogram_t, gbx_uint_linear_histogram_t,
};
use super::links::gbx_link_t;
use super::string_arrays::gbx_string_array_t;
use crate::pointer::{Pointer, Text, vouched};
use crate::status::gbx_status_t::{self, GBX_ERROR_NOT_FOUND};
use crate::text::gbx_str_t;

/// Finds a node that is called `name`, directly below `parent`. Among several it takes the one in the first block.
///
/// Context: writer. Time: a look at each block of the file. Errors: of the state, of the parent's handle,
/// `GBX_ERROR_NULL` (`out`, `name`), `GBX_ERROR_INVALID_UTF8`, `GBX_ERROR_NOT_FOUND`; `out` becomes the null handle
/// then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_find_node(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_node_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    find(state, parent, &name, out)
}

/// Finds a signed integer that is called `name`, directly below `parent`.
///
/// Context, time and errors: as `gbx_inspect_find_node`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_find_int(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_int_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    find(state, parent, &name, out)
}

/// Finds an unsigned integer that is called `name`, directly below `parent`.
///
/// Context, time and errors: as `gbx_inspect_find_node`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_find_uint(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_uint_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    find(state, parent, &name, out)
}

/// Finds a floating-point number that is called `name`, directly below `parent`.
///
/// Context, time and errors: as `gbx_inspect_find_node`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_find_double(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_double_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    find(state, parent, &name, out)
}

/// Finds a value that is true or false that is called `name`, directly below `parent`.
///
/// Context, time and errors: as `gbx_inspect_find_node`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_find_bool(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_bool_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    find(state, parent, &name, out)
}

/// Finds a string that is called `name`, directly below `parent`.
///
/// Context, time and errors: as `gbx_inspect_find_node`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_find_string(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_string_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    find(state, parent, &name, out)
}

/// Finds bytes that are called `name`, directly below `parent`.
///
/// Context, time and errors: as `gbx_inspect_find_node`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_find_bytes(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_bytes_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    find(state, parent, &name, out)
}

/// Finds an array of signed integers that is called `name`, directly below `parent`.
///
/// Context, time and errors: as `gbx_inspect_find_node`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_find_int_array(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_int_array_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    find(state, parent, &name, out)
}

/// Finds an array of unsigned integers that is called `name`, directly below `parent`.
///
/// Context, time and errors: as `gbx_inspect_find_node`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_find_uint_array(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_uint_array_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    find(state, parent, &name, out)
}

/// Finds an array of floating-point numbers that is called `name`, directly below `parent`.
///
/// Context, time and errors: as `gbx_inspect_find_node`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_find_double_array(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_double_array_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    find(state, parent, &name, out)
}

/// Finds an array of strings that is called `name`, directly below `parent`.
///
/// Context, time and errors: as `gbx_inspect_find_node`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_find_string_array(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_string_array_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    find(state, parent, &name, out)
}

/// Finds a histogram of signed integers, with buckets of one width, that is called `name`, directly below `parent`.
///
/// Context, time and errors: as `gbx_inspect_find_node`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_find_int_linear_histogram(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_int_linear_histogram_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    find(state, parent, &name, out)
}

/// Finds a histogram of unsigned integers, with buckets of one width, that is called `name`, directly below `parent`.
///
/// Context, time and errors: as `gbx_inspect_find_node`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_find_uint_linear_histogram(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_uint_linear_histogram_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    find(state, parent, &name, out)
}

/// Finds a histogram of floating-point numbers, with buckets of one width, that is called `name`, directly below
/// `parent`.
///
/// Context, time and errors: as `gbx_inspect_find_node`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_find_double_linear_histogram(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_double_linear_histogram_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    find(state, parent, &name, out)
}

/// Finds a histogram of signed integers, with buckets that grow by a factor, that is called `name`, directly below
/// `parent`.
///
/// Context, time and errors: as `gbx_inspect_find_node`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_find_int_exponential_histogram(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_int_exponential_histogram_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    find(state, parent, &name, out)
}

/// Finds a histogram of unsigned integers, with buckets that grow by a factor, that is called `name`, directly below
/// `parent`.
///
/// Context, time and errors: as `gbx_inspect_find_node`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_find_uint_exponential_histogram(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_uint_exponential_histogram_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    find(state, parent, &name, out)
}

/// Finds a histogram of floating-point numbers, with buckets that grow by a factor, that is called `name`, directly
/// below `parent`.
///
/// Context, time and errors: as `gbx_inspect_find_node`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_find_double_exponential_histogram(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_double_exponential_histogram_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    find(state, parent, &name, out)
}

/// Finds a text of fixed capacity that is called `name`, directly below `parent`.
///
/// Context, time and errors: as `gbx_inspect_find_node`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_find_text(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_text_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    find(state, parent, &name, out)
}

/// Finds a link that is called `name`, directly below `parent`.
///
/// Context, time and errors: as `gbx_inspect_find_node`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_find_link(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    out: *mut gbx_link_t,
) -> gbx_status_t {
    vouched!(state, name, out);
    find(state, parent, &name, out)
}

#[cfg_attr(target_pointer_width = "64", inline(always))]
fn find<H: CHandle>(state: Pointer<gbx_inspect_t>, parent: gbx_node_t, name: &Text, out: Pointer<H>) -> gbx_status_t {
    let out = match out.output() {
        Ok(out) => out,
        Err(status) => return status,
    };
    out.put(H::NULL);
    let name = match name.get() {
        Ok(name) => name,
        Err(status) => return status,
    };
    state.with(|writer| {
        let found = writer.find(parent.unwrap(), name).map_err(|error: Error| gbx_status_t::from(error))?;
        out.put(H::wrap(found.ok_or(GBX_ERROR_NOT_FOUND)?));
        Ok::<_, gbx_status_t>(())
    })
}
