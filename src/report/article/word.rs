//! Names and dates that an article chooses.

use crate::record::Utc;
use serde::{Deserialize, Deserializer, Serialize, de};
use std::borrow::Cow;
use std::fmt;

/// A name within an article: lower-case words joined by hyphens, a letter first.
///
/// Nothing in it means anything in Markdown, so a placeholder is never torn apart.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Word(String);

impl Word {
    /// Keeps `text` if it follows the grammar.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let letter = text.bytes().next()?.is_ascii_lowercase();
        let word = |part: &str| {
            !part.is_empty()
                && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        (letter && text.len() <= 64 && text.split('-').all(word)).then(|| Self(text.to_owned()))
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A calendar date, `2026-12-02`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Date(String);

impl Date {
    /// Keeps `text` if it is a date of this form.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Utc::parse(&format!("{text}T00:00:00Z")).map(|_| Self(text.to_owned()))
    }

    /// The date.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

macro_rules! parsed {
    ($name:ident, $what:literal) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<'de, str>::deserialize(deserializer)?;
                Self::parse(&text).ok_or_else(|| {
                    de::Error::custom(format_args!(concat!("`{}` is not ", $what), text))
                })
            }
        }
    };
}

parsed!(Word, "a name (lower-case words joined by hyphens, a letter first)");
parsed!(Date, "a date like 2026-12-02");

#[cfg(test)]
mod tests {
    use super::{Date, Word};

    #[test]
    fn names_are_words_joined_by_hyphens() {
        assert!(Word::parse("exl-h100-8k").is_some());
        for text in ["", "8k", "a_b", "a.b", "A", "a--b", "-a", "a-", "a b", "é", "a*b"] {
            assert!(Word::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn dates_are_real_dates() {
        assert!(Date::parse("2026-12-02").is_some());
        for text in ["2026-02-30", "2026-12-2", "2026-12-02T00:00:00Z", ""] {
            assert!(Date::parse(text).is_none(), "{text}");
        }
    }
}
