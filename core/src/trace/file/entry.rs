//! Entries: what the bytes of one recorded event say (section 5.2).

use super::super::bytes::{ByteOrder, four, position};
use super::super::problem::ProblemKind;
use super::super::template::Parameters;

/// The name that the engine's own component bears in entries.
const INTERNAL_NAME: &str = "INTERNALTRACECOMPONENT";
/// The name that it is shown by.
pub const INTERNAL_COMPONENT: &str = "dg";
/// What is added to ids, so that a byte of zero never begins an ordinary entry's.
const FIRST_ID: u32 = 257;
/// The bits of an id; an assertion sets the one above.
const ID_BITS: u32 = 0x3fff;
/// Bytes in front of the name.
const NAME: usize = 11;
/// Bytes of an entry of the engine's own.
pub(super) const SPECIAL: usize = 8;

/// One recorded event.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'b> {
    /// The offset in the file of its first byte.
    pub offset: u64,
    /// When, in ticks.
    pub time: u64,
    /// The thread's number.
    pub thread: u64,
    /// The thread's place in the order of first appearance.
    pub thread_index: usize,
    /// The component as it is shown: `component` or `component(container)`.
    pub name: &'b str,
    /// The number of the tracepoint within its component.
    pub id: u32,
    /// The bare bytes of the parameters.
    pub parameters: Parameters<'b>,
}

impl<'b> Entry<'b> {
    /// The component that the catalog knows.
    pub fn component(&self) -> &'b str {
        component(self.name)
    }
}

fn component(name: &str) -> &str {
    position(name.as_bytes(), b'(').and_then(|end| name.get(..end)).unwrap_or(name)
}

/// An entry of the engine's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Special {
    /// The upper half of the time changed. Holds what it was before.
    Wrap(u32),
    /// Records were lost.
    Lost(u32),
}

impl Special {
    pub(super) fn parse(bytes: &[u8], order: ByteOrder) -> Option<Self> {
        let value = order.u32(four(bytes, 3)?);
        match bytes {
            [0, 0, 0, ..] => Some(Self::Wrap(value)),
            [0, 1, 0, ..] => Some(Self::Lost(value)),
            _ => None,
        }
    }
}

/// What an entry says, without where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contents<'b> {
    /// The lower half of the time.
    pub(super) time: u32,
    pub(super) name: &'b str,
    pub(super) id: u32,
    pub(super) parameters: &'b [u8],
}

impl<'b> Contents<'b> {
    /// Takes apart the bytes of an entry, length included.
    #[inline]
    pub(super) fn parse(bytes: &'b [u8], order: ByteOrder) -> Result<Self, ProblemKind> {
        let ([bytes @ .., _, _, _, _, 4] | [bytes @ .., _] | bytes) = bytes;
        let [a, b, c, rest @ ..] = bytes else { return Err(ProblemKind::BadName) };
        let raw = u32::from_be_bytes([0, *a, *b, *c]) & ID_BITS;
        let time = order.u32(four(rest, 0).unwrap_or_default());
        let len = order.i32(four(rest, 4).unwrap_or_default());
        let body = bytes.get(NAME..).unwrap_or_default();
        let split = usize::try_from(len).ok().filter(|len| *len > 0).and_then(|len| body.split_at_checked(len));
        let (name, parameters) = split.ok_or(ProblemKind::BadName)?;
        let name = core::str::from_utf8(name).map_err(|_| ProblemKind::BadName)?;
        if component(name).is_empty() {
            return Err(ProblemKind::BadName);
        }
        if name == INTERNAL_NAME {
            return Ok(Self { time, name: INTERNAL_COMPONENT, id: raw, parameters });
        }
        let id = raw.checked_sub(FIRST_ID).ok_or(ProblemKind::BadId)?;
        Ok(Self { time, name, id, parameters })
    }
}
