//! The tree that the archive bench measures: sealed bundles as studies leave them.
//!
//! Job: 29 plans, two runs of each with 64 trials, and 60 transcriptions: 5,000
//! files and about 200 MB in a temporary folder, the same bytes every time, each
//! bundle verified by `seal`. Neighbours: `records` writes the JSON of plans and
//! runs, `stream` the tokens of a trial; `measure::import` gives the transcription.

use super::records::{self, Trials};
use jissoku::archive::{Draft, Payload, gzip, seal};
use jissoku::record::{BundleId, BundleKind, Digest, Evidence, Utc};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

const PLANS: u64 = 29;
const RUNS_OF_PLAN: u64 = 2;
const TRANSCRIPTIONS: u64 = 60;
/// Files of the whole tree, tag files included.
const FILES: usize = 5_000;

/// The tree; removed when dropped.
pub(super) struct Tree {
    folder: tempfile::TempDir,
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
        let folder = tempfile::tempdir().unwrap();
        let mut tree = Self { bundles: Vec::new(), files: Vec::new(), bytes: 0, folder };
        let drafts: Vec<Draft> = (0..PLANS).into_par_iter().flat_map_iter(study).collect();
        for draft in drafts.into_iter().chain(transcriptions(repository)) {
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

impl Drop for Tree {
    /// Sealed folders are read-only, so they are opened before the folder removes itself.
    fn drop(&mut self) {
        for entry in walkdir::WalkDir::new(self.folder.path()).into_iter().flatten() {
            if entry.file_type().is_dir() {
                // What cannot be opened is left to the removal, which has the last word.
                let _ = fs::set_permissions(entry.path(), Permissions::from_mode(0o755));
            }
        }
    }
}

/// A plan and its runs.
fn study(number: u64) -> Vec<Draft> {
    let plan = records::plan(number);
    let files = BTreeMap::from([
        ("plan.json".to_owned(), Payload::Bytes(plan.file.clone())),
        ("inputs.jsonl.gz".to_owned(), Payload::Bytes(gzip(&plan.lines))),
    ]);
    let plan_id = records::digest(&plan.file);
    let slug = format!("speed-{number}");
    let mut drafts = vec![draft(BundleKind::Plan, &slug, at(number, 0), Some(plan_id), files)];
    for repeat in 1..=RUNS_OF_PLAN {
        let at = at(number, repeat);
        let id = BundleId::new(&at, BundleKind::Run, &slug, plan_id).unwrap();
        let seed = number * RUNS_OF_PLAN + repeat;
        let Trials { lines, mut files } = records::trials(seed, &plan.inputs, plan_id);
        let mut add = |path: &str, bytes: Vec<u8>| {
            files.insert(path.to_owned(), Payload::Bytes(bytes));
        };
        add("trials.jsonl", lines);
        add("plan.json", plan.file.clone());
        add("run.json", records::run(&id, plan_id, &at));
        add("host.json", records::host());
        add("engine.json", records::engines());
        add("events.jsonl", records::events(&at));
        add("telemetry.jsonl.gz", gzip(&records::telemetry(seed)));
        for arm in records::ARMS {
            add(&format!("logs/{arm}.log"), records::log(seed));
        }
        drafts.push(draft(BundleKind::Run, &slug, at, Some(plan_id), files));
    }
    drafts
}

/// The publication in the repository, under other titles.
fn transcriptions(repository: &Path) -> Vec<Draft> {
    let folder = repository.join("imports/glm53-flash-mtp");
    let mut imported = jissoku::measure::import::read(&folder).unwrap();
    (0..TRANSCRIPTIONS)
        .map(|number| {
            imported.transcription.title.en = format!("Published figures, copy {number}");
            let mut draft = imported.draft(at(number, 9)).unwrap();
            draft.evidence = Evidence::Synthetic;
            draft
        })
        .collect()
}

fn draft(
    kind: BundleKind,
    slug: &str,
    at: Utc,
    plan_id: Option<Digest>,
    files: BTreeMap<String, Payload>,
) -> Draft {
    Draft { kind, evidence: Evidence::Synthetic, slug: slug.to_owned(), at, plan_id, files }
}

fn at(number: u64, hour: u64) -> Utc {
    let (day, minute) = (1 + number / 60, number % 60);
    Utc::parse(&format!("2026-12-{day:02}T{hour:02}:{minute:02}:00Z")).unwrap()
}
