//! Figures shown as published, and what follows from published counts.

use super::anchor;
use super::transcription::Names;
use crate::record::Decimal;
use crate::record::transcription::{ConditionKey, PublishedFigure, PublishedValue};
use crate::report::QualityCounts;
use crate::site::number::{Shown, fixed, grouped, whole};
use crate::site::texts::{Texts, fill};

/// One figure whose trials are not available.
#[derive(Debug)]
pub(in crate::site) struct PublishedView {
    pub(in crate::site) anchor: String,
    pub(in crate::site) study: String,
    pub(in crate::site) condition: String,
    pub(in crate::site) metric: String,
    pub(in crate::site) value: String,
    pub(in crate::site) statistic: String,
    pub(in crate::site) inferred: bool,
    pub(in crate::site) note: String,
}

impl PublishedView {
    pub(super) fn new(index: usize, figure: &PublishedFigure, names: &Names<'_>) -> Self {
        let texts = names.texts;
        let word = |source: &str| texts.word(source).to_owned();
        let part = |(key, value): (&ConditionKey, &String)| {
            let value = whole_number(value).unwrap_or_else(|| word(value));
            format!("{} {value}", texts.condition.of(*key))
        };
        let note = figure.note.as_ref().map(|note| names.language.pick_local(note).to_owned());
        Self {
            anchor: anchor::published(index),
            study: word(&figure.study),
            condition: figure.condition.iter().map(part).collect::<Vec<_>>().join(" · "),
            metric: word(figure.metric.as_str()),
            value: value(figure, texts),
            statistic: figure.statistic.as_deref().map(word).unwrap_or_default(),
            inferred: figure.inferred,
            note: note.unwrap_or_default(),
        }
    }
}

/// Whole numbers of four digits and more with their digits grouped.
fn whole_number(text: &str) -> Option<String> {
    text.parse::<u64>().ok().map(whole)
}

/// The value with its unit; `of N` becomes a share with its denominator.
fn value(figure: &PublishedFigure, texts: &Texts) -> String {
    let decimal = |value: &Decimal| grouped(value.as_str());
    let value = match &figure.value {
        PublishedValue::Number(number) => decimal(number),
        PublishedValue::Numbers(numbers) => {
            numbers.iter().map(decimal).collect::<Vec<_>>().join(" / ")
        }
        PublishedValue::Word(word) => texts.word(word).to_owned(),
    };
    match figure.unit.strip_prefix("of ").and_then(whole_number) {
        Some(total) => fill(&texts.run.of, &[("k", &value), ("n", &total)]),
        None => format!("{value} {}", texts.word(&figure.unit)).trim_end().to_owned(),
    }
}

/// What follows from the published counts of the quality study.
#[derive(Debug)]
pub(in crate::site) struct QualityView {
    pub(in crate::site) rows: Vec<(String, String)>,
    pub(in crate::site) limit: Shown,
    pub(in crate::site) published_limit: String,
}

impl QualityView {
    pub(super) fn new(quality: &QualityCounts<'_>, texts: &Texts) -> Self {
        let run = &texts.run;
        let of = |k: u64, n: u64| fill(&run.of, &[("k", &whole(k)), ("n", &whole(n))]);
        let (table, pairs) = (quality.table, quality.pairs);
        let rows = vec![
            (run.quality_pairs.clone(), whole(pairs)),
            (run.quality_both.clone(), of(table.both, pairs)),
            (run.quality_off_only.clone(), of(table.baseline_only, pairs)),
            (run.quality_on_only.clone(), of(table.arm_only, pairs)),
            (run.quality_neither.clone(), of(table.neither, pairs)),
            (
                run.quality_problems.clone(),
                of(quality.problems_with_baseline_only, quality.problems),
            ),
        ];
        let published = quality
            .published_limit_percent
            .map(|value| fill(&run.quality_published, &[("value", value.as_str())]));
        Self {
            rows,
            limit: Shown {
                raw: quality.upper_limit.to_string(),
                text: format!("{}\u{a0}%", fixed(quality.upper_limit * 100.0, 3)),
            },
            published_limit: published.unwrap_or_default(),
        }
    }
}
