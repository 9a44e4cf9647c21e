//! One mutation of a good archive for every rule about ledger and bundles together.

use super::bag;
use super::runs::{Archive, line, minute};
use super::{codes, good, set};
use jissoku::archive::{Code, verify_archive, verify_archive_signed};
use serde_json::json;
use std::fs;

/// A public key of minisign that signed nothing here.
const KEY: &str = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3";

type Row = (&'static str, fn(&mut Archive), &'static [Code]);

const FILES: &[Row] = &[
    (
        "a file beside the ledger",
        |a| fs::write(a.path().join("notes.txt"), b"x").unwrap(),
        &[Code::StrayEntry],
    ),
    (
        "a file among the bundles",
        |a| fs::write(a.path().join("bundles/notes.txt"), b"x").unwrap(),
        &[Code::StrayEntry],
    ),
    (
        "no ledger",
        |a| fs::remove_file(a.path().join("ledger.jsonl")).unwrap(),
        &[Code::LedgerMissing, Code::NotInLedger],
    ),
    (
        "no sidecar",
        |a| fs::remove_file(a.path().join("ledger.jsonl.sha256")).unwrap(),
        &[Code::LedgerSidecarMissing],
    ),
    ("the sidecar of another ledger", |a| a.set_sidecar(b"x"), &[Code::LedgerSidecar]),
    (
        "the sidecar of the ledger before its last line",
        |a| {
            let text = a.ledger();
            let end = text.trim_end().rfind('\n').unwrap() + 1;
            a.set_sidecar(&text.as_bytes()[..end]);
        },
        &[Code::LedgerInterrupted],
    ),
    (
        "a signature that is none",
        |a| fs::write(a.path().join("ledger.jsonl.minisig"), b"x").unwrap(),
        &[Code::SignatureInvalid],
    ),
];

const LINES: &[Row] = &[
    (
        "a line that is no record",
        |a| a.set_ledger((a.ledger() + "{}\n").as_bytes()),
        &[Code::LedgerLine],
    ),
    (
        "a space in the last line",
        |a| a.set_ledger((a.ledger().trim_end_matches("}\n").to_owned() + " }\n").as_bytes()),
        &[Code::LedgerForm],
    ),
    (
        "another `prev` in the last line",
        |a| a.last_line(|v| v["prev"] = json!("0".repeat(64))),
        &[Code::LedgerChain],
    ),
    (
        "a bundle twice",
        |a| {
            let text = a.ledger();
            let last = text.lines().last().unwrap();
            let again = line(&minute(9), a.folder("probe"), &bag::hex(last.as_bytes()));
            a.set_ledger(format!("{text}{again}\n").as_bytes());
        },
        &[Code::LedgerDuplicate],
    ),
    (
        "another digest in the last line",
        |a| a.last_line(|v| v["digest"] = json!(format!("sha256:{}", bag::hex(b"x")))),
        &[Code::LedgerDigest],
    ),
    (
        "another kind in the last line",
        |a| a.last_line(|v| v["kind"] = json!("review")),
        &[Code::LedgerKind],
    ),
];

const BUNDLES: &[Row] = &[
    ("a bundle that was removed", |a| drop(a.remove("erratum")), &[Code::LedgerBundleMissing]),
    ("a bundle without a line", |a| a.add(&good::transcription()), &[Code::NotInLedger]),
    (
        "a synthetic bundle",
        |a| {
            let mut bag = good::probe();
            bag.slug = "demonstration".to_owned();
            bag.evidence = "synthetic";
            a.add(&bag);
            a.write_ledger();
        },
        &[Code::Synthetic],
    ),
    (
        "a run without its plan",
        |a| {
            a.remove("plan");
            a.write_ledger();
        },
        &[Code::PlanAbsent],
    ),
    (
        "words about a bundle that is not there",
        |a| {
            let mut bag = good::review(&format!("sha256:{}", bag::hex(b"nothing")));
            bag.slug = "of-nothing".to_owned();
            a.add(&bag);
            a.write_ledger();
        },
        &[Code::TargetAbsent],
    ),
    (
        "a bundle edited with all its manifests",
        |a| {
            let info = |text: String| bag::with_field(&text, "Bagging-Date", "2026-12-02");
            bag::tag(a.folder("erratum"), "bag-info.txt", info);
        },
        &[Code::LedgerDigest],
    ),
    (
        "a damaged plan, which its run is not blamed for",
        |a| bag::put(a.folder("plan"), "data/plan.json", b"{}"),
        &[Code::DigestMismatch, Code::PayloadOxum, Code::PlanId, Code::JsonRecord, Code::IdDigits],
    ),
    (
        "a damaged run, which its review is not blamed for",
        |a| bag::put(a.folder("run"), "data/logs/off.log", b"Listening\n"),
        &[Code::DigestMismatch],
    ),
];

/// The rules that the rows of this file mean.
pub(super) fn meant() -> impl Iterator<Item = Code> {
    let rows = FILES.iter().chain(LINES).chain(BUNDLES).map(|row| row.2[0]);
    rows.chain([Code::SignatureMissing])
}

#[test]
fn the_good_archive_breaks_no_rule_and_says_what_speaks_about_what() {
    let good = Archive::good();
    let archive = verify_archive(good.path()).unwrap();
    let kinds: Vec<&str> = archive.bundles().iter().map(|it| it.kind().as_str()).collect();
    assert_eq!(kinds, ["probe", "plan", "run", "review", "erratum"]);
    assert_eq!(archive.ledger().len(), 5);
    let last = good.ledger();
    let head = format!("sha256:{}", bag::hex(last.lines().last().unwrap().as_bytes()));
    assert_eq!(archive.head().to_string(), head);
    let run = &archive.bundles()[2];
    assert_eq!(run.digest().to_string(), bag::digest(good.folder("run")));
    assert_eq!(archive.plan_of(run).map(|plan| plan.kind().as_str()), Some("plan"));
    let links = archive.about(run.digest());
    assert_eq!((links.reviews.len(), links.errata.len(), links.superseding.len()), (1, 1, 0));
}

#[test]
fn every_mutation_of_a_good_archive_is_seen_as_exactly_what_it_is() {
    for (name, change, expected) in FILES.iter().chain(LINES).chain(BUNDLES) {
        let mut archive = Archive::good();
        change(&mut archive);
        assert_eq!(codes(verify_archive(archive.path())), set(expected), "{name}");
    }
}

#[test]
fn a_key_asks_for_a_signature() {
    let archive = Archive::good();
    let result = verify_archive_signed(archive.path(), Some(KEY));
    assert_eq!(codes(result), set(&[Code::SignatureMissing]));
}
