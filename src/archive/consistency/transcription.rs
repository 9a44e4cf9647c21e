//! A transcription against its trials: what it names is there.

use super::super::code::Code;
use super::super::content::TranscriptionContent;
use super::super::defect::Defect;
use super::{findings, unique};
use crate::record::Id;
use crate::units::Tokens;
use std::collections::BTreeSet;

const FILE: &str = "data/transcription.json";
const TRIALS: &str = "data/trials.jsonl";

/// Every arm, trial, source, engine, host and condition that is named exists.
pub(super) fn check(content: &TranscriptionContent, defects: &mut Vec<Defect>) {
    let says = &content.transcription;
    let arms = unique(FILE, "arm", says.arms.iter().map(|arm| &arm.id), defects);
    let engines = unique(FILE, "engine", says.engines.iter().map(|engine| &engine.id), defects);
    let hosts = unique(FILE, "host", says.hosts.iter().map(|host| &host.id), defects);
    let sources = unique(FILE, "source", says.sources.iter().map(|source| &source.id), defects);
    unique(FILE, "failure", says.failures.iter().map(|failure| &failure.id), defects);
    let trials = unique(TRIALS, "trial", content.trials.iter().map(|trial| &trial.trial), defects);
    findings(FILE, &says.review, defects);

    let mut wants = |known: &BTreeSet<&str>, what: &str, name: &Id, place: &str| {
        if !known.contains(name.as_str()) {
            let found = format!("{name} at {place}");
            defects.push(Defect::new(Code::TranscriptionReference, FILE, what, found));
        }
    };
    for arm in &says.arms {
        wants(&hosts, "a host of the transcription", &arm.host, arm.id.as_str());
        wants(&engines, "an engine of the transcription", &arm.engine, arm.id.as_str());
    }
    let arm = "an arm of the transcription";
    for memory in &says.peak_memory {
        wants(&arms, arm, &memory.arm, "peak_memory");
    }
    for finding in &says.review.findings {
        wants(&trials, "a trial of the transcription", &finding.trial, "review");
    }
    for difference in &says.differences {
        for side in [&difference.left, &difference.right] {
            if !hosts.contains(side.as_str()) {
                wants(&engines, "a host or engine of the transcription", side, "differences");
            }
        }
    }
    for trial in &content.trials {
        wants(&arms, arm, &trial.arm, trial.trial.as_str());
        wants(&sources, "a source of the transcription", &trial.source, trial.trial.as_str());
    }
    conditions(content, &arms, defects);
}

/// An aggregate stands beside its trials, so its condition must have some.
fn conditions(content: &TranscriptionContent, arms: &BTreeSet<&str>, defects: &mut Vec<Defect>) {
    let says = &content.transcription;
    let known: BTreeSet<(&Id, Tokens)> =
        content.trials.iter().map(|trial| (&trial.arm, trial.prompt_tokens)).collect();
    let named = says
        .aggregates
        .iter()
        .map(|row| (&row.arm, row.prompt_tokens, "aggregates"))
        .chain(says.thresholds.iter().map(|row| (&row.arm, row.prompt_tokens, "thresholds")))
        .chain(
            says.printed_aggregates
                .iter()
                .map(|row| (&row.arm, row.prompt_tokens, "printed_aggregates")),
        )
        .chain(says.relations.iter().flat_map(|row| {
            [&row.baseline, &row.arm].map(|arm| (arm, row.prompt_tokens, "relations"))
        }));
    for (arm, prompt_tokens, place) in named {
        if !known.contains(&(arm, prompt_tokens)) {
            let expected = if arms.contains(arm.as_str()) {
                "a condition with trials"
            } else {
                "an arm of the transcription"
            };
            let found = format!("{arm} at {prompt_tokens} in {place}");
            defects.push(Defect::new(Code::TranscriptionReference, FILE, expected, found));
        }
    }
}
