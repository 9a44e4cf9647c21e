//! Links: every address leads to a file of the site and to a place in it.
//!
//! Job: a reader must not meet a dead end, on a server, below a sub-path or from
//! `file://`; so an address is relative and ends in a file. Only what a reader
//! follows may lead outside, by `https:`; nothing is loaded from elsewhere. A link
//! opens where the reader is. Neighbours: `address` reads an address.

use super::Site;
use super::address::{Target, decode, resolve};
use super::document::{Document, Element};
use super::fault::{Fault, Rule};
use super::page::Facts;

/// Attributes that hold an address, on whatever element.
const ADDRESSES: [&str; 8] =
    ["href", "src", "poster", "cite", "action", "formaction", "srcset", "imagesrcset"];

/// Attributes that send a reader's address elsewhere or open another window.
const REFUSED: [&str; 7] =
    ["background", "codebase", "data", "longdesc", "manifest", "ping", "target"];

/// Relations by which a `link` element has the browser load something.
const LOADING: [&str; 11] = [
    "apple-touch-icon",
    "dns-prefetch",
    "expect",
    "icon",
    "manifest",
    "mask-icon",
    "modulepreload",
    "preconnect",
    "prefetch",
    "preload",
    "stylesheet",
];

/// One address of a page.
pub(super) struct Link {
    pub(super) line: u64,
    /// Element and attribute: `<a href>`.
    pub(super) place: String,
    /// The address; `None` where there should be no such attribute.
    pub(super) address: Option<String>,
    /// Whether a reader follows it; else the browser loads it by itself.
    pub(super) followed: bool,
}

/// Every address of a page.
pub(super) fn of(document: &Document) -> Vec<Link> {
    let mut links = Vec::new();
    for element in document.elements() {
        for (name, value) in element.attributes() {
            let link = |address: Option<&str>| Link {
                line: element.line(),
                place: format!("<{} {name}>", element.name()),
                address: address.map(str::to_owned),
                followed: is_followed(element, name),
            };
            if name.ends_with("srcset") {
                let candidates = value.split(',').map(|c| c.split_whitespace().next());
                links.extend(candidates.map(|candidate| link(Some(candidate.unwrap_or_default()))));
            } else if ADDRESSES.contains(&name) {
                links.push(link(Some(value)));
            } else if REFUSED.contains(&name) {
                links.push(link(None));
            }
        }
    }
    links
}

fn is_followed(element: Element<'_>, attribute: &str) -> bool {
    match (element.name(), attribute) {
        ("a" | "area", "href") | (_, "cite") => true,
        ("link", "href") => element.attribute("rel").is_some_and(|rel| {
            rel.split_ascii_whitespace()
                .all(|word| !LOADING.contains(&word.to_lowercase().as_str()))
        }),
        _ => false,
    }
}

/// Checks every address of the page at `path`.
pub(super) fn check(path: &str, facts: &Facts, site: &Site, faults: &mut Vec<Fault>) {
    for link in &facts.links {
        if let Err((expected, found)) = judge(path, link, site) {
            faults.push(Fault {
                page: path.to_owned(),
                line: Some(link.line),
                rule: Rule::Link,
                place: link.place.clone(),
                expected,
                found,
            });
        }
    }
}

fn judge(path: &str, link: &Link, site: &Site) -> Result<(), (String, String)> {
    let Some(address) = &link.address else {
        return Err(("no such attribute".to_owned(), "one".to_owned()));
    };
    let (file, fragment) = match resolve(path, address) {
        Ok(Target::Inside { file, fragment }) => (file, fragment),
        Ok(Target::Outside) if link.followed => return Ok(()),
        Ok(Target::Outside) => {
            return Err(("a file of the site".to_owned(), format!("`{address}`")));
        }
        Err((expected, found)) => return Err((expected.to_owned(), found)),
    };
    if file.is_empty() || file.ends_with('/') || site.is_folder(&file) {
        let index = format!("{}/index.html", file.trim_end_matches('/'));
        let expected = format!("the file `{}`", index.trim_start_matches('/'));
        return Err((expected, format!("its folder, `{address}`")));
    }
    if !site.files.contains(&file) {
        return Err(("a file of the site".to_owned(), format!("no `{file}`")));
    }
    let Some(fragment) = fragment else { return Ok(()) };
    let Some(target) = site.pages.get(&file) else {
        return Err((format!("no place in `{file}`, which is no page"), format!("`#{fragment}`")));
    };
    let named = |id: &str| target.ids.contains_key(id);
    let found = named(&fragment) || decode(&fragment).is_ok_and(|id| named(&id));
    if found { Ok(()) } else { Err((format!("an id in `{file}`"), format!("no `{fragment}`"))) }
}
