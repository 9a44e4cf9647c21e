//! Outline: one title, one heading of the first level, no level skipped.
//!
//! Job: readers who move by headings, and search engines, see a page by its outline.

use super::fault::{Fault, Rule};
use super::page::Page;

pub(super) fn check(page: &Page, faults: &mut Vec<Fault>) {
    titles(page, faults);
    let mut firsts = 0;
    let mut before = 0;
    for element in page.document.elements() {
        let Some(level) = level(element.name()) else { continue };
        let place = format!("<h{level}>");
        let mut fault = |expected: String, found: &str| {
            faults.push(page.fault(Rule::Heading, element.line(), &place, expected, found));
        };
        if !element.has_text() {
            fault("a heading with text".to_owned(), "none");
        }
        firsts += u8::from(level == 1);
        if level == 1 && firsts > 1 {
            fault("one <h1>".to_owned(), "another");
        } else if level > before + 1 {
            fault(format!("<h{}> before it", level - 1), "a skipped level");
        }
        before = level;
    }
    if firsts == 0 {
        faults.push(Fault::of_file(Rule::Heading, &page.path, "<h1>", "one", "none"));
    }
}

/// The title of a drawing is no title of the page.
fn titles(page: &Page, faults: &mut Vec<Fault>) {
    let mut titles = page.document.named("title").filter(|title| !title.is_svg());
    match titles.next() {
        Some(title) if !title.has_text() => {
            let expected = "a title with text";
            faults.push(page.fault(Rule::Heading, title.line(), "<title>", expected, "none"));
        }
        Some(_) => {}
        None => faults.push(Fault::of_file(Rule::Heading, &page.path, "<title>", "one", "none")),
    }
    for title in titles {
        faults.push(page.fault(Rule::Heading, title.line(), "<title>", "one title", "another"));
    }
}

fn level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}
