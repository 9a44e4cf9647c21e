//! What a check finds: a fault at a place of the site, on one line.
//!
//! Neighbours: every check makes faults through its [`Page`](super::page::Page) or
//! [`Fault::of_file`]; the program prints them. Text of a page is escaped here, so
//! that a page cannot move the cursor of a terminal.

use crate::record::OneLine;
use std::fmt;
use std::path::{Path, PathBuf};

/// Which rule of a site is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// The site holds the archive's bundles, byte for byte, and nothing that is no plain file.
    Files,
    /// A page parses without error.
    Syntax,
    /// A link leads to a file of the site, and to a place in it.
    Link,
    /// Every page has its language twin, and the twin says the same.
    Twin,
    /// Ids are unique, and what names one finds it.
    Id,
    /// One title, one first heading, no level skipped.
    Heading,
    /// A drawing has a role and a name.
    Svg,
    /// No code inside a page.
    Code,
    /// Every page states a strict content security policy and keeps to it.
    Policy,
    /// No character that is not seen.
    Hidden,
    /// A number can be read by a program.
    Number,
    /// A figure leads to the trials it came from.
    Trials,
}

impl Rule {
    /// The word by which a fault names the rule.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Syntax => "syntax",
            Self::Link => "link",
            Self::Twin => "twin",
            Self::Id => "id",
            Self::Heading => "heading",
            Self::Svg => "svg",
            Self::Code => "code",
            Self::Policy => "policy",
            Self::Hidden => "hidden",
            Self::Number => "number",
            Self::Trials => "trials",
        }
    }
}

/// One fault of a site.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// Path of the file below the site.
    pub page: String,
    /// Line of the file, from 1; `None` where the fault is of the whole file.
    pub line: Option<u64>,
    /// The broken rule.
    pub rule: Rule,
    /// Element, attribute or other thing that is at fault.
    pub place: String,
    /// What the rule asks for.
    pub expected: String,
    /// What is there.
    pub found: String,
}

impl Fault {
    /// A fault of a whole file.
    pub(super) fn of_file(
        rule: Rule,
        page: &str,
        place: &str,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        Self {
            page: page.to_owned(),
            line: None,
            rule,
            place: place.to_owned(),
            expected: expected.into(),
            found: found.into(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", OneLine(&self.page))?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(
            f,
            ": {}: {}: expected {}, found {}",
            self.rule.as_str(),
            OneLine(&self.place),
            OneLine(&self.expected),
            OneLine(&self.found)
        )
    }
}

/// Why a site could not be checked at all.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// There is no site there.
    #[error("cannot check {}: expected a folder with index.html, found {found}; build the site with `sitegen build`, or name its folder with --out", path.display())]
    NoSite {
        /// The folder.
        path: PathBuf,
        /// What is there.
        found: String,
    },
    /// The system refused to read.
    #[error("cannot read {}: {cause}; nothing was changed", path.display())]
    Io {
        /// Where.
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
}

impl CheckError {
    pub(super) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |cause| Self::Io { path, cause }
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, Rule};

    #[test]
    fn a_fault_is_one_line_whatever_the_page_says() {
        let mut fault =
            Fault::of_file(Rule::Link, "ja/x.html", "<a href>", "a file", "\n\u{1b}[2J");
        assert_eq!(
            fault.to_string(),
            "ja/x.html: link: <a href>: expected a file, found ⟨U+000A⟩⟨U+001B⟩[2J"
        );
        fault.line = Some(7);
        fault.found = "あ".repeat(300);
        let text = fault.to_string();
        assert!(text.starts_with("ja/x.html:7: link: ") && text.ends_with("ああ…"));
        assert_eq!(text.matches('あ').count(), 200);
    }
}
