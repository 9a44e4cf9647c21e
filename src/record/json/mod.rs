//! Strict JSON: how every record is read and written.
//!
//! Job: [`parse`] first walks the bytes once ([`scan`]) and refuses what serde
//! would let pass (a key twice, a byte-order mark, depth without end, integers
//! from 2^53 up), then reads the typed record, in which an unknown field is an
//! error. Every fault names its line and column. Neighbours: `archive` maps
//! faults to numbered defects; the types are in the sibling modules.

mod scan;

pub use scan::{Fault, FaultKind, MAX_DEPTH, scan};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads one record from the bytes of a file.
///
/// # Errors
/// The first [`Fault`], with its place.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Fault> {
    let text = scan(bytes)?;
    serde_json::from_str(text).map_err(|error| Fault::from_serde(&error))
}

/// The reason of a serde error without its place.
///
/// A value read from a raw piece of a record counts its place from the piece;
/// the reader of the whole record adds the right one.
pub(super) fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.as_str(), |(why, _)| why).to_owned()
}

/// Writes one record on one line, without the line feed: the form of a `.jsonl` line.
///
/// # Errors
/// A map key that is not a string; the record types have none.
pub fn line<T: Serialize>(record: &T) -> Result<String, serde_json::Error> {
    serde_json::to_string(record)
}

/// Writes one record as an indented file that ends in a line feed.
///
/// # Errors
/// As [`line()`].
pub fn file<T: Serialize>(record: &T) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(record).map(|text| text + "\n")
}
