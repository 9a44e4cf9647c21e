//! Hostile bundles.

use rustix::fs::{CWD, FileType, Mode, mknodat};
use std::path::Path;

/// Makes a FIFO.
pub(super) fn fifo(place: &Path) {
    mknodat(CWD, place, FileType::Fifo, Mode::from_raw_mode(0o644), 0).unwrap();
}
