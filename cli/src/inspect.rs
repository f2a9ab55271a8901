//! Inspect files: reading them with all that belongs to them, and saying what is in them.

use std::fmt::Write as _;

use glassbox::inspect::block::{BlockType, LinkDisposition};
use glassbox::inspect::reader::{Options, ReadError, Tree, scratch_words};
use serde::{Serialize, Serializer};

use crate::links::Neighbours;
use crate::live::{Copy, State};
use crate::report::{Failure, Problem, Stop};
use crate::source;

/// What is in an Inspect file.
#[derive(Debug, Serialize)]
pub struct Summary {
    version: u16,
    generation: String,
    frozen: bool,
    nodes: u32,
    properties: u32,
    links: Vec<Link>,
    #[serde(serialize_with = "as_object")]
    blocks: Vec<(&'static str, u32)>,
}

/// A link that was not followed.
#[derive(Debug, Serialize)]
pub struct Link {
    block: u32,
    name: String,
    content: String,
    disposition: &'static str,
}

impl Summary {
    /// Counts what a tree shows.
    pub fn of(tree: &Tree<'_>) -> Self {
        let summary = tree.summary();
        let blocks = BlockType::ALL.iter().map(|kind| (kind.name(), summary.blocks(*kind)));
        Self {
            version: tree.version(),
            generation: tree.generation().to_string(),
            frozen: tree.is_frozen(),
            nodes: summary.nodes,
            properties: summary.properties,
            links: links(tree),
            blocks: blocks.filter(|(_, count)| *count > 0).collect(),
        }
    }

    /// The summary for people, in a line.
    pub fn describe(&self) -> String {
        let Self { version, generation, nodes, properties, .. } = self;
        let mut line = format!("version {version}, generation {generation}");
        if self.frozen {
            line += " (frozen)";
        }
        let blocks: u32 = self.blocks.iter().map(|(_, count)| count).sum();
        for (number, one, many) in
            [(*nodes, "node", "nodes"), (*properties, "property", "properties"), (blocks, "block", "blocks")]
        {
            let _ = write!(line, ", {number} {}", if number == 1 { one } else { many });
        }
        match self.links.len() {
            0 => line,
            1 => line + ", 1 link not followed",
            links => format!("{line}, {links} links not followed"),
        }
    }
}

impl Link {
    /// What to do about it, for people.
    pub fn describe(&self) -> String {
        let Self { block, name, content, .. } = self;
        format!(
            "block {block}: the link {name:?} was not followed; give the file it leads to with --link ID=FILE, where ID is {content:?}"
        )
    }
}

fn as_object<S: Serializer>(blocks: &[(&'static str, u32)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(blocks.iter().copied())
}

/// The links of a file that is read alone.
pub fn links(tree: &Tree<'_>) -> Vec<Link> {
    let link = |link: glassbox::inspect::reader::Link<'_>| Link {
        block: link.block().get(),
        name: link.name().to_string(),
        content: link.content().to_string(),
        disposition: match link.disposition() {
            LinkDisposition::Child => "child",
            LinkDisposition::Inline => "inline",
        },
    };
    tree.links().map(link).collect()
}

/// The most words of scratch memory that links are followed with: files that link to each other can unfold to more than
/// any memory holds.
const MOST_SCRATCH: usize = 1 << 28;

/// Reads a file and what it links to, and hands its tree and its problems on.
pub fn read<R>(
    copy: &Copy,
    neighbours: Neighbours<'_>,
    options: Options,
    then: impl FnOnce(&mut Tree<'_>, Vec<Problem>) -> Result<R, Stop>,
) -> Result<R, Stop> {
    let attempts = copy.attempts;
    match copy.state {
        State::Contended => return Err(failure(ReadError::Contended { attempts }).into()),
        State::Locked if !options.recover => return Err(failure(ReadError::Locked { attempts }).into()),
        // The writer ended its section while the copy was made, so that the copy looks good and is not.
        State::Locked if !source::is_locked(&copy.bytes) => {
            return Err(failure(ReadError::Contended { attempts }).into());
        }
        State::Locked | State::Consistent => {}
    }
    let mut scratch = vec![0; scratch_words(copy.bytes.len())];
    let mut problems = Vec::new();
    if neighbours.are_none() {
        let tree = Tree::read(&*copy.bytes, &mut scratch, options, &mut |problem| problems.push(problem.into()));
        let mut tree = tree.map_err(failure)?;
        Problem::sort(&mut problems);
        return then(&mut tree, problems);
    }
    let gathered = neighbours.gather(copy);
    let files = neighbours.linked_files(&gathered, options.recover);
    loop {
        let tree =
            Tree::stitch(&*copy.bytes, &files, &mut scratch, options, &mut |problem| problems.push(problem.into()));
        match tree {
            Err(ReadError::ScratchTooSmall { needed }) if needed <= MOST_SCRATCH => {}
            tree => {
                let mut tree = tree.map_err(failure)?;
                Problem::sort(&mut problems);
                return then(&mut tree, problems);
            }
        }
        problems.clear();
        let words = 2 * scratch.len() + 64;
        scratch = vec![0; words];
    }
}

fn failure(error: ReadError) -> Failure {
    Failure::new(error.name(), &error)
}

impl From<glassbox::inspect::reader::Problem<'_>> for Problem {
    fn from(problem: glassbox::inspect::reader::Problem<'_>) -> Self {
        Self {
            file: problem.file.map(String::from),
            block: Some(problem.block.get()),
            ..Self::new(problem.kind.name(), problem.kind.severity().name(), problem.kind.message())
        }
    }
}
