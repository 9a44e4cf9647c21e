//! One figure of an article: a value with its unit, its kind and its sources.

use super::select::Selector;
use super::word::Word;
use crate::record::transcription::{ConditionKey, PublishedFigure};
use crate::record::{Decimal, Digest, Id};
use crate::report::Unit;
use crate::stats::number::number;
use crate::units::Tokens;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// A value that an article shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Figure {
    /// Name within the article.
    pub id: Word,
    /// What it is.
    pub of: Selector,
    /// The value, not rounded.
    pub value: Value,
    /// What it is counted out of, where it is a share of something counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// Unit.
    pub unit: FigureUnit,
    /// Whether the value is a change, whose sign is always shown.
    pub is_change: bool,
    /// How we came by it.
    pub kind: Kind,
    /// What it was made of.
    pub sources: Vec<Source>,
    /// Where the page of the bundle shows it.
    #[serde(skip)]
    pub place: Place,
}

impl Figure {
    /// Whether it was computed here, but from published counts and not from trials.
    #[must_use]
    pub fn is_from_published_counts(&self) -> bool {
        self.kind == Kind::Recomputed && self.sources.iter().all(|source| source.trials.is_empty())
    }
}

/// The value of a figure.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// Computed here.
    Number(f64),
    /// Counted.
    Count(u64),
    /// The exact text of a publication.
    Decimal(Decimal),
    /// A published word, for example a verdict.
    Word(String),
}

impl Value {
    /// The value as a number; `None` for a word.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Number(value) => Some(*value),
            Self::Count(count) => Some(*count as f64),
            Self::Decimal(decimal) => number(decimal).ok(),
            Self::Word(_) => None,
        }
    }

    /// Shortest text that reads back as the same value, or the publication's own text.
    #[must_use]
    pub fn raw(&self) -> String {
        match self {
            Self::Number(value) => value.to_string(),
            Self::Count(count) => count.to_string(),
            Self::Decimal(decimal) => decimal.to_string(),
            Self::Word(word) => word.clone(),
        }
    }
}

/// How a figure came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// From records: taken from one trial, or computed here.
    Recomputed,
    /// Shown as published; its trials are not available.
    Published,
    /// Counted in records.
    Counted,
}

/// Unit of a figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FigureUnit {
    /// Unit of a metric.
    Metric(Unit),
    /// A quotient of two values of one unit.
    Ratio,
    /// Hundredths.
    Percent,
    /// A probability.
    Probability,
    /// Bytes.
    Bytes,
    /// Tokens.
    Tokens,
    /// A bare count.
    Count,
    /// The value is a word.
    Word,
    /// A published unit that is none of these.
    Named(String),
}

impl Serialize for FigureUnit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = match self {
            Self::Metric(unit) => return unit.serialize(serializer),
            Self::Ratio => "ratio",
            Self::Percent => "percent",
            Self::Probability => "probability",
            Self::Bytes => "bytes",
            Self::Tokens => "tokens",
            Self::Count => "count",
            Self::Word => "word",
            Self::Named(name) => name,
        };
        serializer.serialize_str(name)
    }
}

/// What a figure was made of, in one bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Source {
    /// Bundle digest.
    pub bundle: Digest,
    /// Trials of that bundle.
    pub trials: Vec<Id>,
    /// Published rows of that bundle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub published: Vec<PublishedRow>,
}

/// A row of the figures whose trials are not available.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PublishedRow {
    /// Study.
    pub study: String,
    /// Condition.
    pub condition: BTreeMap<ConditionKey, String>,
    /// Metric.
    pub metric: Id,
}

impl From<&PublishedFigure> for PublishedRow {
    fn from(figure: &PublishedFigure) -> Self {
        Self {
            study: figure.study.clone(),
            condition: figure.condition.clone(),
            metric: figure.metric.clone(),
        }
    }
}

/// Where the page of a bundle shows what a figure was made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A condition, which leads on to its trials.
    Condition(Id, Tokens),
    /// A comparison of two arms, which leads on to the trials of both.
    Comparison(Id, Id, Tokens),
    /// A trial.
    Trial(Id),
    /// A row of the published figures, from 0.
    Published(usize),
    /// All results, with the note on first trials.
    Results,
    /// Every trial.
    Trials,
    /// Peak GPU memory.
    Memory,
    /// Quality counts.
    Quality,
    /// Findings.
    Findings,
    /// Failures.
    Failures,
    /// Hosts, engines and request settings.
    Systems,
}
