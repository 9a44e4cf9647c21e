//! `measure`: makes records and seals them as bundles.
//!
//! Parses the command line, calls one function, maps the result to an exit code.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod commands;
#[path = "../shared/completions.rs"]
mod completions;

use clap::{Parser, Subcommand};
use jissoku::exit;
use jissoku::measure::clock;
use std::path::PathBuf;
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
    /// Print what a shell needs to complete the commands and options.
    Completions {
        /// The shell.
        shell: completions::Shell,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let (code, text) = match clock::now_utc() {
        Some(now) => match arguments.command {
            Command::Import { folder, runs } => commands::import(&folder, &runs, now),
            Command::Admit { what, runs } => commands::admit(what, &runs, now),
            Command::Completions { shell } => completions::of::<Arguments>("measure", shell),
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
