//! The few ways in which the archive changes the disk.
//!
//! Job: write and sync whole files and folders, replace a file in one step, lock a
//! folder against a second writer, remove a staging folder. Neighbours: `seal`,
//! `admit`, `ledger` and `journal`; nothing else writes.

use super::defect::ArchiveError;
use super::read::{Hashing, open};
use crate::record::HexDigest;
use rustix::fs::{FlockOperation, Mode, OFlags, flock};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// A folder that only this process writes to, until dropped.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing alone does not free it at once: a child that is just being started by
        // another thread holds the folder open too, until it runs its own program.
        let _ = flock(&self.0, FlockOperation::Unlock);
    }
}

/// Takes the exclusive lock of a folder, at once or not at all.
pub(super) fn lock(folder: &Path) -> Result<Lock, ArchiveError> {
    let io = |source: io::Error| ArchiveError::io("lock", folder)(source);
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let handle =
        File::from(rustix::fs::open(folder, flags, Mode::empty()).map_err(|e| io(e.into()))?);
    match flock(&handle, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Lock(handle)),
        Err(rustix::io::Errno::WOULDBLOCK) => Err(ArchiveError::Locked { path: folder.to_owned() }),
        Err(error) => Err(io(error.into())),
    }
}

/// Makes a folder's list of names durable.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Writes a file that must not exist, and syncs it.
pub(super) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Copies a regular file to a path that must not exist, hashing what is written, and syncs it.
pub(super) fn copy_new(from: &Path, to: &Path) -> io::Result<(u64, HexDigest)> {
    write_from(Hashing::new(open(from)?), to)
}

/// Writes all that `source` gives to a path that must not exist, and syncs it.
pub(super) fn write_from<R: io::Read>(
    mut source: Hashing<R>,
    to: &Path,
) -> io::Result<(u64, HexDigest)> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(to)?;
    io::copy(&mut source, &mut file)?;
    file.sync_all()?;
    source.finish()
}

/// Puts new content in place of `path` in one step, by way of a file in `scratch` on the same disk.
pub(super) fn replace(path: &Path, bytes: &[u8], scratch: &Path) -> io::Result<()> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let temporary = scratch.join(name);
    // A crash may have left one behind; the archive's lock is held, so it is nobody's.
    match fs::remove_file(&temporary) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let done = write_new(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    if done.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    done?;
    path.parent().map_or(Ok(()), sync_folder)
}

/// Every file and folder below `folder`, deepest first, folders after what they hold.
fn contents(folder: &Path) -> impl Iterator<Item = io::Result<walkdir::DirEntry>> {
    walkdir::WalkDir::new(folder)
        .contents_first(true)
        .follow_links(false)
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.map_err(io::Error::from))
}

/// Syncs every folder at and below `folder`; the files were synced when written.
pub(super) fn sync_folders(folder: &Path) -> io::Result<()> {
    for entry in contents(folder) {
        let entry = entry?;
        if entry.file_type().is_dir() {
            sync_folder(entry.path())?;
        }
    }
    Ok(())
}

/// Makes files 0444 and folders 0555.
pub(super) fn make_read_only(folder: &Path) -> io::Result<()> {
    for entry in contents(folder) {
        let entry = entry?;
        let mode = if entry.file_type().is_dir() { 0o555 } else { 0o444 };
        fs::set_permissions(entry.path(), Permissions::from_mode(mode))?;
    }
    Ok(())
}

/// A folder for work in progress, removed with all it holds unless it was moved away.
#[derive(Debug)]
pub(super) struct Staging {
    path: PathBuf,
}

impl Staging {
    /// Makes `runs/open/<name>`, where a crash may have left an older one behind.
    ///
    /// The caller holds the archive's lock, so an older one is nobody's.
    pub(super) fn make(runs: &Path, name: &str) -> Result<Self, ArchiveError> {
        let open = runs.join("open");
        let path = open.join(name);
        let io = |source| ArchiveError::io("make folder", &path)(source);
        fs::create_dir_all(&open).map_err(io)?;
        if path.symlink_metadata().is_ok() {
            fs::remove_dir_all(&path).map_err(io)?;
        }
        fs::create_dir(&path).map_err(io)?;
        Ok(Self { path })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // Nothing refers to it; what cannot be removed now is removed by the next use of the name.
        let _ = fs::remove_dir_all(&self.path);
    }
}
