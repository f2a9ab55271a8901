//! What is created, and what it must be.

use glassbox::inspect::block::LinkDisposition;
use glassbox::inspect::{Error, NodeHandle, Writer};

use super::kinds::Any;
use super::numbers::{Number, of};
use crate::scan::{Array, Slots, Value, bits_of_double};

/// What is created. Numbers are bits, of the type that is asked for.
#[derive(Clone, Debug)]
pub enum New {
    Node,
    Scalar { number: Number, bits: u64 },
    Bool(bool),
    Text(String),
    Bytes(Vec<u8>),
    FixedText { capacity: usize },
    Link { content: String, inline: bool },
    Array { number: Number, slots: usize },
    Texts { slots: usize },
    Linear { number: Number, floor: u64, step: u64, buckets: usize },
    Exponential { number: Number, floor: u64, initial: u64, multiplier: u64, buckets: usize },
}

/// The most slots of an array of numbers, and of one of texts.
const MOST_NUMBERS: usize = 254;
const MOST_TEXTS: usize = 255;

/// Why something cannot be created, whatever the memory.
pub fn refusal(new: &New) -> Option<Error> {
    let buckets = |buckets: usize, most: usize| match buckets {
        0 => Some(Error::InvalidArgument),
        buckets if buckets > most => Some(Error::TooManySlots),
        _ => None,
    };
    match *new {
        New::FixedText { capacity: 0 } => Some(Error::InvalidArgument),
        New::Array { slots, .. } => buckets(slots, MOST_NUMBERS),
        New::Texts { slots } => buckets(slots, MOST_TEXTS),
        New::Linear { number, floor, step, .. } if !number.is_linear(floor, step) => Some(Error::InvalidArgument),
        New::Exponential { number, floor, initial, multiplier, .. }
            if !number.is_exponential(floor, initial, multiplier) =>
        {
            Some(Error::InvalidArgument)
        }
        New::Linear { buckets: count, .. } => buckets(count, MOST_NUMBERS - 4),
        New::Exponential { buckets: count, .. } => buckets(count, MOST_NUMBERS - 5),
        _ => None,
    }
}

pub fn create(writer: &mut Writer, node: NodeHandle, name: &str, new: &New) -> Result<Any, Error> {
    Ok(match *new {
        New::Node => Any::Node(writer.create_node(node, name)?),
        New::Scalar { number, bits } => match number {
            Number::Int => Any::Int(writer.create_int(node, name, of(bits))?),
            Number::Uint => Any::Uint(writer.create_uint(node, name, bits)?),
            Number::Double => Any::Double(writer.create_double(node, name, of(bits))?),
        },
        New::Bool(value) => Any::Bool(writer.create_bool(node, name, value)?),
        New::Text(ref text) => Any::Text(writer.create_string(node, name, text)?),
        New::Bytes(ref bytes) => Any::Bytes(writer.create_bytes(node, name, bytes)?),
        New::FixedText { capacity } => Any::FixedText(writer.create_text(node, name, capacity)?),
        New::Link { ref content, inline } => {
            let disposition = if inline { LinkDisposition::Inline } else { LinkDisposition::Child };
            Any::Link(writer.create_link(node, name, content, disposition)?)
        }
        New::Array { number, slots } => match number {
            Number::Int => Any::IntArray(writer.create_array(node, name, slots)?),
            Number::Uint => Any::UintArray(writer.create_array(node, name, slots)?),
            Number::Double => Any::DoubleArray(writer.create_array(node, name, slots)?),
        },
        New::Texts { slots } => Any::StringArray(writer.create_string_array(node, name, slots)?),
        New::Linear { number, floor, step, buckets } => match number {
            Number::Int => Any::IntLinear(writer.create_linear_histogram(node, name, of(floor), of(step), buckets)?),
            Number::Uint => Any::UintLinear(writer.create_linear_histogram(node, name, floor, step, buckets)?),
            Number::Double => {
                Any::DoubleLinear(writer.create_linear_histogram(node, name, of(floor), of(step), buckets)?)
            }
        },
        New::Exponential { number, floor, initial, multiplier, buckets } => match number {
            Number::Int => Any::IntExponential(writer.create_exponential_histogram(
                node,
                name,
                of(floor),
                of(initial),
                of(multiplier),
                buckets,
            )?),
            Number::Uint => Any::UintExponential(
                writer.create_exponential_histogram(node, name, floor, initial, multiplier, buckets)?,
            ),
            Number::Double => Any::DoubleExponential(writer.create_exponential_histogram(
                node,
                name,
                of(floor),
                of(initial),
                of(multiplier),
                buckets,
            )?),
        },
    })
}

/// What a value is when it has just been created.
pub fn value_of(new: &New) -> Value {
    match *new {
        New::Node => Value::Node(Vec::new()),
        New::Scalar { number, bits } => match number {
            Number::Int => Value::Int(of(bits)),
            Number::Uint => Value::Uint(bits),
            Number::Double => Value::Double(bits_of_double(of(bits))),
        },
        New::Bool(value) => Value::Bool(value),
        New::Text(ref text) => Value::Text(text.clone()),
        New::Bytes(ref bytes) => Value::Bytes(bytes.clone()),
        New::FixedText { .. } => Value::Text(String::new()),
        New::Link { ref content, inline } => Value::Link { content: content.clone(), inline },
        New::Array { number, slots } => Value::Array(Array { format: 0, slots: number.slots(slots, &[]) }),
        New::Texts { slots } => Value::Array(Array { format: 0, slots: Slots::Text(vec![String::new(); slots]) }),
        New::Linear { number, floor, step, buckets } => {
            Value::Array(Array { format: 1, slots: number.slots(buckets + 4, &[floor, step]) })
        }
        New::Exponential { number, floor, initial, multiplier, buckets } => {
            Value::Array(Array { format: 2, slots: number.slots(buckets + 5, &[floor, initial, multiplier]) })
        }
    }
}
