//! The bias-corrected and accelerated limit on the exact distribution.
//!
//! Job: BCa without replicates (Efron 1987, JASA 82:171), with the mid-p bias
//! correction that a lattice needs and influence values within strata.
//! Neighbours: `lattice` supplies the distribution, `analysis` the data.

use super::lattice::Lattice;
use super::{StatsError, normal};
use serde::Serialize;

/// The limit and the constants behind it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Bca {
    /// Bias correction: the normal deviate of `P(S* < S) + P(S* = S) / 2`.
    pub bias: f64,
    /// Acceleration: `Σ l³ / (6 (Σ l²)^1.5)` with l = d − stratum mean.
    pub acceleration: f64,
    /// The level at which the exact distribution is read.
    pub level: f64,
    /// The lower limit, in passes.
    pub lower: i64,
}

/// BCa lower limit at the one-sided `alpha`, or `None` where no stratum varies.
///
/// # Errors
/// [`StatsError::OutsideUnit`] for an `alpha` outside (0, 1).
pub fn lower(
    strata: &[Vec<i32>],
    distribution: &Lattice,
    alpha: f64,
) -> Result<Option<Bca>, StatsError> {
    let (mut squares, mut cubes) = (0.0, 0.0);
    for values in strata {
        let mean = values.iter().copied().map(i64::from).sum::<i64>() as f64 / values.len() as f64;
        for &value in values {
            let influence = f64::from(value) - mean;
            squares += influence * influence;
            cubes += influence.powi(3);
        }
    }
    if strata.iter().all(|values| is_constant(values)) {
        return Ok(None);
    }
    let sum: i64 = strata.iter().flatten().copied().map(i64::from).sum();
    let middle = distribution.at_most(sum - 1) + distribution.exactly(sum) / 2.0;
    let bias = -normal::upper_deviate(middle)?;
    let acceleration = cubes / (6.0 * squares.powf(1.5));
    let shifted = bias - normal::upper_deviate(alpha)?;
    let level = normal::cdf(bias + shifted / (1.0 - acceleration * shifted));
    Ok(Some(Bca { bias, acceleration, level, lower: distribution.lower(level).value }))
}

/// Whether resampling this stratum changes nothing.
#[must_use]
pub fn is_constant(values: &[i32]) -> bool {
    values.windows(2).all(|pair| pair[0] == pair[1])
}
