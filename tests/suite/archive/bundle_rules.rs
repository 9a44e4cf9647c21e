//! One mutation of a good bundle for every rule of bundles: folder, tag files, manifests.
//!
//! The first code of a row is the rule meant; the whole list is what is reported,
//! no more and no less. `record_rules` has the rows about payload files.

use super::archive_rules;
use super::bag::{self, edit, put, relist, retag, tag, with_field};
use super::mutation::Change::{Folder, Limits, Name};
use super::mutation::{FolderRow, Row, row};
use super::record_rules;
use super::{Scratch, broken, good, set};
use jissoku::archive::Code;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

const FOLDERS: &[Row] = &[
    row(
        "a folder with another name",
        good::plan,
        Name(|_| "not-a-bundle".to_owned()),
        &[Code::FolderName, Code::ExternalIdentifier],
    ),
    row(
        "a symbolic link",
        good::plan,
        Folder(|f| symlink("plan.json", f.join("data/copy.json")).unwrap()),
        &[Code::SymbolicLink],
    ),
    row(
        "a FIFO",
        good::plan,
        Folder(|f| super::hostile::fifo(&f.join("data/pipe"))),
        &[Code::SpecialFile],
    ),
    row(
        "an empty folder",
        good::plan,
        Folder(|f| fs::create_dir(f.join("data/logs")).unwrap()),
        &[Code::EmptyFolder],
    ),
    row(
        "a name with a space",
        good::plan,
        Folder(|f| put(f, "data/a b.json", b"{}")),
        &[Code::FileName],
    ),
    row(
        "two names that differ by case",
        good::plan,
        Folder(|f| put(f, "data/Plan.json", b"{}")),
        &[Code::CaseClash],
    ),
    row("one entry too many", good::plan, Limits(|l| l.entries = 6), &[Code::TooManyFiles]),
    row(
        "a path of 201 bytes",
        good::plan,
        Folder(|f| put(f, &format!("data/{}", "a".repeat(196)), b"")),
        &[Code::PathTooLong],
    ),
    row(
        "a path of five levels",
        good::plan,
        Folder(|f| put(f, "data/a/b/c/d", b"")),
        &[Code::PathTooDeep],
    ),
    row(
        "no tag manifest",
        good::plan,
        Folder(|f| fs::remove_file(f.join("tagmanifest-sha256.txt")).unwrap()),
        &[Code::TagFileMissing],
    ),
    row(
        "a file beside the tag files",
        good::plan,
        Folder(|f| put(f, "readme.txt", b"x\n")),
        &[Code::UnexpectedEntry],
    ),
    row("fetch.txt", good::plan, Folder(|f| put(f, "fetch.txt", b"")), &[Code::FetchFile]),
    row(
        "an MD5 manifest",
        good::plan,
        Folder(|f| put(f, "manifest-md5.txt", b"")),
        &[Code::OtherAlgorithm],
    ),
    row(
        "tag files of more bytes than allowed",
        good::plan,
        Limits(|l| l.tag_file = 100),
        &[Code::TagFileTooLarge],
    ),
];

const INFO: &str = "bag-info.txt";
const MANIFEST: &str = "manifest-sha256.txt";

/// Puts a byte of no UTF-8 text at the end of `bag-info.txt`.
fn odd_byte(folder: &Path) {
    let mut bytes = fs::read(folder.join("bag-info.txt")).unwrap();
    bytes.extend_from_slice(b"\xff\n");
    put(folder, "bag-info.txt", &bytes);
    retag(folder);
}

const TEXTS: &[Row] = &[
    row(
        "a byte-order mark",
        good::plan,
        Folder(|f| tag(f, "bag-info.txt", |text| format!("\u{feff}{text}"))),
        &[Code::TagByteOrderMark],
    ),
    row(
        "CR LF",
        good::plan,
        Folder(|f| tag(f, "bag-info.txt", |text| text.replace('\n', "\r\n"))),
        &[Code::CarriageReturn],
    ),
    row("a byte that is not UTF-8", good::plan, Folder(odd_byte), &[Code::TagBytes]),
    row(
        "no line feed at the end",
        good::plan,
        Folder(|f| tag(f, "bag-info.txt", |text| text.trim_end().to_owned())),
        &[Code::FinalLineFeed],
    ),
    row(
        "an older version of BagIt",
        good::plan,
        Folder(|f| tag(f, "bagit.txt", |text| text.replace("1.0", "0.97"))),
        &[Code::BagDeclaration],
    ),
];

/// Adds a line to the payload manifest, with the digest of no bytes.
fn list(folder: &Path, path: &str) {
    tag(folder, "manifest-sha256.txt", |text| format!("{text}{}  {path}\n", bag::hex(b"")));
}

const MANIFESTS: &[Row] = &[
    row(
        "no line",
        good::plan,
        Folder(|f| tag(f, MANIFEST, |_| String::new())),
        &[Code::ManifestEmpty, Code::FileUnlisted],
    ),
    row(
        "a line without a digest",
        good::plan,
        Folder(|f| tag(f, MANIFEST, |text| text + "data/plan.json\n")),
        &[Code::ManifestLine],
    ),
    row(
        "the separator of binary mode",
        good::plan,
        Folder(|f| tag(f, MANIFEST, |text| text.replace("  ", " *"))),
        &[Code::ManifestSeparator],
    ),
    row(
        "upper-case digits",
        good::plan,
        Folder(|f| {
            tag(f, MANIFEST, |text| text[..64].to_uppercase() + &text[64..]);
        }),
        &[Code::UpperCaseDigest],
    ),
    row("../x", good::plan, Folder(|f| list(f, "../x")), &[Code::UnsafePath]),
    row("a percent sign", good::plan, Folder(|f| list(f, "data/5%25")), &[Code::PercentInPath]),
    row("a space", good::plan, Folder(|f| list(f, "data/z z")), &[Code::PathName]),
    row("a tag file", good::plan, Folder(|f| list(f, "bagit.txt")), &[Code::PathScope]),
    row(
        "a line twice",
        good::plan,
        Folder(|f| tag(f, MANIFEST, |text| format!("{text}{text}"))),
        &[Code::DuplicateEntry],
    ),
    row(
        "lines in another order",
        good::plan,
        Folder(|f| {
            tag(f, MANIFEST, |text| text.lines().rev().map(|line| format!("{line}\n")).collect());
        }),
        &[Code::EntryOrder],
    ),
    row("a listed file", good::plan, Folder(|f| list(f, "data/z.json")), &[Code::FileMissing]),
    row(
        "a file that is not listed",
        good::run,
        Folder(|f| {
            put(f, "data/logs/zero.log", b"");
            tag(f, "bag-info.txt", |info| info.replace(".11\n", ".12\n"));
        }),
        &[Code::FileUnlisted],
    ),
    row(
        "another byte",
        good::run,
        Folder(|f| edit(f, "data/logs/off.log", |text| text.replace('l', "L"))),
        &[Code::DigestMismatch],
    ),
];

/// Gives one field of `bag-info.txt` another value.
fn field(folder: &Path, name: &str, value: &str) {
    tag(folder, "bag-info.txt", |info| with_field(&info, name, value));
}

const FIELDS: &[FolderRow] = &[
    ("another date", good::plan, |f| field(f, "Bagging-Date", "2026-02-30"), &[Code::InfoValue]),
    ("fewer bytes", good::plan, |f| field(f, "Payload-Oxum", "1.2"), &[Code::PayloadOxum]),
    ("01.2", good::plan, |f| field(f, "Payload-Oxum", "01.2"), &[Code::InfoValue]),
    (
        "another identifier",
        good::plan,
        |f| field(f, "External-Identifier", "x"),
        &[Code::ExternalIdentifier],
    ),
    ("another kind", good::probe, |f| field(f, "Jissoku-Kind", "review"), &[Code::KindMismatch]),
    ("no kind", good::probe, |f| field(f, "Jissoku-Kind", "Probe"), &[Code::InfoValue]),
    ("format 9", good::plan, |f| field(f, "Jissoku-Format", "9"), &[Code::FormatUnsupported]),
    (
        "transcribed evidence of a probe",
        good::probe,
        |f| field(f, "Jissoku-Evidence", "transcribed"),
        &[Code::EvidenceMismatch],
    ),
    (
        "measured evidence of a transcription",
        good::transcription,
        |f| field(f, "Jissoku-Evidence", "measured"),
        &[Code::EvidenceMismatch],
    ),
    (
        "another plan id",
        good::plan,
        |f| field(f, "Jissoku-Plan-Id", &format!("sha256:{}", bag::hex(b"x"))),
        &[Code::PlanId],
    ),
];

/// Other digits at the end of the id, everywhere the id stands.
fn other_digits(folder: &Path) -> String {
    let id = folder.file_name().unwrap().to_str().unwrap();
    let other = format!("{}00000000", &id[..id.len() - 8]);
    field(folder, "External-Identifier", &other);
    other
}

const INFOS: &[Row] = &[
    row(
        "a line without a colon",
        good::plan,
        Folder(|f| tag(f, INFO, |text| text + "no field\n")),
        &[Code::InfoLine],
    ),
    row(
        "a field of another profile",
        good::plan,
        Folder(|f| tag(f, INFO, |text| text + "Contact-Name: nobody\n")),
        &[Code::InfoUnknown],
    ),
    row(
        "a plan id in a probe",
        good::probe,
        Folder(|f| {
            let plan = format!("Jissoku-Plan-Id: sha256:{}\n", bag::hex(b"x"));
            tag(f, INFO, |text| text + &plan);
        }),
        &[Code::InfoUnknown],
    ),
    row(
        "no date",
        good::plan,
        Folder(|f| tag(f, INFO, |text| text[text.find('\n').unwrap() + 1..].to_owned())),
        &[Code::InfoMissing],
    ),
    row(
        "a field twice",
        good::plan,
        Folder(|f| {
            tag(f, INFO, |text| format!("{text}{}\n", text.lines().last().unwrap()));
        }),
        &[Code::InfoDuplicate],
    ),
    row(
        "two fields in another order",
        good::plan,
        Folder(|f| {
            tag(f, INFO, |text| {
                let (first, rest) = text.split_once('\n').unwrap();
                let (second, rest) = rest.split_once('\n').unwrap();
                format!("{second}\n{first}\n{rest}")
            });
        }),
        &[Code::InfoOrder],
    ),
    row("other digits of a plan", good::plan, Name(other_digits), &[Code::IdDigits]),
    row("other digits of a probe", good::probe, Name(other_digits), &[Code::IdDigits]),
    row(
        "a payload file that was changed with all manifests",
        good::probe,
        Folder(|f| {
            put(f, "data/logs/probe.log", b"clock: passed\n");
            relist(f);
        }),
        &[Code::IdDigits],
    ),
];

fn rows() -> Vec<Row> {
    let fields =
        FIELDS.iter().map(|(name, base, change, codes)| row(name, *base, Folder(*change), codes));
    let tables = [FOLDERS, TEXTS, MANIFESTS, INFOS].concat();
    tables.into_iter().chain(fields).chain(record_rules::rows()).collect()
}

#[test]
fn good_bundles_of_every_kind_break_no_rule() {
    let scratch = Scratch::new();
    for (kind, bag) in good::all() {
        assert_eq!(broken(&bag.write(scratch.path())), set(&[]), "{kind}");
    }
    assert_eq!(good::all().len(), 6);
}

#[test]
fn every_mutation_of_a_good_bundle_is_seen_as_exactly_what_it_is() {
    for row in rows() {
        row.check();
    }
}

#[test]
fn every_code_has_a_mutation_and_words_in_both_languages() {
    let meant: BTreeSet<Code> =
        rows().iter().map(|row| row.codes[0]).chain(archive_rules::meant()).collect();
    let all: BTreeSet<Code> = Code::ALL.iter().copied().collect();
    assert_eq!(all.difference(&meant).collect::<Vec<_>>(), Vec::<&Code>::new());
    let words: BTreeSet<&str> =
        Code::ALL.iter().flat_map(|code| [code.message().ja, code.message().en]).collect();
    assert_eq!(words.len(), 2 * Code::ALL.len(), "a message stands for two rules or languages");
    assert!(words.iter().all(|text| !text.is_empty()));
}
