//! Charts: numbers with finished labels in one language → SVG in the page.
//!
//! Job: draw every trial as a point ([`strip`]) and every comparison as a ratio
//! with its range ([`forest`]), through plotters and our own back end. Nothing is
//! computed here but places on the page: medians, ranges and words come from the
//! view, which has them from `report`. Neighbours: `view` makes the input;
//! `site-templates/assets/style.css` sets the colours of classes; [`check_svg`]
//! holds a finished chart to the rules that are stated there.
//!
//! The picture is `role="img"` with a title and a description. The marks lie in
//! a group beside it that is hidden from assistive technology: they are links,
//! and what is inside an image cannot be a link there. The same links stand in
//! the table beside each chart.
//!
//! Geometry: a chart is 320 units wide and text 13, so that it fills a phone of
//! 320 px with letters of nearly 12 px; labels stand above their row, because
//! Japanese labels are long and a column beside the plot would leave no plot.

mod axis;
mod check;
mod document;
mod error;
mod forest;
mod ink;
mod layout;
mod marks;
mod strip;
mod svg;
#[cfg(test)]
mod tests;
mod text;

pub use check::{SvgFault, check_svg};
pub(super) use error::ChartError;
pub(super) use forest::{Compared, Forest, ForestRow, Sides, forest};
pub(super) use strip::{ArmClass, Outcome, Strip, StripRow, Trial, strip};

use super::Language;

/// What every chart has.
#[derive(Debug, Clone)]
pub(super) struct Head {
    /// Id within the page; the ids inside are made from it.
    pub(super) id: String,
    /// Language of all words.
    pub(super) language: Language,
    /// Name for those who do not see the chart.
    pub(super) title: String,
    /// Description for them: kind of chart and every row in words.
    pub(super) description: String,
    /// A sentence with the places `{low}` and `{high}`, added to the description.
    pub(super) axis: String,
    /// Heading in the chart.
    pub(super) heading: String,
    /// Heading over the values of the rows.
    pub(super) column: String,
}

/// What stands above the band of a row.
#[derive(Debug, Clone, Default)]
pub(super) struct Label {
    /// Heading of a group that begins with this row; empty if none does.
    pub(super) group: String,
    /// Name of the row.
    pub(super) name: String,
    /// Its value in words, at the right.
    pub(super) value: String,
}
