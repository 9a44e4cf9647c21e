//! Ours against openssl, sha256sum and bagit-python, side by side in one run.
//!
//! Job: wall and CPU seconds for hashing alone and for full verification of 5,000
//! sealed files in the page cache, and whether each target is met. A round runs
//! every contestant once; the first round only warms up and checks that all find
//! the same digests, the least of the next three counts. Peers get the list of
//! files, ours walks the folders. Neighbours: `archive/` makes the tree and runs
//! the peers, `peers/archive.py` is started with the interpreter in `PYTHON`
//! (default `python3`). Exits 2, saying so, where a peer cannot run.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr, clippy::exit)]

#[path = "archive/clock.rs"]
mod clock;
#[path = "archive/drafts.rs"]
mod drafts;
#[path = "archive/folder.rs"]
mod folder;
#[path = "archive/peers.rs"]
mod peers;
#[path = "archive/records.rs"]
mod records;
#[path = "archive/stream.rs"]
mod stream;
#[path = "archive/tree.rs"]
mod tree;

use clock::{Cost, timed};
use jissoku::archive::{FileEntry, digests, verify_bundle};
use jissoku::record::Digest;
use peers::{Hasher, Peers};
use rayon::prelude::*;
use std::path::Path;
use tree::Tree;

const ROUNDS: usize = 3;

fn main() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let peers = Peers::find(repository).unwrap_or_else(|why| {
        eprintln!("a peer cannot run: {why}");
        std::process::exit(2)
    });
    let tree = Tree::make(repository);
    let contest = Contest::new(&tree, &peers);
    contest.check();
    let costs = contest.rounds();
    println!(
        "{} files, {:.1} MB in {} bundles, page cache warm; least of {ROUNDS} rounds; {} threads\n",
        tree.files.len(),
        tree.bytes as f64 / 1e6,
        tree.bundles.len(),
        rayon::current_num_threads(),
    );
    costs.print();
}

/// Everything that is run.
struct Contest<'a> {
    tree: &'a Tree,
    peers: &'a Peers,
    one_thread: rayon::ThreadPool,
    openssl: Hasher<'a>,
    openssl_together: Hasher<'a>,
    openssl_start: Hasher<'a>,
    sha256sum: Hasher<'a>,
    sha256sum_start: Hasher<'a>,
}

impl<'a> Contest<'a> {
    fn new(tree: &'a Tree, peers: &'a Peers) -> Self {
        let (all, one) = (&tree.files[..], &tree.files[..1]);
        Self {
            tree,
            peers,
            one_thread: rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap(),
            openssl: Hasher::openssl(tree, all, 1),
            openssl_together: Hasher::openssl(tree, all, rayon::current_num_threads()),
            openssl_start: Hasher::openssl(tree, one, 1),
            sha256sum: Hasher::sha256sum(tree, all),
            sha256sum_start: Hasher::sha256sum(tree, one),
        }
    }

    fn hash(&self) -> Vec<Vec<FileEntry>> {
        self.tree.bundles.par_iter().map(|bundle| digests(bundle).unwrap()).collect()
    }

    /// Verifies every bundle and keeps its digest, as `sitegen verify BUNDLE…` does.
    fn verify(&self) -> Vec<Digest> {
        self.tree.bundles.par_iter().map(|bundle| verify_bundle(bundle).unwrap().digest()).collect()
    }

    /// All who hash find the same digest of every file.
    fn check(&self) {
        let lines = |files: &[FileEntry], bundle: &Path| -> Vec<String> {
            let folder = bundle.strip_prefix(self.tree.root()).unwrap().display().to_string();
            files.iter().map(|file| format!("{} *{folder}/{}", file.sha256, file.path)).collect()
        };
        let bundles = &self.tree.bundles;
        let mut hashed: Vec<String> =
            self.hash().iter().zip(bundles).flat_map(|(files, at)| lines(files, at)).collect();
        hashed.sort();
        let mut verified: Vec<String> = bundles
            .par_iter()
            .map(|bundle| verify_bundle(bundle).unwrap())
            .flat_map_iter(|bundle| lines(bundle.files(), bundle.path()))
            .collect();
        verified.sort();
        assert_eq!(hashed.len(), self.tree.files.len());
        assert!(hashed == verified, "verification finds other digests");
        // Processes that run together mix their lines, so those of `openssl_together` are not read.
        for peer in [&self.openssl, &self.sha256sum] {
            assert!(hashed == peer.digests(), "a peer finds other digests");
        }
        self.peers.validate(self.tree);
    }

    fn rounds(&self) -> Costs {
        let mut costs = Costs::MOST;
        for _ in 0..ROUNDS {
            let keep = |cost: &mut Cost, new: Cost| *cost = cost.least(new);
            keep(&mut costs.openssl, self.openssl.cost());
            keep(&mut costs.hash, timed(|| self.hash()).0);
            keep(&mut costs.openssl_together, self.openssl_together.cost());
            keep(&mut costs.verify, timed(|| self.verify()).0);
            keep(&mut costs.sha256sum, self.sha256sum.cost());
            keep(&mut costs.hash_one, timed(|| self.one_thread.install(|| self.hash())).0);
            keep(&mut costs.verify_one, timed(|| self.one_thread.install(|| self.verify())).0);
            keep(&mut costs.bagit, self.peers.validate(self.tree));
            keep(&mut costs.openssl_start, self.openssl_start.cost());
            keep(&mut costs.sha256sum_start, self.sha256sum_start.cost());
        }
        costs
    }
}

/// The least that each took.
struct Costs {
    hash: Cost,
    hash_one: Cost,
    verify: Cost,
    verify_one: Cost,
    openssl: Cost,
    openssl_together: Cost,
    openssl_start: Cost,
    sha256sum: Cost,
    sha256sum_start: Cost,
    bagit: Cost,
}

impl Costs {
    const MOST: Self = Self {
        hash: Cost::MOST,
        hash_one: Cost::MOST,
        verify: Cost::MOST,
        verify_one: Cost::MOST,
        openssl: Cost::MOST,
        openssl_together: Cost::MOST,
        openssl_start: Cost::MOST,
        sha256sum: Cost::MOST,
        sha256sum_start: Cost::MOST,
        bagit: Cost::MOST,
    };

    fn print(&self) {
        println!("{:<42} {:>8} {:>8} {:>14}", "seconds", "wall", "CPU", "start (in wall)");
        for (name, cost, start) in [
            ("ours, hashing alone", self.hash, None),
            ("ours, hashing alone, one thread", self.hash_one, None),
            ("ours, full verify", self.verify, None),
            ("ours, full verify, one thread", self.verify_one, None),
            ("openssl dgst -sha256", self.openssl, Some(self.openssl_start)),
            (
                "openssl dgst -sha256, a process a thread",
                self.openssl_together,
                Some(self.openssl_start),
            ),
            ("sha256sum", self.sha256sum, Some(self.sha256sum_start)),
            ("bagit-python, validate", self.bagit, None),
        ] {
            let start = start.map_or_else(String::new, |start| format!("{:.4}", start.wall));
            println!("{name:<42} {:>8.3} {:>8.2} {start:>14}", cost.wall, cost.cpu);
        }
        // A peer is not charged for being started: ours runs inside this process.
        let openssl = self.openssl.wall - self.openssl_start.wall;
        let together = self.openssl_together.wall - self.openssl_start.wall;
        let sha256sum = self.sha256sum.wall - self.sha256sum_start.wall;
        println!(
            "\n{:<42} {:>8} {:>8} {:>8} {:>8}",
            "wall seconds, ours / peer without its start", "ours", "peer", "ratio", "target"
        );
        line("hashing alone / openssl", self.hash, openssl, Some(1.0));
        line("full verify / openssl", self.verify, openssl, Some(3.0));
        line("hashing alone / bagit-python", self.hash, self.bagit.wall, Some(1.0 / 3.0));
        line("hashing alone / openssl, a process a thread", self.hash, together, None);
        line("hashing alone, one thread / openssl", self.hash_one, openssl, None);
        line("hashing alone, one thread / sha256sum", self.hash_one, sha256sum, None);
        line("hashing alone, one thread / bagit-python", self.hash_one, self.bagit.wall, None);
        line("full verify, one thread / openssl", self.verify_one, openssl, None);
        line("full verify, one thread / bagit-python", self.verify_one, self.bagit.wall, None);
    }
}

fn line(what: &str, ours: Cost, peer: f64, target: Option<f64>) {
    let ratio = ours.wall / peer;
    let verdict = target.map_or_else(String::new, |target| {
        format!("{target:>8.3}  {}", if ratio <= target { "met" } else { "MISSED" })
    });
    println!("{what:<44} {:>6.3} {peer:>8.3} {ratio:>8.3} {verdict}", ours.wall);
}
