//! Which files a kind of bundle has, and how each is read.
//!
//! Job: the payload profile as one table ([`shape`], [`required`]), and for each
//! file one pass that hashes it and parses the hashed bytes into a [`Part`].
//! Neighbours: `read` supplies bytes, `consistency` joins parts.

use super::code::Code;
use super::gunzip::{Room, gunzip};
use super::limits::Limits;
use super::read::{Fault, Hashing, Lines, buffered};
use crate::record::engine::EngineFacts;
use crate::record::erratum::Erratum;
use crate::record::event::Event;
use crate::record::host::Host;
use crate::record::json::{self, FaultKind};
use crate::record::plan::{Input, Plan};
use crate::record::review::Review;
use crate::record::run::Run;
use crate::record::transcription::{TranscribedTrial, Transcription};
use crate::record::trial::Trial;
use crate::record::{BundleKind, FORMAT, HexDigest};
use serde::de::{DeserializeOwned, IgnoredAny};
use std::io::{self, Read as _};
use std::path::Path;

/// The records of one file.
#[derive(Debug)]
pub(super) enum Part {
    Plan(Box<Plan>),
    Inputs(Vec<Input>),
    Run(Box<Run>),
    Host(Box<Host>),
    Engines(Vec<EngineFacts>),
    Trials(Vec<Trial>),
    Events(Vec<Event>),
    Transcription(Box<Transcription>),
    TranscribedTrials(Vec<TranscribedTrial>),
    Review(Box<Review>),
    Erratum(Box<Erratum>),
    /// Bytes with no records of ours, or a file that could not be read as records.
    None,
}

impl Part {
    /// The `format` field of a top-level record.
    fn format(&self) -> Option<u64> {
        match self {
            Self::Plan(plan) => Some(plan.format),
            Self::Run(run) => Some(run.format),
            Self::Host(host) => Some(host.format),
            Self::Transcription(transcription) => Some(transcription.format),
            Self::Review(review) => Some(review.format),
            Self::Erratum(erratum) => Some(erratum.format),
            _ => None,
        }
    }
}

type FromJson = fn(&[u8]) -> Result<Part, Fault>;
type FromLines = fn(&mut Lines<'_>, &mut Vec<Fault>) -> io::Result<Part>;

/// How a file is read.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    /// One JSON value.
    Json(FromJson),
    /// One record a line.
    Lines(FromLines),
    /// The same, gzipped.
    GzipLines(FromLines),
    /// Any gzipped bytes.
    Gzip,
    /// Any bytes.
    Bytes,
}

/// Files that a bundle of this kind must have, below `data/`.
pub(super) const fn required(kind: BundleKind) -> &'static [&'static str] {
    match kind {
        BundleKind::Plan => &["plan.json", "inputs.jsonl.gz"],
        BundleKind::Run => {
            &["run.json", "plan.json", "host.json", "engine.json", "trials.jsonl", "events.jsonl"]
        }
        BundleKind::Probe => &["host.json"],
        BundleKind::Transcription => &["transcription.json", "trials.jsonl"],
        BundleKind::Review => &["review.json"],
        BundleKind::Erratum => &["erratum.json"],
    }
}

/// How the file at `path` (below `data/`) of a bundle of this kind is read; `None` if it may not be there.
pub(super) fn shape(kind: BundleKind, path: &str) -> Option<Shape> {
    use BundleKind as Kind;
    Some(match (kind, path) {
        (Kind::Plan | Kind::Run, "plan.json") => Shape::Json(|b| record(b).map(Part::Plan)),
        (Kind::Plan, "inputs.jsonl.gz") => Shape::GzipLines(|l, f| records(l, f, Part::Inputs)),
        (Kind::Run, "run.json") => Shape::Json(|b| record(b).map(Part::Run)),
        (Kind::Run | Kind::Probe, "host.json") => Shape::Json(|b| record(b).map(Part::Host)),
        (Kind::Run, "engine.json") => Shape::Json(|b| record(b).map(Part::Engines)),
        (Kind::Run, "trials.jsonl") => Shape::Lines(|l, f| records(l, f, Part::Trials)),
        (Kind::Run, "events.jsonl") => Shape::Lines(|l, f| records(l, f, Part::Events)),
        (Kind::Run, "telemetry.jsonl.gz") => {
            Shape::GzipLines(|l, f| records::<IgnoredAny>(l, f, |_| Part::None))
        }
        (Kind::Run, path) if in_folder(path, "raw/") && path.ends_with(".gz") => Shape::Gzip,
        (Kind::Run | Kind::Probe, path) if in_folder(path, "logs/") => {
            if path.ends_with(".gz") {
                Shape::Gzip
            } else {
                Shape::Bytes
            }
        }
        (Kind::Transcription, "transcription.json") => {
            Shape::Json(|b| record(b).map(Part::Transcription))
        }
        (Kind::Transcription, "trials.jsonl") => {
            Shape::Lines(|l, f| records(l, f, Part::TranscribedTrials))
        }
        (Kind::Review, "review.json") => Shape::Json(|b| record(b).map(Part::Review)),
        (Kind::Erratum, "erratum.json") => Shape::Json(|b| record(b).map(Part::Erratum)),
        _ => return None,
    })
}

/// Whether `path` is a file directly in `folder`.
fn in_folder(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|name| !name.is_empty() && !name.contains('/'))
}

/// One file after its one read.
#[derive(Debug)]
pub(super) struct ReadFile {
    pub(super) bytes: u64,
    pub(super) sha256: HexDigest,
    pub(super) part: Part,
    pub(super) faults: Vec<Fault>,
}

/// Hashes the file at `place` and reads it in its shape; small gzip files expand in `room`.
pub(super) fn read(
    place: &Path,
    shape: Shape,
    limits: &Limits,
    room: &mut Room,
) -> io::Result<ReadFile> {
    let mut source = Hashing::open(place)?;
    let mut faults = Vec::new();
    let part = match shape {
        Shape::Json(parse) => {
            let hint = source.length_hint(limits.json_file);
            match source.whole(limits.json_file, hint)? {
                Some(bytes) => parse(&bytes).unwrap_or_else(|fault| {
                    faults.push(fault);
                    Part::None
                }),
                None => {
                    let expected = format!("at most {} bytes", limits.json_file);
                    faults.push(Fault::new(Code::JsonFileTooLarge, expected, "more"));
                    Part::None
                }
            }
        }
        Shape::Lines(parse) => {
            // One byte more than allowed tells a file at the limit from one beyond it.
            let mut reader = buffered(source.take(limits.expanded + 1));
            let part = parse(&mut Lines::new(&mut reader, limits.json_line), &mut faults)?;
            let rest = reader.into_inner();
            if rest.limit() == 0 {
                let expected = format!("at most {} bytes", limits.expanded);
                // Its lines end anywhere; only the cause is reported.
                faults = vec![Fault::new(Code::JsonFileTooLarge, expected, "more")];
            }
            source = rest.into_inner();
            part
        }
        Shape::GzipLines(parse) => {
            let mut inner = Vec::new();
            let (rest, part) = gunzip(source, limits, room, &mut faults, |plain| {
                parse(&mut Lines::new(plain, limits.json_line), &mut inner)
            })?;
            source = rest;
            // Lines of a damaged or oversized file end anywhere; only the cause is reported.
            if part.is_some() {
                faults.extend(inner);
            }
            part.unwrap_or(Part::None)
        }
        Shape::Gzip => {
            source = gunzip(source, limits, room, &mut faults, |_| Ok(()))?.0;
            Part::None
        }
        Shape::Bytes => Part::None,
    };
    if let Some(format) = part.format().filter(|format| *format != FORMAT) {
        faults.push(Fault::new(Code::JsonFormat, format!("format {FORMAT}"), format.to_string()));
    }
    let (bytes, sha256) = source.finish()?;
    Ok(ReadFile { bytes, sha256, part: if faults.is_empty() { part } else { Part::None }, faults })
}

/// Reads one record strictly.
pub(super) fn record<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Fault> {
    json::parse(bytes).map_err(|fault| {
        let (code, expected) = match fault.kind {
            FaultKind::ByteOrderMark => (Code::JsonByteOrderMark, "JSON without a byte-order mark"),
            FaultKind::NotUtf8 => (Code::JsonNotUtf8, "UTF-8"),
            FaultKind::DuplicateKey(_) => (Code::JsonDuplicateKey, "each key once"),
            FaultKind::TooDeep => (Code::JsonTooDeep, "less nesting"),
            FaultKind::Number(_) => (Code::JsonNumber, "a finite number, an integer below 2^53"),
            FaultKind::Syntax(_) => (Code::JsonSyntax, "JSON"),
            FaultKind::Record(_) => (Code::JsonRecord, "the record of this file"),
        };
        Fault::new(code, expected, fault.kind.to_string()).at(fault.line, fault.column)
    })
}

/// Most faulty lines reported of one file.
const MOST_FAULTS: usize = 100;

fn records<T: DeserializeOwned>(
    lines: &mut Lines<'_>,
    faults: &mut Vec<Fault>,
    part: fn(Vec<T>) -> Part,
) -> io::Result<Part> {
    let mut all = Vec::new();
    while let Some(line) = lines.next()? {
        let fault = match line {
            Ok((number, line)) => match record(line) {
                Ok(record) => {
                    all.push(record);
                    continue;
                }
                Err(mut fault) => {
                    fault.place = fault.place.map(|(_, column)| (number, column));
                    fault
                }
            },
            Err(fault) => fault,
        };
        let hopeless = fault.code == Code::JsonLineTooLarge;
        faults.push(fault);
        if hopeless || faults.len() >= MOST_FAULTS {
            break;
        }
    }
    Ok(part(all))
}
