//! What may be said: flags, the fixed sensitivity set, the verdict.
//!
//! Job: the words' meanings, decided from unrounded numbers and, on the
//! lattice, in integers; the words themselves belong to `site`. Neighbours:
//! `analysis` computes what is judged here.

use super::Fraction;
use serde::Serialize;

/// Something a reader must know before the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// Resampling changes nothing: d does not vary within any stratum.
    ZeroWidthInterval,
    /// Baseline and arm agree on every pair.
    NoDiscordantPair,
    /// There are discordant pairs, yet every d is 0.
    DiscordanceCancelsWithinProblems,
    /// Fewer than 10 problems with d other than 0.
    #[serde(rename = "fewer_than_10_informative_problems")]
    FewerThanTenInformativeProblems,
    /// More than half of the strata contribute no variance.
    MostStrataWithoutVariation,
    /// A stratum with one problem contributes no variance by construction.
    StratumWithOneProblem,
    /// Strata differ in size.
    UnequalStrata,
    /// Another bootstrap seed would give another limit with a probability above 0.001.
    McLimitNotUnique,
    /// The limit by replicates and the exact limit lead to different verdicts.
    McExactVerdictDiffers,
}

/// The answer to the registered question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The lower limit is strictly above the margin.
    NonInferior,
    /// Neither limit decides: not a proof of equality nor of harm.
    NotShown,
    /// The one-sided upper limit is at or below the margin.
    Inferior,
    /// Zero width, but Tango's limit with the design effect clears the margin.
    DegenerateFallbackMet,
    /// Zero width, and the fallback does not clear the margin or does not exist.
    DegenerateNotAssessable,
}

impl Verdict {
    /// From the limits in passes over `pairs`.
    #[must_use]
    pub fn of_limits(lower: i64, upper: i64, pairs: u64, margin: Fraction) -> Self {
        if margin.exceeded_by(lower, pairs) {
            Self::NonInferior
        } else if margin.exceeded_by(upper, pairs) {
            Self::NotShown
        } else {
            Self::Inferior
        }
    }

    /// For an interval of zero width, from the fallback limit.
    #[must_use]
    pub fn of_fallback(fallback: Option<f64>, margin: Fraction) -> Self {
        match fallback {
            Some(limit) if limit > margin.value() => Self::DegenerateFallbackMet,
            _ => Self::DegenerateNotAssessable,
        }
    }
}

/// A member of the fixed sensitivity set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Exact bootstrap limit at the plan's level.
    Exact,
    /// Exact bootstrap limit at the stricter level.
    ExactStrict,
    /// BCa on the exact distribution.
    Bca,
    /// Tango with the design effect of the seeds.
    TangoDesignEffect,
    /// t limit with the strata as clusters.
    TemplateT,
    /// Tango on the pairs of one sampling seed.
    TangoSeed(u64),
}

/// One line of the sensitivity set.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Check {
    /// Which method.
    pub method: Method,
    /// Its lower limit as a proportion; `None` if it does not exist for these data.
    pub lower: Option<f64>,
    /// Whether the limit exists and is strictly above the margin.
    pub clears: bool,
}

impl Check {
    /// A limit in passes, compared in integers.
    #[must_use]
    pub fn of_passes(method: Method, lower: Option<i64>, pairs: u64, margin: Fraction) -> Self {
        Self {
            method,
            lower: lower.map(|s| s as f64 / pairs as f64),
            clears: lower.is_some_and(|s| margin.exceeded_by(s, pairs)),
        }
    }

    /// A limit as a proportion.
    #[must_use]
    pub fn of_proportion(method: Method, lower: Option<f64>, margin: Fraction) -> Self {
        Self { method, lower, clears: lower.is_some_and(|limit| limit > margin.value()) }
    }
}

/// What the flags about the data are decided from; all of it counts.
pub(crate) struct Shape {
    pub(crate) sizes: Vec<usize>,
    pub(crate) strata_without_variation: u64,
    pub(crate) discordant_pairs: u64,
    pub(crate) informative_problems: u64,
}

impl Shape {
    /// Flags about the data alone, in the order of [`Flag`].
    pub(crate) fn flags(&self) -> Vec<Flag> {
        let strata = self.sizes.len() as u64;
        let cancels = self.discordant_pairs > 0 && self.informative_problems == 0;
        let flags = [
            (Flag::ZeroWidthInterval, self.strata_without_variation == strata),
            (Flag::NoDiscordantPair, self.discordant_pairs == 0),
            (Flag::DiscordanceCancelsWithinProblems, cancels),
            (Flag::FewerThanTenInformativeProblems, self.informative_problems < 10),
            (Flag::MostStrataWithoutVariation, 2 * self.strata_without_variation > strata),
            (Flag::StratumWithOneProblem, self.sizes.contains(&1)),
            (Flag::UnequalStrata, self.sizes.windows(2).any(|pair| pair[0] != pair[1])),
        ];
        flags.into_iter().filter(|(_, set)| *set).map(|(flag, _)| flag).collect()
    }
}
