//! MMV: metrics that Performance Co-Pilot exports, in memory that the program owns.

mod codes;
mod label;
mod names;
#[cfg(feature = "read")]
pub mod read;
mod sort;
mod units;

pub use codes::{
    CLUSTER_MAXIMUM, Flags, INDOMS_MAXIMUM, INLINE_NAME_MAXIMUM, ITEM_MAXIMUM, LABEL_DEPTH_MAXIMUM, LABEL_MAXIMUM,
    LABELS_MAXIMUM, LabelFlags, METRICS_MAXIMUM, SERIAL_MAXIMUM, SERIAL_SAFE, Scope, Semantics, TEXT_MAXIMUM, Type,
    Version,
};
pub use units::{Space, Time, Units};
