//! Why a report cannot be made of a verified bundle.

use crate::record::BundleId;
use crate::stats::StatsError;

/// Why a report cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// Published figures do not come out of the trials; every one is listed.
    #[error("cannot report {bundle}: {} published figure(s) do not come out of its trials; the old site is kept\n  {}",
        disagreements.len(), disagreements.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n  "))]
    Disagreements {
        /// The bundle.
        bundle: BundleId,
        /// Every disagreement.
        disagreements: Vec<Disagreement>,
    },
    /// A statistic was refused.
    #[error("cannot report {bundle}: {what}: {cause}; the old site is kept")]
    Stats {
        /// The bundle.
        bundle: BundleId,
        /// What was being computed.
        what: String,
        /// Why it was refused.
        cause: Box<StatsError>,
    },
}

/// One published figure that does not come out of the trials.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}: published {published}, recomputed {recomputed}")]
pub struct Disagreement {
    /// Which figure.
    pub what: String,
    /// The published text.
    pub published: String,
    /// What the trials give.
    pub recomputed: String,
}
