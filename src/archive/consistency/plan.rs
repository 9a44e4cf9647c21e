//! A plan against itself and its inputs.

use super::super::code::Code;
use super::super::defect::Defect;
use super::super::read::sha256;
use super::unique;
use crate::record::Digest;
use crate::record::plan::{Analysis, Input, Plan};
use std::collections::BTreeSet;

const PLAN: &str = "data/plan.json";
const INPUTS: &str = "data/inputs.jsonl.gz";

/// Ids are unique, and every arm and task that is named is there.
pub(super) fn check(plan: &Plan, defects: &mut Vec<Defect>) {
    let arms = unique(PLAN, "arm", plan.arms.iter().map(|arm| &arm.id), defects);
    let tasks = unique(PLAN, "task", plan.tasks.iter().map(|task| &task.id), defects);
    unique(PLAN, "trial", plan.trials.iter().map(|trial| &trial.id), defects);
    let analyses = plan.analyses.iter().map(|analysis| match analysis {
        Analysis::Speed { id, .. } | Analysis::Quality { id, .. } => id,
    });
    unique(PLAN, "analysis", analyses, defects);

    let mut report = |expected: &str, found: String| {
        defects.push(Defect::new(Code::PlanReference, PLAN, expected, found));
    };
    for trial in &plan.trials {
        if !arms.contains(trial.arm.as_str()) {
            report("an arm of the plan", format!("{} at {}", trial.arm, trial.id));
        }
        if !tasks.contains(trial.task.as_str()) {
            report("a task of the plan", format!("{} at {}", trial.task, trial.id));
        }
    }
    for warmup in plan.warmups.iter().filter(|warmup| !tasks.contains(warmup.task.as_str())) {
        report("a task of the plan", format!("{} at a warm-up", warmup.task));
    }
    for analysis in &plan.analyses {
        let (Analysis::Speed { id, baseline, arm, .. }
        | Analysis::Quality { id, baseline, arm, .. }) = analysis;
        for name in [baseline, arm].into_iter().filter(|name| !arms.contains(name.as_str())) {
            report("an arm of the plan", format!("{name} at analysis {id}"));
        }
    }
}

/// Every input text has its digest; the inputs are exactly those of the tasks.
pub(super) fn check_inputs(plan: &Plan, inputs: &[Input], defects: &mut Vec<Defect>) {
    let wanted: BTreeSet<Digest> = plan.tasks.iter().map(|task| task.input).collect();
    let mut seen = BTreeSet::new();
    for (index, input) in inputs.iter().enumerate() {
        let line = index + 1;
        let real = Digest::from(sha256(input.text.as_bytes()));
        if real != input.input {
            let defect = Defect::new(Code::InputDigest, INPUTS, input.input, real);
            defects.push(defect.at(line, 1));
        }
        let (expected, fits) = if wanted.contains(&input.input) {
            ("each input once", seen.insert(input.input))
        } else {
            ("the input of a task", false)
        };
        if !fits {
            defects.push(Defect::new(Code::InputSet, INPUTS, expected, input.input).at(line, 1));
        }
    }
    for digest in wanted.difference(&seen) {
        defects.push(Defect::new(Code::InputSet, INPUTS, digest, "no such input"));
    }
}
