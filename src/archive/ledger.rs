//! `ledger.jsonl` and its sidecar: the append-only list of sealed bundles.
//!
//! Job: read the chain strictly, and append one line so that a crash at any
//! moment is either invisible or recognised and repaired. The sidecar
//! `ledger.jsonl.sha256` (in `sha256sum -c` form) covers the last line, which no
//! later line chains. Neighbours: `collection` compares the lines with the
//! bundles, `admit` appends.

use super::code::Code;
use super::defect::{ArchiveError, Defect};
use super::disk;
use super::limits::Limits;
use super::parts;
use super::read::{Hashing, sha256};
use super::tagtext;
use crate::record::ledger::LedgerLine;
use crate::record::{HexDigest, json};
use std::collections::BTreeSet;
use std::io;
use std::path::Path;

/// Name of the ledger.
pub(super) const FILE: &str = "ledger.jsonl";
/// Name of its sidecar.
pub(super) const SIDECAR: &str = "ledger.jsonl.sha256";
/// `prev` of the first line.
const ZEROS: HexDigest = HexDigest([0; 32]);

/// The ledger as read.
#[derive(Debug)]
pub(super) struct Ledger {
    /// The lines that could be read.
    pub(super) lines: Vec<LedgerLine>,
    /// The very bytes that were read.
    pub(super) bytes: Vec<u8>,
    /// Digest of the last line without its line feed; zeros if there is none.
    pub(super) head: HexDigest,
}

/// Reads ledger and sidecar of the archive `runs`; both are absent in an empty archive.
pub(super) fn read(runs: &Path, defects: &mut Vec<Defect>) -> Result<Ledger, ArchiveError> {
    let limit = Limits::STANDARD.tag_file;
    let ledger = file(runs, FILE, limit, defects)?;
    let sidecar = file(runs, SIDECAR, limit, defects)?;
    let absent = |code, path| Defect::new(code, path, "a file", "no such file");
    match (&ledger, &sidecar) {
        (None, Some(_)) => defects.push(absent(Code::LedgerMissing, FILE)),
        // The first append of all is interrupted before there is any sidecar.
        (Some(ledger), None) if !ledger.is_empty() && without_last(ledger).is_empty() => {
            let found = "the first line without a sidecar";
            defects.push(Defect::new(Code::LedgerInterrupted, FILE, "its sidecar", found));
        }
        (Some(_), None) => defects.push(absent(Code::LedgerSidecarMissing, SIDECAR)),
        (Some(ledger), Some(sidecar)) => compare(ledger, sidecar, defects),
        (None, None) => {}
    }
    let bytes = ledger.unwrap_or_default();
    let (lines, head) = chain(&bytes, defects);
    Ok(Ledger { lines, bytes, head })
}

/// The bytes of one file of the archive folder, or `None` if it is not there.
///
/// What cannot be read within the limit is reported and stands as no bytes.
pub(super) fn file(
    runs: &Path,
    name: &str,
    limit: u64,
    defects: &mut Vec<Defect>,
) -> Result<Option<Vec<u8>>, ArchiveError> {
    let place = runs.join(name);
    let facts = match place.symlink_metadata() {
        Ok(facts) => facts,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(ArchiveError::io("look at", &place)(error)),
    };
    let code = if facts.is_symlink() { Code::SymbolicLink } else { Code::SpecialFile };
    if !facts.is_file() {
        defects.push(Defect::new(code, name, "a regular file", "something else"));
        return Ok(Some(Vec::new()));
    }
    let mut source = Hashing::open(&place).map_err(ArchiveError::io("read", &place))?;
    let hint = source.length_hint(limit);
    let bytes = source.whole(limit, hint).map_err(ArchiveError::io("read", &place))?;
    if bytes.is_none() {
        let expected = format!("at most {limit} bytes");
        defects.push(Defect::new(Code::TagFileTooLarge, name, expected, "more"));
    }
    Ok(Some(bytes.unwrap_or_default()))
}

/// The sidecar's one spelling for a ledger of these bytes.
fn sidecar_text(ledger: &[u8]) -> String {
    format!("{}  {FILE}\n", sha256(ledger))
}

/// The ledger without its last line.
fn without_last(ledger: &[u8]) -> &[u8] {
    let body = ledger.strip_suffix(b"\n").unwrap_or(ledger);
    let end = body.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    &ledger[..end]
}

fn compare(ledger: &[u8], sidecar: &[u8], defects: &mut Vec<Defect>) {
    let expected = sidecar_text(ledger);
    if sidecar == expected.as_bytes() {
        return;
    }
    let found = String::from_utf8_lossy(sidecar);
    let stands_for_less =
        !ledger.is_empty() && sidecar == sidecar_text(without_last(ledger)).as_bytes();
    let code = if stands_for_less { Code::LedgerInterrupted } else { Code::LedgerSidecar };
    defects.push(Defect::new(code, FILE, found.trim_end(), expected.trim_end()).listed_in(SIDECAR));
}

/// Reads every line and follows the chain.
fn chain(bytes: &[u8], defects: &mut Vec<Defect>) -> (Vec<LedgerLine>, HexDigest) {
    let Some(text) = tagtext::clean(FILE, bytes, defects) else { return (Vec::new(), ZEROS) };
    let mut head = ZEROS;
    let mut seen = BTreeSet::new();
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut report = |code, expected: &str, found: &str| {
            defects.push(Defect::new(code, FILE, expected, found).at(index + 1, 1));
        };
        let before = std::mem::replace(&mut head, sha256(line.as_bytes()));
        let record: LedgerLine = match parts::record(line.as_bytes()) {
            Ok(record) => record,
            Err(fault) => {
                report(Code::LedgerLine, "a ledger line", &fault.found);
                continue;
            }
        };
        let canonical = json::line(&record).unwrap_or_default();
        if canonical != line {
            report(Code::LedgerForm, &canonical, line);
        }
        if record.prev != before {
            report(Code::LedgerChain, &before.to_string(), &record.prev.to_string());
        }
        if record.kind != record.id.kind() {
            report(Code::LedgerKind, record.id.kind().as_str(), record.kind.as_str());
        }
        if !seen.insert(record.id.clone()) {
            report(Code::LedgerDuplicate, "each bundle once", record.id.as_str());
        }
        lines.push(record);
    }
    (lines, head)
}

/// Appends one line: first the ledger, then the sidecar, each replaced in one step.
///
/// The caller holds the archive's lock and has read `ledger` without defects.
pub(super) fn append(runs: &Path, ledger: &Ledger, line: &LedgerLine) -> Result<(), ArchiveError> {
    const KEPT: &str = "the bundle is sealed and the ledger is as it was; admit the bundle again";
    let place = runs.join(FILE);
    let text = json::line(line).map_err(io::Error::from);
    let text = text.map_err(ArchiveError::io_kept("write", &place, KEPT))?;
    let bytes = [&ledger.bytes, text.as_bytes(), b"\n"].concat();
    disk::replace(&place, &bytes, &runs.join("open")).map_err(ArchiveError::io_kept(
        "append to",
        &place,
        KEPT,
    ))?;
    write_sidecar(runs, &bytes)
}

/// Writes the sidecar for a ledger of these bytes.
pub(super) fn write_sidecar(runs: &Path, ledger: &[u8]) -> Result<(), ArchiveError> {
    const KEPT: &str =
        "the ledger is whole and its sidecar is one line behind; admit any bundle to repair it";
    let place = runs.join(SIDECAR);
    disk::replace(&place, sidecar_text(ledger).as_bytes(), &runs.join("open"))
        .map_err(ArchiveError::io_kept("write", &place, KEPT))
}
