//! `report.json` and `claims.json`: everything behind an article, not rounded.

use super::prose::Inline;
use super::words::Words;
use super::{Address, Article, Page};
use crate::archive::VERIFIER;
use crate::record::{Bilingual, BundleId, Digest, Evidence, Id};
use crate::report::SystemsCompared;
use crate::report::article::{AnalysisKind, Claim, Date, Figure, RevisionSpec, Word};
use crate::site::SiteError;
use crate::site::language::Language;
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
    claims: Vec<Claim>,
}

/// Names and texts of both files.
pub(super) fn files(article: &Article<'_>) -> Result<[(&'static str, String); 2], SiteError> {
    let slug = &article.source.slug;
    let said = Said::of(article);
    let claim = |(index, claim): (usize, &Claim)| Claim {
        statement: said.at(|words| &words.claims, index),
        ..claim.clone()
    };
    let claims = ClaimsFile {
        format: FORMAT,
        report: slug,
        verified_by: VERIFIER,
        claims: article.resolved.claims.iter().enumerate().map(claim).collect(),
    };
    Ok([
        ("claims.json", text(slug, "claims.json", &claims)?),
        ("report.json", text(slug, "report.json", &report(article, &said))?),
    ])
}

/// The texts of `report.toml` with their figures put in, without markup.
struct Said<'a> {
    ja: Option<&'a Words>,
    en: Option<&'a Words>,
}

impl<'a> Said<'a> {
    fn of(article: &'a Article<'_>) -> Self {
        let words = |language| {
            let own = |page: &&Page| page.language == language && page.address == Address::CURRENT;
            article.pages.iter().find(own).map(|page| &page.words)
        };
        Self { ja: words(Language::Ja), en: words(Language::En) }
    }

    fn text(&self, of: impl Fn(&'a Words) -> Option<&'a str>) -> Bilingual {
        let text = |words: Option<&'a Words>| words.and_then(&of).unwrap_or_default().to_owned();
        Bilingual { ja: text(self.ja), en: text(self.en) }
    }

    /// One text of a list.
    fn at(&self, list: impl Fn(&'a Words) -> &'a [Inline], index: usize) -> Bilingual {
        self.text(|words| list(words).get(index).map(|text| text.plain.as_str()))
    }
}

fn report<'a>(article: &'a Article<'_>, said: &Said<'_>) -> ReportFile<'a> {
    let (spec, resolved) = (article.spec, &article.resolved);
    let revision = |(index, declared): (usize, &'a Spanned<RevisionSpec>)| {
        let RevisionSpec { number, date, .. } = declared.get_ref();
        let text = said.at(|words| &words.revisions, index);
        RevisionEntry { number: *number, date, text }
    };
    ReportFile {
        format: FORMAT,
        slug: &article.source.slug,
        title: said.text(|words| Some(words.title.as_str())),
        summary: said.text(|words| Some(words.summary.plain.as_str())),
        date: &spec.date,
        revisions: spec.revisions.iter().enumerate().map(revision).collect(),
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
            .enumerate()
            .map(|(index, each)| AnalysisEntry {
                kind: each.kind,
                text: said.at(|words| &words.analyses, index),
            })
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
