//! Sealing: from loose files to a bundle that is verified before anyone sees it.
//!
//! Job: write into `runs/open/`, manifests last, sync everything, verify what was
//! written, rename into `runs/bundles/`, make it read-only. Whatever fails leaves
//! nothing behind. The ledger is not touched: that is `admit`. Neighbours:
//! `verify` judges, `disk` writes, `journal` hands over a closed run.

use super::baginfo::{self, Oxum, Statement, has_plan};
use super::defect::{ArchiveError, Failure};
use super::disk::{self, Staging};
use super::manifest;
use super::name;
use super::read::{Hashing, sha256};
use super::verify::{VerifiedBundle, verify_bundle};
use crate::record::{BundleId, BundleKind, Digest, Evidence, HexDigest, Utc};
use flate2::Compression;
use flate2::GzBuilder;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Where the bytes of a payload file come from.
#[derive(Debug, Clone)]
pub enum Payload {
    /// Memory.
    Bytes(Vec<u8>),
    /// A regular file, which is copied.
    File(PathBuf),
}

/// A bundle to be sealed.
#[derive(Debug, Clone)]
pub struct Draft {
    /// Kind.
    pub kind: BundleKind,
    /// Evidence level.
    pub evidence: Evidence,
    /// Lower-case words joined by hyphens, for the id.
    pub slug: String,
    /// The time in the id, and the date of bagging.
    pub at: Utc,
    /// Plan id; required of plans and runs, absent from other kinds.
    pub plan_id: Option<Digest>,
    /// Payload by path below `data/`.
    pub files: BTreeMap<String, Payload>,
}

/// A bundle that was sealed and verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedBundle {
    /// Bundle id.
    pub id: BundleId,
    /// Bundle digest.
    pub digest: Digest,
    /// Its folder.
    pub path: PathBuf,
}

/// Seals and verifies a draft; the bundle is then in `runs/bundles/` and not in the ledger.
///
/// # Errors
/// [`Failure::Defects`] if the written bundle breaks a rule; [`Failure::CouldNotRun`] if
/// the draft has no id, a bundle of that id exists, or the disk refuses. Nothing is left.
pub fn seal(runs: &Path, draft: Draft) -> Result<SealedBundle, Failure> {
    let manifest = payload_manifest(&draft.files)?;
    let id = bundle_id(&draft, &manifest)?;
    let _lock = lock(runs)?;
    let place = vacant(runs, &id)?;
    let staging = Staging::make(runs, &format!("seal-{id}"))?;
    let folder = staging.path().join(id.as_str());
    write(&folder, &id, &draft)?;
    let verified = verify_bundle(&folder)?;
    settle(&folder, &place)?;
    Ok(SealedBundle { id, digest: verified.digest(), path: place })
}

/// Digest of the payload manifest that `draft` would have: equal digests mean equal payloads.
///
/// # Errors
/// A payload file cannot be read, or a path is not allowed.
pub fn payload_digest(draft: &Draft) -> Result<Digest, ArchiveError> {
    payload_manifest(&draft.files).map(|text| sha256(text.as_bytes()).into())
}

/// The bundle of the draft's kind in `runs` that holds the very same payload.
///
/// # Errors
/// As [`payload_digest`], or `runs/bundles` cannot be read.
pub fn find_same_payload(runs: &Path, draft: &Draft) -> Result<Option<BundleId>, ArchiveError> {
    let wanted = payload_digest(draft)?;
    let bundles = runs.join("bundles");
    if !bundles.exists() {
        return Ok(None);
    }
    let io = |source| ArchiveError::io("read folder", &bundles)(source);
    let mut same = Vec::new();
    for entry in fs::read_dir(&bundles).map_err(io)? {
        let entry = entry.map_err(io)?;
        let Some(id) = entry.file_name().to_str().and_then(BundleId::parse) else { continue };
        if id.kind() != draft.kind {
            continue;
        }
        let place = entry.path().join(manifest::PAYLOAD);
        // A bundle without a readable manifest is not the same; verification reports it.
        let Ok((_, digest)) = Hashing::open(&place).and_then(Hashing::finish) else { continue };
        if Digest::from(digest) == wanted {
            same.push(id);
        }
    }
    Ok(same.into_iter().min())
}

/// Gzips bytes: no time stamp, one level, the same bytes every time.
#[must_use]
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzBuilder::new().mtime(0).write(Vec::new(), Compression::new(6));
    // Writing to memory cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// Takes the lock of the archive, making its folder where there is none.
pub(super) fn lock(runs: &Path) -> Result<disk::Lock, ArchiveError> {
    fs::create_dir_all(runs.join("bundles")).map_err(ArchiveError::io("make folder", runs))?;
    disk::lock(runs)
}

/// The place of a bundle that is not there yet.
fn vacant(runs: &Path, id: &BundleId) -> Result<PathBuf, ArchiveError> {
    let path = runs.join("bundles").join(id.as_str());
    if path.symlink_metadata().is_ok() {
        let todo = "a sealed bundle is never replaced; use another time or slug";
        return Err(ArchiveError::Exists { verb: "seal", id: id.to_string(), path, todo });
    }
    Ok(path)
}

/// Moves a written and verified bundle to its place, durably, and makes it read-only.
pub(super) fn settle(folder: &Path, place: &Path) -> Result<(), ArchiveError> {
    const KEPT: &str =
        "the bundle is in place and verified, but can still be written to; remove write permission";
    disk::sync_folders(folder).map_err(ArchiveError::io("sync", folder))?;
    fs::rename(folder, place).map_err(ArchiveError::io("move the bundle to", place))?;
    let settled = place.parent().map_or(Ok(()), disk::sync_folder);
    settled
        .and_then(|()| disk::make_read_only(place))
        .map_err(ArchiveError::io_kept("settle", place, KEPT))
}

fn bundle_id(draft: &Draft, manifest: &str) -> Result<BundleId, ArchiveError> {
    let refuse = |what: &str, expected: &str, found: String| ArchiveError::Draft {
        what: what.to_owned(),
        expected: expected.to_owned(),
        found,
    };
    let kind = draft.kind.as_str();
    if draft.files.is_empty() {
        return Err(refuse(kind, "at least one file", "none".to_owned()));
    }
    let digest = match (has_plan(draft.kind), draft.plan_id) {
        (true, Some(plan_id)) => plan_id,
        (false, None) => sha256(manifest.as_bytes()).into(),
        (true, None) => return Err(refuse(kind, "a plan id", "none".to_owned())),
        (false, Some(id)) => return Err(refuse(kind, "no plan id", id.to_string())),
    };
    BundleId::new(&draft.at, draft.kind, &draft.slug, digest).ok_or_else(|| {
        refuse("a bundle", "a slug of lower-case words joined by hyphens", draft.slug.clone())
    })
}

/// The payload manifest of these files, without copying any.
fn payload_manifest(files: &BTreeMap<String, Payload>) -> Result<String, ArchiveError> {
    let mut entries: BTreeMap<String, HexDigest> = BTreeMap::new();
    for (path, payload) in files {
        if !name::path_ok(path) {
            return Err(ArchiveError::Draft {
                what: "a payload file".to_owned(),
                expected: name::EXPECTED.to_owned(),
                found: format!("{path:?}"),
            });
        }
        let digest = match payload {
            Payload::Bytes(bytes) => sha256(bytes),
            Payload::File(from) => {
                Hashing::open(from)
                    .and_then(Hashing::finish)
                    .map_err(ArchiveError::io("read", from))?
                    .1
            }
        };
        entries.insert(format!("data/{path}"), digest);
    }
    Ok(manifest::text(entries.iter().map(|(path, digest)| (path.as_str(), *digest))))
}

/// Writes the bundle folder: payload, then the tag files, the tag manifest last.
fn write(folder: &Path, id: &BundleId, draft: &Draft) -> Result<(), ArchiveError> {
    let mut listed = BTreeMap::new();
    let mut oxum = Oxum { bytes: 0, files: 0 };
    for (path, payload) in &draft.files {
        let place = folder.join("data").join(path);
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent).map_err(ArchiveError::io("make folder", parent))?;
        }
        let (bytes, digest) = match payload {
            Payload::Bytes(bytes) => disk::write_from(Hashing::new(bytes.as_slice()), &place),
            Payload::File(from) => disk::copy_new(from, &place),
        }
        .map_err(ArchiveError::io("write", &place))?;
        oxum = Oxum { bytes: oxum.bytes + bytes, files: oxum.files + 1 };
        listed.insert(format!("data/{path}"), digest);
    }
    let payload = manifest::text(listed.iter().map(|(path, digest)| (path.as_str(), *digest)));
    let info = baginfo::text(&Statement {
        date: draft.at.date(),
        oxum,
        identifier: id.as_str(),
        kind: draft.kind,
        evidence: draft.evidence,
        plan_id: draft.plan_id,
    });
    let tags = [info.as_str(), baginfo::DECLARATION, payload.as_str()];
    let digests = tags.map(|text| sha256(text.as_bytes()));
    let tag = manifest::text(manifest::TAG_FILES.into_iter().zip(digests));
    let names = manifest::TAG_FILES.into_iter().chain([manifest::TAG]);
    for (name, text) in names.zip(tags.into_iter().chain([tag.as_str()])) {
        let place = folder.join(name);
        disk::write_new(&place, text.as_bytes()).map_err(ArchiveError::io("write", &place))?;
    }
    Ok(())
}

/// Verifies a copy and holds its digest against the original's.
pub(super) fn verify_copy(
    folder: &Path,
    original: &VerifiedBundle,
) -> Result<VerifiedBundle, Failure> {
    let copy = verify_bundle(folder)?;
    if copy.digest() == original.digest() {
        return Ok(copy);
    }
    Err(Failure::CouldNotRun(ArchiveError::CopyDiffers {
        id: original.id().to_string(),
        expected: original.digest().to_string(),
        found: copy.digest().to_string(),
    }))
}
