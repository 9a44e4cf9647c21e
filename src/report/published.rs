//! Published figures held against what the trials give, bit for bit.
//!
//! A publication that states doubles to the last digit must be met exactly: the
//! recomputed double has the same bits as the published text parsed as a double.

use super::compare::Comparison;
use super::condition::Condition;
use super::error::Disagreement;
use crate::record::transcription::{Relation, RelationKind, ThresholdFlag, Transcription};
use crate::record::{Decimal, Id};
use crate::stats::number::number;
use crate::units::Tokens;
use serde::Serialize;

/// A published relation beside the recomputed one.
#[derive(Debug, Serialize)]
pub struct RelationCheck<'a> {
    /// As published.
    pub published: &'a Relation,
    /// What the trials give.
    pub recomputed: f64,
}

/// A published threshold statement beside the count.
#[derive(Debug, Serialize)]
pub struct ThresholdCheck<'a> {
    /// As published.
    pub published: &'a ThresholdFlag,
    /// Trials strictly above the threshold.
    pub above: usize,
    /// Trials with the metric.
    pub n: usize,
}

/// Adds a disagreement unless `published` is exactly `recomputed`.
fn same(
    what: impl Fn() -> String,
    published: &Decimal,
    recomputed: Option<f64>,
    found: &mut Vec<Disagreement>,
) {
    let stated = number(published).ok();
    if stated.map(f64::to_bits) != recomputed.map(f64::to_bits) || stated.is_none() {
        found.push(Disagreement {
            what: what(),
            published: published.to_string(),
            recomputed: recomputed.map_or_else(
                || "nothing: no trial has this metric".to_owned(),
                |value| value.to_string(),
            ),
        });
    }
}

pub(super) fn find<'a>(
    conditions: &'a [Condition],
    arm: &Id,
    prompt_tokens: Tokens,
) -> Option<&'a Condition> {
    conditions
        .iter()
        .find(|condition| condition.arm == *arm && condition.prompt_tokens == prompt_tokens)
}

/// Holds every published median, minimum and maximum against the trials; returns how many were checked.
pub(super) fn check_aggregates(
    transcription: &Transcription,
    conditions: &[Condition],
    found: &mut Vec<Disagreement>,
) -> usize {
    for row in &transcription.aggregates {
        let estimate = find(conditions, &row.arm, row.prompt_tokens)
            .and_then(|condition| condition.estimate(row.metric));
        let what = |statistic: &str| {
            format!("{statistic} of {:?}, {}, {}", row.metric, row.arm, row.prompt_tokens)
        };
        same(
            || what("median"),
            &row.median,
            estimate.map(|estimate| estimate.summary.median),
            found,
        );
        same(|| what("minimum"), &row.min, estimate.map(|estimate| estimate.summary.min), found);
        same(|| what("maximum"), &row.max, estimate.map(|estimate| estimate.summary.max), found);
    }
    transcription.aggregates.len() * 3
}

/// Holds every published relation of two medians against the comparisons.
pub(super) fn check_relations<'a>(
    transcription: &'a Transcription,
    comparisons: &[Comparison],
    found: &mut Vec<Disagreement>,
) -> Vec<RelationCheck<'a>> {
    let mut checks = Vec::new();
    for row in &transcription.relations {
        let compared = comparisons
            .iter()
            .find(|c| {
                c.baseline == row.baseline
                    && c.arm == row.arm
                    && c.prompt_tokens == row.prompt_tokens
            })
            .and_then(|comparison| comparison.metric(row.metric));
        let recomputed = compared.map(|metric| match row.kind {
            RelationKind::Ratio => metric.contrast.comparison.ratio_of_medians,
            RelationKind::PercentChange => metric.contrast.comparison.percent_change,
            RelationKind::Difference => metric.difference,
        });
        same(|| format!("{} at {}", row.id, row.prompt_tokens), &row.value, recomputed, found);
        checks.extend(recomputed.map(|recomputed| RelationCheck { published: row, recomputed }));
    }
    checks
}

/// Counts the trials strictly above each published threshold.
pub(super) fn check_thresholds<'a>(
    transcription: &'a Transcription,
    conditions: &[Condition],
    found: &mut Vec<Disagreement>,
) -> Vec<ThresholdCheck<'a>> {
    let mut checks = Vec::new();
    for row in &transcription.thresholds {
        let estimate = find(conditions, &row.arm, row.prompt_tokens)
            .and_then(|condition| condition.estimate(row.metric));
        let above = match (estimate, number(&row.above)) {
            (Some(estimate), Ok(bound)) => Some(estimate.summary.above(bound)),
            _ => None,
        };
        let (count, n, all) =
            above.map_or((0, 0, false), |above| (above.above, above.n, above.all));
        if all != row.all {
            found.push(Disagreement {
                what: format!(
                    "all trials above {} in {:?}, {}, {}",
                    row.above, row.metric, row.arm, row.prompt_tokens
                ),
                published: row.all.to_string(),
                recomputed: format!("{count} of {n} above"),
            });
        }
        checks.push(ThresholdCheck { published: row, above: count, n });
    }
    checks
}
