//! Placeholders: `{=id}` stands for a figure, `{table=id}` for a table of figures.

use crate::report::article::Word;

/// A stretch of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// Plain text.
    Text(&'a str),
    /// `{=id}`.
    Figure(Word),
    /// `{kind=id}`, which stands alone in a paragraph.
    Block(&'a str, Word),
    /// Something in braces that is neither; why.
    Wrong(String),
}

/// Cuts a text at its placeholders.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        if start > 0 {
            pieces.push(Piece::Text(&rest[..start]));
        }
        let Some(end) = rest[start..].find('}') else {
            pieces.push(Piece::Wrong(wrong(&rest[start..])));
            return pieces;
        };
        let whole = &rest[start..=start + end];
        let inner = &whole[1..whole.len() - 1];
        let known = inner.split_once('=').and_then(|(kind, id)| Some((kind, Word::parse(id)?)));
        pieces.push(match known {
            Some(("", id)) => Piece::Figure(id),
            Some((kind, id)) => Piece::Block(kind, id),
            None => Piece::Wrong(wrong(whole)),
        });
        rest = &rest[start + end + 1..];
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    pieces
}

fn wrong(text: &str) -> String {
    let shown: String = text.chars().take(40).collect();
    format!(
        "`{shown}` is no placeholder: {{=id}} is a figure, {{table=id}} a table; a brace as such stands in a code span"
    )
}

#[cfg(test)]
mod tests {
    use super::{Piece, pieces};
    use crate::report::article::Word;

    #[test]
    fn a_text_is_cut_at_its_placeholders() {
        let word = |text: &str| Word::parse(text).unwrap();
        assert_eq!(
            pieces("速さは{=exl-8k}で、{table=rates}"),
            [
                Piece::Text("速さは"),
                Piece::Figure(word("exl-8k")),
                Piece::Text("で、"),
                Piece::Block("table", word("rates")),
            ]
        );
        assert_eq!(pieces("}"), [Piece::Text("}")]);
        assert_eq!(pieces(""), []);
        for text in ["{", "{=", "{=}", "{x}", "{=a_b}", "{= a}", "{table=}", "{}"] {
            assert!(matches!(pieces(text).as_slice(), [Piece::Wrong(_)]), "{text}");
        }
    }
}
