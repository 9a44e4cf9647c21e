//! The one integration suite; each module is one room or one gate.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod archive;
mod gates;
#[cfg(feature = "measure")]
mod programs;
#[cfg(feature = "measure")]
mod report;
mod run_report;
#[cfg(feature = "measure")]
mod selectors;
mod stats;
