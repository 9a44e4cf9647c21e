//! Closed-form companions that respect the grouping of seeds by problem.
//!
//! Job: t limits over problems and over templates, the design effect for
//! `tango`, and tests of no difference for clustered pairs. Neighbours:
//! `analysis` calls them with the differences d of `pairs`. All sums of d are
//! integers; they are divided once.

use super::lattice::Lattice;
use super::table::PairTable;
use super::{StatsError, normal};
use serde::Serialize;

/// A one-sided t limit for the difference of proportions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TLimit {
    /// Standard error of the difference.
    pub standard_error: f64,
    /// Degrees of freedom.
    pub degrees: u64,
    /// Lower limit, as a proportion.
    pub lower: f64,
}

/// Tests of no difference; a large p is no evidence of equivalence.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ClusteredTests {
    /// Obuchowski's statistic (1998, Stat Med 17:1495); `None` if every d is 0.
    pub obuchowski_chi2: Option<f64>,
    /// Its p from one degree of freedom.
    pub obuchowski_p: Option<f64>,
    /// Durkalski's statistic (2003, Stat Med 22:2417); `None` if every d is 0.
    pub durkalski_chi2: Option<f64>,
    /// Exact two-sided sign-flip p of |Σ d|, the observed signs included.
    pub sign_flip_p: f64,
}

/// Count, sum and sum of squares of integers.
#[derive(Clone, Copy, Default)]
struct Moments {
    n: i64,
    sum: i64,
    squares: i64,
}

impl Moments {
    fn of<'a>(values: impl IntoIterator<Item = &'a i32>) -> Self {
        values.into_iter().fold(Self::default(), |m, &v| Self {
            n: m.n + 1,
            sum: m.sum + i64::from(v),
            squares: m.squares + i64::from(v) * i64::from(v),
        })
    }

    /// n times the sum of squared deviations from the mean: an exact integer.
    fn spread(self) -> i128 {
        i128::from(self.n) * i128::from(self.squares) - i128::from(self.sum).pow(2)
    }

    /// `n / (n − 1)` times the sum of squared deviations; needs n > 1.
    fn inflated(self) -> f64 {
        self.spread() as f64 / (self.n - 1) as f64
    }
}

fn limit(
    sum: i64,
    variance: f64,
    pairs: u64,
    degrees: i64,
    alpha: f64,
) -> Result<TLimit, StatsError> {
    let standard_error = variance.sqrt() / pairs as f64;
    let degrees = degrees as u64;
    let lower =
        sum as f64 / pairs as f64 - normal::t_upper_deviate(alpha, degrees)? * standard_error;
    Ok(TLimit { standard_error, degrees, lower })
}

/// Problems as clusters within strata, N − H degrees of freedom; `None` if a
/// stratum holds one problem.
///
/// # Errors
/// [`StatsError::OutsideUnit`] unless `0 < alpha < 1/2`.
pub fn t_stratified(
    strata: &[Vec<i32>],
    pairs: u64,
    alpha: f64,
) -> Result<Option<TLimit>, StatsError> {
    let moments: Vec<Moments> = strata.iter().map(Moments::of).collect();
    if moments.iter().any(|m| m.n < 2) {
        return Ok(None);
    }
    let variance = moments.iter().map(|m| m.inflated()).sum();
    let (n, sum) = moments.iter().fold((0, 0), |(n, sum), m| (n + m.n, sum + m.sum));
    limit(sum, variance, pairs, n - moments.len() as i64, alpha).map(Some)
}

/// Problems as clusters without strata, N − 1 degrees of freedom; `None` for
/// one problem.
///
/// # Errors
/// [`StatsError::OutsideUnit`] unless `0 < alpha < 1/2`.
pub fn t_problems(
    strata: &[Vec<i32>],
    pairs: u64,
    alpha: f64,
) -> Result<Option<TLimit>, StatsError> {
    let all = Moments::of(strata.iter().flatten());
    if all.n < 2 {
        return Ok(None);
    }
    limit(all.sum, all.inflated(), pairs, all.n - 1, alpha).map(Some)
}

/// Strata as clusters, H − 1 degrees of freedom: would it hold for other
/// templates like these? `None` for one stratum.
///
/// # Errors
/// [`StatsError::OutsideUnit`] unless `0 < alpha < 1/2`.
pub fn t_templates(
    strata: &[Vec<i32>],
    pairs: u64,
    alpha: f64,
) -> Result<Option<TLimit>, StatsError> {
    let all = Moments::of(strata.iter().flatten());
    let clusters = strata.len() as i64;
    if clusters < 2 {
        return Ok(None);
    }
    let residuals: f64 = strata
        .iter()
        .map(|values| {
            let here = Moments::of(values);
            let residual =
                i128::from(here.sum) * i128::from(all.n) - i128::from(all.sum) * i128::from(here.n);
            (residual as f64 / all.n as f64).powi(2)
        })
        .sum();
    let variance = residuals * clusters as f64 / (clusters - 1) as f64;
    limit(all.sum, variance, pairs, clusters - 1, alpha).map(Some)
}

/// Variance of D with problems as clusters over its variance with all pairs
/// independent, at least 1. If every d is equal the data say nothing about it
/// and the number of seeds, its largest value for like signs, is taken. `None`
/// for one problem.
#[must_use]
pub fn design_effect(strata: &[Vec<i32>], table: &PairTable, seeds: u64) -> Option<f64> {
    let all = Moments::of(strata.iter().flatten());
    if all.n < 2 {
        return None;
    }
    if all.spread() == 0 {
        return Some(seeds as f64);
    }
    let pairs = table.pairs() as f64;
    let discordant = (table.baseline_only + table.arm_only) as f64;
    let independent = discordant - (all.sum as f64).powi(2) / pairs;
    Some((all.inflated() / independent).max(1.0))
}

/// Tests of no difference with problems as clusters.
///
/// # Errors
/// [`StatsError::Empty`] without problems.
pub fn tests(strata: &[Vec<i32>]) -> Result<ClusteredTests, StatsError> {
    let all = Moments::of(strata.iter().flatten());
    if all.n == 0 {
        return Err(StatsError::Empty { what: "problems" });
    }
    let durkalski_chi2 =
        (all.squares > 0).then(|| i128::from(all.sum).pow(2) as f64 / all.squares as f64);
    let obuchowski_chi2 = durkalski_chi2.map(|chi2| chi2 * (all.n - 1) as f64 / all.n as f64);
    let flipped = strata
        .iter()
        .flatten()
        .filter(|d| **d != 0)
        .fold(Lattice::point(0), |sum, &d| sum.plus(&Lattice::sign_flip(d)));
    let size = all.sum.abs();
    let sign_flip_p = flipped.iter().filter(|(v, _)| v.abs() >= size).map(|(_, m)| m).sum::<f64>();
    Ok(ClusteredTests {
        obuchowski_p: obuchowski_chi2.map(|chi2| 2.0 * normal::cdf(-chi2.sqrt())),
        obuchowski_chi2,
        durkalski_chi2,
        sign_flip_p: sign_flip_p.min(1.0),
    })
}
