//! `sitegen`: verifies bundles and builds the site from them.
//!
//! Parses the command line, calls one function, maps the result to an exit code.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use clap::{Parser, Subcommand};
use jissoku::archive::{self, Archive, Failure, VERIFIER, VerifiedBundle};
use jissoku::{exit, site};
use std::path::PathBuf;
use std::process::ExitCode;

/// Verifies run bundles and builds the site from them.
///
/// Exit codes: 0 done, 1 a check failed, 2 could not run.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Verify the archive, recompute every figure and write the site.
    Build {
        /// The archive.
        #[arg(long, default_value = "runs")]
        runs: PathBuf,
        /// The output folder; the old one is kept if anything fails.
        #[arg(long, default_value = "public")]
        out: PathBuf,
    },
    /// Verify the archive, or single bundle folders.
    Verify {
        /// The archive.
        #[arg(long, default_value = "runs")]
        runs: PathBuf,
        /// A minisign public key that must have signed the ledger.
        #[arg(long, value_name = "KEY", conflicts_with = "bundles")]
        public_key: Option<String>,
        /// Bundle folders to verify instead of the archive.
        #[arg(value_name = "BUNDLE")]
        bundles: Vec<PathBuf>,
    },
}

fn main() -> ExitCode {
    let (code, text) = match Arguments::parse().command {
        Command::Build { runs, out } => build(&runs, &out),
        Command::Verify { runs, public_key, bundles } if bundles.is_empty() => {
            match archive::verify_archive_signed(&runs, public_key.as_deref()) {
                Ok(archive) => (exit::DONE, summary(&archive)),
                Err(failure) => failed(&failure),
            }
        }
        Command::Verify { bundles, .. } => verify_folders(&bundles),
    };
    if code == exit::DONE {
        println!("{text}");
    } else {
        eprintln!("{text}");
    }
    ExitCode::from(code)
}

fn build(runs: &std::path::Path, out: &std::path::Path) -> (u8, String) {
    let archive = match archive::verify_archive(runs) {
        Ok(archive) => archive,
        Err(failure) => {
            let (code, text) = failed(&failure);
            return (code, format!("{text}\n{} was left as it was", out.display()));
        }
    };
    match site::build(&archive, out) {
        Ok(built) => (
            exit::DONE,
            format!(
                "{} bundle(s) verified, {} files in {}",
                built.bundles,
                built.files,
                out.display()
            ),
        ),
        Err(error) if error.is_check() => (exit::CHECK_FAILED, error.to_string()),
        Err(error) => (exit::COULD_NOT_RUN, error.to_string()),
    }
}

fn verify_folders(folders: &[PathBuf]) -> (u8, String) {
    let (mut worst, mut lines) = (exit::DONE, Vec::new());
    for folder in folders {
        match archive::verify_bundle(folder) {
            Ok(bundle) => lines.push(line(&bundle)),
            Err(failure) => {
                let (code, text) = failed(&failure);
                worst = worst.max(code);
                lines.push(text);
            }
        }
    }
    (worst, lines.join("\n"))
}

fn summary(archive: &Archive) -> String {
    let mut lines: Vec<String> = archive.bundles().iter().map(line).collect();
    lines.push(format!(
        "{} bundle(s) and {} ledger line(s) verified by {VERIFIER}; ledger head {}",
        archive.bundles().len(),
        archive.ledger().len(),
        archive.head()
    ));
    lines.join("\n")
}

fn line(bundle: &VerifiedBundle) -> String {
    format!("{}  {}  {}", bundle.digest(), bundle.evidence().as_str(), bundle.id())
}

fn failed(failure: &Failure) -> (u8, String) {
    match failure {
        Failure::Defects(_) => (exit::CHECK_FAILED, failure.to_string()),
        Failure::CouldNotRun(_) => (exit::COULD_NOT_RUN, failure.to_string()),
    }
}
