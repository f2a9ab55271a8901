//! Finding values that the writer has no handle to: after adopting a file.

use super::super::block::{BlockIndex, BlockType, Head};
use super::super::blocks::Blocks;
use super::super::error::Error;
use super::super::handle::{Handle, NodeHandle};
use super::super::kind::Kind;
use super::super::strings::{self, Words};
use super::{AnyHandle, Value, Writer};
use crate::memory::Unit;

impl<'m> Writer<'m> {
    /// A handle to the first value of the kind `K` that is called `name` below `parent`; `None` when there is none.
    ///
    /// Time: a look at each block of the file.
    ///
    /// # Errors
    /// Those of a bad `parent` handle, [`Error::NotInitialised`], [`Error::Frozen`].
    pub fn find<K: Kind>(&self, parent: NodeHandle, name: &str) -> Result<Option<Handle<K>>, Error> {
        Ok(self.find_block(parent, name, K::TYPE, K::fits)?.map(|index| self.handle(index)))
    }

    fn find_block(
        &self,
        parent: NodeHandle,
        name: &str,
        block_type: BlockType,
        fits: fn(u64) -> bool,
    ) -> Result<Option<BlockIndex>, Error> {
        let parent = self.parent(parent)?;
        let Some(name) = Words::new(name) else { return Ok(None) };
        let mut found = self.values().filter(|(_, unit, head)| {
            head.parent() == parent
                && head.is(block_type)
                && fits(unit.high())
                && strings::holds(self.heap.file(), head.name(), &name).is_some()
        });
        Ok(found.next().map(|(index, ..)| index))
    }

    /// As [`find`](Self::find), below the nodes of `path`, each below the one before, the first below the root.
    ///
    /// # Errors
    /// [`Error::NotInitialised`], [`Error::Frozen`].
    pub fn open<K: Kind>(&self, path: &[&str], name: &str) -> Result<Option<Handle<K>>, Error> {
        let mut node = NodeHandle::ROOT;
        for segment in path {
            match self.find(node, segment)? {
                Some(child) => node = child,
                None => return Ok(None),
            }
        }
        self.find(node, name)
    }

    /// Handles to the children of kind `K` of a node, in the order of their blocks.
    ///
    /// # Errors
    /// Those of a bad handle, [`Error::NotInitialised`], [`Error::Frozen`].
    pub fn children<K: Kind>(
        &self,
        node: NodeHandle,
    ) -> Result<impl Iterator<Item = Handle<K>> + use<'_, 'm, K>, Error> {
        let parent = self.parent(node)?;
        let is_child =
            move |unit: &Unit<'_>, head: &Head| head.parent() == parent && head.is(K::TYPE) && K::fits(unit.high());
        Ok(self.values().filter(move |(_, unit, head)| is_child(unit, head)).map(move |(index, ..)| self.handle(index)))
    }

    /// Copies the name of a value into `buffer`, and gives the text there.
    ///
    /// # Errors
    /// As [`get_string`](Self::get_string).
    pub fn get_name<'b, K: Kind>(&self, handle: Handle<K>, buffer: &'b mut [u8]) -> Result<&'b str, Error> {
        self.name_of(self.value(handle)?, buffer)
    }

    /// Copies the name of a value of any kind into `buffer`, as [`get_name`](Self::get_name) does.
    ///
    /// # Errors
    /// As [`get_name`](Self::get_name), and [`Error::InvalidArgument`] for the root.
    pub fn get_any_name<'b>(&self, handle: AnyHandle, buffer: &'b mut [u8]) -> Result<&'b str, Error> {
        self.name_of(self.any_value(handle)?, buffer)
    }

    fn name_of<'b>(&self, value: Value<'m>, buffer: &'b mut [u8]) -> Result<&'b str, Error> {
        let name = Head(value.unit.low()).name();
        let bytes = strings::copy_text(self.heap.file(), name, buffer)?;
        core::str::from_utf8(bytes).map_err(|_| Error::StaleHandle)
    }

    fn values(&self) -> impl Iterator<Item = (BlockIndex, Unit<'m>, Head)> + use<'m> {
        Blocks::of(self.heap.file()).filter(|(_, _, head)| head.block_type().is_some_and(BlockType::is_value))
    }
}
