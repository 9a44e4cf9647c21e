//! Figures as a publication printed or stored them, beside or without their trials.

use super::super::json::reason;
use super::super::{Decimal, Id, LocalText};
use super::PublishedMetric;
use crate::units::Tokens;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Median, minimum and maximum of one metric of one condition, as published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AggregateWithTrials {
    /// Arm id.
    pub arm: Id,
    /// Prompt tokens of the condition.
    pub prompt_tokens: Tokens,
    /// Metric.
    pub metric: PublishedMetric,
    /// Median.
    pub median: Decimal,
    /// Smallest.
    pub min: Decimal,
    /// Largest.
    pub max: Decimal,
}

/// A published comparison of the medians of two arms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Relation {
    /// The publication's name of it.
    pub id: String,
    /// How the two medians are related.
    pub kind: RelationKind,
    /// Arm that the other is compared with.
    pub baseline: Id,
    /// The other arm.
    pub arm: Id,
    /// Prompt tokens of both conditions.
    pub prompt_tokens: Tokens,
    /// Metric.
    pub metric: PublishedMetric,
    /// The value.
    pub value: Decimal,
}

/// How two medians are related.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum RelationKind {
    /// arm ÷ baseline.
    Ratio,
    /// (arm ÷ baseline − 1) × 100.
    PercentChange,
    /// arm − baseline, in the unit of the metric.
    Difference,
}

/// A published statement that every trial of a condition lies above a threshold, or not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ThresholdFlag {
    /// Arm id.
    pub arm: Id,
    /// Prompt tokens of the condition.
    pub prompt_tokens: Tokens,
    /// Metric.
    pub metric: PublishedMetric,
    /// Every trial is strictly above this.
    pub above: Decimal,
    /// Whether it was published as true.
    pub all: bool,
}

/// A median in the rounded form in which it was printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PrintedAggregate {
    /// Arm id.
    pub arm: Id,
    /// Prompt tokens of the condition.
    pub prompt_tokens: Tokens,
    /// Metric.
    pub metric: PublishedMetric,
    /// The printed digits.
    pub median: Decimal,
}

/// A relation in the rounded form in which it was printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PrintedRelation {
    /// The publication's name of the relation.
    pub id: String,
    /// Prompt tokens of both conditions.
    pub prompt_tokens: Tokens,
    /// The printed digits.
    pub value: Decimal,
}

/// A figure whose trials are not available: shown as published, never recomputed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PublishedFigure {
    /// Study that it belongs to, in the publication's words.
    pub study: String,
    /// Condition.
    pub condition: BTreeMap<ConditionKey, String>,
    /// What was counted or measured.
    pub metric: Id,
    /// The value.
    pub value: PublishedValue,
    /// Unit, for example `tokens/s` or `of 36`.
    pub unit: String,
    /// Which statistic of how many, where it was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statistic: Option<String>,
    /// Whether the value was inferred from other published figures.
    #[serde(default, skip_serializing_if = "is_false")]
    pub inferred: bool,
    /// A remark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<LocalText>,
}

// serde hands a reference to the condition of `skip_serializing_if`.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(value: &bool) -> bool {
    !*value
}

/// What a condition is described by.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ConditionKey {
    /// Host or GPU.
    Gpu,
    /// GPU index.
    Device,
    /// Engine.
    Engine,
    /// MTP off or on.
    Mtp,
    /// Input length.
    Input,
    /// Output cap.
    Cap,
    /// Context capacity.
    Capacity,
    /// Problem domain.
    Domain,
    /// Margin of a non-inferiority test.
    Margin,
    /// Level of a test.
    Alpha,
    /// Bootstrap replicates.
    Replicates,
    /// Strata.
    Strata,
}

/// A published value: one number, several, or a word. In JSON: a number, an array of numbers, a string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PublishedValue {
    /// One number.
    Number(Decimal),
    /// Several numbers that belong together.
    Numbers(Vec<Decimal>),
    /// A word, for example a verdict.
    Word(String),
}

impl Serialize for PublishedValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(value) => value.serialize(serializer),
            Self::Numbers(values) => values.serialize(serializer),
            Self::Word(word) => serializer.serialize_str(word),
        }
    }
}

impl<'de> Deserialize<'de> for PublishedValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?.get();
        match raw.as_bytes().first() {
            Some(b'[') => serde_json::from_str(raw).map(Self::Numbers),
            Some(b'"') => serde_json::from_str(raw).map(Self::Word),
            _ => serde_json::from_str(raw).map(Self::Number),
        }
        .map_err(|error| D::Error::custom(reason(&error)))
    }
}

impl JsonSchema for PublishedValue {
    fn schema_name() -> Cow<'static, str> {
        "PublishedValue".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"oneOf": [
            {"type": "number"},
            {"type": "array", "items": {"type": "number"}},
            {"type": "string"},
        ]})
    }
}
