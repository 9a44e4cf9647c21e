//! What is wrong with a file of an article, and in which line.

/// One fault of one file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong, and what to do.
    pub what: String,
}

/// The line, from 1, in which a byte of `text` stands.
#[must_use]
pub fn line_of(text: &str, byte: usize) -> usize {
    let before = &text.as_bytes()[..byte.min(text.len())];
    1 + before.iter().filter(|byte| **byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::line_of;

    #[test]
    fn lines_count_from_one() {
        let text = "a\nb\n\nc";
        assert_eq!([0, 1, 2, 4, 5, 99].map(|byte| line_of(text, byte)), [1, 1, 2, 3, 4, 4]);
    }
}
