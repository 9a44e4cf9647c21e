//! The figures of a run: each condition, and every analysis that the plan declares.

use super::results::RangeView;
use super::section::{Cell, Row, Section};
use super::{percent_change, ratio};
use crate::record::plan::Analysis;
use crate::report::{
    Attempt, DeclaredAnalysis, Difference, DifferingFact, RunCondition, RunReport,
};
use crate::site::Language;
use crate::site::number::{Shown, fixed, whole};
use crate::site::texts::{Texts, fill};
use crate::stats::metric::Metric;
use crate::stats::speed::{Contrast, Summary};

/// Conditions first, then the declared analyses.
pub(super) fn sections(report: &RunReport<'_>, language: Language, texts: &Texts) -> Vec<Section> {
    let mut sections = vec![conditions(report, texts)];
    sections.extend(report.analyses.iter().map(|declared| match declared {
        DeclaredAnalysis::Speed { declared, differences, comparisons } => {
            let mut rows = Vec::new();
            for compared in comparisons {
                let at = (compared.prompt_tokens.get(), compared.cap.get());
                let of =
                    |(metric, c): &(Metric, Contrast)| row(at, *metric, c, &compared.trials, texts);
                rows.extend(compared.metrics.iter().map(of));
            }
            speed(declared, differences, rows, texts)
        }
        DeclaredAnalysis::Quality { declared } => quality(declared, language, texts),
    }));
    sections
}

/// A value in the unit of its metric.
fn value(metric: Metric, value: f64) -> Shown {
    let text = match metric {
        Metric::DraftAcceptance => format!("{}\u{a0}%", fixed(value * 100.0, 1)),
        _ => fixed(value, 2),
    };
    Shown { raw: value.to_string(), text }
}

fn range(metric: Metric, summary: &Summary) -> Cell {
    Cell::Range(Box::new(RangeView {
        median: value(metric, summary.median),
        min: value(metric, summary.min),
        max: value(metric, summary.max),
    }))
}

fn number(shown: Shown) -> Cell {
    Cell::Number(shown.raw, shown.text)
}

/// A row for each condition: counts, median with range of each metric, the trials.
fn conditions(report: &RunReport<'_>, texts: &Texts) -> Section {
    let (t, m) = (&texts.detail, &texts.mark_metric);
    let row = |condition: &RunCondition| {
        let mut cells = vec![
            Cell::count(condition.prompt_tokens.get()),
            Cell::count(condition.cap.get()),
            Cell::Number(
                condition.failed.to_string(),
                fill(
                    &texts.run.of,
                    &[
                        ("k", &whole(condition.failed as u64)),
                        ("n", &whole(condition.trials.len() as u64)),
                    ],
                ),
            ),
        ];
        cells.extend(condition.estimates.iter().map(|estimate| match &estimate.summary {
            Some(summary) => range(estimate.metric, summary),
            None => {
                let reasons = estimate.missing.iter().map(|(reason, n)| {
                    let n = whole(*n as u64);
                    fill(&t.reason_count, &[("reason", texts.no_value.of(*reason)), ("n", &n)])
                });
                Cell::Missing(reasons.collect::<Vec<_>>().join(&texts.archive.separator))
            }
        }));
        cells.push(trials(&condition.trials));
        Row::new(Cell::code(&condition.arm), cells).with_id(format!(
            "c-{}-{}-{}",
            condition.arm,
            condition.prompt_tokens.get(),
            condition.cap.get()
        ))
    };
    let mut head = vec![&texts.run.arm_label, &texts.run.prompt, &t.output_cap, &t.failed_trials];
    let names: Vec<String> = Metric::ALL.iter().map(|metric| m.of(*metric).to_owned()).collect();
    head.extend(names.iter());
    head.push(&texts.run.trials);
    Section::new("results", t.results.clone())
        .computed()
        .lead(t.results_lead.clone())
        .table(&head, report.conditions.iter().map(row).collect())
}

/// Links to the rows of attempts.
fn trials(attempts: &[Attempt]) -> Cell {
    let link = |attempt: &Attempt| {
        let trial = attempt.trial.to_string();
        (super::run::anchor_of(&trial, attempt.attempt), trial)
    };
    Cell::Trials(attempts.iter().map(link).collect())
}

/// Whether nothing but the factor under study differs; a command line follows from it.
fn speculation_only(differences: &[Difference]) -> bool {
    let expected = [DifferingFact::Speculation, DifferingFact::Command];
    differences.iter().all(|difference| expected.contains(&difference.fact))
        && differences.iter().any(|difference| difference.fact == DifferingFact::Speculation)
}

fn speed(
    declared: &Analysis,
    differences: &[Difference],
    rows: Vec<Row>,
    texts: &Texts,
) -> Section {
    let t = &texts.detail;
    let Analysis::Speed { id, baseline, arm, primary, .. } = declared else {
        return Section::new("analysis", t.analysis.clone());
    };
    let pair = [("baseline", baseline.as_str()), ("arm", arm.as_str())];
    let wording =
        if speculation_only(differences) { &t.effect_of_speculation } else { &t.configurations };
    let mut section = Section::new(format!("analysis-{id}"), fill(&t.speed_heading, &pair))
        .computed()
        .lead(wording.clone())
        .fact(&t.primary_metric, Cell::code(primary));
    for difference in differences {
        let values = format!("{} → {}", difference.baseline, difference.arm);
        section = section.fact(texts.differing.of(difference.fact), Cell::code(values));
    }
    if rows.is_empty() {
        section = section.lead(t.nothing_to_compare.clone());
    }
    let head = [
        &texts.run.metric,
        &texts.run.prompt,
        &t.output_cap,
        &texts.run.baseline,
        &texts.run.arm,
        &texts.run.ratio,
        &texts.run.change,
        &t.smallest_ratio,
        &t.largest_ratio,
        &texts.run.apart,
        &texts.run.trials,
    ];
    section.table(&head, rows)
}

fn row(
    (prompt, cap): (u64, u64),
    metric: Metric,
    contrast: &Contrast,
    attempts: &[Attempt],
    texts: &Texts,
) -> Row {
    let compared = &contrast.comparison;
    let (off, on) = (&contrast.baseline, &contrast.arm);
    Row::new(
        Cell::text(texts.mark_metric.of(metric)),
        vec![
            Cell::count(prompt),
            Cell::count(cap),
            range(metric, off),
            range(metric, on),
            number(ratio(compared.ratio_of_medians)),
            number(percent_change(compared.percent_change)),
            number(ratio(compared.smallest_ratio)),
            number(ratio(compared.largest_ratio)),
            Cell::yes_no(off.max < on.min || on.max < off.min, texts),
            trials(attempts),
        ],
    )
}

fn quality(declared: &Analysis, language: Language, texts: &Texts) -> Section {
    let t = &texts.detail;
    let Analysis::Quality { id, baseline, arm, margin, margin_reason, .. } = declared else {
        return Section::new("analysis", t.analysis.clone());
    };
    let pair = [("baseline", baseline.as_str()), ("arm", arm.as_str())];
    Section::new(format!("analysis-{id}"), fill(&t.quality_heading, &pair))
        .lead(t.not_graded.clone())
        .fact(&t.margin, Cell::text(margin.0.as_str()))
        .fact(&t.margin_reason, Cell::text(language.pick(margin_reason)))
}
