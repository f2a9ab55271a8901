//! Selectors: what somebody wants to see of trees, from arguments and from files.

use std::fs;
use std::path::PathBuf;

use glassbox::inspect::reader::{Selector, Tree};

use crate::messages::Messages;
use crate::report::Failure;

/// The name of the tree of a file.
const TREE: &str = "root";

/// The texts that selectors are parsed from.
#[derive(Debug)]
pub struct Texts {
    arguments: Vec<String>,
    /// The names of files, and what is in them.
    files: Vec<(String, String)>,
}

impl Texts {
    /// Takes selectors as they were given, and reads those that are in files.
    pub fn load(arguments: &[String], files: &[PathBuf]) -> Result<Self, Failure> {
        let read = |path: &PathBuf| {
            let name = path.display().to_string();
            match fs::read_to_string(path) {
                Ok(text) => Ok((name, text)),
                Err(error) => Err(Failure::of_io(&error).in_file(name)),
            }
        };
        Ok(Self { arguments: arguments.to_vec(), files: files.iter().map(read).collect::<Result<_, _>>()? })
    }

    /// Parses all of them. `None` when one is wrong, which is told.
    pub fn parse(&self, messages: &mut Messages) -> Option<Selectors<'_>> {
        let mut all = Vec::new();
        let mut is_good = true;
        for text in &self.arguments {
            match Selector::parse(text) {
                Ok(selector) => all.push(selector),
                Err(error) => {
                    is_good = false;
                    messages.error("--select", &error.to_string());
                    messages.caret(text, error.offset);
                }
            }
        }
        for (name, text) in &self.files {
            for (line, selector) in Selector::parse_lines(text) {
                match selector {
                    Ok(selector) => all.push(selector),
                    Err(error) => {
                        is_good = false;
                        messages.error(&format!("{name}: line {line}"), &error.to_string());
                    }
                }
            }
        }
        let are_given = !self.arguments.is_empty() || !self.files.is_empty();
        is_good.then_some(Selectors { all: are_given.then_some(all) })
    }
}

/// What somebody wants to see: everything, unless there are selectors.
#[derive(Debug)]
pub struct Selectors<'s> {
    all: Option<Vec<Selector<'s>>>,
}

/// What was selected of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selected {
    /// Something, or everything.
    Something,
    /// Nothing, though a selector is for the file.
    Nothing,
    /// No selector is for the file.
    OtherFiles,
}

impl Selectors<'_> {
    /// Cuts the tree of a file down to what is selected.
    pub fn apply(&self, tree: &mut Tree<'_>, identifier: &str) -> Selected {
        let Some(all) = &self.all else { return Selected::Something };
        let is_for = |selector: &&Selector<'_>| selector.matches_component(identifier) && selector.matches_tree(TREE);
        let mut chosen = all.iter().filter(is_for).peekable();
        if chosen.peek().is_none() {
            return Selected::OtherFiles;
        }
        if tree.keep(chosen) { Selected::Something } else { Selected::Nothing }
    }
}
