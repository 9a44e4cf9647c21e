//! The journal of an open run: whatever moment it dies at, only the last line can be lost.

use super::bag::{Bag, put};
use super::sealing::{contents, draft, refusal};
use super::{Scratch, good, listing};
use jissoku::archive::{ArchiveError, Journal, Torn, open_journals, verify_bundle};
use jissoku::record::BundleId;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const TRIALS: &str = "trials.jsonl";
/// Names the archive that the child process of [`a_killed_writer_loses_at_most_its_last_line`] writes to.
const RUNS: &str = "JISSOKU_TEST_JOURNAL_RUNS";

fn id() -> BundleId {
    BundleId::parse(&good::run().id()).unwrap()
}

/// A journal that was closed with these bytes in `trials.jsonl`.
fn closed(runs: &Path, bytes: &[u8]) {
    let journal = Journal::create(runs, &id()).unwrap();
    fs::write(journal.folder().join(TRIALS), bytes).unwrap();
}

/// Puts all that a run holds into its journal, trial by trial.
fn fill(journal: &mut Journal, bag: &Bag) {
    for (path, bytes) in &bag.payload {
        if path.ends_with(".jsonl") {
            for line in std::str::from_utf8(bytes).unwrap().lines() {
                journal.append(path, &serde_json::from_str::<Value>(line).unwrap()).unwrap();
            }
        } else {
            journal.put(path, bytes).unwrap();
        }
    }
}

#[test]
fn a_closed_journal_becomes_the_bundle_of_its_run() {
    let scratch = Scratch::new();
    let bag = good::run();
    let mut journal = Journal::create(scratch.path(), &id()).unwrap();
    fill(&mut journal, &bag);
    assert_eq!(open_journals(scratch.path()).unwrap(), [id()]);
    let mut draft = draft(&bag);
    draft.files.clear();
    let sealed = journal.seal(scratch.path(), draft).unwrap();
    let other = Scratch::new();
    assert_eq!(contents(&sealed.path), contents(&bag.write(other.path())));
    assert_eq!(verify_bundle(&sealed.path).unwrap().digest(), sealed.digest);
    assert_eq!(listing(&scratch.path().join("open")), Vec::<String>::new());

    let again = Journal::create(scratch.path(), &id()).unwrap_err();
    assert!(matches!(again, ArchiveError::Exists { .. }), "{again}");
    let resumed = Journal::reopen(scratch.path(), &id()).unwrap_err();
    assert!(matches!(resumed, ArchiveError::Absent { .. }), "{resumed}");
}

#[test]
fn a_journal_that_does_not_seal_is_kept() {
    let scratch = Scratch::new();
    let bag = good::run();
    let mut journal = Journal::create(scratch.path(), &id()).unwrap();
    fill(&mut journal, &bag);
    journal.put("logs/bad name", b"").unwrap_err();
    put(journal.folder(), "logs/bad name", b"");
    let before = contents(journal.folder());
    let folder = journal.folder().to_owned();
    let error = refusal(journal.seal(scratch.path(), draft(&bag)));
    assert!(matches!(error, ArchiveError::Draft { .. }), "{error}");
    assert_eq!(contents(&folder), before);
    Journal::reopen(scratch.path(), &id()).unwrap();
}

#[test]
fn a_journal_has_one_writer() {
    let scratch = Scratch::new();
    let first = Journal::create(scratch.path(), &id()).unwrap();
    let second = Journal::create(scratch.path(), &id()).unwrap_err();
    assert!(matches!(second, ArchiveError::Exists { .. }), "{second}");
    let third = Journal::reopen(scratch.path(), &id()).unwrap_err();
    assert!(matches!(third, ArchiveError::Locked { .. }), "{third}");
    drop(first);
    let (journal, torn) = Journal::reopen(scratch.path(), &id()).unwrap();
    assert_eq!((journal.id(), torn), (&id(), Vec::new()));
}

#[test]
fn cut_at_any_byte_a_journal_loses_only_the_line_that_was_torn() {
    let lines = ["{\"trial\":1}\n", "{\"trial\":22}\n", "{\"trial\":\"月\"}\n"];
    let whole = lines.concat().into_bytes();
    for end in 0..=whole.len() {
        let scratch = Scratch::new();
        closed(scratch.path(), &whole[..end]);
        let (mut journal, torn) = Journal::reopen(scratch.path(), &id()).unwrap();
        let kept = whole[..end].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let cut = whole[kept..end].to_vec();
        let path = TRIALS.to_owned();
        let at_byte = kept as u64;
        let expected: Vec<Torn> =
            if cut.is_empty() { vec![] } else { vec![Torn { path, at_byte, cut }] };
        assert_eq!(torn, expected, "cut at {end}");
        journal.append(TRIALS, &json!({"trial": 4})).unwrap();
        let after = fs::read(journal.folder().join(TRIALS)).unwrap();
        assert_eq!(after, [&whole[..kept], b"{\"trial\":4}\n"].concat(), "cut at {end}");
    }
}

#[test]
fn a_torn_end_of_any_length_is_cut_where_it_began() {
    const STEP: usize = 64 << 10;
    for length in [1, STEP - 1, STEP, STEP + 1, 2 * STEP, 2 * STEP + 1, 300_000] {
        for head in [&b""[..], b"\n", b"{}\n", &[b'\n'; STEP]] {
            let scratch = Scratch::new();
            let tail = vec![0_u8; length];
            closed(scratch.path(), &[head, &tail].concat());
            let (journal, torn) = Journal::reopen(scratch.path(), &id()).unwrap();
            assert_eq!(torn.len(), 1);
            assert_eq!((torn[0].at_byte, &torn[0].cut), (head.len() as u64, &tail));
            assert_eq!(fs::read(journal.folder().join(TRIALS)).unwrap(), head);
        }
    }
}

#[test]
fn only_files_of_lines_are_cut() {
    let scratch = Scratch::new();
    let mut journal = Journal::create(scratch.path(), &id()).unwrap();
    journal.put("raw/t-0001-1.gz", b"no line feed").unwrap();
    journal.put("run.json", b"{}").unwrap();
    drop(journal);
    let (journal, torn) = Journal::reopen(scratch.path(), &id()).unwrap();
    assert_eq!(torn, Vec::new());
    assert_eq!(fs::read(journal.folder().join("raw/t-0001-1.gz")).unwrap(), b"no line feed");
}

#[test]
fn a_file_is_replaced_as_a_whole_and_paths_stay_inside() {
    let scratch = Scratch::new();
    let mut journal = Journal::create(scratch.path(), &id()).unwrap();
    journal.put("run.json", b"first").unwrap();
    journal.append(TRIALS, &json!(1)).unwrap();
    journal.put("run.json", b"second").unwrap();
    journal.put(TRIALS, b"").unwrap();
    journal.append(TRIALS, &json!(2)).unwrap();
    let before = contents(journal.folder());
    for path in ["../x", "/x", "", "A", "a//b", ".."] {
        for error in
            [journal.put(path, b"").unwrap_err(), journal.append(path, &json!(1)).unwrap_err()]
        {
            assert!(matches!(error, ArchiveError::Draft { .. }), "{error}");
        }
    }
    assert_eq!(contents(journal.folder()), before);
    assert_eq!(fs::read(journal.folder().join("run.json")).unwrap(), b"second");
    assert_eq!(fs::read(journal.folder().join(TRIALS)).unwrap(), b"2\n");
    assert_eq!(listing(&scratch.path().join("open")).len(), 3, "no scratch folder stays");
}

#[test]
fn what_is_in_the_way_of_a_line_is_an_error_and_earlier_lines_stay() {
    let scratch = Scratch::new();
    let mut journal = Journal::create(scratch.path(), &id()).unwrap();
    journal.append(TRIALS, &json!(1)).unwrap();
    fs::create_dir(journal.folder().join("events.jsonl")).unwrap();
    let error = journal.append("events.jsonl", &json!(1)).unwrap_err();
    assert!(error.to_string().contains("earlier lines are kept"), "{error}");
    let error = journal.append("trials.jsonl/x.jsonl", &json!(1)).unwrap_err();
    assert!(matches!(error, ArchiveError::Io { .. }), "{error}");
    assert_eq!(fs::read(journal.folder().join(TRIALS)).unwrap(), b"1\n");
}

/// Appends numbered lines until it is killed; does nothing unless the variable is set.
#[test]
fn child_that_appends_until_it_is_killed() {
    let Some(runs) = std::env::var_os(RUNS) else { return };
    let mut journal = Journal::create(Path::new(&runs), &id()).unwrap();
    for number in 0_u64.. {
        journal.append(TRIALS, &json!({"number": number, "output": "x".repeat(3000)})).unwrap();
    }
}

#[test]
fn a_killed_writer_loses_at_most_its_last_line() {
    for least_bytes in [1, 10_000, 50_001, 200_003] {
        let scratch = Scratch::new();
        let name = "archive::journal::child_that_appends_until_it_is_killed";
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", name])
            .env(RUNS, scratch.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let file = scratch.path().join("open").join(id().as_str()).join(TRIALS);
        let written = || fs::metadata(&file).map_or(0, |facts| facts.len());
        while written() < least_bytes && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let before = written();
        assert!(before >= least_bytes);
        let (journal, torn) = Journal::reopen(scratch.path(), &id()).unwrap();
        let text = fs::read_to_string(journal.folder().join(TRIALS)).unwrap();
        let cut: usize = torn.iter().map(|torn| torn.cut.len()).sum();
        assert_eq!((text.len() + cut) as u64, before);
        for (index, line) in text.lines().enumerate() {
            let value: Value = serde_json::from_str(line).unwrap();
            assert_eq!(value["number"], json!(index));
        }
    }
}
