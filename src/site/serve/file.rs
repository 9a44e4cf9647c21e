//! The file of the site that a path names.
//!
//! Job: find it without ever leaving the site: names that begin with a dot are not
//! of the site, and a link leads nowhere. Neighbours: `request` has refused names
//! that lead away; here the disk has the last word.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// What a path names.
#[derive(Debug)]
pub(super) enum Found {
    /// A file, open, with its length in bytes.
    File { file: File, bytes: u64, path: PathBuf },
    /// A folder, named as if it were a file.
    Folder,
    /// Nothing that is of the site.
    Nothing,
}

/// Looks for a path below `root`, given by its names; the last is empty for a folder.
///
/// # Errors
/// What the system says when a file is there and cannot be read.
pub(super) fn find(root: &Path, names: &[String]) -> io::Result<Found> {
    if names.iter().any(|name| name.starts_with('.')) {
        return Ok(Found::Nothing);
    }
    let mut below: PathBuf = names.iter().collect();
    if names.last().is_none_or(String::is_empty) {
        below.push("index.html");
    }
    // The folder is exchanged by every build, so it is looked up anew each time.
    let Some(root) = real(root)? else { return Ok(Found::Nothing) };
    let path = root.join(below);
    // A link anywhere on the way makes the real place another one.
    if real(&path)?.as_ref() != Some(&path) {
        return Ok(Found::Nothing);
    }
    let metadata = fs::metadata(&path)?;
    match metadata.file_type() {
        kind if kind.is_dir() => Ok(Found::Folder),
        kind if kind.is_file() => {
            Ok(Found::File { file: File::open(&path)?, bytes: metadata.len(), path })
        }
        _ => Ok(Found::Nothing),
    }
}

/// The path without links; `None` if there is nothing.
fn real(path: &Path) -> io::Result<Option<PathBuf>> {
    match fs::canonicalize(path) {
        Ok(real) => Ok(Some(real)),
        Err(cause) if cause.kind() == io::ErrorKind::PermissionDenied => Err(cause),
        Err(_) => Ok(None),
    }
}
