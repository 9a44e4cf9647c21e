//! The records of a run against its plan, its files and its bundle id.

use super::super::code::Code;
use super::super::content::RunContent;
use super::super::defect::Defect;
use super::{Facts, unique};
use crate::record::Id;
use crate::record::event::Event;
use crate::record::plan::{PlannedTrial, Task};
use crate::record::run::RunStatus;
use crate::record::trial::{Marks, Role, Trial};
use std::collections::{BTreeMap, BTreeSet};

const RUN: &str = "data/run.json";
const ENGINE: &str = "data/engine.json";
const EVENTS: &str = "data/events.jsonl";
const TRIALS: &str = "data/trials.jsonl";

/// All checks of a run.
pub(super) fn check(content: &RunContent, facts: &Facts<'_>, defects: &mut Vec<Defect>) {
    identity(content, facts, defects);
    engines_and_events(content, defects);
    trials(content, facts, defects);
    complete(content, defects);
}

fn identity(content: &RunContent, facts: &Facts<'_>, defects: &mut Vec<Defect>) {
    let run = &content.run;
    if let Some(id) = facts.id.filter(|id| **id != run.id) {
        defects.push(Defect::new(Code::RunId, RUN, id, &run.id));
    }
    if let Some(plan_id) = facts.plan_id.filter(|plan_id| *plan_id != run.plan_id) {
        defects.push(Defect::new(Code::PlanId, RUN, plan_id, run.plan_id));
    }
}

fn engines_and_events(content: &RunContent, defects: &mut Vec<Defect>) {
    let arms: BTreeSet<&Id> = content.plan.arms.iter().map(|arm| &arm.id).collect();
    unique(ENGINE, "arm", content.engines.iter().map(|engine| &engine.arm), defects);
    for engine in content.engines.iter().filter(|engine| !arms.contains(&engine.arm)) {
        let defect = Defect::new(Code::RunReference, ENGINE, "an arm of the plan", &engine.arm);
        defects.push(defect);
    }
    for (index, event) in content.events.iter().enumerate() {
        let (Event::EngineStart { arm, .. }
        | Event::StartFailed { arm, .. }
        | Event::EngineExit { arm, .. }
        | Event::Warmup { arm, .. }) = event
        else {
            continue;
        };
        if !arms.contains(arm) {
            let defect = Defect::new(Code::RunReference, EVENTS, "an arm of the plan", arm);
            defects.push(defect.at(index + 1, 1));
        }
    }
}

fn trials(content: &RunContent, facts: &Facts<'_>, defects: &mut Vec<Defect>) {
    let planned: BTreeMap<&Id, &PlannedTrial> =
        content.plan.trials.iter().map(|trial| (&trial.id, trial)).collect();
    let tasks: BTreeMap<&Id, &Task> =
        content.plan.tasks.iter().map(|task| (&task.id, task)).collect();
    let arms: BTreeSet<&Id> = content.plan.arms.iter().map(|arm| &arm.id).collect();
    let mut seen = BTreeSet::new();
    for (index, trial) in content.trials.iter().enumerate() {
        let mut report = |code, expected: String, found: String| {
            defects.push(Defect::new(code, TRIALS, expected, found).at(index + 1, 1));
        };
        if !seen.insert((&trial.trial, trial.attempt)) {
            let found = format!("{} attempt {} again", trial.trial, trial.attempt);
            report(Code::DuplicateTrial, "each attempt once".to_owned(), found);
        }
        if let Some(plan_id) = facts.plan_id.filter(|plan_id| *plan_id != trial.plan_id) {
            report(Code::PlanId, plan_id.to_string(), trial.plan_id.to_string());
        }
        let arm_known = arms.contains(&trial.arm);
        let place = planned.get(&trial.trial).copied();
        if let Some((expected, found)) =
            unlike_plan(trial, place, tasks.get(&trial.task).copied(), arm_known)
        {
            report(Code::TrialNotPlanned, expected, format!("{found} at {}", trial.trial));
        }
        if let Some((code, expected, found)) = marks_fault(&trial.marks, trial.output.len()) {
            report(code, expected, format!("{found} at {}", trial.trial));
        }
        if let Some(raw) = trial
            .raw
            .value()
            .filter(|raw| !raw.starts_with("raw/") || !facts.files.contains(raw.as_str()))
        {
            report(Code::RawReference, "a file below raw/".to_owned(), raw.clone());
        }
    }
}

/// The first thing in which a trial is not as the plan has it.
///
/// A warm-up has no place in the order of trials; its arm and task are still the plan's.
fn unlike_plan(
    trial: &Trial,
    planned: Option<&PlannedTrial>,
    task: Option<&Task>,
    arm_known: bool,
) -> Option<(String, String)> {
    let differs = |expected: &dyn ToString, found: &dyn ToString| {
        Some((expected.to_string(), found.to_string()))
    };
    if !arm_known {
        return differs(&"an arm of the plan", &trial.arm);
    }
    let Some(task) = task else { return differs(&"a task of the plan", &trial.task) };
    if trial.request.input != task.input {
        return differs(&format!("input {}", task.input), &trial.request.input);
    }
    if trial.stratum != task.stratum {
        return differs(&format!("stratum {}", task.stratum), &trial.stratum);
    }
    match (trial.role, planned) {
        (Role::Warmup, None) => None,
        (Role::Warmup, Some(_)) => differs(&"a warm-up with an id of its own", &trial.trial),
        (Role::Measured, None) => differs(&"a planned trial", &trial.trial),
        (Role::Measured, Some(plan)) if plan.arm != trial.arm => {
            differs(&format!("arm {}", plan.arm), &trial.arm)
        }
        (Role::Measured, Some(plan)) if plan.task != trial.task => {
            differs(&format!("task {}", plan.task), &trial.task)
        }
        (Role::Measured, Some(plan)) if plan.block != trial.block => {
            differs(&format!("block {}", plan.block), &format!("block {}", trial.block))
        }
        (Role::Measured, Some(plan)) if plan.cap != trial.request.max_output_tokens => {
            differs(&format!("cap {}", plan.cap), &trial.request.max_output_tokens)
        }
        (Role::Measured, Some(plan)) if plan.sampling_seed != trial.request.requested.seed => {
            let (wanted, sent) = (plan.sampling_seed, trial.request.requested.seed);
            differs(&format!("seed {wanted}"), &format!("seed {sent}"))
        }
        (Role::Measured, Some(_)) => None,
    }
}

/// Columns of equal length; times and positions that never go back, text within the output.
fn marks_fault(marks: &Marks, output: usize) -> Option<(Code, String, String)> {
    let lengths = [
        marks.at_ns.len(),
        marks.tokens.len(),
        marks.text_end.len(),
        marks.field.len(),
        marks.raw_end.len(),
    ];
    if lengths.iter().any(|length| *length != lengths[0]) {
        let found = format!("{lengths:?}");
        return Some((Code::MarkColumns, "columns of one length".to_owned(), found));
    }
    let columns = [
        ("at_ns", marks.at_ns.is_sorted()),
        ("text_end", marks.text_end.is_sorted()),
        ("raw_end", marks.raw_end.is_sorted()),
    ];
    if let Some((column, _)) = columns.iter().find(|(_, ascends)| !ascends) {
        let expected = format!("{column} that never goes back");
        return Some((Code::MarkOrder, expected, "a step back".to_owned()));
    }
    let end = marks.text_end.last()?.get();
    (end > output as u64).then(|| {
        let expected = format!("text_end of at most {output}");
        (Code::MarkOrder, expected, end.to_string())
    })
}

fn complete(content: &RunContent, defects: &mut Vec<Defect>) {
    if content.run.status != RunStatus::Complete {
        return;
    }
    let recorded: BTreeSet<&Id> = content.trials.iter().map(|trial| &trial.trial).collect();
    for trial in content.plan.trials.iter().filter(|trial| !recorded.contains(&trial.id)) {
        let found = format!("no record of {}", trial.id);
        defects.push(Defect::new(Code::RunIncomplete, TRIALS, "every planned trial", found));
    }
}
