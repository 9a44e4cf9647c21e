//! One valid file of every record kind, read strictly and written back the same.
//!
//! Job: the examples under `tests/fixtures/examples/` show what each file of a
//! bundle looks like; each must come back byte for byte, and each kind of fault
//! that JSON readers tend to let through must be refused at its place.

use jissoku::record::json::{self, Fault, FaultKind};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;

/// Reads a record and writes it as its file has it, without the last line feed.
type Again = fn(&[u8]) -> Result<String, Fault>;

fn line<T: DeserializeOwned + Serialize>(bytes: &[u8]) -> Result<String, Fault> {
    json::parse::<T>(bytes).map(|record| json::line(&record).unwrap())
}

fn file<T: DeserializeOwned + Serialize>(bytes: &[u8]) -> Result<String, Fault> {
    json::parse::<T>(bytes).map(|record| json::file(&record).unwrap().trim_end().to_owned())
}

/// The records of an example file: its lines, or the whole of it.
fn records(name: &str) -> Vec<String> {
    let path = super::root().join("tests/fixtures/examples").join(name);
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text = text.strip_suffix('\n').expect("a file ends in a line feed");
    if name.ends_with(".jsonl") {
        text.split('\n').map(str::to_owned).collect()
    } else {
        vec![text.to_owned()]
    }
}

fn examples_parse(name: &str, again: Again) {
    for record in records(name) {
        assert_eq!(again(record.as_bytes()).as_deref(), Ok(record.as_str()), "{name}");
    }
}

/// Puts `member` in front of the members of the first object.
fn with_member(record: &str, member: &str) -> String {
    let open = record.find('{').expect("a record has an object") + 1;
    format!("{}{member},{}", &record[..open], &record[open..])
}

/// Line and column, both from 1, of the byte at `offset`.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, offset - line_start + 1)
}

fn faults_are_refused(name: &str, again: Again) {
    let refused = |text: &str| again(text.as_bytes()).expect_err(text);
    let at = |fault: &Fault| (fault.line, fault.column);
    for record in records(name) {
        let unknown = with_member(&record, "\"surprise\":0");
        let fault = refused(&unknown);
        assert!(fault.to_string().contains("unknown field `surprise`"), "{name}: {fault}");
        assert!(fault.line >= 1 && fault.column >= 1, "{name}: {fault}");

        let key = record.split('"').nth(1).unwrap();
        let twice = with_member(&record, &format!("\"{key}\":0"));
        let fault = refused(&twice);
        assert_eq!(fault.kind, FaultKind::DuplicateKey(key.to_owned()), "{name}");
        let second = twice.match_indices(&format!("\"{key}\"")).nth(1).unwrap().0;
        assert_eq!(at(&fault), place(&twice, second), "{name}");

        let fault = refused(&format!("\u{feff}{record}"));
        assert_eq!((&fault.kind, at(&fault)), (&FaultKind::ByteOrderMark, (1, 1)), "{name}");

        for number in ["NaN", "9007199254740992"] {
            let text = with_member(&record, &format!("\"number\":{number}"));
            let fault = refused(&text);
            assert!(
                matches!(&fault.kind, FaultKind::Number(why) if why.contains(number)),
                "{name}: {fault}"
            );
            assert_eq!(at(&fault), place(&text, text.find(number).unwrap()), "{name}");
        }
    }
}

macro_rules! kinds {
    ($($kind:ident, $name:literal, $again:ident::<$record:ty>;)*) => {
        $(mod $kind {
            use super::*;
            use jissoku::record::*;

            #[test]
            fn examples_parse() {
                super::examples_parse($name, $again::<$record>);
            }

            #[test]
            fn faults_are_refused() {
                super::faults_are_refused($name, $again::<$record>);
            }
        })*

        #[test]
        fn no_example_is_without_a_kind() {
            let folder = super::root().join("tests/fixtures/examples");
            let mut names: Vec<_> =
                fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            let mut known = vec![$($name),*];
            names.sort_unstable();
            known.sort_unstable();
            assert_eq!(names, known);
            assert_eq!(known.len(), jissoku::record::schema::all().len(), "one example for each schema");
        }
    };
}

kinds! {
    a_plan, "plan.json", file::<plan::Plan>;
    an_input, "input.jsonl", line::<plan::Input>;
    a_run, "run.json", file::<run::Run>;
    a_host, "host.json", file::<host::Host>;
    engines, "engine.json", file::<Vec<engine::EngineFacts>>;
    a_trial, "trial.jsonl", line::<trial::Trial>;
    an_event, "event.jsonl", line::<event::Event>;
    a_transcription, "transcription.json", file::<transcription::Transcription>;
    a_transcribed_trial, "transcribed-trial.jsonl", line::<transcription::TranscribedTrial>;
    a_review, "review.json", file::<review::Review>;
    an_erratum, "erratum.json", file::<erratum::Erratum>;
    a_ledger_line, "ledger-line.jsonl", line::<ledger::LedgerLine>;
}
