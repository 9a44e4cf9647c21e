//! `manifest-sha256.txt` and `tagmanifest-sha256.txt`: digest, two spaces, path.
//!
//! Job: write them, and read them strictly, naming every line that `sha256sum -c`
//! or another BagIt reader would let pass. Paths are only compared with what
//! `walk` found, never opened. Neighbours: `verify` compares, `seal` writes.

use super::code::Code;
use super::defect::Defect;
use super::name;
use super::tagtext;
use crate::record::HexDigest;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Name of the payload manifest.
pub(super) const PAYLOAD: &str = "manifest-sha256.txt";
/// Name of the tag manifest.
pub(super) const TAG: &str = "tagmanifest-sha256.txt";
/// The tag files that the tag manifest lists, in its order.
pub(super) const TAG_FILES: [&str; 3] = ["bag-info.txt", "bagit.txt", PAYLOAD];

/// The text of a manifest of these files; a map is sorted by the bytes of its keys.
pub(super) fn text<'a>(entries: impl Iterator<Item = (&'a str, HexDigest)>) -> String {
    entries.fold(String::new(), |mut text, (path, digest)| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{digest}  {path}");
        text
    })
}

/// Reads a manifest; what can be used of it comes back whatever is wrong with the rest.
pub(super) fn read(
    manifest: &str,
    bytes: &[u8],
    defects: &mut Vec<Defect>,
) -> BTreeMap<String, HexDigest> {
    let mut entries = BTreeMap::new();
    let Some(text) = tagtext::clean(manifest, bytes, defects) else { return entries };
    if text.is_empty() {
        defects.push(Defect::new(
            Code::ManifestEmpty,
            manifest,
            "one line for each file",
            "no line",
        ));
    }
    let mut previous = String::new();
    for (index, line) in text.lines().enumerate() {
        let mut report = |code, expected: &str, found: &str| {
            defects.push(Defect::new(code, manifest, expected, found).at(index + 1, 1));
        };
        let Some((digest, path)) = split(line, &mut report) else { continue };
        if let Some(code) = name::fault(path) {
            report(code, name::EXPECTED, path);
            continue;
        }
        if !in_scope(manifest, path) {
            report(Code::PathScope, scope(manifest), path);
            continue;
        }
        if entries.contains_key(path) {
            report(Code::DuplicateEntry, "one line for each path", path);
            continue;
        }
        if path < previous.as_str() {
            report(Code::EntryOrder, &format!("a path after {previous}"), path);
        }
        path.clone_into(&mut previous);
        entries.insert(path.to_owned(), digest);
    }
    entries
}

/// Takes a line apart; a wrong separator or upper case is reported and passed over.
fn split<'a>(
    line: &'a str,
    report: &mut impl FnMut(Code, &str, &str),
) -> Option<(HexDigest, &'a str)> {
    const LINE: &str = "64 hex digits, two spaces and a path";
    let hex = line.get(..64).filter(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let (Some(hex), Some(rest)) = (hex, line.get(64..)) else {
        report(Code::ManifestLine, LINE, line);
        return None;
    };
    let path = rest.trim_start_matches([' ', '\t', '*']);
    if path.is_empty() || path.len() == rest.len() {
        report(Code::ManifestLine, LINE, line);
        return None;
    }
    let separator = &rest[..rest.len() - path.len()];
    if separator != "  " {
        report(Code::ManifestSeparator, "two spaces", &format!("{separator:?}"));
    }
    if hex.bytes().any(|byte| byte.is_ascii_uppercase()) {
        report(Code::UpperCaseDigest, "lower-case hex digits", hex);
    }
    HexDigest::parse(&hex.to_ascii_lowercase()).map(|digest| (digest, path))
}

fn in_scope(manifest: &str, path: &str) -> bool {
    if manifest == TAG { TAG_FILES.contains(&path) } else { path.starts_with("data/") }
}

const fn scope(manifest: &str) -> &'static str {
    if manifest.len() == TAG.len() {
        "bag-info.txt, bagit.txt or manifest-sha256.txt"
    } else {
        "a path below data/"
    }
}
