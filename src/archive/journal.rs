//! The journal of an open run: `runs/open/<id>/`, one line at a time.
//!
//! Job: a line is on the disk before `append` returns, so a crash loses at most
//! the trial in flight. One writer at a time; a line that a crash tore is cut off
//! on reopening and reported. Neighbours: `measure` appends, `seal` makes the
//! bundle from the closed journal.

use super::defect::{ArchiveError, Failure};
use super::disk;
use super::name;
use super::read;
use super::seal::{Draft, Payload, SealedBundle, seal};
use crate::record::{BundleId, json};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// An open run that this process alone writes to.
#[derive(Debug)]
pub struct Journal {
    id: BundleId,
    folder: PathBuf,
    open: BTreeMap<String, File>,
    _lock: disk::Lock,
}

/// The end of a file that a crash left without its line feed, and that was cut off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Torn {
    /// File below the journal folder.
    pub path: String,
    /// Where the torn line began.
    pub at_byte: u64,
    /// The bytes that were cut off.
    pub cut: Vec<u8>,
}

/// Ids of the journals in `runs/open/`, sorted.
///
/// # Errors
/// The folder is there and cannot be read.
pub fn open_journals(runs: &Path) -> Result<Vec<BundleId>, ArchiveError> {
    let open = runs.join("open");
    if !open.exists() {
        return Ok(Vec::new());
    }
    let io = |source| ArchiveError::io("read folder", &open)(source);
    let mut ids = Vec::new();
    for entry in fs::read_dir(&open).map_err(io)? {
        let name = entry.map_err(io)?.file_name();
        ids.extend(name.to_str().and_then(BundleId::parse));
    }
    ids.sort();
    Ok(ids)
}

impl Journal {
    /// Begins the journal of a run whose bundle will be called `id`.
    ///
    /// # Errors
    /// There is already such a journal or bundle, or the folder cannot be made.
    pub fn create(runs: &Path, id: &BundleId) -> Result<Self, ArchiveError> {
        let folder = runs.join("open").join(id.as_str());
        let exists = |path: PathBuf, todo| ArchiveError::Exists {
            verb: "begin",
            id: id.to_string(),
            path,
            todo,
        };
        let sealed = runs.join("bundles").join(id.as_str());
        if sealed.symlink_metadata().is_ok() {
            return Err(exists(sealed, "the run is sealed; begin another"));
        }
        let io = |source| ArchiveError::io("make folder", &folder)(source);
        fs::create_dir_all(runs.join("open")).map_err(io)?;
        match fs::create_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(exists(folder, "resume it, or seal it"));
            }
            other => other.map_err(io)?,
        }
        disk::sync_folder(&runs.join("open")).map_err(io)?;
        let lock = disk::lock(&folder)?;
        Ok(Self { id: id.clone(), folder, open: BTreeMap::new(), _lock: lock })
    }

    /// Goes on with a journal; torn last lines of its `.jsonl` files are cut off and returned.
    ///
    /// # Errors
    /// There is no such journal, another process writes to it, or it cannot be read.
    pub fn reopen(runs: &Path, id: &BundleId) -> Result<(Self, Vec<Torn>), ArchiveError> {
        let folder = runs.join("open").join(id.as_str());
        if !folder.is_dir() {
            let todo = "name a run that is open";
            return Err(ArchiveError::Absent {
                verb: "resume",
                what: id.to_string(),
                path: folder,
                todo,
            });
        }
        let lock = disk::lock(&folder)?;
        let journal = Self { id: id.clone(), folder, open: BTreeMap::new(), _lock: lock };
        let mut torn = Vec::new();
        for (path, place) in journal.files()? {
            if path.ends_with(".jsonl") {
                let cut = cut_torn_line(&place).map_err(ArchiveError::io("mend", &place))?;
                torn.extend(cut.map(|(at_byte, cut)| Torn { path, at_byte, cut }));
            }
        }
        Ok((journal, torn))
    }

    /// Id of the bundle to be.
    #[must_use]
    pub const fn id(&self) -> &BundleId {
        &self.id
    }

    /// The journal's folder; `logs/` and `raw/` may be written to directly.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Appends one record as a line of `path` (for example `trials.jsonl`) and waits for the disk.
    ///
    /// # Errors
    /// The disk refuses; the file is then as it was before.
    pub fn append<T: Serialize>(&mut self, path: &str, record: &T) -> Result<(), ArchiveError> {
        let place = self.place(path)?;
        let io =
            |source| ArchiveError::io_kept("append to", &place, "earlier lines are kept")(source);
        let mut line = json::line(record).map_err(io::Error::from).map_err(io)?;
        line.push('\n');
        if !self.open.contains_key(path) {
            let file = OpenOptions::new().append(true).create(true).open(&place).map_err(io)?;
            place.parent().map_or(Ok(()), disk::sync_folder).map_err(io)?;
            self.open.insert(path.to_owned(), file);
        }
        let Some(file) = self.open.get_mut(path) else { return Ok(()) };
        let before = file.metadata().map_err(io)?.len();
        file.write_all(line.as_bytes()).and_then(|()| file.sync_data()).map_err(|error| {
            // Half a line must not stay; if even this fails, reopening cuts it off.
            let _ = file.set_len(before);
            io(error)
        })
    }

    /// Writes a whole file, in place of an older one of that path, and waits for the disk.
    ///
    /// # Errors
    /// The path is not allowed or the disk refuses; an older file is then kept.
    pub fn put(&mut self, path: &str, bytes: &[u8]) -> Result<(), ArchiveError> {
        let place = self.place(path)?;
        self.open.remove(path);
        let scratch = self.scratch();
        let io = |source| ArchiveError::io_kept("write", &place, "an older file is kept")(source);
        fs::create_dir_all(&scratch).map_err(io)?;
        let done = disk::replace(&place, bytes, &scratch).map_err(io);
        // It is empty again; a crash leaves it to the next call.
        let _ = fs::remove_dir(&scratch);
        done
    }

    /// Seals what the journal holds; `draft` brings kind, evidence, slug, time and plan id,
    /// and files of its own stand beside the journal's or instead of them.
    ///
    /// # Errors
    /// As [`seal`]; the journal is then kept as it is.
    pub fn seal(self, runs: &Path, mut draft: Draft) -> Result<SealedBundle, Failure> {
        for (path, place) in self.files()? {
            draft.files.entry(path).or_insert(Payload::File(place));
        }
        let sealed = seal(runs, draft)?;
        // A crash inside `put` may have left it; nothing of it is in the bundle.
        let _ = fs::remove_dir_all(self.scratch());
        fs::remove_dir_all(&self.folder).map_err(ArchiveError::io_kept(
            "remove the journal",
            &self.folder,
            "the bundle is sealed; remove the folder by hand",
        ))?;
        Ok(sealed)
    }

    /// Where `put` writes before it moves the file to its place; no journal has such a name.
    fn scratch(&self) -> PathBuf {
        self.folder.with_extension("part")
    }

    fn place(&self, path: &str) -> Result<PathBuf, ArchiveError> {
        if !name::path_ok(path) {
            return Err(ArchiveError::Draft {
                what: "a journal file".to_owned(),
                expected: name::EXPECTED.to_owned(),
                found: format!("{path:?}"),
            });
        }
        let place = self.folder.join(path);
        let parent = place.parent().unwrap_or(&self.folder);
        fs::create_dir_all(parent).map_err(ArchiveError::io("make folder", parent))?;
        Ok(place)
    }

    /// Every file of the journal by its path below the folder.
    fn files(&self) -> Result<BTreeMap<String, PathBuf>, ArchiveError> {
        let mut files = BTreeMap::new();
        for entry in walkdir::WalkDir::new(&self.folder).follow_links(false) {
            let entry = entry
                .map_err(io::Error::from)
                .map_err(ArchiveError::io("read folder", &self.folder))?;
            let path = entry.path().strip_prefix(&self.folder).unwrap_or(entry.path());
            if !entry.file_type().is_dir() {
                files.insert(path.to_string_lossy().into_owned(), entry.path().to_owned());
            }
        }
        Ok(files)
    }
}

/// Cuts off what follows the last line feed, and says where it began and what it was.
fn cut_torn_line(place: &Path) -> io::Result<Option<(u64, Vec<u8>)>> {
    const STEP: u64 = 64 << 10;
    let mut file = read::open(place)?;
    let end = file.metadata()?.len();
    let mut start = end;
    let mut tail = Vec::new();
    // Backwards in steps, because a whole journal need not fit in memory.
    while start > 0 {
        let from = start.saturating_sub(STEP);
        let mut step = Vec::new();
        file.seek(SeekFrom::Start(from))?;
        Read::by_ref(&mut file).take(start - from).read_to_end(&mut step)?;
        if let Some(at) = step.iter().rposition(|byte| *byte == b'\n') {
            step.drain(..=at);
            tail.splice(..0, step.iter().copied());
            break;
        }
        tail.splice(..0, step);
        start = from;
    }
    if tail.is_empty() {
        return Ok(None);
    }
    let at = end - tail.len() as u64;
    let file = OpenOptions::new().write(true).open(place)?;
    file.set_len(at)?;
    file.sync_all()?;
    Ok(Some((at, tail)))
}
