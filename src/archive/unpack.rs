//! Tar files from elsewhere: one bundle folder, plain files and folders, nothing else.
//!
//! Job: unpack below a staging folder so that no entry can write anywhere else:
//! every path is checked against the grammar of bundle paths before it is used,
//! and links, devices and extended headers are refused. Neighbours: `admit`
//! verifies what comes out; the limits are in `limits`.

use super::defect::ArchiveError;
use super::disk;
use super::limits::Limits;
use super::name;
use super::read::{Hashing, open};
use crate::record::BundleId;
use std::collections::BTreeSet;
use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use tar::{Archive, EntryType};

/// Unpacks `tar` into `staging` and returns the bundle folder.
pub(super) fn unpack(tar: &Path, staging: &Path) -> Result<PathBuf, ArchiveError> {
    let limits = Limits::STANDARD;
    let refuse = |expected: &str, found: &str| ArchiveError::Tar {
        path: tar.to_owned(),
        expected: expected.to_owned(),
        found: found.escape_debug().to_string(),
    };
    let unreadable = |error: std::io::Error| refuse("a whole tar file", &error.to_string());
    let file = open(tar).map_err(ArchiveError::io("open", tar))?;
    let mut archive = Archive::new(BufReader::new(file));
    let mut roots = BTreeSet::new();
    let (mut entries, mut bytes) = (0_usize, 0_u64);
    // Raw entries: an extended header would otherwise change the path that was checked.
    for entry in archive.entries().map_err(unreadable)?.raw(true) {
        let entry = entry.map_err(unreadable)?;
        let shown = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let path = shown.strip_suffix('/').unwrap_or(&shown);
        let kind = entry.header().entry_type();
        if !matches!(kind, EntryType::Regular | EntryType::Directory) {
            return Err(refuse(
                "regular files and folders (ustar)",
                &format!("{shown} of type {kind:?}"),
            ));
        }
        let root = path.split('/').next().unwrap_or_default();
        if BundleId::parse(root).is_none() || !name::path_ok(path) {
            return Err(refuse("paths below one folder named by a bundle id", &shown));
        }
        roots.insert(root.to_owned());
        if roots.len() > 1 {
            return Err(refuse("one bundle folder", &shown));
        }
        if path.len() > limits.path + root.len() + 1 || path.split('/').count() > limits.depth + 1 {
            return Err(refuse("paths within the limits", &shown));
        }
        entries += 1;
        bytes = bytes.saturating_add(entry.size());
        if entries > limits.entries || bytes > limits.unpacked {
            return Err(refuse("entries and bytes within the limits", "more"));
        }
        let place = staging.join(path);
        if kind == EntryType::Directory {
            fs::create_dir_all(&place).map_err(ArchiveError::io("make folder", &place))?;
            continue;
        }
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent).map_err(ArchiveError::io("make folder", parent))?;
        }
        let size = entry.size();
        let (written, _) = disk::write_from(Hashing::new(entry), &place)
            .map_err(ArchiveError::io("unpack", &place))?;
        if written != size {
            return Err(refuse("a whole tar file", "its end inside a file"));
        }
    }
    roots
        .into_iter()
        .next()
        .map(|root| staging.join(root))
        .ok_or_else(|| refuse("a bundle folder", "an empty tar file"))
}
