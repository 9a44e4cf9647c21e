//! Emphasis beside Japanese punctuation: `これは**「重要なこと」**です。`
//!
//! CommonMark lets `**` open only where no punctuation follows a letter, so it
//! fails wherever Japanese needs it (commonmark-spec issue 650). The rule here
//! follows the CJK-friendly amendment: a run of `*` between two characters that
//! are not blank, of which at least one is CJK, may open and may close. The
//! parser cannot be told so; instead a letter that no text may hold is put on both
//! sides of such a run before parsing, and taken out of every text afterwards.
//! No line is added or removed, so lines stay what they were.

use std::borrow::Cow;

/// Stands beside a run of `*`: a private-use character, neither blank nor punctuation.
pub(super) const STANDIN: char = '\u{f8d3}';

/// The text with stand-ins beside the runs of `*` that CJK characters touch.
pub(super) fn friendly(text: &str) -> Cow<'_, str> {
    if !text.contains('*') {
        return Cow::Borrowed(text);
    }
    let mut marked = String::with_capacity(text.len() + 64);
    let (mut previous, mut rest) = (None, text);
    while let Some(character) = rest.chars().next() {
        let run = rest.len() - rest.trim_start_matches('*').len();
        if run == 0 {
            // An escaped character is never part of a run.
            let escaped = if character == '\\' { rest[1..].chars().next() } else { None };
            let taken = character.len_utf8() + escaped.map_or(0, char::len_utf8);
            marked += &rest[..taken];
            previous = Some(escaped.unwrap_or(character));
            rest = &rest[taken..];
            continue;
        }
        let next = rest[run..].chars().next();
        let beside = |side: Option<char>| side.is_some_and(|side| !side.is_whitespace());
        let touched = previous.is_some_and(is_cjk) || next.is_some_and(is_cjk);
        let standin = if beside(previous) && beside(next) && touched { "\u{f8d3}" } else { "" };
        marked += standin;
        marked += &rest[..run];
        marked += standin;
        previous = Some('*');
        rest = &rest[run..];
    }
    Cow::Owned(marked)
}

/// The text without stand-ins.
pub(super) fn plain(text: &str) -> String {
    text.replace(STANDIN, "")
}

/// Whether a character belongs to Chinese, Japanese or Korean writing, its punctuation included.
pub(super) fn is_cjk(character: char) -> bool {
    matches!(character,
        '\u{1100}'..='\u{11ff}'        // Hangul letters
        | '\u{20a9}'                   // won sign
        | '\u{2329}'..='\u{232a}'      // angle brackets
        | '\u{2630}'..='\u{2637}' | '\u{268a}'..='\u{268f}'
        | '\u{2e80}'..='\u{303e}'      // radicals, punctuation
        | '\u{3041}'..='\u{33ff}'      // kana, Bopomofo, enclosed and squared
        | '\u{3400}'..='\u{a4cf}'      // ideographs, Yi
        | '\u{a960}'..='\u{a97f}' | '\u{ac00}'..='\u{d7ff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe10}'..='\u{fe1f}' | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff01}'..='\u{ffee}'      // full and half width
        | '\u{16fe0}'..='\u{1b2ff}'    // Tangut, Khitan, further kana
        | '\u{1d300}'..='\u{1d376}' | '\u{1f200}' | '\u{1f202}'
        | '\u{1f210}'..='\u{1f219}' | '\u{1f21b}'..='\u{1f22e}'
        | '\u{1f230}'..='\u{1f231}' | '\u{1f237}' | '\u{1f23b}'
        | '\u{1f240}'..='\u{1f248}' | '\u{1f260}'..='\u{1f265}'
        | '\u{20000}'..='\u{3fffd}')
}

#[cfg(test)]
mod tests {
    use super::{friendly, plain};
    use proptest::prelude::*;
    use pulldown_cmark::{Event, Parser, Tag, TagEnd};

    /// Emphasis of one paragraph as tags; nothing else is marked.
    fn ours(text: &str) -> String {
        let marked = friendly(text);
        let mut shown = String::new();
        for event in Parser::new(&marked) {
            match event {
                Event::Start(Tag::Emphasis) => shown += "<em>",
                Event::End(TagEnd::Emphasis) => shown += "</em>",
                Event::Start(Tag::Strong) => shown += "<strong>",
                Event::End(TagEnd::Strong) => shown += "</strong>",
                Event::Text(text) => shown += &plain(&text),
                Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => {}
                other => panic!("{text}: {other:?}"),
            }
        }
        shown
    }

    fn reference(text: &str) -> String {
        let mut options = comrak::Options::default();
        options.extension.cjk_friendly_emphasis = true;
        let html = comrak::markdown_to_html(text, &options);
        let paragraph = html.trim_end().strip_prefix("<p>").and_then(|h| h.strip_suffix("</p>"));
        paragraph.unwrap_or_else(|| panic!("{text}: {html}")).replace("&quot;", "\"")
    }

    #[test]
    fn emphasis_beside_japanese_punctuation() {
        for (text, expected) in [
            ("これは**「重要なこと」**です。", "これは<strong>「重要なこと」</strong>です。"),
            ("**重要。**次の文", "<strong>重要。</strong>次の文"),
            ("その*（注）*も読む", "その<em>（注）</em>も読む"),
            ("**MTP（予測）**は速い", "<strong>MTP（予測）</strong>は速い"),
            ("*「甲」*と**「乙」**、", "<em>「甲」</em>と<strong>「乙」</strong>、"),
            ("値は**3.2%**です", "値は<strong>3.2%</strong>です"),
            (r"\*「強調ではない」\*", "*「強調ではない」*"),
            (r"行末の\\**「強調」**", r"行末の\<strong>「強調」</strong>"),
            ("a * b * c", "a * b * c"),
            ("空白 ** 「強調ではない」 **", "空白 ** 「強調ではない」 **"),
            ("plain **bold** text", "plain <strong>bold</strong> text"),
        ] {
            assert_eq!(ours(text), expected, "{text}");
            assert_eq!(reference(text), expected, "the reference: {text}");
        }
    }

    #[test]
    fn without_the_stand_ins_the_parser_fails() {
        let bare: Vec<Event<'_>> = Parser::new("これは**「重要なこと」**です。").collect();
        assert!(!bare.contains(&Event::Start(Tag::Strong)), "{bare:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn every_sentence_reads_as_the_reference_reads_it(
            parts in prop::collection::vec(
                prop::sample::select(vec![
                    "あ", "漢", "ア", "「", "」", "、", "。", "（", "）", "！", "a", "b", " ", "\u{3000}",
                    "*", "**", "*", "**", ".", "(", ")", "%", "한",
                ]),
                0..14,
            ),
        ) {
            let text = format!("あ{}あ", parts.concat());
            prop_assert_eq!(ours(&text), reference(&text), "{}", text);
        }

        #[test]
        fn stand_ins_are_taken_out_again(text in "[あ「」*a \\\\\\n]{0,40}") {
            let marked = friendly(&text);
            prop_assert_eq!(marked.lines().count(), text.lines().count());
            prop_assert_eq!(plain(&marked), text);
        }
    }
}
