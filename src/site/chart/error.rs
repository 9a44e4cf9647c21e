//! Why a chart was not drawn.

/// Why a chart was not drawn; nothing of it is kept.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub(in crate::site) enum ChartError {
    /// There is nothing to draw.
    #[error("cannot draw chart {chart}: expected at least one row, found none")]
    NoRows {
        /// Id of the chart.
        chart: String,
    },
    /// A value has no place on an axis.
    #[error(
        "cannot draw chart {chart}: {what} of row {row:?}: expected a finite number, found {value}"
    )]
    NotFinite {
        /// Id of the chart.
        chart: String,
        /// Label of the row.
        row: String,
        /// Which value.
        what: &'static str,
        /// What was found.
        value: f64,
    },
    /// A value whose label would not fit on an axis.
    #[error(
        "cannot draw chart {chart}: expected 0 or a size between 10^-6 and 10^12, found {value:e}; choose another unit"
    )]
    Size {
        /// Id of the chart.
        chart: String,
        /// What was found.
        value: f64,
    },
    /// The drawing library refused.
    #[error("cannot draw chart {chart}: {cause}")]
    Drawing {
        /// Id of the chart.
        chart: String,
        /// What it said.
        cause: String,
    },
}
