//! The tree of a file: what hangs from the root, and the ways to walk over it.
//!
//! A tree is an index in the caller's scratch memory over the bytes of the file. Nodes and properties are small values
//! that say where to look; names and values are read from the bytes when they are asked for. A walk needs no stack,
//! because the last entry of a node leads back to the node.

use super::content::Text;
use super::image::Image;
use super::index::{self, Header, Report};
use super::order;
use super::problem::{ReadError, Sink};
use super::skeleton::{Next, Skeleton};
use super::stitch::{self, LinkedFile};
use super::table::{self, LINK};
use super::value::{Place, Value};
use crate::inspect::block::{BlockIndex, BlockType, Head, LinkDisposition};

/// How a file is read.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Read on when the generation is odd or bytes are missing at the end: both are problems then, no errors.
    pub recover: bool,
    /// The order in which the entries of a node come.
    pub sequence: Sequence,
    /// The number of linked files that are put in place, 4096 by default; a file counts each time.
    pub link_limit: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { recover: false, sequence: Sequence::Canonical, link_limit: 4096 }
    }
}

/// The order of a node's entries. Properties come before child nodes in either: section 15.1 of the format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sequence {
    /// By name: those of digits only first, by their value, then all others, by their bytes. Costs a sort.
    #[default]
    Canonical,
    /// As their blocks lie in the file.
    Blocks,
}

/// What hangs from the root of a file, or of several that are linked.
pub struct Tree<'a> {
    pub(super) skeleton: Skeleton<'a>,
    header: Header,
    first_link: u32,
}

impl core::fmt::Debug for Tree<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Tree").field("header", &self.header).finish_non_exhaustive()
    }
}

impl<'a> Tree<'a> {
    /// Reads a file: its bytes, or [`Memory`](crate::Memory) whose writer is quiet.
    ///
    /// `scratch` holds the index, [`scratch_words`](super::scratch_words) words; what was in it does not matter. Each
    /// problem goes to `sink`. Links to other files are not followed; [`Tree::links`] lists them.
    ///
    /// Memory that is written meanwhile can do no harm, but the answer is worth nothing then; [`Tree::is_current`]
    /// tells.
    ///
    /// # Errors
    /// [`ReadError`] with one of the errors of section 13.1, or `ScratchTooSmall`.
    pub fn read(
        image: impl Into<Image<'a>>,
        scratch: &'a mut [u32],
        options: Options,
        sink: Sink<'_>,
    ) -> Result<Self, ReadError> {
        Self::read_image(image.into(), scratch, options, sink)
    }

    fn read_image(
        image: Image<'a>,
        scratch: &'a mut [u32],
        options: Options,
        sink: Sink<'_>,
    ) -> Result<Self, ReadError> {
        let mut report = Report { sink, file: None };
        let header = index::header(image, options.recover, &mut report)?;
        let image = image.truncated(header.end);
        let units = header.end / 16;
        let (table, _) = scratch.as_chunks_mut::<2>();
        let table = table.get_mut(..units).ok_or(ReadError::ScratchTooSmall { needed: units * 2 })?;
        table.fill([0; 2]);
        let first_link = index::index(image, &header, table, &mut report);
        Ok(Self::finish(Skeleton::alone(image, table), header, first_link, options))
    }

    /// Reads a file together with those that it links to, which are looked up among `files` by their identifiers.
    ///
    /// A tree is shown with the linked ones in place: section 8 of the format. Problems of a linked file carry its
    /// identifier; a file that nobody links to is not looked at. Of two files with one identifier the first counts.
    ///
    /// ```
    /// use glassbox::Region;
    /// use glassbox::inspect::block::LinkDisposition;
    /// use glassbox::inspect::reader::{LinkedFile, Options, Tree};
    /// use glassbox::inspect::{Config, NodeHandle, Writer};
    ///
    /// let (main, radio) = (Region::<1024>::new(), Region::<1024>::new());
    /// let mut writer = Writer::new(radio.memory(), &Config::default())?;
    /// writer.create_uint(NodeHandle::ROOT, "packets", 7)?;
    /// let mut writer = Writer::new(main.memory(), &Config::default())?;
    /// writer.create_link(NodeHandle::ROOT, "radio", "radio.inspect", LinkDisposition::Child)?;
    ///
    /// // Files that nobody writes can be read in place.
    /// let files = [LinkedFile::new("radio.inspect", radio.memory())];
    /// let mut scratch = [0; 1024];
    /// let tree = Tree::stitch(main.memory(), &files, &mut scratch, Options::default(), &mut |problem| panic!("{problem:?}"))?;
    /// assert_eq!(tree.json().to_string(), r#"{"root":{"radio":{"packets":7}}}"#);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// `scratch` holds four words for each file, the index of each file that is read, of
    /// [`scratch_words`](super::scratch_words) words, and six words for each node, property and link of each file, as
    /// often as the file is in the tree.
    ///
    /// # Errors
    /// [`ReadError`] with one of the errors of section 13.1 for the file that is given to be read, or
    /// `ScratchTooSmall`. How much is needed shows only on the way, so that the error asks for twice as much as there
    /// was; that may not be enough either.
    pub fn stitch(
        image: impl Into<Image<'a>>,
        files: &'a [LinkedFile<'a>],
        scratch: &'a mut [u32],
        options: Options,
        sink: Sink<'_>,
    ) -> Result<Self, ReadError> {
        let (pairs, _) = scratch.as_chunks_mut::<2>();
        let (skeleton, header) = stitch::stitch(image.into(), files, pairs, options, sink)?;
        Ok(Self::finish(skeleton, header, 0, options))
    }

    fn finish(mut skeleton: Skeleton<'a>, header: Header, first_link: u32, options: Options) -> Self {
        if options.sequence == Sequence::Canonical {
            order::sort(&mut skeleton);
        }
        Self { skeleton, header, first_link }
    }

    /// The version of the format, 1 or 2.
    pub const fn version(&self) -> u16 {
        self.header.version
    }

    /// The generation of the file.
    pub const fn generation(&self) -> u64 {
        self.header.generation
    }

    /// Whether the file says that nobody will change it any more.
    pub const fn is_frozen(&self) -> bool {
        self.header.is_frozen()
    }

    /// Whether the file was read in recover mode although a writer was inside a section.
    pub const fn was_locked(&self) -> bool {
        self.header.is_locked()
    }

    /// The length of the file in bytes: the allocated size, or all bytes that were given.
    pub const fn len(&self) -> usize {
        self.header.end
    }

    /// Whether there are no bytes, which is never.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// For memory that is read in place: whether nobody has written since the tree was made. True for bytes.
    pub fn is_current(&self) -> bool {
        use crate::generation::Counter;
        let Some(memory) = self.skeleton.image.memory() else { return true };
        memory.unit(0).is_some_and(|unit| unit.counter().unmoved(self.header.generation))
    }

    /// The root.
    pub const fn root(&self) -> Node<'_> {
        Node(Entry { tree: self, at: self.skeleton.root })
    }

    /// The links of a file that is read alone, in block order. Those outside the tree are left out.
    pub const fn links(&self) -> Links<'_> {
        Links { tree: self, next: self.first_link }
    }

    /// A walk over the whole tree, from the root.
    pub const fn walk(&self) -> Walk<'_> {
        self.root().walk()
    }

    /// Counts what the tree shows and what the file that was given to be read holds.
    pub fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        for step in self.walk() {
            match step {
                Step::Enter(_) => summary.nodes = summary.nodes.saturating_add(1),
                Step::Property(_) => summary.properties = summary.properties.saturating_add(1),
                Step::Leave(_) => {}
            }
        }
        summary.nodes = summary.nodes.saturating_sub(1);
        let image = self.skeleton.image;
        for (at, [word, _]) in (0..).zip(self.skeleton.table(0)) {
            let head = image.unit(at).map(|[head, _]| Head(head)).filter(|_| table::is_block(*word));
            let row = head.and_then(Head::block_type).and_then(|kind| summary.blocks.get_mut(usize::from(kind as u8)));
            if let Some(count) = row {
                *count = count.saturating_add(1);
            }
        }
        summary
    }
}

/// Counts of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The nodes in the tree, the root not counted.
    pub nodes: u32,
    /// The properties in the tree.
    pub properties: u32,
    /// The blocks in the file, by the number of their type.
    blocks: [u32; BlockType::ALL.len()],
}

impl Summary {
    /// The number of blocks of one type in the file, whether they are in the tree or not.
    pub fn blocks(&self, block_type: BlockType) -> u32 {
        self.blocks.get(usize::from(block_type as u8)).copied().unwrap_or(0)
    }
}

/// A node or a property of a tree.
#[derive(Clone, Copy)]
pub struct Entry<'t> {
    tree: &'t Tree<'t>,
    at: u32,
}

impl core::fmt::Debug for Entry<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Entry").field("block", &self.block()).field("name", &self.name()).finish()
    }
}

impl<'t> Entry<'t> {
    /// The name; `root` for the root.
    pub fn name(&self) -> Text<'t> {
        self.tree.skeleton.name(self.at)
    }

    /// The identifier of the linked file that the entry comes from; `None` for the file that was given to be read.
    pub fn file(&self) -> Option<&'t str> {
        let file = usize::try_from(self.tree.skeleton.file(self.at)).ok()?;
        Some(self.tree.skeleton.files.get(file.checked_sub(1)?)?.identifier)
    }

    /// The block that the entry stands in; 0 for the root. A linked file's root stands in the block of the link.
    pub fn block(&self) -> BlockIndex {
        self.tree.skeleton.place(self.at).block
    }

    /// The entry as a node, if it is one.
    pub fn node(self) -> Option<Node<'t>> {
        self.tree.skeleton.is_node(self.at).then_some(Node(self))
    }

    /// The entry as a property, if it is one.
    pub fn property(self) -> Option<Property<'t>> {
        (!self.tree.skeleton.is_node(self.at)).then_some(Property(self))
    }
}

/// A node of a tree.
#[derive(Clone, Copy, Debug)]
pub struct Node<'t>(Entry<'t>);

impl<'t> Node<'t> {
    /// The name; `root` for the root.
    pub fn name(&self) -> Text<'t> {
        self.0.name()
    }

    /// The node's block; 0 for the root.
    pub fn block(&self) -> BlockIndex {
        self.0.block()
    }

    /// Properties, then child nodes.
    pub fn entries(&self) -> Entries<'t> {
        Entries { tree: self.0.tree, next: self.0.tree.skeleton.first(self.0.at) }
    }

    /// The properties.
    pub fn properties(&self) -> impl Iterator<Item = Property<'t>> + use<'t> {
        self.entries().map_while(Entry::property)
    }

    /// The child nodes.
    pub fn children(&self) -> impl Iterator<Item = Node<'t>> + use<'t> {
        self.entries().filter_map(Entry::node)
    }

    /// A walk over this node and everything below it.
    pub const fn walk(&self) -> Walk<'t> {
        let Entry { tree, at } = self.0;
        Walk { tree, start: at, at, to: To::Visit }
    }
}

impl<'t> From<Node<'t>> for Entry<'t> {
    fn from(node: Node<'t>) -> Self {
        node.0
    }
}

/// A property of a tree: a name and a value.
#[derive(Clone, Copy, Debug)]
pub struct Property<'t>(Entry<'t>);

impl<'t> Property<'t> {
    /// The name.
    pub fn name(&self) -> Text<'t> {
        self.0.name()
    }

    /// The value.
    #[inline]
    pub fn value(&self) -> Value<'t> {
        self.0.tree.skeleton.value(self.0.at)
    }

    pub(super) fn place(&self) -> Place<'t> {
        self.0.tree.skeleton.place(self.0.at)
    }

    /// The property's block.
    pub fn block(&self) -> BlockIndex {
        self.0.block()
    }
}

/// The entries of a node: properties, then child nodes.
#[derive(Clone, Debug)]
pub struct Entries<'t> {
    tree: &'t Tree<'t>,
    next: u32,
}

impl<'t> Iterator for Entries<'t> {
    type Item = Entry<'t>;

    fn next(&mut self) -> Option<Entry<'t>> {
        let at = self.next;
        if at == 0 {
            return None;
        }
        self.next = self.tree.skeleton.sibling(at);
        Some(Entry { tree: self.tree, at })
    }
}

/// A step of a walk.
#[derive(Clone, Copy, Debug)]
pub enum Step<'t> {
    /// A node begins; its properties, then its child nodes follow.
    Enter(Node<'t>),
    /// A property.
    Property(Property<'t>),
    /// A node ends.
    Leave(Node<'t>),
}

/// A walk in depth first, which begins by entering a node and ends by leaving it.
#[derive(Clone, Debug)]
pub struct Walk<'t> {
    tree: &'t Tree<'t>,
    start: u32,
    at: u32,
    to: To,
}

/// What a walk does next, at the entry where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum To {
    Visit,
    Leave,
    End,
}

impl<'t> Iterator for Walk<'t> {
    type Item = Step<'t>;

    #[inline]
    fn next(&mut self) -> Option<Step<'t>> {
        let entry = Entry { tree: self.tree, at: self.at };
        let step = match self.to {
            To::End => return None,
            To::Leave => Step::Leave(Node(entry)),
            To::Visit if self.tree.skeleton.is_node(self.at) => {
                let first = self.tree.skeleton.first(self.at);
                if first == 0 {
                    self.to = To::Leave;
                } else {
                    self.at = first;
                }
                return Some(Step::Enter(Node(entry)));
            }
            To::Visit => Step::Property(Property(entry)),
        };
        if self.at == self.start {
            self.to = To::End;
            return Some(step);
        }
        (self.at, self.to) = match self.tree.skeleton.next(self.at) {
            Next::Sibling(next) => (next, To::Visit),
            Next::Parent(parent) => (parent, To::Leave),
        };
        Some(step)
    }
}

/// The links of a tree, in block order.
#[derive(Clone, Debug)]
pub struct Links<'t> {
    tree: &'t Tree<'t>,
    next: u32,
}

impl<'t> Iterator for Links<'t> {
    type Item = Link<'t>;

    fn next(&mut self) -> Option<Link<'t>> {
        if self.next == 0 {
            return None;
        }
        let place = self.tree.skeleton.place(self.next);
        let [word, _] = self.tree.skeleton.pair(self.next);
        self.next = word & LINK;
        Some(Link(place))
    }
}

/// A link that nobody has followed: here belongs the tree of another file.
#[derive(Clone, Copy, Debug)]
pub struct Link<'t>(Place<'t>);

impl<'t> Link<'t> {
    /// The name, which the other file's root takes if the link is a child.
    pub fn name(&self) -> Text<'t> {
        self.0.name()
    }

    /// The identifier of the other file.
    pub fn content(&self) -> Text<'t> {
        self.0.text(self.0.link().content())
    }

    /// How the other file's tree joins this one.
    pub fn disposition(&self) -> LinkDisposition {
        self.0.link().disposition()
    }

    /// The link's block.
    pub const fn block(&self) -> BlockIndex {
        self.0.block
    }

    /// The block of the node that the link hangs under; 0 for the root.
    pub fn parent(&self) -> BlockIndex {
        self.0.head().parent()
    }
}
