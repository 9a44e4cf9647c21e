//! `run.json`: one invocation of `measure run`.

use super::{BundleId, Digest, Id, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One run: what was run, when, by which tool, and how it ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Format version.
    pub format: u64,
    /// The bundle's own id.
    pub id: BundleId,
    /// Plan id: digest of `plan.json`.
    pub plan_id: Digest,
    /// How the run ended.
    pub status: RunStatus,
    /// Start.
    pub started_utc: Utc,
    /// End.
    pub ended_utc: Utc,
    /// Digest of the last ledger line when the run began.
    pub ledger_head_at_start: Digest,
    /// The program that measured.
    pub tool: Tool,
    /// Host alias.
    pub host: Id,
    /// Times the run was interrupted and resumed.
    pub interruptions: u64,
    /// Secrets, names and paths redacted at write time.
    pub redactions: u64,
    /// Digest of the bundle that this one replaces; null if none.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schemars(required, schema_with = "super::schema::nullable::<Digest>")]
    pub supersedes: Option<Digest>,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// Every planned trial has a record.
    Complete,
    /// Stopped early, for this reason.
    Aborted(String),
}

/// The program that wrote a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// Name.
    pub name: String,
    /// Version.
    pub version: String,
    /// Source revision, or `unknown`.
    pub commit: String,
    /// Whether the source differed from that revision.
    pub dirty: bool,
}
