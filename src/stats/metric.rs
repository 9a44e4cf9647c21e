//! Metrics of one trial, from its marks: one function each, its formula beside it.
//!
//! Job: a number, or why there is none; missing is not zero. Times count from
//! submission and are in seconds, rates in tokens per second. A trial that did not
//! end by itself or at its cap has no speed. Neighbours: `channel` finds the first
//! text; `speed` summarizes trials; engines' own figures are not computed here.

mod channel;

use crate::record::plan::Markup;
use crate::record::trial::{TerminationClass, Trial};
use crate::units::Nanos;
use serde::Serialize;

/// A metric that the marks of a trial give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// Tokens after the first mark ÷ (last token mark − first token mark).
    DecodeRate,
    /// Submission → first mark with a token, reasoning and control tokens included.
    TimeToFirstGeneratedToken,
    /// Submission → first text that is neither markup nor white space; reasoning counts.
    TimeToFirstVisibleText,
    /// Submission → first such text after the reasoning block closes.
    TimeToFirstAnswerText,
    /// Submission → last token mark.
    RequestLatency,
    /// Submission → end of the stream.
    StreamEnd,
    /// Accepted ÷ drafted tokens.
    DraftAcceptance,
}

/// Why a trial has no value of a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NoValue {
    /// The trial did not end by itself or at its cap.
    Failed,
    /// No mark carries a token.
    NoToken,
    /// One mark holds all tokens, or no time passed: a rate is undefined.
    OneMark,
    /// The first mark does not say how many tokens it holds.
    FirstMarkUnknown,
    /// The engine counts other tokens than the marks: the last ones have no mark.
    CountsDiffer,
    /// How many tokens there were is not known.
    CountUnknown,
    /// There is no such text.
    NoText,
    /// The record has no such value.
    NotReported,
    /// Nothing was drafted.
    NothingDrafted,
}

impl Metric {
    /// Every metric, in the order in which tables show them.
    pub const ALL: [Self; 7] = [
        Self::DecodeRate,
        Self::TimeToFirstGeneratedToken,
        Self::TimeToFirstVisibleText,
        Self::TimeToFirstAnswerText,
        Self::RequestLatency,
        Self::StreamEnd,
        Self::DraftAcceptance,
    ];

    /// The metric of one trial under the plan's markup rule.
    ///
    /// # Errors
    /// Why there is no value.
    pub fn of(self, trial: &Trial, markup: &Markup) -> Result<f64, NoValue> {
        if !matches!(trial.termination.class, TerminationClass::Stop | TerminationClass::Length) {
            return Err(NoValue::Failed);
        }
        match self {
            Self::DecodeRate => decode_rate(trial),
            Self::TimeToFirstGeneratedToken => token_marks(trial).map(|(first, _)| seconds(first)),
            Self::TimeToFirstVisibleText => first_text(channel::first(trial, markup).visible),
            Self::TimeToFirstAnswerText => first_text(channel::first(trial, markup).answer),
            Self::RequestLatency => token_marks(trial).map(|(_, last)| seconds(last)),
            Self::StreamEnd => {
                trial.stream_end_ns.value().map(|ns| seconds(*ns)).ok_or(NoValue::NotReported)
            }
            Self::DraftAcceptance => draft_acceptance(trial),
        }
    }
}

fn seconds(ns: Nanos) -> f64 {
    ns.get() as f64 / 1e9
}

fn first_text(at: Option<Nanos>) -> Result<f64, NoValue> {
    at.map(seconds).ok_or(NoValue::NoText)
}

/// For each mark: its time, its tokens if known, and whether it carries any.
///
/// A mark of unknown count carries a token if its text grew.
fn marks(trial: &Trial) -> impl Iterator<Item = (Nanos, Option<u64>, bool)> {
    let marks = &trial.marks;
    let ends = marks.text_end.iter().map(|end| end.get());
    let starts = std::iter::once(0).chain(ends.clone());
    marks.at_ns.iter().zip(marks.tokens.iter()).zip(starts.zip(ends)).map(
        |((at, tokens), (start, end))| {
            let tokens = tokens.value().map(|n| n.get());
            (*at, tokens, tokens.map_or(end > start, |n| n > 0))
        },
    )
}

/// First and last mark with a token.
fn token_marks(trial: &Trial) -> Result<(Nanos, Nanos), NoValue> {
    let mut with = marks(trial).filter(|(_, _, carries)| *carries).map(|(at, _, _)| at);
    let first = with.next().ok_or(NoValue::NoToken)?;
    Ok((first, with.last().unwrap_or(first)))
}

/// Tokens after the first mark ÷ (last token mark − first token mark).
fn decode_rate(trial: &Trial) -> Result<f64, NoValue> {
    let (first, last) = token_marks(trial)?;
    let mut counts = marks(trial).filter(|(_, _, carries)| *carries).map(|(_, tokens, _)| tokens);
    let in_first = counts.next().flatten().ok_or(NoValue::FirstMarkUnknown)?;
    let rest: Option<u64> = counts.sum();
    let engine = trial.tokens.engine.value().map(|n| n.get());
    let after_first = match (rest, engine) {
        (Some(rest), Some(engine)) if engine != in_first + rest => {
            return Err(NoValue::CountsDiffer);
        }
        (Some(rest), _) => rest,
        (None, Some(engine)) => engine.checked_sub(in_first).ok_or(NoValue::CountsDiffer)?,
        (None, None) => return Err(NoValue::CountUnknown),
    };
    let elapsed = last.get().saturating_sub(first.get());
    if after_first == 0 || elapsed == 0 {
        return Err(NoValue::OneMark);
    }
    Ok(after_first as f64 / (elapsed as f64 / 1e9))
}

/// Accepted ÷ drafted tokens.
fn draft_acceptance(trial: &Trial) -> Result<f64, NoValue> {
    let draft = trial.draft.value().ok_or(NoValue::NotReported)?;
    if draft.drafted.get() == 0 {
        return Err(NoValue::NothingDrafted);
    }
    Ok(draft.accepted.get() as f64 / draft.drafted.get() as f64)
}

#[cfg(test)]
mod tests;
