//! Links: values that stand for the tree of another file.

use core::ffi::c_char;

use glassbox::inspect::block::LinkDisposition;
use glassbox::inspect::kind::Link;

use super::handles::{CHandle, gbx_node_t, handles};
use super::texts::copy;
use super::{both, create, gbx_inspect_t};
use crate::pointer::vouched;
use crate::status::gbx_status_t;
use crate::text::gbx_str_t;

/// A handle to a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct gbx_link_t {
    /// The value's block in the file.
    pub block: u32,
    /// Tells this value from others that had or will have the block.
    pub check: u32,
}

handles! {
    gbx_link_t: Link;
}

/// Creates a link below `parent` to the file with the identifier `content`. Its root is shown as a node of this name.
/// Who reads finds the file, or says that it is missing.
///
/// Context: writer. Time: that of its length. Errors: of a creation, `GBX_ERROR_LINK_CONTENT_TOO_FAR`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_create_child_link(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    content: gbx_str_t,
    out: *mut gbx_link_t,
) -> gbx_status_t {
    vouched!(state, name, content, out);
    create(state, out, both(name.get(), content.get()), |writer, (name, content)| {
        writer.create_link(parent.unwrap(), name, content, LinkDisposition::Child)
    })
}

/// Creates a link below `parent` to the file with the identifier `content`. What is in its root is shown as if it were
/// in `parent`; the name is not shown. Who reads finds the file, or says that it is missing.
///
/// Context: writer. Time: that of its length. Errors: of a creation, `GBX_ERROR_LINK_CONTENT_TOO_FAR`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_create_inline_link(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    name: gbx_str_t,
    content: gbx_str_t,
    out: *mut gbx_link_t,
) -> gbx_status_t {
    vouched!(state, name, content, out);
    create(state, out, both(name.get(), content.get()), |writer, (name, content)| {
        writer.create_link(parent.unwrap(), name, content, LinkDisposition::Inline)
    })
}

/// Copies the identifier of the file of a link into `buffer`, as `gbx_inspect_string_get` does.
///
/// Context: writer. Time: that of its length. Errors: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_link_content(
    state: *mut gbx_inspect_t,
    handle: gbx_link_t,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> gbx_status_t {
    let buffer = buffer.cast::<u8>();
    vouched!(state, buffer, length);
    copy(state, buffer, capacity, length, |writer, buffer| {
        writer.get_link_content(handle.unwrap(), buffer).map(str::len)
    })
}

/// Deletes a link. The handle is stale then.
///
/// Context: writer. Time: that of its length. Errors: of the state, of the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_link_delete(state: *mut gbx_inspect_t, handle: gbx_link_t) -> gbx_status_t {
    vouched!(state);
    state.with(|writer| writer.delete(handle.unwrap()))
}
