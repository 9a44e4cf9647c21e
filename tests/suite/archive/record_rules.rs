//! One mutation for every rule about payload files: which there are, JSON, gzip, records.

use super::bag::{Bag, gunzip, gz, hex};
use super::good;
use super::mutation::Change::{Bag as Before, Limits};
use super::mutation::{PayloadRow, Row, row};
use flate2::{Compression, GzBuilder};
use jissoku::archive::Code;
use serde_json::json;
use std::io::Write as _;

fn erratum() -> Bag {
    good::erratum(&format!("sha256:{}", hex(b"a bundle")))
}

fn review() -> Bag {
    good::review(&format!("sha256:{}", hex(b"a bundle")))
}

/// Puts other bytes in place of a text inside one file.
fn replace(bag: &mut Bag, path: &str, from: &str, to: &[u8]) {
    bag.bytes(path, |bytes| {
        let at = bytes.windows(from.len()).position(|it| it == from.as_bytes()).unwrap();
        bytes.splice(at..at + from.len(), to.iter().copied());
    });
}

const ERRATUM: &str = "erratum.json";

const JSON: &[PayloadRow] = &[
    (
        "a byte-order mark",
        |b| replace(b, ERRATUM, "{", "\u{feff}{".as_bytes()),
        &[Code::JsonByteOrderMark],
    ),
    ("a byte of Latin-1", |b| replace(b, ERRATUM, "driver", b"dr\xefver"), &[Code::JsonNotUtf8]),
    ("a key twice", |b| replace(b, ERRATUM, "{", b"{\"format\": 0,"), &[Code::JsonDuplicateKey]),
    (
        "a key twice, once escaped",
        |b| replace(b, ERRATUM, "{", b"{\"form\\u0061t\": 0,"),
        &[Code::JsonDuplicateKey],
    ),
    (
        "65 levels",
        |b| b.bytes(ERRATUM, |bytes| *bytes = ["[".repeat(65), "]".repeat(65)].concat().into()),
        &[Code::JsonTooDeep],
    ),
    ("1e400", |b| replace(b, ERRATUM, "\"format\": 0", b"\"format\": 1e400"), &[Code::JsonNumber]),
    (
        "2 to the 53",
        |b| replace(b, ERRATUM, "\"format\": 0", b"\"format\": 9007199254740992"),
        &[Code::JsonNumber],
    ),
    ("NaN", |b| replace(b, ERRATUM, "\"format\": 0", b"\"format\": NaN"), &[Code::JsonNumber]),
    ("a comma too many", |b| replace(b, ERRATUM, "\n}", b",\n}"), &[Code::JsonSyntax]),
    ("no bytes", |b| b.bytes(ERRATUM, Vec::clear), &[Code::JsonSyntax]),
    ("an unknown field", |b| b.json(ERRATUM, |v| v["more"] = json!(1)), &[Code::JsonRecord]),
    ("format 1", |b| b.json(ERRATUM, |v| v["format"] = json!(1)), &[Code::JsonFormat]),
];

const LARGE: &[Row] = &[
    row(
        "a JSON file of 11 bytes where 10 are allowed",
        erratum,
        Limits(|l| l.json_file = 10),
        &[Code::JsonFileTooLarge],
    ),
    row(
        "JSON Lines of more bytes than allowed",
        good::transcription,
        Limits(|l| l.expanded = 20),
        &[Code::JsonFileTooLarge],
    ),
    row(
        "a line of 11 bytes where 10 are allowed",
        good::run,
        Limits(|l| l.json_line = 10),
        &[Code::JsonLineTooLarge],
    ),
    row(
        "an empty line",
        good::run,
        Before(|b| b.bytes("events.jsonl", |bytes| bytes.push(b'\n'))),
        &[Code::JsonLineForm],
    ),
    row(
        "a last line without its line feed",
        good::run,
        Before(|b| b.bytes("trials.jsonl", |bytes| bytes.truncate(bytes.len() - 1))),
        &[Code::JsonLineForm],
    ),
];

const GZ: &str = "inputs.jsonl.gz";

/// Gzips with a file name in the header, as the gzip program does.
fn named(plain: &[u8]) -> Vec<u8> {
    let builder = GzBuilder::new().mtime(0).filename("inputs.jsonl");
    let mut encoder = builder.write(Vec::new(), Compression::default());
    encoder.write_all(plain).unwrap();
    encoder.finish().unwrap()
}

const FILES: &[Row] = &[
    row(
        "a plan without inputs",
        good::plan,
        Before(|b| drop(b.payload.remove(GZ))),
        &[Code::PayloadMissing],
    ),
    row(
        "a plan with a log",
        good::plan,
        Before(|b| drop(b.payload.insert("logs/x.log".to_owned(), Vec::new()))),
        &[Code::PayloadUnexpected],
    ),
    row(
        "a log in a folder of logs",
        good::run,
        Before(|b| drop(b.payload.insert("logs/a/x.log".to_owned(), Vec::new()))),
        &[Code::PayloadUnexpected],
    ),
    row(
        "half a gzip file",
        good::plan,
        Before(|b| b.bytes(GZ, |bytes| bytes.truncate(bytes.len() / 2))),
        &[Code::GzipDamaged],
    ),
    row(
        "another checksum",
        good::run,
        Before(|b| {
            b.bytes("raw/t-0001-1.gz", |bytes| {
                *bytes.iter_mut().nth_back(6).unwrap() ^= 1;
            });
        }),
        &[Code::GzipDamaged],
    ),
    row(
        "plain text called gzip",
        good::run,
        Before(|b| b.bytes("logs/mtp.log.gz", |bytes| *bytes = b"listening\n".to_vec())),
        &[Code::GzipDamaged],
    ),
    row("a time", good::plan, Before(|b| b.bytes(GZ, |bytes| bytes[4] = 1)), &[Code::GzipTime]),
    row(
        "a file name",
        good::plan,
        Before(|b| b.bytes(GZ, |bytes| *bytes = named(&gunzip(bytes)))),
        &[Code::GzipHeader],
    ),
    row(
        "a second member",
        good::plan,
        Before(|b| b.bytes(GZ, |bytes| bytes.extend(gz(b"more\n")))),
        &[Code::GzipTrailing],
    ),
    row("more than may come out", good::plan, Limits(|l| l.expanded = 20), &[Code::GzipTooLarge]),
];

const PLANS: &[PayloadRow] = &[
    (
        "a trial of an unknown arm",
        |b| b.json("plan.json", |v| v["trials"][1]["arm"] = json!("nobody")),
        &[Code::PlanReference],
    ),
    (
        "a warm-up of an unknown task",
        |b| b.json("plan.json", |v| v["warmups"][0]["task"] = json!("nothing")),
        &[Code::PlanReference],
    ),
    (
        "an analysis of an unknown arm",
        |b| b.json("plan.json", |v| v["analyses"][0]["baseline"] = json!("nobody")),
        &[Code::PlanReference],
    ),
    (
        "an arm twice",
        |b| b.json("plan.json", |v| v["arms"][1]["id"] = v["arms"][0]["id"].clone()),
        &[Code::DuplicateName, Code::PlanReference],
    ),
    (
        "a trial id twice",
        |b| b.json("plan.json", |v| v["trials"][1]["id"] = json!("t-0001")),
        &[Code::DuplicateName],
    ),
    (
        "an input with another text",
        |b| b.records("inputs.jsonl.gz", |v| v[0]["text"] = json!("other")),
        &[Code::InputDigest],
    ),
    (
        "an input twice",
        |b| b.records("inputs.jsonl.gz", |v| v.push(v[0].clone())),
        &[Code::InputSet],
    ),
    ("no input", |b| b.records("inputs.jsonl.gz", Vec::clear), &[Code::InputSet]),
];

/// Changes the record of `t-0001`, the second line.
fn first_trial(bag: &mut Bag, change: impl FnOnce(&mut serde_json::Value)) {
    bag.records("trials.jsonl", |trials| change(&mut trials[1]));
}

const TRIALS: &[PayloadRow] = &[
    ("another block", |b| first_trial(b, |v| v["block"] = json!(2)), &[Code::TrialNotPlanned]),
    ("another arm", |b| first_trial(b, |v| v["arm"] = json!("mtp")), &[Code::TrialNotPlanned]),
    (
        "another stratum",
        |b| first_trial(b, |v| v["stratum"] = json!("sums/year")),
        &[Code::TrialNotPlanned],
    ),
    (
        "another output cap",
        |b| first_trial(b, |v| v["request"]["max_output_tokens"] = json!(128)),
        &[Code::TrialNotPlanned],
    ),
    (
        "another seed",
        |b| first_trial(b, |v| v["request"]["requested"]["seed"] = json!(12)),
        &[Code::TrialNotPlanned],
    ),
    (
        "a warm-up that was not planned as one",
        |b| first_trial(b, |v| v["role"] = json!("warmup")),
        &[Code::TrialNotPlanned],
    ),
    (
        "an attempt twice",
        |b| b.records("trials.jsonl", |v| v.push(v[2].clone())),
        &[Code::DuplicateTrial],
    ),
    (
        "columns of two lengths",
        |b| first_trial(b, |v| v["marks"]["raw_end"] = json!([10, 20])),
        &[Code::MarkColumns],
    ),
    (
        "time that goes back",
        |b| first_trial(b, |v| v["marks"]["at_ns"] = json!([3, 2, 4])),
        &[Code::MarkOrder],
    ),
    (
        "text beyond the output",
        |b| first_trial(b, |v| v["output"] = json!("42")),
        &[Code::MarkOrder],
    ),
    (
        "a raw stream that is not there",
        |b| first_trial(b, |v| v["raw"] = json!("raw/t-0009-1.gz")),
        &[Code::RawReference],
    ),
    (
        "a raw stream that is a log",
        |b| first_trial(b, |v| v["raw"] = json!("logs/off.log")),
        &[Code::RawReference],
    ),
    (
        "a complete run without a planned trial",
        |b| b.records("trials.jsonl", |v| v.truncate(2)),
        &[Code::RunIncomplete],
    ),
    (
        "another plan id in a trial",
        |b| first_trial(b, |v| v["plan_id"] = json!(format!("sha256:{}", hex(b"x")))),
        &[Code::PlanId],
    ),
];

const TRANSCRIPTION: &str = "transcription.json";
const UNKNOWN: &[Code] = &[Code::TranscriptionReference];

const TRANSCRIPTIONS: &[PayloadRow] = &[
    ("a host", |b| b.json(TRANSCRIPTION, |v| v["arms"][0]["host"] = json!("x")), UNKNOWN),
    ("a source", |b| b.records("trials.jsonl", |v| v[0]["source"] = json!("x")), UNKNOWN),
    (
        "a side of a difference",
        |b| b.json(TRANSCRIPTION, |v| v["differences"][0]["left"] = json!("x")),
        UNKNOWN,
    ),
    (
        "a reviewed trial",
        |b| b.json(TRANSCRIPTION, |v| v["review"]["findings"][0]["trial"] = json!("x")),
        UNKNOWN,
    ),
    (
        "a condition without trials",
        |b| b.json(TRANSCRIPTION, |v| v["aggregates"][0]["prompt_tokens"] = json!(1)),
        UNKNOWN,
    ),
];

const OTHERS: &[Row] = &[
    row(
        "another id in run.json",
        good::run,
        Before(|b| {
            b.json("run.json", |v| v["id"] = json!("20261201-101500-run-other-00000000"));
        }),
        &[Code::RunId],
    ),
    row(
        "the engine of an unknown arm",
        good::run,
        Before(|b| b.json("engine.json", |v| v[1]["arm"] = json!("nobody"))),
        &[Code::RunReference],
    ),
    row(
        "an event of an unknown arm",
        good::run,
        Before(|b| b.records("events.jsonl", |v| v[0]["arm"] = json!("nobody"))),
        &[Code::RunReference],
    ),
    row(
        "a finding of an undefined kind",
        review,
        Before(|b| {
            b.json("review.json", |v| v["findings"]["kinds"] = json!([]));
        }),
        &[Code::FindingReference],
    ),
];

/// Rows of one kind of bundle.
fn of(base: fn() -> Bag, rows: &[PayloadRow]) -> Vec<Row> {
    rows.iter().map(|(name, change, codes)| row(name, base, Before(*change), codes)).collect()
}

/// All rows of this file.
pub(super) fn rows() -> Vec<Row> {
    let payload = [
        of(erratum, JSON),
        of(good::plan, PLANS),
        of(good::run, TRIALS),
        of(good::transcription, TRANSCRIPTIONS),
    ];
    [payload.concat(), LARGE.to_vec(), FILES.to_vec(), OTHERS.to_vec()].concat()
}

/// serde cannot place a fault in a record told apart by its `kind`; the defect still has a place.
#[test]
fn a_fault_in_any_record_names_a_line_and_a_column() {
    let scratch = super::Scratch::new();
    let mut bag = good::run();
    bag.records("events.jsonl", |events| events[1]["surprise"] = json!(1));
    let failure = jissoku::archive::verify_bundle(&bag.write(scratch.path())).unwrap_err();
    let defect = &failure.defects()[0];
    assert_eq!((defect.code, defect.path.as_str()), (Code::JsonRecord, "data/events.jsonl"));
    assert_eq!(defect.place, Some((2, 1)));
}
