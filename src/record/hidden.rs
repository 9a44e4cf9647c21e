//! Characters that are not seen themselves but change what is seen.
//!
//! Records hold text from models, engines and strangers. Wherever such text is
//! shown to a person (a page, an error message) these characters are replaced by
//! a token; this is the one list of them.

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
