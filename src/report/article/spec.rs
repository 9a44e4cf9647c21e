//! `report.toml`: what an article declares about itself.
//!
//! Unknown keys are refused, and every part knows where it stands in the file.

use super::claim::Comparator;
use super::fault::{Fault, line_of};
use super::select::Selector;
use super::word::{Date, Word};
use crate::record::{Bilingual, DecimalText, Digest, Evidence, Id};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toml::Spanned;

/// The whole of `report.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArticleSpec {
    /// Title, without placeholders.
    pub title: Said,
    /// Summary.
    pub summary: Said,
    /// Date of the newest revision's measurements or text, as the author states it.
    pub date: Date,
    /// Bundles used.
    #[serde(rename = "bundle")]
    pub bundles: Vec<Spanned<BundleSpec>>,
    /// Arms compared.
    #[serde(rename = "compare", default)]
    pub comparisons: Vec<Spanned<CompareSpec>>,
    /// Figures by name.
    #[serde(default)]
    pub figures: BTreeMap<Word, Spanned<FigureSpec>>,
    /// Tables of figures by name.
    #[serde(default)]
    pub tables: BTreeMap<Word, Spanned<TableSpec>>,
    /// Claims.
    #[serde(rename = "claim", default)]
    pub claims: Vec<Spanned<ClaimSpec>>,
    /// Texts that may hold digits.
    #[serde(default)]
    pub terms: Terms,
    /// Analyses, planned and after looking.
    #[serde(rename = "analysis", default)]
    pub analyses: Vec<AnalysisSpec>,
    /// What the article does not show, beside what the bundles say themselves.
    #[serde(rename = "limit", default)]
    pub limits: Vec<Said>,
    /// Revisions, oldest first; the last is the text that stands in the folder itself.
    #[serde(rename = "revision")]
    pub revisions: Vec<Spanned<RevisionSpec>>,
    /// Images and videos.
    #[serde(default)]
    pub media: Vec<Spanned<MediaSpec>>,
}

/// A text in both languages; each knows its line.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// Japanese.
    pub ja: Spanned<String>,
    /// English.
    pub en: Spanned<String>,
}

impl Said {
    /// The two texts.
    #[must_use]
    pub fn both(&self) -> Bilingual {
        Bilingual { ja: self.ja.get_ref().clone(), en: self.en.get_ref().clone() }
    }
}

/// A bundle that the article uses.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BundleSpec {
    /// Name within the article.
    pub id: Word,
    /// Bundle digest.
    pub digest: Digest,
    /// The evidence level that the author counts on.
    pub evidence: Evidence,
}

/// Two arms that the article compares.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompareSpec {
    /// Bundle; may be left out where there is one.
    pub bundle: Option<Word>,
    /// Arm that the other is compared with.
    pub baseline: Id,
    /// The other arm.
    pub arm: Id,
}

/// A figure: which one, and how it is shown.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FigureSpec {
    /// Which figure.
    pub of: Selector,
    /// Bundle; may be left out where there is one.
    pub bundle: Option<Word>,
    /// Decimals shown, where the usual number of them does not fit.
    pub places: Option<u8>,
    /// Shown without unit and without what it is counted out of.
    #[serde(default)]
    pub bare: bool,
    /// Declared on purpose though the article does not show it.
    #[serde(default)]
    pub unused: bool,
}

/// A table of figures.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableSpec {
    /// What the table shows.
    pub caption: Said,
    /// What the rows are.
    pub corner: Said,
    /// Heads of the columns.
    pub columns: Vec<Said>,
    /// Rows.
    pub rows: Vec<RowSpec>,
    /// Declared on purpose though the article does not show it.
    #[serde(default)]
    pub unused: bool,
}

/// A row of a table: a figure for each column.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowSpec {
    /// Head.
    pub head: Said,
    /// Names of figures.
    pub cells: Vec<Spanned<Word>>,
}

/// A claim.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimSpec {
    /// Name within the article; the article cites it as `#claim-<id>`.
    pub id: Word,
    /// The sentence.
    pub statement: Said,
    /// Names of figures; each must stand to the threshold as the comparator says.
    pub figures: Vec<Spanned<Word>>,
    /// How.
    pub comparator: Comparator,
    /// Threshold; the lower bound of `between`.
    pub threshold: DecimalText,
    /// Upper bound of `between`.
    pub upper: Option<DecimalText>,
    /// Declared on purpose though the article does not cite it.
    #[serde(default)]
    pub unused: bool,
}

/// Texts that may hold digits.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// In both languages.
    #[serde(default)]
    pub both: Vec<Spanned<String>>,
    /// In Japanese.
    #[serde(default)]
    pub ja: Vec<Spanned<String>>,
    /// In English.
    #[serde(default)]
    pub en: Vec<Spanned<String>>,
}

/// An analysis of the article.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysisSpec {
    /// When it was decided.
    pub kind: AnalysisKind,
    /// What it is.
    pub text: Said,
}

/// When an analysis was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnalysisKind {
    /// Before the results were seen.
    Planned,
    /// After the results were seen.
    PostHoc,
}

/// A revision of the text.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RevisionSpec {
    /// Number, from 1 without a gap; its address is `r<number>`.
    pub number: u64,
    /// Date.
    pub date: Date,
    /// What changed.
    pub text: Said,
}

/// An image or a video.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MediaSpec {
    /// File below the folder of the article: `media/<name>`.
    pub file: String,
    /// What it is.
    pub kind: MediaKind,
    /// Its language; left out where it has none.
    pub language: Option<MediaLanguage>,
    /// Captions; a video must have them.
    pub captions: Option<Captions>,
    /// Title.
    pub title: Said,
    /// Digest of the file.
    pub digest: Digest,
}

/// Captions of a video.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Captions {
    /// File below the folder of the article: `media/<name>.vtt`.
    pub file: String,
    /// Digest of the file.
    pub digest: Digest,
}

/// What a medium is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MediaKind {
    /// A still image.
    Image,
    /// A video.
    Video,
}

/// Language of a medium.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MediaLanguage {
    /// Japanese.
    Ja,
    /// English.
    En,
}

impl ArticleSpec {
    /// Reads `report.toml`.
    ///
    /// # Errors
    /// What is wrong with it, with its line.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        toml::from_str(text).map_err(|cause| Fault {
            line: cause.span().map_or(1, |span| line_of(text, span.start)),
            what: cause.message().trim_end().to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::ArticleSpec;

    fn fault(text: &str) -> (usize, String) {
        let fault = ArticleSpec::parse(text).unwrap_err();
        (fault.line, fault.what)
    }

    const GOOD: &str = "date = \"2026-12-02\"\n\
        title = { ja = \"題\", en = \"t\" }\n\
        summary = { ja = \"要\", en = \"s\" }\n\
        bundle = []\n\
        revision = []\n\
        [figures]\n\
        a.of.median = { arm = \"x\", prompt_tokens = 1, metric = \"native_rate\" }\n\
        b = { of = \"trials\", bare = true }\n\
        c = { of.quality = \"upper_limit\", places = 3 }\n";

    #[test]
    fn a_good_file_is_read() {
        let spec = ArticleSpec::parse(GOOD).unwrap();
        assert_eq!(spec.figures.len(), 3);
    }

    #[test]
    fn a_fault_has_its_line() {
        for (from, to, line, says) in [
            ("bundle = []", "bundles = []", 4, "unknown field `bundles`"),
            ("prompt_tokens = 1", "prompt_tokens = 1, length = 2", 7, "unknown field `length`"),
            ("of.median", "of.mean", 7, "unknown variant `mean`"),
            ("of = \"trials\"", "of = \"trails\"", 8, "unknown variant `trails`"),
            ("c = {", "c_d = {", 9, "`c_d` is not a name"),
            ("2026-12-02", "2026-13-02", 1, "`2026-13-02` is not a date"),
            ("en = \"s\"", "fr = \"s\"", 3, "unknown field `fr`"),
            (", en = \"t\"", "", 2, "missing field `en`"),
        ] {
            assert!(GOOD.contains(from), "{from}");
            let (at, what) = fault(&GOOD.replace(from, to));
            assert!(at == line && what.contains(says), "{to}: {at}: {what}");
        }
    }
}
