//! The two files of a publication as they are: strict types, no meaning yet.
//!
//! Neighbours: `meaning.rs` says what the names mean, `convert.rs` and
//! `published.rs` make records of them.

use crate::record::{Decimal, Digest, HexDigest};
use crate::units::Tokens;
use serde::Deserialize;
use std::collections::BTreeMap;

/// `trials.json`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TrialsFile {
    #[serde(rename = "source_files")]
    pub(super) sources: Vec<String>,
    pub(super) model_revision: String,
    #[serde(rename = "units")]
    pub(super) _units: BTreeMap<String, String>,
    #[serde(rename = "rounding_published")]
    pub(super) _rounding: String,
    pub(super) trials: Vec<SourceTrial>,
    #[serde(rename = "expected_aggregates")]
    pub(super) aggregates: Vec<SourceAggregate>,
    #[serde(rename = "expected_relations")]
    pub(super) relations: Vec<SourceRelation>,
    #[serde(rename = "expected_flags")]
    pub(super) flags: Vec<SourceFlag>,
    #[serde(rename = "expected_display_median_2dp")]
    pub(super) printed_medians: Vec<(String, String, String, Tokens, SourceMetric, String)>,
    #[serde(rename = "expected_display_relations")]
    pub(super) printed_relations: Vec<(String, Tokens, String)>,
    #[serde(rename = "peak_memory_mib")]
    pub(super) peak_memory: Vec<SourceMemory>,
    pub(super) quality_counts: QualityCounts,
}

/// Metric names of the publication.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SourceMetric {
    GenerationTpsNative,
    GenerationTpsIntertoken,
    InputSecondsNative,
    InputTpsNative,
    FirstGeneratedSeconds,
    FirstVisibleSeconds,
    FirstAnswerVisibleSeconds,
    EndToEndSeconds,
    DraftAcceptanceRatio,
}

/// One published trial; what is absent was not published.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourceTrial {
    pub(super) gpu: String,
    pub(super) engine: String,
    pub(super) mtp: Switch,
    pub(super) input_tokens: Tokens,
    pub(super) trial: u64,
    pub(super) case: Option<String>,
    pub(super) generation_tps_native: Option<Decimal>,
    pub(super) generation_tps_intertoken: Option<Decimal>,
    pub(super) input_seconds_native: Option<Decimal>,
    pub(super) input_tps_native: Option<Decimal>,
    pub(super) first_generated_seconds: Option<Decimal>,
    pub(super) first_visible_seconds: Option<Decimal>,
    pub(super) first_answer_visible_seconds: Option<Decimal>,
    pub(super) end_to_end_seconds: Option<Decimal>,
    pub(super) generation_seconds_native: Option<Decimal>,
    pub(super) draft_acceptance_ratio: Option<Decimal>,
    pub(super) generated_tokens: Option<Tokens>,
    pub(super) generated_tokens_implied: Option<Tokens>,
    pub(super) capped: Option<bool>,
    pub(super) capped_implied: Option<bool>,
    pub(super) finish_reason: Option<String>,
    pub(super) cached_tokens: Option<Tokens>,
    pub(super) accepted_draft_tokens: Option<Tokens>,
    pub(super) rejected_draft_tokens: Option<Tokens>,
    pub(super) order_in_block: Option<u64>,
    pub(super) decimals: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Switch {
    Off,
    On,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourceAggregate {
    pub(super) gpu: String,
    pub(super) engine: String,
    pub(super) mtp: Switch,
    pub(super) input_tokens: Tokens,
    pub(super) metric: SourceMetric,
    pub(super) median: Decimal,
    pub(super) min: Decimal,
    pub(super) max: Decimal,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourceRelation {
    pub(super) id: String,
    pub(super) input_tokens: Tokens,
    pub(super) value: Decimal,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourceFlag {
    pub(super) gpu: String,
    pub(super) engine: String,
    pub(super) mtp: Switch,
    pub(super) input_tokens: Tokens,
    pub(super) metric: SourceMetric,
    pub(super) all_above_50: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourceMemory {
    pub(super) gpu: String,
    pub(super) engine: String,
    pub(super) mtp: Switch,
    pub(super) gpu_index: u64,
    pub(super) mib: u64,
    #[serde(rename = "gib_2dp")]
    pub(super) _gib: String,
}

/// The counts of the quality study; all but the design counts stand in `facts.json` too.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct QualityCounts {
    pub(super) main: MainCounts,
    pub(super) supplement: DesignCounts,
    #[serde(rename = "domain_calculation")]
    pub(super) _calculation: serde::de::IgnoredAny,
    #[serde(rename = "identical_outputs")]
    pub(super) _identical: serde::de::IgnoredAny,
    #[serde(rename = "greedy_correct")]
    pub(super) _greedy: serde::de::IgnoredAny,
    #[serde(rename = "extension_pairs")]
    pub(super) _extension: serde::de::IgnoredAny,
    #[serde(rename = "old_cap_1024")]
    pub(super) _old_cap: serde::de::IgnoredAny,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MainCounts {
    pub(super) problems: u64,
    pub(super) seeds: u64,
    pub(super) strata: u64,
    pub(super) pairs: u64,
    pub(super) off_correct: u64,
    pub(super) on_correct: u64,
    pub(super) off_only: u64,
    pub(super) problems_with_any_off_only: u64,
    #[serde(rename = "derived")]
    pub(super) _derived: serde::de::IgnoredAny,
    #[serde(rename = "cp_upper95_percent_3dp")]
    pub(super) upper_limit_percent: String,
    #[serde(rename = "margin")]
    pub(super) _margin: serde::de::IgnoredAny,
    #[serde(rename = "replicates")]
    pub(super) _replicates: u64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DesignCounts {
    pub(super) problems: u64,
    pub(super) pairs: u64,
    pub(super) strata: u64,
}

/// `facts.json`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FactsFile {
    #[serde(rename = "description")]
    pub(super) _description: String,
    pub(super) sources: Vec<SourceOfFacts>,
    pub(super) model: BTreeMap<String, serde_json::Value>,
    pub(super) engines: BTreeMap<String, BTreeMap<String, String>>,
    pub(super) hosts: BTreeMap<String, BTreeMap<String, serde_json::Value>>,
    pub(super) request: BTreeMap<String, serde_json::Value>,
    pub(super) failures_before_results: Vec<SourceFailure>,
    pub(super) fixed_between_arms: Vec<String>,
    #[serde(rename = "same_requests_and_rendered_prompts_as_B200")]
    pub(super) same_prompts: bool,
    pub(super) differs_between_systems: BTreeMap<String, Vec<String>>,
    #[serde(rename = "peak_memory_mib")]
    pub(super) _peak_memory: serde::de::IgnoredAny,
    #[serde(rename = "capped")]
    pub(super) _capped: serde::de::IgnoredAny,
    pub(super) limits_of_the_study: Vec<String>,
    pub(super) reviewer: SourceReviewer,
    pub(super) finding_kinds: BTreeMap<String, SourceFindingKind>,
    pub(super) trials: Vec<ReviewedTrial>,
    pub(super) published_aggregates: PublishedAggregates,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourceOfFacts {
    pub(super) id: String,
    pub(super) title: Option<String>,
    pub(super) publisher: Option<String>,
    pub(super) measured: Option<String>,
    pub(super) utc: Option<String>,
    pub(super) status: Option<String>,
    pub(super) sha256_of_text: Option<HexDigest>,
    pub(super) sha256: Option<HexDigest>,
    #[serde(default)]
    pub(super) upstream: BTreeMap<String, SourceUpstream>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourceUpstream {
    pub(super) name: String,
    pub(super) sha256: HexDigest,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourceFailure {
    pub(super) id: String,
    pub(super) stage: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourceReviewer {
    pub(super) kind: crate::record::review::ReviewerKind,
    pub(super) name: String,
    pub(super) scope: String,
    pub(super) human_review: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourceFindingKind {
    pub(super) severity: crate::record::review::Severity,
    pub(super) ja: String,
    pub(super) en: String,
}

/// A trial with its digests, checks and findings.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReviewedTrial {
    pub(super) gpu: String,
    pub(super) engine: String,
    pub(super) mtp: Switch,
    pub(super) case: String,
    pub(super) actual_input_tokens: Tokens,
    #[serde(rename = "reference_input_tokens")]
    pub(super) _reference_input_tokens: Tokens,
    pub(super) input_content_sha256: HexDigest,
    pub(super) render_sha256: HexDigest,
    pub(super) output_sha256: HexDigest,
    pub(super) generated_tokens: Tokens,
    pub(super) finish_reason: String,
    pub(super) cached_tokens: Tokens,
    pub(super) context_shift_or_requeue: bool,
    pub(super) performance_integrity_checks_pass: bool,
    pub(super) answer_quality_pass: bool,
    pub(super) accepted_draft_tokens: Option<Tokens>,
    pub(super) rejected_draft_tokens: Option<Tokens>,
    pub(super) finding_kinds: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PublishedAggregates {
    #[serde(rename = "note")]
    pub(super) _note: String,
    pub(super) rows: Vec<PublishedRow>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PublishedRow {
    pub(super) study: String,
    pub(super) condition: BTreeMap<String, serde_json::Value>,
    pub(super) metric: String,
    pub(super) value: serde_json::Value,
    pub(super) unit: String,
    pub(super) statistic: Option<String>,
    #[serde(default)]
    pub(super) inferred: bool,
    pub(super) note: Option<String>,
}

impl SourceOfFacts {
    /// The digest, under whichever of its two names.
    pub(super) fn digest(&self) -> Option<Digest> {
        self.sha256.or(self.sha256_of_text).map(Digest::from)
    }
}
