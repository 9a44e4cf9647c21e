//! Faults of articles, gathered so that all of them are told at once.

use crate::report::article::Fault;
use std::fmt;

/// One fault, with its file and line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ArticleFault {
    /// File.
    pub path: String,
    /// Line, from 1.
    pub line: usize,
    /// What is wrong, and what to do.
    pub what: String,
}

impl fmt::Display for ArticleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.what)
    }
}

/// Every fault found so far.
#[derive(Debug, Default)]
pub(super) struct Faults(Vec<ArticleFault>);

impl Faults {
    pub(super) fn of(faults: &[ArticleFault]) -> Self {
        Self(faults.to_vec())
    }

    pub(super) fn add(&mut self, path: &str, line: usize, what: impl Into<String>) {
        self.0.push(ArticleFault { path: path.to_owned(), line, what: what.into() });
    }

    pub(super) fn extend(&mut self, path: &str, faults: Vec<Fault>) {
        for Fault { line, what } in faults {
            self.add(path, line, what);
        }
    }

    /// By file and line; a text that is read twice has its faults told once.
    pub(super) fn sorted(mut self) -> Vec<ArticleFault> {
        self.0.sort();
        self.0.dedup();
        self.0
    }
}
