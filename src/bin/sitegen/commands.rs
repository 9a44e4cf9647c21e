//! The commands of `sitegen`: an exit code and what to print.

use super::Lang;
use jissoku::archive::{self, Archive, Failure, VERIFIER, VerifiedBundle};
use jissoku::site::Options;
use jissoku::{exit, site};
use std::path::{Path, PathBuf};

/// Verifies the archive and builds the site.
pub(super) fn build(runs: &Path, out: &Path, options: &Options, lang: Lang) -> (u8, String) {
    let archive = match whole(runs, None, lang) {
        Ok(archive) => archive,
        Err((code, text)) => {
            return (code, format!("{text}\n{} was left as it was", out.display()));
        }
    };
    match site::build(&archive, out, options) {
        Ok(built) => {
            let text = format!(
                "{} bundle(s) verified, {} files in {}",
                built.bundles,
                built.files,
                out.display()
            );
            (exit::DONE, text)
        }
        Err(error) if error.is_check() => (exit::CHECK_FAILED, error.to_string()),
        Err(error) => (exit::COULD_NOT_RUN, error.to_string()),
    }
}

/// Checks a built site against the archive; a line for each fault.
pub(super) fn check(runs: &Path, out: &Path, lang: Lang) -> (u8, String) {
    let archive = match whole(runs, None, lang) {
        Ok(archive) => archive,
        Err(failed) => return failed,
    };
    match site::check::check(out, &archive) {
        Ok(checked) if checked.faults.is_empty() => {
            let text = format!(
                "{} page(s) and {} link(s) checked: no fault",
                checked.pages, checked.links
            );
            (exit::DONE, text)
        }
        Ok(checked) => {
            let mut lines: Vec<String> = checked.faults.iter().map(ToString::to_string).collect();
            lines.push(format!("{} fault(s) in {} page(s)", lines.len(), checked.pages));
            (exit::CHECK_FAILED, lines.join("\n"))
        }
        Err(error) => (exit::COULD_NOT_RUN, error.to_string()),
    }
}

/// Verifies the archive; a line for each bundle.
pub(super) fn verify_archive(runs: &Path, public_key: Option<&str>, lang: Lang) -> (u8, String) {
    let archive = match whole(runs, public_key, lang) {
        Ok(archive) => archive,
        Err(failed) => return failed,
    };
    let mut lines: Vec<String> = archive.bundles().iter().map(line).collect();
    lines.push(format!(
        "{} bundle(s) and {} ledger line(s) verified by {VERIFIER}; ledger head {}",
        archive.bundles().len(),
        archive.ledger().len(),
        archive.head()
    ));
    (exit::DONE, lines.join("\n"))
}

/// Verifies single bundle folders; the worst result decides the exit code.
pub(super) fn verify_bundles(folders: &[PathBuf], lang: Lang) -> (u8, String) {
    let (mut worst, mut lines) = (exit::DONE, Vec::new());
    for folder in folders {
        match archive::verify_bundle(folder) {
            Ok(bundle) => lines.push(line(&bundle)),
            Err(failure) => {
                let (code, text) = failed(&failure, lang);
                worst = worst.max(code);
                lines.push(text);
            }
        }
    }
    (worst, lines.join("\n"))
}

/// The verified archive; one without a bundle proves nothing and is refused.
fn whole(runs: &Path, public_key: Option<&str>, lang: Lang) -> Result<Archive, (u8, String)> {
    match archive::verify_archive_signed(runs, public_key) {
        Ok(archive) if archive.bundles().is_empty() => {
            let text = format!(
                "cannot use {}: expected at least one bundle, found none; \
                 import or measure one, or name another archive with --runs",
                runs.display()
            );
            Err((exit::COULD_NOT_RUN, text))
        }
        Ok(archive) => Ok(archive),
        Err(failure) => Err(failed(&failure, lang)),
    }
}

fn line(bundle: &VerifiedBundle) -> String {
    format!("{}  {}  {}", bundle.digest(), bundle.evidence().as_str(), bundle.id())
}

fn failed(failure: &Failure, lang: Lang) -> (u8, String) {
    match (failure, lang) {
        (Failure::Defects(defects), Lang::Ja) => {
            let lines: Vec<String> =
                defects.iter().map(|defect| defect.in_japanese().to_string()).collect();
            (exit::CHECK_FAILED, lines.join("\n"))
        }
        (Failure::Defects(_), Lang::En) => (exit::CHECK_FAILED, failure.to_string()),
        (Failure::CouldNotRun(_), _) => (exit::COULD_NOT_RUN, failure.to_string()),
    }
}
