//! The commands of `measure`: an exit code and what to print.

use jissoku::archive::{self, Admission, Admitted, Failure};
use jissoku::exit;
use jissoku::measure::import;
use jissoku::record::{BundleId, Utc};
use std::path::{Path, PathBuf};

/// Imports a publication.
pub(super) fn import(folder: &Path, runs: &Path, now: Utc) -> (u8, String) {
    match import::import(folder, runs, now) {
        Ok(done) => {
            let verb = if done.already_there { "already there" } else { "imported" };
            let text = format!("{verb}: {} trials\n{}", done.trials, admitted(&done.admitted));
            (exit::DONE, text)
        }
        Err(error) if error.is_check() => (exit::CHECK_FAILED, error.to_string()),
        Err(error) => (exit::COULD_NOT_RUN, error.to_string()),
    }
}

/// Gives a bundle its ledger line, copying it in if it lies elsewhere.
pub(super) fn admit(what: PathBuf, runs: &Path, now: Utc) -> (u8, String) {
    let id = what.to_str().and_then(BundleId::parse);
    let admission = match id {
        Some(id) if !what.exists() => Admission::Sealed(id),
        _ if what.is_dir() => Admission::Folder(what),
        _ => Admission::Tar(what),
    };
    match archive::admit(runs, admission, now) {
        Ok(done) => (exit::DONE, admitted(&done)),
        Err(failure @ Failure::Defects(_)) => (exit::CHECK_FAILED, failure.to_string()),
        Err(failure) => (exit::COULD_NOT_RUN, failure.to_string()),
    }
}

fn admitted(done: &Admitted) -> String {
    let ledger = if done.already_there { "was in the ledger" } else { "added to the ledger" };
    let mut text = format!("{}  {}\n{ledger}", done.digest, done.id);
    if done.repaired {
        text += "; an append that had been interrupted was completed first";
    }
    if done.signature_outdated {
        text += "; ledger.jsonl.minisig signs an older ledger now: sign again";
    }
    text
}
