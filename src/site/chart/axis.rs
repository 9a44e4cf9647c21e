//! The horizontal axis: a range that ends on ticks at both sides.
//!
//! Job: choose the range so that its first and last tick are the ends of the
//! axis, which states the range in full. plotters maps values through it (it is
//! a `Ranged`); the ticks are ours, because the ones of `RangedCoordf64` depend
//! on an absolute epsilon and carry no number of decimals. A tick is a whole
//! number of steps, so its value and label do not depend on sums of fractions.

use crate::site::number::fixed;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use std::ops::Range;

/// Steps into which the values are divided at most; the ends of the axis may add two.
const MOST_STEPS: i64 = 6;
/// Values that differ by less than this share of the largest are one value.
const SAME: f64 = 1e-9;
/// An axis whose smallest value is below this share of its largest begins at zero.
const NEAR_ZERO: f64 = 0.3;
/// Values whose labels fit: zero, or a size between these.
pub(super) const SIZES: Range<f64> = 1e-6..1e12;

/// Where an axis may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum From {
    /// At the smallest value.
    Values,
    /// At zero, if the smallest value is small beside the largest.
    ZeroIfNear,
}

/// Ticks at `step × 10^exponent` times `first..=last`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Axis {
    first: i64,
    last: i64,
    step: i64,
    exponent: i32,
}

impl Axis {
    /// The finest axis over all values whose labels fit; `None` if there is no value.
    ///
    /// Values are finite and zero or within [`SIZES`].
    pub(super) fn over(values: &[f64], from: From, fits: impl Fn(&Self) -> bool) -> Option<Self> {
        let low = values.iter().copied().min_by(f64::total_cmp)?;
        let high = values.iter().copied().max_by(f64::total_cmp)?;
        let size = low.abs().max(high.abs());
        let spread = if high - low > size * SAME {
            high - low
        } else {
            // One value: an axis of two steps of about a hundredth of it.
            return Some(Self::around(low, size));
        };
        let candidates =
            (1..=MOST_STEPS).rev().map(|steps| Self::with(low, high, spread / steps as f64, from));
        let mut coarsest = None;
        for axis in candidates {
            if fits(&axis) {
                return Some(axis);
            }
            coarsest = Some(axis);
        }
        coarsest
    }

    /// The axis of a single value.
    fn around(value: f64, size: f64) -> Self {
        if size <= 0.0 {
            return Self { first: -1, last: 1, step: 1, exponent: 0 };
        }
        let mut axis = Self { exponent: size.log10().floor() as i32 - 1, ..UNIT };
        let at = axis.steps(value).round() as i64;
        (axis.first, axis.last) = (at - 1, at + 1);
        axis
    }

    /// The axis whose step is 1, 2 or 5 times a power of ten and at least `step`.
    fn with(low: f64, high: f64, step: f64, from: From) -> Self {
        let exponent = step.log10().floor() as i32;
        let leading = step / power(exponent);
        let (step, exponent) = [1, 2, 5]
            .into_iter()
            .find(|nice| leading <= *nice as f64 * (1.0 + SAME))
            .map_or((1, exponent + 1), |nice| (nice, exponent));
        let mut axis = Self { step, exponent, ..UNIT };
        axis.first = toward(axis.steps(low), f64::floor);
        axis.last = toward(axis.steps(high), f64::ceil).max(axis.first + 1);
        if from == From::ZeroIfNear && low > 0.0 && low <= NEAR_ZERO * high {
            axis.first = 0;
        }
        axis
    }

    /// A value in steps.
    fn steps(&self, value: f64) -> f64 {
        value / self.step as f64 / power(self.exponent)
    }

    fn tick(&self, number: i64) -> f64 {
        let whole = (number * self.step) as f64;
        // Dividing by a power of ten gives the double nearest to the decimal; multiplying does not.
        if self.exponent < 0 { whole / power(-self.exponent) } else { whole * power(self.exponent) }
    }

    /// Where the axis begins.
    pub(super) fn low(&self) -> f64 {
        self.tick(self.first)
    }

    /// Where the axis ends.
    pub(super) fn high(&self) -> f64 {
        self.tick(self.last)
    }

    /// All ticks, both ends among them.
    pub(super) fn ticks(&self) -> Vec<f64> {
        (self.first..=self.last).map(|number| self.tick(number)).collect()
    }

    /// A value of the axis with the decimals of its step.
    pub(super) fn label(&self, value: f64) -> String {
        fixed(value, usize::try_from(-self.exponent).unwrap_or(0))
    }
}

/// Steps of one.
const UNIT: Axis = Axis { first: 0, last: 1, step: 1, exponent: 0 };

fn power(exponent: i32) -> f64 {
    10_f64.powi(exponent)
}

/// The whole number beside `steps`, or the one that it is up to rounding.
fn toward(steps: f64, beside: fn(f64) -> f64) -> i64 {
    let near = steps.round();
    if (steps - near).abs() <= SAME * near.abs().max(1.0) {
        near as i64
    } else {
        beside(steps) as i64
    }
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        let share = (value - self.low()) / (self.high() - self.low());
        from + (share.clamp(0.0, 1.0) * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        let mut ticks = self.ticks();
        ticks.truncate(hint.max_num_points());
        ticks
    }

    fn range(&self) -> Range<f64> {
        self.low()..self.high()
    }
}

#[cfg(test)]
mod tests {
    use super::{Axis, From};
    use plotters::coord::ranged1d::Ranged as _;

    fn labels(values: &[f64]) -> Vec<String> {
        let axis = Axis::over(values, From::ZeroIfNear, |_| true).unwrap();
        axis.ticks().into_iter().map(|tick| axis.label(tick)).collect()
    }

    #[test]
    fn both_ends_are_ticks_and_hold_every_value() {
        assert_eq!(labels(&[52.33, 75.46]), ["50", "55", "60", "65", "70", "75", "80"]);
        assert_eq!(
            labels(&[52.186, 52.273]),
            ["52.18", "52.20", "52.22", "52.24", "52.26", "52.28"]
        );
        assert_eq!(
            labels(&[2_199.7, 2_703.0]),
            ["2,100", "2,200", "2,300", "2,400", "2,500", "2,600", "2,700", "2,800"]
        );
    }

    #[test]
    fn an_axis_that_would_begin_near_zero_begins_at_zero() {
        assert_eq!(labels(&[3.0, 12.0]).first().unwrap(), "0");
        let ratios = Axis::over(&[0.6, 2.6], From::Values, |_| true).unwrap();
        assert_eq!(ratios.low().to_string(), "0.5");
        assert_eq!(labels(&[-3.0, 12.0]).first().unwrap(), "\u{2212}5");
    }

    #[test]
    fn one_value_stands_in_the_middle() {
        assert_eq!(labels(&[52.3, 52.3, 52.3]), ["51", "52", "53"]);
        assert_eq!(labels(&[0.0]), ["\u{2212}1", "0", "1"]);
        assert_eq!(labels(&[-0.001]), ["\u{2212}0.0011", "\u{2212}0.0010", "\u{2212}0.0009"]);
        assert_eq!(Axis::over(&[], From::ZeroIfNear, |_| true), None);
    }

    #[test]
    fn labels_that_do_not_fit_make_the_axis_coarser() {
        let axis =
            Axis::over(&[0.0, 1.0], From::ZeroIfNear, |axis| axis.ticks().len() <= 3).unwrap();
        assert_eq!(axis.ticks(), [0.0, 0.5, 1.0]);
        let never = Axis::over(&[0.0, 1.0], From::ZeroIfNear, |_| false).unwrap();
        assert_eq!(never.ticks(), [0.0, 1.0]);
    }

    #[test]
    fn values_are_placed_by_share_and_never_outside() {
        let axis = Axis::over(&[0.0, 1.0], From::ZeroIfNear, |_| true).unwrap();
        let places: Vec<i32> =
            [0.0, 0.25, 1.0, -5.0, 5.0].iter().map(|value| axis.map(value, (100, 500))).collect();
        assert_eq!(places, [100, 200, 500, 100, 500]);
        assert_eq!(axis.range(), 0.0..1.0);
        assert_eq!(axis.key_points(2), [0.0, 0.2]);
    }

    #[test]
    fn extremes_still_have_an_axis() {
        for values in [[1e12, -1e12], [1e-6, 1.000_000_01e-6], [1e12, 1e-6], [-1e12, 0.0]] {
            let axis = Axis::over(&values, From::ZeroIfNear, |_| true).unwrap();
            assert!(
                axis.low() <= values[0].min(values[1]) && axis.high() >= values[0].max(values[1])
            );
            assert!(axis.ticks().len() <= 9, "{axis:?}");
        }
    }
}
