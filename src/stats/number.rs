//! Where exact decimal text becomes `f64`, once.
//!
//! Neighbours: `record` keeps the text, every other module of `stats` takes the number.

use super::StatsError;
use crate::record::Decimal;

/// The double nearest to the decimal (round half to even, as `str::parse` does).
///
/// # Errors
/// [`StatsError::NonFinite`]; the grammar and range of [`Decimal`] leave no such text.
pub fn number(decimal: &Decimal) -> Result<f64, StatsError> {
    let value = decimal.as_str().parse::<f64>().unwrap_or(f64::NAN);
    if value.is_finite() { Ok(value) } else { Err(StatsError::NonFinite { index: 0, value }) }
}
