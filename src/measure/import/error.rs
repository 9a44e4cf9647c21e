//! Why a publication cannot be imported.

use crate::archive::Failure;
use crate::record::json::Fault;
use std::path::PathBuf;

/// Why a publication cannot be imported; nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// A file could not be read.
    #[error("cannot read {}: {cause}; nothing was written", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// A file does not have the form it must have.
    #[error("cannot read {}: {fault}; nothing was written; mend the file and import again", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// The fault and its place.
        fault: Fault,
    },
    /// `meaning.toml` does not have the form it must have.
    #[error("cannot read {}: {cause}; nothing was written; mend the file and import again", path.display())]
    Toml {
        /// The file.
        path: PathBuf,
        /// What is wrong, with line and column.
        cause: Box<toml::de::Error>,
    },
    /// A record could not be written as JSON.
    #[error("cannot write the records: {0}; nothing was written")]
    Write(serde_json::Error),
    /// The archive refused, or could not be read or written.
    #[error(transparent)]
    Archive(#[from] Failure),
    /// The files were read and contradict each other or leave something open; every reason at once.
    #[error("cannot import {}: {} contradiction(s); nothing was written\n  {}", folder.display(), reasons.len(), reasons.join("\n  "))]
    Contradictions {
        /// The folder.
        folder: PathBuf,
        /// Each reason: where, expected, found.
        reasons: Vec<String>,
    },
}

impl ImportError {
    /// Whether a check failed (exit code 1) rather than the program being unable to run (2).
    #[must_use]
    pub const fn is_check(&self) -> bool {
        matches!(
            self,
            Self::Json { .. }
                | Self::Toml { .. }
                | Self::Contradictions { .. }
                | Self::Archive(Failure::Defects(_))
        )
    }
}
