//! Files: the site is that of the archive, and holds every bundle byte for byte.
//!
//! Job: a page whose bundle was exchanged, or that was built from another archive,
//! is found here. Neighbours: `archive` has verified the bundles; the other checks
//! look at pages.

use super::fault::{CheckError, Fault, Rule};
use super::page::Page;
use super::{Site, twins};
use crate::archive::{Archive, FileEntry, VerifiedBundle};
use crate::record::HexDigest;
use crate::site::Language;
use rayon::prelude::*;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeSet;
use std::path::Path;

/// Holds the site at `root` against the archive.
pub(super) fn check(root: &Path, site: &Site, archive: &Archive) -> Result<Vec<Fault>, CheckError> {
    let mut faults = Vec::new();
    let mut sealed = BTreeSet::new();
    for bundle in archive.bundles() {
        for language in Language::ALL {
            let page = format!("{}/bundles/{}/index.html", language.code(), bundle.id());
            if !site.pages.contains_key(&page) {
                let expected = format!("a page of {}", bundle.id());
                faults.push(Fault::of_file(Rule::Files, &page, "page", expected, "none"));
            }
        }
        sealed.extend(bundle.files().iter().map(|file| copy(bundle, file)));
        faults.extend(packed(root, site, bundle)?);
        sealed.insert(zip_of(bundle));
        let copies: Result<Vec<_>, _> =
            bundle.files().par_iter().map(|file| compare(root, site, bundle, file)).collect();
        faults.extend(copies?.into_iter().flatten());
    }
    let copies = site.files.iter().filter(|file| file.starts_with("bundles/"));
    for file in copies.filter(|file| !sealed.contains(*file)) {
        let expected = "a file of a bundle of the archive";
        faults.push(Fault::of_file(Rule::Files, file, "file", expected, "another"));
    }
    Ok(faults)
}

/// Where the site has a file of a bundle.
fn copy(bundle: &VerifiedBundle, file: &FileEntry) -> String {
    format!("bundles/{}/{}", bundle.id(), file.path)
}

/// Where the site has the zip of a bundle.
fn zip_of(bundle: &VerifiedBundle) -> String {
    format!("bundles/{}.zip", bundle.id())
}

/// The zip of a bundle holds its files below a folder named like it, and nothing else.
fn packed(root: &Path, site: &Site, bundle: &VerifiedBundle) -> Result<Option<Fault>, CheckError> {
    let path = zip_of(bundle);
    let fault = |expected: String, found: String| {
        Ok(Some(Fault::of_file(Rule::Files, &path, "zip", expected, found)))
    };
    if !site.files.contains(&path) {
        return fault("a zip of the bundle".to_owned(), "none".to_owned());
    }
    let place = root.join(&path);
    let file = std::fs::File::open(&place).map_err(CheckError::io(&place))?;
    let mut zip = match zip::ZipArchive::new(std::io::BufReader::new(file)) {
        Ok(zip) => zip,
        Err(cause) => return fault("a zip".to_owned(), cause.to_string()),
    };
    let expected: Vec<(String, String)> = bundle
        .files()
        .iter()
        .map(|file| (format!("{}/{}", bundle.id(), file.path), file.sha256.to_string()))
        .collect();
    let mut found = Vec::new();
    for index in 0..zip.len() {
        let mut sha256 = Sha256::new();
        let read = zip.by_index(index).map_err(std::io::Error::from).and_then(|mut entry| {
            std::io::copy(&mut entry, &mut Sink(&mut sha256))?;
            entry.name().map(|name| name.into_owned()).map_err(std::io::Error::from)
        });
        match read {
            Ok(name) => found.push((name, HexDigest(sha256.finalize().into()).to_string())),
            Err(cause) => return fault("entries that unpack".to_owned(), cause.to_string()),
        }
    }
    let differs = expected.iter().zip(&found).find(|(expected, found)| expected != found);
    match differs {
        Some(((name, sha256), (there, that))) => {
            fault(format!("`{name}` {sha256}"), format!("`{there}` {that}"))
        }
        None if expected.len() != found.len() => {
            fault(format!("{} entries", expected.len()), found.len().to_string())
        }
        None => Ok(None),
    }
}

/// Hashes what is written to it.
struct Sink<'a>(&'a mut Sha256);

impl std::io::Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn compare(
    root: &Path,
    site: &Site,
    bundle: &VerifiedBundle,
    file: &FileEntry,
) -> Result<Option<Fault>, CheckError> {
    let path = copy(bundle, file);
    let expected = format!("sha256 {}", file.sha256);
    let fault = |found| Fault::of_file(Rule::Files, &path, "sealed file", expected, found);
    if !site.files.contains(&path) {
        return Ok(Some(fault("none".to_owned())));
    }
    let place = root.join(&path);
    let bytes = std::fs::read(&place).map_err(CheckError::io(&place))?;
    let found = HexDigest(Sha256::digest(&bytes).into());
    Ok((found.to_string() != file.sha256.to_string()).then(|| fault(format!("sha256 {found}"))))
}

/// The footer of a page of either language names the head of the ledger.
pub(super) fn head(page: &Page, head: &str, faults: &mut Vec<Fault>) {
    if twins::split(&page.path).is_none() {
        return;
    }
    let footers = page.document.named("footer");
    let codes = footers.flat_map(super::document::Element::descendants);
    let stated = codes.filter(|e| e.name() == "code").map(|code| (code.line(), code.text()));
    let stated: Vec<_> = stated.collect();
    if stated.iter().any(|(_, text)| text == head) {
        return;
    }
    let (line, found) = stated
        .into_iter()
        .next()
        .map_or((None, "none".to_owned()), |(line, text)| (Some(line), format!("`{text}`")));
    let expected = format!("`{head}`, that of the archive");
    let fault = Fault::of_file(Rule::Files, &page.path, "ledger head", expected, found);
    faults.push(Fault { line, ..fault });
}
