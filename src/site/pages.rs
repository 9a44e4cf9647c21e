//! The templates and what they need beside a view.

use super::article::{ArticleLink, ArticleView};
use super::frame::{Assets, Frame};
use super::markup::Markup;
use super::texts::Texts;
use super::view::bundle::BundleView;
use super::view::errata::ErratumView;
use super::view::list::Entry;
use super::view::section::{Cell, Section};
use super::view::transcription::TranscriptionView;
use askama::Template;

/// Choice of language at the root, and what an address that leads nowhere shows.
#[derive(Template)]
#[template(path = "choose.html", config = "site-templates/askama.toml")]
pub(super) struct ChoosePage<'a> {
    pub(super) ja: &'a Texts,
    pub(super) en: &'a Texts,
    pub(super) assets: &'a Assets,
    /// What links begin with: nothing at the root, the whole address where any page may be missing.
    pub(super) base: String,
    /// Whether the page stands for one that is missing.
    pub(super) missing: bool,
}

/// What this is, and what is new.
#[derive(Template)]
#[template(path = "home.html", config = "site-templates/askama.toml")]
pub(super) struct HomePage<'a> {
    pub(super) f: Frame<'a>,
    pub(super) articles: Vec<ArticleLink>,
    pub(super) latest: &'a [Entry],
    pub(super) counts: Vec<String>,
}

/// List of all bundles.
#[derive(Template)]
#[template(path = "archive.html", config = "site-templates/askama.toml")]
pub(super) struct ArchivePage<'a> {
    pub(super) f: Frame<'a>,
    pub(super) entries: &'a [Entry],
}

/// Every correction.
#[derive(Template)]
#[template(path = "errata.html", config = "site-templates/askama.toml")]
pub(super) struct ErrataPage<'a> {
    pub(super) f: Frame<'a>,
    pub(super) errata: Vec<ErratumView>,
}

/// An article.
#[derive(Template)]
#[template(path = "report.html", config = "site-templates/askama.toml")]
pub(super) struct ArticlePage<'a> {
    pub(super) f: Frame<'a>,
    pub(super) a: ArticleView,
}

/// A page of prose.
#[derive(Template)]
#[template(path = "standing.html", config = "site-templates/askama.toml")]
pub(super) struct StandingPage<'a> {
    pub(super) f: Frame<'a>,
    pub(super) title: &'a str,
    pub(super) body: Markup,
}

/// A transcription.
#[derive(Template)]
#[template(path = "transcription.html", config = "site-templates/askama.toml")]
pub(super) struct TranscriptionPage<'a> {
    pub(super) f: Frame<'a>,
    pub(super) b: BundleView,
    pub(super) v: TranscriptionView,
}

/// Any other kind of bundle.
#[derive(Template)]
#[template(path = "bundle.html", config = "site-templates/askama.toml")]
pub(super) struct BundlePage<'a> {
    pub(super) f: Frame<'a>,
    pub(super) b: BundleView,
    pub(super) title: String,
    pub(super) sections: Vec<Section>,
}

/// News in one language.
#[derive(Template)]
#[template(path = "feed.xml", config = "site-templates/askama.toml")]
pub(super) struct Feed<'a> {
    pub(super) f: Frame<'a>,
    pub(super) id: String,
    pub(super) updated: String,
    pub(super) self_link: String,
    pub(super) home_link: String,
    pub(super) entries: Vec<FeedEntry>,
}

/// One bundle as news.
pub(super) struct FeedEntry {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) updated: String,
    pub(super) link: String,
    pub(super) summary: String,
}

/// Every page with its twin.
#[derive(Template)]
#[template(path = "sitemap.xml", config = "site-templates/askama.toml")]
pub(super) struct SiteMap {
    /// Addresses in Japanese and in English.
    pub(super) pages: Vec<(String, String)>,
    /// Where one chooses a language.
    pub(super) choice: String,
}
