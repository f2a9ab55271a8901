//! What a program does.

use super::new::New;

/// Something that a program does with its tree. Numbers choose among what there is.
#[derive(Clone, Debug)]
pub enum Step {
    Create {
        under: usize,
        name: String,
        value: New,
    },
    Set {
        which: usize,
        number: u64,
        text: String,
    },
    Count {
        which: usize,
        by: u64,
        up: bool,
    },
    SetSlot {
        which: usize,
        slot: usize,
        number: u64,
        text: String,
    },
    CountSlot {
        which: usize,
        slot: usize,
        by: u64,
        up: bool,
    },
    Insert {
        which: usize,
        value: u64,
        count: u64,
    },
    Clear {
        which: usize,
    },
    Record {
        which: usize,
    },
    Delete {
        which: usize,
    },
    DeleteTree {
        which: usize,
    },
    DeleteAll {
        which: Vec<usize>,
    },
    Reparent {
        which: usize,
        under: usize,
    },
    Begin,
    End,
    /// Creates the health node, or sets it.
    Health {
        under: usize,
        status: String,
        message: Option<String>,
    },
    /// Creates the statistics node, or brings it up to date.
    Stats {
        under: usize,
    },
    /// Creates a list of three entries, or pushes an entry with so many values.
    Push {
        under: usize,
        values: usize,
    },
    UseStale {
        which: usize,
    },
    UseWrongly {
        which: usize,
    },
    /// Creates many texts, so that small regions run full.
    Stuff {
        under: usize,
        text: String,
    },
    FrozenCopy,
    /// A new writer takes over.
    Adopt,
}
