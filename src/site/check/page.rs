//! One page under check, and what of it other pages need to know.
//!
//! Neighbours: the checks of a single page read a [`Page`]; `links` and `twins`,
//! which look at several pages, read [`Facts`], so that only those stay in memory.

use super::document::{Document, Element};
use super::fault::{Fault, Rule};
use super::links::{self, Link};
use std::collections::BTreeMap;

/// A page: its text and its tree.
pub(super) struct Page {
    /// Path below the site.
    pub(super) path: String,
    /// The text as it lies on disk.
    pub(super) text: String,
    pub(super) document: Document,
}

impl Page {
    pub(super) fn new(path: String, text: String) -> Self {
        let document = Document::parse(&text);
        Self { path, text, document }
    }

    /// A fault on a line of this page.
    pub(super) fn fault(
        &self,
        rule: Rule,
        line: u64,
        place: impl Into<String>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Fault {
        Fault {
            page: self.path.clone(),
            line: Some(line),
            rule,
            place: place.into(),
            expected: expected.into(),
            found: found.into(),
        }
    }

    /// What other pages need to know of this one.
    pub(super) fn facts(&self) -> Facts {
        let elements = || self.document.elements();
        let attribute =
            |name| move |e: Element<'_>| Some((e.attribute(name)?.to_owned(), e.line()));
        let in_language = |element: Element<'_>| {
            let language = element.attribute("hreflang")?.to_owned();
            let address = element.attribute("href").unwrap_or_default().to_owned();
            Some(Alternate { line: element.line(), language, address })
        };
        let switch = elements()
            .filter(|e| e.name() == "a" && e.ancestors().any(|around| around.name() == "header"));
        let alternates = elements().filter(|e| {
            let is_alternate = |rel: &str| rel.split_ascii_whitespace().any(|r| r == "alternate");
            // A feed is an alternate too, of another type.
            e.name() == "link"
                && e.attribute("rel").is_some_and(is_alternate)
                && e.attribute("type").is_none()
        });
        Facts {
            language: self.document.named("html").find_map(attribute("lang")),
            ids: elements().filter_map(attribute("id")).collect(),
            links: links::of(&self.document),
            figures: self.document.named("data").filter_map(attribute("value")).collect(),
            switch: switch.filter_map(in_language).collect(),
            alternates: alternates.filter_map(in_language).collect(),
        }
    }
}

/// What other pages need to know of a page; every number is a line.
pub(super) struct Facts {
    /// The language that the page states.
    pub(super) language: Option<(String, u64)>,
    pub(super) ids: BTreeMap<String, u64>,
    pub(super) links: Vec<Link>,
    /// Raw values of figures, in document order.
    pub(super) figures: Vec<(String, u64)>,
    /// Links of the page's header that name a language.
    pub(super) switch: Vec<Alternate>,
    /// The same page in each language, as the head names it.
    pub(super) alternates: Vec<Alternate>,
}

/// A link that names the language of its target.
pub(super) struct Alternate {
    pub(super) line: u64,
    pub(super) language: String,
    pub(super) address: String,
}
