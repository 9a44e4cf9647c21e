//! Figures of a transcription's page: the trials of each system, and the ratios.
//!
//! Job: hand values of the report to `chart` with every word that stands in or
//! beside a chart. The metrics drawn are three: how fast text comes, how long
//! until any of it is seen, and how long until the answer begins. The end-to-end
//! time is left to the table, because outputs of different length differ in it
//! for no other reason.

mod ratios;
mod strips;
#[cfg(test)]
mod tests;

pub(super) use ratios::ratios;
pub(super) use strips::strips;

use crate::record::transcription::PublishedMetric;
use crate::site::markup::Markup;

/// Metrics that are drawn.
const DRAWN: [PublishedMetric; 3] = [
    PublishedMetric::NativeRate,
    PublishedMetric::TimeToFirstVisibleText,
    PublishedMetric::TimeToFirstAnswerText,
];

/// Charts with one caption.
#[derive(Debug)]
pub(in crate::site) struct FigureView {
    pub(in crate::site) id: String,
    pub(in crate::site) charts: Vec<Markup>,
    pub(in crate::site) caption: String,
}

/// A description: a sentence about the chart, then one for each row.
fn sentences(first: &str, rest: impl Iterator<Item = String>) -> String {
    std::iter::once(first.to_owned()).chain(rest).collect::<Vec<_>>().join(" ")
}
