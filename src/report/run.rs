//! The report of a run: conditions, and every analysis that its plan declares.
//!
//! Job: from the records of a run to figures with their trials. For each condition
//! (arm, prompt length, output cap) the first attempt that ended well counts, a
//! trial that never did is counted as failed. Neighbours: `stats::metric` computes
//! each trial, `stats::speed` summarizes, `difference` says what else differs.

use super::difference::{Difference, differences};
use super::error::ReportError;
use crate::archive::RunContent;
use crate::record::plan::{Analysis, Plan};
use crate::record::trial::{Role, TerminationClass, Trial};
use crate::record::{BundleId, Id};
use crate::stats::StatsError;
use crate::stats::metric::{Metric, NoValue};
use crate::stats::speed::{self, Contrast, Summary};
use crate::units::Tokens;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Everything that the page of a run shows beside the records.
#[derive(Debug, Serialize)]
pub struct RunReport<'a> {
    /// Every condition, in the order of the plan's arms, then by length and cap.
    pub conditions: Vec<RunCondition>,
    /// Every analysis that the plan declares, in its order.
    pub analyses: Vec<DeclaredAnalysis<'a>>,
}

/// All trials of one arm at one prompt length and output cap.
#[derive(Debug, Serialize)]
pub struct RunCondition {
    /// Arm id.
    pub arm: Id,
    /// Prompt tokens aimed at.
    pub prompt_tokens: Tokens,
    /// Output cap.
    pub cap: Tokens,
    /// The attempt of each trial that counts, in the order of execution.
    pub trials: Vec<Attempt>,
    /// Trials without an attempt that ended well.
    pub failed: usize,
    /// One estimate for each metric.
    pub estimates: Vec<RunEstimate>,
}

/// One attempt at a trial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Attempt {
    /// Trial id.
    pub trial: Id,
    /// Attempt, from 1.
    pub attempt: u64,
}

/// One metric over the trials of a condition.
#[derive(Debug, Serialize)]
pub struct RunEstimate {
    /// Metric.
    pub metric: Metric,
    /// Median, range, counts and flags; none if no trial has a value.
    pub summary: Option<Summary>,
    /// How many trials have no value, by reason.
    pub missing: BTreeMap<NoValue, usize>,
    /// The trials as `stats` takes them.
    #[serde(skip)]
    trials: Vec<speed::Trial>,
}

/// An analysis of the plan and what came of it.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum DeclaredAnalysis<'a> {
    /// Times and rates of two arms.
    Speed {
        /// As declared.
        declared: &'a Analysis,
        /// Every fact that differs between the arms; exactly the factor under study, or more.
        differences: Vec<Difference>,
        /// One comparison for each prompt length and cap that both arms have.
        comparisons: Vec<RunComparison>,
    },
    /// Paired correctness: it needs graded answers, which this version does not have.
    Quality {
        /// As declared.
        declared: &'a Analysis,
    },
}

/// Two arms at one prompt length and cap.
#[derive(Debug, Serialize)]
pub struct RunComparison {
    /// Prompt tokens aimed at.
    pub prompt_tokens: Tokens,
    /// Output cap.
    pub cap: Tokens,
    /// The attempts of both arms that count, the baseline's first.
    pub trials: Vec<Attempt>,
    /// Every metric that both have.
    pub metrics: Vec<(Metric, Contrast)>,
}

impl<'a> RunReport<'a> {
    /// Computes all figures of a run.
    ///
    /// # Errors
    /// [`ReportError::Stats`] if a statistic is refused.
    pub fn new(bundle: &BundleId, content: &'a RunContent) -> Result<Self, ReportError> {
        let refused = |cause| ReportError::Stats {
            bundle: bundle.clone(),
            what: "run".to_owned(),
            cause: Box::new(cause),
        };
        let conditions = conditions(content).map_err(refused)?;
        let analyses = content.plan.analyses.iter();
        let analyses = analyses
            .map(|declared| analysis(declared, content, &conditions))
            .collect::<Result<_, _>>()
            .map_err(refused)?;
        Ok(Self { conditions, analyses })
    }
}

fn conditions(content: &RunContent) -> Result<Vec<RunCondition>, StatsError> {
    let plan = &content.plan;
    let mut cells: BTreeMap<(usize, Tokens, Tokens), Vec<Vec<&Trial>>> = BTreeMap::new();
    let mut attempts: BTreeMap<&Id, Vec<&Trial>> = BTreeMap::new();
    for trial in content.trials.iter().filter(|trial| trial.role == Role::Measured) {
        attempts.entry(&trial.trial).or_default().push(trial);
    }
    for all in attempts.into_values() {
        let Some(key) = all.first().and_then(|trial| key(plan, trial)) else { continue };
        cells.entry(key).or_default().push(all);
    }
    cells.into_iter().map(|(key, trials)| condition(plan, key, &trials)).collect()
}

/// Place of the arm in the plan, prompt length aimed at, output cap.
fn key(plan: &Plan, trial: &Trial) -> Option<(usize, Tokens, Tokens)> {
    let arm = plan.arms.iter().position(|arm| arm.id == trial.arm)?;
    let task = plan.tasks.iter().find(|task| task.id == trial.task)?;
    Some((arm, task.target_tokens, trial.request.max_output_tokens))
}

fn ended_well(trial: &Trial) -> bool {
    matches!(trial.termination.class, TerminationClass::Stop | TerminationClass::Length)
}

/// The first attempt that ended well, else the last, which then failed.
fn counting<'t>(attempts: &[&'t Trial]) -> Option<&'t Trial> {
    let well = attempts.iter().find(|trial| ended_well(trial));
    well.or_else(|| attempts.last()).copied()
}

fn condition(
    plan: &Plan,
    (arm, prompt_tokens, cap): (usize, Tokens, Tokens),
    all: &[Vec<&Trial>],
) -> Result<RunCondition, StatsError> {
    let mut trials: Vec<&Trial> = all.iter().filter_map(|all| counting(all)).collect();
    trials.sort_by_key(|trial| trial.order);
    let estimates = Metric::ALL
        .into_iter()
        .map(|metric| estimate(metric, &trials, plan))
        .collect::<Result<_, _>>()?;
    let attempt = |trial: &&Trial| Attempt { trial: trial.trial.clone(), attempt: trial.attempt };
    Ok(RunCondition {
        arm: plan.arms[arm].id.clone(),
        prompt_tokens,
        cap,
        failed: trials.iter().filter(|trial| !ended_well(trial)).count(),
        trials: trials.iter().map(attempt).collect(),
        estimates,
    })
}

fn estimate(metric: Metric, trials: &[&Trial], plan: &Plan) -> Result<RunEstimate, StatsError> {
    let mut missing = BTreeMap::new();
    let one = |trial: &&Trial| {
        let value = metric.of(trial, &plan.markup);
        if let Err(reason) = value {
            *missing.entry(reason).or_insert(0) += 1;
        }
        speed::Trial {
            position: trial.order,
            value: value.ok(),
            capped: trial.termination.class == TerminationClass::Length,
            input_tokens: trial.request.prompt_tokens.value().map_or(0, |n| n.get()),
            output_tokens: trial.tokens.engine.value().map(|n| n.get()),
        }
    };
    let trials: Vec<speed::Trial> = trials.iter().map(one).collect();
    let summary = match speed::summarize(&trials) {
        Ok(summary) => Some(summary),
        Err(StatsError::Empty { .. }) => None,
        Err(refused) => return Err(refused),
    };
    Ok(RunEstimate { metric, summary, missing, trials })
}

fn analysis<'a>(
    declared: &'a Analysis,
    content: &RunContent,
    conditions: &[RunCondition],
) -> Result<DeclaredAnalysis<'a>, StatsError> {
    let Analysis::Speed { baseline, arm, .. } = declared else {
        return Ok(DeclaredAnalysis::Quality { declared });
    };
    let cells: BTreeSet<(Tokens, Tokens)> =
        conditions.iter().map(|condition| (condition.prompt_tokens, condition.cap)).collect();
    let mut comparisons = Vec::new();
    for (prompt_tokens, cap) in cells {
        let of = |id: &Id| {
            conditions.iter().find(|condition| {
                condition.arm == *id
                    && condition.prompt_tokens == prompt_tokens
                    && condition.cap == cap
            })
        };
        let (Some(left), Some(right)) = (of(baseline), of(arm)) else { continue };
        let mut metrics = Vec::new();
        for (off, on) in left.estimates.iter().zip(&right.estimates) {
            if off.summary.is_some() && on.summary.is_some() {
                metrics.push((off.metric, speed::contrast(&off.trials, &on.trials)?));
            }
        }
        let trials = [left.trials.clone(), right.trials.clone()].concat();
        comparisons.push(RunComparison { prompt_tokens, cap, trials, metrics });
    }
    let differences = differences(content, baseline, arm);
    Ok(DeclaredAnalysis::Speed { declared, differences, comparisons })
}
