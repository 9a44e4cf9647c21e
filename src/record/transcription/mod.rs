//! `transcription.json` and its `trials.jsonl`: figures carried over from a publication.
//!
//! Job: keep what was published digit for digit, with the digest of where it was
//! published, and keep apart three things: figures with their trials (which we
//! recompute), figures whose trials are not available (shown as published, never
//! recomputed), and what the publication itself inferred or what was inferred
//! from it. Neighbours: `measure import` writes it, `report` reads it.

mod facts;
mod published;

pub use facts::{
    EngineNote, Fact, FactKey, Failure, HostNote, Source, SourceFile, SystemDifference, Upstream,
};
pub use published::{
    AggregateWithTrials, ConditionKey, PrintedAggregate, PrintedRelation, PublishedFigure,
    PublishedValue, Relation, RelationKind, ThresholdFlag,
};

use super::review::Findings;
use super::trial::TerminationClass;
use super::{Bilingual, Decimal, Digest, Id, Stated};
use crate::units::{Bytes, Tokens};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What was published, apart from the trials, which stand in `trials.jsonl`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Transcription {
    /// Format version.
    pub format: u64,
    /// Title of the study.
    pub title: Bilingual,
    /// Where the figures were published.
    pub sources: Vec<Source>,
    /// The files that `measure import` read.
    pub imported_files: Vec<SourceFile>,
    /// Name of the model.
    pub model: String,
    /// The engines.
    pub engines: Vec<EngineNote>,
    /// The hosts.
    pub hosts: Vec<HostNote>,
    /// The arms: host, engine and speculation.
    pub arms: Vec<TranscribedArm>,
    /// Request settings, the same for every trial.
    pub request: Vec<Fact>,
    /// What was held fixed between the arms.
    pub fixed_between_arms: Vec<Bilingual>,
    /// What differs between systems besides the factor under study.
    pub differences: Vec<SystemDifference>,
    /// Starts that failed before there were results.
    pub failures: Vec<Failure>,
    /// Peak GPU memory of each arm.
    pub peak_memory: Vec<ArmMemory>,
    /// What the study itself says it does not show.
    pub limits: Vec<Bilingual>,
    /// Findings about outputs.
    pub review: Findings,
    /// Published medians, minima and maxima whose trials are here.
    pub aggregates: Vec<AggregateWithTrials>,
    /// Published comparisons of those medians.
    pub relations: Vec<Relation>,
    /// Published statements that every trial of a condition passed a threshold.
    pub thresholds: Vec<ThresholdFlag>,
    /// Aggregates in the rounded form in which they were printed.
    pub printed_aggregates: Vec<PrintedAggregate>,
    /// Relations in the rounded form in which they were printed.
    pub printed_relations: Vec<PrintedRelation>,
    /// Figures whose trials are not available.
    pub published: Vec<PublishedFigure>,
}

/// One arm of the published study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TranscribedArm {
    /// Name within the bundle.
    pub id: Id,
    /// Host id.
    pub host: Id,
    /// Engine id.
    pub engine: Id,
    /// `off`, or the drafting method.
    pub speculation: TranscribedSpeculation,
}

/// Whether an arm speculated.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum TranscribedSpeculation {
    /// No drafts.
    Off,
    /// Multi-token prediction.
    Mtp,
}

/// Peak memory of one GPU over an arm.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmMemory {
    /// Arm id.
    pub arm: Id,
    /// GPU index.
    pub gpu: u64,
    /// Peak.
    pub bytes: Bytes,
    /// The figure and unit as published, for example `62947 MiB`.
    pub as_published: String,
}

/// Metrics that a publication may state for a trial; the unit is part of the meaning.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum PublishedMetric {
    /// Output tokens ÷ the engine's generation time, tokens/s.
    NativeRate,
    /// (Output tokens − 1) ÷ the engine's generation time, tokens/s.
    InterTokenRate,
    /// The engine's own prefill time, s.
    PrefillTime,
    /// The engine's own prefill rate, tokens/s.
    PrefillRate,
    /// Submission to the first generated token, s.
    TimeToFirstGeneratedToken,
    /// Submission to the first visible text, s.
    TimeToFirstVisibleText,
    /// Submission to the first answer text, s.
    TimeToFirstAnswerText,
    /// Submission to the end as the publication measured it, s.
    EndToEnd,
    /// The engine's own generation time, s.
    GenerationTime,
    /// Accepted ÷ drafted tokens.
    DraftAcceptance,
}

impl PublishedMetric {
    /// Every metric, in the order in which tables show them.
    pub const ALL: [Self; 10] = [
        Self::NativeRate,
        Self::InterTokenRate,
        Self::PrefillTime,
        Self::PrefillRate,
        Self::TimeToFirstGeneratedToken,
        Self::TimeToFirstVisibleText,
        Self::TimeToFirstAnswerText,
        Self::EndToEnd,
        Self::GenerationTime,
        Self::DraftAcceptance,
    ];
}

/// One line of the `trials.jsonl` of a transcription.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TranscribedTrial {
    /// `t-` and the position in the source.
    pub trial: Id,
    /// Arm id.
    pub arm: Id,
    /// Prompt tokens.
    pub prompt_tokens: Tokens,
    /// Number of the trial within its condition, from 1.
    pub replicate: u64,
    /// Id of the source that lists the trial.
    pub source: Id,
    /// The source's own name of the case.
    pub case: Stated<String>,
    /// Place in the order of execution of its arm, from 1.
    pub order_in_arm: Stated<u64>,
    /// Digits after the decimal point that the source printed, where it rounded.
    pub printed_places: Stated<u64>,
    /// Digest of the input text.
    pub input_sha256: Stated<Digest>,
    /// Digest of the rendered prompt.
    pub rendered_sha256: Stated<Digest>,
    /// Digest of the output text.
    pub output_sha256: Stated<Digest>,
    /// Output tokens.
    pub output_tokens: Stated<Tokens>,
    /// How the trial ended.
    pub termination: Stated<TerminationClass>,
    /// Prompt tokens taken from a cache.
    pub cached_tokens: Stated<Tokens>,
    /// Drafted tokens that the target model kept.
    pub accepted_tokens: Stated<Tokens>,
    /// Drafted tokens that the target model did not keep.
    pub rejected_tokens: Stated<Tokens>,
    /// Whether the context was shifted or the request queued again.
    pub context_shift_or_requeue: Stated<bool>,
    /// Whether the publication's timing checks passed.
    pub timing_checks_pass: Stated<bool>,
    /// Whether the publication's review passed the answer.
    pub answer_review_pass: Stated<bool>,
    /// The figures published for this trial; a metric that is not here was not published.
    pub figures: BTreeMap<PublishedMetric, Decimal>,
}
