//! The gates: what must hold for the whole tree, whatever a room does.
//!
//! Job: read the source text, the dependency tree, the schemas and the example
//! records, and refuse what the design rules out. Every gate is a pure function
//! with two tests: the real tree passes, and a broken tree is seen.

mod dependencies;
mod examples;
mod layering;
mod schemas;

use std::path::PathBuf;

/// The root of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
