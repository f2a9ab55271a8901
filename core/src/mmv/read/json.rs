//! A file as JSON, in one line: what `glassbox show --json` prints, and what the fixtures of the project hold.

use core::fmt::{self, Write};

use super::image::Image;
use super::record::{Instance, Metric};
use super::value::Value;
use crate::mmv::codes::Scope;
use crate::mmv::print::Printer;
use crate::mmv::text::Text;

impl Image<'_> {
    /// Writes the file as a JSON object.
    ///
    /// Numbers of 64 bits are strings, because many readers of JSON keep 53 bits. What is not available is null. A
    /// number with a point has its bits beside it, and is a string when it is not finite.
    ///
    /// # Errors
    /// What `out` gives.
    pub fn write_json(&self, out: &mut dyn Write) -> fmt::Result {
        let mut json = Json { printer: Printer::new(out), is_first: true };
        json.open("{")?;
        json.key("byte_order")?;
        json.name(self.byte_order().name())?;
        json.key("version")?;
        json.number(u64::from(self.version().number()))?;
        json.key("generation")?;
        json.long(self.generation())?;
        json.key("pid")?;
        json.signed(self.process())?;
        json.key("cluster")?;
        json.signed(self.cluster())?;
        json.key("flags")?;
        json.number(u64::from(self.flags().bits()))?;
        self.write_indoms(&mut json)?;
        json.key("metrics")?;
        json.open("[")?;
        for metric in self.metrics() {
            json.next()?;
            self.write_metric(&metric, &mut json)?;
        }
        json.close("]")?;
        self.write_labels(&mut json)?;
        json.close("}")
    }

    fn write_indoms(&self, json: &mut Json<'_>) -> fmt::Result {
        json.key("indoms")?;
        json.open("[")?;
        for indom in self.indoms() {
            json.next()?;
            json.open("{")?;
            json.key("serial")?;
            json.number(u64::from(indom.serial))?;
            json.key("short")?;
            json.text(indom.short_help)?;
            json.key("help")?;
            json.text(indom.long_help)?;
            json.key("instances")?;
            json.open("[")?;
            for instance in self.instances(&indom) {
                json.next()?;
                json.instance(&instance)?;
            }
            json.close("]")?;
            json.close("}")?;
        }
        json.close("]")
    }

    fn write_metric(&self, metric: &Metric<'_>, json: &mut Json<'_>) -> fmt::Result {
        json.open("{")?;
        json.key("name")?;
        json.text(metric.name)?;
        json.key("item")?;
        json.number(u64::from(metric.item))?;
        json.key("type")?;
        match metric.value_type() {
            Some(value_type) => json.name(value_type.name())?,
            None => json.signed(metric.type_code)?,
        }
        json.key("semantics")?;
        match metric.semantics() {
            Some(semantics) => json.name(semantics.name())?,
            None => json.signed(metric.semantics_code)?,
        }
        json.key("units")?;
        json.bits(u64::from(metric.units.bits()), 8)?;
        json.key("indom")?;
        match metric.indom {
            Some(serial) => json.number(u64::from(serial))?,
            None => json.null()?,
        }
        json.key("short")?;
        json.text(metric.short_help)?;
        json.key("help")?;
        json.text(metric.long_help)?;
        json.key("values")?;
        json.open("[")?;
        for record in self.values_of(metric) {
            json.next()?;
            json.open("{")?;
            json.key("instance")?;
            match record.instance {
                Some(instance) => json.instance(&instance)?,
                None => json.null()?,
            }
            json.value(record.value)?;
            json.close("}")?;
        }
        json.close("]")?;
        let mut labels = self.labels_about(Scope::Item, metric.item).peekable();
        if labels.peek().is_some() {
            json.key("labels")?;
            json.open("[")?;
            for label in labels {
                json.next()?;
                json.text(Some(label.payload))?;
            }
            json.close("]")?;
        }
        json.close("}")
    }

    fn write_labels(&self, json: &mut Json<'_>) -> fmt::Result {
        json.key("labels")?;
        json.open("[")?;
        for label in self.labels() {
            json.next()?;
            json.open("{")?;
            json.key("scope")?;
            json.name(label.scope.name())?;
            json.key("identity")?;
            json.number(u64::from(label.identity))?;
            json.key("instance")?;
            match label.instance {
                Some(id) => json.signed(id)?,
                None => json.null()?,
            }
            json.key("optional")?;
            json.raw(if label.optional { "true" } else { "false" })?;
            json.key("payload")?;
            json.text(Some(label.payload))?;
            json.close("}")?;
        }
        json.close("]")
    }
}

/// Puts commas where they belong.
struct Json<'w> {
    printer: Printer<'w>,
    is_first: bool,
}

impl Json<'_> {
    fn raw(&mut self, text: &str) -> fmt::Result {
        self.printer.raw(text)
    }

    fn open(&mut self, bracket: &str) -> fmt::Result {
        self.is_first = true;
        self.raw(bracket)
    }

    fn close(&mut self, bracket: &str) -> fmt::Result {
        self.is_first = false;
        self.raw(bracket)
    }

    /// Before each element of an array.
    fn next(&mut self) -> fmt::Result {
        if self.is_first {
            self.is_first = false;
            return Ok(());
        }
        self.raw(",")
    }

    fn key(&mut self, name: &str) -> fmt::Result {
        self.next()?;
        self.name(name)?;
        self.raw(":")
    }

    /// A string that needs no escapes.
    fn name(&mut self, name: &str) -> fmt::Result {
        self.printer.all(&["\"", name, "\""])
    }

    fn null(&mut self) -> fmt::Result {
        self.raw("null")
    }

    fn number(&mut self, number: u64) -> fmt::Result {
        self.printer.decimal(number)
    }

    fn signed(&mut self, number: i32) -> fmt::Result {
        self.printer.signed(i64::from(number))
    }

    /// A number of 64 bits, as a string.
    fn long(&mut self, number: u64) -> fmt::Result {
        self.raw("\"")?;
        self.printer.decimal(number)?;
        self.raw("\"")
    }

    /// A number of 64 bits, as a string.
    fn signed_long(&mut self, number: i64) -> fmt::Result {
        self.raw("\"")?;
        self.printer.signed(number)?;
        self.raw("\"")
    }

    fn bits(&mut self, bits: u64, width: usize) -> fmt::Result {
        self.raw("\"0x")?;
        self.printer.hexadecimal(bits, width)?;
        self.raw("\"")
    }

    fn text(&mut self, text: Option<Text<'_>>) -> fmt::Result {
        match text {
            Some(text) => self.printer.json_string(text),
            None => self.null(),
        }
    }

    fn instance(&mut self, instance: &Instance<'_>) -> fmt::Result {
        self.open("{")?;
        self.key("id")?;
        self.signed(instance.id)?;
        self.key("name")?;
        self.text(instance.name)?;
        self.close("}")
    }

    /// The members `value` and, for a number with a point, `bits`.
    fn value(&mut self, value: Option<Value<'_>>) -> fmt::Result {
        self.key("value")?;
        match value {
            None => self.null(),
            Some(Value::I32(number)) => self.signed(number),
            Some(Value::U32(number)) => self.number(u64::from(number)),
            Some(Value::I64(number)) => self.signed_long(number),
            Some(Value::U64(number)) => self.long(number),
            Some(Value::Float(number)) => {
                self.float(f64::from(number))?;
                self.key("bits")?;
                self.bits(u64::from(number.to_bits()), 8)
            }
            Some(Value::Double(number)) => {
                self.float(number)?;
                self.key("bits")?;
                self.bits(number.to_bits(), 16)
            }
            Some(Value::String(text)) => self.text(Some(text)),
            Some(Value::Elapsed { accumulated, open_since }) => {
                self.open("{")?;
                self.key("accumulated")?;
                self.signed_long(accumulated)?;
                self.key("open_since")?;
                match open_since {
                    Some(start) => self.long(start)?,
                    None => self.null()?,
                }
                self.close("}")
            }
        }
    }

    /// The shortest digits that stand for `number` alone, or its name when it is not finite.
    fn float(&mut self, number: f64) -> fmt::Result {
        if number.is_finite() {
            return self.raw(zmij::Buffer::new().format_finite(number));
        }
        self.name(if number.is_nan() {
            "nan"
        } else if number > 0.0 {
            "inf"
        } else {
            "-inf"
        })
    }
}
