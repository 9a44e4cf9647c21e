//! `engine.json`: the engine of each arm as it was really started.

use super::{HexDigest, Id, Stated};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The engine of one arm; `engine.json` is a list of these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EngineFacts {
    /// Arm id.
    pub arm: Id,
    /// Engine name.
    pub engine: String,
    /// Version that the engine itself reported.
    pub version_reported: Stated<String>,
    /// How the driver talked to it.
    pub interface: Interface,
    /// Whether it was running already and only attached to.
    pub attached: bool,
    /// Exact command line, redacted.
    pub command: Vec<String>,
    /// Files of the engine with their digests.
    pub files: Vec<EngineFile>,
    /// What its driver can report.
    pub capabilities: Capabilities,
    /// Proof of where weights and cache were.
    pub placement_proof: Stated<PlacementProof>,
}

/// How a driver talks to an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Interface {
    /// HTTP stream.
    Http,
    /// Worker process over pipes.
    Worker,
    /// Inside `measure`.
    InProcess,
}

/// One file of an engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EngineFile {
    /// File name without a folder.
    pub name: String,
    /// Digest of its bytes.
    pub sha256: HexDigest,
}

/// What a driver can report; what it cannot is missing in the trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Capabilities {
    /// Ids of output tokens.
    pub token_ids: bool,
    /// Drafted and accepted tokens.
    pub draft_counts: bool,
    /// Prompt tokens taken from a cache.
    pub cached_tokens: bool,
    /// The engine's own time of every token.
    pub per_token_timing: bool,
}

/// Proof of where weights and cache were.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlacementProof {
    /// All weights on the GPU.
    pub weights_on_gpu: bool,
    /// The whole KV cache on the GPU.
    pub kv_on_gpu: bool,
    /// What shows it.
    pub source: String,
}
