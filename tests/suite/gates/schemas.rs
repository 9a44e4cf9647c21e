//! The files under `schemas/` are the schemas of the types, byte for byte.
//!
//! After a type has changed on purpose, `UPDATE_SCHEMAS=1 cargo test schemas`
//! writes them anew; the change then stands in the commit for a reader to see.

use jissoku::record::schema;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// File name and text.
type Files = BTreeMap<String, String>;

fn folder() -> PathBuf {
    super::root().join("schemas")
}

fn generated() -> Files {
    let named = |(name, schema): (&str, _)| (name.to_owned(), schema::text(&schema).unwrap());
    let files: Files = schema::all().into_iter().map(named).collect();
    assert_eq!(files.len(), schema::all().len(), "two schemas have one name");
    files
}

fn read(folder: &Path) -> Files {
    let entries =
        fs::read_dir(folder).expect("schemas/ is there").map(|entry| entry.unwrap().path());
    let named = |path: PathBuf| {
        (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(path).unwrap())
    };
    entries.map(named).collect()
}

/// Each file that is not as generated.
fn drift(generated: &Files, found: &Files) -> Vec<String> {
    let known = generated.iter().filter_map(|(name, text)| match found.get(name) {
        None => Some(format!("{name} is missing")),
        Some(own) if own != text => Some(format!("{name} differs from its type")),
        Some(_) => None,
    });
    let unknown = found.keys().filter(|name| !generated.contains_key(*name));
    known.chain(unknown.map(|name| format!("{name} has no type"))).collect()
}

fn write(folder: &Path, files: &Files) {
    if folder.exists() {
        fs::remove_dir_all(folder).unwrap();
    }
    fs::create_dir(folder).unwrap();
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
}

#[test]
fn the_schemas_are_those_of_the_types() {
    let generated = generated();
    if std::env::var_os("UPDATE_SCHEMAS").is_some_and(|value| value == "1") {
        write(&folder(), &generated);
    }
    let found = drift(&generated, &read(&folder()));
    assert!(found.is_empty(), "{found:?}; to accept: UPDATE_SCHEMAS=1 cargo test schemas");
}

#[test]
fn drift_is_seen_both_ways() {
    let good = generated();
    let changed = |change: fn(&mut Files)| {
        let mut files = good.clone();
        change(&mut files);
        drift(&good, &files)
    };
    assert_eq!(drift(&good, &good), [""; 0]);
    assert_eq!(
        changed(|files| drop(files.remove("run.schema.json"))),
        ["run.schema.json is missing"]
    );
    assert_eq!(
        changed(|files| files.get_mut("run.schema.json").unwrap().push('\n')),
        ["run.schema.json differs from its type"]
    );
    assert_eq!(
        changed(|files| drop(files.insert("old.schema.json".into(), "{}".into()))),
        ["old.schema.json has no type"]
    );
}

#[test]
fn an_update_removes_what_drifted() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("schemas");
    let mut drifted = generated();
    drifted.remove("run.schema.json");
    drifted.insert("old.schema.json".into(), "{}".into());
    write(&folder, &drifted);
    write(&folder, &generated());
    assert_eq!(read(&folder), generated());
}
