//! Corrections: what is wrong, what is right, and which bundle it is about.

use crate::archive::{Archive, Content, VerifiedBundle};
use crate::record::erratum::Erratum;
use crate::site::Language;
use crate::site::build::Site;
use crate::site::inert::visible;

/// One correction.
#[derive(Debug)]
pub(in crate::site) struct ErratumView {
    pub(in crate::site) id: String,
    pub(in crate::site) date: String,
    pub(in crate::site) text: String,
    /// The corrected bundle.
    pub(in crate::site) of: String,
    /// Trials concerned; empty means the whole bundle.
    pub(in crate::site) trials: Vec<String>,
    /// The bundle to use instead.
    pub(in crate::site) instead: Option<String>,
}

impl ErratumView {
    fn new(
        bundle: &VerifiedBundle,
        erratum: &Erratum,
        archive: &Archive,
        language: Language,
    ) -> Option<Self> {
        let id = |digest| archive.find(digest).map(|found| found.id().to_string());
        Some(Self {
            id: bundle.id().to_string(),
            date: bundle.bagged_on().to_owned(),
            text: visible(language.pick(&erratum.text)).into_owned(),
            // Verification of the archive saw that the target is there.
            of: id(erratum.of)?,
            trials: erratum.trials.iter().map(ToString::to_string).collect(),
            instead: erratum.superseded_by.and_then(id),
        })
    }
}

/// Every correction, newest first.
pub(in crate::site) fn all(site: &Site<'_>, language: Language) -> Vec<ErratumView> {
    let bundles = site.archive.bundles().iter().rev();
    bundles.filter_map(|bundle| view(bundle, site.archive, language)).collect()
}

/// The corrections that these bundles are, in their order.
pub(super) fn of(
    errata: &[&VerifiedBundle],
    archive: &Archive,
    language: Language,
) -> Vec<ErratumView> {
    errata.iter().filter_map(|erratum| view(erratum, archive, language)).collect()
}

/// The correction that a bundle is, if it is one.
pub(super) fn view(
    bundle: &VerifiedBundle,
    archive: &Archive,
    language: Language,
) -> Option<ErratumView> {
    match bundle.content() {
        Content::Erratum(erratum) => ErratumView::new(bundle, erratum, archive, language),
        _ => None,
    }
}
