//! `measure import`: published figures → the records of a transcription.
//!
//! Job: read a folder (see `imports/README.md`), hold its files against each
//! other, and make `transcription.json` and `trials.jsonl` of them. No figure is
//! computed and no digit changed; what the publication lacks is missing, what was
//! inferred stays marked. Neighbours: `archive` seals the result; `report`
//! recomputes every published aggregate from the trials and compares.

mod convert;
mod error;
mod facts;
mod meaning;
mod published;
mod source;

pub use error::ImportError;

use crate::archive::{self, Admission, Admitted, Draft, Failure, Payload};
use crate::record::transcription::{SourceFile, TranscribedTrial, Transcription};
use crate::record::{BundleKind, Evidence, HexDigest, Utc, json};
use crate::units::Bytes;
use meaning::{Meaning, Reasons};
use sha2::{Digest as _, Sha256};
use source::{FactsFile, TrialsFile};
use std::collections::BTreeMap;
use std::path::Path;

/// Largest file of a publication that is read, in bytes.
const MAX_FILE: u64 = 16 << 20;

/// The records made of one publication, ready to be sealed.
#[derive(Debug)]
pub struct Imported {
    /// Lower-case words for the bundle id.
    pub slug: String,
    /// `transcription.json`.
    pub transcription: Transcription,
    /// `trials.jsonl`.
    pub trials: Vec<TranscribedTrial>,
}

impl Imported {
    /// The bundle to seal, bagged at `at`.
    ///
    /// # Errors
    /// None in practice; serde's signature allows one.
    pub fn draft(&self, at: Utc) -> Result<Draft, serde_json::Error> {
        let mut lines = String::new();
        for trial in &self.trials {
            lines += &json::line(trial)?;
            lines.push('\n');
        }
        let files = BTreeMap::from([
            (
                "transcription.json".to_owned(),
                Payload::Bytes(json::file(&self.transcription)?.into_bytes()),
            ),
            ("trials.jsonl".to_owned(), Payload::Bytes(lines.into_bytes())),
        ]);
        Ok(Draft {
            kind: BundleKind::Transcription,
            evidence: Evidence::Transcribed,
            slug: self.slug.clone(),
            at,
            plan_id: None,
            files,
        })
    }
}

/// What an import did.
#[derive(Debug)]
pub struct Import {
    /// The bundle and its place in the ledger.
    pub admitted: Admitted,
    /// Whether a bundle with this very payload was there before.
    pub already_there: bool,
    /// Trials in it.
    pub trials: usize,
}

/// Imports the publication in `folder` into the archive `runs` at the time `at`.
///
/// A bundle that holds the same payload already is used as it is, so importing
/// twice, or again after an interruption, gives one bundle and one ledger line.
///
/// # Errors
/// [`ImportError`]; a bundle that was sealed but not admitted is admitted by the next import.
pub fn import(folder: &Path, runs: &Path, at: Utc) -> Result<Import, ImportError> {
    let imported = read(folder)?;
    let draft = imported.draft(at.clone()).map_err(ImportError::Write)?;
    let found = archive::find_same_payload(runs, &draft).map_err(Failure::from)?;
    let already_there = found.is_some();
    let id = match found {
        Some(id) => id,
        None => archive::seal(runs, draft)?.id,
    };
    let admitted = archive::admit(runs, Admission::Sealed(id), at)?;
    Ok(Import { admitted, already_there, trials: imported.trials.len() })
}

/// Reads the publication in `folder`.
///
/// # Errors
/// [`ImportError`]: an unreadable or malformed file, or every contradiction
/// between the files. Nothing is written either way.
pub fn read(folder: &Path) -> Result<Imported, ImportError> {
    let mut files = Vec::new();
    let mut load = |name: &str| -> Result<Vec<u8>, ImportError> {
        let path = folder.join(name);
        let bytes = read_limited(&path).map_err(|cause| ImportError::Read { path, cause })?;
        files.push(SourceFile {
            name: name.to_owned(),
            bytes: Bytes::new(bytes.len() as u64).unwrap_or(Bytes::ZERO),
            sha256: HexDigest(Sha256::digest(&bytes).into()),
        });
        Ok(bytes)
    };
    let (trials, facts, meaning) =
        (load("trials.json")?, load("facts.json")?, load("meaning.toml")?);
    let json_error = |name: &str| {
        let path = folder.join(name);
        move |fault| ImportError::Json { path, fault }
    };
    let trials: TrialsFile = json::parse(&trials).map_err(json_error("trials.json"))?;
    let facts: FactsFile = json::parse(&facts).map_err(json_error("facts.json"))?;
    let meaning: Meaning = toml::from_slice(&meaning).map_err(|cause| ImportError::Toml {
        path: folder.join("meaning.toml"),
        cause: Box::new(cause),
    })?;
    let mut reasons = Reasons::new(&meaning);
    let imported = convert::convert(&trials, &facts, &meaning, files, &mut reasons);
    match reasons.into_list() {
        none if none.is_empty() => Ok(imported),
        reasons => Err(ImportError::Contradictions { folder: folder.to_owned(), reasons }),
    }
}

fn read_limited(path: &Path) -> std::io::Result<Vec<u8>> {
    let size = std::fs::metadata(path)?.len();
    if size > MAX_FILE {
        return Err(std::io::Error::other(format!(
            "{size} bytes are more than the limit of {MAX_FILE}"
        )));
    }
    std::fs::read(path)
}
