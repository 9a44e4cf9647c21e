//! Headings: each with an id of its own, level by level.

use super::prose::Inline;
use crate::report::article::Word;

/// Ids that the page itself has.
pub(super) const OWN_IDS: [&str; 10] = [
    "about",
    "analyses",
    "as-published",
    "cite",
    "claims",
    "compared",
    "content",
    "contents",
    "limits",
    "revisions",
];

/// A heading of the article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Heading {
    pub(super) level: u8,
    pub(super) id: Word,
    /// For the contents: figures without links.
    pub(super) text: Inline,
    pub(super) line: usize,
}

/// A heading that is open; without an id it is a fault and not kept.
pub(super) struct OpenHeading {
    pub(super) level: u8,
    pub(super) id: Option<Word>,
    pub(super) text: Inline,
    pub(super) line: usize,
}

/// The id of a heading, and what is wrong with the heading; `before` is the level before it.
pub(super) fn check(
    level: u8,
    before: u8,
    id: Option<&str>,
    known: &[Heading],
) -> (Option<Word>, Vec<String>) {
    let mut faults = Vec::new();
    if level == 1 {
        faults.push("the title is the only heading of the first level: use ##".to_owned());
    } else if level > before + 1 {
        faults.push("the heading skips a level".to_owned());
    }
    let word = id.and_then(Word::parse);
    match (id, &word) {
        (None, _) => faults.push("the heading has no id: end it with {#id}".to_owned()),
        (Some(id), None) => {
            faults.push(format!("`{id}` is no id: lower-case words joined by hyphens"));
        }
        (_, Some(word)) if known.iter().any(|heading| heading.id == *word) => {
            faults.push(format!("the id `{word}` is given twice"));
        }
        (_, Some(word)) if is_own(word.as_str()) => {
            faults.push(format!("the page itself uses the id `{word}`"));
        }
        _ => {}
    }
    (word, faults)
}

/// Whether the template gives an id itself.
fn is_own(id: &str) -> bool {
    OWN_IDS.contains(&id) || id.starts_with("claim-") || id.starts_with("table-")
}
