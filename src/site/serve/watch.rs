//! Whether the archive has changed since the site was built.
//!
//! Job: look at names, sizes and times of all files, which costs no reading and
//! works on every file system; who asks decides how often. A change counts once
//! it has settled, that is, when two looks find the same: a bundle that is being
//! brought in is not half built. Open runs are not of the site and are not looked
//! at. Neighbours: the program asks and rebuilds.

use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// One file as the file system shows it: path, bytes, seconds and nanoseconds of its change.
type Seen = (PathBuf, u64, i64, i64);

/// Looks at an archive again and again.
#[derive(Debug)]
pub struct Watch {
    runs: PathBuf,
    /// What the last build saw.
    built: Vec<Seen>,
    /// What the last look found, if it was something else.
    changed: Option<Vec<Seen>>,
}

impl Watch {
    /// Takes the archive as it is; make it before the first build, so that no change is missed.
    #[must_use]
    pub fn new(runs: &Path) -> Self {
        Self { runs: runs.to_owned(), built: look(runs), changed: None }
    }

    /// Looks once; whether there is a change that has settled, which is told once.
    pub fn has_changed(&mut self) -> bool {
        let found = look(&self.runs);
        if found == self.built {
            self.changed = None;
            return false;
        }
        if self.changed.as_ref() == Some(&found) {
            self.built = found;
            self.changed = None;
            return true;
        }
        self.changed = Some(found);
        false
    }
}

/// What cannot be looked at is left out; the build will say why.
fn look(runs: &Path) -> Vec<Seen> {
    let open = runs.join("open");
    let entries = WalkDir::new(runs)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| entry.path() != open)
        .filter_map(Result::ok);
    entries
        .filter_map(|entry| {
            let metadata = entry.metadata().ok()?;
            let (bytes, seconds, rest) = (metadata.len(), metadata.mtime(), metadata.mtime_nsec());
            Some((entry.into_path(), bytes, seconds, rest))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::Watch;
    use std::fs;

    #[test]
    fn a_change_is_told_once_it_has_settled() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        fs::write(&file, "1").unwrap();
        let mut watch = Watch::new(folder.path());
        let mut looks = |count: usize| (0..count).map(|_| watch.has_changed()).collect::<Vec<_>>();
        assert_eq!(looks(2), [false, false]);
        fs::write(&file, "12").unwrap();
        assert_eq!(looks(1), [false]);
        // Still being written.
        fs::write(&file, "123").unwrap();
        assert_eq!(looks(3), [false, true, false]);
        // Undone before it settled.
        let time = fs::metadata(&file).unwrap().modified().unwrap();
        fs::write(&file, "other").unwrap();
        assert_eq!(looks(1), [false]);
        fs::write(&file, "123").unwrap();
        fs::File::options().write(true).open(&file).unwrap().set_modified(time).unwrap();
        assert_eq!(looks(3), [false, false, false]);
        // A run that is open is not of the site; its folder was new, though.
        fs::create_dir(folder.path().join("open")).unwrap();
        assert_eq!(looks(3), [false, true, false]);
        fs::write(folder.path().join("open/journal"), "").unwrap();
        assert_eq!(looks(2), [false, false]);
        fs::remove_dir_all(folder.path()).unwrap();
        assert_eq!(looks(3), [false, true, false]);
    }
}
