//! Creating values, and changing those that are one word.

use super::super::block::{BlockIndex, BlockType, BufferFormat, BufferWord, Head, UNIT};
use super::super::error::Error;
use super::super::handle::{BoolHandle, DoubleHandle, Handle, IntHandle, NodeHandle, UintHandle};
use super::super::heap::Allocation;
use super::super::kind::{self, Kind, Number, Scalar};
use super::super::strings;
use super::{AnyHandle, Writer};
use crate::generation::Locked;

/// What a value holds in blocks of its own.
#[derive(Clone, Copy)]
pub(super) enum Content<'a> {
    Text(&'a str),
    Bytes(&'a [u8]),
}

impl Content<'_> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn length(self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
        }
    }
}

impl<'m> Writer<'m> {
    /// Creates a node below `parent`.
    ///
    /// # Errors
    /// [`Error::Full`], [`Error::TooLong`], those of a bad `parent` handle, [`Error::NotInitialised`], [`Error::Frozen`].
    /// All functions that create have these.
    pub fn create_node(&mut self, parent: NodeHandle, name: &str) -> Result<NodeHandle, Error> {
        let index = self.create_word(parent, name, kind::Node::TYPE, 0)?;
        Ok(self.handle(index))
    }

    /// Creates a signed integer below `parent`.
    ///
    /// # Errors
    /// As [`create_node`](Self::create_node).
    #[inline]
    pub fn create_int(&mut self, parent: NodeHandle, name: &str, value: i64) -> Result<IntHandle, Error> {
        self.create_scalar::<kind::Int>(parent, name, value)
    }

    /// Creates an unsigned integer below `parent`.
    ///
    /// # Errors
    /// As [`create_node`](Self::create_node).
    #[inline]
    pub fn create_uint(&mut self, parent: NodeHandle, name: &str, value: u64) -> Result<UintHandle, Error> {
        self.create_scalar::<kind::Uint>(parent, name, value)
    }

    /// Creates a floating-point number below `parent`.
    ///
    /// # Errors
    /// As [`create_node`](Self::create_node).
    #[inline]
    pub fn create_double(&mut self, parent: NodeHandle, name: &str, value: f64) -> Result<DoubleHandle, Error> {
        self.create_scalar::<kind::Double>(parent, name, value)
    }

    /// Creates a bool below `parent`.
    ///
    /// # Errors
    /// As [`create_node`](Self::create_node).
    #[inline]
    pub fn create_bool(&mut self, parent: NodeHandle, name: &str, value: bool) -> Result<BoolHandle, Error> {
        self.create_scalar::<kind::Bool>(parent, name, value)
    }

    /// Creates a value of a kind that is one word.
    ///
    /// # Errors
    /// As [`create_node`](Self::create_node).
    #[inline]
    pub fn create_scalar<K: Scalar>(
        &mut self,
        parent: NodeHandle,
        name: &str,
        value: K::Value,
    ) -> Result<Handle<K>, Error> {
        let index = self.create_word(parent, name, K::TYPE, K::to_word(value))?;
        Ok(self.handle(index))
    }

    /// Gives up the handle to a value: it stays until its node is deleted, and goes with it.
    ///
    /// Without serial numbers in the book every value goes with its node anyway.
    ///
    /// # Errors
    /// Those of a bad handle, [`Error::NotInitialised`], [`Error::Frozen`].
    pub fn record<K: Kind>(&mut self, handle: Handle<K>) -> Result<(), Error> {
        let value = self.value(handle)?;
        self.book.record(value.index);
        Ok(())
    }

    /// Gives up the handle to a value of any kind, as [`record`](Self::record) does.
    ///
    /// # Errors
    /// As [`record`](Self::record), and [`Error::InvalidArgument`] for the root.
    pub fn record_any(&mut self, handle: AnyHandle) -> Result<(), Error> {
        let value = self.any_value(handle)?;
        self.book.record(value.index);
        Ok(())
    }

    /// Sets a number or a bool.
    ///
    /// # Errors
    /// Those of a bad handle, [`Error::NotInitialised`], [`Error::Frozen`].
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn set<K: Scalar>(&mut self, handle: Handle<K>, value: K::Value) -> Result<(), Error> {
        self.change(handle, |_| value).ok_or_else(|| self.diagnose(handle.block(), handle.check(), K::NUMBER))
    }

    /// Adds to a number. Integers stay at the end of their type instead of wrapping.
    ///
    /// # Errors
    /// Those of a bad handle, [`Error::NotInitialised`], [`Error::Frozen`].
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn add<K: Number>(&mut self, handle: Handle<K>, by: K::Value) -> Result<(), Error> {
        self.change(handle, |value| K::plus(value, by))
            .ok_or_else(|| self.diagnose(handle.block(), handle.check(), K::NUMBER))
    }

    /// Subtracts from a number. Integers stay at the end of their type instead of wrapping.
    ///
    /// # Errors
    /// Those of a bad handle, [`Error::NotInitialised`], [`Error::Frozen`].
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn subtract<K: Number>(&mut self, handle: Handle<K>, by: K::Value) -> Result<(), Error> {
        self.change(handle, |value| K::minus(value, by))
            .ok_or_else(|| self.diagnose(handle.block(), handle.check(), K::NUMBER))
    }

    /// The value of a number or a bool.
    ///
    /// # Errors
    /// Those of a bad handle, [`Error::NotInitialised`], [`Error::Frozen`].
    #[inline]
    pub fn get<K: Scalar>(&self, handle: Handle<K>) -> Result<K::Value, Error> {
        Ok(K::from_word(self.value(handle)?.unit.high()))
    }

    /// Changes a number or a bool to what `change` makes of it.
    ///
    /// `None` when it cannot be done: the handle is bad, or the writer is not running. Nobody looks which, so the way through
    /// is shorter than that of the operations that return an error.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn change<K: Scalar>(&mut self, handle: Handle<K>, change: impl FnOnce(K::Value) -> K::Value) -> Option<()> {
        let value = self.good(handle)?;
        let locked = self.begin().ok()?;
        value.unit.set_high(K::to_word(change(K::from_word(value.unit.high()))));
        self.end(locked);
        Some(())
    }

    /// Creates a value whose contents lie in blocks of their own.
    pub(super) fn create<K: Kind>(
        &mut self,
        parent: NodeHandle,
        name: &str,
        content: Content<'_>,
    ) -> Result<Handle<K>, Error> {
        let index = self.create_with_content(parent, name, K::TYPE, content)?;
        Ok(self.handle(index))
    }

    fn create_with_content(
        &mut self,
        parent: NodeHandle,
        name: &str,
        block_type: BlockType,
        content: Content<'_>,
    ) -> Result<BlockIndex, Error> {
        check_length(content.length())?;
        self.create_block(parent, name, block_type, UNIT, |writer, _, locked| writer.content_word(content, locked))
    }

    fn create_word(
        &mut self,
        parent: NodeHandle,
        name: &str,
        block_type: BlockType,
        word: u64,
    ) -> Result<BlockIndex, Error> {
        self.create_block(parent, name, block_type, UNIT, |_, _, _| Some(word))
    }

    /// Creates a value whose block has `bytes` bytes; `content` makes its contents, and gives its second word.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(super) fn create_block(
        &mut self,
        parent: NodeHandle,
        name: &str,
        block_type: BlockType,
        bytes: u32,
        content: impl FnOnce(&mut Self, Allocation<'m>, &Locked) -> Option<u64>,
    ) -> Result<BlockIndex, Error> {
        let parent = self.parent(parent)?;
        check_length(name.len())?;
        let locked = self.begin()?;
        let placed = self.place(parent, name, block_type, bytes, content, &locked);
        self.finish(placed, locked)
    }

    /// Allocates a value's block, then its name, then its contents, and joins it to its parent.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(super) fn place(
        &mut self,
        parent: BlockIndex,
        name: &str,
        block_type: BlockType,
        bytes: u32,
        content: impl FnOnce(&mut Self, Allocation<'m>, &Locked) -> Option<u64>,
        locked: &Locked,
    ) -> Option<BlockIndex> {
        let block = self.heap.allocate(bytes, locked)?;
        let Some(name) = strings::intern(&mut self.heap, &self.book, name, locked) else {
            self.heap.free(block.index, locked);
            return None;
        };
        let Some(word) = content(self, block, locked) else {
            strings::release(&mut self.heap, &self.book, name, locked);
            self.heap.free(block.index, locked);
            return None;
        };
        block.unit.set_high(word);
        block.unit.set_low(Head::value(block_type, block.order, parent, name).0);
        self.join(parent, locked);
        Some(block.index)
    }

    /// Adds one child to a node.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(super) fn join(&self, parent: BlockIndex, _locked: &Locked) {
        if !parent.is_zero()
            && let Some(node) = self.heap.unit(parent)
        {
            node.set_high(node.high().wrapping_add(1));
        }
    }

    /// The second word of a value with these contents, which it allocates.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(super) fn content_word(&mut self, content: Content<'_>, locked: &Locked) -> Option<u64> {
        Some(match content {
            Content::Text(text) => {
                let index = strings::intern(&mut self.heap, &self.book, text, locked)?;
                BufferWord::new(BufferFormat::Reference, 0, index).0
            }
            Content::Bytes(bytes) => {
                let length = u32::try_from(bytes.len()).ok()?;
                let chain = strings::write_chain(&mut self.heap, bytes, locked)?;
                BufferWord::new(BufferFormat::Bytes, length, chain).0
            }
        })
    }
}

/// Refuses what a length field of 32 bits cannot say.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(super) fn check_length(length: usize) -> Result<(), Error> {
    u32::try_from(length).map(|_| ()).map_err(|_| Error::TooLong)
}
