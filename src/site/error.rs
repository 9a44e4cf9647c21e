//! Why a site could not be built. The old output is kept in every case.

use super::article::ArticleFault;
use crate::report::ReportError;
use std::path::{Path, PathBuf};

/// Why a site could not be built.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// A published figure does not come out, or a statistic was refused.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A figure as we show it is not the figure as it was printed.
    #[error("cannot show {bundle}: {what}: printed {printed}, shown {shown}; the old site is kept")]
    Printed {
        /// Bundle id.
        bundle: String,
        /// Which figure.
        what: String,
        /// As the publication printed it.
        printed: String,
        /// As this program shows it.
        shown: String,
    },
    /// Articles are at fault; every fault is listed.
    #[error("cannot build the articles: {} fault(s); the old site is kept\n  {}",
        faults.len(), faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n  "))]
    Articles {
        /// Every fault, by file and line.
        faults: Vec<ArticleFault>,
    },
    /// The output folder holds something that is not ours.
    #[error("cannot write {}: it is not a folder made by sitegen (no {mark} of ours in it); nothing was changed; name another folder with --out or empty this one", path.display())]
    NotOurs {
        /// The folder.
        path: PathBuf,
        /// Name of the mark.
        mark: &'static str,
    },
    /// The system refused to read or write.
    #[error("cannot {verb} {}: {cause}; the old site is kept", path.display())]
    Io {
        /// What was tried.
        verb: &'static str,
        /// Where.
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// A template could not be rendered or a report written as JSON.
    #[error("cannot render {what}: {cause}; the old site is kept")]
    Render {
        /// Which page.
        what: String,
        /// What went wrong.
        cause: String,
    },
}

impl SiteError {
    pub(super) fn io(verb: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |cause| Self::Io { verb, path, cause }
    }

    /// Whether a check failed (exit code 1) rather than the program being unable to run (2).
    #[must_use]
    pub const fn is_check(&self) -> bool {
        matches!(self, Self::Report(_) | Self::Printed { .. } | Self::Articles { .. })
    }
}
