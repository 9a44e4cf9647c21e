//! Ids on the page of a transcription that other pages lead to; the same in both languages.

use crate::record::Id;
use crate::report::TranscriptionReport;
use crate::units::Tokens;

/// The column head of a condition, which leads on to its trials.
pub(in crate::site) fn condition(arm: &Id, prompt_tokens: Tokens) -> String {
    format!("c-{arm}-{}", prompt_tokens.get())
}

/// Whether the page shows a condition in some comparison, and so has its column head.
pub(in crate::site) fn has_condition(
    report: &TranscriptionReport<'_>,
    arm: &Id,
    prompt_tokens: Tokens,
) -> bool {
    report.comparisons.iter().any(|compared| {
        compared.prompt_tokens == prompt_tokens
            && (compared.baseline == *arm || compared.arm == *arm)
    })
}

/// The section of a comparison.
pub(in crate::site) fn comparison(baseline: &Id, arm: &Id, prompt_tokens: Tokens) -> String {
    format!("{baseline}-{arm}-{}", prompt_tokens.get())
}

/// A row of the figures whose trials are not available, from 0.
pub(in crate::site) fn published(index: usize) -> String {
    format!("p-{:04}", index + 1)
}
