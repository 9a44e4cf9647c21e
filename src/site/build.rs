//! The whole site from a verified archive.
//!
//! Job: make every report first, then every page in both languages into a staging
//! folder, then swap. Neighbours: `view` says what pages show, `data` writes what
//! programs read, `feed` the news, `output` the folder.

use super::address::Address;
use super::article::{self, Article, Shelf, Standing};
use super::error::SiteError;
use super::frame::{Assets, Frame};
use super::inert::visible;
use super::language::Language;
use super::output::Staging;
use super::pages::{
    ArchivePage, BundlePage, ChoosePage, ErrataPage, HomePage, StandingPage, TranscriptionPage,
};
use super::texts::{Texts, fill};
use super::view::bundle::BundleView;
use super::view::list::Entry;
use super::view::transcription::TranscriptionView;
use super::view::{errata, list, section};
use super::{data, feed, printed};
use crate::archive::{Archive, Content, VerifiedBundle};
use crate::record::HexDigest;
use crate::report::article::Known;
use crate::report::{RunReport, TranscriptionReport};
use askama::Template;
use rayon::prelude::*;
use sha2::{Digest as _, Sha256};
use std::path::{Path, PathBuf};

const STYLE: &str = include_str!("../../site-templates/assets/style.css");
const SCRIPT: &str = include_str!("../../site-templates/assets/site.js");
pub(super) const TOOL: &str = concat!("sitegen ", env!("CARGO_PKG_VERSION"));
/// Bundles shown on the first page.
const LATEST: usize = 5;

/// What was built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Built {
    /// Bundles shown.
    pub bundles: usize,
    /// Files written.
    pub files: usize,
}

/// What a build may be told beside the archive and the output folder.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Public address of the site.
    pub address: Option<Address>,
    /// Folder of the articles; none if there is no such folder.
    pub articles: PathBuf,
}

/// What all pages are made from.
pub(super) struct Site<'a> {
    pub(super) archive: &'a Archive,
    pub(super) reports: &'a [Reported<'a>],
    pub(super) address: Option<&'a Address>,
    assets: Assets,
}

/// A bundle, and its report if it has figures.
pub(super) struct Reported<'a> {
    pub(super) bundle: &'a VerifiedBundle,
    pub(super) report: Option<TranscriptionReport<'a>>,
    /// The figures of a run.
    pub(super) run: Option<RunReport<'a>>,
    /// Names of its tables.
    pub(super) tables: Vec<&'static str>,
}

/// Builds the site of `archive` and swaps it in at `out`.
///
/// # Errors
/// [`SiteError`]; whatever it is, the old output is kept.
pub fn build(archive: &Archive, out: &Path, options: &Options) -> Result<Built, SiteError> {
    let shelf = Shelf::read(&options.articles)?;
    let texts = [(Language::Ja, load(Language::Ja)?), (Language::En, load(Language::En)?)];
    // Every report and article is made before anything is written.
    let reports = in_order(archive.bundles(), Reported::new)?;
    let known: Vec<Known<'_>> = reports
        .iter()
        .map(|reported| Known { bundle: reported.bundle, report: reported.report.as_ref() })
        .collect();
    let articles = shelf.articles(&known, &texts)?;
    let assets =
        Assets { style: asset("style", STYLE, "css"), script: asset("site", SCRIPT, "js") };
    let site = Site { archive, reports: &reports, address: options.address.as_ref(), assets };
    let staging = Staging::open(out)?;
    staging.write(&site.assets.style, STYLE.as_bytes())?;
    staging.write(&site.assets.script, SCRIPT.as_bytes())?;
    data::write_schemas(&staging)?;
    let mut paths = Vec::new();
    for (language, texts) in &texts {
        let (language, staging) = (*language, &staging);
        let writer = Writer { site: &site, language, texts, articles: &articles, staging };
        // Both languages have the same pages, so the last list is the list.
        paths = writer.write()?;
    }
    let [(_, ja), (_, en)] = &texts;
    let framed = |language: Language, path: &str| {
        site.frame(language, if language == Language::Ja { ja } else { en }, path)
    };
    paths.extend(article::write(&articles, archive, &framed, &staging)?);
    write_roots(&site, ja, en, &staging)?;
    if let Some(address) = site.address {
        feed::write_site_map(address, &paths, &staging)?;
    }
    in_order(site.reports, |reported| data::write(reported, &staging))?;
    Ok(Built { bundles: site.reports.len(), files: staging.swap()? })
}

/// Works on all at once; what fails is the first that failed, in their order.
fn in_order<'a, T: Sync, U: Send>(
    all: &'a [T],
    work: impl Fn(&'a T) -> Result<U, SiteError> + Send + Sync,
) -> Result<Vec<U>, SiteError> {
    let done: Vec<Result<U, SiteError>> = all.par_iter().map(work).collect();
    done.into_iter().collect()
}

fn load(language: Language) -> Result<Texts, SiteError> {
    Texts::load(language).map_err(|cause| SiteError::Render {
        what: format!("i18n/{}.toml", language.code()),
        cause: cause.to_string(),
    })
}

/// The path of an asset: its name changes with its content, so that no cache shows an old one.
fn asset(name: &str, content: &str, extension: &str) -> String {
    let digest = HexDigest(Sha256::digest(content).into()).to_string();
    format!("assets/{name}-{}.{extension}", &digest[..12])
}

/// The page with every hidden character as a token, whoever's text it stood in.
pub(super) fn render(path: &str, page: &impl Template) -> Result<String, SiteError> {
    page.render()
        .map(|html| visible(&html).into_owned())
        .map_err(|cause| SiteError::Render { what: path.to_owned(), cause: cause.to_string() })
}

impl<'a> Reported<'a> {
    /// The report of a bundle that has figures, checked against what was printed.
    fn new(bundle: &'a VerifiedBundle) -> Result<Self, SiteError> {
        let mut reported = Self { bundle, report: None, run: None, tables: Vec::new() };
        match bundle.content() {
            Content::Transcription(content) => {
                let report =
                    TranscriptionReport::new(bundle.id(), &content.transcription, &content.trials)?;
                printed::check(bundle.id(), &report)?;
                reported.report = Some(report);
            }
            Content::Run(content) => {
                reported.run = Some(RunReport::new(bundle.id(), content)?);
            }
            _ => {}
        }
        reported.tables = data::names(&reported);
        Ok(reported)
    }
}

impl Site<'_> {
    /// The frame of the page at `path` below its language folder.
    pub(super) fn frame<'b>(
        &'b self,
        language: Language,
        texts: &'b Texts,
        path: &str,
    ) -> Frame<'b> {
        Frame {
            language,
            t: texts,
            root: Frame::root(path),
            path: path.to_owned(),
            assets: &self.assets,
            address: self.address,
            generated: fill(&texts.site.generated, &[("tool", TOOL)]),
            ledger_head: self.archive.head().to_string(),
        }
    }
}

/// The pages without a language: where one chooses it, and what a wrong address shows.
fn write_roots(
    site: &Site<'_>,
    ja: &Texts,
    en: &Texts,
    staging: &Staging,
) -> Result<(), SiteError> {
    let base = site.address.map(ToString::to_string).unwrap_or_default();
    for (path, base, missing) in [("index.html", String::new(), false), ("404.html", base, true)] {
        let page = ChoosePage { ja, en, assets: &site.assets, base, missing };
        staging.write(path, render(path, &page)?.as_bytes())?;
    }
    Ok(())
}

/// Writes the pages of one language.
struct Writer<'a> {
    site: &'a Site<'a>,
    language: Language,
    texts: &'a Texts,
    articles: &'a [Article<'a>],
    staging: &'a Staging,
}

impl Writer<'_> {
    /// Writes them all; returns their paths below the language folder.
    fn write(&self) -> Result<Vec<String>, SiteError> {
        let (site, language, texts) = (self.site, self.language, self.texts);
        let entries = list::entries(site, language, texts);
        let f = |path: &str| site.frame(language, texts, path);
        let home = "index.html";
        let latest = &entries[..entries.len().min(LATEST)];
        let counts = list::counts(site, texts);
        let articles = article::list(self.articles, language);
        let list = "bundles/index.html";
        let errata = "errata/index.html";
        let corrections = errata::all(site, language);
        let mut paths = vec![
            self.page(home, &HomePage { f: f(home), articles, latest, counts })?,
            self.page(list, &ArchivePage { f: f(list), entries: &entries })?,
            self.page(errata, &ErrataPage { f: f(errata), errata: corrections })?,
        ];
        for standing in Standing::ALL {
            let title = match standing {
                Standing::Method => &texts.site.method,
                Standing::Verify => &texts.site.verify,
            };
            let (path, body) = (standing.path(), standing.body(language)?);
            paths.push(self.page(path, &StandingPage { f: f(path), title, body })?);
        }
        // Entries stand newest first, reports oldest first.
        let pages: Vec<(&Reported<'_>, &Entry)> =
            site.reports.iter().zip(entries.iter().rev()).collect();
        paths.extend(in_order(&pages, |(reported, entry)| self.bundle(reported, entry))?);
        feed::write(site, language, texts, &entries, self.staging)?;
        Ok(paths)
    }

    fn bundle(&self, reported: &Reported<'_>, entry: &Entry) -> Result<String, SiteError> {
        let (site, language, texts) = (self.site, self.language, self.texts);
        let bundle = reported.bundle;
        let path = format!("bundles/{}/index.html", bundle.id());
        let f = site.frame(language, texts, &path);
        let b = BundleView::new(reported, site.archive, language, texts);
        match &reported.report {
            Some(report) => {
                let v = TranscriptionView::new(report, texts, language).map_err(|cause| {
                    SiteError::Render { what: path.clone(), cause: cause.to_string() }
                })?;
                self.page(&path, &TranscriptionPage { f, b, v })
            }
            None => {
                let title = entry.title.clone();
                let sections = section::of(reported, site.archive, language, texts);
                self.page(&path, &BundlePage { f, b, title, sections })
            }
        }
    }

    /// Writes the page at `path` below the language folder; returns `path`.
    fn page(&self, path: &str, page: &impl Template) -> Result<String, SiteError> {
        let place = format!("{}/{path}", self.language.code());
        self.staging.write(&place, render(&place, page)?.as_bytes())?;
        Ok(path.to_owned())
    }
}
