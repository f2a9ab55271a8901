//! What a reader finds wrong: errors of the whole file, and problems with their offsets (section 13 of the format).

use core::fmt;

/// Why nothing of a file can be read. The checks are made in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileError {
    /// There are fewer than 40 bytes.
    TooShort,
    /// The file does not begin with `MMV` and NUL.
    BadMagic,
    /// The version is not 1, 2 or 3 in either byte order.
    UnsupportedVersion,
    /// The two generations differ or are zero: the file is being written, or its writer died.
    InFlux,
    /// The table of contents does not lie in the file.
    TocOutsideFile,
}

impl FileError {
    /// The name of the error in tools.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TooShort => "too_short",
            Self::BadMagic => "bad_magic",
            Self::UnsupportedVersion => "unsupported_version",
            Self::InFlux => "in_flux",
            Self::TocOutsideFile => "toc_outside_file",
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooShort => "the file is shorter than the header of 40 bytes; it is cut, or no MMV file",
            Self::BadMagic => "the file does not begin with MMV and a NUL; it is no MMV file",
            Self::UnsupportedVersion => "the version at offset 4 is not 1, 2 or 3 in either byte order",
            Self::InFlux => {
                "the generations at offsets 8 and 16 differ or are zero: the writer is at work or died; read again, or recover"
            }
            Self::TocOutsideFile => "the table of contents at offset 40 does not lie in the file; the file is cut",
        })
    }
}

impl core::error::Error for FileError {}

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// Odd, but nothing is lost by it.
    Note,
    /// Something is wrong, left out, or doubtful.
    Problem,
}

impl Severity {
    /// The name in lower case, as tools print it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Problem => "problem",
        }
    }
}

/// Something wrong in a file that could be read otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    /// What is wrong.
    pub kind: ProblemKind,
    /// The offset in bytes of the record, entry or header field that is wrong, not of what it points at.
    pub offset: usize,
}

macro_rules! problem_kinds {
    ($($variant:ident, $name:literal, $message:literal;)*) => {
        /// What can be wrong in a file (section 13.6 of the format).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ProblemKind {
            $(#[doc = concat!("`", $name, "`: ", $message, ".")] $variant,)*
        }

        impl ProblemKind {
            /// Every kind, in the order of their names.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name of the problem in tools.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// What is wrong, in words.
            pub const fn message(self) -> &'static str {
                match self { $(Self::$variant => $message,)* }
            }
        }
    };
}

problem_kinds! {
    BadCluster, "bad_cluster", "the cluster is not 0 to 4095, so PCP drops the file";
    BadElapsed, "bad_elapsed", "the start of the interval is in the wrong form; the interval is read as not open";
    BadIndomOffset, "bad_indom_offset", "the instance names another record as its instance domain";
    BadInstanceId, "bad_instance_id", "the instance has the reserved number -1";
    BadInstanceName, "bad_instance_name", "the instance has an empty name";
    BadInstanceOffset, "bad_instance_offset", "the value names no instance, so it is left out";
    BadInstanceRange, "bad_instance_range", "the instances of the domain do not lie in the file, so they are left out";
    BadItem, "bad_item", "the item is above 1023";
    BadLabelFlags, "bad_label_flags", "the label does not name exactly one scope, so it is left out";
    BadLabelPayload, "bad_label_payload", "the label is not a JSON object with proper names, so it is left out";
    BadMetricOffset, "bad_metric_offset", "the value names no metric, so it is left out";
    BadName, "bad_name", "the metric's name is not made of letters, digits, underscores and dots as PCP wants it";
    BadSectionCount, "bad_section_count", "the section has a negative number of records; it is read as empty";
    BadSectionOffset, "bad_section_offset", "the section does not begin in the file; it is read as empty";
    BadSemantics, "bad_semantics", "the semantics are not counter, instant or discrete";
    BadSerial, "bad_serial", "the serial of the instance domain is not 1 to 4194303";
    BadStringOffset, "bad_string_offset", "a text does not lie in the file, so it is missing";
    BadType, "bad_type", "the type is unknown, so there are no values; PCP's collector may crash on it";
    BadUnits, "bad_units", "the scale of space or time is unknown";
    DuplicateItem, "duplicate_item", "an earlier metric has the same item, so PCP drops this one";
    DuplicateName, "duplicate_name", "an earlier metric has the same name, so PCP drops this one";
    DuplicateSection, "duplicate_section", "a section of this type occurred before; this one is ignored";
    DuplicateSerial, "duplicate_serial", "an earlier instance domain has the same serial; references go to that one";
    InFlux, "in_flux", "the generations differ or are zero: the writer was at work, or died";
    LabelsInOldVersion, "labels_in_old_version", "the file has labels, which came with version 3";
    MisalignedSection, "misaligned_section", "the section does not begin at a multiple of 8";
    MissingMetrics, "missing_metrics", "there is no section of metrics";
    MissingValue, "missing_value", "the metric has no value";
    MissingValues, "missing_values", "there is no section of values";
    NameConflict, "name_conflict", "the name is also a branch of other names, so PCP's tools do not reach the metric";
    SectionTruncated, "section_truncated", "the section runs past the end of the file; what is whole is read";
    TooManyIndoms, "too_many_indoms", "there are more than 1023 instance domains; the first 1023 are read";
    TooManyLabels, "too_many_labels", "there are more than 255 labels; the first 255 are read";
    TooManyMetrics, "too_many_metrics", "there are more than 1023 metrics; the first 1023 are read";
    UnexpectedInstance, "unexpected_instance", "the value names an instance, but its metric has none";
    UnknownFlags, "unknown_flags", "there are flags without a known meaning";
    UnknownIndom, "unknown_indom", "no instance domain has the serial that the metric names";
    UnknownLabelTarget, "unknown_label_target", "the label is about something that the file does not have";
    UnknownSection, "unknown_section", "the type of the section is unknown; the section is ignored";
    UnterminatedString, "unterminated_string", "a text has no NUL; the whole field is taken as the text";
    WrongInstance, "wrong_instance", "the value's instance belongs to another domain than its metric";
}

impl ProblemKind {
    /// How bad it is.
    pub const fn severity(self) -> Severity {
        match self {
            Self::UnknownFlags | Self::MisalignedSection | Self::LabelsInOldVersion => Severity::Note,
            _ => Severity::Problem,
        }
    }
}
