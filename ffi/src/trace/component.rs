//! Components: the tables that `glassbox trace generate` makes.

use core::ffi::{c_char, c_void};

use glassbox::trace::component::Tracepoints;

use crate::pointer::{Constant, Pointer, vouched};
use crate::status::gbx_status_t::{self, GBX_ERROR_OUT_OF_RANGE};
use crate::text::gbx_str_t;

/// A parameter is the bytes of one or more numbers, little-endian and packed.
pub const GBX_TRACE_BYTES: u32 = 0;
/// A parameter is a text that ends with a zero; `length` is not looked at. NULL is recorded as `[Null Pointer]`.
pub const GBX_TRACE_TEXT: u32 = 1;
/// A parameter is a text of `length` bytes, at most 65,535.
pub const GBX_TRACE_COUNTED: u32 = 2;

/// What a tracepoint hands over. Generated code fills it in.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_trace_parameter_t {
    /// The bytes.
    pub data: *const c_void,
    /// Their number.
    pub length: u32,
    /// `GBX_TRACE_BYTES`, `GBX_TRACE_TEXT` or `GBX_TRACE_COUNTED`.
    pub kind: u32,
}

/// A group of tracepoints of one component.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_trace_group_t {
    /// The name; its case does not matter.
    pub name: gbx_str_t,
    /// The ids of its members.
    pub members: *const u16,
    /// Their number.
    pub count: u32,
}

/// What a program's trace calls know of themselves. `glassbox trace generate` writes one for each definition file, as
/// a constant. Each table has an entry for each point.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_trace_component_t {
    /// The name; its case does not matter to a selection.
    pub name: gbx_str_t,
    /// The component that this one reports inside; empty for none.
    pub container: gbx_str_t,
    /// The file name of the catalog that prints its entries.
    pub catalog: gbx_str_t,
    /// What each point does; 0 for nothing. The program looks here before it evaluates an argument.
    pub active: *mut u8,
    /// The level up to which each point is selected.
    pub levels: *const u8,
    /// What each point marks.
    pub types: *const u8,
    /// The groups.
    pub groups: *const gbx_trace_group_t,
    /// The kinds of each point's parameters, for people and tools. NULL when nobody needs them.
    pub parameters: *const *const c_char,
    /// The template of each point, its two flags first. NULL when only a catalog has them.
    pub templates: *const gbx_str_t,
    /// How often each point was reached; `gbx_trace_hits` reads it. NULL when nobody counts.
    pub counters: *mut u64,
    /// The number of points.
    pub points: u32,
    /// The number of groups.
    pub group_count: u32,
    /// Not 0 when it cannot be selected: its points are always recorded when called.
    pub auxiliary: u8,
}

/// How often the point `id` was reached while `count` was selected for it.
///
/// Context: any. Time: constant. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT` (misaligned),
/// `GBX_ERROR_OUT_OF_RANGE` (no such point, or the component has no counters).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_trace_hits(
    component: *const gbx_trace_component_t,
    id: u32,
    hits: *mut u64,
) -> gbx_status_t {
    vouched!(component, hits);
    read(component, id, hits).into()
}

fn read(component: Constant<gbx_trace_component_t>, id: u32, hits: Pointer<u64>) -> Result<(), gbx_status_t> {
    let hits = hits.output()?;
    let tables = component.twin()?;
    let counter = usize::try_from(id).ok().and_then(|id| tables.counters().get(id));
    hits.put(counter.ok_or(GBX_ERROR_OUT_OF_RANGE)?.get());
    Ok(())
}
