//! What the templates show: reports with their words and rounded numbers.
//!
//! Neighbours: `pages` holds the templates; `number` rounds; `texts` has the words.

pub(super) mod anchor;
pub(super) mod bundle;
pub(super) mod errata;
mod figures;
pub(super) mod list;
mod plan;
mod published;
mod results;
mod run;
mod run_figures;
pub(super) mod section;
mod speech;
pub(super) mod transcription;
mod trials;

use super::number::{Shown, fixed, signed};
use crate::report::Unit;

/// A value in the unit of its metric; a share is shown in percent.
fn value(value: f64, unit: Unit) -> Shown {
    let text = match unit {
        Unit::TokensPerSecond | Unit::Seconds => fixed(value, 2),
        Unit::Share => fixed(value * 100.0, 1),
    };
    Shown { raw: value.to_string(), text }
}

/// A ratio, two decimals.
fn ratio(value: f64) -> Shown {
    Shown { raw: value.to_string(), text: fixed(value, 2) }
}

/// A change in percent, one decimal and its sign.
fn percent_change(value: f64) -> Shown {
    Shown { raw: value.to_string(), text: format!("{}\u{a0}%", signed(value, 1)) }
}
