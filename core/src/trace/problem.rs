//! Problems: what a reader found wrong, or worth a note, without giving up.
//!
//! A reader hands each problem to its caller as it finds it. Problems of a catalog come in file order; those of a trace
//! file come in the order of the reader's work, and lists made of them are sorted by offset, then by name.

/// What is wrong at one place of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong.
    pub kind: ProblemKind,
    /// Where, in bytes from the beginning of the file.
    pub offset: u64,
}

/// How much a problem weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing is lost or damaged by this file's own fault.
    Note,
    /// The file is damaged.
    Problem,
}

impl Severity {
    /// `note` or `problem`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Problem => "problem",
        }
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $({ $field:ident: $type:ty })? = $name:literal, $severity:ident, $text:literal;)*) => {
        /// The kinds of problems (sections 2 and 6).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ProblemKind {
            $($(#[$doc])* $kind $({
                /// How many.
                $field: $type
            })?,)*
        }

        impl ProblemKind {
            /// The name, as it stands in reports and in JSON.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind { .. } => $name,)*
                }
            }

            /// How much it weighs.
            pub const fn severity(self) -> Severity {
                match self {
                    $(Self::$kind { .. } => Severity::$severity,)*
                }
            }

            /// What was wrong and what was done about it, for people.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$kind { .. } => $text,)*
                }
            }
        }
    };
}

kinds! {
    /// The header names no such section.
    MissingSection = "missing_section", Problem, "the header names no such section; defaults are used";
    /// A section is damaged.
    BadSection = "bad_section", Problem, "the section is damaged and was not used";
    /// The size of records makes no sense.
    BadBufferSize = "bad_buffer_size", Problem, "the record size is under 72; no record was read";
    /// The file ends inside a record.
    PartialRecord = "partial_record", Problem, "the file ends inside this record; what is there was used where possible";
    /// A record's first entry lies outside of it.
    BadFirstEntry = "bad_first_entry", Problem, "the first entry lies outside the record, which was left out";
    /// A record's last entry lies outside of it.
    BadNextEntry = "bad_next_entry", Problem, "the last entry lies outside the record, which was left out";
    /// A ring says that it is the middle of an entry.
    FragmentInRing = "fragment_in_ring", Problem, "a ring cannot be the middle of an entry; the record was left out";
    /// A record does not go on where its predecessor ended.
    FragmentMismatch = "fragment_mismatch", Problem, "the record does not continue the one before; the entry between them was dropped";
    /// No entry is so short.
    BadEntryLength = "bad_entry_length", Problem, "no entry has this length; older entries of the record were left out";
    /// The four bytes of a long entry's length are damaged.
    BadLongEntry = "bad_long_entry", Problem, "the length of a long entry is damaged; older entries of the record were left out";
    /// An entry of the engine's own is of no known kind.
    BadSpecial = "bad_special", Problem, "an entry of the trace engine of unknown kind was dropped";
    /// The component's name in an entry is damaged.
    BadName = "bad_name", Problem, "the name of the component is damaged; the entry was dropped";
    /// The id in an entry is below the first.
    BadId = "bad_id", Problem, "the id of the tracepoint is impossible; the entry was dropped";
    /// Records were lost before they reached the file.
    LostRecords { count: u32 } = "lost_records", Note, "records were lost here when the trace was written";
    /// No catalog has the tracepoint.
    UnknownTracepoint = "unknown_tracepoint", Note, "no catalog has this tracepoint; give the one of its program";
    /// An entry ends before its template does.
    MissingData = "missing_data", Problem, "the entry has fewer bytes than its template needs; is the catalog that of the program?";
    /// An entry has bytes that its template does not use.
    ExtraData = "extra_data", Problem, "the entry has more bytes than its template uses; is the catalog that of the program?";
    /// The rate of the clock is not positive.
    BadClock = "bad_clock", Problem, "the rate of the clock cannot be told; times are printed as they stand";
    /// A record was copied or stored while it was being written.
    Torn = "torn", Note, "the record was being written; its oldest entries may be missing";
    /// A catalog line has no id.
    MissingId = "missing_id", Note, "the line has no id; the one after the line before was taken";
    /// A catalog line does not parse.
    BadLine = "bad_line", Problem, "the line cannot be understood and was skipped";
    /// A tracepoint has two catalog lines.
    DuplicateId = "duplicate_id", Problem, "the tracepoint has a line already; the last one counts";
    /// A catalog line has a type from 13 on.
    UnknownType = "unknown_type", Note, "tracepoints of this type are not known";
    /// A template has fewer than two characters.
    ShortTemplate = "short_template", Problem, "the template is shorter than its two flags; all of it was taken as text";
    /// A template has a conversion that does not exist.
    BadConversion = "bad_conversion", Problem, "there is no such conversion; it is printed as it stands";
    /// Bytes are not UTF-8.
    BadUtf8 = "bad_utf8", Problem, "the line is not UTF-8; what is damaged shows as a replacement character";
}
