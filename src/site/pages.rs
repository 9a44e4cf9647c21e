//! The templates and what they need beside a view.

use super::article::{ArticleLink, ArticleView};
use super::language::Language;
use super::texts::Texts;
use super::view::bundle::BundleView;
use super::view::transcription::TranscriptionView;
use askama::Template;

/// What every page needs.
pub(super) struct Frame<'a> {
    pub(super) language: Language,
    pub(super) t: &'a Texts,
    /// Way from the page to the root of the site, ending in `/` or empty.
    pub(super) root: &'static str,
    /// Path of the page below its language folder.
    pub(super) path: String,
    /// Style sheet, below the root.
    pub(super) style: &'a str,
    pub(super) generated: String,
    pub(super) ledger_head: String,
}

impl Frame<'_> {
    fn lang(&self) -> &'static str {
        self.language.code()
    }

    fn other(&self) -> &'static str {
        self.language.other().code()
    }
}

/// Choice of language at the root.
#[derive(Template)]
#[template(path = "choose.html", config = "site-templates/askama.toml")]
pub(super) struct ChoosePage<'a> {
    pub(super) ja: &'a Texts,
    pub(super) en: &'a Texts,
    pub(super) style: &'a str,
}

/// List of all bundles.
#[derive(Template)]
#[template(path = "home.html", config = "site-templates/askama.toml")]
pub(super) struct HomePage<'a> {
    pub(super) f: Frame<'a>,
    pub(super) articles: Vec<ArticleLink>,
    pub(super) bundles: Vec<(BundleView, Option<String>)>,
}

/// An article.
#[derive(Template)]
#[template(path = "report.html", config = "site-templates/askama.toml")]
pub(super) struct ArticlePage<'a> {
    pub(super) f: Frame<'a>,
    pub(super) a: ArticleView,
}

/// A transcription.
#[derive(Template)]
#[template(path = "transcription.html", config = "site-templates/askama.toml")]
pub(super) struct TranscriptionPage<'a> {
    pub(super) f: Frame<'a>,
    pub(super) b: BundleView,
    pub(super) v: TranscriptionView,
}

/// Any other kind of bundle: its identity and its files.
#[derive(Template)]
#[template(path = "bundle.html", config = "site-templates/askama.toml")]
pub(super) struct BundlePage<'a> {
    pub(super) f: Frame<'a>,
    pub(super) b: BundleView,
    pub(super) title: String,
}
