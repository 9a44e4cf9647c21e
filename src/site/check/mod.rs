//! A built site → every fault in it.
//!
//! Job: read the pages as a browser reads them and hold them to the rules of the
//! site, one rule a module. Nothing is repaired and nothing written. Neighbours:
//! `build` makes the site without knowing these rules; the archive is verified
//! before, and the site is held against it.

mod address;
mod code;
mod document;
mod fault;
mod files;
mod hidden;
mod ids;
mod links;
mod numbers;
mod outline;
mod page;
mod policy;
mod sink;
mod svg;
mod syntax;
mod trials;
mod twins;

pub use fault::{CheckError, Fault, Rule};

use super::output::MARK;
use crate::archive::Archive;
use page::{Facts, Page};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The checks that look at one page alone.
const OF_A_PAGE: [fn(&Page, &mut Vec<Fault>); 9] = [
    syntax::check,
    ids::check,
    outline::check,
    svg::check,
    code::check,
    policy::check,
    hidden::check,
    numbers::check,
    trials::check,
];

/// What was checked, and what is wrong with it.
#[derive(Debug)]
pub struct Checked {
    /// Pages read.
    pub pages: usize,
    /// Links followed.
    pub links: usize,
    /// Every fault, sorted by page and line.
    pub faults: Vec<Fault>,
}

/// What the site holds; paths are below its root and use `/`.
struct Site {
    files: BTreeSet<String>,
    pages: BTreeMap<String, Facts>,
}

impl Site {
    /// Whether a path names a folder of the site.
    fn is_folder(&self, path: &str) -> bool {
        let inside = format!("{path}/");
        self.files.range(inside.clone()..).next().is_some_and(|file| file.starts_with(&inside))
    }
}

/// Checks the site in the folder `out`, built from `archive`.
///
/// # Errors
/// [`CheckError`] if there is no site or it cannot be read; faults are no error.
pub fn check(out: &Path, archive: &Archive) -> Result<Checked, CheckError> {
    let mut faults = Vec::new();
    let files = list(out, &mut faults)?;
    let head = archive.head().to_string();
    let pages: Vec<&String> = files.iter().filter(|file| file.ends_with(".html")).collect();
    let read: Result<Vec<_>, _> = pages.par_iter().map(|path| read(out, path, &head)).collect();
    let mut known = BTreeMap::new();
    for (path, (facts, of_page)) in pages.iter().zip(read?) {
        known.extend(facts.map(|facts| ((*path).clone(), facts)));
        faults.extend(of_page);
    }
    let site = Site { pages: known, files };
    for (path, facts) in &site.pages {
        links::check(path, facts, &site, &mut faults);
        twins::check(path, facts, &site, &mut faults);
    }
    faults.extend(files::check(out, &site, archive)?);
    faults.sort();
    faults.dedup();
    let links = site.pages.values().map(|facts| facts.links.len()).sum();
    Ok(Checked { pages: site.pages.len(), links, faults })
}

/// Every file of the site; what is no plain file is a fault.
fn list(out: &Path, faults: &mut Vec<Fault>) -> Result<BTreeSet<String>, CheckError> {
    let no_site =
        |found: &str| CheckError::NoSite { path: out.to_owned(), found: found.to_owned() };
    if !out.is_dir() {
        return Err(no_site(if out.exists() { "something else" } else { "nothing" }));
    }
    let mut files = BTreeSet::new();
    for entry in walkdir::WalkDir::new(out).follow_root_links(true) {
        let entry = entry.map_err(|cause| {
            let path = cause.path().unwrap_or(out).to_owned();
            CheckError::Io { path, cause: cause.into() }
        })?;
        let below = entry.path().strip_prefix(out).unwrap_or(entry.path());
        let path = below.to_string_lossy().into_owned();
        if entry.file_type().is_dir() || path == MARK {
            continue;
        }
        let found = match below.to_str() {
            None => "a name that is not UTF-8",
            Some(_) if entry.file_type().is_symlink() => "a link",
            Some(_) if !entry.file_type().is_file() => "something else",
            Some(_) => {
                files.insert(path);
                continue;
            }
        };
        faults.push(Fault::of_file(Rule::Files, &path, "file", "a plain file", found));
    }
    if files.contains("index.html") { Ok(files) } else { Err(no_site("none")) }
}

/// Reads a page and checks what can be seen on it alone; without facts if it is not text.
fn read(out: &Path, path: &str, head: &str) -> Result<(Option<Facts>, Vec<Fault>), CheckError> {
    let place = out.join(path);
    let bytes = std::fs::read(&place).map_err(CheckError::io(&place))?;
    let mut faults = Vec::new();
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(cause) => {
            let found = cause.utf8_error().to_string();
            faults.push(Fault::of_file(Rule::Syntax, path, "text", "UTF-8", found));
            return Ok((None, faults));
        }
    };
    let page = Page::new(path.to_owned(), text);
    for check in OF_A_PAGE {
        check(&page, &mut faults);
    }
    files::head(&page, head, &mut faults);
    Ok((Some(page.facts()), faults))
}
