//! The report of the published study: every published figure out of its trials.

use jissoku::measure::import::{self, Imported};
use jissoku::record::transcription::PublishedMetric;
use jissoku::record::{BundleId, Decimal, Id};
use jissoku::report::{Caution, ReportError, SystemsCompared, TranscriptionReport};
use jissoku::units::Tokens;
use std::path::Path;

fn published() -> Imported {
    import::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("imports/glm53-flash-mtp")).unwrap()
}

fn id() -> BundleId {
    BundleId::parse("20261130-000000-transcription-glm53-flash-mtp-00000000").unwrap()
}

fn report(imported: &Imported) -> Result<TranscriptionReport<'_>, ReportError> {
    TranscriptionReport::new(&id(), &imported.transcription, &imported.trials)
}

#[test]
fn every_published_aggregate_that_has_trials_comes_out_bit_for_bit() {
    let imported = published();
    let report = report(&imported).unwrap();
    assert_eq!(imported.trials.len(), 48);
    assert_eq!(report.aggregates_reproduced, 270);
    assert_eq!(report.relations.len(), 12);
    assert_eq!(report.thresholds.len(), 12);
    assert_eq!(report.conditions.len(), 16);
    let change = report.relations.iter().find(|check| {
        check.published.id == "llamacpp_mtp_change_percent_h100"
            && check.published.prompt_tokens.get() == 32768
    });
    assert_eq!(change.unwrap().recomputed.to_bits(), 12.157_985_432_018_915_f64.to_bits());
}

#[test]
fn what_follows_from_the_published_quality_counts_alone() {
    let imported = published();
    let quality = report(&imported).unwrap().quality.unwrap();
    assert_eq!(
        (
            quality.table.both,
            quality.table.baseline_only,
            quality.table.arm_only,
            quality.table.neither
        ),
        (1653, 11, 11, 125)
    );
    assert_eq!(format!("{:.3}", quality.upper_limit * 100.0), "3.016");
}

#[test]
fn cautions_say_what_stands_beside_a_figure() {
    let imported = published();
    let report = report(&imported).unwrap();
    let arm = Id::parse("h100x2-llamacpp-mtp").unwrap();
    let condition = report.condition(&arm, Tokens::new(8193).unwrap()).unwrap();
    assert!(condition.cautions.contains(&Caution::Capped { capped: 2, known: 3 }));
    assert!(condition.cautions.contains(&Caution::FewTrials { n: 3 }));
    let slow = condition.cautions.iter().find_map(|caution| match caution {
        Caution::FirstTrialSlowest { metrics } => Some(metrics),
        _ => None,
    });
    assert!(slow.unwrap().contains(&PublishedMetric::TimeToFirstVisibleText));
    let rounded = report
        .condition(&Id::parse("b200x2-llamacpp-off").unwrap(), Tokens::new(8193).unwrap())
        .unwrap();
    assert!(rounded.cautions.contains(&Caution::RoundedSource { places: 2 }));
    let (engine, first) = &report.first_trials[0];
    assert_eq!((engine.as_str(), first.first_largest, first.conditions), ("exllamav3", 8, 8));
}

#[test]
fn comparisons_of_systems_list_what_else_differs() {
    let imported = published();
    let report = report(&imported).unwrap();
    let only =
        report.comparisons.iter().filter(|c| c.systems == SystemsCompared::SpeculationOnly).count();
    assert_eq!((only, report.comparisons.len()), (8, 12));
    let hosts = report.comparisons.iter().find(|c| c.baseline.as_str() == "b200x2-exllamav3-off");
    let other = hosts.filter(|c| c.arm.as_str() == "h100x2-exllamav3-off");
    assert!(other.is_none(), "off against on of one host comes first");
    let systems =
        report.comparisons.iter().find(|c| c.arm.as_str() == "h100x2-exllamav3-off").unwrap();
    match &systems.systems {
        SystemsCompared::Configurations { differs } => assert_eq!(differs.len(), 6),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_published_figure_that_does_not_come_out_stops_the_report() {
    let mut imported = published();
    let trial = &mut imported.trials[1];
    trial.figures.insert(PublishedMetric::NativeRate, Decimal::parse("52.49864342744916").unwrap());
    match report(&imported) {
        Err(ReportError::Disagreements { disagreements, .. }) => {
            let found: Vec<_> = disagreements.iter().map(ToString::to_string).collect();
            assert_eq!(
                found,
                ["median of NativeRate, h100x2-exllamav3-off, 8193 tokens: \
                  published 52.49864342744915, recomputed 52.49864342744916"]
            );
        }
        other => panic!("{:?}", other.err()),
    }
}

#[test]
fn a_threshold_statement_that_is_wrong_stops_the_report() {
    let mut imported = published();
    imported.transcription.thresholds[8].all = true;
    assert!(
        matches!(report(&imported), Err(ReportError::Disagreements { disagreements, .. }) if disagreements.len() == 1)
    );
}
