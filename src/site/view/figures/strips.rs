//! The trials of one system: a strip for each metric, a row for each arm.

use super::{DRAWN, FigureView, sentences};
use crate::record::Id;
use crate::record::transcription::{PublishedMetric, TranscribedSpeculation};
use crate::record::trial::TerminationClass;
use crate::report::{Caution, Comparison, Condition, Estimate, TranscriptionReport, Unit, unit};
use crate::site::chart::{
    ArmClass, ChartError, Head, Label, Outcome, Strip, StripRow, Trial, strip,
};
use crate::site::number::whole;
use crate::site::texts::fill;
use crate::site::view::transcription::Names;
use crate::site::view::value;

/// The trials of both arms of a system, one strip for each drawn metric that it has.
pub(in crate::site::view) fn strips(
    system_anchor: &str,
    system: &str,
    compared: &Comparison,
    report: &TranscriptionReport<'_>,
    names: &Names<'_>,
) -> Result<Option<FigureView>, ChartError> {
    let texts = &names.texts.chart;
    let arms = [&compared.baseline, &compared.arm];
    let conditions: Vec<&Condition> =
        arms.iter().filter_map(|arm| report.condition(arm, compared.prompt_tokens)).collect();
    let mut charts = Vec::new();
    for (place, metric) in DRAWN.into_iter().enumerate() {
        if conditions.iter().all(|condition| condition.estimate(metric).is_none()) {
            continue;
        }
        let strips = Strips { metric, report, names };
        let rows: Vec<StripRow> = conditions.iter().map(|row| strips.row(row)).collect();
        let said = conditions.iter().map(|condition| strips.said(condition));
        let title = [("metric", names.texts.metric.of(metric)), ("system", system)];
        let drawn = Strip {
            head: Head {
                id: format!("chart-{system_anchor}-{}", place + 1),
                language: names.language,
                title: fill(&texts.strips_title, &title),
                description: sentences(&texts.strips, said),
                axis: fill(&texts.strips_axis, &[("unit", strips.unit())]),
                heading: names.texts.metric.of(metric).to_owned(),
                column: texts.median.clone(),
            },
            unit: strips.axis().to_owned(),
            rail: texts.no_value.clone(),
            rows,
        };
        charts.push(strip(&drawn)?);
    }
    let order = match compared.cautions.contains(&Caution::OrderNotPublished) {
        true => &texts.as_published,
        false => &texts.in_run_order,
    };
    Ok((!charts.is_empty()).then(|| FigureView {
        id: format!("figure-{system_anchor}"),
        charts,
        caption: fill(&texts.strips_caption, &[("order", order)]),
    }))
}

/// One metric of a system's conditions.
struct Strips<'a> {
    metric: PublishedMetric,
    report: &'a TranscriptionReport<'a>,
    names: &'a Names<'a>,
}

impl Strips<'_> {
    fn unit(&self) -> &str {
        self.names.texts.unit.of(unit(self.metric))
    }

    /// Words below the axis.
    fn axis(&self) -> &str {
        let texts = &self.names.texts.chart;
        match unit(self.metric) {
            Unit::TokensPerSecond => &texts.rate_axis,
            Unit::Seconds => &texts.time_axis,
            Unit::Share => &texts.share_axis,
        }
    }

    fn text(&self, number: f64) -> String {
        value(number, unit(self.metric)).text
    }

    fn arm(&self, id: &Id) -> String {
        let arm = self.names.arm(id);
        arm.map_or_else(|| id.to_string(), |arm| self.names.speculation(arm).to_owned())
    }

    fn count(&self, condition: &Condition) -> String {
        let n = whole(condition.trials.len() as u64);
        fill(&self.names.texts.run.trials_n, &[("n", &n)])
    }

    fn row(&self, condition: &Condition) -> StripRow {
        let estimate = condition.estimate(self.metric);
        let summary = estimate.map(|estimate| &estimate.summary);
        let speculation = self.names.arm(&condition.arm).map(|arm| arm.speculation);
        StripRow {
            label: Label {
                group: String::new(),
                name: self.arm(&condition.arm),
                value: summary.map(|summary| self.text(summary.median)).unwrap_or_default(),
            },
            arm: match speculation {
                Some(TranscribedSpeculation::Mtp) => ArmClass::On,
                Some(TranscribedSpeculation::Off) | None => ArmClass::Off,
            },
            trials: (0..condition.trials.len()).map(|at| self.trial(condition, at)).collect(),
            median: summary.map(|summary| summary.median),
            range: summary.map(|summary| (summary.min, summary.max)),
        }
    }

    fn trial(&self, condition: &Condition, at: usize) -> Trial {
        let (texts, id) = (self.names.texts, &condition.trials[at]);
        let point = |estimate: &Estimate| {
            estimate.points.iter().find(|point| point.trial == *id).map(|point| point.value)
        };
        let (outcome, said) = match condition.estimate(self.metric).and_then(point) {
            Some(number) => {
                let parts = [("value", self.text(number)), ("unit", self.unit().to_owned())];
                let parts = parts.each_ref().map(|(name, part)| (*name, part.as_str()));
                (Outcome::Value(number), fill(&texts.chart.value, &parts))
            }
            None => self.without_value(id),
        };
        let (place, n) = (whole(at as u64 + 1), whole(condition.trials.len() as u64));
        let parts = [("trial", id.as_str()), ("place", &place), ("n", &n), ("value", &said)];
        Trial { href: format!("#{id}"), title: fill(&texts.chart.trial, &parts), outcome }
    }

    /// Why a trial has no value: how it ended if it failed, else that none was published.
    fn without_value(&self, id: &Id) -> (Outcome, String) {
        let trial = self.report.trials.iter().find(|trial| trial.trial == *id);
        let texts = self.names.texts;
        match trial.and_then(|trial| trial.termination.value()) {
            None | Some(TerminationClass::Stop | TerminationClass::Length) => {
                (Outcome::Missing, texts.word("not published").to_owned())
            }
            Some(end) => (Outcome::Failed, texts.termination.of(*end).to_owned()),
        }
    }

    /// A row in words.
    fn said(&self, condition: &Condition) -> String {
        let texts = &self.names.texts.chart;
        let (arm, n) = (self.arm(&condition.arm), self.count(condition));
        let Some(estimate) = condition.estimate(self.metric) else {
            return fill(&texts.strips_none, &[("arm", &arm), ("n", &n)]);
        };
        let summary = &estimate.summary;
        let [median, min, max] =
            [summary.median, summary.min, summary.max].map(|number| self.text(number));
        let parts = [
            ("arm", arm.as_str()),
            ("n", &n),
            ("median", &median),
            ("min", &min),
            ("max", &max),
            ("unit", self.unit()),
        ];
        fill(&texts.strips_row, &parts)
    }
}
