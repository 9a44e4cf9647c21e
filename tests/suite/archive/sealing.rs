//! Sealing: what comes out is right to the byte, and what fails leaves nothing behind.

use super::bag::{Bag, hex, put};
use super::{Scratch, files, good, listing};
use jissoku::archive::{
    ArchiveError, Code, Draft, Failure, Payload, find_same_payload, gzip, payload_digest, seal,
};
use jissoku::record::{BundleKind, Digest, Evidence, Utc};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

/// The draft of a bundle of the tests' own.
pub(super) fn draft(bag: &Bag) -> Draft {
    let payload = bag.payload.clone();
    Draft {
        kind: BundleKind::parse(bag.kind).unwrap(),
        evidence: Evidence::parse(bag.evidence).unwrap(),
        slug: bag.slug.clone(),
        at: Utc::parse(&bag.at).unwrap(),
        plan_id: bag.plan().map(|hex| Digest::parse(&format!("sha256:{hex}")).unwrap()),
        files: payload.into_iter().map(|(path, bytes)| (path, Payload::Bytes(bytes))).collect(),
    }
}

/// What cannot be done, in words; a defect or a success is a failed test.
pub(super) fn refusal<T>(result: Result<T, Failure>) -> ArchiveError {
    match result {
        Err(Failure::CouldNotRun(error)) => error,
        Err(Failure::Defects(defects)) => panic!("defects: {defects:?}"),
        Ok(_) => panic!("it was done"),
    }
}

/// Every file with its bytes.
pub(super) fn contents(folder: &Path) -> Vec<(String, String)> {
    let read = |path: String| {
        let digest = hex(&fs::read(folder.join(&path)).unwrap());
        (path, digest)
    };
    files(folder).into_iter().map(read).collect()
}

#[test]
fn a_sealed_bundle_of_every_kind_is_what_the_tests_own_writer_writes() {
    let (ours, theirs) = (Scratch::new(), Scratch::new());
    for (kind, bag) in good::all() {
        let sealed = seal(ours.path(), draft(&bag)).unwrap();
        let folder = bag.write(theirs.path());
        assert_eq!(sealed.id.as_str(), bag.id(), "{kind}");
        assert_eq!(sealed.digest.to_string(), super::bag::digest(&folder), "{kind}");
        assert_eq!(sealed.path, ours.path().join("bundles").join(bag.id()));
        assert_eq!(contents(&sealed.path), contents(&folder), "{kind}");
        let modes = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(modes(&sealed.path), 0o555);
        assert_eq!(modes(&sealed.path.join("data")), 0o555);
        assert_eq!(modes(&sealed.path.join("bag-info.txt")), 0o444);
    }
    assert_eq!(listing(&ours.path().join("open")), Vec::<String>::new());
    assert!(!ours.path().join("ledger.jsonl").exists(), "sealing does not touch the ledger");
}

#[test]
fn payload_from_a_file_is_copied() {
    let scratch = Scratch::new();
    let mut draft = draft(&good::probe());
    let log = scratch.path().join("made-elsewhere");
    fs::write(&log, b"clock: passed\ndisk: failed\n").unwrap();
    draft.files.insert("logs/probe.log".to_owned(), Payload::File(log.clone()));
    let sealed = seal(&scratch.path().join("runs"), draft).unwrap();
    assert_eq!(sealed.id.as_str(), good::probe().id());
    assert_eq!(fs::read(log).unwrap(), b"clock: passed\ndisk: failed\n");
}

#[test]
fn drafts_without_an_id_are_refused_before_anything_is_made() {
    let scratch = Scratch::new();
    let runs = scratch.path().join("runs");
    let refused = |change: &dyn Fn(&mut Draft), bag: &Bag| {
        let mut draft = draft(bag);
        change(&mut draft);
        let error = refusal(seal(&runs, draft));
        assert!(matches!(error, ArchiveError::Draft { .. }), "{error}");
        assert_eq!(listing(scratch.path()), Vec::<String>::new());
        error.to_string()
    };
    for slug in ["", "Big", "a--b", "-a", "a_b", "a/b", "..", "é", &"a".repeat(100)] {
        let error = refused(&|draft| slug.clone_into(&mut draft.slug), &good::probe());
        assert!(error.contains("lower-case words joined by hyphens"), "{error}");
    }
    for path in ["../x", "/x", "", "a//b", "A", "a b", "logs/", ".x", "50%", "ガ"] {
        let add = |draft: &mut Draft| {
            draft.files.insert(path.to_owned(), Payload::Bytes(Vec::new()));
        };
        assert!(refused(&add, &good::probe()).contains(&format!("{path:?}")));
    }
    assert!(refused(&|draft| draft.files.clear(), &good::probe()).contains("at least one file"));
    let plan_id = Some(Digest([1; 32]));
    assert!(refused(&|draft| draft.plan_id = None, &good::plan()).contains("expected a plan id"));
    assert!(refused(&|draft| draft.plan_id = plan_id, &good::probe()).contains("no plan id"));
}

#[test]
fn payload_files_that_are_missing_or_no_files_are_refused() {
    let scratch = Scratch::new();
    let runs = scratch.path().join("runs");
    fs::create_dir(scratch.path().join("folder")).unwrap();
    symlink("/etc/passwd", scratch.path().join("link")).unwrap();
    super::hostile::fifo(&scratch.path().join("pipe"));
    for name in ["missing", "folder", "link", "pipe"] {
        let mut draft = draft(&good::probe());
        let place = scratch.path().join(name);
        draft.files.insert("logs/probe.log".to_owned(), Payload::File(place.clone()));
        let error = refusal(seal(&runs, draft));
        let ArchiveError::Io { path, .. } = &error else { panic!("{error}") };
        assert_eq!(*path, place);
        assert!(!runs.exists());
    }
}

#[test]
fn a_draft_that_breaks_a_rule_is_verified_and_taken_away() {
    let scratch = Scratch::new();
    let mut no_inputs = draft(&good::plan());
    no_inputs.files.remove("inputs.jsonl.gz");
    assert_eq!(super::codes(seal(scratch.path(), no_inputs)), super::set(&[Code::PayloadMissing]));
    let mut clash = draft(&good::run());
    clash.files.insert("logs".to_owned(), Payload::Bytes(Vec::new()));
    let error = refusal(seal(scratch.path(), clash));
    assert!(matches!(error, ArchiveError::Io { .. }), "{error}");
    assert_eq!(listing(scratch.path()), ["bundles/", "open/"]);
}

#[test]
fn a_sealed_bundle_is_never_replaced() {
    let scratch = Scratch::new();
    let sealed = seal(scratch.path(), draft(&good::probe())).unwrap();
    let before = contents(scratch.path());
    let error = refusal(seal(scratch.path(), draft(&good::probe())));
    assert!(matches!(&error, ArchiveError::Exists { path, .. } if *path == sealed.path), "{error}");
    assert_eq!(contents(scratch.path()), before);
}

#[test]
fn runs_that_cannot_be_written_are_a_typed_error_and_stay_as_they_are() {
    let scratch = Scratch::new();
    put(scratch.path(), "file", b"x");
    put(scratch.path(), "runs/open", b"x");
    put(scratch.path(), "other/bundles", b"x");
    let before = contents(scratch.path());
    for runs in ["file", "runs", "other"] {
        let error = refusal(seal(&scratch.path().join(runs), draft(&good::probe())));
        assert!(matches!(error, ArchiveError::Io { .. }), "{error}");
        assert!(error.to_string().ends_with("nothing was changed"), "{error}");
        assert_eq!(contents(scratch.path()), before);
    }
}

#[test]
fn what_a_crash_left_of_the_same_seal_is_cleared_away() {
    let scratch = Scratch::new();
    let id = good::probe().id();
    put(scratch.path(), &format!("open/seal-{id}/{id}/data/host.json"), b"{");
    seal(scratch.path(), draft(&good::probe())).unwrap();
    assert_eq!(listing(&scratch.path().join("open")), Vec::<String>::new());
}

#[test]
fn the_same_payload_is_found_again_whatever_the_time_and_slug() {
    let scratch = Scratch::new();
    let mut later = draft(&good::plan());
    assert_eq!(find_same_payload(scratch.path(), &later).unwrap(), None);
    let sealed = seal(scratch.path(), later.clone()).unwrap();
    later.at = Utc::parse("2027-01-01T00:00:00Z").unwrap();
    later.slug = "again".to_owned();
    assert_eq!(find_same_payload(scratch.path(), &later).unwrap(), Some(sealed.id));
    let other = draft(&good::probe());
    assert_eq!(find_same_payload(scratch.path(), &other).unwrap(), None);
    assert_ne!(payload_digest(&later).unwrap(), payload_digest(&other).unwrap());
}

#[test]
fn gzip_has_a_bare_header_and_the_same_bytes_every_time() {
    let bytes = gzip(b"listening\n");
    assert_eq!(bytes, gzip(b"listening\n"));
    assert_eq!(&bytes[..8], &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
    assert_eq!(super::bag::gunzip(&bytes), b"listening\n");
}
