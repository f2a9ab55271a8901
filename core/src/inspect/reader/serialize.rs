//! Trees for serde: to any format of it, in the shape that the [JSON view](super::json) has.
//!
//! A node becomes a map, with a key for each entry; entries of one name are entries of one key. Texts are strings,
//! bytes are strings of `b64:` and base64, and what is no finite number becomes the largest double, as in JSON
//! (section 15.2 of the format). Through `serde_json` the result equals [`Tree::json`] byte for byte, but for
//! exponents: versions of that crate print `1e+16` where the format has `1e16`, unless its `Formatter` is told otherwise.
//!
//! Serde calls itself for each level, so this is the one part of the reader that a tree can be too deep for: beyond
//! [`MAXIMUM_DEPTH`] levels it is an error.

use core::fmt;

use serde::ser::{Error, Serialize, SerializeMap, SerializeSeq, Serializer};

use super::base64;
use super::content::{Bytes, Text};
use super::print::Out;
use super::tree::{Node, Tree};
use super::value::{Array, Element, Histogram, HistogramKind, Number, Value};

/// The nodes that a tree may have one inside the other to be serialised, the root included.
pub const MAXIMUM_DEPTH: u32 = 128;

/// `{"root":{...}}`.
impl Serialize for Tree<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(&Text::root(), &self.root())?;
        map.end()
    }
}

/// The entries, by their names.
impl Serialize for Node<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Level { node: *self, left: MAXIMUM_DEPTH }.serialize(serializer)
    }
}

/// A node, and how many levels there may be from it on.
struct Level<'t> {
    node: Node<'t>,
    left: u32,
}

impl Serialize for Level<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(left) = self.left.checked_sub(1) else {
            return Err(S::Error::custom("the tree has too many levels for serde"));
        };
        let mut map = serializer.serialize_map(Some(self.node.entries().count()))?;
        for property in self.node.properties() {
            map.serialize_entry(&property.name(), &property.value())?;
        }
        for node in self.node.children() {
            map.serialize_entry(&node.name(), &Level { node, left })?;
        }
        map.end()
    }
}

impl Serialize for Text<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// `b64:` and base64.
impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Base64<'b, 't>(&'b Bytes<'t>);
        impl fmt::Display for Base64<'_, '_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut out = Out::new(f);
                base64::print(&mut out, self.0.clone())?;
                out.flush()
            }
        }
        serializer.collect_str(&Base64(self))
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Int(value) => Number::Int(*value).serialize(serializer),
            Self::Uint(value) => Number::Uint(*value).serialize(serializer),
            Self::Double(value) => Number::Double(*value).serialize(serializer),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Text(text) => text.serialize(serializer),
            Self::Bytes(bytes) => bytes.serialize(serializer),
            Self::Array(array) => array.serialize(serializer),
            Self::Histogram(histogram) => histogram.serialize(serializer),
        }
    }
}

/// What is no finite number becomes the largest double, or the smallest.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Int(number) => serializer.serialize_i64(number),
            Self::Uint(number) => serializer.serialize_u64(number),
            Self::Double(number) if number.is_nan() => serializer.serialize_f64(f64::MAX),
            Self::Double(number) => serializer.serialize_f64(number.clamp(f64::MIN, f64::MAX)),
        }
    }
}

impl Serialize for Element<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => number.serialize(serializer),
            Self::Text(text) => text.serialize(serializer),
        }
    }
}

impl Serialize for Array<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        sequence(serializer, self.clone())
    }
}

/// Size, parameters and counts; when half of the counts are zero or more, only the others and where they are.
impl Serialize for Histogram<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let all = List(|| self.counts());
        let filled = List(|| self.counts().filter(|count| count.is_nonzero()));
        let indexes = List(|| self.counts().zip(0_u32..).filter_map(|(count, at)| count.is_nonzero().then_some(at)));
        let size = self.counts().len();
        let is_full = (filled.0)().zip(1..).any(|(_, count)| count > size / 2);

        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("size", &size)?;
        map.serialize_entry("floor", &self.floor())?;
        let step = match self.kind() {
            HistogramKind::Linear => "step",
            HistogramKind::Exponential => "initial_step",
        };
        map.serialize_entry(step, &self.step())?;
        if let Some(multiplier) = self.multiplier() {
            map.serialize_entry("step_multiplier", &multiplier)?;
        }
        if is_full {
            map.serialize_entry("counts", &all)?;
        } else {
            map.serialize_entry("counts", &filled)?;
            map.serialize_entry("indexes", &indexes)?;
        }
        map.end()
    }
}

/// Something that gives elements anew each time.
struct List<F>(F);

impl<F: Fn() -> I, I: Iterator<Item: Serialize> + Clone> Serialize for List<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        sequence(serializer, (self.0)())
    }
}

fn sequence<S: Serializer>(serializer: S, elements: impl Iterator<Item: Serialize> + Clone) -> Result<S::Ok, S::Error> {
    // Formats that put the length first want to know it.
    let mut sequence = serializer.serialize_seq(Some(elements.clone().count()))?;
    for element in elements {
        sequence.serialize_element(&element)?;
    }
    sequence.end()
}
