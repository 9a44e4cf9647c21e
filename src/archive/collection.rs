//! The archive as a whole: every bundle, the ledger, and what speaks about what.
//!
//! Job: verify all of `runs/` and hold bundles and ledger against each other, so
//! that a bundle that was removed, added or altered is seen. Neighbours: `verify`
//! does one bundle, `ledger` the chain, `signature` the optional signature.

use super::code::Code;
use super::content::Content;
use super::defect::{self, ArchiveError, Defect, Failure};
use super::ledger::{self, Ledger};
use super::signature;
use super::verify::{VerifiedBundle, verify_bundle};
use crate::record::ledger::LedgerLine;
use crate::record::{BundleId, BundleKind, Digest, Evidence};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A verified archive.
#[derive(Debug)]
pub struct Archive {
    bundles: Vec<VerifiedBundle>,
    ledger: Vec<LedgerLine>,
    head: Digest,
    index: Index,
}

/// Places in the list of bundles.
#[derive(Debug)]
struct Index {
    /// Of the bundle with this bundle digest.
    bundles: BTreeMap<Digest, usize>,
    /// Of the plan bundle with this plan id.
    plans: BTreeMap<Digest, usize>,
    /// Of the bundles that speak about the one with this bundle digest, ascending.
    speakers: BTreeMap<Digest, Vec<usize>>,
}

impl Index {
    fn of(bundles: &[VerifiedBundle]) -> Self {
        let mut index =
            Self { bundles: BTreeMap::new(), plans: BTreeMap::new(), speakers: BTreeMap::new() };
        for (place, bundle) in bundles.iter().enumerate() {
            index.bundles.entry(bundle.digest()).or_insert(place);
            let of = match bundle.content() {
                Content::Plan { .. } => {
                    let id = bundle.plan_id();
                    id.map(|id| index.plans.entry(id).or_insert(place));
                    None
                }
                Content::Review(review) => Some(review.of),
                Content::Erratum(erratum) => Some(erratum.of),
                Content::Run(run) => run.run.supersedes,
                Content::Probe(_) | Content::Transcription(_) => None,
            };
            if let Some(of) = of {
                index.speakers.entry(of).or_default().push(place);
            }
        }
        index
    }
}

/// Bundles that speak about one bundle, each list sorted by id.
#[derive(Debug, Default)]
pub struct Links<'a> {
    /// Reviews of it.
    pub reviews: Vec<&'a VerifiedBundle>,
    /// Errata of it.
    pub errata: Vec<&'a VerifiedBundle>,
    /// Runs that replace it, and bundles that an erratum names for use instead.
    pub superseding: Vec<&'a VerifiedBundle>,
}

impl Archive {
    /// Every bundle, sorted by id.
    #[must_use]
    pub fn bundles(&self) -> &[VerifiedBundle] {
        &self.bundles
    }

    /// The ledger, oldest line first.
    #[must_use]
    pub fn ledger(&self) -> &[LedgerLine] {
        &self.ledger
    }

    /// Digest of the last ledger line without its line feed; zeros in an empty archive.
    #[must_use]
    pub const fn head(&self) -> Digest {
        self.head
    }

    /// The bundle with this bundle digest.
    #[must_use]
    pub fn find(&self, digest: Digest) -> Option<&VerifiedBundle> {
        self.index.bundles.get(&digest).map(|place| &self.bundles[*place])
    }

    /// The plan bundle of a run.
    #[must_use]
    pub fn plan_of(&self, run: &VerifiedBundle) -> Option<&VerifiedBundle> {
        self.index.plans.get(&run.plan_id()?).map(|place| &self.bundles[*place])
    }

    /// What speaks about the bundle with this bundle digest.
    #[must_use]
    pub fn about(&self, digest: Digest) -> Links<'_> {
        let mut links = Links::default();
        for place in self.index.speakers.get(&digest).into_iter().flatten() {
            let bundle = &self.bundles[*place];
            match bundle.content() {
                Content::Review(_) => links.reviews.push(bundle),
                Content::Erratum(erratum) => {
                    links.errata.push(bundle);
                    links.superseding.extend(erratum.superseded_by.and_then(|by| self.find(by)));
                }
                _ => links.superseding.push(bundle),
            }
        }
        links.superseding.sort_by(|a, b| a.id().cmp(b.id()));
        links.superseding.dedup_by(|a, b| a.id() == b.id());
        links
    }
}

/// Verifies the archive in `runs`: every bundle, the ledger, and each against the other.
///
/// # Errors
/// [`Failure::Defects`] with every broken rule; [`Failure::CouldNotRun`] if `runs` or a
/// file in it cannot be read.
pub fn verify_archive(runs: &Path) -> Result<Archive, Failure> {
    verify_archive_signed(runs, None)
}

/// As [`verify_archive`], and the ledger must carry a minisign signature of `public_key`
/// (the key file's second line) in `ledger.jsonl.minisig`.
///
/// # Errors
/// As [`verify_archive`]; [`ArchiveError::PublicKey`] if the key cannot be read.
pub fn verify_archive_signed(runs: &Path, public_key: Option<&str>) -> Result<Archive, Failure> {
    let mut defects = Vec::new();
    let folders = top(runs, &mut defects)?;
    let ledger = ledger::read(runs, &mut defects)?;
    signature::check(runs, &ledger.bytes, public_key, &mut defects)?;
    let verdicts: Vec<Result<VerifiedBundle, Failure>> =
        folders.par_iter().map(|folder| verify_bundle(folder)).collect();
    let mut bundles = Vec::new();
    for verdict in verdicts {
        match verdict {
            Ok(bundle) => bundles.push(bundle),
            Err(Failure::Defects(found)) => defects.extend(found),
            Err(could_not) => return Err(could_not),
        }
    }
    bundles.sort_by(|a, b| a.id().cmp(b.id()));
    against_ledger(&folders, &bundles, &ledger, &mut defects);
    // A bundle that is listed and broken or gone is reported once, not again by all that name it.
    let listed = ledger.lines.iter().map(|line| line.digest);
    let known: BTreeSet<Digest> =
        bundles.iter().map(VerifiedBundle::digest).chain(listed).collect();
    let broken = unverified_plans(&folders, &bundles);
    let plans = plan_ids(&bundles);
    for bundle in &bundles {
        targets(bundle, &|digest| known.contains(&digest), &mut defects);
        if !broken.iter().any(|plan| plan.hex() == bundle.id().hex()) {
            plan_is_there(bundle, &plans, &mut defects);
        }
    }
    if defects.is_empty() {
        let (index, head) = (Index::of(&bundles), ledger.head.into());
        return Ok(Archive { bundles, head, ledger: ledger.lines, index });
    }
    defect::sort(&mut defects);
    Err(Failure::Defects(defects))
}

/// The bundle folders; whatever else lies in `runs` or `runs/bundles` is reported.
fn top(runs: &Path, defects: &mut Vec<Defect>) -> Result<Vec<PathBuf>, ArchiveError> {
    let stray = |path: String, found: &str| {
        Defect::new(
            Code::StrayEntry,
            path,
            "bundles/, ledger.jsonl with its sidecar and signature, open/",
            found,
        )
    };
    let mut folders = Vec::new();
    for (name, kind) in listing(runs)? {
        match name.as_str() {
            "bundles" if kind.is_dir() => {
                for (name, kind) in listing(&runs.join("bundles"))? {
                    if kind.is_dir() {
                        folders.push(runs.join("bundles").join(name));
                    } else {
                        defects.push(stray(format!("bundles/{name}"), "not a folder"));
                    }
                }
            }
            "open" if kind.is_dir() => {}
            ledger::FILE | ledger::SIDECAR | signature::FILE if !kind.is_dir() => {}
            _ => defects.push(stray(name.clone(), &name)),
        }
    }
    Ok(folders)
}

/// Plans whose folder is there and did not pass.
fn unverified_plans(folders: &[PathBuf], bundles: &[VerifiedBundle]) -> Vec<BundleId> {
    let verified: BTreeSet<&BundleId> = bundles.iter().map(VerifiedBundle::id).collect();
    folders
        .iter()
        .filter_map(|folder| BundleId::parse(folder.file_name()?.to_str()?))
        .filter(|id| id.kind() == BundleKind::Plan && !verified.contains(id))
        .collect()
}

fn listing(folder: &Path) -> Result<Vec<(String, fs::FileType)>, ArchiveError> {
    let io = |source| ArchiveError::io("read folder", folder)(source);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(io)? {
        let entry = entry.map_err(io)?;
        names.push((
            entry.file_name().to_string_lossy().into_owned(),
            entry.file_type().map_err(io)?,
        ));
    }
    names.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(names)
}

/// Ledger and bundles, both ways.
fn against_ledger(
    folders: &[PathBuf],
    bundles: &[VerifiedBundle],
    ledger: &Ledger,
    defects: &mut Vec<Defect>,
) {
    let there: BTreeSet<String> = folders
        .iter()
        .filter_map(|folder| folder.file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    let verified: BTreeMap<&BundleId, &VerifiedBundle> =
        bundles.iter().map(|bundle| (bundle.id(), bundle)).collect();
    for (index, line) in ledger.lines.iter().enumerate() {
        let defect = if let Some(bundle) = verified.get(&line.id) {
            if bundle.digest() == line.digest {
                continue;
            }
            Defect::new(Code::LedgerDigest, "", line.digest, bundle.digest())
                .listed_in(ledger::FILE)
                .of(line.id.as_str())
        } else if there.contains(line.id.as_str()) {
            // The bundle itself is defective, which is reported with it.
            continue;
        } else {
            Defect::new(Code::LedgerBundleMissing, ledger::FILE, line.id.as_str(), "no such bundle")
                .at(index + 1, 1)
        };
        defects.push(defect);
    }
    let listed: BTreeSet<&BundleId> = ledger.lines.iter().map(|line| &line.id).collect();
    for bundle in bundles {
        let defect = if bundle.evidence() == Evidence::Synthetic {
            Defect::new(Code::Synthetic, "", "measured or transcribed", "synthetic")
        } else if listed.contains(bundle.id()) {
            continue;
        } else {
            Defect::new(Code::NotInLedger, "", "a line in ledger.jsonl", "none")
        };
        defects.push(defect.of(bundle.id().as_str()));
    }
}

/// Every bundle that `bundle` speaks about is known.
pub(super) fn targets(
    bundle: &VerifiedBundle,
    known: &dyn Fn(Digest) -> bool,
    defects: &mut Vec<Defect>,
) {
    let (path, named) = match bundle.content() {
        Content::Review(review) => ("data/review.json", vec![review.of]),
        Content::Erratum(erratum) => {
            let named = [Some(erratum.of), erratum.superseded_by];
            ("data/erratum.json", named.into_iter().flatten().collect())
        }
        Content::Run(run) => ("data/run.json", run.run.supersedes.into_iter().collect()),
        _ => return,
    };
    for digest in named.into_iter().filter(|digest| !known(*digest)) {
        let defect = Defect::new(Code::TargetAbsent, path, "a bundle of the archive", digest);
        defects.push(defect.of(bundle.id().as_str()));
    }
}

/// The plan ids of the plan bundles among these.
pub(super) fn plan_ids(bundles: &[VerifiedBundle]) -> BTreeSet<Digest> {
    let plans = bundles.iter().filter(|bundle| bundle.kind() == BundleKind::Plan);
    plans.filter_map(VerifiedBundle::plan_id).collect()
}

/// A run's plan is in the archive; equal plan ids mean identical bytes of `plan.json`.
pub(super) fn plan_is_there(
    bundle: &VerifiedBundle,
    plans: &BTreeSet<Digest>,
    defects: &mut Vec<Defect>,
) {
    if bundle.kind() != BundleKind::Run {
        return;
    }
    if !bundle.plan_id().is_some_and(|id| plans.contains(&id)) {
        let expected = bundle.plan_id().map_or_else(String::new, |id| id.to_string());
        let defect =
            Defect::new(Code::PlanAbsent, "data/plan.json", expected, "no such plan bundle");
        defects.push(defect.of(bundle.id().as_str()));
    }
}
