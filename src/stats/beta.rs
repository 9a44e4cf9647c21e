//! The regularized incomplete beta function and its checked inverse.
//!
//! Job: `I_x(a, b)` to near full precision for shapes up to 1e6 and beyond, and
//! its inverse with the residual checked, because common libraries lose digits
//! from n = 1e4 on or do not return. Neighbours: `binomial`, `quantile`,
//! `mcnemar`, `normal` and `lattice`.
//!
//! The power term is Loader's deviance form (C. Loader, Fast and accurate
//! computation of binomial probabilities, 2000), the continued fraction is that
//! of DiDonato & Morris 1992, ACM TOMS 18:360, section 9.

use super::{StatsError, normal};
use statrs::function::gamma::ln_gamma;
use std::f64::consts::PI;

/// Largest residual, in probability, that an inverse may leave.
const RESIDUAL: f64 = 1e-12;
/// Steps of the continued fraction; a shape of 1e9 needs some 1e5.
const FRACTION_STEPS: u32 = 1_000_000;
/// Steps of the root search; bisection alone would need about 60 per digit scale.
const ROOT_STEPS: u32 = 400;

/// Which end of the distribution a probability is measured from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tail {
    /// The probability of at most x.
    Lower,
    /// The probability of at least x.
    Upper,
}

impl Tail {
    const fn other(self) -> Self {
        match self {
            Self::Lower => Self::Upper,
            Self::Upper => Self::Lower,
        }
    }
}

/// Probability of the `tail` at `x` of a Beta(`a`, `b`) variable.
///
/// # Errors
/// [`StatsError::BadParameter`] unless both shapes are positive and finite and
/// `0 <= x <= 1`; [`StatsError::NoConvergence`].
pub fn probability(tail: Tail, x: f64, a: f64, b: f64) -> Result<f64, StatsError> {
    let beta = Beta::new(a, b)?;
    if !(0.0..=1.0).contains(&x) {
        return Err(StatsError::BadParameter { what: "x", value: x });
    }
    if x <= 0.0 || x >= 1.0 {
        let below = if x <= 0.0 { 0.0 } else { 1.0 };
        return Ok(if tail == Tail::Lower { below } else { 1.0 - below });
    }
    Ok(beta.at(tail, x)?.tail)
}

/// The x at which the `tail` of Beta(`a`, `b`) has the given probability.
///
/// # Errors
/// [`StatsError::OutsideUnit`] unless `0 < probability < 1`;
/// [`StatsError::BadParameter`] for a shape that is not positive;
/// [`StatsError::NoConvergence`] if the residual exceeds 1e-12.
pub fn inverse(tail: Tail, probability: f64, a: f64, b: f64) -> Result<f64, StatsError> {
    if !(probability > 0.0 && probability < 1.0) {
        return Err(StatsError::OutsideUnit { what: "tail probability", value: probability });
    }
    // The root is sought where it is small: near 1 a double cannot resolve it.
    if a > b {
        Ok(1.0 - Beta::new(b, a)?.root(tail.other(), probability)?)
    } else {
        Beta::new(a, b)?.root(tail, probability)
    }
}

/// One distribution, with what does not depend on x computed once.
struct Beta {
    a: f64,
    b: f64,
    /// `ln sqrt(ab / (2π(a+b)))` and the three Stirling remainders.
    front: f64,
}

/// The value of one tail at one x, with the density.
struct Point {
    tail: f64,
    density: f64,
}

impl Beta {
    fn new(a: f64, b: f64) -> Result<Self, StatsError> {
        for value in [a, b] {
            if !(value > 0.0 && value.is_finite()) {
                return Err(StatsError::BadParameter { what: "shape", value });
            }
        }
        let n = a + b;
        let front = (a * (b / n) / (2.0 * PI)).ln() / 2.0 + stirling(n) - stirling(a) - stirling(b);
        Ok(Self { a, b, front })
    }

    fn at(&self, tail: Tail, x: f64) -> Result<Point, StatsError> {
        let (a, b, y, n) = (self.a, self.b, 1.0 - x, self.a + self.b);
        let power = (self.front - deviance(a, n * x) - deviance(b, n * y)).exp();
        // Below the mean the fraction converges for the lower tail, above for the upper.
        let (near, value) = if x <= a / n {
            (Tail::Lower, power / fraction(a, b, x, y)?)
        } else {
            (Tail::Upper, power / fraction(b, a, y, x)?)
        };
        let tail = if tail == near { value } else { 1.0 - value };
        Ok(Point { tail, density: power / (x * y) })
    }

    /// Halley's iteration inside a bracket that only ever shrinks.
    fn root(&self, tail: Tail, target: f64) -> Result<f64, StatsError> {
        let (mut low, mut high) = (0.0, 1.0);
        let mut x = self.guess(tail, target)?;
        let mut residual = f64::INFINITY;
        for _ in 0..ROOT_STEPS {
            let point = self.at(tail, x)?;
            residual = point.tail - target;
            let rising = if tail == Tail::Lower { residual } else { -residual };
            if residual.abs() <= 1e-14 * target {
                return Ok(x);
            }
            if rising < 0.0 {
                low = x;
            } else {
                high = x;
            }
            let newton = rising / point.density;
            let bend = newton * ((self.a - 1.0) / x - (self.b - 1.0) / (1.0 - x));
            let mut next = x - newton / (1.0 - 0.5 * bend.min(1.0));
            if !(next > low && next < high) {
                next = low + (high - low) / 2.0;
            }
            let step = (next - x).abs();
            let settled = step <= f64::EPSILON * x || !(next > low && next < high);
            if settled {
                break;
            }
            x = next;
        }
        if residual.abs() <= RESIDUAL {
            return Ok(x);
        }
        let (a, b) = (self.a, self.b);
        Err(StatsError::NoConvergence { probability: target, a, b, residual })
    }

    /// Starting value: Abramowitz & Stegun 26.5.22, or the power law of the
    /// nearer end where a shape is below 1.
    fn guess(&self, tail: Tail, target: f64) -> Result<f64, StatsError> {
        let (a, b) = (self.a, self.b);
        let guess = if a >= 1.0 && b >= 1.0 {
            let deviate = normal::upper_deviate(target)?;
            let z = if tail == Tail::Lower { deviate } else { -deviate };
            let (u, v) = (1.0 / (2.0 * a - 1.0), 1.0 / (2.0 * b - 1.0));
            let h = 2.0 / (u + v);
            let lambda = (z * z - 3.0) / 6.0;
            let w = z * (h + lambda).max(0.0).sqrt() / h
                - (v - u) * (lambda + 5.0 / 6.0 - 2.0 / (3.0 * h));
            a / (a + b * (2.0 * w).exp())
        } else {
            let below = if tail == Tail::Lower { target } else { 1.0 - target };
            let n = a + b;
            let (left, right) = ((a * (a / n).ln()).exp() / a, (b * (b / n).ln()).exp() / b);
            let whole = left + right;
            if below < left / whole {
                (a * whole * below).powf(1.0 / a)
            } else {
                1.0 - (b * whole * (1.0 - below)).powf(1.0 / b)
            }
        };
        Ok(if guess > 0.0 && guess < 1.0 { guess } else { a / (a + b) })
    }
}

/// `ln Γ(x+1) − (x+½) ln x + x − ½ ln 2π`, the remainder of Stirling's formula.
fn stirling(x: f64) -> f64 {
    if x < 16.0 {
        return ln_gamma(x) - (x - 0.5) * x.ln() + x - (2.0 * PI).ln() / 2.0;
    }
    let s = 1.0 / (x * x);
    (1.0 / 12.0 - s * (1.0 / 360.0 - s * (1.0 / 1260.0 - s * (1.0 / 1680.0 - s * (1.0 / 1188.0)))))
        / x
}

/// `x ln(x/m) + m − x`, without the cancellation near `x = m`.
fn deviance(x: f64, m: f64) -> f64 {
    let v = (x - m) / (x + m);
    if v.abs() >= 0.1 {
        return x * (x / m).ln() + m - x;
    }
    let mut sum = (x - m) * v;
    let mut term = 2.0 * x * v;
    let square = v * v;
    let mut odd = 3.0;
    loop {
        term *= square;
        let next = sum + term / odd;
        if (next - sum).abs() <= f64::EPSILON * sum.abs() {
            return next;
        }
        sum = next;
        odd += 2.0;
    }
}

/// The continued fraction by which the power term is divided, by forward
/// recurrence: the divisions are then off the critical path.
fn fraction(a: f64, b: f64, x: f64, y: f64) -> Result<f64, StatsError> {
    const SCALE: f64 = 1e-150;
    let slope = a * y - b * x + 1.0;
    let (mut above, mut above_before) = (a * slope / (a + 1.0), 1.0);
    let (mut below, mut below_before) = (1.0, 0.0);
    let mut m = 0.0;
    for _ in 0..FRACTION_STEPS {
        m += 1.0;
        let inverse = 1.0 / (a + 2.0 * m - 1.0);
        let odd = m * (b - m) * x * inverse;
        let numerator = odd * (a + m - 1.0) * (a + b + m - 1.0) * x * inverse;
        let denominator = m + odd + (a + m) * (slope + m * (2.0 - x)) / (a + 2.0 * m + 1.0);
        let above_next = denominator * above + numerator * above_before;
        let below_next = denominator * below + numerator * below_before;
        (above_before, below_before) = (above, below);
        (above, below) = (above_next, below_next);
        let cross = above * below_before;
        if (cross - above_before * below).abs() <= f64::EPSILON * cross.abs() {
            return Ok(above / below);
        }
        if above.abs() > 1.0 / SCALE {
            above *= SCALE;
            below *= SCALE;
            above_before *= SCALE;
            below_before *= SCALE;
        }
    }
    Err(StatsError::NoConvergence { probability: x, a, b, residual: f64::INFINITY })
}
