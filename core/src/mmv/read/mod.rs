//! Reading MMV files of all versions and both byte orders, whatever their bytes are (section 13 of the format).
//!
//! ```
//! use glassbox::mmv::read::Image;
//! let mut file = [0; 208];
//! # let bytes: &mut [u8] = &mut file;
//! # bytes[..28].copy_from_slice(b"MMV\0\x01\0\0\0\x07\0\0\0\0\0\0\0\x07\0\0\0\0\0\0\0\x02\0\0\0");
//! # bytes[40..72].copy_from_slice(b"\x03\0\0\0\x01\0\0\0\x48\0\0\0\0\0\0\0\x04\0\0\0\x01\0\0\0\xb0\0\0\0\0\0\0\0");
//! # bytes[72] = b'c'; bytes[140] = 3; bytes[144] = 1; bytes[176] = 7; bytes[192] = 72;
//! let image = Image::read(&file)?;
//! let metric = image.metrics().next().unwrap();
//! assert_eq!(metric.name.unwrap().to_str(), Some("c"));
//! let values = image.values_of(&metric);
//! assert!(values.map(|record| record.value).eq([Some(glassbox::mmv::read::Value::U64(7))]));
//! image.check(&mut |problem| panic!("{} at {}", problem.kind.message(), problem.offset));
//! # Ok::<(), glassbox::mmv::read::FileError>(())
//! ```

mod check;
mod fields;
mod image;
mod index;
#[cfg(feature = "json")]
mod json;
mod live;
#[cfg(feature = "text")]
mod pminfo;
mod problem;
mod record;
mod value;

pub use crate::mmv::text::Text;
pub use check::Summary;
pub use fields::ByteOrder;
pub use image::Image;
pub use live::{LiveError, Snapshot, Source, snapshot};
pub use problem::{FileError, Problem, ProblemKind, Severity};
pub use record::{Indom, Instance, Label, Metric};
pub use value::{Value, ValueRecord};
