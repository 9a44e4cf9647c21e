//! `trials.jsonl` of a run: one line for every attempt at a trial.
//!
//! Times are nanoseconds since submission. Derived values (rates, first-token
//! times, grades) are never stored; `stats` computes them from these lines.

use super::column::{Runs, whole};
use super::{Decimal, DecimalText, Digest, Id, Stated, Utc};
use crate::units::{Bytes, Nanos, Tokens};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// One attempt at one trial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// Trial id from the plan.
    pub trial: Id,
    /// Attempt, from 1.
    pub attempt: u64,
    /// Plan id.
    pub plan_id: Digest,
    /// Arm id.
    pub arm: Id,
    /// Task id.
    pub task: Id,
    /// Domain and template.
    pub stratum: String,
    /// Block, from 1.
    pub block: u64,
    /// Whether it counts.
    pub role: Role,
    /// Place in the order of execution, from 1.
    pub order: u64,
    /// Submission by the wall clock.
    pub submitted_utc: Utc,
    /// Submission by the monotonic clock of the host.
    pub submitted_monotonic_ns: Nanos,
    /// What was asked and what was in force.
    pub request: Request,
    /// Time to open the connection, before submission.
    pub connect_ns: Stated<Nanos>,
    /// Arrival of the response headers.
    pub headers_ns: Stated<Nanos>,
    /// Token marks, as columns.
    pub marks: Marks,
    /// End of the stream.
    pub stream_end_ns: Stated<Nanos>,
    /// How the trial ended.
    pub termination: Termination,
    /// Output tokens by each source.
    pub tokens: TokenCounts,
    /// Draft tokens.
    pub draft: Stated<DraftCounts>,
    /// Prompt tokens taken from a cache.
    pub cached_tokens: Stated<Tokens>,
    /// The engine's own timings, verbatim.
    pub engine_reported: BTreeMap<String, Decimal>,
    /// Peak memory of each GPU.
    pub gpu_memory_peak_bytes: Vec<MemoryPeak>,
    /// The whole output text.
    pub output: String,
    /// Raw stream within the bundle.
    pub raw: Stated<String>,
}

/// Whether a trial counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Counts.
    Measured,
    /// Recorded and shown, never in an estimate.
    Warmup,
}

/// What was asked and what was in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Digest of the input text.
    pub input: Digest,
    /// Digest of the rendered prompt.
    pub rendered: Stated<Digest>,
    /// Length by the engine's own tokenizer.
    pub prompt_tokens: Stated<Tokens>,
    /// Output cap.
    pub max_output_tokens: Tokens,
    /// Sampling settings sent.
    pub requested: RequestedSampling,
    /// Sampling settings that the engine said it used.
    pub in_force: Stated<BTreeMap<String, Decimal>>,
}

/// Sampling settings sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RequestedSampling {
    /// Temperature.
    pub temperature: DecimalText,
    /// Nucleus sampling bound.
    pub top_p: DecimalText,
    /// Candidates kept; 0 keeps all.
    pub top_k: u64,
    /// Sampling seed.
    pub seed: u64,
}

/// Token marks as columns of equal length.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Marks {
    /// Time of the read.
    #[serde(deserialize_with = "whole")]
    pub at_ns: Vec<Nanos>,
    /// Tokens that became visible.
    pub tokens: Runs<Stated<Tokens>>,
    /// End of the text so far, in bytes of the output.
    #[serde(deserialize_with = "whole")]
    pub text_end: Vec<Bytes>,
    /// Wire field that carried the text.
    pub field: Runs<Arc<str>>,
    /// End of the bytes in the raw stream.
    #[serde(deserialize_with = "whole")]
    pub raw_end: Vec<Bytes>,
}

/// How a trial ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Termination {
    /// Termination class.
    pub class: TerminationClass,
    /// The engine's own word, or the error.
    pub detail: String,
}

/// Termination classes; only the first two have a speed.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum TerminationClass {
    /// The model ended its output.
    Stop,
    /// The output cap was reached.
    Length,
    /// The stream ended without saying so.
    Truncated,
    /// An error arrived inside the stream.
    InBandError,
    /// The server answered with an error status.
    HttpError,
    /// The plan's time limit passed.
    Timeout,
    /// Cancelled by us.
    Cancelled,
    /// Ended well with no output at all.
    ZeroOutput,
    /// The engine process ended.
    EngineExit,
}

/// Output tokens by each source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenCounts {
    /// The engine's own count.
    pub engine: Stated<Tokens>,
    /// The `usage` block of the response.
    pub usage: Stated<Tokens>,
    /// Sum over the marks.
    pub marks: Stated<Tokens>,
    /// Tokenising the output text again.
    pub retokenised: Stated<Tokens>,
}

/// Draft tokens of one trial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DraftCounts {
    /// Proposed.
    pub drafted: Tokens,
    /// Kept by the target model.
    pub accepted: Tokens,
}

/// Peak memory of one GPU.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryPeak {
    /// GPU index.
    pub gpu: u64,
    /// Peak.
    pub bytes: Bytes,
    /// Where the reading comes from.
    pub source: String,
    /// Sampling period.
    pub period_ms: u64,
}
