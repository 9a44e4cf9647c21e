//! Admission: a verified bundle gets its line in the ledger.
//!
//! Job: bring in a folder or a tar file (verified before and after the copy,
//! digests compared), refuse what the archive cannot hold (synthetic evidence, a
//! run without its plan, words about an unknown bundle), append to the ledger, and
//! repair an append that was interrupted. Neighbours: `unpack` opens tar files,
//! `seal` moves bundles, `ledger` appends.

use super::code::Code;
use super::collection::{plan_ids, plan_is_there, targets};
use super::defect::{self, ArchiveError, Defect, Failure};
use super::disk::{self, Staging};
use super::ledger::{self, Ledger};
use super::seal::{lock, settle, verify_copy};
use super::signature;
use super::unpack;
use super::verify::{VerifiedBundle, verify_bundle};
use crate::record::ledger::LedgerLine;
use crate::record::{BundleId, BundleKind, Digest, Evidence, Utc};
use std::fs;
use std::path::{Path, PathBuf};

/// What is to be admitted.
#[derive(Debug, Clone)]
pub enum Admission {
    /// A bundle that is already in `runs/bundles/`.
    Sealed(BundleId),
    /// A bundle folder elsewhere, which is copied.
    Folder(PathBuf),
    /// A `.tar` with one bundle folder in it.
    Tar(PathBuf),
}

/// What an admission did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admitted {
    /// Bundle id.
    pub id: BundleId,
    /// Bundle digest.
    pub digest: Digest,
    /// Whether the ledger already had it, so that nothing was appended.
    pub already_there: bool,
    /// Whether an append that had been interrupted was completed first.
    pub repaired: bool,
    /// Whether `ledger.jsonl.minisig` is there and signs an older ledger now.
    pub signature_outdated: bool,
}

/// Admits a bundle at the time `at`.
///
/// # Errors
/// [`Failure::Defects`] if the bundle, the ledger or their agreement is bad;
/// [`Failure::CouldNotRun`] if something is missing, taken, locked or cannot be written.
/// A bundle that was copied in and whose ledger line could not be written stays in place.
pub fn admit(runs: &Path, what: Admission, at: Utc) -> Result<Admitted, Failure> {
    let _lock = lock(runs)?;
    let (ledger, repaired) = ledger_of(runs)?;
    let staging = Staging::make(runs, "admit")?;
    let (bundle, staged) = match what {
        Admission::Sealed(id) => {
            let folder = runs.join("bundles").join(id.as_str());
            // A link to a folder is none: the archive holds its bundles itself.
            if !folder.symlink_metadata().is_ok_and(|facts| facts.is_dir()) {
                let todo = "seal it, or name a folder or tar file";
                let absent = ArchiveError::Absent {
                    verb: "admit",
                    what: id.to_string(),
                    path: folder,
                    todo,
                };
                return Err(absent.into());
            }
            (verify_bundle(&folder)?, None)
        }
        Admission::Folder(folder) => {
            let original = verify_bundle(&folder)?;
            let copy = staging.path().join(original.id().as_str());
            copy_bundle(&original, &copy)?;
            (verify_copy(&copy, &original)?, Some(copy))
        }
        Admission::Tar(tar) => {
            let folder = unpack::unpack(&tar, staging.path())?;
            let bundle = verify_bundle(&folder)?;
            (bundle, Some(folder))
        }
    };
    acceptable(runs, &bundle, &ledger)?;
    let known = ledger.lines.iter().any(|line| line.id == *bundle.id());
    if let Some(folder) = staged {
        bring_in(runs, &folder, &bundle)?;
    }
    let line = LedgerLine {
        at,
        digest: bundle.digest(),
        id: bundle.id().clone(),
        kind: bundle.kind(),
        prev: ledger.head,
    };
    if !known {
        ledger::append(runs, &ledger, &line)?;
    }
    Ok(Admitted {
        id: line.id,
        digest: line.digest,
        already_there: known,
        repaired,
        signature_outdated: !known && runs.join(signature::FILE).exists(),
    })
}

/// The ledger without defects; an interrupted append is completed.
fn ledger_of(runs: &Path) -> Result<(Ledger, bool), Failure> {
    let mut defects = Vec::new();
    let ledger = ledger::read(runs, &mut defects)?;
    let interrupted = defects.iter().any(|defect| defect.code == Code::LedgerInterrupted);
    if let Some(last) = ledger.lines.last().filter(|_| interrupted) {
        // Only a line whose bundle is there and sound is completed.
        let bundle = verify_bundle(&runs.join("bundles").join(last.id.as_str()))?;
        if bundle.digest() == last.digest {
            defects.retain(|defect| defect.code != Code::LedgerInterrupted);
        }
    }
    if !defects.is_empty() {
        defect::sort(&mut defects);
        return Err(Failure::Defects(defects));
    }
    if interrupted {
        fs::create_dir_all(runs.join("open")).map_err(ArchiveError::io("make folder", runs))?;
        ledger::write_sidecar(runs, &ledger.bytes)?;
    }
    Ok((ledger, interrupted))
}

/// Moves a verified copy into the archive, unless the very same bundle is there already.
///
/// It is there when an earlier admission stopped before its ledger line, and it is not
/// there when the ledger has it and its folder was lost: both are mended by admitting again.
fn bring_in(runs: &Path, folder: &Path, bundle: &VerifiedBundle) -> Result<(), Failure> {
    let place = runs.join("bundles").join(bundle.id().as_str());
    if place.symlink_metadata().is_err() {
        return Ok(settle(folder, &place)?);
    }
    if verify_bundle(&place)?.digest() == bundle.digest() {
        return Ok(());
    }
    Err(Failure::CouldNotRun(ArchiveError::Exists {
        verb: "admit",
        id: bundle.id().to_string(),
        path: place,
        todo: "it has other bytes under the same id; find out which of the two is right",
    }))
}

fn copy_bundle(original: &VerifiedBundle, copy: &Path) -> Result<(), ArchiveError> {
    for entry in original.files() {
        let (from, to) = (original.path().join(&entry.path), copy.join(&entry.path));
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent).map_err(ArchiveError::io("make folder", parent))?;
        }
        disk::copy_new(&from, &to).map_err(ArchiveError::io("copy to", &to))?;
    }
    Ok(())
}

/// Whether the archive can hold this bundle beside what the ledger lists.
fn acceptable(runs: &Path, bundle: &VerifiedBundle, ledger: &Ledger) -> Result<(), Failure> {
    let mut defects = Vec::new();
    let id = bundle.id().as_str();
    if bundle.evidence() == Evidence::Synthetic {
        let defect = Defect::new(Code::Synthetic, "", "measured or transcribed", "synthetic");
        defects.push(defect.of(id));
    }
    if let Some(line) = ledger.lines.iter().find(|line| line.id == *bundle.id())
        && line.digest != bundle.digest()
    {
        let defect = Defect::new(Code::LedgerDigest, "", line.digest, bundle.digest());
        defects.push(defect.listed_in(ledger::FILE).of(id));
    }
    let known = |digest| ledger.lines.iter().any(|line| line.digest == digest);
    targets(bundle, &known, &mut defects);
    if bundle.kind() == BundleKind::Run {
        let plans = plans_of(runs, bundle, ledger)?;
        plan_is_there(bundle, &plan_ids(&plans), &mut defects);
    }
    if defects.is_empty() {
        return Ok(());
    }
    defect::sort(&mut defects);
    Err(Failure::Defects(defects))
}

/// The plan bundles in the ledger whose id has the digits of the run's plan id, verified.
fn plans_of(
    runs: &Path,
    run: &VerifiedBundle,
    ledger: &Ledger,
) -> Result<Vec<VerifiedBundle>, Failure> {
    ledger
        .lines
        .iter()
        .filter(|line| line.kind == BundleKind::Plan && line.id.hex() == run.id().hex())
        .map(|line| verify_bundle(&runs.join("bundles").join(line.id.as_str())))
        .collect()
}
