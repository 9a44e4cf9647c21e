//! Tar files from elsewhere: only one bundle folder comes out, and nowhere else.

use super::runs::minute;
use super::sealing::{contents, refusal};
use super::{Scratch, good, listing};
use jissoku::archive::{Admission, Admitted, ArchiveError, Failure, Limits, admit};
use jissoku::record::Utc;
use std::fs;
use std::path::Path;
use std::process::Command;
use tar::{EntryType, Header};

const ID: &str = "20261201-090000-probe-m12-speed-00000000";

fn bring(runs: &Path, tar: &Path) -> Result<Admitted, Failure> {
    admit(runs, Admission::Tar(tar.to_owned()), Utc::parse(&minute(0)).unwrap())
}

/// One entry, with whatever name.
fn entry(name: &str, kind: EntryType, content: &[u8]) -> Vec<u8> {
    let mut header = Header::new_ustar();
    header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
    header.set_entry_type(kind);
    header.set_mode(0o644);
    header.set_size(content.len() as u64);
    header.as_old_mut().linkname[..11].copy_from_slice(b"/etc/passwd");
    header.set_cksum();
    let mut bytes = [header.as_bytes().as_slice(), content].concat();
    bytes.resize(bytes.len().next_multiple_of(512), 0);
    bytes
}

fn file(name: &str) -> Vec<u8> {
    entry(name, EntryType::Regular, b"x")
}

/// What admission says of a tar file of these entries; nothing may be left.
fn refused(entries: &[Vec<u8>]) -> String {
    refused_bytes(&[entries.concat(), vec![0; 1024]].concat())
}

fn refused_bytes(bytes: &[u8]) -> String {
    let scratch = Scratch::new();
    let tar = scratch.path().join("a.tar");
    fs::write(&tar, bytes).unwrap();
    let error = refusal(bring(&scratch.path().join("deep/er/runs"), &tar));
    let left = ["a.tar", "deep/", "deep/er/", "deep/er/runs/", "deep/er/runs/bundles/"];
    let left = [&left[..], &["deep/er/runs/open/"]].concat();
    assert_eq!(listing(scratch.path()), left, "{error}");
    error.to_string()
}

#[test]
fn a_tar_of_a_sealed_bundle_comes_in() {
    for options in [&["--format=ustar"][..], &[]] {
        let scratch = Scratch::new();
        let folder = good::probe().write(scratch.path());
        let tar = scratch.path().join("a.tar");
        let mut command = Command::new("tar");
        command.args(options).arg("-C").arg(scratch.path()).arg("-cf").arg(&tar);
        assert!(command.arg(folder.file_name().unwrap()).status().unwrap().success());
        let runs = scratch.path().join("runs");
        let done = bring(&runs, &tar).unwrap();
        assert_eq!(contents(&runs.join("bundles").join(done.id.as_str())), contents(&folder));
        assert!(bring(&runs, &tar).unwrap().already_there);
    }
}

#[test]
fn names_that_lead_elsewhere_are_refused() {
    for name in ["../x", "/etc/x", "..", "x", "./x", "C:\\x", "~/x"] {
        assert!(refused(&[file(name)]).contains("below one folder named by a bundle id"), "{name}");
    }
    for below in ["../x", "data/../../../x", "data//x", "./x", "Data/x", "data/a b", "/etc/x"] {
        let name = format!("{ID}/{below}");
        assert!(
            refused(&[file(&name)]).contains("below one folder named by a bundle id"),
            "{name}"
        );
    }
    let deep = refused(&[file(&format!("{ID}/a/b/c/d/e"))]);
    assert!(deep.contains("paths within the limits"), "{deep}");
}

#[test]
fn links_devices_and_extended_headers_are_refused() {
    let kinds = [
        EntryType::Symlink,
        EntryType::Link,
        EntryType::Char,
        EntryType::Block,
        EntryType::Fifo,
        EntryType::Continuous,
        EntryType::GNULongName,
        EntryType::GNULongLink,
        EntryType::GNUSparse,
        EntryType::XHeader,
        EntryType::XGlobalHeader,
    ];
    for kind in kinds {
        let error = refused(&[entry(&format!("{ID}/data/x"), kind, b"")]);
        assert!(error.contains("expected regular files and folders (ustar)"), "{error}");
    }
}

#[test]
fn two_folders_none_or_a_file_twice_are_refused() {
    let other = ID.replace("m12", "m13");
    let error = refused(&[file(&format!("{ID}/x")), file(&format!("{other}/x"))]);
    assert!(error.contains("expected one bundle folder"), "{error}");
    assert!(refused(&[]).contains("expected a bundle folder, found an empty tar file"));
    let name = format!("{ID}/x");
    assert!(refused(&[file(&name), file(&name)]).contains("cannot unpack"));
    assert!(refused(&[file(&name), file(&format!("{name}/y"))]).contains("cannot make folder"));
    assert!(refused(&[file(ID)]).contains(ID));
}

#[test]
fn what_is_no_whole_tar_file_is_refused_at_every_length() {
    let scratch = Scratch::new();
    let folder = good::probe().write(scratch.path());
    let path = scratch.path().join("a.tar");
    let mut builder = tar::Builder::new(fs::File::create(&path).unwrap());
    builder.append_dir_all(folder.file_name().unwrap(), &folder).unwrap();
    drop(builder);
    let whole = fs::read(&path).unwrap();
    let runs = scratch.path().join("runs");
    // Some bytes off every edge of a block, up to the last block of content.
    let ends = (512..whole.len() - 1536).step_by(512).flat_map(|end| [end - 7, end, end + 7]);
    for end in ends {
        fs::write(&path, &whole[..end]).unwrap();
        assert!(bring(&runs, &path).is_err(), "{end} of {} bytes", whole.len());
        assert_eq!(listing(&runs), ["bundles/", "open/"], "{end}");
    }
    assert!(refused_bytes(b"no tar file").contains("a whole tar file"));
    assert!(refused_bytes(&[0x1f; 2048]).contains("a whole tar file"));
}

#[test]
fn a_claim_beyond_the_limits_is_refused_before_it_is_read() {
    let mut header = Header::new_ustar();
    header.set_path(format!("{ID}/data/x")).unwrap();
    header.set_entry_type(EntryType::Regular);
    header.set_size(Limits::STANDARD.unpacked + 1);
    header.set_cksum();
    let error = refused_bytes(header.as_bytes());
    assert!(error.contains("entries and bytes within the limits"), "{error}");
}

#[test]
fn a_tar_file_that_is_no_file_is_refused_at_once() {
    let scratch = Scratch::new();
    let pipe = scratch.path().join("pipe");
    super::hostile::fifo(&pipe);
    for path in [pipe, scratch.path().to_owned(), scratch.path().join("none")] {
        let error = refusal(bring(&scratch.path().join("runs"), &path));
        assert!(matches!(error, ArchiveError::Io { verb: "open", .. }), "{error}");
    }
}
