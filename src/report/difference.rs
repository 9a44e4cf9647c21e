//! Every fact that differs between two arms of a run.
//!
//! A comparison may be called the effect of a factor only if nothing else is here.

use crate::archive::RunContent;
use crate::record::Id;
use crate::record::engine::EngineFacts;
use crate::record::plan::{Arm, Order};
use serde::Serialize;

/// A fact that two arms do not share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Which fact.
    pub fact: DifferingFact,
    /// Of the baseline.
    pub baseline: String,
    /// Of the arm.
    pub arm: String,
}

/// Facts that are held against each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DifferingFact {
    /// Engine by its own name.
    Engine,
    /// Version wanted, or reported.
    EngineVersion,
    /// Name and file digests of the model.
    Model,
    /// No drafts, or how they are made and accepted.
    Speculation,
    /// Context capacity.
    ContextCapacity,
    /// GPUs and offload.
    Placement,
    /// How the driver talks to the engine.
    Interface,
    /// Whether the engine was running already.
    Attached,
    /// Command line.
    Command,
    /// When the arms ran.
    TimeOfRunning,
}

/// What differs between two arms, in a fixed order.
pub(super) fn differences(content: &RunContent, baseline: &Id, arm: &Id) -> Vec<Difference> {
    let mut found = Vec::new();
    let planned = |id: &Id| content.plan.arms.iter().find(|arm| arm.id == *id);
    if let (Some(left), Some(right)) = (planned(baseline), planned(arm)) {
        of_plan(left, right, &mut found);
    }
    let started = |id: &Id| content.engines.iter().find(|engine| engine.arm == *id);
    if let (Some(left), Some(right)) = (started(baseline), started(arm)) {
        of_engines(left, right, &mut found);
    }
    if content.plan.order == Order::Sequential {
        let when = |id: &Id| {
            let own = content.trials.iter().filter(|trial| trial.arm == *id);
            own.map(|trial| trial.submitted_utc.to_string()).min().unwrap_or_default()
        };
        add(&mut found, DifferingFact::TimeOfRunning, when(baseline), when(arm));
    }
    found
}

fn of_plan(left: &Arm, right: &Arm, found: &mut Vec<Difference>) {
    use DifferingFact as Fact;
    let model = |arm: &Arm| {
        let files: Vec<String> =
            arm.model.files.iter().map(|file| format!("{} {}", file.name, file.sha256)).collect();
        format!("{}: {}", arm.model.name, files.join(", "))
    };
    let placement = |arm: &Arm| {
        format!("{} GPU, CPU offload {}", arm.placement.gpus, arm.placement.cpu_offload)
    };
    let speculation = |arm: &Arm| json(&arm.speculation);
    add(found, Fact::Engine, left.engine.clone(), right.engine.clone());
    add(found, Fact::EngineVersion, left.version.clone(), right.version.clone());
    add(found, Fact::Model, model(left), model(right));
    add(found, Fact::Speculation, speculation(left), speculation(right));
    let capacity = |arm: &Arm| arm.context_capacity.get().to_string();
    add(found, Fact::ContextCapacity, capacity(left), capacity(right));
    add(found, Fact::Placement, placement(left), placement(right));
}

fn of_engines(left: &EngineFacts, right: &EngineFacts, found: &mut Vec<Difference>) {
    use DifferingFact as Fact;
    if !found.iter().any(|difference| difference.fact == Fact::EngineVersion) {
        let version = |engine: &EngineFacts| json(&engine.version_reported);
        add(found, Fact::EngineVersion, version(left), version(right));
    }
    add(found, Fact::Interface, json(&left.interface), json(&right.interface));
    add(found, Fact::Attached, left.attached.to_string(), right.attached.to_string());
    add(found, Fact::Command, left.command.join(" "), right.command.join(" "));
}

/// A record's own form, as text.
fn json(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        Ok(other) => other.to_string(),
        Err(_) => String::new(),
    }
}

fn add(found: &mut Vec<Difference>, fact: DifferingFact, baseline: String, arm: String) {
    if baseline != arm {
        found.push(Difference { fact, baseline, arm });
    }
}
