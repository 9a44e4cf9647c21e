//! The output folder: built beside, then swapped in.
//!
//! A folder is ours if it holds our `.gitignore`; nothing else is ever removed
//! or overwritten. When anything fails before the swap, the old output stays.

use super::SiteError;
use rustix::fs::{CWD, RenameFlags, renameat_with};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The mark of a folder made by us; git ignores everything beside it.
pub(super) const MARK: &str = ".gitignore";
const MARK_TEXT: &str =
    "# Made by sitegen; everything here is generated and replaced by the next build.\n*\n";

/// A folder being built.
pub(super) struct Staging {
    target: PathBuf,
    folder: PathBuf,
    files: AtomicUsize,
}

impl Staging {
    /// Opens a staging folder beside `target`.
    ///
    /// # Errors
    /// [`SiteError::NotOurs`] if `target` holds something else, [`SiteError::Io`].
    pub(super) fn open(target: &Path) -> Result<Self, SiteError> {
        let target = std::path::absolute(target).map_err(SiteError::io("find", target))?;
        refuse_foreign(&target)?;
        let name =
            target.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let folder = target.with_file_name(format!(".{name}.staging"));
        if folder.exists() {
            // Left by a build that was interrupted.
            refuse_foreign(&folder)?;
            fs::remove_dir_all(&folder).map_err(SiteError::io("remove", &folder))?;
        }
        fs::create_dir_all(&folder).map_err(SiteError::io("create", &folder))?;
        let staging = Self { target, folder, files: AtomicUsize::new(0) };
        staging.write(MARK, MARK_TEXT.as_bytes())?;
        Ok(staging)
    }

    /// Writes one file; `path` is relative and uses `/`. Several threads may write.
    pub(super) fn write(&self, path: &str, bytes: &[u8]) -> Result<(), SiteError> {
        let (mut file, place) = self.create(path)?;
        file.write_all(bytes).map_err(SiteError::io("write", &place))
    }

    /// Begins a file that is written piece by piece; gives its place beside it, for errors.
    pub(super) fn create(&self, path: &str) -> Result<(fs::File, PathBuf), SiteError> {
        let place = self.folder.join(path);
        let mut file = fs::File::create(&place);
        // Most files lie in a folder that is there already.
        if file.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
            && let Some(parent) = place.parent()
        {
            fs::create_dir_all(parent).map_err(SiteError::io("create", parent))?;
            file = fs::File::create(&place);
        }
        let file = file.map_err(SiteError::io("create", &place))?;
        self.files.fetch_add(1, Ordering::Relaxed);
        Ok((file, place))
    }

    /// Puts the staged folder in the place of the old output; returns how many files it holds.
    pub(super) fn swap(self) -> Result<usize, SiteError> {
        let files = self.files.load(Ordering::Relaxed);
        if self.target.exists() {
            renameat_with(CWD, &self.folder, CWD, &self.target, RenameFlags::EXCHANGE)
                .map_err(|cause| SiteError::io("swap in", &self.target)(cause.into()))?;
            // What lies in the staging folder now is the old output.
            fs::remove_dir_all(&self.folder)
                .map_err(SiteError::io("remove the old output", &self.folder))?;
        } else {
            fs::rename(&self.folder, &self.target)
                .map_err(SiteError::io("move in", &self.target))?;
        }
        // Drop would remove the staging folder; there is none any more.
        std::mem::forget(self);
        Ok(files)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // Not swapped: the build failed. Removing is a courtesy; the next build does it too.
        drop(fs::remove_dir_all(&self.folder));
    }
}

/// A folder that exists must be empty or carry our mark.
fn refuse_foreign(folder: &Path) -> Result<(), SiteError> {
    if !folder.exists() && !folder.is_symlink() {
        return Ok(());
    }
    let not_ours = || SiteError::NotOurs { path: folder.to_owned(), mark: MARK };
    if folder.is_symlink() || !folder.is_dir() {
        return Err(not_ours());
    }
    let empty = fs::read_dir(folder).map_err(SiteError::io("read", folder))?.next().is_none();
    let marked = fs::read(folder.join(MARK)).is_ok_and(|text| text == MARK_TEXT.as_bytes());
    if empty || marked { Ok(()) } else { Err(not_ours()) }
}
