//! Characters that are not seen themselves but change what is seen.
//!
//! Records hold text from models, engines and strangers. Wherever such text is
//! shown to a person (a page, an error message) these characters are replaced by
//! a token; this is the one list of them.

use std::fmt::{self, Write as _};

/// Whether a character is not seen as itself: controls, format characters (bidirectional,
/// zero-width, tags), characters that are blank by definition, noncharacters.
///
/// Unicode's categories Cc, Cf, Zl and Zp, noncharacters, and default-ignorable code
/// points without variation selectors, which emoji and kanji need. Line feed and tab
/// count: who shows text of several lines lets them pass.
#[must_use]
pub fn is_hidden(character: char) -> bool {
    match character {
        ' '..='~' => false,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{8e2}' | '\u{180e}' => true,
        '\u{600}'..='\u{605}' | '\u{890}'..='\u{891}' | '\u{115f}'..='\u{1160}' => true,
        '\u{17b4}'..='\u{17b5}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' => true,
        '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fdd0}'..='\u{fdef}' | '\u{feff}' => true,
        '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}' => true,
        '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' => true,
        '\u{e0000}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}' => true,
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
