//! A file as text, in the manner of PCP's `pminfo -fdmtTl`.

use core::fmt::{self, Write};

use super::image::Image;
use super::record::{Instance, Metric};
use super::value::Value;
use crate::mmv::codes::{Scope, Semantics, Type};
use crate::mmv::print::Printer;
use crate::mmv::units::Units;

/// The number that PCP gives to all metrics from MMV files.
const DOMAIN: u64 = 70;

impl Image<'_> {
    /// Writes each metric with its description, help, labels and values, in the order of the file.
    ///
    /// `prefix` goes before each name: PCP puts `mmv.FILE.` there, or `mmv.` with the flag NOPREFIX. An elapsed time is
    /// shown as it lies in the file, with the start of an open interval, because it takes a clock to add the two.
    ///
    /// # Errors
    /// What `out` gives.
    pub fn write_text(&self, prefix: &str, out: &mut dyn Write) -> fmt::Result {
        let mut view = View { image: self, printer: Printer::new(out) };
        for metric in self.metrics() {
            view.metric(prefix, &metric)?;
        }
        Ok(())
    }
}

struct View<'v, 'a> {
    image: &'v Image<'a>,
    printer: Printer<'v>,
}

impl View<'_, '_> {
    fn metric(&mut self, prefix: &str, metric: &Metric<'_>) -> fmt::Result {
        self.printer.all(&["\n", prefix])?;
        match metric.name {
            Some(name) => self.printer.text(name)?,
            None => self.printer.raw("(no name)")?,
        }
        self.printer.raw(" PMID: ")?;
        self.printer.decimal(DOMAIN)?;
        self.printer.raw(".")?;
        self.printer.signed(i64::from(self.image.cluster()))?;
        self.printer.raw(".")?;
        self.printer.decimal(u64::from(metric.item))?;
        if let Some(help) = metric.short_help {
            self.printer.raw(" [")?;
            self.printer.text(help)?;
            self.printer.raw("]")?;
        }
        self.description(metric)?;
        if let Ok(cluster) = u32::try_from(self.image.cluster()) {
            self.labels(Scope::Cluster, cluster)?;
        }
        if let Some(serial) = metric.indom {
            self.labels(Scope::Indom, serial)?;
        }
        self.labels(Scope::Item, metric.item)?;
        self.printer.raw("\n")?;
        if let Some(help) = metric.long_help {
            self.printer.raw("Help:\n")?;
            self.printer.text(help)?;
            self.printer.raw("\n")?;
        }
        self.values(metric)
    }

    fn description(&mut self, metric: &Metric<'_>) -> fmt::Result {
        self.printer.raw("\n    Data Type: ")?;
        self.name_of_code(metric.value_type().map(type_name), metric.type_code)?;
        self.printer.raw("  InDom: ")?;
        match metric.indom {
            Some(serial) => self.printer.decimal(u64::from(serial))?,
            None => self.printer.raw("none")?,
        }
        self.printer.raw("\n    Semantics: ")?;
        self.name_of_code(metric.semantics().map(Semantics::name), metric.semantics_code)?;
        self.printer.raw("  Units: ")?;
        self.units(metric.units)
    }

    fn name_of_code(&mut self, name: Option<&str>, code: i32) -> fmt::Result {
        if let Some(name) = name {
            return self.printer.raw(name);
        }
        self.printer.raw("unknown (")?;
        self.printer.signed(i64::from(code))?;
        self.printer.raw(")")
    }

    fn labels(&mut self, scope: Scope, identity: u32) -> fmt::Result {
        for label in self.image.labels_about(scope, identity) {
            self.printer.raw("\n    labels ")?;
            self.printer.text(label.payload)?;
        }
        Ok(())
    }

    fn values(&mut self, metric: &Metric<'_>) -> fmt::Result {
        let image = self.image;
        let mut is_empty = true;
        for record in image.values_of(metric) {
            let Some(value) = record.value else { continue };
            is_empty = false;
            self.printer.raw("    ")?;
            if let Some(instance) = record.instance {
                self.instance(&instance)?;
                self.printer.raw(" ")?;
            }
            self.printer.raw("value ")?;
            self.value(value)?;
            self.printer.raw("\n")?;
        }
        if is_empty {
            self.printer.raw("No value(s) available!\n")?;
        }
        let Some(serial) = metric.indom else { return Ok(()) };
        let Some(indom) = image.indoms().find(|indom| indom.serial == serial) else { return Ok(()) };
        for label in image.labels_about(Scope::Instances, serial) {
            for instance in image.instances(&indom).filter(|instance| Some(instance.id) == label.instance) {
                self.printer.raw("    ")?;
                self.instance(&instance)?;
                self.printer.raw(" labels ")?;
                self.printer.text(label.payload)?;
                self.printer.raw("\n")?;
            }
        }
        Ok(())
    }

    fn instance(&mut self, instance: &Instance<'_>) -> fmt::Result {
        self.printer.raw("inst [")?;
        self.printer.signed(i64::from(instance.id))?;
        self.printer.raw(" or ")?;
        match instance.name {
            Some(name) => {
                self.printer.raw("\"")?;
                self.printer.text(name)?;
                self.printer.raw("\"]")
            }
            None => self.printer.raw("(no name)]"),
        }
    }

    fn value(&mut self, value: Value<'_>) -> fmt::Result {
        match value {
            Value::I32(number) => self.printer.signed(i64::from(number)),
            Value::U32(number) => self.printer.decimal(u64::from(number)),
            Value::I64(number) => self.printer.signed(number),
            Value::U64(number) => self.printer.decimal(number),
            Value::Float(number) => self.printer.raw(zmij::Buffer::new().format(number)),
            Value::Double(number) => self.printer.raw(zmij::Buffer::new().format(number)),
            Value::String(text) => {
                self.printer.raw("\"")?;
                self.printer.text(text)?;
                self.printer.raw("\"")
            }
            Value::Elapsed { accumulated, open_since } => {
                self.printer.signed(accumulated)?;
                if let Some(start) = open_since {
                    self.printer.raw(" and the time since ")?;
                    self.printer.decimal(start)?;
                }
                Ok(())
            }
        }
    }

    /// The units in PCP's words: what is multiplied, then what is divided by.
    fn units(&mut self, units: Units) -> fmt::Result {
        let exponents = [units.space_exponent(), units.time_exponent(), units.count_exponent()];
        if exponents == [0; 3] {
            return match units.count_scale() {
                0 => self.printer.raw("none"),
                scale => self.power_of_ten("x 10", scale),
            };
        }
        let mut separator = "";
        for (dimension, exponent) in exponents.into_iter().enumerate().filter(|(_, exponent)| *exponent > 0) {
            self.printer.raw(separator)?;
            self.dimension(units, dimension, exponent)?;
            separator = " ";
        }
        if exponents.iter().any(|exponent| *exponent < 0) {
            self.printer.all(&[separator, "/"])?;
            for (dimension, exponent) in exponents.into_iter().enumerate().filter(|(_, exponent)| *exponent < 0) {
                self.printer.raw(" ")?;
                self.dimension(units, dimension, exponent)?;
            }
        }
        Ok(())
    }

    fn dimension(&mut self, units: Units, dimension: usize, exponent: i8) -> fmt::Result {
        const SPACES: [&str; 9] = ["byte", "Kbyte", "Mbyte", "Gbyte", "Tbyte", "Pbyte", "Ebyte", "Zbyte", "Ybyte"];
        const TIMES: [&str; 6] = ["nanosec", "microsec", "millisec", "sec", "min", "hour"];
        match dimension {
            0 => self.scale(&SPACES, "space-", units.space_scale())?,
            1 => self.scale(&TIMES, "time-", units.time_scale())?,
            _ => match units.count_scale() {
                0 => self.printer.raw("count")?,
                scale => self.power_of_ten("count x 10", scale)?,
            },
        }
        let exponent = exponent.unsigned_abs();
        if exponent > 1 {
            self.printer.raw("^")?;
            self.printer.decimal(u64::from(exponent))?;
        }
        Ok(())
    }

    fn scale(&mut self, names: &[&str], unknown: &str, scale: u32) -> fmt::Result {
        if let Some(name) = usize::try_from(scale).ok().and_then(|scale| names.get(scale)) {
            return self.printer.raw(name);
        }
        self.printer.raw(unknown)?;
        self.printer.decimal(u64::from(scale))
    }

    fn power_of_ten(&mut self, ten: &str, scale: i8) -> fmt::Result {
        self.printer.raw(ten)?;
        if scale != 1 {
            self.printer.raw("^")?;
            self.printer.signed(i64::from(scale))?;
        }
        Ok(())
    }
}

/// PCP's name of a type.
const fn type_name(value_type: Type) -> &'static str {
    match value_type {
        Type::NoSupport => "Not Supported",
        Type::I32 => "32-bit int",
        Type::U32 => "32-bit unsigned int",
        Type::I64 => "64-bit int",
        Type::U64 => "64-bit unsigned int",
        Type::Float => "float",
        Type::Double => "double",
        Type::String => "string",
        Type::Elapsed => "elapsed (64-bit int)",
    }
}
