//! What the template of an article shows.

use super::figure::{Form, Show};
use super::{Article, Page};
use crate::archive::{Archive, Content, VerifiedBundle};
use crate::record::Digest;
use crate::report::SystemsCompared;
use crate::report::article::{AnalysisKind, Claim, Compared, Figure, Kind};
use crate::site::inert::visible;
use crate::site::language::Language;
use crate::site::markup::Markup;
use crate::site::texts::{Texts, fill};
use crate::site::view::transcription::Names;

/// A line of a list of articles.
#[derive(Debug)]
pub(in crate::site) struct ArticleLink {
    /// Address below the folder of the language.
    pub(in crate::site) href: String,
    pub(in crate::site) title: String,
    pub(in crate::site) summary: String,
    /// Date of the newest revision.
    pub(in crate::site) revised: String,
}

impl ArticleLink {
    pub(super) fn new(article: &Article<'_>, language: Language) -> Option<Self> {
        let own = |page: &&Page| page.language == language && page.address.revision.is_none();
        let page = article.pages.iter().find(own)?;
        Some(Self {
            href: page.address.path(&article.source.slug),
            title: page.words.title.clone(),
            summary: page.words.summary.plain.clone(),
            revised: revised(article),
        })
    }
}

/// Everything on the page of an article.
#[derive(Debug)]
pub(in crate::site) struct ArticleView {
    pub(in crate::site) slug: String,
    pub(in crate::site) title: String,
    pub(in crate::site) summary: Markup,
    pub(in crate::site) date: String,
    pub(in crate::site) revised: String,
    /// On the lasting address of a revision: what it is, and the way to the newest text.
    pub(in crate::site) notice: Option<String>,
    pub(in crate::site) bundles: Vec<BundleView>,
    pub(in crate::site) about: Vec<AboutView>,
    pub(in crate::site) contents: Vec<(String, Markup)>,
    pub(in crate::site) body: Markup,
    pub(in crate::site) shows_published: bool,
    pub(in crate::site) claims: Vec<ClaimView>,
    pub(in crate::site) compared: Vec<ComparedView>,
    pub(in crate::site) limits: Vec<Markup>,
    /// What the bundles themselves say that they do not show.
    pub(in crate::site) bundle_limits: Vec<String>,
    pub(in crate::site) analyses: Vec<(String, Markup)>,
    pub(in crate::site) revisions: Vec<RevisionView>,
    /// Number of the revision that the page shows.
    pub(in crate::site) number: u64,
    /// The same in words.
    pub(in crate::site) label: String,
}

/// A bundle that the article uses.
#[derive(Debug)]
pub(in crate::site) struct BundleView {
    pub(in crate::site) href: String,
    pub(in crate::site) id: String,
    pub(in crate::site) digest: String,
    pub(in crate::site) evidence: String,
    pub(in crate::site) evidence_class: &'static str,
}

/// A review, an erratum or a replacement of a bundle that the article uses.
#[derive(Debug)]
pub(in crate::site) struct AboutView {
    pub(in crate::site) kind: String,
    pub(in crate::site) href: String,
    pub(in crate::site) id: String,
    pub(in crate::site) text: String,
}

/// A claim with its verdict.
#[derive(Debug)]
pub(in crate::site) struct ClaimView {
    pub(in crate::site) anchor: String,
    pub(in crate::site) statement: Markup,
    pub(in crate::site) figures: Vec<Markup>,
    pub(in crate::site) condition: String,
    pub(in crate::site) holds: bool,
}

/// Two arms that the article compares.
#[derive(Debug)]
pub(in crate::site) struct ComparedView {
    pub(in crate::site) heading: String,
    pub(in crate::site) wording: String,
    pub(in crate::site) differs: Vec<String>,
}

/// A revision.
#[derive(Debug)]
pub(in crate::site) struct RevisionView {
    pub(in crate::site) label: String,
    pub(in crate::site) date: String,
    pub(in crate::site) text: Markup,
    pub(in crate::site) href: String,
}

impl ArticleView {
    pub(super) fn new(
        article: &Article<'_>,
        page: &Page,
        archive: &Archive,
        texts: &Texts,
    ) -> Self {
        let (language, words) = (page.language, &page.words);
        let show = Show { language, texts, resolved: &article.resolved, up: page.address.up };
        let newest = article.spec.revisions.last().map_or(1, |r| r.get_ref().number);
        let number = page.address.revision.unwrap_or(newest);
        let markup = |html: &String| Markup::of_escaped(html.clone());
        let claims = article.resolved.claims.iter().zip(&words.claims);
        Self {
            slug: article.source.slug.clone(),
            title: words.title.clone(),
            summary: markup(&words.summary.html),
            date: article.spec.date.to_string(),
            revised: revised(article),
            notice: page.address.revision.map(|number| {
                let text = if number == newest {
                    &texts.article.newest_revision
                } else {
                    &texts.article.old_revision
                };
                fill(text, &[("n", &number.to_string())])
            }),
            bundles: bundles(&show),
            about: about(&show, archive),
            contents: page
                .body
                .headings
                .iter()
                .filter(|heading| heading.level == 2)
                .map(|heading| (heading.id.to_string(), markup(&heading.text.html)))
                .collect(),
            body: markup(&page.body.html),
            shows_published: article
                .resolved
                .figures
                .values()
                .any(|figure| figure.kind == Kind::Published || figure.is_from_published_counts()),
            claims: claims
                .map(|(claim, statement)| claim_view(claim, &statement.html, article, &show))
                .collect(),
            compared: article
                .resolved
                .comparisons
                .iter()
                .map(|compared| compared_view(compared, texts, language))
                .collect(),
            limits: words.limits.iter().map(|limit| markup(&limit.html)).collect(),
            bundle_limits: bundle_limits(&show),
            analyses: analyses(article, page, texts),
            revisions: revisions(article, page, texts),
            number,
            label: label(number, texts),
        }
    }
}

fn label(number: u64, texts: &Texts) -> String {
    fill(&texts.article.revision, &[("n", &number.to_string())])
}

fn revised(article: &Article<'_>) -> String {
    let newest = article.spec.revisions.last().map(|revision| &revision.get_ref().date);
    newest.unwrap_or(&article.spec.date).to_string()
}

fn bundles(show: &Show<'_>) -> Vec<BundleView> {
    let bundles = show.resolved.bundles.iter().map(|(_, known)| known.bundle);
    bundles
        .map(|bundle| BundleView {
            href: show.bundle(bundle.digest()).unwrap_or_default(),
            id: bundle.id().to_string(),
            digest: bundle.digest().to_string(),
            evidence: show.texts.evidence.of(bundle.evidence()).to_owned(),
            evidence_class: bundle.evidence().as_str(),
        })
        .collect()
}

/// What other bundles say about those that the article uses.
fn about(show: &Show<'_>, archive: &Archive) -> Vec<AboutView> {
    let digests = show.resolved.bundles.iter().map(|(_, known)| known.bundle.digest());
    let of = |digest: Digest| {
        let links = archive.about(digest);
        links.errata.into_iter().chain(links.superseding).chain(links.reviews)
    };
    digests.flat_map(of).map(|bundle| about_view(bundle, show)).collect()
}

fn about_view(bundle: &VerifiedBundle, show: &Show<'_>) -> AboutView {
    let text = match bundle.content() {
        Content::Erratum(erratum) => show.language.pick(&erratum.text),
        Content::Review(review) => show.language.pick(&review.findings.scope),
        _ => &show.texts.article.superseding,
    };
    AboutView {
        kind: show.texts.kind.of(bundle.kind()).to_owned(),
        href: format!("{}bundles/{}/index.html", show.up, bundle.id()),
        id: bundle.id().to_string(),
        text: visible(text).into_owned(),
    }
}

fn claim_view(claim: &Claim, statement: &str, article: &Article<'_>, show: &Show<'_>) -> ClaimView {
    let figure = |figure: &Figure| {
        let spec = article.spec.figures.get(&figure.id)?.get_ref();
        Some(Markup::of_escaped(show.data(figure, spec, Form::Full)))
    };
    ClaimView {
        anchor: format!("claim-{}", claim.id),
        statement: Markup::of_escaped(statement.to_owned()),
        figures: claim.figures.iter().filter_map(figure).collect(),
        condition: show.condition(claim),
        holds: claim.holds,
    }
}

fn compared_view(compared: &Compared<'_>, texts: &Texts, language: Language) -> ComparedView {
    let names = Names { transcription: compared.report.transcription, texts, language };
    let (wording, differs) = match compared.systems {
        SystemsCompared::SpeculationOnly => (&texts.run.speculation_only, Vec::new()),
        SystemsCompared::Configurations { differs } => (
            &texts.run.configurations,
            differs.iter().map(|text| visible(language.pick(text)).into_owned()).collect(),
        ),
    };
    ComparedView {
        heading: format!("{} → {}", names.whole(compared.baseline), names.whole(compared.arm)),
        wording: wording.clone(),
        differs,
    }
}

fn bundle_limits(show: &Show<'_>) -> Vec<String> {
    let reports = show.resolved.bundles.iter().filter_map(|(_, known)| known.report);
    let limits = reports.flat_map(|report| &report.transcription.limits);
    limits.map(|limit| visible(show.language.pick(limit)).into_owned()).collect()
}

fn analyses(article: &Article<'_>, page: &Page, texts: &Texts) -> Vec<(String, Markup)> {
    let label = |kind| match kind {
        AnalysisKind::Planned => texts.article.planned.clone(),
        AnalysisKind::PostHoc => texts.article.post_hoc.clone(),
    };
    let analyses = article.spec.analyses.iter().zip(&page.words.analyses);
    analyses
        .map(|(analysis, text)| (label(analysis.kind), Markup::of_escaped(text.html.clone())))
        .collect()
}

/// Newest first.
fn revisions(article: &Article<'_>, page: &Page, texts: &Texts) -> Vec<RevisionView> {
    let revisions = article.spec.revisions.iter().zip(&page.words.revisions).rev();
    revisions
        .map(|(declared, text)| {
            let revision = declared.get_ref();
            RevisionView {
                label: label(revision.number, texts),
                date: revision.date.to_string(),
                text: Markup::of_escaped(text.html.clone()),
                href: format!("{}r{}/index.html", page.address.deeper, revision.number),
            }
        })
        .collect()
}
