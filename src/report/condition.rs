//! One condition: its trials and, for every metric, median, minimum and maximum.

use super::caution::Caution;
use crate::record::transcription::{PublishedMetric, TranscribedTrial};
use crate::record::trial::TerminationClass;
use crate::record::{Id, Stated};
use crate::stats::StatsError;
use crate::stats::number::number;
use crate::stats::speed::{self, SpeedFlag, Summary};
use crate::units::Tokens;
use serde::Serialize;

/// Fewest trials for which a distribution-free interval of the median exists.
const FEW: usize = 6;

/// Unit of a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Tokens per second; more is faster.
    TokensPerSecond,
    /// Seconds; less is faster.
    Seconds,
    /// A share of one.
    Share,
}

/// Unit of a published metric.
#[must_use]
pub const fn unit(metric: PublishedMetric) -> Unit {
    match metric {
        PublishedMetric::NativeRate
        | PublishedMetric::InterTokenRate
        | PublishedMetric::PrefillRate => Unit::TokensPerSecond,
        PublishedMetric::DraftAcceptance => Unit::Share,
        PublishedMetric::PrefillTime
        | PublishedMetric::TimeToFirstGeneratedToken
        | PublishedMetric::TimeToFirstVisibleText
        | PublishedMetric::TimeToFirstAnswerText
        | PublishedMetric::EndToEnd
        | PublishedMetric::GenerationTime => Unit::Seconds,
    }
}

/// All trials of one arm at one prompt length.
#[derive(Debug, Serialize)]
pub struct Condition {
    /// Arm id.
    pub arm: Id,
    /// Prompt tokens.
    pub prompt_tokens: Tokens,
    /// Trials, in the order of execution.
    pub trials: Vec<Id>,
    /// One estimate for each metric that at least one trial has.
    pub estimates: Vec<Estimate>,
    /// What to know beside the figures.
    pub cautions: Vec<Caution>,
}

/// One metric over the trials of a condition.
#[derive(Debug, Serialize)]
pub struct Estimate {
    /// Metric.
    pub metric: PublishedMetric,
    /// Unit of every value.
    pub unit: Unit,
    /// Every value with its trial, in the order of execution.
    pub points: Vec<Point>,
    /// Median, range, counts and flags.
    pub summary: Summary,
    /// The trials as `stats` takes them.
    #[serde(skip)]
    pub(super) trials: Vec<speed::Trial>,
}

/// One trial's value.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Point {
    /// Trial id.
    pub trial: Id,
    /// Value in the unit of the metric.
    pub value: f64,
}

impl Estimate {
    fn of(
        metric: PublishedMetric,
        records: &[&TranscribedTrial],
    ) -> Result<Option<Self>, StatsError> {
        let (mut points, mut trials) = (Vec::new(), Vec::new());
        for record in records {
            let value = record.figures.get(&metric).map(number).transpose()?;
            points.extend(value.map(|value| Point { trial: record.trial.clone(), value }));
            trials.push(speed::Trial {
                position: position(record),
                value,
                capped: record.termination.value() == Some(&TerminationClass::Length),
                input_tokens: record.prompt_tokens.get(),
                output_tokens: record.output_tokens.value().map(|n| n.get()),
            });
        }
        if points.is_empty() {
            return Ok(None);
        }
        let summary = speed::summarize(&trials)?;
        Ok(Some(Self { metric, unit: unit(metric), points, summary, trials }))
    }

    /// Whether the first trial is slower than every other one.
    fn first_is_slowest(&self) -> bool {
        let first = self.summary.points.first();
        let slowest = match self.unit {
            Unit::Seconds => self.summary.max,
            Unit::TokensPerSecond => self.summary.min,
            Unit::Share => return false,
        };
        self.summary.flags.contains(&SpeedFlag::FirstTrialExtreme)
            && first.is_some_and(|v| v.total_cmp(&slowest).is_eq())
    }
}

/// Place in the order of execution where it was published, else the number of the trial.
fn position(record: &TranscribedTrial) -> u64 {
    record.order_in_arm.value().copied().unwrap_or(record.replicate)
}

impl Condition {
    /// Gathers the trials of `arm` at `prompt_tokens`.
    pub(super) fn of(
        arm: &Id,
        prompt_tokens: Tokens,
        all: &[TranscribedTrial],
    ) -> Result<Self, StatsError> {
        let mut trials: Vec<&TranscribedTrial> = all
            .iter()
            .filter(|trial| trial.arm == *arm && trial.prompt_tokens == prompt_tokens)
            .collect();
        trials.sort_by_key(|trial| position(trial));
        let mut estimates = Vec::new();
        for metric in PublishedMetric::ALL {
            estimates.extend(Estimate::of(metric, &trials)?);
        }
        let cautions = cautions(&trials, &estimates);
        let trials = trials.iter().map(|trial| trial.trial.clone()).collect();
        Ok(Self { arm: arm.clone(), prompt_tokens, trials, estimates, cautions })
    }

    /// The estimate of a metric, if any trial has it.
    #[must_use]
    pub fn estimate(&self, metric: PublishedMetric) -> Option<&Estimate> {
        self.estimates.iter().find(|estimate| estimate.metric == metric)
    }
}

fn cautions(trials: &[&TranscribedTrial], estimates: &[Estimate]) -> Vec<Caution> {
    let mut cautions = Vec::new();
    if trials.len() < FEW {
        cautions.push(Caution::FewTrials { n: trials.len() });
    }
    let slow_first = estimates.iter().filter(|estimate| estimate.first_is_slowest());
    let metrics: Vec<_> = slow_first.map(|estimate| estimate.metric).collect();
    if !metrics.is_empty() {
        cautions.push(Caution::FirstTrialSlowest { metrics });
    }
    let ends: Vec<_> = trials.iter().filter_map(|trial| trial.termination.value()).collect();
    let capped = ends.iter().filter(|end| ***end == TerminationClass::Length).count();
    if capped > 0 {
        cautions.push(Caution::Capped { capped, known: ends.len() });
    }
    let lengths = || trials.iter().filter_map(|trial| trial.output_tokens.value()).map(|n| n.get());
    let differ = estimates
        .iter()
        .any(|estimate| estimate.summary.flags.contains(&SpeedFlag::OutputLengthsDiffer));
    if let (true, Some(fewest), Some(most)) = (differ, lengths().min(), lengths().max()) {
        cautions.push(Caution::OutputLengthsDiffer { fewest, most });
    }
    if let Some(Stated::Given(places)) = trials.first().map(|trial| &trial.printed_places) {
        cautions.push(Caution::RoundedSource { places: *places });
    }
    if trials
        .iter()
        .any(|trial| trial.output_tokens.is_inferred() || trial.termination.is_inferred())
    {
        cautions.push(Caution::InferredValues);
    }
    cautions
}
