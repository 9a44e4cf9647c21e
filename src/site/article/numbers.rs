//! The rule that no number is typed: digits stand only in terms and placeholders.
//!
//! Every character of the Unicode kinds for numbers counts (`7`, `７`, `①`, `²`,
//! `Ⅳ`); kanji numerals are letters and are free, and so is `〇`, which is one.

use crate::record::is_hidden;
use std::collections::BTreeSet;

/// Texts that may hold digits, and which of them were met.
#[derive(Debug, Default)]
pub(super) struct Terms {
    terms: Vec<String>,
    met: BTreeSet<String>,
}

impl Terms {
    /// Takes the terms of one language.
    pub(super) fn new<'a>(terms: impl Iterator<Item = &'a str>) -> Self {
        let mut terms: Vec<String> = terms.map(str::to_owned).collect();
        // The longest term that fits is meant.
        terms.sort_by_key(|term| std::cmp::Reverse(term.len()));
        Self { terms, met: BTreeSet::new() }
    }

    /// Whether a term was met in some text.
    pub(super) fn has_met(&self, term: &str) -> bool {
        self.met.contains(term)
    }

    /// The first number in `text` outside a term, with what stands around it.
    pub(super) fn number_in(&mut self, text: &str) -> Option<String> {
        let mut at = 0;
        let mut previous = None;
        while let Some(character) = text[at..].chars().next() {
            if let Some(term) = self.term_at(text, at, previous) {
                at += term.len();
                previous = term.chars().next_back();
                self.met.insert(term);
                continue;
            }
            if is_number(character) {
                return Some(around(text, at));
            }
            at += character.len_utf8();
            previous = Some(character);
        }
        None
    }

    /// The term that stands at `at` and is not part of a longer word.
    fn term_at(&self, text: &str, at: usize, previous: Option<char>) -> Option<String> {
        let fits = |term: &&String| {
            let Some(rest) = text[at..].strip_prefix(term.as_str()) else { return false };
            let open = |edge: Option<char>, side: Option<char>| {
                let joined = edge.is_some_and(|edge| edge.is_ascii_alphanumeric())
                    && side.is_some_and(|side| side.is_ascii_alphanumeric());
                !joined && !side.is_some_and(is_number)
            };
            open(term.chars().next(), previous)
                && open(term.chars().next_back(), rest.chars().next())
        };
        self.terms.iter().find(fits).cloned()
    }
}

/// Whether a character is a number; kanji numerals are not.
pub(super) fn is_number(character: char) -> bool {
    character.is_numeric() && character != '〇'
}

/// Why a text cannot be a term.
pub(super) fn refused_as_term(term: &str) -> Option<&'static str> {
    if !term.chars().any(is_number) {
        Some("holds no digit, so it needs no entry")
    } else if !term.chars().any(char::is_alphabetic) {
        Some("is a bare number; a measured value is a figure")
    } else if term.trim() != term || term.chars().any(is_hidden) {
        Some("begins or ends with a blank, or holds a hidden character")
    } else {
        None
    }
}

/// Up to twelve characters on both sides of a place.
fn around(text: &str, at: usize) -> String {
    let mut before: Vec<char> = text[..at].chars().rev().take(12).collect();
    before.reverse();
    before.into_iter().chain(text[at..].chars().take(12)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Terms, refused_as_term};
    use proptest::prelude::*;

    fn terms() -> Terms {
        Terms::new(["H100", "600問", "GLM-5.3-Flash", "H100 PCIe"].into_iter())
    }

    #[test]
    fn numbers_of_every_script_are_seen_and_kanji_are_not() {
        for text in ["71.19", "７１", "①", "x²", "½", "Ⅳ", "٣", "3"] {
            assert!(terms().number_in(text).is_some(), "{text}");
        }
        for text in ["二十", "三〇", "一つ", "twenty", "", "%"] {
            assert_eq!(terms().number_in(text), None, "{text}");
        }
    }

    #[test]
    fn a_term_is_a_whole_word() {
        for text in ["H100とH100 PCIeで600問", "(H100)", "GLM-5.3-Flashの", "H100、"] {
            assert_eq!(terms().number_in(text), None, "{text}");
        }
        for text in ["H1000", "H100x", "xH100", "1600問", "H1００", "GLM-5.3-Flash2", "H100.5"] {
            assert!(terms().number_in(text).is_some(), "{text}");
        }
    }

    #[test]
    fn terms_that_were_met_are_known() {
        let mut terms = terms();
        assert_eq!(terms.number_in("H100 PCIeで600問"), None);
        let met = ["H100 PCIe", "600問", "H100", "GLM-5.3-Flash"].map(|term| terms.has_met(term));
        assert_eq!(met, [true, true, false, false]);
    }

    #[test]
    fn a_bare_number_is_no_term() {
        for term in ["71.19", "12 %", "H", " H100", "H100\u{200b}"] {
            assert!(refused_as_term(term).is_some(), "{term}");
        }
        assert_eq!(refused_as_term("600問"), None);
    }

    proptest! {
        #[test]
        fn a_number_anywhere_in_prose_is_found(
            before in "[ぁ-んア-ン一-龠、。「」a-zA-Z %（）]{0,20}",
            number in prop::sample::select(vec!['0', '9', '５', '①', '³', 'Ⅻ', '๔']),
            after in "[ぁ-んア-ン一-龠、。「」a-zA-Z %（）]{0,20}",
        ) {
            let whole = format!("{before}{number}{after}");
            let found = terms().number_in(&whole);
            prop_assert!(found.is_some_and(|found| found.contains(number)), "{}", whole);
            prop_assert_eq!(terms().number_in(&format!("{before}{after}")), None);
        }
    }
}
