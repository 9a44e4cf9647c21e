//! The files of the articles: `<slug>/{report.toml, ja.md, en.md, revisions/<n>/…}`.

use super::fault::Faults;
use crate::site::SiteError;
use crate::site::language::Language;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A text file as it was read.
#[derive(Debug, Clone, Default)]
pub(super) struct TextFile {
    /// As messages name it.
    pub(super) path: String,
    pub(super) text: String,
}

/// The text of an article in both languages.
#[derive(Debug, Clone, Default)]
pub(super) struct Texts {
    pub(super) ja: TextFile,
    pub(super) en: TextFile,
}

impl Texts {
    pub(super) const fn of(&self, language: Language) -> &TextFile {
        match language {
            Language::Ja => &self.ja,
            Language::En => &self.en,
        }
    }
}

/// The files of one article.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) slug: String,
    pub(super) folder: PathBuf,
    pub(super) toml: TextFile,
    pub(super) current: Texts,
    /// Older revisions by number.
    pub(super) revisions: BTreeMap<u64, Texts>,
}

/// Reads every article below `folder`, sorted by name; none if there is no such folder.
///
/// # Errors
/// [`SiteError::Io`]; what is missing or misnamed is a fault.
pub(super) fn read(folder: &Path, faults: &mut Faults) -> Result<Vec<Source>, SiteError> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut sources = Vec::new();
    for (name, path) in listing(folder)? {
        let word = |part: &str| {
            !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        };
        if !path.is_dir() || !name.split('-').all(word) {
            let what = "expected a folder named by lower-case words joined by hyphens";
            faults.add(&path.display().to_string(), 1, what);
            continue;
        }
        sources.push(Source {
            slug: name,
            toml: text(&path.join("report.toml"), faults)?,
            current: texts(&path, faults)?,
            revisions: revisions(&path.join("revisions"), faults)?,
            folder: path,
        });
    }
    Ok(sources)
}

fn revisions(folder: &Path, faults: &mut Faults) -> Result<BTreeMap<u64, Texts>, SiteError> {
    let mut revisions = BTreeMap::new();
    if !folder.exists() {
        return Ok(revisions);
    }
    for (name, path) in listing(folder)? {
        match name.parse::<u64>() {
            Ok(number) if number.to_string() == name && number > 0 => {
                revisions.insert(number, texts(&path, faults)?);
            }
            _ => {
                let what = "expected a folder named by the number of a revision";
                faults.add(&path.display().to_string(), 1, what);
            }
        }
    }
    Ok(revisions)
}

fn texts(folder: &Path, faults: &mut Faults) -> Result<Texts, SiteError> {
    Ok(Texts { ja: text(&folder.join("ja.md"), faults)?, en: text(&folder.join("en.md"), faults)? })
}

/// A text file; one that is missing or not UTF-8 is a fault and read as empty.
fn text(path: &Path, faults: &mut Faults) -> Result<TextFile, SiteError> {
    let shown = path.display().to_string();
    if !path.exists() {
        faults.add(&shown, 1, "the file is missing");
        return Ok(TextFile { path: shown, text: String::new() });
    }
    let bytes = fs::read(path).map_err(SiteError::io("read", path))?;
    let text = String::from_utf8(bytes).unwrap_or_else(|cause| {
        let good = &cause.as_bytes()[..cause.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
        faults.add(&shown, line, "the text is not UTF-8");
        String::new()
    });
    Ok(TextFile { path: shown, text })
}

fn listing(folder: &Path) -> Result<Vec<(String, PathBuf)>, SiteError> {
    let io = || SiteError::io("read folder", folder);
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(io())? {
        let entry = entry.map_err(io())?;
        entries.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
    }
    entries.sort();
    Ok(entries)
}
