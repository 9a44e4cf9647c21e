//! A temporary folder that may hold sealed bundles.
//!
//! Job: sealed folders are read-only and must be opened before they can be removed.
//! Neighbours: the trees of the benches lie in one.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// The folder; removed when dropped.
pub(super) struct Folder(tempfile::TempDir);

impl Folder {
    pub(super) fn make() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        for entry in walkdir::WalkDir::new(self.path()).into_iter().flatten() {
            if entry.file_type().is_dir() {
                // What cannot be opened is left to the removal, which has the last word.
                let _ = fs::set_permissions(entry.path(), Permissions::from_mode(0o755));
            }
        }
    }
}
