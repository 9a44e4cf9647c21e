//! Results by system: medians with range, ratios, changes, cautions.

use super::anchor;
use super::transcription::Names;
use super::{percent_change, ratio, value};
use crate::report::{Comparison, SystemsCompared, TranscriptionReport, Unit};
use crate::site::number::{Shown, whole};
use crate::site::texts::fill;
use crate::stats::speed::Summary;
use std::collections::BTreeSet;

/// Two arms at one prompt length.
#[derive(Debug)]
pub(in crate::site) struct SystemView {
    pub(in crate::site) anchor: String,
    pub(in crate::site) heading: String,
    pub(in crate::site) wording: String,
    pub(in crate::site) differs: Vec<String>,
    pub(in crate::site) baseline: ArmHead,
    pub(in crate::site) arm: ArmHead,
    pub(in crate::site) rows: Vec<MetricView>,
    pub(in crate::site) cautions: Vec<String>,
}

/// Head of the column of an arm, leading to its trials.
#[derive(Debug)]
pub(in crate::site) struct ArmHead {
    /// Id of the condition, where the page shows it for the first time.
    pub(in crate::site) anchor: Option<String>,
    pub(in crate::site) name: String,
    pub(in crate::site) n: String,
    pub(in crate::site) trials: Vec<String>,
}

/// One metric of both arms.
#[derive(Debug)]
pub(in crate::site) struct MetricView {
    pub(in crate::site) metric: String,
    pub(in crate::site) unit: String,
    pub(in crate::site) baseline: RangeView,
    pub(in crate::site) arm: RangeView,
    pub(in crate::site) ratio: Shown,
    pub(in crate::site) change: Shown,
    pub(in crate::site) smallest_ratio: Shown,
    pub(in crate::site) largest_ratio: Shown,
    pub(in crate::site) apart: bool,
}

/// Median, minimum and maximum.
#[derive(Debug)]
pub(in crate::site) struct RangeView {
    pub(in crate::site) median: Shown,
    pub(in crate::site) min: Shown,
    pub(in crate::site) max: Shown,
}

/// A published threshold and the trials above it.
#[derive(Debug)]
pub(in crate::site) struct ThresholdView {
    pub(in crate::site) arm: String,
    pub(in crate::site) prompt_tokens: String,
    pub(in crate::site) metric: String,
    pub(in crate::site) threshold: String,
    pub(in crate::site) count: String,
    pub(in crate::site) all: bool,
}

/// Off against on within each system; then the comparisons of systems.
pub(super) fn system_views(
    report: &TranscriptionReport<'_>,
    names: &Names<'_>,
) -> (Vec<SystemView>, Vec<SystemView>) {
    let own = |compared: &&Comparison| compared.systems == SystemsCompared::SpeculationOnly;
    let (own, across): (Vec<_>, Vec<_>) = report.comparisons.iter().partition(own);
    let mut anchored = BTreeSet::new();
    let mut views = |comparisons: Vec<&Comparison>| {
        let views = comparisons.into_iter();
        views.map(|compared| view(compared, report, names, &mut anchored)).collect()
    };
    (views(own), views(across))
}

fn view(
    compared: &Comparison,
    report: &TranscriptionReport<'_>,
    names: &Names<'_>,
    anchored: &mut BTreeSet<String>,
) -> SystemView {
    let texts = &names.texts.run;
    let length = fill(&texts.prompt_tokens, &[("n", &whole(compared.prompt_tokens.get()))]);
    let system = names.arm(&compared.baseline).map(|arm| names.system(arm)).unwrap_or_default();
    let (heading, wording, differs, short) = match &compared.systems {
        SystemsCompared::SpeculationOnly => {
            (format!("{system} · {length}"), texts.speculation_only.clone(), Vec::new(), true)
        }
        SystemsCompared::Configurations { differs } => {
            let pair =
                format!("{} → {}", names.whole(&compared.baseline), names.whole(&compared.arm));
            let differs = differs.iter().map(|text| names.language.pick(text).to_owned()).collect();
            (format!("{pair} · {length}"), texts.configurations.clone(), differs, false)
        }
    };
    let mut head = |id| {
        let anchor = anchor::condition(id, compared.prompt_tokens);
        let condition = report.condition(id, compared.prompt_tokens);
        let trials: Vec<String> = condition
            .map(|c| c.trials.iter().map(ToString::to_string).collect())
            .unwrap_or_default();
        let name = match names.arm(id) {
            Some(arm) if short => names.speculation(arm).to_owned(),
            _ => names.whole(id),
        };
        let anchor = anchored.insert(anchor.clone()).then_some(anchor);
        ArmHead {
            anchor,
            name,
            n: fill(&texts.trials_n, &[("n", &whole(trials.len() as u64))]),
            trials,
        }
    };
    SystemView {
        anchor: anchor::comparison(&compared.baseline, &compared.arm, compared.prompt_tokens),
        heading,
        wording,
        differs,
        baseline: head(&compared.baseline),
        arm: head(&compared.arm),
        rows: compared.metrics.iter().map(|metric| metric_view(metric, names)).collect(),
        cautions: cautions(compared, report, names),
    }
}

fn metric_view(compared: &crate::report::MetricComparison, names: &Names<'_>) -> MetricView {
    let (unit, contrast) = (compared.unit, &compared.contrast);
    let range = |summary: &Summary| RangeView {
        median: value(summary.median, unit),
        min: value(summary.min, unit),
        max: value(summary.max, unit),
    };
    MetricView {
        metric: names.texts.metric.of(compared.metric).to_owned(),
        unit: names.texts.unit.of(unit).to_owned(),
        baseline: range(&contrast.baseline),
        arm: range(&contrast.arm),
        ratio: ratio(contrast.comparison.ratio_of_medians),
        change: percent_change(contrast.comparison.percent_change),
        smallest_ratio: ratio(contrast.comparison.smallest_ratio),
        largest_ratio: ratio(contrast.comparison.largest_ratio),
        apart: compared.apart,
    }
}

/// Cautions of the comparison, then those of either arm, each named.
fn cautions(
    compared: &Comparison,
    report: &TranscriptionReport<'_>,
    names: &Names<'_>,
) -> Vec<String> {
    let word = |caution| names.texts.caution.of(caution, &names.texts.metric);
    let mut all: Vec<String> = compared.cautions.iter().map(word).collect();
    for id in [&compared.baseline, &compared.arm] {
        let Some(condition) = report.condition(id, compared.prompt_tokens) else { continue };
        let label = match (names.arm(id), &compared.systems) {
            (Some(arm), SystemsCompared::SpeculationOnly) => names.speculation(arm).to_owned(),
            _ => names.whole(id),
        };
        // The number of trials is said once, for the comparison.
        let own = condition.cautions.iter().filter(|caution| !compared.cautions.contains(caution));
        all.extend(own.map(|caution| names.texts.caution.of_arm(&label, &word(caution))));
    }
    all
}

/// Published thresholds beside the count of trials above.
pub(super) fn threshold_views(
    report: &TranscriptionReport<'_>,
    names: &Names<'_>,
) -> Vec<ThresholdView> {
    let texts = &names.texts.run;
    let unit = names.texts.unit.of(Unit::TokensPerSecond);
    let checks = report.thresholds.iter();
    checks
        .map(|check| ThresholdView {
            arm: names.whole(&check.published.arm),
            prompt_tokens: whole(check.published.prompt_tokens.get()),
            metric: names.texts.metric.of(check.published.metric).to_owned(),
            threshold: fill(
                &texts.above,
                &[("threshold", check.published.above.as_str()), ("unit", unit)],
            ),
            count: fill(
                &texts.of,
                &[("k", &whole(check.above as u64)), ("n", &whole(check.n as u64))],
            ),
            all: check.published.all,
        })
        .collect()
}
