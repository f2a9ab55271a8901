//! The tool `glassbox`.
fn main() {}
