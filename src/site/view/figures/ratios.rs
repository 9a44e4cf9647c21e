//! The ratios of all comparisons of one kind: a forest for each metric.

use super::{DRAWN, FigureView, sentences};
use crate::record::transcription::{PublishedMetric, TranscribedArm};
use crate::report::{
    Comparison, MetricComparison, SystemsCompared, TranscriptionReport, Unit, unit,
};
use crate::site::chart::{ChartError, Compared, Forest, ForestRow, Head, Label, Sides, forest};
use crate::site::number::whole;
use crate::site::texts::fill;
use crate::site::view::ratio;
use crate::site::view::results::anchor;
use crate::site::view::transcription::Names;

/// The ratios of all comparisons of one kind, one forest for each drawn metric.
pub(in crate::site::view) fn ratios(
    report: &TranscriptionReport<'_>,
    kind: Compared,
    names: &Names<'_>,
) -> Result<Option<FigureView>, ChartError> {
    let texts = &names.texts.chart;
    let of_kind = |comparison: &&Comparison| {
        let own = comparison.systems == SystemsCompared::SpeculationOnly;
        own == (kind == Compared::Speculation)
    };
    let comparisons: Vec<&Comparison> = report.comparisons.iter().filter(of_kind).collect();
    let (id, column, caption) = match kind {
        Compared::Speculation => ("ratios", &texts.on_to_off, &texts.ratios_caption),
        Compared::Configurations => {
            ("compared-ratios", &texts.ratio, &texts.configurations_caption)
        }
    };
    // Ratios of all metrics have one scale.
    let drawn = |metric| comparisons.iter().filter_map(move |compared| compared.metric(metric));
    let found = || DRAWN.into_iter().flat_map(drawn).map(|found| &found.contrast.comparison);
    let low = found().map(|found| found.smallest_ratio).min_by(f64::total_cmp);
    let high = found().map(|found| found.largest_ratio).max_by(f64::total_cmp);
    let reach = low.zip(high);
    let mut charts = Vec::new();
    for (place, metric) in DRAWN.into_iter().enumerate() {
        if comparisons.iter().all(|comparison| comparison.metric(metric).is_none()) {
            continue;
        }
        let ratios = Ratios { metric, kind, names };
        let said = comparisons.iter().map(|comparison| ratios.said(comparison));
        let title = [("metric", names.texts.metric.of(metric))];
        let drawn = Forest {
            head: Head {
                id: format!("chart-{id}-{}", place + 1),
                language: names.language,
                title: fill(&texts.ratios_title, &title),
                description: sentences(&texts.ratios, said),
                axis: texts.ratios_axis.clone(),
                heading: names.texts.metric.of(metric).to_owned(),
                column: column.clone(),
            },
            sides: ratios.sides(),
            reach,
            rows: ratios.rows(&comparisons),
        };
        charts.push(forest(&drawn)?);
    }
    Ok((!charts.is_empty()).then(|| FigureView {
        id: format!("figure-{id}"),
        charts,
        caption: caption.clone(),
    }))
}

/// One metric of several comparisons.
struct Ratios<'a> {
    metric: PublishedMetric,
    kind: Compared,
    names: &'a Names<'a>,
}

impl Ratios<'_> {
    fn sides(&self) -> Sides {
        let texts = &self.names.texts.chart;
        let (less, more) = match unit(self.metric) {
            Unit::Seconds => (&texts.shorter, &texts.longer),
            Unit::TokensPerSecond | Unit::Share => (&texts.lower, &texts.higher),
        };
        Sides { less: less.clone(), more: more.clone() }
    }

    /// The system; or the two configurations, with what they share said once.
    fn system(&self, compared: &Comparison) -> String {
        let names = self.names;
        let (Some(left), Some(right)) = (names.arm(&compared.baseline), names.arm(&compared.arm))
        else {
            return format!("{} → {}", compared.baseline, compared.arm);
        };
        if self.kind == Compared::Speculation {
            return names.system(left);
        }
        let parts = |arm: &TranscribedArm| {
            [names.host(&arm.host), names.engine(&arm.engine), names.speculation(arm)]
                .map(str::to_owned)
        };
        let pairs: Vec<_> = parts(left).into_iter().zip(parts(right)).collect();
        let (shared, own): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|(a, b)| a == b);
        let (left, right): (Vec<_>, Vec<_>) = own.into_iter().unzip();
        let change = format!("{} → {}", left.join(" · "), right.join(" · "));
        let shared = shared.into_iter().map(|(part, _)| part);
        std::iter::once(change).chain(shared).collect::<Vec<_>>().join(" · ")
    }

    fn length(&self, compared: &Comparison) -> String {
        let n = whole(compared.prompt_tokens.get());
        fill(&self.names.texts.run.prompt_tokens, &[("n", &n)])
    }

    /// One row for each comparison, under the name of its system.
    fn rows(&self, comparisons: &[&Comparison]) -> Vec<ForestRow> {
        let mut before = String::new();
        let row = |compared: &&Comparison| {
            let system = self.system(compared);
            let group = if system == before { String::new() } else { system.clone() };
            before = system;
            let found = compared.metric(self.metric).map(|found| &found.contrast.comparison);
            let text = match found {
                Some(found) => ratio(found.ratio_of_medians).text,
                None => self.names.texts.word("not published").to_owned(),
            };
            ForestRow {
                label: Label { group, name: self.length(compared), value: text },
                compared: self.kind,
                ratio: found.map(|found| found.ratio_of_medians),
                range: found.map(|found| (found.smallest_ratio, found.largest_ratio)),
                href: format!("#{}", anchor(compared)),
                title: self.said(compared),
            }
        };
        comparisons.iter().map(row).collect()
    }

    /// A row in words.
    fn said(&self, compared: &Comparison) -> String {
        let texts = &self.names.texts.chart;
        let (system, length) = (self.system(compared), self.length(compared));
        let found = compared.metric(self.metric);
        let numbers = |found: &MetricComparison| {
            let found = &found.contrast.comparison;
            [found.ratio_of_medians, found.smallest_ratio, found.largest_ratio]
                .map(|number| ratio(number).text)
        };
        let named = [("system", system.as_str()), ("length", &length)];
        match found.map(numbers) {
            None => fill(&texts.ratios_none, &named),
            Some([ratio, min, max]) => {
                let [system, length] = named;
                let parts = [system, length, ("ratio", &ratio), ("min", &min), ("max", &max)];
                fill(&texts.ratios_row, &parts)
            }
        }
    }
}
