//! A sentence that cites figures, and whether they bear it out.

use super::figure::Figure;
use super::word::Word;
use crate::record::{Bilingual, Decimal, Digest};
use crate::stats::number::number;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// How a figure must stand to the threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Comparator {
    /// Below.
    #[serde(rename = "<")]
    Less,
    /// At most.
    #[serde(rename = "<=")]
    AtMost,
    /// Above.
    #[serde(rename = ">")]
    Greater,
    /// At least.
    #[serde(rename = ">=")]
    AtLeast,
    /// The same number.
    #[serde(rename = "=")]
    Equal,
    /// From the threshold to the upper bound, both included.
    #[serde(rename = "between")]
    Between,
}

/// A claim with its verdict.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Claim {
    /// Name within the article.
    pub id: Word,
    /// The sentence.
    pub statement: Bilingual,
    /// The figures; each must stand to the threshold as the comparator says.
    pub figures: Vec<Figure>,
    /// How.
    pub comparator: Comparator,
    /// Threshold; the lower bound of `between`.
    pub threshold: Decimal,
    /// Upper bound of `between`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<Decimal>,
    /// Digests of the bundles that the figures were made of.
    pub inputs: Vec<Digest>,
    /// Whether every figure does.
    pub holds: bool,
}

/// Whether `value` stands to the threshold as the comparator says; unrounded.
///
/// `None` if `between` has no upper bound or another comparator has one.
#[must_use]
pub fn judge(
    comparator: Comparator,
    value: f64,
    threshold: &Decimal,
    upper: Option<&Decimal>,
) -> Option<bool> {
    // Adding zero takes the sign off a zero.
    let order = |bound: &Decimal| {
        let bound = number(bound).ok()?;
        Some((value + 0.0).total_cmp(&(bound + 0.0)))
    };
    let lower = order(threshold)?;
    match (comparator, upper) {
        (Comparator::Less, None) => Some(lower == Ordering::Less),
        (Comparator::AtMost, None) => Some(lower != Ordering::Greater),
        (Comparator::Greater, None) => Some(lower == Ordering::Greater),
        (Comparator::AtLeast, None) => Some(lower != Ordering::Less),
        (Comparator::Equal, None) => Some(lower == Ordering::Equal),
        (Comparator::Between, Some(upper)) => {
            Some(lower != Ordering::Less && order(upper)? != Ordering::Greater)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Comparator, judge};
    use crate::record::Decimal;

    #[test]
    fn every_comparator_both_ways() {
        let holds = |comparator, value: f64, threshold: &str, upper: Option<&str>| {
            let decimal = |text: &str| Decimal::parse(text).unwrap();
            judge(comparator, value, &decimal(threshold), upper.map(decimal).as_ref())
        };
        for (comparator, below, at, above) in [
            (Comparator::Less, true, false, false),
            (Comparator::AtMost, true, true, false),
            (Comparator::Greater, false, false, true),
            (Comparator::AtLeast, false, true, true),
            (Comparator::Equal, false, true, false),
        ] {
            let verdicts = [1.0, 1.5, 2.0].map(|value| holds(comparator, value, "1.5", None));
            assert_eq!(verdicts, [Some(below), Some(at), Some(above)], "{comparator:?}");
            assert_eq!(holds(comparator, 1.0, "1", Some("2")), None, "{comparator:?}");
        }
        let between = |value| holds(Comparator::Between, value, "1", Some("2"));
        assert_eq!(
            [0.9, 1.0, 1.5, 2.0, 2.1].map(between),
            [false, true, true, true, false].map(Some)
        );
        assert_eq!(holds(Comparator::Between, 1.0, "1", None), None);
    }

    #[test]
    fn the_value_is_judged_unrounded() {
        let threshold = Decimal::parse("12.2").unwrap();
        let shown_as_the_threshold = 12.157_985_432_018_915;
        assert_eq!(
            judge(Comparator::AtLeast, shown_as_the_threshold, &threshold, None),
            Some(false)
        );
        let zero = Decimal::parse("-0.0").unwrap();
        for value in [0.0, -0.0] {
            assert_eq!(judge(Comparator::Equal, value, &zero, None), Some(true));
        }
    }
}
