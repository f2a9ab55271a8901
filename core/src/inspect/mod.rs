//! Inspect: a tree of named, typed properties in memory, which others read while it is written.
//!
//! A program writes its state through an [`Inspector`], or through a [`Writer`] where it brings its own lock. Whoever can
//! read the memory reads the tree: with [`reader`], with the tool `glassbox`, or with Fuchsia's own tools, whose format this
//! is. There is one writer and any number of readers; the generation in the header tells a reader whether its copy was true
//! at one moment.
//!
//! # Values
//!
//! ```
//! # use glassbox::{Region, inspect::{Config, Error, Inspector}, lock::Exclusive};
//! # let region = Region::<8192>::new();
//! let inspector = Inspector::<Exclusive>::new(region.memory(), &Config::default())?;
//! let radio = inspector.root().create_node("radio")?;
//! let signal = radio.create_int("signal_dbm", -71)?;
//! let packets = radio.create_uint("packets", 0)?;
//! let state = radio.create_string("state", "searching")?;
//!
//! packets.add(1);              // numbers return nothing: telemetry must not be in the way
//! signal.try_set(-68)?;        // each has a twin that says what went wrong
//! state.set("connected")?;     // texts may find no room
//! assert_eq!(packets.get()?, 1);
//!
//! drop(signal);                // a dropped handle deletes its property
//! radio.record_double("firmware", 4.2)?; // recorded: goes with its node
//! # Ok::<(), Error>(())
//! ```
//!
//! # Arrays, histograms, texts of fixed capacity
//!
//! ```
//! # use glassbox::{Region, inspect::{Config, Error, Inspector}, lock::Exclusive};
//! # let region = Region::<8192>::new();
//! # let inspector = Inspector::<Exclusive>::new(region.memory(), &Config::default())?;
//! # let root = inspector.root();
//! let channels = root.create_uint_array("channels", 16)?;
//! channels.add_at(3, 1);
//! let peers = root.create_string_array("peers", 4)?;
//! peers.set_at(0, "alpha")?;
//!
//! // Ten buckets of 5 ms, and one each for what is below and above.
//! let latency = root.create_uint_linear_histogram("latency_ms", 0, 5, 10)?;
//! latency.insert(12);
//! // [0, 1) [1, 2) [2, 4) [4, 8) ...
//! let sizes = root.create_uint_exponential_histogram("sizes", 0, 1, 2, 16)?;
//! sizes.insert_multiple(1500, 20);
//!
//! // Set in place, in bounded time, without allocating: for interrupts and control loops.
//! let line = root.create_text("last_command", 56)?;
//! line.set("AT+CSQ")?;
//! # Ok::<(), Error>(())
//! ```
//!
//! # Transactions and groups
//!
//! ```
//! # use glassbox::{Region, inspect::{Config, Error, Inspector, ValueList}, lock::Exclusive};
//! # let region = Region::<8192>::new();
//! # let inspector = Inspector::<Exclusive>::new(region.memory(), &Config::default())?;
//! # let root = inspector.root();
//! let (sent, lost) = (root.create_uint("sent", 0)?, root.create_uint("lost", 0)?);
//! inspector.transaction(|| {
//!     sent.add(1);
//!     lost.add(1);
//! })?; // readers see both or neither
//!
//! let mut health = root.create_health(1_000_000)?; // nanoseconds of a clock of your own
//! health.set_unhealthy("no antenna")?;
//! let stats = root.create_stats()?;
//! stats.update()?;
//!
//! let mut log = root.create_bounded_list::<8>("log")?; // the oldest entry goes when there are eight
//! log.push(|writer, entry| writer.create_string(entry, "event", "reset").map(|_| ()))?;
//!
//! let mut connection = ValueList::<_, 4>::new(&inspector);
//! assert!(connection.add(root.create_string("peer", "10.0.0.7")?).is_ok());
//! connection.clear()?; // all values of the list go in one section
//! # Ok::<(), Error>(())
//! ```
//!
//! # Names, links, moving
//!
//! ```
//! # use glassbox::{Region, inspect::{Config, Error, Inspector, block::LinkDisposition}, lock::Exclusive};
//! # let region = Region::<8192>::new();
//! # let inspector = Inspector::<Exclusive>::new(region.memory(), &Config::default())?;
//! # let root = inspector.root();
//! let mut buffer = [0; 32];
//! let name = inspector.unique_name("connection-", &mut buffer)?;
//! let connection = root.create_node(name)?;
//!
//! // The tree of another file, which a reader finds by its identifier.
//! let modem = root.create_link("modem", "modem.inspect", LinkDisposition::Child)?;
//!
//! let archive = root.create_node("closed")?;
//! connection.reparent(&archive)?;
//! assert_eq!(archive.reparent(&connection), Err(Error::WouldCycle));
//! # Ok::<(), Error>(())
//! ```
//!
//! # Copies, the end, and a second life
//!
//! ```
//! # use glassbox::{Region, inspect::{Adoption, Config, Error, Inspector, kind, reader::scratch_words}, lock::Exclusive};
//! static SURVIVES_A_RESET: Region<4096> = Region::new();
//!
//! let inspector = Inspector::<Exclusive>::unstarted(SURVIVES_A_RESET.memory());
//! let mut scratch = [0; scratch_words(4096)];
//! match inspector.adopt_or_start(&Config::default(), &mut scratch)? {
//!     Adoption::Whole | Adoption::Closed => {} // what the previous boot knew is still in the tree
//!     Adoption::Fresh(_reason) => {}           // nothing that could be trusted was there
//! }
//! let boots = match inspector.root().find::<kind::Uint>("boots")? {
//!     Some(boots) => boots,
//!     None => inspector.root().create_uint("boots", 0)?,
//! };
//! boots.add(1);
//!
//! let mut copy = [0; 4096];
//! let frozen = inspector.frozen_copy(&mut copy)?; // a file that says that nobody changes it
//! inspector.freeze()?;                            // and now the file itself
//! assert_eq!(boots.try_set(0), Err(Error::Frozen));
//! # Ok::<(), Error>(())
//! ```
//!
//! # What it costs
//!
//! On an AMD EPYC of 2026 under virtualisation, rustc 1.95, optimisation level 3, `cargo xtask bench inspect`. *LI* is one
//! uncontended locked increment, 2.5 ns there.
//!
//! | operation | ns | beside |
//! |---|---|---|
//! | add to a number, `Exclusive` | 3.1 | 1.2 LI |
//! | set a number, `Exclusive` | 2.7 | 1.1 LI |
//! | add to a number, `Spin` | 3.6 | 1.4 LI |
//! | create and delete a number, name in use | 33 | 13 LI |
//! | the same, new name | 43 | 17 LI |
//! | the same, cut from a block of 2048 bytes and merged again | 69 | 28 LI |
//! | set a string to 4 bytes, both texts known | 20 | 8 LI |
//! | the same, new text | 31 | 12 LI |
//! | set a string to 10,000 bytes | 350 | 2.3 memcpy |
//! | add to a slot of an array | 3.6 | 1.4 LI |
//! | insert into a linear histogram, any size | 6.2 | 2.5 LI |
//! | insert into an exponential histogram, any size | 6.8 | 2.8 LI |
//! | set a text of fixed capacity to 4 bytes | 13 | 5.3 LI |
//! | set a slot of a string array, texts known | 20 | 8 LI |
//! | push an entry with 3 values to a full bounded list | 390 | 155 LI |
//! | adopt a file of 1 MiB | 1,600,000 |  |
//! | snapshot of 4 KiB | 95 | 1.8 memcpy |
//! | snapshot of 256 KiB | 8,400 | 1.2 memcpy |
//! | snapshot of 1 MiB | 27,000 | 1.0 memcpy |
//! | index, check and walk a tree, each value | 9.7 | 4 LI |
//!
//! Space: a number whose name is in use takes 16 bytes; with a name of its own of up to 4 bytes 32, up to 20 bytes 48, up to
//! 52 bytes 80. The writer itself is [`size_of::<Writer>()`](Writer) bytes, 192 at most; the book takes an eighth of the file and
//! a 32nd of the region.

pub mod block;
mod blocks;
mod book;
mod buckets;
mod decimal;
mod error;
mod handle;
mod heap;
mod inspector;
pub mod kind;
#[cfg(feature = "read")]
pub mod reader;
mod strings;
mod writer;

pub use book::{BookPlace, Config};
pub use error::Error;
pub use handle::{
    BoolHandle, BytesHandle, DoubleArrayHandle, DoubleHandle, FixedTextHandle, Handle, IntArrayHandle, IntHandle,
    LinkHandle, NodeHandle, StringArrayHandle, StringHandle, UintArrayHandle, UintHandle,
};
pub use inspector::{
    Bool, BoundedListNode, Bytes, Double, DoubleArray, FixedText, HealthNode, Inspector, Int, IntArray, Link, Node,
    Property, StatsNode, StringArray, StringProperty, Uint, UintArray, ValueList,
};
#[cfg(feature = "read")]
pub use writer::{Adoption, Unfit};
pub use writer::{AnyHandle, BoundedList, Health, MAXIMUM_EXPONENTIAL_BUCKETS, MAXIMUM_LINEAR_BUCKETS, Stats, Writer};
