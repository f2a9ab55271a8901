//! Selection: the option language that says which tracepoints do what (section 8).
//!
//! A string of options is parsed twice: once to check every part of it against the components that are there, and once
//! to apply it. So a string is applied wholly or not at all, and nothing needs to be undone. What concerns components
//! that are not there yet is remembered as text, and looked at again when one registers.

mod item;
mod options;
mod state;
mod trigger;

pub use item::MOST_NESTED;
pub(super) use state::Selection;
pub use state::{LONGEST_ITEM, MOST_TRIGGERS, Settings};
pub use trigger::{Action, Trigger, TriggerKind};

/// What is wrong with a string of options, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelectionError {
    /// What is wrong.
    pub kind: SelectionErrorKind,
    /// Where, in bytes from the beginning of the string.
    pub offset: usize,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal, $text:literal;)*) => {
        /// The kinds of errors of a selection.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum SelectionErrorKind {
            $($(#[$doc])* $kind,)*
        }

        impl SelectionErrorKind {
            /// The name, as it stands in reports and in JSON.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }

            /// What was expected, for people.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$kind => $text,)*
                }
            }
        }
    };
}

kinds! {
    /// An option needs a value.
    MissingArgument = "missing_argument", "the option needs a value, as in maximal=all";
    /// There is no such option.
    UnknownOption = "unknown_option", "there is no such option";
    /// An equals sign has no option in front.
    EmptyOptionName = "empty_option_name", "the name of an option should stand in front of the equals sign";
    /// An option takes no value.
    UnexpectedArgument = "unexpected_argument", "the option takes no value";
    /// Nothing stands between braces.
    EmptyBraces = "empty_braces", "something should stand between the braces";
    /// A brace is not closed.
    UnclosedBrace = "unclosed_brace", "the brace is not closed";
    /// A brace closes nothing.
    UnbalancedBrace = "unbalanced_brace", "the brace closes nothing, or another kind of brace";
    /// Braces are nested deeper than 32.
    TooDeep = "too_deep", "braces can be nested 32 deep";
    /// A component's name is none.
    BadComponent = "bad_component", "a component's name is a letter or _, then letters, digits and _";
    /// The number of a tracepoint is missing or none.
    BadTpnid = "bad_tpnid", "a tracepoint is written component.number, or component.first-last";
    /// The end of a range is missing or none.
    BadRange = "bad_range", "a range is written component.first-last";
    /// The end of a range comes before its beginning.
    ReversedRange = "reversed_range", "the range ends before it begins; exchange the numbers";
    /// The component has no such tracepoint.
    IdOutOfRange = "id_out_of_range", "the component has no tracepoint of this number";
    /// The component cannot be selected.
    AuxiliaryComponent = "auxiliary_component", "the component is auxiliary: it cannot be selected";
    /// A level has no form.
    BadLevel = "bad_level", "a level is written level5, l5 or level=5";
    /// The component has no such group.
    UnknownGroup = "unknown_group", "the component has no group of this name";
    /// There is no such selector.
    UnknownSelector = "unknown_selector", "tracepoints are selected by tpnid{...}; triggers also by group{...}";
    /// Text follows where nothing can.
    TrailingText = "trailing_text", "nothing can follow here but a comma";
    /// A number has other characters than digits.
    BadNumber = "bad_number", "a number should stand here";
    /// A number is too small or too large.
    NumberOutOfRange = "number_out_of_range", "the number is too small or too large";
    /// A number ends with an unknown letter.
    BadSuffix = "bad_suffix", "a size ends with k, m or nothing";
    /// A record would be too small.
    BufferTooSmall = "buffer_too_small", "a buffer has at least 1000 bytes";
    /// A part of a value is missing.
    EmptyItem = "empty_item", "something should stand here";
    /// The option comes too late.
    NotAtRunTime = "not_at_run_time", "the option can only be given at the start";
    /// The option contradicts another one.
    ConflictingOptions = "conflicting_options", "suspendcount and resumecount exclude each other";
    /// A trigger has no form.
    BadTrigger = "bad_trigger", "a trigger is written tpnid{component.number,action,delay,match} or group{name,action,delay,match}";
    /// There is no such action.
    BadAction = "bad_action", "the actions are suspend, resume, suspendthis, resumethis, snap and callback";
    /// The tables are full.
    SelectionFull = "selection_full", "too much is selected ahead for components that are not there yet; use none to start over";
}

impl core::fmt::Display for SelectionError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.kind.text())
    }
}

impl core::error::Error for SelectionError {}

/// An error at `offset`.
const fn error<T>(kind: SelectionErrorKind, offset: usize) -> Result<T, SelectionError> {
    Err(SelectionError { kind, offset })
}

/// A piece of the string, and where it begins.
#[derive(Clone, Copy, Debug)]
struct Span<'s> {
    text: &'s str,
    offset: usize,
}

impl<'s> Span<'s> {
    /// The bytes from `start` to `end`, which lie between characters.
    fn get(self, start: usize, end: usize) -> Self {
        let text = self.text.get(start..end).unwrap_or_default();
        Self { text, offset: self.offset.saturating_add(start) }
    }

    fn from(self, start: usize) -> Self {
        self.get(start, self.text.len())
    }

    /// Without blanks around.
    fn trimmed(self) -> Self {
        let start = self.text.len().saturating_sub(self.text.trim_ascii_start().len());
        let text = self.text.trim_ascii();
        Self { text, offset: self.offset.saturating_add(start) }
    }

    fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    /// Whether the first byte is this one.
    fn begins_with(self, byte: u8) -> bool {
        self.text.as_bytes().first() == Some(&byte)
    }

    /// The place of the first of these bytes.
    fn find(self, bytes: &[u8]) -> Option<usize> {
        self.text.bytes().position(|byte| bytes.contains(&byte))
    }

    /// The parts between the separators that lie outside of braces.
    fn split(self, separator: u8) -> impl Iterator<Item = Self> + use<'s> {
        let mut rest = Some(self);
        core::iter::from_fn(move || {
            let whole = rest?;
            let mut depth = 0_usize;
            let end = whole.text.bytes().position(|byte| {
                match byte {
                    b'{' | b'(' => depth = depth.saturating_add(1),
                    b'}' | b')' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                byte == separator && depth == 0
            });
            rest = end.map(|end| whole.from(end + 1));
            Some(end.map_or(whole, |end| whole.get(0, end)))
        })
    }

    /// What stands in front of the brace at `open`, inside of it and behind it.
    fn braces(self, open: usize) -> (Self, Self) {
        let mut depth = 0_usize;
        let close = self.text.bytes().enumerate().skip(open).find(|(_, byte)| {
            match byte {
                b'{' | b'(' => depth = depth.saturating_add(1),
                b'}' | b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        });
        let close = close.map_or(self.text.len(), |(close, _)| close);
        (self.get(open + 1, close), self.from(close.saturating_add(1)).trimmed())
    }
}

#[cfg(test)]
mod tests;
