//! Exact rationals for the two numbers that decide a verdict: level and margin.
//!
//! Job: ranks and comparisons without a float product, whose `ceil` can
//! overshoot and whose comparison at equality is luck. Neighbours: `quantile`
//! takes ranks from it, `bootstrap` and `analysis` compare limits with it.

use super::StatsError;
use serde::Serialize;

/// `numerator / denominator`; the denominator is never 0. Not reduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Fraction {
    numerator: i64,
    denominator: u32,
}

impl Fraction {
    /// The usual one-sided level, 5 %.
    pub const ONE_TWENTIETH: Self = Self { numerator: 1, denominator: 20 };
    /// The regulators' one-sided level, 2.5 %.
    pub const ONE_FORTIETH: Self = Self { numerator: 1, denominator: 40 };

    /// `numerator / denominator`.
    ///
    /// # Errors
    /// [`StatsError::ZeroDenominator`].
    pub const fn new(numerator: i64, denominator: u32) -> Result<Self, StatsError> {
        if denominator == 0 {
            return Err(StatsError::ZeroDenominator { numerator });
        }
        Ok(Self { numerator, denominator })
    }

    /// The nearest double.
    #[must_use]
    pub fn value(self) -> f64 {
        self.numerator as f64 / f64::from(self.denominator)
    }

    /// Checks that a level lies strictly between 0 and 1.
    ///
    /// # Errors
    /// [`StatsError::OutsideUnit`].
    pub fn as_level(self) -> Result<Self, StatsError> {
        if self.numerator > 0 && self.numerator < i64::from(self.denominator) {
            Ok(self)
        } else {
            Err(StatsError::OutsideUnit { what: "level", value: self.value() })
        }
    }

    /// Whether `part / whole` is strictly larger than this fraction, in integers.
    #[must_use]
    pub fn exceeded_by(self, part: i64, whole: u64) -> bool {
        i128::from(part) * i128::from(self.denominator)
            > i128::from(self.numerator) * i128::from(whole)
    }

    /// Rank `ceil(n · fraction)`, counted from 1 and kept within `1..=n`:
    /// the position of the type-1 quantile among `n` sorted values.
    #[must_use]
    pub fn rank(self, n: usize) -> usize {
        let product = i128::from(self.numerator) * n as i128;
        let denominator = i128::from(self.denominator);
        let ceiling =
            product.div_euclid(denominator) + i128::from(product.rem_euclid(denominator) != 0);
        ceiling.clamp(1, n.max(1) as i128) as usize
    }
}
