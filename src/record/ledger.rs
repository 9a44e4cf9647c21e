//! `ledger.jsonl`: the append-only list of sealed bundles.
//!
//! A line is canonical JSON: keys in byte order, no spaces. `prev` is the SHA-256
//! of the previous line without its line feed; the first line has 64 zeros.

use super::{BundleId, BundleKind, Digest, HexDigest, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One line of the ledger; the fields stand in byte order of their names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LedgerLine {
    /// When the bundle was admitted.
    pub at: Utc,
    /// Bundle digest.
    pub digest: Digest,
    /// Bundle id.
    pub id: BundleId,
    /// Bundle kind.
    pub kind: BundleKind,
    /// Digest of the previous line.
    pub prev: HexDigest,
}
