//! Markup that templates do not escape again: the only type of its kind.
//!
//! Only `chart` and `article` make it, from text that they have escaped
//! themselves. No template uses the `safe` filter (a test on the source text
//! checks it), so whatever else reaches a page is escaped by askama.

use askama::filters::HtmlSafe;
use std::fmt;

/// Finished HTML or SVG.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Markup(String);

impl Markup {
    /// Takes markup in which all text is escaped.
    pub(super) const fn of_escaped(markup: String) -> Self {
        Self(markup)
    }
}

impl fmt::Display for Markup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl HtmlSafe for Markup {}
