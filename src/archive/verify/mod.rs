//! Verification: the only way from bytes on disk to a [`VerifiedBundle`].
//!
//! Job: the verified bundle, whose fields only this module and its child `check`
//! can fill, and the entrances to verification. Neighbours: `check` goes through
//! the rules, `collection` and `admit` ask for verdicts.

mod check;

use super::code::Code;
use super::content::Content;
use super::defect::{ArchiveError, Defect, Failure};
use super::limits::Limits;
use super::read::Hashing;
use super::walk;
use crate::record::{BundleId, BundleKind, Digest, Evidence, HexDigest};
use check::Check;
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// The program and version that gave a verdict; kept beside every verdict.
pub const VERIFIER: &str = concat!("jissoku-archive ", env!("CARGO_PKG_VERSION"));

/// One file of a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEntry {
    /// Path below the bundle folder.
    pub path: String,
    /// Size in bytes.
    pub bytes: u64,
    /// Digest of the bytes.
    pub sha256: HexDigest,
}

/// A bundle that passed every rule; only verification makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedBundle {
    id: BundleId,
    evidence: Evidence,
    digest: Digest,
    plan_id: Option<Digest>,
    bagged_on: String,
    files: Vec<FileEntry>,
    content: Content,
    path: PathBuf,
}

impl VerifiedBundle {
    /// Bundle id, which is the folder name.
    #[must_use]
    pub const fn id(&self) -> &BundleId {
        &self.id
    }

    /// Kind.
    #[must_use]
    pub fn kind(&self) -> BundleKind {
        self.id.kind()
    }

    /// Evidence level.
    #[must_use]
    pub const fn evidence(&self) -> Evidence {
        self.evidence
    }

    /// Bundle digest: SHA-256 of `tagmanifest-sha256.txt`.
    #[must_use]
    pub const fn digest(&self) -> Digest {
        self.digest
    }

    /// Plan id of a plan or run.
    #[must_use]
    pub const fn plan_id(&self) -> Option<Digest> {
        self.plan_id
    }

    /// `Bagging-Date`, for example `2026-12-01`.
    #[must_use]
    pub fn bagged_on(&self) -> &str {
        &self.bagged_on
    }

    /// Every file, tag files included, sorted by the bytes of the path.
    #[must_use]
    pub fn files(&self) -> &[FileEntry] {
        &self.files
    }

    /// The records.
    #[must_use]
    pub const fn content(&self) -> &Content {
        &self.content
    }

    /// The folder that was read.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What gave this verdict: [`VERIFIER`].
    #[must_use]
    pub const fn verifier(&self) -> &'static str {
        VERIFIER
    }

    /// The bytes of one of [`Self::files`], read again and held against the digest verified before.
    ///
    /// # Errors
    /// The file cannot be read, is not listed, or has changed since verification.
    pub fn read(&self, path: &str) -> Result<Vec<u8>, Failure> {
        let place = self.path.join(path);
        let io = |source| ArchiveError::io("read", &place)(source);
        let entry = self.files.iter().find(|entry| entry.path == path).ok_or_else(|| {
            ArchiveError::Absent {
                verb: "read",
                what: self.id.to_string(),
                path: place.clone(),
                todo: "ask for a file that the bundle lists",
            }
        })?;
        let mut source = Hashing::open(&place).map_err(io)?;
        let bytes = source.whole(entry.bytes, source.length_hint(entry.bytes)).map_err(io)?;
        let (_, sha256) = source.finish().map_err(io)?;
        match bytes {
            Some(bytes) if sha256 == entry.sha256 => Ok(bytes),
            _ => Err(Failure::Defects(vec![
                Defect::new(Code::DigestMismatch, path, entry.sha256, sha256).of(self.id.as_str()),
            ])),
        }
    }
}

/// Verifies the bundle in `dir` within [`Limits::STANDARD`].
///
/// # Errors
/// [`Failure::Defects`] with every broken rule, sorted by path and code;
/// [`Failure::CouldNotRun`] if a file or folder cannot be read.
pub fn verify_bundle(dir: &Path) -> Result<VerifiedBundle, Failure> {
    verify_bundle_within(dir, &Limits::STANDARD)
}

/// Verifies the bundle in `dir` within other limits.
///
/// # Errors
/// As [`verify_bundle`].
pub fn verify_bundle_within(dir: &Path, limits: &Limits) -> Result<VerifiedBundle, Failure> {
    Check::begin(dir, limits)?.run()
}

/// Hashes every file of the bundle in `dir` without parsing: size and digest, sorted by path.
///
/// # Errors
/// A folder or file cannot be read; what is not a regular file is left out.
pub fn digests(dir: &Path) -> Result<Vec<FileEntry>, ArchiveError> {
    let found = walk::walk(dir, &Limits::STANDARD)?;
    let mut paths = [found.payload, found.tags].concat();
    paths.sort_unstable();
    paths
        .into_par_iter()
        .map(|path| {
            let place = dir.join(&path);
            let hashed = Hashing::open(&place).and_then(Hashing::finish);
            let (bytes, sha256) = hashed.map_err(ArchiveError::io("hash", &place))?;
            Ok(FileEntry { path, bytes, sha256 })
        })
        .collect()
}
