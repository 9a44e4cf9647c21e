//! Pure functions on numbers: quantiles, exact binomial limits, bootstrap.
//!
//! Job: `f64` is born here and nowhere earlier. Neighbours: `report` calls it;
//! it reads no file, knows no language and rounds nothing.
//!
//! | question | modules |
//! | --- | --- |
//! | is the arm worse on paired answers? | [`pairs`], [`table`], [`analysis`], [`verdict`] |
//! | with which methods? | [`bootstrap`], [`lattice`], [`bca`], [`clustered`], [`tango`] |
//! | how fast, from few trials? | [`speed`], [`two_sample`], [`quantile`] |
//! | one proportion; planning | [`binomial`], [`power`] |
//! | underneath | [`number`], [`beta`], [`normal`], [`fraction`], [`error`] |
//!
//! Differences are arm − baseline. Counts and sums of passes are integers and
//! are divided once; levels and margins are exact fractions.

pub mod analysis;
pub mod bca;
pub mod beta;
pub mod binomial;
pub mod bootstrap;
pub mod clustered;
pub mod error;
pub mod fraction;
pub mod lattice;
pub mod metric;
pub mod normal;
pub mod number;
pub mod pairs;
pub mod power;
pub mod quantile;
pub mod speed;
pub mod table;
pub mod tango;
pub mod two_sample;
pub mod verdict;

pub use analysis::{Analysis, Plan, analyse, supplement};
pub use bca::Bca;
pub use error::StatsError;
pub use fraction::Fraction;
pub use pairs::{PairedData, Row, Side};
pub use table::PairTable;
pub use tango::Tango;
