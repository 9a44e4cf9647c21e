//! Every trial as a table row.

use super::transcription::Names;
use super::value;
use crate::record::transcription::{PublishedMetric, TranscribedTrial};
use crate::record::{Digest, Stated};
use crate::report::unit;
use crate::site::number::whole;
use crate::site::texts::Texts;
use crate::stats::number::number;

/// Metrics shown for each trial, in this order.
const SHOWN: [PublishedMetric; 9] = [
    PublishedMetric::NativeRate,
    PublishedMetric::InterTokenRate,
    PublishedMetric::PrefillTime,
    PublishedMetric::PrefillRate,
    PublishedMetric::TimeToFirstGeneratedToken,
    PublishedMetric::TimeToFirstVisibleText,
    PublishedMetric::TimeToFirstAnswerText,
    PublishedMetric::EndToEnd,
    PublishedMetric::DraftAcceptance,
];

/// One cell: a value, marked if inferred, or the reason why there is none.
#[derive(Debug)]
pub(in crate::site) struct Cell {
    pub(in crate::site) raw: String,
    pub(in crate::site) text: String,
    pub(in crate::site) inferred: bool,
    /// Why there is no value.
    pub(in crate::site) missing: Option<String>,
}

impl Cell {
    fn missing(reason: &str) -> Self {
        Self {
            raw: String::new(),
            text: String::new(),
            inferred: false,
            missing: Some(reason.to_owned()),
        }
    }

    fn given(raw: String, text: String) -> Self {
        Self { raw, text, inferred: false, missing: None }
    }

    fn of<T>(stated: &Stated<T>, texts: &Texts, show: impl Fn(&T) -> (String, String)) -> Self {
        match stated {
            Stated::Missing(reason) => Self::missing(texts.word(reason)),
            Stated::Given(value) | Stated::Inferred(value) => {
                let (raw, text) = show(value);
                Self { inferred: stated.is_inferred(), ..Self::given(raw, text) }
            }
        }
    }
}

/// One trial.
#[derive(Debug)]
pub(in crate::site) struct TrialView {
    pub(in crate::site) trial: String,
    pub(in crate::site) arm: String,
    pub(in crate::site) prompt_tokens: String,
    pub(in crate::site) replicate: String,
    pub(in crate::site) order: Cell,
    pub(in crate::site) output_tokens: Cell,
    pub(in crate::site) end: Cell,
    pub(in crate::site) figures: Vec<Cell>,
    pub(in crate::site) drafts: Cell,
    pub(in crate::site) cached: Cell,
    pub(in crate::site) timing_checks: Cell,
    pub(in crate::site) review_passed: Cell,
    pub(in crate::site) source: String,
}

/// Digests of one trial.
#[derive(Debug)]
pub(in crate::site) struct IdentityView {
    pub(in crate::site) trial: String,
    pub(in crate::site) input: Cell,
    pub(in crate::site) rendered: Cell,
    pub(in crate::site) output: Cell,
}

/// Headings of the metric columns, with units.
pub(super) fn headings(texts: &Texts) -> Vec<String> {
    SHOWN
        .iter()
        .map(|metric| format!("{} ({})", texts.metric.of(*metric), texts.unit.of(unit(*metric))))
        .collect()
}

impl TrialView {
    pub(super) fn new(trial: &TranscribedTrial, names: &Names<'_>) -> Self {
        let texts = names.texts;
        let count = |n: u64| (n.to_string(), whole(n));
        let yes_no = |yes: &bool| {
            let word = if *yes { &texts.run.yes } else { &texts.run.no };
            (yes.to_string(), word.clone())
        };
        let drafts = match (trial.accepted_tokens.value(), trial.rejected_tokens.value()) {
            (Some(accepted), Some(rejected)) => Cell::given(
                format!("{}/{}", accepted.get(), rejected.get()),
                format!("{} / {}", whole(accepted.get()), whole(rejected.get())),
            ),
            _ => Cell::of(&trial.accepted_tokens, texts, |n| count(n.get())),
        };
        Self {
            trial: trial.trial.to_string(),
            arm: names.whole(&trial.arm),
            prompt_tokens: whole(trial.prompt_tokens.get()),
            replicate: whole(trial.replicate),
            order: Cell::of(&trial.order_in_arm, texts, |n| count(*n)),
            output_tokens: Cell::of(&trial.output_tokens, texts, |n| count(n.get())),
            end: Cell::of(&trial.termination, texts, |end| {
                (format!("{end:?}"), texts.termination.of(*end).to_owned())
            }),
            figures: SHOWN.iter().map(|metric| figure(trial, *metric, names)).collect(),
            drafts,
            cached: Cell::of(&trial.cached_tokens, texts, |n| count(n.get())),
            timing_checks: Cell::of(&trial.timing_checks_pass, texts, yes_no),
            review_passed: Cell::of(&trial.answer_review_pass, texts, yes_no),
            source: trial.source.to_string(),
        }
    }
}

/// A figure rounded for the eye, with the record's own text as the raw value.
fn figure(trial: &TranscribedTrial, metric: PublishedMetric, names: &Names<'_>) -> Cell {
    match trial.figures.get(&metric).map(|decimal| (decimal, number(decimal))) {
        Some((decimal, Ok(double))) => {
            Cell::given(decimal.to_string(), value(double, unit(metric)).text)
        }
        _ => Cell::missing(names.texts.word("not published")),
    }
}

impl IdentityView {
    pub(super) fn new(trial: &TranscribedTrial, names: &Names<'_>) -> Self {
        let cell = |stated: &Stated<Digest>| {
            Cell::of(stated, names.texts, |d| (d.to_string(), d.to_string()))
        };
        Self {
            trial: trial.trial.to_string(),
            input: cell(&trial.input_sha256),
            rendered: cell(&trial.rendered_sha256),
            output: cell(&trial.output_sha256),
        }
    }
}
