//! Links: values that stand for the tree of another file.

use super::super::block::{BlockIndex, BlockType, LinkDisposition, LinkWord, MAXIMUM_LINK_CONTENT, UNIT};
use super::super::error::Error;
use super::super::handle::{LinkHandle, NodeHandle};
use super::super::strings;
use super::Writer;
use super::values::check_length;
use crate::generation::Locked;

impl Writer<'_> {
    /// Creates a link below `parent` to the file with the identifier `content`.
    ///
    /// A program that computes trees on demand names them `<name>-<counter>`: see [`unique_name`](Self::unique_name).
    ///
    /// # Errors
    /// [`Error::LinkContentTooFar`] when the content's text finds no place in the first 16 MiB of the file; as
    /// [`create_node`](Self::create_node).
    pub fn create_link(
        &mut self,
        parent: NodeHandle,
        name: &str,
        content: &str,
        disposition: LinkDisposition,
    ) -> Result<LinkHandle, Error> {
        check_length(content.len())?;
        let mut too_far = false;
        let index = self.create_block(parent, name, BlockType::Link, UNIT, |writer, _, locked| {
            let text = writer.intern_near(content, &mut too_far, locked)?;
            LinkWord::new(text, disposition).map(|word| word.0)
        });
        match index {
            Ok(index) => {
                self.links = self.links.saturating_add(1);
                Ok(self.handle(index))
            }
            Err(Error::Full) if too_far => Err(Error::LinkContentTooFar),
            Err(reason) => Err(reason),
        }
    }

    /// Copies the identifier of a link's file into `buffer`, and gives the text there.
    ///
    /// # Errors
    /// As [`get_string`](Self::get_string).
    pub fn get_link_content<'b>(&self, link: LinkHandle, buffer: &'b mut [u8]) -> Result<&'b str, Error> {
        let content = LinkWord(self.value(link)?.unit.high()).content();
        let bytes = strings::copy_text(self.heap.file(), content, buffer)?;
        core::str::from_utf8(bytes).map_err(|_| Error::StaleHandle)
    }

    /// A text whose index a link can hold. The shared one may lie too far; then another copy is made below.
    fn intern_near(&mut self, text: &str, too_far: &mut bool, locked: &Locked) -> Option<BlockIndex> {
        let shared = strings::intern(&mut self.heap, &self.book, text, locked)?;
        if shared.get() <= MAXIMUM_LINK_CONTENT {
            return Some(shared);
        }
        strings::release(&mut self.heap, &self.book, shared, locked);
        let near = strings::write_below(&mut self.heap, text, MAXIMUM_LINK_CONTENT + 1, locked);
        *too_far = near.is_none();
        near
    }
}
