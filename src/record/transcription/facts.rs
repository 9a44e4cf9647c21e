//! Facts of a published study that are not figures: sources, hosts, engines, failures.

use super::super::{Bilingual, Digest, HexDigest, Id, LocalText, Stated};
use crate::units::Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where figures were published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Name within the bundle.
    pub id: Id,
    /// Title.
    pub title: Stated<String>,
    /// Publisher.
    pub publisher: Stated<String>,
    /// When it was measured or written, in the source's own words.
    pub dated: Stated<String>,
    /// The source's own word about its state.
    pub status: Stated<String>,
    /// Digest of the text or file.
    pub digest: Digest,
    /// Files that the source names as its own sources.
    pub upstream: Vec<Upstream>,
}

/// A file that a source names as its own source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Upstream {
    /// What it is for.
    pub role: Id,
    /// File name.
    pub name: String,
    /// Digest.
    pub sha256: HexDigest,
}

/// A file that `measure import` read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SourceFile {
    /// File name without a folder.
    pub name: String,
    /// Size.
    pub bytes: Bytes,
    /// Digest.
    pub sha256: HexDigest,
}

/// One named fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// What it is about.
    pub key: FactKey,
    /// What it says.
    pub value: LocalText,
}

/// What a fact is about.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum FactKey {
    /// Name of the GPU.
    Gpu,
    /// Number of GPUs.
    GpuCount,
    /// How the GPUs are connected.
    Interconnect,
    /// Power limit of each GPU.
    PowerLimit,
    /// Environment variable set for the engine.
    Environment,
    /// Transport between the GPUs.
    Transport,
    /// Most memory a GPU may use.
    MemoryGate,
    /// Engine build.
    Build,
    /// Engine version.
    Version,
    /// Version of PyTorch.
    Torch,
    /// Version of Python.
    Python,
    /// How the driver talked to the engine.
    Interface,
    /// How the model was split.
    Split,
    /// Where the embedding was.
    Embedding,
    /// How drafts were made.
    Drafting,
    /// Digest of the container image.
    ContainerImage,
    /// Compiler.
    Compiler,
    /// Quantisation of the model.
    Quantisation,
    /// Revision of the model.
    ModelRevision,
    /// Files of the model.
    ModelShards,
    /// Longest context the model supports.
    MaxContext,
    /// Output cap.
    OutputCap,
    /// Context capacity allocated.
    ContextCapacity,
    /// Requests in flight.
    Concurrency,
    /// Temperature.
    Temperature,
    /// Nucleus sampling bound.
    TopP,
    /// Candidates kept.
    TopK,
    /// Most tokens drafted in one step.
    MaxDraft,
    /// Whether prefixes were taken from a cache.
    PrefixCacheReuse,
    /// Whether anything lay in host memory.
    CpuOffload,
    /// A remark.
    Note,
}

/// One engine of the published study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EngineNote {
    /// Name within the bundle.
    pub id: Id,
    /// Name for people.
    pub name: String,
    /// What was published about it.
    pub facts: Vec<Fact>,
}

/// One host of the published study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HostNote {
    /// Name within the bundle.
    pub id: Id,
    /// Name for people.
    pub name: String,
    /// What was published about it.
    pub facts: Vec<Fact>,
}

/// A start that failed before there were results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// Name within the bundle.
    pub id: Id,
    /// How far it came.
    pub stage: Bilingual,
}

/// What differs between two systems besides the factor under study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SystemDifference {
    /// One host or engine id.
    pub left: Id,
    /// The other.
    pub right: Id,
    /// What differs.
    pub facts: Vec<Bilingual>,
}
