//! Figures of a run: conditions, attempts that count, declared analyses, differences.

use crate::archive::runs::Archive;
use jissoku::archive::{Content, RunContent, verify_bundle};
use jissoku::record::plan::Order;
use jissoku::record::trial::{TerminationClass, Trial};
use jissoku::record::{BundleId, Utc};
use jissoku::report::{DeclaredAnalysis, DifferingFact, RunReport};
use jissoku::stats::metric::{Metric, NoValue};

fn good() -> (BundleId, RunContent) {
    let runs = Archive::good();
    let bundle = verify_bundle(runs.folder("run")).unwrap();
    let Content::Run(content) = bundle.content() else { panic!("a run") };
    (bundle.id().clone(), (**content).clone())
}

fn again(trial: &Trial, attempt: u64, order: u64, class: TerminationClass) -> Trial {
    let mut again = trial.clone();
    again.attempt = attempt;
    again.order = order;
    again.termination.class = class;
    again
}

#[test]
fn every_condition_has_its_trials_and_figures() {
    let (id, content) = good();
    let report = RunReport::new(&id, &content).unwrap();
    let arms: Vec<&str> = report.conditions.iter().map(|c| c.arm.as_str()).collect();
    assert_eq!(arms, ["off", "mtp"], "in the order of the plan; the warm-up is in none");
    for (condition, trial) in report.conditions.iter().zip(["t-0001", "t-0002"]) {
        let trials: Vec<&str> = condition.trials.iter().map(|t| t.trial.as_str()).collect();
        assert_eq!((trials, condition.failed), (vec![trial], 0));
        assert_eq!((condition.prompt_tokens.get(), condition.cap.get()), (24, 64));
        let of = |metric| condition.estimates.iter().find(|e| e.metric == metric).unwrap();
        let median = |metric| of(metric).summary.as_ref().map(|summary| summary.median);
        // Three of four tokens came after the first mark.
        let rate = 3.0 / (f64::from(419_002_215 - 412_883_100) / 1e9);
        assert_eq!(median(Metric::DecodeRate), Some(rate));
        assert_eq!(median(Metric::TimeToFirstGeneratedToken), Some(0.412_883_1));
        assert_eq!(median(Metric::DraftAcceptance), Some(2.0 / 6.0));
        // The output began inside its reasoning and never left it.
        let answer = of(Metric::TimeToFirstAnswerText);
        assert!(answer.summary.is_none());
        assert_eq!(answer.missing.iter().collect::<Vec<_>>(), [(&NoValue::NoText, &1)]);
    }
}

#[test]
fn every_declared_analysis_is_in_the_report() {
    let (id, content) = good();
    let report = RunReport::new(&id, &content).unwrap();
    let [
        DeclaredAnalysis::Speed { differences, comparisons, .. },
        DeclaredAnalysis::Quality { .. },
    ] = &report.analyses[..]
    else {
        panic!("{:?}", report.analyses)
    };
    let facts: Vec<DifferingFact> = differences.iter().map(|d| d.fact).collect();
    assert_eq!(facts, [DifferingFact::Speculation]);
    assert_eq!(comparisons.len(), 1);
    let metrics: Vec<Metric> = comparisons[0].metrics.iter().map(|(metric, _)| *metric).collect();
    assert!(metrics.contains(&Metric::DecodeRate));
    assert!(!metrics.contains(&Metric::TimeToFirstAnswerText), "neither arm has a value");
    let ratio = comparisons[0].metrics[0].1.comparison.ratio_of_medians;
    assert!(ratio.total_cmp(&1.0).is_eq(), "{ratio}");
}

#[test]
fn whatever_else_differs_is_listed() {
    let (id, mut content) = good();
    content.plan.arms[1].version = "b11500".to_owned();
    content.plan.arms[1].placement.gpus = 2;
    content.engines[1].command.push("--draft-max".to_owned());
    content.plan.order = Order::Sequential;
    content.trials[2].submitted_utc = Utc::parse("2026-12-01T10:20:00Z").unwrap();
    let report = RunReport::new(&id, &content).unwrap();
    let DeclaredAnalysis::Speed { differences, .. } = &report.analyses[0] else { panic!() };
    let facts: Vec<DifferingFact> = differences.iter().map(|d| d.fact).collect();
    assert_eq!(
        facts,
        [
            DifferingFact::EngineVersion,
            DifferingFact::Speculation,
            DifferingFact::Placement,
            DifferingFact::Command,
            DifferingFact::TimeOfRunning,
        ]
    );
    let (left, right) = (&differences[0].baseline, &differences[0].arm);
    assert_eq!((left.as_str(), right.as_str()), ("b11434", "b11500"));
    let when = &differences[4];
    assert_eq!(when.baseline, "2026-12-01T10:16:03Z");
    assert_eq!(when.arm, "2026-12-01T10:20:00Z");
}

#[test]
fn the_first_attempt_that_ended_well_counts() {
    let (id, mut content) = good();
    let first = content.trials[1].clone();
    content.trials[1].termination.class = TerminationClass::HttpError;
    content.trials.push(again(&first, 2, 4, TerminationClass::Stop));
    content.trials.push(again(&first, 3, 5, TerminationClass::Stop));
    let report = RunReport::new(&id, &content).unwrap();
    let off = &report.conditions[0];
    assert_eq!((off.trials[0].attempt, off.trials.len(), off.failed), (2, 1, 0));
}

#[test]
fn a_trial_that_never_ended_well_is_counted_and_has_no_speed() {
    let (id, mut content) = good();
    let first = content.trials[1].clone();
    content.trials[1].termination.class = TerminationClass::Timeout;
    content.trials.push(again(&first, 2, 4, TerminationClass::EngineExit));
    let report = RunReport::new(&id, &content).unwrap();
    let off = &report.conditions[0];
    assert_eq!((off.trials[0].attempt, off.trials.len(), off.failed), (2, 1, 1));
    for estimate in &off.estimates {
        assert!(estimate.summary.is_none(), "{:?}", estimate.metric);
        assert_eq!(estimate.missing.get(&NoValue::Failed), Some(&1));
    }
    let DeclaredAnalysis::Speed { comparisons, .. } = &report.analyses[0] else { panic!() };
    assert!(comparisons[0].metrics.is_empty(), "nothing to compare");
}
