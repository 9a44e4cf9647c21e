//! `report.json` and `claims.json`: everything behind an article, not rounded.

use super::Article;
use crate::archive::VERIFIER;
use crate::record::{Bilingual, BundleId, Digest, Evidence, Id};
use crate::report::SystemsCompared;
use crate::report::article::{AnalysisKind, Claim, Date, Figure, Word};
use crate::site::SiteError;
use serde::Serialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// Version of the two files.
const FORMAT: u64 = 0;

#[derive(Serialize)]
struct ReportFile<'a> {
    format: u64,
    slug: &'a str,
    title: Bilingual,
    summary: Bilingual,
    date: &'a Date,
    revisions: Vec<RevisionEntry<'a>>,
    verified_by: &'static str,
    bundles: Vec<BundleEntry<'a>>,
    comparisons: Vec<ComparisonEntry<'a>>,
    analyses: Vec<AnalysisEntry>,
    figures: &'a BTreeMap<Word, Figure>,
    tables: BTreeMap<&'a Word, Vec<Vec<&'a Word>>>,
}

#[derive(Serialize)]
struct RevisionEntry<'a> {
    number: u64,
    date: &'a Date,
    text: Bilingual,
}

#[derive(Serialize)]
struct BundleEntry<'a> {
    name: &'a Word,
    id: &'a BundleId,
    digest: Digest,
    evidence: Evidence,
}

#[derive(Serialize)]
struct ComparisonEntry<'a> {
    baseline: &'a Id,
    arm: &'a Id,
    systems: &'a SystemsCompared,
}

#[derive(Serialize)]
struct AnalysisEntry {
    kind: AnalysisKind,
    text: Bilingual,
}

#[derive(Serialize)]
struct ClaimsFile<'a> {
    format: u64,
    report: &'a str,
    verified_by: &'static str,
    claims: &'a [Claim],
}

/// Names and texts of both files.
pub(super) fn files(article: &Article<'_>) -> Result<[(&'static str, String); 2], SiteError> {
    let slug = &article.source.slug;
    let claims = ClaimsFile {
        format: FORMAT,
        report: slug,
        verified_by: VERIFIER,
        claims: &article.resolved.claims,
    };
    Ok([
        ("claims.json", text(slug, "claims.json", &claims)?),
        ("report.json", text(slug, "report.json", &report(article))?),
    ])
}

fn report<'a>(article: &'a Article<'_>) -> ReportFile<'a> {
    let (spec, resolved) = (article.spec, &article.resolved);
    let revision = |declared: &'a Spanned<crate::report::article::RevisionSpec>| {
        let revision = declared.get_ref();
        RevisionEntry { number: revision.number, date: &revision.date, text: revision.text.both() }
    };
    ReportFile {
        format: FORMAT,
        slug: &article.source.slug,
        title: spec.title.both(),
        summary: spec.summary.both(),
        date: &spec.date,
        revisions: spec.revisions.iter().map(revision).collect(),
        verified_by: VERIFIER,
        bundles: resolved
            .bundles
            .iter()
            .map(|(name, known)| BundleEntry {
                name,
                id: known.bundle.id(),
                digest: known.bundle.digest(),
                evidence: known.bundle.evidence(),
            })
            .collect(),
        comparisons: resolved
            .comparisons
            .iter()
            .map(|compared| ComparisonEntry {
                baseline: compared.baseline,
                arm: compared.arm,
                systems: compared.systems,
            })
            .collect(),
        analyses: spec
            .analyses
            .iter()
            .map(|each| AnalysisEntry { kind: each.kind, text: each.text.both() })
            .collect(),
        figures: &resolved.figures,
        tables: spec
            .tables
            .iter()
            .map(|(id, table)| {
                let rows = table.get_ref().rows.iter();
                (id, rows.map(|row| row.cells.iter().map(Spanned::get_ref).collect()).collect())
            })
            .collect(),
    }
}

fn text(slug: &str, name: &str, value: &impl Serialize) -> Result<String, SiteError> {
    serde_json::to_string_pretty(value).map(|text| text + "\n").map_err(|cause| SiteError::Render {
        what: format!("reports/{slug}/{name}"),
        cause: cause.to_string(),
    })
}
