//! A selector → the value, unit, kind and sources of a figure.

use super::figure::{FigureUnit, Kind, Place, PublishedRow, Value};
use super::published::{fact, published, quality};
use super::select::{Cell, Compared, Estimated, Measured, Memory, OfEngine, Passing, Selector};
use crate::record::Id;
use crate::record::review::Severity;
use crate::record::transcription::TranscribedTrial;
use crate::record::trial::TerminationClass;
use crate::report::{Condition, Estimate, MetricComparison, TranscriptionReport, unit};
use crate::stats::number::number;
use crate::stats::speed::FirstTrials;
use crate::units::Tokens;

/// A figure before it has a name and a bundle.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// The value.
    pub value: Value,
    /// What it is counted out of.
    pub total: Option<u64>,
    /// Unit.
    pub unit: FigureUnit,
    /// Whether it is a change.
    pub is_change: bool,
    /// How we came by it.
    pub kind: Kind,
    /// Trials that it was made of.
    pub trials: Vec<Id>,
    /// Published rows that it was made of.
    pub published: Vec<PublishedRow>,
    /// Where the bundle's page shows it.
    pub place: Place,
}

impl Draft {
    pub(super) fn new(value: Value, unit: FigureUnit, kind: Kind, place: Place) -> Self {
        let (trials, published) = (Vec::new(), Vec::new());
        Self { value, total: None, unit, is_change: false, kind, trials, published, place }
    }

    fn count(k: usize, place: Place) -> Self {
        Self::new(Value::Count(k as u64), FigureUnit::Count, Kind::Counted, place)
    }

    fn out_of(self, n: usize) -> Self {
        Self { total: Some(n as u64), ..self }
    }

    fn made_of<'a>(self, trials: impl IntoIterator<Item = &'a Id>) -> Self {
        Self { trials: trials.into_iter().cloned().collect(), ..self }
    }

    fn change(self, unit: FigureUnit) -> Self {
        Self { unit, is_change: true, ..self }
    }
}

/// A draft, or why there is none.
pub(super) type Found = Result<Draft, String>;

/// Finds the figure that a selector means.
///
/// # Errors
/// Why there is none, in words that name what was looked for.
pub fn select(selector: &Selector, report: &TranscriptionReport<'_>) -> Found {
    match selector {
        Selector::Median(of) => estimated(of, report, |e| e.summary.median),
        Selector::Min(of) => estimated(of, report, |e| e.summary.min),
        Selector::Max(of) => estimated(of, report, |e| e.summary.max),
        Selector::Count(of) => values(of, report),
        Selector::Ratio(of) => compared(of, report, |m| m.contrast.comparison.ratio_of_medians),
        Selector::PercentChange(of) => {
            let draft = compared(of, report, |m| m.contrast.comparison.percent_change)?;
            Ok(draft.change(FigureUnit::Percent))
        }
        Selector::Difference(of) => {
            let draft = compared(of, report, |m| m.difference)?;
            Ok(draft.change(FigureUnit::Metric(unit(of.metric))))
        }
        Selector::SmallestRatio(of) => {
            compared(of, report, |m| m.contrast.comparison.smallest_ratio)
        }
        Selector::LargestRatio(of) => compared(of, report, |m| m.contrast.comparison.largest_ratio),
        Selector::Trial(of) => trial(of, report),
        Selector::Above(of) => above(of, report),
        Selector::Capped(of) => capped(of, report),
        Selector::PromptTokens(of) => prompt_tokens(of, report),
        Selector::PeakMemory(of) => peak_memory(of, report),
        Selector::Quality(count) => quality(*count, report),
        Selector::FirstSlowest(of) => first_slowest(of, report),
        Selector::FirstSlowestChance(of) => first_slowest_chance(of, report),
        Selector::Trials => Ok(whole(report, report.trials.len(), Place::Trials)),
        Selector::Conditions => Ok(whole(report, report.conditions.len(), Place::Trials)),
        Selector::Reproduced => Ok(whole(report, report.aggregates_reproduced, Place::Results)),
        Selector::Findings(severity) => Ok(findings(*severity, report)),
        Selector::ReviewPassed => Ok(review_passed(report)),
        Selector::Failures => {
            Ok(Draft::count(report.transcription.failures.len(), Place::Failures))
        }
        Selector::Published(of) => published(of, report),
        Selector::Fact(of) => fact(of, report),
    }
}

fn condition<'a>(
    arm: &Id,
    prompt_tokens: Tokens,
    report: &'a TranscriptionReport<'_>,
) -> Result<&'a Condition, String> {
    report.condition(arm, prompt_tokens).ok_or_else(|| {
        let of_arm = |known: &&Condition| known.arm == *arm;
        let lengths: Vec<String> = report
            .conditions
            .iter()
            .filter(of_arm)
            .map(|known| known.prompt_tokens.to_string())
            .collect();
        if lengths.is_empty() {
            let arms = report.transcription.arms.iter().map(|known| known.id.as_str());
            return format!("no arm {arm}; there are: {}", arms.collect::<Vec<_>>().join(", "));
        }
        format!("arm {arm} has no condition at {prompt_tokens}, but at {}", lengths.join(", "))
    })
}

/// The condition and the estimate of one metric.
fn estimate<'a>(
    of: &Estimated,
    report: &'a TranscriptionReport<'_>,
) -> Result<(&'a Condition, &'a Estimate), String> {
    let condition = condition(&of.arm, of.prompt_tokens, report)?;
    let estimate = condition.estimate(of.metric).ok_or_else(|| {
        format!("no trial of arm {} at {} has {:?}", of.arm, of.prompt_tokens, of.metric)
    })?;
    Ok((condition, estimate))
}

fn place(condition: &Condition) -> Place {
    Place::Condition(condition.arm.clone(), condition.prompt_tokens)
}

/// Trials that have the metric of an estimate.
fn trials(estimate: &Estimate) -> impl Iterator<Item = &Id> {
    estimate.points.iter().map(|point| &point.trial)
}

fn estimated(
    of: &Estimated,
    report: &TranscriptionReport<'_>,
    value: impl Fn(&Estimate) -> f64,
) -> Found {
    let (condition, estimate) = estimate(of, report)?;
    let (value, unit) = (Value::Number(value(estimate)), FigureUnit::Metric(estimate.unit));
    let draft = Draft::new(value, unit, Kind::Recomputed, place(condition));
    Ok(draft.made_of(trials(estimate)))
}

fn values(of: &Estimated, report: &TranscriptionReport<'_>) -> Found {
    let (condition, estimate) = estimate(of, report)?;
    let draft = Draft::count(estimate.summary.n, place(condition));
    Ok(draft.out_of(condition.trials.len()).made_of(trials(estimate)))
}

fn compared(
    of: &Compared,
    report: &TranscriptionReport<'_>,
    value: impl Fn(&MetricComparison) -> f64,
) -> Found {
    let comparison = report.comparisons.iter().find(|known| {
        known.baseline == of.baseline
            && known.arm == of.arm
            && known.prompt_tokens == of.prompt_tokens
    });
    let named = || format!("{} → {} at {}", of.baseline, of.arm, of.prompt_tokens);
    let comparison =
        comparison.ok_or_else(|| format!("the bundle does not compare {}", named()))?;
    let metric = comparison
        .metric(of.metric)
        .ok_or_else(|| format!("{} has no {:?} in both arms", named(), of.metric))?;
    let place = Place::Comparison(of.baseline.clone(), of.arm.clone(), of.prompt_tokens);
    let draft =
        Draft::new(Value::Number(value(metric)), FigureUnit::Ratio, Kind::Recomputed, place);
    let points = [&of.baseline, &of.arm].into_iter().flat_map(|arm| {
        let condition = report.condition(arm, of.prompt_tokens);
        condition.and_then(|condition| condition.estimate(of.metric)).into_iter().flat_map(trials)
    });
    Ok(draft.made_of(points))
}

fn trial(of: &Measured, report: &TranscriptionReport<'_>) -> Found {
    let trial = report.trials.iter().find(|trial| trial.trial == of.trial);
    let trial = trial.ok_or_else(|| format!("no trial {}", of.trial))?;
    let decimal = trial
        .figures
        .get(&of.metric)
        .ok_or_else(|| format!("trial {} has no {:?}", of.trial, of.metric))?;
    let value = Value::Number(number(decimal).map_err(|cause| cause.to_string())?);
    let unit = FigureUnit::Metric(unit(of.metric));
    let draft = Draft::new(value, unit, Kind::Recomputed, Place::Trial(of.trial.clone()));
    Ok(draft.made_of([&of.trial]))
}

fn above(of: &Passing, report: &TranscriptionReport<'_>) -> Found {
    let Passing { arm, prompt_tokens, metric, threshold } = of.clone();
    let (condition, estimate) = estimate(&Estimated { arm, prompt_tokens, metric }, report)?;
    let bound = number(&threshold.0).map_err(|cause| cause.to_string())?;
    let above = estimate.summary.above(bound);
    Ok(Draft::count(above.above, place(condition)).out_of(above.n).made_of(trials(estimate)))
}

fn capped(of: &Cell, report: &TranscriptionReport<'_>) -> Found {
    let condition = condition(&of.arm, of.prompt_tokens, report)?;
    let own = |trial: &&TranscribedTrial| condition.trials.contains(&trial.trial);
    let known: Vec<_> =
        report.trials.iter().filter(own).filter(|t| t.termination.value().is_some()).collect();
    if known.is_empty() {
        return Err(format!("no end is known of arm {} at {}", of.arm, of.prompt_tokens));
    }
    let capped = known.iter().filter(|t| t.termination.value() == Some(&TerminationClass::Length));
    let draft = Draft::count(capped.count(), place(condition)).out_of(known.len());
    Ok(draft.made_of(known.iter().map(|trial| &trial.trial)))
}

fn prompt_tokens(of: &Cell, report: &TranscriptionReport<'_>) -> Found {
    let condition = condition(&of.arm, of.prompt_tokens, report)?;
    let tokens = Value::Count(condition.prompt_tokens.get());
    let draft = Draft::new(tokens, FigureUnit::Tokens, Kind::Counted, place(condition));
    Ok(draft.made_of(&condition.trials))
}

fn peak_memory(of: &Memory, report: &TranscriptionReport<'_>) -> Found {
    let mut peaks = report.transcription.peak_memory.iter();
    let peak = peaks
        .find(|peak| peak.arm == of.arm && peak.gpu == of.gpu)
        .ok_or_else(|| format!("no peak memory of arm {} on GPU {}", of.arm, of.gpu))?;
    let bytes = Value::Count(peak.bytes.get());
    Ok(Draft::new(bytes, FigureUnit::Bytes, Kind::Published, Place::Memory))
}

/// What an engine's first trials did, and the first trial of each of its conditions.
fn first_trials<'a>(
    of: &OfEngine,
    report: &'a TranscriptionReport<'_>,
) -> Result<(&'a FirstTrials, Vec<&'a Id>), String> {
    use crate::record::transcription::PublishedMetric::TimeToFirstVisibleText;
    let mut known = report.first_trials.iter();
    let (_, first) = known
        .find(|(engine, first)| *engine == of.engine && first.conditions > 0)
        .ok_or_else(|| format!("no first trials of engine {}", of.engine))?;
    let arms = &report.transcription.arms;
    let own = |arm: &Id| arms.iter().any(|known| known.id == *arm && known.engine == of.engine);
    let conditions = report.conditions.iter().filter(|condition| own(&condition.arm));
    let estimates = conditions.filter_map(|condition| condition.estimate(TimeToFirstVisibleText));
    Ok((first, estimates.filter(|e| e.points.len() > 1).flat_map(trials).collect()))
}

fn first_slowest(of: &OfEngine, report: &TranscriptionReport<'_>) -> Found {
    let (first, trials) = first_trials(of, report)?;
    let draft = Draft::count(first.first_largest, Place::Results);
    Ok(draft.out_of(first.conditions).made_of(trials))
}

fn first_slowest_chance(of: &OfEngine, report: &TranscriptionReport<'_>) -> Found {
    let (first, trials) = first_trials(of, report)?;
    let (chance, unit) = (Value::Number(first.chance_largest), FigureUnit::Probability);
    Ok(Draft::new(chance, unit, Kind::Recomputed, Place::Results).made_of(trials))
}

/// A count over the whole transcription.
fn whole(report: &TranscriptionReport<'_>, count: usize, place: Place) -> Draft {
    Draft::count(count, place).made_of(report.trials.iter().map(|trial| &trial.trial))
}

fn findings(severity: Severity, report: &TranscriptionReport<'_>) -> Draft {
    let review = &report.transcription.review;
    let weighs =
        |id: &&Id| review.kinds.iter().any(|kind| kind.id == **id && kind.severity == severity);
    let of_kind =
        |trial: &crate::record::review::Finding| trial.kinds.iter().filter(weighs).count();
    let found: Vec<_> = review.findings.iter().filter(|trial| of_kind(trial) > 0).collect();
    let count = found.iter().map(|trial| of_kind(trial)).sum();
    Draft::count(count, Place::Findings).made_of(found.iter().map(|trial| &trial.trial))
}

fn review_passed(report: &TranscriptionReport<'_>) -> Draft {
    let verdict = |trial: &TranscribedTrial| trial.answer_review_pass.value().copied();
    let reviewed: Vec<_> = report.trials.iter().filter(|t| verdict(t).is_some()).collect();
    let passed = reviewed.iter().filter(|trial| verdict(trial) == Some(true)).count();
    let draft = Draft::count(passed, Place::Findings).out_of(reviewed.len());
    draft.made_of(reviewed.iter().map(|trial| &trial.trial))
}
