//! Untrusted text made inert: what cannot be seen is shown as a token.
//!
//! Escaping for HTML is the template engine's work. This module deals with what
//! survives escaping: control characters, bidirectional overrides, zero-width
//! characters and noncharacters, which can reorder or hide text. `build` passes
//! every finished page through it, so that no view can forget to.

use crate::record::{is_hidden, token};
use std::borrow::Cow;

/// The text with every invisible or reordering character as `⟨U+XXXX⟩`.
///
/// Line feeds and tabs stay.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    let replaced = |character: char| is_hidden(character) && !matches!(character, '\n' | '\t');
    if !text.chars().any(replaced) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if replaced(character) {
            shown += &token(character);
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn hidden_characters_become_tokens() {
        assert_eq!(
            visible("a\u{202e}b\u{0}\u{1b}[31m\u{200b}\u{fffe}"),
            "a⟨U+202E⟩b⟨U+0000⟩⟨U+001B⟩[31m⟨U+200B⟩⟨U+FFFE⟩"
        );
        for character in [
            '\u{2066}',
            '\u{2069}',
            '\u{200f}',
            '\u{85}',
            '\u{feff}',
            '\u{1ffff}',
            '\r',
            '\u{e0041}',
            '\u{34f}',
            '\u{3164}',
            '\u{fff0}',
            '\u{1d173}',
        ] {
            assert!(visible(&character.to_string()).starts_with('⟨'), "{character:?}");
        }
    }

    #[test]
    fn ordinary_text_is_left_alone() {
        let text = "実測 「値」 é e\u{301} 😀❤\u{fe0f} 葛\u{e0100} \u{a0}\n\ttab";
        assert!(matches!(visible(text), std::borrow::Cow::Borrowed(same) if same == text));
    }
}
