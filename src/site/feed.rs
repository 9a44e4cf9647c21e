//! News and the site map: for programs that read the site.
//!
//! Job: an Atom feed in each language, one entry for each line of the ledger,
//! newest first, and a site map where the site has an address (a site map must
//! name whole addresses). Times are those of the ledger; there is no clock here.

use super::SiteError;
use super::address::Address;
use super::build::{Site, render};
use super::language::Language;
use super::output::Staging;
use super::pages::{Feed, FeedEntry, SiteMap};
use super::texts::Texts;
use super::view::list::Entry;

/// Entries of a feed; older news is in the archive.
const ENTRIES: usize = 50;

/// Writes the feed of one language.
pub(super) fn write(
    site: &Site<'_>,
    language: Language,
    texts: &Texts,
    entries: &[Entry],
    staging: &Staging,
) -> Result<(), SiteError> {
    let ledger = site.archive.ledger();
    let (Some(first), Some(last)) = (ledger.first(), ledger.last()) else { return Ok(()) };
    let news = ledger.iter().rev().take(ENTRIES).filter_map(|line| {
        let entry = entries.iter().find(|entry| entry.b.id == line.id.as_str())?;
        let below = format!("bundles/{}/index.html", line.id);
        Some(FeedEntry {
            id: urn(line.digest),
            title: entry.title.clone(),
            updated: line.at.to_string(),
            link: link(site.address, language, &below),
            summary: format!("{} · {} · {}", entry.b.kind, entry.b.evidence, entry.b.digest),
        })
    });
    let page = Feed {
        f: site.frame(language, texts, "feed.xml"),
        id: format!("{}:{}", urn(first.digest), language.code()),
        updated: last.at.to_string(),
        self_link: link(site.address, language, "feed.xml"),
        home_link: link(site.address, language, "index.html"),
        entries: news.collect(),
    };
    let path = format!("{}/feed.xml", language.code());
    staging.write(&path, render(&path, &page)?.as_bytes())
}

/// A feed lies in the folder of its language, so relative links begin there.
fn link(address: Option<&Address>, language: Language, below: &str) -> String {
    address.map_or_else(
        || below.to_owned(),
        |address| address.of(&format!("{}/{below}", language.code())),
    )
}

/// The bundle digest names a bundle for ever, whatever the address of the site.
fn urn(digest: crate::record::Digest) -> String {
    format!("urn:{digest}")
}

/// Writes the site map of pages at `paths` below each language folder.
pub(super) fn write_site_map(
    address: &Address,
    paths: &[String],
    staging: &Staging,
) -> Result<(), SiteError> {
    let of = |language: Language, path: &String| address.of(&format!("{}/{path}", language.code()));
    let pages = paths.iter().map(|path| (of(Language::Ja, path), of(Language::En, path))).collect();
    let page = SiteMap { pages, choice: address.of("index.html") };
    staging.write("sitemap.xml", render("sitemap.xml", &page)?.as_bytes())
}
