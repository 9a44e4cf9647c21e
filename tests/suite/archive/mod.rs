//! The archive: every rule with its mutation, hostile input, the life of a run.
//!
//! Bundles are made by the writer in `bag`, which shares no code with the
//! program, so that writer and verifier cannot be wrong in the same way.

mod admission;
mod archive_rules;
mod bag;
mod bundle_rules;
mod conformance;
mod good;
mod hostile;
mod journal;
mod ledger;
mod mutation;
mod properties;
mod record_rules;
pub(crate) mod runs;
mod sealing;
mod tarball;
mod tools;

use jissoku::archive::{Code, Failure, Limits, verify_bundle, verify_bundle_within};
use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tempfile::TempDir;

/// A temporary folder that is removed although sealed bundles in it are read-only.
struct Scratch(TempDir);

impl Scratch {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        writable(self.path());
    }
}

/// Gives every folder and file below `folder` its write permission back.
fn writable(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            fs::set_permissions(entry.path(), Permissions::from_mode(0o755)).unwrap();
            writable(&entry.path());
        } else if kind.is_file() {
            fs::set_permissions(entry.path(), Permissions::from_mode(0o644)).unwrap();
        }
    }
}

/// The rules that a result names; none if it is good. Being unable to work is a failed test.
fn codes<T>(result: Result<T, Failure>) -> BTreeSet<Code> {
    match result {
        Ok(_) => BTreeSet::new(),
        Err(Failure::Defects(defects)) => {
            assert!(!defects.is_empty(), "bad, and no defect says why");
            defects.iter().map(|defect| defect.code).collect()
        }
        Err(Failure::CouldNotRun(error)) => panic!("could not run: {error}"),
    }
}

/// The rules that the bundle in `folder` breaks.
fn broken(folder: &Path) -> BTreeSet<Code> {
    codes(verify_bundle(folder))
}

/// The same within other limits.
fn broken_within(folder: &Path, limits: Limits) -> BTreeSet<Code> {
    codes(verify_bundle_within(folder, &limits))
}

/// A set of codes.
fn set(codes: &[Code]) -> BTreeSet<Code> {
    codes.iter().copied().collect()
}

/// Every path below `folder` with `/` at the end of folders, sorted; links are not followed.
fn listing(folder: &Path) -> Vec<String> {
    let mut paths = Vec::new();
    collect(folder, "", &mut paths);
    paths.sort();
    paths
}

fn collect(folder: &Path, below: &str, paths: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.file_type().unwrap().is_dir() {
            collect(&entry.path(), &format!("{path}/"), paths);
            paths.push(path + "/");
        } else {
            paths.push(path);
        }
    }
}

/// Every file below `folder`, without the folders.
fn files(folder: &Path) -> Vec<String> {
    listing(folder).into_iter().filter(|path| !path.ends_with('/')).collect()
}
