//! `bagit.txt` and `bag-info.txt`: the two small tag files.
//!
//! Job: write them, and read `bag-info.txt` with its fields in a fixed order,
//! each once, each in its form. Neighbours: `verify` compares the values with the
//! folder and the payload, `seal` writes.

use super::code::Code;
use super::defect::Defect;
use super::tagtext;
use crate::record::{BundleKind, Digest, Evidence, FORMAT, Utc};
use std::collections::BTreeMap;

/// The whole of `bagit.txt`.
pub(super) const DECLARATION: &str = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n";
/// Name of the file of fields.
pub(super) const FILE: &str = "bag-info.txt";

const FIELDS: [&str; 7] = [
    "Bagging-Date",
    "Payload-Oxum",
    "External-Identifier",
    "Jissoku-Format",
    "Jissoku-Kind",
    "Jissoku-Evidence",
    "Jissoku-Plan-Id",
];

/// Bytes and files of a payload, written `bytes.files`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Oxum {
    pub(super) bytes: u64,
    pub(super) files: u64,
}

impl Oxum {
    fn parse(text: &str) -> Option<Self> {
        let (bytes, files) = text.split_once('.')?;
        let oxum = Self { bytes: bytes.parse().ok()?, files: files.parse().ok()? };
        // One number has one spelling: no leading zeros, no signs.
        (oxum.to_string() == text).then_some(oxum)
    }
}

impl std::fmt::Display for Oxum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.bytes, self.files)
    }
}

/// The values of `bag-info.txt` that could be read.
#[derive(Debug, Default)]
pub(super) struct BagInfo {
    pub(super) date: Option<String>,
    pub(super) oxum: Option<Oxum>,
    pub(super) identifier: Option<String>,
    pub(super) kind: Option<BundleKind>,
    pub(super) evidence: Option<Evidence>,
    pub(super) plan_id: Option<Digest>,
}

/// Whether bundles of this kind state a plan id.
pub(super) const fn has_plan(kind: BundleKind) -> bool {
    matches!(kind, BundleKind::Plan | BundleKind::Run)
}

/// What `seal` states in `bag-info.txt`.
pub(super) struct Statement<'a> {
    pub(super) date: &'a str,
    pub(super) oxum: Oxum,
    pub(super) identifier: &'a str,
    pub(super) kind: BundleKind,
    pub(super) evidence: Evidence,
    pub(super) plan_id: Option<Digest>,
}

/// The text of `bag-info.txt`.
pub(super) fn text(says: &Statement<'_>) -> String {
    let plan = says.plan_id.map_or_else(String::new, |id| format!("Jissoku-Plan-Id: {id}\n"));
    format!(
        "Bagging-Date: {}\nPayload-Oxum: {}\nExternal-Identifier: {}\nJissoku-Format: {FORMAT}\n\
         Jissoku-Kind: {}\nJissoku-Evidence: {}\n{plan}",
        says.date,
        says.oxum,
        says.identifier,
        says.kind.as_str(),
        says.evidence.as_str(),
    )
}

/// Reads `bag-info.txt`; `kind` is what the folder name states, where it states one.
pub(super) fn read(bytes: &[u8], kind: Option<BundleKind>, defects: &mut Vec<Defect>) -> BagInfo {
    let Some(text) = tagtext::clean(FILE, bytes, defects) else { return BagInfo::default() };
    let mut found: BTreeMap<usize, (usize, &str)> = BTreeMap::new();
    let mut last = 0;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let mut report = |code, expected: &str, found: &str| {
            defects.push(Defect::new(code, FILE, expected, found).at(number, 1));
        };
        let Some((name, value)) = split(line) else {
            report(Code::InfoLine, "`Name: value`", line);
            continue;
        };
        let Some(field) = FIELDS.iter().position(|known| *known == name) else {
            report(Code::InfoUnknown, "only the fields of the profile", name);
            continue;
        };
        if found.contains_key(&field) {
            report(Code::InfoDuplicate, "each field once", name);
            continue;
        }
        if field < last {
            report(Code::InfoOrder, &format!("{name} before {}", FIELDS[last]), name);
        }
        last = last.max(field);
        found.insert(field, (number, value));
    }
    let info = values(&found, defects);
    fields_of_kind(&found, info.kind.or(kind), defects);
    info
}

fn split(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(": ")?;
    let plain = |text: &str| !text.is_empty() && text.trim() == text;
    (plain(name) && plain(value) && !name.contains(':')).then_some((name, value))
}

/// Reads each value in its form.
fn values(found: &BTreeMap<usize, (usize, &str)>, defects: &mut Vec<Defect>) -> BagInfo {
    let mut info = BagInfo::default();
    for (&field, &(line, value)) in found {
        let (read, expected) = match field {
            0 => {
                let real = Utc::parse(&format!("{value}T00:00:00Z")).is_some();
                info.date = real.then(|| value.to_owned());
                (real, "a date like 2026-12-01")
            }
            1 => {
                info.oxum = Oxum::parse(value);
                (info.oxum.is_some(), "bytes and files like 1843200.9")
            }
            2 => {
                info.identifier = Some(value.to_owned());
                (true, "")
            }
            3 => {
                if value != FORMAT.to_string() {
                    let defect = Defect::new(Code::FormatUnsupported, FILE, FORMAT, value);
                    defects.push(defect.at(line, 1));
                }
                (true, "")
            }
            4 => {
                info.kind = BundleKind::parse(value);
                (info.kind.is_some(), "a bundle kind")
            }
            5 => {
                info.evidence = Evidence::parse(value);
                (info.evidence.is_some(), "measured, transcribed or synthetic")
            }
            _ => {
                info.plan_id = Digest::parse(value);
                (info.plan_id.is_some(), "sha256: and 64 lower-case hex digits")
            }
        };
        if !read {
            let found = format!("{} {value}", FIELDS[field]);
            defects.push(Defect::new(Code::InfoValue, FILE, expected, found).at(line, 1));
        }
    }
    info
}

/// A plan id is required of plans and runs and belongs to no other kind.
fn fields_of_kind(
    found: &BTreeMap<usize, (usize, &str)>,
    kind: Option<BundleKind>,
    defects: &mut Vec<Defect>,
) {
    let wants_plan = kind.map(has_plan);
    for (field, name) in FIELDS.iter().enumerate() {
        let wanted = if field == 6 { wants_plan } else { Some(true) };
        match (wanted, found.get(&field)) {
            (Some(true), None) => {
                defects.push(Defect::new(Code::InfoMissing, FILE, name, "no such field"));
            }
            (Some(false), Some((line, _))) => {
                let defect = Defect::new(Code::InfoUnknown, FILE, "no plan id for this kind", name);
                defects.push(defect.at(*line, 1));
            }
            _ => {}
        }
    }
}
