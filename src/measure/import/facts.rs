//! Sources, hosts, engines, failures and findings of a publication → records.

use super::convert::arm_id;
use super::meaning::{Meaning, Reasons};
use super::source::{FactsFile, TrialsFile};
use crate::record::review::{Finding, FindingKind, Findings, Reviewer};
use crate::record::transcription::{
    EngineNote, Fact, FactKey, Failure, HostNote, Source, SystemDifference, Upstream,
};
use crate::record::{Bilingual, Id, LocalText, Stated};
use serde_json::Value;

const NOT_STATED: &str = "not stated";

/// How a name in `facts.json` is called in a record, and the unit its number lacks.
const KEYS: &[(&str, FactKey, &str)] = &[
    ("gpu", FactKey::Gpu, ""),
    ("count", FactKey::GpuCount, ""),
    ("interconnect", FactKey::Interconnect, ""),
    ("power_limit_w", FactKey::PowerLimit, " W"),
    ("environment", FactKey::Environment, ""),
    ("transport", FactKey::Transport, ""),
    ("memory_gate_gib", FactKey::MemoryGate, " GiB"),
    ("build", FactKey::Build, ""),
    ("version", FactKey::Version, ""),
    ("torch", FactKey::Torch, ""),
    ("python", FactKey::Python, ""),
    ("interface", FactKey::Interface, ""),
    ("split", FactKey::Split, ""),
    ("embedding", FactKey::Embedding, ""),
    ("drafting", FactKey::Drafting, ""),
    ("image", FactKey::ContainerImage, ""),
    ("compiler", FactKey::Compiler, ""),
    ("quantisation", FactKey::Quantisation, ""),
    ("revision", FactKey::ModelRevision, ""),
    ("shards", FactKey::ModelShards, ""),
    ("max_context", FactKey::MaxContext, ""),
    ("max_output_tokens", FactKey::OutputCap, ""),
    ("context_capacity", FactKey::ContextCapacity, ""),
    ("concurrency", FactKey::Concurrency, ""),
    ("temperature", FactKey::Temperature, ""),
    ("top_p", FactKey::TopP, ""),
    ("top_k", FactKey::TopK, ""),
    ("draft_tokens", FactKey::MaxDraft, ""),
    ("prefix_cache_reuse", FactKey::PrefixCacheReuse, ""),
    ("cpu_offload", FactKey::CpuOffload, ""),
    ("note", FactKey::Note, ""),
];

/// One fact; an object (environment variables) gives one for each entry.
fn facts_of(name: &str, value: &Value, reasons: &mut Reasons<'_>) -> Vec<Fact> {
    let Some((_, key, unit)) = KEYS.iter().find(|(known, _, _)| *known == name) else {
        reasons.add(format!("facts.json: {name:?} is not a known fact"));
        return Vec::new();
    };
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => format!("{other}{unit}"),
    };
    match value {
        Value::Object(entries) => entries
            .iter()
            .map(|(name, value)| Fact {
                key: *key,
                value: LocalText::Same(format!("{name}={}", text(value))),
            })
            .collect(),
        value => vec![Fact { key: *key, value: reasons.name(&text(value)) }],
    }
}

pub(super) fn sources(facts: &FactsFile, reasons: &mut Reasons<'_>) -> Vec<Source> {
    let mut sources = Vec::new();
    for source in &facts.sources {
        let Some(digest) = source.digest() else {
            reasons.add(format!("facts.json: source {:?} has no digest", source.id));
            continue;
        };
        let upstream = source
            .upstream
            .iter()
            .map(|(role, file)| Upstream {
                role: reasons.id(role),
                name: file.name.clone(),
                sha256: file.sha256,
            })
            .collect();
        sources.push(Source {
            id: reasons.id(&source.id),
            title: Stated::or_missing(source.title.clone(), NOT_STATED),
            publisher: Stated::or_missing(source.publisher.clone(), NOT_STATED),
            dated: Stated::or_missing(
                source.measured.clone().or_else(|| source.utc.clone()),
                NOT_STATED,
            ),
            status: Stated::or_missing(source.status.clone(), NOT_STATED),
            digest,
            upstream,
        });
    }
    sources
}

pub(super) fn model_name(facts: &FactsFile, reasons: &mut Reasons<'_>) -> String {
    match facts.model.get("name").and_then(Value::as_str) {
        Some(name) => name.to_owned(),
        None => {
            reasons.add("facts.json: model has no name".to_owned());
            String::new()
        }
    }
}

pub(super) fn engines(
    source: &TrialsFile,
    facts: &FactsFile,
    meaning: &Meaning,
    reasons: &mut Reasons<'_>,
) -> Vec<EngineNote> {
    let mut notes = Vec::new();
    for (id, facts_name) in &meaning.engines {
        let Some(known) = facts.engines.get(facts_name) else {
            reasons.add(format!("facts.json does not describe the engine {facts_name:?}"));
            continue;
        };
        let mut all = Vec::new();
        for (name, value) in known {
            all.extend(facts_of(name, &Value::String(value.clone()), reasons));
        }
        let model = meaning
            .engine_model
            .get(id)
            .and_then(|key| facts.model.get(key))
            .and_then(Value::as_object);
        let Some(model) = model else {
            reasons.add(format!("facts.json does not describe the model files of {id:?}"));
            continue;
        };
        for (name, value) in model {
            if name == "revision" {
                reasons.same(
                    "model revision",
                    &source.model_revision.as_str(),
                    &value.as_str().unwrap_or_default(),
                );
            }
            all.extend(facts_of(name, value, reasons));
        }
        all.sort_by_key(|fact| fact.key);
        let name = meaning.engine_names.get(id).unwrap_or(id).clone();
        notes.push(EngineNote { id: reasons.id(id), name, facts: all });
    }
    notes
}

pub(super) fn hosts(
    facts: &FactsFile,
    meaning: &Meaning,
    reasons: &mut Reasons<'_>,
) -> Vec<HostNote> {
    let mut notes = Vec::new();
    for (id, known) in &facts.hosts {
        let mut all = Vec::new();
        for (name, value) in known {
            all.extend(facts_of(name, value, reasons));
        }
        all.sort_by_key(|fact| fact.key);
        let name = meaning.hosts.get(id).unwrap_or(id).clone();
        notes.push(HostNote { id: reasons.id(id), name, facts: all });
    }
    notes
}

pub(super) fn request(facts: &FactsFile, reasons: &mut Reasons<'_>) -> Vec<Fact> {
    let mut all = Vec::new();
    for (name, value) in &facts.request {
        all.extend(facts_of(name, value, reasons));
    }
    if let Some(value) = facts.model.get("max_context") {
        all.extend(facts_of("max_context", value, reasons));
    }
    if facts.same_prompts {
        let text = reasons.text("same_requests_and_rendered_prompts_as_B200");
        all.push(Fact { key: FactKey::Note, value: LocalText::Both(text) });
    }
    all.sort_by_key(|fact| fact.key);
    all
}

pub(super) fn differences(
    facts: &FactsFile,
    meaning: &Meaning,
    reasons: &mut Reasons<'_>,
) -> Vec<SystemDifference> {
    // Hosts keep their name; an engine is called by its name in trials.json.
    let own_name = |name: &str| {
        let engine = meaning.engines.iter().find(|(_, known)| *known == name);
        engine.map_or(name, |(id, _)| id.as_str()).to_owned()
    };
    let mut all = Vec::new();
    for (pair, differing) in &facts.differs_between_systems {
        let Some((left, right)) = pair.split_once(" vs ") else {
            reasons.add(format!("facts.json: {pair:?} is not \"A vs B\""));
            continue;
        };
        let (left, right) = (reasons.id(&own_name(left)), reasons.id(&own_name(right)));
        let facts = differing.iter().map(|text| reasons.text(text)).collect();
        all.push(SystemDifference { left, right, facts });
    }
    all
}

pub(super) fn failures(facts: &FactsFile, reasons: &mut Reasons<'_>) -> Vec<Failure> {
    let failures = facts.failures_before_results.iter();
    failures
        .map(|failure| Failure { id: reasons.id(&failure.id), stage: reasons.text(&failure.stage) })
        .collect()
}

pub(super) fn review(
    source: &TrialsFile,
    facts: &FactsFile,
    reasons: &mut Reasons<'_>,
) -> Findings {
    let kinds = facts
        .finding_kinds
        .iter()
        .map(|(id, kind)| FindingKind {
            id: reasons.id(id),
            severity: kind.severity,
            text: Bilingual { ja: kind.ja.clone(), en: kind.en.clone() },
        })
        .collect();
    let mut findings = Vec::new();
    for reviewed in &facts.trials {
        let position = source.trials.iter().position(|trial| {
            trial.gpu == reviewed.gpu
                && trial.engine == reviewed.engine
                && trial.mtp == reviewed.mtp
                && trial.case.as_ref() == Some(&reviewed.case)
        });
        let Some(position) = position else {
            let arm = arm_id(&reviewed.gpu, &reviewed.engine, reviewed.mtp, reasons);
            reasons.add(format!(
                "facts.json reviews {} of {arm}, which is not in trials.json",
                reviewed.case
            ));
            continue;
        };
        let kinds: Vec<Id> = reviewed.finding_kinds.iter().map(|kind| reasons.id(kind)).collect();
        for (kind, name) in kinds.iter().zip(&reviewed.finding_kinds) {
            if !facts.finding_kinds.contains_key(name) {
                reasons.add(format!(
                    "facts.json: finding kind {kind} of {} is not described",
                    reviewed.case
                ));
            }
        }
        findings.push(Finding { trial: reasons.id(&format!("t-{:04}", position + 1)), kinds });
    }
    findings.sort_by(|left, right| left.trial.cmp(&right.trial));
    Findings {
        reviewer: Reviewer { kind: facts.reviewer.kind, name: facts.reviewer.name.clone() },
        scope: reasons.text(&facts.reviewer.scope),
        human_review: facts.reviewer.human_review,
        kinds,
        findings,
    }
}
