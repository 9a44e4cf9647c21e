//! The stated limits of a bundle: what lies beyond them is a defect, not a wait.
//!
//! Job: one table of numbers, so that hostile input costs bounded time and memory.
//! Neighbours: `walk`, `read` and `unpack` take them; tests lower them to meet each one.

/// Limits of one bundle; sizes in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Files and folders in one bundle, tag files included.
    pub entries: usize,
    /// Segments of a path below the bundle folder.
    pub depth: usize,
    /// Bytes of a path below the bundle folder.
    pub path: usize,
    /// One tag file, and the ledger.
    pub tag_file: u64,
    /// One `.json` file.
    pub json_file: u64,
    /// One line of a `.jsonl` file.
    pub json_line: u64,
    /// One `.gz` file, expanded, and one `.jsonl` file.
    pub expanded: u64,
    /// All files of a tar file that is brought in.
    pub unpacked: u64,
}

impl Limits {
    /// The limits of the format. JSON nesting is limited by [`crate::record::json::MAX_DEPTH`].
    pub const STANDARD: Self = Self {
        entries: 20_000,
        depth: 4,
        path: 200,
        tag_file: 16 << 20,
        json_file: 64 << 20,
        json_line: 32 << 20,
        expanded: 1 << 30,
        unpacked: 64 << 30,
    };
}
