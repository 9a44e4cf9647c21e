//! One verification, from the cheap rules to the dear ones.
//!
//! Job: names, tag files, manifests, then every byte, gathering every defect. A
//! file is opened only because `walk` found it, never because a manifest names
//! it; it is hashed and parsed in one read. Neighbours: `walk`, `manifest`,
//! `baginfo`, `parts` and `consistency` each hold one set of rules.

use super::super::baginfo::{self, BagInfo, Oxum};
use super::super::code::Code;
use super::super::consistency::{self, Facts, Parts};
use super::super::content::Content;
use super::super::defect::{self, ArchiveError, Defect, Failure};
use super::super::gunzip::Room;
use super::super::limits::Limits;
use super::super::parts::{self, Part, ReadFile, Shape};
use super::super::read::{Hashing, sha256};
use super::super::walk::{self, Found};
use super::super::{manifest, tagtext};
use super::{FileEntry, VerifiedBundle};
use crate::record::{BundleId, BundleKind, Digest, Evidence, HexDigest};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The state of one verification.
pub(super) struct Check<'a> {
    dir: &'a Path,
    limits: &'a Limits,
    name: String,
    id: Option<BundleId>,
    found: Found,
    defects: Vec<Defect>,
    tags: BTreeMap<String, Vec<u8>>,
    listed: BTreeMap<String, HexDigest>,
    info: BagInfo,
    files: Vec<FileEntry>,
    content: Option<Content>,
    plan_id: Option<Digest>,
}

impl<'a> Check<'a> {
    pub(super) fn begin(dir: &'a Path, limits: &'a Limits) -> Result<Self, ArchiveError> {
        let name = folder_name(dir);
        let mut found = walk::walk(dir, limits)?;
        let mut defects = std::mem::take(&mut found.defects);
        let id = BundleId::parse(&name);
        if id.is_none() {
            let expected = "YYYYMMDD-hhmmss-<kind>-<slug>-<8 hex>";
            defects.push(Defect::new(Code::FolderName, "", expected, &name));
        }
        Ok(Self {
            dir,
            limits,
            name,
            id,
            found,
            defects,
            tags: BTreeMap::new(),
            listed: BTreeMap::new(),
            info: BagInfo::default(),
            files: Vec::new(),
            content: None,
            plan_id: None,
        })
    }

    /// Goes through all rules.
    pub(super) fn run(mut self) -> Result<VerifiedBundle, Failure> {
        if !self.found.stopped {
            self.tag_files()?;
            self.payload()?;
        }
        self.verdict()
    }

    fn kind(&self) -> Option<BundleKind> {
        self.id.as_ref().map(BundleId::kind).or(self.info.kind)
    }

    /// Reads the four tag files and what they say; none is read twice.
    fn tag_files(&mut self) -> Result<(), ArchiveError> {
        for name in manifest::TAG_FILES.into_iter().chain([manifest::TAG]) {
            if self.found.tags.iter().any(|tag| tag == name) {
                self.tag_file(name)?;
            } else if !self.found.reported.iter().any(|path| path == name) {
                self.defects.push(Defect::new(
                    Code::TagFileMissing,
                    name,
                    "a file",
                    "no such file",
                ));
            }
        }
        let defects = &mut self.defects;
        let id_kind = self.id.as_ref().map(BundleId::kind);
        if let Some(bytes) = self.tags.get("bagit.txt") {
            let before = defects.len();
            let text = tagtext::clean("bagit.txt", bytes, defects);
            if defects.len() == before && text.as_deref() != Some(baginfo::DECLARATION) {
                let found = text.unwrap_or_default();
                defects.push(Defect::new(
                    Code::BagDeclaration,
                    "bagit.txt",
                    baginfo::DECLARATION,
                    found,
                ));
            }
        }
        if let Some(bytes) = self.tags.get(baginfo::FILE) {
            self.info = baginfo::read(bytes, id_kind, defects);
        }
        if let Some(bytes) = self.tags.get(manifest::PAYLOAD) {
            self.listed = manifest::read(manifest::PAYLOAD, bytes, defects);
        }
        if let Some(bytes) = self.tags.get(manifest::TAG) {
            let listed = manifest::read(manifest::TAG, bytes, defects);
            self.compare_tags(&listed);
        }
        Ok(())
    }

    fn tag_file(&mut self, name: &str) -> Result<(), ArchiveError> {
        let place = self.dir.join(name);
        let io = |source| ArchiveError::io("read", &place)(source);
        let mut source = Hashing::open(&place).map_err(io)?;
        let hint = source.length_hint(self.limits.tag_file);
        match source.whole(self.limits.tag_file, hint).map_err(io)? {
            Some(bytes) => {
                let entry = FileEntry {
                    path: name.to_owned(),
                    bytes: bytes.len() as u64,
                    sha256: sha256(&bytes),
                };
                self.files.push(entry);
                self.tags.insert(name.to_owned(), bytes);
            }
            None => {
                let expected = format!("at most {} bytes", self.limits.tag_file);
                self.defects.push(Defect::new(Code::TagFileTooLarge, name, expected, "more"));
            }
        }
        Ok(())
    }

    fn compare_tags(&mut self, listed: &BTreeMap<String, HexDigest>) {
        for name in manifest::TAG_FILES {
            let Some(entry) = self.files.iter().find(|entry| entry.path == name) else { continue };
            let defect = match listed.get(name) {
                None => Defect::new(Code::FileUnlisted, name, "a line in the manifest", "none"),
                Some(sha256) if *sha256 != entry.sha256 => {
                    Defect::new(Code::DigestMismatch, name, sha256, entry.sha256)
                }
                Some(_) => continue,
            };
            self.defects.push(defect.listed_in(manifest::TAG));
        }
    }

    /// Reads every payload file once and compares it with everything said about it.
    fn payload(&mut self) -> Result<(), ArchiveError> {
        let kind = self.kind();
        let paths = std::mem::take(&mut self.found.payload);
        let read: Vec<ReadFile> = paths
            .par_iter()
            .map_init(Room::new, |room, path| {
                let place = self.dir.join(path);
                let shape = shape(kind, path).unwrap_or(Shape::Bytes);
                parts::read(&place, shape, self.limits, room)
                    .map_err(ArchiveError::io("read", &place))
            })
            .collect::<Result<_, _>>()?;
        let oxum =
            Oxum { bytes: read.iter().map(|file| file.bytes).sum(), files: read.len() as u64 };
        self.payload_names(kind, &paths);
        let mut parts = Parts::new();
        for (path, file) in paths.iter().zip(read) {
            self.payload_file(path, &file);
            if path == "data/plan.json" {
                self.plan_id = Some(file.sha256.into());
            }
            self.files.push(FileEntry {
                path: path.clone(),
                bytes: file.bytes,
                sha256: file.sha256,
            });
            if !matches!(file.part, Part::None) {
                parts.insert(below_data(path).to_owned(), file.part);
            }
        }
        self.statements(oxum);
        if let Some(kind) = kind {
            let names: BTreeSet<&str> = paths.iter().map(|path| below_data(path)).collect();
            let facts = Facts { id: self.id.as_ref(), plan_id: self.plan_id, files: &names };
            self.content = consistency::join(kind, parts, &facts, &mut self.defects);
        }
        Ok(())
    }

    /// Which payload files are there, listed, required and allowed.
    fn payload_names(&mut self, kind: Option<BundleKind>, paths: &[String]) {
        let there: BTreeSet<&str> = paths.iter().map(String::as_str).collect();
        let reported: BTreeSet<&str> = self.found.reported.iter().map(String::as_str).collect();
        let defects = &mut self.defects;
        for path in self.listed.keys().filter(|path| !there.contains(path.as_str())) {
            if !reported.contains(path.as_str()) {
                let defect = Defect::new(Code::FileMissing, path, "a file", "no such file");
                defects.push(defect.listed_in(manifest::PAYLOAD));
            }
        }
        for path in &there {
            let listed = self.listed.contains_key(*path);
            if !listed && self.tags.contains_key(manifest::PAYLOAD) {
                let defect =
                    Defect::new(Code::FileUnlisted, *path, "a line in the manifest", "none");
                defects.push(defect.listed_in(manifest::PAYLOAD));
            } else if kind.is_some() && shape(kind, path).is_none() {
                let expected = kind.map_or("", BundleKind::as_str);
                let expected = format!("a file of a {expected} bundle");
                defects.push(Defect::new(Code::PayloadUnexpected, *path, expected, *path));
            }
        }
        for required in kind.map_or(&[][..], parts::required) {
            let path = format!("data/{required}");
            let known = there.contains(path.as_str())
                || self.listed.contains_key(&path)
                || reported.contains(path.as_str());
            if !known {
                defects.push(Defect::new(Code::PayloadMissing, path, "a file", "no such file"));
            }
        }
    }

    fn payload_file(&mut self, path: &str, file: &ReadFile) {
        if let Some(sha256) = self.listed.get(path).filter(|sha256| **sha256 != file.sha256) {
            let defect = Defect::new(Code::DigestMismatch, path, sha256, file.sha256);
            self.defects.push(defect.listed_in(manifest::PAYLOAD));
        }
        for fault in &file.faults {
            let mut defect = Defect::new(fault.code, path, &fault.expected, &fault.found);
            defect.place = fault.place;
            self.defects.push(defect);
        }
    }

    /// What `bag-info.txt` and the folder name state, against what is there.
    fn statements(&mut self, oxum: Oxum) {
        let mut report = |code, expected: &dyn std::fmt::Display, found: &dyn std::fmt::Display| {
            self.defects.push(Defect::new(code, baginfo::FILE, expected, found));
        };
        let info = &self.info;
        if let Some(stated) = info.oxum.filter(|stated| *stated != oxum) {
            report(Code::PayloadOxum, &oxum, &stated);
        }
        if let Some(stated) = info.identifier.as_ref().filter(|stated| **stated != self.name) {
            report(Code::ExternalIdentifier, &self.name, stated);
        }
        if let (Some(plan_id), Some(stated)) = (self.plan_id, info.plan_id)
            && plan_id != stated
        {
            report(Code::PlanId, &plan_id, &stated);
        }
        let Some(id) = &self.id else { return };
        if let Some(stated) = info.kind.filter(|stated| *stated != id.kind()) {
            report(Code::KindMismatch, &id.kind().as_str(), &stated.as_str());
        }
        let own = own_evidence(id.kind());
        if let Some(stated) = info.evidence.filter(|it| *it != own && *it != Evidence::Synthetic) {
            report(
                Code::EvidenceMismatch,
                &format!("{} or synthetic", own.as_str()),
                &stated.as_str(),
            );
        }
        let content = if baginfo::has_plan(id.kind()) {
            self.plan_id.map(HexDigest::from)
        } else {
            self.tags.get(manifest::PAYLOAD).map(|bytes| sha256(bytes))
        };
        if let Some(digits) = content.map(|digest| digest.to_string()[..8].to_owned())
            && digits != id.hex()
        {
            self.defects.push(Defect::new(Code::IdDigits, "", digits, id.hex()));
        }
    }

    fn verdict(mut self) -> Result<VerifiedBundle, Failure> {
        let digest = self.tags.get(manifest::TAG).map(|bytes| Digest::from(sha256(bytes)));
        let Check { id, info, content, name, dir, mut files, plan_id, .. } = self;
        if self.defects.is_empty()
            && let (Some(id), Some(digest), Some(content)) = (id, digest, content)
            && let (Some(evidence), Some(bagged_on)) = (info.evidence, info.date)
        {
            files.sort_by(|a, b| a.path.cmp(&b.path));
            let path = dir.to_owned();
            return Ok(VerifiedBundle {
                id,
                evidence,
                digest,
                plan_id,
                bagged_on,
                files,
                content,
                path,
            });
        }
        if self.defects.is_empty() {
            // Fail closed: a bundle that broke no rule and still has no content is not verified.
            self.defects.push(Defect::new(Code::PayloadMissing, "data", "a whole bundle", "less"));
        }
        self.defects = self.defects.into_iter().map(|defect| defect.of(&name)).collect();
        defect::sort(&mut self.defects);
        Err(Failure::Defects(self.defects))
    }
}

/// The name of a folder, also where the path ends in `.` or `..`.
fn folder_name(dir: &Path) -> String {
    let whole = if dir.file_name().is_none() { dir.canonicalize().ok() } else { None };
    let name = whole.as_deref().unwrap_or(dir).file_name();
    name.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The evidence level of a kind, apart from `synthetic`.
const fn own_evidence(kind: BundleKind) -> Evidence {
    match kind {
        BundleKind::Transcription => Evidence::Transcribed,
        _ => Evidence::Measured,
    }
}

fn shape(kind: Option<BundleKind>, path: &str) -> Option<Shape> {
    parts::shape(kind?, below_data(path))
}

fn below_data(path: &str) -> &str {
    path.strip_prefix("data/").unwrap_or(path)
}
