//! A back end of plotters that writes SVG text.
//!
//! Job: lines, shapes and words with a class for their colour and the light
//! colour beside it as an attribute, so that a chart needs no style sheet and
//! obeys one. plotters draws in whole numbers; here one of them is a tenth of a
//! unit of the `viewBox` ([`UNIT`]). Beside the drawing methods of plotters the
//! back end writes what they cannot express: links with a title, and the shapes
//! of `marks`. Neighbours: `ink` names colours, `text` measures and escapes,
//! `document` puts the pieces together.

use super::ink::Ink;
use super::text::{ASCENT, DESCENT, Setting, escape, width};
use crate::site::Language;
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontStyle,
};
use std::fmt::{Display, Write as _};

/// Numbers that plotters draws in to one unit of the `viewBox`.
pub(super) const UNIT: i32 = 10;

/// A colour that has no name.
#[derive(Debug, thiserror::Error)]
#[error("expected a colour of the charts, found #{0:02x}{1:02x}{2:02x}")]
pub(super) struct UnknownInk(u8, u8, u8);

type Drawn = Result<(), DrawingErrorKind<UnknownInk>>;

/// SVG elements, appended to a text.
pub(super) struct Svg<'a> {
    out: &'a mut String,
    size: (u32, u32),
    language: Language,
}

/// A length in units, without decimals that say nothing.
pub(super) struct Length(pub(super) i32);

impl Display for Length {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (size, sign) = (self.0.unsigned_abs(), if self.0 < 0 { "-" } else { "" });
        match (size / 10, size % 10) {
            (units, 0) => write!(f, "{sign}{units}"),
            (units, tenths) => write!(f, "{sign}{units}.{tenths}"),
        }
    }
}

impl<'a> Svg<'a> {
    /// Draws into `out` on a canvas of `size` tenths of a unit.
    pub(super) fn new(out: &'a mut String, size: (u32, u32), language: Language) -> Self {
        Self { out, size, language }
    }

    /// Appends markup; writing to a text cannot fail.
    fn write(&mut self, markup: std::fmt::Arguments<'_>) {
        let _ = self.out.write_fmt(markup);
    }

    /// Appends text, escaped.
    pub(super) fn escaped(&mut self, text: &str) {
        escape(text, self.out);
    }

    /// Appends markup that is written in this program.
    pub(super) fn literal(&mut self, markup: &'static str) {
        self.out.push_str(markup);
    }

    /// Appends an element that is painted with these inks.
    pub(super) fn element(
        &mut self,
        shape: std::fmt::Arguments<'_>,
        fill: Option<Ink>,
        line: Option<(Ink, i32)>,
    ) {
        let classes = [fill.map(|ink| ("fill", ink)), line.map(|(ink, _)| ("line", ink))];
        self.write(format_args!("<{shape} class=\""));
        for (at, (paint, ink)) in classes.into_iter().flatten().enumerate() {
            let gap = if at > 0 { " " } else { "" };
            self.write(format_args!("{gap}{paint}-{}", ink.name()));
        }
        match fill {
            Some(ink) => self.write(format_args!("\" fill=\"{}\"", Hex(ink))),
            None => self.literal("\" fill=\"none\""),
        }
        if let Some((ink, width)) = line {
            let (stroke, width) = (Hex(ink), Length(width));
            self.write(format_args!(" stroke=\"{stroke}\" stroke-width=\"{width}\""));
        }
        self.literal("/>");
    }

    fn styled<S: BackendStyle>(
        &mut self,
        shape: std::fmt::Arguments<'_>,
        style: &S,
        filled: bool,
    ) -> Drawn {
        let ink = ink(style.color())?;
        let width = i32::try_from(style.stroke_width()).unwrap_or(i32::MAX);
        match filled {
            true => self.element(shape, Some(ink), None),
            false => self.element(shape, None, Some((ink, width))),
        }
        Ok(())
    }

    fn setting<T: BackendTextStyle>(&self, style: &T) -> Setting {
        let bold = matches!(style.style(), FontStyle::Bold);
        Setting { language: self.language, size: style.size(), bold }
    }
}

fn ink(color: BackendColor) -> Result<Ink, DrawingErrorKind<UnknownInk>> {
    let (red, green, blue) = color.rgb;
    Ink::of(color).ok_or(DrawingErrorKind::DrawingError(UnknownInk(red, green, blue)))
}

/// `#rrggbb`.
struct Hex(Ink);

impl Display for Hex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (red, green, blue) = self.0.light();
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// Corners as `x,y x,y`.
pub(super) fn corners(points: impl IntoIterator<Item = BackendCoord>) -> String {
    let mut text = String::new();
    for (x, y) in points {
        let gap = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{gap}{},{}", Length(x), Length(y));
    }
    text
}

impl DrawingBackend for Svg<'_> {
    type ErrorType = UnknownInk;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Drawn {
        self.draw_rect((x, y), (x + 1, y + 1), &color, true)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        (x1, y1): BackendCoord,
        (x2, y2): BackendCoord,
        style: &S,
    ) -> Drawn {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(Length);
        self.styled(
            format_args!("line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\""),
            style,
            false,
        )
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let [x, y, width, height] = [left, top, right - left, bottom - top].map(Length);
        self.styled(
            format_args!("rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""),
            style,
            fill,
        )
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.styled(format_args!("polyline points=\"{}\"", corners(path)), style, false)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let [x, y, r] = [x, y, i32::try_from(radius).unwrap_or(i32::MAX)].map(Length);
        self.styled(format_args!("circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\""), style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        vert: I,
        style: &S,
    ) -> Drawn {
        self.styled(format_args!("polygon points=\"{}\"", corners(vert)), style, true)
    }

    fn draw_text<T: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &T,
        (x, y): BackendCoord,
    ) -> Drawn {
        let (ink, size) = (ink(style.color())?, style.size());
        let below = match style.anchor().v_pos {
            VPos::Top => ASCENT,
            VPos::Center => (ASCENT - DESCENT) / 2.0,
            VPos::Bottom => -DESCENT,
        };
        let (x, y) = (Length(x), Length(y + (size * below).round() as i32));
        self.write(format_args!("<text x=\"{x}\" y=\"{y}\""));
        match style.anchor().h_pos {
            HPos::Left => {}
            HPos::Center => self.literal(" text-anchor=\"middle\""),
            HPos::Right => self.literal(" text-anchor=\"end\""),
        }
        if self.setting(style).bold {
            self.literal(" font-weight=\"600\"");
        }
        let (size, name, fill) = (Length(size.round() as i32), ink.name(), Hex(ink));
        self.write(format_args!(" font-size=\"{size}\" class=\"fill-{name}\" fill=\"{fill}\">"));
        self.escaped(text);
        self.literal("</text>");
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<UnknownInk>> {
        let wide = width(text, self.setting(style)).ceil();
        Ok((wide as u32, (style.size() * (ASCENT + DESCENT)).ceil() as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::{Ink, Length, Svg};
    use crate::site::Language;
    use plotters::style::text_anchor::{HPos, Pos, VPos};
    use plotters::style::{Color as _, FontDesc, RED, ShapeStyle, TextStyle};
    use plotters_backend::{DrawingBackend, FontFamily, FontStyle};

    fn drawn(draw: impl FnOnce(&mut Svg<'_>)) -> String {
        let mut out = String::new();
        draw(&mut Svg::new(&mut out, (3_200, 1_000), Language::En));
        out
    }

    #[test]
    fn lengths_have_the_decimals_that_they_need() {
        let texts = [0, 5, 10, 1_234, -5, -120].map(|tenths| Length(tenths).to_string());
        assert_eq!(texts, ["0", "0.5", "1", "123.4", "-0.5", "-12"]);
    }

    #[test]
    fn every_drawing_method_writes_one_element() {
        let line: ShapeStyle = Ink::Grid.stroke_width(12);
        let off = Ink::Off.filled();
        for (element, expected) in [
            (
                drawn(|svg| svg.draw_line((0, 5), (100, 205), &line).unwrap()),
                "<line x1=\"0\" y1=\"0.5\" x2=\"10\" y2=\"20.5\" class=\"line-grid\" fill=\"none\" stroke=\"#d4dae0\" stroke-width=\"1.2\"/>",
            ),
            (
                drawn(|svg| svg.draw_rect((10, 20), (40, 80), &off, true).unwrap()),
                "<rect x=\"1\" y=\"2\" width=\"3\" height=\"6\" class=\"fill-off\" fill=\"#4a5a6a\"/>",
            ),
            (
                drawn(|svg| svg.draw_circle((10, 20), 45, &off, true).unwrap()),
                "<circle cx=\"1\" cy=\"2\" r=\"4.5\" class=\"fill-off\" fill=\"#4a5a6a\"/>",
            ),
            (
                drawn(|svg| svg.draw_path([(0, 0), (10, 15)], &line).unwrap()),
                "<polyline points=\"0,0 1,1.5\" class=\"line-grid\" fill=\"none\" stroke=\"#d4dae0\" stroke-width=\"1.2\"/>",
            ),
            (
                drawn(|svg| svg.fill_polygon([(0, 0), (10, 0), (5, 5)], &off).unwrap()),
                "<polygon points=\"0,0 1,0 0.5,0.5\" class=\"fill-off\" fill=\"#4a5a6a\"/>",
            ),
            (
                drawn(|svg| svg.draw_pixel((10, 10), Ink::Off.to_backend_color()).unwrap()),
                "<rect x=\"1\" y=\"1\" width=\"0.1\" height=\"0.1\" class=\"fill-off\" fill=\"#4a5a6a\"/>",
            ),
        ] {
            assert_eq!(element, expected);
        }
    }

    #[test]
    fn text_is_placed_by_its_anchor_and_escaped() {
        let font = FontDesc::new(FontFamily::SansSerif, 130.0, FontStyle::Bold);
        let style = |h, v| TextStyle::from(font.clone()).color(&Ink::Text).pos(Pos::new(h, v));
        assert_eq!(
            drawn(|svg| svg.draw_text("a<b", &style(HPos::Left, VPos::Top), (100, 0)).unwrap()),
            "<text x=\"10\" y=\"11.4\" font-weight=\"600\" font-size=\"13\" class=\"fill-text\" fill=\"#1b1f24\">a&#60;b</text>"
        );
        let middle =
            drawn(|svg| svg.draw_text("a", &style(HPos::Center, VPos::Center), (0, 0)).unwrap());
        assert!(middle.starts_with("<text x=\"0\" y=\"4.2\" text-anchor=\"middle\""), "{middle}");
        let end =
            drawn(|svg| svg.draw_text("a", &style(HPos::Right, VPos::Bottom), (0, 100)).unwrap());
        assert!(end.starts_with("<text x=\"0\" y=\"6.9\" text-anchor=\"end\""), "{end}");
        let mut out = String::new();
        let svg = Svg::new(&mut out, (1, 1), Language::Ja);
        let size = svg.estimate_text_size("実測", &style(HPos::Left, VPos::Top)).unwrap();
        assert_eq!(size, (276, 146));
    }

    #[test]
    fn a_colour_without_a_name_is_refused() {
        let mut out = String::new();
        let refused = Svg::new(&mut out, (1, 1), Language::En).draw_circle((0, 0), 1, &RED, true);
        assert_eq!(
            refused.unwrap_err().to_string(),
            "Drawing backend error: expected a colour of the charts, found #ff0000"
        );
        assert_eq!(out, "");
    }
}
