//! Speed trials: few per condition, so mostly facts about the trials themselves.
//!
//! Job: all points in run order with median, range and counts; comparisons of
//! two conditions; flags about how they were measured. No interval and no p
//! below six trials. Neighbours: `quantile` and `two_sample` compute; `report`
//! turns records into trials. Values carry the unit of their metric.

use super::StatsError;
use super::quantile::{self, MedianInterval};
use super::two_sample::{self, Comparison, HodgesLehmann};
use serde::Serialize;

/// Trials of each condition below which no interval is given.
const FEWEST_FOR_INTERVAL: usize = 6;

/// One trial of a condition, as far as its metric needs it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trial {
    /// Place in the order in which the host ran all trials.
    pub position: u64,
    /// The metric; `None` if missing, as a time to answer without an answer.
    pub value: Option<f64>,
    /// Whether the output ended at its cap.
    pub capped: bool,
    /// Prompt tokens.
    pub input_tokens: u64,
    /// Output tokens, if known.
    pub output_tokens: Option<u64>,
}

/// A circumstance that limits what the numbers mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SpeedFlag {
    /// The first trial lies strictly outside the range of the later ones.
    FirstTrialExtreme,
    /// All trials of one condition ran before all of the other.
    SequentialBlocks,
    /// A trial ended at its cap.
    CappedTrials,
    /// Trials gave outputs of different lengths.
    OutputLengthsDiffer,
    /// Trials had prompts of different lengths.
    UnequalInputs,
}

/// One condition.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// Values in run order, missing ones left out.
    pub points: Vec<f64>,
    /// Number of values.
    pub n: usize,
    /// Trials without a value.
    pub missing: usize,
    /// Trials that ended at their cap.
    pub capped: usize,
    /// Median.
    pub median: f64,
    /// Smallest value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
    /// Probability that `min..max` covers the median of the condition.
    pub range_coverage: f64,
    /// 95 % interval of the median from order statistics; `None` below n = 6.
    pub interval: Option<Bounds>,
    /// Circumstances.
    pub flags: Vec<SpeedFlag>,
}

/// An interval of the median between two of the points.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Bounds {
    /// Lower end.
    pub lower: f64,
    /// Upper end.
    pub upper: f64,
    /// Ranks and coverage.
    pub ranks: MedianInterval,
}

/// Two conditions, arm against baseline.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contrast {
    /// The baseline.
    pub baseline: Summary,
    /// The arm.
    pub arm: Summary,
    /// Ratio, percent change, envelope, separation.
    pub comparison: Comparison,
    /// Shift and ratio estimates; `None` unless both sides have six values.
    pub hodges_lehmann: Option<HodgesLehmann>,
    /// Circumstances of both sides together.
    pub flags: Vec<SpeedFlag>,
}

/// How many trials are strictly above a threshold: a fact about these trials.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Above {
    /// The threshold.
    pub threshold: f64,
    /// Trials strictly above it.
    pub above: usize,
    /// Trials with a value.
    pub n: usize,
    /// Whether every trial has a value and all are above.
    pub all: bool,
}

/// Over several conditions: how often the first trial was the extreme one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct FirstTrials {
    /// Conditions with at least two values.
    pub conditions: usize,
    /// Conditions whose first value is strictly the largest.
    pub first_largest: usize,
    /// Conditions whose first value is strictly the smallest.
    pub first_smallest: usize,
    /// Probability of at least so many largest firsts if order did not matter.
    pub chance_largest: f64,
    /// Probability of at least so many smallest firsts if order did not matter.
    pub chance_smallest: f64,
}

/// Summarizes the trials of one condition, passed in any order.
///
/// # Errors
/// [`StatsError::Empty`] if no trial has a value; [`StatsError::NonFinite`]
/// naming the trial's place in run order.
pub fn summarize(trials: &[Trial]) -> Result<Summary, StatsError> {
    let mut trials = trials.to_vec();
    trials.sort_by_key(|t| t.position);
    if let Some((index, value)) = trials
        .iter()
        .enumerate()
        .find_map(|(i, t)| t.value.filter(|v| !v.is_finite()).map(|v| (i, v)))
    {
        return Err(StatsError::NonFinite { index, value });
    }
    let points: Vec<f64> = trials.iter().filter_map(|t| t.value).collect();
    let sorted = quantile::sorted(&points)?;
    let n = points.len();
    let interval = quantile::median_interval(n)?.map(|ranks| Bounds {
        lower: sorted[ranks.lower_rank - 1],
        upper: sorted[ranks.upper_rank - 1],
        ranks,
    });
    let mut flags = shared_flags(&trials);
    if first_is(&points, f64::gt) || first_is(&points, f64::lt) {
        flags.insert(0, SpeedFlag::FirstTrialExtreme);
    }
    Ok(Summary {
        n,
        missing: trials.len() - n,
        capped: trials.iter().filter(|t| t.capped).count(),
        median: quantile::median(&points)?,
        min: sorted[0],
        max: sorted[n - 1],
        range_coverage: quantile::range_coverage(n)?,
        interval,
        flags,
        points,
    })
}

/// Compares the trials of two conditions.
///
/// # Errors
/// As [`summarize`]; [`StatsError::NotPositive`] for values that have no ratio.
pub fn contrast(baseline: &[Trial], arm: &[Trial]) -> Result<Contrast, StatsError> {
    let (off, on) = (summarize(baseline)?, summarize(arm)?);
    let together: Vec<Trial> = baseline.iter().chain(arm).copied().collect();
    let mut flags = shared_flags(&together);
    if one_after_the_other(baseline, arm) || one_after_the_other(arm, baseline) {
        flags.insert(0, SpeedFlag::SequentialBlocks);
    }
    if [&off, &on].iter().any(|s| s.flags.contains(&SpeedFlag::FirstTrialExtreme)) {
        flags.insert(0, SpeedFlag::FirstTrialExtreme);
    }
    let enough = off.n.min(on.n) >= FEWEST_FOR_INTERVAL;
    let hodges_lehmann =
        enough.then(|| two_sample::hodges_lehmann(&off.points, &on.points)).transpose()?;
    Ok(Contrast {
        comparison: two_sample::compare(&off.points, &on.points)?,
        hodges_lehmann,
        flags,
        baseline: off,
        arm: on,
    })
}

impl Summary {
    /// Counts the trials strictly above `threshold`.
    #[must_use]
    pub fn above(&self, threshold: f64) -> Above {
        let above = self.points.iter().filter(|v| **v > threshold).count();
        Above { threshold, above, n: self.n, all: above == self.n && self.missing == 0 }
    }
}

/// Looks for a systematic first trial over several conditions, each given as
/// values in run order.
#[must_use]
pub fn first_trials(conditions: &[&[f64]]) -> FirstTrials {
    let several: Vec<&[f64]> = conditions.iter().copied().filter(|v| v.len() > 1).collect();
    let count = |beats| several.iter().filter(|v| first_is(v, beats)).count();
    let (first_largest, first_smallest) = (count(f64::gt), count(f64::lt));
    // Number of extreme firsts if every order is equally likely.
    let mut number = vec![1.0];
    for values in &several {
        let share = 1.0 / values.len() as f64;
        let hit: Vec<f64> = std::iter::once(0.0).chain(number.iter().map(|p| p * share)).collect();
        number.push(0.0);
        for (miss, hit) in number.iter_mut().zip(hit) {
            *miss = *miss * (1.0 - share) + hit;
        }
    }
    FirstTrials {
        conditions: several.len(),
        first_largest,
        first_smallest,
        chance_largest: number[first_largest..].iter().sum::<f64>().min(1.0),
        chance_smallest: number[first_smallest..].iter().sum::<f64>().min(1.0),
    }
}

/// Whether the first of several values beats every later one.
fn first_is(points: &[f64], beats: fn(&f64, &f64) -> bool) -> bool {
    match points {
        [first, later @ ..] if !later.is_empty() => later.iter().all(|v| beats(first, v)),
        _ => false,
    }
}

fn one_after_the_other(first: &[Trial], second: &[Trial]) -> bool {
    let last = first.iter().map(|t| t.position).max();
    let next = second.iter().map(|t| t.position).min();
    matches!((last, next), (Some(last), Some(next)) if last < next)
}

fn shared_flags(trials: &[Trial]) -> Vec<SpeedFlag> {
    let outputs: Vec<u64> = trials.iter().filter_map(|t| t.output_tokens).collect();
    let differ = |pair: &[u64]| pair[0] != pair[1];
    let inputs: Vec<u64> = trials.iter().map(|t| t.input_tokens).collect();
    let flags = [
        (SpeedFlag::CappedTrials, trials.iter().any(|t| t.capped)),
        (SpeedFlag::OutputLengthsDiffer, outputs.windows(2).any(differ)),
        (SpeedFlag::UnequalInputs, inputs.windows(2).any(differ)),
    ];
    flags.into_iter().filter(|(_, set)| *set).map(|(flag, _)| flag).collect()
}
