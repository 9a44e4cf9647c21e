//! The ledger: interrupted appends, and the optional signature.

use super::bag::{self, put};
use super::runs::{Archive, line, minute};
use super::sealing::{contents, draft, refusal};
use super::{Scratch, codes, good, set};
use jissoku::archive::{
    Admission, Admitted, ArchiveError, Code, Failure, admit, seal, verify_archive,
    verify_archive_signed,
};
use jissoku::record::{BundleId, Utc};
use minisign::KeyPair;
use std::fs;

fn admit_again(archive: &Archive, kind: &str) -> Result<Admitted, Failure> {
    let id = archive.folder(kind).file_name().unwrap().to_str().unwrap();
    let sealed = Admission::Sealed(BundleId::parse(id).unwrap());
    admit(archive.path(), sealed, Utc::parse(&minute(9)).unwrap())
}

/// Puts the sidecar back to the ledger before its last line.
fn interrupt(archive: &Archive) {
    let text = archive.ledger();
    let end = text.trim_end().rfind('\n').map_or(0, |at| at + 1);
    archive.set_sidecar(&text.as_bytes()[..end]);
}

#[test]
fn an_interrupted_append_is_seen_and_completed_by_the_next_admission() {
    let archive = Archive::good();
    let whole = contents(archive.path());
    interrupt(&archive);
    // What a crash leaves of the files that are moved to their places.
    put(archive.path(), "open/ledger.jsonl.sha256", b"half");
    put(archive.path(), "open/ledger.jsonl", b"half");
    assert_eq!(codes(verify_archive(archive.path())), set(&[Code::LedgerInterrupted]));
    let done = admit_again(&archive, "probe").unwrap();
    assert!(done.repaired && done.already_there);
    verify_archive(archive.path()).unwrap();
    fs::remove_dir_all(archive.path().join("open")).unwrap();
    assert_eq!(contents(archive.path()), whole);
}

#[test]
fn the_very_first_append_can_be_interrupted_too() {
    let scratch = Scratch::new();
    let sealed = seal(scratch.path(), draft(&good::probe())).unwrap();
    let text = line(&minute(0), &sealed.path, &"0".repeat(64)) + "\n";
    put(scratch.path(), "ledger.jsonl", text.as_bytes());
    assert_eq!(codes(verify_archive(scratch.path())), set(&[Code::LedgerInterrupted]));
    let at = Utc::parse(&minute(1)).unwrap();
    assert!(admit(scratch.path(), Admission::Sealed(sealed.id), at).unwrap().repaired);
    assert_eq!(verify_archive(scratch.path()).unwrap().ledger().len(), 1);
    assert_eq!(fs::read_to_string(scratch.path().join("ledger.jsonl")).unwrap(), text);
}

#[test]
fn an_interrupted_append_is_not_completed_for_a_bundle_that_is_damaged_or_another() {
    let archive = Archive::good();
    interrupt(&archive);
    let erratum = archive.folder("erratum");
    let info = |text: String| bag::with_field(&text, "Bagging-Date", "2026-12-04");
    bag::tag(erratum, "bag-info.txt", info);
    let before = contents(archive.path());
    assert_eq!(codes(admit_again(&archive, "probe")), set(&[Code::LedgerInterrupted]));
    put(erratum, "data/erratum.json", b"{}");
    let found = codes(admit_again(&archive, "probe"));
    assert!(found.contains(&Code::DigestMismatch), "{found:?}");
    fs::remove_dir_all(erratum).unwrap();
    assert!(matches!(refusal(admit_again(&archive, "probe")), ArchiveError::Io { .. }));
    let ledger = |(path, _): &&(String, String)| path.starts_with("ledger");
    let now = contents(archive.path());
    assert!(now.iter().filter(ledger).eq(before.iter().filter(ledger)));
}

/// Signs bytes as `minisign -S` does.
fn sign(keys: &KeyPair, bytes: &[u8]) -> String {
    let comment = Some("signature from minisign secret key");
    minisign::sign(Some(&keys.pk), &keys.sk, bytes, None, comment).unwrap().into_string()
}

#[test]
fn a_signature_holds_for_its_ledger_and_its_key_alone() {
    let archive = Archive::good();
    let keys = KeyPair::generate_unencrypted_keypair().unwrap();
    let others = KeyPair::generate_unencrypted_keypair().unwrap();
    let verify = |keys: &KeyPair| {
        codes(verify_archive_signed(archive.path(), Some(&keys.pk.to_base64())).map(drop))
    };
    let signature = sign(&keys, archive.ledger().as_bytes());
    put(archive.path(), "ledger.jsonl.minisig", signature.as_bytes());
    assert_eq!(verify(&keys), set(&[]));
    verify_archive(archive.path()).unwrap();
    assert_eq!(verify(&others), set(&[Code::SignatureInvalid]));

    let older = archive.ledger();
    let older = &older[..older.trim_end().rfind('\n').unwrap() + 1];
    let outdated = sign(&keys, older.as_bytes());
    put(archive.path(), "ledger.jsonl.minisig", outdated.as_bytes());
    assert_eq!(verify(&keys), set(&[Code::SignatureInvalid]));
}

#[test]
fn every_byte_of_a_signature_counts() {
    let archive = Archive::good();
    let keys = KeyPair::generate_unencrypted_keypair().unwrap();
    let key = keys.pk.to_base64();
    let signature = sign(&keys, archive.ledger().as_bytes()).into_bytes();
    for at in 0..signature.len() {
        let mut bytes = signature.clone();
        bytes[at] ^= 1;
        put(archive.path(), "ledger.jsonl.minisig", &bytes);
        let result = verify_archive_signed(archive.path(), Some(&key));
        assert_eq!(codes(result), set(&[Code::SignatureInvalid]), "byte {at}");
    }
}

#[test]
fn admission_says_that_the_signature_is_of_an_older_ledger_now() {
    let mut archive = Archive::good();
    put(archive.path(), "ledger.jsonl.minisig", b"an older one");
    assert!(!admit_again(&archive, "probe").unwrap().signature_outdated);
    archive.add(&good::transcription());
    assert!(admit_again(&archive, "transcription").unwrap().signature_outdated);
}

#[test]
fn a_public_key_that_is_none_is_said_so() {
    let archive = Archive::good();
    for key in ["", "x", "untrusted comment: minisign public key\nRWQ"] {
        let error = refusal(verify_archive_signed(archive.path(), Some(key)));
        assert!(matches!(error, ArchiveError::PublicKey { .. }), "{error}");
    }
}
