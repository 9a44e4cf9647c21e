//! The tables behind a page, with raw values and field names, in no language.

use super::Reported;
use crate::archive::{Content, VerifiedBundle};
use crate::record::Stated;
use crate::record::transcription::{PublishedMetric, TranscribedTrial, Transcription};
use crate::record::trial::Trial;
use crate::report::{RunReport, TranscriptionReport};
use crate::stats::speed::Summary;
use serde::Serialize;

/// A table.
pub(super) struct Table {
    /// Name of the file without its ending.
    pub(super) name: &'static str,
    /// Field names.
    pub(super) header: Vec<String>,
    /// One value for each field.
    pub(super) rows: Vec<Vec<Value>>,
}

/// A cell.
pub(super) enum Value {
    /// A number or a word of a closed set, written as it is.
    Number(String),
    /// Free text.
    Text(String),
    /// Missing.
    None,
}

/// Names of the tables of a bundle, in the order in which they are listed.
pub(in crate::site) fn names(reported: &Reported<'_>) -> Vec<&'static str> {
    of(reported).into_iter().map(|table| table.name).collect()
}

/// The tables of a bundle.
pub(super) fn of(reported: &Reported<'_>) -> Vec<Table> {
    let mut tables = match (&reported.report, reported.bundle.content()) {
        (Some(report), _) => of_report(report),
        (None, Content::Run(run)) => {
            let mut tables = vec![run_trials(&run.trials)];
            tables.extend(reported.run.as_ref().map(run_estimates));
            tables
        }
        (None, _) => Vec::new(),
    };
    tables.push(files(reported.bundle));
    // A table without a row says nothing that the page does not say.
    tables.retain(|table| !table.rows.is_empty());
    tables
}

fn of_report(report: &TranscriptionReport<'_>) -> Vec<Table> {
    let transcription = report.transcription;
    vec![
        trials(report.trials),
        estimates(report),
        comparisons(report),
        memory(transcription),
        findings(transcription),
        published(transcription),
    ]
}

fn number(value: impl ToString) -> Value {
    Value::Number(value.to_string())
}

fn text(value: impl ToString) -> Value {
    Value::Text(value.to_string())
}

/// The name that a record uses for a variant.
fn name(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

fn word(value: &impl Serialize) -> Value {
    Value::Number(name(value))
}

fn header(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// Values of one row, and which of them are missing or inferred.
#[derive(Default)]
struct Row {
    values: Vec<Value>,
    missing: Vec<String>,
    inferred: Vec<String>,
}

impl Row {
    fn push(&mut self, value: Value) {
        self.values.push(value);
    }

    fn stated<T>(&mut self, name: &str, value: &Stated<T>, show: impl Fn(&T) -> Value) {
        if value.is_inferred() {
            self.inferred.push(name.to_owned());
        }
        let shown = value.value().map(show);
        if shown.is_none() {
            self.missing.push(name.to_owned());
        }
        self.push(shown.unwrap_or(Value::None));
    }

    fn finish(mut self) -> Vec<Value> {
        self.values.push(Value::Number(self.missing.join(" ")));
        self.values.push(Value::Number(self.inferred.join(" ")));
        self.values
    }
}

fn trials(trials: &[TranscribedTrial]) -> Table {
    let mut header = header(&["trial", "arm", "prompt_tokens", "replicate", "source"]);
    let stated = [
        "order_in_arm",
        "output_tokens",
        "termination",
        "cached_tokens",
        "accepted_tokens",
        "rejected_tokens",
        "timing_checks_pass",
        "answer_review_pass",
        "input_sha256",
        "rendered_sha256",
        "output_sha256",
    ];
    header.extend(stated.map(str::to_owned));
    header.extend(PublishedMetric::ALL.map(|metric| name(&metric)));
    header.extend(["missing", "inferred"].map(str::to_owned));
    let row = |trial: &TranscribedTrial| {
        let mut row = Row::default();
        row.push(text(&trial.trial));
        row.push(text(&trial.arm));
        row.push(number(trial.prompt_tokens.get()));
        row.push(number(trial.replicate));
        row.push(text(&trial.source));
        row.stated(stated[0], &trial.order_in_arm, |n| number(n));
        row.stated(stated[1], &trial.output_tokens, |n| number(n.get()));
        row.stated(stated[2], &trial.termination, word);
        row.stated(stated[3], &trial.cached_tokens, |n| number(n.get()));
        row.stated(stated[4], &trial.accepted_tokens, |n| number(n.get()));
        row.stated(stated[5], &trial.rejected_tokens, |n| number(n.get()));
        row.stated(stated[6], &trial.timing_checks_pass, |n| number(n));
        row.stated(stated[7], &trial.answer_review_pass, |n| number(n));
        row.stated(stated[8], &trial.input_sha256, |digest| text(digest));
        row.stated(stated[9], &trial.rendered_sha256, |digest| text(digest));
        row.stated(stated[10], &trial.output_sha256, |digest| text(digest));
        for metric in PublishedMetric::ALL {
            match trial.figures.get(&metric) {
                Some(figure) => row.push(number(figure)),
                None => {
                    row.missing.push(name(&metric));
                    row.push(Value::None);
                }
            }
        }
        row.finish()
    };
    Table { name: "trials", header, rows: trials.iter().map(row).collect() }
}

fn estimates(report: &TranscriptionReport<'_>) -> Table {
    let header =
        header(&["arm", "prompt_tokens", "metric", "unit", "n", "median", "min", "max", "trials"]);
    let mut rows = Vec::new();
    for condition in &report.conditions {
        for estimate in &condition.estimates {
            let summary = &estimate.summary;
            let ids: Vec<String> = estimate.points.iter().map(|p| p.trial.to_string()).collect();
            rows.push(vec![
                text(&condition.arm),
                number(condition.prompt_tokens.get()),
                word(&estimate.metric),
                word(&estimate.unit),
                number(ids.len()),
                number(summary.median),
                number(summary.min),
                number(summary.max),
                text(ids.join(" ")),
            ]);
        }
    }
    Table { name: "estimates", header, rows }
}

fn comparisons(report: &TranscriptionReport<'_>) -> Table {
    let header = header(&[
        "baseline",
        "arm",
        "prompt_tokens",
        "metric",
        "unit",
        "baseline_median",
        "arm_median",
        "difference",
        "ratio_of_medians",
        "percent_change",
        "smallest_ratio",
        "largest_ratio",
        "no_overlap",
    ]);
    let mut rows = Vec::new();
    for compared in &report.comparisons {
        for metric in &compared.metrics {
            let contrast = &metric.contrast;
            rows.push(vec![
                text(&compared.baseline),
                text(&compared.arm),
                number(compared.prompt_tokens.get()),
                word(&metric.metric),
                word(&metric.unit),
                number(contrast.baseline.median),
                number(contrast.arm.median),
                number(metric.difference),
                number(contrast.comparison.ratio_of_medians),
                number(contrast.comparison.percent_change),
                number(contrast.comparison.smallest_ratio),
                number(contrast.comparison.largest_ratio),
                number(metric.apart),
            ]);
        }
    }
    Table { name: "comparisons", header, rows }
}

fn memory(transcription: &Transcription) -> Table {
    let rows = transcription.peak_memory.iter().map(|peak| {
        vec![text(&peak.arm), number(peak.gpu), number(peak.bytes.get()), text(&peak.as_published)]
    });
    let header = header(&["arm", "gpu", "peak_bytes", "as_published"]);
    Table { name: "memory", header, rows: rows.collect() }
}

fn findings(transcription: &Transcription) -> Table {
    let review = &transcription.review;
    let mut rows = Vec::new();
    for finding in &review.findings {
        for id in &finding.kinds {
            let kind = review.kinds.iter().find(|kind| kind.id == *id);
            rows.push(vec![
                text(&finding.trial),
                text(id),
                kind.map_or(Value::None, |kind| word(&kind.severity)),
                kind.map_or(Value::None, |kind| text(&kind.text.ja)),
                kind.map_or(Value::None, |kind| text(&kind.text.en)),
            ]);
        }
    }
    let header = header(&["trial", "finding", "severity", "text_ja", "text_en"]);
    Table { name: "findings", header, rows }
}

fn published(transcription: &Transcription) -> Table {
    let rows = transcription.published.iter().map(|figure| {
        let condition: Vec<String> = figure
            .condition
            .iter()
            .map(|(key, value)| match word(key) {
                Value::Number(key) => format!("{key}={value}"),
                _ => value.clone(),
            })
            .collect();
        let value = match serde_json::to_string(&figure.value) {
            Ok(json) => Value::Number(json.trim_matches('"').to_owned()),
            Err(_) => Value::None,
        };
        vec![
            text(&figure.study),
            text(condition.join("; ")),
            text(&figure.metric),
            value,
            text(&figure.unit),
        ]
    });
    let header = header(&["study", "condition", "metric", "value", "unit"]);
    Table { name: "published", header, rows: rows.collect() }
}

fn run_trials(trials: &[Trial]) -> Table {
    let header = header(&[
        "trial",
        "attempt",
        "arm",
        "task",
        "stratum",
        "block",
        "role",
        "order",
        "submitted_utc",
        "termination",
        "marks",
        "prompt_tokens",
        "output_tokens_engine",
        "output_tokens_usage",
        "cached_tokens",
        "drafted",
        "accepted",
        "stream_end_ns",
        "missing",
        "inferred",
    ]);
    let row = |trial: &Trial| {
        let mut row = Row::default();
        row.push(text(&trial.trial));
        row.push(number(trial.attempt));
        row.push(text(&trial.arm));
        row.push(text(&trial.task));
        row.push(text(&trial.stratum));
        row.push(number(trial.block));
        row.push(word(&trial.role));
        row.push(number(trial.order));
        row.push(text(&trial.submitted_utc));
        row.push(word(&trial.termination.class));
        row.push(number(trial.marks.at_ns.len()));
        row.stated("prompt_tokens", &trial.request.prompt_tokens, |n| number(n.get()));
        row.stated("output_tokens_engine", &trial.tokens.engine, |n| number(n.get()));
        row.stated("output_tokens_usage", &trial.tokens.usage, |n| number(n.get()));
        row.stated("cached_tokens", &trial.cached_tokens, |n| number(n.get()));
        row.stated("drafted", &trial.draft, |draft| number(draft.drafted.get()));
        row.stated("accepted", &trial.draft, |draft| number(draft.accepted.get()));
        row.stated("stream_end_ns", &trial.stream_end_ns, |n| number(n.get()));
        row.finish()
    };
    Table { name: "trials", header, rows: trials.iter().map(row).collect() }
}

fn run_estimates(report: &RunReport<'_>) -> Table {
    let names = ["arm", "prompt_tokens", "cap", "metric", "n", "missing", "median", "min", "max"];
    let mut rows = Vec::new();
    for condition in &report.conditions {
        for estimate in &condition.estimates {
            let summary = estimate.summary.as_ref();
            let of = |value: fn(&Summary) -> f64| summary.map_or(Value::None, |s| number(value(s)));
            rows.push(vec![
                text(&condition.arm),
                number(condition.prompt_tokens.get()),
                number(condition.cap.get()),
                word(&estimate.metric),
                number(summary.map_or(0, |summary| summary.n)),
                number(estimate.missing.values().sum::<usize>()),
                of(|summary| summary.median),
                of(|summary| summary.min),
                of(|summary| summary.max),
            ]);
        }
    }
    Table { name: "estimates", header: header(&names), rows }
}

fn files(bundle: &VerifiedBundle) -> Table {
    let rows = bundle
        .files()
        .iter()
        .map(|file| vec![text(&file.path), number(file.bytes), number(file.sha256)]);
    Table { name: "files", header: header(&["path", "bytes", "sha256"]), rows: rows.collect() }
}
