//! The reader: any bytes give an answer.
//!
//! [`Tree::read`] takes the bytes of a file, a snapshot of live memory or quiet memory in place, and scratch memory of
//! the caller's for an index of two words for each 16 bytes ([`scratch_words`]). It gives a [`Tree`], or an error when
//! there is no tree at all, and tells a *sink* everything that is wrong with the file. Work is proportional to the
//! bytes of the file; nothing is allocated, nothing recurses, no depth is too deep.
//!
//! ```
//! use glassbox::inspect::reader::{Options, Tree, scratch_words};
//!
//! # let file: &[u8] = &[
//! #     0, 2, 2, 0, 0x49, 0x4e, 0x53, 0x50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xe, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0x61, 0, 0, 0,
//! #     0, 4, 0, 0, 0, 1, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0,
//! # ];
//! const SCRATCH: usize = scratch_words(4096);
//! let mut scratch = [0; SCRATCH];
//! let tree = Tree::read(file, &mut scratch, Options::default(), &mut |problem| panic!("{problem:?}"))?;
//! assert_eq!(tree.root().properties().count(), 1);
//! # Ok::<(), glassbox::inspect::reader::ReadError>(())
//! ```
//!
//! With the feature `serde` a tree, a node and a value serialise to any format of serde; as JSON they are what
//! [`Tree::json`] prints, but for the plus sign that versions of `serde_json` put before an exponent.
//!
//! ```
//! # #[cfg(feature = "serde")] {
//! # use glassbox::inspect::{Config, NodeHandle, Writer, reader::{Options, Tree}};
//! # let region = glassbox::Region::<1024>::new();
//! # let mut writer = Writer::new(region.memory(), &Config::default())?;
//! # writer.create_string(NodeHandle::ROOT, "mode", "listening")?;
//! # let mut scratch = [0; 256];
//! # let tree = Tree::read(region.memory(), &mut scratch, Options::default(), &mut |_| {})?;
//! assert_eq!(serde_json::to_string(&tree)?, r#"{"root":{"mode":"listening"}}"#);
//! # }
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

#[cfg(any(feature = "json", feature = "serde"))]
mod base64;
mod content;
#[cfg(any(feature = "json", feature = "text"))]
mod double;
#[cfg(any(feature = "json", feature = "text"))]
mod envelope;
mod image;
mod index;
mod location;
mod order;
mod path;
mod print;
mod problem;
#[cfg(any(feature = "json", feature = "text"))]
mod quote;
mod selector;
#[cfg(feature = "serde")]
mod serialize;
mod skeleton;
mod snapshot;
mod stamp;
mod stitch;
mod table;
mod tree;
mod value;

#[cfg(feature = "json")]
mod json;
#[cfg(feature = "text")]
mod plain;

pub use content::{Bytes, Chars, Text};
#[cfg(any(feature = "json", feature = "text"))]
pub use envelope::{Envelope, Origin};
pub use image::Image;
pub use index::scratch_words;
#[cfg(feature = "json")]
pub use json::{EnvelopeJson, Json, ValueJson};
pub use location::{Location, LocationError, Scalar};
#[cfg(feature = "text")]
pub use plain::{EnvelopePlain, Plain};
pub use problem::{Problem, ProblemKind, ReadError, Severity, Sink};
pub use selector::{Selector, SelectorError, SelectorErrorKind};
#[cfg(feature = "serde")]
pub use serialize::MAXIMUM_DEPTH;
pub use snapshot::{Patience, Snapshot, copy_unlocked};
pub use stamp::Stamp;
pub use stitch::LinkedFile;
pub use tree::{Entries, Entry, Link, Links, Node, Options, Property, Sequence, Step, Summary, Tree, Walk};
pub use value::{Array, Counts, Element, Histogram, HistogramKind, Number, Value};
