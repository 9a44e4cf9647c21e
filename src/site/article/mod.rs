//! Articles: text in two languages, with every figure from verified bundles.
//!
//! Job: read `<slug>/{report.toml, ja.md, en.md}` ([`Shelf`]), check each text
//! and both against each other, and write a page in each language at
//! `reports/<slug>/` and at the lasting address of each revision, with
//! `report.json` and `claims.json`. A fault stops the build, and all faults of
//! all articles are told at once. Neighbours: `report::article` resolves figures
//! and judges claims; the way of a text is `folder` → `markdown` (with `emphasis`,
//! `prose`, `numbers`, `placeholder`, `link`) → `twins` → `view` and `data`.

mod check;
mod data;
mod emphasis;
mod fault;
mod figure;
mod folder;
mod heading;
mod html;
mod link;
mod markdown;
mod media;
mod numbers;
mod placeholder;
mod prose;
mod standing;
mod tags;
mod twins;
mod view;
mod words;

use super::build::render;
use super::error::SiteError;
use super::frame::Frame;
use super::language::Language;
use super::output::Staging;
use super::pages::ArticlePage;
use super::texts::Texts;
use crate::archive::Archive;
use crate::report::article::{ArticleSpec, Known, Resolved};
use fault::Faults;
use folder::Source;
use markdown::Body;
use std::path::Path;
use words::Words;

pub use fault::ArticleFault;
pub(in crate::site) use standing::Standing;
pub(in crate::site) use view::{ArticleLink, ArticleView};

/// The articles as they lie in their folder.
pub(super) struct Shelf {
    sources: Vec<(Source, Option<ArticleSpec>)>,
    faults: Vec<ArticleFault>,
}

/// An article that passed every check.
pub(super) struct Article<'a> {
    source: &'a Source,
    spec: &'a ArticleSpec,
    resolved: Resolved<'a>,
    pages: Vec<Page>,
    files: Vec<(String, Vec<u8>)>,
}

/// One page of an article.
struct Page {
    language: Language,
    address: Address,
    words: Words,
    body: Body,
}

/// Where a page lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Address {
    /// The revision whose lasting address it is; `None` for the article's own address.
    revision: Option<u64>,
    /// Way to the root of the site.
    root: &'static str,
    /// Way to the folder of the language.
    up: &'static str,
    /// Put before a relative link of the text.
    deeper: &'static str,
}

impl Address {
    const CURRENT: Self = Self { revision: None, root: "../../../", up: "../../", deeper: "" };

    const fn of_revision(number: u64) -> Self {
        let revision = Some(number);
        Self { revision, root: "../../../../", up: "../../../", deeper: "../" }
    }

    fn path(self, slug: &str) -> String {
        match self.revision {
            None => format!("reports/{slug}/index.html"),
            Some(number) => format!("reports/{slug}/r{number}/index.html"),
        }
    }
}

impl Shelf {
    /// Reads every article below `folder`; none if there is no such folder.
    ///
    /// # Errors
    /// [`SiteError::Io`]. Faults are kept until the texts have been read too.
    pub(super) fn read(folder: &Path) -> Result<Self, SiteError> {
        let mut faults = Faults::default();
        let mut sources = Vec::new();
        for source in folder::read(folder, &mut faults)? {
            let spec = match ArticleSpec::parse(&source.toml.text) {
                Ok(spec) => Some(spec),
                // A file that is missing has been told.
                Err(_) if source.toml.text.is_empty() => None,
                Err(fault) => {
                    faults.extend(&source.toml.path, vec![fault]);
                    None
                }
            };
            sources.push((source, spec));
        }
        Ok(Self { sources, faults: faults.sorted() })
    }

    /// Checks every article against the archive.
    ///
    /// # Errors
    /// [`SiteError::Articles`] with every fault; [`SiteError::Io`] for a medium.
    pub(super) fn articles<'a>(
        &'a self,
        known: &[Known<'a>],
        texts: &[(Language, Texts); 2],
    ) -> Result<Vec<Article<'a>>, SiteError> {
        let mut faults = Faults::of(&self.faults);
        let mut articles = Vec::new();
        for (source, spec) in &self.sources {
            if let Some(spec) = spec {
                articles.push(check::article(source, spec, known, texts, &mut faults)?);
            }
        }
        let faults = faults.sorted();
        if faults.is_empty() { Ok(articles) } else { Err(SiteError::Articles { faults }) }
    }
}

/// Writes the pages of every article and the data behind them; returns the paths of the
/// pages below each language folder.
pub(super) fn write<'f>(
    articles: &[Article<'_>],
    archive: &Archive,
    frame: &dyn Fn(Language, &str) -> Frame<'f>,
    staging: &Staging,
) -> Result<Vec<String>, SiteError> {
    let mut paths = Vec::new();
    for article in articles {
        let slug = &article.source.slug;
        for page in &article.pages {
            let below = page.address.path(slug);
            let path = format!("{}/{below}", page.language.code());
            let f = frame(page.language, &below);
            let a = ArticleView::new(article, page, archive, f.t);
            let html = render(&path, &ArticlePage { f, a })?;
            staging.write(&path, html.as_bytes())?;
            // Each page has its twin at the same path.
            if page.language == Language::Ja {
                paths.push(below);
            }
        }
        for (name, text) in data::files(article)? {
            staging.write(&format!("reports/{slug}/{name}"), text.as_bytes())?;
        }
        for (file, bytes) in &article.files {
            staging.write(&format!("reports/{slug}/{file}"), bytes)?;
        }
    }
    Ok(paths)
}

/// A line for each article, newest first, for lists on other pages of a language.
pub(super) fn list(articles: &[Article<'_>], language: Language) -> Vec<ArticleLink> {
    let mut links: Vec<ArticleLink> =
        articles.iter().filter_map(|article| ArticleLink::new(article, language)).collect();
    links.sort_by(|a, b| b.revised.cmp(&a.revised).then_with(|| a.href.cmp(&b.href)));
    links
}
