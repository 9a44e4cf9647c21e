//! Bundles that speak about other bundles: reviews and errata.

use super::errata;
use super::section::{Cell, Row, Section};
use crate::archive::{Archive, VerifiedBundle};
use crate::record::Digest;
use crate::record::review::{Review, ReviewerKind};
use crate::site::Language;
use crate::site::texts::Texts;

/// The link to a bundle that verification found.
pub(super) fn bundle(digest: Digest, archive: &Archive) -> Cell {
    archive.find(digest).map_or_else(
        || Cell::code(digest),
        |found| Cell::Bundle(found.id().to_string(), found.id().to_string()),
    )
}

/// What was reviewed, by whom, and every finding.
pub(super) fn review(
    review: &Review,
    archive: &Archive,
    language: Language,
    texts: &Texts,
) -> Vec<Section> {
    let (t, findings) = (&texts.detail, &review.findings);
    let kind = match findings.reviewer.kind {
        ReviewerKind::Human => &texts.run.human,
        ReviewerKind::Model => &texts.run.model,
    };
    let about = Section::new("review", t.review.clone())
        .lead(t.review_lead.clone())
        .fact(&t.of, bundle(review.of, archive))
        .fact(&t.reviewer, Cell::text(&findings.reviewer.name))
        .fact(&t.reviewer_kind, Cell::text(kind))
        .fact(&t.scope, Cell::text(language.pick(&findings.scope)))
        .fact(&t.human_review, Cell::yes_no(findings.human_review, texts));
    let target = archive.find(review.of).map(|found| found.id().to_string());
    let mut rows = Vec::new();
    for finding in &findings.findings {
        let trial = finding.trial.to_string();
        for kind in findings.kinds.iter().filter(|kind| finding.kinds.contains(&kind.id)) {
            let name = target
                .as_ref()
                .map_or_else(|| Cell::code(&trial), |of| Cell::Trial(of.clone(), trial.clone()));
            let severity = Cell::text(texts.severity.of(kind.severity));
            rows.push(Row::new(name, vec![severity, Cell::text(language.pick(&kind.text))]));
        }
    }
    let head = [&texts.run.trial, &texts.run.severity, &texts.run.finding];
    vec![about, Section::new("findings", texts.run.findings.clone()).table(&head, rows)]
}

/// What is wrong and what to use instead.
pub(super) fn erratum(
    own: &VerifiedBundle,
    archive: &Archive,
    language: Language,
    texts: &Texts,
) -> Section {
    let t = &texts.errata;
    let section = Section::new("erratum", t.title.clone());
    let Some(view) = errata::view(own, archive, language) else { return section };
    let link = |id: &String| Cell::Bundle(id.clone(), id.clone());
    let mut section = section.lead(view.text).fact(&t.of, link(&view.of));
    let trials = if view.trials.is_empty() { t.whole.clone() } else { view.trials.join(" ") };
    section = section.fact(&t.trials, Cell::Text(trials));
    match &view.instead {
        Some(instead) => section.fact(&t.instead, link(instead)),
        None => section,
    }
}
