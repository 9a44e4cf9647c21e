//! Tango's score interval for the difference of two paired proportions.
//!
//! Job: an interval that works with empty discordant cells and never has zero
//! width (Tango 1998, Stat Med 17:891). Counts may be fractional, so that they
//! can be divided by a design effect. Neighbours: `analysis` calls it per seed
//! and with the design effect from `clustered`.

use super::binomial::Interval;
use super::table::PairTable;
use super::{StatsError, normal};

/// Discordant counts and number of pairs, possibly divided by a design effect.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tango {
    baseline_only: f64,
    arm_only: f64,
    pairs: f64,
}

impl Tango {
    /// From counts of independent pairs divided by `design_effect >= 1`
    /// (1 if the pairs are independent).
    ///
    /// # Errors
    /// [`StatsError::Empty`] without pairs; [`StatsError::BadParameter`] for a
    /// design effect below 1.
    pub fn new(table: &PairTable, design_effect: f64) -> Result<Self, StatsError> {
        if table.pairs() == 0 {
            return Err(StatsError::Empty { what: "pairs" });
        }
        if !(design_effect >= 1.0 && design_effect.is_finite()) {
            return Err(StatsError::BadParameter { what: "design effect", value: design_effect });
        }
        Ok(Self {
            baseline_only: table.baseline_only as f64 / design_effect,
            arm_only: table.arm_only as f64 / design_effect,
            pairs: table.pairs() as f64 / design_effect,
        })
    }

    /// Score statistic against a true difference of `margin`, in (−1, 1):
    /// positive if the observed difference is larger. Infinite where the
    /// restricted variance is 0.
    #[must_use]
    pub fn z(&self, margin: f64) -> f64 {
        let surplus = self.arm_only - self.baseline_only - self.pairs * margin;
        let variance =
            self.pairs * (2.0 * self.restricted(margin) + margin * (1.0 - margin)).max(0.0);
        if surplus.abs() <= 0.0 { 0.0 } else { surplus / variance.sqrt() }
    }

    /// One-sided p against "the difference is at most `margin`".
    #[must_use]
    pub fn p_above(&self, margin: f64) -> f64 {
        normal::cdf(-self.z(margin))
    }

    /// Maximum-likelihood estimate of the baseline-only probability when the
    /// difference is held at `t`: the larger root of a quadratic.
    fn restricted(&self, t: f64) -> f64 {
        let (b, c, n) = (self.arm_only, self.baseline_only, self.pairs);
        let square = 2.0 * n;
        let linear = (2.0 * n - b + c) * t - b - c;
        let constant = -c * t * (1.0 - t);
        let root = (linear * linear - 4.0 * square * constant).max(0.0).sqrt();
        // The form of the root that does not subtract nearly equal numbers.
        if linear > 0.0 {
            -2.0 * constant / (linear + root)
        } else {
            (root - linear) / (2.0 * square)
        }
    }

    /// Lower limit with one-sided tail probability `alpha`; −1 if every pair
    /// was right in the baseline only.
    ///
    /// # Errors
    /// [`StatsError::OutsideUnit`] unless `0 < alpha < 1/2`.
    pub fn lower(&self, alpha: f64) -> Result<f64, StatsError> {
        if !(alpha > 0.0 && alpha < 0.5) {
            return Err(StatsError::OutsideUnit {
                what: "twice the tail probability",
                value: 2.0 * alpha,
            });
        }
        if self.baseline_only >= self.pairs {
            return Ok(-1.0);
        }
        let target = normal::upper_deviate(alpha)?;
        // z falls from +∞ at −1 to 0 at the observed difference.
        let (mut low, mut high) = (-1.0, (self.arm_only - self.baseline_only) / self.pairs);
        loop {
            let middle = low + (high - low) / 2.0;
            if !(middle > low && middle < high) {
                return Ok(middle);
            }
            if self.z(middle) > target { low = middle } else { high = middle }
        }
    }

    /// Upper limit with one-sided tail probability `alpha`: the lower limit of
    /// the exchanged table with its sign turned.
    ///
    /// # Errors
    /// As [`Tango::lower`].
    pub fn upper(&self, alpha: f64) -> Result<f64, StatsError> {
        let swapped = Self { baseline_only: self.arm_only, arm_only: self.baseline_only, ..*self };
        Ok(-swapped.lower(alpha)?)
    }

    /// Interval at a two-sided `level`.
    ///
    /// # Errors
    /// [`StatsError::OutsideUnit`] unless `0 < level < 1`.
    pub fn interval(&self, level: f64) -> Result<Interval, StatsError> {
        let alpha = (1.0 - level) / 2.0;
        Ok(Interval { lower: self.lower(alpha)?, upper: self.upper(alpha)? })
    }
}
