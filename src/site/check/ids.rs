//! Ids: unique in a page, and found by every attribute that names one.
//!
//! Neighbours: `links` looks for ids by fragment, `svg` at the names of drawings.

use super::fault::{Fault, Rule};
use super::page::Page;
use std::collections::BTreeMap;

/// Attributes that name ids of the same page.
const NAMING: [&str; 13] = [
    "aria-activedescendant",
    "aria-controls",
    "aria-describedby",
    "aria-details",
    "aria-errormessage",
    "aria-flowto",
    "aria-labelledby",
    "aria-owns",
    "for",
    "form",
    "headers",
    "list",
    "popovertarget",
];

pub(super) fn check(page: &Page, faults: &mut Vec<Fault>) {
    let mut ids: BTreeMap<&str, u64> = BTreeMap::new();
    for element in page.document.elements() {
        let Some(id) = element.attribute("id") else { continue };
        let place = format!("<{} id>", element.name());
        if id.is_empty() || id.contains(char::is_whitespace) {
            let expected = "a word without spaces";
            faults.push(page.fault(Rule::Id, element.line(), place, expected, format!("`{id}`")));
        } else if let Some(first) = ids.get(id) {
            let found = format!("`{id}`, which line {first} has");
            faults.push(page.fault(Rule::Id, element.line(), place, "an id of its own", found));
        } else {
            ids.insert(id, element.line());
        }
    }
    for element in page.document.elements() {
        for (name, value) in element.attributes().filter(|(name, _)| NAMING.contains(name)) {
            for id in value.split_ascii_whitespace().filter(|id| !ids.contains_key(id)) {
                let place = format!("<{} {name}>", element.name());
                let found = format!("no `{id}`");
                faults.push(page.fault(
                    Rule::Id,
                    element.line(),
                    place,
                    "an id of the page",
                    found,
                ));
            }
        }
    }
}
