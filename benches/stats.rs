//! Ours against numpy and scipy, side by side in one run.
//!
//! Job: CPU seconds of one thread for the bootstrap, the exact limit and exact
//! binomial limits, each with the ratio to the fastest peer on the same inputs.
//! Neighbours: `peers/stats.py`, started with the interpreter in `PYTHON`
//! (default `python3`). Exits 2, saying so, where the peers cannot run.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr, clippy::exit)]

use jissoku::stats::lattice::Lattice;
use jissoku::stats::{Fraction, binomial, bootstrap};
use serde_json::Value;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const REPLICATES: u32 = 20_000;
const LIMITS: u64 = 100_000;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let strata = differences(root);
    let peers = peers(&root.join("benches/peers/stats.py"), &strata).unwrap_or_else(|why| {
        eprintln!("the peers cannot run: {why}");
        std::process::exit(2)
    });
    println!(
        "{:<38} {:>12} {:>14} {:>12} {:>8}  limit or sum, ours / peer",
        "CPU seconds, one thread", "ours", "name of peer", "peer", "ratio"
    );
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().unwrap();
    let (seconds, limit) = least(20, || one.install(|| percentile_limit(&strata)));
    for peer in ["indices", "multinomial"] {
        line("bootstrap, 20,000 x 600", seconds, &peers, peer, limit);
    }
    let (seconds, limit) = least(2000, || Lattice::stratified(&strata).lower(0.05).value as f64);
    line("exact limit by convolution", seconds, &peers, "exact", limit);
    let (seconds, sum) = least(10, limits);
    for peer in ["beta.ppf", "betaincinv"] {
        line("100,000 exact binomial limits", seconds, &peers, peer, sum);
    }
}

fn percentile_limit(strata: &[Vec<i32>]) -> f64 {
    let drawn = bootstrap::replicates(black_box(strata), 20_261_031, REPLICATES).unwrap();
    f64::from(drawn.lower(Fraction::ONE_TWENTIETH).unwrap())
}

fn limits() -> f64 {
    (0..LIMITS)
        .map(|i| {
            let n = 10 + i % 991;
            binomial::exact_upper(black_box(i % n), n, 0.95).unwrap()
        })
        .sum()
}

/// CPU seconds of this thread for one run of the task, and its result: the least
/// of three stretches long enough for the kernel's coarse accounting.
fn least(runs: u32, task: impl Fn() -> f64) -> (f64, f64) {
    let (mut seconds, mut value) = (f64::INFINITY, 0.0);
    for _ in 0..3 {
        let start = cpu_seconds();
        for _ in 0..runs {
            value = black_box(task());
        }
        seconds = seconds.min((cpu_seconds() - start) / f64::from(runs));
    }
    (seconds, value)
}

/// Time this thread has spent on a CPU.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

fn line(what: &str, ours: f64, peers: &BTreeMap<String, (f64, f64)>, peer: &str, value: f64) {
    let (theirs, check) = peers[peer];
    let ratio = ours / theirs;
    println!("{what:<38} {ours:>12.6} {peer:>14} {theirs:>12.6} {ratio:>8.3}  {value} / {check}");
}

/// Differences per problem of the 600-problem golden set, by stratum.
fn differences(root: &Path) -> Vec<Vec<i32>> {
    let path = root.join("tests/golden/stats/stratified_cluster_bootstrap.json");
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let cases = file["cases"].as_array().unwrap();
    let case = cases.iter().find(|c| c["name"] == "moderate_600").unwrap();
    let passes = |c: char| c.to_digit(8).unwrap().count_ones() as i32;
    let stratum = |s: &Value| {
        let (off, on) = (s["off"].as_str().unwrap(), s["on"].as_str().unwrap());
        off.chars().zip(on.chars()).map(|(off, on)| passes(on) - passes(off)).collect()
    };
    case["strata"].as_object().unwrap().values().map(stratum).collect()
}

/// CPU seconds and check value of every peer, or why there are none.
fn peers(script: &Path, strata: &[Vec<i32>]) -> Result<BTreeMap<String, (f64, f64)>, String> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut child = Command::new(&python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{python}: {error}"))?;
    let input = serde_json::to_vec(strata).unwrap();
    // A peer that cannot import numpy ends before it reads; its exit says why.
    let _ = child.stdin.take().unwrap().write_all(&input);
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(errors.lines().last().unwrap_or("no message").to_owned());
    }
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [name, seconds, check] = fields[..] else {
                return Err(format!("unexpected line {line:?}"));
            };
            let number = |text: &str| text.parse::<f64>().map_err(|error| error.to_string());
            Ok((name.to_owned(), (number(seconds)?, number(check)?)))
        })
        .collect()
}
