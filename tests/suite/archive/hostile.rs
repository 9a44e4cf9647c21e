//! Hostile bundles: what could write elsewhere, hang, mislead, or exhaust memory.

use super::bag::{self, Bag, edit, gz, hex, lines, put, retag, tag};
use super::runs::Archive;
use super::{Scratch, broken, broken_within, codes, good, set};
use jissoku::archive::{Code, Content, Limits, VERIFIER, verify_archive, verify_bundle};
use jissoku::record::is_hidden;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use serde_json::json;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

const MANIFEST: &str = "manifest-sha256.txt";
const TAG_MANIFEST: &str = "tagmanifest-sha256.txt";

/// Makes a FIFO.
pub(super) fn fifo(place: &Path) {
    mknodat(CWD, place, FileType::Fifo, Mode::from_raw_mode(0o644), 0).unwrap();
}

/// A good plan in a folder of its own.
fn plan() -> (Scratch, PathBuf) {
    let scratch = Scratch::new();
    let folder = good::plan().write(scratch.path());
    (scratch, folder)
}

/// What verification says of a good plan after a change.
fn after(change: impl FnOnce(&Path)) -> std::collections::BTreeSet<Code> {
    let (_scratch, folder) = plan();
    change(&folder);
    broken(&folder)
}

#[test]
fn paths_that_lead_elsewhere_are_refused_though_the_file_is_there() {
    for path in ["../x", "/etc/passwd", "~/x", "~root/x", "C:\\x", "\\\\?\\C:\\x", "data/../../x"] {
        let (scratch, folder) = plan();
        put(scratch.path(), "x", b"");
        let line = format!("{}  {path}\n", hex(b""));
        tag(&folder, MANIFEST, |text| text.clone() + &line);
        assert_eq!(broken(&folder), set(&[Code::UnsafePath]), "{path} in the manifest");
        let (_scratch, folder) = plan();
        edit(&folder, TAG_MANIFEST, |text| text + &line);
        assert_eq!(broken(&folder), set(&[Code::UnsafePath]), "{path} in the tag manifest");
    }
}

#[test]
fn a_link_is_no_file_wherever_it_leads() {
    let link = |path: &'static str, to: &'static str| {
        after(|f| {
            let _ = fs::remove_file(f.join(path));
            symlink(to, f.join(path)).unwrap();
        })
    };
    assert_eq!(link("data/extra.json", "/etc/passwd"), set(&[Code::SymbolicLink]));
    assert_eq!(link("data/extra.json", "nowhere"), set(&[Code::SymbolicLink]));
    assert_eq!(link("data/extra.json", "plan.json"), set(&[Code::SymbolicLink]));
    assert_eq!(link("data/logs", "."), set(&[Code::SymbolicLink]));
    assert_eq!(link("bag-info.txt", "bagit.txt"), set(&[Code::SymbolicLink]));
    assert_eq!(
        link("data/plan.json", "/etc/passwd"),
        set(&[Code::SymbolicLink, Code::PayloadOxum])
    );
    let whole = after(|f| {
        fs::rename(f.join("data"), f.with_extension("away")).unwrap();
        symlink(f.with_extension("away"), f.join("data")).unwrap();
    });
    assert_eq!(whole, set(&[Code::SymbolicLink, Code::FileMissing, Code::PayloadOxum]));
}

#[test]
fn fifos_and_sockets_are_named_and_never_waited_for() {
    let in_place_of = |path: &'static str, make: fn(&Path)| {
        after(|f| {
            let _ = fs::remove_file(f.join(path));
            make(&f.join(path));
        })
    };
    let socket: fn(&Path) = |place| drop(UnixListener::bind(place).unwrap());
    for make in [fifo, socket] {
        assert_eq!(in_place_of("data/x", make), set(&[Code::SpecialFile]));
        assert_eq!(in_place_of("bag-info.txt", make), set(&[Code::SpecialFile]));
        let payload = set(&[Code::SpecialFile, Code::PayloadOxum]);
        assert_eq!(in_place_of("data/plan.json", make), payload);
    }
    for name in ["ledger.jsonl.sha256", "ledger.jsonl.minisig"] {
        let archive = Archive::good();
        let _ = fs::remove_file(archive.path().join(name));
        fifo(&archive.path().join(name));
        assert!(codes(verify_archive(archive.path())).contains(&Code::SpecialFile), "{name}");
    }
}

#[test]
fn line_ends_and_byte_order_marks_are_seen_in_every_tag_file() {
    for name in ["bag-info.txt", "bagit.txt", MANIFEST, TAG_MANIFEST] {
        let changed = |change: fn(String) -> String| {
            after(|f| {
                edit(f, name, change);
                if name != TAG_MANIFEST {
                    retag(f);
                }
            })
        };
        assert_eq!(changed(|t| t.replace('\n', "\r\n")), set(&[Code::CarriageReturn]), "{name}");
        assert_eq!(changed(|t| format!("\u{feff}{t}")), set(&[Code::TagByteOrderMark]), "{name}");
        assert_eq!(changed(|t| t.trim_end().into()), set(&[Code::FinalLineFeed]), "{name}");
    }
    assert!(Code::CarriageReturn.message().en.contains("autocrlf"));
    assert!(Code::CarriageReturn.message().ja.contains("autocrlf"));
}

#[test]
fn odd_names_are_refused_and_shown_without_their_control_characters() {
    let names: [&[u8]; 11] = [
        b"50%.txt",
        b"100%25.txt",
        b"a%0Ab",
        b"a\rb",
        b"\xff\xfe",
        "\u{30ac}".as_bytes(),
        "\u{30ab}\u{3099}".as_bytes(),
        b"\x1b[31mred",
        "a\u{202e}b\n".as_bytes(),
        "a\u{61c}b".as_bytes(),
        "a\u{206a}\u{feff}b".as_bytes(),
    ];
    for name in names {
        let (_scratch, folder) = plan();
        fs::write(folder.join("data").join(OsStr::from_bytes(name)), b"").unwrap();
        let failure = verify_bundle(&folder).unwrap_err();
        let shown = failure.to_string();
        assert_eq!(failure.defects().len(), 1, "{shown}");
        assert_eq!(failure.defects()[0].code, Code::FileName, "{shown}");
        assert!(!shown.contains(is_hidden), "{shown:?}");
    }
    let both = after(|f| {
        put(f, "data/\u{30ac}", b"");
        put(f, "data/\u{30ab}\u{3099}", b"");
    });
    assert_eq!(both, set(&[Code::FileName]));
    let folders = after(|f| put(f, "data/Logs/x.log", b""));
    assert_eq!(folders, set(&[Code::FileName]));
    let clash = after(|f| {
        put(f, "data/a/x", b"");
        put(f, "data/A/x", b"");
    });
    assert_eq!(clash, set(&[Code::CaseClash, Code::FileUnlisted, Code::PayloadOxum]));
}

#[test]
fn a_path_listed_twice_is_refused_with_the_same_hash_and_with_another() {
    for digest in [None, Some(hex(b"x"))] {
        let found = after(|f| {
            tag(f, MANIFEST, |text| {
                let last = text.lines().last().unwrap();
                let digest = digest.as_deref().unwrap_or(&last[..64]);
                format!("{text}{digest}{}\n", &last[64..])
            });
        });
        assert_eq!(found, set(&[Code::DuplicateEntry]));
    }
}

#[test]
fn upper_case_hex_is_refused_in_both_manifests() {
    let upper = |text: String| text[..64].to_uppercase() + &text[64..];
    assert_eq!(after(|f| tag(f, MANIFEST, upper)), set(&[Code::UpperCaseDigest]));
    assert_eq!(after(|f| edit(f, TAG_MANIFEST, upper)), set(&[Code::UpperCaseDigest]));
    assert!(Code::UpperCaseDigest.message().en.contains("lower case is expected"));
}

#[test]
fn all_that_is_wrong_is_listed_at_once_sorted_with_the_manifest_that_lists_it() {
    let (_scratch, folder) = plan();
    fs::remove_file(folder.join("data/inputs.jsonl.gz")).unwrap();
    put(&folder, "data/extra.json", b"{}");
    put(&folder, "extra.txt", b"x");
    fs::create_dir(folder.join("data/none")).unwrap();
    let failure = verify_bundle(&folder).unwrap_err();
    let seen: Vec<(&str, &str, Option<&str>)> = failure
        .defects()
        .iter()
        .map(|it| (it.path.as_str(), it.code.number(), it.listed_in.as_deref()))
        .collect();
    let expected = [
        ("bag-info.txt", "A056", None),
        ("data/extra.json", "A041", Some(MANIFEST)),
        ("data/inputs.jsonl.gz", "A040", Some(MANIFEST)),
        ("data/none", "A004", None),
        ("extra.txt", "A011", None),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn an_edited_field_is_not_hidden_by_deleting_the_tag_manifest() {
    let found = after(|f| {
        edit(f, "bag-info.txt", |text| bag::with_field(&text, "Bagging-Date", "2026-12-02"));
        fs::remove_file(f.join(TAG_MANIFEST)).unwrap();
    });
    assert_eq!(found, set(&[Code::TagFileMissing]));
}

#[test]
fn a_file_of_no_bytes_is_fine_and_a_run_may_have_no_trial() {
    let scratch = Scratch::new();
    let mut bag = good::run();
    bag.payload.insert("logs/empty.log".to_owned(), Vec::new());
    bag.bytes("trials.jsonl", Vec::clear);
    bag.bytes("events.jsonl", Vec::clear);
    bag.json("run.json", |run| run["status"] = json!({"aborted": "no engine started"}));
    let bundle = verify_bundle(&bag.write(scratch.path())).unwrap();
    let Content::Run(run) = bundle.content() else { panic!("a run is a run") };
    assert_eq!((run.trials.len(), run.events.len()), (0, 0));
    assert_eq!(bundle.read("data/logs/empty.log").unwrap(), b"");
    bag.json("run.json", |run| run["status"] = json!("complete"));
    bag.slug = "called-complete".to_owned();
    let id = bag.id();
    bag.json("run.json", |run| run["id"] = json!(id));
    assert_eq!(broken(&bag.write(scratch.path())), set(&[Code::RunIncomplete]));
}

#[test]
fn a_gzip_bomb_costs_no_more_than_the_limit() {
    let scratch = Scratch::new();
    let bomb = |plain: &[u8], path: &str, mut bag: Bag| {
        bag.bytes(path, |bytes| *bytes = gz(plain));
        bag.write(scratch.path())
    };
    let limits = Limits { expanded: 1 << 20, ..Limits::STANDARD };
    let zeros = vec![0; 16 << 20];
    let raw = bomb(&zeros, "raw/t-0001-1.gz", good::run());
    assert_eq!(broken_within(&raw, limits), set(&[Code::GzipTooLarge]));
    assert_eq!(broken(&raw), set(&[]), "the same bytes are fine within the limit");
    let line = lines(&[json!({"text": "0".repeat(4 << 20)})]);
    let inputs = bomb(&line, "inputs.jsonl.gz", good::plan());
    assert_eq!(broken_within(&inputs, limits), set(&[Code::GzipTooLarge]));
}

#[test]
fn a_json_file_beyond_the_standard_limit_is_hashed_and_not_parsed() {
    let (_scratch, folder) = plan();
    let file = fs::File::options().write(true).open(folder.join("data/plan.json")).unwrap();
    file.set_len(Limits::STANDARD.json_file + 1).unwrap();
    let changed = [Code::DigestMismatch, Code::PayloadOxum, Code::PlanId, Code::IdDigits];
    assert_eq!(broken(&folder), set(&[&changed[..], &[Code::JsonFileTooLarge]].concat()));
}

#[test]
fn what_changed_after_verification_is_not_handed_out() {
    let scratch = Scratch::new();
    let folder = good::run().write(scratch.path());
    let bundle = verify_bundle(&folder).unwrap();
    assert_eq!(bundle.read("data/logs/off.log").unwrap(), b"listening\n");
    for content in [&b"Listening\n"[..], b"listening\nand more\n", b""] {
        fs::write(folder.join("data/logs/off.log"), content).unwrap();
        assert_eq!(codes(bundle.read("data/logs/off.log")), set(&[Code::DigestMismatch]));
    }
    fs::remove_file(folder.join("data/logs/off.log")).unwrap();
    fifo(&folder.join("data/logs/off.log"));
    let failure = bundle.read("data/logs/off.log").unwrap_err().to_string();
    assert!(failure.contains("not a regular file"), "{failure}");
    let failure = bundle.read("../x").unwrap_err().to_string();
    assert!(failure.contains("ask for a file that the bundle lists"), "{failure}");
}

#[test]
fn every_file_is_read_into_the_verdict_with_its_size_and_digest() {
    let scratch = Scratch::new();
    let folder = good::run().write(scratch.path());
    let bundle = verify_bundle(&folder).unwrap();
    let there: Vec<(String, u64, String)> = super::files(&folder)
        .into_iter()
        .map(|path| {
            let bytes = fs::read(folder.join(&path)).unwrap();
            (path, bytes.len() as u64, hex(&bytes))
        })
        .collect();
    let listed: Vec<(String, u64, String)> = bundle
        .files()
        .iter()
        .map(|entry| (entry.path.clone(), entry.bytes, entry.sha256.to_string()))
        .collect();
    assert_eq!(listed, there);
    assert_eq!(bundle.verifier(), VERIFIER);
    assert!(VERIFIER.starts_with("jissoku-archive 0."), "{VERIFIER}");
    assert_eq!(jissoku::archive::digests(&folder).unwrap(), bundle.files());
}

#[test]
fn a_bundle_is_known_by_its_folder_whatever_path_leads_to_it() {
    let (scratch, folder) = plan();
    let name = folder.file_name().unwrap();
    for path in [folder.join("data/.."), folder.join("."), scratch.path().join(".").join(name)] {
        assert_eq!(broken(&path), set(&[]), "{}", path.display());
    }
    let failure = verify_bundle(&scratch.path().join("nothing")).unwrap_err().to_string();
    assert!(failure.starts_with("cannot read folder"), "{failure}");
}
