//! Exit codes of both binaries: a contract that scripts may rely on.
//!
//! Neighbours: `bin/measure.rs` and `bin/sitegen.rs` map every result to one of these.

/// The command did what was asked.
pub const DONE: u8 = 0;
/// A check failed: the input was read and found wrong. Nothing was written.
pub const CHECK_FAILED: u8 = 1;
/// The command could not run: bad arguments, an unreadable path, a full disk.
pub const COULD_NOT_RUN: u8 = 2;
