//! Names that are used once, and moving a value to another node.

use super::super::block::{BlockIndex, BlockType, Head};
use super::super::decimal::Decimal;
use super::super::error::Error;
use super::super::handle::{Handle, NodeHandle};
use super::super::kind::Kind;
use super::{AnyHandle, Value, Writer};

impl Writer<'_> {
    /// Puts `prefix` and the next number of the writer's counter, from 0, into `buffer`, and gives the text there.
    ///
    /// # Errors
    /// [`Error::BufferTooSmall`] with the length of the text; the number is not used up then. [`Error::NotInitialised`],
    /// [`Error::Frozen`].
    pub fn unique_name<'b>(&mut self, prefix: &str, buffer: &'b mut [u8]) -> Result<&'b str, Error> {
        self.header()?;
        let number = Decimal::new(self.next_unique);
        let digits = number.as_str();
        let needed = prefix.len().saturating_add(digits.len());
        let text = buffer.get_mut(..needed).ok_or(Error::BufferTooSmall { needed })?;
        for (to, from) in text.iter_mut().zip(prefix.bytes().chain(digits.bytes())) {
            *to = from;
        }
        self.next_unique = self.next_unique.wrapping_add(1);
        core::str::from_utf8(text).map_err(|_| Error::InvalidArgument)
    }

    /// Moves a value, with all that is below it, to another node.
    ///
    /// Time: that of a walk from the new parent up to the root.
    ///
    /// # Errors
    /// [`Error::WouldCycle`] when `parent` is the value itself or below it, [`Error::InvalidArgument`] for the root; those of
    /// a bad handle, [`Error::NotInitialised`], [`Error::Frozen`].
    pub fn reparent<K: Kind>(&mut self, handle: Handle<K>, parent: NodeHandle) -> Result<(), Error> {
        let value = self.deletable(handle)?;
        self.move_to(parent, value, K::TYPE == BlockType::Node)
    }

    /// Moves a value of any kind, as [`reparent`](Self::reparent) does.
    ///
    /// # Errors
    /// As [`reparent`](Self::reparent).
    pub fn reparent_any(&mut self, handle: AnyHandle, parent: NodeHandle) -> Result<(), Error> {
        let value = self.any_value(handle)?;
        self.move_to(parent, value, Head(value.unit.low()).is(BlockType::Node))
    }

    fn move_to(&mut self, parent: NodeHandle, value: Value<'_>, is_node: bool) -> Result<(), Error> {
        let parent = self.parent(parent)?;
        if is_node && self.is_at_or_below(parent, value.index) {
            return Err(Error::WouldCycle);
        }
        let locked = self.begin()?;
        self.join(parent, &locked);
        let head = Head(value.unit.low());
        value.unit.set_low(head.with_parent(parent).0);
        self.leave(head.parent(), &locked);
        self.end(locked);
        Ok(())
    }

    /// Whether `node` is `top` or hangs below it. There are no more steps than blocks.
    fn is_at_or_below(&self, node: BlockIndex, top: BlockIndex) -> bool {
        let mut at = node;
        for _ in 0..self.heap.file().units() {
            if at == top {
                return true;
            }
            match self.heap.unit(at).map(|unit| Head(unit.low())) {
                Some(head) if !at.is_zero() && head.is(BlockType::Node) => at = head.parent(),
                _ => return false,
            }
        }
        true
    }
}
