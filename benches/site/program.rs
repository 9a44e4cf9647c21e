//! Programs as the site bench runs them: what one takes from its start to its end.
//!
//! Job: wall and CPU seconds and peak memory of a whole program. Neighbours:
//! `peers/site.py` starts and awaits it, because only the one who awaits a program is
//! told what it took, and the kernel counts the starter's memory too.

use super::clock::Cost;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a program took.
#[derive(Clone, Copy)]
pub(super) struct Spent {
    pub(super) cost: Cost,
    /// The most memory that it held at once, in bytes.
    pub(super) peak: f64,
}

impl Spent {
    /// More than any program takes.
    pub(super) const MOST: Self = Self { cost: Cost::MOST, peak: f64::INFINITY };

    /// The least of both, each on its own.
    pub(super) const fn least(self, other: Self) -> Self {
        Self { cost: self.cost.least(other.cost), peak: self.peak.min(other.peak) }
    }
}

/// What runs programs, and where Hugo is.
pub(super) struct Programs {
    python: String,
    script: PathBuf,
    pub(super) hugo: PathBuf,
}

impl Programs {
    /// Finds Hugo and tries it once, or says why it cannot run.
    pub(super) fn find(repository: &Path) -> Result<Self, String> {
        let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let script = repository.join("benches/peers/site.py");
        let mut programs = Self { python, script, hugo: PathBuf::new() };
        programs.hugo = PathBuf::from(programs.helper("find", &[])?.trim());
        programs.spent(&programs.hugo, &["version".as_ref()])?;
        Ok(programs)
    }

    /// Runs a program to its good end.
    pub(super) fn run(&self, program: &Path, arguments: &[&OsStr]) -> Spent {
        self.spent(program, arguments).unwrap()
    }

    fn spent(&self, program: &Path, arguments: &[&OsStr]) -> Result<Spent, String> {
        let text = self.helper("run", &[&[program.as_os_str()], arguments].concat())?;
        let numbers: Vec<f64> =
            text.trim().split('\t').map(|number| number.parse().unwrap()).collect();
        let [wall, cpu, kib] = numbers[..] else { panic!("unexpected line {text:?}") };
        Ok(Spent { cost: Cost { wall, cpu }, peak: kib * 1024.0 })
    }

    fn helper(&self, what: &str, arguments: &[&OsStr]) -> Result<String, String> {
        let mut command = Command::new(&self.python);
        command.arg(&self.script).arg(what).args(arguments);
        let output = command.output().map_err(|error| format!("{}: {error}", self.python))?;
        if output.status.success() {
            return Ok(String::from_utf8(output.stdout).unwrap());
        }
        Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
    }
}
