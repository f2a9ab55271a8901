//! Counting values in histograms, which is the same for all kinds of them.

use glassbox::inspect::kind::{Histogram, Scalar};

use super::gbx_inspect_t;
use super::handles::CHandle;
use crate::pointer::Pointer;
use crate::status::gbx_status_t;

/// What a histogram counts.
type Element<H> = <<<H as CHandle>::Kind as Histogram>::Element as Scalar>::Value;

/// Counts a value. One body is enough for the functions that count once and that count many times: they come here by a
/// jump.
#[inline(never)]
pub fn count<H: CHandle>(state: Pointer<gbx_inspect_t>, handle: H, value: Element<H>, times: u64) -> gbx_status_t
where
    H::Kind: Histogram,
{
    state
        .quickly(|writer| writer.count(handle.unwrap(), value, times), || count_thoroughly(state, handle, value, times))
}

#[inline(never)]
fn count_thoroughly<H: CHandle>(state: Pointer<gbx_inspect_t>, handle: H, value: Element<H>, times: u64) -> gbx_status_t
where
    H::Kind: Histogram,
{
    state.update(|writer| writer.insert_multiple(handle.unwrap(), value, times))
}
