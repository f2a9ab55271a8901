//! Definitions: the `.tdf` files in which the tracepoints of a component are written down once (section 3).
//!
//! From a definition file come the calls that a program makes, the tables that its engine needs, and the catalog that
//! prints what was recorded. Ids follow the order of lines, so a file is only ever added to: a point that is no longer
//! used is marked obsolete and keeps its number.
//!
//! ```
//! use glassbox::trace::definition::{Definition, Definitions, Mode, points_needed};
//!
//! let file = "executable=orc\nTraceEvent=Trc_ORC_Init Overhead=1 Level=1 Template=\"%d modules\"\n";
//! let mut points = vec![Definition::EMPTY; points_needed(file)];
//! let orc = Definitions::parse(file, Mode::Strict, &mut points, &mut |warning| panic!("{warning:?}"))?;
//! assert_eq!((orc.component, orc.points[0].symbol), ("orc", "Trc_ORC_Init"));
//! # Ok::<(), glassbox::trace::definition::DefinitionError>(())
//! ```

mod catalog;
mod line;
mod parameter;

use super::PointType;
use super::sort::heap_sort;
pub use catalog::{Changed, check_append_only, write_catalog_lines};
pub use parameter::{ParameterKind, parameters};

/// The most points of a component: ids have 14 bits, and begin at 257.
pub const MOST_POINTS: usize = 16_127;
/// The most parameters of a point; one with a length of its own counts twice.
pub const MOST_PARAMETERS: usize = 16;
/// The catalog that a file without a `datfilename` belongs to.
pub const DEFAULT_CATALOG: &str = "c_TraceFormat.dat";
/// What is wrong with a definition file, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefinitionError {
    /// What is wrong.
    pub kind: DefinitionErrorKind,
    /// Where, in bytes from the beginning of the file.
    pub offset: usize,
    /// The number of the line, from 1.
    pub line: usize,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal, $text:literal;)*) => {
        /// The kinds of errors and warnings.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum DefinitionErrorKind {
            $($(#[$doc])* $kind,)*
        }

        impl DefinitionErrorKind {
            /// The name, as it stands in reports and in JSON.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }

            /// What was wrong and what to do, for people.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$kind => $text,)*
                }
            }
        }
    };
}

kinds! {
    /// No line names the component.
    MissingExecutable = "missing_executable", "no line names the component; add executable=NAME";
    /// A line of a tracepoint has no form.
    BadLine = "bad_line", "a tracepoint is written TraceType=Symbol, without blanks around the equals sign";
    /// A tracepoint is of no known type.
    UnknownTraceType = "unknown_trace_type", "there is no such type of tracepoint; capital letters matter";
    /// A line is none of a definition file.
    UnknownLine = "unknown_line", "the line is neither a key, a tracepoint nor a comment; it was skipped";
    /// A symbol is no C identifier.
    BadSymbol = "bad_symbol", "the symbol is not a C identifier";
    /// Two points that are in use have one symbol.
    DuplicateSymbol = "duplicate_symbol", "another tracepoint has this symbol; mark the old one Obsolete";
    /// A number has other characters than digits.
    BadNumber = "bad_number", "a number from 0 to 10 should stand here";
    /// A number is above 10.
    NumberOutOfRange = "number_out_of_range", "the number must be from 0 to 10";
    /// There is no such keyword.
    UnknownKeyword = "unknown_keyword", "there is no such keyword";
    /// A keyword is there twice.
    DuplicateKeyword = "duplicate_keyword", "the keyword was given already";
    /// A keyword that no longer means anything.
    ObsoleteKeyword = "obsolete_keyword", "the keyword means nothing any more; remove it";
    /// A text has no beginning or no end.
    UnbalancedQuote = "unbalanced_quote", "the text must stand between quotation marks";
    /// A quotation mark inside a text is not escaped.
    UnescapedQuote = "unescaped_quote", "a quotation mark inside the text must be written \\\"";
    /// A point has no template.
    MissingTemplate = "missing_template", "the tracepoint has no template; it prints nothing";
    /// An assertion has no expression.
    MissingAssert = "missing_assert", "an assertion needs Assert=\"expression\"";
    /// A template has a conversion that no generator makes.
    BadConversion = "bad_conversion", "a tracepoint cannot have this conversion";
    /// A template has more than 16 parameters.
    TooManyParameters = "too_many_parameters", "a tracepoint has at most 16 parameters; one with .* counts twice";
    /// A component has more than 16,127 points.
    TooManyPoints = "too_many_points", "a component has at most 16127 tracepoints";
    /// The caller gave too little memory.
    ScratchTooSmall = "scratch_too_small", "the memory given to hold the tracepoints is too small";
}

impl core::fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.kind.text())
    }
}

impl core::error::Error for DefinitionError {}

/// How much a file is forgiven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Errors are errors.
    Strict,
    /// `bad_number`, `duplicate_symbol` and `unknown_keyword` are warnings; a bad number is the default.
    Lenient,
}

/// A tracepoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Definition<'a> {
    /// The number within the component.
    pub id: u32,
    /// What it marks.
    pub kind: PointType,
    /// The name of its macro.
    pub symbol: &'a str,
    /// The compile-time threshold below which it is left out, 0 to 10.
    pub overhead: u32,
    /// The level up to which it is selected, 0 to 10.
    pub level: u32,
    /// The groups that it names, separated by commas. See [`Definition::groups`].
    pub group_list: &'a str,
    /// Whether its macro has no argument for the thread.
    pub no_env: bool,
    /// Whether there is a function that tells if it is active.
    pub test: bool,
    /// Whether nothing calls it any more.
    pub obsolete: bool,
    /// The template without flags, as it is written; of an assertion the part behind them.
    pub body: &'a str,
    /// The expression of an assertion, as it is written.
    pub assertion: Option<&'a str>,
    /// Where its line begins in the file.
    pub offset: usize,
    /// The number of its line, from 1.
    pub line: usize,
}

impl<'a> Definition<'a> {
    /// A place that holds nothing yet.
    pub const EMPTY: Self = Self {
        id: 0,
        kind: PointType::EVENT,
        symbol: "",
        overhead: 0,
        level: 1,
        group_list: "",
        no_env: false,
        test: false,
        obsolete: false,
        body: "",
        assertion: None,
        offset: 0,
        line: 0,
    };

    /// The groups that it names.
    pub fn groups(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.group_list.split([',']).map(str::trim_ascii).filter(|group| !group.is_empty())
    }

    /// What its parameters are.
    pub fn parameters(&self) -> impl Iterator<Item = ParameterKind> + use<'a> {
        parameters(self.body)
    }

    /// The number of arguments of an assertion: the highest n of a word `Pn` in its expression.
    pub fn assertion_arguments(&self) -> u32 {
        self.assertion.map_or(0, parameter::highest_argument)
    }
}

/// A component, and its tracepoints by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Definitions<'a> {
    /// The component's name.
    pub component: &'a str,
    /// The file name of the catalog that it belongs to.
    pub catalog: &'a str,
    /// The components that may report inside this one, separated by commas; empty when there are none.
    pub submodules: &'a str,
    /// Whether it cannot be selected: its points are always recorded when called.
    pub auxiliary: bool,
    /// The tracepoints, in the order of their ids.
    pub points: &'a [Definition<'a>],
}

/// The number of places that the tracepoints of `file` need at most.
pub fn points_needed(file: &str) -> usize {
    line::lines(file).filter(|line| line::starts_with(line.text, "trace")).count()
}

impl<'a> Definitions<'a> {
    /// Reads a definition file into `points`, of which there must be [`points_needed`].
    ///
    /// Warnings are handed to `warning` in file order, except that those of doubled symbols come last.
    ///
    /// # Errors
    /// The first [`DefinitionError`] of the file.
    pub fn parse(
        file: &'a str,
        mode: Mode,
        points: &'a mut [Definition<'a>],
        warning: &mut dyn FnMut(DefinitionError),
    ) -> Result<Self, DefinitionError> {
        let mut found =
            Definitions { component: "", catalog: DEFAULT_CATALOG, submodules: "", auxiliary: false, points: &[] };
        let mut used = 0;
        let mut stopped = Ok(());
        for line in line::lines(file) {
            match line::parse(&line, mode, &mut found, warning) {
                Ok(None) => {}
                Ok(Some(mut point)) => {
                    point.id = u32::try_from(used).unwrap_or(u32::MAX);
                    let place = points.get_mut(used).ok_or(DefinitionErrorKind::ScratchTooSmall);
                    let place = if used < MOST_POINTS { place } else { Err(DefinitionErrorKind::TooManyPoints) };
                    match place {
                        Ok(place) => *place = point,
                        Err(kind) => {
                            stopped = Err(line.error(kind, 0));
                            break;
                        }
                    }
                    used += 1;
                }
                Err(error) => {
                    stopped = Err(error);
                    break;
                }
            }
        }
        let (points, _) = points.split_at_mut_checked(used).unwrap_or_default();
        check_symbols(points, mode, warning)?;
        stopped?;
        if found.component.is_empty() {
            return Err(DefinitionError { kind: DefinitionErrorKind::MissingExecutable, offset: 0, line: 1 });
        }
        found.points = points;
        Ok(found)
    }
}

/// Checks that of the points with one symbol at most one is in use.
fn check_symbols(
    points: &mut [Definition<'_>],
    mode: Mode,
    warning: &mut dyn FnMut(DefinitionError),
) -> Result<(), DefinitionError> {
    heap_sort(points, |a, b| (a.symbol, a.obsolete, a.id) < (b.symbol, b.obsolete, b.id));
    let doubles = || {
        let pairs = points.iter().zip(points.iter().skip(1));
        pairs.filter(|(before, point)| before.symbol == point.symbol && !point.obsolete).map(|(_, point)| {
            DefinitionError { kind: DefinitionErrorKind::DuplicateSymbol, offset: point.offset, line: point.line }
        })
    };
    match (mode, doubles().min_by_key(|error| error.offset)) {
        (Mode::Strict, Some(error)) => return Err(error),
        (Mode::Lenient, _) => doubles().for_each(warning),
        (Mode::Strict, None) => {}
    }
    heap_sort(points, |a, b| a.id < b.id);
    Ok(())
}

#[cfg(test)]
mod tests;
