//! Text of a chart: how wide it is, where it breaks, how it is written.
//!
//! A browser draws the text, so its width can only be estimated, and it is
//! estimated on the wide side: a full-width character is one em, a half-width
//! one 0.55 em, capitals and other broad letters more. In a Japanese font the
//! characters of ambiguous width (`×`, `·`) may be full width, so there they are.

use crate::site::Language;
use crate::site::inert::visible;
use std::borrow::Cow;
use std::fmt::Write as _;
use unicode_width::UnicodeWidthChar as _;

/// Height of a line of text above its baseline, in em.
pub(super) const ASCENT: f64 = 0.88;
/// Depth of a line of text below its baseline, in em.
pub(super) const DESCENT: f64 = 0.24;
/// How much wider bold letters are.
const BOLD: f64 = 1.06;

/// How text is set, as far as its width needs it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Setting {
    /// Language of the font.
    pub(super) language: Language,
    /// Size of one em; the width comes out in the same unit.
    pub(super) size: f64,
    /// Whether it is bold.
    pub(super) bold: bool,
}

impl Setting {
    fn scale(self) -> f64 {
        self.size * if self.bold { BOLD } else { 1.0 }
    }
}

/// Estimated width, on the wide side.
pub(super) fn width(text: &str, setting: Setting) -> f64 {
    let em: f64 = text.chars().map(|character| em(character, setting.language)).sum();
    em * setting.scale()
}

fn em(character: char, language: Language) -> f64 {
    let columns = match language {
        Language::Ja => character.width_cjk(),
        Language::En => character.width(),
    };
    match (columns, character) {
        (None | Some(0), _) => 0.0,
        (Some(1), 'W' | 'M' | 'm' | 'w' | '@' | '%' | '\u{2212}' | '×' | '÷' | '→' | '←') => {
            0.95
        }
        (Some(1), letter) if letter.is_uppercase() => 0.75,
        (Some(1), _) => 0.55,
        _ => 1.0,
    }
}

/// Characters that do not begin a line.
const NOT_FIRST: &str = "、。，．・：；）」』】〉》〕ー々！？,.:;)]}%";
/// Characters that do not end a line.
const NOT_LAST: &str = "（「『【〈《〔([{";

/// Whether a line may break between two neighbours, neither of them a space.
fn breaks_between(left: char, right: char) -> bool {
    let wide = |character: char| character.width() == Some(2);
    (wide(left) || wide(right)) && !NOT_FIRST.contains(right) && !NOT_LAST.contains(left)
}

/// Breaks a text into lines that are not wider than `most`, at spaces and
/// between full-width characters, and anywhere if nothing else helps.
pub(super) fn wrap(text: &str, setting: Setting, most: f64) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest: &str = text.trim();
    while !rest.is_empty() {
        let (line, after) = rest.split_at(line_end(rest, setting, most));
        lines.push(line.trim_end().to_owned());
        rest = after.trim_start();
    }
    lines
}

/// Where the first line of `text` ends, in bytes; at least one character is on it.
fn line_end(text: &str, setting: Setting, most: f64) -> usize {
    let (mut good, mut wide) = (None, 0.0);
    let mut before: Option<char> = None;
    for (at, character) in text.char_indices() {
        let breaks = |left| character == ' ' || left == ' ' || breaks_between(left, character);
        if before.is_some_and(breaks) {
            good = Some(at);
        }
        wide += em(character, setting.language);
        // A space at the end of a line takes no room.
        if at > 0 && character != ' ' && wide * setting.scale() > most {
            return good.unwrap_or(at);
        }
        before = Some(character);
    }
    text.len()
}

/// Text as it may be shown: hidden characters as tokens, on one line.
pub(super) fn shown(text: &str) -> Cow<'_, str> {
    match visible(text) {
        same if !same.contains(['\n', '\t']) => same,
        other => Cow::Owned(other.replace(['\n', '\t'], " ")),
    }
}

/// Appends text to markup, escaped, for content and for attributes alike.
pub(super) fn escape(text: &str, out: &mut String) {
    for character in shown(text).chars() {
        match character {
            '&' | '<' | '>' | '"' | '\'' => {
                let _ = write!(out, "&#{};", u32::from(character));
            }
            _ => out.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Setting, escape, width, wrap};
    use crate::site::Language;

    const EN: Setting = Setting { language: Language::En, size: 10.0, bold: false };
    const JA: Setting = Setting { language: Language::Ja, ..EN };

    #[test]
    fn full_width_characters_are_one_em_and_half_width_ones_about_half() {
        let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found}");
        close(width("実測", JA), 20.0);
        close(width("52.3", EN), 22.0);
        close(width("MTP", EN), 9.5 + 7.5 + 7.5);
        close(width("×", EN), 9.5);
        close(width("×·", JA), 20.0);
        close(width("e\u{301}", EN), 5.5);
        close(width("実測", Setting { bold: true, ..JA }), 21.2);
    }

    #[test]
    fn lines_break_at_spaces_and_between_full_width_characters() {
        assert_eq!(wrap("one two three", EN, 45.0), ["one two", "three"]);
        assert_eq!(
            wrap("最初の表示文字までの時間", JA, 50.0),
            ["最初の表示", "文字までの", "時間"]
        );
        assert_eq!(wrap("入力8,193トークン", JA, 50.0), ["入力8,193", "トークン"]);
        assert_eq!(wrap("  ", EN, 50.0), [""; 0]);
    }

    #[test]
    fn a_line_neither_begins_with_a_closing_mark_nor_ends_with_an_opening_one() {
        assert_eq!(wrap("あいうえ、お", JA, 40.0), ["あいう", "え、お"]);
        assert_eq!(wrap("あいう（えお）", JA, 40.0), ["あいう", "（えお）"]);
    }

    #[test]
    fn a_word_wider_than_the_line_breaks_anywhere() {
        assert_eq!(wrap("aaaaaaaaaa", EN, 22.0), ["aaaa", "aaaa", "aa"]);
        assert_eq!(wrap("測", JA, 1.0), ["測"]);
    }

    #[test]
    fn text_is_escaped_and_hidden_characters_are_shown() {
        let mut out = String::new();
        escape("<a b=\"'&\u{202e}\n\u{0}>", &mut out);
        assert_eq!(out, "&#60;a b=&#34;&#39;&#38;⟨U+202E⟩ ⟨U+0000⟩&#62;");
    }
}
