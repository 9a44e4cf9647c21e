//! What every bundle's page shows: identity, files, what other bundles say.

use super::errata::{self, ErratumView};
use crate::archive::{Archive, VERIFIER, VerifiedBundle};
use crate::site::Language;
use crate::site::build::Reported;
use crate::site::number::whole;
use crate::site::texts::Texts;

/// What names a bundle wherever it is shown.
#[derive(Debug)]
pub(in crate::site) struct BundleHead {
    pub(in crate::site) id: String,
    pub(in crate::site) kind: String,
    pub(in crate::site) evidence: String,
    pub(in crate::site) evidence_class: &'static str,
    pub(in crate::site) digest: String,
    pub(in crate::site) bagged_on: String,
}

/// A bundle with its files and what other bundles say about it.
#[derive(Debug)]
pub(in crate::site) struct BundleView {
    pub(in crate::site) head: BundleHead,
    pub(in crate::site) plan_id: Option<String>,
    pub(in crate::site) verifier: &'static str,
    pub(in crate::site) files: Vec<FileView>,
    /// Names of the tables that are there as CSV.
    pub(in crate::site) tables: Vec<&'static str>,
    /// Corrections of this bundle.
    pub(in crate::site) errata: Vec<ErratumView>,
    /// Ids of reviews, errata and bundles that replace this one, with their kind.
    pub(in crate::site) about: Vec<(String, String)>,
}

/// One file of a bundle.
#[derive(Debug)]
pub(in crate::site) struct FileView {
    pub(in crate::site) path: String,
    pub(in crate::site) bytes: String,
    pub(in crate::site) sha256: String,
}

impl BundleHead {
    pub(super) fn new(bundle: &VerifiedBundle, texts: &Texts) -> Self {
        Self {
            id: bundle.id().to_string(),
            kind: texts.kind.of(bundle.kind()).to_owned(),
            evidence: texts.evidence.of(bundle.evidence()).to_owned(),
            evidence_class: bundle.evidence().as_str(),
            digest: bundle.digest().to_string(),
            bagged_on: bundle.bagged_on().to_owned(),
        }
    }
}

impl BundleView {
    pub(in crate::site) fn new(
        reported: &Reported<'_>,
        archive: &Archive,
        language: Language,
        texts: &Texts,
    ) -> Self {
        let bundle = reported.bundle;
        let links = archive.about(bundle.digest());
        let about = links.reviews.iter().chain(&links.errata).chain(&links.superseding);
        let file = |entry: &crate::archive::FileEntry| FileView {
            path: entry.path.clone(),
            bytes: whole(entry.bytes),
            sha256: entry.sha256.to_string(),
        };
        Self {
            head: BundleHead::new(bundle, texts),
            plan_id: bundle.plan_id().map(|id| id.to_string()),
            verifier: VERIFIER,
            tables: reported.tables.clone(),
            errata: errata::of(&links.errata, archive, language),
            files: bundle.files().iter().map(file).collect(),
            about: about
                .map(|other| (other.id().to_string(), texts.kind.of(other.kind()).to_owned()))
                .collect(),
        }
    }
}
