//! The grammar of paths inside a bundle.
//!
//! Job: each segment is `[a-z0-9][a-z0-9._-]*`, joined by `/`. What is wrong with
//! a path in a manifest is told apart (unsafe, encoded, other letters), before
//! anything is opened. Neighbours: `manifest` reads paths, `walk` finds names.

use super::code::Code;

/// What names look like, in words.
pub(super) const EXPECTED: &str = "segments of [a-z0-9][a-z0-9._-]*";

/// Whether one segment of a path follows the grammar.
fn segment_ok(segment: &str) -> bool {
    let word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    segment.bytes().next().is_some_and(word)
        && segment.bytes().all(|byte| word(byte) || matches!(byte, b'.' | b'_' | b'-'))
}

/// Whether a whole path follows the grammar.
pub(super) fn path_ok(path: &str) -> bool {
    path.split('/').all(segment_ok)
}

/// The rule that a path of a manifest breaks, the gravest first.
pub(super) fn fault(path: &str) -> Option<Code> {
    let drive = {
        let bytes = path.as_bytes();
        bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':'
    };
    let climbs = path.split('/').any(|segment| matches!(segment, "" | "." | ".."));
    if path.starts_with('~') || path.contains('\\') || drive || climbs {
        Some(Code::UnsafePath)
    } else if path.contains('%') {
        Some(Code::PercentInPath)
    } else if !path_ok(path) {
        Some(Code::PathName)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, fault};

    #[test]
    fn paths_that_could_leave_the_bundle_are_told_from_odd_names() {
        for path in [
            "../x",
            "/etc/x",
            "~/x",
            "~user/x",
            "C:\\x",
            "\\\\?\\C:\\x",
            "data/../../x",
            "data/./x",
            "data//x",
            "data/",
            "",
        ] {
            assert_eq!(fault(path), Some(Code::UnsafePath), "{path}");
        }
        assert_eq!(fault("data/50%25.txt"), Some(Code::PercentInPath));
        for path in ["data/A.json", "data/.x", "data/-x", "data/ガ", "data/a b"] {
            assert_eq!(fault(path), Some(Code::PathName), "{path}");
        }
        assert_eq!(fault("data/raw/t-0001-1.gz"), None);
    }
}
