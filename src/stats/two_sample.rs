//! Two small samples of positive measurements: baseline and arm.
//!
//! Job: ratio and percent change of medians in the published order of
//! operations, the envelope of pairwise ratios, Hodges-Lehmann estimates and an
//! exact permutation p. Neighbours: `quantile` gives the median; `speed`
//! decides which of these a given n deserves.

use super::StatsError;
use super::quantile::{median, sorted};
use serde::Serialize;

/// Splits that the permutation test will visit at most.
const MOST_SPLITS: u128 = 20_000_000;

/// How the medians of two samples compare.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Comparison {
    /// Median of the arm over median of the baseline.
    pub ratio_of_medians: f64,
    /// `(median of arm / median of baseline − 1) · 100`, in this order.
    pub percent_change: f64,
    /// Smallest pairwise ratio: minimum of the arm over maximum of the baseline.
    pub smallest_ratio: f64,
    /// Largest pairwise ratio: maximum of the arm over minimum of the baseline.
    pub largest_ratio: f64,
    /// Whether every value of the arm is above every value of the baseline.
    pub separated: bool,
}

/// Hodges-Lehmann estimates (Hodges & Lehmann 1963, Ann Math Stat 34:598).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct HodgesLehmann {
    /// Median of all pairwise differences arm − baseline, in the unit of the input.
    pub shift: f64,
    /// Median of all pairwise ratios arm / baseline.
    pub ratio: f64,
}

/// One-sided exact permutation test of the mean.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Permutation {
    /// Share of all splits whose arm sum is at least the observed one.
    pub p: f64,
    /// The smallest p that this design can reach.
    pub smallest_p: f64,
}

fn positive(values: &[f64]) -> Result<Vec<f64>, StatsError> {
    let sorted = sorted(values)?;
    match values.iter().enumerate().find(|(_, v)| **v <= 0.0) {
        Some((index, &value)) => Err(StatsError::NotPositive { index, value }),
        None => Ok(sorted),
    }
}

/// Compares medians and ranges of two samples of positive values.
///
/// # Errors
/// [`StatsError::Empty`], [`StatsError::NonFinite`], [`StatsError::NotPositive`].
pub fn compare(baseline: &[f64], arm: &[f64]) -> Result<Comparison, StatsError> {
    let (off, on) = (positive(baseline)?, positive(arm)?);
    let ratio_of_medians = median(arm)? / median(baseline)?;
    let (off_min, off_max) = (off[0], off[off.len() - 1]);
    let (on_min, on_max) = (on[0], on[on.len() - 1]);
    Ok(Comparison {
        ratio_of_medians,
        percent_change: (ratio_of_medians - 1.0) * 100.0,
        smallest_ratio: on_min / off_max,
        largest_ratio: on_max / off_min,
        separated: on_min > off_max,
    })
}

/// Shift and ratio estimates from all pairs of two samples of positive values.
///
/// # Errors
/// As [`compare`].
pub fn hodges_lehmann(baseline: &[f64], arm: &[f64]) -> Result<HodgesLehmann, StatsError> {
    positive(baseline)?;
    positive(arm)?;
    let all = |f: fn(f64, f64) -> f64| -> Result<f64, StatsError> {
        let pairs: Vec<f64> =
            baseline.iter().flat_map(|&x| arm.iter().map(move |&y| f(y, x))).collect();
        median(&pairs)
    };
    Ok(HodgesLehmann { shift: all(|y, x| y - x)?, ratio: all(|y, x| y / x)? })
}

/// One-sample Hodges-Lehmann estimate: the median of all Walsh averages.
///
/// # Errors
/// [`StatsError::Empty`], [`StatsError::NonFinite`].
pub fn pseudomedian(values: &[f64]) -> Result<f64, StatsError> {
    sorted(values)?;
    let walsh: Vec<f64> = values
        .iter()
        .enumerate()
        .flat_map(|(i, &x)| values[i..].iter().map(move |&y| (x + y) / 2.0))
        .collect();
    median(&walsh)
}

/// Visits every split of the pooled values; ties count as at least as large.
///
/// # Errors
/// [`StatsError::Empty`], [`StatsError::NonFinite`],
/// [`StatsError::TooManySplits`] above 20 million splits.
pub fn permutation(baseline: &[f64], arm: &[f64]) -> Result<Permutation, StatsError> {
    sorted(baseline)?;
    sorted(arm)?;
    let (total, size) = (baseline.len() + arm.len(), arm.len());
    let splits = binomial(total, size)
        .filter(|_| total < 64)
        .ok_or(StatsError::TooManySplits { baseline: baseline.len(), arm: size })?;
    let pooled: Vec<f64> = baseline.iter().chain(arm).copied().collect();
    let observed: f64 = arm.iter().sum();
    // Sums in another order differ in the last digits; that must not break a tie.
    let slack = 1e-12 * pooled.iter().map(|v| v.abs()).sum::<f64>();
    let mut as_large = 0_u64;
    let mut chosen = (1_u64 << size) - 1;
    while chosen < 1 << total {
        let sum: f64 =
            pooled.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1).map(|(_, v)| v).sum();
        as_large += u64::from(sum >= observed - slack);
        // The next larger number with as many bits set.
        let lowest = chosen & chosen.wrapping_neg();
        let ripple = chosen + lowest;
        chosen = ripple | (((chosen ^ ripple) >> 2) / lowest);
    }
    Ok(Permutation { p: as_large as f64 / splits as f64, smallest_p: 1.0 / splits as f64 })
}

/// Binomial coefficient, or `None` above [`MOST_SPLITS`].
fn binomial(n: usize, k: usize) -> Option<u64> {
    let mut product = 1_u128;
    for i in 0..k.min(n - k) {
        product = product * (n - i) as u128 / (i + 1) as u128;
        if product > MOST_SPLITS {
            return None;
        }
    }
    u64::try_from(product).ok()
}
