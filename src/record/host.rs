//! `host.json`: the machine, by alias, and what its self-checks said.

use super::{Id, Stated};
use crate::units::Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Facts of one host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// Format version.
    pub format: u64,
    /// Alias; real host names are never recorded.
    pub alias: Id,
    /// Processor.
    pub cpu: Cpu,
    /// Main memory.
    pub memory_bytes: Stated<Bytes>,
    /// Kernel release.
    pub kernel: Stated<String>,
    /// Digest of the container image.
    pub container_image: Stated<String>,
    /// The GPUs; empty if there are none.
    pub gpus: Vec<Gpu>,
    /// Version of the GPU driver.
    pub gpu_driver: Stated<String>,
    /// CUDA version.
    pub cuda: Stated<String>,
    /// Self-checks in the order they ran.
    pub checks: Vec<Check>,
}

/// The processor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cpu {
    /// Name as the kernel gives it.
    pub model: Stated<String>,
    /// Logical processors available.
    pub logical: Stated<u64>,
}

/// One GPU.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gpu {
    /// Index on the host.
    pub index: u64,
    /// Product name.
    pub name: String,
    /// Memory.
    pub memory_bytes: Stated<Bytes>,
    /// Power limit in milliwatts.
    pub power_limit_mw: Stated<u64>,
}

/// One self-check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// Name of the check.
    pub name: Id,
    /// What it said.
    pub outcome: Outcome,
}

/// What a check said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Passed, with the detail measured.
    Passed(String),
    /// Failed, with expected and found.
    Failed(String),
    /// Could not run, with the reason.
    CouldNotRun(String),
}
