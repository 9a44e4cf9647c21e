//! `measure import`.

use super::{archive, changed_publication, published, run, tree};
use std::fs;

#[test]
fn importing_twice_gives_one_bundle_and_one_ledger_line() {
    let folder = archive();
    let before = tree(folder.path());
    let (code, out, _) = run("measure", &["import", published().to_str().unwrap()], folder.path());
    assert_eq!(code, 0);
    assert!(out.starts_with("already there: 48 trials\nsha256:"), "{out}");
    assert!(out.ends_with("was in the ledger\n"), "{out}");
    assert_eq!(tree(folder.path()), before);
}

#[test]
fn quiet_prints_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let answer =
        run("measure", &["import", published().to_str().unwrap(), "--quiet"], folder.path());
    assert_eq!(answer, (0, String::new(), String::new()));
}

#[test]
fn what_an_interrupted_import_sealed_is_admitted_by_the_next() {
    let folder = archive();
    let runs = folder.path().join("runs");
    fs::remove_file(runs.join("ledger.jsonl")).unwrap();
    fs::remove_file(runs.join("ledger.jsonl.sha256")).unwrap();
    let (code, out, _) = run("measure", &["import", published().to_str().unwrap()], folder.path());
    assert_eq!(code, 0);
    assert!(out.starts_with("already there") && out.ends_with("added to the ledger\n"), "{out}");
    assert_eq!(run("sitegen", &["verify"], folder.path()).0, 0);
}

/// File, what is replaced in it, by what, exit code, what the message must say.
const BROKEN: &[(&str, &str, &str, i32, &[&str])] = &[
    ("trials.json", "{\n", "{ not json\n", 1, &["cannot read", "trials.json", "line 1, column 3"]),
    (
        "trials.json",
        "\"trial\":1,",
        "\"trial\":1,\"trial\":2,",
        1,
        &["has the key \"trial\" twice in one object"],
    ),
    (
        "trials.json",
        "\"trial\":1,",
        "\"trial\":1,\"speed\":2,",
        1,
        &["unknown field `speed`", "line 7, column 86"],
    ),
    ("trials.json", "52.3294371283103", "NaN", 1, &["`NaN` is not a JSON number"]),
    ("trials.json", "52.3294371283103", "1e400", 1, &["`1e400` is outside"]),
    ("trials.json", "52.3294371283103", "\"52.3\"", 1, &["not a JSON number"]),
    (
        "trials.json",
        "\"generated_tokens\":695",
        "\"generated_tokens\":9007199254740992",
        1,
        &["is not below 2^53"],
    ),
    (
        "trials.json",
        "\"generated_tokens\":695",
        "\"generated_tokens\":696",
        1,
        &[
            "1 contradiction(s)",
            "output tokens: trials.json says Some(Tokens(696)), facts.json Some(Tokens(695))",
        ],
    ),
    (
        "trials.json",
        "\"off_correct\":1664",
        "\"off_correct\":1665",
        1,
        &["quality-600 correct off", "1665", "1664"],
    ),
    ("facts.json", "\"power_limit_w\"", "\"colour\"", 1, &["\"colour\" is not a known fact"]),
    (
        "facts.json",
        "\"before model load\"",
        "\"before lunch\"",
        1,
        &["[texts] has no entry for \"before lunch\""],
    ),
    ("meaning.toml", "slug = ", "slug = 7 #", 1, &["meaning.toml", "line 4"]),
    ("meaning.toml", "[title]", "[tilte]", 1, &["unknown field `tilte`"]),
    ("meaning.toml", "slug = \"glm53-flash-mtp\"", "slug = \"../x\"", 2, &["cannot seal"]),
];

#[test]
fn a_broken_publication_is_refused_and_nothing_is_written() {
    for (file, from, to, expected, says) in BROKEN {
        let source = changed_publication(file, from, to);
        let folder = tempfile::tempdir().unwrap();
        let (code, out, error) =
            run("measure", &["import", source.path().to_str().unwrap()], folder.path());
        assert_eq!((code, out.as_str()), (*expected, ""), "{file}: {to}: {error}");
        for words in *says {
            assert!(error.contains(words), "{file}: {to}: expected {words:?} in {error}");
        }
        assert_eq!(tree(folder.path()).len(), 0, "{file}: {to}");
    }
}

#[test]
fn a_publication_that_is_not_there_cannot_be_imported() {
    let folder = tempfile::tempdir().unwrap();
    let (code, _, error) = run("measure", &["import", "nowhere"], folder.path());
    assert_eq!(code, 2);
    assert!(
        error.contains("cannot read nowhere/trials.json") && error.contains("nothing was written"),
        "{error}"
    );
}

#[test]
fn an_empty_file_is_refused_with_its_place() {
    let source = changed_publication("trials.json", "{", "{");
    fs::write(source.path().join("trials.json"), "").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (code, _, error) =
        run("measure", &["import", source.path().to_str().unwrap()], folder.path());
    assert_eq!(code, 1);
    assert!(error.contains("line 1, column 1: the text ends where a value should be"), "{error}");
}
