//! Cursors: places in a tree that a program walks over or looks up, and what stands there.

use core::ffi::{c_char, c_void};

use glassbox::inspect::reader::{Element, HistogramKind, Number, Step, Text, Tree, Value, Walk};

use super::reader::gbx_inspect_tree_t;
use crate::pointer::{Constant, Holder, Pointer, holds, vouched};
use crate::status::gbx_status_t::{
    self, GBX_ERROR_BUFFER_TOO_SMALL, GBX_ERROR_NOT_FOUND, GBX_ERROR_OUT_OF_RANGE, GBX_ERROR_WRONG_KIND,
};
use crate::text::gbx_str_t;

/// The size of a cursor, in words of 64 bits.
pub const GBX_INSPECT_CURSOR_WORDS: usize = 10;

/// A place in a tree. The caller owns it, and its contents are the library's. It is good for as long as its tree is,
/// which must not be read anew meanwhile.
#[derive(Debug)]
#[repr(C)]
pub struct gbx_inspect_cursor_t {
    /// The library's.
    pub opaque: [u64; GBX_INSPECT_CURSOR_WORDS],
}

/// What a cursor holds.
#[derive(Debug)]
pub struct Cursor {
    /// What comes next; nothing behind a property that was looked up.
    walk: Option<Walk<'static>>,
    here: Option<Step<'static>>,
}

impl Holder for gbx_inspect_cursor_t {
    type Held = Cursor;
    const MARK: usize = 0x4758_4243;
}
static_assertions::const_assert!(holds::<gbx_inspect_cursor_t>());

/// Where a walk has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum gbx_inspect_step_t {
    /// There is nothing more.
    GBX_STEP_END = 0,
    /// A node begins: its properties follow, then its child nodes.
    GBX_STEP_ENTER = 1,
    /// A property.
    GBX_STEP_PROPERTY = 2,
    /// A node ends.
    GBX_STEP_LEAVE = 3,
}

/// What kind of value stands at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum gbx_inspect_kind_t {
    /// A node.
    GBX_KIND_NODE = 0,
    /// A signed integer.
    GBX_KIND_INT = 1,
    /// An unsigned integer.
    GBX_KIND_UINT = 2,
    /// A floating-point number.
    GBX_KIND_DOUBLE = 3,
    /// True or false.
    GBX_KIND_BOOL = 4,
    /// A text.
    GBX_KIND_STRING = 5,
    /// Bytes.
    GBX_KIND_BYTES = 6,
    /// An array of signed integers.
    GBX_KIND_INT_ARRAY = 7,
    /// An array of unsigned integers.
    GBX_KIND_UINT_ARRAY = 8,
    /// An array of floating-point numbers.
    GBX_KIND_DOUBLE_ARRAY = 9,
    /// An array of texts.
    GBX_KIND_STRING_ARRAY = 10,
    /// A linear histogram of signed integers.
    GBX_KIND_INT_LINEAR = 11,
    /// A linear histogram of unsigned integers.
    GBX_KIND_UINT_LINEAR = 12,
    /// A linear histogram of floating-point numbers.
    GBX_KIND_DOUBLE_LINEAR = 13,
    /// An exponential histogram of signed integers.
    GBX_KIND_INT_EXPONENTIAL = 14,
    /// An exponential histogram of unsigned integers.
    GBX_KIND_UINT_EXPONENTIAL = 15,
    /// An exponential histogram of floating-point numbers.
    GBX_KIND_DOUBLE_EXPONENTIAL = 16,
}

/// A number, of the kind that its value says.
#[derive(Clone, Copy)]
#[repr(C)]
pub union gbx_inspect_number_t {
    /// Of a signed integer.
    pub as_int: i64,
    /// Of an unsigned integer.
    pub as_uint: u64,
    /// Of a floating-point number.
    pub as_double: f64,
    /// Of true or false.
    pub as_bool: bool,
}

impl core::fmt::Debug for gbx_inspect_number_t {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("gbx_inspect_number_t")
    }
}

/// What stands at a place.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_inspect_value_t {
    /// The value, where it is one number or true or false; zero otherwise.
    pub number: gbx_inspect_number_t,
    /// What it is.
    pub kind: gbx_inspect_kind_t,
    /// Its block in the file; 0 for the root.
    pub block: u32,
    /// The bytes of a text or of bytes, the slots of an array, the counts of a histogram; 0 otherwise.
    pub length: usize,
}

/// How the buckets of a histogram lie. The counts are its slots: underflow, one for each bucket, overflow.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_inspect_histogram_t {
    /// Where the first bucket begins.
    pub floor: gbx_inspect_number_t,
    /// The width of each bucket, or of the first one of an exponential histogram.
    pub step: gbx_inspect_number_t,
    /// The factor by which bounds grow in an exponential histogram; zero otherwise.
    pub multiplier: gbx_inspect_number_t,
}

/// Puts a cursor in front of a tree, for a walk over all of it: `gbx_inspect_cursor_next` enters the root first.
///
/// Context: any, each with a cursor of its own. Time: constant. Errors: of the tree, `GBX_ERROR_NULL`,
/// `GBX_ERROR_INVALID_ARGUMENT` (misaligned).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_cursor_walk(
    cursor: *mut gbx_inspect_cursor_t,
    tree: *const gbx_inspect_tree_t,
) -> gbx_status_t {
    vouched!(cursor, tree);
    let walk = || cursor.hold(Cursor { walk: Some(tree.held()?.walk()), here: None });
    walk().into()
}

/// Puts a cursor on the node or property at a path: names from below the root on, with `/` between them, as in
/// `radio/packets`. A backslash makes a `/` or a backslash behind it a part of a name; the empty path is the root.
/// Among entries of one name it takes the first. `gbx_inspect_cursor_next` then walks over what is below it.
///
/// Context: any, each with a cursor of its own. Time: that of a look at the entries of each node on the way. Errors: of
/// the tree, of a text, `GBX_ERROR_NOT_FOUND`; for `cursor`, `GBX_ERROR_NULL` and `GBX_ERROR_INVALID_ARGUMENT`
/// (misaligned).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_cursor_find(
    cursor: *mut gbx_inspect_cursor_t,
    tree: *const gbx_inspect_tree_t,
    path: gbx_str_t,
) -> gbx_status_t {
    vouched!(cursor, tree, path);
    let find = || cursor.hold(find(tree.held()?, path.get()?)?);
    find().into()
}

fn find(tree: &'static Tree<'static>, path: &str) -> Result<Cursor, gbx_status_t> {
    let entry = tree.find(path).ok_or(GBX_ERROR_NOT_FOUND)?;
    if let Some(node) = entry.node() {
        let mut walk = node.walk();
        let here = walk.next();
        return Ok(Cursor { walk: Some(walk), here });
    }
    Ok(Cursor { walk: None, here: entry.property().map(Step::Property) })
}

/// Takes the next step of a walk. Behind the last one, `step` is `GBX_STEP_END`.
///
/// Context: the cursor's. Time: constant. Errors: of the cursor, `GBX_ERROR_NULL` (`step`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_cursor_next(
    cursor: *mut gbx_inspect_cursor_t,
    step: *mut gbx_inspect_step_t,
) -> gbx_status_t {
    vouched!(cursor, step);
    let next = |mut cursor: Pointer<gbx_inspect_cursor_t>| {
        let step = step.output()?;
        let cursor = cursor.held_mut()?;
        cursor.here = cursor.walk.as_mut().and_then(Walk::next);
        step.put(match cursor.here {
            None => gbx_inspect_step_t::GBX_STEP_END,
            Some(Step::Enter(_)) => gbx_inspect_step_t::GBX_STEP_ENTER,
            Some(Step::Property(_)) => gbx_inspect_step_t::GBX_STEP_PROPERTY,
            Some(Step::Leave(_)) => gbx_inspect_step_t::GBX_STEP_LEAVE,
        });
        Ok(())
    };
    next(cursor).into()
}

/// Copies the name of what a cursor is on into `buffer`, without a terminating zero, and puts its length into `length`.
/// When `capacity` bytes are too few, `length` becomes what is needed, and `buffer` is left alone. The name of the root
/// is `root`. What is not UTF-8 in the file becomes U+FFFD.
///
/// Context: the cursor's. Time: that of its length. Errors: of the cursor, `GBX_ERROR_NULL`,
/// `GBX_ERROR_BUFFER_TOO_SMALL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_cursor_name(
    cursor: *const gbx_inspect_cursor_t,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> gbx_status_t {
    let buffer = buffer.cast::<u8>();
    vouched!(cursor, buffer, length);
    let name = |mut buffer: Pointer<u8>| match here(cursor)? {
        Step::Enter(node) | Step::Leave(node) => copy_text(node.name(), buffer.buffer(capacity)?, length),
        Step::Property(property) => copy_text(property.name(), buffer.buffer(capacity)?, length),
    };
    name(buffer).into()
}

/// What a cursor is on.
///
/// Context: the cursor's. Time: constant. Errors: of the cursor, `GBX_ERROR_NULL` (`value`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_cursor_value(
    cursor: *const gbx_inspect_cursor_t,
    value: *mut gbx_inspect_value_t,
) -> gbx_status_t {
    vouched!(cursor, value);
    let describe = || {
        value.output()?.put(describe(here(cursor)?));
        Ok(())
    };
    describe().into()
}

/// Copies the text that a cursor is on into `buffer`, as `gbx_inspect_cursor_name` copies a name.
///
/// Context: the cursor's. Time: that of its length. Errors: of the cursor, `GBX_ERROR_NULL`, `GBX_ERROR_WRONG_KIND` (it
/// is no text), `GBX_ERROR_BUFFER_TOO_SMALL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_cursor_string(
    cursor: *const gbx_inspect_cursor_t,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> gbx_status_t {
    let buffer = buffer.cast::<u8>();
    vouched!(cursor, buffer, length);
    let string = |mut buffer: Pointer<u8>| match value(cursor)? {
        Value::Text(text) => copy_text(text, buffer.buffer(capacity)?, length),
        _ => Err(GBX_ERROR_WRONG_KIND),
    };
    string(buffer).into()
}

/// Copies the bytes that a cursor is on into `buffer`, and puts their number into `length`. When `capacity` bytes are
/// too few, `length` becomes what is needed, and `buffer` is left alone.
///
/// Context: the cursor's. Time: that of their number. Errors: of the cursor, `GBX_ERROR_NULL`, `GBX_ERROR_WRONG_KIND`
/// (they are no bytes), `GBX_ERROR_BUFFER_TOO_SMALL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_cursor_bytes(
    cursor: *const gbx_inspect_cursor_t,
    buffer: *mut c_void,
    capacity: usize,
    length: *mut usize,
) -> gbx_status_t {
    let buffer = buffer.cast::<u8>();
    vouched!(cursor, buffer, length);
    let bytes = |mut buffer: Pointer<u8>| match value(cursor)? {
        Value::Bytes(mut bytes) => {
            let buffer = buffer.buffer(capacity)?;
            fill(size(bytes.len()), buffer, length, |buffer| {
                bytes.copy_to(buffer);
            })
        }
        _ => Err(GBX_ERROR_WRONG_KIND),
    };
    bytes(buffer).into()
}

/// A number of the array that a cursor is on, or a count of the histogram.
///
/// Context: the cursor's. Time: constant. Errors: of the cursor, `GBX_ERROR_NULL` (`number`), `GBX_ERROR_WRONG_KIND`
/// (it has no numbers), `GBX_ERROR_OUT_OF_RANGE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_cursor_slot(
    cursor: *const gbx_inspect_cursor_t,
    index: usize,
    number: *mut gbx_inspect_number_t,
) -> gbx_status_t {
    vouched!(cursor, number);
    let slot = || {
        let out = number.output()?;
        let found = match value(cursor)? {
            Value::Array(array) if !array.is_text() => match slot(index).and_then(|index| array.get(index)) {
                Some(Element::Number(number)) => Some(number),
                _ => None,
            },
            Value::Histogram(histogram) => histogram.counts().nth(index),
            _ => return Err(GBX_ERROR_WRONG_KIND),
        };
        out.put(found.ok_or(GBX_ERROR_OUT_OF_RANGE)?.into());
        Ok(())
    };
    slot().into()
}

/// Copies a text of the array that a cursor is on into `buffer`, as `gbx_inspect_cursor_name` copies a name.
///
/// Context: the cursor's. Time: that of its length. Errors: of the cursor, `GBX_ERROR_NULL`, `GBX_ERROR_WRONG_KIND` (it
/// has no texts), `GBX_ERROR_OUT_OF_RANGE`, `GBX_ERROR_BUFFER_TOO_SMALL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_cursor_slot_string(
    cursor: *const gbx_inspect_cursor_t,
    index: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> gbx_status_t {
    let buffer = buffer.cast::<u8>();
    vouched!(cursor, buffer, length);
    let string = |mut buffer: Pointer<u8>| match value(cursor)? {
        Value::Array(array) if array.is_text() => match slot(index).and_then(|index| array.get(index)) {
            Some(Element::Text(text)) => copy_text(text, buffer.buffer(capacity)?, length),
            _ => Err(GBX_ERROR_OUT_OF_RANGE),
        },
        _ => Err(GBX_ERROR_WRONG_KIND),
    };
    string(buffer).into()
}

/// How the buckets of the histogram lie that a cursor is on.
///
/// Context: the cursor's. Time: constant. Errors: of the cursor, `GBX_ERROR_NULL` (`histogram`), `GBX_ERROR_WRONG_KIND`
/// (it is no histogram).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_cursor_histogram(
    cursor: *const gbx_inspect_cursor_t,
    histogram: *mut gbx_inspect_histogram_t,
) -> gbx_status_t {
    vouched!(cursor, histogram);
    let describe = || {
        let out = histogram.output()?;
        let Value::Histogram(histogram) = value(cursor)? else { return Err(GBX_ERROR_WRONG_KIND) };
        out.put(gbx_inspect_histogram_t {
            floor: histogram.floor().into(),
            step: histogram.step().into(),
            multiplier: histogram.multiplier().map_or(ZERO, Into::into),
        });
        Ok(())
    };
    describe().into()
}

pub(super) const ZERO: gbx_inspect_number_t = gbx_inspect_number_t { as_uint: 0 };

impl From<Number> for gbx_inspect_number_t {
    fn from(number: Number) -> Self {
        match number {
            Number::Int(as_int) => Self { as_int },
            Number::Uint(as_uint) => Self { as_uint },
            Number::Double(as_double) => Self { as_double },
        }
    }
}

/// What a cursor is on.
pub(super) fn here(cursor: Constant<gbx_inspect_cursor_t>) -> Result<Step<'static>, gbx_status_t> {
    cursor.held()?.here.ok_or(GBX_ERROR_NOT_FOUND)
}

/// The value of the property that a cursor is on.
fn value(cursor: Constant<gbx_inspect_cursor_t>) -> Result<Value<'static>, gbx_status_t> {
    match here(cursor)? {
        Step::Property(property) => Ok(property.value()),
        Step::Enter(_) | Step::Leave(_) => Err(GBX_ERROR_WRONG_KIND),
    }
}

fn describe(step: Step<'_>) -> gbx_inspect_value_t {
    use gbx_inspect_kind_t as Kind;
    let (block, value) = match step {
        Step::Enter(node) | Step::Leave(node) => {
            let block = node.block().get();
            return gbx_inspect_value_t { number: ZERO, kind: Kind::GBX_KIND_NODE, block, length: 0 };
        }
        Step::Property(property) => (property.block().get(), property.value()),
    };
    let (kind, number, length) = match value {
        Value::Int(as_int) => (Kind::GBX_KIND_INT, gbx_inspect_number_t { as_int }, 0),
        Value::Uint(as_uint) => (Kind::GBX_KIND_UINT, gbx_inspect_number_t { as_uint }, 0),
        Value::Double(as_double) => (Kind::GBX_KIND_DOUBLE, gbx_inspect_number_t { as_double }, 0),
        Value::Bool(as_bool) => {
            let mut number = ZERO;
            number.as_bool = as_bool;
            (Kind::GBX_KIND_BOOL, number, 0)
        }
        Value::Text(text) => (Kind::GBX_KIND_STRING, ZERO, shown_length(text)),
        Value::Bytes(bytes) => (Kind::GBX_KIND_BYTES, ZERO, size(bytes.len())),
        Value::Array(array) => {
            let kind = match array.get(0) {
                Some(Element::Number(Number::Int(_))) => Kind::GBX_KIND_INT_ARRAY,
                Some(Element::Number(Number::Uint(_))) => Kind::GBX_KIND_UINT_ARRAY,
                Some(Element::Number(Number::Double(_))) => Kind::GBX_KIND_DOUBLE_ARRAY,
                _ => Kind::GBX_KIND_STRING_ARRAY,
            };
            (kind, ZERO, size(array.len()))
        }
        Value::Histogram(histogram) => {
            let kind = match (histogram.kind(), histogram.floor()) {
                (HistogramKind::Linear, Number::Int(_)) => Kind::GBX_KIND_INT_LINEAR,
                (HistogramKind::Linear, Number::Uint(_)) => Kind::GBX_KIND_UINT_LINEAR,
                (HistogramKind::Linear, Number::Double(_)) => Kind::GBX_KIND_DOUBLE_LINEAR,
                (HistogramKind::Exponential, Number::Int(_)) => Kind::GBX_KIND_INT_EXPONENTIAL,
                (HistogramKind::Exponential, Number::Uint(_)) => Kind::GBX_KIND_UINT_EXPONENTIAL,
                (HistogramKind::Exponential, Number::Double(_)) => Kind::GBX_KIND_DOUBLE_EXPONENTIAL,
            };
            (kind, ZERO, size(histogram.counts().len()))
        }
    };
    gbx_inspect_value_t { number, kind, block, length }
}

/// The number of bytes of a text as it is shown, with U+FFFD for broken parts.
fn shown_length(text: Text<'_>) -> usize {
    if text.is_broken() { text.chars().map(char::len_utf8).fold(0, usize::saturating_add) } else { size(text.len()) }
}

fn copy_text(text: Text<'_>, buffer: &mut [u8], length: Pointer<usize>) -> Result<(), gbx_status_t> {
    fill(shown_length(text), buffer, length, |buffer| {
        if text.is_broken() {
            let mut room = buffer.iter_mut();
            for character in text.chars() {
                for (from, to) in character.encode_utf8(&mut [0; 4]).bytes().zip(room.by_ref()) {
                    *to = from;
                }
            }
        } else {
            text.bytes().copy_to(buffer);
        }
    })
}

/// Puts out the length, and lets `f` fill the buffer when it is large enough.
fn fill(
    needed: usize,
    buffer: &mut [u8],
    length: Pointer<usize>,
    f: impl FnOnce(&mut [u8]),
) -> Result<(), gbx_status_t> {
    length.output()?.put(needed);
    f(buffer.get_mut(..needed).ok_or(GBX_ERROR_BUFFER_TOO_SMALL)?);
    Ok(())
}

fn size(length: u32) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}

fn slot(index: usize) -> Option<u32> {
    u32::try_from(index).ok()
}
