//! The cases of the Library of Congress conformance suite for BagIt, made from our own bundles.
//!
//! The suite has 54 cases that apply on Linux. Each row makes the point of one of
//! them on a good run and states BagIt's verdict beside ours: a BagIt reader must
//! accept every bag of the profile, and the profile refuses much that BagIt lets
//! pass (older versions, other digests, fetch.txt, free names), by a rule that says so.

use super::bag::{edit, hex, put, relist, retag, tag};
use super::{Scratch, broken, good, set};
use jissoku::archive::Code;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What BagIt says of a case, by the folder of the suite that it lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BagIt {
    Valid,
    Warning,
    Invalid,
}

type Row = (&'static str, BagIt, &'static [fn(&Path)], &'static [Code]);

const INFO: &str = "bag-info.txt";
const MANIFEST: &str = "manifest-sha256.txt";

/// Declares an older version of BagIt.
fn version(folder: &Path, number: &str) {
    tag(folder, "bagit.txt", |text| text.replace("1.0", number));
}

fn v096(folder: &Path) {
    version(folder, "0.96");
}

fn v097(folder: &Path) {
    version(folder, "0.97");
}

/// Puts manifests of another algorithm, made by the tool of that name, in place of ours.
fn algorithm(folder: &Path, name: &str) {
    let sum = |paths: &[String]| {
        let mut command = Command::new(format!("{name}sum"));
        let output = command.args(paths).current_dir(folder).output().unwrap();
        assert!(output.status.success());
        output.stdout
    };
    fs::remove_file(folder.join(MANIFEST)).unwrap();
    fs::remove_file(folder.join("tagmanifest-sha256.txt")).unwrap();
    let payload: Vec<String> =
        super::files(&folder.join("data")).into_iter().map(|path| format!("data/{path}")).collect();
    put(folder, &format!("manifest-{name}.txt"), &sum(&payload));
    let tags = super::files(folder).into_iter().filter(|path| !path.starts_with("data/"));
    put(folder, &format!("tagmanifest-{name}.txt"), &sum(&tags.collect::<Vec<_>>()));
}

/// A bag of the years before 0.96: MD5, and the fields in `package-info.txt`.
fn early(folder: &Path, number: &str) {
    version(folder, number);
    fs::rename(folder.join(INFO), folder.join("package-info.txt")).unwrap();
    algorithm(folder, "md5");
}

/// The last field once more.
fn duplicate_field(folder: &Path) {
    tag(folder, INFO, |text| format!("{text}{}\n", text.lines().last().unwrap()));
}

/// One more payload file, listed and counted.
fn payload(folder: &Path, path: &str) {
    put(folder, path, b"test\n");
    relist(folder);
}

/// Another line in the payload manifest.
fn list(folder: &Path, path: &str) {
    tag(folder, MANIFEST, |text| format!("{text}{}  {path}\n", hex(b"test\n")));
}

/// The last line of the payload manifest once more, with this digest or its own.
fn list_again(folder: &Path, digest: Option<&str>) {
    tag(folder, MANIFEST, |text| {
        let last = text.lines().last().unwrap();
        format!("{text}{}{}\n", digest.unwrap_or(&last[..64]), &last[64..])
    });
}

fn dot_slash(folder: &Path) {
    tag(folder, MANIFEST, |text| text.replace("  ", "  ./"));
}

fn fetch(folder: &Path, path: &str) {
    put(folder, "fetch.txt", format!("http://localhost/test.txt 5 {path}\n").as_bytes());
}

/// Writes `bag-info.txt` in an encoding that is not UTF-8.
fn encoded(folder: &Path, name: &str, bytes: &[u8]) {
    put(folder, INFO, bytes);
    tag(folder, "bagit.txt", |text| text.replace("UTF-8", name));
}

fn latin(folder: &Path) {
    let text = fs::read(folder.join(INFO)).unwrap();
    encoded(folder, "ISO-8859-1", &[&text, &b"Contact-Name: Andr\xe9\n"[..]].concat());
}

fn utf16(folder: &Path) {
    let text = format!("\u{feff}{}", fs::read_to_string(folder.join(INFO)).unwrap());
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    encoded(folder, "UTF-16", &bytes);
}

fn inner_bag(folder: &Path) {
    for path in ["bagit.txt", "bag-info.txt", "manifest-md5.txt", "data/file"] {
        put(folder, &format!("data/bag/{path}"), b"test\n");
    }
    relist(folder);
}

const EARLY: &[Code] =
    &[Code::BagDeclaration, Code::OtherAlgorithm, Code::TagFileMissing, Code::UnexpectedEntry];
const OLD: &[Code] = &[Code::BagDeclaration];
const NAMED: &[Code] = &[Code::BagDeclaration, Code::FileName, Code::PathName, Code::PayloadOxum];
const ENCODED: &[Code] =
    &[Code::BagDeclaration, Code::FileName, Code::PercentInPath, Code::PayloadOxum];
const NESTED: &[Code] = &[Code::BagDeclaration, Code::PayloadUnexpected];
const UNSAFE: &[Code] = &[Code::BagDeclaration, Code::UnsafePath];
const RELATIVE: &[Code] = &[Code::BagDeclaration, Code::UnsafePath, Code::FileUnlisted];
const HOLEY: &[Code] = &[Code::BagDeclaration, Code::FetchFile];
const TWICE: &[Code] = &[Code::BagDeclaration, Code::DuplicateEntry];
const FIELD_TWICE: &[Code] = &[Code::BagDeclaration, Code::InfoDuplicate];
const BYTES: &[Code] = &[Code::BagDeclaration, Code::TagBytes];

use BagIt::{Invalid, Valid, Warning};

const OLDER: &[Row] = &[
    ("v0.93 basic-bag", Valid, &[|f| early(f, "0.93")], EARLY),
    ("v0.93 duplicate-metadata-entries", Valid, &[duplicate_field, |f| early(f, "0.93")], EARLY),
    ("v0.94 basic-bag", Valid, &[|f| early(f, "0.94")], EARLY),
    ("v0.94 duplicate-metadata-entries", Valid, &[duplicate_field, |f| early(f, "0.94")], EARLY),
    ("v0.95 basic-bag", Valid, &[|f| early(f, "0.95")], EARLY),
    ("v0.95 duplicate-metadata-entries", Valid, &[duplicate_field, |f| early(f, "0.95")], EARLY),
    ("v0.96 bag-in-a-bag", Valid, &[v096, inner_bag], NESTED),
    ("v0.96 bag-with-encoded-names", Valid, &[v096, |f| payload(f, "data/%7Etest")], ENCODED),
    ("v0.96 bag-with-escapable-characters", Valid, &[v096, |f| payload(f, "data/a b")], NAMED),
    ("v0.96 bag-with-leading-dot-slash", Valid, &[v096, dot_slash], RELATIVE),
    ("v0.96 bag-with-space", Valid, &[v096, |f| payload(f, "data/test 1.txt")], NAMED),
    ("v0.96 basic-bag", Valid, &[v096], OLD),
    ("v0.96 duplicate-metadata-entries", Valid, &[v096, duplicate_field], FIELD_TWICE),
    ("v0.96 holey-bag", Valid, &[v096, |f| fetch(f, "data/plan.json")], HOLEY),
];

const V097_VALID: &[Row] = &[
    ("v0.97 ISO-8859-1-encoded-tag-files", Valid, &[v097, latin], BYTES),
    ("v0.97 UTF-16-encoded-tag-files", Valid, &[v097, utf16], BYTES),
    ("v0.97 bag-in-a-bag", Valid, &[v097, inner_bag], NESTED),
    ("v0.97 bag-with-encoded-names", Valid, &[v097, |f| payload(f, "data/%7Etest")], ENCODED),
    ("v0.97 bag-with-escapable-characters", Valid, &[v097, |f| payload(f, "data/a b")], NAMED),
    ("v0.97 bag-with-leading-dot-slash", Valid, &[v097, dot_slash], RELATIVE),
    ("v0.97 bag-with-space", Valid, &[v097, |f| payload(f, "data/test 1.txt")], NAMED),
    ("v0.97 basic-bag", Valid, &[v097], OLD),
    ("v0.97 duplicate-metadata-entries", Valid, &[v097, duplicate_field], FIELD_TWICE),
    ("v0.97 holey-bag", Valid, &[v097, |f| fetch(f, "data/plan.json")], HOLEY),
    ("v0.97 minimal-bag", Valid, &[v097, |f| payload(f, "data/bagit.txt")], NESTED),
    (
        "v0.97 uncommon-metadata-separators",
        Valid,
        &[v097, |f| tag(f, INFO, |text| text.replace("Date: ", "Date  :   "))],
        &[Code::BagDeclaration, Code::InfoLine, Code::InfoMissing],
    ),
];

const V097_INVALID: &[Row] = &[
    (
        "v0.97 baginfo-missing-encoding",
        Invalid,
        &[|f| tag(f, "bagit.txt", |_| "BagIt-Version: 0.97\n".to_owned())],
        OLD,
    ),
    (
        "v0.97 bom-in-bagit.txt",
        Invalid,
        &[v097, |f| tag(f, "bagit.txt", |text| format!("\u{feff}{text}"))],
        &[Code::TagByteOrderMark],
    ),
    (
        "v0.97 corrupt-data-file",
        Invalid,
        &[v097, |f| edit(f, "data/logs/off.log", |text| text.to_uppercase())],
        &[Code::BagDeclaration, Code::DigestMismatch],
    ),
    (
        "v0.97 corrupt-tag-file",
        Invalid,
        &[v097, |f| edit(f, INFO, |text| text.replace("Date: 2026", "Date: 2027"))],
        &[Code::BagDeclaration, Code::DigestMismatch],
    ),
    (
        "v0.97 extra-file-in-bag",
        Invalid,
        &[v097, |f| put(f, "data/logs/bar.log", b"bar\n")],
        &[Code::BagDeclaration, Code::FileUnlisted, Code::PayloadOxum],
    ),
    ("v0.97 invalid-version-number", Invalid, &[|f| version(f, ".97")], OLD),
    (
        "v0.97 missing-baginfo",
        Invalid,
        &[|f| {
            fs::remove_file(f.join(INFO)).unwrap();
            v097(f);
        }],
        &[Code::BagDeclaration, Code::TagFileMissing],
    ),
    (
        "v0.97 missing-bagit.txt",
        Invalid,
        &[|f| {
            fs::remove_file(f.join("bagit.txt")).unwrap();
            retag(f);
        }],
        &[Code::TagFileMissing],
    ),
    ("v0.97 dot-notation", Invalid, &[v097, |f| list(f, "../../foo")], UNSAFE),
    ("v0.97 dot-notation-for-fetch", Invalid, &[v097, |f| fetch(f, "../../foo")], HOLEY),
    (
        "v0.97 same-filename-listed-twice-with-different-hashes",
        Invalid,
        &[v097, |f| list_again(f, Some(&hex(b"other")))],
        TWICE,
    ),
];

const V097_LINUX_AND_WARNING: &[Row] = &[
    ("v0.97 absolute-path", Invalid, &[v097, |f| list(f, "/tmp/foo")], UNSAFE),
    ("v0.97 absolute-path-for-fetch", Invalid, &[v097, |f| fetch(f, "/tmp/foo")], HOLEY),
    ("v0.97 shortcut", Invalid, &[v097, |f| list(f, "~/foo")], UNSAFE),
    ("v0.97 shortcut-for-fetch", Invalid, &[v097, |f| fetch(f, "~/foo")], HOLEY),
    ("v0.97 shortcut-username", Invalid, &[v097, |f| list(f, "~root/foo")], UNSAFE),
    ("v0.97 shortcut-username-for-fetch", Invalid, &[v097, |f| fetch(f, "~root/foo")], HOLEY),
    (
        "v0.97 duplicate-file-with-different-case",
        Warning,
        &[v097, |f| list(f, "data/logs/OFF.log")],
        &[Code::BagDeclaration, Code::PathName],
    ),
    (
        "v0.97 made-with-md5sum-tools",
        Warning,
        &[v097, |f| tag(f, MANIFEST, |text| text.replace("  ", " *"))],
        &[Code::BagDeclaration, Code::ManifestSeparator],
    ),
    ("v0.97 relative-path", Warning, &[v097, dot_slash], RELATIVE),
    (
        "v0.97 same-filename-listed-twice-with-different-normalization",
        Warning,
        &[v097, |f| list(f, "data/N\u{fa}\u{f1}ez"), |f| list(f, "data/Nu\u{301}n\u{303}ez")],
        &[Code::BagDeclaration, Code::PathName],
    ),
    (
        "v0.97 same-filename-listed-twice-with-the-same-hash",
        Warning,
        &[v097, |f| list_again(f, None)],
        TWICE,
    ),
    ("v0.97 special-system-files", Warning, &[v097, |f| payload(f, "data/Thumbs.db")], NAMED),
];

const V1: &[Row] = &[
    (
        "v1.0 bagit-with-invalid-whitespace",
        Invalid,
        &[|f| tag(f, "bagit.txt", |text| text.replace(':', " :"))],
        OLD,
    ),
    (
        "v1.0 notAllManifestsListAllFiles",
        Invalid,
        &[|f| {
            tag(f, MANIFEST, |text| {
                let listed = |line: &&str| !line.ends_with("off.log");
                text.lines().filter(listed).map(|line| format!("{line}\n")).collect()
            });
        }],
        &[Code::FileUnlisted],
    ),
    (
        "v1.0 same-filename-listed-twice-with-different-hashes",
        Invalid,
        &[|f| list_again(f, Some(&hex(b"other")))],
        &[Code::DuplicateEntry],
    ),
    (
        "v1.0 same-filename-listed-twice-with-the-same-hash",
        Invalid,
        &[|f| list_again(f, None)],
        &[Code::DuplicateEntry],
    ),
    (
        "v1.0 basicBag",
        Valid,
        &[|f| {
            fs::remove_file(f.join(INFO)).unwrap();
            algorithm(f, "sha512");
        }],
        &[Code::OtherAlgorithm, Code::TagFileMissing],
    ),
];

/// Not of the suite: what of BagIt 1.0 the profile takes, and the nearest thing that it does not.
const OURS: &[Row] = &[
    ("a bag of the profile", Valid, &[], &[]),
    (
        "a second manifest beside ours",
        Valid,
        &[|f| put(f, "manifest-sha512.txt", b"")],
        &[Code::OtherAlgorithm],
    ),
];

#[test]
fn every_case_of_the_conformance_suite_has_the_verdict_of_the_profile() {
    let suite = [OLDER, V097_VALID, V097_INVALID, V097_LINUX_AND_WARNING, V1];
    let rows: Vec<&Row> = suite.into_iter().flatten().collect();
    let names: BTreeSet<&str> = rows.iter().map(|row| row.0).collect();
    let of = |verdict| rows.iter().filter(|row| row.1 == verdict).count();
    assert_eq!((names.len(), of(Valid), of(Warning), of(Invalid)), (54, 27, 6, 21));
    let mut accepted = Vec::new();
    for (name, verdict, changes, codes) in rows.into_iter().chain(OURS) {
        let scratch = Scratch::new();
        let folder = good::run().write(scratch.path());
        changes.iter().for_each(|change| change(&folder));
        assert_eq!(broken(&folder), set(codes), "{name}");
        if codes.is_empty() {
            accepted.push((*name, *verdict));
        }
    }
    assert_eq!(
        accepted,
        [("a bag of the profile", Valid)],
        "we accept nothing that BagIt does not"
    );
}
