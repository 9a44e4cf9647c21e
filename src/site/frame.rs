//! What every page has around its content: head, navigation, foot.
//!
//! Job: the way from a page to the root, to its twin and to the other pages.
//! Neighbours: `pages` holds the templates, `build` makes one frame for each page.

use super::address::Address;
use super::language::Language;
use super::texts::Texts;

/// What every page needs.
pub(super) struct Frame<'a> {
    pub(super) language: Language,
    pub(super) t: &'a Texts,
    /// Way from the page to the root of the site, ending in `/`.
    pub(super) root: String,
    /// Path of the page below its language folder.
    pub(super) path: String,
    pub(super) assets: &'a Assets,
    pub(super) address: Option<&'a Address>,
    pub(super) generated: String,
    pub(super) ledger_head: String,
}

/// Paths below the root; each name holds the digest of the content.
#[derive(Debug)]
pub(super) struct Assets {
    pub(super) style: String,
    pub(super) script: String,
}

impl Frame<'_> {
    /// Way to the root from a page at `path` below its language folder.
    pub(super) fn root(path: &str) -> String {
        "../".repeat(1 + path.matches('/').count())
    }

    pub(super) fn lang(&self) -> &'static str {
        self.language.code()
    }

    pub(super) fn other(&self) -> &'static str {
        self.language.other().code()
    }

    /// Main pages with their names, and whether this is the one.
    pub(super) fn navigation(&self) -> Vec<(&'static str, &str, bool)> {
        let site = &self.t.site;
        let pages = [
            ("index.html", &site.home),
            ("bundles/index.html", &site.archive),
            ("method/index.html", &site.method),
            ("verify/index.html", &site.verify),
            ("errata/index.html", &site.errata),
        ];
        pages.map(|(path, name)| (path, name.as_str(), path == self.path)).into()
    }

    /// This page in a language: the whole address where there is one, else relative.
    pub(super) fn alternate(&self, language: &str) -> String {
        self.link(&format!("{language}/{}", self.path))
    }

    /// The page where one chooses a language.
    pub(super) fn choice(&self) -> String {
        self.link("index.html")
    }

    fn link(&self, path: &str) -> String {
        self.address.map_or_else(|| format!("{}{path}", self.root), |address| address.of(path))
    }
}
