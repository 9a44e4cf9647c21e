//! The normal and Student t distributions, as far as intervals need them.
//!
//! Job: quantiles and tails under names that say which tail. Neighbours:
//! `tango`, `binomial`, `bca`, `power` and `clustered` take their deviates from
//! here; the t quantile comes from the inverse incomplete beta in `beta`.

use super::StatsError;
use super::beta::{self, Tail};
use statrs::function::erf;
use std::f64::consts::SQRT_2;

/// Probability that a standard normal variable is at most `z`.
#[must_use]
pub fn cdf(z: f64) -> f64 {
    erf::erfc(-z / SQRT_2) / 2.0
}

/// Deviate that a standard normal variable exceeds with probability `alpha`.
///
/// # Errors
/// [`StatsError::OutsideUnit`] unless `0 < alpha < 1`.
pub fn upper_deviate(alpha: f64) -> Result<f64, StatsError> {
    if alpha > 0.0 && alpha < 1.0 {
        Ok(SQRT_2 * erf::erfc_inv(2.0 * alpha))
    } else {
        Err(StatsError::OutsideUnit { what: "tail probability", value: alpha })
    }
}

/// Two-sided deviate of a two-sided level: 1.96 for 0.95.
///
/// # Errors
/// [`StatsError::OutsideUnit`] unless `0 < level < 1`.
pub fn two_sided_deviate(level: f64) -> Result<f64, StatsError> {
    if level > 0.0 && level < 1.0 {
        Ok(SQRT_2 * erf::erf_inv(level))
    } else {
        Err(StatsError::OutsideUnit { what: "level", value: level })
    }
}

/// Value that Student's t with `df` degrees of freedom exceeds with
/// probability `alpha < 1/2`, from `t² / (df + t²) ~ Beta(1/2, df/2)`.
///
/// # Errors
/// [`StatsError::OutsideUnit`] unless `0 < alpha < 1/2`;
/// [`StatsError::BadParameter`] for `df = 0`.
pub fn t_upper_deviate(alpha: f64, df: u64) -> Result<f64, StatsError> {
    if !(alpha > 0.0 && alpha < 0.5) {
        return Err(StatsError::OutsideUnit {
            what: "twice the tail probability",
            value: 2.0 * alpha,
        });
    }
    let df = df as f64;
    let x = beta::inverse(Tail::Upper, 2.0 * alpha, 0.5, df / 2.0)?;
    Ok((df * x / (1.0 - x)).sqrt())
}
