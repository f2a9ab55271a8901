//! The text view, for people: section 15.3 of the format.

use core::fmt;

use super::content::{Bytes, NOT_ASCII, Text};
use super::double;
use super::envelope::{Envelope, Origin};
use super::print::{Escapes, Out, below, equal};
use super::quote;
use super::tree::{Node, Step, Tree, Walk};
use super::value::{Element, Histogram, HistogramKind, Number, Value};

/// Levels that are indented. Deeper nodes say their depth instead, so that the output stays linear in the tree.
const INDENTED: u32 = 64;
/// Bytes in a line of a dump.
const LINE: usize = 16;

/// The text of a tree, to be printed.
#[derive(Clone, Debug)]
pub struct Plain<'t>(Walk<'t>);

/// The text of a tree inside its envelope, to be printed.
#[derive(Clone, Debug)]
pub struct EnvelopePlain<'t> {
    envelope: Envelope<'t>,
    tree: Option<Plain<'t>>,
}

impl Tree<'_> {
    /// The tree as text for people. It ends with a newline.
    pub const fn text(&self) -> Plain<'_> {
        Plain(self.walk())
    }
}

impl<'t> Envelope<'t> {
    /// The envelope as text, with the tree in it; `None` for a file that could not be read.
    pub const fn text(self, tree: Option<&'t Tree<'t>>) -> EnvelopePlain<'t> {
        EnvelopePlain {
            envelope: self,
            tree: match tree {
                Some(tree) => Some(tree.text()),
                None => None,
            },
        }
    }
}

impl Plain<'_> {
    /// Prints the text.
    ///
    /// # Errors
    /// Those of `to`.
    pub fn write(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        let mut out = Out::new(to);
        self.print(&mut out, 0)?;
        out.flush()
    }

    /// Prints the text, all of it `margin` levels further in.
    fn print(&self, out: &mut Out<'_>, margin: u32) -> fmt::Result {
        let mut depth: u32 = 0;
        for step in self.0.clone() {
            match step {
                Step::Enter(node) => {
                    heading(out, margin, depth, node)?;
                    depth = depth.saturating_add(1);
                }
                Step::Property(property) => {
                    indent(out, margin, depth)?;
                    string(out, property.name())?;
                    value(out, property.value(), margin, depth.saturating_add(1))?;
                    out.byte(b'\n')?;
                }
                Step::Leave(_) => depth = depth.saturating_sub(1),
            }
        }
        Ok(())
    }
}

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

impl EnvelopePlain<'_> {
    /// Prints the text.
    ///
    /// # Errors
    /// Those of `to`.
    pub fn write(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        let mut out = Out::new(to);
        self.print(&mut out)?;
        out.flush()
    }

    fn print(&self, out: &mut Out<'_>) -> fmt::Result {
        shown(out, self.envelope.moniker)?;
        out.str(":\n  metadata:\n")?;
        let mut before = "    errors = ";
        for error in self.envelope.errors {
            out.str(before)?;
            shown(out, error)?;
            before = ", ";
        }
        if !self.envelope.errors.is_empty() {
            out.byte(b'\n')?;
        }
        let origin = match self.envelope.origin {
            Some(Origin::Name(name)) => Some(("    name = ", name)),
            Some(Origin::Filename(name)) => Some(("    filename = ", name)),
            None => None,
        };
        if let Some((label, name)) = origin {
            out.str(label)?;
            shown(out, name)?;
            out.byte(b'\n')?;
        }
        out.str("    component_url = ")?;
        shown(out, self.envelope.component_url)?;
        out.str("\n    timestamp = ")?;
        out.decimal(self.envelope.timestamp)?;
        out.str("\n  payload:\n")?;
        match &self.tree {
            Some(tree) => tree.print(out, 2),
            None => Ok(()),
        }
    }
}

impl fmt::Display for EnvelopePlain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

fn indent(out: &mut Out<'_>, margin: u32, level: u32) -> fmt::Result {
    (0..margin + level.min(INDENTED)).try_for_each(|_| out.str("  "))
}

fn heading(out: &mut Out<'_>, margin: u32, depth: u32, node: Node<'_>) -> fmt::Result {
    indent(out, margin, depth)?;
    if depth > INDENTED {
        out.str("(depth ")?;
        out.decimal(u64::from(depth))?;
        out.str(") ")?;
    }
    string(out, node.name())?;
    out.str(":\n")
}

fn string(out: &mut Out<'_>, text: Text<'_>) -> fmt::Result {
    out.text_with(text, &ESCAPES)
}

fn shown(out: &mut Out<'_>, text: &str) -> fmt::Result {
    out.str_with(text, &ESCAPES)
}

const ESCAPES: Escapes =
    Escapes { is_plain: |word| (below(word, b' ') | equal(word, DELETE) | word) & NOT_ASCII == 0, print: escaped };

/// The last character of ASCII, which prints nothing.
const DELETE: u8 = 0x7f;

fn escaped(out: &mut Out<'_>, byte: u8) -> fmt::Result {
    if byte < 0x20 || byte == DELETE {
        out.str("\\x")?;
        return out.hex(byte);
    }
    out.byte(byte)
}

/// Prints what stands behind a name; lines below it at level `below`.
fn value(out: &mut Out<'_>, value: Value<'_>, margin: u32, below: u32) -> fmt::Result {
    if let Value::Histogram(histogram) = &value {
        return self::histogram(out, histogram, margin, below);
    }
    out.str(" = ")?;
    match value {
        Value::Int(value) => out.integer(value),
        Value::Uint(value) => out.decimal(value),
        Value::Double(value) => double::six(out, value),
        Value::Bool(true) => out.str("true"),
        Value::Bool(false) => out.str("false"),
        Value::Text(text) => string(out, text),
        Value::Bytes(bytes) => dump(out, bytes, margin, below),
        Value::Array(array) => list(out, array, |out, element| match element {
            Element::Number(number) => self::number(out, number),
            Element::Text(text) => quote::text(out, text),
        }),
        Value::Histogram(_) => Ok(()),
    }
}

fn number(out: &mut Out<'_>, number: Number) -> fmt::Result {
    match number {
        Number::Int(number) => out.integer(number),
        Number::Uint(number) => out.decimal(number),
        Number::Double(number) => double::text(out, number),
    }
}

fn list<T>(
    out: &mut Out<'_>,
    elements: impl Iterator<Item = T>,
    mut print: impl FnMut(&mut Out<'_>, T) -> fmt::Result,
) -> fmt::Result {
    out.byte(b'[')?;
    let mut is_first = true;
    for element in elements {
        if !is_first {
            out.str(", ")?;
        }
        is_first = false;
        print(out, element)?;
    }
    out.byte(b']')
}

fn dump(out: &mut Out<'_>, bytes: Bytes<'_>, margin: u32, level: u32) -> fmt::Result {
    out.str("Binary:")?;
    for (place, byte) in bytes.enumerate() {
        if place % LINE == 0 {
            out.byte(b'\n')?;
            indent(out, margin, level)?;
        } else {
            out.byte(b' ')?;
        }
        out.hex(byte)?;
    }
    Ok(())
}

fn histogram(out: &mut Out<'_>, histogram: &Histogram<'_>, margin: u32, level: u32) -> fmt::Result {
    out.str(":\n")?;
    indent(out, margin, level)?;
    out.str(match histogram.kind() {
        HistogramKind::Linear => "type = linear\n",
        HistogramKind::Exponential => "type = exponential\n",
    })?;
    indent(out, margin, level)?;
    let counts = histogram.counts();
    let size = counts.len();
    out.str("size = ")?;
    out.decimal(u64::from(size))?;
    out.byte(b'\n')?;
    indent(out, margin, level)?;
    out.str("buckets = ")?;
    let mut bounds = Bounds::new(histogram);
    let mut lower = Bound::Low;
    let buckets = counts.enumerate().filter_map(|(place, count)| {
        let from = lower;
        let is_last = u32::try_from(place + 1) == Ok(size);
        lower = if is_last { Bound::High } else { bounds.next() };
        count.is_nonzero().then_some((from, lower, count))
    });
    let is_double = matches!(histogram.floor(), Number::Double(_));
    list(out, buckets, |out, (from, to, count)| {
        out.byte(b'[')?;
        from.print(out, is_double)?;
        out.byte(b',')?;
        to.print(out, is_double)?;
        out.str(")=")?;
        number(out, count)
    })
}

/// Where a bucket begins or ends.
#[derive(Clone, Copy)]
enum Bound {
    /// Below everything.
    Low,
    At(Number),
    /// Above everything.
    High,
}

impl Bound {
    fn print(self, out: &mut Out<'_>, is_double: bool) -> fmt::Result {
        match self {
            Self::At(number) => self::number(out, number),
            Self::Low => out.str(if is_double { "-inf" } else { "<min>" }),
            Self::High => out.str(if is_double { "inf" } else { "<max>" }),
        }
    }
}

/// The bounds of a histogram's buckets, from the floor up: sections 7.1 to 7.3 of the format.
///
/// Integers are reckoned with 128 bits. What does not fit even these stays at their end: it is far outside of the type
/// either way.
enum Bounds {
    Linear { floor: Wide, step: Wide, index: u8 },
    Exponential { floor: Wide, offset: Wide, multiplier: Wide, is_floor: bool },
}

/// A number of a histogram, without the bounds of its type.
#[derive(Clone, Copy)]
enum Wide {
    Int(i128),
    Uint(i128),
    Double(f64),
}

impl From<Number> for Wide {
    fn from(number: Number) -> Self {
        match number {
            Number::Int(number) => Self::Int(i128::from(number)),
            Number::Uint(number) => Self::Uint(i128::from(number)),
            Number::Double(number) => Self::Double(number),
        }
    }
}

impl Wide {
    /// `self * factor`, in the type of `self`.
    fn times(self, factor: Self) -> Self {
        match (self, factor) {
            (Self::Int(a), Self::Int(b) | Self::Uint(b)) => Self::Int(a.saturating_mul(b)),
            (Self::Uint(a), Self::Int(b) | Self::Uint(b)) => Self::Uint(a.saturating_mul(b)),
            (Self::Double(a), Self::Double(b)) => Self::Double(a * b),
            _ => self,
        }
    }

    /// `self * index`, in the type of `self`.
    fn times_index(self, index: u8) -> Self {
        match self {
            Self::Double(number) => Self::Double(number * f64::from(index)),
            _ => self.times(Self::Int(i128::from(index))),
        }
    }

    /// `self + offset`, in the type of `self`.
    fn plus(self, offset: Self) -> Self {
        match (self, offset) {
            (Self::Int(a), Self::Int(b) | Self::Uint(b)) => Self::Int(a.saturating_add(b)),
            (Self::Uint(a), Self::Int(b) | Self::Uint(b)) => Self::Uint(a.saturating_add(b)),
            (Self::Double(a), Self::Double(b)) => Self::Double(a + b),
            _ => self,
        }
    }

    fn bound(self) -> Bound {
        let (fitting, number) = match self {
            Self::Double(number) => return Bound::At(Number::Double(number)),
            Self::Int(number) => (i64::try_from(number).map(Number::Int), number),
            Self::Uint(number) => (u64::try_from(number).map(Number::Uint), number),
        };
        fitting.map_or(if number < 0 { Bound::Low } else { Bound::High }, Bound::At)
    }
}

impl Bounds {
    fn new(histogram: &Histogram<'_>) -> Self {
        let floor = histogram.floor().into();
        let step = histogram.step().into();
        match histogram.multiplier() {
            None => Self::Linear { floor, step, index: 0 },
            Some(multiplier) => {
                Self::Exponential { floor, offset: step, multiplier: multiplier.into(), is_floor: true }
            }
        }
    }

    fn next(&mut self) -> Bound {
        match self {
            Self::Linear { floor, step, index } => {
                let bound = floor.plus(step.times_index(*index));
                *index = index.saturating_add(1);
                bound.bound()
            }
            Self::Exponential { floor, is_floor: is_floor @ true, .. } => {
                *is_floor = false;
                floor.bound()
            }
            Self::Exponential { floor, offset, multiplier, .. } => {
                let bound = floor.plus(*offset);
                *offset = offset.times(*multiplier);
                bound.bound()
            }
        }
    }
}
