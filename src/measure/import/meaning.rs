//! `meaning.toml`: what the names of a publication mean, and its texts in both languages.

use crate::record::transcription::{PublishedMetric, RelationKind};
use crate::record::{Bilingual, Id, LocalText};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// `meaning.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Meaning {
    pub(super) slug: String,
    pub(super) title: Bilingual,
    /// Source of trials whose figures are not rounded.
    pub(super) exact_source: Id,
    /// Source of trials that state `decimals`.
    pub(super) rounded_source: Id,
    /// Name in `trials.json` → name for people.
    pub(super) hosts: BTreeMap<String, String>,
    /// Name in `trials.json` → name in `facts.json`.
    pub(super) engines: BTreeMap<String, String>,
    /// Name in `trials.json` → name for people.
    pub(super) engine_names: BTreeMap<String, String>,
    /// Name in `trials.json` → key of its model files in `facts.json`.
    pub(super) engine_model: BTreeMap<String, String>,
    #[serde(rename = "relation")]
    pub(super) relations: Vec<RelationMeaning>,
    pub(super) texts: BTreeMap<String, Bilingual>,
}

/// What a published relation relates.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RelationMeaning {
    pub(super) id: String,
    pub(super) kind: RelationKind,
    pub(super) baseline: Id,
    pub(super) arm: Id,
    pub(super) metric: PublishedMetric,
}

/// Gathers every reason why an import cannot go on, while it goes on looking.
pub(super) struct Reasons<'a> {
    meaning: &'a Meaning,
    found: BTreeSet<String>,
}

impl<'a> Reasons<'a> {
    pub(super) fn new(meaning: &'a Meaning) -> Self {
        Self { meaning, found: BTreeSet::new() }
    }

    pub(super) fn add(&mut self, reason: String) {
        self.found.insert(reason);
    }

    pub(super) fn into_list(self) -> Vec<String> {
        self.found.into_iter().collect()
    }

    /// Adds a reason unless `expected` equals `found`.
    pub(super) fn same<T: PartialEq + std::fmt::Debug>(
        &mut self,
        what: &str,
        expected: &T,
        found: &T,
    ) {
        if expected != found {
            self.add(format!("{what}: trials.json says {expected:?}, facts.json {found:?}"));
        }
    }

    /// The text in both languages; a text without an entry is a reason.
    pub(super) fn text(&mut self, source: &str) -> Bilingual {
        match self.meaning.texts.get(source) {
            Some(text) => text.clone(),
            None => {
                self.add(format!("meaning.toml [texts] has no entry for {source:?}"));
                Bilingual { ja: source.to_owned(), en: source.to_owned() }
            }
        }
    }

    /// The text in both languages if there is an entry, else the name as it stands.
    pub(super) fn name(&self, source: &str) -> LocalText {
        match self.meaning.texts.get(source) {
            Some(text) => LocalText::Both(text.clone()),
            None => LocalText::Same(source.to_owned()),
        }
    }

    /// An id made of a published name: lower case, `.` and the like kept.
    pub(super) fn id(&mut self, source: &str) -> Id {
        let lower = source.to_lowercase().replace(' ', "-");
        match Id::parse(&lower).or_else(|| Id::parse("unnamed")) {
            Some(id) if id.as_str() == lower => id,
            other => {
                self.add(format!("{source:?} cannot be made an id"));
                // The id stands in until the reasons are reported; no record is made with it.
                other.unwrap_or_else(|| self.meaning.exact_source.clone())
            }
        }
    }
}
