//! A small good archive, written by hand, and its ledger.

use super::bag::{self, Bag, hex};
use super::{Scratch, good};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Where a ledger line's `at` starts; each further line is one minute later.
pub(super) fn minute(index: usize) -> String {
    format!("2026-12-05T00:{index:02}:00Z")
}

/// `runs/` with a probe, a plan, its run, and a review and an erratum of the run.
pub(crate) struct Archive {
    scratch: Scratch,
    /// The bundle folders in the order of the ledger.
    pub(super) folders: Vec<PathBuf>,
}

impl Archive {
    pub(crate) fn good() -> Self {
        let scratch = Scratch::new();
        let bundles = scratch.path().join("bundles");
        fs::create_dir(&bundles).unwrap();
        let mut archive = Self { scratch, folders: Vec::new() };
        for bag in [good::probe(), good::plan(), good::run()] {
            archive.add(&bag);
        }
        let of = bag::digest(archive.folders.last().unwrap());
        archive.add(&good::review(&of));
        archive.add(&good::erratum(&of));
        archive.write_ledger();
        archive
    }

    /// A copy of a sealed bundle, and a review and an erratum of it.
    #[cfg(feature = "measure")]
    pub(crate) fn about(bundle: &Path) -> Self {
        let scratch = Scratch::new();
        let copy = scratch.path().join("bundles").join(bundle.file_name().unwrap());
        for entry in walkdir::WalkDir::new(bundle).into_iter().map(Result::unwrap) {
            let place = copy.join(entry.path().strip_prefix(bundle).unwrap());
            if entry.file_type().is_dir() {
                fs::create_dir_all(place).unwrap();
            } else {
                fs::write(place, fs::read(entry.path()).unwrap()).unwrap();
            }
        }
        let mut archive = Self { scratch, folders: vec![copy] };
        let of = bag::digest(&archive.folders[0]);
        archive.add(&good::erratum(&of));
        archive.add(&good::review(&of));
        archive.write_ledger();
        archive
    }

    pub(crate) fn path(&self) -> &Path {
        self.scratch.path()
    }

    /// Writes one more bundle, without a ledger line.
    pub(super) fn add(&mut self, bag: &Bag) {
        self.folders.push(bag.write(&self.path().join("bundles")));
    }

    /// The folder of the first bundle of this kind.
    pub(crate) fn folder(&self, kind: &str) -> &Path {
        self.folders.iter().find(|folder| kind_of(folder) == kind).unwrap()
    }

    /// Takes a bundle away; its ledger line stays.
    pub(super) fn remove(&mut self, kind: &str) -> PathBuf {
        let at = self.folders.iter().position(|folder| kind_of(folder) == kind).unwrap();
        let folder = self.folders.remove(at);
        fs::remove_dir_all(&folder).unwrap();
        folder
    }

    /// Writes the ledger of all bundles and its sidecar.
    pub(super) fn write_ledger(&self) {
        let mut text = String::new();
        let mut prev = "0".repeat(64);
        for (index, folder) in self.folders.iter().enumerate() {
            let line = line(&minute(index), folder, &prev);
            prev = hex(line.as_bytes());
            text += &line;
            text.push('\n');
        }
        self.set_ledger(text.as_bytes());
    }

    pub(super) fn ledger(&self) -> String {
        fs::read_to_string(self.path().join("ledger.jsonl")).unwrap()
    }

    /// Writes the ledger, and a sidecar that fits it.
    pub(super) fn set_ledger(&self, bytes: &[u8]) {
        fs::write(self.path().join("ledger.jsonl"), bytes).unwrap();
        self.set_sidecar(bytes);
    }

    /// Writes the sidecar of a ledger of these bytes.
    pub(super) fn set_sidecar(&self, ledger: &[u8]) {
        let text = format!("{}  ledger.jsonl\n", hex(ledger));
        fs::write(self.path().join("ledger.jsonl.sha256"), text).unwrap();
    }

    /// Changes the last ledger line, which no later line chains, and fits the sidecar.
    pub(super) fn last_line(&self, change: impl FnOnce(&mut Value)) {
        let text = self.ledger();
        let start = text.trim_end().rfind('\n').unwrap() + 1;
        let mut value = serde_json::from_str(&text[start..]).unwrap();
        change(&mut value);
        self.set_ledger(format!("{}{value}\n", &text[..start]).as_bytes());
    }
}

/// A ledger line with its keys in byte order.
pub(super) fn line(at: &str, folder: &Path, prev: &str) -> String {
    let id = folder.file_name().unwrap().to_str().unwrap();
    format!(
        r#"{{"at":"{at}","digest":"{}","id":"{id}","kind":"{}","prev":"{prev}"}}"#,
        bag::digest(folder),
        kind_of(folder),
    )
}

fn kind_of(folder: &Path) -> &str {
    folder.file_name().unwrap().to_str().unwrap().split('-').nth(2).unwrap()
}
