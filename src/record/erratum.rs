//! `erratum.json`: a correction of a sealed bundle, which itself is never edited.

use super::{Bilingual, Digest, Id};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A correction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Erratum {
    /// Format version.
    pub format: u64,
    /// Bundle digest of what is wrong.
    pub of: Digest,
    /// What is wrong, and what is right.
    pub text: Bilingual,
    /// Trials concerned; empty means the whole bundle.
    pub trials: Vec<Id>,
    /// Bundle digest of the bundle to use instead; null if none.
    pub superseded_by: Option<Digest>,
}
