//! Figures whose trials are not available, and what follows from published counts.

use super::figure::{FigureUnit, Kind, Place, PublishedRow, Value};
use super::resolve::{Draft, Found};
use super::select::{Published, QualityCount, Stated};
use crate::record::transcription::{Fact, FactKey, PublishedFigure, PublishedValue};
use crate::record::{Decimal, LocalText};
use crate::report::{TranscriptionReport, Unit};

/// A row of the published figures.
pub(super) fn published(of: &Published, report: &TranscriptionReport<'_>) -> Found {
    let rows = report.transcription.published.iter().enumerate();
    let mut fitting = rows.filter(|(_, row)| {
        row.study == of.study && row.metric == of.metric && row.condition == of.condition
    });
    let named = || {
        let condition = serde_json::to_string(&of.condition).unwrap_or_default();
        format!("`{}` of study `{}` with {condition}", of.metric, of.study)
    };
    let (index, row) = fitting.next().ok_or_else(|| format!("no published figure {}", named()))?;
    let value = match (&row.value, of.part) {
        (PublishedValue::Number(value), None) => Value::Decimal(value.clone()),
        (PublishedValue::Word(word), None) => Value::Word(word.clone()),
        (PublishedValue::Numbers(values), Some(part)) => part
            .checked_sub(1)
            .and_then(|index| values.get(index))
            .map(|value| Value::Decimal(value.clone()))
            .ok_or_else(|| format!("{} has {} parts, not a part {part}", named(), values.len()))?,
        (PublishedValue::Numbers(values), None) => {
            return Err(format!("{} has {} parts: say which `part`", named(), values.len()));
        }
        (_, Some(_)) => return Err(format!("{} has no parts", named())),
    };
    let (unit, total) = unit(row, &value);
    let draft = Draft::new(value, unit, Kind::Published, Place::Published(index));
    Ok(Draft { total, published: vec![row.into()], ..draft })
}

/// The unit of a published row, and what its value is counted out of.
fn unit(row: &PublishedFigure, value: &Value) -> (FigureUnit, Option<u64>) {
    if matches!(value, Value::Word(_)) {
        return (FigureUnit::Word, None);
    }
    let total = row.unit.strip_prefix("of ").and_then(|total| total.parse().ok());
    let unit = match row.unit.as_str() {
        _ if total.is_some() => FigureUnit::Count,
        "count" => FigureUnit::Count,
        "tokens/s" => FigureUnit::Metric(Unit::TokensPerSecond),
        "s" => FigureUnit::Metric(Unit::Seconds),
        "%" => FigureUnit::Percent,
        other => FigureUnit::Named(other.to_owned()),
    };
    (unit, total)
}

/// A count of the published quality study, or what follows from its counts.
pub(super) fn quality(count: QualityCount, report: &TranscriptionReport<'_>) -> Found {
    let quality =
        report.quality.as_ref().ok_or_else(|| "no published quality counts".to_owned())?;
    let (table, pairs) = (&quality.table, Some(quality.pairs));
    let rows = report.transcription.published.iter().filter(|row| row.study == "quality-600");
    let published: Vec<PublishedRow> = rows
        .filter(|row| {
            let inputs =
                ["problems", "pairs", "correct", "off_only_pairs", "problems_with_off_only"];
            inputs.contains(&row.metric.as_str()) && row.condition.len() <= 1
        })
        .map(PublishedRow::from)
        .collect();
    let (value, total, kind) = match count {
        QualityCount::Problems => (quality.problems, None, Kind::Published),
        QualityCount::Pairs => (quality.pairs, None, Kind::Published),
        QualityCount::OffOnly => (table.baseline_only, pairs, Kind::Published),
        QualityCount::ProblemsWithOffOnly => {
            (quality.problems_with_baseline_only, Some(quality.problems), Kind::Published)
        }
        QualityCount::Both => (table.both, pairs, Kind::Recomputed),
        QualityCount::OnOnly => (table.arm_only, pairs, Kind::Recomputed),
        QualityCount::Neither => (table.neither, pairs, Kind::Recomputed),
        QualityCount::UpperLimit => {
            let limit = Value::Number(quality.upper_limit);
            let unit = FigureUnit::Metric(Unit::Share);
            let draft = Draft::new(limit, unit, Kind::Recomputed, Place::Quality);
            return Ok(Draft { published, ..draft });
        }
    };
    let draft = Draft::new(Value::Count(value), FigureUnit::Count, kind, Place::Quality);
    Ok(Draft { total, published, ..draft })
}

/// A numeric fact.
pub(super) fn fact(of: &Stated, report: &TranscriptionReport<'_>) -> Found {
    let transcription = report.transcription;
    let facts: &[Fact] = match (&of.host, &of.engine) {
        (None, None) => &transcription.request,
        (Some(host), None) => transcription
            .hosts
            .iter()
            .find(|known| known.id == *host)
            .map(|known| known.facts.as_slice())
            .ok_or_else(|| format!("no host {host}"))?,
        (None, Some(engine)) => transcription
            .engines
            .iter()
            .find(|known| known.id == *engine)
            .map(|known| known.facts.as_slice())
            .ok_or_else(|| format!("no engine {engine}"))?,
        (Some(_), Some(_)) => return Err("a fact is of a host or of an engine".to_owned()),
    };
    let fact = facts
        .iter()
        .find(|fact| fact.key == of.key)
        .ok_or_else(|| format!("no fact {:?}", of.key))?;
    let decimal = match &fact.value {
        LocalText::Same(text) => Decimal::parse(text).ok(),
        LocalText::Both(_) => None,
    };
    let decimal = decimal.ok_or_else(|| format!("the fact {:?} is not a number", of.key))?;
    let unit = match of.key {
        FactKey::OutputCap | FactKey::ContextCapacity | FactKey::MaxContext | FactKey::MaxDraft => {
            FigureUnit::Tokens
        }
        _ => FigureUnit::Count,
    };
    Ok(Draft::new(Value::Decimal(decimal), unit, Kind::Published, Place::Systems))
}
