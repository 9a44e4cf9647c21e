//! Admission: what may come into the archive, and what an interruption leaves.

use super::bag::{self, hex, put, tag, with_field};
use super::runs::{Archive, minute};
use super::sealing::{contents, draft, refusal};
use super::{Scratch, codes, good, listing, set};
use jissoku::archive::{
    Admission, Admitted, ArchiveError, Code, Failure, admit, seal, verify_archive,
};
use jissoku::record::{BundleId, Utc};
use rustix::fs::{FlockOperation, flock};
use std::fs::File;
use std::os::unix::fs::symlink;
use std::path::Path;

fn at(index: usize) -> Utc {
    Utc::parse(&minute(index)).unwrap()
}

/// Admits a bundle folder from elsewhere.
fn bring(runs: &Path, folder: &Path) -> Result<Admitted, Failure> {
    admit(runs, Admission::Folder(folder.to_owned()), at(9))
}

fn id_of(folder: &Path) -> BundleId {
    BundleId::parse(folder.file_name().unwrap().to_str().unwrap()).unwrap()
}

#[test]
fn sealing_and_admitting_make_the_archive_that_the_tests_write_by_hand() {
    let by_hand = Archive::good();
    let scratch = Scratch::new();
    let mut bags = vec![good::probe(), good::plan(), good::run()];
    let of = bag::digest(by_hand.folder("run"));
    bags.extend([good::review(&of), good::erratum(&of)]);
    for (index, bag) in bags.iter().enumerate() {
        let sealed = seal(scratch.path(), draft(bag)).unwrap();
        let done = admit(scratch.path(), Admission::Sealed(sealed.id.clone()), at(index)).unwrap();
        assert_eq!((done.id, done.digest), (sealed.id, sealed.digest));
        assert!(!done.already_there && !done.repaired && !done.signature_outdated);
    }
    assert_eq!(contents(scratch.path()), contents(by_hand.path()));
    assert_eq!(verify_archive(scratch.path()).unwrap().ledger().len(), 5);
}

#[test]
fn a_folder_from_elsewhere_comes_in_once() {
    let (elsewhere, runs) = (Scratch::new(), Scratch::new());
    let folder = good::probe().write(elsewhere.path());
    let first = bring(runs.path(), &folder).unwrap();
    assert_eq!(first.digest.to_string(), bag::digest(&folder));
    let place = runs.path().join("bundles").join(first.id.as_str());
    assert_eq!(contents(&place), contents(&folder));
    let before = contents(runs.path());
    let second = bring(runs.path(), &folder).unwrap();
    assert_eq!((first.already_there, second.already_there), (false, true));
    assert_eq!(contents(runs.path()), before);
    let third = admit(runs.path(), Admission::Sealed(first.id), at(9)).unwrap();
    assert!(third.already_there);
    assert_eq!(contents(runs.path()), before);
    assert_eq!(listing(&runs.path().join("open")), Vec::<String>::new());
}

#[test]
fn one_id_never_stands_for_two_bundles() {
    let (elsewhere, runs) = (Scratch::new(), Scratch::new());
    let folder = good::probe().write(elsewhere.path());
    seal(runs.path(), draft(&good::probe())).unwrap();
    let info = |text: String| with_field(&text, "Bagging-Date", "2026-12-02");
    tag(&folder, "bag-info.txt", info);
    let before = contents(runs.path());
    let error = refusal(bring(runs.path(), &folder));
    assert!(matches!(error, ArchiveError::Exists { .. }), "{error}");
    assert!(error.to_string().contains("other bytes under the same id"), "{error}");
    assert_eq!(contents(runs.path()), before);
    admit(runs.path(), Admission::Sealed(id_of(&folder)), at(0)).unwrap();
    assert_eq!(codes(bring(runs.path(), &folder)), set(&[Code::LedgerDigest]));
}

#[test]
fn what_the_archive_cannot_hold_is_refused_and_leaves_nothing() {
    let (elsewhere, runs) = (Scratch::new(), Scratch::new());
    let mut synthetic = good::probe();
    synthetic.evidence = "synthetic";
    let unknown = format!("sha256:{}", hex(b"nothing"));
    let refused = [
        (synthetic, Code::Synthetic),
        (good::run(), Code::PlanAbsent),
        (good::review(&unknown), Code::TargetAbsent),
        (good::erratum(&unknown), Code::TargetAbsent),
    ];
    for (bag, code) in refused {
        let folder = bag.write(elsewhere.path());
        assert_eq!(codes(bring(runs.path(), &folder)), set(&[code]));
        assert_eq!(listing(runs.path()), ["bundles/", "open/"]);
    }
    let damaged = good::plan().write(elsewhere.path());
    put(&damaged, "data/inputs.jsonl.gz", b"");
    assert!(codes(bring(runs.path(), &damaged)).contains(&Code::DigestMismatch));
    assert_eq!(listing(runs.path()), ["bundles/", "open/"]);
}

#[test]
fn a_run_needs_its_plan_in_the_ledger_and_not_only_on_the_disk() {
    let (elsewhere, runs) = (Scratch::new(), Scratch::new());
    let run = good::run().write(elsewhere.path());
    let plan = seal(runs.path(), draft(&good::plan())).unwrap();
    assert_eq!(codes(bring(runs.path(), &run)), set(&[Code::PlanAbsent]));
    admit(runs.path(), Admission::Sealed(plan.id), at(0)).unwrap();
    bring(runs.path(), &run).unwrap();
    verify_archive(runs.path()).unwrap();
}

#[test]
fn an_admission_that_stopped_before_its_ledger_line_is_completed_by_the_same_command() {
    let mut archive = Archive::good();
    let elsewhere = Scratch::new();
    let folder = good::transcription().write(elsewhere.path());
    archive.add(&good::transcription());
    assert_eq!(codes(verify_archive(archive.path())), set(&[Code::NotInLedger]));
    assert!(!bring(archive.path(), &folder).unwrap().already_there);
    assert_eq!(verify_archive(archive.path()).unwrap().ledger().len(), 6);
}

#[test]
fn a_lost_bundle_is_brought_back_from_its_copy() {
    let mut archive = Archive::good();
    let elsewhere = Scratch::new();
    let folder = good::probe().write(elsewhere.path());
    let ledger = archive.ledger();
    archive.remove("probe");
    assert!(bring(archive.path(), &folder).unwrap().already_there);
    verify_archive(archive.path()).unwrap();
    assert_eq!(archive.ledger(), ledger);
}

#[test]
fn a_bundle_that_is_not_there_or_only_a_link_is_refused() {
    let (elsewhere, runs) = (Scratch::new(), Scratch::new());
    let folder = good::probe().write(elsewhere.path());
    let sealed = || admit(runs.path(), Admission::Sealed(id_of(&folder)), at(0));
    assert!(matches!(refusal(sealed()), ArchiveError::Absent { .. }));
    symlink(&folder, runs.path().join("bundles").join(folder.file_name().unwrap())).unwrap();
    assert!(matches!(refusal(sealed()), ArchiveError::Absent { .. }));
    assert!(!runs.path().join("ledger.jsonl").exists());
    let nowhere = refusal(bring(runs.path(), &elsewhere.path().join("nothing")));
    assert!(matches!(nowhere, ArchiveError::Io { .. }), "{nowhere}");
}

#[test]
fn one_process_writes_at_a_time() {
    let (elsewhere, runs) = (Scratch::new(), Scratch::new());
    let folder = good::probe().write(elsewhere.path());
    let other = File::open(runs.path()).unwrap();
    flock(&other, FlockOperation::NonBlockingLockExclusive).unwrap();
    assert!(matches!(refusal(bring(runs.path(), &folder)), ArchiveError::Locked { .. }));
    let sealing = seal(runs.path(), draft(&good::probe()));
    assert!(matches!(refusal(sealing), ArchiveError::Locked { .. }));
    assert_eq!(listing(runs.path()), ["bundles/"]);
    drop(other);
    bring(runs.path(), &folder).unwrap();
}

#[test]
fn a_ledger_with_defects_takes_no_further_line() {
    let archive = Archive::good();
    let elsewhere = Scratch::new();
    let folder = good::transcription().write(elsewhere.path());
    archive.last_line(|line| line["prev"] = serde_json::json!("0".repeat(64)));
    let before = contents(archive.path());
    assert_eq!(codes(bring(archive.path(), &folder)), set(&[Code::LedgerChain]));
    assert_eq!(contents(archive.path()), before);
}
