//! The 2×2 table of pairs, and what can be said from it alone.
//!
//! Job: four counts that must agree with their marginals, Newcombe's interval
//! and the exact McNemar test. Neighbours: `pairs` counts it, `tango` takes its
//! counts; `analysis` prints it beside the grouped analysis, because pairs of
//! one problem are not independent.

use super::StatsError;
use super::beta::{self, Tail};
use super::binomial::{self, Interval};
use serde::Serialize;

/// Pairs by outcome; all differences are arm minus baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PairTable {
    /// Both correct.
    pub both: u64,
    /// Only the baseline correct.
    pub baseline_only: u64,
    /// Only the arm correct.
    pub arm_only: u64,
    /// Neither correct.
    pub neither: u64,
}

/// Counts as they were published or planned; absent ones are not checked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Expected {
    /// Number of pairs.
    pub pairs: Option<u64>,
    /// Correct answers of the baseline.
    pub baseline_correct: Option<u64>,
    /// Correct answers of the arm.
    pub arm_correct: Option<u64>,
    /// Pairs that only the baseline got right.
    pub baseline_only: Option<u64>,
    /// Pairs that only the arm got right.
    pub arm_only: Option<u64>,
}

/// Exact McNemar test: a test of no difference, whose large p is no evidence of
/// equivalence (McNemar 1947, Psychometrika 12:153).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct McNemar {
    /// `min(1, 2 P(X <= smaller count))`; 1 without a discordant pair.
    pub two_sided: f64,
    /// `P(X <= arm_only)`: small if the arm is worse.
    pub arm_worse: f64,
    /// `P(X <= baseline_only)`: small if the arm is better.
    pub arm_better: f64,
    /// Two-sided with half the probability of the observed count.
    pub mid_p: f64,
}

impl PairTable {
    /// The table that follows from the two marginals and one discordant count.
    ///
    /// # Errors
    /// [`StatsError::CountAboveTotal`] if a cell would be negative.
    pub fn from_marginals(
        pairs: u64,
        baseline_correct: u64,
        arm_correct: u64,
        baseline_only: u64,
    ) -> Result<Self, StatsError> {
        let take = |n: u64, k: u64| n.checked_sub(k).ok_or(StatsError::CountAboveTotal { k, n });
        let both = take(baseline_correct, baseline_only)?;
        let arm_only = take(arm_correct, both)?;
        let neither = take(take(pairs, baseline_correct)?, arm_only)?;
        Ok(Self { both, baseline_only, arm_only, neither })
    }

    /// Number of pairs.
    #[must_use]
    pub const fn pairs(&self) -> u64 {
        self.both + self.baseline_only + self.arm_only + self.neither
    }

    /// Correct answers of the baseline.
    #[must_use]
    pub const fn baseline_correct(&self) -> u64 {
        self.both + self.baseline_only
    }

    /// Correct answers of the arm.
    #[must_use]
    pub const fn arm_correct(&self) -> u64 {
        self.both + self.arm_only
    }

    /// Difference of the proportions correct.
    ///
    /// # Errors
    /// [`StatsError::Empty`] without pairs.
    pub fn difference(&self) -> Result<f64, StatsError> {
        match self.pairs() {
            0 => Err(StatsError::Empty { what: "pairs" }),
            n => Ok((self.arm_only as f64 - self.baseline_only as f64) / n as f64),
        }
    }

    /// Baseline and arm exchanged.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self { baseline_only: self.arm_only, arm_only: self.baseline_only, ..self }
    }

    /// Compares with published or planned counts.
    ///
    /// # Errors
    /// [`StatsError::Contradiction`] naming the first count that differs.
    pub fn check(&self, expected: &Expected) -> Result<(), StatsError> {
        let counts = [
            ("pairs", expected.pairs, self.pairs()),
            ("correct answers of the baseline", expected.baseline_correct, self.baseline_correct()),
            ("correct answers of the arm", expected.arm_correct, self.arm_correct()),
            ("pairs only the baseline got right", expected.baseline_only, self.baseline_only),
            ("pairs only the arm got right", expected.arm_only, self.arm_only),
        ];
        for (what, expected, computed) in counts {
            match expected {
                Some(expected) if expected != computed => {
                    return Err(StatsError::Contradiction { what, expected, computed });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Newcombe's method 10 for the difference at a two-sided `level`: Wilson
    /// limits squared and added, with the corrected correlation
    /// (Newcombe 1998, Stat Med 17:2635).
    ///
    /// # Errors
    /// [`StatsError::Empty`], [`StatsError::OutsideUnit`].
    pub fn newcombe(&self, level: f64) -> Result<Interval, StatsError> {
        let difference = self.difference()?;
        let pairs = self.pairs();
        let (on, off) = (self.arm_correct(), self.baseline_correct());
        let (p_on, p_off) = (on as f64 / pairs as f64, off as f64 / pairs as f64);
        let w_on = binomial::wilson(on, pairs, level)?;
        let w_off = binomial::wilson(off, pairs, level)?;
        let phi = self.correlation();
        let reach = |u: f64, v: f64| (u * u - 2.0 * phi * u * v + v * v).max(0.0).sqrt();
        Ok(Interval {
            lower: difference - reach(p_on - w_on.lower, w_off.upper - p_off),
            upper: difference + reach(w_on.upper - p_on, p_off - w_off.lower),
        })
    }

    /// Correlation of the two outcomes, with Newcombe's continuity correction.
    fn correlation(&self) -> f64 {
        let n = self.pairs() as f64;
        let (on, off) = (self.arm_correct() as f64, self.baseline_correct() as f64);
        let spread = (on * (n - on)) * (off * (n - off));
        if spread <= 0.0 {
            return 0.0;
        }
        let raw = self.both as f64 * self.neither as f64
            - self.arm_only as f64 * self.baseline_only as f64;
        let corrected = if raw > 0.0 { (raw - n / 2.0).max(0.0) } else { raw };
        corrected / spread.sqrt()
    }

    /// The exact McNemar test on the discordant counts.
    ///
    /// # Errors
    /// [`StatsError::NoConvergence`] from the binomial tail.
    pub fn mcnemar(&self) -> Result<McNemar, StatsError> {
        let (b, c) = (self.baseline_only, self.arm_only);
        let n = b + c;
        let at_most = |k: u64| -> Result<f64, StatsError> {
            if k == n {
                return Ok(1.0);
            }
            beta::probability(Tail::Lower, 0.5, (n - k) as f64, (k + 1) as f64)
        };
        let (arm_worse, arm_better) = (at_most(c)?, at_most(b)?);
        let smaller = b.min(c);
        let (tail, before) = match smaller {
            0 => (at_most(0)?, 0.0),
            k => (at_most(k)?, at_most(k - 1)?),
        };
        Ok(McNemar {
            two_sided: (2.0 * tail).min(1.0),
            arm_worse,
            arm_better,
            // 2 (P(X <= k) − P(X = k) / 2) is the sum of the tails at k and k − 1.
            mid_p: if n == 0 { 1.0 } else { (tail + before).min(1.0) },
        })
    }
}
