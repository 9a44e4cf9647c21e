//! One walk over a bundle folder: what is there, by type and name.
//!
//! Job: list the regular files below a folder without following links or opening
//! anything, and report whatever is not a regular file with an allowed name.
//! Neighbours: `verify` hands the files to `read`; nothing else touches the disk.

use super::code::Code;
use super::defect::{ArchiveError, Defect};
use super::limits::Limits;
use super::manifest;
use super::name;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// What a walk found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Paths of regular files below `data/`, sorted by their bytes.
    pub(super) payload: Vec<String>,
    /// Names of the four tag files that are there.
    pub(super) tags: Vec<String>,
    /// Everything that does not belong.
    pub(super) defects: Vec<Defect>,
    /// Paths of files that were reported, so that they are not called missing too.
    pub(super) reported: Vec<String>,
    /// Whether the walk stopped at the limit.
    pub(super) stopped: bool,
    entries: usize,
}

/// Walks the bundle folder `dir`.
pub(super) fn walk(dir: &Path, limits: &Limits) -> Result<Found, ArchiveError> {
    let mut found = Found::default();
    for (entry, name) in entries(dir)? {
        if found.counted(limits) {
            found.top(dir, &entry, &name, limits)?;
        }
    }
    found.case_clashes();
    found.payload.sort_unstable();
    Ok(found)
}

/// Entries of a folder sorted by name; a name that is not UTF-8 is shown as close as can be.
fn entries(dir: &Path) -> Result<Vec<(fs::DirEntry, String)>, ArchiveError> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(dir).map_err(ArchiveError::io("read folder", dir))? {
        let entry = entry.map_err(ArchiveError::io("read folder", dir))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        entries.push((entry, name));
    }
    entries.sort_by(|a, b| a.1.cmp(&b.1));
    Ok(entries)
}

enum Type {
    File,
    Folder,
    Other,
}

impl Found {
    fn report(&mut self, code: Code, path: &str, expected: &str, found: impl std::fmt::Display) {
        self.defects.push(Defect::new(code, path, expected, found));
        self.reported.push(path.to_owned());
    }

    /// Tells files, folders and the rest apart, and reports the rest.
    fn type_of(&mut self, entry: &fs::DirEntry, path: &str) -> Result<Type, ArchiveError> {
        let place = entry.path();
        let kind = entry.file_type().map_err(ArchiveError::io("look at", &place))?;
        if kind.is_symlink() {
            self.report(Code::SymbolicLink, path, "a regular file", "a symbolic link");
        } else if kind.is_file() {
            return Ok(Type::File);
        } else if kind.is_dir() {
            return Ok(Type::Folder);
        } else {
            self.report(Code::SpecialFile, path, "a regular file", "a FIFO, socket or device");
        }
        Ok(Type::Other)
    }

    /// One entry of the bundle's top folder.
    fn top(
        &mut self,
        dir: &Path,
        entry: &fs::DirEntry,
        name: &str,
        limits: &Limits,
    ) -> Result<(), ArchiveError> {
        let tag_file = name == manifest::TAG || manifest::TAG_FILES.contains(&name);
        let other_manifest =
            ["manifest-", "tagmanifest-"].iter().any(|start| name.starts_with(start))
                && name.ends_with(".txt");
        match self.type_of(entry, name)? {
            Type::File if tag_file => self.tags.push(name.to_owned()),
            Type::Folder if name == "data" => self.folder(&dir.join("data"), "data", limits)?,
            Type::File if name == "fetch.txt" => {
                self.report(Code::FetchFile, name, "no fetch.txt", "fetch.txt");
            }
            Type::File if other_manifest => {
                self.report(Code::OtherAlgorithm, name, "manifests of SHA-256 only", name);
            }
            Type::File | Type::Folder => {
                self.report(Code::UnexpectedEntry, name, "four tag files and data/", name);
            }
            Type::Other => {}
        }
        Ok(())
    }

    /// Everything below one payload folder.
    fn folder(&mut self, dir: &Path, path: &str, limits: &Limits) -> Result<(), ArchiveError> {
        let entries = entries(dir)?;
        if entries.is_empty() {
            self.report(Code::EmptyFolder, path, "at least one file", "none");
        }
        for (entry, name) in entries {
            if !self.counted(limits) {
                return Ok(());
            }
            let path = format!("{path}/{name}");
            let depth = path.split('/').count();
            if path.len() > limits.path {
                self.report(Code::PathTooLong, &path, &at_most(limits.path, "bytes"), path.len());
                continue;
            }
            if depth > limits.depth {
                self.report(Code::PathTooDeep, &path, &at_most(limits.depth, "levels"), depth);
                continue;
            }
            match self.type_of(&entry, &path)? {
                Type::Folder => self.folder(&dir.join(entry.file_name()), &path, limits)?,
                // The whole path: a bad folder name makes every file below it a bad one.
                Type::File if name::path_ok(&path) => self.payload.push(path),
                Type::File => self.report(Code::FileName, &path, name::EXPECTED, &path),
                Type::Other => {}
            }
        }
        Ok(())
    }

    /// Counts one more entry; `false` beyond the limit, where the walk stops.
    fn counted(&mut self, limits: &Limits) -> bool {
        self.entries += 1;
        if self.entries > limits.entries && !self.stopped {
            self.stopped = true;
            self.report(Code::TooManyFiles, "", &at_most(limits.entries, "entries"), "more");
        }
        !self.stopped
    }

    /// A bad name that equals another one but for case is called a clash, not a bad name.
    fn case_clashes(&mut self) {
        let mut folded: BTreeMap<String, String> = BTreeMap::new();
        for path in &self.payload {
            folded.insert(path.clone(), path.clone());
        }
        for defect in &mut self.defects {
            if defect.code != Code::FileName {
                continue;
            }
            let lower = defect.path.to_lowercase();
            if let Some(other) = folded.get(&lower) {
                defect.code = Code::CaseClash;
                defect.expected = "names that differ by more than case".to_owned();
                defect.found = format!("{} beside {other}", defect.path);
            } else {
                folded.insert(lower, defect.path.clone());
            }
        }
    }
}

fn at_most(limit: usize, unit: &str) -> String {
    format!("at most {limit} {unit}")
}
