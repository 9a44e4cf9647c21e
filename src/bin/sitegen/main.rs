//! `sitegen`: verifies bundles and builds the site from them.
//!
//! Parses the command line, calls one function, maps the result to an exit code.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod commands;
#[path = "../shared/completions.rs"]
mod completions;
mod serve;

use clap::{Parser, Subcommand, ValueEnum};
use jissoku::site::{Address, Options};
use std::path::PathBuf;
use std::process::ExitCode;

/// Verifies run bundles and builds the site from them.
///
/// Exit codes: 0 done, 1 a check failed, 2 could not run.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Language of the messages about defects.
    #[arg(long, global = true, value_enum, default_value = "en")]
    lang: Lang,
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Copy, ValueEnum)]
enum Lang {
    Ja,
    En,
}

#[derive(Subcommand)]
enum Command {
    /// Verify the archive, recompute every figure and write the site.
    Build {
        /// The archive.
        #[arg(long, default_value = "runs")]
        runs: PathBuf,
        /// The articles; a folder that is not there holds none.
        #[arg(long, default_value = "i18n/reports")]
        reports: PathBuf,
        /// The output folder; the old one is kept if anything fails.
        #[arg(long, default_value = "public")]
        out: PathBuf,
        /// Public address of the site: adds a site map and whole addresses where readers'
        /// programs need them.
        #[arg(long, value_name = "URL")]
        address: Option<Address>,
    },
    /// Check a built site: links, language twins, numbers, drawings, policy.
    Check {
        /// The archive that the site was built from.
        #[arg(long, default_value = "runs")]
        runs: PathBuf,
        /// The site.
        #[arg(long, default_value = "public")]
        out: PathBuf,
    },
    /// Build the site and show it on this machine; build again when something changes.
    ///
    /// Listens on 127.0.0.1 only. The archive and the articles are looked at every half
    /// second, and a change counts once it has settled. Ctrl-C ends it.
    Serve {
        /// The archive.
        #[arg(long, default_value = "runs")]
        runs: PathBuf,
        /// The articles, a folder each; none if there is no such folder.
        #[arg(long, default_value = "i18n/reports")]
        reports: PathBuf,
        /// The output folder; the old one is kept if anything fails.
        #[arg(long, default_value = "public")]
        out: PathBuf,
        /// The port; 0 takes any free one.
        #[arg(long, default_value_t = 8020)]
        port: u16,
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
    /// Print what a shell needs to complete the commands and options.
    Completions {
        /// The shell.
        shell: completions::Shell,
    },
}

fn main() -> ExitCode {
    let Arguments { lang, command } = Arguments::parse();
    let (code, text) = match command {
        Command::Build { runs, reports, out, address } => {
            commands::build(&runs, &out, &Options { address, articles: reports }, lang)
        }
        Command::Check { runs, out } => commands::check(&runs, &out, lang),
        Command::Verify { runs, public_key, bundles } if bundles.is_empty() => {
            commands::verify_archive(&runs, public_key.as_deref(), lang)
        }
        Command::Verify { bundles, .. } => commands::verify_bundles(&bundles, lang),
        Command::Serve { runs, reports, out, port } => {
            let options = Options { address: None, articles: reports };
            serve::serve(&runs, &out, &options, port, lang)
        }
        Command::Completions { shell } => completions::of::<Arguments>("sitegen", shell),
    };
    if code == jissoku::exit::DONE {
        println!("{text}");
    } else {
        eprintln!("{text}");
    }
    ExitCode::from(code)
}
