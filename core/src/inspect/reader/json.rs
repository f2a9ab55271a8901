//! The JSON view: section 15.2 of the format, in one line without spaces.

use core::fmt;

use super::base64;
use super::content::Text;
use super::double;
use super::envelope::{Envelope, Origin};
use super::print::Out;
use super::quote;
use super::tree::{Step, Tree, Walk};
use super::value::{Array, Element, Histogram, HistogramKind, Number, Value};

/// The JSON of a tree, to be printed: `{"root":{...}}`.
#[derive(Clone, Debug)]
pub struct Json<'t>(Walk<'t>);

/// The JSON of a tree inside its envelope, to be printed.
#[derive(Clone, Debug)]
pub struct EnvelopeJson<'t> {
    envelope: Envelope<'t>,
    tree: Option<Json<'t>>,
}

/// The JSON of a value alone, to be printed.
#[derive(Clone, Debug)]
pub struct ValueJson<'t>(Value<'t>);

impl<'t> Value<'t> {
    /// The value as JSON in one line, as it stands in the JSON of its tree.
    pub const fn json(self) -> ValueJson<'t> {
        ValueJson(self)
    }
}

impl fmt::Display for ValueJson<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Out::new(f);
        value(&mut out, self.0.clone())?;
        out.flush()
    }
}

impl Tree<'_> {
    /// The tree as JSON in one line.
    pub const fn json(&self) -> Json<'_> {
        Json(self.walk())
    }
}

impl<'t> Envelope<'t> {
    /// The envelope as JSON in one line, with the tree in it; `None` for a file that could not be read.
    pub const fn json(self, tree: Option<&'t Tree<'t>>) -> EnvelopeJson<'t> {
        EnvelopeJson {
            envelope: self,
            tree: match tree {
                Some(tree) => Some(tree.json()),
                None => None,
            },
        }
    }
}

impl Json<'_> {
    /// Prints the JSON.
    ///
    /// # Errors
    /// Those of `to`.
    pub fn write(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        let mut out = Out::new(to);
        self.print(&mut out)?;
        out.flush()
    }

    fn print(&self, out: &mut Out<'_>) -> fmt::Result {
        let mut is_first = true;
        out.byte(b'{')?;
        for step in self.0.clone() {
            if !is_first && !matches!(step, Step::Leave(_)) {
                out.byte(b',')?;
            }
            is_first = false;
            match step {
                Step::Enter(node) => {
                    key(out, node.name())?;
                    out.byte(b'{')?;
                    is_first = true;
                }
                Step::Property(property) => {
                    key(out, property.name())?;
                    value(out, property.value())?;
                }
                Step::Leave(_) => out.byte(b'}')?,
            }
        }
        out.byte(b'}')
    }
}

impl fmt::Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

impl EnvelopeJson<'_> {
    /// Prints the JSON.
    ///
    /// # Errors
    /// Those of `to`.
    pub fn write(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        let mut out = Out::new(to);
        self.print(&mut out)?;
        out.flush()
    }

    fn print(&self, out: &mut Out<'_>) -> fmt::Result {
        out.str(r#"[{"data_source":"Inspect","metadata":{"component_url":"#)?;
        quote::str(out, self.envelope.component_url)?;
        if !self.envelope.errors.is_empty() {
            let mut before = r#","errors":[{"message":"#;
            for error in self.envelope.errors {
                out.str(before)?;
                quote::str(out, error)?;
                before = r#"},{"message":"#;
            }
            out.str("}]")?;
        }
        if let Some(Origin::Filename(name)) = self.envelope.origin {
            out.str(r#","filename":"#)?;
            quote::str(out, name)?;
        }
        if let Some(Origin::Name(name)) = self.envelope.origin {
            out.str(r#","name":"#)?;
            quote::str(out, name)?;
        }
        out.str(r#","timestamp":"#)?;
        out.decimal(self.envelope.timestamp)?;
        out.str(r#"},"moniker":"#)?;
        quote::str(out, self.envelope.moniker)?;
        out.str(r#","payload":"#)?;
        match &self.tree {
            Some(tree) => tree.print(out)?,
            None => out.str("null")?,
        }
        out.str(r#","version":1}]"#)
    }
}

impl fmt::Display for EnvelopeJson<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

fn key(out: &mut Out<'_>, name: Text<'_>) -> fmt::Result {
    quote::text(out, name)?;
    out.byte(b':')
}

fn value(out: &mut Out<'_>, value: Value<'_>) -> fmt::Result {
    match value {
        Value::Int(value) => number(out, Number::Int(value)),
        Value::Uint(value) => number(out, Number::Uint(value)),
        Value::Double(value) => number(out, Number::Double(value)),
        Value::Bool(true) => out.str("true"),
        Value::Bool(false) => out.str("false"),
        Value::Text(text) => quote::text(out, text),
        Value::Bytes(bytes) => {
            out.byte(b'"')?;
            base64::print(out, bytes)?;
            out.byte(b'"')
        }
        Value::Array(array) => self::array(out, array),
        Value::Histogram(histogram) => self::histogram(out, &histogram),
    }
}

fn number(out: &mut Out<'_>, number: Number) -> fmt::Result {
    match number {
        Number::Int(number) => out.integer(number),
        Number::Uint(number) => out.decimal(number),
        Number::Double(number) => double::json(out, number),
    }
}

fn array(out: &mut Out<'_>, array: Array<'_>) -> fmt::Result {
    list(out, array, |out, element| match element {
        Element::Number(number) => self::number(out, number),
        Element::Text(text) => quote::text(out, text),
    })
}

fn list<T>(
    out: &mut Out<'_>,
    elements: impl Iterator<Item = T>,
    print: fn(&mut Out<'_>, T) -> fmt::Result,
) -> fmt::Result {
    out.byte(b'[')?;
    let mut is_first = true;
    for element in elements {
        if !is_first {
            out.byte(b',')?;
        }
        is_first = false;
        print(out, element)?;
    }
    out.byte(b']')
}

fn histogram(out: &mut Out<'_>, histogram: &Histogram<'_>) -> fmt::Result {
    let counts = histogram.counts();
    let size = counts.len();
    out.str(r#"{"size":"#)?;
    out.decimal(u64::from(size))?;
    out.str(r#","floor":"#)?;
    number(out, histogram.floor())?;
    out.str(match histogram.kind() {
        HistogramKind::Linear => r#","step":"#,
        HistogramKind::Exponential => r#","initial_step":"#,
    })?;
    number(out, histogram.step())?;
    if let Some(multiplier) = histogram.multiplier() {
        out.str(r#","step_multiplier":"#)?;
        number(out, multiplier)?;
    }
    out.str(r#","counts":"#)?;
    if counts.clone().filter(|count| count.is_nonzero()).zip(1..).any(|(_, filled)| filled > size / 2) {
        list(out, counts, number)?;
    } else {
        list(out, counts.clone().filter(|count| count.is_nonzero()), number)?;
        out.str(r#","indexes":"#)?;
        let indexes = counts.zip(0..).filter_map(|(count, index)| count.is_nonzero().then_some(Number::Uint(index)));
        list(out, indexes, number)?;
    }
    out.byte(b'}')
}
