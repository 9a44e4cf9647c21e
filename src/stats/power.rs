//! Planning: how many problems a non-inferiority claim needs.
//!
//! Job: the normal approximation for paired proportions with several seeds per
//! problem. Neighbours: `normal`. It plans; it never judges data.

use super::{StatsError, normal};
use serde::Serialize;

/// What is assumed about a study before it is run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Design {
    /// P(only baseline right) + P(only arm right) of one pair.
    pub discordance: f64,
    /// Correlation of the seeds' pair differences within a problem, 0 to 1.
    pub seed_correlation: f64,
    /// Number of problems.
    pub problems: u64,
    /// Seeds per problem.
    pub seeds: u64,
    /// Assumed true difference, arm − baseline.
    pub true_difference: f64,
    /// Margin of non-inferiority, below the true difference.
    pub margin: f64,
    /// One-sided level of the test.
    pub alpha: f64,
}

/// What the design can be expected to do.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Power {
    /// Standard error of the difference.
    pub standard_error: f64,
    /// Probability that the lower limit clears the margin.
    pub power: f64,
    /// Problems needed for the power that was asked for.
    pub problems_needed: u64,
}

impl Design {
    /// Power of this design, and the number of problems for power `wanted`.
    ///
    /// With m seeds, discordance ψ, correlation ρ and true difference δ the
    /// variance per problem is `(ψ − δ²)(1 + (m−1)ρ)/m`.
    ///
    /// # Errors
    /// [`StatsError::BadParameter`] or [`StatsError::OutsideUnit`] for a
    /// parameter out of range.
    pub fn power(&self, wanted: f64) -> Result<Power, StatsError> {
        let seeds = self.seeds as f64;
        let per_pair = self.discordance - self.true_difference * self.true_difference;
        let reach = self.true_difference - self.margin;
        let checks = [
            ("discordance", self.discordance, per_pair > 0.0 && self.discordance <= 1.0),
            (
                "seed correlation",
                self.seed_correlation,
                (0.0..=1.0).contains(&self.seed_correlation),
            ),
            ("problems", self.problems as f64, self.problems > 0),
            ("seeds", seeds, self.seeds > 0),
            ("margin", self.margin, reach > 0.0 && reach.is_finite()),
        ];
        if let Some((what, value, _)) = checks.into_iter().find(|(_, _, fine)| !fine) {
            return Err(StatsError::BadParameter { what, value });
        }
        let variance = per_pair * (1.0 + (seeds - 1.0) * self.seed_correlation) / seeds;
        let standard_error = (variance / self.problems as f64).sqrt();
        let z_alpha = normal::upper_deviate(self.alpha)?;
        let z_both = z_alpha + normal::upper_deviate(1.0 - wanted)?;
        Ok(Power {
            standard_error,
            power: normal::cdf(reach / standard_error - z_alpha),
            problems_needed: (z_both * z_both * variance / (reach * reach)).ceil() as u64,
        })
    }
}
