//! Exact distributions of integer sums: the bootstrap with infinitely many
//! replicates, and the sign-flip distribution.
//!
//! Job: convolve the empirical distribution of each stratum with itself, then
//! the strata; no seed, no replicates. Neighbours: `bootstrap` draws from the
//! same distribution, `bca` reads its quantiles, `clustered` its tails.

use super::StatsError;
use super::beta::{self, Tail};
use serde::Serialize;

/// Mass below which an end of the support is cut off; thousands of such cuts
/// stay far below the 1e-12 that the distribution function promises.
const NEGLIGIBLE: f64 = 1e-30;
/// A distribution function this close to the level counts as having met it:
/// the limit then widens instead of depending on the last digits.
const TIE: f64 = 1e-9;

/// A distribution on the integers from `offset` on.
#[derive(Debug, Clone, PartialEq)]
pub struct Lattice {
    offset: i64,
    mass: Vec<f64>,
}

/// A limit on the lattice, with the distribution function around it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LatticeLimit {
    /// The limit, in passes.
    pub value: i64,
    /// Probability of less than the limit.
    pub below: f64,
    /// Probability of at most the limit.
    pub at: f64,
}

impl Lattice {
    /// The constant `value`.
    #[must_use]
    pub fn point(value: i64) -> Self {
        Self { offset: value, mass: vec![1.0] }
    }

    /// `value` and `−value` with probability ½ each.
    #[must_use]
    pub fn sign_flip(value: i32) -> Self {
        let size = value.unsigned_abs() as usize;
        let mut mass = vec![0.0; 2 * size + 1];
        mass[0] += 0.5;
        mass[2 * size] += 0.5;
        Self { offset: -i64::from(value.unsigned_abs()), mass }
    }

    /// The sum of `values.len()` draws with replacement from `values`.
    #[must_use]
    pub fn resampled(values: &[i32]) -> Self {
        let (Some(&low), Some(&high)) = (values.iter().min(), values.iter().max()) else {
            return Self::point(0);
        };
        let total = i64::from(low) * values.len() as i64;
        if low == high {
            return Self::point(total);
        }
        let share = 1.0 / values.len() as f64;
        let mut one = vec![0.0; (i64::from(high) - i64::from(low)) as usize + 1];
        for &value in values {
            one[(i64::from(value) - i64::from(low)) as usize] += share;
        }
        let one = Self { offset: i64::from(low), mass: one };
        values.iter().fold(Self::point(0), |sum, _| sum.plus(&one))
    }

    /// The sum over independently resampled strata.
    #[must_use]
    pub fn stratified(strata: &[Vec<i32>]) -> Self {
        strata.iter().fold(Self::point(0), |sum, values| sum.plus(&Self::resampled(values)))
    }

    /// The sum of two independent variables.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let (long, short) =
            if self.mass.len() < other.mass.len() { (other, self) } else { (self, other) };
        let offset = self.offset + other.offset;
        if let [certain] = short.mass[..] {
            let mass = long.mass.iter().map(|m| m * certain).collect();
            return Self { offset, mass };
        }
        let mut mass = vec![0.0; long.mass.len() + short.mass.len() - 1];
        for (start, weight) in short.mass.iter().enumerate() {
            for (sum, value) in mass[start..].iter_mut().zip(&long.mass) {
                *sum += weight * value;
            }
        }
        Self { offset, mass }.trimmed()
    }

    fn trimmed(mut self) -> Self {
        let kept = |m: &f64| *m >= NEGLIGIBLE;
        let first = self.mass.iter().position(kept).unwrap_or(0);
        let end = self.mass.iter().rposition(kept).map_or(self.mass.len(), |last| last + 1);
        self.mass.truncate(end);
        self.mass.drain(..first);
        self.offset += first as i64;
        self
    }

    /// The variable with its sign turned.
    #[must_use]
    pub fn negated(mut self) -> Self {
        self.offset = 1 - self.offset - self.mass.len() as i64;
        self.mass.reverse();
        self
    }

    /// Values with their probabilities, ascending; some may be 0.
    pub fn iter(&self) -> impl Iterator<Item = (i64, f64)> + '_ {
        self.mass.iter().zip(self.offset..).map(|(&mass, value)| (value, mass))
    }

    /// Probability of at most `value`.
    #[must_use]
    pub fn at_most(&self, value: i64) -> f64 {
        self.iter().take_while(|(v, _)| *v <= value).map(|(_, m)| m).sum()
    }

    /// Probability of exactly `value`.
    #[must_use]
    pub fn exactly(&self, value: i64) -> f64 {
        self.iter().find(|(v, _)| *v == value).map_or(0.0, |(_, m)| m)
    }

    /// Standard deviation.
    #[must_use]
    pub fn standard_deviation(&self) -> f64 {
        let mean: f64 = self.iter().map(|(v, m)| v as f64 * m).sum();
        self.iter().map(|(v, m)| (v as f64 - mean).powi(2) * m).sum::<f64>().sqrt()
    }

    /// Smallest value whose distribution function reaches `alpha` (type 1). A
    /// function short of it by less than 1e-9 counts as reaching it.
    #[must_use]
    pub fn lower(&self, alpha: f64) -> LatticeLimit {
        let mut below = 0.0;
        let mut limit = LatticeLimit { value: self.offset, below, at: below };
        for (value, mass) in self.iter() {
            limit = LatticeLimit { value, below, at: below + mass };
            if limit.at >= alpha - TIE {
                break;
            }
            below = limit.at;
        }
        limit
    }

    /// Largest value that is reached or passed with probability `alpha`; the
    /// lower limit of the negated variable with its sign turned.
    #[must_use]
    pub fn upper(&self, alpha: f64) -> i64 {
        -self.clone().negated().lower(alpha).value
    }

    /// Distribution, over bootstrap seeds, of the `rank`-th smallest of
    /// `replicates` draws: `P(limit <= s) = P(Bin(replicates, F(s)) >= rank)`.
    /// Values with a probability of at most 1e-9 are left out.
    ///
    /// # Errors
    /// [`StatsError::BadParameter`] unless `1 <= rank <= replicates`;
    /// [`StatsError::NoConvergence`].
    pub fn rank_distribution(
        &self,
        replicates: u32,
        rank: u32,
    ) -> Result<Vec<(i64, f64)>, StatsError> {
        if rank == 0 || rank > replicates {
            return Err(StatsError::BadParameter { what: "rank", value: f64::from(rank) });
        }
        let (a, b) = (f64::from(rank), f64::from(replicates - rank) + 1.0);
        let (mut below, mut reached, mut limits) = (0.0, 0.0, Vec::new());
        for (value, mass) in self.iter() {
            below += mass;
            let so_far = beta::probability(Tail::Lower, f64::min(below, 1.0), a, b)?;
            if so_far - reached > 1e-9 {
                limits.push((value, so_far - reached));
            }
            reached = so_far;
        }
        Ok(limits)
    }
}
