//! `measure`: makes records and seals them as bundles.
//!
//! Parses the command line, calls one function, maps the result to an exit code.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use clap::{Parser, Subcommand};
use jissoku::archive::{self, Admission, Admitted, Failure};
use jissoku::exit;
use jissoku::measure::{clock, import};
use jissoku::record::{BundleId, Utc};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Makes records of LLM inference and seals them as bundles.
///
/// Exit codes: 0 done, 1 a check failed, 2 could not run.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Print nothing but errors.
    #[arg(long, global = true)]
    quiet: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Carry published figures over into a sealed bundle of evidence level `transcribed`.
    Import {
        /// Folder with trials.json, facts.json and meaning.toml.
        folder: PathBuf,
        /// The archive.
        #[arg(long, default_value = "runs")]
        runs: PathBuf,
    },
    /// Give a sealed bundle its line in the ledger; a folder or .tar from elsewhere is copied in.
    Admit {
        /// A bundle id, a bundle folder or a .tar of one.
        #[arg(value_name = "BUNDLE")]
        what: PathBuf,
        /// The archive.
        #[arg(long, default_value = "runs")]
        runs: PathBuf,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let (code, text) = match clock::now_utc() {
        Some(now) => match arguments.command {
            Command::Import { folder, runs } => import(&folder, &runs, now),
            Command::Admit { what, runs } => admit(what, &runs, now),
        },
        None => (
            exit::COULD_NOT_RUN,
            "cannot read the clock: it is outside the years 0000-9999".to_owned(),
        ),
    };
    match code {
        exit::DONE if arguments.quiet => {}
        exit::DONE => println!("{text}"),
        _ => eprintln!("{text}"),
    }
    ExitCode::from(code)
}

fn import(folder: &Path, runs: &Path, now: Utc) -> (u8, String) {
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

fn admit(what: PathBuf, runs: &Path, now: Utc) -> (u8, String) {
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
