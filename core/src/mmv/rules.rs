//! What the writer refuses, and what it warns of (section 12 of the format).
//!
//! A refusal names the rule and the declaration that breaks it, at the moment when it is declared, because the readers in
//! the field drop such things without a word.

use core::fmt;

use super::codes::Version;
use super::print::Printer;
use super::text::Text;

macro_rules! rules {
    ($($variant:ident $({ $($field:ident : $field_type:ty, $field_doc:literal;)* })?, $name:literal, $message:literal;)*) => {
        /// A rule of the writer.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = concat!("`", $name, "`: ", $message, ".")] $variant $({ $(#[doc = $field_doc] $field: $field_type,)* })?,)*
        }

        impl Rule {
            /// The name of the rule.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant $({ $($field: _,)* })? => $name,)* }
            }

            /// The rule in words, as what has been broken.
            pub const fn message(self) -> &'static str {
                match self { $(Self::$variant $({ $($field: _,)* })? => $message,)* }
            }
        }
    };
}

rules! {
    BadMetricName, "bad_metric_name",
        "a name is 1 to 255 bytes: letters, digits and underscores in parts that begin with a letter, dots between the parts";
    DuplicateMetricName, "duplicate_metric_name", "an earlier metric has the same name";
    NameConflict, "name_conflict",
        "the name is also a branch of another metric's name, which PCP's tree of names cannot hold; rename one of them";
    BadItem, "bad_item", "an item is 0 to 1023";
    DuplicateItem, "duplicate_item", "an earlier metric has the same item";
    BadType, "bad_type", "the code of the type is not one that MMV files can have";
    BadSemantics, "bad_semantics", "semantics are counter (1), instant (3) or discrete (4)";
    BadUnits, "bad_units", "exponents are -8 to 7, scales of space 0 to 8, scales of time 0 to 5, scales of count -8 to 7";
    ElapsedShape, "elapsed_shape", "an elapsed time is a counter in microseconds";
    BadCluster, "bad_cluster", "a cluster is 0 to 4095";
    BadFlags, "bad_flags", "the flags are 1 (no prefix), 2 (process) and 4 (sentinel)";
    BadGeneration, "bad_generation",
        "a generation is not 0 and differs from earlier ones; without 64-bit atomics neither half of it is 0";
    BadSerial, "bad_serial", "a serial is 1 to 4194303";
    DuplicateSerial, "duplicate_serial", "an earlier instance domain has the same serial";
    UnknownIndom, "unknown_indom", "no instance domain of this serial is declared";
    BadInstanceId, "bad_instance_id", "an instance can have any number but -1";
    DuplicateInstanceId, "duplicate_instance_id", "an earlier instance of the domain has the same number";
    BadInstanceName, "bad_instance_name", "an instance's name is 1 to 255 bytes, none of them NUL";
    DuplicateInstanceName, "duplicate_instance_name", "an earlier instance of the domain has the same name";
    BadText, "bad_text", "a text is at most 255 bytes, none of them NUL";
    BadLabelName, "bad_label_name", "a label's name is a letter followed by letters, digits or underscores";
    BadLabelValue, "bad_label_value", "a label's value is JSON, nested at most 31 deep; a text needs its quotes";
    LabelTooLong, "label_too_long", "a label is at most 243 bytes: braces, name in quotes, colon and value";
    UnknownLabelTarget, "unknown_label_target", "the label is about something that is not declared";
    LabelNeedsCluster, "label_needs_cluster", "a label of the whole file needs a cluster that is not 0";
    DuplicateLabel, "duplicate_label", "an earlier label about the same thing has the same name";
    TooManyMetrics, "too_many_metrics", "a file has at most 1023 metrics";
    TooManyIndoms, "too_many_indoms", "a file has at most 1023 instance domains";
    TooManyLabels, "too_many_labels", "a file has at most 255 labels";
    NoMetrics, "no_metrics", "a file has at least one metric";
    MemoryTooSmall { needed: usize, "The bytes that the image needs."; }, "memory_too_small", "the image needs more memory";
    VersionTooLow { needed: Version, "The lowest version that can hold it."; }, "version_too_low",
        "the version that was asked for cannot hold this; ask for a higher one, or for none";
    LayoutTooLarge, "layout_too_large", "the image is larger than its offsets can say on this target";
    DifferentLayout, "different_layout",
        "the memory does not hold an image of these declarations, so it cannot be adopted; lay it out anew";
    SameMemory, "same_memory", "a new layout needs memory of its own, apart from the old one";
    NoSpare, "no_spare", "all spare instances of the domain have their names";
    Busy, "busy", "another edit of the image is open, or was left open";
}

/// What a refusal or a warning is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject<'t> {
    /// The file as a whole.
    File,
    /// A metric.
    Metric {
        /// Its place among the metrics, from 0.
        number: u32,
        /// Its name.
        name: Text<'t>,
    },
    /// An instance domain.
    Indom {
        /// Its place among the instance domains, from 0.
        number: u32,
        /// Its serial.
        serial: u32,
    },
    /// An instance.
    Instance {
        /// The serial of its instance domain.
        serial: u32,
        /// Its place among the instances of the domain, from 0.
        number: u32,
        /// Its internal number.
        id: i32,
        /// Its name.
        name: Text<'t>,
    },
    /// A label.
    Label {
        /// Its place among the labels, from 0.
        number: u32,
        /// Its name.
        name: Text<'t>,
    },
}

/// Why the writer does not make an image, or does not change it. Nothing was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Refusal<'t> {
    /// The rule that would be broken.
    pub rule: Rule,
    /// What would break it.
    pub subject: Subject<'t>,
}

impl Refusal<'_> {
    /// A refusal that is about the file as a whole.
    pub(crate) const fn of_file(rule: Rule) -> Self {
        Self { rule, subject: Subject::File }
    }
}

/// What is allowed and may surprise all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Surprise {
    /// The serial is above 2047, so that it may collide with one of another file.
    LargeSerial,
    /// Another instance's name is the same up to the first blank, and PCP's tools may take one for the other.
    SameUpToBlank,
}

impl Surprise {
    /// The name of the warning.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LargeSerial => "large_serial",
            Self::SameUpToBlank => "same_up_to_blank",
        }
    }

    /// The warning in words.
    pub const fn message(self) -> &'static str {
        match self {
            Self::LargeSerial => "a serial above 2047 may collide with that of another file",
            Self::SameUpToBlank => {
                "an earlier instance's name is the same up to the first blank, where PCP's tools may stop"
            }
        }
    }
}

/// A warning, which does not keep the image from being made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Warning<'t> {
    /// What may surprise.
    pub surprise: Surprise,
    /// What it is about.
    pub subject: Subject<'t>,
}

impl Subject<'_> {
    fn print(&self, printer: &mut Printer<'_>) -> fmt::Result {
        let (kind, number, name) = match *self {
            Self::File => return printer.raw("the file"),
            Self::Metric { number, name } => ("metric ", number, name),
            Self::Label { number, name } => ("label ", number, name),
            Self::Indom { number, serial } => {
                printer.raw("instance domain ")?;
                printer.decimal(u64::from(number))?;
                printer.raw(" of serial ")?;
                return printer.decimal(u64::from(serial));
            }
            Self::Instance { serial, number, id, name } => {
                printer.raw("of the domain of serial ")?;
                printer.decimal(u64::from(serial))?;
                printer.raw(", number ")?;
                printer.signed(i64::from(id))?;
                printer.raw(", instance ")?;
                return numbered(printer, number, name);
            }
        };
        printer.raw(kind)?;
        numbered(printer, number, name)
    }
}

fn numbered(printer: &mut Printer<'_>, number: u32, name: Text<'_>) -> fmt::Result {
    printer.decimal(u64::from(number))?;
    printer.raw(" (")?;
    printer.text(name)?;
    printer.raw(")")
}

impl fmt::Display for Refusal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer::new(f);
        self.subject.print(&mut printer)?;
        printer.all(&[": ", self.rule.message()])?;
        let needed = match self.rule {
            Rule::MemoryTooSmall { needed } => u64::try_from(needed).unwrap_or(u64::MAX),
            Rule::VersionTooLow { needed } => u64::from(needed.number()),
            _ => return Ok(()),
        };
        printer.raw(": ")?;
        printer.decimal(needed)
    }
}

impl core::error::Error for Refusal<'_> {}

impl fmt::Display for Warning<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer::new(f);
        self.subject.print(&mut printer)?;
        printer.all(&[": ", self.surprise.message()])
    }
}
