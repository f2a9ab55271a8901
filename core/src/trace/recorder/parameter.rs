//! Parameters: what a tracepoint hands to the recorder, and how much of it fits an entry (section 5.4).

use super::super::bytes::{position, shortened};

/// What a tracepoint hands over, in the order of its template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter<'p> {
    /// The bytes of one or more numbers, little-endian and packed.
    Bytes(&'p [u8]),
    /// Text for `%s`. What follows a NUL is left out; `None` is recorded as `[Null Pointer]`.
    Text(Option<&'p [u8]>),
    /// Text for `%.*s`, of at most 65,535 bytes.
    Counted(&'p [u8]),
}

/// What `None` is recorded as.
const NULL: &[u8] = b"[Null Pointer]";
/// What a text that does not fit ends with.
const CLIPPED: &[u8] = b"...";

impl<'p> Parameter<'p> {
    /// Bytes that it takes in any case.
    pub(super) const fn fixed(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.len(),
            Self::Text(_) => 1,
            Self::Counted(_) => 2,
        }
    }

    /// The text as it is recorded when there is room; of numbers none.
    pub(in crate::trace) fn text(&self) -> &'p [u8] {
        match self {
            Self::Bytes(_) => &[],
            Self::Text(None) => NULL,
            Self::Text(Some(text)) => {
                let end = position(text, 0).unwrap_or(text.len());
                text.get(..end).unwrap_or(text)
            }
            Self::Counted(text) => text,
        }
    }

    /// What fits of the text into `spare` bytes.
    pub(super) fn fit(&self, spare: usize) -> Fitted<'p> {
        let text = self.text();
        let longest = if matches!(self, Self::Counted(_)) { spare.min(usize::from(u16::MAX)) } else { spare };
        if text.len() <= longest {
            return Fitted { text, mark: &[], is_clipped: false };
        }
        match longest.checked_sub(CLIPPED.len()) {
            Some(room) => {
                Fitted { text: text.get(..shortened(text, room)).unwrap_or_default(), mark: CLIPPED, is_clipped: true }
            }
            None => Fitted { text: &[], mark: &[], is_clipped: true },
        }
    }
}

/// A text as it is recorded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fitted<'p> {
    pub text: &'p [u8],
    /// What stands behind it.
    pub mark: &'static [u8],
    pub is_clipped: bool,
}

impl Fitted<'_> {
    pub(super) const fn len(&self) -> usize {
        self.text.len() + self.mark.len()
    }
}
