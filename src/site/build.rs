//! The whole site from a verified archive.

use super::error::SiteError;
use super::inert::visible;
use super::language::Language;
use super::output::Staging;
use super::pages::{BundlePage, ChoosePage, Frame, HomePage, TranscriptionPage};
use super::printed;
use super::texts::{Texts, fill};
use super::view::bundle::BundleView;
use super::view::transcription::TranscriptionView;
use crate::archive::{Archive, Content, VERIFIER, VerifiedBundle};
use crate::record::schema;
use crate::report::TranscriptionReport;
use askama::Template;
use sha2::{Digest as _, Sha256};
use std::path::Path;

const STYLE: &str = include_str!("../../site-templates/assets/style.css");
const TOOL: &str = concat!("sitegen ", env!("CARGO_PKG_VERSION"));

/// What was built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Built {
    /// Bundles shown.
    pub bundles: usize,
    /// Files written.
    pub files: usize,
}

/// Texts of both languages and the address of the style sheet.
struct Context<'a> {
    archive: &'a Archive,
    texts: [(Language, Texts); 2],
    style: String,
}

/// Builds the site of `archive` and swaps it in at `out`.
///
/// # Errors
/// [`SiteError`]; whatever it is, the old output is kept.
pub fn build(archive: &Archive, out: &Path) -> Result<Built, SiteError> {
    let load = |language: Language| {
        let render = |cause: toml::de::Error| SiteError::Render {
            what: language.code().to_owned(),
            cause: cause.to_string(),
        };
        Ok::<_, SiteError>((language, Texts::load(language).map_err(render)?))
    };
    let hash = crate::record::HexDigest(Sha256::digest(STYLE).into()).to_string();
    let style = format!("assets/style-{}.css", &hash[..12]);
    let context = Context { archive, texts: [load(Language::Ja)?, load(Language::En)?], style };
    // Every report is made before anything is written.
    let mut reports = Vec::new();
    for bundle in archive.bundles() {
        reports.push((bundle, report(bundle)?));
    }
    let mut staging = Staging::open(out)?;
    staging.write(&context.style, STYLE.as_bytes())?;
    write_schemas(&mut staging)?;
    let [(_, ja), (_, en)] = &context.texts;
    staging.write(
        "index.html",
        render("index.html", &ChoosePage { ja, en, style: &context.style })?.as_bytes(),
    )?;
    for (language, texts) in &context.texts {
        write_home(&context, *language, texts, &reports, &mut staging)?;
        for (bundle, report) in &reports {
            write_page(&context, *language, texts, bundle, report.as_ref(), &mut staging)?;
        }
    }
    for (bundle, report) in &reports {
        write_data(bundle, report.as_ref(), &mut staging)?;
    }
    Ok(Built { bundles: reports.len(), files: staging.swap()? })
}

/// The report of a bundle that has figures, checked against what was printed.
fn report(bundle: &VerifiedBundle) -> Result<Option<TranscriptionReport<'_>>, SiteError> {
    let Content::Transcription(content) = bundle.content() else { return Ok(None) };
    let report = TranscriptionReport::new(bundle.id(), &content.transcription, &content.trials)?;
    printed::check(bundle.id(), &report)?;
    Ok(Some(report))
}

/// The page with every hidden character as a token, whoever's text it stood in.
fn render(path: &str, page: &impl Template) -> Result<String, SiteError> {
    page.render()
        .map(|html| visible(&html).into_owned())
        .map_err(|cause| SiteError::Render { what: path.to_owned(), cause: cause.to_string() })
}

fn frame<'a>(
    context: &'a Context<'_>,
    language: Language,
    t: &'a Texts,
    root: &'static str,
    path: String,
) -> Frame<'a> {
    Frame {
        language,
        t,
        root,
        path,
        style: &context.style,
        generated: fill(&t.site.generated, &[("tool", TOOL)]),
        ledger_head: context.archive.head().to_string(),
    }
}

fn write_home(
    context: &Context<'_>,
    language: Language,
    texts: &Texts,
    reports: &[(&VerifiedBundle, Option<TranscriptionReport<'_>>)],
    staging: &mut Staging,
) -> Result<(), SiteError> {
    let bundles = reports
        .iter()
        .map(|(bundle, report)| {
            let title =
                report.as_ref().map(|report| language.pick(&report.transcription.title).to_owned());
            (BundleView::new(bundle, context.archive, texts), title)
        })
        .collect();
    let f = frame(context, language, texts, "../", "index.html".to_owned());
    let path = format!("{}/index.html", language.code());
    staging.write(&path, render(&path, &HomePage { f, bundles })?.as_bytes())
}

fn write_page(
    context: &Context<'_>,
    language: Language,
    texts: &Texts,
    bundle: &VerifiedBundle,
    report: Option<&TranscriptionReport<'_>>,
    staging: &mut Staging,
) -> Result<(), SiteError> {
    let below = format!("bundles/{}/index.html", bundle.id());
    let path = format!("{}/{below}", language.code());
    let f = frame(context, language, texts, "../../../", below);
    let b = BundleView::new(bundle, context.archive, texts);
    let html = match report {
        Some(report) => {
            let v = TranscriptionView::new(report, texts, language);
            render(&path, &TranscriptionPage { f, b, v })?
        }
        None => {
            let title = format!("{} {}", b.kind, b.id);
            render(&path, &BundlePage { f, b, title })?
        }
    };
    staging.write(&path, html.as_bytes())
}

/// The bundle as it was sealed, and the report behind its page.
fn write_data(
    bundle: &VerifiedBundle,
    report: Option<&TranscriptionReport<'_>>,
    staging: &mut Staging,
) -> Result<(), SiteError> {
    for file in bundle.files() {
        let bytes = bundle.read(&file.path).map_err(|failure| SiteError::Render {
            what: format!("{}/{}", bundle.id(), file.path),
            cause: failure.to_string(),
        })?;
        staging.write(&format!("bundles/{}/{}", bundle.id(), file.path), &bytes)?;
    }
    let json = serde_json::json!({
        "bundle": bundle.id(),
        "digest": bundle.digest(),
        "evidence": bundle.evidence(),
        "verified_by": VERIFIER,
        "generated_by": TOOL,
        "report": report,
    });
    let text = serde_json::to_string_pretty(&json).map_err(|cause| SiteError::Render {
        what: format!("{}.json", bundle.id()),
        cause: cause.to_string(),
    })?;
    staging.write(&format!("reports/{}.json", bundle.id()), (text + "\n").as_bytes())
}

fn write_schemas(staging: &mut Staging) -> Result<(), SiteError> {
    for (name, schema) in schema::all() {
        let text = schema::text(&schema).map_err(|cause| SiteError::Render {
            what: name.to_owned(),
            cause: cause.to_string(),
        })?;
        staging.write(&format!("schemas/{name}"), text.as_bytes())?;
    }
    Ok(())
}
