//! What a reader must know beside a figure; `site` words it.

use crate::record::transcription::PublishedMetric;
use serde::Serialize;

/// A caution about a condition or a comparison.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Caution {
    /// Too few trials for an interval or a test.
    FewTrials {
        /// Trials.
        n: usize,
    },
    /// The first trial is the slowest in these metrics.
    FirstTrialSlowest {
        /// Metrics, in the order of tables.
        metrics: Vec<PublishedMetric>,
    },
    /// Trials ended at the output cap.
    Capped {
        /// Ended at the cap.
        capped: usize,
        /// Trials whose end is known.
        known: usize,
    },
    /// Trials ended at different output lengths.
    OutputLengthsDiffer {
        /// Fewest output tokens.
        fewest: u64,
        /// Most output tokens.
        most: u64,
    },
    /// The source rounded the trials.
    RoundedSource {
        /// Digits after the decimal point.
        places: u64,
    },
    /// Some values of the trials were inferred, not published.
    InferredValues,
    /// The arms ran one after the other.
    SequentialBlocks,
    /// The order of execution was not published.
    OrderNotPublished,
}
