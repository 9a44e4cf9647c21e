//! Properties: no change to a bundle or an archive goes unseen, and no input makes verification panic.

use super::bag::{Bag, put};
use super::runs::Archive;
use super::sealing::draft;
use super::{Scratch, broken, codes, files, good};
use jissoku::archive::{Content, Failure, seal, verify_archive, verify_bundle};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::Config;
use serde_json::json;
use std::fs;
use std::path::Path;

fn config(cases: u32) -> Config {
    Config { failure_persistence: None, ..Config::with_cases(cases) }
}

fn any_bag() -> impl Strategy<Value = Bag> {
    prop::sample::select(good::all().into_values().collect::<Vec<_>>())
}

fn flip(place: &Path, at: Index, bit: u8) {
    let mut bytes = fs::read(place).unwrap();
    let at = at.index(bytes.len());
    bytes[at] ^= 1 << bit;
    fs::write(place, bytes).unwrap();
}

/// A change to the set of files of a bundle.
#[derive(Debug, Clone, Copy)]
enum Shuffle {
    Drop,
    Add,
    Rename,
    Swap,
}

fn shuffle(folder: &Path, what: Shuffle, one: Index, other: Index) {
    let all = files(folder);
    let (one, other) = (one.get(&all), other.get(&all));
    let (from, to) = (folder.join(one), folder.join(other));
    match what {
        Shuffle::Drop => fs::remove_file(from).unwrap(),
        Shuffle::Add => drop(fs::copy(&from, from.with_extension("copy")).unwrap()),
        Shuffle::Rename => fs::rename(&from, from.with_extension("other")).unwrap(),
        Shuffle::Swap => {
            let (a, b) = (fs::read(&from).unwrap(), fs::read(&to).unwrap());
            fs::write(from, b).unwrap();
            fs::write(to, a).unwrap();
        }
    }
}

/// A change to the lines of a ledger.
#[derive(Debug, Clone, Copy)]
enum Tamper {
    Remove,
    Duplicate,
    Reorder,
}

fn tamper(lines: &mut Vec<String>, what: Tamper, one: Index, other: Index) {
    let (one, other) = (one.index(lines.len()), other.index(lines.len()));
    match what {
        Tamper::Remove => drop(lines.remove(one)),
        Tamper::Duplicate => lines.insert(other, lines[one].clone()),
        Tamper::Reorder => lines.swap(one, other),
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_flipped_bit_in_any_file_of_a_bundle_is_seen(
        bag in any_bag(), file: Index, at: Index, bit in 0_u8..8,
    ) {
        let scratch = Scratch::new();
        let folder = bag.write(scratch.path());
        let all = files(&folder);
        flip(&folder.join(file.get(&all)), at, bit);
        prop_assert!(!broken(&folder).is_empty());
    }

    #[test]
    fn a_file_that_is_dropped_added_renamed_or_swapped_is_seen(
        bag in any_bag(),
        what in prop::sample::select(
            vec![Shuffle::Drop, Shuffle::Add, Shuffle::Rename, Shuffle::Swap]),
        one: Index, other: Index,
    ) {
        let scratch = Scratch::new();
        let folder = bag.write(scratch.path());
        let all = files(&folder);
        let itself = matches!(what, Shuffle::Swap) && one.get(&all) == other.get(&all);
        prop_assume!(!itself);
        shuffle(&folder, what, one, other);
        prop_assert!(!broken(&folder).is_empty());
    }

    #[test]
    fn any_bytes_in_place_of_a_file_are_a_verdict_and_no_panic(
        bag in any_bag(), file: Index, bytes: Vec<u8>,
    ) {
        let scratch = Scratch::new();
        let folder = bag.write(scratch.path());
        let all = files(&folder);
        put(&folder, &all[file.index(all.len())], &bytes);
        prop_assert!(!broken(&folder).is_empty());
    }

    #[test]
    fn a_changed_byte_under_fitting_manifests_is_a_verdict_and_no_panic(
        mut bag in any_bag(), file: Index, at: Index, byte: u8,
    ) {
        let paths: Vec<String> = bag.payload.keys().cloned().collect();
        bag.bytes(&paths[file.index(paths.len())], |bytes| {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        });
        let scratch = Scratch::new();
        let verdict = verify_bundle(&bag.write(scratch.path()));
        prop_assert!(!matches!(verdict, Err(Failure::CouldNotRun(_))));
    }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn a_flipped_byte_in_any_file_of_the_archive_is_seen(file: Index, at: Index, bit in 0_u8..8) {
        let archive = Archive::good();
        let all = files(archive.path());
        flip(&archive.path().join(file.get(&all)), at, bit);
        prop_assert!(!codes(verify_archive(archive.path())).is_empty());
    }

    #[test]
    fn an_altered_byte_of_the_ledger_is_seen(at: Index, byte: u8) {
        let archive = Archive::good();
        let mut bytes = archive.ledger().into_bytes();
        let at = at.index(bytes.len());
        prop_assume!(bytes[at] != byte);
        bytes[at] = byte;
        put(archive.path(), "ledger.jsonl", &bytes);
        prop_assert!(!codes(verify_archive(archive.path())).is_empty());
    }

    /// Who alters a line can make the sidecar fit; every line but the last is chained by the next.
    #[test]
    fn an_altered_line_is_seen_under_a_fitting_sidecar_too(at: Index, byte: u8) {
        let archive = Archive::good();
        let mut bytes = archive.ledger().into_bytes();
        let last = bytes[..bytes.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap();
        let at = at.index(last);
        prop_assume!(bytes[at] != byte);
        bytes[at] = byte;
        archive.set_ledger(&bytes);
        prop_assert!(!codes(verify_archive(archive.path())).is_empty());
    }

    #[test]
    fn a_removed_duplicated_or_reordered_line_is_seen_under_a_fitting_sidecar_too(
        what in prop::sample::select(vec![Tamper::Remove, Tamper::Duplicate, Tamper::Reorder]),
        one: Index, other: Index,
    ) {
        let archive = Archive::good();
        let mut lines: Vec<String> = archive.ledger().lines().map(str::to_owned).collect();
        let before = lines.clone();
        tamper(&mut lines, what, one, other);
        prop_assume!(lines != before);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        archive.set_ledger(text.as_bytes());
        prop_assert!(!codes(verify_archive(archive.path())).is_empty());
        archive.set_sidecar(before.join("\n").as_bytes());
        prop_assert!(!codes(verify_archive(archive.path())).is_empty());
    }

    #[test]
    fn any_bytes_as_ledger_are_a_verdict_and_no_panic(bytes: Vec<u8>, fits: bool) {
        let archive = Archive::good();
        put(archive.path(), "ledger.jsonl", &bytes);
        if fits {
            archive.set_sidecar(&bytes);
        }
        prop_assert!(!codes(verify_archive(archive.path())).is_empty());
    }

    #[test]
    fn any_output_text_comes_back_as_it_went_in(text: String, log: Vec<u8>) {
        let scratch = Scratch::new();
        let mut bag = good::run();
        bag.records("trials.jsonl", |trials| {
            trials[1]["output"] = json!(text);
            let ends = [0, 0, text.len()];
            trials[1]["marks"]["text_end"] = json!(ends);
        });
        bag.payload.insert("logs/any.log".to_owned(), log.clone());
        let sealed = seal(scratch.path(), draft(&bag)).unwrap();
        let bundle = verify_bundle(&sealed.path).unwrap();
        let Content::Run(run) = bundle.content() else { panic!("a run is a run") };
        prop_assert_eq!(&run.trials[1].output, &text);
        prop_assert_eq!(bundle.read("data/logs/any.log").unwrap(), log);
        prop_assert_eq!(bundle.digest(), sealed.digest);
    }
}

#[test]
fn every_bit_of_the_sidecar_counts() {
    let archive = Archive::good();
    let place = archive.path().join("ledger.jsonl.sha256");
    let good = fs::read(&place).unwrap();
    for at in 0..good.len() * 8 {
        let mut bytes = good.clone();
        bytes[at / 8] ^= 1 << (at % 8);
        fs::write(&place, bytes).unwrap();
        assert!(!codes(verify_archive(archive.path())).is_empty(), "bit {at}");
    }
}
