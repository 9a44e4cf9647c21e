//! `plan.json` and `inputs.jsonl.gz`: the study design, frozen before the first trial.
//!
//! It holds no time, path or host fact, so the same study has the same bytes and
//! the same plan id (SHA-256 of `plan.json`) on every machine.

use super::{Bilingual, DecimalText, Digest, HexDigest, Id};
use crate::units::{Bytes, Nanos, Tokens};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A frozen study design.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Format version.
    pub format: u64,
    /// Title of the study.
    pub title: Bilingual,
    /// The alternatives compared.
    pub arms: Vec<Arm>,
    /// What opens and closes reasoning in an output.
    pub markup: Markup,
    /// The inputs, with expected answers and grading rules.
    pub tasks: Vec<Task>,
    /// Sampling settings of every trial.
    pub sampling: Sampling,
    /// The three seeds.
    pub seeds: Seeds,
    /// Output caps, each a part of the condition.
    pub output_caps: Vec<Tokens>,
    /// Whether a trial must find the prompt cache empty.
    pub cache: CachePolicy,
    /// Warm-up trials, recorded and never in an estimate.
    pub warmups: Vec<Warmup>,
    /// Retry policy; each attempt is a record.
    pub retries: Retries,
    /// Longest time a trial may take.
    pub timeout_ns: Nanos,
    /// Most memory a GPU may use, in bytes.
    pub memory_gate_bytes: Bytes,
    /// Which raw streams are kept.
    pub keep_raw: KeepRaw,
    /// How conditions follow each other.
    pub order: Order,
    /// Every trial in its place.
    pub trials: Vec<PlannedTrial>,
    /// The analyses declared before the results.
    pub analyses: Vec<Analysis>,
}

/// One alternative being compared: an engine with its settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arm {
    /// Name within the plan.
    pub id: Id,
    /// Engine, by its own name.
    pub engine: String,
    /// Engine version wanted.
    pub version: String,
    /// Model and its files.
    pub model: Model,
    /// Speculative settings.
    pub speculation: Speculation,
    /// Context capacity allocated.
    pub context_capacity: Tokens,
    /// Where the model is placed.
    pub placement: Placement,
}

/// A model and the digests of its files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// Name of the model.
    pub name: String,
    /// Its files.
    pub files: Vec<ModelFile>,
}

/// One file of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelFile {
    /// File name without a folder.
    pub name: String,
    /// Size.
    pub bytes: Bytes,
    /// Digest of the bytes.
    pub sha256: HexDigest,
}

/// No speculation, or how drafts are made and accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Speculation {
    /// `"none"`.
    Off(NoSpeculation),
    /// Drafts, and the rule that accepts them.
    Draft(Draft),
}

/// The word `none`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum NoSpeculation {
    /// No drafts are made.
    None,
}

/// How drafts are made and accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// Drafting method, for example `mtp` or `ngram`.
    pub kind: Id,
    /// Most tokens drafted in one step.
    pub max_draft: u64,
    /// Acceptance rule, for example `sample-and-match` or `rejection-sampling`.
    pub acceptance: Id,
}

/// Where the model is placed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Placement {
    /// GPUs used.
    pub gpus: u64,
    /// Whether weights or cache may lie in host memory.
    pub cpu_offload: bool,
}

/// What opens and closes reasoning in an output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Markup {
    /// Opening mark.
    pub reasoning_open: String,
    /// Closing mark.
    pub reasoning_close: String,
    /// Whether an output begins inside reasoning, with no opening mark.
    pub starts_inside_reasoning: bool,
}

/// One input with its expected answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// Name within the plan.
    pub id: Id,
    /// Domain and template, `domain/template`.
    pub stratum: String,
    /// Digest of the input text, which stands in `inputs.jsonl.gz`.
    pub input: Digest,
    /// Wanted length in prompt tokens.
    pub target_tokens: Tokens,
    /// Accepted distance from it.
    pub tolerance_tokens: Tokens,
    /// Expected answer as canonical JSON text; null where nothing is graded.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schemars(required, schema_with = "super::schema::nullable::<String>")]
    pub answer: Option<String>,
    /// Grading rule; `none` where nothing is graded.
    pub grading: Id,
}

/// One line of `inputs.jsonl.gz`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Digest of the UTF-8 bytes of `text`.
    pub input: Digest,
    /// The whole input.
    pub text: String,
}

/// Sampling settings as chosen; decimals are strings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sampling {
    /// Temperature; 0 is greedy.
    pub temperature: DecimalText,
    /// Nucleus sampling bound.
    pub top_p: DecimalText,
    /// Candidates kept; 0 keeps all.
    pub top_k: u64,
    /// Least probability relative to the likeliest token.
    pub min_p: DecimalText,
}

/// The three seeds of a study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seeds {
    /// Order of conditions within blocks.
    pub order: u64,
    /// Root of the trials' sampling seeds.
    pub sampling: u64,
    /// Bootstrap replicates.
    pub bootstrap: u64,
}

/// Whether a trial must find the prompt cache empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CachePolicy {
    /// No prompt token may come from a cache.
    Cold,
    /// Cached prompt tokens are wanted.
    Warm,
}

/// A warm-up: which input, and how often.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Warmup {
    /// Task id of the warm-up input.
    pub task: Id,
    /// When it is run.
    pub per: WarmupWhen,
}

/// When a warm-up is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WarmupWhen {
    /// After every start of an arm's engine.
    ArmStart,
    /// At the start of every block.
    Block,
}

/// Retry policy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Retries {
    /// Further attempts allowed after the first.
    pub max: u64,
}

/// Which raw streams are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum KeepRaw {
    /// Of every trial.
    All,
    /// Of trials that did not end by stop or length.
    Failures,
}

/// How conditions follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Every condition once a block, in seeded random order.
    Interleaved,
    /// Blocks in the order A B B A, with an engine restart between arms.
    AbbaRestart,
    /// One arm after the other; flagged wherever it is shown.
    Sequential,
}

/// One trial in its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedTrial {
    /// `t-` and the position in the plan.
    pub id: Id,
    /// Arm id.
    pub arm: Id,
    /// Task id.
    pub task: Id,
    /// Output cap.
    pub cap: Tokens,
    /// Block, from 1.
    pub block: u64,
    /// Sampling seed, the same for both arms of a pair.
    pub sampling_seed: u64,
}

/// An analysis declared before the results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Analysis {
    /// Times and rates of two arms.
    Speed {
        /// Name within the plan.
        id: Id,
        /// Arm that the other is compared with.
        baseline: Id,
        /// Arm under study.
        arm: Id,
        /// The factor that is meant to differ.
        factor: Id,
        /// Primary metric.
        primary: Id,
    },
    /// Paired correctness of two arms against a margin.
    Quality {
        /// Name within the plan.
        id: Id,
        /// Arm that the other is compared with.
        baseline: Id,
        /// Arm under study.
        arm: Id,
        /// The factor that is meant to differ.
        factor: Id,
        /// Difference (arm − baseline) that must be exceeded, as a proportion.
        margin: DecimalText,
        /// Why this margin.
        margin_reason: Bilingual,
        /// One-sided level.
        alpha: DecimalText,
        /// Interval method.
        interval: Id,
        /// Bootstrap replicates.
        replicates: u64,
    },
}
