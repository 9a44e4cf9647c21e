//! What the records of one bundle must say of each other.
//!
//! Job: checks between files that each passed on its own; every disagreement is a
//! defect with file and line. Neighbours: `parts` read the files, `verify` calls
//! [`join`] and keeps the content.

mod plan;
mod run;
mod transcription;

use super::code::Code;
use super::content::{Content, RunContent, TranscriptionContent};
use super::defect::Defect;
use super::parts::Part;
use crate::record::review::Findings;
use crate::record::{BundleId, BundleKind, Digest, Id};
use std::collections::{BTreeMap, BTreeSet};

/// The parts of a bundle by path below `data/`.
pub(super) type Parts = BTreeMap<String, Part>;

/// What the checks may compare the records with.
pub(super) struct Facts<'a> {
    /// The bundle id, where the folder name is one.
    pub(super) id: Option<&'a BundleId>,
    /// Digest of `data/plan.json`.
    pub(super) plan_id: Option<Digest>,
    /// Paths below `data/` of every file that is there.
    pub(super) files: &'a BTreeSet<&'a str>,
}

/// Joins the parts of a bundle of `kind`; `None` where a part is missing or broken.
pub(super) fn join(
    kind: BundleKind,
    mut parts: Parts,
    facts: &Facts<'_>,
    defects: &mut Vec<Defect>,
) -> Option<Content> {
    let mut take = |path: &str| parts.remove(path).unwrap_or(Part::None);
    match kind {
        BundleKind::Plan => {
            let (plan, inputs) = (take("plan.json"), take("inputs.jsonl.gz"));
            if let Part::Plan(plan) = &plan {
                plan::check(plan, defects);
            }
            let (Part::Plan(plan), Part::Inputs(inputs)) = (plan, inputs) else { return None };
            plan::check_inputs(&plan, &inputs, defects);
            Some(Content::Plan { plan, inputs })
        }
        BundleKind::Run => {
            let content = run_content(&mut take)?;
            plan::check(&content.plan, defects);
            run::check(&content, facts, defects);
            Some(Content::Run(Box::new(content)))
        }
        BundleKind::Probe => match take("host.json") {
            Part::Host(host) => Some(Content::Probe(host)),
            _ => None,
        },
        BundleKind::Transcription => {
            let (transcription, trials) = (take("transcription.json"), take("trials.jsonl"));
            let (Part::Transcription(transcription), Part::TranscribedTrials(trials)) =
                (transcription, trials)
            else {
                return None;
            };
            let content = TranscriptionContent { transcription: *transcription, trials };
            transcription::check(&content, defects);
            Some(Content::Transcription(Box::new(content)))
        }
        BundleKind::Review => match take("review.json") {
            Part::Review(review) => {
                findings("data/review.json", &review.findings, defects);
                Some(Content::Review(review))
            }
            _ => None,
        },
        BundleKind::Erratum => match take("erratum.json") {
            Part::Erratum(erratum) => Some(Content::Erratum(erratum)),
            _ => None,
        },
    }
}

fn run_content(take: &mut impl FnMut(&str) -> Part) -> Option<RunContent> {
    let Part::Run(run) = take("run.json") else { return None };
    let Part::Plan(plan) = take("plan.json") else { return None };
    let Part::Host(host) = take("host.json") else { return None };
    let Part::Engines(engines) = take("engine.json") else { return None };
    let Part::Trials(trials) = take("trials.jsonl") else { return None };
    let Part::Events(events) = take("events.jsonl") else { return None };
    Some(RunContent { run: *run, plan: *plan, host: *host, engines, trials, events })
}

/// Reports every name that stands twice.
fn unique<'a>(
    path: &str,
    what: &str,
    names: impl Iterator<Item = &'a Id>,
    defects: &mut Vec<Defect>,
) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    for name in names {
        if !seen.insert(name.as_str()) {
            let expected = format!("each {what} id once");
            defects.push(Defect::new(Code::DuplicateName, path, expected, name));
        }
    }
    seen
}

/// Every kind that a finding uses is defined once.
fn findings(path: &str, findings: &Findings, defects: &mut Vec<Defect>) {
    let kinds = unique(path, "finding kind", findings.kinds.iter().map(|kind| &kind.id), defects);
    for finding in &findings.findings {
        for kind in finding.kinds.iter().filter(|kind| !kinds.contains(kind.as_str())) {
            let found = format!("{kind} at {}", finding.trial);
            defects.push(Defect::new(Code::FindingReference, path, "a defined kind", found));
        }
    }
}
