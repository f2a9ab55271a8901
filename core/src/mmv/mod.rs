//! MMV: metrics that Performance Co-Pilot exports, in memory that the program owns.
//!
//! A program declares its metrics in constant tables ([`Registry`]), lays them out in memory ([`Writer`]), and updates
//! values through handles that cost a few instructions. The memory is an MMV file, byte for byte: copied to
//! `$PCP_TMP_DIR/mmv/NAME`, or mapped from there, it is what PCP's own collector reads. [`read`] reads such files of any
//! version, byte order and state.

mod adopt;
mod build;
mod codes;
mod edit;
mod interval;
mod label;
mod layout;
mod names;
mod number;
mod order;
mod pen;
mod print;
#[cfg(feature = "read")]
pub mod read;
mod registry;
mod rules;
mod sort;
mod string;
mod tables;
mod text;
mod units;
mod validate;
mod writer;

pub use adopt::NotMoved;
pub use codes::{
    CLUSTER_MAXIMUM, Flags, INDOMS_MAXIMUM, INLINE_NAME_MAXIMUM, ITEM_MAXIMUM, LABEL_DEPTH_MAXIMUM, LABEL_MAXIMUM,
    LABELS_MAXIMUM, LabelFlags, METRICS_MAXIMUM, SERIAL_MAXIMUM, SERIAL_SAFE, Scope, Semantics, TEXT_MAXIMUM, Type,
    Version,
};
pub use edit::Edit;
pub use interval::Interval;
#[cfg(not(any(target_has_atomic = "64", target_has_atomic = "32")))]
pub use number::{Exclusive, Guarded, Number};
#[cfg(any(target_has_atomic = "64", target_has_atomic = "32"))]
pub use number::{Exclusive, Guarded, Number, Shareable, Shared};
pub use registry::{Indom, Instance, Label, Metric, Registry};
pub use rules::{Refusal, Rule, Subject, Surprise, Warning};
pub use string::{BadText, TextValue};
pub use tables::{Buffering, Counts, FileEntry, IndomEntry, InstanceEntry, LabelEntry, MetricEntry, Tables, Target};
pub use text::Text;
pub use units::{Space, Time, Units};
pub use validate::{is_file_name, warnings};
pub use writer::{Draft, Handle, LookUpError, Writer, required_size};
