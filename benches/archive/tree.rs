//! The tree that the archive bench measures: sealed bundles as studies leave them.
//!
//! Job: 29 plans, two runs of each with 64 trials, and 60 transcriptions: 5,000
//! files and about 200 MB in a temporary folder, the same bytes every time, each
//! bundle verified by `seal`. Neighbours: `drafts` makes the bundles, `folder`
//! keeps them.

use super::drafts;
use super::folder::Folder;
use super::records::Size;
use jissoku::archive::{Draft, seal};
use jissoku::record::Evidence;
use rayon::prelude::*;
use std::path::{Path, PathBuf};

const PLANS: u64 = 29;
const RUNS_OF_PLAN: u64 = 2;
const TRANSCRIPTIONS: u64 = 60;
/// Files of the whole tree, tag files included.
const FILES: usize = 5_000;
const SIZE: Size = Size {
    tasks: 8,
    trials: 64,
    input_tokens: 8192,
    output_tokens: 900,
    seconds: 900,
    log_lines: 800,
};

/// The tree; removed when dropped.
pub(super) struct Tree {
    folder: Folder,
    /// Bundle folders, sorted.
    pub(super) bundles: Vec<PathBuf>,
    /// Every file, sorted, below [`Self::root`].
    pub(super) files: Vec<String>,
    /// Size of all files.
    pub(super) bytes: u64,
}

impl Tree {
    /// Makes and seals all bundles; the transcriptions come from the import below `repository`.
    pub(super) fn make(repository: &Path) -> Self {
        let folder = Folder::make();
        let mut tree = Self { bundles: Vec::new(), files: Vec::new(), bytes: 0, folder };
        let evidence = Evidence::Synthetic;
        let study = |number| drafts::study(number, RUNS_OF_PLAN, &SIZE, evidence);
        let studies: Vec<Draft> = (0..PLANS).into_par_iter().flat_map_iter(study).collect();
        let transcriptions = drafts::transcriptions(repository, TRANSCRIPTIONS, evidence);
        for draft in studies.into_iter().chain(transcriptions) {
            tree.bundles.push(seal(tree.folder.path(), draft).unwrap().path);
        }
        tree.bundles.sort();
        tree.list();
        assert_eq!(tree.files.len(), FILES, "files in the tree");
        tree
    }

    /// The folder that every path of [`Self::files`] is below.
    pub(super) fn root(&self) -> &Path {
        self.folder.path()
    }

    fn list(&mut self) {
        for bundle in &self.bundles {
            for entry in walkdir::WalkDir::new(bundle) {
                let entry = entry.unwrap();
                if entry.file_type().is_file() {
                    let path = entry.path().strip_prefix(self.folder.path()).unwrap();
                    self.files.push(path.to_str().unwrap().to_owned());
                    self.bytes += entry.metadata().unwrap().len();
                }
            }
        }
        self.files.sort();
    }
}
