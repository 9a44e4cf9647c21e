//! Where words and bands stand: from top to bottom, as wide as a phone.
//!
//! All lengths are tenths of a unit of the `viewBox`, the whole numbers that
//! plotters draws in. Words that do not fit are broken into lines; nothing is cut.

use super::axis::{Axis, From};
use super::ink::Ink;
use super::text::{ASCENT, Setting, shown, width, wrap};
use super::{Head, Label};
use crate::site::Language;
use plotters_backend::text_anchor::HPos;

/// Width of every chart.
pub(super) const WIDTH: i32 = 3_200;
/// Words begin and end here.
pub(super) const EDGE: i32 = 10;
/// Marks at the ends of the axis stay inside the chart.
pub(super) const INSET: i32 = 130;
/// Size of ordinary words, and of the heading.
const SIZE: i32 = 130;
const HEADING: i32 = 145;
/// From the top of one line to the top of the next.
const LINE: i32 = 165;
/// Between two words on one line.
const GAP: i32 = 90;
/// Below a row.
const BELOW_ROW: i32 = 75;

/// One line of words.
pub(super) struct Words {
    pub(super) text: String,
    /// Where they are held, and the top of their line.
    pub(super) at: (i32, i32),
    pub(super) held: HPos,
    pub(super) style: Style,
}

/// How words look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Style {
    pub(super) size: i32,
    pub(super) bold: bool,
    pub(super) ink: Ink,
}

const STRONG: Style = Style { size: SIZE, bold: true, ink: Ink::Text };
const PLAIN: Style = Style { size: SIZE, bold: false, ink: Ink::Text };
/// Below the heading, before the words of the first row.
const BELOW_HEADING: i32 = 45;
const SOFT: Style = Style { size: SIZE, bold: false, ink: Ink::Soft };

/// Words below the ticks.
pub(super) enum Below<'a> {
    /// None.
    Nothing,
    /// The unit, in the middle.
    Unit(&'a str),
    /// What it means to lie to the left and to the right.
    Sides(&'a str, &'a str),
}

/// A chart being laid out.
pub(super) struct Layout {
    language: Language,
    pub(super) words: Vec<Words>,
    /// Top and bottom of the band of each row.
    pub(super) bands: Vec<(i32, i32)>,
    /// Left and right end of the axis.
    pub(super) plot: (i32, i32),
    /// Left and right side of the rail for trials without a value.
    pub(super) rail: Option<(i32, i32)>,
    /// Whether rows stand in groups; their names are then second to those of the groups.
    grouped: bool,
    /// How far down it is filled.
    pub(super) height: i32,
}

impl Layout {
    /// Begins with the heading, and with a rail if that has a label.
    pub(super) fn new(head: &Head, rail: Option<&str>) -> Self {
        let mut layout = Self {
            language: head.language,
            words: Vec::new(),
            bands: Vec::new(),
            plot: (INSET, WIDTH - INSET),
            rail: None,
            grouped: false,
            height: EDGE,
        };
        if let Some(label) = rail {
            let wide = (layout.width(label, SOFT) + 40).clamp(520, 1_000);
            let left = WIDTH - EDGE - wide;
            layout.rail = Some((left, WIDTH - EDGE));
            layout.plot.1 = left - INSET - 20;
        }
        layout.pair(&head.heading, Style { size: HEADING, ..STRONG }, &head.column, SOFT);
        layout
    }

    fn setting(&self, style: Style) -> Setting {
        Setting { language: self.language, size: f64::from(style.size), bold: style.bold }
    }

    fn width(&self, text: &str, style: Style) -> i32 {
        width(&shown(text), self.setting(style)).ceil() as i32
    }

    fn put(&mut self, text: String, at: (i32, i32), held: HPos, style: Style) {
        if !text.is_empty() {
            self.words.push(Words { text, at, held, style });
        }
    }

    /// Words held at `x` on as many lines as they need; returns the height below the last.
    fn lines(&mut self, text: &str, at: (i32, i32), held: HPos, style: Style, most: i32) -> i32 {
        let mut y = at.1;
        for line in wrap(&shown(text), self.setting(style), f64::from(most)) {
            self.put(line, (at.0, y), held, style);
            y += LINE;
        }
        y
    }

    /// Words at the left and words at the right: on the same line where both fit.
    fn pair(&mut self, left: &str, left_style: Style, right: &str, right_style: Style) {
        let room = WIDTH - 2 * EDGE;
        let right_width = self.width(right, right_style);
        let beside = right_width <= room / 2;
        let taken = if beside && right_width > 0 { right_width + GAP } else { 0 };
        let mut y = self.height;
        let left_end = self.lines(left, (EDGE, y), HPos::Left, left_style, room - taken);
        if !beside {
            y = left_end;
        }
        // Both stand on one baseline.
        let lower = (f64::from(left_style.size - right_style.size) * ASCENT).round() as i32;
        let at = (WIDTH - EDGE, y + lower.max(0));
        let right_end = self.lines(right, at, HPos::Right, right_style, room);
        self.height = left_end.max(right_end);
    }

    /// The words of a row and its band of the given height; a value that is not
    /// there is said less loudly than one that is.
    pub(super) fn row(&mut self, label: &Label, valued: bool, band: i32) {
        self.height += match (self.bands.is_empty(), label.group.is_empty()) {
            (true, true) => BELOW_HEADING,
            (false, true) => BELOW_ROW,
            (true, false) => BELOW_HEADING + BELOW_ROW / 2,
            (false, false) => 2 * BELOW_ROW,
        };
        self.grouped |= !label.group.is_empty();
        self.pair(&label.group, STRONG, "", STRONG);
        let name = if self.grouped { SOFT } else { PLAIN };
        self.pair(&label.name, name, &label.value, if valued { STRONG } else { SOFT });
        let top = self.height + 5;
        self.bands.push((top, top + band));
        self.height = top + band;
    }

    /// The finest axis over the values whose labels fit below the plot.
    pub(super) fn axis(&self, values: &[f64], from: From) -> Option<Axis> {
        Axis::over(values, from, |axis| {
            let boxes: Vec<_> = self.tick_words(axis).into_iter().map(|(_, ends)| ends).collect();
            boxes.windows(2).all(|pair| pair[1].0 - pair[0].1 >= GAP)
        })
    }

    /// The label of every tick with its left and right end, kept inside the chart.
    fn tick_words(&self, axis: &Axis) -> Vec<(String, (i32, i32))> {
        use plotters::coord::ranged1d::Ranged as _;
        let right = self.rail.map_or(WIDTH - EDGE, |_| self.plot.1 + INSET - EDGE);
        let place = |tick: f64| {
            let text = axis.label(tick);
            let wide = self.width(&text, SOFT);
            let middle = axis.map(&tick, self.plot);
            let left = (middle - wide / 2).min(right - wide).max(EDGE);
            (text, (left, left + wide))
        };
        axis.ticks().into_iter().map(place).collect()
    }

    /// What stands below the bands: tick labels, the label of the rail, words about the axis.
    pub(super) fn close(&mut self, axis: Option<&Axis>, rail: Option<&str>, below: Below<'_>) {
        self.height += 30;
        let top = self.height;
        for (text, (left, right)) in axis.map(|axis| self.tick_words(axis)).unwrap_or_default() {
            self.put(text, ((left + right) / 2, top), HPos::Center, SOFT);
            self.height = top + LINE;
        }
        let mut rail_end = top;
        if let (Some(label), Some((left, right))) = (rail, self.rail) {
            rail_end =
                self.lines(label, ((left + right) / 2, top), HPos::Center, SOFT, right - left);
        }
        let end = self.rail.map_or(WIDTH - EDGE, |_| self.plot.1 + INSET - EDGE);
        let y = self.height;
        self.height = match below {
            Below::Nothing => y,
            Below::Unit(unit) => {
                let middle = (EDGE + end) / 2;
                self.lines(unit, (middle, y), HPos::Center, SOFT, end - EDGE)
            }
            Below::Sides(less, more) => {
                let half = (end - EDGE - GAP) / 2;
                let left = self.lines(less, (EDGE, y), HPos::Left, SOFT, half);
                left.max(self.lines(more, (end, y), HPos::Right, SOFT, half))
            }
        };
        self.height = self.height.max(rail_end);
    }
}
