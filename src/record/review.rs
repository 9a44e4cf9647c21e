//! `review.json`: a reviewer's findings about the outputs of another bundle.
//!
//! Findings never change a grade: timing integrity, objective correctness and
//! reviewed quality stay three things.

use super::{Bilingual, Digest, Id};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A review of one bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// Format version.
    pub format: u64,
    /// Bundle digest of what was reviewed.
    pub of: Digest,
    /// Findings and who made them.
    pub findings: Findings,
}

/// Findings and who made them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Findings {
    /// Who reviewed.
    pub reviewer: Reviewer,
    /// What was covered.
    pub scope: Bilingual,
    /// Whether a person checked the review.
    pub human_review: bool,
    /// The kinds of finding used.
    pub kinds: Vec<FindingKind>,
    /// The findings, by trial.
    pub findings: Vec<Finding>,
}

/// Who reviewed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reviewer {
    /// A person or a model.
    pub kind: ReviewerKind,
    /// Name.
    pub name: String,
}

/// A person or a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReviewerKind {
    /// A person.
    Human,
    /// A model.
    Model,
}

/// A kind of finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FindingKind {
    /// Name within the review.
    pub id: Id,
    /// How it weighs.
    pub severity: Severity,
    /// What it says.
    pub text: Bilingual,
}

/// How a finding weighs.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// A value of the input was misstated.
    Value,
    /// A definition was wrong.
    Definition,
    /// A statement that the input does not support.
    Unsupported,
    /// Done well.
    Good,
}

/// The findings about one output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// Trial id in the reviewed bundle.
    pub trial: Id,
    /// Kind ids.
    pub kinds: Vec<Id>,
}
