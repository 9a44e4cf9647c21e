//! Characters that are not seen themselves but change what is seen.
//!
//! Records hold text from models, engines and strangers. Wherever such text is
//! shown to a person (a page, an error message) these characters are replaced by
//! a token; this is the one list of them.

use std::fmt::{self, Write as _};

/// Whether a character is a control, bidirectional, zero-width, tag or noncharacter.
///
/// Line feed and tab count: who shows text of several lines lets them pass.
#[must_use]
pub fn is_hidden(character: char) -> bool {
    match character {
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}' => true,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{fff9}'..='\u{fffb}' | '\u{fdd0}'..='\u{fdef}' | '\u{e0000}'..='\u{e007f}' => true,
        _ => character.is_control() || u32::from(character) & 0xfffe == 0xfffe,
    }
}

/// The visible stand-in of a hidden character: `⟨U+202E⟩`.
#[must_use]
pub fn token(character: char) -> String {
    format!("\u{27e8}U+{:04X}\u{27e9}", u32::from(character))
}

/// Text of strangers in a message: on one line, hidden characters as tokens, cut at 200 characters.
///
/// A file name cannot then move the cursor of a terminal, nor fill it.
#[derive(Debug, Clone, Copy)]
pub struct OneLine<'a>(pub &'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (count, letter) in self.0.chars().enumerate() {
            if count == 200 {
                return f.write_str("…");
            }
            if is_hidden(letter) {
                f.write_str(&token(letter))?;
            } else {
                f.write_char(letter)?;
            }
        }
        Ok(())
    }
}
