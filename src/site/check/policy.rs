//! Policy: every page states a content security policy, the strictest that works.
//!
//! Job: even if code got into a page, no browser would run it or tell anyone. A
//! policy in a page holds only for what comes after it, so it stands before all
//! that loads. Elements that the policy makes useless are refused as well.
//! Neighbours: `code` looks for the code itself.

use super::document::Element;
use super::fault::{Fault, Rule};
use super::page::Page;

/// Directives that must be there and say `'none'`; the last two do not follow the first.
const CLOSED: [&str; 3] = ["default-src", "base-uri", "form-action"];

/// What may stand behind a directive: nothing from elsewhere, nothing inline.
const SOURCES: [&str; 2] = ["'none'", "'self'"];

/// Elements that load foreign pages or change what an address means.
const REFUSED: [&str; 7] = ["applet", "base", "embed", "frame", "frameset", "iframe", "object"];

pub(super) fn check(page: &Page, faults: &mut Vec<Fault>) {
    let place = "<meta http-equiv=content-security-policy>";
    let mut stated = false;
    for element in page.document.elements() {
        let name = element.name();
        let mut fault = |place: &str, expected: &str, found: String| {
            faults.push(page.fault(Rule::Policy, element.line(), place, expected, found));
        };
        if is_meta(element, "content-security-policy") {
            stated = true;
            for (expected, found) in judge(element.attribute("content").unwrap_or_default()) {
                fault(place, &expected, found);
            }
        } else if is_meta(element, "refresh") {
            fault("<meta http-equiv=refresh>", "a page that stays", "one that moves on".to_owned());
        } else if REFUSED.contains(&name) {
            fault(&format!("<{name}>"), "no such element", "one".to_owned());
        } else if !stated && matches!(name, "link" | "script" | "style" | "img") {
            fault(&format!("<{name}>"), "the policy before it", "none".to_owned());
        }
    }
    if !stated {
        faults.push(Fault::of_file(Rule::Policy, &page.path, place, "one", "none"));
    }
}

fn is_meta(element: Element<'_>, wanted: &str) -> bool {
    element.name() == "meta"
        && element.attribute("http-equiv").is_some_and(|name| name.eq_ignore_ascii_case(wanted))
}

/// Expected and found, for everything that is wrong with a policy.
fn judge(policy: &str) -> Vec<(String, String)> {
    let mut wrong = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    for directive in policy.split(';') {
        let mut words = directive.split_ascii_whitespace();
        let Some(name) = words.next().map(str::to_ascii_lowercase) else { continue };
        let sources: Vec<&str> = words.collect();
        let allowed: &[&str] =
            if CLOSED.contains(&name.as_str()) { &SOURCES[..1] } else { &SOURCES };
        if sources.len() != 1 || !allowed.contains(&sources[0]) {
            let found = format!("`{}`", directive.trim());
            wrong.push((format!("`{name} {}`", allowed.join("` or `")), found));
        }
        if seen.contains(&name) {
            wrong.push((format!("`{name}` once"), "it again, which browsers ignore".to_owned()));
        }
        seen.push(name);
    }
    let missing = CLOSED.iter().filter(|name| !seen.iter().any(|seen| seen == *name));
    wrong.extend(missing.map(|name| (format!("`{name} 'none'`"), "none".to_owned())));
    wrong
}
