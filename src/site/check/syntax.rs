//! Syntax: a page parses without error, and says first that it is UTF-8.
//!
//! Job: what the standard calls a parse error is repaired by browsers in silence,
//! so it would never be seen. Neighbours: `document` gathers the errors.

use super::fault::{Fault, Rule};
use super::page::Page;

/// A browser looks for the encoding in the first bytes only.
const ENCODING_WITHIN: usize = 1024;

pub(super) fn check(page: &Page, faults: &mut Vec<Fault>) {
    for (line, message) in &page.document.errors {
        faults.push(page.fault(Rule::Syntax, *line, "markup", "HTML without error", message));
    }
    let head = page.document.named("head").next();
    let first = head.and_then(|head| head.descendants().next());
    let encoding = first.and_then(|first| first.attribute("charset"));
    let early = page.text.find("charset").is_some_and(|at| at < ENCODING_WITHIN);
    if !encoding.is_some_and(|encoding| encoding.eq_ignore_ascii_case("utf-8")) || !early {
        let line = first.map_or(1, super::document::Element::line);
        let expected = "`utf-8`, first in the head";
        let found = encoding.map_or("none".to_owned(), |encoding| format!("`{encoding}`"));
        faults.push(page.fault(Rule::Syntax, line, "<meta charset>", expected, found));
    }
}
