//! The archive that the site bench builds from: bundles of every kind.
//!
//! Job: 1,000 bundles in a temporary folder, sealed and admitted one by one, the same
//! bytes every time; and one more where a round asks for it. Neighbours: `drafts`
//! makes plans, runs and transcriptions.

use super::drafts::{at, study, transcriptions};
use super::folder::Folder;
use super::records::{self, Size};
use jissoku::archive::{Admission, Draft, Payload, admit, seal, verify_bundle};
use jissoku::record::{BundleKind, Digest, Evidence, Utc};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const PLANS: u64 = 100;
const RUNS_OF_PLAN: u64 = 6;
const PROBES: u64 = 100;
const TRANSCRIPTIONS: u64 = 20;
const REVIEWS: usize = 120;
const ERRATA: usize = 60;
const BUNDLES: usize = 1000;
const SIZE: Size =
    Size { tasks: 2, trials: 4, input_tokens: 256, output_tokens: 60, seconds: 20, log_lines: 30 };

/// The archive; removed when dropped.
pub(super) struct Runs {
    folder: Folder,
    /// Bundle folders in the order of the ledger.
    pub(super) bundles: Vec<PathBuf>,
    /// Files of all bundles.
    pub(super) files: usize,
    /// Their size.
    pub(super) bytes: u64,
    probes: u64,
}

impl Runs {
    /// Makes them all; the transcriptions come from the import below `repository`.
    pub(super) fn make(repository: &Path) -> Self {
        let folder = Folder::make();
        let mut runs = Self { folder, bundles: Vec::new(), files: 0, bytes: 0, probes: 0 };
        let mut measured = Vec::new();
        for number in 0..PLANS {
            for draft in study(number, RUNS_OF_PLAN, &SIZE, Evidence::Measured) {
                let kind = draft.kind;
                let digest = runs.add(draft);
                if kind == BundleKind::Run {
                    measured.push(digest);
                }
            }
        }
        for _ in 0..PROBES {
            runs.add_probe();
        }
        for draft in transcriptions(repository, TRANSCRIPTIONS, Evidence::Transcribed) {
            runs.add(draft);
        }
        for (number, of) in measured.iter().step_by(5).take(REVIEWS).enumerate() {
            runs.add(review(number as u64, *of));
        }
        for (number, pair) in measured.chunks(10).take(ERRATA).enumerate() {
            runs.add(erratum(number as u64, pair[0], pair[1]));
        }
        assert_eq!(runs.bundles.len(), BUNDLES, "bundles in the archive");
        runs
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Adds a probe that is not there yet.
    pub(super) fn add_probe(&mut self) {
        let log = records::log(self.probes, &SIZE);
        let files = [("host.json", records::host()), ("logs/probe.log", log)];
        self.add(draft(BundleKind::Probe, "gpu-host-a", at(self.probes, 10), files));
        self.probes += 1;
    }

    fn add(&mut self, draft: Draft) -> Digest {
        let (runs, time) = (self.folder.path(), draft.at.clone());
        let sealed = seal(runs, draft).unwrap();
        admit(runs, Admission::Sealed(sealed.id), time).unwrap();
        let bundle = verify_bundle(&sealed.path).unwrap();
        self.files += bundle.files().len();
        self.bytes += bundle.files().iter().map(|file| file.bytes).sum::<u64>();
        self.bundles.push(sealed.path);
        sealed.digest
    }
}

fn draft<const N: usize>(
    kind: BundleKind,
    slug: &str,
    at: Utc,
    files: [(&str, Vec<u8>); N],
) -> Draft {
    let payload = |(path, bytes): (&str, Vec<u8>)| (path.to_owned(), Payload::Bytes(bytes));
    let files = BTreeMap::from(files.map(payload));
    Draft { kind, evidence: Evidence::Measured, slug: slug.to_owned(), at, plan_id: None, files }
}

fn both(ja: &str, en: &str) -> Value {
    json!({"ja": ja, "en": en})
}

/// A review of the run with this digest.
fn review(number: u64, of: Digest) -> Draft {
    let review = json!({"format": 0, "of": of, "findings": {
        "reviewer": {"kind": "model", "name": "a reviewer"},
        "scope": both("全出力", "every output"), "human_review": false,
        "kinds": [{"id": "wrong-sum", "severity": "value",
            "text": both("合計の誤り", "a wrong sum")}],
        "findings": [{"trial": "t-0001", "kinds": ["wrong-sum"]}],
    }});
    let files = [("review.json", records::file(&review))];
    draft(BundleKind::Review, "speed", at(number, 11), files)
}

/// An erratum of the run with this digest, which names another for use instead.
fn erratum(number: u64, of: Digest, instead: Digest) -> Draft {
    let erratum = json!({
        "format": 0, "of": of, "trials": ["t-0002"], "superseded_by": instead,
        "text": both("ドライバーの版を570.86に訂正します。", "The driver was 570.86."),
    });
    let files = [("erratum.json", records::file(&erratum))];
    draft(BundleKind::Erratum, "speed", at(number, 12), files)
}
