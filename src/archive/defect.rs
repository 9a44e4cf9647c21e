//! What verification and writing say when they do not succeed.
//!
//! Job: [`Defect`] is one broken rule at one place; [`Failure`] tells bad data
//! (exit 1) from being unable to work (exit 2, [`ArchiveError`]). Neighbours:
//! `code` holds the sentences. Text that comes from a bundle is escaped here, so
//! that a file name cannot move the cursor of a terminal.

use super::code::Code;
use crate::record::OneLine;
use std::fmt;
use std::path::{Path, PathBuf};

/// One broken rule at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defect {
    /// The rule.
    pub code: Code,
    /// Folder name of the bundle; `None` for the archive itself.
    pub bundle: Option<String>,
    /// Path below the bundle (or below `runs/`).
    pub path: String,
    /// The manifest or ledger that lists the path.
    pub listed_in: Option<String>,
    /// What the rule asks for.
    pub expected: String,
    /// What is there.
    pub found: String,
    /// Line and column from 1, where the place is inside a text.
    pub place: Option<(usize, usize)>,
}

impl Defect {
    /// A defect of `path`; bundle, manifest and place are added by the methods below.
    pub(super) fn new(
        code: Code,
        path: impl Into<String>,
        expected: impl fmt::Display,
        found: impl fmt::Display,
    ) -> Self {
        Self {
            code,
            bundle: None,
            path: path.into(),
            listed_in: None,
            expected: expected.to_string(),
            found: found.to_string(),
            place: None,
        }
    }

    pub(super) fn listed_in(mut self, manifest: &str) -> Self {
        self.listed_in = Some(manifest.to_owned());
        self
    }

    pub(super) const fn at(mut self, line: usize, column: usize) -> Self {
        self.place = Some((line, column));
        self
    }

    pub(super) fn of(mut self, bundle: &str) -> Self {
        self.bundle = Some(bundle.to_owned());
        self
    }
}

/// Sorts by bundle, path, code, place, and drops repetitions.
pub(super) fn sort(defects: &mut Vec<Defect>) {
    defects.sort_by(|a, b| {
        (&a.bundle, &a.path, a.code, a.place, &a.found)
            .cmp(&(&b.bundle, &b.path, b.code, b.place, &b.found))
    });
    defects.dedup();
}

impl Defect {
    /// Number, place and listing manifest, which read the same in both languages.
    fn place(&self, f: &mut fmt::Formatter<'_>, listed: (&str, &str)) -> fmt::Result {
        write!(f, "{} ", self.code)?;
        if let Some(bundle) = &self.bundle {
            write!(f, "{}", OneLine(bundle))?;
            if !self.path.is_empty() {
                f.write_str("/")?;
            }
        }
        write!(f, "{}", OneLine(&self.path))?;
        if let Some((line, column)) = self.place {
            write!(f, ":{line}:{column}")?;
        }
        if let Some(manifest) = &self.listed_in {
            write!(f, "{}{manifest}{}", listed.0, listed.1)?;
        }
        Ok(())
    }

    /// The defect on one line in Japanese; `Display` is English.
    #[must_use]
    pub fn in_japanese(&self) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| {
            self.place(f, ("（", "に記載）"))?;
            let (message, expected) = (self.code.message().ja, OneLine(&self.expected));
            write!(f, "：{message}。期待：{expected}、実際：{}", OneLine(&self.found))
        })
    }
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.place(f, (" (listed in ", ")"))?;
        let (message, expected) = (self.code.message().en, OneLine(&self.expected));
        write!(f, ": {message}: expected {expected}, found {}", OneLine(&self.found))
    }
}

/// Why there is no verified result.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The data break rules: every broken rule, sorted by bundle, path and code.
    #[error("{}", lines(.0))]
    Defects(Vec<Defect>),
    /// The work could not be done.
    #[error(transparent)]
    CouldNotRun(#[from] ArchiveError),
}

impl Failure {
    /// The defects; empty if the work could not be done.
    #[must_use]
    pub fn defects(&self) -> &[Defect] {
        match self {
            Self::Defects(defects) => defects,
            Self::CouldNotRun(_) => &[],
        }
    }
}

fn lines(defects: &[Defect]) -> String {
    let lines: Vec<String> = defects.iter().map(Defect::to_string).collect();
    lines.join("\n")
}

/// Why the archive could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The operating system refused.
    #[error("cannot {verb} {}: {source}; {kept}", .path.display())]
    Io {
        /// What was tried.
        verb: &'static str,
        /// On what.
        path: PathBuf,
        /// What was kept, and what to do.
        kept: &'static str,
        /// The refusal.
        source: std::io::Error,
    },
    /// A name, slug or file set that cannot become a bundle.
    #[error(
        "cannot seal {what}: expected {expected}, found {found}; nothing was written; correct the draft"
    )]
    Draft {
        /// Which part.
        what: String,
        /// What is needed.
        expected: String,
        /// What was given.
        found: String,
    },
    /// The place is taken.
    #[error("cannot {verb} {id}: {} exists; it was left as it is; {todo}", .path.display())]
    Exists {
        /// What was tried.
        verb: &'static str,
        /// Bundle id.
        id: String,
        /// What is in the way.
        path: PathBuf,
        /// What to do.
        todo: &'static str,
    },
    /// The thing asked for is not there.
    #[error("cannot {verb} {what}: {} is not there; nothing was changed; {todo}", .path.display())]
    Absent {
        /// What was tried.
        verb: &'static str,
        /// On what.
        what: String,
        /// Where it was expected.
        path: PathBuf,
        /// What to do.
        todo: &'static str,
    },
    /// Another process is writing.
    #[error("cannot lock {}: another process is writing there; nothing was changed; wait for it or stop it", .path.display())]
    Locked {
        /// What is locked.
        path: PathBuf,
    },
    /// A tar file with something that a bundle cannot have.
    #[error("cannot unpack {}: expected {expected}, found {found}; nothing was kept; make the tar file again from a sealed bundle", .path.display())]
    Tar {
        /// The tar file.
        path: PathBuf,
        /// What an entry may be.
        expected: String,
        /// The entry.
        found: String,
    },
    /// The copy is not the original.
    #[error(
        "cannot admit {id}: expected bundle digest {expected}, found {found} in the copy; the copy was removed; try again"
    )]
    CopyDiffers {
        /// Bundle id.
        id: String,
        /// Digest of the original.
        expected: String,
        /// Digest of the copy.
        found: String,
    },
    /// A public key that cannot be read.
    #[error(
        "cannot read the public key: expected a minisign key, found {found}; nothing was checked; give the key file's second line"
    )]
    PublicKey {
        /// The reader's words.
        found: String,
    },
}

impl ArchiveError {
    /// An `Io` error that left everything as it was.
    pub(super) fn io<'a>(
        verb: &'static str,
        path: &'a Path,
    ) -> impl FnOnce(std::io::Error) -> Self + 'a {
        Self::io_kept(verb, path, "nothing was changed")
    }

    /// An `Io` error with what was kept and what to do.
    pub(super) fn io_kept<'a>(
        verb: &'static str,
        path: &'a Path,
        kept: &'static str,
    ) -> impl FnOnce(std::io::Error) -> Self + 'a {
        move |source| Self::Io { verb, path: path.to_owned(), kept, source }
    }
}
