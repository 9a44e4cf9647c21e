//! Small words with a grammar: ids, UTC times, bundle ids, texts in two languages.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, de};
use std::borrow::Cow;
use std::fmt;

/// A word that names one thing inside a bundle: `[a-z0-9][a-z0-9._-]*`, at most 96 bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Id(String);

impl Id {
    /// Keeps `text` if it follows the grammar.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let first = text.bytes().next()?;
        let word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let rest = text.bytes().all(|byte| word(byte) || matches!(byte, b'.' | b'_' | b'-'));
        (word(first) && rest && text.len() <= 96).then(|| Self(text.to_owned()))
    }

    /// The word.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A UTC time to the second: `2026-12-01T10:15:02Z`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Utc(String);

impl Utc {
    /// Keeps `text` if it is a valid UTC time of this form.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let form = b"0000-00-00T00:00:00Z";
        let fits = bytes.len() == form.len()
            && bytes.iter().zip(form).all(|(byte, want)| {
                if *want == b'0' { byte.is_ascii_digit() } else { byte == want }
            });
        if !fits {
            return None;
        }
        let number = |from: usize, to: usize| text[from..to].parse::<u32>().unwrap_or(u32::MAX);
        let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => 0,
        };
        let valid = (1..=days).contains(&day)
            && number(11, 13) < 24
            && number(14, 16) < 60
            && number(17, 19) < 60;
        valid.then(|| Self(text.to_owned()))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The date, `2026-12-01`.
    #[must_use]
    pub fn date(&self) -> &str {
        &self.0[..10]
    }

    /// The digits that a bundle id starts with, `20261201-101502`.
    #[must_use]
    pub fn compact(&self) -> String {
        let digits = |from: usize, to: usize| self.0[from..to].replace(['-', ':'], "");
        format!("{}-{}", digits(0, 10), digits(11, 19))
    }
}

/// The kind of a bundle.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum BundleKind {
    /// A frozen study design.
    Plan,
    /// What one `measure run` produced.
    Run,
    /// Facts and self-checks of one host.
    Probe,
    /// Figures carried over from a publication.
    Transcription,
    /// Findings about the outputs of another bundle.
    Review,
    /// A correction of another bundle.
    Erratum,
}

impl BundleKind {
    /// Every kind, in the order of the format's documentation.
    pub const ALL: [Self; 6] =
        [Self::Plan, Self::Run, Self::Probe, Self::Transcription, Self::Review, Self::Erratum];

    /// The word used in ids and in `bag-info.txt`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Run => "run",
            Self::Probe => "probe",
            Self::Transcription => "transcription",
            Self::Review => "review",
            Self::Erratum => "erratum",
        }
    }

    /// The kind of that word.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// How far a figure of a bundle can be traced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// Token marks of every trial were kept.
    Measured,
    /// Figures carried over from a publication.
    Transcribed,
    /// Made for tests and demonstrations; refused by the ledger.
    Synthetic,
}

impl Evidence {
    /// The word used in `bag-info.txt`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Measured => "measured",
            Self::Transcribed => "transcribed",
            Self::Synthetic => "synthetic",
        }
    }

    /// The level of that word.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Measured, Self::Transcribed, Self::Synthetic]
            .into_iter()
            .find(|level| level.as_str() == text)
    }
}

/// The name of a bundle's folder: `YYYYMMDD-hhmmss-<kind>-<slug>-<8 hex>`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct BundleId(String);

impl BundleId {
    /// Puts an id together; `None` if the slug is not lower-case words joined by hyphens.
    #[must_use]
    pub fn new(at: &Utc, kind: BundleKind, slug: &str, digest: super::Digest) -> Option<Self> {
        let hex = super::HexDigest::from(digest).to_string();
        Self::parse(&format!("{}-{}-{slug}-{}", at.compact(), kind.as_str(), &hex[..8]))
    }

    /// Keeps `text` if it follows the grammar and names a possible time.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() > 120 || !text.is_ascii() {
            return None;
        }
        let mut parts = text.splitn(3, '-');
        let (date, time, rest) = (parts.next()?, parts.next()?, parts.next()?);
        if date.len() != 8 || time.len() != 6 {
            return None;
        }
        let stamp = format!(
            "{}-{}-{}T{}:{}:{}Z",
            &date[..4],
            &date[4..6],
            &date[6..],
            &time[..2],
            &time[2..4],
            &time[4..]
        );
        Utc::parse(&stamp)?;
        let (kind, rest) = rest.split_once('-')?;
        BundleKind::parse(kind)?;
        let (slug, hex) = rest.rsplit_once('-')?;
        let lower_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let slug_ok = !slug.is_empty()
            && slug.split('-').all(|word| {
                !word.is_empty()
                    && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
            });
        (slug_ok && hex.len() == 8 && hex.bytes().all(lower_hex)).then(|| Self(text.to_owned()))
    }

    /// The whole id.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The kind that the id states.
    #[must_use]
    pub fn kind(&self) -> BundleKind {
        // The grammar was checked when the id was made.
        self.0.split('-').nth(2).and_then(BundleKind::parse).unwrap_or(BundleKind::Run)
    }

    /// The last eight hex digits: of the plan id, else of the payload manifest.
    #[must_use]
    pub fn hex(&self) -> &str {
        &self.0[self.0.len() - 8..]
    }
}

macro_rules! parsed {
    ($name:ident, $what:literal, $pattern:literal) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<'de, str>::deserialize(deserializer)?;
                Self::parse(&text)
                    .ok_or_else(|| de::Error::custom(format_args!(concat!("`{}` is not ", $what), text)))
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"type": "string", "pattern": $pattern})
            }
        }
    };
}

parsed!(Id, "an id ([a-z0-9][a-z0-9._-]*, at most 96 bytes)", "^[a-z0-9][a-z0-9._-]{0,95}$");
parsed!(
    Utc,
    "a UTC time like 2026-12-01T10:15:02Z",
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"
);
parsed!(
    BundleId,
    "a bundle id (YYYYMMDD-hhmmss-<kind>-<slug>-<8 hex>)",
    "^[0-9]{8}-[0-9]{6}-(plan|run|probe|transcription|review|erratum)-[a-z0-9]+(-[a-z0-9]+)*-[0-9a-f]{8}$"
);

/// A text in both languages.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bilingual {
    /// Japanese.
    pub ja: String,
    /// English.
    pub en: String,
}

/// A text that reads the same in both languages (a name, a version), or one in both.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum LocalText {
    /// The same in both languages.
    Same(String),
    /// One text for each.
    Both(Bilingual),
}

#[cfg(test)]
mod tests {
    use super::{BundleId, BundleKind, Id, Utc};
    use crate::record::Digest;

    #[test]
    fn times_are_real_times() {
        assert!(Utc::parse("2028-02-29T23:59:59Z").is_some());
        for text in [
            "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-12-01T24:00:00Z",
            "2026-12-01 10:15:02Z",
            "2026-12-01T10:15:02",
            "2026-12-01T10:15:02.0Z",
            "2026-00-10T00:00:00Z",
        ] {
            assert!(Utc::parse(text).is_none(), "{text}");
        }
        assert_eq!(Utc::parse("2026-12-01T10:15:02Z").unwrap().compact(), "20261201-101502");
    }

    #[test]
    fn bundle_ids_follow_their_grammar() {
        let at = Utc::parse("2026-12-01T10:15:00Z").unwrap();
        let id = BundleId::new(&at, BundleKind::Run, "m12-speed", Digest([0x3f; 32])).unwrap();
        assert_eq!(id.as_str(), "20261201-101500-run-m12-speed-3f3f3f3f");
        assert_eq!((id.kind(), id.hex()), (BundleKind::Run, "3f3f3f3f"));
        for text in [
            "20261201-101500-run-M12-3f9a1c2b",
            "20261301-101500-run-m12-3f9a1c2b",
            "20261201-101500-walk-m12-3f9a1c2b",
            "20261201-101500-run-3f9a1c2b",
            "20261201-101500-run-m12-3F9A1C2B",
            "20261201-101500-run-m12--3f9a1c2b",
            "../x",
        ] {
            assert!(BundleId::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn ids_are_plain_lower_case_words() {
        assert!(Id::parse("t-0001").is_some());
        for text in ["", ".hidden", "-x", "T-1", "a/b", "a b", "é", "a\u{202e}"] {
            assert!(Id::parse(text).is_none(), "{text}");
        }
    }
}
