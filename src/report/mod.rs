//! Verified bundles → figures and tables with their sources, in no language.
//!
//! Job: recompute every figure from the records of a [`VerifiedBundle`], keep it
//! together with the trials it came from, and hold what was published against
//! what comes out. Nothing is rounded here and no sentence is formed: cautions
//! and comparisons are values, which `site` words in a language. Neighbours:
//! `stats` computes; `site` shows.
//!
//! [`VerifiedBundle`]: crate::archive::VerifiedBundle

pub mod article;
mod caution;
mod compare;
mod condition;
mod difference;
mod error;
mod published;
mod quality;
mod run;
mod transcription;

pub use caution::Caution;
pub use compare::{Comparison, MetricComparison, SystemsCompared};
pub use condition::{Condition, Estimate, Point, Unit, unit};
pub use difference::{Difference, DifferingFact};
pub use error::{Disagreement, ReportError};
pub use published::{RelationCheck, ThresholdCheck};
pub use quality::QualityCounts;
pub use run::{Attempt, DeclaredAnalysis, RunComparison, RunCondition, RunEstimate, RunReport};
pub use transcription::TranscriptionReport;
