//! Links: the files that an Inspect file leads to, gathered as far as its links lead.

use std::collections::HashSet;
use std::path::PathBuf;

use glassbox::inspect::reader::{LinkedFile, Options, Tree, scratch_words};

use crate::detect::Format;
use crate::live::{Copy, State};
use crate::report::Failure;
use crate::source::{Content, Folder, Source};

/// A file, with the identifier that links name.
pub type Named = (String, Copy);

/// Loads the files that were given with `--link`, whether a link leads to them or not.
pub fn load(links: &[(String, PathBuf)], attempts: u32) -> Result<Vec<Named>, Failure> {
    let load = |(identifier, path): &(String, PathBuf)| {
        let source = Source::file(path);
        let copy = copy_of(&source, attempts).map_err(|failure| failure.in_file(source.name.clone()))?;
        Ok((identifier.clone(), copy))
    };
    links.iter().map(load).collect()
}

fn copy_of(source: &Source, attempts: u32) -> Result<Copy, Failure> {
    match source.load_as(Some(Format::Inspect), attempts)?.content {
        Content::Copy(copy) => Ok(copy),
        Content::Trace(_) => Err(Failure::unknown_format()),
    }
}

/// Where linked files are looked up: among those that were given, then in the directory.
#[derive(Clone, Copy)]
pub struct Neighbours<'n> {
    given: &'n [Named],
    folder: Option<&'n Folder>,
    attempts: u32,
}

impl<'n> Neighbours<'n> {
    /// The neighbours of a source: files that were given for all sources, and the directory that it was found in.
    pub fn of(source: &'n Source, given: &'n Result<Vec<Named>, Failure>, attempts: u32) -> Result<Self, Failure> {
        let given = given.as_ref().map_err(Failure::clone)?;
        Ok(Self { given, folder: source.folder.as_deref(), attempts })
    }

    /// No neighbours.
    pub const fn none() -> Self {
        Self { given: &[], folder: None, attempts: 1 }
    }

    /// Whether a file is read alone: then its links are listed and not followed.
    pub const fn are_none(&self) -> bool {
        self.given.is_empty() && self.folder.is_none()
    }

    /// Loads the files of the directory that links lead to, from `main` on.
    pub fn gather(&self, main: &Copy) -> Vec<Named> {
        let mut gathered = Vec::new();
        let mut seen = HashSet::new();
        let mut wanted = identifiers(main);
        while let Some(identifier) = wanted.pop() {
            if !seen.insert(identifier.clone()) {
                continue;
            }
            if let Some((_, copy)) = self.given.iter().find(|(given, _)| *given == identifier) {
                wanted.extend(identifiers(copy));
            } else if let Some(source) = self.folder.and_then(|folder| folder.find(&identifier)) {
                // A file that is there and cannot be read is one that is broken.
                let copy = copy_of(&source, self.attempts).unwrap_or_default();
                wanted.extend(identifiers(&copy));
                gathered.push((identifier, copy));
            }
        }
        gathered
    }

    /// The files as the reader takes them.
    pub fn linked_files<'f>(&'f self, gathered: &'f [Named], recover: bool) -> Vec<LinkedFile<'f>> {
        let file = |(identifier, copy): &'f Named| LinkedFile::new(identifier, bytes(copy, recover));
        self.given.iter().chain(gathered).map(file).collect()
    }
}

/// The identifiers that links of a file name.
fn identifiers(copy: &Copy) -> Vec<String> {
    let mut scratch = vec![0; scratch_words(copy.bytes.len())];
    let options = Options { recover: true, ..Options::default() };
    let tree = Tree::read(&*copy.bytes, &mut scratch, options, &mut |_| {});
    tree.map(|tree| tree.links().map(|link| link.content().to_string()).collect()).unwrap_or_default()
}

/// The bytes of a copy as far as they can be believed: nothing of one that its writer changed meanwhile.
fn bytes(copy: &Copy, recover: bool) -> &[u8] {
    let is_good = match copy.state {
        State::Consistent => true,
        State::Locked => recover && crate::source::is_locked(&copy.bytes),
        State::Contended => false,
    };
    if is_good { &copy.bytes } else { &[] }
}
