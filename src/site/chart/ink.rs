//! The colours of a chart: each has one light value and one name.
//!
//! plotters hands a colour to the back end as three bytes; the back end finds
//! the ink again by them and writes its name as a class, so that the style sheet
//! can set another colour for dark pages, forced colours and print.

use plotters::style::Color;
use plotters_backend::BackendColor;

/// A colour by its job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    /// Words that are read first.
    Text,
    /// Words that are read second.
    Soft,
    /// The page behind.
    Back,
    /// The track of a row.
    Panel,
    /// The grid.
    Grid,
    /// The line at which both arms are equal, and the edge of the rail.
    Rule,
    /// Speculation off.
    Off,
    /// Speculation on.
    On,
    /// Configurations compared: not the effect of one factor.
    Mixed,
    /// A trial that failed.
    Bad,
}

impl Ink {
    const ALL: [Self; 10] = [
        Self::Text,
        Self::Soft,
        Self::Back,
        Self::Panel,
        Self::Grid,
        Self::Rule,
        Self::Off,
        Self::On,
        Self::Mixed,
        Self::Bad,
    ];

    /// Name in classes.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Soft => "soft",
            Self::Back => "back",
            Self::Panel => "panel",
            Self::Grid => "grid",
            Self::Rule => "rule",
            Self::Off => "off",
            Self::On => "on",
            Self::Mixed => "mixed",
            Self::Bad => "bad",
        }
    }

    /// Red, green and blue on a light page.
    pub(super) const fn light(self) -> (u8, u8, u8) {
        match self {
            Self::Text => (0x1b, 0x1f, 0x24),
            Self::Soft => (0x57, 0x60, 0x6a),
            Self::Back => (0xff, 0xff, 0xff),
            Self::Panel => (0xf5, 0xf7, 0xf9),
            Self::Grid => (0xd4, 0xda, 0xe0),
            Self::Rule => (0x76, 0x80, 0x8a),
            Self::Off => (0x4a, 0x5a, 0x6a),
            Self::On => (0xb8, 0x4a, 0x0c),
            Self::Mixed => (0x6a, 0x3d, 0x9a),
            Self::Bad => (0x9a, 0x2d, 0x12),
        }
    }

    /// The ink of a colour, if it is one of ours.
    pub(super) fn of(color: BackendColor) -> Option<Self> {
        Self::ALL.into_iter().find(|ink| ink.light() == color.rgb)
    }
}

impl Color for Ink {
    fn to_backend_color(&self) -> BackendColor {
        BackendColor { alpha: 1.0, rgb: self.light() }
    }
}

#[cfg(test)]
mod tests {
    use super::Ink;
    use plotters::style::Color as _;

    #[test]
    fn every_ink_is_found_again_by_its_colour() {
        for ink in Ink::ALL {
            assert_eq!(Ink::of(ink.to_backend_color()), Some(ink));
        }
        assert_eq!(Ink::of(plotters::style::RED.to_backend_color()), None);
    }

    /// Relative luminance (WCAG 2).
    fn luminance((red, green, blue): (u8, u8, u8)) -> f64 {
        let linear = |byte: u8| {
            let share = f64::from(byte) / 255.0;
            if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    #[test]
    fn words_and_marks_stand_out_from_page_and_track() {
        let contrast = |front: Ink, behind: Ink| {
            let (a, b) = (luminance(front.light()) + 0.05, luminance(behind.light()) + 0.05);
            a.max(b) / a.min(b)
        };
        for behind in [Ink::Back, Ink::Panel] {
            for word in [Ink::Text, Ink::Soft] {
                assert!(contrast(word, behind) >= 4.5, "{word:?} on {behind:?}");
            }
            for mark in [Ink::Off, Ink::On, Ink::Mixed, Ink::Bad, Ink::Rule] {
                assert!(contrast(mark, behind) >= 3.0, "{mark:?} on {behind:?}");
            }
        }
    }
}
