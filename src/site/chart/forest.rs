//! Forests: one row for each comparison, its ratio and the range of ratios.

use super::axis::From;
use super::document::{placed, render};
use super::error::ChartError;
use super::ink::Ink;
use super::layout::{Below, Layout};
use super::marks::{Mark, Shape, Span, Strokes};
use super::{Head, Label};
use crate::site::markup::Markup;

/// Ratios over one axis with a line at 1, where both arms are equal.
#[derive(Debug, Clone)]
pub(in crate::site) struct Forest {
    /// Id, names and heading; the caption of the figure names the method of the range.
    pub(in crate::site) head: Head,
    /// What the two sides of the line mean.
    pub(in crate::site) sides: Sides,
    /// Ends that the axis must reach, so that charts side by side have one scale.
    pub(in crate::site) reach: Option<(f64, f64)>,
    /// Comparisons, from top to bottom.
    pub(in crate::site) rows: Vec<ForestRow>,
}

/// Words at the two ends of the axis.
#[derive(Debug, Clone, Default)]
pub(in crate::site) struct Sides {
    /// A ratio below 1.
    pub(in crate::site) less: String,
    /// A ratio above 1.
    pub(in crate::site) more: String,
}

/// One comparison.
#[derive(Debug, Clone)]
pub(in crate::site) struct ForestRow {
    /// What stands above it.
    pub(in crate::site) label: Label,
    /// What is compared.
    pub(in crate::site) compared: Compared,
    /// Ratio of medians; a comparison without it keeps its row.
    pub(in crate::site) ratio: Option<f64>,
    /// Ends of the range.
    pub(in crate::site) range: Option<(f64, f64)>,
    /// Where the mark leads.
    pub(in crate::site) href: String,
    /// What the mark says.
    pub(in crate::site) title: String,
}

/// What is compared: it decides the shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::site) enum Compared {
    /// Speculation on against off: a diamond.
    Speculation,
    /// Configurations, which differ in more: a square.
    Configurations,
}

/// Height of a band.
const BAND: i32 = 150;

/// Draws a forest.
///
/// # Errors
/// [`ChartError`] if there is no row, or a ratio that no axis can show.
pub(in crate::site) fn forest(chart: &Forest) -> Result<Markup, ChartError> {
    let head = &chart.head;
    if chart.rows.is_empty() {
        return Err(ChartError::NoRows { chart: head.id.clone() });
    }
    let mut values = vec![1.0];
    let mut layout = Layout::new(head, None);
    for row in &chart.rows {
        let range = row.range.map(|(low, high)| [("smallest ratio", low), ("largest ratio", high)]);
        let ratio = row.ratio.map(|ratio| ("ratio", ratio));
        for (what, value) in ratio.into_iter().chain(range.into_iter().flatten()) {
            values.push(placed(head, &row.label.name, what, value)?);
        }
        layout.row(&row.label, row.ratio.is_some(), BAND);
    }
    if let Some((low, high)) = chart.reach {
        for (what, end) in [("lower end of the axis", low), ("upper end of the axis", high)] {
            values.push(placed(head, "", what, end)?);
        }
    }
    let axis = layout.axis(&values, From::Values);
    layout.close(axis.as_ref(), None, Below::Sides(&chart.sides.less, &chart.sides.more));
    let rows = || {
        let middles = layout.bands.iter().map(|(top, bottom)| (top + bottom) / 2);
        chart.rows.iter().zip(middles)
    };
    render(
        head,
        &layout,
        axis,
        |canvas| {
            let Some(plot) = &canvas.plot else { return Ok(()) };
            let equal = vec![(1.0, 0)];
            plot.draw(&Strokes { at: equal, bands: &layout.bands, ink: Ink::Rule, width: 14 })?;
            for (row, middle) in rows() {
                if let Some((low, high)) = row.range {
                    let ends = [(low, middle), (high, middle)];
                    plot.draw(&Span { ends, ink: row.style().1, width: 16, cap: 42 })?;
                }
            }
            Ok(())
        },
        |canvas| {
            let Some(plot) = &canvas.plot else { return Ok(()) };
            for (row, middle) in rows() {
                let (shape, ink) = row.style();
                let Some(ratio) = row.ratio else { continue };
                let (at, href, title) = ((ratio, middle), row.href.as_str(), row.title.as_str());
                plot.draw(&Mark { at, shape, ink, hollow: false, href, title })?;
            }
            Ok(())
        },
    )
}

impl ForestRow {
    fn style(&self) -> (Shape, Ink) {
        match self.compared {
            Compared::Speculation => (Shape::Diamond, Ink::On),
            Compared::Configurations => (Shape::Square, Ink::Mixed),
        }
    }
}
