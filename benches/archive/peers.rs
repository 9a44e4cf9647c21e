//! The programs that ours is measured against.
//!
//! Job: say which is missing before anything is made, and run each over the same
//! list of files. Neighbours: `peers/archive.py` holds bagit-python; `clock` times.

use super::clock::{Cost, timed};
use super::tree::Tree;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Room for the arguments of one process, below the kernel's limit.
const ARGUMENTS: &str = "-s1000000";
const OPENSSL: [&str; 4] = ["openssl", "dgst", "-sha256", "-r"];
const SHA256SUM: [&str; 2] = ["sha256sum", "--binary"];

/// Where the peers are.
pub(super) struct Peers {
    python: String,
    script: PathBuf,
}

impl Peers {
    /// Tries each peer once, and names the first that cannot run.
    pub(super) fn find(repository: &Path) -> Result<Self, String> {
        let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let peers = Self { python, script: repository.join("benches/peers/archive.py") };
        for program in
            [&["xargs", "--version"][..], &["openssl", "version"], &["sha256sum", "--version"]]
        {
            let mut command = Command::new(program[0]);
            output(command.args(&program[1..]), &[])?;
        }
        output(&mut peers.bagit(), &[])?;
        Ok(peers)
    }

    fn bagit(&self) -> Command {
        let mut command = Command::new(&self.python);
        command.arg(&self.script);
        command
    }

    /// bagit-python's own times over all bags, without the start of the interpreter.
    pub(super) fn validate(&self, tree: &Tree) -> Cost {
        let bags: Vec<u8> = tree
            .bundles
            .iter()
            .flat_map(|bundle| [bundle.to_str().unwrap(), "\n"].concat().into_bytes())
            .collect();
        let text = String::from_utf8(output(&mut self.bagit(), &bags).unwrap()).unwrap();
        let numbers: Vec<f64> =
            text.trim().split('\t').map(|number| number.parse().unwrap()).collect();
        let [wall, cpu] = numbers[..] else { panic!("unexpected line {text:?}") };
        Cost { wall, cpu }
    }
}

/// A hashing program over a list of files, in one process or several at once.
pub(super) struct Hasher<'a> {
    root: &'a Path,
    list: Vec<u8>,
    command: Vec<String>,
}

impl<'a> Hasher<'a> {
    pub(super) fn openssl(tree: &'a Tree, files: &[String], processes: usize) -> Self {
        Self::new(tree, files, processes, &OPENSSL)
    }

    pub(super) fn sha256sum(tree: &'a Tree, files: &[String]) -> Self {
        Self::new(tree, files, 1, &SHA256SUM)
    }

    fn new(tree: &'a Tree, files: &[String], processes: usize, program: &[&str]) -> Self {
        let list =
            files.iter().flat_map(|path| [path.as_str(), "\0"].concat().into_bytes()).collect();
        let share = files.len().div_ceil(processes);
        let shares = [format!("-P{processes}"), format!("-n{share}")];
        let command = ["-0", ARGUMENTS].into_iter().map(str::to_owned);
        let command = command.chain(shares).chain(program.iter().map(|word| (*word).to_owned()));
        Self { root: tree.root(), list, command: command.collect() }
    }

    fn xargs(&self) -> Command {
        let mut command = Command::new("xargs");
        command.args(&self.command).current_dir(self.root);
        command
    }

    /// Every line that it prints, `<digest> *<path>`, sorted.
    pub(super) fn digests(&self) -> Vec<String> {
        let text = String::from_utf8(output(&mut self.xargs(), &self.list).unwrap()).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    }

    /// Times of one pass, the lines thrown away.
    pub(super) fn cost(&self) -> Cost {
        timed(|| {
            let mut child =
                self.xargs().stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
            child.stdin.take().unwrap().write_all(&self.list).unwrap();
            assert!(child.wait().unwrap().success());
        })
        .0
    }
}

/// Runs a program with this input; its output, or why there is none.
fn output(command: &mut Command, input: &[u8]) -> Result<Vec<u8>, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{name}: {error}"))?;
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // A program that ends before it reads says why by its exit.
    let feed = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().map_err(|error| format!("{name}: {error}"))?;
    let _ = feed.join();
    if output.status.success() {
        return Ok(output.stdout);
    }
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(format!("{name}: {}", errors.lines().last().unwrap_or("no message")))
}
