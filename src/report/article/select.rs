//! Selectors: which figure of a bundle an article means.
//!
//! In `report.toml` a selector is the one key of `of`: `of.median = { … }`.

use crate::record::review::Severity;
use crate::record::transcription::{ConditionKey, FactKey, PublishedMetric};
use crate::record::{DecimalText, Id};
use crate::units::Tokens;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One figure of a transcription.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Selector {
    /// Median of a metric over the trials of a condition.
    Median(Estimated),
    /// Smallest value.
    Min(Estimated),
    /// Largest value.
    Max(Estimated),
    /// Number of trials of a condition that have the metric.
    Count(Estimated),
    /// Median of the arm ÷ median of the baseline.
    Ratio(Compared),
    /// (Ratio of medians − 1) × 100.
    PercentChange(Compared),
    /// Median of the arm − median of the baseline.
    Difference(Compared),
    /// Smallest ratio of a trial of the arm to a trial of the baseline.
    SmallestRatio(Compared),
    /// Largest ratio of a trial of the arm to a trial of the baseline.
    LargestRatio(Compared),
    /// One trial's value.
    Trial(Measured),
    /// Trials of a condition strictly above a threshold.
    Above(Passing),
    /// Trials of a condition that ended at the output cap, of those whose end is known.
    Capped(Cell),
    /// Prompt tokens of a condition.
    PromptTokens(Cell),
    /// Peak memory of one GPU over an arm.
    PeakMemory(Memory),
    /// A count of the published quality study, or what follows from its counts.
    Quality(QualityCount),
    /// Conditions of an engine whose first trial was the slowest to its first visible text.
    FirstSlowest(OfEngine),
    /// Probability of so many or more if order did not matter.
    FirstSlowestChance(OfEngine),
    /// Number of trials.
    Trials,
    /// Number of conditions.
    Conditions,
    /// Published medians, minima and maxima that came out of the trials bit for bit.
    Reproduced,
    /// Number of findings of one severity.
    Findings(Severity),
    /// Trials whose output passed the review, of those that were reviewed.
    ReviewPassed,
    /// Starts that failed before there were results.
    Failures,
    /// A figure whose trials are not available.
    Published(Published),
    /// A numeric fact about the requests, a host or an engine.
    Fact(Stated),
}

macro_rules! arguments {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $kind:ty),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(missing_docs)]
        pub struct $name { $(pub $field: $kind),* }
    )*};
}

arguments! {
    /// A condition: arm and prompt tokens.
    Cell { arm: Id, prompt_tokens: Tokens }
    /// A metric of a condition.
    Estimated { arm: Id, prompt_tokens: Tokens, metric: PublishedMetric }
    /// A metric of two arms at one prompt length.
    Compared { baseline: Id, arm: Id, prompt_tokens: Tokens, metric: PublishedMetric }
    /// A metric of one trial.
    Measured { trial: Id, metric: PublishedMetric }
    /// A metric of a condition and the value that a trial must exceed.
    Passing { arm: Id, prompt_tokens: Tokens, metric: PublishedMetric, threshold: DecimalText }
    /// A GPU of an arm.
    Memory { arm: Id, gpu: u64 }
    /// An engine.
    OfEngine { engine: Id }
}

/// A row of the published figures whose trials are not available.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// Study, in the publication's words.
    pub study: String,
    /// Metric.
    pub metric: Id,
    /// Condition; all of it, nothing left out.
    #[serde(default)]
    pub condition: BTreeMap<ConditionKey, String>,
    /// Which of several numbers, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<usize>,
}

/// A fact about a host, an engine, or (if neither is named) the requests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stated {
    /// Host id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<Id>,
    /// Engine id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<Id>,
    /// What the fact is about.
    pub key: FactKey,
}

/// A count of the published quality study.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QualityCount {
    /// Problems, as published.
    Problems,
    /// Pairs, as published.
    Pairs,
    /// Pairs that both arms got right.
    Both,
    /// Pairs that only the baseline got right.
    OffOnly,
    /// Pairs that only the other arm got right.
    OnOnly,
    /// Pairs that neither got right.
    Neither,
    /// Problems with a pair that only the baseline got right.
    ProblemsWithOffOnly,
    /// One-sided exact 95 % upper limit of that share.
    UpperLimit,
}
