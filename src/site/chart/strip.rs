//! Strips: one row for each condition, one point for each trial.

use super::axis::From;
use super::document::{Canvas, Refused, placed, render};
use super::error::ChartError;
use super::ink::Ink;
use super::layout::{Below, Layout};
use super::marks::{Mark, Shape, Span, Strokes};
use super::{Head, Label};
use crate::site::markup::Markup;
use crate::site::number::whole;
use plotters::element::Text;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontDesc, TextStyle};
use plotters_backend::{FontFamily, FontStyle};

/// Rows of trials over one axis.
#[derive(Debug, Clone)]
pub(in crate::site) struct Strip {
    /// Id, names and heading.
    pub(in crate::site) head: Head,
    /// Unit of every value.
    pub(in crate::site) unit: String,
    /// Label of the rail for trials without a value.
    pub(in crate::site) rail: String,
    /// Conditions, from top to bottom.
    pub(in crate::site) rows: Vec<StripRow>,
}

/// One condition.
#[derive(Debug, Clone)]
pub(in crate::site) struct StripRow {
    /// What stands above it.
    pub(in crate::site) label: Label,
    /// Shape and hue of its points.
    pub(in crate::site) arm: ArmClass,
    /// Every trial, in the order of execution.
    pub(in crate::site) trials: Vec<Trial>,
    /// Median, drawn as a tick.
    pub(in crate::site) median: Option<f64>,
    /// Smallest and largest value, drawn as a line.
    pub(in crate::site) range: Option<(f64, f64)>,
}

/// Whether an arm speculates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::site) enum ArmClass {
    /// No drafts: a circle.
    Off,
    /// Drafts: a diamond.
    On,
}

/// One trial.
#[derive(Debug, Clone)]
pub(in crate::site) struct Trial {
    /// Where its mark leads.
    pub(in crate::site) href: String,
    /// What its mark says, for example `t-0007: 52.3 tokens/s`.
    pub(in crate::site) title: String,
    /// Its value, or why there is none.
    pub(in crate::site) outcome: Outcome,
}

/// What came of a trial.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::site) enum Outcome {
    /// A value in the unit of the chart.
    Value(f64),
    /// The trial ended well and has no such value: a dash on the rail.
    Missing,
    /// The trial failed: a cross on the rail.
    Failed,
}

/// Above and below the points of a band.
const PAD: i32 = 80;
/// From one trial down to the next, where there is room.
const STEP: i32 = 95;
/// Most room that the trials of one band take.
const MOST: i32 = 760;

/// From one trial of a row down to the next.
fn step(trials: usize) -> i32 {
    let gaps = i32::try_from(trials.saturating_sub(1)).unwrap_or(i32::MAX).max(1);
    STEP.min(MOST / gaps)
}

/// How far below the top of a band a trial stands: the first at the top, in run order.
fn depth(trial: usize, trials: usize) -> i32 {
    // Beyond a tenth of a unit a trial the places are shared out instead.
    match step(trials) {
        0 => PAD + (trial as u64 * MOST.unsigned_abs() as u64 / trials as u64) as i32,
        step => PAD + step * i32::try_from(trial).unwrap_or(i32::MAX),
    }
}

/// Draws strips.
///
/// # Errors
/// [`ChartError`] if there is no row, or a value that no axis can show.
pub(in crate::site) fn strip(chart: &Strip) -> Result<Markup, ChartError> {
    let head = &chart.head;
    if chart.rows.is_empty() {
        return Err(ChartError::NoRows { chart: head.id.clone() });
    }
    let values = values(chart)?;
    let without =
        chart.rows.iter().flat_map(|row| &row.trials).any(|trial| trial.value().is_none());
    let rail = without.then_some(chart.rail.as_str());
    let mut layout = Layout::new(head, rail);
    for row in &chart.rows {
        let last = depth(row.trials.len().saturating_sub(1), row.trials.len().max(1));
        layout.row(&row.label, row.median.is_some(), last + PAD);
    }
    let axis = layout.axis(&values, From::ZeroIfNear);
    layout.close(axis.as_ref(), rail, axis.map_or(Below::Nothing, |_| Below::Unit(&chart.unit)));
    let rows = || chart.rows.iter().zip(&layout.bands);
    render(
        head,
        &layout,
        axis,
        |canvas| rows().try_for_each(|(row, band)| row.picture(canvas, *band, layout.rail)),
        |canvas| rows().try_for_each(|(row, band)| row.marks(canvas, *band, layout.rail)),
    )
}

/// Every value that the axis must hold.
fn values(chart: &Strip) -> Result<Vec<f64>, ChartError> {
    let mut values = Vec::new();
    for row in &chart.rows {
        let trials = row.trials.iter().filter_map(Trial::value).map(|value| ("value", value));
        let median = row.median.map(|value| ("median", value));
        let range = row.range.map(|(low, high)| [("smallest value", low), ("largest value", high)]);
        for (what, value) in trials.chain(median).chain(range.into_iter().flatten()) {
            values.push(placed(&chart.head, &row.label.name, what, value)?);
        }
    }
    Ok(values)
}

impl Trial {
    fn value(&self) -> Option<f64> {
        match self.outcome {
            Outcome::Value(value) => Some(value),
            Outcome::Missing | Outcome::Failed => None,
        }
    }
}

impl StripRow {
    fn ink(&self) -> Ink {
        match self.arm {
            ArmClass::Off => Ink::Off,
            ArmClass::On => Ink::On,
        }
    }

    /// Range, median and the number of trials without a value.
    fn picture(
        &self,
        canvas: &Canvas<'_>,
        band: (i32, i32),
        rail: Option<(i32, i32)>,
    ) -> Result<(), Refused> {
        let middle = (band.0 + band.1) / 2;
        if let Some(plot) = &canvas.plot {
            if let Some((low, high)) = self.range {
                let ends = [(low, middle), (high, middle)];
                plot.draw(&Span { ends, ink: self.ink(), width: 12, cap: 0 })?;
            }
            let at = self.median.iter().map(|median| (*median, 0)).collect();
            plot.draw(&Strokes { at, bands: &[band], ink: self.ink(), width: 24 })?;
        }
        let without = self.trials.iter().filter(|trial| trial.value().is_none()).count();
        if let (Some((_, right)), true) = (rail, without > 0) {
            let font = FontDesc::new(FontFamily::SansSerif, 130.0, FontStyle::Bold);
            let style =
                TextStyle::from(font).color(&Ink::Text).pos(Pos::new(HPos::Right, VPos::Center));
            let at = (right - 50, middle);
            canvas.page.draw(&Text::new(whole(without as u64), at, style))?;
        }
        Ok(())
    }

    /// Every trial, once: on the axis, or on the rail beside it.
    fn marks(
        &self,
        canvas: &Canvas<'_>,
        band: (i32, i32),
        rail: Option<(i32, i32)>,
    ) -> Result<(), Refused> {
        for (number, trial) in self.trials.iter().enumerate() {
            let y = band.0 + depth(number, self.trials.len());
            let (href, title) = (trial.href.as_str(), trial.title.as_str());
            // The first trial of a condition is the one that is often slow.
            let hollow = number == 0;
            if let (Some(value), Some(plot)) = (trial.value(), &canvas.plot) {
                let shape = match self.arm {
                    ArmClass::Off => Shape::Circle,
                    ArmClass::On => Shape::Diamond,
                };
                let at = (value, y);
                plot.draw(&Mark { at, shape, ink: self.ink(), hollow, href, title })?;
            } else if let Some((left, right)) = rail {
                // Two columns, so that neighbours in run order do not cover each other.
                let (shape, ink, from_middle) = match trial.outcome {
                    Outcome::Failed => (Shape::Cross, Ink::Bad, -180),
                    Outcome::Missing | Outcome::Value(_) => (Shape::Dash, self.ink(), -70),
                };
                let at = ((left + right) / 2 + from_middle, y);
                canvas.page.draw(&Mark { at, shape, ink, hollow, href, title })?;
            }
        }
        Ok(())
    }
}
