//! Published aggregates, comparisons and figures without trials → records.

use super::convert::{arm_id, metric};
use super::meaning::{Meaning, Reasons};
use super::source::{FactsFile, PublishedRow, TrialsFile};
use crate::record::transcription::{
    AggregateWithTrials, ConditionKey, PrintedAggregate, PrintedRelation, PublishedFigure,
    PublishedValue, Relation, ThresholdFlag,
};
use crate::record::{Decimal, LocalText};
use serde_json::Value;
use std::collections::BTreeMap;

pub(super) fn aggregates(
    source: &TrialsFile,
    reasons: &mut Reasons<'_>,
) -> Vec<AggregateWithTrials> {
    let rows = source.aggregates.iter();
    rows.map(|row| AggregateWithTrials {
        arm: arm_id(&row.gpu, &row.engine, row.mtp, reasons),
        prompt_tokens: row.input_tokens,
        metric: metric(row.metric),
        median: row.median.clone(),
        min: row.min.clone(),
        max: row.max.clone(),
    })
    .collect()
}

pub(super) fn relations(
    source: &TrialsFile,
    meaning: &Meaning,
    reasons: &mut Reasons<'_>,
) -> Vec<Relation> {
    let mut relations = Vec::new();
    for row in &source.relations {
        match meaning.relations.iter().find(|known| known.id == row.id) {
            Some(known) => relations.push(Relation {
                id: row.id.clone(),
                kind: known.kind,
                baseline: known.baseline.clone(),
                arm: known.arm.clone(),
                prompt_tokens: row.input_tokens,
                metric: known.metric,
                value: row.value.clone(),
            }),
            None => reasons.add(format!("meaning.toml has no [[relation]] for {:?}", row.id)),
        }
    }
    relations
}

pub(super) fn thresholds(source: &TrialsFile, reasons: &mut Reasons<'_>) -> Vec<ThresholdFlag> {
    let mut flags = Vec::new();
    for row in &source.flags {
        if let Some(above) = decimal("50", "threshold", reasons) {
            flags.push(ThresholdFlag {
                arm: arm_id(&row.gpu, &row.engine, row.mtp, reasons),
                prompt_tokens: row.input_tokens,
                metric: metric(row.metric),
                above,
                all: row.all_above_50,
            });
        }
    }
    flags
}

pub(super) fn printed_aggregates(
    source: &TrialsFile,
    reasons: &mut Reasons<'_>,
) -> Vec<PrintedAggregate> {
    let mut printed = Vec::new();
    for (gpu, engine, mtp, prompt_tokens, name, text) in &source.printed_medians {
        let mtp = match mtp.as_str() {
            "off" => super::source::Switch::Off,
            "on" => super::source::Switch::On,
            other => {
                reasons.add(format!("trials.json: {other:?} is neither \"off\" nor \"on\""));
                continue;
            }
        };
        if let Some(median) = decimal(text, "printed median", reasons) {
            let arm = arm_id(gpu, engine, mtp, reasons);
            printed.push(PrintedAggregate {
                arm,
                prompt_tokens: *prompt_tokens,
                metric: metric(*name),
                median,
            });
        }
    }
    printed
}

pub(super) fn printed_relations(
    source: &TrialsFile,
    reasons: &mut Reasons<'_>,
) -> Vec<PrintedRelation> {
    let mut printed = Vec::new();
    for (id, prompt_tokens, text) in &source.printed_relations {
        if let Some(value) = decimal(text, "printed relation", reasons) {
            printed.push(PrintedRelation { id: id.clone(), prompt_tokens: *prompt_tokens, value });
        }
    }
    printed
}

/// Figures without trials, and the design counts of the quality study.
pub(super) fn figures(
    source: &TrialsFile,
    facts: &FactsFile,
    reasons: &mut Reasons<'_>,
) -> Vec<PublishedFigure> {
    let rows = &facts.published_aggregates.rows;
    let mut figures: Vec<_> = rows.iter().filter_map(|row| figure(row, reasons)).collect();
    let counts = &source.quality_counts;
    check_main_counts(source, &figures, reasons);
    let design = [
        ("quality-600", "problems", counts.main.problems),
        ("quality-600", "seeds", counts.main.seeds),
        ("quality-600", "strata", counts.main.strata),
        ("quality-600", "pairs", counts.main.pairs),
        ("quality-600 supplement", "problems", counts.supplement.problems),
        ("quality-600 supplement", "pairs", counts.supplement.pairs),
        ("quality-600 supplement", "strata", counts.supplement.strata),
    ];
    for (study, name, count) in design {
        if let Some(value) = decimal(&count.to_string(), name, reasons) {
            figures.push(PublishedFigure {
                study: study.to_owned(),
                condition: BTreeMap::new(),
                metric: reasons.id(name),
                value: PublishedValue::Number(value),
                unit: "count".to_owned(),
                statistic: None,
                inferred: false,
                note: None,
            });
        }
    }
    figures
}

fn figure(row: &PublishedRow, reasons: &mut Reasons<'_>) -> Option<PublishedFigure> {
    let mut condition = BTreeMap::new();
    for (name, value) in &row.condition {
        match serde_json::from_value::<ConditionKey>(Value::String(name.clone())) {
            Ok(key) => {
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                condition.insert(key, text);
            }
            Err(_) => {
                reasons.add(format!("facts.json: {name:?} is not a known part of a condition"));
            }
        }
    }
    let note = row.note.as_ref().map(|note| LocalText::Both(reasons.text(note)));
    Some(PublishedFigure {
        study: row.study.clone(),
        condition,
        metric: reasons.id(&row.metric),
        value: value(&row.value, &row.metric, reasons)?,
        unit: row.unit.clone(),
        statistic: row.statistic.clone(),
        inferred: row.inferred,
        note,
    })
}

/// A number, an array of numbers, or a word. Numbers may be strings, which keep their digits.
fn value(source: &Value, metric: &str, reasons: &mut Reasons<'_>) -> Option<PublishedValue> {
    let number = |value: &Value| match value {
        Value::String(text) => Decimal::parse(text).ok(),
        Value::Number(number) if number.is_u64() || number.is_i64() => {
            Decimal::parse(&number.to_string()).ok()
        }
        _ => None,
    };
    let read = match source {
        Value::Array(values) => {
            values.iter().map(number).collect::<Option<Vec<_>>>().map(PublishedValue::Numbers)
        }
        Value::String(word) if Decimal::parse(word).is_err() => {
            Some(PublishedValue::Word(word.clone()))
        }
        other => number(other).map(PublishedValue::Number),
    };
    if read.is_none() {
        reasons.add(format!(
            "facts.json: the value {source} of {metric:?} is neither whole numbers nor text"
        ));
    }
    read
}

fn decimal(text: &str, what: &str, reasons: &mut Reasons<'_>) -> Option<Decimal> {
    Decimal::parse(text).map_err(|error| reasons.add(format!("trials.json: {what}: {error}"))).ok()
}

/// The counts of the main quality study stand in both files and must agree.
fn check_main_counts(source: &TrialsFile, figures: &[PublishedFigure], reasons: &mut Reasons<'_>) {
    let main = &source.quality_counts.main;
    let found = |metric: &str, mtp: Option<&str>| {
        figures
            .iter()
            .find(|figure| {
                let same_mtp = figure.condition.get(&ConditionKey::Mtp).map(String::as_str) == mtp;
                let whole_study = !figure.condition.contains_key(&ConditionKey::Domain);
                figure.study == "quality-600"
                    && figure.metric.as_str() == metric
                    && same_mtp
                    && whole_study
            })
            .map(|figure| match &figure.value {
                PublishedValue::Number(value) => value.to_string(),
                other => format!("{other:?}"),
            })
    };
    let rows = [
        ("correct", Some("off"), main.off_correct.to_string()),
        ("correct", Some("on"), main.on_correct.to_string()),
        ("off_only_pairs", None, main.off_only.to_string()),
        ("problems_with_off_only", None, main.problems_with_any_off_only.to_string()),
        ("one_sided_95_upper_limit", None, main.upper_limit_percent.clone()),
    ];
    for (metric, mtp, count) in rows {
        reasons.same(
            &format!("quality-600 {metric} {}", mtp.unwrap_or("")),
            &Some(count),
            &found(metric, mtp),
        );
    }
}
