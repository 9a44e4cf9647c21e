//! Intervals for one proportion of independent items.
//!
//! Job: Clopper-Pearson where a guarantee is wanted, Wilson and Jeffreys near
//! their nominal level (Brown, Cai & DasGupta 2001, Stat Sci 16:101).
//! Neighbours: `beta` inverts the tails; `newcombe` squares and adds Wilson.
//! Several seeds of one problem are not independent items.

use super::beta::{self, Tail};
use super::{StatsError, normal};
use serde::Serialize;

/// A closed interval of proportions within 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// Lower limit.
    pub lower: f64,
    /// Upper limit.
    pub upper: f64,
}

fn check(k: u64, n: u64, level: f64) -> Result<(), StatsError> {
    if n == 0 {
        return Err(StatsError::Empty { what: "items" });
    }
    if k > n {
        return Err(StatsError::CountAboveTotal { k, n });
    }
    if level > 0.0 && level < 1.0 {
        Ok(())
    } else {
        Err(StatsError::OutsideUnit { what: "level", value: level })
    }
}

/// Exact upper limit with `alpha` above it. Closed forms where a shape is 1.
fn upper(k: u64, n: u64, alpha: f64) -> Result<f64, StatsError> {
    let count = n as f64;
    match k {
        _ if k == n => Ok(1.0),
        0 => Ok(-(alpha.ln() / count).exp_m1()),
        _ if k + 1 == n => Ok(((-alpha).ln_1p() / count).exp()),
        _ => beta::inverse(Tail::Upper, alpha, (k + 1) as f64, (n - k) as f64),
    }
}

/// Exact lower limit with `alpha` below it.
fn lower(k: u64, n: u64, alpha: f64) -> Result<f64, StatsError> {
    let count = n as f64;
    match k {
        0 => Ok(0.0),
        _ if k == n => Ok((alpha.ln() / count).exp()),
        1 => Ok(-((-alpha).ln_1p() / count).exp_m1()),
        _ => beta::inverse(Tail::Lower, alpha, k as f64, (n - k + 1) as f64),
    }
}

/// Clopper-Pearson upper limit of `k` of `n` at a one-sided `level`; 1 if k = n
/// (Clopper & Pearson 1934, Biometrika 26:404).
///
/// # Errors
/// [`StatsError::Empty`], [`StatsError::CountAboveTotal`],
/// [`StatsError::OutsideUnit`], [`StatsError::NoConvergence`].
pub fn exact_upper(k: u64, n: u64, level: f64) -> Result<f64, StatsError> {
    check(k, n, level)?;
    upper(k, n, 1.0 - level)
}

/// Clopper-Pearson lower limit of `k` of `n` at a one-sided `level`; 0 if k = 0.
///
/// # Errors
/// As [`exact_upper`].
pub fn exact_lower(k: u64, n: u64, level: f64) -> Result<f64, StatsError> {
    check(k, n, level)?;
    lower(k, n, 1.0 - level)
}

/// Clopper-Pearson interval with `(1 − level) / 2` in each tail.
///
/// # Errors
/// As [`exact_upper`].
pub fn exact(k: u64, n: u64, level: f64) -> Result<Interval, StatsError> {
    check(k, n, level)?;
    let alpha = (1.0 - level) / 2.0;
    Ok(Interval { lower: lower(k, n, alpha)?, upper: upper(k, n, alpha)? })
}

/// Wilson score interval at a two-sided `level` (Wilson 1927, JASA 22:209).
///
/// # Errors
/// [`StatsError::Empty`], [`StatsError::CountAboveTotal`],
/// [`StatsError::OutsideUnit`].
pub fn wilson(k: u64, n: u64, level: f64) -> Result<Interval, StatsError> {
    check(k, n, level)?;
    let z = normal::two_sided_deviate(level)?;
    let n_value = n as f64;
    let (p, z_share) = (k as f64 / n_value, z * z / n_value);
    let scale = 1.0 + z_share;
    let half = (p * (1.0 - p) * z_share + z_share * z_share / 4.0).sqrt();
    let upper = (p + z_share / 2.0 + half) / scale;
    // The limits are roots of one quadratic; their product loses no digits.
    let lower = p * p / (scale * upper);
    Ok(Interval { lower, upper: if k == n { 1.0 } else { upper } })
}

/// Jeffreys interval: equal tails of Beta(k + ½, n − k + ½) at a two-sided
/// `level`, with 0 at k = 0 and 1 at k = n.
///
/// # Errors
/// As [`exact_upper`].
pub fn jeffreys(k: u64, n: u64, level: f64) -> Result<Interval, StatsError> {
    check(k, n, level)?;
    let alpha = (1.0 - level) / 2.0;
    let (a, b) = (k as f64 + 0.5, (n - k) as f64 + 0.5);
    Ok(Interval {
        lower: if k == 0 { 0.0 } else { beta::inverse(Tail::Lower, alpha, a, b)? },
        upper: if k == n { 1.0 } else { beta::inverse(Tail::Upper, alpha, a, b)? },
    })
}
