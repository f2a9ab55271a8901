//! What stands around the tree of a component when many are printed together: section 15.2 of the format.

/// Facts about a component, printed around its tree on request.
#[derive(Clone, Copy, Debug, Default)]
pub struct Envelope<'e> {
    /// Where the component stands among others, as `core/network`.
    pub moniker: &'e str,
    /// Where the component comes from.
    pub component_url: &'e str,
    /// When the tree was read, in nanoseconds of the caller's clock.
    pub timestamp: u64,
    /// What the tree was found by.
    pub origin: Option<Origin<'e>>,
    /// What went wrong on the way, for people.
    pub errors: &'e [&'e str],
}

/// What a tree was found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin<'e> {
    /// The name that the component gave it.
    Name(&'e str),
    /// The name of the file that holds it.
    Filename(&'e str),
}
