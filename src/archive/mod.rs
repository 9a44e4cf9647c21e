//! Bytes on disk and proof of them: write, seal, verify, ledger.
//!
//! A bundle is a BagIt 1.0 bag (RFC 8493) under a strict profile: `sha256sum -c`
//! and any BagIt reader verify it, and [`verify_bundle`] also refuses what they
//! let through. Every rule has a number ([`Code`]). [`Journal`] holds an open run,
//! [`seal`] makes a bundle, [`admit`] gives it a line in the ledger,
//! [`verify_archive`] proves the whole of `runs/`.
//!
//! Neighbours: `record` has the types of the files; `report` and `site` see only a
//! [`VerifiedBundle`]. No clock is read here: times come as arguments.

mod admit;
mod baginfo;
mod code;
mod collection;
mod consistency;
mod content;
mod defect;
mod disk;
mod gunzip;
mod journal;
mod ledger;
mod limits;
mod manifest;
mod name;
mod parts;
mod read;
mod seal;
mod signature;
mod tagtext;
mod unpack;
mod verify;
mod walk;

pub use admit::{Admission, Admitted, admit};
pub use code::{Code, Message};
pub use collection::{Archive, Links, verify_archive, verify_archive_signed};
pub use content::{Content, RunContent, TranscriptionContent};
pub use defect::{ArchiveError, Defect, Failure};
pub use journal::{Journal, Torn, open_journals};
pub use limits::Limits;
pub use seal::{Draft, Payload, SealedBundle, find_same_payload, gzip, payload_digest, seal};
pub use verify::{
    FileEntry, VERIFIER, VerifiedBundle, digests, verify_bundle, verify_bundle_within,
};
