//! Order statistics: median, type-7 and type-1 quantiles, what small n allows.
//!
//! Job: one definition of each, named, with NaN refused instead of sorted.
//! Types are those of Hyndman & Fan 1996, Am Stat 50:361. Neighbours: `speed`
//! and `two_sample` take medians here, `bootstrap` its ranks; `beta` supplies
//! the coverage of an interval between two order statistics.

use super::beta::{self, Tail};
use super::{Fraction, StatsError};
use serde::Serialize;

/// Sorted copy of finite values.
///
/// # Errors
/// [`StatsError::Empty`]; [`StatsError::NonFinite`] naming the first such value.
pub fn sorted(values: &[f64]) -> Result<Vec<f64>, StatsError> {
    if values.is_empty() {
        return Err(StatsError::Empty { what: "values" });
    }
    if let Some((index, &value)) = values.iter().enumerate().find(|(_, v)| !v.is_finite()) {
        return Err(StatsError::NonFinite { index, value });
    }
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    Ok(sorted)
}

/// Median: the middle value, or `(a + b) / 2` of the two middle ones.
///
/// # Errors
/// As [`sorted`].
pub fn median(values: &[f64]) -> Result<f64, StatsError> {
    let sorted = sorted(values)?;
    let half = sorted.len() / 2;
    Ok(if sorted.len() % 2 == 1 { sorted[half] } else { (sorted[half - 1] + sorted[half]) / 2.0 })
}

/// Type-7 quantile (the default of numpy and R): linear between the order
/// statistics around position `(n − 1) p`, counted from 0.
///
/// # Errors
/// As [`sorted`]; [`StatsError::OutsideUnit`] unless `0 <= p <= 1`.
pub fn type7(values: &[f64], p: f64) -> Result<f64, StatsError> {
    if !(0.0..=1.0).contains(&p) {
        return Err(StatsError::OutsideUnit { what: "quantile", value: p });
    }
    let sorted = sorted(values)?;
    let position = (sorted.len() - 1) as f64 * p;
    let index = position.floor() as usize;
    let next = (index + 1).min(sorted.len() - 1);
    let share = position - index as f64;
    let (low, high) = (sorted[index], sorted[next]);
    // From the nearer end, so that both ends are met exactly and order is kept.
    Ok(if share < 0.5 { low + (high - low) * share } else { high - (high - low) * (1.0 - share) })
}

/// Type-1 quantile: the value of rank `ceil(n p)`, always one of the values.
///
/// # Errors
/// As [`sorted`].
pub fn type1(values: &[f64], p: Fraction) -> Result<f64, StatsError> {
    let sorted = sorted(values)?;
    Ok(sorted[p.rank(sorted.len()) - 1])
}

/// Type-7 quantile of a tail, refused where the sample is too small to bound it.
///
/// # Errors
/// As [`type7`]; [`StatsError::TooFewForTail`] below [`fewest_for_tail`] at a
/// one-sided level of 95 %: 59 values for p95, 299 for p99.
pub fn tail(values: &[f64], p: f64) -> Result<f64, StatsError> {
    let needed = fewest_for_tail(p, 0.95)?;
    if values.len() < needed {
        return Err(StatsError::TooFewForTail { p, n: values.len(), needed });
    }
    type7(values, p)
}

/// Smallest n whose maximum is an upper limit of the p-quantile at the one-sided
/// `level`: the first n with `p^n <= 1 − level`.
///
/// # Errors
/// [`StatsError::OutsideUnit`] unless both lie in (0, 1).
pub fn fewest_for_tail(p: f64, level: f64) -> Result<usize, StatsError> {
    for (what, value) in [("quantile", p), ("level", level)] {
        if !(value > 0.0 && value < 1.0) {
            return Err(StatsError::OutsideUnit { what, value });
        }
    }
    Ok(((1.0 - level).ln() / p.ln()).ceil().max(1.0) as usize)
}

/// Probability that `minimum..maximum` of n independent values covers the
/// median: `1 − 2^(1−n)`, 0 for n = 1.
///
/// # Errors
/// [`StatsError::Empty`] for n = 0.
pub fn range_coverage(n: usize) -> Result<f64, StatsError> {
    if n == 0 {
        return Err(StatsError::Empty { what: "values" });
    }
    Ok(1.0 - (1.0 - n as f64).exp2())
}

/// A distribution-free interval for a median between two order statistics.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct MedianInterval {
    /// Rank of the lower end, counted from 1.
    pub lower_rank: usize,
    /// Rank of the upper end, counted from 1.
    pub upper_rank: usize,
    /// Probability that the interval covers the median, at least 0.95.
    pub coverage: f64,
}

/// The narrowest symmetric two-sided 95 % interval, or `None` below n = 6,
/// where none exists.
///
/// # Errors
/// [`StatsError::NoConvergence`] from the binomial tail.
pub fn median_interval(n: usize) -> Result<Option<MedianInterval>, StatsError> {
    // One end excludes the median if at most k values lie below it; the share
    // grows with k, so the largest k that keeps 95 % is found by halving.
    let (mut fits, mut too_many) = (None, n / 2);
    let mut low = 0;
    while low < too_many {
        let k = low + (too_many - low) / 2;
        let outside = 2.0 * beta::probability(Tail::Lower, 0.5, (n - k) as f64, (k + 1) as f64)?;
        if outside <= 0.05 {
            fits = Some((k, outside));
            low = k + 1;
        } else {
            too_many = k;
        }
    }
    Ok(fits.map(|(k, outside)| MedianInterval {
        lower_rank: k + 1,
        upper_rank: n - k,
        coverage: 1.0 - outside,
    }))
}
