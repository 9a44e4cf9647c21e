//! Figures as a publication printed them, held against how they are shown here.
//!
//! A printed median must be what rounding the recomputed median to as many
//! places gives; otherwise one of the two was rounded twice or is wrong.

use super::SiteError;
use super::number::fixed;
use crate::record::{BundleId, Decimal};
use crate::report::TranscriptionReport;

/// Checks every printed figure; returns how many there were.
///
/// # Errors
/// [`SiteError::Printed`] for the first that is shown otherwise.
pub(super) fn check(
    bundle: &BundleId,
    report: &TranscriptionReport<'_>,
) -> Result<usize, SiteError> {
    let transcription = report.transcription;
    for row in &transcription.printed_aggregates {
        let condition = report.condition(&row.arm, row.prompt_tokens);
        let median =
            condition.and_then(|c| c.estimate(row.metric)).map(|estimate| estimate.summary.median);
        same(
            bundle,
            || format!("median of {:?}, {}, {}", row.metric, row.arm, row.prompt_tokens),
            &row.median,
            median,
        )?;
    }
    for row in &transcription.printed_relations {
        let relation = report.relations.iter().find(|check| {
            check.published.id == row.id && check.published.prompt_tokens == row.prompt_tokens
        });
        let value = relation.map(|check| check.recomputed);
        same(bundle, || format!("{} at {}", row.id, row.prompt_tokens), &row.value, value)?;
    }
    if let Some(quality) = &report.quality
        && let Some(printed) = quality.published_limit_percent
    {
        same(
            bundle,
            || "exact upper limit in percent".to_owned(),
            printed,
            Some(quality.upper_limit * 100.0),
        )?;
    }
    Ok(transcription.printed_aggregates.len() + transcription.printed_relations.len())
}

fn same(
    bundle: &BundleId,
    what: impl Fn() -> String,
    printed: &Decimal,
    value: Option<f64>,
) -> Result<(), SiteError> {
    let shown =
        value.map(|value| fixed(value, printed.places()).replace(',', "").replace('\u{2212}', "-"));
    if shown.as_deref() == Some(printed.as_str()) {
        return Ok(());
    }
    Err(SiteError::Printed {
        bundle: bundle.to_string(),
        what: what(),
        printed: printed.to_string(),
        shown: shown.unwrap_or_else(|| "nothing".to_owned()),
    })
}
