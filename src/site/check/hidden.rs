//! Hidden characters: a page holds none that change what is seen.
//!
//! Job: what a record holds is shown as a token (see `inert`); a control, zero-width
//! or bidirectional character that reaches a page, raw or as a reference such as
//! `&#8238;`, went past that. Neighbours: `record` has the one list of them.

use super::fault::{Fault, Rule};
use super::page::Page;
use crate::record::{is_hidden, token};
use std::collections::BTreeSet;

pub(super) fn check(page: &Page, faults: &mut Vec<Fault>) {
    let refused = |c: char| is_hidden(c) && !matches!(c, '\n' | '\t');
    let mut raw = BTreeSet::new();
    for (at, line) in page.text.split('\n').enumerate() {
        for character in line.chars().filter(|c| refused(*c)) {
            raw.insert(character);
            let line = at as u64 + 1;
            faults.push(page.fault(
                Rule::Hidden,
                line,
                "text",
                "no hidden character",
                token(character),
            ));
        }
    }
    // What stands raw has been told; the tree shows what stands there as a reference.
    let mut told = |line: u64, place: String, text: &str| {
        for character in text.chars().filter(|c| refused(*c) && !raw.contains(c)) {
            let expected = "no reference to a hidden character";
            faults.push(page.fault(Rule::Hidden, line, place.clone(), expected, token(character)));
        }
    };
    for (line, text) in page.document.texts() {
        told(line, "text".to_owned(), text);
    }
    for element in page.document.elements() {
        for (name, value) in element.attributes() {
            told(element.line(), format!("<{} {name}>", element.name()), value);
        }
    }
}
