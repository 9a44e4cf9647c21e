//! What a bundle says: plain data, no I/O, no clock, no floating point.
//!
//! Job: the types behind every JSON file of a bundle, and the strict rules by
//! which they are read ([`json`]). Integers stay below 2^53; a decimal that came
//! from elsewhere is kept as its exact text ([`Decimal`]); a value that is not
//! there is missing with a reason ([`Stated`]). The JSON Schemas in `schemas/`
//! are generated from these types ([`schema`]).
//!
//! Neighbours: `archive` puts records on disk and takes them off; `stats` turns
//! decimals into numbers. Grades, medians and every other derived value are not
//! records and have no type here.

mod column;
mod decimal;
mod digest;
pub mod engine;
pub mod erratum;
pub mod event;
mod hidden;
pub mod host;
pub mod json;
pub mod ledger;
pub mod plan;
pub mod review;
pub mod run;
pub mod schema;
mod stated;
mod text;
pub mod transcription;
pub mod trial;

pub use column::Runs;
pub use decimal::{Decimal, DecimalError, DecimalText};
pub use digest::{Digest, HexDigest, Sha256Bytes};
pub use hidden::{OneLine, is_hidden, token};
pub use stated::Stated;
pub use text::{Bilingual, BundleId, BundleKind, Evidence, Id, LocalText, Utc};

/// The format that this version reads and writes; it is the `format` field of every top-level record.
pub const FORMAT: u64 = 0;
