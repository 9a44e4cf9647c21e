//! Counts of a published quality study and what follows from them alone.
//!
//! The pairs themselves are not available, so nothing here needs them: the table
//! follows from its margins and one cell, the exact limit from two counts.

use super::error::Disagreement;
use crate::record::Decimal;
use crate::record::transcription::{ConditionKey, PublishedFigure, PublishedValue, Transcription};
use crate::stats::binomial;
use crate::stats::table::PairTable;
use serde::Serialize;

/// Study whose counts are read.
const STUDY: &str = "quality-600";
/// Level of the one-sided exact limit.
const LEVEL: f64 = 0.95;

/// Counts as published, and what follows from them.
#[derive(Debug, Serialize)]
pub struct QualityCounts<'a> {
    /// Problems.
    pub problems: u64,
    /// Pairs: problems × seeds.
    pub pairs: u64,
    /// The 2×2 table that the published counts imply.
    pub table: PairTable,
    /// Problems in which only the baseline was right, for at least one seed.
    pub problems_with_baseline_only: u64,
    /// One-sided exact (Clopper–Pearson) 95 % upper limit of that share, as a proportion.
    pub upper_limit: f64,
    /// The limit as published, in percent.
    pub published_limit_percent: Option<&'a Decimal>,
}

/// Reads the counts; `None` if the publication has no such study.
pub(super) fn counts<'a>(
    transcription: &'a Transcription,
    found: &mut Vec<Disagreement>,
) -> Option<QualityCounts<'a>> {
    let count = |metric: &str, mtp: Option<&str>| whole(figure(transcription, metric, mtp)?);
    let (problems, pairs) = (count("problems", None)?, count("pairs", None)?);
    let (off, on) = (count("correct", Some("off"))?, count("correct", Some("on"))?);
    let (off_only, with_off_only) =
        (count("off_only_pairs", None)?, count("problems_with_off_only", None)?);
    let mut refuse = |what: &str, cause: String| {
        let published = format!("{off} and {on} of {pairs}, {off_only} off only");
        found.push(Disagreement { what: what.to_owned(), published, recomputed: cause });
    };
    let table = PairTable::from_marginals(pairs, off, on, off_only)
        .map_err(|cause| refuse("table of pairs", cause.to_string()))
        .ok()?;
    let upper_limit = binomial::exact_upper(with_off_only, problems, LEVEL)
        .map_err(|cause| refuse("exact limit", cause.to_string()))
        .ok()?;
    let published_limit_percent =
        match figure(transcription, "one_sided_95_upper_limit", None).map(|f| &f.value) {
            Some(PublishedValue::Number(value)) => Some(value),
            _ => None,
        };
    Some(QualityCounts {
        problems,
        pairs,
        table,
        problems_with_baseline_only: with_off_only,
        upper_limit,
        published_limit_percent,
    })
}

fn figure<'a>(
    transcription: &'a Transcription,
    metric: &str,
    mtp: Option<&str>,
) -> Option<&'a PublishedFigure> {
    transcription.published.iter().find(|figure| {
        let condition = &figure.condition;
        let only_mtp = condition.keys().all(|key| *key == ConditionKey::Mtp);
        figure.study == STUDY
            && figure.metric.as_str() == metric
            && only_mtp
            && condition.get(&ConditionKey::Mtp).map(String::as_str) == mtp
    })
}

fn whole(figure: &PublishedFigure) -> Option<u64> {
    match &figure.value {
        PublishedValue::Number(value) => value.as_str().parse().ok(),
        _ => None,
    }
}
