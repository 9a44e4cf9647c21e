//! Full builds of the site against Hugo, side by side in one run.
//!
//! Job: wall and CPU seconds and peak memory of `sitegen build` for 2,000 pages, of
//! the build after one new bundle, and whether each target is met; Hugo builds as
//! many pages with the same words. A round runs every contestant once; the first
//! round only warms up and checks that two builds give the same bytes, the least of
//! the next three counts. Ours also verifies every bundle, recomputes figures and
//! writes each bundle, a zip, CSV and JSON beside its pages; Hugo only its pages.
//! Neighbours: `site/` makes the archive and Hugo's pages and runs programs,
//! `archive/` makes bundles, `peers/site.py` is started with the interpreter in
//! `PYTHON` (default `python3`). Exits 2, saying so, where a peer cannot run.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr, clippy::exit)]

#[path = "archive/clock.rs"]
mod clock;
#[path = "archive/drafts.rs"]
mod drafts;
#[path = "archive/folder.rs"]
mod folder;
#[path = "site/hugo.rs"]
mod hugo;
#[path = "site/program.rs"]
mod program;
#[path = "archive/records.rs"]
mod records;
#[path = "site/runs.rs"]
mod runs;
#[path = "archive/stream.rs"]
mod stream;

use clock::{Cost, timed};
use hugo::Hugo;
use jissoku::archive::digests;
use program::{Programs, Spent};
use rayon::prelude::*;
use runs::Runs;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

const ROUNDS: usize = 3;
const FULL_SECONDS: f64 = 2.0;
const AGAIN_SECONDS: f64 = 0.3;
const PEAK_MB: f64 = 200.0;

fn main() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let programs = Programs::find(repository).unwrap_or_else(|why| {
        eprintln!("a peer cannot run: {why}");
        std::process::exit(2)
    });
    let output = tempfile::tempdir().unwrap();
    let mut runs = Runs::make(repository);
    let mut ours = Ours { programs: &programs, folder: output.path(), builds: 0 };
    let first = ours.full(&runs);
    let (bundles, site) = (runs.bundles.len(), files(&ours.out()));
    assert_eq!(pages(&site), 2 * bundles, "pages of bundles");
    let mut hugo = Hugo::make(&programs, &ours.out());
    ours.full(&runs);
    assert!(files(&ours.out()) == site, "two builds give other bytes");
    println!(
        "{bundles} bundles of {} files and {:.1} MB, {} pages of bundles, {} files in the site, {:.1} MB",
        runs.files,
        runs.bytes as f64 / 1e6,
        2 * bundles,
        site.len(),
        site.values().map(|(bytes, _)| *bytes as f64).sum::<f64>() / 1e6,
    );
    println!(
        "page cache warm; least of {ROUNDS} rounds, the first build took {:.3} s; {} threads\n",
        first.cost.wall,
        rayon::current_num_threads(),
    );
    let mut costs = Costs::MOST;
    for _ in 0..ROUNDS {
        costs.round(&mut runs, &mut ours, &mut hugo);
    }
    assert_eq!(pages(&files(&hugo.output())), 2 * (bundles + ROUNDS), "pages of Hugo");
    costs.print();
}

/// `sitegen build`.
struct Ours<'a> {
    programs: &'a Programs,
    folder: &'a Path,
    builds: usize,
}

impl Ours<'_> {
    /// The folder of the last full build.
    fn out(&self) -> PathBuf {
        self.folder.join(format!("public-{}", self.builds))
    }

    /// Builds where the last build is.
    fn build(&self, runs: &Runs) -> Spent {
        let (out, words) = (self.out(), ["build", "--runs", "--out"].map(OsStr::new));
        let program = Path::new(env!("CARGO_BIN_EXE_sitegen"));
        let arguments = [words[0], words[1], runs.path().as_os_str(), words[2], out.as_os_str()];
        self.programs.run(program, &arguments)
    }

    /// Builds where there is nothing yet; what lay elsewhere stays, because a file system
    /// is slow to make files for some seconds after it has removed many.
    fn full(&mut self, runs: &Runs) -> Spent {
        self.builds += 1;
        self.build(runs)
    }
}

/// Every file below a folder: its size and digest by its path.
fn files(folder: &Path) -> BTreeMap<String, (usize, [u8; 32])> {
    let entries = walkdir::WalkDir::new(folder).into_iter().map(Result::unwrap);
    entries
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let bytes = fs::read(entry.path()).unwrap();
            let path = entry.path().strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            (path, (bytes.len(), Sha256::digest(bytes).into()))
        })
        .collect()
}

/// Pages of bundles among these files, in both languages.
fn pages(files: &BTreeMap<String, (usize, [u8; 32])>) -> usize {
    let page = |path: &&String| {
        let parts: Vec<&str> = path.split('/').collect();
        matches!(parts[..], ["ja" | "en", "bundles", _, "index.html"])
    };
    files.keys().filter(page).count()
}

/// The least that each took.
struct Costs {
    full: Spent,
    again: Spent,
    hash: Cost,
    hugo_full: Spent,
    hugo_again: Spent,
    hugo_start: Spent,
}

impl Costs {
    const MOST: Self = Self {
        full: Spent::MOST,
        again: Spent::MOST,
        hash: Cost::MOST,
        hugo_full: Spent::MOST,
        hugo_again: Spent::MOST,
        hugo_start: Spent::MOST,
    };

    fn round(&mut self, runs: &mut Runs, ours: &mut Ours<'_>, hugo: &mut Hugo<'_>) {
        let keep = |spent: &mut Spent, new: Spent| *spent = spent.least(new);
        keep(&mut self.full, ours.full(runs));
        keep(&mut self.hugo_full, hugo.full());
        runs.add_probe();
        hugo.add_page(runs.bundles.len());
        keep(&mut self.again, ours.build(runs));
        keep(&mut self.hugo_again, hugo.build());
        keep(&mut self.hugo_start, hugo.start());
        let hash = || runs.bundles.par_iter().map(|b| digests(b).unwrap()).collect::<Vec<_>>();
        self.hash = self.hash.least(timed(hash).0);
    }

    fn print(&self) {
        println!("{:<44} {:>8} {:>8} {:>10}", "seconds, peak memory", "wall", "CPU", "MB");
        for (name, spent) in [
            ("ours, full build", self.full),
            ("ours, after one new bundle", self.again),
            ("Hugo, full build", self.hugo_full),
            ("Hugo, after one new page in each language", self.hugo_again),
            ("Hugo, start alone", self.hugo_start),
        ] {
            let Spent { cost, peak } = spent;
            println!("{name:<44} {:>8.3} {:>8.2} {:>10.1}", cost.wall, cost.cpu, peak / 1e6);
        }
        println!(
            "{:<44} {:>8.3} {:>8.2}",
            "ours, hashing alone of all bundles", self.hash.wall, self.hash.cpu
        );
        println!("\n{:<44} {:>8} {:>8}", "ours against the target", "ours", "target");
        against("full build, seconds", self.full.cost.wall, FULL_SECONDS);
        let beyond = self.again.cost.wall - self.hash.wall;
        against("after one new bundle, beyond hashing, seconds", beyond, AGAIN_SECONDS);
        against("full build, peak memory in MB", self.full.peak / 1e6, PEAK_MB);
        let most = self.again.peak / 1e6;
        against("after one new bundle, peak memory in MB", most, PEAK_MB);
        println!("\n{:<44} {:>8} {:>8} {:>8}", "ours / Hugo", "ours", "Hugo", "ratio");
        for (name, ours, peer) in [
            ("full build, wall seconds", self.full.cost.wall, self.hugo_full.cost.wall),
            ("full build, CPU seconds", self.full.cost.cpu, self.hugo_full.cost.cpu),
            (
                "one new bundle or page, wall seconds",
                self.again.cost.wall,
                self.hugo_again.cost.wall,
            ),
            ("full build, peak memory in MB", self.full.peak / 1e6, self.hugo_full.peak / 1e6),
        ] {
            println!("{name:<44} {ours:>8.3} {peer:>8.3} {:>8.3}", ours / peer);
        }
    }
}

fn against(what: &str, ours: f64, target: f64) {
    let verdict = if ours <= target { "met" } else { "MISSED" };
    println!("{what:<46} {ours:>6.3} {target:>8.3}  {verdict}");
}
