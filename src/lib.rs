//! Jissoku (実測): measures large-language-model inference and publishes
//! records that anyone can check.
//!
//! # The rooms, and who may import whom
//!
//! ```text
//! units <- record <- { archive, study, stats } <- report <- site
//! measure -> archive, study, record, units, and of stats only metric and quantile
//! ```
//!
//! | room | job |
//! | --- | --- |
//! | [`units`] | the only unit types |
//! | [`record`] | what a bundle says: plain data, no I/O, no clock, no `f64` |
//! | [`archive`] | bytes on disk and proof of them: write, seal, verify, ledger |
//! | [`stats`] | pure functions on numbers; `f64` is born here |
//! | [`report`] | verified bundles to figures and tables, in no language |
//! | [`site`] | report and language to files; the only rounding |
//! | `measure` | making records (feature `measure`) |
//!
//! `measure` never imports `report` or `site`: the measuring program must not
//! know what result is hoped for. A test on the source text checks all of it.
//!
//! # The walk of one figure
//!
//! A record line is written by `measure`, sealed by [`archive`] into a bundle,
//! and comes back only as an [`archive::VerifiedBundle`], which nothing but
//! verification can make. [`stats`] turns its exact decimals into `f64` and
//! computes; [`report`] keeps the value together with the trials it came from;
//! [`site`] rounds it once, in words of one language.

pub mod archive;
pub mod exit;
#[cfg(feature = "measure")]
pub mod measure;
pub mod record;
pub mod report;
pub mod site;
pub mod stats;
pub mod units;
