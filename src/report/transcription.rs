//! The report of a transcription: its trials, conditions, comparisons and checks.

use super::compare::{Comparison, systems};
use super::condition::Condition;
use super::error::{Disagreement, ReportError};
use super::published::{self, RelationCheck, ThresholdCheck};
use super::quality::{self, QualityCounts};
use crate::record::transcription::{
    PublishedMetric, TranscribedArm, TranscribedSpeculation, TranscribedTrial, Transcription,
};
use crate::record::{BundleId, Id};
use crate::stats::speed::{self, FirstTrials};
use crate::units::Tokens;
use serde::Serialize;

/// Everything that the page of a transcription shows beside the record itself.
#[derive(Debug, Serialize)]
pub struct TranscriptionReport<'a> {
    /// The record.
    #[serde(skip)]
    pub transcription: &'a Transcription,
    /// The trials, in the order of the source.
    #[serde(skip)]
    pub trials: &'a [TranscribedTrial],
    /// Every arm at every prompt length.
    pub conditions: Vec<Condition>,
    /// Off against on within each system, then the published comparisons of systems.
    pub comparisons: Vec<Comparison>,
    /// Published medians, minima and maxima that were recomputed bit for bit.
    pub aggregates_reproduced: usize,
    /// Published relations of medians.
    pub relations: Vec<RelationCheck<'a>>,
    /// Published threshold statements.
    pub thresholds: Vec<ThresholdCheck<'a>>,
    /// For each engine: how often the first trial was the slowest to its first visible text.
    pub first_trials: Vec<(Id, FirstTrials)>,
    /// Counts of the published quality study.
    pub quality: Option<QualityCounts<'a>>,
}

impl<'a> TranscriptionReport<'a> {
    /// Recomputes every figure of a transcription from its trials.
    ///
    /// # Errors
    /// [`ReportError::Disagreements`] if a published figure does not come out,
    /// [`ReportError::Stats`] if a statistic is refused.
    pub fn new(
        bundle: &BundleId,
        transcription: &'a Transcription,
        trials: &'a [TranscribedTrial],
    ) -> Result<Self, ReportError> {
        let stats = |what: String| {
            let bundle = bundle.clone();
            move |cause| ReportError::Stats { bundle, what, cause: Box::new(cause) }
        };
        let mut conditions = Vec::new();
        for (arm, prompt_tokens) in condition_keys(trials) {
            let what = format!("condition {arm} at {prompt_tokens}");
            conditions.push(Condition::of(&arm, prompt_tokens, trials).map_err(stats(what))?);
        }
        let comparisons = comparisons(transcription, trials, &conditions)
            .map_err(stats("comparison".to_owned()))?;
        let mut found: Vec<Disagreement> = Vec::new();
        let aggregates_reproduced =
            published::check_aggregates(transcription, &conditions, &mut found);
        let relations = published::check_relations(transcription, &comparisons, &mut found);
        let thresholds = published::check_thresholds(transcription, &conditions, &mut found);
        let quality = quality::counts(transcription, &mut found);
        if !found.is_empty() {
            return Err(ReportError::Disagreements {
                bundle: bundle.clone(),
                disagreements: found,
            });
        }
        let first_trials = first_trials(transcription, &conditions);
        Ok(Self {
            transcription,
            trials,
            conditions,
            comparisons,
            aggregates_reproduced,
            relations,
            thresholds,
            first_trials,
            quality,
        })
    }

    /// The condition of an arm at a prompt length.
    #[must_use]
    pub fn condition(&self, arm: &Id, prompt_tokens: Tokens) -> Option<&Condition> {
        published::find(&self.conditions, arm, prompt_tokens)
    }
}

/// Arm and prompt length of every condition, in the order in which the source first names the arm.
fn condition_keys(trials: &[TranscribedTrial]) -> Vec<(Id, Tokens)> {
    let mut arms: Vec<&Id> = Vec::new();
    for trial in trials {
        if !arms.contains(&&trial.arm) {
            arms.push(&trial.arm);
        }
    }
    let mut keys: Vec<(usize, Tokens, Id)> = Vec::new();
    for trial in trials {
        let rank = arms.iter().position(|arm| **arm == trial.arm).unwrap_or(arms.len());
        let key = (rank, trial.prompt_tokens, trial.arm.clone());
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys.sort();
    keys.into_iter().map(|(_, prompt_tokens, arm)| (arm, prompt_tokens)).collect()
}

/// Looks for a systematically slow first trial, engine by engine.
fn first_trials(transcription: &Transcription, conditions: &[Condition]) -> Vec<(Id, FirstTrials)> {
    let engine_of = |arm: &Id| {
        transcription.arms.iter().find(|known| known.id == *arm).map(|known| &known.engine)
    };
    let of_engine = |engine: &Id| {
        let own = conditions.iter().filter(|condition| engine_of(&condition.arm) == Some(engine));
        let estimates =
            own.filter_map(|condition| condition.estimate(PublishedMetric::TimeToFirstVisibleText));
        speed::first_trials(
            &estimates.map(|estimate| estimate.summary.points.as_slice()).collect::<Vec<_>>(),
        )
    };
    transcription.engines.iter().map(|engine| (engine.id.clone(), of_engine(&engine.id))).collect()
}

/// Pairs of arms to compare: off and on of each system, then those of published relations.
fn pairs(transcription: &Transcription) -> Vec<(&TranscribedArm, &TranscribedArm)> {
    let arms = &transcription.arms;
    let mut pairs = Vec::new();
    for off in arms.iter().filter(|arm| arm.speculation == TranscribedSpeculation::Off) {
        let same_system = |arm: &&TranscribedArm| {
            arm.host == off.host
                && arm.engine == off.engine
                && arm.speculation != TranscribedSpeculation::Off
        };
        pairs.extend(arms.iter().filter(same_system).map(|on| (off, on)));
    }
    for relation in &transcription.relations {
        let arm = |id: &Id| arms.iter().find(|arm| arm.id == *id);
        if let (Some(baseline), Some(other)) = (arm(&relation.baseline), arm(&relation.arm))
            && !pairs.contains(&(baseline, other))
        {
            pairs.push((baseline, other));
        }
    }
    pairs
}

fn comparisons(
    transcription: &Transcription,
    trials: &[TranscribedTrial],
    conditions: &[Condition],
) -> Result<Vec<Comparison>, crate::stats::StatsError> {
    let mut comparisons = Vec::new();
    for (baseline, arm) in pairs(transcription) {
        let order_known = trials
            .iter()
            .filter(|trial| trial.arm == baseline.id || trial.arm == arm.id)
            .all(|trial| trial.order_in_arm.value().is_some());
        for left in conditions.iter().filter(|condition| condition.arm == baseline.id) {
            if let Some(right) = published::find(conditions, &arm.id, left.prompt_tokens) {
                let systems = systems(transcription, baseline, arm);
                comparisons.push(Comparison::of(left, right, systems, order_known)?);
            }
        }
    }
    Ok(comparisons)
}
