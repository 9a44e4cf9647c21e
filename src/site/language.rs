//! The two languages of the site.

use crate::record::{Bilingual, LocalText};

/// A language of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Japanese.
    Ja,
    /// English.
    En,
}

impl Language {
    /// Both, in the order in which they are built.
    pub const ALL: [Self; 2] = [Self::Ja, Self::En];

    /// Code in addresses and in `lang` attributes.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Ja => "ja",
            Self::En => "en",
        }
    }

    /// The language of the twin page.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Ja => Self::En,
            Self::En => Self::Ja,
        }
    }

    /// The text of this language.
    #[must_use]
    pub fn pick(self, text: &Bilingual) -> &str {
        match self {
            Self::Ja => &text.ja,
            Self::En => &text.en,
        }
    }

    /// The text of this language, or the one that serves both.
    #[must_use]
    pub fn pick_local(self, text: &LocalText) -> &str {
        match text {
            LocalText::Same(text) => text,
            LocalText::Both(both) => self.pick(both),
        }
    }
}
