//! Trials: every figure on the page of a bundle leads to the trials it came from.
//!
//! Job: a figure stands in the row of its trial, or in a table, list or chart (else
//! a section) that links to trials; where a publication gives no trials, what holds
//! the figure has the class `published`, or `recorded` where a record states it. The
//! page of one trial is its own source.
//! Neighbours: `numbers` looks at the figures themselves, `links` at the links.

use super::document::Element;
use super::fault::{Fault, Rule};
use super::page::Page;
use super::twins;

/// What holds a figure together with the links to its trials, the nearest first.
const HOLDERS: [&str; 3] = ["table", "dl", "figure"];
const OUTER_HOLDERS: [&str; 3] = ["section", "main", "body"];

pub(super) fn check(page: &Page, faults: &mut Vec<Fault>) {
    let below = twins::split(&page.path).map(|(_, below)| below);
    let Some(below) = below.filter(|below| below.starts_with("bundles/")) else { return };
    if below.split('/').any(|part| is_trial(part.trim_end_matches(".html"))) {
        return;
    }
    for data in page.document.named("data").filter(|data| !leads(*data)) {
        let value = data.attribute("value").unwrap_or_default();
        let holder = holder(data).map_or("page", Element::name);
        let expected = format!("a trial's row, or a link to trials in its <{holder}>");
        let found = format!("none for `{value}`");
        faults.push(page.fault(Rule::Trials, data.line(), "<data>", expected, found));
    }
}

fn leads(data: Element<'_>) -> bool {
    let in_row = data.ancestors().any(|e| e.attribute("id").is_some_and(is_trial));
    let published =
        || data.ancestors().any(|e| e.has_class("published") || e.has_class("recorded"));
    let linked = |holder: Element<'_>| holder.descendants().any(links_to_trial);
    in_row || published() || holder(data).is_some_and(linked)
}

fn holder(data: Element<'_>) -> Option<Element<'_>> {
    let around = |names: [&'static str; 3]| data.ancestors().find(|e| names.contains(&e.name()));
    around(HOLDERS).or_else(|| around(OUTER_HOLDERS))
}

fn links_to_trial(element: Element<'_>) -> bool {
    let Some(address) = element.attribute("href").filter(|_| element.name() == "a") else {
        return false;
    };
    let mut parts = address.split(['/', '#']);
    parts.any(|part| is_trial(part.trim_end_matches(".html")))
}

/// `t-` and the position in the plan.
fn is_trial(name: &str) -> bool {
    let digits = name.strip_prefix("t-").unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
